"""P-positions that are the numbers of a recurrence, as the Fibonacci numbers are in Fibonacci Nim."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, ClassVar

from grundy.laws.base import OutcomeLaw, heaps_of
from grundy.laws.fields import Fields
from grundy.rules.errors import CertificateError
from grundy.rules.numbers import digits
from grundy.rules.values import Value


class PointsLaw(OutcomeLaw, Value):
    """P = {x_0, x_1, …} for heaps n >= least, with x_i = c_1·x_{i-1} + c_2·x_{i-2} + … + *constant* after the *first*.

    The numbers must increase for ever: that is so, and checked, where the coefficients c are >= 0, the last numbers
    of *first* increase and so does the first that follows, or where they are (2, -1) with constant >= 0 (quadratic
    growth). ValueError elsewhere.

    >>> fibonacci = PointsLaw((1, 2), (1, 1))
    >>> [n for n in range(60) if fibonacci.is_p((n,))]
    [1, 2, 3, 5, 8, 13, 21, 34, 55]
    >>> squares = PointsLaw((0, 1), (2, -1), 2)
    >>> squares.is_p((1000**2,)), squares.is_p((1000**2 + 1,))
    (True, False)
    """

    first: tuple[int, ...]
    coefficients: tuple[int, ...]
    constant: int = 0
    least: int = 0

    kind: ClassVar[str] = "points"
    name: ClassVar[str] = "the sequence"

    def __post_init__(self) -> None:
        if not 1 <= len(self.coefficients) <= len(self.first):
            raise ValueError("coefficients are one or more, and the first numbers are not fewer")
        if self.least < 0 or self.first[0] < self.least:
            raise ValueError("the first numbers are not below least, nor is least below 0")
        numbers = [*self.first, self._after(self.first), self._after((*self.first, self._after(self.first)))]
        if any(after <= before for before, after in pairwise(numbers)):
            raise ValueError("the first numbers, and the two that follow, must increase")
        quadratic = self.coefficients == (2, -1) and self.constant >= 0
        growing = min(self.coefficients) >= 0 and sum(self.coefficients) > 1
        if not (quadratic or growing or (self.coefficients == (1,) and self.constant > 0)):
            raise ValueError("coefficients must be at least 0 and make the numbers grow for ever")

    def _after(self, before: tuple[int, ...]) -> int:
        recent = reversed(before[-len(self.coefficients) :])
        return self.constant + sum(c * x for c, x in zip(self.coefficients, recent, strict=True))

    def is_p(self, component: tuple[int, ...]) -> bool:
        """Whether the heap is one of the numbers, found by going through them.

        For quadratic growth the number of steps is cut by solving for the index.
        """
        (heap,) = heaps_of(component, 1, self.least)
        if self.coefficients in {(2, -1), (1,)}:
            return self._is_quadratic(heap)
        recent = self.first
        while recent[-1] < heap:
            recent = (*recent[-len(self.coefficients) :], self._after(recent))
        return heap in recent

    def _is_quadratic(self, heap: int) -> bool:
        """Whether x_0 + d·i + constant·i(i-1)/2 is the heap for some i >= 0, or one of the first numbers is."""
        if heap in self.first:
            return True
        start = self.first[-1]
        step = self.constant if self.coefficients == (1,) else self._after(self.first) - start
        bend = 0 if self.coefficients == (1,) else self.constant
        high = 1
        while start + step * high + bend * high * (high - 1) // 2 < heap:
            high *= 2
        low = 0
        while low < high:
            middle = (low + high) // 2
            if start + step * middle + bend * middle * (middle - 1) // 2 < heap:
                low = middle + 1
            else:
                high = middle
        return start + step * low + bend * low * (low - 1) // 2 == heap

    def words(self) -> str:
        """The law as one sentence."""
        return f"The player to move loses exactly at the heaps {self._list()}, where {self._rule()}."

    def formula(self) -> str:
        """The law as a formula in plain text."""
        return f"P = {{{self._list()}}}, {self._rule()}"

    def _list(self) -> str:
        numbers = self.first
        while len(numbers) < len(self.first) + 3:
            numbers = (*numbers, self._after(numbers))
        return ", ".join(map(digits, numbers)) + ", …"

    def _rule(self) -> str:
        text = ""
        for i, c in enumerate(self.coefficients, 1):
            if c:
                sign = (" - " if c < 0 else " + ") if text else ("-" if c < 0 else "")
                text += f"{sign}{'' if abs(c) == 1 else digits(abs(c)) + '*'}x(i-{i})"
        if self.constant:
            text += f" {'+' if self.constant > 0 else '-'} {digits(abs(self.constant))}"
        return f"x(i) = {text}"

    def to_json(self) -> dict[str, Any]:
        """The first numbers and the recurrence."""
        return {
            "kind": self.kind,
            "least": self.least,
            "first": list(self.first),
            "coefficients": list(self.coefficients),
            "constant": self.constant,
        }

    @classmethod
    def from_json(cls, fields: Fields) -> PointsLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("least", "first", "coefficients", "constant"))
        first, coefficients = fields.integers("first", 0), fields.integers("coefficients")
        try:
            return cls(first, coefficients, fields.integer("constant", None, 0), fields.integer("least", 0, 0))
        except ValueError as error:
            raise CertificateError(f"first of the law: {error}") from None
