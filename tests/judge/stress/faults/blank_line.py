# ruff: noqa: T201
"""The race, with every line read as a case, a blank one too."""

import sys

for line in sys.stdin.read().split("\n")[: -1 or None]:
    n = int(line or 0)
    p, nic = 1, True
    while n > 1:
        p *= 9 if nic else 2
        if p >= n:
            break
        nic = not nic
    print("Nic wins." if nic else "Susan wins.")
