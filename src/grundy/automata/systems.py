"""Numeration systems: numbers as words of digits, the most significant first.

- ``Base(k)``, k >= 2: the usual digits 0..k-1;
- ``Ostrowski(t)``, t >= 1: greedy digits for 1, t+1, …, U(n+1) = t·U(n) + U(n-1); t = 1 is Zeckendorf's system;
- both: ``.alphabet``, ``.digits(n)``, ``.number(digits)``, ``.weights(count)``, ``.to_json()``, ``.valid`` (an
  Automaton with the one track "x" of all valid words), and the order of numbers is the order of words of one length;
- ``valid_words(system, tracks)``: the Automaton that asks only for valid words on each track;
- ``system_from_json(data)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.rules.errors import CertificateError
from grundy.rules.values import Value

from .tables import digit_rows

if TYPE_CHECKING:
    from .automaton import Automaton


class System(Value):
    """A way to write each natural number as a word of digits that is unique but for leading zeros."""

    @property
    def alphabet(self) -> int:
        """The number of digits."""
        raise NotImplementedError

    def weights(self, count: int) -> list[int]:
        """The weights of the *count* least significant places, the least first."""
        raise NotImplementedError

    def _enough(self, number: int) -> list[int]:
        """The weights that are at most *number*."""
        count = 8
        while (weights := self.weights(count))[-1] <= number:
            count *= 2
        return [weight for weight in weights if weight <= number]

    def digits(self, number: int) -> list[int]:
        """The greedy digits of a number >= 0; none for 0.

        >>> Ostrowski(1).digits(12), Base(2).digits(12)
        ([1, 0, 1, 0, 1], [1, 1, 0, 0])
        """
        if number < 0:
            raise ValueError(f"a number to be written must be at least 0, not {number}")
        result = []
        for weight in reversed(self._enough(number)):
            digit, number = divmod(number, weight)
            result.append(digit)
        return result

    def number(self, digits: Iterable[int]) -> int:
        """The number that a word stands for.

        >>> Ostrowski(1).number([1, 0, 1, 0, 1])
        12
        """
        word = list(digits)
        return sum(d * weight for d, weight in zip(reversed(word), self.weights(len(word)), strict=True))

    def to_json(self) -> dict[str, Any]:
        """The system as plain data."""
        raise NotImplementedError

    @property
    def valid(self) -> Automaton:
        """The valid words, on the one track x."""
        return valid_words(self, ("x",))


class Base(System):
    """The usual digits in a base k >= 2."""

    k: int = 2

    def __post_init__(self) -> None:
        if self.k < 2:
            raise ValueError(f"a base must be at least 2, not {self.k}")

    @property
    def alphabet(self) -> int:
        """The number of digits."""
        return self.k

    def weights(self, count: int) -> list[int]:
        """The powers of k."""
        return [self.k**i for i in range(count)]

    def to_json(self) -> dict[str, Any]:
        """The system as plain data."""
        return {"kind": "base", "base": self.k}

    def __str__(self) -> str:
        return f"base {self.k}"


class Ostrowski(System):
    """Greedy digits for U(0) = 1, U(1) = t+1, U(n+1) = t·U(n) + U(n-1).

    The greedy words are those with digits 0..t in which a digit t is followed by 0 (or is the last): below U(n+1) =
    t·U(n) + U(n-1) a leading digit t leaves less than U(n-1). (Fraenkel, Systems of numeration, Amer. Math. Monthly
    92, 1985.)

    >>> Ostrowski(2).weights(5), Ostrowski(2).digits(11)
    ([1, 3, 7, 17, 41], [1, 1, 1])
    """

    t: int = 1

    def __post_init__(self) -> None:
        if self.t < 1:
            raise ValueError(f"an Ostrowski system has t >= 1, not {self.t}")

    @property
    def alphabet(self) -> int:
        """The number of digits."""
        return self.t + 1

    def weights(self, count: int) -> list[int]:
        """U(0), U(1), …."""
        result = [1, self.t + 1]
        while len(result) < count:
            result.append(self.t * result[-1] + result[-2])
        return result[:count]

    def to_json(self) -> dict[str, Any]:
        """The system as plain data."""
        return {"kind": "ostrowski", "t": self.t}

    def __str__(self) -> str:
        return "Zeckendorf's system" if self.t == 1 else f"the Ostrowski system of {self.t}"


def system_from_json(data: Any) -> System:
    """The system of plain data; raises CertificateError.

    >>> system_from_json({"kind": "base", "base": 2})
    Base(k=2)
    """
    for kind, key, make in (("base", "base", Base), ("ostrowski", "t", Ostrowski)):
        if isinstance(data, Mapping) and data.get("kind") == kind:
            number = data.get(key)
            if isinstance(number, int) and not isinstance(number, bool) and set(data) == {"kind", key}:
                try:
                    return make(number)
                except ValueError as error:
                    raise CertificateError(str(error)) from None
    raise CertificateError(f"no numeration system is {data!r:.100}")


@lru_cache(maxsize=1024)
def valid_words(system: System, tracks: Sequence[str]) -> Automaton:
    """The automaton that accepts all valid words on each of the tracks (a tuple of names)."""
    from .automaton import Automaton

    names = tuple(sorted(tracks))
    rows = digit_rows(system.alphabet, len(names))
    if not isinstance(system, Ostrowski):
        return Automaton(system, names, np.zeros((1, len(rows)), dtype=np.int32), np.ones(1, dtype=bool))
    bits = 1 << np.arange(len(names))
    after = (rows == system.t) @ bits  # the tracks whose digit is t: each needs a 0 next
    positive = (rows > 0) @ bits
    full = np.arange(1 << len(names))
    delta = np.where(full[:, None] & positive[None, :], len(full), after[None, :])
    delta = np.concatenate([delta, np.full((1, len(rows)), len(full))]).astype(np.int32)
    return Automaton(system, names, delta, np.arange(len(full) + 1) < len(full))
