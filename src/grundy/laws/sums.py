"""Several heaps as one component in which a move changes one heap: the sum of one-heap games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import ClassVar

from grundy.laws.base import GrundyLaw, Run, heaps_of


@dataclass(frozen=True, slots=True)
class SumLaw(GrundyLaw):
    """g(a, b, …) is the xor of the one-heap law's values: the product game of `n -> …` on *heaps* heaps.

    A move changes exactly one heap, by the one-heap rules of *law*. Raises ValueError for less than one heap.

    >>> from grundy.laws.nim import NimLaw
    >>> SumLaw(NimLaw(), 3).value((3, 6, 9))
    12
    >>> [run.first for run in SumLaw(NimLaw(), 3).p_options((3, 6, 9))]
    [(3, 6, 5)]

    Sources: R. Sprague, Tohoku Math. J. 41 (1935); P. M. Grundy, Eureka 2 (1939).
    """

    law: GrundyLaw
    heaps: int

    name: ClassVar[str] = "the sum of heaps"
    source: ClassVar[str] = "R. Sprague (1935), P. M. Grundy (1939)"
    checked_to: ClassVar[int] = 16

    def __post_init__(self) -> None:
        if self.heaps < 1:
            raise ValueError(f"a sum has at least one heap, not {self.heaps}")

    def value(self, component: tuple[int, ...]) -> int:
        """The xor of the values of the heaps."""
        return reduce(xor, (self.law.value((heap,)) for heap in heaps_of(component, self.heaps)), 0)

    def options_of_value(self, component: tuple[int, ...], value: int) -> tuple[Run, ...]:
        """For each heap, its options that have the value which makes the xor *value*."""
        total = self.value(component)
        found = []
        for i, heap in enumerate(component):
            wanted = total ^ self.law.value((heap,)) ^ value
            for run in self.law.options_of_value((heap,), wanted):
                first = (*component[:i], run.first[0], *component[i + 1 :])
                step = (*(0 for _ in range(i)), run.step[0], *(0 for _ in range(self.heaps - i - 1)))
                found.append(Run(first, step, run.count))
        return tuple(found)

    def words(self) -> str:
        """The law as one sentence."""
        return f"The Grundy value is the xor of the values of the heaps. {self.law.words()}"

    def formula(self) -> str:
        """The law as a formula in plain text."""
        return f"xor over the heaps of {self.law.formula()}"
