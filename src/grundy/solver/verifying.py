"""Entries of a table against the mex of their options' values, as the table has them."""

from __future__ import annotations

from array import array
from collections.abc import Hashable
from functools import reduce
from operator import xor
from random import Random
from typing import Any, cast

from grundy.rules.errors import LimitExceeded
from grundy.rules.meter import Meter
from grundy.rules.rulesets import TextRuleset
from grundy.rules.said import said

from .packed import Packed, largest
from .search import Judging
from .tables import Table

ENTRIES = 1_000
WORK = 200_000
"""Options to look at."""
_QUICK_WORK = 5_000_000
"""Options of codes, which are looked at many at a time."""

Wrong = tuple[Hashable, Any, Any]


def entries_that_differ(found: Table, entries: int = ENTRIES, seed: int | None = None) -> Wrong | None:
    """The first of some random entries that is not the mex of its options, with the mex; None where all are.

    Entries that have an option outside the table are passed over. At most *entries* are looked at, fewer where their
    options are many.
    """
    random = Random(seed)  # noqa: S311 - nothing secret
    size = found.region.size
    chosen = list(range(size)) if size <= entries else random.sample(range(size), entries)
    if isinstance(found.flat, Packed):
        chosen.insert(0, found.flat.index(largest(found.flat.numbers)))
    digits = _digits(found)
    if digits is not None:
        return _differing_heap(found.flat.numbers, digits, chosen)  # type: ignore[attr-defined]
    reader = _Reader(found)
    left = WORK
    for index in chosen:
        component = reader.component(index)
        meter = Meter(min(left, WORK // 4), what=said("a look at the table"), raised_by="nothing")
        try:
            value = reader.by_options(component, meter)
        except LimitExceeded:
            value = None
        if value is not None and value != found.flat[index]:
            return component, found.flat[index], value
        left -= meter.spent
        if left <= 0:
            break
    return None


def _digits(found: Table) -> tuple[int, ...] | None:
    """The digits of the code that a large table is of, where its heaps are looked at many splits at a time."""
    if not isinstance(found.flat, Packed) or found.start != 0 or found.play == "misere" or found.ruleset.heaps != 1:
        return None
    from .breaking import code_digits
    from .eliminating import Unread

    digits: tuple[int, ...] | None = getattr(found.ruleset, "digits", None)
    if isinstance(found.ruleset, TextRuleset):
        try:
            digits = code_digits(found.ruleset)
        except Unread:
            return None
    return None if digits is None or any(d & 8 for d in digits) else digits


class _Reader:
    """The entries of a table by their components."""

    def __init__(self, found: Table) -> None:
        self.found = found
        self.axes = found.region.axes
        self.judging = Judging(
            terminal=int(found.play == "misere"), forbidden=getattr(found.ruleset, "options_forbidden", None)
        )

    def component(self, index: int) -> Hashable:
        heaps = []
        for axis in reversed(self.axes):
            index, place = divmod(index, len(axis))
            heaps.append(axis[place])
        return cast("Hashable", self.found.ruleset.component(heaps[::-1]))

    def value(self, component: Any) -> int | None:
        """The entry of a component; None where the table has none."""
        index = 0
        if not isinstance(component, tuple) or len(component) != len(self.axes):
            return None
        for axis, heap in zip(self.axes, component, strict=True):
            if heap not in axis:
                return None
            index = index * len(axis) + heap - axis.start
        entry = self.found.flat[index]
        return int(entry == "N") if self.found.about == "outcome" else cast("int", entry)

    def by_options(self, component: Hashable, meter: Meter) -> Any:
        """The value of a component by its options; None where the table does not have them all."""
        misere = self.found.play == "misere"
        values = []
        for option in self.found.ruleset.options(component, meter):
            parts = [self.value(part) for part in option]
            if None in parts or (misere and len(parts) != 1):
                return None
            values.append(reduce(xor, cast("list[int]", parts), 0))
        value = self.judging.value(values)
        return ("N" if value else "P") if self.found.about == "outcome" else value


def _differing_heap(values: array[int], digits: tuple[int, ...], chosen: Any) -> Wrong | None:
    """As `entries_that_differ`, for a code whose table begins with heap 0: all splits of a heap at once."""
    import numpy as np

    from .breaking import UNEQUAL

    table = np.frombuffer(values, dtype=values.typecode)
    above = 1 << int(table.max()).bit_length()  # all sums are below
    work = 0
    for n in chosen:
        size = min(above, 2 * len(digits) * n + 1)  # so is every mex, at most
        seen = np.zeros(size + 1, dtype=bool)
        for t, digit in enumerate(digits[: n + 1]):
            rest = n - t
            if digit & 1 and not rest:
                seen[0] = True
            if digit & 2 and rest:
                seen[min(int(table[rest]), size)] = True
            half = rest // 2 + 1 if digit & 4 else (rest + 1) // 2 if digit & UNEQUAL else 0
            if half > 1:
                sums = table[1:half] ^ table[rest - 1 : rest - half : -1]
                seen[sums if size == above else sums[sums < size]] = True
                work += half
        seen[size] = False
        mex = int(np.argmin(seen))
        if mex != values[n]:
            return (n,), values[n], mex
        if work > _QUICK_WORK:
            break
    return None
