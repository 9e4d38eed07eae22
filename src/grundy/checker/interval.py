"""The method *interval*: the options of n are all y >= f with L <= n - y <= R.

Theorem. Let L >= 1. If R >= L, then g(n) = floor(((n - f) mod M)/L) with M = L + R; else there are no moves, and
g(n) = 0. Proof by induction, with r the remainder of n - f modulo M and v = floor(r/L): heaps of the value v have a
remainder that differs from r by less than L, so to reach one a number would have to be taken whose remainder modulo M
is below L or above M - L = R; but L <= t <= R < M. Of a smaller value u, an option is left by t = min(L·(v - u), R):
if t = L·(v - u) <= r, then the remainder r - t is one of u. Else R < L·(v - u) <= r - L·u, where r < L + R; so u = 0,
and the remainder r - R is from 0 to L - 1.

Each condition of the rules becomes A·y + B·n + C >= 0 with polynomials in the parameters as coefficients. It must hold
for all f <= y < n, or say a·t + c >= 0 of t = n - y. Signs are decided for all parameters from their least values on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from grundy.rules.rulesets import TextRuleset
from grundy.rules.terms import Alternative, And, Compare, Condition, In, Or, Rules, SetOf, conjuncts, positive
from grundy.rules.values import replace

from .polynomials import Polynomial
from .readings import NotLinear
from .taking import subtraction_set
from .verdicts import Refuted
from .window import Row, option_rows

_MOST_CASES = 300
Ends = tuple[Polynomial, Polynomial]
Law = Mapping[str, Any]


def check_interval(ruleset: TextRuleset | None, rules: Rules, least: int, domain: Mapping[str, int], law: Law) -> str:
    """How the law was re-established; raises Refuted unless exactly the numbers from L to R may be taken.

    *ruleset* is None for a family.
    """
    if law["least"] != least:
        raise Refuted(f"the law begins at {law['least']}, the rules at {least}")
    if len(rules.heaps) != 1:
        raise Refuted("interval: the rules are not on one heap")
    ends = law["low_polynomial"], law["high_polynomial"]
    if not (ends[0] - 1).never_negative(domain):
        raise Refuted("interval: the least number that may be taken is not seen to be 1 or more")
    try:
        each = [one for a in rules.alternatives for one in _spread(a)]
        found = [_ends(list(option_rows(a, rules.heaps[0], domain)), least, domain) for a in each]
        _compare([pair for pair in found if pair is not None], ends, domain)
    except (NotLinear, Refuted) as error:
        if ruleset is None or not _takes(ruleset, ends):
            raise Refuted(f"interval: {error}") from None
    return "exactly the numbers from the least to the largest one may be taken, whatever the heap"


def _spread(alternative: Alternative) -> Iterator[Alternative]:
    """The alternative, or one for each case of its conditions; raises NotLinear for too many."""
    cases: list[tuple[Condition, ...]] = [()]
    for condition in conjuncts(None if alternative.where is None else positive(alternative.where)):
        choices = list(_choices(condition))
        cases = [(*case, *conjuncts(choice)) for case in cases for choice in choices]
        if len(cases) > _MOST_CASES:
            raise NotLinear(f"more than {_MOST_CASES} cases of the conditions")
    yield from (replace(alternative, where=And(case) if case else None) for case in cases)


def _choices(condition: Condition) -> Iterator[Condition]:
    match condition:
        case Or(parts=parts):
            for part in parts:
                yield from _choices(part)
        case Compare(op="!=", left=left, right=right):
            yield from (Compare("<", left, right), Compare(">", left, right))
        case In(term=term, members=SetOf(elements=elements), negated=False):
            yield from (Compare("==", term, element) for element in elements)
        case _:
            yield condition


def _takes(ruleset: TextRuleset, ends: Ends) -> bool:
    """Whether the set of what may be taken is finite and consists of the numbers from end to end."""
    low, high = ends[0].integer, ends[1].integer
    taken = subtraction_set(ruleset)
    if taken.all_above or low is None or high is None or high - low > len(taken.numbers):
        return False
    return taken.numbers == tuple(range(low, high + 1))


def _ends(rows: Iterable[Row], least: int, domain: Mapping[str, int]) -> Ends | None:
    """The least and the largest number that one kind of move takes, None where it has no option; raises Refuted."""
    lows: list[Polynomial] = []
    highs: list[Polynomial] = []
    for a, b, c in rows:
        slope = b.integer
        if slope and not a + b:  # slope·(n - y) + c >= 0
            if abs(slope) != 1 and c.integer is None:
                raise Refuted("a multiple of what is taken is compared with a parameter")
            if slope > 0:
                lows.append(-c if slope == 1 else Polynomial.of(-((c.integer or 0) // slope)))
            else:
                highs.append(c if slope == -1 else Polynomial.of((c.integer or 0) // -slope))
        elif _everywhere((-a, -b, -c - 1), least, domain):
            return None
        elif not _everywhere((a, b, c), least, domain):
            raise Refuted("what may be taken depends on the heap")
    low = next((x for x in lows if all((x - y).never_negative(domain) for y in lows)), None)
    high = next((x for x in highs if all((y - x).never_negative(domain) for y in highs)), None)
    if low is None or high is None:
        raise Refuted("no least or no largest number that may be taken is seen")
    if not (low - 1).never_negative(domain):
        raise Refuted("nothing says that 1 or more is taken")
    return low, high


def _everywhere(row: Row, least: int, domain: Mapping[str, int]) -> bool:
    """A·y + B·n + C >= 0 for all f <= y < n: at the corner (f, f + 1), and along both edges."""
    a, b, c = row
    return all(p.never_negative(domain) for p in (a * least + b * (least + 1) + c, b, a + b))


def _compare(found: list[Ends], ends: Ends, domain: Mapping[str, int]) -> None:
    """Raise Refuted unless the numbers between the ends of one of *found* are those between *ends*.

    What is taken by kinds that are each inside *ends* is in it; all of *ends* is taken if these form a chain from its
    least to its largest number in which none begins more than 1 above the largest one before.
    """

    def sure(p: Polynomial) -> bool:
        return p.never_negative(domain)

    low, high = ends
    for first, last in found:
        empty = sure(first - last - 1)
        if not empty and not (sure(first - low) and sure(high - last)):
            raise Refuted("the rules let more be taken than the law")
    if any(sure(low - first) and sure(last - high) for first, last in found):
        return
    reached, left = low - 1, list(found)  # all from low to reached are taken
    while reached != high:
        step = next(((a, b) for a, b in left if sure(reached + 1 - a) and sure(b - reached)), None)
        if step is None:
            if sure(reached - high):
                return
            raise Refuted("the law lets more be taken than the rules")
        left.remove(step)
        reached = step[1]
