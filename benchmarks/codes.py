"""Tables of take-and-break codes against a naive C++ that looks at all options, and periods with their proofs.

Only the kernels are timed, with no law and no tiling; the rival is `rivals/naive_codes.cpp`, compiled with
-O3 -march=native. Both give the same checksum of the table. Runs are interleaved; a figure is the least of the rounds,
in CPU seconds.
"""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from grundy.kernels import build, sieve
from grundy.prover.period import prove
from grundy.rules.budget import Budget
from grundy.rules.codes import octal
from grundy.solver.breaking import UNEQUAL
from grundy.solver.codetables import code_table
from grundy.solver.store import Allowance

HERE = Path(__file__).parent
ROUNDS = 5
GAMES = (
    ("0.07", "007", 20_000, 2.5),
    ("0.007", "0007", 20_000, 2.5),
    ("0.77, Kayles", "077", 20_000, None),
    ("0.6, Officers", "06", 20_000, None),
    ("Grundy's game", "U", 20_000, None),
    ("0.77, Kayles", "077", 100_000, 300),
    ("0.6, Officers", "06", 100_000, None),
)
LONG = (("0.77", "077", 10**6), ("0.16", "016", 10**6), ("0.376", "0376", 10**6))


def ours(digits: str, heaps: int) -> tuple[float, int]:
    """The CPU seconds and the checksum of a new table."""
    table = code_table(octal("0.7"), [UNEQUAL if c == "U" else int(c) for c in digits.ljust(2, "0")])
    start = time.process_time()
    table.grow((heaps - 1,), Allowance(1 << 62))
    seconds = time.process_time() - start
    hashed = 0
    for value in table.values[:heaps]:
        hashed = (hashed * 1_000_003 + value) & 0xFFFFFFFFFFFFFFFF
    return seconds, hashed


def rival(program: Path, digits: str, heaps: int) -> tuple[float, int]:
    """The same of the naive program."""
    done = subprocess.run([program, digits, str(heaps), "1"], check=True, capture_output=True, text=True)
    seconds, hashed = done.stdout.split()
    return float(seconds), int(hashed)


def compiled(directory: str) -> Path | None:
    """The rival as a program, or None where there is no C++ compiler."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    program = Path(directory) / "naive_codes"
    source = HERE / "rivals" / "naive_codes.cpp"
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
    return program


def against(program: Path) -> None:
    """Print the ratios."""
    print(f"{'game':<16} {'heaps':>9} {'ours':>10} {'naive C++':>10} {'ratio':>8}   wanted")
    for name, digits, heaps, wanted in GAMES:
        rounds = ROUNDS if heaps <= 20_000 else 2
        times: list[tuple[float, float]] = []
        for _ in range(rounds):
            theirs, their_hash = rival(program, digits, heaps)
            mine, my_hash = min(ours(digits, heaps) for _ in range(2))
            if my_hash != their_hash:
                raise ValueError(f"{name}: the tables differ")
            times.append((mine, theirs))
        mine, theirs = (min(column) for column in zip(*times, strict=True))
        want = f"{wanted:>6}x" if wanted else ""
        print(f"{name:<16} {heaps:>9,} {mine:>8.4f} s {theirs:>8.4f} s {theirs / mine:>7.1f}x  {want}", flush=True)


def periods() -> None:
    """Print how long the proofs of published periods take."""
    total, count = 0.0, 0
    with (HERE.parent / "tests" / "known" / "octal_periods.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if int(row["preperiod"]) + int(row["period"]) < 10**6]
    for row in rows:
        start = time.process_time()
        law = prove(octal(row["code"]), Budget(600.0)).certificate["law"]
        seconds = time.process_time() - start
        if (law["preperiod"], law["period"]) != (int(row["preperiod"]), int(row["period"])):
            raise ValueError(f"{row['code']} has another period")
        total, count = total + seconds, count + 1
        if row["code"] == "0.16":
            print(f"period of 0.16, proved: {seconds:.2f} s CPU (wanted: 3)")
    print(f"all {count} published rows with preperiod + period < 10^6, proved: {total:.2f} s CPU (wanted: 120)")


def main() -> None:
    """Print the figures."""
    sifting = ("none", "AVX2", "AVX-512")[sieve.best_way()]
    print(f"build: {build()}, sifting by {sifting}, Python {sys.version.split()[0]}\n")
    with tempfile.TemporaryDirectory() as directory:
        program = compiled(directory)
        if program is None:
            print("no C++ compiler: no rival")
        else:
            against(program)
    print()
    for name, digits, heaps in LONG:
        print(f"{name:<16} {heaps:>9,} {ours(digits, heaps)[0]:>8.4f} s CPU, without a rival")
    periods()


if __name__ == "__main__":
    main()
