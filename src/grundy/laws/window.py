"""Windows that scale: from n to any y with n <= k·y and y < n, as in the blackboard game.

The options of n are all y with l(n) <= y < n, where l(n) = max(f, ceil(n/k)) for n > f, and f = max(least, 1)
is the position at which play ends. Then l is non-decreasing by steps of 0 or 1, and (Levine) the values on
l(n)..n are a permutation of 0..n - l(n): a step of n adds the next integer if l stays, and recycles the value
that fell out if l moves. So g(n) = n - l(n) if l(n) = l(n-1), else g(n) = g(l(n) - 1). The positions of one
value u are a chain: the first m with m - l(m) = u, then each time m -> min{m' : l(m') > m} = k·m + 1.

Source: L. Levine, Fractal sequences and restricted Nim, arXiv math/0409408.
"""

from __future__ import annotations

from typing import Any, ClassVar

from grundy.laws.base import GrundyLaw, Run, heaps_of
from grundy.rules.values import Value


class ScaledWindowLaw(GrundyLaw, Value):
    """g(n) = n - f for f <= n <= k·f; beyond, g(k·a + 1) = g(a), and else g(n) = n - ceil(n/k).

    The rules are `n -> y where n <= k*y and y < n`. `k` is the divisor (k < 2: there are no moves, g = 0),
    `least` >= 0 the least heap (ValueError elsewhere), and f = max(least, 1). The blackboard game has least
    1; halving, `n -> n-t where 2*t <= n`, is k = 2 with least 0, and g(0) = 0. Both functions take O(log n)
    steps. An option may have a *higher* value than n.

    >>> law = ScaledWindowLaw(2, 1)
    >>> [law.value((n,)) for n in range(1, 12)]
    [0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1]
    >>> law.options_of_value((7,), 3)
    (Run(first=(6,), step=(0,), count=1),)

    Source: L. Levine, Fractal sequences and restricted Nim, arXiv math/0409408 (restricted Nim; k = 2
    lets half the heap be taken).
    """

    k: int
    least: int = 0

    kind: ClassVar[str] = "window"
    name: ClassVar[str] = "the scaled window"

    @property
    def knows_options(self) -> bool:
        """The options are all y with n <= k·y and y < n."""
        return True

    def __post_init__(self) -> None:
        if self.least < 0:
            raise ValueError(f"the least heap is at least 0, not {self.least}")

    @property
    def floor(self) -> int:
        """The position at which play ends, max(least, 1)."""
        return max(self.least, 1)

    def value(self, component: tuple[int, ...]) -> int:
        """g(n), by stripping n -> (n-1)/k while k divides n-1 and the window is past its beginning."""
        (heap,) = heaps_of(component, 1, self.least)
        return _value(heap, self.k, self.floor)

    def options_of_value(self, component: tuple[int, ...], value: int) -> tuple[Run, ...]:
        """The last member below n of the chain of *value*, if it is in the window l(n)..n-1.

        The chain has at most one member in a window: m >= l(n) >= n/k gives k·m + 1 > n.
        """
        (heap,) = heaps_of(component, 1, self.least)
        if self.k <= 1 or value < 0:
            return ()
        member = self._first_of_value(value)
        if member >= heap:
            return ()
        while (after := self.k * member + 1) < heap:
            member = after
        return (Run.single((member,)),) if heap <= self.k * member else ()

    def _first_of_value(self, value: int) -> int:
        """The first m >= f with m - l(m) = *value*, k >= 2.

        While m <= k·f, m - l(m) = m - f. Beyond, m = k·q + b with 2 <= b <= k has m - l(m) = (k-1)·q + b - 1
        (and b = 1 the same as the m before it).
        """
        if value <= (self.k - 1) * self.floor:
            return self.floor + value
        whole, rest = divmod(value - 1, self.k - 1)
        return self.k * whole + rest + 2

    def words(self) -> str:
        """The law as one sentence."""
        if self.k <= 1:
            return "There are no moves, so every Grundy value is 0."
        return (
            "The Grundy value of n is n less the least number that n may become "
            f"(n/{self.k} rounded up, {self.floor} at least), "
            f"but where n is 1 more than {self.k} times a position, it is the value of that position."
        )

    def formula(self) -> str:
        """The law as a formula in plain text."""
        if self.k <= 1:
            return "g(n) = 0"
        k, floor = self.k, self.floor
        zero = "g(0) = 0; " if self.least == 0 else ""
        return (
            f"{zero}g(n) = n - {floor} for {floor} <= n <= {k * floor}; "
            f"g({k}*a + 1) = g(a) for a >= {floor}; else g(n) = n - ceil(n/{k})"
        )

    def to_json(self) -> dict[str, Any]:
        """The window from n/k, rounded up; where there are no moves, from n."""
        return {"kind": self.kind, "least": self.least, "lower": [[1, 0, max(self.k, 1)]]}


def _value(heap: int, k: int, floor: int) -> int:
    """g(*heap*) for the window of factor *k* that ends at *floor*."""
    if k <= 1:
        return 0
    begun = k * floor
    while heap > begun:
        quotient, remainder = divmod(heap - 1, k)
        if remainder:
            return heap - quotient - 1
        heap = quotient
    return max(heap - floor, 0)
