"""Exact linear programs against the enumeration of vertices."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.rules import lp
from grundy.rules.errors import LimitExceeded
from grundy.rules.lp import Polyhedron, solve_lp

BOX = 20


@st.composite
def programs(draw):
    n = draw(st.integers(1, 3))
    vector = st.lists(st.integers(-4, 4), min_size=n, max_size=n)
    constraint = st.tuples(vector, st.sampled_from(["<=", ">=", ">=", "=="]), st.integers(-6, 6))
    free = draw(st.sets(st.integers(0, n - 1)))
    return draw(st.lists(constraint, max_size=5)), draw(vector), free


def unit(n, i):
    return [int(j == i) for j in range(n)]


def boxed(n, bound):
    return [(unit(n, i), relation, b) for i in range(n) for relation, b in ((">=", -bound), ("<=", bound))]


def dot(u, v):
    return sum(a * b for a, b in zip(u, v, strict=True))


def meets(x, constraints, free):
    tests = {"<=": lambda s, b: s <= b, ">=": lambda s, b: s >= b, "==": lambda s, b: s == b}
    return all(tests[r](dot(a, x), b) for a, r, b in constraints) and all(
        c >= 0 for i, c in enumerate(x) if i not in free
    )


def solution(square):
    """The only solution of equations (a, b), by Gauss and Jordan; None where there are none or many."""
    rows = [[Fraction(c) for c in (*a, b)] for a, b in square]
    for s in range(len(rows)):
        r = next((i for i in range(s, len(rows)) if rows[i][s]), None)
        if r is None:
            return None
        rows[s], rows[r] = rows[r], rows[s]
        rows[s] = [c / rows[s][s] for c in rows[s]]
        for i in range(len(rows)):
            if i != s:
                rows[i] = [c - rows[i][s] * d for c, d in zip(rows[i], rows[s], strict=True)]
    return [row[-1] for row in rows]


def least_at_vertices(constraints, objective, free):
    n = len(objective)
    tight = [(a, b) for a, _, b in constraints] + [(unit(n, i), 0) for i in range(n) if i not in free]
    vertices = (solution(square) for square in combinations(tight, n))
    return min((dot(objective, x) for x in vertices if x and meets(x, constraints, free)), default=None)


@settings(deadline=None)
@given(programs())
def test_a_bounded_program_has_its_optimum_at_a_vertex(program):
    constraints, objective, free = program
    constraints = constraints + boxed(len(objective), BOX)
    best = solve_lp(constraints, objective, free=free)
    assert best.value == least_at_vertices(constraints, objective, free)
    assert (best.status == "infeasible") == (best.value is None)
    if best.status == "optimal":
        assert meets(best.point, constraints, free)
        assert dot(objective, best.point) == best.value


@settings(deadline=None)
@given(programs())
def test_an_unbounded_program_shows_a_ray(program):
    constraints, objective, free = program
    best = solve_lp(constraints, objective, free=free)
    if best.status == "unbounded":
        assert best.value is None
        assert dot(objective, best.ray) < 0
        for steps in (0, 1, 10**6):
            assert meets([p + steps * r for p, r in zip(best.point, best.ray, strict=True)], constraints, free)
    else:
        far = solve_lp(constraints + boxed(len(objective), 10**9), objective, free=free)
        assert far.value == best.value


@settings(deadline=None)
@given(programs(), st.lists(st.lists(st.integers(-5, 5), min_size=4, max_size=4), min_size=2, max_size=5))
def test_a_polyhedron_answers_each_form_as_if_it_were_the_first(program, forms):
    constraints, objective, free = program
    n = len(objective)
    rows = [(*a, -b) for a, r, b in constraints if r == ">="]
    equal = [(*a, -b) for a, r, b in constraints if r == "=="]
    body = Polyhedron(n, rows, equal=equal, free=free)
    for form in forms:
        alone = Polyhedron(n, rows, equal=equal, free=free).minimum(form[: n + 1])
        assert body.minimum(form[: n + 1]) == alone
        assert body.empty == (alone.status == "infeasible")


def test_a_program_on_which_the_steepest_column_alone_cycles_ends():
    # E. M. L. Beale, Naval Res. Logist. Quart. 2 (1955) 269-275, scaled to integers
    rows = [((25, -6000, -4, 900), "<=", 0), ((50, -9000, -2, 300), "<=", 0), ((0, 0, 1, 0), "<=", 1)]
    assert solve_lp(rows, (-75, 15000, -2, 600)).value == -5


def test_a_cube_of_klee_and_minty():
    n = 8
    rows = [([2 * 10 ** (i - j) for j in range(i)] + unit(n - i, 0), "<=", 100**i) for i in range(n)]
    assert solve_lp(rows, [-(10 ** (n - 1 - j)) for j in range(n)]).value == -(100 ** (n - 1))


def test_without_constraints():
    assert solve_lp([], (1, 2)).value == 0
    assert solve_lp([], (1, -2)).ray == (0, 1)
    assert solve_lp([], (0, 3), free=(1,)).ray == (0, -1)
    assert solve_lp([], ()).value == 0


def test_equations_that_contradict_or_repeat():
    assert solve_lp([((1, 1), "==", 2), ((2, 2), "==", 5)], (1, 0)).status == "infeasible"
    assert solve_lp([((1, 1), "==", 2), ((2, 2), "==", 4)], (-1, 0)).value == -2
    assert solve_lp([((1, 1), "==", 2), ((1, -1), "==", 4)], (1, 0)).status == "infeasible"
    assert solve_lp([((1, 1), "==", 2), ((1, -1), "==", 4)], (1, 0), free=(1,)).point == (
        Fraction(3),
        Fraction(-1),
    )


def test_large_numbers_stay_exact():
    big = 10**60
    best = solve_lp([((big, 1), "<=", big), ((0, 3), ">=", 1)], (-1, 0))
    assert best.value == -(1 - Fraction(1, 3 * big))


def test_malformed_constraints_are_refused():
    with pytest.raises(ValueError, match="coefficients"):
        solve_lp([((1,), ">=", 0)], (1, 1))
    with pytest.raises(ValueError, match="none of"):
        solve_lp([((1,), "<", 0)], (1,))


def test_a_program_past_the_limit_is_refused(monkeypatch):
    monkeypatch.setattr(lp, "MAX_COEFFICIENTS", 10)
    with pytest.raises(LimitExceeded, match="limit"):
        solve_lp([((1, 1, 1), ">=", 0)] * 3, (1, 1, 1))
    monkeypatch.undo()
    body = Polyhedron(1, [(-1, 3)])
    monkeypatch.setattr(lp, "MAX_PIVOTS", 0)
    with pytest.raises(LimitExceeded, match="pivots"):
        solve_lp([((1,), ">=", 1)], (1,))
    with pytest.raises(LimitExceeded, match="pivots"):
        body.minimum((-1, 0))
