"""Budgets: how long, and over how many states, work that may not end soon is allowed to go on."""

from __future__ import annotations

import time

from .errors import GrundyError
from .said import said

DEFAULT_SECONDS = 60.0
DEFAULT_STATES = 500_000


class OutOfBudget(GrundyError):
    """Work was stopped by its budget; the text says which limit was met, in what."""


class Budget:
    """A deadline in seconds, and the most states that one automaton may have on the way.

    >>> Budget(seconds=0).check("learning")
    Traceback (most recent call last):
    grundy.rules.budget.OutOfBudget: the time allowed (0 s) ended in learning
    """

    __slots__ = ("begun", "seconds", "states")

    def __init__(self, seconds: float = DEFAULT_SECONDS, states: int = DEFAULT_STATES) -> None:
        self.seconds = seconds
        self.states = states
        self.begun = time.monotonic()

    @property
    def left(self) -> float:
        """The seconds left, at least 0."""
        return max(0.0, self.begun + self.seconds - time.monotonic())

    def check(self, what: str) -> None:
        """Raise OutOfBudget once the time has passed; *what* says what was being done."""
        if self.left <= 0:
            seconds = f"{round(self.seconds, 2):g}"
            raise OutOfBudget("the time allowed ({seconds} s) ended in {what}", seconds=seconds, what=said(what))

    def check_states(self, count: int, what: str) -> None:
        """Raise OutOfBudget where an automaton has more states than allowed, or the time has passed."""
        if count > self.states:
            raise OutOfBudget(
                "{what} has more than the {states} states allowed", what=said(what), states=f"{self.states:,}"
            )
        self.check(what)

    def part(self, share: float) -> Budget:
        """A budget of a share of the time left, with the same states."""
        return Budget(self.left * share, self.states)
