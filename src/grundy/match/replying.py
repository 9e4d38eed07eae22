"""The machine's move: perfect, or with some probability a random legal one."""

from __future__ import annotations

from random import Random

from grundy.laws.library import Library
from grundy.rules.errors import PositionError
from grundy.rules.numbers import shown
from grundy.rules.positions import Position
from grundy.rules.values import Value

from .moves import Move, first_moves, legal, require_playable
from .sampling import random_move
from .searching import Remoteness
from .states import State, state

MOST_LISTED, LONG_LIST = 2_000, 20_000
"""Up to how many moves a random one is chosen from the list of all, each as likely as any other: in any position, and
where no heap is large."""
_LARGE = 10_000
_LOOKED_AT = 5  # choices for a move
_SMALLEST_OF = 400


class Reply(Value):
    """A move of the machine; *perfect* says that it was chosen as the best, and that the position is solved."""

    position: Position
    perfect: bool


def reply(
    position: Position,
    *,
    misere: bool = False,
    strength: float = 1.0,
    seed: int | str | None = None,
    work: int | None = None,
    laws: Library | None = None,
) -> Position:
    """The option that the machine chooses: with probability *strength* a best one, else a random legal one.

    A best move wins, in the fewest moves where these are known; in a lost position it delays longest, or else changes
    as little as it can. The same *seed* gives the same move. *work* and *laws* are those of :func:`state`. Raises
    PositionError where no move is left.

    >>> from grundy.games import expression
    >>> reply(expression("nim[3, 6, 9]"))
    nim[3, 6, 5]
    """
    return choose(position, misere=misere, strength=strength, seed=seed, work=work, laws=laws).position


def choose(
    position: Position,
    *,
    misere: bool = False,
    strength: float = 1.0,
    seed: int | str | None = None,
    work: int | None = None,
    laws: Library | None = None,
    seen: State | None = None,
) -> Reply:
    """The machine's move, and whether it is a best one; *seen* is the state of the position where it is at hand."""
    require_playable(position)
    require_strength(strength)
    dice = Random(None if seed is None else str(seed))  # noqa: S311 - a game's dice
    if strength < 1 and dice.random() >= strength:
        return Reply(_random(position, dice), perfect=False)
    seen = seen or state(position, misere=misere, work=work, laws=laws)
    if seen.over:
        raise PositionError("{position} has no move: the match is over", position=shown(str(position)))
    if seen.outcome is None:
        return Reply(_random(position, dice), perfect=False)
    if seen.winning:
        return Reply(_hurrying(seen, dice, misere=misere), perfect=True)
    return Reply(_delaying(seen, dice, misere=misere), perfect=seen.outcome == "P")


def require_strength(strength: object) -> None:
    """Raise PositionError unless *strength* is a probability."""
    if isinstance(strength, bool) or not isinstance(strength, int | float) or not 0 <= strength <= 1:
        raise PositionError("strength is a probability, from 0 to 1, not {strength}", strength=shown(strength))


def _hurrying(seen: State, dice: Random, *, misere: bool) -> Position:
    """A winning option, of least remoteness where it is known."""
    remoteness = Remoteness(seen.position, len(seen.moves), misere=misere)
    options = [judged.move.position for judged in seen.winning]
    return _least([(remoteness.of(option), option) for option in options], dice)


def _least(scored: list[tuple[int | None, Position]], dice: Random) -> Position:
    """One of the options with the least score; of all, where some score is not known."""
    known = [score for score, _ in scored if score is not None]
    best = min(known) if len(known) == len(scored) else None
    return dice.choice([option for score, option in scored if best is None or score == best])


def _delaying(seen: State, dice: Random, *, misere: bool) -> Position:
    """The option that delays longest, or changes least."""
    remoteness = Remoteness(seen.position, len(seen.moves), misere=misere)
    moves = [judged.move for judged in seen.moves]
    if seen.complete and remoteness.known:
        left = [(remoteness.of(move.position), move.position) for move in moves]
        if all(r is not None for r, _ in left):
            return _least([(-(r or 0), option) for r, option in left], dice)
    moves += [move for move in _smaller_by_one(seen.position) if legal(seen.position, move.position)]
    changes = [(_change(move), move.position) for move in moves]
    return _least(changes, dice)


def _smaller_by_one(position: Position) -> list[Move]:
    """The moves that would take one object from one heap."""
    found = []
    for i, (_, component) in enumerate(position.parts[:_SMALLEST_OF]):
        if isinstance(component, tuple) and all(isinstance(heap, int) for heap in component):
            for place, heap in enumerate(component):
                after = (*component[:place], heap - 1, *component[place + 1 :])
                if heap > position.parts[i][0].least:
                    found.append(Move(position, i, (after,)))
    return found


def _change(move: Move) -> int | None:
    """How much a move changes the total of the heaps; None for other states."""
    before, total = move.before.parts[move.part][1], 0
    for sign, components in ((1, [before]), (-1, move.option)):
        for component in components:
            if not isinstance(component, tuple) or not all(isinstance(heap, int) for heap in component):
                return None
            total += sign * sum(component)
    return abs(total)


def _size(heap: object) -> int:
    return heap if isinstance(heap, int) else 0


def _random(position: Position, dice: Random) -> Position:
    """A legal move: each as likely as any other where they can be listed, else one by chance."""
    large = any(isinstance(c, tuple) and max(map(_size, c), default=0) > _LARGE for _, c in position.parts)
    most = MOST_LISTED if large else LONG_LIST
    moves, complete = first_moves(position, most, _LOOKED_AT * most)
    if complete:
        if not moves:
            raise PositionError("{position} has no move: the match is over", position=shown(str(position)))
        return dice.choice(moves).position
    return (random_move(position, dice) or dice.choice(moves)).position
