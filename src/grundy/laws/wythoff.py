"""Wythoff's game: the P-positions are the pairs (floor(phi·d), floor(phi·d) + d), phi = (1 + sqrt 5)/2.

Write A(d) = floor(phi·d) and B(d) = A(d) + d = floor(phi²·d). Since 1/phi + 1/phi² = 1, Beatty's theorem says
that A(1), A(2), … and B(1), B(2), … together list every positive integer exactly once. So a heap n stands in
exactly one P-pair, whose other member is its *partner*, and there is exactly one P-pair of each difference.
"""

from __future__ import annotations

from math import isqrt
from typing import ClassVar

from grundy.laws.base import OutcomeLaw, Run, heaps_of
from grundy.rules.values import Value


def lower_wythoff(d: int) -> int:
    """floor(phi·d), the lower Wythoff number, for d >= 0.

    It is floor((d + sqrt(5·d²))/2), and the inner root may be cut to an integer: floor((d + x)/2) depends on
    floor(x) only.

    >>> [lower_wythoff(d) for d in range(8)]
    [0, 1, 3, 4, 6, 8, 9, 11]
    """
    return (d + isqrt(5 * d * d)) // 2


def partner(n: int) -> int:
    """The one m with (n, m) a P-position of Wythoff's game, n >= 0.

    With s = floor(phi·(n+1)): the largest i with A(i) <= n is floor((n+1)/phi) = s - (n+1), because 1/phi =
    phi - 1. If its A(i) is n the partner is n + i. Else n = B(i) for the largest i with B(i) <= n, and B(i) <
    n + 1 says i < (n+1)/phi² = 2(n+1) - phi·(n+1), so i = 2(n+1) - s - 1, and the partner is n - i.

    >>> [partner(n) for n in range(11)]
    [0, 2, 1, 5, 7, 3, 10, 4, 13, 15, 6]
    """
    if n == 0:
        return 0
    above = lower_wythoff(n + 1)
    index = above - (n + 1)
    if lower_wythoff(index) == n:
        return n + index
    return n - (2 * (n + 1) - above - 1)


class WythoffLaw(OutcomeLaw, Value):
    """P = {(a, b) : min(a, b) = floor(phi·|a - b|)}, for `a, b -> a-t, b | a, b-t | a-t, b-t`.

    At most one P-option is in the row (the first heap falls), one in the column and one on the diagonal.

    >>> law = WythoffLaw()
    >>> law.is_p((165580140, 267914295)), law.is_p((165580141, 267914296))
    (True, False)
    >>> [option for run in law.p_options((10, 13)) for option in run]
    [(8, 13), (10, 6), (4, 7)]

    Source: W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde (2) 7 (1907),
    199-202.
    """

    name: ClassVar[str] = "Wythoff's game"
    source: ClassVar[str] = (
        "W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde (2) 7 (1907), 199-202"
    )
    checked_to: ClassVar[int] = 100

    def is_p(self, component: tuple[int, ...]) -> bool:
        """Whether the smaller heap is floor(phi·d), d the difference of the heaps."""
        a, b = heaps_of(component, 2)
        return min(a, b) == lower_wythoff(abs(a - b))

    def p_options(self, component: tuple[int, ...]) -> tuple[Run, ...]:
        """The second heap beside its partner, the first beside its, and the P-pair of the same difference."""
        a, b = heaps_of(component, 2)
        fall = min(a, b) - lower_wythoff(abs(a - b))
        if fall == 0:
            return ()
        found = []
        if (row := partner(b)) < a:
            found.append((row, b))
        if (column := partner(a)) < b:
            found.append((a, column))
        if fall > 0:
            found.append((a - fall, b - fall))
        return tuple(Run.single(option) for option in found)

    def words(self) -> str:
        """The law as one sentence."""
        return (
            "The player to move loses exactly when the smaller heap is the golden ratio times the difference "
            "of the heaps, rounded down."
        )

    def formula(self) -> str:
        """The law as a formula in plain text."""
        return "P = {(a, b) : min(a, b) = floor(phi*|a-b|)}, phi = (1 + sqrt(5))/2"
