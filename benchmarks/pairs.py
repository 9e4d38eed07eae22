"""Grundy tables of two heaps along lines, against C++ and against the generic kernel; tables from files.

The rivals are `rivals/lines.cpp`, compiled with -O3 -march=native: a naive loop over all options, plain bitsets, and
bitsets that use the symmetry. Ours is the growth of a new table, with all that it allocates. All give one checksum.
Runs are interleaved; a figure is the least of the rounds, CPU and wall.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from grundy import expression, ruleset, table
from grundy.kernels import build
from grundy.rules.rulesets import TextRuleset
from grundy.solver import load_table
from grundy.solver.lineartables import BoxTable
from grundy.solver.linetables import LinesTable
from grundy.solver.store import Allowance, GrowingTable, new_table

HERE = Path(__file__).parent
ROUNDS = 7
RIVALS = (("naive", 100.0), ("bitsets", None), ("tuned", 0.5))
"""The ways of the rival, each with the ratio that is wanted."""
OTHERS = (
    "wythoff", "nim[:, :]", "king", "wythoff_r(3)", "bash(20)[:, :]",
    "a, b -> a-t, b | a, b-t | a-t, b-2*t | a-2*t, b-t",
    "a, b -> a-t, b where 5 <= t <= 30 | a, b-t where t % 2 == 1 | a-t, b-t where t <= 20",
)  # fmt: skip
NO_LIMIT = 1 << 62
Times = tuple[float, float]


def rules_of(text: str) -> TextRuleset:
    """The rules of a text or a catalogue expression."""
    found: TextRuleset = ruleset(text) if "->" in text else expression(text)
    return found


def timed(act: Callable[[], object]) -> Times:
    """The CPU and wall seconds of an act."""
    cpu, wall = time.process_time(), time.perf_counter()
    act()
    return time.process_time() - cpu, time.perf_counter() - wall


def grown(growing: GrowingTable, side: int) -> Times:
    """The time in which a table grows to side x side."""
    top = growing.ruleset.least + side - 1
    return timed(lambda: growing.grow((top, top), Allowance(NO_LIMIT)))


def checksum(growing: GrowingTable, side: int) -> int:
    """That of the rivals."""
    hashed = 0
    for value in growing.part((range(side), range(side))):
        hashed = (hashed * 1_000_003 + value) & 0xFFFFFFFFFFFFFFFF
    return hashed


def least(times: list[Times]) -> Times:
    """The least CPU and the least wall time."""
    return min(t for t, _ in times), min(t for _, t in times)


def compiled(directory: str) -> Path | None:
    """The rival as a program, or None where there is no C++ compiler."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    program = Path(directory) / "lines"
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, HERE / "rivals" / "lines.cpp"], check=True)
    return program


def against(program: Path, side: int) -> None:
    """Print the ratios for Wythoff's game."""
    wythoff = rules_of("wythoff")
    ours: list[Times] = []
    theirs: dict[str, list[Times]] = {how: [] for how, _ in RIVALS}
    for _ in range(ROUNDS):
        for how, times in theirs.items():
            done = subprocess.run([program, how, str(side), "1"], check=True, capture_output=True, text=True)
            cpu, wall, hashed = done.stdout.split()
            times.append((float(cpu), float(wall)))
        growing = new_table(wythoff)
        if growing is None:
            raise ValueError("no table of Wythoff's game")
        ours.append(grown(growing, side))
        if checksum(growing, side) != int(hashed):
            raise ValueError("the tables differ")
    mine = least(ours)
    print(f"Wythoff's game, {side:,} x {side:,}: {mine[0]:.4f} s CPU, {mine[1]:.4f} s wall")
    for how, wanted in RIVALS:
        rival = least(theirs[how])
        want = f"   wanted: {wanted:g}x" if wanted else ""
        ratios = f"{rival[0] / mine[0]:>6.2f}x CPU {rival[1] / mine[1]:>6.2f}x wall"
        print(f"  C++ {how:<8} {rival[0]:>9.4f} s {rival[1]:>9.4f} s   {ratios}{want}")


def against_generic(side: int) -> None:
    """Print the ratios to the kernel that looks at every option."""
    print(f"\nside {side}, against the generic kernel (CPU)")
    for text in OTHERS:
        rules = rules_of(text)
        times: list[Times] = []
        for _ in range(3):
            lines, generic = new_table(rules), BoxTable(rules, rules.clauses())
            if not isinstance(lines, LinesTable):
                raise TypeError(f"{text} is not along lines")
            times.append((grown(generic, side)[0], grown(lines, side)[0]))
            if checksum(lines, side) != checksum(generic, side):
                raise ValueError(f"{text}: the tables differ")
        theirs, mine = least(times)
        print(f"  {text:<84} {mine:>8.4f} s {theirs:>8.4f} s {theirs / mine:>6.1f}x")


def files(directory: str) -> None:
    """Print how long a table takes that is computed, saved, loaded, and gone on from."""
    print("\nfiles (CPU seconds)")
    for text, to, further in (('octal("0.77")', 10**6, 1000), ('octal("0.6")', 10**5, 100)):
        rules, path = expression(text), Path(directory) / "table"
        made = timed(lambda: table(rules, to, laws=False, work=NO_LIMIT))[0]  # noqa: B023 - called at once
        found = table(rules, to, laws=False)
        saved = timed(lambda: found.save(path))[0]  # noqa: B023
        loaded = timed(lambda: load_table(path))[0]  # noqa: B023
        known = load_table(path)
        grown_on = timed(lambda: table(rules, to + further, known=known, work=NO_LIMIT))[0]  # noqa: B023
        print(
            f"  {text} to {to:,}: {made:.2f}; saved {saved:.2f}, loaded {loaded:.2f}, {further:,} more {grown_on:.2f}"
        )


def main() -> None:
    """Print the figures."""
    print(f"build: {build()}, Python {sys.version.split()[0]}\n")
    with tempfile.TemporaryDirectory() as directory:
        program = compiled(directory)
        if program is None:
            print("no C++ compiler: no rival")
        else:
            against(program, 1000)
        against_generic(300)
        files(directory)


if __name__ == "__main__":
    main()
