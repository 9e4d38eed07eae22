"""Grundy values in a box, for learning: by the growing tables where a kernel computes them, else by search."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from grundy.rules.errors import LimitExceeded
from grundy.rules.meter import Meter
from grundy.solver.search import Judging, Search, component_search
from grundy.solver.store import SHARED, Allowance, NotTabled

from .known import Known
from .tables import Array

if TYPE_CHECKING:
    from grundy.rules.budget import Budget
    from grundy.rules.rulesets import TextRuleset

MAX_WORK = 500_000_000
MAX_CHOICES = 2_000_000
MAX_ROWS = 4_000_000
_CHECK_EVERY = 64


class Values:
    """The pairs of a component and its Grundy value, in boxes that grow."""

    def __init__(self, ruleset: TextRuleset) -> None:
        self.ruleset = ruleset
        self._search: Search | None = None

    @property
    def by_kernel(self) -> bool:
        """Whether a kernel computes the tables, which is some hundred times as fast as a search."""
        return SHARED.table(self.ruleset) is not None

    def known(self, side: int, budget: Budget) -> Known:
        """All components with heaps below *side*, each with its value; raises LimitExceeded, OutOfBudget.

        >>> from grundy.rules.budget import Budget
        >>> from grundy.rules.family import ruleset
        >>> Values(ruleset("n -> n-t where t <= 2")).known(5, Budget()).members.tolist()
        [[0, 0], [1, 1], [2, 2], [3, 0], [4, 1]]
        """
        rules = self.ruleset
        size = (side - rules.least) ** rules.heaps
        if size > MAX_ROWS:
            raise LimitExceeded(f"a table of {size:,} values is too large to learn from")
        values = self._tabled(side, size, budget)
        if values is None:
            values = self._searched(side, budget)
        axes = np.indices((side - rules.least,) * rules.heaps).reshape(rules.heaps, -1).T + rules.least
        return Known(np.hstack([axes, values[:, None]]), side, rules.heaps)

    def _tabled(self, side: int, size: int, budget: Budget) -> Array | None:
        growing = SHARED.table(self.ruleset)
        if growing is None:
            return None

        def progress(_done: int, _of: int) -> None:
            budget.check("filling a table of values")

        try:
            growing.grow((side - 1,) * self.ruleset.heaps, Allowance(MAX_WORK, progress))
        except NotTabled:
            SHARED.refuse(self.ruleset)
            return None
        found = growing.part([range(self.ruleset.least, side)] * self.ruleset.heaps)
        return np.fromiter(found, dtype=np.int64, count=size)

    def _searched(self, side: int, budget: Budget) -> Array:
        if self._search is None:
            meter = Meter(MAX_CHOICES, what=f"a table of {self.ruleset}")
            self._search = component_search(self.ruleset, {}, meter, Judging())
        found: list[int] = []
        for component in product(range(self.ruleset.least, side), repeat=self.ruleset.heaps):
            if len(found) % _CHECK_EVERY == 0:
                budget.check("filling a table of values")
            found.append(self._search.run(component)[0])
        return np.array(found, dtype=np.int64)
