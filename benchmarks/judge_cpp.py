"""`grundy judge` against C++ programs for the same problems, plain ones and ones tuned to the limit.

The plain ones use scanf and printf, as published solutions do, and start-up is included; the tuned ones read the
input at once, take the digits by hand and write once, and the CPU time on an empty input is subtracted from both.
Runs are interleaved, and the answers are compared first. It needs g++.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from math import isqrt
from pathlib import Path
from typing import NamedTuple

from measure import Figure

from judge import cpu_seconds

RIVALS = Path(__file__).with_name("rivals")
ONCE = 10**6  # so many lines are drawn; longer files repeat them
OURS = [sys.executable, "-c", "from grundy.cli import main; main()", "judge"]  # what the installed `grundy` does
HEADING = f"{'':<44} {'ours':>9} {'rival':>9} {'ratio':>7} {'wanted':>7}"


class Input(NamedTuple):
    """A file to make: its problem, the rivals' name, how many parts of so many lines, and the ratios wanted."""

    name: str
    problem: str
    rival: str
    make: Callable[[], Iterator[str]]
    times: int
    plain: float
    tuned: float | None = 2.0


def pairs(most: int) -> Iterator[str]:
    """Heaps to *most*, every eighth pair lost."""
    for index in range(ONCE):
        if index % 8:
            yield f"{random.randint(0, most)} {random.randint(0, most)}\n"
        else:
            d = random.randint(0, most // 3)
            a = (d + isqrt(5 * d * d)) // 2
            yield f"{a + d} {a}\n" if index % 16 else f"{a} {a + d}\n"


def heaps() -> Iterator[str]:
    """At most 20 heaps to 10^7, every second case lost."""
    for index in range(ONCE):
        found = [random.randint(1, 10**7) for _ in range(random.randint(1, 20 if index % 2 else 10))]
        found = found if index % 2 else [heap for heap in found for _ in range(2)]
        yield f"{len(found)} {' '.join(map(str, found))}\n"


def goals() -> Iterator[str]:
    """Goals below 4294967295."""
    return (f"{random.randint(1, 4294967294)}\n" for _ in range(ONCE))


def boards() -> Iterator[str]:
    """20 cases of 10^5 numbers to 10^18, every fifth lost, for divisors k of every size."""
    for index in range(20):
        k = random.randint(2, 10 ** (1 + 17 * index // 19)) if index else 2
        numbers = [random.randint(1, 10**18) for _ in range(10**5 if index % 5 else 5 * 10**4)]
        numbers = numbers if index % 5 else numbers * 2
        yield f"{len(numbers)} {k}\n{' '.join(map(str, numbers))}\n"


INPUTS = [
    Input("POJ 1067, 10^7 pairs to 10^9", "poj1067", "wythoff", lambda: pairs(10**9), 10, 0.5),
    Input("POJ 1067, 10^7 pairs to 10^18", "poj1067", "wythoff", lambda: pairs(10**18), 10, 0.5),
    Input("POJ 2234, 10^6 cases, M <= 20", "poj2234", "nim", heaps, 1, 0.5),
    Input("Sicily 1305, 10^7 lines", "soj1305", "race", goals, 10, 0.5),
    Input("51Nod 1661, 20 cases of 10^5 numbers", "51nod1661", "blackboard", boards, 1, 0.8),
    Input("POJ 1067, 10^6 pairs to 10^9", "poj1067", "wythoff", lambda: pairs(10**9), 1, 1.0, None),
    Input("POJ 1067, 10^6 pairs to 10^18", "poj1067", "wythoff", lambda: pairs(10**18), 1, 1.0, None),
    Input("Sicily 1305, 10^6 lines", "soj1305", "race", goals, 1, 1.0, None),
]


def interleaved(rival: list[str], ours: list[str], path: Path, rounds: int) -> tuple[float, float]:
    """The median CPU seconds of both on *path*, ours first."""
    times = [(cpu_seconds(ours, path), cpu_seconds(rival, path)) for _ in range(rounds)]
    return statistics.median(t for t, _ in times), statistics.median(t for _, t in times)


def answers(command: list[str], source: Path, target: Path) -> bytes:
    """The answers of a program, which also stand in *target*."""
    with source.open("rb") as given, target.open("wb") as out:
        subprocess.run(command, stdin=given, stdout=out, check=True)
    return target.read_bytes()


def same_answers(entry: Input, rival: list[str], ours: list[str], path: Path) -> None:
    """Raise ValueError where the programs differ on the first lines of *path*."""
    short = path.with_suffix(".short")
    with path.open("rb") as source:
        text = source.read(1 << 27)
    short.write_bytes(text[: text.rfind(b"\n") + 1])
    if answers(rival, short, path.with_suffix(".a")) != answers(ours, short, path.with_suffix(".b")):
        raise ValueError(f"{entry.name}: the answers of {rival[0]} differ")


def shown(name: str, ours: float, rival: float, wanted: float) -> str:
    """One line of the table; the ratio is ours to the rival's."""
    figure = Figure(name, ours, rival)
    return f"{name:<44} {figure.ours:>7.3f} s {figure.rival:>7.3f} s {ours / rival:>6.2f}x {wanted:>6.2f}x"


def measure(entry: Input, folder: Path, rounds: int) -> None:
    """Print the lines of one input."""
    random.seed(1305)
    path, empty = folder / "input.txt", folder / "empty.txt"
    part = "".join(entry.make())
    with path.open("w") as file:
        for _ in range(entry.times):
            file.write(part)
    empty.write_text("")
    ours = [*OURS, entry.problem]
    for kind, wanted in (("plain", entry.plain), ("tuned", entry.tuned)):
        if wanted is None:
            continue
        rival = [str(folder / f"{kind}_{entry.rival}")]
        source = RIVALS / f"{kind}_{entry.rival}.cpp"
        subprocess.run(["g++", "-O2", str(source), "-o", rival[0]], check=True)  # noqa: S607  the one on the path
        same_answers(entry, rival, ours, path)
        a, b = interleaved(rival, ours, path, rounds)
        if kind == "tuned":
            start_a, start_b = interleaved(rival, ours, empty, max(rounds, 5))
            a, b = a - start_a, b - start_b
        print(shown(f"{entry.name}, {kind}", a, b, wanted), flush=True)


def main() -> None:
    """Print a line for each input and rival: CPU seconds of both, their ratio, and the ratio that is wanted."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="inputs whose names hold this text")
    given = parser.parse_args()
    if shutil.which("g++") is None:
        print("g++ is needed to build the rivals")
        return
    print(HEADING)
    for entry in INPUTS:
        if given.only in entry.name:
            with tempfile.TemporaryDirectory() as folder:
                measure(entry, Path(folder), given.rounds)


if __name__ == "__main__":
    main()
