"""The method *interval*: from n one may move to exactly the y >= f with L <= n - y <= R, for all n and all L and R.

**Theorem.** Let f >= 0, L >= 1, and let the options of n >= f be all y >= f with L <= n - y <= R. Then g(n) =
floor(((n - f) mod (L + R))/L) if R >= L, else g(n) = 0.

**Proof.** For R < L there are no moves. Let R >= L, M = L + R, x = n - f = q M + r with 0 <= r < M, and v = floor(r/L);
by induction the theorem holds for all smaller heaps. (1) *No option has the value v.* Let t be taken, and r' the
remainder of x - t. If floor(r'/L) = v, then -L < r - r' < L, and t = r - r' mod M: so the remainder of t is below L or
above M - L = R. But L <= t <= R < M. (2) *Each u < v is the value of an option.* Take t = min(L (v - u), R), so that
L <= t <= R. If t = L (v - u), then t <= L v <= r <= x, and r - t = r - L v + L u with 0 <= r - L v < L, of value u.
Else L (v - u) > R; as L v <= r <= L + R - 1, this says L u < L, so u = 0; and t = R < L v <= r <= x leaves the
remainder r - R, which is from 0 to L - 1, of value 0.

Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 4 (subtraction games); AtCoder ABC 297 G.

**Hypotheses, and where they are checked.** The rules are read as inequalities in n, the option y and the parameters
(`grundy.prover.window`). Each must hold for all f <= y < n, or speak of t = n - y alone: a t + c >= 0, a lower or upper
bound of t (`_piece`). Of several bounds the tightest is taken, which one it is being shown for all parameters of the
domain; some bound shows L >= 1. Several alternatives must make up one interval (`_union`). With parameters each sign
is shown as in the method *window*. The derived options and values are compared with the move generator on small heaps.

For L = 1 this is Bash's game, which the method *window* proves of rules without parameters.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grundy.prover.base import NotProved, Proof, make_certificate
from grundy.prover.boxes import BOX, require_options, require_values
from grundy.prover.domains import Domain, corners, family_entry, members, open_rules
from grundy.prover.inequalities import Reader, Rows
from grundy.prover.polynomials import Poly
from grundy.prover.taking import taken
from grundy.prover.window import Signs, option_rows
from grundy.rules.budget import Budget
from grundy.rules.canonical import from_canonical
from grundy.rules.family import Family
from grundy.rules.rulesets import TextRuleset
from grundy.rules.said import without_start
from grundy.rules.terms import Rules
from grundy.rules.values import Value

_MOST_PLAYED = 400


class Interval(Value):
    """The numbers from *low* to *high* may be taken."""

    low: Poly
    high: Poly

    def at(self, values: Mapping[str, int]) -> tuple[int, int]:
        """The ends at values of the parameters."""
        return self.low.at(values), self.high.at(values)


def prove(subject: TextRuleset | Family | Any, budget: Budget) -> Proof:
    """The staircase law of a one-heap ruleset, or of all members of a family; raises NotProved, OutOfBudget.

    The law of a family's proof is that of its member whose parameters are 1 above the least values of their domain.

    >>> from grundy.rules.family import ruleset
    >>> prove(ruleset("n -> n-t where 3 <= t <= 10**18"), Budget()).law.formula()
    'g(n) = floor((n mod 1000000000000000003)/3)'
    >>> proof = prove(ruleset("n -> n-t where low <= t < low + k", params="low, k"), Budget())
    >>> proof.certificate["rules"]["domain"], proof.certificate["law"]["low"], proof.certificate["law"]["high"]
    ({'p1': 1, 'p2': 0}, 'p1', 'p1+p2-1')
    """
    begun = time.perf_counter()
    if isinstance(subject, Family):
        text, names, tree = open_rules(subject)
        found, domain = derive(tree, names, subject.least, budget)
        rules = family_entry(text, domain)
        box = _compare_family(from_canonical(text, names), found, domain, budget)
    elif isinstance(subject, TextRuleset):
        subject.require_ending()
        found, domain = _of_ruleset(subject, budget), {}
        rules = {"text": subject.canonical, "parameters": []}
        box = _compare(subject, found, {}, budget)
    else:
        raise NotProved("interval: rules given as a text are needed")
    return _finished(found, domain, rules, subject.least, box, begun)


def _of_ruleset(ruleset: TextRuleset, budget: Budget) -> Interval:
    """The interval of a ruleset: by its inequalities, else by its set of numbers that may be taken."""
    try:
        found = derive(ruleset.rules, (), ruleset.least, budget)[0]
    except NotProved as error:
        try:
            numbers = taken(ruleset, budget)
        except NotProved:
            raise error from None
        if numbers.all_but or not numbers.numbers or len(numbers.numbers) <= numbers.numbers[-1] - numbers.numbers[0]:
            raise
        found = Interval(Poly.constant(numbers.numbers[0]), Poly.constant(numbers.numbers[-1]))
    if found.low.integer == 1:
        raise NotProved("interval: 1 may be taken, which is for the method window")
    return found


# -- deriving L and R ------------------------------------------------------------------------------------------------


def derive(rules: Rules, parameters: tuple[str, ...], least: int, budget: Budget) -> tuple[Interval, Domain]:
    """The interval of all rules of a family, and the least value of each parameter for which it is; raises NotProved.

    >>> from grundy.rules.parsing import parse_rules
    >>> found, domain = derive(parse_rules("n -> n-t where a <= t <= b | n-b-1"), ("a", "b"), 0, Budget())
    Traceback (most recent call last):
    grundy.prover.base.NotProved: interval: the alternatives do not make up one interval
    """
    if len(rules.heaps) != 1:
        raise NotProved("interval: the rules are not on one heap")
    reader = Reader()
    heap = rules.heaps[0]
    try:
        found = [rows for a in rules.alternatives for rows in option_rows(reader, a, heap, parameters)]
    except NotProved as error:
        raise NotProved("interval: {message}", message=without_start(error.message, "window: ")) from None
    if reader.divisors:
        raise NotProved("interval: a condition has a quotient or a remainder")
    why: NotProved | None = None
    for domain in corners(parameters):
        budget.check("deriving an interval")
        signs = Signs(domain, heap, least)
        try:
            return _union([p for rows in found if (p := _piece(rows, signs)) is not None], domain), domain
        except NotProved as error:
            why = error
    raise why or NotProved("interval: no domain of the parameters")


def _piece(rows: Rows, signs: Signs) -> Interval | None:
    """The bounds of t = n - y that rows give together; None where they allow no option."""
    if any(signs.everywhere(-p - 1) for p in rows):
        return None
    lows: list[Poly] = []
    highs: list[Poly] = []
    for p in rows:
        y, n, c = signs.row(p)
        a = n.integer if not (y + n).terms else None  # a t + c >= 0
        if a:
            (lows if a > 0 else highs).append(_bound(a, c))
        elif not signs.everywhere(p):
            raise NotProved("interval: what may be taken depends on the heap")
    low, high = _tightest(lows, signs.domain, 1), _tightest(highs, signs.domain, -1)
    if not (low - 1).never_negative(signs.domain):
        raise NotProved("interval: the least number that may be taken is not seen to be 1 or more")
    return Interval(low, high)


def _bound(a: int, c: Poly) -> Poly:
    """The bound of t in a t + c >= 0: at least ceil(-c/a) for a > 0, at most floor(c/-a) for a < 0."""
    if abs(a) == 1:
        return -c if a > 0 else c
    if c.integer is None:
        raise NotProved("interval: a multiple of what is taken is compared with a parameter")
    return Poly.constant(-(c.integer // a) if a > 0 else c.integer // -a)


def _tightest(bounds: Sequence[Poly], domain: Domain, sign: int) -> Poly:
    """The largest of lower bounds (sign 1), the smallest of upper ones (-1), for all parameters of the domain."""
    for one in bounds:
        if all((sign * (one - other)).never_negative(domain) for other in bounds):
            return one
    if not bounds:
        raise NotProved(
            "interval: there is no least number that may be taken"
            if sign > 0
            else "interval: there is no largest number that may be taken"
        )
    raise NotProved("interval: which of several bounds is the tightest depends on the parameters")


def _union(pieces: Iterable[Interval], domain: Domain) -> Interval:
    """The one interval that the pieces make up, for all parameters of the domain; raises NotProved."""

    def at_most(a: Poly, b: Poly) -> bool:
        return (b - a).never_negative(domain)

    left = list(dict.fromkeys(pieces))
    numbers = [(p.low.integer, p.high.integer) for p in left]
    known = [(a, b) for a, b in numbers if a is not None and b is not None]
    if len(known) == len(numbers):
        left = [Interval(Poly.constant(a), Poly.constant(b)) for a, b in sorted(known) if a <= b]
        if not left:
            raise NotProved("interval: there are no moves, which is for the method window")
    if not left:
        raise NotProved("interval: no parameters are seen for which there are moves")
    whole = left.pop(0)
    while left:
        for other in left:
            if at_most(whole.low, other.low) and at_most(other.high, whole.high):
                break
            if at_most(other.low, whole.low) and at_most(whole.high, other.high):
                whole = other
                break
            first, second = (whole, other) if at_most(whole.low, other.low) else (other, whole)
            met = at_most(second.low, first.high + 1) and at_most(first.high, second.high)
            if met and at_most(first.low, second.low):
                whole = Interval(first.low, second.high)
                break
        else:
            raise NotProved("interval: the alternatives do not make up one interval")
        left.remove(other)
    return whole


# -- comparing and writing -------------------------------------------------------------------------------------------


def _compare(ruleset: TextRuleset, found: Interval, values: Mapping[str, int], budget: Budget) -> int:
    """The largest heap up to which moves and values were compared; raises Disagreement."""
    low, high = found.at(values)
    least = ruleset.least

    def value(n: int) -> int:
        return (n - least) % (low + high) // low if high >= low else 0

    require_options(ruleset, lambda n: range(max(least, n - high), n - low + 1), budget)
    return require_values(ruleset, value, budget, above=max(BOX, min(2 * (low + high), _MOST_PLAYED)))


def _compare_family(family: Family, found: Interval, domain: Domain, budget: Budget) -> int:
    """The same for some members."""
    for values in members(domain):
        _compare(family(**values), found, values, budget)
    return family.least + BOX


def _finished(found: Interval, domain: Domain, rules: dict[str, Any], least: int, box: int, begun: float) -> Proof:
    from grundy.laws.reading import law_from_json

    data = {"kind": "staircase", "least": least, "low": found.low.to_json(), "high": found.high.to_json()}
    law = law_from_json(data, tuple(x + 1 for x in domain.values()))
    theorem = _theorem(found, domain, least, str(rules["text"]))
    seconds = time.perf_counter() - begun
    certificate = make_certificate(
        rules=rules, law=data, method="interval", theorem=theorem, about="grundy", seconds=seconds, box=box
    )
    return Proof(law, "interval", theorem, certificate, seconds)


def _theorem(found: Interval, domain: Domain, least: int, text: str) -> str:
    given = f" For all integers {', '.join(f'{p} >= {x}' for p, x in domain.items())}:" if domain else ""
    low, high, period = found.low, found.high, found.low + found.high
    inside = f"(n - {least})" if least else "n"
    step = f"floor(({inside} mod {_factor(period)})/{_factor(low)})"
    condition = f" if {high} >= {low}, else 0" if domain else ""
    return f"In {text} the numbers t with {low} <= t <= {high} may be taken.{given} g(n) = {step}{condition}."


def _factor(p: Poly) -> str:
    text = str(p)
    return text if text.isalnum() else f"({text})"
