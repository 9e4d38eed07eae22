"""Memoised, iterative search: values and remoteness of anything whose options can be enumerated."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice

from grundy.rules.errors import RuleError
from grundy.rules.meter import Meter
from grundy.rules.positions import Position
from grundy.rules.rulesets import Ruleset, State
from grundy.rules.values import Value

POSITION_COST = 4
"""What a position counts in the work of a search, where a move looked at counts 1."""

_EAGER = 8
_COLLECT_EVERY = 100_000

Found = tuple[int, int | None]
Key = Hashable
Expand = Callable[[Key], Iterator[tuple[Key, ...]]]


def mex(values: Iterable[int]) -> int:
    """The least natural number that is not in *values*.

    >>> mex([0, 1, 3]), mex([])
    (2, 0)
    """
    present = set(values)
    least = 0
    while least in present:
        least += 1
    return least


class Judging(Value):
    """How the values of the options make the value of a position.

    *terminal* is the value of a position without options: 0 in normal, 1 in misère play. With *forbidden* not None the
    values are outcomes only (0 for P, 1 for N): a position is P if at most so many options are.
    """

    terminal: int = 0
    forbidden: int | None = None

    def value(self, values: list[int]) -> int:
        """The value of a position whose options have these values."""
        if not values:
            return self.terminal
        if self.forbidden is not None:
            return int(values.count(0) > self.forbidden)
        return mex(values)


class Search:
    """Values of keys by depth-first search without recursion; *memo* is kept and only grows.

    *expand* gives the options of a key, each a tuple of keys whose values are joined by xor.
    """

    def __init__(
        self, expand: Expand, memo: dict[Key, Found], meter: Meter, judging: Judging, name: Callable[[Key], str]
    ) -> None:
        self.expand = expand
        self.memo = memo
        self.meter = meter
        self.judging = judging
        self.name = name

    def run(self, start: Key) -> Found:
        """The value and the remoteness of *start*; raises LimitExceeded, and RuleError where play can come back."""
        memo = self.memo
        if start in memo:
            return memo[start]
        with few_collections():
            try:
                return self._run(start, memo)
            except KeyboardInterrupt as stop:
                stop.add_note(f"{self.meter.what} had looked at {self.meter.spent:,} moves")
                raise

    def _run(self, start: Key, memo: dict[Key, Found]) -> Found:
        path: dict[Key, None] = {start: None}
        stack = [_Frame(start, self.expand(start))]
        while stack:
            frame = stack[-1]
            missing = frame.advance(memo)
            if missing is None:
                memo[frame.key] = frame.result(self.judging)
                stack.pop()
                del path[frame.key]
            elif missing in path:
                keys = list(path)
                loop = [*keys[keys.index(missing) :], missing]
                shown = " -> ".join(self.name(k) for k in (loop if len(loop) <= 5 else [*loop[:3], *loop[-2:]]))
                raise RuleError("play may not end: {path}", path=shown)
            else:
                self.meter.spend(POSITION_COST)
                path[missing] = None
                stack.append(_Frame(missing, self.expand(missing)))
        return memo[start]


@contextmanager
def few_collections() -> Iterator[None]:
    """Less work for the garbage collector, which looks at a deep search's many live objects again and again."""
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], _COLLECT_EVERY), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


class _Frame:
    """A position on the search path, and what is known of its options."""

    __slots__ = ("key", "options", "pending", "remotenesses", "values")

    def __init__(self, key: Key, options: Iterator[tuple[Key, ...]]) -> None:
        self.key = key
        first = tuple(islice(options, _EAGER))
        # a position with few options keeps them as a tuple, which is far smaller than a suspended enumeration
        self.options = iter(first) if len(first) < _EAGER else chain(first, options)
        self.pending: tuple[Key, ...] | None = None
        self.values: list[int] = []
        self.remotenesses: list[int | None] = []

    def advance(self, memo: dict[Key, Found]) -> Key | None:
        """Take in options until one has a key without a value, which is returned; None when all are taken in."""
        while True:
            if self.pending is None:
                self.pending = next(self.options, None)
                if self.pending is None:
                    return None
            value = 0
            for key in self.pending:
                found = memo.get(key)
                if found is None:
                    return key
                value ^= found[0]
            self.values.append(value)
            self.remotenesses.append(memo[self.pending[0]][1] if len(self.pending) == 1 else None)
            self.pending = None

    def result(self, judging: Judging) -> Found:
        value = judging.value(self.values)
        if judging.forbidden is not None or None in self.remotenesses:
            return value, None
        known = [(v, r) for v, r in zip(self.values, self.remotenesses, strict=True) if r is not None]
        if not known:
            return value, 0
        if value == 0:
            return value, 1 + max(r for _, r in known)
        return value, 1 + min(r for v, r in known if v == 0)


def component_search(ruleset: Ruleset, memo: dict[Key, Found], meter: Meter, judging: Judging) -> Search:
    """The search over the components of one ruleset; sums by xor."""

    def expand(component: Key) -> Iterator[tuple[Key, ...]]:
        for _, option in ruleset.labelled_options(component, meter):
            yield option

    return Search(expand, memo, meter, judging, lambda c: ruleset.position_texts([c])[0])


def whole_search(rulesets: tuple[Ruleset, ...], memo: dict[Key, Found], meter: Meter, judging: Judging) -> Search:
    """The search over whole sums: keys are multisets of (number of the ruleset, component)."""
    ordered = all(r.ordered for r in rulesets)

    def expand(key: Key) -> Iterator[tuple[Key, ...]]:
        parts = _parts_of(key)
        for i, (number, component) in enumerate(parts):
            if i and parts[i - 1] == parts[i]:
                continue
            rest = parts[:i] + parts[i + 1 :]
            meter.spend(len(parts))  # what a key of the sum costs
            for _, option in rulesets[number].labelled_options(component, meter):
                yield (_multiset([*rest, *((number, c) for c in option)], ordered=ordered),)

    def name(key: Key) -> str:
        return repr(Position(tuple((rulesets[i], c) for i, c in _parts_of(key))))

    return Search(expand, memo, meter, judging, name)


def whole_key(position: Position, rulesets: tuple[Ruleset, ...]) -> Key:
    """The key of a position for :func:`whole_search`."""
    numbers = {ruleset: i for i, ruleset in enumerate(rulesets)}
    parts = [(numbers[r], c) for r, c in position.parts]
    return _multiset(parts, ordered=all(r.ordered for r in rulesets))


def _multiset(parts: list[tuple[int, State]], *, ordered: bool) -> Key:
    """A key that is equal for equal multisets: sorted, or counted where components have no order."""
    if ordered:
        return tuple(sorted(parts))
    return frozenset(Counter(parts).items())


def _parts_of(key: Key) -> list[tuple[int, State]]:
    if isinstance(key, frozenset):
        return [part for part, count in key for _ in range(count)]
    return list(key)  # type: ignore[call-overload, no-any-return]
