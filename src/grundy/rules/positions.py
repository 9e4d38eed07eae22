"""Positions, which are disjunctive sums of components, and regions, which are boxes of one ruleset's components."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby, product
from math import prod
from typing import TYPE_CHECKING

from .values import Value

if TYPE_CHECKING:
    from .rulesets import Ruleset


class Position(Value):
    """A disjunctive sum: the mover moves in one component. Each part is a ruleset and a component of it.

    Equality is of the ordered parts, not of games: compare Grundy values for that. ``+`` is the disjunctive sum.
    """

    parts: tuple[tuple[Ruleset, Hashable], ...]

    def __add__(self, other: object) -> Position:
        return Position(self.parts + other.parts) if isinstance(other, Position) else NotImplemented

    def __repr__(self) -> str:
        if not self.parts:
            return "nim[()]"
        texts: list[str] = []
        for ruleset, group in groupby(self.parts, key=_ruleset):
            texts.extend(ruleset.position_texts([component for _, component in group]))
        return " + ".join(texts)

    def __len__(self) -> int:
        return len(self.parts)

    def _repr_latex_(self) -> str | None:
        from .latex import position_display

        return position_display(self)

    def replaced(self, i: int, option: Sequence[Hashable]) -> Position:
        """The position in which part number *i* (from 0) is replaced by the components of *option*."""
        ruleset = self.parts[i][0]
        return Position((*self.parts[:i], *((ruleset, c) for c in option), *self.parts[i + 1 :]))

    def options(self) -> Iterator[Position]:
        """The options, in the order component, alternative; lazily.

        >>> from grundy.rules.family import ruleset
        >>> list(ruleset("n -> n-t where t <= 2")[5].options())
        [ruleset("n -> n-t where t <= 2")[4], ruleset("n -> n-t where t <= 2")[3]]
        """
        for i, (ruleset, component) in enumerate(self.parts):
            for option in ruleset.options(component):
                yield self.replaced(i, option)


def _ruleset(part: tuple[Ruleset, Hashable]) -> Ruleset:
    return part[0]


class Region(Value):
    """A box of components of one ruleset: each axis a range of heap sizes; one of a single size may be fixed.

    *axes* are ranges; *fixed* says which of them were written as a number and are no axis of the table.
    """

    ruleset: Ruleset
    axes: tuple[range, ...]
    fixed: tuple[bool, ...]

    def __repr__(self) -> str:
        least = self.ruleset.least
        texts = [
            str(axis.start) if fixed else f"{axis.start if axis.start != least else ''}:{axis.stop}"
            for axis, fixed in zip(self.axes, self.fixed, strict=True)
        ]
        return f"{self.ruleset.base_text}[{', '.join(texts)}]"

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes that are not fixed."""
        return tuple(max(0, len(a)) for a, fixed in zip(self.axes, self.fixed, strict=True) if not fixed)

    @property
    def size(self) -> int:
        """The number of components."""
        return prod(self.shape)

    def components(self) -> Iterator[Hashable]:
        """The components in row-major order."""
        for values in product(*self.axes):
            yield self.ruleset.component(values)
