"""Falling measures: known games, and random transitions against points and against Farkas' multipliers."""

from itertools import product
from math import gcd

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.rules import ranking
from grundy.rules.errors import LimitExceeded
from grundy.rules.lp import Polyhedron, solve_lp
from grundy.rules.ranking import Measure, Transition, Unranked, find_measure, verify


def clause(heaps, rows, target, label=0, least=0):
    """A transition with v >= 0 and with x and y at least *least*."""
    width = len(target[0])
    signs = [[int(j == i) for j in range(width - 1)] + [-least * (i < heaps)] for i in range(width - 1)]
    legal = [[*form[:-1], form[-1] - least] for form in target]
    rows = tuple(tuple(row) for row in (*rows, *signs, *legal))
    return Transition(heaps, width - 1 - heaps, rows, tuple(map(tuple, target)), label)


def measure_of(transitions):
    found = find_measure(transitions)
    assert isinstance(found, Measure)
    assert verify(found, transitions)
    return found


NIM = [clause(1, [(0, 1, -1)], [(1, -1, 0)])]
WYTHOFF = [
    clause(2, [(0, 0, 1, -1)], target, label)
    for label, target in enumerate(
        ([(1, 0, -1, 0), (0, 1, 0, 0)], [(1, 0, 0, 0), (0, 1, -1, 0)], [(1, 0, -1, 0), (0, 1, -1, 0)])
    )
]
KAYLES = [clause(1, [(1, -1, -1, -1), (-1, 1, 1, 2)], [target]) for target in ((0, 1, 0, 0), (0, 0, 1, 0))]
DOUBLE = [clause(1, [(-1, 161)], [(2, 0)], least=1)]
RACE = [clause(1, [(-d, 161)], [(d, 0)], label=d, least=1) for d in range(2, 10)]
FIBONACCI = [clause(2, [(0, 1, -1, 0), (0, 0, 1, -1)], [(1, 0, -1, 0), (0, 0, 2, 0)])]
SIX = [clause(2, [], [(1, 0, -1), (0, 1, 5)]), clause(2, [], [(1, 0, 0), (0, 1, -1)])]
ANY_B = [clause(2, [], [(1, 0, 0, -1), (0, 0, 1, 0)]), clause(2, [], [(1, 0, 0), (0, 1, -1)])]
B_TO_100 = [clause(2, [(0, 0, -1, 100)], [(1, 0, 0, -1), (0, 0, 1, 0)]), ANY_B[1]]
RISE_TO_B = [clause(2, [(-1, 1, -1)], [(1, 0, 1), (0, 1, 0)])]
SWAP = clause(2, [], [(0, 1, 0), (1, 0, 0)], label=4)
UP = clause(1, [], [(1, 1)], label=7)


@pytest.mark.parametrize(
    ("transitions", "weights", "bounds", "names", "text"),
    [
        (NIM, ((1,),), (1,), "n", "n"),
        (WYTHOFF, ((1, 1),), (1,), "ab", "a + b"),
        (KAYLES, ((1,),), (1,), "n", "n"),
        (DOUBLE, ((-1,),), (-161,), "p", "-p"),
        (RACE, ((-1,),), (-80,), "p", "-p"),
        (FIBONACCI, ((1, 0),), (1,), "nm", "n"),
        (SIX, ((6, 1),), (1,), "ab", "6*a + b"),
        (B_TO_100, ((101, 1),), (1,), "ab", "101*a + b"),
        (ANY_B, ((1, 0), (0, 1)), (0, 0), "ab", "(a, b)"),
        (RISE_TO_B, ((-1, 1),), (1,), "ab", "-a + b"),
        ([], ((1,),), (0,), "n", "n"),
        ([clause(1, [(0, -1)], [(1, 1)])], ((1,),), (0,), "n", "n"),  # no move at all
    ],
)
def test_known_games(transitions, weights, bounds, names, text):
    found = measure_of(transitions)
    assert found == Measure(weights, bounds)
    assert found.text(names) == text


def test_games_without_a_measure_name_the_transitions():
    assert find_measure([SWAP]) == Unranked((0,), (4,))
    assert find_measure([UP]) == Unranked((0,), (7,))
    assert find_measure([*NIM, UP, UP]) == Unranked((0, 1, 2), (0, 7))


def test_a_transition_that_can_be_ranked_is_not_blamed():
    assert find_measure([SIX[1], SWAP]) == Unranked((1,), (4,))


def test_a_form_may_rise_where_an_earlier_one_falls():
    # (a, b) -> (a - t, v) with v < b + 1000*t: while a rests b falls
    rise = clause(2, [(0, 1, 1000, -1, -1)], [(1, 0, -1, 0, 0), (0, 0, 0, 1, 0)])
    assert measure_of([rise]).weights == ((1000, 1),)
    assert measure_of([ANY_B[0], rise]).text("ab") == "(a, b)"


@pytest.mark.parametrize("heaps", [2, 3, 4])
def test_counters_nest(heaps):
    """Heap i falls by one and all later heaps become anything: the i-th of so many forms is heap i."""
    transitions = []
    for i in range(heaps):
        target = [[int(j == k + heaps * (k > i)) for j in range(2 * heaps)] + [-(k == i)] for k in range(heaps)]
        transitions.append(clause(heaps, [], target, label=i))
    assert measure_of(transitions).weights == tuple(tuple(int(i == j) for j in range(heaps)) for i in range(heaps))


def test_a_thousand_multipliers():
    many = [clause(1, [(-d, 10**6)], [(d, 0)], label=d, least=1) for d in range(2, 1002)]
    assert measure_of(many).weights == ((-1,),)
    failing = [clause(2, [(-d, 0, 10**6)], [(0, 1, 0), (d, 0, 0)], label=d, least=1) for d in range(2, 1002)]
    assert find_measure(failing) == Unranked(tuple(range(1000)), tuple(range(2, 1002)))


@pytest.mark.parametrize(
    "measure",
    [
        Measure(((1, 1),), (0,)),  # rises by 4
        Measure(((5, 1),), (0,)),  # rests
        Measure(((6, 1),), (2,)),  # passes below its bound
        Measure(((6, 1),), ()),
        Measure(((6,),), (0,)),
        Measure(((0, 1), (1, 0)), (0, 0)),
        Measure(((1, 0),), (0,)),
        Measure((), ()),
    ],
)
def test_wrong_measures_are_not_verified(measure):
    assert verify(Measure(((6, 1),), (1,)), SIX)
    assert verify(Measure(((1, 0), (0, 1)), (0, 0)), SIX)
    assert not verify(measure, SIX)


def test_a_measure_that_is_not_bounded_below_is_not_verified():
    assert not verify(Measure(((-1,),), (-(10**9),)), [UP])
    assert verify(Measure(((-1,),), (-161,)), DOUBLE)
    assert not verify(Measure(((-1,),), (-160,)), DOUBLE)


def test_malformed_transitions_are_refused():
    with pytest.raises(ValueError, match="2 targets"):
        Transition(2, 0, (), ((1, 0, 0),))
    with pytest.raises(ValueError, match="each form 3 long"):
        Transition(1, 1, ((1, 0),), ((1, 0, 0),))
    with pytest.raises(ValueError, match="of 1 and of 2 heaps"):
        find_measure([*NIM, *WYTHOFF])


def test_a_fit_that_takes_too_many_rounds_is_refused(monkeypatch):
    monkeypatch.setattr(ranking, "MAX_FITS", 0)
    with pytest.raises(LimitExceeded, match="rounds"):
        find_measure(SIX)


def test_text_of_weights_that_are_zero_or_negative():
    assert Measure(((0, 0), (-2, -1)), (0, 0)).text(("left", "right")) == "(0, -2*left - right)"


# ------------------------------------------------------------ random transitions


@st.composite
def systems(draw):
    heaps = draw(st.integers(1, 2))

    def transition(label):
        width = heaps + draw(st.integers(0, 1))
        small = st.lists(st.integers(-2, 2), min_size=width, max_size=width)
        rows = [[*draw(small), draw(st.integers(-3, 6))] for _ in range(draw(st.integers(0, 3)))]
        rows = [[c // (gcd(*row[:-1]) or 1) for c in row] for row in rows]
        target = []
        for i in range(heaps):
            if draw(st.booleans()):
                form = [int(j == i) for j in range(width)]
                form[-1] -= draw(st.integers(-1, 1)) * (width > heaps)
            else:
                form = draw(st.lists(st.integers(-1, 2), min_size=width, max_size=width))
            target.append([*form, draw(st.integers(-2, 1))])
        return clause(heaps, rows, target, label, draw(st.integers(0, 1)))

    return [transition(label) for label in range(draw(st.integers(1, 3)))]


def tightened(transition):
    return [[c // (gcd(*row[:-1]) or 1) for c in row] for row in transition.rows]


def points(transition, side=7):
    """Moves (x, y) with small entries."""
    for z in product(range(side), repeat=transition.heaps + transition.variables):
        one = (*z, 1)
        if all(sum(c * e for c, e in zip(row, one, strict=True)) >= 0 for row in transition.rows):
            y = [sum(c * e for c, e in zip(form, one, strict=True)) for form in transition.target]
            yield z[: transition.heaps], y


def farkas(transitions, strict):
    """Whether one form falls on the strict transitions, rises on none and is bounded below; no one empty.

    The multipliers of each transition's rows, twice, are further unknowns (Podelski and Rybalchenko, 2004).
    """
    heaps = transitions[0].heaps
    total = heaps + sum(2 * len(t.rows) for t in transitions)
    constraints, start = [], heaps
    for index, t in enumerate(transitions):
        rows = tightened(t)
        for falls in (True, False):
            for j in range(t.heaps + t.variables + falls):
                a = [0] * total
                for i in range(heaps):
                    a[i] = int(i == j) - falls * t.target[i][j]
                a[start : start + len(rows)] = [-row[j] for row in rows]
                last = j == t.heaps + t.variables
                constraints.append((a, ">=" if last else "==", int(last and index in strict)))
            start += len(rows)
    return solve_lp(constraints, [0] * total, free=range(heaps)).status == "optimal"


@settings(deadline=None, max_examples=200)
@given(systems())
def test_each_move_lowers_the_measure(transitions):
    found = find_measure(transitions)
    if isinstance(found, Measure):
        assert verify(found, transitions)
        for transition in transitions:
            for x, y in points(transition):
                assert found.value(y) < found.value(x)
                assert all(v >= b for v, b in zip(found.value(x), found.lower_bounds, strict=True))


@settings(deadline=None, max_examples=200)
@given(systems())
def test_a_measure_is_found_wherever_farkas_gives_one(transitions):
    full = [
        t
        for t in transitions
        if not Polyhedron(t.heaps + t.variables, tightened(t), free=range(t.heaps + t.variables)).empty
    ]
    found = find_measure(full)
    if full:
        if farkas(full, set(range(len(full)))):
            assert isinstance(found, Measure)
            assert len(found.weights) == 1
        if isinstance(found, Unranked) and len(found.indices) == len(full):
            assert not any(farkas(full, {i}) for i in range(len(full)))
        if isinstance(found, Measure):
            assert any(farkas(full, {i}) for i in range(len(full)))
