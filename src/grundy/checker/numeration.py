"""Numeration systems: digits of numbers, and what is known of a linear form when its first digits have been read.

Numbers are read from the most significant digit. Base k has the place values 1, k, k², …; the Ostrowski system t has
U(0) = 1, U(1) = t + 1, U(n+1) = t·U(n) + U(n-1) (t = 1: Zeckendorf), and its words are the greedy ones: each digit is
at most t, and a 0 follows a digit t. Both kinds of valid words may have leading zeros, and are closed under prefixes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from grundy.rules.values import Value

Rest = Any
"""What the digits read so far say of a form: an integer, or a pair of them."""


class System(ABC):
    """A numeration system with the digits 0, …, *alphabet* - 1."""

    alphabet: int
    zero: ClassVar[Rest]
    """The rest before the first digit."""
    every_word: ClassVar[bool]
    """Whether every word is valid."""

    @abstractmethod
    def push(self, rest: Rest, digit: int) -> Rest:
        """The rest after one more (combined) digit of the form."""

    @abstractmethod
    def value(self, rest: Rest) -> int:
        """The form's value, if no digit follows."""

    @abstractmethod
    def surely_at_least(self, rest: Rest, falling: int, c: int) -> bool:
        """Whether the form is >= c, however many digits follow.

        *falling* is the sum of its negative coefficients, as a number >= 0: n more digits take at most
        falling·(U(n) - 1) away, as n digits of a valid word are a number below U(n).
        """

    @abstractmethod
    def negated(self, rest: Rest) -> Rest:
        """The rest of the negative form."""

    @abstractmethod
    def after(self, state: int, digit: int) -> int | None:
        """The state of a valid word (0 at its start) after one more digit, or None where it is no longer valid."""

    @abstractmethod
    def digits(self, n: int) -> list[int]:
        """The digits of a number, without leading zeros."""

    def number(self, digits: list[int]) -> int:
        """The number that a word stands for."""
        rest = self.zero
        for digit in digits:
            rest = self.push(rest, digit)
        return self.value(rest)


class Base(System, Value):
    """Base *k*.

    >>> Base(3).digits(11), Base(3).number([0, 1, 0, 2])
    ([1, 0, 2], 11)
    """

    k: int
    zero = 0
    every_word = True

    @property
    def alphabet(self) -> int:  # type: ignore[override]
        """The base."""
        return self.k

    def push(self, rest: Rest, digit: int) -> Rest:
        """K·rest + digit."""
        return self.k * rest + digit

    def value(self, rest: Rest) -> int:
        """The rest itself."""
        return int(rest)

    def surely_at_least(self, rest: Rest, falling: int, c: int) -> bool:
        """(rest - falling)·k^n + falling >= c for all n >= 0."""
        return bool(rest >= falling and rest >= c)

    def negated(self, rest: Rest) -> Rest:
        """-rest."""
        return -rest

    def after(self, state: int, digit: int) -> int | None:
        """Every word is valid."""
        del digit
        return state

    def digits(self, n: int) -> list[int]:
        """By division with remainder."""
        found: list[int] = []
        while n:
            n, digit = divmod(n, self.k)
            found.append(digit)
        return found[::-1]


class Ostrowski(System, Value):
    """The system of U(0) = 1, U(1) = t + 1, U(n+1) = t·U(n) + U(n-1).

    The rest (p, q) with n digits to come says p·U(n) + q·U(n-1), where U(-1) = 1.

    >>> Ostrowski(1).digits(11), Ostrowski(2).digits(11), Ostrowski(1).number([1, 0, 1, 0, 0])
    ([1, 0, 1, 0, 0], [1, 1, 1], 11)
    """

    t: int
    zero = (0, 0)
    every_word = False

    @property
    def alphabet(self) -> int:  # type: ignore[override]
        """The digits are 0 to t."""
        return self.t + 1

    def push(self, rest: Rest, digit: int) -> Rest:
        """p·U(n) + q·U(n-1) + digit·U(n-1) in terms of U(n-1) and U(n-2)."""
        p, q = rest
        return self.t * p + q + digit, p

    def value(self, rest: Rest) -> int:
        """p·U(0) + q·U(-1)."""
        return int(rest[0] + rest[1])

    def surely_at_least(self, rest: Rest, falling: int, c: int) -> bool:
        """W(n) + falling >= c for all n >= 0, where W(n) = (p - falling)·U(n) + q·U(n-1).

        W follows the recurrence of U, so two terms in succession that are >= 0 and enough settle all later ones; the
        loop ends, because W grows beyond all bounds, falls below all, or is 0 throughout.
        """
        p, q = rest
        bound = c - falling
        last, this = p - falling + q, (p - falling) * (self.t + 1) + q
        while last >= bound:
            if last >= 0 and this >= 0 and this >= bound:
                return True
            last, this = this, self.t * this + last
        return False

    def negated(self, rest: Rest) -> Rest:
        """(-p, -q)."""
        return -rest[0], -rest[1]

    def after(self, state: int, digit: int) -> int | None:
        """State 1 says that the last digit was t."""
        if digit and state:
            return None
        return int(digit == self.t)

    def digits(self, n: int) -> list[int]:
        """The greedy expansion."""
        places = [1, self.t + 1]
        while places[-1] <= n:
            places.append(self.t * places[-1] + places[-2])
        found: list[int] = []
        for place in reversed(places):
            digit, n = divmod(n, place)
            if found or digit:
                found.append(digit)
        return found


def system_of(data: Mapping[str, Any]) -> System:
    """The system of a law's "system" entry, which has been checked."""
    return Base(data["base"]) if data["kind"] == "base" else Ostrowski(data["t"])
