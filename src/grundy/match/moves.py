"""Moves of a position: listed up to a bound, and membership without listing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import islice, permutations
from typing import Any

from grundy.explain.moves import taken_from
from grundy.explain.texts import brief
from grundy.rules.codes import Code
from grundy.rules.errors import LimitExceeded, PositionError, Unsupported, cut
from grundy.rules.meter import Meter
from grundy.rules.notation import component_text
from grundy.rules.positions import Position
from grundy.rules.rulesets import Option, Ruleset, State, TextRuleset
from grundy.rules.said import said
from grundy.rules.values import Value
from grundy.solver.seeking import likely_options

LOOKED_AT = 30_000
"""How many choices are looked at when moves are listed for people."""
CHECKED = 1_000_000
"""How many choices are looked at to tell whether one move is legal, where there is no quicker way."""

_LIKELY = 40  # moves that are listed where the first one is out of reach already
_ORDERED = 6  # the pieces of larger splits must stand in their order
_SURE, _SHORT = 10**15, 40  # of what is typed: the largest number, and the most characters

Key = tuple[int, Hashable]


class Move(Value):
    """The move that replaces component number *part* (from 0) of *before* by the components of *option*."""

    before: Position
    part: int
    option: Option

    @property
    def position(self) -> Position:
        """The position that is reached."""
        return self.before.replaced(self.part, self.option)

    @property
    def key(self) -> Key:
        """What is equal for moves that differ in the order of the pieces of a split only."""
        return self.part, bag(self.option)

    @property
    def text(self) -> str:
        """The move in its component: ``9 -> 5``, ``5 -> 1 & 2``."""
        return f"{_words(self.before.parts[self.part][1])} -> {self.after}"

    @property
    def after(self) -> str:
        """What the move leaves of its component: ``5``, ``1 & 2``."""
        return " & ".join(map(_words, self.option)) or "()"


def _words(component: State) -> str:
    """A component, its numbers shortened where they are long."""
    if isinstance(component, tuple) and all(isinstance(x, int) for x in component):
        return ", ".join(map(brief, component))
    return cut(component_text(component))


def bag(option: Option) -> Hashable:
    """The pieces of an option without their order."""
    return option if len(option) == 1 else frozenset(Counter(option).items())


def require_playable(position: object) -> Position:
    """*position* itself; raises PositionError for what is no position, Unsupported for games that a match cannot play.

    In a blocking game the opponent forbids options before each move: a match, in which the players only move in turn,
    has no such step.
    """
    if not isinstance(position, Position):
        raise PositionError("expected a position, such as nim[3, 6, 9], not {position}", position=f"{position!r}")
    if any(ruleset.outcomes_only for ruleset, _ in position.parts):
        raise Unsupported(
            "match", position, "before each move the opponent forbids options, and players of a match only move in turn"
        )
    return position


def all_moves(position: Position, meter: Meter) -> Iterator[Move]:
    """The moves, in the order component, alternative; lazily; raises LimitExceeded from *meter*."""
    for i, (ruleset, component) in enumerate(position.parts):
        for option in ruleset.options(component, meter):
            yield Move(position, i, option)


def first_moves(position: Position, most: int, looked_at: int = LOOKED_AT) -> tuple[list[Move], bool]:
    """At most *most* moves, and whether these are all; no more than *looked_at* choices are looked at."""
    found: list[Move] = []
    meter = Meter(looked_at, what=said("listing the moves"))
    try:
        for move in islice(all_moves(position, meter), most + 1):
            found.append(move)  # noqa: PERF402 - what was found before the limit is kept
    except LimitExceeded:
        return found[:most] or _likely_moves(position)[:most], False
    return found[:most], len(found) <= most


def _likely_moves(position: Position) -> list[Move]:
    """Some legal moves of each component, where to list them is too laborious."""
    parts = enumerate(position.parts[:_LIKELY])
    return [Move(position, i, option) for i, part in parts for option in islice(likely_options(*part), _LIKELY)]


def typing_example(moves: Sequence[Move]) -> dict[str, Any] | None:
    """What may be typed for one of the moves of a component, as plain data; None where no such line is short and sure.

    That is how much to ``take``, and ``from`` which of its numbers; or what to ``leave``.

    >>> from grundy.games import expression
    >>> moves, _ = first_moves(expression("wythoff[40, 7]"), 5)
    >>> typing_example(moves), typing_example(first_moves(expression("grundy_game[7]"), 1)[0])
    ({'take': 1, 'from': 1}, {'leave': '1 & 6'})
    """
    for move in moves:
        ruleset: Ruleset = move.before.parts[move.part][0]
        component: Any = move.before.parts[move.part][1]
        if ruleset.heaps == 0:
            continue
        after: Any = move.option[0] if move.option else ()
        takable = taken_from(ruleset) if len(move.option) == 1 else frozenset()
        fallen = [i for i in takable if after[i] < component[i]]
        if len(fallen) == 1 and component[fallen[0]] - after[fallen[0]] < _SURE:
            heap = None if len(takable) == 1 else fallen[0] + 1
            return {"take": component[fallen[0]] - after[fallen[0]], "from": heap}
        if move.option and "…" not in move.after and len(move.after) <= _SHORT:
            return {"leave": move.after}
    return None


def is_over(position: Position) -> bool:
    """Whether no component has a move; raises LimitExceeded where that cannot be told."""
    meter = Meter(CHECKED, what=said("looking for a move of {position}", position=cut(str(position))))
    for part in position.parts:
        try:
            if next(all_moves(Position((part,)), meter), None) is not None:
                return False
        except LimitExceeded:
            if next(likely_options(*part), None) is None:
                raise
            return False
    return True


def changes(position: Position, option: Position) -> Iterator[Move]:
    """The ways to read *option* as *position* with one component replaced in its place, legal or not."""
    before, after = position.parts, option.parts
    pieces = len(after) - len(before) + 1
    if pieces < 0:
        return
    for i, (ruleset, component) in enumerate(before):
        if before[:i] != after[:i]:
            return
        if before[i + 1 :] != after[i + pieces :]:
            continue
        left = after[i : i + pieces]
        if all(r == ruleset for r, _ in left):
            move = tuple(c for _, c in left)
            if move != (component,):
                yield Move(position, i, move)


def legal(position: Position, option: Position) -> bool:
    """Whether one move leads from *position* to *option*: one component is replaced, in its place, by what it leaves.

    The pieces of a split may stand in any order. Nothing is listed where rules are linear, or a code, so that heaps may
    be of any size. Raises LimitExceeded where it cannot be told.

    >>> from grundy.games import expression
    >>> legal(expression("nim[3, 10**100]"), expression("nim[3, 10**99]"))
    True
    >>> legal(expression("wythoff[15, 20]"), expression("wythoff[14, 18]"))
    False
    """
    return find_move(position, option) is not None


def find_move(position: Position, option: Position) -> Move | None:
    """The move from *position* to *option*, or None where there is none; raises LimitExceeded, PositionError."""
    require_playable(position)
    if not isinstance(option, Position):
        raise PositionError("expected a position, such as nim[3, 6, 9], not {option}", option=f"{option!r}")
    for move in changes(position, option):
        ruleset, component = position.parts[move.part]
        if has_option(ruleset, component, move.option):
            return move
    return None


def options_with(ruleset: Ruleset, component: State, place: int, heap: int) -> Iterator[Option]:
    """The options that have the number *heap* at *place* of their first component; without listing where possible."""
    meter = Meter(CHECKED, what=said("looking for a move"))
    found: Iterator[Option]
    if isinstance(ruleset, TextRuleset) and isinstance(component, tuple):
        found = (option for moves in ruleset.moves for option in moves.options_with(component, place, heap, meter))
    else:
        found = ruleset.options(component, meter)
    seen = set()
    for option in found:
        first = option[0] if option else ()
        if isinstance(first, tuple) and len(first) > place and first[place] == heap and option not in seen:
            seen.add(option)
            yield option


def has_option(ruleset: Ruleset, component: State, option: Option, looked_at: int | None = None) -> bool:
    """Whether a component has the option, its pieces in any order; raises LimitExceeded where it cannot be told."""
    meter = Meter(
        looked_at or CHECKED,
        what=said("looking whether the move from {position} is legal", position=ruleset.position_texts([component])[0]),
    )
    if isinstance(ruleset, Code):
        return _code_has(ruleset, component, option)
    if isinstance(ruleset, TextRuleset):
        return _text_has(ruleset, component, option, meter)
    wanted = bag(option)
    return any(bag(found) == wanted for found in ruleset.options(component, meter))


def _text_has(ruleset: TextRuleset, component: State, option: Option, meter: Meter) -> bool:
    """Whether some alternative leads to the pieces in some order; raises RuleError where the move lowers no measure."""
    orders = sorted(set(permutations(option))) if len(option) <= _ORDERED else [option]
    if not any(moves.leads_to(component, order, meter) for moves in ruleset.moves for order in orders):
        return False
    if not ruleset.ending.shown:
        ruleset.ending.require_fall(component, option)
    return True


def _code_has(code: Code, component: State, option: Option) -> bool:
    """Whether the code's digit for what was taken allows as many heaps as were left."""
    (n,) = component
    left = [heap for (heap,) in option]
    taken = n - sum(left)
    if not 0 <= taken < len(code.digits):
        return False
    if left == [0]:
        return bool(code.digits[taken] & 1)
    return 1 <= len(left) <= 3 and min(left) >= 1 and bool(code.digits[taken] >> len(left) & 1)
