"""Candidate laws of rules: tables grown as far as a few seconds take them, then what fits them."""

from __future__ import annotations

import time
from collections.abc import Mapping

from grundy.rules.budget import Budget
from grundy.rules.errors import LimitExceeded
from grundy.rules.positions import Region
from grundy.rules.rulesets import Ruleset
from grundy.solver.solution import Play
from grundy.solver.tables import Table
from grundy.solver.tabling import Interrupted, TableCut, table

from .candidates import Candidate, candidates
from .pairs import pair_candidates
from .probing import first_failure, first_failure_beyond
from .reading import PairTable

SIZES: Mapping[int, tuple[int, ...]] = {1: (60, 200, 1000, 5000), 2: (12, 24, 60)}
MISERE_SIZES: Mapping[int, tuple[int, ...]] = {1: (20, 60, 150), 2: (8, 16)}


def of_ruleset(ruleset: Ruleset, play: Play, budget: Budget) -> list[Candidate]:
    """The laws that fit the largest table that the budget allows, the shortest first; none where none is found.

    A law that fails at a heap near a number that the rules name, or next to the table, is left out
    (:mod:`.probing`).
    Raises LimitExceeded where not even a small table is in reach.

    >>> from grundy.rules.family import ruleset
    >>> of_ruleset(ruleset("n -> n-t where t in {1, 3, 4}"), "normal", Budget(5))[0].law.value((10**18,))
    1
    """
    if getattr(ruleset, "start", ()) or ruleset.heaps not in SIZES:
        return []
    found = _largest(ruleset, play, budget)
    if found is None:
        return []
    if ruleset.heaps == 1:
        fitting = candidates(found.flat, ruleset.least, found.about)
        fitting = [one for one in fitting if first_failure(ruleset, one.law, play) is None]
        last = ruleset.least + len(found.flat) - 1
        while fitting and first_failure_beyond(ruleset, fitting[0].law, last, play) is not None:
            fitting = fitting[1:]
        return fitting
    rows = tuple(tuple(row) for row in found.values)
    return pair_candidates(PairTable(str(ruleset), (ruleset.least, ruleset.least), rows, found.about))


def _largest(ruleset: Ruleset, play: Play, budget: Budget) -> Table | None:
    """The largest table, of the sizes tried, that a part of the time is likely to be enough for."""
    sizes = (MISERE_SIZES if play == "misere" else SIZES)[ruleset.heaps]
    largest: Table | None = None
    for size, larger in zip(sizes, (*sizes[1:], None), strict=True):
        region = ruleset[(slice(ruleset.least, ruleset.least + size),) * ruleset.heaps]
        if not isinstance(region, Region):  # pragma: no cover - bounded slices give regions
            break
        begun = time.monotonic()
        try:
            largest = table(region, misere=play == "misere", laws=False)
        except (TableCut, LimitExceeded):
            if largest is None:
                raise
            break
        except Interrupted:
            raise KeyboardInterrupt from None
        spent = time.monotonic() - begun
        if larger is None or spent * (larger / size) ** (2 * ruleset.heaps) > budget.left / 2:
            break
    return largest
