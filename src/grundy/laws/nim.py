"""Nim: the Grundy value of a heap is its size (Bouton's theorem)."""

from __future__ import annotations

from typing import Any, ClassVar

from grundy.laws.base import GrundyLaw, Run, heaps_of
from grundy.rules.values import Value


class NimLaw(GrundyLaw, Value):
    """g(n) = n, for one heap from which any number may be taken: `n -> n-t`.

    >>> NimLaw().value((9,))
    9
    >>> NimLaw().options_of_value((9,), 5)
    (Run(first=(5,), step=(0,), count=1),)

    Source: C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics (2) 3 (1901-1902),
    35-39.
    """

    kind: ClassVar[str] = "window"
    name: ClassVar[str] = "Nim"

    @property
    def knows_options(self) -> bool:
        """The options are all smaller heaps."""
        return True

    def value(self, component: tuple[int, ...]) -> int:
        """The size of the heap."""
        return heaps_of(component, 1)[0]

    def options_of_value(self, component: tuple[int, ...], value: int) -> tuple[Run, ...]:
        """The heap of size *value*, where it is smaller than *component*."""
        (heap,) = heaps_of(component, 1)
        return (Run.single((value,)),) if 0 <= value < heap else ()

    def heaps_of_value(self, value: int, low: int, high: int) -> tuple[Run, ...]:
        """The heap of size *value*."""
        return (Run.single((value,)),) if max(low, 0) <= value <= high else ()

    @property
    def expression(self) -> str:
        """The value as a term in n."""
        return "n"

    def words(self) -> str:
        """The law as one sentence."""
        return "The Grundy value of a heap is the number of objects in it."

    def formula(self) -> str:
        """The law as a formula in plain text."""
        return "g(n) = n"

    def to_json(self) -> dict[str, Any]:
        """The window without bounds."""
        return {"kind": self.kind, "least": 0, "lower": []}
