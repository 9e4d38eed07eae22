"""Whether a move that somebody names is one, and whether it wins: any winning move is right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.laws.library import Library
from grundy.report.comparing import is_option
from grundy.rules.codes import Code
from grundy.rules.errors import GrundyError, cut
from grundy.rules.positions import Position
from grundy.rules.rulesets import Ruleset, TextRuleset

Heaps = tuple[int, ...]


def parted(numbers: Sequence[int], size: int) -> tuple[Heaps, ...] | None:
    """The components whose heaps are *numbers*, *size* each; None where they cannot be split so."""
    if not numbers or len(numbers) % size:
        return None
    return tuple(tuple(numbers[i : i + size]) for i in range(0, len(numbers), size))


def why_not(
    position: Position,
    place: int,
    option: tuple[Heaps, ...],
    *,
    misere: bool = False,
    laws: Library | None = None,
    total: int | None = None,
) -> str | None:
    """Why it does not win to replace component *place* (from 0) by those of *option*; None where it wins.

    *total* is the value of *position*, where it is known.

    >>> from grundy.games import expression
    >>> why_not(expression("nim[3, 5]"), 1, ((3,),)), why_not(expression("nim[3, 5]"), 1, ((6,),))
    (None, 'no move: 5 cannot become 6')
    >>> why_not(expression("nim[3, 5]"), 1, ((2,),))
    'it does not win: nim[3, 2] is left, of Grundy value 1'
    """
    ruleset, component = position.parts[place]
    if not _is_move(ruleset, component, option):
        old, new = (_shown(heaps) for heaps in ([component], option))
        return f"no move: {old} cannot become {new}"
    before, after = Position((position.parts[place],)), Position(tuple((ruleset, part) for part in option))
    left = position.replaced(place, option)
    value = (
        None
        if misere or ruleset.outcomes_only
        else _value_left(position if total is None else total, before, after, laws)
    )
    if value is None:
        from grundy.solver import outcome

        won = outcome(left, misere=misere, laws=laws) == "P"
    else:
        won = value == 0
    if won:
        return None
    told = "" if value is None else f", of Grundy value {value}"
    return f"it does not win: {cut(str(left), 200)} is left{told or ', which the opponent wins'}"


def _value_left(total: Position | int, before: Position, after: Position, laws: Library | None) -> int | None:
    """The value of a sum in which one part was replaced, by values of parts; None where they are not known."""
    from grundy.solver import value

    try:
        whole = total if isinstance(total, int) else value(total, laws=laws)
        return whole ^ value(before, laws=laws) ^ value(after, laws=laws)
    except GrundyError:
        return None


def _is_move(ruleset: Ruleset, component: Any, option: tuple[Heaps, ...]) -> bool:
    try:
        for part in option:
            ruleset.component(part)
    except GrundyError:
        return False
    if isinstance(ruleset, Code | TextRuleset):
        return is_option(ruleset, component, option)
    return any(option in (found, found[::-1]) for found in ruleset.options(component))


def _shown(components: Sequence[Any]) -> str:
    return cut(" ".join(str(heap) for part in components for heap in (part if isinstance(part, tuple) else (part,))))
