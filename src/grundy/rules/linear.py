"""The linear reading of rules: each alternative as clauses, which are systems of linear inequalities over the integers.

Two modes. *Exact* clauses have exactly the moves of the rules: for kernels and provers. *Relaxed* clauses may have
more: products are replaced by their McCormick bounds and sets by intervals, which is enough to show that play ends.
Source for the bounds of products: McCormick, Math. Programming 10 (1976).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .errors import GrundyError
from .evaluate import constant, constant_elements
from .forms import Case, Clause, Linear, Membership, between, comparison, trivial
from .intervals import Box, Empty, Interval, hold, narrow, set_span
from .intervals import span as term_span
from .moves import free_names
from .numbers import shown
from .sets import NAMED_SETS
from .terms import (
    Alternative,
    And,
    Call,
    Compare,
    Condition,
    In,
    Int,
    Name,
    NamedSet,
    Neg,
    Op,
    Or,
    Rules,
    SetOf,
    SetTerm,
    Term,
    conjuncts,
    positive,
)

MAX_CLAUSES = 1_000
MAX_RELAXED, MAX_RELAXED_ROWS = 300, 3_000
"""How many clauses, with how many rows in all, are worth a proof that play ends."""

_MAX_LISTED, _MAX_LISTED_SET, _MAX_EXCLUDED = 10**12, 10_000, 8
_CONSTANT_SETS = frozenset({"squares", "primes", "fibonacci", "powers"})


class NotLinear(Exception):
    """The rules are not linear, for the reason that the text gives."""


def clauses(rules: Rules, least: int, *, relaxed: bool = False) -> tuple[Clause, ...]:
    """The clauses of rules without parameters; raises NotLinear with the reason, or that there are too many.

    >>> from grundy.rules.parsing import parse_rules
    >>> [c.rows for c in clauses(parse_rules("n -> n-t where t <= 3"), 0)]
    [((0, -1, 3), (1, -1, 0), (0, 1, 0))]
    """
    found: list[Clause] = []
    most = MAX_RELAXED if relaxed else MAX_CLAUSES
    rows = 0
    for label, alternative in enumerate(rules.alternatives):
        for clause in _Translator(rules.heaps, alternative, least, relaxed).clauses(label):
            found.append(clause)
            rows += len(clause.rows)
            if len(found) > most or (relaxed and rows > MAX_RELAXED_ROWS):
                msg = f"more than {most:,} linear alternatives"
                raise NotLinear(msg)
    return tuple(found)


def first_positions(rules: Rules, least: int) -> tuple[tuple[int, ...], ...]:
    """For each alternative that has moves the smallest heaps that its conditions leave, found heap by heap.

    >>> from grundy.rules.parsing import parse_rules
    >>> first_positions(parse_rules("a, b -> a+1, b where a >= 100 | a, b-t"), 0)
    ((100, 0), (0, 0))
    """
    boxes = [t.box for t in (_Translator(rules.heaps, a, least, relaxed=True) for a in rules.alternatives) if t.box]
    return tuple(dict.fromkeys(tuple(box.intervals[h][0] or least for h in rules.heaps) for box in boxes))


def upper_bounds(rules: Rules, least: int) -> tuple[int | None, ...]:
    """For each heap a bound above which no position has a move, or None where none is found.

    >>> from grundy.rules.parsing import parse_rules
    >>> upper_bounds(parse_rules("p -> 2*p where p < 100"), 1)
    (99,)
    """
    boxes = [t.box for t in (_Translator(rules.heaps, a, least, relaxed=True) for a in rules.alternatives) if t.box]
    tops = [[box.intervals[h][1] for box in boxes] for h in rules.heaps]
    return tuple(None if None in row else max((x for x in row if x is not None), default=least) for row in tops)


class _Translator:
    """One alternative to clauses."""

    def __init__(self, heaps: tuple[str, ...], alternative: Alternative, least: int, relaxed: bool) -> None:
        self.heaps = heaps
        self.alternative = alternative
        self.least = least
        self.relaxed = relaxed
        self.free = free_names(alternative, heaps)
        self.where = conjuncts(None if alternative.where is None else positive(alternative.where))
        self.box = self._static_box()

    def _static_box(self) -> Box | None:
        """The constant bounds of every name, over all positions; None where no position has such a move."""
        box = Box({**dict.fromkeys(self.heaps, (self.least, None)), **dict.fromkeys(self.free, (0, None))})
        try:
            for _ in range(3):
                for condition in self.where:
                    hold(condition, box)
                for term in (t for component in self.alternative.components for t in component):
                    narrow(term, self.least, None, box)
        except Empty:
            return None
        return box

    def clauses(self, label: int) -> Iterator[Clause]:
        if self.box is None:
            return
        for case in self.all_hold(self.where, Case(self.free)):
            yield from self._with_outputs(case, label)

    def _with_outputs(self, start: Case, label: int) -> Iterator[Clause]:
        terms = [t for component in self.alternative.components for t in component]

        def outputs(case: Case, i: int, done: tuple[Linear, ...]) -> Iterator[tuple[Case, tuple[Linear, ...]]]:
            if i == len(terms):
                yield case, done
                return
            for after, value in self.values(terms[i], case):
                yield from outputs(after, i + 1, (*done, value))

        h = len(self.heaps)
        for case, values in outputs(start, 0, ()):
            bounds = [v.plus(Linear(constant=-self.least)) for v in values]
            bounds += [Linear(((name, 1),)) for name in self.free]
            names = (*self.heaps, *case.variables)
            rows = dict.fromkeys(r.row(names) for r in (*case.rows, *bounds) if not trivial(r, self.heaps, self.least))
            parts = tuple(tuple(v.row(names) for v in values[i : i + h]) for i in range(0, len(values), h))
            yield Clause(h, case.variables, tuple(rows), case.memberships, parts, label)

    # -- terms ---------------------------------------------------------------------------------------------------

    def values(self, term: Term, case: Case) -> Iterator[tuple[Case, Linear]]:
        """The cases of a term, each with the linear form that the term is there."""
        match term:
            case Int(value=constant):
                yield case, Linear(constant=constant)
            case Name(name=name):
                fixed = case.fixed.get(name)
                yield case, Linear(((name, 1),)) if fixed is None else Linear(constant=fixed)
            case Neg(term=inner):
                for after, value in self.values(inner, case):
                    yield after, value.times(-1)
            case Op(op=op, left=left, right=right):
                for middle, a in self.values(left, case):
                    for after, b in self.values(right, middle):
                        yield from self.operation(op, (left, a), (right, b), after)
            case Call(function="abs", args=args):
                for after, value in self.values(args[0], case):
                    yield from self.greatest([value, value.times(-1)], after)
            case Call(function=function, args=args):
                sign = 1 if function == "max" else -1
                for after, all_values in self._many(args, case):
                    for last, value in self.greatest([v.times(sign) for v in all_values], after):
                        yield last, value.times(sign)

    def _many(self, terms: tuple[Term, ...], case: Case) -> Iterator[tuple[Case, list[Linear]]]:
        if not terms:
            yield case, []
            return
        for after, value in self.values(terms[0], case):
            for last, rest in self._many(terms[1:], after):
                yield last, [value, *rest]

    def greatest(self, values: list[Linear], case: Case) -> Iterator[tuple[Case, Linear]]:
        """One case for each of *values* that may be the greatest (the first of equal ones)."""
        for i, value in enumerate(values):
            rows = [value.plus(other, -1).plus(Linear(constant=-(j < i))) for j, other in enumerate(values) if j != i]
            yield case.with_rows(*rows), value

    def operation(
        self, op: str, left: tuple[Term, Linear], right: tuple[Term, Linear], case: Case
    ) -> Iterator[tuple[Case, Linear]]:
        a, b = left[1], right[1]
        if op in "+-":
            yield case, a.plus(b, 1 if op == "+" else -1)
        elif op == "*":
            yield from self.product(left, right, case)
        elif not b.coefficients and b.constant != 0 and (op == "//" or b.constant > 0):
            yield self.quotient(op, a, b.constant, case)
        elif self.relaxed:
            after, z = case.fresh()
            low, high = self._span(Op(op, left[0], right[0]))
            yield after.with_rows(*between(z, low, high)), z
        else:
            msg = f"{op} by something that is not a positive constant"
            raise NotLinear(msg)

    def quotient(self, op: str, a: Linear, d: int, case: Case) -> tuple[Case, Linear]:
        """A // d or a % d, by an auxiliary variable q with a = d q + r and 0 <= r < d."""
        if d < 0:
            a, d = a.times(-1), -d
        after, q = case.fresh()
        rest = a.plus(q, -d)
        after = after.with_rows(rest, Linear(constant=d - 1).plus(rest, -1))
        return after, (q if op == "//" else rest)

    def product(
        self, left: tuple[Term, Linear], right: tuple[Term, Linear], case: Case
    ) -> Iterator[tuple[Case, Linear]]:
        (left_term, a), (right_term, b) = left, right
        if not a.coefficients:
            yield case, b.times(a.constant)
        elif not b.coefficients:
            yield case, a.times(b.constant)
        elif self.relaxed:
            yield self.relaxed_product(self._span(left_term), a, self._span(right_term), b, case)
        else:
            yield from self.expanded_product(a, b, case)

    def expanded_product(self, a: Linear, b: Linear, case: Case) -> Iterator[tuple[Case, Linear]]:
        """One case for each value of a free variable with constant bounds."""
        for x, y in ((a, b), (b, a)):
            if len(x.coefficients) != 1 or x.coefficients[0][0] not in self.free:
                continue
            name, c = x.coefficients[0]
            low, high = self.box.intervals[name] if self.box else (None, None)
            if low is None or high is None:
                continue
            if high - low >= MAX_CLAUSES:
                msg = f"a product with {name}, which has more than {MAX_CLAUSES:,} values"
                raise NotLinear(msg)
            for value in range(low, high + 1):
                exact = Linear(((name, 1),), -value)
                after = replace(case.with_rows(exact, exact.times(-1)), fixed={**case.fixed, name: value})
                yield after, y.times(c * value + x.constant)
            return
        msg = "a product of a heap and a free variable without constant bounds, or of two heaps"
        raise NotLinear(msg)

    def relaxed_product(
        self, a_span: Interval, a: Linear, b_span: Interval, b: Linear, case: Case
    ) -> tuple[Case, Linear]:
        """Z between the McCormick bounds of a * b."""
        after, z = case.fresh()
        rows = []
        for x in a_span:
            for y in b_span:
                if x is None or y is None:
                    continue
                bound = b.times(x).plus(a, y).plus(Linear(constant=-x * y))
                below = (x is a_span[0]) == (y is b_span[0])
                rows.append(z.plus(bound, -1) if below else bound.plus(z, -1))
        return after.with_rows(*rows), z

    def _span(self, term: Term) -> Interval:
        return (None, None) if self.box is None else term_span(term, self.box)

    def _one_sided(self, left: Term, right: Term) -> bool:
        """Whether the difference of two terms has one sign throughout, or is 0."""
        low, high = self._span(Op("-", left, right))
        return low == 0 or high == 0

    # -- conditions ----------------------------------------------------------------------------------------------

    def all_hold(self, conditions: tuple[Condition, ...], case: Case) -> Iterator[Case]:
        """The cases in which all conditions hold."""
        if not conditions:
            yield case
            return
        for after in self.holds(conditions[0], case):
            yield from self.all_hold(conditions[1:], after)

    def holds(self, condition: Condition, case: Case) -> Iterator[Case]:
        match condition:
            case And(parts=parts):
                yield from self.all_hold(parts, case)
            case Or(parts=parts):
                for part in parts:
                    yield from self.holds(part, case)
            case Compare(op="!=", left=left, right=right) if self.relaxed and self._one_sided(left, right):
                strict = self._span(Op("-", left, right))[0] == 0
                yield from self.holds(Compare(">" if strict else "<", left, right), case)
            case Compare(op=op, left=left, right=right):
                for middle, a in self.values(left, case):
                    for after, b in self.values(right, middle):
                        yield from (after.with_rows(*rows) for rows in comparison(op, a.plus(b, -1)))
            case In(term=term, members=members, negated=negated):
                for after, value in self.values(term, case):
                    yield from self.member(value, members, negated, after)

    def member(self, value: Linear, members: SetTerm, negated: bool, case: Case) -> Iterator[Case]:
        members = _listed(members)
        if isinstance(members, NamedSet) and members.name == "range":
            low, high = members.args
            for middle, a in self.values(low, case):
                for after, b in self.values(high, middle):
                    above, below = value.plus(a, -1), b.plus(value, -1).plus(Linear(constant=-1))
                    if not negated:
                        yield after.with_rows(above, below)
                    else:
                        yield after.with_rows(above.times(-1).plus(Linear(constant=-1)))
                        yield after.with_rows(below.times(-1).plus(Linear(constant=-1)))
        elif isinstance(members, SetOf) and constant_elements(members) is None:
            yield from self.listed(value, members, negated, case)
        elif self.relaxed:
            yield from self.hull(value, members, negated, case)
        elif isinstance(members, NamedSet) and members.name not in _CONSTANT_SETS:
            msg = f"the set {members.name} depends on a heap"
            raise NotLinear(msg)
        elif isinstance(members, NamedSet) and not all(isinstance(a, Int) for a in members.args):
            msg = f"the set {members.name} depends on a heap or a free variable"
            raise NotLinear(msg)
        else:
            yield self.attached(value, members, negated, case)

    def listed(self, value: Linear, members: SetOf, negated: bool, case: Case) -> Iterator[Case]:
        """Membership in a set whose elements are terms: one comparison an element."""

        def step(rest: tuple[Term, ...], current: Case) -> Iterator[Case]:
            if not rest:
                yield current
                return
            for after, element in self.values(rest[0], current):
                for rows in comparison("!=", value.plus(element, -1)):
                    yield from step(rest[1:], after.with_rows(*rows))

        if negated and self.relaxed and len(members.elements) > _MAX_EXCLUDED:
            yield case  # more moves than there are: a case for each side of each element is too much
            return
        if negated:
            yield from step(members.elements, case)
            return
        for term in members.elements:
            for after, element in self.values(term, case):
                yield from (after.with_rows(*rows) for rows in comparison("==", value.plus(element, -1)))

    def hull(self, value: Linear, members: SetTerm, negated: bool, case: Case) -> Iterator[Case]:
        if negated:
            yield case
            return
        if isinstance(members, NamedSet) and members.name in ("divisors", "proper_divisors", "coprime"):
            proper = members.name == "proper_divisors"
            for after, n in self.values(members.args[0], case):
                yield after.with_rows(value.plus(Linear(constant=-1)), n.plus(value, -1).plus(Linear(constant=-proper)))
            return
        try:
            low, high = set_span(members, self.box or Box({}))
        except (Empty, GrundyError):
            return
        yield case.with_rows(*between(value, low, high))

    def attached(self, value: Linear, members: SetTerm, negated: bool, case: Case) -> Case:
        """The case with a membership of a variable, an auxiliary one where the value is no plain variable."""
        plain = len(value.coefficients) == 1 and value.coefficients[0][1] == 1 and value.constant == 0
        name = value.coefficients[0][0] if plain else ""
        taken = {m.variable for m in case.memberships}
        if name not in case.variables or name in taken:
            case, z = case.fresh()
            name = z.coefficients[0][0]
            case = case.with_rows(z.plus(value, -1), value.plus(z, -1))
        return replace(case, memberships=(*case.memberships, Membership(name, members, negated)))


def _listed(members: SetTerm) -> SetTerm:
    """*members* by its elements where it is a set of the divisors of a constant, or of the numbers coprime to it.

    Raises NotLinear where these are too many.
    """
    if not isinstance(members, NamedSet) or members.name not in ("divisors", "proper_divisors", "coprime"):
        return members
    n = constant(members.args[0])
    if n is None:
        return members
    if n > (_MAX_LISTED_SET if members.name == "coprime" else _MAX_LISTED):
        msg = f"the members of {members.name}({shown(n)}) are too many to be listed"
        raise NotLinear(msg)
    return SetOf(tuple(Int(x) for x in NAMED_SETS[members.name].members(1, n, n)))


__all__ = ["Clause", "Linear", "Membership", "NotLinear", "clauses", "first_positions", "upper_bounds"]
