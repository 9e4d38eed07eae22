"""Many small numbers as an immutable sequence that takes little memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

LARGE = 100_000
"""How many numbers are worth it."""
_MANY = 1_000_000


class Packed(Sequence[int]):
    """A sequence of natural numbers that is equal to the tuple of them, and prints as it does.

    >>> numbers = Packed(array("B", [0, 1, 2, 3]))
    >>> numbers[-1], numbers[1:3], numbers == (0, 1, 2, 3)
    (3, (1, 2), True)
    """

    __slots__ = ("_numbers",)

    def __init__(self, numbers: array[int]) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> Packed: ...

    def __getitem__(self, index: int | slice) -> int | Packed:
        found: Any = self._numbers[index]
        return Packed(found) if isinstance(index, slice) else found

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Packed):
            return self._numbers == other._numbers
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[type[Packed], tuple[array[int]]]:
        return Packed, (self._numbers,)

    def index(self, value: int, start: int = 0, stop: int | None = None) -> int:
        """The first place of a number; raises ValueError."""
        return self._numbers.index(value, start, len(self) if stop is None else stop)

    @property
    def numbers(self) -> array[int]:
        """A copy of the numbers."""
        return self._numbers[:]


def packed(numbers: Iterable[int]) -> Sequence[int]:
    """The numbers as a tuple, or packed where they are an array of many."""
    if isinstance(numbers, array) and len(numbers) >= LARGE:
        return Packed(numbers)
    return tuple(numbers)


def narrowest(numbers: Sequence[int]) -> array[int]:
    """The numbers in the smallest type of 1, 2, 4 or 8 bytes that holds all of them; raises OverflowError.

    >>> narrowest((3, 300)).typecode, narrowest(()).typecode
    ('H', 'B')
    """
    if isinstance(numbers, Packed):
        numbers = numbers.numbers
    most = largest(numbers) if isinstance(numbers, array) else max(numbers, default=0)
    kind = next((k for k, bits in (("B", 8), ("H", 16), ("I", 32), ("Q", 64)) if most < 1 << bits), None)
    if kind is None or (not isinstance(numbers, array) and min(numbers, default=0) < 0):
        raise OverflowError("a value that does not fit 64 bits")
    return numbers if isinstance(numbers, array) and numbers.typecode == kind else array(kind, numbers)


def largest(numbers: array[int]) -> int:
    """The largest of some numbers, 0 where there are none.

    >>> largest(array("H", [3, 1000, 5]))
    1000
    """
    if len(numbers) < _MANY:
        return max(numbers, default=0)
    import numpy as np

    return int(np.frombuffer(numbers, dtype=numbers.typecode).max())
