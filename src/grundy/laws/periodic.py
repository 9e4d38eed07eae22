"""Values that repeat from some heap on, each period perhaps higher by a constant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from grundy.laws.base import GrundyLaw, Run, heaps_of
from grundy.laws.fields import Fields
from grundy.rules.errors import CertificateError
from grundy.rules.numbers import digits
from grundy.rules.values import Value

_SHOWN = 24


class PeriodicLaw(GrundyLaw, Value):
    """g(n + period) = g(n) + saltus for all n >= preperiod, for one heap n >= least.

    *values* are g(least), …, g(preperiod + period - 1). Preperiod and period are the smallest that fit (so the
    preperiod is one more than the last exception); ValueError elsewhere: :meth:`minimal` finds them.

    >>> law = PeriodicLaw.minimal(0, 3, 2, 0, [0, 1, 0, 1, 0])
    >>> law.preperiod, law.period, law.values, law.value((10**30 + 1,))
    (0, 2, (0, 1), 1)
    """

    least: int
    preperiod: int
    period: int
    saltus: int
    values: tuple[int, ...]

    kind: ClassVar[str] = "periodic"
    name: ClassVar[str] = "the period"

    def __post_init__(self) -> None:
        if self.least < 0 or self.preperiod < self.least or self.period < 1 or self.saltus < 0:
            raise ValueError("a periodic law has 0 <= least <= preperiod, period >= 1 and saltus >= 0")
        if len(self.values) != self.preperiod - self.least + self.period:
            wanted = self.preperiod - self.least + self.period
            raise ValueError(f"values from the least heap to the first period are {wanted}, not {len(self.values)}")
        if any(v < 0 for v in self.values):
            raise ValueError("values are at least 0")
        shortest = _shortest(self.values[self.preperiod - self.least :], self.saltus)
        if shortest != self.period:
            raise ValueError(f"the period is not the smallest: {shortest} fits")
        if self.preperiod > self.least and self.values[-1] == self.values[-1 - self.period] + self.saltus:
            raise ValueError("the preperiod is not the smallest: the heap before it fits, too")

    @classmethod
    def minimal(cls, least: int, preperiod: int, period: int, saltus: int, values: Sequence[int]) -> PeriodicLaw:
        """The law with these values, by its smallest period and preperiod; ValueError where they are no such values."""
        if period < 1 or len(values) != preperiod - least + period or preperiod < least:
            raise ValueError(f"values from the least heap to the first period are needed, not {len(values)}")
        found = list(values)
        shortest = _shortest(found[preperiod - least :], saltus)
        saltus = saltus * shortest // period
        start = preperiod - least
        del found[start + shortest :]
        while start and found[-1] == found[-1 - shortest] + saltus:
            found.pop()
            start -= 1
        return cls(least, start + least, shortest, saltus, tuple(found))

    @property
    def repeating(self) -> tuple[int, ...]:
        """The values of the first period, from the preperiod on."""
        return self.values[self.preperiod - self.least :]

    def value(self, component: tuple[int, ...]) -> int:
        """The value at the same place of the first period, and the saltus for each period since."""
        (heap,) = heaps_of(component, 1, self.least)
        if heap < self.preperiod:
            return self.values[heap - self.least]
        rounds, place = divmod(heap - self.preperiod, self.period)
        return self.values[self.preperiod - self.least + place] + rounds * self.saltus

    def heaps_of_value(self, value: int, low: int, high: int) -> tuple[Run, ...]:
        """The exceptions of that value, and a progression for each place of the period that has it."""
        start = max(low, self.least)
        exceptions = range(start, min(high + 1, self.preperiod))
        runs = [Run.single((n,)) for n in exceptions if self.values[n - self.least] == value]
        start = max(start, self.preperiod)
        for place, first in enumerate(self.repeating):
            n = self.preperiod + place
            if not self.saltus and first == value:
                n += -(-max(start - n, 0) // self.period) * self.period
                if n <= high:
                    count = (high - n) // self.period + 1
                    runs.append(Run((n,), (self.period,), count) if count > 1 else Run.single((n,)))
            elif self.saltus and value >= first and (value - first) % self.saltus == 0:
                n += (value - first) // self.saltus * self.period
                if start <= n <= high:
                    runs.append(Run.single((n,)))
        return tuple(sorted(runs, key=lambda run: run.first))

    def words(self) -> str:
        """The law as one sentence."""
        if self.period == 1 and not self.saltus:
            start = "" if self.preperiod == self.least else f" from the heap {digits(self.preperiod)} on"
            return f"The Grundy value is always {digits(self.values[-1])}{start}."
        if self.expression is not None:
            return f"The Grundy value of n is {self.expression}."
        higher = f", each time higher by {digits(self.saltus)}" if self.saltus else ""
        start = "from the beginning" if self.preperiod == self.least else f"from the heap {digits(self.preperiod)} on"
        return f"The Grundy values repeat with period {digits(self.period)}{higher}, {start}."

    @property
    def expression(self) -> str | None:
        """The value as a constant, a line or a remainder of n, where it is one from the heap 0 on; else None."""
        if self.least or self.preperiod:
            return None
        if self.period == 1:
            (first,) = self.values
            line = "n" if self.saltus == 1 else f"{digits(self.saltus)}*n"
            return digits(first) if not self.saltus else f"{line} + {digits(first)}" if first else line
        if not self.saltus and self.values == tuple(range(self.period)):
            return f"n mod {digits(self.period)}"
        return None

    def formula(self) -> str:
        """The law as a formula in plain text."""
        higher = f" + {digits(self.saltus)}" if self.saltus else ""
        shown = ", ".join(map(digits, self.values[:_SHOWN])) + (", …" if len(self.values) > _SHOWN else "")
        least, start = digits(self.least), digits(self.preperiod)
        return f"g(n+{digits(self.period)}) = g(n){higher} for n >= {start}; g({least}), … = {shown}"

    def to_json(self) -> dict[str, Any]:
        """The law as plain data."""
        return {
            "kind": self.kind,
            "least": self.least,
            "preperiod": self.preperiod,
            "period": self.period,
            "saltus": self.saltus,
            "values": list(self.values),
        }

    @classmethod
    def from_json(cls, fields: Fields) -> PeriodicLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("least", "preperiod", "period", "saltus", "values"))
        least, preperiod = fields.integer("least", 0), fields.integer("preperiod", 0)
        period, saltus = fields.integer("period", 1), fields.integer("saltus", 0)
        try:
            return cls(least, preperiod, period, saltus, fields.integers("values", 0))
        except ValueError as error:
            key = next((k for k in ("preperiod", "period") if str(error).startswith(f"the {k}")), "values")
            raise CertificateError(f"{key} of the law: {error}") from None


def _shortest(values: Sequence[int], saltus: int) -> int:
    """The smallest divisor q of the length with values[i + q] = values[i] + (the share of the saltus)."""
    period = len(values)
    for q in range(1, period // 2 + 1):
        if period % q == 0 and saltus * q % period == 0:
            step = saltus * q // period
            if all(values[i + q] == values[i] + step for i in range(period - q)):
                return q
    return period
