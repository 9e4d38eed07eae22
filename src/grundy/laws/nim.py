"""Nim: the Grundy value of a heap is its size, and that of several heaps their xor (Bouton's theorem)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import ClassVar

from grundy.laws.base import GrundyLaw, Run, heaps_of

_BOUTON = (
    "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics (2) 3 (1901-1902), 35-39"
)


@dataclass(frozen=True, slots=True)
class NimLaw(GrundyLaw):
    """g(n) = n, for one heap from which any number may be taken: `n -> n-t`.

    >>> NimLaw().value((9,))
    9
    >>> NimLaw().options_of_value((9,), 5)
    (Run(first=(5,), step=(0,), count=1),)

    Source: Bouton 1901.
    """

    name: ClassVar[str] = "Nim"
    source: ClassVar[str] = _BOUTON
    checked_to: ClassVar[int] = 300

    def value(self, component: tuple[int, ...]) -> int:
        """The size of the heap."""
        return heaps_of(component, 1)[0]

    def options_of_value(self, component: tuple[int, ...], value: int) -> tuple[Run, ...]:
        """The heap of size *value*, where it is smaller than *component*."""
        (heap,) = heaps_of(component, 1)
        return (Run.single((value,)),) if 0 <= value < heap else ()

    def words(self) -> str:
        """The law as one sentence."""
        return "The Grundy value of a heap is the number of objects in it."

    def formula(self) -> str:
        """The law as a formula in plain text."""
        return "g(n) = n"


@dataclass(frozen=True, slots=True)
class NimSumLaw(GrundyLaw):
    """g(a1, …, ah) = a1 xor … xor ah, for Nim on h heaps as one component.

    `heaps` is h >= 1 (ValueError elsewhere). At most one option in each heap has a wanted value.
    `checked_to` holds for h <= 3.

    >>> law = NimSumLaw(3)
    >>> law.value((3, 6, 9))
    12
    >>> [option for run in law.p_options((4, 6, 7)) for option in run]
    [(1, 6, 7), (4, 3, 7), (4, 6, 2)]

    Source: Bouton 1901.
    """

    heaps: int

    name: ClassVar[str] = "Nim on several heaps"
    source: ClassVar[str] = _BOUTON
    checked_to: ClassVar[int] = 16

    def __post_init__(self) -> None:
        if self.heaps < 1:
            raise ValueError(f"Nim is played on at least one heap, not {self.heaps}")

    def value(self, component: tuple[int, ...]) -> int:
        """The xor of the heaps."""
        return reduce(xor, heaps_of(component, self.heaps))

    def options_of_value(self, component: tuple[int, ...], value: int) -> tuple[Run, ...]:
        """The heap a becomes a xor g xor *value*, wherever that is smaller than a; ordered by heap."""
        if value < 0:
            return ()
        change = self.value(component) ^ value
        return tuple(
            Run.single((*component[:index], heap ^ change, *component[index + 1 :]))
            for index, heap in enumerate(component)
            if heap ^ change < heap
        )

    def words(self) -> str:
        """The law as one sentence."""
        return "The Grundy value is the nim-sum of the heaps: their binary digits added without carries."

    def formula(self) -> str:
        """The law as a formula in plain text."""
        names = [f"a{index}" for index in range(1, self.heaps + 1)]
        return f"g({', '.join(names)}) = {' xor '.join(names)}"
