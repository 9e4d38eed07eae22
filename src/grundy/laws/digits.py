"""Numeration systems in plain Python: digits of integers of any size, most significant first."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from grundy.rules.errors import CertificateError
from grundy.rules.numbers import shown
from grundy.rules.values import Value

_CHUNK = 64
MAX_ALPHABET = 4_096


class System(Value):
    """A numeration system for 0, 1, 2, …: every integer has one greedy representation, digits below `alphabet`."""

    @property
    @abstractmethod
    def alphabet(self) -> int:
        """The number of digits that there are: 0, …, alphabet - 1."""

    @abstractmethod
    def weights(self, length: int) -> list[int]:
        """The weights of the last *length* digits, least significant first."""

    @abstractmethod
    def digits(self, n: int) -> list[int]:
        """The greedy digits of *n* >= 0, most significant first; none for 0."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The system as plain data."""

    def number(self, digits: Sequence[int]) -> int:
        """The integer with these digits, most significant first."""
        return sum(d * w for d, w in zip(reversed(digits), self.weights(len(digits)), strict=True))

    @abstractmethod
    def follows(self, before: int, digit: int) -> bool:
        """Whether *digit* may stand just after the digit *before* (0 at the beginning); -1 stands for a broken word.

        In both systems a word is greedy if and only if every digit may follow the one before it.
        """


class Base(System):
    """The digits 0, …, k - 1 with weights 1, k, k², …; k >= 2 (ValueError elsewhere).

    >>> Base(2).digits(10), Base(10).number([4, 2])
    ([1, 0, 1, 0], 42)
    """

    k: int

    def __post_init__(self) -> None:
        if not 2 <= self.k <= MAX_ALPHABET:
            raise ValueError(f"a base is 2 to {MAX_ALPHABET}, not {shown(self.k)}")

    @property
    def alphabet(self) -> int:
        """The base."""
        return self.k

    def weights(self, length: int) -> list[int]:
        """The powers of k."""
        found = [1] * min(length, 1)
        while len(found) < length:
            found.append(found[-1] * self.k)
        return found

    def digits(self, n: int) -> list[int]:
        """The digits of *n*."""
        if self.k == 2:
            return [int(c) for c in f"{n:b}"] if n else []
        chunk = self.k**_CHUNK
        parts: list[int] = []
        while n:
            n, low = divmod(n, chunk)
            for _ in range(_CHUNK):
                low, digit = divmod(low, self.k)
                parts.append(digit)
        while parts and not parts[-1]:
            parts.pop()
        return parts[::-1]

    def follows(self, before: int, digit: int) -> bool:
        """Always."""
        return before >= 0 and digit >= 0

    def to_json(self) -> dict[str, Any]:
        """The system as plain data."""
        return {"kind": "base", "base": self.k}


class Ostrowski(System):
    """The weights U_0 = 1, U_1 = t + 1, U_{n+1} = t·U_n + U_{n-1}, and greedy digits 0, …, t; t = 1: Zeckendorf's.

    A word is greedy if and only if no digit is above t and a digit t is followed by 0: the largest greedy word of n
    digits is t0t0…, of value U_n - 1, since t·U_{n-1} + U_{n-2} = U_n. t >= 1 (ValueError elsewhere).

    >>> Ostrowski(1).digits(10), Ostrowski(2).digits(16), Ostrowski(2).number([2, 0, 2])
    ([1, 0, 0, 1, 0], [2, 0, 2], 16)

    Source: A. Ostrowski (1922); A. S. Fraenkel, Systems of numeration, Amer. Math. Monthly 92 (1985).
    """

    t: int

    def __post_init__(self) -> None:
        if not 1 <= self.t < MAX_ALPHABET:
            raise ValueError(f"an Ostrowski system has t from 1 to {MAX_ALPHABET - 1}, not {shown(self.t)}")

    @property
    def alphabet(self) -> int:
        """The digits are 0, …, t."""
        return self.t + 1

    def weights(self, length: int) -> list[int]:
        """The numbers U_0, U_1, …."""
        found = [1, self.t + 1][:length]
        while len(found) < length:
            found.append(self.t * found[-1] + found[-2])
        return found

    def digits(self, n: int) -> list[int]:
        """The greedy digits of *n*."""
        weights = [1]
        below, last, t = 1, 1, self.t  # U_{-1} = 1, U_0 = 1
        while last <= n:
            below, last = last, t * last + below
            weights.append(last)
        weights.pop()
        found = []
        for weight in reversed(weights):
            if n < weight:
                found.append(0)
            elif t == 1:
                n -= weight
                found.append(1)
            else:
                digit, n = divmod(n, weight)
                found.append(digit)
        return found

    def follows(self, before: int, digit: int) -> bool:
        """Not after t, unless it is 0."""
        return before >= 0 and (before < self.t or digit == 0)

    def to_json(self) -> dict[str, Any]:
        """The system as plain data."""
        return {"kind": "ostrowski", "t": self.t}


def system_from_json(data: Any) -> System:
    """The system of plain data; raises CertificateError.

    >>> system_from_json({"kind": "base", "base": 2})
    Base(k=2)
    """
    from .fields import Fields

    if not isinstance(data, dict):
        raise CertificateError(f"system of the law: expected an object with a kind, not {shown(data)}")
    fields = Fields(data, inside="system")
    kind = fields.choice("kind", ("base", "ostrowski"))
    key = "base" if kind == "base" else "t"
    fields.only((key,))
    try:
        return Base(fields.integer(key)) if kind == "base" else Ostrowski(fields.integer(key))
    except ValueError as error:
        raise CertificateError(f"{key} of the law's system: {error}") from None
