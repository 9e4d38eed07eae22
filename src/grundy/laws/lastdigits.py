"""P-positions of take-away games in which a move is bounded by the one before: the last digit of the heap decides.

Sources: M. J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963), 9-13; A. J. Schwenk, Take-away games, Fibonacci
Quarterly 8 (1970), 225-234.
"""

from __future__ import annotations

from typing import Any, ClassVar

from grundy.laws.base import OutcomeLaw, heaps_of
from grundy.laws.digits import Base, Ostrowski, System, system_from_json
from grundy.laws.fields import Fields
from grundy.rules.errors import CertificateError
from grundy.rules.numbers import digits
from grundy.rules.values import Value


class LastDigitLaw(OutcomeLaw, Value):
    """P-positions: factor·m is below the weight of the last digit of n that is not 0, or n = 0.

    n is heap number *heap* (0 or 1), m the other one; digits are those of *system*. Raises ValueError elsewhere.

    >>> law = LastDigitLaw(Ostrowski(1), 0, 1)
    >>> law.is_p((11, 2)), law.is_p((11, 3))  # 11 = 8 + 3
    (True, False)
    """

    system: System
    heap: int
    factor: int

    kind: ClassVar[str] = "last_digit"
    name: ClassVar[str] = "the last digit"

    def __post_init__(self) -> None:
        if self.heap not in {0, 1} or self.factor < 1:
            raise ValueError("heap of the law is 0 or 1, and the factor at least 1")

    @property
    def heaps(self) -> int:
        """The heaps of a component are two."""
        return 2

    def is_p(self, component: tuple[int, ...]) -> bool:
        """Whether the bound m is below that weight."""
        heaps = heaps_of(component, 2)
        n, m = heaps[self.heap], heaps[1 - self.heap]
        if not n:
            return True
        places = self.system.digits(n)[::-1]
        last = next(i for i, digit in enumerate(places) if digit)
        return self.factor * m < self.system.weights(last + 1)[last]

    def words(self) -> str:
        """The law as one sentence."""
        n, m = "ab"[self.heap], "ab"[1 - self.heap]
        bound = m if self.factor == 1 else f"{digits(self.factor)}*{m}"
        return f"The player to move loses exactly when {bound} is less than {self._part(n)} (or {n} = 0)."

    def _part(self, n: str) -> str:
        if self.system == Ostrowski(1):
            return f"the least part of the representation of {n} as a sum of Fibonacci numbers (Zeckendorf)"
        if self.system == Base(2):
            return f"the largest power of 2 that divides {n}"
        if isinstance(self.system, Base):
            return f"the largest power of {digits(self.system.k)} that divides {n}"
        return f"the weight of the last digit of {n} that is not 0, in the {self._numeration()}"

    def _numeration(self) -> str:
        t = digits(getattr(self.system, "t", 1))
        return f"numeration with the weights 1, {t}+1, U(i) = {t}*U(i-1) + U(i-2)"

    def formula(self) -> str:
        """The law as a formula in plain text."""
        n, m = "ab"[self.heap], "ab"[1 - self.heap]
        bound = m if self.factor == 1 else f"{digits(self.factor)}*{m}"
        if isinstance(self.system, Base):
            k = digits(self.system.k)
            return f"P = {{(a, b) : {n} = 0 or {bound} < {k}^v}}, v the largest with {k}^v | {n}"
        where = "Zeckendorf's representation" if self.system == Ostrowski(1) else f"the {self._numeration()}"
        return f"P = {{(a, b) : {n} = 0 or {bound} < z({n})}}, z(x) the least part of x in {where}"

    def to_json(self) -> dict[str, Any]:
        """The law as plain data."""
        return {
            "kind": self.kind,
            "about": "outcome",
            "system": self.system.to_json(),
            "heap": self.heap,
            "factor": self.factor,
        }

    @classmethod
    def from_json(cls, fields: Fields) -> LastDigitLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("about", "system", "heap", "factor"))
        fields.choice("about", ("outcome",))
        try:
            return cls(system_from_json(fields.take("system")), fields.integer("heap", 0), fields.integer("factor", 1))
        except ValueError as error:
            raise CertificateError(str(error)) from None
