from array import array
from math import isqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.uncompiled import both

from grundy.laws.beatty import BeattyLaw
from grundy.laws.race import RaceLaw

KERNELS = both("outcomes")
FULL = 2**64 - 1
U64 = st.integers(0, 50) | st.integers(0, FULL) | st.integers(0, 64).map(lambda e: 2**e - 1)
DOUBLES_FAIL = [
    102334155, 141422324, 180510493, 204668310, 219598662, 243756479, 267914296, 282844648, 307002465, 321932817,
    336863169, 346090634, 361020986, 370248451,
]  # fmt: skip


def fibonacci():
    a, b, found = 0, 1, []
    while a < 2**64:
        found.append(a)
        a, b = b, a + b
    return found


def rows(cases):
    return array("Q", [n for case in cases for n in case]), array(
        "q", [len(cases[0]) * (i + 1) for i in range(len(cases))]
    )


def wins(function, cases, places, offsets):
    if not cases:
        return []
    kinds = bytearray([9] * len(cases))
    function(len(cases), len(cases[0]), *rows(cases), array("q", places), array("Q", offsets), kinds)
    return list(kinds)


def near(d):
    a = BeattyLaw(1).lower(d)
    pairs = [(a + i, a + d + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    return [p for p in pairs if min(p) >= 0 and max(p) <= FULL]


EDGES = sorted(
    {max(d + i, 0) for d in (0, 2**31, 2**32, 2**62, 2**63, *DOUBLES_FAIL, *fibonacci()) for i in (-1, 0, 1)}
)
LAST = isqrt(FULL**2 * 5) // 5  # about the last difference whose pairs fit


def test_wythoff_pairs_and_their_neighbours():
    last = next(d for d in range(int(0.3819660112501051 * 2**64) + 10**5, 0, -1) if BeattyLaw(1).lower(d) + d <= FULL)
    cases = [case for d in (*EDGES, *range(last - 5, last + 2), LAST) for case in near(d)]
    cases += [(b, a) for a, b in cases]
    expected = [not BeattyLaw(1).is_p(case) for case in cases]
    assert expected.count(False) > 300
    for kernel in KERNELS:
        assert wins(kernel.beatty, cases, [-1, 0, 1], [1, 0, 0]) == expected


def test_where_programs_in_floating_point_are_wrong():
    for kernel in KERNELS:
        for d in DOUBLES_FAIL:
            a = (d + isqrt(5 * d * d)) // 2
            assert wins(kernel.beatty, [(a, a + d), (a + 1, a + 1 + d)], [-1, 0, 1], [1, 0, 0]) == [0, 1]


@pytest.mark.parametrize("least", [0, 2**64 - 400])
def test_wythoff_at_both_ends(least):
    cases = [(a, b) for a in range(least, least + 60) for b in range(least, least + 60)]
    expected = [not BeattyLaw(1).is_p(case) for case in cases]
    for kernel in KERNELS:
        assert wins(kernel.beatty, cases, [-1, 0, 1], [1, 0, 0]) == expected


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(U64, U64) | st.integers(0, LAST * 85 // 100).flatmap(lambda d: st.sampled_from(near(d) or [(0, 0)])),
        max_size=20,
    )
)
def test_wythoff_as_the_law(cases):
    for kernel in KERNELS:
        assert wins(kernel.beatty, cases, [-1, 0, 1], [1, 0, 0]) == [not BeattyLaw(1).is_p(case) for case in cases]


def test_operands_are_places_with_offsets():
    for kernel in KERNELS:
        assert wins(kernel.beatty, [(9, 2), (9, 3), (9, FULL)], [-1, -1, 1], [1, 3, 3]) == [0, 1, 1]


def race_wins(low, high, goal, number):
    return not RaceLaw(low, high, goal).is_p((number,))


GOALS = [n for e in range(16) for t in (18**e, 9 * 18**e) for n in (t, t + 1) if n <= FULL] + [
    0,
    1,
    37,
    72,
    73,
    FULL,
    2**63,
]


@settings(deadline=None)
@given(
    st.integers(0, 12) | U64,
    st.integers(0, 12) | U64,
    st.integers(1, 9) | U64.filter(bool),
    st.lists(U64, max_size=20),
)
def test_races_as_the_law(low, high, number, goals):
    cases = [(low, high, goal, number) for goal in goals]
    expected = [race_wins(*case) for case in cases]
    for kernel in KERNELS:
        assert wins(kernel.race, cases, [0, 1, 2, 3], [0, 0, 0, 0]) == expected
        assert wins(kernel.race, cases, [-1, -1, 2, -1], [low, high, 0, number]) == expected
        assert wins(kernel.race, cases, [-1, 1, 2, 3], [low, 0, 0, 0]) == expected


@pytest.mark.parametrize(
    ("low", "high"), [(2, 9), (1, 9), (0, 2), (2, 2), (3, 2), (2, FULL), (2**32, 2**32), (7, 2**62)]
)
def test_races_at_the_ends_of_the_bands(low, high):
    ratio = max(low, 2) * high
    ends = [t for e in range(64) for t in (ratio**e, high * ratio**e) if t <= FULL]
    goals = sorted({g for t in ends for g in (t - 1, t, t + 1) if 0 <= g <= FULL} | set(GOALS))
    for kernel in KERNELS:
        found = wins(kernel.race, [(goal,) for goal in goals], [-1, -1, 0, -1], [low, high, 0, 1])
        assert found == [race_wins(low, high, goal, 1) for goal in goals]


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=9),
    st.lists(st.tuples(*[st.integers(0, 9)] * 4), max_size=4),
)
def test_boxes(cases, boxes):
    flat = [n for i, (a, b, c, d) in enumerate(boxes) for n in (i + 2, a, b, c, d)]
    expected = [
        next((i + 2 for i, (a, b, c, d) in enumerate(boxes) if a <= x <= b and c <= y <= d), 1) for x, y in cases
    ]
    for kernel in KERNELS:
        kinds = bytearray([1] * len(cases))
        if cases:
            kernel.exempt(len(cases), 2, *rows(cases), array("Q", flat), kinds)
        assert list(kinds) == expected


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("r", [1, 2, 3, 10, 2**32, 2**63, FULL])
def test_beatty_pairs_of_other_slopes(kernel, r):
    law = BeattyLaw(r)
    small = [(a, b) for a in range(30) for b in range(60)]
    indices = [*range(30), *(FULL // (law.lower(10**9) // 10**9 + r) - i for i in range(9)), 2**31, 2**32 // r]
    pairs = [law.pair(i) for i in indices if i >= 0]
    near = [(a + i, b + j) for a, b in pairs for i in (-1, 0, 1) for j in (-1, 0, 1) if a + i >= 0 and b + j <= FULL]
    cases = [*small, *near, *((b, a) for a, b in near)]
    cases = [case for case in cases if min(case) >= 0 and max(case) <= FULL]
    assert wins(kernel.beatty, cases, [-1, 0, 1], [r, 0, 0]) == [not law.is_p(case) for case in cases]


@settings(deadline=None)
@given(
    st.integers(1, 6) | U64.filter(bool),
    st.lists(st.tuples(U64, U64), max_size=9),
    st.lists(st.integers(0, 2**62), max_size=9),
)
def test_beatty_pairs_as_the_law(r, cases, indices):
    cases = cases + [pair for i in indices if (pair := BeattyLaw(r).pair(i // r)) and pair[1] <= FULL]
    for kernel in KERNELS:
        found = wins(kernel.beatty, cases, [-1, 0, 1], [r, 0, 0])
        assert found == [not BeattyLaw(r).is_p(case) for case in cases]


@pytest.mark.parametrize("kernel", KERNELS)
def test_what_is_refused(kernel):
    words, ends, kinds = array("Q", [1, 2]), array("q", [2]), bytearray(1)
    three, four = array("Q", [1, 0, 0]), array("Q", [0] * 4)
    for count, plain, places, message in [
        (2, 2, [-1, 0, 1], "no 2 cases"),
        (1, 3, [-1, 0, 1], "case 0"),
        (1, 2, [-1, 0, 2], "no place"),
        (1, 2, [-1, 0, -2], "no place"),
        (1, 2, [0, 0, 1], "constant"),
        (1, 2, [-1, 0], "two heaps"),
    ]:
        with pytest.raises(ValueError, match=message):
            kernel.beatty(count, plain, words, ends, array("q", places), three, kinds)
    for offsets, given_kinds in (([0, 0, 0], kinds), ([1, 0], kinds), ([1, 0, 0], bytearray())):
        with pytest.raises(ValueError, match="two heaps"):
            kernel.beatty(1, 2, words, ends, array("q", [-1, 0, 1]), array("Q", offsets), given_kinds)
    with pytest.raises(ValueError, match="four"):
        kernel.race(1, 2, words, ends, array("q", [0, 1]), four, kinds)
    with pytest.raises(ValueError, match="too short"):
        kernel.exempt(1, 2, words, ends, array("Q", [0, 0]), kinds)
