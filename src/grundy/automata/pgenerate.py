"""P-positions of linear rules in a box, by marking: each P-position found marks all positions that can move to it.

Positions are met in an order in which every move goes back, so one that nobody marked is a P-position. What a
P-position marks is a union of arithmetic progressions in the table, found by Fourier–Motzkin elimination once for each
family of moves.
Source of the idea: the sieve by which the P-positions of Wythoff's game are listed row by row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from grundy.rules.blocking import Blocking
from grundy.rules.errors import GrundyError
from grundy.rules.rulesets import TextRuleset

from .families import Family, NoFamilies, families
from .known import Known
from .preimages import Preimage, preimage, ways_of_moving
from .tables import Array

if TYPE_CHECKING:
    from grundy.rules.budget import Budget
    from grundy.rules.rulesets import Ruleset

MAX_CELLS = 60_000_000
MAX_FOUND = 60_000
_MAX_SORTED = 4_000_000
_CHECK_EVERY = 64


class NotGenerated(GrundyError):
    """No box of outcomes can be computed; the text says why."""


@dataclass(frozen=True, slots=True)
class _Region:
    """A part of the positions that no move leaves: heaps from *least* below *tops*, weights·x <= *most*."""

    least: int
    tops: tuple[int, ...]
    weights: tuple[int, ...]
    most: int


def p_positions(
    ruleset: Ruleset, side: int, budget: Budget, *, play: str = "normal", moves: Sequence[Family] | None = None
) -> Known:
    """All P-positions with heaps below *side*; raises NotGenerated, NoFamilies, OutOfBudget.

    >>> from grundy.rules.budget import Budget
    >>> from grundy.rules.family import ruleset
    >>> wythoff = ruleset("a, b -> a-t, b | a, b-t | a-t, b-t")
    >>> p_positions(wythoff, 8, Budget()).members.tolist()
    [[0, 0], [1, 2], [2, 1], [3, 5], [4, 7], [5, 3], [7, 4]]
    """
    inner = ruleset.inner if isinstance(ruleset, Blocking) else ruleset
    forbidden = ruleset.options_forbidden if isinstance(ruleset, Blocking) else 0
    if not isinstance(inner, TextRuleset) or inner.splits:
        raise NotGenerated("outcomes are generated for rule texts whose moves leave one component")
    found = families(inner.clauses(), inner.least) if moves is None else moves
    region = _region(inner, found, side)
    sieve = _Sieve(inner, found, region, forbidden, misere=play == "misere")
    members = sieve.run(budget)
    inside = (members < side).all(axis=1)
    return Known(members[inside], side, inner.heaps)


def _region(ruleset: TextRuleset, found: Sequence[Family], side: int) -> _Region:
    """The box, widened until no move leaves it and cut where the falling measure allows."""
    heaps, least = ruleset.heaps, ruleset.least
    every = [ways for family in found for ways in ways_of_moving(family, least)]
    rising = [ways for ways in every if not ways.falls]
    if not rising:
        return _Region(least, (side,) * heaps, (0,) * heaps, 0)
    weights = ruleset.ending.measure.weights[0]
    if min(weights) < 0:  # no cut: guards alone must bound what is reached
        weights = (0,) * heaps
    most = sum(weights) * (side - 1)
    raised = {ways.place for ways in rising}
    open_tops = [None if i in raised else side for i in range(heaps)]
    tops = [side] * heaps
    try:
        for ways in rising:
            tops[ways.place] = max(tops[ways.place], ways.highest(open_tops, weights, most) + 1)
    except NoFamilies:
        raise NotGenerated("moves raise heaps out of every box") from None
    return _Region(least, tuple(tops), weights, most)


class _Sieve:
    """The table of marks, and how it is filled."""

    def __init__(
        self, ruleset: TextRuleset, found: Sequence[Family], region: _Region, forbidden: int, *, misere: bool
    ) -> None:
        self.ruleset = ruleset
        self.region = region
        self.misere = misere
        self.forbidden = forbidden
        self.sides = [top - region.least for top in region.tops]
        self.cells = prod(self.sides)
        if self.cells > MAX_CELLS:
            raise NotGenerated(f"a table of {self.cells:,} outcomes is too large")
        order = _lexicographic(found, ruleset.heaps, region.least)
        self.lexicographic = order is not None
        self.strides = _strides(self.sides, order or tuple(range(ruleset.heaps)))
        self.buffer = bytearray(self.cells)
        self.marks = np.frombuffer(self.buffer, dtype=np.uint8)
        self.counts = np.zeros(self.cells, dtype=np.uint16) if forbidden else None
        cut = (region.weights, region.most) if any(region.weights) else None
        self.images: list[Preimage] = [preimage(f, region.least, region.tops, self.strides, cut) for f in found]

    def run(self, budget: Budget) -> Array:
        """The P-positions of the region, as sorted rows."""
        self._cut()
        found: list[tuple[int, ...]] = []
        for place in self._unmarked():
            if len(found) % _CHECK_EVERY == 0:
                budget.check("listing P-positions")
            position = self._position(place)
            self.marks[place] = 1
            if self.misere and next(self.ruleset.options(position), None) is None:
                continue
            found.append(position)
            if len(found) > MAX_FOUND:
                raise NotGenerated(f"a box has more than {MAX_FOUND:,} P-positions")
            self._mark(position)
        rows = np.array(sorted(found), dtype=np.int64)
        return rows.reshape(len(found), self.ruleset.heaps)

    def _cut(self) -> None:
        """Mark what lies outside the region."""
        if any(self.region.weights):
            total = np.zeros(self.cells, dtype=np.int64)
            for w, axis in zip(self.region.weights, self._axes(), strict=True):
                total += w * axis
            self.marks[total > self.region.most] = 1

    def _axes(self) -> Iterator[Array]:
        """The heaps of all cells, one array a heap."""
        places = np.arange(self.cells, dtype=np.int64)
        for side, stride in zip(self.sides, self.strides, strict=True):
            yield places // stride % side + self.region.least

    def _position(self, place: int) -> tuple[int, ...]:
        least = self.region.least
        return tuple(place // t % s + least for t, s in zip(self.strides, self.sides, strict=True))

    def _unmarked(self) -> Iterator[int]:
        """The cells that nobody has marked, once all positions they can move to were met."""
        if self.lexicographic:
            place = self.buffer.find(0)
            while place >= 0:
                yield place
                place = self.buffer.find(0, place + 1)
            return
        if self.cells > _MAX_SORTED:
            raise NotGenerated(f"a table of {self.cells:,} outcomes in an order of its own is too large")
        axes = list(self._axes())
        keys = [
            sum((w * a for w, a in zip(weights, axes, strict=True)), start=np.zeros(self.cells, dtype=np.int64))
            for weights in self.ruleset.ending.measure.weights
        ]
        order = np.lexsort(keys[::-1])
        new = np.zeros(self.cells, dtype=bool)
        new[:1] = True
        for key in keys:
            new[1:] |= key[order[1:]] != key[order[:-1]]
        for level in np.split(order, np.flatnonzero(new)[1:]):
            yield from level[self.marks[level] == 0].tolist()

    def _mark(self, position: tuple[int, ...]) -> None:
        if self.counts is None:
            for image in self.images:
                for progression in image.progressions(position):
                    self.marks[progression] = 1
            return
        places = [np.arange(p.start, p.stop, p.step) for image in self.images for p in image.progressions(position)]
        if not places:
            return
        distinct = np.unique(np.concatenate(places))
        raised = np.minimum(self.counts[distinct] + 1, self.forbidden + 1)
        self.counts[distinct] = raised
        self.marks[distinct[raised > self.forbidden]] = 1


def _strides(sides: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """The strides of a table whose slowest axis is order[0]."""
    strides = [0] * len(sides)
    step = 1
    for place in reversed(order):
        strides[place] = step
        step *= sides[place]
    return tuple(strides)


def _lexicographic(found: Sequence[Family], heaps: int, least: int) -> tuple[int, ...] | None:
    """An order of the heaps in which every move goes down lexicographically, or None."""
    orders: Iterable[tuple[int, ...]] = [tuple(range(heaps)), tuple(range(heaps))[::-1]]
    if heaps <= 3:
        orders = permutations(range(heaps))
    for order in orders:
        if all(_falls(family, order, least) for family in found):
            return order
    return None


def _falls(family: Family, order: Sequence[int], least: int) -> bool:
    """Whether the first heap in *order* that changes falls, in every move of the family."""
    ways = {w.place: w for w in ways_of_moving(family, least)}
    stay: list[int] = []
    for place in order:
        if place not in ways:
            continue
        lowest = ways[place].least_fall(stay)
        if lowest is None or lowest >= 1:
            return True
        if lowest < 0:
            return False
        stay.append(place)
    return False


__all__ = ["Known", "NoFamilies", "NotGenerated", "p_positions"]
