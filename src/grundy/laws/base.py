"""What a law is: a closed form for the Grundy values of a game, or for its P-positions.

All laws here are exact: integers of any size, no floating point.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from grundy.rules.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterator

About = Literal["grundy", "outcome"]


class Run(Value):
    """The arithmetic progression of components first, first + step, …, first + (count - 1)·step.

    There is at least one member, and no member comes twice. `count` may be larger than any machine integer
    (so a run has no `len`).

    Raises ValueError where `count` < 1, the lengths of `first` and `step` differ, or `step` is zero in a run
    of two or more.

    >>> list(Run(first=(4,), step=(2,), count=3))
    [(4,), (6,), (8,)]
    >>> (10**30,) in Run((0,), (5,), 10**40)
    True
    """

    first: tuple[int, ...]
    step: tuple[int, ...]
    count: int

    def __post_init__(self) -> None:
        if len(self.first) != len(self.step):
            raise ValueError(f"a run's first member has {len(self.first)} heaps and its step {len(self.step)}")
        if self.count < 1:
            raise ValueError(f"a run has at least one member, not {self.count}")
        if self.count > 1 and not any(self.step):
            raise ValueError("a run of two or more members needs a step that is not zero")

    @classmethod
    def single(cls, component: tuple[int, ...]) -> Run:
        """The run of one component.

        >>> Run.single((3, 5))
        Run(first=(3, 5), step=(0, 0), count=1)
        """
        return cls(component, (0,) * len(component), 1)

    @property
    def last(self) -> tuple[int, ...]:
        """The last member, first + (count - 1)·step.

        >>> Run((4,), (2,), 3).last
        (8,)
        """
        return self._member(self.count - 1)

    def _member(self, index: int) -> tuple[int, ...]:
        return tuple(start + index * step for start, step in zip(self.first, self.step, strict=True))

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return (self._member(index) for index in range(self.count))

    def __contains__(self, component: object) -> bool:
        if not isinstance(component, tuple) or len(component) != len(self.first):
            return False
        if not all(isinstance(heap, int) for heap in component):
            return False
        index = 0
        for heap, start, step in zip(component, self.first, self.step, strict=True):
            if step:
                index = (heap - start) // step
                break
        return 0 <= index < self.count and self._member(index) == component


class Law(ABC):
    """A closed form for one game: its Grundy values (`about` is "grundy"), or its P-positions ("outcome").

    A law is about numbers, not about moves: it says the value or the outcome of a component of any size. Only where
    its own data say what the options are (`knows_options`: windows, races, and sums of them) does it list them.
    `kind` names it in JSON, and `grundy.laws.reading.law_from_json` gives back what `to_json` wrote.

    A component with the wrong number of heaps, or a heap below the least one, raises ValueError.
    """

    __slots__ = ()

    about: About
    kind: ClassVar[str]
    name: ClassVar[str]

    @property
    def heaps(self) -> int:
        """The number of heaps of a component."""
        return 1

    @property
    def knows_options(self) -> bool:
        """Whether `p_options` (and, of a law of values, `options_of_value`) can be asked."""
        return False

    @abstractmethod
    def is_p(self, component: tuple[int, ...]) -> bool:
        """Whether the previous player wins: whoever is to move at *component* loses."""

    @abstractmethod
    def value(self, component: tuple[int, ...]) -> int:
        """The Grundy value of *component*; TypeError where the law gives outcomes only."""

    def p_options(self, component: tuple[int, ...]) -> tuple[Run, ...]:
        """All options of *component* that are P-positions; TypeError where the law does not know what options are.

        They are in the order of the heaps that result, and none is listed twice. Nothing is listed if and only if
        *component* is a P-position.
        """
        return self.options_of_value(component, 0)

    def options_of_value(self, component: tuple[int, ...], value: int) -> tuple[Run, ...]:
        """All options of *component* whose Grundy value is *value*, in the order of `p_options`.

        That may be a value above the one of *component*. TypeError where the law gives outcomes only, or does not know
        what the options are.
        """
        raise TypeError(f"the law of {self.name} says values, not options (of {component}, {value})")

    @abstractmethod
    def words(self) -> str:
        """The law as one sentence."""

    @abstractmethod
    def formula(self) -> str:
        """The law as a formula in plain text."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The law as plain data, as certificates hold it."""

    def _repr_latex_(self) -> str:
        from .latex import law_latex

        return rf"$\displaystyle {law_latex(self.to_json())}$"


class GrundyLaw(Law):
    """A closed form g for Grundy values; the P-positions are the zeros of g (Sprague 1935, Grundy 1939)."""

    __slots__ = ()

    about: Literal["grundy"] = "grundy"

    def is_p(self, component: tuple[int, ...]) -> bool:
        """Whether g(*component*) = 0."""
        return self.value(component) == 0

    def heaps_of_value(self, value: int, low: int, high: int) -> tuple[Run, ...] | None:
        """All heaps in low..high whose value is *value*, as runs that do not overlap; None where that is not known.

        For laws of one heap.
        """
        del value, low, high
        return None


class OutcomeLaw(Law):
    """A closed form for the set of P-positions; it knows no Grundy value but 0."""

    __slots__ = ()

    about: Literal["outcome"] = "outcome"

    def value(self, component: tuple[int, ...]) -> int:
        """Raise TypeError: the law gives outcomes only."""
        raise TypeError(self._refusal(component))

    def options_of_value(self, component: tuple[int, ...], value: int) -> tuple[Run, ...]:
        """Raise TypeError: the law gives outcomes only."""
        raise TypeError(self._refusal(component, value))

    def _refusal(self, *_asked: object) -> str:
        return f"the law of {self.name} gives outcomes only, no Grundy values"


def heaps_of(component: tuple[int, ...], number: int, least: int = 0) -> tuple[int, ...]:
    """*component* itself, where it has *number* heaps of at least *least* each; ValueError elsewhere.

    >>> heaps_of((3, 4), 2)
    (3, 4)
    >>> heaps_of((3,), 2)
    Traceback (most recent call last):
    ValueError: 2 heaps are needed, not 1
    """
    if len(component) != number:
        raise ValueError(f"{number} heap{'s are' if number != 1 else ' is'} needed, not {len(component)}")
    if component and min(component) < least:
        raise ValueError(f"every heap is at least {least} here")
    return component
