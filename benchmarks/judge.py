"""`judge` on 10^5 blackboard numbers against a plain Python loop that only reads and xors them.

Both are programs of their own, start-up included, their runs interleaved; CPU time, medians.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

COUNT = 10**5
LOOP = """
import sys
data = sys.stdin.read().split()
total = 0
for word in data[2:]:
    total ^= int(word)
print(total)
"""
FUNCTION = """
import sys
from grundy.judge import judge
judge("51nod1661", sys.stdin.buffer, sys.stdout.buffer)
"""


def drawn(_k: int) -> list[int]:
    """Random numbers to 10^18."""
    return [random.randint(1, 10**18) for _ in range(COUNT)]


def lost(k: int) -> list[int]:
    """A P-position: random numbers to 10^18, each twice."""
    numbers = drawn(k)[: COUNT // 2] * 2
    random.shuffle(numbers)
    return numbers


def last_only(_k: int) -> list[int]:
    """A position that only a move in the last number wins, for k = 2.

    An even number 2m has value m, the largest of its options' and its own. Here no m but that of the last number
    has bit 40, and those of the others cancel out: their options of value m xor 2^40 > m are not there.
    """
    halves = [random.randint(1, 5 * 10**17) & ~(1 << 40) for _ in range(COUNT // 2)]
    numbers = [2 * m for m in halves * 2]
    random.shuffle(numbers)
    return [*numbers, 2 << 40]


INPUTS: list[tuple[str, int, Callable[[int], list[int]]]] = [
    ("random to 10^18, k = 2", 2, drawn),
    ("random to 10^18, k = 7", 7, drawn),
    ("random to 10^18, k = 10^9", 10**9, drawn),
    ("random to 10^18, k = 10^18", 10**18, drawn),
    ("all 2^60-1, k = 2", 2, lambda _k: [2**60 - 1] * COUNT),
    ("all 10^18, k = 3", 3, lambda _k: [10**18] * COUNT),
    ("lost, k = 5", 5, lost),
    ("won by the last number only, k = 2", 2, last_only),
]


def cpu_seconds(command: list[str], path: Path) -> float:
    """The CPU time of a program that reads *path*."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with path.open("rb") as source:
        subprocess.run(command, stdin=source, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print a line for each input: CPU seconds of both, and the ratio of the medians (at most 3 is wanted)."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=11)
    rounds = parser.parse_args().rounds
    ways = {"judge()": [sys.executable, "-c", FUNCTION]}
    if find_spec("grundy.cli"):
        command = "from grundy.cli import main; main()"  # what the installed `grundy` does
        ways["grundy judge"] = [sys.executable, "-c", command, "judge", "51nod1661"]
    rival = [sys.executable, "-c", LOOP]
    random.seed(1661)
    print(f"{COUNT:,} numbers{'':<28} {'by':<14} {'ours':>9} {'rival':>9} {'ratio':>6}")
    for name, k, make in INPUTS:
        numbers = make(k)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "input.txt"
            path.write_text(f"{len(numbers)} {k}\n{' '.join(map(str, numbers))}\n")
            for way, ours in ways.items():
                pairs = [(cpu_seconds(rival, path), cpu_seconds(ours, path)) for _ in range(rounds)]
                loop, judged = (statistics.median(times) for times in zip(*pairs, strict=True))
                print(f"{name:<43} {way:<14} {judged:>7.4f} s {loop:>7.4f} s {judged / loop:>5.2f}x")


if __name__ == "__main__":
    main()
