# ruff: noqa: T201
"""Wythoff's game, one case only."""

from math import isqrt

a, b = sorted(map(int, input().split()))
d = b - a
print(int(a != (d + isqrt(5 * d * d)) // 2))
