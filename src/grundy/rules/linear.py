"""The linear reading of rules: each alternative as clauses, which are systems of linear inequalities over the integers.

Two modes. *Exact* clauses have exactly the moves of the rules: for kernels and provers. *Relaxed* clauses may have
more: products are replaced by their McCormick bounds and sets by intervals, which is enough to show that play ends.
Source for the bounds of products: McCormick, Math. Programming 10 (1976).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from .errors import GrundyError
from .evaluate import constant_elements
from .intervals import Box, Empty, Interval, hold, narrow, set_span
from .intervals import span as term_span
from .moves import free_names
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
_CONSTANT_SETS = frozenset({"squares", "primes", "fibonacci", "powers"})


class NotLinear(Exception):
    """The rules are not linear, for the reason that the text gives."""


@dataclass(frozen=True, slots=True)
class Linear:
    """A linear form: the sum of coefficient times name, plus a constant."""

    coefficients: tuple[tuple[str, int], ...] = ()
    constant: int = 0

    @staticmethod
    def of(coefficients: Mapping[str, int], constant: int) -> Linear:
        """The form with names sorted and zero coefficients left out."""
        return Linear(tuple(sorted((n, c) for n, c in coefficients.items() if c)), constant)

    def plus(self, other: Linear, factor: int = 1) -> Linear:
        """Self + factor * other."""
        total = dict(self.coefficients)
        for name, c in other.coefficients:
            total[name] = total.get(name, 0) + factor * c
        return Linear.of(total, self.constant + factor * other.constant)

    def times(self, factor: int) -> Linear:
        """Factor * self."""
        return Linear().plus(self, factor)

    def row(self, names: tuple[str, ...]) -> tuple[int, ...]:
        """The coefficients in the order of *names*, then the constant."""
        table = dict(self.coefficients)
        return (*(table.get(n, 0) for n in names), self.constant)


@dataclass(frozen=True, slots=True)
class Membership:
    """A variable is (or, excluded, is not) in a set of constants."""

    variable: str
    members: SetTerm
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """One system: variables (free and auxiliary), rows that are >= 0, memberships, and the components of the option.

    Each row has the coefficients of the heaps, of the variables, then the constant.
    """

    heaps: int
    variables: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    memberships: tuple[Membership, ...]
    components: tuple[tuple[tuple[int, ...], ...], ...]
    label: int


@dataclass(frozen=True, slots=True)
class _Case:
    """What has been collected on one path through the alternatives of a condition."""

    variables: tuple[str, ...]
    rows: tuple[Linear, ...] = ()
    memberships: tuple[Membership, ...] = ()
    fixed: Mapping[str, int] = field(default_factory=dict)

    def with_rows(self, *rows: Linear) -> _Case:
        return replace(self, rows=(*self.rows, *rows))

    def fresh(self) -> tuple[_Case, Linear]:
        name = f"_{len(self.variables)}"
        return replace(self, variables=(*self.variables, name)), Linear(((name, 1),))


def clauses(rules: Rules, least: int, *, relaxed: bool = False) -> tuple[Clause, ...]:
    """The clauses of rules without parameters; raises NotLinear with the reason.

    >>> from grundy.rules.parsing import parse_rules
    >>> [c.rows for c in clauses(parse_rules("n -> n-t where t <= 3"), 0)]
    [((0, -1, 3), (1, -1, 0), (0, 1, 0))]
    """
    found: list[Clause] = []
    for label, alternative in enumerate(rules.alternatives):
        for clause in _Translator(rules.heaps, alternative, least, relaxed).clauses(label):
            found.append(clause)
            if len(found) > MAX_CLAUSES:
                msg = f"more than {MAX_CLAUSES:,} linear alternatives"
                raise NotLinear(msg)
    return tuple(found)


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
        for case in self.all_hold(self.where, _Case(self.free)):
            yield from self._with_outputs(case, label)

    def _with_outputs(self, start: _Case, label: int) -> Iterator[Clause]:
        terms = [t for component in self.alternative.components for t in component]

        def outputs(case: _Case, i: int, done: tuple[Linear, ...]) -> Iterator[tuple[_Case, tuple[Linear, ...]]]:
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
            rows = dict.fromkeys(r.row(names) for r in (*case.rows, *bounds) if not _trivial(r, self.heaps, self.least))
            parts = tuple(tuple(v.row(names) for v in values[i : i + h]) for i in range(0, len(values), h))
            yield Clause(h, case.variables, tuple(rows), case.memberships, parts, label)

    # -- terms ---------------------------------------------------------------------------------------------------

    def values(self, term: Term, case: _Case) -> Iterator[tuple[_Case, Linear]]:
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

    def _many(self, terms: tuple[Term, ...], case: _Case) -> Iterator[tuple[_Case, list[Linear]]]:
        if not terms:
            yield case, []
            return
        for after, value in self.values(terms[0], case):
            for last, rest in self._many(terms[1:], after):
                yield last, [value, *rest]

    def greatest(self, values: list[Linear], case: _Case) -> Iterator[tuple[_Case, Linear]]:
        """One case for each of *values* that may be the greatest (the first of equal ones)."""
        for i, value in enumerate(values):
            rows = [value.plus(other, -1).plus(Linear(constant=-(j < i))) for j, other in enumerate(values) if j != i]
            yield case.with_rows(*rows), value

    def operation(
        self, op: str, left: tuple[Term, Linear], right: tuple[Term, Linear], case: _Case
    ) -> Iterator[tuple[_Case, Linear]]:
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
            yield after.with_rows(*_between(z, low, high)), z
        else:
            msg = f"{op} by something that is not a positive constant"
            raise NotLinear(msg)

    def quotient(self, op: str, a: Linear, d: int, case: _Case) -> tuple[_Case, Linear]:
        """A // d or a % d, by an auxiliary variable q with a = d q + r and 0 <= r < d."""
        if d < 0:
            a, d = a.times(-1), -d
        after, q = case.fresh()
        rest = a.plus(q, -d)
        after = after.with_rows(rest, Linear(constant=d - 1).plus(rest, -1))
        return after, (q if op == "//" else rest)

    def product(
        self, left: tuple[Term, Linear], right: tuple[Term, Linear], case: _Case
    ) -> Iterator[tuple[_Case, Linear]]:
        (left_term, a), (right_term, b) = left, right
        if not a.coefficients:
            yield case, b.times(a.constant)
        elif not b.coefficients:
            yield case, a.times(b.constant)
        elif self.relaxed:
            yield self.relaxed_product(self._span(left_term), a, self._span(right_term), b, case)
        else:
            yield from self.expanded_product(a, b, case)

    def expanded_product(self, a: Linear, b: Linear, case: _Case) -> Iterator[tuple[_Case, Linear]]:
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
        self, a_span: Interval, a: Linear, b_span: Interval, b: Linear, case: _Case
    ) -> tuple[_Case, Linear]:
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

    # -- conditions ----------------------------------------------------------------------------------------------

    def all_hold(self, conditions: tuple[Condition, ...], case: _Case) -> Iterator[_Case]:
        """The cases in which all conditions hold."""
        if not conditions:
            yield case
            return
        for after in self.holds(conditions[0], case):
            yield from self.all_hold(conditions[1:], after)

    def holds(self, condition: Condition, case: _Case) -> Iterator[_Case]:
        match condition:
            case And(parts=parts):
                yield from self.all_hold(parts, case)
            case Or(parts=parts):
                for part in parts:
                    yield from self.holds(part, case)
            case Compare(op=op, left=left, right=right):
                for middle, a in self.values(left, case):
                    for after, b in self.values(right, middle):
                        yield from (after.with_rows(*rows) for rows in _comparison(op, a.plus(b, -1)))
            case In(term=term, members=members, negated=negated):
                for after, value in self.values(term, case):
                    yield from self.member(value, members, negated, after)

    def member(self, value: Linear, members: SetTerm, negated: bool, case: _Case) -> Iterator[_Case]:
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

    def listed(self, value: Linear, members: SetOf, negated: bool, case: _Case) -> Iterator[_Case]:
        """Membership in a set whose elements are terms: one comparison an element."""

        def step(rest: tuple[Term, ...], current: _Case) -> Iterator[_Case]:
            if not rest:
                yield current
                return
            for after, element in self.values(rest[0], current):
                for rows in _comparison("!=", value.plus(element, -1)):
                    yield from step(rest[1:], after.with_rows(*rows))

        if negated:
            yield from step(members.elements, case)
            return
        for term in members.elements:
            for after, element in self.values(term, case):
                yield from (after.with_rows(*rows) for rows in _comparison("==", value.plus(element, -1)))

    def hull(self, value: Linear, members: SetTerm, negated: bool, case: _Case) -> Iterator[_Case]:
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
        yield case.with_rows(*_between(value, low, high))

    def attached(self, value: Linear, members: SetTerm, negated: bool, case: _Case) -> _Case:
        """The case with a membership of a variable, an auxiliary one where the value is no plain variable."""
        plain = len(value.coefficients) == 1 and value.coefficients[0][1] == 1 and value.constant == 0
        name = value.coefficients[0][0] if plain else ""
        taken = {m.variable for m in case.memberships}
        if name not in case.variables or name in taken:
            case, z = case.fresh()
            name = z.coefficients[0][0]
            case = case.with_rows(z.plus(value, -1), value.plus(z, -1))
        return replace(case, memberships=(*case.memberships, Membership(name, members, negated)))


def _comparison(op: str, d: Linear) -> Iterator[tuple[Linear, ...]]:
    """The rows (>= 0) of ``d op 0``, one tuple for each case."""
    minus, less = d.times(-1), Linear(constant=-1)
    match op:
        case "==":
            yield d, minus
        case ">=":
            yield (d,)
        case "<=":
            yield (minus,)
        case ">":
            yield (d.plus(less),)
        case "<":
            yield (minus.plus(less),)
        case "!=":
            yield (d.plus(less),)
            yield (minus.plus(less),)


def _between(value: Linear, low: int | None, high: int | None) -> list[Linear]:
    rows = []
    if low is not None:
        rows.append(value.plus(Linear(constant=-low)))
    if high is not None:
        rows.append(Linear(constant=high).plus(value, -1))
    return rows


def _trivial(row: Linear, heaps: tuple[str, ...], least: int) -> bool:
    """Whether a row holds for all heaps >= least: a constant, or heaps with coefficients >= 0."""
    if any(c < 0 or name not in heaps for name, c in row.coefficients):
        return False
    return row.constant + least * sum(c for _, c in row.coefficients) >= 0
