"""The clauses of linear rules, enumerated by brute force over their rows, against the options of the rules."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.oracle import SETS, Oracle
from tests.rules.rule_texts import ENDING, ENDLESS
from tests.rules.strategies import BOUND, rule_texts

from grundy.games import expression
from grundy.rules.errors import GrundyError, Unsupported
from grundy.rules.family import declare, ruleset
from grundy.rules.linear import NotLinear, clauses
from grundy.rules.terms import Int, NamedSet

NOT_LINEAR = {
    "n -> n-t where n % t == 0 and t < n",
    "n -> n//t where 2 <= t <= n+1",
    "n -> n-t where n // t >= 3 and t <= n",
    "n -> n-t where t == 0 or n // t == 2",
    "n -> n % t where t <= 6",
    "n -> n-t where t in divisors(n)",
    "n -> n-t where t in divisors(n-1)",
    "n -> n-t where t in proper_divisors(n)",
    "n -> d where d in proper_divisors(n)",
    "n -> n-t where t in coprime(n)",
    "n -> n-t where t in coprime(n-1) and t not in squares",
    "n -> a & b where a*b == n and a >= 2 and b >= 2",
    "n -> n-t*t where t >= 1",
    "n -> n-t where t*t <= n and t >= 1",
    "n -> n-t where 2*t*t*t <= n and t >= 1",
    "n -> n-t where (n-2*t)*(n-2*t) <= 9 and t >= 1",
    "n -> n-t where (t-5)*(t-5) == n",
    "a, b -> a-t*b, b where b >= 1 | a, b-t*a where a >= 1",
    "a, b -> b, a % b where b >= 1",
    "n -> t where t in powers(n) and t < 40",
    "a, b -> a*b-t, t where t <= a",
    "a, b -> s, t where s*t == a*b and s <= 20 and t <= 20",
    "n -> t where t*t == n and t <= n or t == n*n and t <= 90",
}


def whole(value):
    """The set that a membership names."""
    members = value.members
    if isinstance(members, NamedSet):
        found = SETS[members.name]
        return found(*(a.value for a in members.args)) if members.args else found
    assert all(isinstance(e, Int) for e in members.elements)
    return {e.value for e in members.elements}


def solutions(rows, count, box):
    """The integer points of the box (-box..box for each variable) at which each row (the constant last) is >= 0."""
    low, high = [-box] * count, [box] * count
    yield from _search(list(map(list, rows)), low, high)


def _search(rows, low, high):
    low, high = low[:], high[:]
    changed = True
    while changed:
        changed = False
        for *coefficients, constant in rows:
            most = constant + sum(c * (high[i] if c > 0 else low[i]) for i, c in enumerate(coefficients))
            if most < 0:
                return
            for i, c in enumerate(coefficients):
                if c > 0 and low[i] < (bound := high[i] - most // c):
                    low[i], changed = bound, True
                elif c < 0 and high[i] > (bound := low[i] + most // -c):
                    high[i], changed = bound, True
                if c:
                    most = constant + sum(k * (high[j] if k > 0 else low[j]) for j, k in enumerate(coefficients))
    if any(a > b for a, b in zip(low, high, strict=True)):
        return
    open_ = [i for i in range(len(low)) if low[i] < high[i]]
    if not open_:
        yield tuple(low)
        return
    i = min(open_, key=lambda j: high[j] - low[j])
    for value in range(low[i], high[i] + 1):
        low_i, high_i = low[:], high[:]
        low_i[i] = high_i[i] = value
        yield from _search(rows, low_i, high_i)


def at(row, component):
    """A row with the heaps put in: the coefficients of the variables, then the constant."""
    h = len(component)
    return [*row[h:-1], row[-1] + sum(c * x for c, x in zip(row, component, strict=False))]


def moves_of(clause, component, box):
    """The options by one clause, as they stand in it."""
    rows = [at(row, component) for row in clause.rows]
    for point in solutions(rows, len(clause.variables), box):
        values = dict(zip(clause.variables, point, strict=True))
        if any((values[m.variable] in whole(m)) == m.excluded for m in clause.memberships):
            continue
        yield tuple(
            tuple(sum(c * x for c, x in zip(form, [*component, *point, 1], strict=True)) for form in part)
            for part in clause.components
        )


def options(found, component, box):
    every = (o for clause in found for o in moves_of(clause, component, box))
    return {tuple(sorted(o)) for o in every if o != (component,)}


def reaches(clause, component, option, box):
    """Whether a clause of the relaxed reading has this move."""
    if len(clause.components) != len(option):
        return False
    rows = [at(row, component) for row in clause.rows]
    for part, heaps in zip(clause.components, option, strict=True):
        for form, heap in zip(part, heaps, strict=True):
            row = at(form, component)
            row[-1] -= heap
            rows += [row, [-c for c in row]]
    assert not clause.memberships
    return next(solutions(rows, len(clause.variables), box), None) is not None


def some_positions(heaps, side, least):
    top = {1: side, 2: min(side, 5), 3: min(side, 2)}[heaps]
    return product(range(least, top + 1), repeat=heaps)


@pytest.mark.parametrize(("text", "bound", "side", "least"), [*ENDING, *ENDLESS])
def test_clauses_have_exactly_the_moves_of_the_rules(text, bound, side, least):
    rules = declare(text, (), least=least)().rules
    if text in NOT_LINEAR:
        with pytest.raises(NotLinear):
            clauses(rules, least)
        return
    oracle, found = Oracle(text, bound, least), clauses(rules, least)
    for component in some_positions(len(rules.heaps), side, least):
        assert options(found, component, 60) == oracle.options(*component), component


@pytest.mark.parametrize(("text", "bound", "side", "least"), [*ENDING, *ENDLESS])
def test_relaxed_clauses_have_all_moves_of_the_rules(text, bound, side, least):
    rules = declare(text, (), least=least)().rules
    oracle, found = Oracle(text, bound, least), clauses(rules, least, relaxed=True)
    for component in some_positions(len(rules.heaps), min(side, 12), least):
        for label, option in {m for m in oracle.moves(*component) if all(max(p) < 300 for p in m[1])}:
            assert any(c.label == label and reaches(c, component, option, 400) for c in found), (component, option)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_clauses_of_random_rules_have_exactly_their_moves(data):
    text, heaps, least = data.draw(rule_texts())
    rules = declare(text, (), least=least)().rules
    oracle = Oracle(text, BOUND, least)
    component = data.draw(st.tuples(*[st.integers(least, 7)] * heaps))
    expected = oracle.options(*component)
    try:
        found = clauses(rules, least)
    except NotLinear:
        found = None
    if found is not None and len(found) <= 200:
        assert options(found, component, 400) == expected, (text, component)
    try:
        relaxed = clauses(rules, least, relaxed=True)
    except (NotLinear, GrundyError):
        return
    if len(relaxed) <= 100:
        for label, option in sorted(set(oracle.moves(*component)))[:20]:
            assert any(c.label == label and reaches(c, component, option, 4000) for c in relaxed), (
                text,
                component,
                option,
            )


LINEAR = [
    ("nim", True), ("bash(3)", True), ("subtraction({1, 3, 4})", True), ("subtraction(squares)", False),
    ("allbut({1, 2})", True), ("halving", True), ("blackboard(2)", True), ("race(2, 9, 162)", True), ("wythoff", True),
    ("wythoff_r(3)", True), ("euclid", False), ("rook", True), ("king", True), ("knight", True), ("bishop", True),
    ("lasker", True), ("grundy_game", True), ("take_a_square", False), ("fibonacci_nim", True), ("divisor_nim", False),
    ("coprime_nim", False), ("moore(2)[:, :, :]", True), ("nim[:, :]", True), ("race(2, 1000, 10**6)", True),
    ("race(2, 2000, 10**6)", False),
    ('ruleset("n -> n-t where t in divisors(12)")', True), ('ruleset("n -> n-t where t in proper_divisors(k)", k=12)', True),
    ('ruleset("n -> n-t where t not in coprime(3*4) and t >= 1")', True), ('ruleset("n -> n-t where t in divisors(0)")', True),
    ('ruleset("n -> n-t where t in coprime(10**9)")', False), ('ruleset("n -> n-t where t in divisors(10**15)")', False),
    ('ruleset("n -> n-t where t in primes and t < 10")', False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "linear"), LINEAR)
def test_what_is_linear_in_the_catalogue(name, linear):
    assert expression(name).linear == linear


def test_a_reading_that_is_not_offered_says_why():
    with pytest.raises(Unsupported, match=r"no linear reading of .*a product of a heap and a free variable"):
        ruleset("a, b -> a-t*b, b where b >= 1").clauses()
    with pytest.raises(Unsupported, match="divisors depends on a heap"):
        ruleset("n -> n-t where t in divisors(n)").clauses()
