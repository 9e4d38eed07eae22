from array import array
from functools import reduce
from operator import xor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.oracles import blank, from_options
from tests.kernels.uncompiled import both

KERNELS = both("window")
U64 = st.integers(0, 2**64 - 1) | st.integers(0, 64).map(lambda e: 2**e - 1)


def scaled(kernel, numbers, k):
    out = array("Q", bytes(8 * len(numbers)))
    kernel.scaled_window_values(array("Q", numbers), k, out)
    return out.tolist()


def by_recursion(n, k):
    """The recursion of the blackboard game, as its problem states it."""
    if n <= 1:
        return 0
    a, b = divmod(n, k)
    if b == 0:
        a, b = a - 1, k
    if b == 1:
        return by_recursion(a, k)
    return a * (k - 1) + b - 1


@pytest.mark.parametrize("k", [2, 3, 4, 7, 50])
def test_scaled_windows_as_defined(k):
    options = from_options(300, lambda n: [(y,) for y in range(1, n) if n <= k * y])
    for kernel in KERNELS:
        assert scaled(kernel, range(1, 300), k) == options[1:]


@settings(deadline=None)
@given(numbers=st.lists(U64), k=st.sampled_from([2, 3, 10]) | st.integers(2, 2**64 - 1))
def test_scaled_windows_of_huge_numbers(numbers, k):
    for kernel in KERNELS:
        assert scaled(kernel, numbers, k) == [by_recursion(n, k) for n in numbers]


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("k", [-1, 0, 1, 2**64])
def test_scales_that_are_refused(kernel, k):
    with pytest.raises(ValueError, match="k must be"):
        scaled(kernel, [5], k)


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_short_result_is_refused_and_one_in_place_is_not(kernel):
    with pytest.raises(ValueError, match="out needs 2"):
        kernel.scaled_window_values(array("Q", [1, 2]), 2, array("Q", [0]))
    numbers = array("Q", [2**60 - 1, 2**60])
    kernel.scaled_window_values(numbers, 2, numbers)
    assert numbers.tolist() == [0, 2**59]


@settings(deadline=None)
@given(st.lists(U64))
def test_nim_sums(numbers):
    for kernel in KERNELS:
        assert kernel.xor_all(array("Q", numbers)) == reduce(xor, numbers, 0)


@settings(deadline=None)
@given(steps=st.lists(st.booleans(), max_size=50), cut=st.integers(0, 51))
def test_windows_as_defined(steps, cut):
    lower = [0]
    for step in steps:
        lower.append(lower[-1] + step)
    size = len(lower)
    cut = min(cut, size)
    expected = from_options(size, lambda n: [(y,) for y in range(lower[n], n)])
    for kernel in KERNELS:
        values = blank(size)
        kernel.fill_window(values, 0, cut, array("q", lower))
        kernel.fill_window(values, cut, size, array("q", lower))
        assert values.tolist() == expected


@pytest.mark.parametrize("kernel", KERNELS)
def test_windows_that_are_refused(kernel):
    for lower in ([1], [0, 2], [0, 1, 0], [0, -1], [0, 0, 0, 2]):
        with pytest.raises(ValueError, match="no step"):
            kernel.fill_window(blank(len(lower)), 0, len(lower), array("q", lower))
    for start, stop in [(-1, 2), (2, 1), (0, 4)]:
        with pytest.raises(ValueError, match="cannot fill"):
            kernel.fill_window(blank(3), start, stop, array("q", [0] * 4))
    with pytest.raises(ValueError, match="cannot fill"):
        kernel.fill_window(blank(3), 0, 3, array("q", [0]))


@given(
    numbers=st.lists(st.integers(1, 400) | st.integers(1, 2**64 - 1), max_size=30),
    k=st.sampled_from([2, 3, 10]) | st.integers(2, 2**64 - 1),
    total=st.integers(0, 300) | st.integers(0, 2**64 - 1),
)
def test_the_heaps_that_reach_a_value(numbers, k, total):
    values = [by_recursion(n, k) for n in numbers]
    wanted = [i for i, n in enumerate(numbers) if values[i] ^ total <= n - -(-n // k)]
    for kernel in KERNELS:
        found, at = [], 0
        while at < len(numbers):
            at = kernel.next_reaching(array("Q", numbers), array("Q", values), k, total, at)
            found += [at] if at < len(numbers) else []
            at += 1
        assert found == wanted
