"""Runs of equal values, whose ends grow geometrically, by a linear recurrence, or doubly exponentially."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from grundy.laws.base import GrundyLaw, Run, heaps_of
from grundy.laws.fields import Fields
from grundy.rules.errors import CertificateError
from grundy.rules.numbers import digits
from grundy.rules.values import Value

Growth = Literal["linear", "square"]
_MAX_RUNS = 200_000


class RunsLaw(GrundyLaw, Value):
    """Heaps from least on in runs of one value each; run number i (from 0) ends with the heap e_i, inclusive.

    *ends* are the first e_i, ascending. The next are, with *growth* "linear" and *terms* (c, c_1, …, c_m), e_i = c +
    c_1·e_{i-1} + … + c_m·e_{i-m}, and with "square" and (c, c_1, c_2), e_i = c + c_1·e_{i-1} + c_2·e_{i-1}². *values*
    are the values of the first runs; from there on run i has the value of run i - *period*, and *saltus* more. Raises
    ValueError where the ends do not grow.

    >>> law = RunsLaw((1, 2), "linear", (0, 2), (0, 1), 2, 0)  # ends 1, 2, 4, 8, 16, …
    >>> [law.value((n,)) for n in range(10)]
    [0, 0, 1, 0, 0, 1, 1, 1, 1, 0]
    """

    ends: tuple[int, ...]
    growth: Growth
    terms: tuple[int, ...]
    values: tuple[int, ...]
    period: int
    saltus: int = 0
    least: int = 0

    kind: ClassVar[str] = "runs"
    name: ClassVar[str] = "the runs"

    def __post_init__(self) -> None:
        depth = len(self.terms) - 1 if self.growth == "linear" else 1
        if self.least < 0 or self.saltus < 0 or any(v < 0 for v in self.values):
            raise ValueError("values of the law: values, saltus and the least heap are at least 0")
        if depth < 1 or len(self.ends) < depth or (self.growth == "square" and len(self.terms) != 3):
            raise ValueError("terms of the law: a recurrence needs its terms, and as many ends as it looks back")
        if not 1 <= self.period <= len(self.values):
            raise ValueError("period of the law: from 1 to the number of values")
        sequence = list(self.ends)
        while len(sequence) < len(self.ends) + depth + 2:
            sequence.append(self._after(sequence))
        if any(a >= b for a, b in zip([self.least - 1, *sequence], sequence, strict=False)) or not self._grows:
            raise ValueError("ends of the law: they are not ascending")

    @property
    def _grows(self) -> bool:
        """Whether the terms make the ends grow without end: none is negative, and they are more than one copy."""
        if any(c < 0 for c in self.terms[1:]):
            return False
        if self.growth == "square":
            return self.terms[2] >= 1
        return sum(self.terms[1:]) > 1 or (sum(self.terms[1:]) == 1 and self.terms[0] > 0)

    def _after(self, sequence: list[int]) -> int:
        """The next end."""
        first, *rest = self.terms
        if self.growth == "square":
            return first + rest[0] * sequence[-1] + rest[1] * sequence[-1] ** 2
        return first + sum(c * e for c, e in zip(rest, reversed(sequence), strict=False))

    def _ends_to(self, heap: int) -> list[int]:
        """The ends up to the first that is at least *heap*."""
        sequence = list(self.ends)
        while sequence[-1] < heap:
            if len(sequence) > _MAX_RUNS:
                raise ValueError(f"more than {_MAX_RUNS:,} runs lie before this heap")
            sequence.append(self._after(sequence))
        return sequence

    def _value_of_run(self, i: int) -> int:
        if i < len(self.values):
            return self.values[i]
        start = len(self.values) - self.period
        rounds, place = divmod(i - start, self.period)
        return self.values[start + place] + rounds * self.saltus

    def value(self, component: tuple[int, ...]) -> int:
        """The value of the run that the heap is in."""
        (heap,) = heaps_of(component, 1, self.least)
        return self._value_of_run(next(i for i, end in enumerate(self._ends_to(heap)) if end >= heap))

    def heaps_of_value(self, value: int, low: int, high: int) -> tuple[Run, ...]:
        """The runs of that value, cut to low..high."""
        found = []
        begin = self.least
        for i, end in enumerate(self._ends_to(high)):
            first, last = max(begin, low), min(end, high)
            if first <= last and self._value_of_run(i) == value:
                found.append(Run((first,), (1,), last - first + 1) if first < last else Run.single((first,)))
            begin = end + 1
        return tuple(found)

    def words(self) -> str:
        """The law as one sentence."""
        how = "squares of those before" if self.growth == "square" else "multiples of those before"
        return f"Equal Grundy values come in runs, whose ends grow as {how}."

    def formula(self) -> str:
        """The law as a formula in plain text."""
        ends, values = (", ".join(map(digits, part[:16])) for part in (self.ends, self.values))
        names = ["", "e(i-1)", "e(i-1)^2"] if self.growth == "square" else ["", *(f"e(i-{j})" for j in range(1, 99))]
        terms = [_term(c, name) for c, name in zip(self.terms, names, strict=False) if c]
        higher = f" + {digits(self.saltus)}" if self.saltus else ""
        return (
            f"runs end with e = {ends}, …, e(i) = {' + '.join(terms)}; their values are {values}, …, "
            f"v(i) = v(i-{digits(self.period)}){higher}"
        )

    def to_json(self) -> dict[str, Any]:
        """The law as plain data."""
        return {
            "kind": self.kind,
            "least": self.least,
            "ends": list(self.ends),
            "growth": self.growth,
            "terms": list(self.terms),
            "values": list(self.values),
            "period": self.period,
            "saltus": self.saltus,
        }

    @classmethod
    def from_json(cls, fields: Fields) -> RunsLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("least", "ends", "growth", "terms", "values", "period", "saltus"))
        growth: Growth = "linear" if fields.choice("growth", ("linear", "square")) == "linear" else "square"
        try:
            return cls(
                fields.integers("ends"),
                growth,
                fields.integers("terms"),
                fields.integers("values", 0),
                fields.integer("period", 1),
                fields.integer("saltus", 0, 0),
                fields.integer("least", 0, 0),
            )
        except ValueError as error:
            raise CertificateError(str(error)) from None


def _term(c: int, name: str) -> str:
    if not name:
        return digits(c)
    return name if c == 1 else f"{digits(c)}*{name}"
