"""What solving a position gives."""

from __future__ import annotations

from typing import Any, Literal

from grundy.rules.positions import Position
from grundy.rules.values import Value

Outcome = Literal["N", "P"]
Play = Literal["normal", "misere"]
By = Literal["law proved", "law checked", "table", "search"]


class Solution(Value):
    """Who wins a position, its Grundy value, and the winning options.

    *winning_options* are at most *limit* of them, in the order component, alternative, resulting tuple; *winning_count*
    is their number where it is known, *rest* says in words what is not listed, *complete* whether nothing is missing.
    *remoteness* is the number of moves left under best play, where a search reached it. *grundy_why* says why *grundy*
    is None, and *why* what decided; *checked_to* is the largest heap, inclusive, to which a law that is not proved was
    compared with brute force.
    """

    position: Position
    play: Play
    outcome: Outcome
    grundy: int | None
    grundy_why: str | None
    winning_options: tuple[Position, ...]
    winning_count: int | None
    complete: bool
    rest: str | None
    remoteness: int | None
    by: By
    why: str
    checked_to: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The solution as plain data: positions as texts."""
        return {
            "position": str(self.position),
            "play": self.play,
            "outcome": self.outcome,
            "grundy": self.grundy,
            "grundy_why": self.grundy_why,
            "winning_options": [str(p) for p in self.winning_options],
            "winning_count": self.winning_count,
            "complete": self.complete,
            "rest": self.rest,
            "remoteness": self.remoteness,
            "by": self.by,
            "checked_to": self.checked_to,
            "why": self.why,
        }

    def _repr_html_(self) -> str:
        from .display import solution_html

        return solution_html(self)
