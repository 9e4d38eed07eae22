from array import array
from functools import reduce
from operator import xor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.uncompiled import both

from grundy.laws.batch import first_winning
from grundy.laws.nim import NimLaw
from grundy.laws.residue import ResidueLaw
from grundy.laws.window import ScaledWindowLaw

KERNELS = both("sums")
FULL = 2**64 - 1
U64 = st.integers(0, 60) | st.integers(0, FULL) | st.integers(0, 64).map(lambda e: 2**e - 1)
NUMBERS = st.integers(0, 9) | st.integers(2**63, FULL) | U64
LAWS = [lambda m: NimLaw(), lambda m: ResidueLaw(m or 2**64), lambda m: ScaledWindowLaw(m, 0)]


def decided(kernel, cases, plain, laws, places, offsets, *, misere=False, kinds=None):
    """(kinds, values, moves) of the cases."""
    words, ends = array("Q", [n for case in cases for n in case]), array("q")
    for case in cases:
        ends.append((ends[-1] if ends else 0) + len(case))
    found, values, moves = bytearray(len(cases)), array("Q", [0] * len(cases)), array("Q", [0] * 3 * len(cases))
    given = (len(cases), plain, words, ends, array("q", laws), array("q", places), array("Q", offsets))
    kernel.values_of(*given, misere, found, values)
    if not misere:
        kernel.first_moves(*given, found if kinds is None else kinds, values, moves)
    return list(found), values.tolist(), moves.tolist()


def expected(law, m, heaps):
    """The same of one case, by the law."""
    law = LAWS[law](m)
    values = [law.value((n,)) for n in heaps]
    total = reduce(xor, values, 0)
    move = [0, 0, 0]
    if total:
        index, run = first_winning(law, heaps, values, total)
        move = [index + 1, run.first[0], heaps[index] - run.first[0]]
    return int(total > 0), total, move


@settings(deadline=None)
@given(st.sampled_from([0, 1, 2]), NUMBERS, st.lists(st.lists(U64, max_size=6), max_size=5))
def test_lists_of_heaps(law, m, lists):
    wanted = [expected(law, m, heaps) for heaps in lists]
    for kernel in KERNELS:
        cases = [[m, *heaps] for heaps in lists]
        kinds, values, moves = decided(kernel, cases, 1, [law], [0, -2], [0, 0])
        assert (kinds, values) == ([w[0] for w in wanted], [w[1] for w in wanted])
        assert moves == [n for w in wanted for n in w[2]]


@settings(deadline=None)
@given(
    st.sampled_from([0, 1, 2]), NUMBERS, st.lists(U64, min_size=3, max_size=3), st.sampled_from([[0, 0, 0], [3, 0, 1]])
)
def test_heaps_by_place_offset_and_as_constants(law, m, heaps, offsets):
    real = [(n + o) % 2**64 for n, o in zip(heaps, offsets, strict=True)]
    kind, total, move = expected(law, m, [*real, 5])
    places = [-1, 0, -1, 1, -1, 2, -1, -1]
    packed = [n for o in offsets for n in (m, o)] + [m, 5]
    for kernel in KERNELS:
        assert decided(kernel, [heaps], 3, [law] * 4, places, packed) == ([kind], [total], move)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("k", [0, 1, 2, 3, 4, 7, 50])
def test_all_pairs_of_small_heaps(kernel, k):
    for law in range(3):
        cases = [[a, b] for a in range(25) for b in range(25)]
        wanted = [expected(law, k, case) for case in cases]
        kinds, values, moves = decided(kernel, cases, 2, [law, law], [-1, 0, -1, 1], [k, 0, k, 0])
        assert (kinds, values) == ([w[0] for w in wanted], [w[1] for w in wanted])
        assert moves == [n for w in wanted for n in w[2]]


@pytest.mark.parametrize("kernel", KERNELS)
def test_laws_together(kernel):
    # Nim 6, 7 mod 5, the window of 3 at 9: 6 xor 2 xor 6
    assert decided(kernel, [[6, 7, 9]], 3, [0, 1, 2], [-1, 0, -1, 1, -1, 2], [0, 0, 5, 0, 3, 0]) == (
        [1],
        [2],
        [1, 4, 2],
    )


@pytest.mark.parametrize("kernel", KERNELS)
def test_misere(kernel):
    cases = [[0], [1], [2, 1, 1], [1, 2], [2, 2, 3], [2, 2, 2]]
    cases = [[len(c), *c] for c in ([], [1], [1, 1], [2], [2, 3], [2, 2])]
    kinds, values, _ = decided(kernel, cases, 1, [0], [-1, -2], [0, 0], misere=True)
    assert (kinds, values) == ([1, 0, 1, 1, 1, 0], [1, 0, 1, 2, 1, 0])
    assert decided(kernel, [[1, 0], [1, 2]], 2, [0, 0], [-1, 0, -1, 1], [0] * 4, misere=True)[1] == [0, 3]


@pytest.mark.parametrize("kernel", KERNELS)
def test_moves_only_where_they_are_asked_for(kernel):
    assert decided(kernel, [[3], [5]], 1, [0], [-1, 0], [0, 0], kinds=bytearray([2, 1]))[2] == [0, 0, 0, 1, 0, 5]


@pytest.mark.parametrize("kernel", KERNELS)
def test_what_is_refused(kernel):
    words, ends, kinds, values = array("Q", [1, 2]), array("q", [2]), bytearray(1), array("Q", [0])
    nim, places, offsets = array("q", [0]), array("q", [-1, 0]), array("Q", [0, 0])
    for count, plain, wrong in [(2, 2, places), (1, 3, places), (1, 2, array("q", [-1, 2])), (1, 2, array("q", [0]))]:
        with pytest.raises(ValueError, match=r"cases|within|place|short"):
            kernel.values_of(count, plain, words, ends, nim, wrong, offsets, False, kinds, values)
        with pytest.raises(ValueError, match=r"cases|within|place|short"):
            kernel.first_moves(count, plain, words, ends, nim, wrong, offsets, kinds, values, array("Q", [0] * 3))
    with pytest.raises(ValueError, match="too short"):
        kernel.first_moves(1, 2, words, ends, nim, places, offsets, kinds, values, array("Q"))
    with pytest.raises(ValueError, match="not that of a sum"):
        kernel.first_moves(
            1, 2, words, ends, nim, places, offsets, bytearray([1]), array("Q", [8]), array("Q", [0] * 3)
        )
