"""Several heaps as one component in which a move changes one heap: the sum of one-heap games."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import Any, ClassVar

from grundy.laws.base import GrundyLaw, Law, Run, heaps_of
from grundy.laws.fields import Fields
from grundy.laws.wording import heap_names
from grundy.rules.errors import CertificateError
from grundy.rules.values import Value


class SumLaw(GrundyLaw, Value):
    """g(a, b, …) is the xor of the values of the heaps, each by its own one-heap law.

    A move changes exactly one heap, by the one-heap rules of *laws[i]* for heap number i. Raises ValueError for no
    heap.

    >>> from grundy.laws.nim import NimLaw
    >>> law = SumLaw((NimLaw(), NimLaw(), NimLaw()))
    >>> law.value((3, 6, 9)), [run.first for run in law.p_options((3, 6, 9))]
    (12, [(3, 6, 5)])

    Sources: R. Sprague, Tohoku Math. J. 41 (1935); P. M. Grundy, Eureka 2 (1939).
    """

    laws: tuple[Law, ...]

    kind: ClassVar[str] = "sum"
    name: ClassVar[str] = "the sum of heaps"

    def __post_init__(self) -> None:
        if not self.laws:
            raise ValueError("a sum has at least one heap")
        if any(law.heaps != 1 or law.about != "grundy" for law in self.laws):
            raise ValueError("each law of a sum gives the Grundy values of one heap")

    @property
    def heaps(self) -> int:
        """The number of heaps of a component."""
        return len(self.laws)

    @property
    def knows_options(self) -> bool:
        """Whether the laws of all heaps do."""
        return all(law.knows_options for law in self.laws)

    def value(self, component: tuple[int, ...]) -> int:
        """The xor of the values of the heaps."""
        heaps = heaps_of(component, len(self.laws))
        return reduce(xor, (law.value((heap,)) for law, heap in zip(self.laws, heaps, strict=True)), 0)

    def options_of_value(self, component: tuple[int, ...], value: int) -> tuple[Run, ...]:
        """For each heap, its options that have the value which makes the xor *value*."""
        if not self.knows_options:
            return super().options_of_value(component, value)
        total = self.value(component)
        found = []
        for i, (law, heap) in enumerate(zip(self.laws, component, strict=True)):
            for run in law.options_of_value((heap,), total ^ law.value((heap,)) ^ value):
                first = (*component[:i], run.first[0], *component[i + 1 :])
                step = tuple(run.step[0] if j == i else 0 for j in range(len(component)))
                found.append(Run(first, step, run.count))
        return tuple(found)

    def words(self) -> str:
        """The law as one sentence."""
        expression = self._expression()
        if expression is not None:
            return f"The Grundy value is {expression}."
        kinds = dict.fromkeys(law.words() for law in self.laws)
        return f"The Grundy value is the xor of the values of the heaps. {' '.join(kinds)}"

    def formula(self) -> str:
        """The law as a formula in plain text."""
        expression = self._expression()
        if expression is not None:
            return f"g({', '.join(heap_names(self.heaps))}) = {expression}"
        names = heap_names(self.heaps)
        formulas = [law.formula() for law in self.laws]
        kinds = list(dict.fromkeys(formulas))
        if len(kinds) == 1:
            return f"g({', '.join(names)}) = {' xor '.join(f'g({name})' for name in names)}; {kinds[0]}"
        numbers = [kinds.index(formula) + 1 for formula in formulas]
        terms = [f"g{i}({name})" for i, name in zip(numbers, names, strict=True)]
        parts = [f"g{i}: {formula}" for i, formula in enumerate(kinds, 1)]
        return f"g({', '.join(names)}) = {' xor '.join(terms)}; {'; '.join(parts)}"

    def _expression(self) -> str | None:
        """The value by the heaps a, b, …, where each is taken as it is or by its remainder; None elsewhere."""
        simple = [getattr(law, "expression", None) for law in self.laws]
        if self.heaps < 2 or None in simple:
            return None
        named = [str(text).replace("n", name, 1) for text, name in zip(simple, heap_names(self.heaps), strict=True)]
        terms = [f"({text})" if " " in text else text for text in named if text != "0"]
        return " xor ".join(terms) or "0"

    def to_json(self) -> dict[str, Any]:
        """The laws of the heaps."""
        return {"kind": self.kind, "laws": [law.to_json() for law in self.laws]}

    @classmethod
    def from_json(cls, fields: Fields) -> SumLaw:
        """The law of its data; raises CertificateError."""
        from grundy.laws.reading import law_from_json

        fields.only(("laws",))
        laws = tuple(law_from_json(data, fields.parameters, "laws") for data in fields.items("laws"))
        try:
            return cls(laws)
        except ValueError as error:
            raise CertificateError(f"laws of the law: {error}") from None
