"""Nim: the Grundy value of a heap is its size (Bouton's theorem)."""

from __future__ import annotations

from typing import ClassVar

from grundy.laws.base import GrundyLaw, Run, heaps_of
from grundy.rules.values import Value

_BOUTON = (
    "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics (2) 3 (1901-1902), 35-39"
)


class NimLaw(GrundyLaw, Value):
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
