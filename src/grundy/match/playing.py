"""A whole match as a value: who plays, what was played, whose turn it is, who has won."""

from __future__ import annotations

from typing import Literal

from grundy.laws.library import Library
from grundy.rules.errors import PositionError
from grundy.rules.numbers import shown
from grundy.rules.positions import Position
from grundy.rules.values import Value, replace
from grundy.solver.solution import Play

from .moves import find_move, is_over, require_playable
from .replying import Reply, choose, require_strength
from .states import State, state

Player = Literal["person", "machine"]


class Match(Value):
    """A match from *start*: *history* are the positions reached, *players* who moves first and second.

    The machine plays its best move with probability *strength*, else a random one; *seed* makes its choices repeatable.

    >>> from grundy.games import expression
    >>> match = Match(expression("nim[1, 2]"))
    >>> match = match.moved(expression("nim[1, 1]"))
    >>> match.mover, match.player, match.over
    (1, 'machine', False)
    >>> match = match.replied()
    >>> match.moved(expression("nim[0, 0]")).winner
    0
    """

    start: Position
    play: Play = "normal"
    players: tuple[Player, Player] = ("person", "machine")
    strength: float = 1.0
    seed: int | str = 0
    history: tuple[Position, ...] = ()

    def __post_init__(self) -> None:
        require_playable(self.start)
        if self.play not in {"normal", "misere"}:
            raise PositionError("play is normal or misere, not {play}", play=shown(self.play))
        players: tuple[object, ...] = self.players
        if len(players) != 2 or not {"person", "machine"}.issuperset(players):
            raise PositionError("players are two of person and machine, not {players}", players=shown(players))
        require_strength(self.strength)

    @property
    def misere(self) -> bool:
        """Whether whoever cannot move wins."""
        return self.play == "misere"

    @property
    def position(self) -> Position:
        """The position now."""
        return self.history[-1] if self.history else self.start

    @property
    def mover(self) -> int:
        """Who is to move: 0 for the first player, 1 for the second."""
        return len(self.history) % 2

    @property
    def player(self) -> Player:
        """What the mover is."""
        return self.players[self.mover]

    @property
    def over(self) -> bool:
        """Whether no move is left."""
        return is_over(self.position)

    @property
    def winner(self) -> int | None:
        """Who has won, 0 or 1; None while there are moves left."""
        if not self.over:
            return None
        return self.mover if self.misere else 1 - self.mover

    def state(self, *, work: int | None = None, laws: Library | None = None) -> State:
        """The state of the position now."""
        return state(self.position, misere=self.misere, work=work, laws=laws)

    def moved(self, option: Position) -> Match:
        """The match after the mover's move to *option*; raises PositionError where that is no legal move."""
        if find_move(self.position, option) is None:
            raise PositionError(
                "no move leads from {position} to {option}",
                position=shown(str(self.position)),
                option=shown(str(option)),
            )
        return self._with(option)

    def reply(self, *, work: int | None = None, laws: Library | None = None) -> Reply:
        """The machine's move now."""
        seed = f"{self.seed}/{len(self.history)}"
        return choose(self.position, misere=self.misere, strength=self.strength, seed=seed, work=work, laws=laws)

    def replied(self, *, work: int | None = None, laws: Library | None = None) -> Match:
        """The match after the machine's move for the mover."""
        return self._with(self.reply(work=work, laws=laws).position)

    def undone(self) -> Match:
        """The match before the last move of a person, and the machine's since; the same where there is none."""
        people = [n for n in range(len(self.history)) if self.players[n % 2] == "person"]
        if not people:
            return self
        return replace(self, history=self.history[: people[-1]])

    def restarted(self) -> Match:
        """The match at its start."""
        return replace(self, history=())

    def _with(self, option: Position) -> Match:
        return replace(self, history=(*self.history, option))
