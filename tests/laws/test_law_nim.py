from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.laws.nim import NimLaw
from grundy.laws.residue import ResidueLaw
from grundy.laws.sums import SumLaw

HUGE = st.integers(0, 10**4000) | st.integers(0, 10**20) | st.integers(0, 40)


def mex(values):
    found = 0
    while found in values:
        found += 1
    return found


def flat(runs):
    return [component for run in runs for component in run]


def check_one_heap(law, most, to):
    """Take 1..most (any number where that is None) from one heap: the law against the rules."""
    g: list[int] = []
    for n in range(to + 1):
        options = [n - t for t in range(1, n + 1) if most is None or t <= most]
        g.append(mex({g[y] for y in options}))
        assert law.value((n,)) == g[n]
        assert law.is_p((n,)) == (g[n] == 0)
        for u in range(max(g) + 3):
            assert flat(law.options_of_value((n,), u)) == [(y,) for y in sorted(options) if g[y] == u]
        assert law.p_options((n,)) == law.options_of_value((n,), 0)
        assert law.options_of_value((n,), -1) == ()


def test_nim_is_right_to_its_bound():
    check_one_heap(NimLaw(), None, 300)


@pytest.mark.parametrize("most", [*range(13), 30, 100, 299, 300, 301])
def test_residues_are_right_to_their_bound(most):
    check_one_heap(ResidueLaw(most + 1), most, 300)


def check_sums(heaps, to):
    """Nim on several heaps: values by mex over all options, and all options of every value."""
    law = SumLaw((NimLaw(),) * heaps)
    g: dict[tuple[int, ...], int] = {}
    for component in product(range(to + 1), repeat=heaps):
        options = [(*component[:i], heap, *component[i + 1 :]) for i in range(heaps) for heap in range(component[i])]
        by_value: dict[int, list[tuple[int, ...]]] = {}
        for option in options:
            by_value.setdefault(g[option], []).append(option)
        g[component] = mex(by_value)
        assert law.value(component) == g[component]
        assert law.is_p(component) == (g[component] == 0)
        assert flat(law.p_options(component)) == by_value.get(0, [])
        for u in range(2 * to + 2):
            assert flat(law.options_of_value(component, u)) == by_value.get(u, [])


@pytest.mark.parametrize("heaps", [1, 2, 3])
def test_nim_sums_are_right_to_their_bound(heaps):
    check_sums(heaps, 16)


def test_nim_sums_of_four_heaps_are_right():
    check_sums(4, 6)


@given(HUGE, HUGE, st.integers(1, 10**20) | st.integers(1, 10**4000))
def test_huge_residues(n, u, modulus):
    law = ResidueLaw(modulus)
    value = law.value((n,))
    assert 0 <= value < modulus
    assert (n - value) % modulus == 0
    options = flat(law.options_of_value((n,), u % modulus))
    assert len(options) <= 1
    for (y,) in options:
        assert 0 <= y < n
        assert n - y < modulus
        assert law.value((y,)) == u % modulus
    assert bool(law.p_options((n,))) == (value != 0)
    if value:
        assert flat(law.options_of_value((n,), u % value)) == [(n - value + u % value,)]


@given(st.lists(HUGE, min_size=1, max_size=5), HUGE)
def test_huge_nim_sums(heaps, u):
    law = SumLaw((NimLaw(),) * len(heaps))
    component = tuple(heaps)
    value = law.value(component)
    options = flat(law.options_of_value(component, u))
    changed = []
    for option in options:
        (index,) = [i for i in range(len(heaps)) if option[i] != heaps[i]]
        changed.append(index)
        assert 0 <= option[index] < heaps[index]
        assert law.value(option) == u
    assert changed == sorted(set(changed))
    assert bool(options) or u >= value
    assert bool(law.p_options(component)) == (value != 0)


def test_the_published_nim_answers(facts):
    for row in facts("nim.csv"):
        heaps = tuple(map(int, row["piles"].split()))
        if not heaps:
            continue
        law = SumLaw((NimLaw(),) * len(heaps))
        moves = [
            f"{i + 1}:{option[i]}"
            for option in flat(law.p_options(heaps))
            for i in range(len(heaps))
            if option[i] != heaps[i]
        ]
        assert ";".join(moves) == row["all_winning_moves_pile:new"]
        assert law.is_p(heaps) == (row["answer"] == "No")


def test_the_published_bash_answers(facts):
    for row in facts("bash.csv"):
        n, law = int(row["n"]), ResidueLaw(int(row["max_take"]) + 1)
        assert law.is_p((n,)) == (row["first_player_wins"] == "0")
        takes = [n - y for (y,) in flat(law.p_options((n,)))]
        assert " ".join(map(str, takes)) == row["winning_takes"]


def test_reducing_the_largest_heap_is_not_enough():
    assert flat(SumLaw((NimLaw(),) * 3).p_options((2, 4, 5))) == [(1, 4, 5)]
