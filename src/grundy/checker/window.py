"""The method *window*: the options of n are all y with l(n) <= y < n, for a bound l that moves by steps of 0 or 1.

Theorem. Let l(f) = f, l(n) <= n and l(n) - l(n-1) in {0, 1} for n > f, and let the options of n be all y with
l(n) <= y < n. Then g(f) = 0, and for n > f: g(n) = n - l(n) if l(n) = l(n-1), else g(n) = g(l(n) - 1).
(Levine, arXiv math/0409408.) Proof: the values on l(n)..n are a permutation of 0..n - l(n): a step of n adds the next
integer if l stays, and recycles the value that fell out if l moves.

Here l(n) = min(n, max(f, ceil((a·n + b)/d), …)) with 0 <= a <= d and d >= 1; each of these moves by steps of 0 or 1,
and so do their maximum, and its minimum with n. The rules are read into A·y + B·n + C >= 0 with polynomials in the
parameters of a family as coefficients; signs are decided for all values of the parameters from their least ones on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import gcd
from typing import Any

from grundy.rules.rulesets import TextRuleset
from grundy.rules.terms import (
    Alternative,
    Call,
    Compare,
    Condition,
    In,
    Name,
    NamedSet,
    Neg,
    Node,
    Op,
    Rules,
    Term,
    conjuncts,
    positive,
    rebuild,
    walk,
)
from grundy.rules.values import Value

from .polynomials import Polynomial
from .readings import Affine, NotLinear, Reader
from .taking import subtraction_set
from .verdicts import Refuted

_Y, _FLOOR = "<y>", "<floor>"  # no names of the rules language
Row = tuple[Polynomial, Polynomial, Polynomial]
Triple = tuple[Polynomial, Polynomial, Polynomial]
Law = Mapping[str, Any]


def check_window(ruleset: TextRuleset | None, rules: Rules, least: int, domain: Mapping[str, int], law: Law) -> str:
    """How the law was re-established; raises Refuted unless the rules have its options, for all n and all parameters.

    *ruleset* is None for a family.
    """
    if law["least"] != least:
        raise Refuted(f"the law begins at {law['least']}, the rules at {least}")
    if len(rules.heaps) != 1:
        raise Refuted("window: the rules are not on one heap")
    triples = [_reduced(t) for t in law["triples"]]
    for a, _, d in triples:
        if not (a.never_negative(domain) and (d - a).never_negative(domain) and (d - 1).never_negative(domain)):
            raise Refuted("window: a bound is not seen to move by steps of 0 or 1 (0 <= a <= d and d >= 1)")
    signs = _Signs(least, domain)
    try:
        found = [_piece(list(option_rows(one, rules.heaps[0], domain)), signs) for one in rules.alternatives]
        _compare([piece for piece in found if piece is not None], triples, signs)
    except (NotLinear, Refuted) as error:
        if ruleset is None or not _takes_all_to(ruleset, triples):
            raise Refuted(f"window: {error}") from None
    return "the options are all y with l(n) <= y < n, and l moves by steps of 0 or 1"


def _takes_all_to(ruleset: TextRuleset, triples: list[Triple]) -> bool:
    """Whether the numbers that may be taken do not depend on the heap, and are 1 to m with the bound n - m."""
    taken = subtraction_set(ruleset)
    if taken.all_above:
        return not taken.excluded and not triples
    line = (Polynomial.of(1), Polynomial.of(-len(taken.numbers)), Polynomial.of(1))
    return taken.numbers == tuple(range(1, len(taken.numbers) + 1)) and triples == [line]


class _Signs:
    """What is seen to hold for all parameters of the domain, and all n > f or all f <= y < n."""

    def __init__(self, least: int, domain: Mapping[str, int]) -> None:
        self.least, self.domain = least, domain

    def sure(self, p: Polynomial) -> bool:
        """P >= 0."""
        return p.never_negative(self.domain)

    def for_all_n(self, slope: Polynomial, constant: Polynomial) -> bool:
        """Slope·n + constant >= 0 for all n > f."""
        return self.sure(slope) and self.sure(slope * (self.least + 1) + constant)

    def everywhere(self, row: Row) -> bool:
        """A·y + B·n + C >= 0 for all f <= y < n: at the corner (f, f + 1), and along both edges."""
        a, b, c = row
        return self.sure(a * self.least + b * (self.least + 1) + c) and self.sure(b) and self.sure(a + b)

    def only_below(self, row: Row) -> bool:
        """A·y + B·n + C < 0 for all y > n >= f."""
        a, b, c = row
        return self.sure(-a) and self.sure(-a - b) and self.sure((-a - b) * self.least - a - c - 1)

    def inside(self, part: Triple, whole: Triple) -> bool:
        """(a·n + b)/d of *part* is at least that of *whole* for all n > f."""
        (a, b, d), (e, c, k) = part, whole
        return self.for_all_n(a * k - e * d, b * k - c * d)


class _Piece(Value):
    """The options of one kind of move: all y with the lower bounds *lines* (and f), up to n - *taken*."""

    lines: tuple[Triple, ...]
    taken: int

    def most(self) -> int | None:
        """The largest number that is taken, where that is the only lower bound."""
        if len(self.lines) == 1:
            a, b, d = (p.integer for p in self.lines[0])
            if a == d == 1 and b is not None:
                return -b
        return None


def _piece(rows: list[Row], signs: _Signs) -> _Piece | None:
    """The rows as bounds of y, None where they never hold; raises Refuted."""
    if not any(signs.only_below(row) for row in rows):
        raise Refuted("nothing says that an option is below the heap")
    if any(signs.everywhere((-a, -b, -c - 1)) for a, b, c in rows):  # for options below the heap
        return None
    lines, taken = [], 1
    for a, b, c in rows:
        if signs.everywhere((a, b, c)):
            continue
        if signs.sure(a - 1):
            lines.append(_reduced((-b, -c, a)))
        elif not a + b and a.integer is not None and c.integer is not None and a.integer < 0:
            taken = max(taken, -(c.integer // -a.integer))  # y <= n + floor(c / -a)
        else:
            raise Refuted("a condition on the heap alone, or an upper bound that is not the heap less a constant")
    return _Piece(tuple(lines), taken)


def _compare(pieces: list[_Piece], triples: list[Triple], signs: _Signs) -> None:
    """Raise Refuted unless the options of all pieces together are those with the lower bounds *triples*."""
    small = sorted((p.taken, most) for p in pieces if (most := p.most()) is not None)
    covered = 0  # 1, …, covered are taken by pieces that do not depend on the heap
    for taken, most in small:
        if taken <= covered + 1:
            covered = max(covered, most)
    line = (Polynomial.of(1), Polynomial.of(-covered), Polynomial.of(1))
    large = [p for p in pieces if p.most() is None]
    if not large:
        if triples != [line] or any(most > covered for taken, most in small if most >= taken):
            raise Refuted("the numbers that may be taken are not those from 1 to a largest one, or the law has others")
        return
    for triple in triples:
        for piece in large:
            if not any(signs.inside(own, triple) for own in piece.lines):
                raise Refuted("the law has a lower bound that the rules have not")
        for _, most in small:
            if not _reaches(most, triple, signs.least):
                raise Refuted("the law has a lower bound that the rules have not")
    if not any(
        piece.taken <= covered + 1 and all(any(signs.inside(t, own) for t in triples) for own in piece.lines)
        for piece in large
    ):
        raise Refuted("the rules have a lower bound that the law has not, or leave out numbers above it")


def _reaches(most: int, triple: Triple, least: int) -> bool:
    """Whether max(f, n - most) >= ceil((a·n + b)/d) for all n > f; the slope is at most 1."""
    a, b, d = (p.integer for p in triple)
    if a is None or b is None or d is None:
        return False
    slope, shift = d - a, b + d * most  # n - most is enough from slope·n >= shift on
    if not slope and shift > 0:
        return False
    end = -(-shift // slope) if slope else 0
    return all(max(least, n - most) * d >= a * n + b for n in range(least + 1, min(end, least + 10_000) + 1)) and (
        end <= least + 10_000
    )


def _reduced(triple: Triple) -> Triple:
    """ceil((a·n + b)/d) with a and d without common factor, where all are integers."""
    a, b, d = (p.integer for p in triple)
    if a is None or b is None or d is None:
        return triple
    common = gcd(a, d)
    return Polynomial.of(a // common), Polynomial.of(-(-b // common)), Polynomial.of(d // common)


# -- the rules ----------------------------------------------------------------------------------------------------


def option_rows(alternative: Alternative, heap: str, domain: Mapping[str, int]) -> Iterator[Row]:
    """The conditions A·y + B·n + C >= 0 on an option y of n."""
    if len(alternative.components) != 1:
        raise NotLinear("a move splits the heap")
    used = (n.name for top in alternative.nodes() for n in walk(top) if isinstance(n, Name))
    free = list(dict.fromkeys(n for n in used if n != heap and n not in domain))
    left = Reader(domain).one(alternative.components[0][0])
    if not free:  # one option
        forms, values = [Affine.of(_Y).plus(left, -1), left.plus(Affine.of(_Y), -1)], {}
    else:
        sign = left.coefficient(free[0]).integer
        if len(free) > 1 or sign not in {1, -1}:
            raise NotLinear("a move has several free variables, or one that does not reach every number")
        forms = [Affine.of(free[0])]
        values = {free[0]: Affine.of(_Y).plus(left, -1).times(sign).plus(forms[0])}  # the variable in terms of y
    where = None if alternative.where is None else positive(alternative.where)
    for condition in conjuncts(where):
        forms += _forms(condition, domain)
    for form in forms:
        found = form.substituted(values)
        yield found.coefficient(_Y), found.coefficient(heap), found.constant


def _forms(condition: Condition, domain: Mapping[str, int]) -> Iterator[Affine]:
    """The forms that must be >= 0."""
    if isinstance(condition, In) and not condition.negated and isinstance(condition.members, NamedSet):
        if condition.members.name == "range":
            low, high = condition.members.args
            yield from _at_most(low, condition.term, 0, domain)
            yield from _at_most(condition.term, high, 1, domain)
            return
        raise NotLinear(f"the set {condition.members.name}")
    if isinstance(condition, Compare) and condition.op == "==":
        yield from _at_most(condition.left, condition.right, 0, domain)
        yield from _at_most(condition.right, condition.left, 0, domain)
        return
    if not isinstance(condition, Compare) or condition.op == "!=":
        raise NotLinear("a condition that is no comparison by <, <=, > or >=")
    left, right = condition.left, condition.right
    if condition.op in {">", ">="}:
        left, right = right, left
    yield from _at_most(left, right, int(condition.op in {"<", ">"}), domain)


def _at_most(left: Term, right: Term, strict: int, domain: Mapping[str, int]) -> Iterator[Affine]:
    """Left + strict <= right; a minimum on the right or a maximum on the left is several such."""
    if isinstance(left, Call) and left.function == "max":
        for arg in left.args:
            yield from _at_most(arg, right, strict, domain)
        return
    if isinstance(right, Call) and right.function == "min":
        for arg in right.args:
            yield from _at_most(left, arg, strict, domain)
        return
    if isinstance(left, Call) and left.function == "abs":
        for arg in (left.args[0], Neg(left.args[0])):
            yield from _at_most(arg, right, strict, domain)
        return
    floors = [n for side in (left, right) for n in walk(side) if isinstance(n, Op) and n.op == "//"]
    if not floors:
        reader = Reader(domain)
        yield reader.one(right).plus(reader.one(left), -1).plus(-strict)
        return
    if len(floors) > 1:
        raise NotLinear("a comparison with several quotients")
    yield _with_floor(left, right, strict, floors[0], domain)


def _with_floor(left: Term, right: Term, strict: int, floor: Op, domain: Mapping[str, int]) -> Affine:
    """The comparison with one quotient X // k, k >= 1, as one without: s <= X // k is k·s <= X, and so on."""

    def change(node: Node) -> Node | None:
        return Name(_FLOOR) if node is floor else None

    reader = Reader(domain)
    one, k = reader.one(floor.left), reader.one(floor.right)
    sides = [reader.one(rebuild(side, change)) for side in (left, right)]  # type: ignore[arg-type]
    form = sides[1].plus(sides[0], -1).plus(-strict)  # >= 0
    c = form.coefficient(_FLOOR).integer
    if k.coefficients or c not in {1, -1} or not (k.constant - 1).never_negative(domain):
        raise NotLinear("a quotient that is not X // k with k >= 1, or a multiple of one")
    rest = form.plus(Affine.of(_FLOOR), -c)
    if c == 1:  # -rest <= X // k, which is -k·rest <= X
        return one.plus(rest, k.constant)
    return (
        rest.times(k.constant).plus(one, -1).plus(Affine.of(k.constant)).plus(-1)
    )  # X // k <= rest: X <= k·rest + k - 1
