"""All that can be reached from a position: components with their options and values, and whole positions."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from grundy.match.moves import require_playable
from grundy.rules.errors import GrundyError, LimitExceeded
from grundy.rules.meter import Meter
from grundy.rules.numbers import is_integer
from grundy.rules.positions import Position
from grundy.rules.rulesets import Ruleset
from grundy.rules.said import Said, said
from grundy.rules.values import Value
from grundy.solver.search import Found, Judging, Key, Search

MOST_COMPONENTS = 20_000
MOST_MOVES = 1_000_000
MOST_POSITIONS = 20_000
_FEW_COMPONENTS = 3_000
_FEW_MOVES = 100_000
_TRIES = 100

Tell = Callable[[int, int], None]
Option = tuple[int, ...]
Part = tuple[int, Any]


class Graph(Value):
    """The components below a position, by numbers, with their options.

    *components* are pairs (number of the ruleset, component); *options* are, for each, the tuples of components that
    its moves leave; *start* are the components of the position; *values* are Grundy values. *whole* gives each position
    below as a whole, a sorted tuple of components, with its remoteness in normal and in misère play; None where these
    positions are too many.
    """

    rulesets: tuple[Ruleset, ...]
    components: tuple[Part, ...]
    options: tuple[tuple[Option, ...], ...]
    start: tuple[int, ...]
    values: tuple[int, ...]
    whole: dict[Option, tuple[int, int]] | None

    __hash__ = None  # type: ignore[assignment]


def graph_of(position: Position, *, misere: bool = False, tell: Tell | None = None) -> Graph:
    """The graph below a position; raises LimitExceeded where it is too large, RuleError where play may not end.

    For *misere* play the positions as a whole must not be too many.

    >>> from grundy.games import expression
    >>> graph = graph_of(expression("kayles[3]"))
    >>> graph.values, graph.options[2]
    ((0, 1, 2, 3), ((1,), (0,)))
    """
    require_playable(position)
    rulesets = tuple(dict.fromkeys(r for r, _ in position.parts))
    for ruleset in rulesets:
        ruleset.require_ending()
    found = _reached(position, rulesets, MOST_COMPONENTS, MOST_MOVES, tell)
    order = _ordered(list(found))
    number = {part: i for i, part in enumerate(order)}
    options = tuple(tuple(tuple(number[part] for part in option) for option in found[part]) for part in order)
    start = tuple(number[rulesets.index(r), c] for r, c in position.parts)
    whole = _whole(start, options)
    if whole is None and misere:
        raise too_large(
            position,
            said(
                "has more than {most} positions below it, too many for a page of misère play",
                most=f"{MOST_POSITIONS:,}",
            ),
        )
    return Graph(rulesets, tuple(order), options, start, _values(start, order, options, rulesets), whole)


def too_large(position: Position, why: Said) -> LimitExceeded:
    """The error for a position that a page cannot hold."""
    text = str(position)
    shown = text if len(text) <= 80 else f"{text[:60]}…{text[-15:]}"
    return LimitExceeded("{position} {why}", position=shown, why=why)


def _reached(
    position: Position, rulesets: tuple[Ruleset, ...], most: int, moves: int, tell: Tell | None = None
) -> dict[Part, list[tuple[Part, ...]]]:
    """The components below a position with their options, breadth first; raises LimitExceeded."""
    todo = deque(dict.fromkeys((rulesets.index(r), c) for r, c in position.parts))
    seen = set(todo)
    found: dict[Part, list[tuple[Part, ...]]] = {}
    meter = Meter(moves)
    try:
        while todo:
            part = todo.popleft()
            number, component = part
            options = found[part] = []
            for _, option in rulesets[number].labelled_options(component, meter):
                parts = tuple((number, c) for c in option)
                options.append(parts)
                todo.extend(after for after in dict.fromkeys(parts) if after not in seen)
                seen.update(parts)
                if len(seen) > most:
                    raise too_large(
                        position,
                        said("has more than {most} components below it, too many for a page", most=f"{most:,}"),
                    )
            if tell is not None:
                tell(len(found), len(seen))
    except LimitExceeded:
        if meter.spent <= moves:
            raise
        raise too_large(
            position, said("has more than {most} moves below it, too many for a page", most=f"{moves:,}")
        ) from None
    return found


def _ordered(parts: list[Part]) -> list[Part]:
    """The components by ruleset, in ascending order where they have one: so options often are runs of numbers."""
    try:
        return sorted(parts)
    except TypeError:
        return sorted(parts, key=lambda part: part[0])


def _values(
    start: Option, order: Sequence[Part], options: Sequence[Sequence[Option]], rulesets: tuple[Ruleset, ...]
) -> tuple[int, ...]:
    """The Grundy values of all components; raises RuleError where play may not end."""

    def expand(key: Key) -> Iterator[Option]:
        return iter(options[cast("int", key)])

    def name(key: Key) -> str:
        number, component = order[cast("int", key)]
        return rulesets[number].position_texts([component])[0]

    memo: dict[Key, Found] = {}
    search = Search(expand, memo, Meter(sys.maxsize), Judging(), name)
    for i in start:
        search.run(i)
    return tuple(memo[i][0] for i in range(len(order)))


def _whole(start: Option, options: Sequence[Sequence[Option]]) -> dict[Option, tuple[int, int]] | None:
    """The remoteness of every position below *start* in both plays, or None where they are too many."""
    after = _positions(tuple(sorted(start)), options)
    if after is None:
        return None
    both = []
    for terminal in (0, 1):
        memo: dict[Key, Found] = {}
        expand = lambda key: ((option,) for option in after[key])  # noqa: E731 - a closure over one name
        Search(expand, memo, Meter(sys.maxsize), Judging(terminal), str).run(tuple(sorted(start)))
        both.append(memo)
    return {key: (both[0][key][1] or 0, both[1][key][1] or 0) for key in sorted(after)}


def _positions(start: Option, options: Sequence[Sequence[Option]]) -> dict[Option, tuple[Option, ...]] | None:
    """The positions below *start* with their options, each a sorted tuple; None where they are too many."""
    todo, found, moves = [start], dict[Option, tuple[Option, ...]](), 0
    while todo:
        key = todo.pop()
        if key in found:
            continue
        after: dict[Option, None] = {}
        for place, part in enumerate(key):
            if place and key[place - 1] == part:
                continue
            rest = key[:place] + key[place + 1 :]
            for option in options[part]:
                after[tuple(sorted(rest + option))] = None
            moves += len(options[part])
        found[key] = tuple(after)
        todo += after
        if len(found) > MOST_POSITIONS or moves > MOST_MOVES:
            return None
    return found


def smaller(position: Position, *, misere: bool = False) -> Position | None:
    """The position with its largest heaps halved, again and again, until its graph is small, where that is found."""
    for _ in range(_TRIES):
        halved = _halved(position)
        if halved is None or halved == position:
            return None
        position = halved
        try:
            _reached(position, tuple(dict.fromkeys(r for r, _ in position.parts)), _FEW_COMPONENTS, _FEW_MOVES)
            if misere:
                graph_of(position, misere=True)
        except LimitExceeded:
            continue
        return position
    return None


def _halved(position: Position) -> Position | None:
    """The position with the heaps of its largest components halved; None where components are no heaps."""
    components = [component for _, component in position.parts]
    if not all(isinstance(c, tuple) and c and all(map(is_integer, c)) for c in components):
        return None
    heaps = cast("list[tuple[int, ...]]", components)
    largest = max((heap for component in heaps for heap in component), default=0)
    parts: list[tuple[Ruleset, Any]] = []
    for (ruleset, _), component in zip(position.parts, heaps, strict=True):
        halves = [max(ruleset.least, heap // 2) for heap in component]
        try:
            parts.append((ruleset, ruleset.component(halves) if max(component) == largest else component))
        except GrundyError:
            return None
    return Position(tuple(parts))
