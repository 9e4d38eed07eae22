from array import array
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.oracles import blank, from_options
from tests.kernels.uncompiled import both

KERNELS = both("subtraction")
SETS = st.sets(st.integers(1, 12), max_size=6).map(sorted)


def cuts(size):
    return st.lists(st.integers(0, size), max_size=4).map(lambda c: [0, *sorted(c), size])


def zeros(size):
    return array("I", bytes(4 * size))


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(
    ("moves", "period"),
    [
        ([1, 3, 4], [0, 1, 0, 1, 2, 3, 2]),  # Winning Ways, chapter 4, table of subtraction games
        ([1, 3, 8], [0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2]),
        ([1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]),
    ],
)
def test_published_periods(kernel, moves, period):
    values = blank(20 * len(period))
    kernel.fill(values, 0, len(values), array("q", moves), zeros(len(moves) + 1))
    assert values.tolist() == 20 * period


@settings(deadline=None)
@given(moves=SETS, bounds=cuts(60), junk=st.integers(0, 5))
def test_finite_sets_as_defined(moves, bounds, junk):
    expected = from_options(60, lambda n: [(n - t,) for t in moves if t <= n])
    for kernel in KERNELS:
        values, scratch = blank(60), array("I", [junk]) * (len(moves) + 1)
        for start, stop in pairwise(bounds):
            kernel.fill(values, start, stop, array("q", moves), scratch)
        assert values.tolist() == expected


@settings(deadline=None)
@given(excluded=SETS, bounds=cuts(60), junk=st.integers(0, 5))
def test_all_but_finite_sets_as_defined(excluded, bounds, junk):
    expected = from_options(60, lambda n: [(n - t,) for t in range(1, n + 1) if t not in excluded])
    for kernel in KERNELS:
        values, scratch = blank(60), array("I", [junk]) * 61
        for start, stop in pairwise(bounds):
            kernel.fill_allbut(values, start, stop, array("q", excluded), scratch)
        assert values.tolist() == expected


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("act", ["fill", "fill_allbut"])
def test_what_is_refused(kernel, act):
    fill = getattr(kernel, act)
    for start, stop in [(-1, 3), (3, 2), (0, 11)]:
        with pytest.raises(ValueError, match="cannot fill"):
            fill(blank(10), start, stop, array("q", [1]), zeros(20))
    for moves in ([0, 1], [2, 2], [3, 1], [-1]):
        with pytest.raises(ValueError, match="ascending"):
            fill(blank(10), 0, 10, array("q", moves), zeros(20))
    with pytest.raises(ValueError, match="scratch needs"):
        fill(blank(10), 0, 10, array("q", [1]), zeros(1))


@pytest.mark.parametrize("kernel", KERNELS)
def test_all_but_refuses_values_that_no_table_has(kernel):
    with pytest.raises(ValueError, match="cannot be a Grundy value"):
        kernel.fill_allbut(blank(10), 5, 10, array("q", [1]), zeros(11))


@pytest.mark.parametrize("kernel", KERNELS)
def test_no_moves(kernel):
    values = blank(5)
    kernel.fill(values, 0, 5, array("q"), zeros(1))
    assert values.tolist() == [0] * 5
    kernel.fill_allbut(values, 0, 5, array("q"), zeros(6))
    assert values.tolist() == [0, 1, 2, 3, 4]
