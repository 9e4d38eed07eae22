"""Laws that stand on other laws: outcomes only, and a function of two heaps."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import Any, ClassVar

from grundy.laws.base import About, Law, OutcomeLaw, heaps_of
from grundy.laws.fields import Fields
from grundy.rules.errors import CertificateError
from grundy.rules.numbers import digits
from grundy.rules.values import Value

_SHOWN = 24


def _quotients(a: int, b: int) -> int:
    """floor(|a/b - b/a|), and 0 where a heap is 0: the value of Euclid's game on positive heaps.

    Source: G. Nivasch, The Sprague-Grundy function of the game Euclid, Discrete Math. 306 (2006).
    """
    return abs(a * a - b * b) // (a * b) if a * b else 0


COMBINATIONS: dict[str, Callable[[int, int], int]] = {
    "a + b": lambda a, b: a + b,
    "|a - b|": lambda a, b: abs(a - b),
    "min(a, b)": min,
    "max(a, b)": max,
    "a xor b": lambda a, b: a ^ b,
    "a": lambda a, _: a,
    "b": lambda _, b: b,
    "a or b": lambda a, b: a | b,
    "a and b": lambda a, b: a & b,
    "(a-1) or (b-1)": lambda a, b: max(a - 1, 0) | max(b - 1, 0),
    "gcd(a, b)": gcd,
    "floor(|a/b - b/a|)": _quotients,
    "floor(|a/b - b/a|), 1 for a = b > 0": lambda a, b: 1 if a == b > 0 else _quotients(a, b),
    "a*b": lambda a, b: a * b,
}


class OutcomeOnlyLaw(OutcomeLaw, Value):
    """The P-positions are the zeros of *law*, whose other values say no more than that the mover wins.

    >>> from grundy.laws.periodic import PeriodicLaw
    >>> OutcomeOnlyLaw(PeriodicLaw(0, 0, 3, 0, (0, 1, 1))).is_p((9,))
    True
    """

    law: Law

    name: ClassVar[str] = "the outcomes"

    def __post_init__(self) -> None:
        if self.law.about != "grundy":
            raise ValueError("the law of outcomes is the zeros of a law of Grundy values")

    @property
    def kind(self) -> str:  # type: ignore[override]
        """The kind of the law."""
        return self.law.kind

    @property
    def heaps(self) -> int:
        """The number of heaps of a component."""
        return self.law.heaps

    def is_p(self, component: tuple[int, ...]) -> bool:
        """Whether the law gives 0."""
        return self.law.is_p(component)

    def words(self) -> str:
        """The law as one sentence."""
        said = _zeros_of_period(self.law)
        if said is not None:
            return f"The player to move loses exactly at the heaps n {said}."
        return f"The player to move loses exactly where g is 0, with this g: {self.law.words()}"

    def formula(self) -> str:
        """The law as a formula in plain text."""
        said = _zeros_of_period(self.law)
        if said is not None:
            return f"P = {{n : n {said}}}"
        return f"P = {{n : g(n) = 0}}, {self.law.formula()}"

    def to_json(self) -> dict[str, Any]:
        """The law of the zeros, marked as one of outcomes."""
        return {**self.law.to_json(), "about": "outcome"}


class PairLaw(Law, Value):
    """g(a, b) is h(c(a, b)), where *law* gives h and c is one of the combinations of two heaps.

    Raises ValueError for another combination, or a law of several heaps.

    >>> from grundy.laws.nim import NimLaw
    >>> PairLaw("min(a, b)", NimLaw()).value((10**30, 7))
    7
    """

    of: str
    law: Law

    kind: ClassVar[str] = "pairs"
    name: ClassVar[str] = "the function of two heaps"

    def __post_init__(self) -> None:
        if self.of not in COMBINATIONS:
            raise ValueError(f"of is one of {', '.join(COMBINATIONS)}, not {self.of}")
        if self.law.heaps != 1:
            raise ValueError("law of two heaps combined is one of one heap")

    @property
    def about(self) -> About:  # type: ignore[override]
        """What the law of the combination is about."""
        return self.law.about

    @property
    def heaps(self) -> int:
        """The heaps of a component are two."""
        return 2

    def _combined(self, component: tuple[int, ...]) -> tuple[int]:
        return (COMBINATIONS[self.of](*heaps_of(component, 2)),)

    def is_p(self, component: tuple[int, ...]) -> bool:
        """Whether the combination is a P-position of its law."""
        return self.law.is_p(self._combined(component))

    def value(self, component: tuple[int, ...]) -> int:
        """The value of the combination."""
        return self.law.value(self._combined(component))

    def words(self) -> str:
        """The law as one sentence."""
        said = self._condition()
        if said is not None:
            return f"The player to move loses exactly when {said}."
        formula = self._value()
        if formula is not None:
            return f"The Grundy value of the heaps a and b is {formula}."
        return f"The heaps a and b count as one heap n = {self.of}: {self.law.words()}"

    def formula(self) -> str:
        """The law as a formula in plain text."""
        said = self._condition()
        if said is not None:
            return f"P = {{(a, b) : {said}}}"
        formula = self._value()
        if formula is not None:
            return f"g(a, b) = {formula}"
        return f"n = {self.of}; {self.law.formula()}"

    def _condition(self) -> str | None:
        """Which pairs are P-positions, where the combination is one of few numbers or remainders; else None."""
        said = _zeros_of_period(self.law.law) if isinstance(self.law, OutcomeOnlyLaw) else None
        if said is None or ", or" in said:
            return None
        if said == "in {0}" and self.of == "|a - b|":
            return "a = b"
        of = f"({self.of})" if " " in self.of and not self.of.endswith(")") and self.of[0] != "|" else self.of
        return f"{of} {said}".replace("in {0}", "= 0") if said.endswith("in {0}") else f"{of} {said}"

    def _value(self) -> str | None:
        """The combination itself, or its remainder, where that is the value; else None."""
        from grundy.laws.nim import NimLaw
        from grundy.laws.residue import ResidueLaw

        if isinstance(self.law, NimLaw):
            return self.of
        if isinstance(self.law, ResidueLaw) and self.law.modulus > 1:
            of = self.of if self.of.endswith(")") or " " not in self.of else f"({self.of})"
            return f"{of} mod {digits(self.law.modulus)}"
        return None

    def to_json(self) -> dict[str, Any]:
        """The combination and its law."""
        return {"kind": self.kind, "of": self.of, "law": self.law.to_json()}

    @classmethod
    def from_json(cls, fields: Fields) -> PairLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("of", "law"))
        of = fields.choice("of", COMBINATIONS)
        try:
            return cls(of, inner_law(fields, "law"))
        except ValueError as error:
            raise CertificateError(f"the law: {error}") from None


def _zeros_of_period(law: Law) -> str | None:
    """The zeros of a periodic law as a text: remainders, and what the first heaps are; None for other laws.

    >>> from grundy.laws.periodic import PeriodicLaw
    >>> _zeros_of_period(PeriodicLaw(0, 2, 3, 0, (1, 1, 0, 1, 2)))
    'mod 3 in {2} from 2 on'
    """
    from grundy.laws.periodic import PeriodicLaw

    if not isinstance(law, PeriodicLaw) or law.saltus:
        return None
    begun = law.preperiod - law.least
    before = [law.least + i for i, value in enumerate(law.values[:begun]) if value == 0]
    residues = sorted((law.preperiod + i) % law.period for i, value in enumerate(law.repeating) if value == 0)
    if len(before) > _SHOWN or len(residues) > _SHOWN:
        return None
    first = f"in {{{', '.join(map(digits, before))}}}"
    if not residues:
        return first
    later = f"mod {law.period} in {{{', '.join(map(digits, residues))}}}" if law.period > 1 else f">= {law.preperiod}"
    if law.preperiod > law.least and law.period > 1:
        later += f" from {law.preperiod} on"
    return f"{first}, or {later}" if before else later


def inner_law(fields: Fields, key: str) -> Law:
    """The law under *key*."""
    from grundy.laws.reading import law_from_json

    return law_from_json(fields.take(key), fields.parameters)
