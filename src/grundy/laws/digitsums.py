"""P-positions by sums: of the digits of all heaps, place by place, or of the heaps themselves.

Source: E. H. Moore, A generalization of the game called Nim, Annals of Mathematics (2) 11 (1910), 93-94.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from grundy.laws.base import OutcomeLaw, heaps_of
from grundy.laws.digits import Base
from grundy.laws.fields import Fields
from grundy.laws.wording import heap_names, listed, one_of
from grundy.rules.errors import CertificateError
from grundy.rules.numbers import digits
from grundy.rules.values import Value


class DigitSumLaw(OutcomeLaw, Value):
    """P-positions: at each place in base *base*, the digits times *weights* (one a heap) sum to 0 modulo *modulus*.

    With base 2, modulus 2 and weights 1 it is Nim; with modulus k + 1, Moore's Nim with up to k heaps a move. Raises
    ValueError for a base or a modulus below 2, or no weight.

    >>> DigitSumLaw(2, 3, (1, 1, 1)).is_p((6, 6, 6)), DigitSumLaw(2, 3, (1, 1, 1)).is_p((6, 6, 7))
    (True, False)
    """

    base: int
    modulus: int
    weights: tuple[int, ...]

    kind: ClassVar[str] = "digits"
    name: ClassVar[str] = "the digit sums"

    def __post_init__(self) -> None:
        if self.base < 2 or self.modulus < 2:
            raise ValueError("base and modulus of the law are at least 2")
        _require_weights(self.weights, self.modulus)

    @property
    def heaps(self) -> int:
        """The number of heaps of a component."""
        return len(self.weights)

    def is_p(self, component: tuple[int, ...]) -> bool:
        """Whether the sum at every place is 0 modulo the modulus."""
        heaps = heaps_of(component, len(self.weights))
        if self.base == self.modulus == 2:
            total = 0
            for weight, heap in zip(self.weights, heaps, strict=True):
                total ^= heap * weight
            return total == 0
        sums: list[int] = []
        for weight, heap in zip(self.weights, heaps, strict=True):
            if weight:
                for place, digit in enumerate(reversed(Base(self.base).digits(heap))):
                    if place == len(sums):
                        sums.append(0)
                    sums[place] += weight * digit
        return all(total % self.modulus == 0 for total in sums)

    def words(self) -> str:
        """The law as one sentence."""
        if self.base == self.modulus == 2:
            return f"The player to move loses exactly when the xor of {self._heaps()} is 0."
        return (
            f"Write {self._heaps()} in base {digits(self.base)}: the player to move loses exactly when at every place "
            f"the sum of the digits is divisible by {digits(self.modulus)}."
        )

    def _heaps(self) -> str:
        names = [n for n, w in zip(heap_names(self.heaps), self.weights, strict=True) if w]
        if set(self.weights) == {1}:
            return "the heaps"
        if set(self.weights) == {0, 1}:
            return f"the heap{'s' * (len(names) > 1)} {listed(names)}"
        times = [f"the heap {n} ({digits(w)} times)" for n, w in zip(names, filter(None, self.weights), strict=True)]
        return listed(times)

    def formula(self) -> str:
        """The law as a formula in plain text."""
        names = heap_names(self.heaps)
        kept = [n for n, w in zip(names, self.weights, strict=True) if w]
        where = " xor ".join(kept)
        if self.base == self.modulus == 2:
            return f"P = {{({', '.join(names)}) : {where} = 0}}"
        terms = [f"{'' if w == 1 else f'{digits(w)}*'}{n}[i]" for n, w in zip(names, self.weights, strict=True) if w]
        total = " + ".join(terms)
        sums = f"({total}) mod {digits(self.modulus)} = 0 for every i"
        return f"P = {{({', '.join(names)}) : {sums}}}, x[i] the digits of x in base {digits(self.base)}"

    def to_json(self) -> dict[str, Any]:
        """The law as plain data."""
        return {
            "kind": self.kind,
            "about": "outcome",
            "base": self.base,
            "modulus": self.modulus,
            "weights": list(self.weights),
        }

    @classmethod
    def from_json(cls, fields: Fields) -> DigitSumLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("about", "base", "modulus", "weights"))
        fields.choice("about", ("outcome",))
        try:
            return cls(fields.integer("base", 2), fields.integer("modulus", 2), fields.integers("weights", 0))
        except ValueError as error:
            raise CertificateError(str(error)) from None


class TotalLaw(OutcomeLaw, Value):
    """P-positions: the sum of the heaps times *weights* is one of *remainders* modulo *modulus*.

    >>> TotalLaw(2, (1, 1, 1), (1,)).is_p((1, 1, 1))
    True
    """

    modulus: int
    weights: tuple[int, ...]
    remainders: tuple[int, ...]

    kind: ClassVar[str] = "total"
    name: ClassVar[str] = "the sum of the heaps"

    def __post_init__(self) -> None:
        if self.modulus < 1:
            raise ValueError("modulus of the law is at least 1")
        _require_weights(self.weights, self.modulus)
        if list(self.remainders) != sorted({r % self.modulus for r in self.remainders}):
            raise ValueError("remainders of the law are ascending numbers below the modulus")

    @property
    def heaps(self) -> int:
        """The number of heaps of a component."""
        return len(self.weights)

    def is_p(self, component: tuple[int, ...]) -> bool:
        """Whether the remainder of the sum is one of those."""
        heaps = heaps_of(component, len(self.weights))
        return sum(w * n for w, n in zip(self.weights, heaps, strict=True)) % self.modulus in self.remainders

    @property
    def condition(self) -> str:
        """The law as a condition on the heaps a, b, …."""
        names = heap_names(self.heaps)
        terms = [f"{'' if w == 1 else f'{digits(w)}*'}{n}" for n, w in zip(names, self.weights, strict=True) if w]
        total = " + ".join(terms)
        total = f"({total})" if len(terms) > 1 else total
        return f"{total} mod {digits(self.modulus)} {one_of(self.remainders)}"

    def words(self) -> str:
        """The law as one sentence."""
        return f"The player to move loses exactly when {self.condition}."

    def formula(self) -> str:
        """The law as a formula in plain text."""
        return f"P = {{({', '.join(heap_names(self.heaps))}) : {self.condition}}}"

    def to_json(self) -> dict[str, Any]:
        """The law as plain data."""
        return {
            "kind": self.kind,
            "about": "outcome",
            "modulus": self.modulus,
            "weights": list(self.weights),
            "remainders": list(self.remainders),
        }

    @classmethod
    def from_json(cls, fields: Fields) -> TotalLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("about", "modulus", "weights", "remainders"))
        fields.choice("about", ("outcome",))
        try:
            return cls(fields.integer("modulus", 1), fields.integers("weights", 0), fields.integers("remainders", 0))
        except ValueError as error:
            raise CertificateError(str(error)) from None


def _require_weights(weights: Sequence[int], modulus: int) -> None:
    if not weights or not any(weights) or any(not 0 <= w < max(modulus, 2) for w in weights):
        raise ValueError("weights of the law: one for each heap, from 0 to the modulus less 1, not all 0")
