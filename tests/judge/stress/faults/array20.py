# ruff: noqa: T201
"""Nim, a line each, with room for 20 heaps."""

import sys

for line in sys.stdin:
    heaps = [0] * 20
    for place, heap in enumerate(map(int, line.split())):
        heaps[place] = heap
    total = 0
    for heap in heaps:
        total ^= heap
    if line.strip():
        print("N" if total else "P")
