# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Answers to an online judge: values, kinds and moves of many cases to text."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence

try:
    import cython
except ImportError:
    from grundy.kernels import _shim as cython  # type: ignore[no-redef]

COMPILED: bool = cython.compiled

CASE = -2
"""Field: the number of the case."""
VALUE = -3
"""Field: the value of the case."""
MOVE = -6
"""Fields MOVE, MOVE + 1, MOVE + 2: the three numbers of the case's move."""


@cython.cfunc
@cython.inline
@cython.locals(out=cython.uchar[::1])
def _write_number(out: MutableSequence[int], at: cython.Py_ssize_t, n: cython.ulonglong) -> cython.Py_ssize_t:
    """Write the digits of *n* at *at*; the place after them."""
    end: cython.Py_ssize_t = at + 1
    rest: cython.ulonglong = n // 10
    while rest > 0:
        end += 1
        rest = rest // 10
    last: cython.Py_ssize_t = end
    while last > at:
        last -= 1
        rest = n // 10
        out[last] = 48 + (n - 10 * rest)
        n = rest
    return end


@cython.cfunc
@cython.locals(
    values=cython.ulonglong[::1], moves=cython.ulonglong[::1], program=cython.longlong[::1], texts=cython.uchar[::1]
)
def _longest(
    count: cython.Py_ssize_t, values: array[int], moves: array[int], program: array[int], texts: MutableSequence[int]
) -> cython.Py_ssize_t:
    """No answer to *count* cases is longer; ValueError unless the program is one for them."""
    answers: cython.longlong = program[0]
    if not 1 <= answers < len(program) - 1 or program[answers + 1] > len(program):
        raise ValueError("the program is too short")
    longest: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    piece: cython.Py_ssize_t
    for i in range(1, answers + 1):
        begin: cython.longlong = program[i]
        end: cython.longlong = program[i + 1]
        if not answers + 2 <= begin <= end <= len(program) or (end - begin) % 3:
            raise ValueError("the pieces of an answer are outside the program")
        size: cython.Py_ssize_t = 0
        for piece in range(begin, end, 3):
            length: cython.longlong = program[piece + 1]
            field: cython.longlong = program[piece + 2]
            if program[piece] < 0 or length < 0 or program[piece] + length > len(texts):
                raise ValueError("a text is outside the texts")
            if (field == -3 and len(values) < count) or (field <= -4 and len(moves) < 3 * count) or field < -6:
                raise ValueError(f"there is no field {field}")
            size += length + 20
        if size > longest:
            longest = size
    return longest


@cython.locals(
    kinds=cython.uchar[::1],
    words=cython.ulonglong[::1],
    ends=cython.longlong[::1],
    values=cython.ulonglong[::1],
    moves=cython.ulonglong[::1],
    program=cython.longlong[::1],
    texts=cython.uchar[::1],
    out=cython.uchar[::1],
)
def write_cases(
    kinds: MutableSequence[int],
    start: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    number: cython.ulonglong,
    words: array[int],
    ends: array[int],
    values: array[int],
    moves: array[int],
    program: array[int],
    texts: MutableSequence[int],
    out: MutableSequence[int],
) -> tuple[int, int]:
    r"""Write the answers of the cases start..count-1 to *out*, as far as it has room: the length, and the next case.

    kinds[i] says which answer case number i has. *program* is `array("q")`: the number of answers, where the
    pieces of each begin, where the last of them end, and the pieces, three numbers each: a text's place in
    *texts*, its length, and the field that follows it: the index of a number of the case, CASE (case 0 has the
    number *number*), VALUE, one of MOVE, or -1 for none. *words* and *ends* are those of `read_cases`, *values*
    has a word a case, *moves* three.

    >>> program = array("q", [2, 4, 7, 13, 0, 3, -1, 3, 6, 0, 9, 1, -1])
    >>> out, none = bytearray(100), array("Q")
    >>> words, ends = array("Q", [7, 18]), array("q", [1, 2])
    >>> write_cases(bytearray([0, 1]), 0, 2, 1, words, ends, none, none, program, bytearray(b"P.\nN for \n"), out)
    (12, 2)
    >>> bytes(out[:12])
    b'P.\nN for 18\n'
    """
    longest: cython.Py_ssize_t = _longest(count, values, moves, program, texts)
    if not 0 <= start <= count <= min(len(kinds), len(ends)):
        raise ValueError(f"there are no cases {start}..{count}")
    room: cython.Py_ssize_t = len(out)
    at: cython.Py_ssize_t = 0
    case: cython.Py_ssize_t = start
    piece: cython.Py_ssize_t
    i: cython.Py_ssize_t
    while case < count and at + longest <= room:
        i = kinds[case]
        if i >= program[0]:
            raise ValueError(f"there is no answer {i}")
        for piece in range(program[1 + i], program[2 + i], 3):
            text: cython.Py_ssize_t = program[piece]
            length: cython.Py_ssize_t = program[piece + 1]
            for i in range(length):
                out[at + i] = texts[text + i]
            at += length
            field: cython.longlong = program[piece + 2]
            if field == -1:
                continue
            n: cython.ulonglong
            if field >= 0:
                base: cython.Py_ssize_t = ends[case - 1] if case > 0 else 0
                if not 0 <= base + field < len(words):
                    raise ValueError(f"there is no number {field} of the case")
                n = words[base + field]
            elif field == -2:
                n = number + case
            elif field == -3:
                n = values[case]
            else:
                n = moves[3 * case + field + 6]
            at = _write_number(out, at, n)
        case += 1
    return at, case
