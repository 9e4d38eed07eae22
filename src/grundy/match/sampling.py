"""A random move of a position whose moves are too many to be listed.

The free variables of an alternative are chosen one after the other, each from the interval that is left for it; a
choice that is no move is thrown away. So each legal move may come, though not each with the same probability.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import accumulate, pairwise
from random import Random
from typing import Any

from grundy.rules.codes import Code
from grundy.rules.errors import LimitExceeded
from grundy.rules.evaluate import term_function
from grundy.rules.intervals import Box, Empty, hold, narrow
from grundy.rules.meter import Meter
from grundy.rules.moves import free_names
from grundy.rules.positions import Position
from grundy.rules.rulesets import Option, Ruleset, State, TextRuleset
from grundy.rules.said import said
from grundy.rules.sets import NAMED_SETS
from grundy.rules.terms import Alternative, In, Int, Name, NamedSet, conjuncts, positive

from .moves import Move, has_option

_TRIES, _CHECK = 200, 20_000


def random_move(position: Position, dice: Random) -> Move | None:
    """A legal move by chance, or None where the tries found none.

    >>> from grundy.games import expression
    >>> start = expression("nim[10**30]")
    >>> random_move(start, Random(1)).position.parts[0][1][0] < 10**30
    True
    """
    for _ in range(_TRIES):
        part = dice.randrange(len(position.parts))
        ruleset, component = position.parts[part]
        option = _some_option(ruleset, component, dice)
        if option is not None and _is_option(ruleset, component, option):
            return Move(position, part, option)
    return None


def _is_option(ruleset: Ruleset, component: State, option: Option) -> bool:
    try:
        return has_option(ruleset, component, option, _CHECK)
    except LimitExceeded:
        return False


def _some_option(ruleset: Ruleset, component: State, dice: Random) -> Option | None:
    """A guess at an option, legal or not."""
    if isinstance(ruleset, Code):
        return _of_code(ruleset, component[0], dice)
    if isinstance(ruleset, TextRuleset):
        return _of_text(dice.choice(ruleset.rules.alternatives), ruleset, component, dice)
    return None


def _of_code(code: Code, n: int, dice: Random) -> Option | None:
    """A digit and a number of pieces, by how many options they give, and the pieces cut at random places."""
    kinds = [(t, pieces) for t, digit in enumerate(code.digits[: n + 1]) for pieces in range(4) if digit >> pieces & 1]
    counts = [_count(n - taken, pieces) for taken, pieces in kinds]
    if not any(counts):
        return None
    place = dice.randrange(sum(counts))
    taken, pieces = next(kind for kind, end in zip(kinds, accumulate(counts), strict=True) if place < end)
    ends = [0, *sorted(dice.randint(1, n - taken) for _ in range(pieces - 1)), n - taken]
    return tuple(sorted((b - a,) for a, b in pairwise(ends)))


def _count(rest: int, pieces: int) -> int:
    """About how many ways there are to leave *rest* objects as so many heaps, none of them empty.

    >>> [_count(12, pieces) for pieces in range(4)], _count(0, 0)
    ([0, 1, 6, 12], 1)
    """
    return (int(rest == 0), int(rest > 0), rest // 2, (rest * rest + 6) // 12)[pieces]


def _of_text(alternative: Alternative, ruleset: TextRuleset, component: State, dice: Random) -> Option | None:
    """The terms of an alternative for chosen free variables."""
    heaps = ruleset.rules.heaps
    free = free_names(alternative, heaps)
    where = conjuncts(None if alternative.where is None else positive(alternative.where))
    terms = [term for part in alternative.components for term in part]
    constraints: list[Callable[[Box], None]] = [partial(hold, condition) for condition in where]
    constraints += [partial(narrow, term, ruleset.least, None) for term in terms]
    box = Box({name: (heap, heap) for name, heap in zip(heaps, component, strict=True)})
    box.intervals.update(dict.fromkeys(free, (0, None)))
    sets = {c.term.name: c.members for c in where if isinstance(c, In) and isinstance(c.term, Name) and not c.negated}
    names = list(free)
    dice.shuffle(names)
    try:
        box.propagate(constraints)
        for name in names:
            value = _choice(box.intervals[name], sets.get(name), component, heaps, dice)
            if value is None:
                return None
            box.meet(name, value, value)
            box.propagate(constraints)
        index = {name: i for i, name in enumerate((*heaps, *free))}
        values = [*component, *(box.intervals[name][0] for name in free)]
        return tuple(tuple(term_function(t, index)(values) for t in part) for part in alternative.components)
    except (Empty, ZeroDivisionError, LimitExceeded):
        return None


def _choice(
    interval: tuple[int | None, int | None], members: Any, component: State, heaps: tuple[str, ...], dice: Random
) -> int | None:
    """A value of an interval; of a named set, the first member from a random place on."""
    low, high = interval
    if low is None or high is None:
        return None
    if not isinstance(members, NamedSet):
        return dice.randint(low, high)
    known = dict(zip(heaps, component, strict=True))
    args = [a.value if isinstance(a, Int) else known.get(getattr(a, "name", "")) for a in members.args]
    if None in args:
        return dice.randint(low, high)
    meter = Meter(_CHECK, what=said("choosing a move"))
    start = dice.randint(low, high)
    kind = NAMED_SETS[members.name]
    return next(kind.members(start, high, *args, spend=meter.spend), None)
