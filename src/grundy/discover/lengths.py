"""How many bits a law takes, and how many the values that it explains: the shorter of two laws that fit is the better.

A law is accepted only where it is shorter than the values themselves, by a margin (Rissanen, Modeling by shortest data
description, Automatica 14 (1978)). With a margin of m bits, random values are taken for lawful in about one case of
2^m, since each law of b bits stands for one of 2^b sequences.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import log2
from typing import Any, Literal

About = Literal["grundy", "outcome"]

KIND = 4.0  # bits that say which kind of law it is
MARGIN = 8.0  # bits that a law must save


def int_bits(number: int) -> float:
    """The bits of an integer whose size is not known before: about 2·log2(|n| + 1) + 1 (Elias 1975).

    >>> int_bits(0), int_bits(7), int_bits(-7)
    (1.0, 7.0, 8.0)
    """
    size = abs(number) + 1
    return 2 * (log2(size) if size < 2**1000 else size.bit_length()) + 1 + (number < 0)


@dataclass(frozen=True)
class Data:
    """Values of one heap of size start, start + 1, …; the outcomes P and N are the values 0 and 1."""

    values: tuple[int, ...]
    start: int
    about: About

    @cached_property
    def count(self) -> int:
        """How many values there are."""
        return len(self.values)

    @cached_property
    def each(self) -> float:
        """The bits of one value where no law is known: log2 of how many different ones there are, at least 1."""
        return value_bits(self.values)

    @property
    def bits(self) -> float:
        """The bits of all values, one by one."""
        return self.count * self.each

    @cached_property
    def sparse_bits(self) -> float:
        """The bits of all values, one by one or run by run, whichever is less."""
        runs = 1 + sum(before != after for before, after in pairwise(self.values))
        return min(self.bits, runs * (int_bits(self.count // runs) + self.each))

    def first(self, count: int) -> Data:
        """The first *count* values."""
        return self if count >= self.count else Data(self.values[:count], self.start, self.about)

    def accepts(self, bits: float, *, sparse: bool = True) -> bool:
        """Whether a law of *bits* bits explains the values rather than lists them, or their runs where *sparse*."""
        return bits + MARGIN <= (self.sparse_bits if sparse else self.bits)


@dataclass(frozen=True)
class Form:
    """A law as plain data that fits, and its length."""

    law: Mapping[str, Any]
    bits: float


def value_bits(values: Collection[int]) -> float:
    """The bits of one of *values*: log2 of the number of different ones, at least 1.

    >>> value_bits([0, 1, 2, 3, 0, 1, 2, 3])
    2.0
    """
    return max(1.0, log2(max(1, len(set(values)))))
