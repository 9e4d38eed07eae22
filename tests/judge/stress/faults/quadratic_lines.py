# ruff: noqa: T201
"""The race, with the input taken from the front of one text: quadratic in the number of cases."""

import sys

text = sys.stdin.read()
while text.strip():
    line, _, text = text.partition("\n")
    if line:
        n, p = int(line), 1
        nic = True
        while n > 1:
            p *= 9 if nic else 2
            if p >= n:
                break
            nic = not nic
        print("Nic wins." if nic else "Susan wins.")
