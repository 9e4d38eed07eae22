"""Groups of options, which may be more than can be listed: progressions, and others that know their number.

An option is the tuple of the components that a move leaves. A group has its `count`, gives its members in ascending
order, none twice, and says in words what is left of it after some of them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from grundy.laws.base import Run
from grundy.rules.numbers import digits
from grundy.rules.values import Value

Component = tuple[int, ...]
Option = tuple[Component, ...]
_FEW = 3


class NoForm(Exception):
    """A way to find options does not apply, for the reason that the text gives."""


class Group:
    """Options of one alternative, ascending."""

    count: int

    @abstractmethod
    def __iter__(self) -> Iterator[Option]:
        """The options in ascending order; lazily."""

    @abstractmethod
    def words(self, done: int) -> str:
        """What is left after the first *done* options, fewer than there are, in words."""


class Progression(Group, Value):
    """The options first, first + step, …: *count* of them, ascending; every component heap by heap.

    >>> list(Progression(((5,), (94,)), ((12,), (-12,)), 2))
    [((5,), (94,)), ((17,), (82,))]
    """

    first: Option
    step: Option
    count: int

    @classmethod
    def of_run(cls, run: Run) -> Progression:
        """The options that leave one component, a member of *run*."""
        step = next((s for s in run.step if s), 0)
        if step < 0:
            return cls((run.last,), (tuple(-s for s in run.step),), run.count)
        return cls((run.first,), (run.step,), run.count)

    @classmethod
    def single(cls, option: Option) -> Progression:
        """One option."""
        return cls(option, tuple((0,) * len(part) for part in option), 1)

    def member(self, i: int) -> Option:
        """Member number *i*, from 0."""
        return tuple(
            tuple(x + i * s for x, s in zip(part, by, strict=True))
            for part, by in zip(self.first, self.step, strict=True)
        )

    def __iter__(self) -> Iterator[Option]:
        i = 0
        while i < self.count:
            yield self.member(i)
            i += 1

    def words(self, done: int) -> str:
        """The members from number *done* on."""
        count = self.count - done
        first = option_words(self.member(done))
        if count == 1:
            return f"1 more: {first}"
        last, step = option_words(self.member(self.count - 1)), option_words(self.step)
        return f"{number_words(count)} more, from {first} to {last} in steps of {step}"


class Several(Group):
    """Groups without common members as one: merged in order."""

    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = tuple(groups)
        self.count = sum(group.count for group in groups)

    def __iter__(self) -> Iterator[Option]:
        from heapq import merge

        return merge(*self.groups)

    def words(self, done: int) -> str:
        """What is left of each, where these are few; else the number, the ends, and the steps."""
        before = list(islice(iter(self), done))
        left = [(group, _before(group, before)) for group in self.groups]
        left = [(group, skip) for group, skip in left if skip < group.count]
        if len(left) <= _FEW:
            return "; ".join(group.words(skip) for group, skip in left)
        count = number_words(self.count - done)
        runs = [group for group, _ in left if isinstance(group, Progression) and group.count > 1]
        return f"{count} more{_residues(runs)}" if runs else f"{count} more"


class Lazy(Group):
    """Options that are counted, and made when they are asked for."""

    def __init__(self, count: int, options: Iterable[Option], name: str = "") -> None:
        self.count = count
        self._options = options
        self._name = name

    def __iter__(self) -> Iterator[Option]:
        return iter(self._options)

    def words(self, done: int) -> str:
        """Their number."""
        return f"{number_words(self.count - done)} more{f' {self._name}' if self._name else ''}"


def _before(group: Group, listed: Sequence[Option]) -> int:
    """How many of the *listed* options are the first ones of *group*."""
    if not listed:
        return 0
    last, count = listed[-1], 0
    for option in group:
        if option > last:
            break
        count += 1
    return count


def _residues(runs: Sequence[Progression]) -> str:
    """The remainders of the first heaps of runs that have one step between them, in words."""
    steps = {abs(run.step[0][0]) for run in runs}
    if len(steps) != 1 or 0 in steps:
        return f", in {len(runs):,} progressions"
    (step,) = steps
    found = sorted({run.first[0][0] % step for run in runs})
    shown = ", ".join(map(digits, found[:12])) + (", …" if len(found) > 12 else "")
    splits = " (the first heap of the two)" if len(runs[0].first) > 1 else ""
    return f", in steps of {digits(step)}: the numbers that leave {shown} on division by {digits(step)}{splits}"


def number_words(count: int) -> str:
    """A count for people: about 10^k from 10^15 on."""
    return f"{count:,}" if count < 10**15 else f"about 10^{len(digits(count)) - 1}"


def option_words(option: Option) -> str:
    """An option for people: long numbers by their first and last digits and their length."""
    return " & ".join(", ".join(heap_words(heap) for heap in part) for part in option)


def heap_words(n: int) -> str:
    """A number for people."""
    text = digits(n)
    return text if len(text) <= 40 else f"{text[:12]}…{text[-12:]} ({len(text)} digits)"


def listed(groups: Iterable[Group], room: int) -> tuple[list[Any], list[str]]:
    """At most *room* options of the groups in turn, and in words what is left of each."""
    found: list[Any] = []
    rests = []
    for group in groups:
        taken = list(islice(iter(group), max(room - len(found), 0)))
        found += taken
        if len(taken) < group.count:
            rests.append(group.words(len(taken)))
    return found, rests
