"""The method *scaling*: from p < goal one may move to d·p for low <= d <= high; outcomes only.

Theorem. For 2 <= low <= high the mover wins at p >= 1 if and only if goal/p is in ((low·high)^e, high·(low·high)^e]
for some e >= 0. A factor of 0 or 1 is no move that matters for p >= 1, so low acts as max(low, 2); if that is above
high, nothing moves. Proof, with x = goal/p: if x <= high, d = high wins. If x is in (high·c, low·high·c] for a power
c of low·high, each d leads into (c, high·c]. If x is in (c, high·c], c > 1, then d = max(low, ceil(x/c)) leads into
(high·c/(low·high), c], as d < low·x/c.

A factor of 0 would lead to 0; the rules must exclude it by low >= 1, or by a least heap of 1 or more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grundy.rules.terms import (
    Alternative,
    Compare,
    Condition,
    In,
    Int,
    Name,
    Op,
    Rules,
    SetOf,
    Term,
    conjuncts,
    positive,
)

from .polynomials import Polynomial
from .readings import Affine, NotLinear, Reader
from .verdicts import Refuted


def check_scaling(rules: Rules, least: int, domain: Mapping[str, int], law: Mapping[str, Any]) -> str:
    """How the law was re-established; raises Refuted."""
    low, high, goal = (law[f"{name}_polynomial"] for name in ("low", "high", "goal"))
    if len(rules.heaps) != 1:
        raise Refuted("scaling: the rules are not on one heap")
    kinds = [_Kind(one, rules.heaps[0], domain) for one in rules.alternatives]
    if any(kind.goal != goal for kind in kinds):
        raise Refuted("scaling: the rules have another goal than the law")
    if not least and not all((kind.low - 1).never_negative(domain) for kind in kinds):
        raise Refuted("scaling: a factor of 0 leads to 0")
    found_low, found_high = (kinds[0].low, kinds[0].high) if len(kinds) == 1 else _joined(kinds)
    if high != found_high or not _same_low(low, found_low):
        raise Refuted("scaling: the rules have other factors than the law")
    return f"the rules multiply by {law['low']} to {law['high']} below {law['goal']}"


def _same_low(said: Polynomial, found: Polynomial) -> bool:
    a, b = said.integer, found.integer
    return said == found or (a is not None and b is not None and max(a, 2) == max(b, 2))


def _joined(kinds: list[_Kind]) -> tuple[Polynomial, Polynomial]:
    """The smallest and the largest factor, where the factors of all kinds together are all integers between."""
    spans = []
    for kind in kinds:
        low, high = kind.low.integer, kind.high.integer
        if low is None or high is None:
            raise Refuted("scaling: several kinds of moves with parameters as factors")
        if high >= max(low, 2):
            spans.append((max(low, 2), high))
    if not spans:
        return Polynomial.of(2), Polynomial.of(1)
    spans.sort()
    low, top = spans[0]
    for first, last in spans:
        if first > top + 1:
            raise Refuted(f"scaling: no move multiplies by {top + 1}")
        top = max(top, last)
    return Polynomial.of(low), Polynomial.of(top)


class _Kind:
    """One kind of move: the factors *low* to *high*, below the *goal*."""

    def __init__(self, alternative: Alternative, heap: str, domain: Mapping[str, int]) -> None:
        if len(alternative.components) != 1:
            raise Refuted("scaling: a move splits the heap")
        self.heap, self.domain = heap, domain
        self.factor = self._factor(alternative.components[0][0])
        lows: list[Polynomial] = []
        highs: list[Polynomial] = []
        goals: list[Polynomial] = []
        constant = self.factor.integer if isinstance(self.factor, Polynomial) else None
        if isinstance(self.factor, Polynomial):
            if constant is None or constant < 0:
                raise Refuted("scaling: a factor that is neither a variable nor a constant")
            lows, highs = [self.factor], [self.factor]
        for condition in conjuncts(None if alternative.where is None else positive(alternative.where)):
            span = self._listed(condition)
            if span is not None:
                lows.append(Polynomial.of(span[0]))
                highs.append(Polynomial.of(span[1]))
                continue
            form = self._form(condition)
            a = Polynomial() if isinstance(self.factor, Polynomial) else form.coefficient(self.factor)
            b = form.coefficient(heap)
            if len(form.names) != 1 or (a.integer, b.integer) not in {(1, 0), (-1, 0), (0, -1)}:
                raise Refuted("scaling: a condition that bounds neither the factor nor the heap")
            (lows if a.integer == 1 else highs if a else goals).append(
                -form.constant if a.integer == 1 else form.constant
            )
        if len(highs) != 1 or len(goals) != 1 or len(lows) > 1:
            raise Refuted("scaling: the factor and the heap are not bounded once each")
        self.low, self.high = lows[0] if lows else Polynomial(), highs[0]
        self.goal = goals[0] + 1  # p <= goal - 1

    def _factor(self, term: Term) -> str | Polynomial:
        match term:
            case Op(op="*", left=left, right=Name(name=p)) if p == self.heap:
                pass
            case Op(op="*", left=Name(name=p), right=left) if p == self.heap:
                pass
            case _:
                raise Refuted("scaling: the rules do not multiply the heap")
        if isinstance(left, Name) and left.name != self.heap and left.name not in self.domain:
            return left.name
        if isinstance(left, Int):
            return Polynomial.of(left.value)
        raise Refuted("scaling: a factor that is neither a variable nor a constant")

    def _listed(self, condition: Condition) -> tuple[int, int] | None:
        """The ends of a set of consecutive integers in which the factor must be."""
        if not isinstance(condition, In) or condition.negated or condition.term != Name(str(self.factor)):
            return None
        if not isinstance(condition.members, SetOf):
            return None
        found = sorted({e.value for e in condition.members.elements if isinstance(e, Int)})
        known = [x for x in found if x > 1]
        if len(found) < len(set(condition.members.elements)) or not known or found[0] < 0:
            raise Refuted("scaling: a set of factors that are not constants above 1")
        if known != list(range(known[0], known[-1] + 1)):
            raise Refuted("scaling: the factors of a set leave some out")
        return found[0], found[-1]

    def _form(self, condition: Condition) -> Affine:
        if not isinstance(condition, Compare) or condition.op in {"==", "!="}:
            raise Refuted("scaling: a condition that is no comparison")
        reader = Reader(self.domain)
        try:
            left, right = reader.one(condition.left), reader.one(condition.right)
        except NotLinear as error:
            raise Refuted(f"scaling: {error}") from None
        if condition.op in {">", ">="}:
            left, right = right, left
        return right.plus(left, -1).plus(-1 if condition.op in {"<", ">"} else 0)
