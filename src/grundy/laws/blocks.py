"""P-positions by quotients and remainders: each heap is so many blocks of one size, and a rest.

Source: A. S. Fraenkel and M. Lorberbom, Nimhoff games, J. Combin. Theory A 58 (1991), 1-25 (cyclic Nimhoff).
"""

from __future__ import annotations

from typing import Any, ClassVar

from grundy.laws.base import Law, OutcomeLaw, heaps_of
from grundy.laws.fields import Fields
from grundy.laws.wording import heap_names, listed, remainders_text
from grundy.rules.errors import CertificateError
from grundy.rules.numbers import digits
from grundy.rules.values import Value


class BlocksLaw(OutcomeLaw, Value):
    """P-positions: the quotients of the heaps by *size* are one of *law*, and their remainders one of *members*.

    >>> from grundy.laws.digitsums import DigitSumLaw
    >>> law = BlocksLaw(3, DigitSumLaw(2, 2, (1, 1)), ((0, 0), (1, 2), (2, 1)))
    >>> law.is_p((4, 5)), law.is_p((4, 4))
    (True, False)
    """

    size: int
    law: Law
    members: tuple[tuple[int, ...], ...]

    kind: ClassVar[str] = "blocks"
    name: ClassVar[str] = "the quotients and remainders of the heaps"

    def __post_init__(self) -> None:
        if self.size < 2:
            raise ValueError("size of the law is at least 2")
        if list(self.members) != sorted(set(self.members)) or any(
            len(m) != self.law.heaps or any(not 0 <= r < self.size for r in m) for m in self.members
        ):
            raise ValueError("members of the law: sorted tuples of remainders, one for each heap")

    @property
    def heaps(self) -> int:
        """The number of heaps of a component."""
        return self.law.heaps

    def is_p(self, component: tuple[int, ...]) -> bool:
        """Whether the remainders are a member, and the quotients a P-position of the law."""
        heaps = heaps_of(component, self.law.heaps)
        rests = tuple(n % self.size for n in heaps)
        return rests in self.members and self.law.is_p(tuple(n // self.size for n in heaps))

    @property
    def _rests(self) -> str:
        return remainders_text((self.size,) * self.heaps, self.members)

    def words(self) -> str:
        """The law as one sentence."""
        k = digits(self.size)
        quotients = listed([f"floor({n}/{k})" for n in heap_names(self.heaps)])
        return (
            f"The player to move loses exactly when {self._rests}, and loses with {quotients} in place of the heaps by "
            f"this law: {self.law.words()}"
        )

    def formula(self) -> str:
        """The law as a formula in plain text."""
        names, k = heap_names(self.heaps), digits(self.size)
        quotients = ", ".join(f"floor({n}/{k})" for n in names)
        return f"P = {{({', '.join(names)}) : {self._rests}, and ({quotients}) in Q}}, Q: {self.law.formula()}"

    def to_json(self) -> dict[str, Any]:
        """The size, the law of the quotients and the remainders."""
        members = [list(m) for m in self.members]
        return {
            "kind": self.kind,
            "about": "outcome",
            "size": self.size,
            "law": self.law.to_json(),
            "members": members,
        }

    @classmethod
    def from_json(cls, fields: Fields) -> BlocksLaw:
        """The law of its data; raises CertificateError."""
        from grundy.laws.composed import inner_law

        fields.only(("about", "size", "law", "members"))
        fields.choice("about", ("outcome",))
        members = tuple(fields.numbers(m, "members", 0) for m in fields.items("members"))
        try:
            return cls(fields.integer("size", 2), inner_law(fields, "law"), members)
        except ValueError as error:
            raise CertificateError(str(error)) from None
