"""Taking L to R objects: with M = L + R the value of n is the remainder of n modulo M, divided by L and rounded down.

The proof stands in `grundy.prover.interval`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from grundy.laws.base import GrundyLaw, Run, heaps_of
from grundy.laws.fields import Fields
from grundy.rules.numbers import digits
from grundy.rules.values import Value

_MOST_RUNS = 100_000


class StaircaseLaw(GrundyLaw, Value):
    """g(n) = floor(((n - least) mod (low + high))/low), for `n -> n-t where low <= t <= high`; 0 where high < low.

    Raises ValueError unless low >= 1 and least >= 0.

    >>> law = StaircaseLaw(2, 5)
    >>> [law.value((n,)) for n in range(9)]
    [0, 0, 1, 1, 2, 2, 3, 0, 0]
    >>> StaircaseLaw(10**18, 3 * 10**18).options_of_value((10**30,), 1)
    (Run(first=(999999999997000000000000000000,), step=(1,), count=1000000000000000000),)

    Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 4 (subtraction games).
    """

    low: int
    high: int
    least: int = 0

    kind: ClassVar[str] = "staircase"
    name: ClassVar[str] = "the staircase"

    def __post_init__(self) -> None:
        if self.low < 1:
            raise ValueError(f"the least number that may be taken is at least 1, not {self.low}")
        if self.least < 0:
            raise ValueError(f"the least heap is at least 0, not {self.least}")

    @property
    def knows_options(self) -> bool:
        """The options are all y with n - high <= y <= n - low."""
        return True

    @property
    def period(self) -> int:
        """The least period: low + high, or 1 where there is no move."""
        return self.low + self.high if self.high >= self.low else 1

    def value(self, component: tuple[int, ...]) -> int:
        """The remainder, divided by the width of a step and rounded down."""
        (n,) = heaps_of(component, 1, self.least)
        return (n - self.least) % self.period // self.low

    def _blocks(self, value: int, low: int, high: int) -> Iterator[range]:
        """The maximal intervals of heaps of *value* in low..high."""
        if not 0 <= value <= (self.period - 1) // self.low:
            return
        first = self.least + value * self.low
        width = min(self.low, self.period - value * self.low)
        low = max(low, self.least)
        start = first + max(0, (low - first) // self.period) * self.period
        while start <= high:
            block = range(max(start, low), min(start + width - 1, high) + 1)
            if block:
                yield block
            start += self.period

    def options_of_value(self, component: tuple[int, ...], value: int) -> tuple[Run, ...]:
        """The heaps of *value* from n - high to n - low: one interval, or two."""
        (n,) = heaps_of(component, 1, self.least)
        if self.high < self.low:
            return ()
        return tuple(map(_run, self._blocks(value, n - self.high, n - self.low)))

    def heaps_of_value(self, value: int, low: int, high: int) -> tuple[Run, ...] | None:
        """Intervals, or a progression for each place of a step, whichever are fewer; None where both are too many."""
        low = max(low, self.least)
        if self.period == 1:
            return (_run(range(low, high + 1)),) if value == 0 and low <= high else ()
        if not 0 <= value <= (self.period - 1) // self.low or low > high:
            return ()
        width = min(self.low, self.period - value * self.low)
        blocks = (high - low) // self.period + 1
        if min(blocks, width) > _MOST_RUNS:
            return None
        if blocks <= width:
            return tuple(map(_run, self._blocks(value, low, high)))
        first = self.least + value * self.low
        places = (range(low + (first + i - low) % self.period, high + 1, self.period) for i in range(width))
        return tuple(sorted((_run(place) for place in places if place), key=lambda run: run.first))

    @property
    def expression(self) -> str:
        """The value as a term in n."""
        if self.period == 1:
            return "0"
        inside = f"(n - {digits(self.least)})" if self.least else "n"
        rest = f"{inside} mod {digits(self.period)}"
        return rest if self.low == 1 else f"floor(({rest})/{digits(self.low)})"

    def words(self) -> str:
        """The law as one sentence."""
        if self.period == 1:
            return "There are no moves, so every Grundy value is 0."
        whole = f"n less {digits(self.least)}" if self.least else "n"
        divided = "" if self.low == 1 else f", divided by {digits(self.low)} and rounded down"
        return f"The Grundy value of n is the remainder of {whole} on division by {digits(self.period)}{divided}."

    def formula(self) -> str:
        """The law as a formula in plain text."""
        return f"g(n) = {self.expression}"

    def to_json(self) -> dict[str, Any]:
        """The ends of the interval and the least heap."""
        return {"kind": self.kind, "least": self.least, "low": self.low, "high": self.high}


def staircase_from_json(fields: Fields) -> GrundyLaw:
    """The staircase of its data: by the law of Bash where one object may be taken. Raises CertificateError."""
    fields.only(("least", "low", "high"))
    least, low, high = fields.integer("least", 0), fields.integer("low", 1), fields.integer("high")
    if low == 1 and not least:
        from grundy.laws.residue import ResidueLaw

        return ResidueLaw(max(high, 0) + 1)
    return StaircaseLaw(low, high, least)


def _run(heaps: range) -> Run:
    count = (heaps[-1] - heaps[0]) // heaps.step + 1  # no len() of a huge range
    return Run((heaps[0],), (heaps.step,), count) if count > 1 else Run.single((heaps[0],))
