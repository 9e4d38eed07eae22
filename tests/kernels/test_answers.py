from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.uncompiled import both

KERNELS = both("answers")
NUMBERS = st.integers(0, 9) | st.integers(0, 2**64 - 1) | st.sampled_from([2**31, 2**32, 2**63, 2**64 - 1, 10**19])

# P.\n | case, value, heap: index, option, taken
PROGRAM = [2, 4, 7, 28, 0, 3, -1, 0, 0, -2, 3, 1, -3, 3, 1, 1, 3, 1, -6, 3, 1, -5, 3, 1, -4, 2, 1, -1]
TEXTS = b"P.\n/"


def written(kernel, kinds, words, ends, values, moves, program, *, room=999, start=0, number=1):
    out = bytearray(room)
    arrays = (array("Q", words), array("q", ends), array("Q", values), array("Q", moves), array("q", program))
    size, done = kernel.write_cases(bytearray(kinds), start, len(kinds), number, *arrays, bytearray(TEXTS), out)
    return bytes(out[:size]), done


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 1), NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS), max_size=6),
    st.integers(1, 10**12),
)
def test_answers_with_fields(cases, number):
    kinds, values, heaps, *moves = zip(*cases, strict=True) if cases else [[]] * 6
    words = [n for heap in heaps for n in (7, heap)]
    ends = [2 * i + 2 for i in range(len(heaps))]
    flat = [n for move in zip(*moves, strict=True) for n in move]
    lines = [
        "/".join(map(str, (number + i, value, heap, *move))) if kind else "P."
        for i, (kind, value, heap, *move) in enumerate(cases)
    ]
    for kernel in KERNELS:
        printed, done = written(kernel, kinds, words, ends, values, flat, PROGRAM, number=number)
        assert printed.decode() == "".join(f"{line}\n" for line in lines)
        assert done == len(cases)
        pieces, at = b"", 0
        while at < len(cases):
            piece, at = written(kernel, kinds, words, ends, values, flat, PROGRAM, room=200, start=at, number=number)
            pieces += piece
        assert pieces == printed


@pytest.mark.parametrize("kernel", KERNELS)
def test_programs_that_are_refused(kernel):
    good = [1, 3, 6, 0, 3, -1]
    assert written(kernel, [0], [1], [1], [], [], good) == (b"P.\n", 1)
    assert written(kernel, [0], [1], [1], [], [], good, room=5) == (b"", 0)
    for program in ([0], [1, 3], [1, 2, 5, 0, 3, -1], [1, 3, 9, 0, 3, -1], [1, 3, 5, 0, 3, -1], [1, 3, 6, 2, 3, -1]):
        with pytest.raises(ValueError, match=r"program|pieces|outside"):
            written(kernel, [0], [1], [1], [], [], program)
    for field in (-7, -6, -3, 1):
        with pytest.raises(ValueError, match=r"no field|no number"):
            written(kernel, [0], [1], [1], [], [], [1, 3, 6, 0, 3, field])
    with pytest.raises(ValueError, match="no answer 1"):
        written(kernel, [1], [1], [1], [], [], good)
    with pytest.raises(ValueError, match="no cases"):
        written(kernel, [0], [1], [], [], [], good)
