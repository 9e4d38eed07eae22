"""Bash's game, take 1 to m objects: the Grundy value is the remainder modulo m + 1."""

from __future__ import annotations

from typing import Any, ClassVar

from grundy.laws.base import GrundyLaw, Run, heaps_of
from grundy.rules.numbers import digits
from grundy.rules.values import Value


class ResidueLaw(GrundyLaw, Value):
    """g(n) = n mod M, for `n -> n-t where t <= m` with M = m + 1.

    `modulus` is M >= 1 (ValueError elsewhere); M = 1 is the game without moves. The options n-m, …, n-1 leave
    m consecutive remainders, all but that of n, so each value other than g(n) is left by at most one option.

    >>> law = ResidueLaw(11)
    >>> law.value((100,))
    1
    >>> law.options_of_value((100,), 4)
    (Run(first=(92,), step=(0,), count=1),)

    Source: C. G. Bachet, Problemes plaisans et delectables, 1612; Winning Ways, chapter 4 (subtraction
    games).
    """

    modulus: int

    kind: ClassVar[str] = "window"
    name: ClassVar[str] = "Bash's game"

    @property
    def knows_options(self) -> bool:
        """The options are n-1, …, n-M+1."""
        return True

    def __post_init__(self) -> None:
        if self.modulus < 1:
            raise ValueError(f"a modulus is at least 1, not {self.modulus}")

    def value(self, component: tuple[int, ...]) -> int:
        """The remainder of the heap modulo M."""
        return heaps_of(component, 1)[0] % self.modulus

    def options_of_value(self, component: tuple[int, ...], value: int) -> tuple[Run, ...]:
        """The greatest y < n with remainder *value*, where n - y <= m."""
        (heap,) = heaps_of(component, 1)
        if not 0 <= value < self.modulus:
            return ()
        take = (heap - value) % self.modulus
        return (Run.single((heap - take,)),) if 0 < take <= heap else ()

    def heaps_of_value(self, value: int, low: int, high: int) -> tuple[Run, ...]:
        """The progression of heaps with that remainder."""
        low = max(low, 0)
        first = low + (value - low) % self.modulus
        if not 0 <= value < self.modulus or first > high:
            return ()
        count = (high - first) // self.modulus + 1
        return (Run((first,), (self.modulus,), count) if count > 1 else Run.single((first,)),)

    @property
    def expression(self) -> str:
        """The value as a term in n."""
        return f"n mod {digits(self.modulus)}"

    def words(self) -> str:
        """The law as one sentence."""
        if self.modulus == 1:
            return "There are no moves, so every Grundy value is 0."
        return f"The Grundy value of a heap is its remainder on division by {self.modulus}."

    def formula(self) -> str:
        """The law as a formula in plain text."""
        return f"g(n) = n mod {self.modulus}"

    def to_json(self) -> dict[str, Any]:
        """The window of the M - 1 heaps below n."""
        return {"kind": self.kind, "least": 0, "lower": [[1, 1 - self.modulus, 1]]}
