"""Two heaps whose values repeat in both directions."""

from __future__ import annotations

from typing import Any, ClassVar

from grundy.laws.base import About, Law, heaps_of
from grundy.laws.fields import Fields
from grundy.rules.errors import CertificateError
from grundy.rules.numbers import digits
from grundy.rules.values import Value

_SHOWN = 64


class GridLaw(Law, Value):
    """g(a + p, b) = g(a, b) for a >= preperiods[0], and g(a, b + q) = g(a, b) for b >= preperiods[1].

    *rows* are the values for the heaps from *least* to the end of the first period, a by rows. About outcomes, 0 is a
    P-position. Raises ValueError where the sizes do not fit.

    >>> law = GridLaw((0, 0), (0, 0), (2, 2), ((0, 1), (1, 2)))
    >>> law.value((10**20, 10**20 + 1)), law.value((3, 5))
    (1, 2)
    """

    least: tuple[int, int]
    preperiods: tuple[int, int]
    periods: tuple[int, int]
    rows: tuple[tuple[int, ...], ...]
    about: About = "grundy"

    kind: ClassVar[str] = "grid"
    name: ClassVar[str] = "the double period"

    def __post_init__(self) -> None:
        sizes = [n + p - f for f, n, p in zip(self.least, self.preperiods, self.periods, strict=True)]
        if (
            min(self.least) < 0
            or min(self.periods) < 1
            or any(n < f for f, n in zip(self.least, self.preperiods, strict=True))
        ):
            raise ValueError("a double period has 0 <= least <= preperiod and period >= 1 for both heaps")
        if len(self.rows) != sizes[0] or any(len(row) != sizes[1] for row in self.rows):
            raise ValueError(f"rows are {sizes[0]} of {sizes[1]} values each")
        if any(value < 0 for row in self.rows for value in row):
            raise ValueError("rows have values of at least 0")

    @property
    def heaps(self) -> int:
        """The heaps of a component are two."""
        return 2

    def _entry(self, component: tuple[int, ...]) -> int:
        place = []
        for heap, least, start, period in zip(
            heaps_of(component, 2), self.least, self.preperiods, self.periods, strict=True
        ):
            if heap < least:
                raise ValueError(f"every heap is at least {least} here")
            place.append(heap - least if heap < start else start - least + (heap - start) % period)
        return self.rows[place[0]][place[1]]

    def is_p(self, component: tuple[int, ...]) -> bool:
        """Whether the value at the same place of the first periods is 0."""
        return self._entry(component) == 0

    def value(self, component: tuple[int, ...]) -> int:
        """The value at the same place of the first periods; TypeError where the law gives outcomes only."""
        if self.about == "outcome":
            raise TypeError(f"the law of {self.name} gives outcomes only, no Grundy values")
        return self._entry(component)

    def words(self) -> str:
        """The law as one sentence."""
        starts = (
            "" if self.preperiods == self.least else " (from " + " and ".join(map(digits, self.preperiods)) + " on)"
        )
        p, q = map(digits, self.periods)
        if self.about == "grundy":
            loses = f"; the player to move loses exactly when {self.losing}" if self._is_short and not starts else ""
            return f"The Grundy values repeat with period {p} in the first heap and {q} in the second{starts}{loses}."
        if self._is_short and not starts:
            return f"The player to move loses exactly when {self.losing}."
        return f"The outcomes repeat with period {p} in the first heap and {q} in the second{starts}."

    @property
    def _is_short(self) -> bool:
        """Whether the entries may be listed."""
        return self.periods[0] * self.periods[1] <= _SHOWN

    def _turned(self) -> tuple[tuple[int, ...], ...]:
        """The values by remainders, where there is no preperiod."""
        (a, b), (p, q) = self.least, self.periods
        return tuple(tuple(self.rows[(i - a) % p][(j - b) % q] for j in range(q)) for i in range(p))

    @property
    def losing(self) -> str:
        """The condition under which the value is 0, by remainders; for a law without preperiods."""
        from grundy.laws.pieces import RemaindersLaw

        rows = self._turned()
        members = tuple((i, j) for i, row in enumerate(rows) for j, value in enumerate(row) if value == 0)
        return RemaindersLaw(self.periods, members).condition

    def formula(self) -> str:
        """The law as a formula in plain text."""
        p, q = map(digits, self.periods)
        if self.preperiods == self.least and self._is_short:
            if self.about == "outcome":
                return f"P = {{(a, b) : {self.losing}}}"
            if self.periods == (1, 1):
                return f"g(a, b) = {digits(self.rows[0][0])}"
            rows = ", ".join(f"[{', '.join(map(digits, row))}]" for row in self._turned())
            return f"g(a, b) = T[a mod {p}][b mod {q}], T = [{rows}]"
        a, b = map(digits, self.preperiods)
        repeats = f"for a >= {a} as at a+{p}, for b >= {b} as at b+{q}"
        if self.about == "outcome":
            first = [
                f"({digits(self.least[0] + i)}, {digits(self.least[1] + j)})"
                for i, row in enumerate(self.rows)
                for j, value in enumerate(row)
                if value == 0
            ]
            shown = [*first[:_SHOWN], "…"] if len(first) > _SHOWN else first
            return f"P = {{(a, b)}} with first members {', '.join(shown)}; it is the same {repeats}"
        rows = ", ".join(f"[{', '.join(map(digits, row))}]" for row in self.rows) if self._is_short else "…"
        return f"g(a, b) = [{rows}][a][b] at first; it is the same {repeats}"

    def to_json(self) -> dict[str, Any]:
        """The law as plain data."""
        return {
            "kind": self.kind,
            "about": self.about,
            "least": list(self.least),
            "preperiods": list(self.preperiods),
            "periods": list(self.periods),
            "rows": [list(row) for row in self.rows],
        }

    @classmethod
    def from_json(cls, fields: Fields) -> GridLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("about", "least", "preperiods", "periods", "rows"))
        about: About = "outcome" if fields.choice("about", ("grundy", "outcome"), "grundy") == "outcome" else "grundy"
        two = [fields.numbers(fields.take(key), key, 0, 2) for key in ("least", "preperiods", "periods")]
        least, preperiods, periods = ((pair[0], pair[1]) for pair in two)
        rows = tuple(fields.numbers(row, "rows", 0) for row in fields.items("rows"))
        try:
            return cls(least, preperiods, periods, rows, about)
        except ValueError as error:
            raise CertificateError(f"rows of the law: {error}") from None
