from array import array
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.uncompiled import both

KERNELS = both("cases")
FULL = 2**64 - 1
NUMBERS = st.integers(0, 9) | st.integers(0, FULL) | st.sampled_from([2**31, 2**32, 2**63, FULL, 10**19, 10**19 - 1])
BLANKS = st.text(" \t\r\v\f", min_size=1, max_size=3)


def read(kernel, data, shape, bounds=None, *, at=0, lines=False, most=99, marks=(), room=99, begun=(), stop=None):
    """(place, cases as lists, the numbers of the one that has begun, status, line ends, place after the last)."""
    words = array("Q", [*begun, *[0] * (room - len(begun))])
    ends, state = array("q", [0] * most), array("q", [len(begun), 0, -1])
    given = array("Q", bounds or [0, FULL] * shape[0] + [0, FULL])
    if shape[1] >= 0:
        given[2 * shape[1] + 1] = min(given[2 * shape[1] + 1], 2**40)
    stop = len(data) if stop is None else stop
    arrays = (array("q", shape), given, array("Q", marks), words, ends, state)
    place, count, status = kernel.read_cases(bytearray(data), at, stop, lines, most, *arrays)
    starts = [0, *ends[:count]]
    cases = [words[a:b].tolist() for a, b in pairwise(starts)]
    return place, cases, words[starts[-1] : starts[-1] + state[0]].tolist(), status, state[1], state[2]


@settings(deadline=None)
@given(st.lists(st.lists(NUMBERS, min_size=2, max_size=2), max_size=5), st.data())
def test_lines(cases, data):
    rows = [
        f"{data.draw(st.just('') | BLANKS)}{a}{data.draw(BLANKS)}{b}{data.draw(st.just('') | BLANKS)}\n"
        for a, b in cases
    ]
    text = "".join(rows).encode()
    for kernel in KERNELS:
        assert read(kernel, text, [2, -1, 0, 0], lines=True)[:5] == (len(text), cases, [], 0, len(cases))
        if cases:
            cut = data.draw(st.integers(0, len(cases)))
            done = len("".join(rows[:cut]))
            assert read(kernel, text, [2, -1, 0, 0], lines=True, most=cut)[:4] == (done, cases[:cut], [], 2)


@settings(deadline=None)
@given(st.lists(st.lists(NUMBERS, max_size=4), max_size=4), st.data())
def test_lists_in_any_arrangement_and_cut_anywhere(lists, data):
    numbers = [n for case in lists for n in (len(case), *case)]
    gaps = st.text(" \n\t", min_size=1, max_size=2)
    text = "".join(f"{n}{data.draw(gaps)}" for n in numbers).encode()
    whole = [[len(case), *case] for case in lists]
    cut = data.draw(st.integers(0, len(text)))
    for kernel in KERNELS:
        assert read(kernel, text, [1, 0, 0, 0])[:4] == (len(text), whole, [], 0)
        place, cases, begun, status, newlines, after = read(kernel, text[:cut], [1, 0, 0, 0])
        assert status == 0
        assert newlines == text[:place].count(b"\n")
        assert after == (text[:place].rfind(b"\n") + 1 if newlines else -1)
        rest = read(kernel, text, [1, 0, 0, 0], at=place, begun=begun)
        assert cases + rest[1] == whole


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(
    "word", ["-1", "+1", "x", "1.5", "1x", "1\0", str(2**64), "9" * 20, "1" * 21, "0" * 21, "\xff", "-"]
)
def test_words_that_stop_the_reading(kernel, word):
    text = f"5 7\n8 {word}\n3 3\n".encode("latin1")
    assert read(kernel, text, [2, -1, 0, 0], lines=True) == (4, [[5, 7]], [], 1, 1, 4)
    assert read(kernel, text, [2, -1, 0, 0]) == (6, [[5, 7]], [8], 1, 1, 4)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("number", [0, 9, 2**31, 2**32, 2**63, 10**19 - 1, 10**19, FULL - 1, FULL])
def test_every_word_of_64_bits_is_read(kernel, number):
    for text in (f"{number}\n", f"{number:020}\n"):
        expected = [[number]] if len(text) < 21 or number >= 10**19 else []
        assert read(kernel, text.encode(), [1, -1, 0, 0], lines=True)[1] == expected


@pytest.mark.parametrize("kernel", KERNELS)
def test_bounds_lines_and_room(kernel):
    pair = [2, -1, 0, 0]
    assert read(kernel, b"1 2\n0 2\n", pair, [1, 9, 1, 9, 0, 0], lines=True)[:4] == (4, [[1, 2]], [], 1)
    assert read(kernel, b"1 2\n1 10\n", pair, [1, 9, 1, 9, 0, 0])[:4] == (6, [[1, 2]], [1], 1)
    assert read(kernel, b"\n \n1 2\n\n", pair, lines=True) == (8, [[1, 2]], [], 0, 4, 8)
    for text in (b"1\n2 3\n", b"1 2 3\n", b"1\n", b" x\n"):
        assert read(kernel, text, pair, lines=True)[:4] == (0, [], [], 1)
    assert read(kernel, b"1 2\n3 4\n", pair, lines=True, room=3)[:4] == (4, [[1, 2]], [], 2)
    assert read(kernel, b"1 2 3 4\n", pair, room=3)[:4] == (6, [[1, 2]], [3], 2)
    assert read(kernel, b"7 8 9 ", [1, -1, 2, 0])[1] == [[7, 8, 9]]
    assert read(kernel, b"2 0 9 ", [1, 0, 0, 0], [0, 9, 1, 9])[:4] == (2, [], [2], 1)


@pytest.mark.parametrize("kernel", KERNELS)
def test_marks_stop_before_the_case(kernel):
    marks = [0, 0, 0, 5, 7, 9, 0, FULL]
    for text, place in ((b"1 2\n0 6 0 5 1 1 ", 8), (b"1 0\n8 2 ", 4), (b"0 6\n 7\n0 0", 5)):
        assert read(kernel, text, [2, -1, 0, 2], marks=marks)[0] == place
    assert read(kernel, b"1 1\n0 0\n2 2\n", [2, -1, 0, 2], marks=marks, lines=True)[:4] == (4, [[1, 1]], [], 1)
    assert read(kernel, b"0 7 ", [2, -1, 0, 1], marks=[0, 0])[:4] == (0, [], [], 1)


@pytest.mark.parametrize("kernel", KERNELS)
def test_what_is_refused(kernel):
    one = [1, -1, 0, 0]
    wrong = [
        ((b"1 ", [0, -1, 0, 0]), {}, "no shape"),
        ((b"1 ", [1, 1, 0, 0], [0, 9, 0, 9, 0, 9]), {}, "no shape"),
        ((b"1 ", one, [0, 1]), {}, "too short"),
        ((b"1 ", one), {"marks": [0, 0]}, "marks"),
        ((b"1 ", [1, -1, 0, 1]), {"marks": [0]}, "too short"),
        ((b"1 ", one), {"stop": 3}, "cannot read"),
        ((b"1 ", one), {"lines": True}, "whole lines"),
        ((b"1 ", one), {"begun": [1]}, "complete"),
        ((b"1 ", [3, -1, 0, 2]), {"marks": [0, 0, 0, 0], "begun": [1]}, "not compared"),
    ]
    for arguments, keywords, message in wrong:
        with pytest.raises(ValueError, match=message):
            read(kernel, *arguments, **keywords)
    with pytest.raises(ValueError, match="2\\^40"):
        kernel.read_cases(
            bytearray(b"1 "),
            0,
            2,
            False,
            0,
            *(array("q", [1, 0, 0, 0]), array("Q", [0, FULL] * 2)),
            *(array("Q"),) * 2,
            *(array("q", [0] * 3),) * 2,
        )
