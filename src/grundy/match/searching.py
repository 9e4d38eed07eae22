"""A short search of whole sums: who wins, and how many moves are left (the winner hurries, the loser delays).

What is found is kept, and components without moves are left out, so that a match knows more with every move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, cast

from grundy.rules.errors import LimitExceeded
from grundy.rules.meter import Meter
from grundy.rules.numbers import is_integer
from grundy.rules.positions import Position
from grundy.rules.rulesets import Ruleset, State
from grundy.solver.search import Found, Judging, Key, Search

WORK = 25_000
"""How many moves are looked at for the remoteness alone, where a guess says that so few may be enough."""

_MOST_GUESSED = 8_500  # moves, of all followers
_MOST_OPTIONS = 20_000  # of one component
_MOST_KEPT, _MOST_REFUSED = 200_000, 1_000

Numbered = tuple[int, State]


class Remoteness:
    """The remoteness of a position that has *count* moves, and of its followers, where a short search gives it."""

    def __init__(self, position: Position, count: int, *, misere: bool) -> None:
        self.sums = sums_of(position, misere=misere)
        self.known = self.sums.found(position) is not None or (_is_small(position, count) and self._search(position))

    def _search(self, position: Position) -> bool:
        refused = self.sums.refused
        if position in refused:  # asked again, it is answered in the same way, and soon
            return False
        if self.sums.search(position, Meter(WORK)) is None:
            if len(refused) > _MOST_REFUSED:
                refused.clear()
            refused.add(position)
        return position not in refused

    def of(self, follower: Position) -> int | None:
        """The remoteness of the position or of a follower; None where it is not known."""
        found = self.sums.found(follower) if self.known else None
        return None if found is None else found[1]


class Sums:
    """The values and remotenesses of sums of components of *rulesets*; in misère play the values are misère values."""

    def __init__(self, rulesets: tuple[Ruleset, ...], misere: bool) -> None:
        self.rulesets = rulesets
        self.numbers = {ruleset: i for i, ruleset in enumerate(rulesets)}
        self.ordered = all(ruleset.ordered for ruleset in rulesets)
        self.judging = Judging(terminal=int(misere))
        self.memo: dict[Key, Found] = {}
        self.options: dict[Numbered, list[tuple[Numbered, ...]]] = {}
        self.refused: set[Position] = set()

    def search(self, position: Position, meter: Meter) -> Found | None:
        """The value and the remoteness of *position*, or None where *meter* does not allow to look at enough."""
        if len(self.memo) + len(self.options) > _MOST_KEPT:
            self.memo.clear()
            self.options.clear()
        search = Search(lambda key: self._expand(key, meter), self.memo, meter, self.judging, str)
        try:
            return search.run(self._key(self._numbered(position), meter))
        except LimitExceeded:
            return None

    def found(self, position: Position) -> Found | None:
        """The value and the remoteness of a position, where they are known."""
        parts = self._numbered(position)
        if any(part not in self.options for part in parts):
            return None
        return self.memo.get(self._key(parts, Meter(0)))

    def _numbered(self, position: Position) -> list[Numbered]:
        return [(self.numbers[ruleset], component) for ruleset, component in position.parts]

    def _key(self, parts: list[Numbered], meter: Meter) -> Key:
        live = [part for part in parts if self._live(part, meter)]
        return tuple(sorted(live)) if self.ordered else frozenset(Counter(live).items())

    def _live(self, part: Numbered, meter: Meter) -> bool:
        """Whether a component has a move."""
        if part in self.options:
            return bool(self.options[part])
        number, component = part
        options = self.rulesets[number].labelled_options(component, meter)
        found = [option for _, option in islice(options, _MOST_OPTIONS + 1)]
        if len(found) > _MOST_OPTIONS:
            raise meter.exceeded()
        self.options[part] = [tuple((number, c) for c in option) for option in found]
        return bool(found)

    def _expand(self, key: Key, meter: Meter) -> Iterator[tuple[Key, ...]]:
        parts = (
            [part for part, count in key for _ in range(count)]
            if isinstance(key, frozenset)
            else list(cast("tuple[Numbered, ...]", key))
        )
        for i, part in enumerate(parts):
            if part in parts[:i]:
                continue
            rest = parts[:i] + parts[i + 1 :]
            for pieces in self.options[part]:
                meter.spend()
                yield (self._key([*rest, *pieces], meter),)


def sums_of(position: Position, *, misere: bool) -> Sums:
    """The search for sums of the rulesets of *position*, which grows with each position asked for."""
    return _sums(tuple(dict.fromkeys(ruleset for ruleset, _ in position.parts)), misere)


@lru_cache(32)
def _sums(rulesets: tuple[Ruleset, ...], misere: bool) -> Sums:
    return Sums(rulesets, misere)


def _is_small(position: Position, count: int) -> bool:
    """Whether the moves of all followers may be few, where the position has *count* moves.

    The followers are guessed as heaps that shrink, or are split; each is taken to have half as many moves.
    """
    followers, split = 1, 0
    for ruleset, component in position.parts:
        if not isinstance(component, tuple) or not all(is_integer(heap) for heap in component):
            return True  # states of functions: only the search itself can tell
        kind: Any = ruleset
        if getattr(kind, "splits", False) or max(getattr(kind, "digits", (0,))) >= 4:
            split += sum(component)
        else:
            for heap in component:
                followers = min(followers * (heap + 1), _MOST_GUESSED)
    return split < 40 and followers * sum(_partitions(split)) * count // 2 <= _MOST_GUESSED


def _partitions(n: int) -> list[int]:
    """The numbers of partitions of 0, 1, …, n.

    >>> _partitions(7)
    [1, 1, 2, 3, 5, 7, 11, 15]
    """
    counts = [1] + [0] * n
    for part in range(1, n + 1):
        for total in range(part, n + 1):
            counts[total] += counts[total - part]
    return counts
