"""Wythoff's game by Beatty pairs: outcomes, and all winning options, at any size."""

import time
from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import expression
from grundy.laws.beatty import BeattyLaw
from grundy.solver.pairs import pair_options

LAW = BeattyLaw(1)
WYTHOFF = expression("wythoff")
lower_wythoff, partner = LAW.lower, LAW.partner
TRAPS = [
    102334155, 141422324, 180510493, 204668310, 219598662, 243756479, 267914296, 282844648,
    307002465, 321932817, 336863169, 346090634, 361020986, 370248451,
]  # fmt: skip


def fibonacci_numbers(below):
    a, b = 1, 2
    while a < below:
        yield a
        a, b = b, a + b


FIBONACCI = list(fibonacci_numbers(10**1000))
SIZES = (
    st.integers(0, 200)
    | st.integers(10**9 - 10**6, 10**9)
    | st.integers(10**18 - 10**6, 10**18 + 10**6)
    | st.integers(0, 10**1000)
    | st.sampled_from(FIBONACCI)
    | st.sampled_from(TRAPS)
)
NUDGE = st.integers(-2, 2)


def moves(a, b):
    """All options, in the order of the rules `a, b -> a-t, b | a, b-t | a-t, b-t`."""
    yield from ((y, b) for y in range(a))
    yield from ((a, y) for y in range(b))
    yield from ((a - t, b - t) for t in range(min(a, b), 0, -1))


def is_move(position, option):
    (a, b), (c, d) = position, option
    return min(c, d) >= 0 and ((c < a and d == b) or (c == a and d < b) or (a - c == b - d and c < a))


def winning(position):
    return [component for _, group in pair_options(WYTHOFF, position, LAW) for (component,) in group]


def test_outcomes_and_all_winning_options_are_right_to_the_bound():
    to = 100
    lost = set()
    for total in range(2 * to + 1):
        for a in range(max(0, total - to), min(to, total) + 1):
            position = (a, total - a)
            wins = [option for option in moves(*position) if option in lost]
            if not wins:
                lost.add(position)
            assert LAW.is_p(position) == (not wins)
            assert winning(position) == wins


def check_neighbourhood(a, b):
    """A P-position has no P-option, and an N-position has one; each is a legal move."""
    position = (a, b)
    options = winning(position)
    assert LAW.is_p(position) == (not options)
    assert LAW.is_p((b, a)) == LAW.is_p(position)
    assert len(options) == len(set(options)) <= 3
    for option in options:
        assert is_move(position, option)
        assert LAW.is_p(option)
        assert winning(option) == []
    kinds = [0 if option[1] == b else 1 if option[0] == a else 2 for option in options]
    assert kinds == sorted(set(kinds))


@given(SIZES, SIZES, NUDGE)
def test_any_two_heaps(a, b, nudge):
    check_neighbourhood(a, b)
    check_neighbourhood(a, max(0, a + nudge))


@given(SIZES, NUDGE, NUDGE)
def test_near_the_p_pair_of_a_difference(d, nudge_a, nudge_b):
    low = lower_wythoff(d)
    assert LAW.is_p((low, low + d))
    check_neighbourhood(low, low + d)
    check_neighbourhood(max(0, low + nudge_a), max(0, low + d + nudge_b))
    if (nudge_a == 0) != (nudge_b == 0) and min(low + nudge_a, low + d + nudge_b) >= 0:
        assert not LAW.is_p((low + nudge_a, low + d + nudge_b))
    if nudge_a and low + nudge_a >= 0:
        assert not LAW.is_p((low + nudge_a, low + d + nudge_a))


@given(SIZES, NUDGE)
def test_near_the_p_pair_of_a_heap(n, nudge):
    assert LAW.is_p((n, partner(n)))
    assert partner(partner(n)) == n
    check_neighbourhood(n, partner(n))
    check_neighbourhood(n, max(0, partner(n) + nudge))


@given(SIZES)
def test_the_lower_wythoff_number_is_the_exact_floor(d):
    a = lower_wythoff(d)  # a <= phi·d < a + 1, and phi is the positive root of x² = x + 1
    assert a * a <= d * (a + d)
    assert (a + 1) ** 2 > d * (a + 1 + d)


@given(SIZES.filter(bool), SIZES.filter(bool))
def test_no_winning_move_is_missed(a, b):
    for option in ((partner(b), b), (a, partner(a))):
        if is_move((a, b), option):
            assert option in winning((a, b))
    d = abs(a - b)
    low = lower_wythoff(d)
    diagonal = (low, low + d) if a <= b else (low + d, low)
    assert (diagonal in winning((a, b))) == is_move((a, b), diagonal)


@pytest.mark.parametrize("d", TRAPS)
def test_differences_at_which_double_precision_fails(d):
    a = lower_wythoff(d)
    assert a == (d + isqrt(5 * d * d)) // 2
    for wrong in (a - 1, a + 1):
        assert not LAW.is_p((wrong, wrong + d))
        assert (a, a + d) in winning((a + 1, a + 1 + d))
    assert LAW.is_p((a, a + d))
    assert LAW.is_p((a + d, a))


def test_the_published_answers(facts):
    for row in facts("wythoff.csv"):
        position = int(row["a"]), int(row["b"])
        assert LAW.is_p(position) == (row["first_player_wins"] == "0")
        check_neighbourhood(*position)


def test_four_thousand_digits_are_quick():
    a, b = 10**4000 // 7, 10**4000 // 3
    best = min(timed(a, b) for _ in range(5))
    assert best < 0.5  # some 20 milliseconds on an idle machine


def timed(a, b):
    start = time.perf_counter()
    LAW.is_p((a, b))
    winning((a, b))
    return time.perf_counter() - start
