"""Windows in general: from n to any y with l(n) <= y < n, where l is the largest of some rounded lines.

l(n) = min(n, max(f, ceil((a·n + b)/d), …)) with 0 <= a <= d for every line, so l is non-decreasing by steps of 0 or 1,
and n - l(n) is non-decreasing, too. The values on l(n)..n are a permutation of 0..n - l(n) (Levine): a step of n adds
the next integer if l stays, and recycles the value that fell out if l moves. So g(n) = n - l(n) if l(n) = l(n-1), else
g(n) = g(l(n) - 1). The heaps of one value u are a chain: the first m with m - l(m) = u, then each time
m -> min{m' : l(m') > m}. Where n - l(n) = m does not change, both recursions step by m + 1, and are taken at a jump.

Source: L. Levine, Fractal sequences and restricted Nim, arXiv math/0409408.
"""

from __future__ import annotations

from typing import Any, ClassVar

from grundy.laws.base import GrundyLaw, Run, heaps_of
from grundy.laws.fields import Fields
from grundy.rules.errors import CertificateError
from grundy.rules.numbers import digits
from grundy.rules.values import Value

Line = tuple[int, int, int]


class WindowLaw(GrundyLaw, Value):
    """The values of the game in which n becomes any y with l(n) <= y < n; see the head of this module.

    *lower* are the lines (a, b, d), for ceil((a·n + b)/d), and *least* is f. Raises ValueError unless 0 <= a <= d and
    d >= 1 for all of them, and f >= 0.

    >>> halving = WindowLaw(((1, 0, 2),))
    >>> [halving.value((n,)) for n in range(12)]
    [0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1]
    >>> WindowLaw(((1, 0, 2), (1, -10, 1))).options_of_value((10**18,), 3)  # at most half, and at most 10
    (Run(first=(999999999999999990,), step=(0,), count=1),)
    """

    lower: tuple[Line, ...]
    least: int = 0

    kind: ClassVar[str] = "window"
    name: ClassVar[str] = "the window"

    def __post_init__(self) -> None:
        if self.least < 0:
            raise ValueError(f"the least heap is at least 0, not {self.least}")
        if any(not 0 <= a <= d or d < 1 for a, _, d in self.lower):
            raise ValueError("every line (a, b, d) of a window has 0 <= a <= d and d >= 1")

    @property
    def knows_options(self) -> bool:
        """The options are all y with l(n) <= y < n."""
        return True

    def bound(self, n: int) -> int:
        """l(n).

        >>> WindowLaw(((1, 0, 2), (1, -10, 1))).bound(100)
        90
        """
        return min(n, max([self.least, *(-((a * n + b) // -d) for a, b, d in self.lower)]))

    def value(self, component: tuple[int, ...]) -> int:
        """g(n), by the recursion, with jumps where n - l(n) stays the same."""
        (n,) = heaps_of(component, 1, self.least)
        while True:
            span = n - self.bound(n)
            if span == 0:
                return 0
            first = self._first(span)
            assert first is not None  # noqa: S101  n itself has this span
            if n == first:
                return span
            n -= -((n - first) // -(span + 1)) * (span + 1)

    def _first(self, span: int) -> int | None:
        """The first n with n - l(n) = *span* (or more); None where there is none."""
        found = self.least + span
        for a, b, d in self.lower:
            if a < d:
                found = max(found, -((b + d * span) // (a - d)))
            elif b + d * span > 0:
                return None
        return found

    def _begin(self, value: int) -> int | None:
        """The first heap of *value*, and of value 0 the last one before there are moves; None where there is none."""
        first = self._first(max(value, 1))
        return first if first is None or value else first - 1

    def _next(self, m: int) -> int | None:
        """The first n with l(n) > m; None where there is none."""
        found = None
        for a, b, d in self.lower:
            if a:
                n = max((d * m - b) // a, m) + 1
            elif b > d * m:
                n = m + 1
            else:
                continue
            found = n if found is None else min(found, n)
        return found

    def options_of_value(self, component: tuple[int, ...], value: int) -> tuple[Run, ...]:
        """The last member below n of the chain of *value*, if it is in the window."""
        (n,) = heaps_of(component, 1, self.least)
        low = self.bound(n)
        if not 0 <= value <= n - low:
            return ()
        member = self._begin(value)
        if member is None or member >= n:
            return ()
        constant = min((-b // d + 1 for a, b, d in self.lower if a == d), default=0)
        while member < low:
            after = self._next(member)
            if after is None or after >= n:
                return ()
            step = after - member
            if step == constant:  # the steps never shrink, and so stay the same from here on
                after += (n - 1 - after) // step * step
            member = after
        return (Run.single((member,)),)

    def heaps_of_value(self, value: int, low: int, high: int) -> tuple[Run, ...] | None:
        """The members of the chain of *value*, those of constant steps as one run."""
        if value < 0:
            return ()
        found = []
        member = self._begin(value)
        if value == 0:  # from the heaps before the first with a move there is none
            low, before = max(low, self.least), high + 1 if member is None else member
            count = min(before - 1, high) - low + 1
            if count > 0:
                found.append(Run((low,), (1,), count) if count > 1 else Run.single((low,)))
        constant = min((-b // d + 1 for a, b, d in self.lower if a == d), default=0)
        while member is not None and member <= high:
            after = self._next(member)
            if after is not None and after - member == constant:
                start = member + max(0, -((member - low) // constant)) * constant
                if start <= high:
                    count = (high - start) // constant + 1
                    found.append(Run((start,), (constant,), count) if count > 1 else Run.single((start,)))
                break
            if member >= low:
                found.append(Run.single((member,)))
            member = after
        return tuple(found)

    def words(self) -> str:
        """The law as one sentence."""
        return (
            "The Grundy value of n is n less the least number l(n) that n may become, where l(n) is the same as "
            "for n-1; else it is the value of l(n)-1."
        )

    def formula(self) -> str:
        """The law as a formula in plain text."""
        lines = [_line_text(*line) for line in self.lower]
        if self.least or not lines:
            lines.insert(0, digits(self.least))
        bound = lines[0] if len(lines) == 1 else f"max({', '.join(lines)})"
        if any(a < d or b > 0 for a, b, d in self.lower) or self.least:
            bound = f"min(n, {bound})"
        return f"l(n) = {bound}; g(n) = n - l(n) if l(n) = l(n-1), else g(n) = g(l(n) - 1); g({digits(self.least)}) = 0"

    def to_json(self) -> dict[str, Any]:
        """The lines and the least heap."""
        return {"kind": self.kind, "least": self.least, "lower": [list(line) for line in self.lower]}


def window_from_json(fields: Fields) -> GrundyLaw:
    """The window of its data: by the law of Nim, Bash or the scaled windows where it is one of theirs.

    Raises CertificateError.
    """
    fields.only(("least", "lower"))
    least = fields.integer("least", 0)
    lines = [fields.numbers(line, "lower", length=3) for line in fields.items("lower")]
    lower: tuple[Line, ...] = tuple((a, b, d) for a, b, d in lines)
    if any(not 0 <= a <= d or d < 1 for a, _, d in lower):
        raise CertificateError("lower of the law: every line [a, b, d] has 0 <= a <= d and d >= 1")
    if not lower and not least:
        from grundy.laws.nim import NimLaw

        return NimLaw()
    if len(lower) == 1:
        a, b, d = lower[0]
        if a == d == 1 and b <= 0 and not least:
            from grundy.laws.residue import ResidueLaw

            return ResidueLaw(1 - b)
        if a == 1 and b == 0:
            from grundy.laws.window import ScaledWindowLaw

            return ScaledWindowLaw(d, least)
    return WindowLaw(lower, least)


def _line_text(a: int, b: int, d: int) -> str:
    """The text of ceil((a·n + b)/d)."""
    slope = "" if a == 0 else "n" if a == 1 else f"{digits(a)}*n"
    sign = "" if not b else digits(b) if not slope else f"{'+' if b > 0 else '-'}{digits(abs(b))}"
    top = slope + sign or "0"
    if d == 1:
        return top
    return f"ceil({f'({top})' if slope and sign else top}/{digits(d)})"
