from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.oracles import blank, code_options, from_options
from tests.kernels.uncompiled import both

KERNELS = both("codes")

KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4]  # OEIS A002186
DAWSONS_KAYLES = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3]  # OEIS A002187
GRUNDY_LIKE = {  # code: first values, from Winning Ways chapter 4 and Guy and Smith's tables
    "0.77": ([0, 7, 7], KAYLES),
    "0.07": ([0, 0, 7], DAWSONS_KAYLES),
}


def scratch(size=64):
    return array("I", [9]) * size


def filled(kernel, digits, size):
    values = blank(size)
    assert kernel.fill(values, 0, size, array("q", digits), scratch(1024), 1 << 60) == size
    return values.tolist()


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(("digits", "expected"), GRUNDY_LIKE.values(), ids=GRUNDY_LIKE)
def test_published_values(kernel, digits, expected):
    assert filled(kernel, digits, len(expected)) == expected


@pytest.mark.parametrize(
    ("digits", "period", "preperiod"),
    [  # tczajka/octal-games, TrivialGames.md; preperiod is the last exception + 1
        ([0, 7, 7], 12, 71),
        ([0, 0, 4, 5], 32, 189),
        ([4, 0, 0, 5], 79, 31),
        ([0, 1, 5, 6], 349, 3479),
    ],
)
def test_published_periods(digits, period, preperiod):
    size = preperiod + 3 * period
    values = filled(KERNELS[0], digits, size)
    assert all(values[n] == values[n + period] for n in range(preperiod, size - period))
    assert values[preperiod - 1] != values[preperiod - 1 + period]


@settings(deadline=None)
@given(
    first=st.sampled_from([0, 4, 8, 12]),
    rest=st.lists(st.integers(0, 15), max_size=4),
    budget=st.sampled_from([0, 1, 50, 10**6]),
)
def test_values_as_defined_in_calls_of_any_budget(first, rest, budget):
    digits = [first, *rest]
    expected = from_options(22, lambda n: code_options(digits, n))
    for kernel in KERNELS:
        values, reached, room = blank(22), 0, 1
        while reached < 22:
            before = reached
            reached = kernel.fill(values, before, 22, array("q", digits), scratch(room), budget)
            if reached == before:
                room *= 2
        assert values.tolist() == expected


@pytest.mark.parametrize("kernel", KERNELS)
def test_it_stops_at_the_budget_and_for_want_of_scratch(kernel):
    kayles = array("q", [0, 7, 7])
    values = blank(30)
    assert kernel.fill(values, 0, 30, kayles, scratch(), 0) == 1
    assert kernel.fill(values, 1, 30, kayles, scratch(1), 100) == 2  # g(1) = 1 asks for two entries
    assert kernel.fill(values, 2, 30, kayles, scratch(1), 100) == 2
    assert kernel.fill(values, 2, 25, kayles, scratch(8), 10**6) == 25
    assert values.tolist()[:25] == KAYLES
    assert kernel.fill(values, 25, 30, kayles, scratch(8), 10**6) == 28  # g(27) = 8


@pytest.mark.parametrize("kernel", KERNELS)
def test_what_is_refused(kernel):
    kayles = array("q", [0, 7, 7])
    for start, stop in [(-1, 3), (3, 2), (0, 11)]:
        with pytest.raises(ValueError, match="cannot fill"):
            kernel.fill(blank(10), start, stop, kayles, scratch(), 1)
    for digits in ([1], [7, 7], [0, 16], [0, -1]):
        with pytest.raises(ValueError, match="no digit"):
            kernel.fill(blank(10), 0, 10, array("q", digits), scratch(), 1)
    with pytest.raises(ValueError, match="not known"):
        kernel.fill(blank(10), 3, 10, kayles, scratch(), 1)


@pytest.mark.slow
def test_a_long_preperiod():
    """0.356 has period 142 from 7315 on (tczajka/octal-games, SolvedGames.md)."""
    values = filled(KERNELS[0], [0, 3, 5, 6], 8000)
    assert all(values[n] == values[n + 142] for n in range(7315, 8000 - 142))
    assert values[7314] != values[7314 + 142]
