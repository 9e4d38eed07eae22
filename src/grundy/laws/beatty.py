"""Beatty pairs: the P-positions (A(i), A(i) + r·i) of Wythoff's game (r = 1) and of Fraenkel's r-Wythoff.

Write alpha = (2 - r + sqrt(r² + 4))/2, A(i) = floor(i·alpha) and B(i) = A(i) + r·i = floor(i·(alpha + r)). Since
1/alpha + 1/(alpha + r) = 1 and alpha is irrational, Beatty's theorem says that A(1), A(2), … and B(1), B(2), …
together list every positive integer exactly once. So a heap n stands in exactly one pair, whose other member is its
*partner*.

Sources: W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde (2) 7 (1907), 199-202;
A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, Amer. Math. Monthly 89 (1982), 353-361.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.laws.base import OutcomeLaw, heaps_of
from grundy.laws.fields import Fields
from grundy.rules.numbers import digits
from grundy.rules.values import Value

if TYPE_CHECKING:
    from grundy.laws.automatic import AutomaticLaw

MAX_AUTOMATON = 64


class BeattyLaw(OutcomeLaw, Value):
    """P = {(A(i), A(i) + r·i) : i >= 0} and the mirror images, A(i) = floor(i·alpha), alpha = (2-r+sqrt(r²+4))/2.

    Raises ValueError where r < 1.

    >>> law = BeattyLaw(1)
    >>> law.is_p((165580140, 267914295)), law.is_p((165580141, 267914296))
    (True, False)
    >>> [BeattyLaw(2).pair(i) for i in range(5)]
    [(0, 0), (1, 3), (2, 6), (4, 10), (5, 13)]
    """

    r: int

    kind: ClassVar[str] = "beatty"
    name: ClassVar[str] = "Beatty pairs"

    def __post_init__(self) -> None:
        if self.r < 1:
            raise ValueError(f"r is at least 1, not {self.r}")

    @property
    def heaps(self) -> int:
        """The heaps of a component are two."""
        return 2

    def lower(self, i: int) -> int:
        """A(i) = floor(i·alpha), i >= 0.

        It is floor((u + sqrt(v))/2) with integers u and v, and the inner root may be cut to an integer: floor((u +
        x)/2) depends on floor(x) only.

        >>> [BeattyLaw(1).lower(i) for i in range(8)]
        [0, 1, 3, 4, 6, 8, 9, 11]
        """
        r = self.r
        return ((2 - r) * i + isqrt((r * r + 4) * i * i)) // 2

    def pair(self, i: int) -> tuple[int, int]:
        """The i-th pair, (A(i), A(i) + r·i)."""
        low = self.lower(i)
        return low, low + self.r * i

    def index(self, n: int) -> int:
        """The number of i >= 1 with A(i) <= n: floor((n+1)/alpha), since i·alpha is not an integer.

        1/alpha = (sqrt(r² + 4) + r - 2)/(2r).

        >>> [BeattyLaw(1).index(n) for n in range(8)]
        [0, 1, 1, 2, 3, 3, 4, 4]
        """
        r, m = self.r, n + 1
        return (isqrt((r * r + 4) * m * m) + (r - 2) * m) // (2 * r)

    def partner(self, n: int) -> int:
        """The one m with (n, m) a P-position, n >= 0.

        If n = A(i) it is n + r·i. Else n = B(i), where i is the number of B's up to n; the A's and B's up to n are n
        in all, so i = n - index(n).

        >>> [BeattyLaw(1).partner(n) for n in range(11)]
        [0, 2, 1, 5, 7, 3, 10, 4, 13, 15, 6]
        """
        i = self.index(n)
        return n + self.r * i if self.lower(i) == n else n - self.r * (n - i)

    def is_p(self, component: tuple[int, ...]) -> bool:
        """Whether the difference is r·i and the smaller heap is A(i)."""
        a, b = heaps_of(component, 2)
        i, rest = divmod(abs(a - b), self.r)
        return rest == 0 and min(a, b) == self.lower(i)

    def automatic(self) -> AutomaticLaw:
        """The same set as an automaton, in the Ostrowski system of t = r.

        By Fraenkel's theorem A(i) are the numbers whose representation ends in an even number of zeros, and B(i) has
        the representation of A(i) shifted by one place.
        """
        from grundy.laws.automatic import AutomaticLaw
        from grundy.laws.digits import Ostrowski

        if self.r > MAX_AUTOMATON:
            raise ValueError(f"an automaton of r > {MAX_AUTOMATON} is too large")
        system, digits_below = Ostrowski(self.r), range(self.r + 1)
        # a state is (the last digit of B, which is the next one of A; whether the zeros at the end of A are odd in
        # number; whether A is the first heap: 0, not told yet: 1 and 2); the digits of B run one place ahead
        states = [(0, 0, 0)]
        moves: list[dict[tuple[int, ...], int]] = []
        for ahead, odd, order in states:
            ways: dict[tuple[int, ...], int] = {}
            moves.append(ways)
            for digit in digits_below:
                if not system.follows(ahead, digit):
                    continue
                after = (digit, (1 - odd if ahead == 0 else 0) if order or ahead or digit else 0)
                for side in (order,) if order or ahead == digit else (1, 2):
                    state = (*after, side)
                    if state not in states:
                        states.append(state)
                    ways[(digit, ahead) if side == 2 else (ahead, digit)] = states.index(state)
        final = [i for i, (ahead, odd, _) in enumerate(states) if ahead == 0 and not odd]
        return AutomaticLaw.of_moves(system, 2, moves, final)

    def words(self) -> str:
        """The law as one sentence."""
        if self.r == 1:
            return (
                "The player to move loses exactly when the smaller heap is the golden ratio times the difference "
                "of the heaps, rounded down."
            )
        return (
            f"The player to move loses exactly when the difference of the heaps is {digits(self.r)} times some i, and "
            "the smaller heap is alpha times i, rounded down, "
            f"where alpha = {self._alpha}."
        )

    def formula(self) -> str:
        """The law as a formula in plain text."""
        if self.r == 1:
            return "P = {(a, b) : min(a, b) = floor(phi*|a-b|)}, phi = (1 + sqrt(5))/2"
        r = digits(self.r)
        return f"P = {{(a, b) : |a-b| = {r}*i, min(a, b) = floor(i*alpha), i >= 0}}, alpha = {self._alpha}"

    @property
    def _alpha(self) -> str:
        """The slope (2 - r + sqrt(r^2 + 4))/2, simplified.

        >>> BeattyLaw(2)._alpha, BeattyLaw(3)._alpha, BeattyLaw(4)._alpha
        ('sqrt(2)', '(sqrt(13) - 1)/2', 'sqrt(5) - 1')
        """
        half, odd = divmod(self.r, 2)
        root = f"sqrt({digits(self.r**2 + 4 if odd else half**2 + 1)})"
        less = self.r - 2 if odd else half - 1
        text = root if not less else f"{root} - {digits(less)}" if less > 0 else f"{root} + {digits(-less)}"
        return f"({text})/2" if odd else text

    def to_json(self) -> dict[str, Any]:
        """The law as plain data."""
        return {"kind": self.kind, "r": self.r}

    @classmethod
    def from_json(cls, fields: Fields) -> BeattyLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("r",))
        return cls(fields.integer("r", 1))
