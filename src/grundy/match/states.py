"""A position to play on: who wins, its moves with what they lead to, its components with their boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grundy.laws.library import Library
from grundy.rules.errors import GrundyError, LimitExceeded, PositionError
from grundy.rules.numbers import is_integer, shown
from grundy.rules.positions import Position
from grundy.rules.values import Value
from grundy.solver.solution import Outcome, Play
from grundy.solver.solving import value

from .boards import board, plain
from .moves import Move, first_moves, is_over, require_playable, typing_example
from .searching import Remoteness
from .verdicts import EACH, Verdict, verdict, wins

MOST_MOVES = 400
"""How many moves are listed, unless said otherwise."""

_WINNING, _OTHERS, _FEW = 40, 20, 4  # moves listed where there are more than the limit, and where heaps are long
_LONG = 500  # characters
_FOR_EXAMPLE = 1_000  # choices looked at where no move of a component is listed
_JUDGED = 24  # moves that are looked at one by one where the winning ones are not all known


class Part(Value):
    """One component: its text, its ruleset's, its Grundy value where it is known, its board, and what may be typed."""

    text: str
    ruleset: str
    component: Any
    grundy: int | None
    board: dict[str, Any]
    typing: dict[str, Any] | None

    def to_json(self) -> dict[str, Any]:
        """The component as plain data."""
        return {
            "text": self.text,
            "ruleset": self.ruleset,
            "component": plain(self.component),
            "grundy": self.grundy,
            "board": self.board,
            "typing": self.typing,
        }


class Judged(Value):
    """A move, and whether the mover who plays it wins; None where that is not known."""

    move: Move
    win: bool | None

    def to_json(self) -> dict[str, Any]:
        """The move as plain data: the components that replace number *part*, and the position that is reached."""
        return {
            "part": self.move.part,
            "to": [plain(component) for component in self.move.option],
            "position": str(self.move.position),
            "text": self.move.text,
            "win": self.win,
        }


class State(Value):
    """What players see of a position.

    *over* says that no move is left; *complete* that all legal moves are listed, and then *count* is their number.
    *outcome* is None where the position is out of reach: it can be played nevertheless, and *why* says what was met.
    """

    position: Position
    play: Play
    over: bool
    outcome: Outcome | None
    grundy: int | None
    grundy_why: str | None
    remoteness: int | None
    by: str | None
    why: str
    count: int | None
    complete: bool
    parts: tuple[Part, ...]
    moves: tuple[Judged, ...]

    @property
    def winning(self) -> tuple[Judged, ...]:
        """The listed moves that win."""
        return tuple(judged for judged in self.moves if judged.win)

    def to_json(self) -> dict[str, Any]:
        """The state as plain data: positions as texts."""
        return {
            "position": str(self.position),
            "play": self.play,
            "over": self.over,
            "outcome": self.outcome,
            "grundy": self.grundy,
            "grundy_why": self.grundy_why,
            "remoteness": self.remoteness,
            "by": self.by,
            "why": self.why,
            "count": self.count,
            "complete": self.complete,
            "parts": [part.to_json() for part in self.parts],
            "moves": [judged.to_json() for judged in self.moves],
        }


def state(
    position: Position,
    *,
    misere: bool = False,
    limit: int = MOST_MOVES,
    work: int | None = None,
    laws: Library | None = None,
) -> State:
    """The state of a position: at most *limit* moves are listed, winning ones first where these are not all.

    *work* bounds the moves that solving looks at (None: what half a second does); *laws* are known beside those
    that are shipped, and may be a library that looks for laws (`grundy.report.answering.FINDING`). Raises
    PositionError for what is no position, Unsupported for blocking games, RuleError where play may not end.

    >>> from grundy.games import expression
    >>> seen = state(expression("nim[1, 2]"))
    >>> seen.outcome, [(judged.move.text, judged.win) for judged in seen.moves]
    ('N', [('1 -> 0', False), ('2 -> 1', True), ('2 -> 0', False)])
    """
    require_playable(position)
    if not is_integer(limit) or limit < 1:
        raise PositionError("limit is the number of moves to list, at least 1, not {limit}", limit=shown(limit))
    found, complete = first_moves(position, limit)
    decided, why = None, ""
    try:
        most = limit if complete else min(limit, _FEW if len(str(position)) > _LONG else _WINNING)
        decided = verdict(position, misere=misere, limit=most, work=work, laws=laws)
        why = decided.why
    except LimitExceeded as error:
        why = error.message.partition("; --work")[0]
    judged = _judged(found, decided, complete, lambda move: None if misere else wins(move, work=work, laws=laws))
    return State(
        position=position,
        play="misere" if misere else "normal",
        over=not judged and (complete or is_over(position)),
        outcome=None if decided is None else decided.outcome,
        grundy=None if decided is None else decided.grundy,
        grundy_why=why if decided is None else decided.grundy_why,
        remoteness=Remoteness(position, len(found), misere=misere).of(position) if complete else None,
        by=None if decided is None else decided.by,
        why=why,
        count=len(judged) if complete else None,
        complete=complete,
        parts=_parts(position, decided, judged, misere=misere, work=work or EACH, laws=laws),
        moves=judged,
    )


def _judged(
    found: list[Move], decided: Verdict | None, complete: bool, judge: Callable[[Move], bool | None]
) -> tuple[Judged, ...]:
    """The moves with what they lead to, in their order; where they are not all, the winning ones first."""
    room = len(found) if complete else _OTHERS
    if not complete and found and len(str(found[0].before)) > _LONG:
        room = _FEW
    if decided is None:
        return tuple(Judged(move, None) for move in found[:room])
    keys = {move.key for move in decided.winning}
    listed = found if complete else [*decided.winning, *[m for m in found if m.key not in keys][:room]]
    looked = 0
    judged: list[Judged] = []
    for move in listed:
        win: bool | None = move.key in keys
        if not win and not decided.known:
            win = judge(move) if looked < _JUDGED else None
            looked += 1
        judged.append(Judged(move, win))
    return tuple(judged)


def _parts(
    position: Position,
    decided: Verdict | None,
    judged: tuple[Judged, ...],
    *,
    misere: bool,
    work: int,
    laws: Library | None,
) -> tuple[Part, ...]:
    moves: dict[int, list[Move]] = {}
    for one in sorted(judged, key=lambda one: one.win is True):  # an example is no hint where others can be had
        moves.setdefault(one.move.part, []).append(one.move)
    values: dict[Any, int | None] = {}
    parts = []
    for i, (ruleset, component) in enumerate(position.parts):
        key = ruleset, component
        if misere:
            values[key] = None
        elif len(position) == 1:
            values[key] = None if decided is None else decided.grundy
        elif key not in values:
            values[key] = _grundy(Position((key,)), work, laws)
        text = ruleset.position_texts([component])[0]
        listed = moves.get(i) or first_moves(Position((key,)), 1, _FOR_EXAMPLE)[0]
        shape, typing = board(ruleset, component), typing_example(listed)
        parts.append(Part(text, str(ruleset), component, values[key], shape, typing))
    return tuple(parts)


def _grundy(alone: Position, work: int, laws: Library | None) -> int | None:
    """The Grundy value of a component, where it is known."""
    try:
        return value(alone, work=work, laws=laws)
    except GrundyError:
        return None
