from array import array
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.laws.batch import nim_sum, scaled_window_values
from grundy.laws.window import ScaledWindowLaw

K = st.integers(2, 12) | st.integers(2, 10**18) | st.integers(2, 10**40)
HUGE = st.integers(1, 10**18) | st.integers(1, 10**400) | st.integers(1, 10**4000)


def mex(values):
    found = 0
    while found in values:
        found += 1
    return found


def flat(runs):
    return [component for run in runs for component in run]


def check(law, options_of, to):
    """The law against the rules, for all heaps to *to*: values, and all options of every value."""
    g: dict[int, int] = {}
    for n in range(law.least, to + 1):
        by_value: dict[int, list[tuple[int, ...]]] = {}
        for y in options_of(n):
            by_value.setdefault(g[y], []).append((y,))
        g[n] = mex(by_value)
        assert law.value((n,)) == g[n]
        assert law.is_p((n,)) == (g[n] == 0)
        assert flat(law.p_options((n,))) == by_value.get(0, [])
        for u in range(-1, n + 2):
            assert flat(law.options_of_value((n,), u)) == by_value.get(u, [])


@pytest.mark.parametrize("least", [0, 1])
@pytest.mark.parametrize("k", [*range(-1, 13), 17, 100, 299, 300, 301])
def test_the_window_is_right_to_its_bound(k, least):
    law = ScaledWindowLaw(k, least)
    check(law, lambda n: [y for y in range(least, n) if n <= k * y], 300)


@pytest.mark.parametrize("least", [2, 3, 4, 7, 20])
@pytest.mark.parametrize("k", [0, 1, 2, 3, 5, 12])
def test_the_window_with_a_larger_least_heap_is_right_to_its_bound(k, least):
    law = ScaledWindowLaw(k, least)
    check(law, lambda n: [y for y in range(least, n) if n <= k * y], 300)


def test_halving_is_right_to_its_bound():
    law = ScaledWindowLaw(2, 0)
    check(law, lambda n: [n - t for t in range(n, 0, -1) if 2 * t <= n], 300)


def near_chain(k, start, steps, offset):
    """A number near the chain y -> k·y + 1 from *start*: there the values repeat, and slips by one show."""
    for _ in range(steps):
        start = k * start + 1
    return max(1, start + offset)


@given(
    K,
    HUGE | st.builds(near_chain, st.integers(2, 5), st.integers(1, 50), st.integers(0, 200), st.integers(-1, 1)),
)
def test_the_values_obey_the_published_recursion(k, n):
    law = ScaledWindowLaw(k, 1)
    a, b = divmod(n - 1, k)
    b += 1
    expected = 0 if n == 1 else law.value((a,)) if b == 1 and a >= 1 else a * (k - 1) + b - 1
    assert law.value((n,)) == expected


@given(K, HUGE, st.integers(0, 10**4000), st.integers(0, 1), st.integers(0, 300), st.integers(-1, 1))
def test_each_value_of_the_window_is_left_once(k, n, u, least, steps, offset):
    for heap in (n, near_chain(k, n % 1000 + 1, steps, offset)):
        law = ScaledWindowLaw(k, least)
        size = heap - -(-heap // k)
        wanted = u % (size + 3)
        options = flat(law.options_of_value((heap,), wanted))
        assert len(options) == (wanted <= size and wanted != law.value((heap,)))
        for (y,) in options:
            assert heap <= k * y
            assert y < heap
            assert law.value((y,)) == wanted
        assert bool(law.p_options((heap,))) == (not law.is_p((heap,)))


def test_an_option_may_have_a_higher_value():
    law = ScaledWindowLaw(2, 1)
    assert law.value((7,)) == 0
    assert flat(law.options_of_value((7,), 3)) == [(6,)]


def test_the_published_values(facts):
    for row in facts("blackboard_grundy.csv"):
        assert ScaledWindowLaw(int(row["k"]), 1).value((int(row["x"]),)) == int(row["grundy"])


def test_the_published_winning_moves(facts):
    winners: Counter[str] = Counter()
    for row in facts("blackboard.csv"):
        k, numbers = int(row["k"]), [int(x) for x in row["numbers"].split()]
        law = ScaledWindowLaw(k, 1)
        total = nim_sum(scaled_window_values(numbers, k))
        moves = [
            f"{index}:{y}"
            for index, x in enumerate(numbers, 1)
            if total
            for (y,) in flat(law.options_of_value((x,), law.value((x,)) ^ total))
        ]
        assert ";".join(moves) == row["all_winning_moves_index:new"]
        assert row["winner"] == ("Alice" if total else "Bob")
        winners[row["winner"]] += 1
    assert winners == {"Alice": 489, "Bob": 149}


@given(st.lists(HUGE | st.integers(0, 2**64), max_size=9), K | st.integers(-1, 1))
def test_many_values_are_single_values(numbers, k):
    law = ScaledWindowLaw(k, 0)
    assert scaled_window_values(numbers, k) == [law.value((number,)) for number in numbers]


@pytest.mark.parametrize("number", [0, 1, 2**64 - 1, 2**64])
@pytest.mark.parametrize("k", [0, 1, 2, 2**64 - 1, 2**64])
def test_numbers_at_the_edge_of_a_word(number, k):
    assert scaled_window_values([5, number], k) == [ScaledWindowLaw(k, 0).value((n,)) for n in (5, number)]


def test_many_numbers_may_come_as_an_array():
    assert scaled_window_values(array("Q", [1, 2, 3, 2**64 - 1]), 2) == [0, 1, 0, 0]


def test_a_negative_number_is_refused():
    with pytest.raises(ValueError, match="at least 0"):
        scaled_window_values([3, -1], 2)
