"""The subset construction: how many ways there are to satisfy queries, as deterministic automata.

Sets of the threads of queries (or counts of them, up to a bound) are the states of an automaton over the columns that
are read. Leading zeros: the start is closed under columns that are zero on what is read, so what is guessed may be
longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from .clock import tick
from .machines import Machine
from .numeration import System
from .queries import Query, TooLarge, shortest, spelled

Macro = Any
"""A frozen set of thread numbers, or of pairs (thread number, count)."""


class Subsets:
    """The number, up to *clip*, of ways to satisfy one of the queries, as a deterministic automaton.

    All queries read the same tracks. With a clip of 1 a macro state is a set of threads.
    """

    def __init__(self, queries: Sequence[Query], clip: int = 1) -> None:
        self.queries, self.clip = list(queries), clip
        self._steps: dict[tuple[Macro, tuple[int, ...]], Macro] = {}
        self._counts: dict[Macro, int] = {}

    def start(self) -> Macro:
        """The start, closed under leading columns of zeros."""
        macro: Any = {
            (i, q.number(q.start())): 1 for i, q in enumerate(self.queries) if q.truth(q.start()) is not False
        }
        zero = (0,) * len(self.queries[0].read) if self.queries else ()
        while True:
            after = self._pushed(macro, zero)
            for key, count in macro.items():
                after[key] = max(after.get(key, 0), count)
            if after == macro:
                return frozenset(macro.items())
            macro = after

    def _pushed(self, macro: Mapping[tuple[int, int], int], column: tuple[int, ...]) -> dict[tuple[int, int], int]:
        found: dict[tuple[int, int], int] = {}
        clip = self.clip
        for (i, thread), count in macro.items():
            for after in self.queries[i].step(thread, column):
                key = (i, after)
                found[key] = min(clip, found.get(key, 0) + count)
        return found

    def step(self, macro: Macro, column: tuple[int, ...]) -> Macro:
        """The macro state after one more column."""
        found = self._steps.get((macro, column))
        if found is None:
            found = self._steps[macro, column] = frozenset(self._pushed(dict(macro), column).items())
        return found

    def count(self, macro: Macro) -> int:
        """The number of ways, up to the clip, if nothing follows."""
        found = self._counts.get(macro)
        if found is None:
            total = sum(n for (i, t), n in macro if self.queries[i].accepted(t))
            found = self._counts[macro] = min(self.clip, total)
        return found


Predicate = Callable[..., bool]


class Everywhere:
    """A Boolean relation between the counts of some :class:`Subsets`, as an automaton over valid words."""

    def __init__(
        self, system: System, tracks: int, subsets: Sequence[Subsets], predicate: Predicate, limit: int = 200_000
    ) -> None:
        self.system, self.tracks, self.limit = system, tracks, limit
        self.subsets, self.predicate = list(subsets), predicate
        self.table = list(product(range(system.alphabet), repeat=tracks))
        self.states: list[tuple[Any, ...]] = []

    def _start(self) -> tuple[Any, ...]:
        return ((0,) * self.tracks, *(s.start() for s in self.subsets))

    def _after(self, state: tuple[Any, ...], digits: tuple[int, ...]) -> tuple[Any, ...] | None:
        valid = tuple(self.system.after(v, d) for v, d in zip(state[0], digits, strict=True))
        if None in valid:
            return None
        return (valid, *(s.step(m, digits) for s, m in zip(self.subsets, state[1:], strict=True)))

    def _holds(self, state: tuple[Any, ...]) -> bool:
        return self.predicate(*(s.count(m) for s, m in zip(self.subsets, state[1:], strict=True)))

    def _steps(self, state: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], tuple[int, ...]]]:
        for digits in self.table:
            after = self._after(state, digits)
            if after is not None:
                yield after, digits

    def counterexample(self) -> tuple[int, ...] | None:
        """The numbers of the shortest valid word at which the relation does not hold, or None."""
        word, states = shortest(self._start(), self._steps, lambda state: not self._holds(state), self.limit)
        if word is None:
            self.states = states
            return None
        return spelled(self.system, word, self.tracks)

    def machine(self) -> Machine:
        """The machine of the valid words at which the relation holds, as small as possible."""
        start = self._start()
        numbers: dict[Any, int] = {start: 0}
        queue: list[Any] = [start]
        rows: list[tuple[int, ...]] = []
        for state in queue:  # grows; None is the state of words that are not valid
            tick()
            row = []
            for digits in self.table:
                after = None if state is None else self._after(state, digits)
                if after not in numbers:
                    numbers[after] = len(queue)
                    queue.append(after)
                row.append(numbers[after])
            rows.append(tuple(row))
            if len(queue) > self.limit:
                raise TooLarge(f"the check needs more than {self.limit:,} states")
        final = tuple(state is not None and self._holds(state) for state in queue)
        return Machine(self.system, self.tracks, tuple(rows), final).minimised()
