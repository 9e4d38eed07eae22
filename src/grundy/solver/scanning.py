"""Progressions of the integers in a range that have a property which, between some breaks, goes by the remainder."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import pairwise
from math import lcm

from .groups import NoForm
from .reducing import System, bounds

MAX_CLASSES = 300_000
Stretch = tuple[int, int, int]
"""First, step and number of the members of a progression."""


class Piece:
    """The integers *low*, low + step, …, *high* that a system gives its one output."""

    __slots__ = ("high", "label", "low", "step")

    def __init__(self, label: int, low: int, high: int, step: int) -> None:
        self.label = label
        self.low = low
        self.high = high
        self.step = step

    def __contains__(self, n: int) -> bool:
        return self.low <= n <= self.high and (n - self.low) % self.step == 0


def piece(label: int, system: System | None) -> Piece | None:
    """The values of the first output of a system in at most one variable; None where there are none; raises NoForm."""
    if system is None:
        return None
    *slope, constant = system.outputs[0]
    if not slope:
        return Piece(label, constant, constant, 1)
    low, high = bounds(system.rows)
    if low is None or high is None:
        raise NoForm("a heap without bounds")
    if low > high:
        return None
    if slope[0] == 0:
        return Piece(label, constant, constant, 1)
    ends = sorted((slope[0] * low + constant, slope[0] * high + constant))
    return Piece(label, ends[0], ends[1], abs(slope[0]))


def scan(
    low: int,
    high: int,
    breaks: Iterable[int],
    moduli: Iterable[int],
    classify: Callable[[int], Hashable | None],
) -> list[tuple[Hashable, Stretch]]:
    """The integers in low..high for which *classify* gives something, by what it gives; raises NoForm.

    Between two breaks (each the first integer of a stretch) what it gives must depend only on the remainder of its
    argument by the least common multiple of the *moduli*.

    >>> scan(0, 10**9, [5], [2], lambda n: "odd" if n >= 5 and n % 2 else None)
    [('odd', (5, 2, 499999998))]
    """
    modulus = lcm(*moduli)
    ends = sorted({low, high + 1, *(b for b in breaks if low < b <= high)}) if low <= high else []
    work = sum(min(modulus, stop - start) for start, stop in pairwise(ends))
    if work > MAX_CLASSES:
        raise NoForm("more residues than are looked at")
    found: list[tuple[Hashable, Stretch]] = []
    for start, stop in pairwise(ends):
        for first in range(start, min(stop, start + modulus)):
            kind = classify(first)
            if kind is not None:
                found.append((kind, (first, modulus, (stop - 1 - first) // modulus + 1)))
    return found
