# ruff: noqa: T201
"""The race from the goal down, without an end for n = 1."""

import sys

for line in sys.stdin:
    if not line.strip():
        continue
    n, turn, won = int(line), 0, False
    while n > 1 or (n == 1 and turn == 0):
        factor = 2 if turn % 2 else 9
        if n > 1:
            turn += 1
            n = -(-n // factor)
    print("Nic wins." if turn % 2 or not turn else "Susan wins.")
