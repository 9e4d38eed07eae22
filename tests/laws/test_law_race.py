from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.laws.race import RaceLaw

GRID = [(low, high) for low in range(5) for high in (0, 1, 2, 3, 4, 5, 7, 9, 12)]
FACTOR = st.integers(2, 12) | st.integers(2, 10**6) | st.integers(2, 10**30)
HUGE = st.integers(1, 10**6) | st.integers(1, 10**40) | st.integers(1, 10**1000)


def flat(runs):
    return [component for run in runs for component in run]


def wins(goal, factors):
    """Whether the mover wins `p -> d*p`, d in *factors*, d > 1, from each p: by the rules, backwards."""
    winning = [False] * (goal + 1)
    for p in range(goal - 1, 0, -1):
        winning[p] = any(d * p >= goal or not winning[d * p] for d in factors)
    return winning


def check(low, high, goal, to):
    law = RaceLaw(low, high, goal)
    factors = [d for d in range(low, high + 1) if d > 1]  # d = 1 gives back p, and d = 0 is below the least heap
    winning = wins(goal, factors)
    for p in range(1, goal):
        expected = [(d * p,) for d in factors if d * p >= goal or not winning[d * p]]
        assert law.is_p((p,)) == (not winning[p])
        assert flat(law.p_options((p,))) == expected
    for p in range(max(1, goal), to + 1):
        assert law.is_p((p,))
        assert law.p_options((p,)) == ()


@pytest.mark.parametrize(("low", "high"), GRID)
def test_outcomes_and_all_winning_options_are_right_for_some_goals(low, high):
    for goal in [*range(80), *range(80, 400, 31), 400]:
        check(low, high, goal, goal + 2)


@pytest.mark.slow
@pytest.mark.parametrize(("low", "high"), GRID)
def test_outcomes_and_all_winning_options_are_right_to_the_bound(low, high):
    to = 400
    for goal in range(to + 1):
        check(low, high, goal, to)


@pytest.mark.parametrize(("low", "high"), [(2, 9), (2, 2), (3, 4), (7, 7), (2, 50), (20, 50)])
def test_longer_races(low, high):
    for goal in (1295, 1296, 1297, 6561, 11000):
        check(low, high, goal, goal)


def in_n_band(low, high, x):
    """The published statement, over exact rationals."""
    power = 1
    while power < x:
        if x <= high * power:
            return True
        power *= low * high
    return False


@given(FACTOR, FACTOR, HUGE, HUGE, st.integers(0, 200), st.integers(-1, 1), st.booleans())
def test_huge_races(low, spread, goal, p, level, offset, upper):
    high = low + spread - 2
    edge = p * (low * high) ** (level % 40) * (high if upper else 1) + offset
    for aim in (goal, max(0, edge)):
        law = RaceLaw(low, high, aim)
        assert law.is_p((p,)) == (not in_n_band(low, high, Fraction(aim, p)))
        assert bool(law.p_options((p,))) == (not law.is_p((p,)))
        for run in law.p_options((p,)):
            check_run(law, p, run)


def check_run(law, p, run):
    """All of *run* are winning moves from *p*, and the factors just outside of it are not."""
    (first,), (last,), (step,) = run.first, run.last, run.step
    assert step == p
    assert first % p == 0
    d, e = first // p, last // p
    assert law.low <= d <= e <= law.high
    assert e - d + 1 == run.count
    for factor in (d, (d + e) // 2, e):
        assert law.is_p((factor * p,))
    for factor in (d - 1, e + 1):
        if max(2, law.low) <= factor <= law.high:
            assert not law.is_p((factor * p,))


@given(HUGE, HUGE, st.integers(0, 9))
def test_factors_below_two_are_no_moves(goal, p, high):
    two, one, nought = (RaceLaw(low, high, goal) for low in (2, 1, 0))
    assert two.is_p((p,)) == one.is_p((p,)) == nought.is_p((p,))
    assert two.p_options((p,)) == one.p_options((p,)) == nought.p_options((p,))


def test_huge_numbers_of_winning_options_are_counted():
    (run,) = RaceLaw(2, 10**500, 10**400).p_options((3,))
    assert run.first == (3 * (10**400 // 3 + 1),)
    assert run.count == 10**500 - 10**400 // 3
    assert run.last == (3 * 10**500,)


def test_the_published_winners(facts):
    for row in facts("multiplication_2to9.csv"):
        n = int(row["n"])
        if n <= 1:  # Nic by the convention of the problem; no move is left by the rules
            assert RaceLaw(2, 9, n).is_p((1,))
        else:
            assert RaceLaw(2, 9, n).is_p((1,)) == (row["winner"] == "Susan")


def test_a_set_of_factors_is_another_game(facts):
    differ = []
    for row in facts("multiplication_sets.csv"):
        n, factors, mover_wins = (
            int(row["n"]),
            [int(d) for d in row["multipliers"].split()],
            row["first_player_wins"],
        )
        assert wins(n, factors)[1] == (mover_wins == "1")
        if factors == list(range(factors[0], factors[-1] + 1)):
            assert RaceLaw(factors[0], factors[-1], n).is_p((1,)) == (mover_wins == "0")
        if factors == [2, 9] and RaceLaw(2, 9, n).is_p((1,)) == (mover_wins == "1"):
            differ.append(n)
    assert set(range(37, 73)) & set(differ) == {n for n in differ if n <= 72}
    assert differ


def test_the_set_of_two_and_nine_differs_exactly_where_it_is_known_to():
    differ = [n for n in range(1, 2000) if RaceLaw(2, 9, n).is_p((1,)) == wins(n, [2, 9])[1]]
    assert differ == [*range(37, 73), *range(649, 1297)]
