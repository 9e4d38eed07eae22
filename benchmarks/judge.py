"""`judge` on the blackboard problem against a plain Python loop that only reads the numbers and xors them."""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

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
COUNT = 10**5


def value(n: int, k: int) -> int:
    """The Grundy value of n, by the statement of the problem's theory."""
    while n > 1:
        a, b = divmod(n - 1, k)
        if b:
            return a * (k - 1) + b
        n = a
    return 0


def drawn(k: int, top: int) -> list[int]:
    """Random numbers in 1..top."""
    return [random.randint(1, top) for _ in range(COUNT)]


def lost(k: int) -> list[int]:
    """A P-position: two of each of some random numbers, shuffled."""
    half = [random.randint(1, 10**18) for _ in range(COUNT // 2)]
    numbers = half * 2
    random.shuffle(numbers)
    return numbers


def last_only(k: int) -> list[int]:
    """Equal numbers whose sum is won by a move in the last number only."""
    number = 10**18 - 1
    while value(number, k) == 0:
        number -= 1
    total, last = 0, 1
    for _ in range(COUNT - 1):
        total ^= value(number, k)
    wanted = 1 << 58
    numbers = [number if value(number, k) & wanted == 0 else number // 2] * (COUNT - 2)
    return [*numbers, 1, max(last, wanted * 2)]


INPUTS: list[tuple[str, int, Callable[[int], list[int]]]] = []
