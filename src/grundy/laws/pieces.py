"""P-positions or values by cases: by remainders of all heaps, by which of two is larger, by how small all are."""

from __future__ import annotations

from typing import Any, ClassVar

from grundy.laws.base import About, Law, OutcomeLaw, heaps_of
from grundy.laws.fields import Fields
from grundy.laws.wording import heap_names, remainders_text
from grundy.rules.errors import CertificateError
from grundy.rules.numbers import digits
from grundy.rules.values import Value


class RemaindersLaw(OutcomeLaw, Value):
    """P-positions: the remainders of the heaps modulo *moduli* are one of the *members*, sorted tuples.

    >>> RemaindersLaw((2, 2, 2), ((0, 0, 0),)).is_p((4, 0, 10**30))
    True
    """

    moduli: tuple[int, ...]
    members: tuple[tuple[int, ...], ...]

    kind: ClassVar[str] = "remainders"
    name: ClassVar[str] = "the remainders of the heaps"

    def __post_init__(self) -> None:
        if not self.moduli or min(self.moduli) < 1:
            raise ValueError("moduli of the law: one for each heap, at least 1")
        if list(self.members) != sorted(set(self.members)) or any(
            len(m) != len(self.moduli) or any(not 0 <= r < p for r, p in zip(m, self.moduli, strict=False))
            for m in self.members
        ):
            raise ValueError("members of the law: sorted tuples of remainders, one for each heap")

    @property
    def heaps(self) -> int:
        """The number of heaps of a component."""
        return len(self.moduli)

    def is_p(self, component: tuple[int, ...]) -> bool:
        """Whether the remainders are a member."""
        heaps = heaps_of(component, len(self.moduli))
        return tuple(n % p for n, p in zip(heaps, self.moduli, strict=True)) in self.members

    @property
    def condition(self) -> str:
        """The law as a condition on the heaps."""
        if len(set(self.moduli)) == 1 and len(self.members) == 1 and len(set(self.members[0])) == 1:
            p, (r, *_) = self.moduli[0], self.members[0]
            every = "n is" if self.heaps == 1 else "both heaps are" if self.heaps == 2 else "all heaps are"
            how = ("even", "odd")[r] if p == 2 else f"divisible by {digits(p)}" if not r else ""
            if how:
                return f"{every} {how}"
        return remainders_text(self.moduli, self.members)

    def words(self) -> str:
        """The law as one sentence."""
        return f"The player to move loses exactly when {self.condition}."

    def formula(self) -> str:
        """The law as a formula in plain text."""
        names = ", ".join(heap_names(self.heaps))
        return f"P = {{({names}) : {remainders_text(self.moduli, self.members)}}}"

    def to_json(self) -> dict[str, Any]:
        """The law as plain data."""
        members = [list(m) for m in self.members]
        return {"kind": self.kind, "about": "outcome", "moduli": list(self.moduli), "members": members}

    @classmethod
    def from_json(cls, fields: Fields) -> RemaindersLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("about", "moduli", "members"))
        fields.choice("about", ("outcome",))
        members = tuple(fields.numbers(m, "members", 0) for m in fields.items("members"))
        try:
            return cls(fields.integers("moduli", 1), members)
        except ValueError as error:
            raise CertificateError(str(error)) from None


class OrderLaw(Law, Value):
    """By which of two heaps a, b is larger: *less* where a < b, *equal* where a = b, *greater* where a > b.

    Raises ValueError unless all three are laws of two heaps, about the same.

    >>> from grundy.laws.composed import PairLaw
    >>> from grundy.laws.nim import NimLaw
    >>> a, b = PairLaw("a", NimLaw()), PairLaw("b", NimLaw())
    >>> OrderLaw(a, a, b).value((9, 4))
    4
    """

    less: Law
    equal: Law
    greater: Law

    kind: ClassVar[str] = "order"
    name: ClassVar[str] = "the order of the heaps"

    def __post_init__(self) -> None:
        parts = (self.less, self.equal, self.greater)
        if any(law.heaps != 2 or law.about != self.less.about for law in parts):
            raise ValueError("less, equal and greater of the law: laws of two heaps, about the same")

    @property
    def about(self) -> About:  # type: ignore[override]
        """What the parts are about."""
        return self.less.about

    @property
    def heaps(self) -> int:
        """The heaps of a component are two."""
        return 2

    def _part(self, component: tuple[int, ...]) -> Law:
        a, b = heaps_of(component, 2)
        return self.less if a < b else self.equal if a == b else self.greater

    def is_p(self, component: tuple[int, ...]) -> bool:
        """By the part's law."""
        return self._part(component).is_p(component)

    def value(self, component: tuple[int, ...]) -> int:
        """By the part's law."""
        return self._part(component).value(component)

    def words(self) -> str:
        """The law as one sentence."""
        what = "The Grundy value" if self.about == "grundy" else "The outcome"
        losing = self._losing()
        if losing is not None:
            remainders = f"{what} depends on the remainders of the heaps and on which heap is larger"
            return f"{remainders}; the player to move loses exactly when {losing}."
        return f"{what} depends on which heap is larger: {self._texts()}."

    def _losing(self) -> str | None:
        """The condition under which the player to move loses, where it is one on remainders everywhere; else None."""
        from grundy.laws.grids import GridLaw

        said = {
            law.losing if isinstance(law, GridLaw) and law.preperiods == law.least else None
            for law in (self.less, self.equal, self.greater)
        }
        return said.pop() if len(said) == 1 else None

    def formula(self) -> str:
        """The law as a formula in plain text."""
        return self._texts()

    def _texts(self) -> str:
        signs = {"a < b": self.less, "a = b": self.equal, "a > b": self.greater}
        if self.equal in (self.less, self.greater) and self.less != self.greater:
            signs = {"a <= b": self.less, "a > b": self.greater}
            if self.equal == self.greater:
                signs = {"a < b": self.less, "a >= b": self.greater}
        return "; ".join(f"where {sign}: {law.formula()}" for sign, law in signs.items())

    def to_json(self) -> dict[str, Any]:
        """The three laws."""
        parts = {"less": self.less.to_json(), "equal": self.equal.to_json(), "greater": self.greater.to_json()}
        return {"kind": self.kind, "about": self.about, **parts}

    @classmethod
    def from_json(cls, fields: Fields) -> OrderLaw:
        """The law of its data; raises CertificateError."""
        from grundy.laws.composed import inner_law

        fields.only(("about", "less", "equal", "greater"))
        about = fields.choice("about", ("grundy", "outcome"))
        try:
            found = cls(*(inner_law(fields, key) for key in ("less", "equal", "greater")))
        except ValueError as error:
            raise CertificateError(str(error)) from None
        if found.about != about:
            raise CertificateError("about of the law is not what its parts are about")
        return found


class SmallLaw(OutcomeLaw, Value):
    """P-positions: those of *small* where every heap is at most *most*, elsewhere those of *law*.

    >>> from grundy.laws.digitsums import DigitSumLaw, TotalLaw
    >>> misere_nim = SmallLaw(1, TotalLaw(2, (1, 1), (1,)), DigitSumLaw(2, 2, (1, 1)))
    >>> misere_nim.is_p((1, 0)), misere_nim.is_p((0, 0)), misere_nim.is_p((5, 5))
    (True, False, True)
    """

    most: int
    small: Law
    law: Law

    kind: ClassVar[str] = "small"
    name: ClassVar[str] = "the law but for small heaps"

    def __post_init__(self) -> None:
        if self.most < 0:
            raise ValueError("most of the law is at least 0")
        if self.small.heaps != self.law.heaps:
            raise ValueError("small and law of the law are of the same number of heaps")

    @property
    def heaps(self) -> int:
        """The number of heaps of a component."""
        return self.law.heaps

    def is_p(self, component: tuple[int, ...]) -> bool:
        """By the law for small heaps where all are small."""
        heaps = heaps_of(component, self.heaps)
        return (self.small if max(heaps) <= self.most else self.law).is_p(heaps)

    def words(self) -> str:
        """The law as one sentence."""
        small = _began_lower(self.small.words())
        return f"{self.law.words()} But where every heap is at most {digits(self.most)}: {small}"

    def formula(self) -> str:
        """The law as a formula in plain text."""
        return f"{self.law.formula()}; but where every heap is at most {digits(self.most)}: {self.small.formula()}"

    def to_json(self) -> dict[str, Any]:
        """The bound and the two laws."""
        parts = {"small": self.small.to_json(), "law": self.law.to_json()}
        return {"kind": self.kind, "about": "outcome", "most": self.most, **parts}

    @classmethod
    def from_json(cls, fields: Fields) -> SmallLaw:
        """The law of its data; raises CertificateError."""
        from grundy.laws.composed import inner_law

        fields.only(("about", "most", "small", "law"))
        fields.choice("about", ("outcome",))
        try:
            return cls(fields.integer("most", 0), inner_law(fields, "small"), inner_law(fields, "law"))
        except ValueError as error:
            raise CertificateError(str(error)) from None


def _began_lower(text: str) -> str:
    return text[0].lower() + text[1:]
