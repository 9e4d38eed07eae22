"""Some options of a component whose options are too many to be listed, and winning moves among them.

The options are those that leave a heap nearly empty, nearly as it was, or a simple fraction of it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice, zip_longest
from typing import Any

from grundy.laws.library import Library
from grundy.rules.codes import Code
from grundy.rules.errors import GrundyError
from grundy.rules.meter import Meter
from grundy.rules.numbers import is_integer
from grundy.rules.positions import Position
from grundy.rules.rulesets import Ruleset, State, TextRuleset

from .solving import outcome

SECONDS = 0.5
_NEAR, _PARTS = 24, 9
_EACH = 4  # options with one and the same heap
_WORK, _TRIED = 3_000, 400
_PARTS_TRIED = 40


def likely_options(ruleset: Ruleset, component: State) -> Iterator[tuple[Any, ...]]:
    """Some options of *component*, each once; every one is legal, and looked for with little work.

    >>> from grundy.games import expression
    >>> list(islice(likely_options(expression("coprime_nim"), (10**20,)), 2))
    [((1,),), ((99999999999999999999,),)]
    """
    inner = getattr(ruleset, "inner", ruleset)
    heaps: Any = component
    if isinstance(inner, TextRuleset) and isinstance(heaps, tuple) and all(map(is_integer, heaps)):
        found = _of_text(inner, heaps)
    elif isinstance(inner, Code):
        found = _of_code(inner, heaps[0])
    else:
        found = _first(ruleset, component)
    seen = set()
    for option in found:
        if option not in seen:
            seen.add(option)
            yield option


def _of_text(ruleset: TextRuleset, component: tuple[int, ...]) -> Iterator[tuple[Any, ...]]:
    ends = [list(_ends(heap, ruleset.least)) for heap in component]
    for values in zip_longest(*ends):
        for place, value in enumerate(values):
            if value is None:
                continue
            for moves in ruleset.moves:
                try:
                    yield from islice(moves.options_with(component, place, value, Meter(_WORK)), _EACH)
                except GrundyError:
                    continue


def _of_code(code: Code, n: int) -> Iterator[tuple[Any, ...]]:
    for taken, digit in enumerate(code.digits[: n + 1]):
        left = n - taken
        if left == 0 and digit & 1:
            yield ((0,),)
        if left and digit & 2:
            yield ((left,),)
        if left >= 2 and digit & 4:
            for small in _ends(left // 2 + 1, 1):
                yield tuple(sorted(((small,), (left - small,))))


def _first(ruleset: Ruleset, component: State) -> Iterator[tuple[Any, ...]]:
    try:
        yield from ruleset.options(component, Meter(_WORK))
    except GrundyError:
        return


def _ends(heap: int, least: int) -> Iterator[int]:
    """What may be left of a heap: little, nearly all, fractions.

    >>> list(islice(_ends(100, 0), 4))
    [0, 99, 1, 98]
    """
    for i in range(_NEAR):
        yield from (x for x in (least + i, heap - 1 - i) if x >= least)
    for k in range(2, _PARTS):
        yield from (x for x in (heap // k, heap - heap // k) if x >= least)


def some_winning(
    position: Position, *, misere: bool = False, work: int | None = None, laws: Library | None = None
) -> tuple[int, tuple[Any, ...]] | None:
    """A winning move among the likely ones: the number of the component, and what it becomes; None where none is found.

    >>> from grundy.games import expression
    >>> some_winning(expression("coprime_nim[10**20]"))
    (0, ((1,),))
    """
    end = time.thread_time() + SECONDS
    moves = (
        (i, option)
        for i, (ruleset, component) in enumerate(position.parts[:_PARTS_TRIED])
        for option in islice(likely_options(ruleset, component), _TRIED)
    )
    for i, option in moves:
        if time.thread_time() > end:
            return None
        try:
            if outcome(position.replaced(i, option), misere=misere, work=work or _WORK, laws=laws) == "P":
                return i, option
        except GrundyError:
            continue
    return None
