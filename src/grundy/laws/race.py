"""The multiplication race: multiply by low..high, first to reach the goal wins.

A position is a number p >= 1, and while p < goal the mover replaces it by d·p, low <= d <= high. Factors 0
and 1 are no moves (0 is no position, and 1 moves nowhere), so let low >= 2. Write r = low·high and
x = goal/p, a rational number: a move divides x by d, and play ends at x <= 1.

**Theorem.** For 2 <= low <= high the mover wins if and only if r^e < x <= high·r^e for some e >= 0.

**Proof**, by induction on the length of play. The x outside of these N-bands are x <= 1, where there is no
move, and the P-bands high·r^e < x <= r^(e+1).

- high·r^e < x <= r^(e+1): every move gives x/d > high·r^e/high = r^e and x/d <= r^(e+1)/low = high·r^e, in
  an N-band. So P.
- r^e < x <= high·r^e: let y = x/r^e, so 1 < y <= high, and d = max(low, ceil(y)), a legal factor. From
  d >= y, x/d <= r^e. Also d < low·y: where d = low because y > 1, and where d = ceil(y) > low because
  ceil(y) < y + 1 < 2·y. So x/d > r^e/low = high·r^(e-1): a move into a P-band (where e = 0, x/d <= 1 is
  enough). So N.

**All P-options** of an N-position, r^e < x <= high·r^e. Every option has x/d > r^e/high = low·r^(e-1), above
the P-band that ends at r^(e-1), and x/d < x <= high·r^e, below the P-band that begins there. What is left is
high·r^(e-1) < x/d <= r^e, or x/d <= 1 where e = 0. So the winning factors are consecutive integers:
low <= d <= high, d >= x/r^e, and, where e >= 1, d < low·x/r^e.
"""

from __future__ import annotations

from typing import Any, ClassVar

from grundy.laws.base import OutcomeLaw, Run, heaps_of
from grundy.laws.fields import Fields
from grundy.rules.values import Value


class RaceLaw(OutcomeLaw, Value):
    """N = {p : r^e < goal/p <= high·r^e for some e >= 0}, r = low·high, for the multiplication race.

    The rules are `p -> d*p where low <= d <= high and p < goal`. `low` 0 or 1 acts as 2; with no factor left
    in low..high there is no move and every position is P. Positions are p >= 1. The winning factors are
    consecutive integers.

    >>> law = RaceLaw(2, 9, 162)
    >>> law.is_p((1,)), RaceLaw(2, 9, 163).is_p((1,))
    (False, True)
    >>> law.p_options((1,))
    (Run(first=(9,), step=(1,), count=1),)

    Source: the proof at the head of this module; the game with 2..9 is UVa 847 (A Multiplication Game).
    """

    low: int
    high: int
    goal: int

    kind: ClassVar[str] = "scaling"
    name: ClassVar[str] = "the multiplication race"

    @property
    def knows_options(self) -> bool:
        """The options are the products by low, …, high."""
        return True

    @property
    def least_factor(self) -> int:
        """The least factor that moves: low, or 2 where low is less."""
        return max(self.low, 2)

    def _level(self, number: int) -> int:
        """The greatest number·r^e < goal, e >= 0; 0 where *number* has no move."""
        if number >= self.goal or self.least_factor > self.high:
            return 0
        ratio = self.least_factor * self.high
        level = number
        while (above := level * ratio) < self.goal:
            level = above
        return level

    def is_p(self, component: tuple[int, ...]) -> bool:
        """Whether goal/p <= 1, or high·r^e < goal/p <= r^(e+1) for some e >= 0."""
        (number,) = heaps_of(component, 1, 1)
        level = self._level(number)
        return level == 0 or level * self.high < self.goal

    def p_options(self, component: tuple[int, ...]) -> tuple[Run, ...]:
        """The products d·p for the winning factors d, the interval derived at the head of this module."""
        (number,) = heaps_of(component, 1, 1)
        level = self._level(number)
        if not level:
            return ()
        first = max(self.least_factor, -(-self.goal // level))
        last = self.high
        if level > number:
            last = min(last, (self.least_factor * self.goal - 1) // level)
        return (Run((first * number,), (number,), last - first + 1),) if first <= last else ()

    def words(self) -> str:
        """The law as one sentence."""
        low, high = self.least_factor, self.high
        if low > high:
            return "There are no moves, so every position is lost for the player to move."
        return (
            f"The player to move wins exactly when, for some e >= 0, goal/p is more than {low * high}^e "
            f"and at most {high} times as much."
        )

    def formula(self) -> str:
        """The law as a formula in plain text."""
        low, high = self.least_factor, self.high
        if low > high:
            return "N = {}"
        ratio = low * high
        return f"N = {{p : {ratio}^e < {self.goal}/p <= {high}*{ratio}^e for some e >= 0}}"

    def to_json(self) -> dict[str, Any]:
        """The factors and the goal."""
        return {"kind": self.kind, "low": self.low, "high": self.high, "goal": self.goal}

    @classmethod
    def from_json(cls, fields: Fields) -> RaceLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("low", "high", "goal"))
        return cls(fields.integer("low"), fields.integer("high"), fields.integer("goal"))
