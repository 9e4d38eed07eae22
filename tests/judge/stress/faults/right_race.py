# ruff: noqa: T201
"""The race."""

import sys

for line in sys.stdin:
    if line.strip():
        n, p, nic = int(line), 1, True
        while n > 1:
            p *= 9 if nic else 2
            if p >= n:
                break
            nic = not nic
        print("Nic wins." if nic else "Susan wins.")
