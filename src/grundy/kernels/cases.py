# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Cases of an online judge's input: text to 64-bit words.

A case is *plain* numbers, then perhaps a list, whose length is one of them or fixed. Its numbers are words side
by side. Whatever is out of the ordinary (a sign, a word that is no number, a number of more than 20 digits or
out of its bounds, a case that is cut off) stops the reading just before it: the caller reads on by other means.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence

try:
    import cython
except ImportError:
    from grundy.kernels import _shim as cython  # type: ignore[no-redef]

COMPILED: bool = cython.compiled

USED = 0
"""Status: the text is used up; a number that may go on is left."""
ODD = 1
"""Status: what comes next is out of the ordinary."""
FULL = 2
"""Status: there is no room for more cases or words."""


@cython.cfunc
@cython.inline
@cython.locals(marks=cython.ulonglong[::1], words=cython.ulonglong[::1])
def _marked(marks: array[int], head: cython.Py_ssize_t, words: array[int], base: cython.Py_ssize_t) -> cython.bint:
    """Whether the *head* words from *base* on are in one of the boxes."""
    box: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t
    while box < len(marks):
        inside: cython.bint = True
        for j in range(head):
            n: cython.ulonglong = words[base + j]
            if n < marks[box + 2 * j] or n > marks[box + 2 * j + 1]:
                inside = False
        if inside:
            return True
        box += 2 * head
    return False


@cython.cfunc
@cython.locals(
    text=cython.uchar[::1],
    shape=cython.longlong[::1],
    bounds=cython.ulonglong[::1],
    marks=cython.ulonglong[::1],
    state=cython.longlong[::1],
)
def _check(
    text: MutableSequence[int],
    at: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    lines: cython.bint,
    shape: array[int],
    bounds: array[int],
    marks: array[int],
    state: array[int],
) -> None:
    """Raise ValueError unless these are a stretch of a text, a shape of cases, and what goes with it."""
    if len(shape) != 4 or len(state) < 3:
        raise ValueError("a shape is four numbers, a state three")
    plain: cython.longlong = shape[0]
    head: cython.longlong = shape[3]
    if not 1 <= plain <= 64 or not -1 <= shape[1] < plain or not 0 <= shape[2] <= 1 << 40:
        raise ValueError(f"({plain}, {shape[1]}, {shape[2]}) is no shape of a case")
    if not 0 <= head <= plain or (head == 0 and len(marks) > 0):
        raise ValueError("marks are wrong")
    if len(bounds) < 2 * plain + 2 or (head > 0 and len(marks) % (2 * head) > 0):
        raise ValueError("bounds or marks are too short")
    if shape[1] >= 0 and bounds[2 * shape[1] + 1] > 1 << 40:
        raise ValueError("a list is at most 2^40 long")
    if not 0 <= at <= stop <= len(text):
        raise ValueError(f"cannot read [{at}, {stop}) of {len(text)} bytes")
    if lines and ((stop > at and text[stop - 1] != 10) or state[0] > 0):
        raise ValueError("the text is not made of whole lines")
    if 0 < state[0] < head:
        raise ValueError("a case is begun that was not compared with marks")


@cython.locals(
    text=cython.uchar[::1],
    shape=cython.longlong[::1],
    bounds=cython.ulonglong[::1],
    marks=cython.ulonglong[::1],
    words=cython.ulonglong[::1],
    ends=cython.longlong[::1],
    state=cython.longlong[::1],
)
def read_cases(
    text: MutableSequence[int],
    at: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    lines: cython.bint,
    most: cython.Py_ssize_t,
    shape: array[int],
    bounds: array[int],
    marks: array[int],
    words: array[int],
    ends: array[int],
    state: array[int],
) -> tuple[int, int, int]:
    """Read whole cases of text[at:stop] into *words*: where it stopped, how many cases, the status.

    *lines* says that each case is one line (then text[stop-1] ends a line), else blanks of any kind stand between
    numbers. *shape* is `array("q")`: the number of plain numbers, the index of the one that counts the list or
    -1, the list's fixed length (0: there is none), and how many numbers are compared with marks. *bounds*,
    `array("Q")`, are least and most of each plain number and of the list's members; the one that counts is at
    most 2^40. *marks* is `array("Q")`, boxes: reading stops before a case whose first numbers are, for some
    box, all in their ranges least..most.

    Case number i ends before ends[i], `array("q")` with room for *most*; it begins where the one before it ends.
    The numbers of a case that has only begun stand behind. *state*, `array("q")`, is their number (on entry, of
    those at the head of *words*), the number of line ends passed, which is added to, and the place after the
    last of these (unchanged if there is none). In lines, and until a case was compared with marks, none is left
    begun: reading stops before the whole.

    >>> text, words, ends = bytearray(b"2 1 5 0 1 7 "), array("Q", bytes(80)), array("q", bytes(80))
    >>> state, full = array("q", [0, 0, 0]), 2**64 - 1
    >>> shape, bounds, marks = array("q", [1, 0, 0, 0]), array("Q", [0, 9, 0, full]), array("Q")
    >>> read_cases(text, 0, 12, False, 9, shape, bounds, marks, words, ends, state)
    (12, 3, 0)
    >>> words[:6].tolist(), ends[:3].tolist()
    ([2, 1, 5, 0, 1, 7], [3, 4, 6])
    """
    _check(text, at, stop, lines, shape, bounds, marks, state)
    plain: cython.Py_ssize_t = shape[0]
    counter: cython.Py_ssize_t = shape[1]
    fixed: cython.Py_ssize_t = shape[2]
    head: cython.Py_ssize_t = shape[3]
    used: cython.Py_ssize_t = state[0]
    room: cython.Py_ssize_t = len(words)
    if most > len(ends) or not 0 <= used <= room:
        raise ValueError(f"there is no room for {most} cases, or {used} numbers")
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    ten19: cython.ulonglong = 10000000000000000000
    newlines: cython.longlong = state[1]  # and these two at the start of the case
    before: cython.longlong = newlines
    line_start: cython.longlong = state[2]
    start_before: cython.longlong = line_start
    cases: cython.Py_ssize_t = 0
    base: cython.Py_ssize_t = 0
    place: cython.Py_ssize_t = used
    need: cython.Py_ssize_t = plain
    if used >= plain:
        need += fixed
        if counter >= 0:
            need += words[counter]
        if used >= need:
            raise ValueError("the case that is begun is complete")
    begun: cython.Py_ssize_t = at
    status: cython.Py_ssize_t = 0 if cases < most else 2
    c: cython.uint
    while status == 0:
        # blanks before a number, blank lines too
        while at < stop:
            c = text[at]
            if c == 32:
                at += 1
                continue
            if c > 13 or c < 9:
                break
            if c == 10:
                if lines and place > 0:
                    break
                newlines += 1
                line_start = at + 1
                if lines:
                    begun = at + 1
                    before = newlines
                    start_before = line_start
            at += 1
        if at >= stop:
            break
        if place == 0 and not lines:
            begun = at
            before = newlines
            start_before = line_start
        first: cython.Py_ssize_t = at
        n: cython.ulonglong = 0
        while at < stop:
            c = text[at]
            if c > 57 or c < 48:
                break
            n = (n * 10 + (c - 48)) & full
            at += 1
        if at == stop:
            at = first
            break
        digits: cython.Py_ssize_t = at - first
        # 20 digits fit if the first is 1 and the sum did not pass 2^64
        if (digits == 0 or digits > 19) and (digits != 20 or text[first] != 49 or n < ten19):
            at = first
            status = 1
            break
        if c != 32 and (c > 13 or c < 9):
            at = first
            status = 1
            break
        row: cython.Py_ssize_t = 2 * plain
        if place < plain:
            row = 2 * place
        if n < bounds[row] or n > bounds[row + 1]:
            at = first
            status = 1
            break
        if used >= room:
            at = first
            status = 2
            break
        words[used] = n
        used += 1
        place += 1
        if place == head and _marked(marks, head, words, base):
            used = base
            place = 0
            at = begun
            newlines = before
            line_start = start_before
            status = 1
            break
        if place < need:
            continue
        if place == plain:
            need += fixed
            if counter >= 0:
                need += words[base + counter]
            if place < need:
                continue
        if lines:
            while at < stop:
                c = text[at]
                if c == 10 or (c != 32 and (c > 13 or c < 9)):
                    break
                at += 1
            if c != 10:
                status = 1
                break
            at += 1
            newlines += 1
            line_start = at
            begun = at
            before = newlines
            start_before = line_start
        ends[cases] = used
        cases += 1
        base = used
        place = 0
        need = plain
        if cases >= most:
            status = 2
    if lines or 0 < place < head:
        used = base
        at = begun
        newlines = before
        line_start = start_before
    state[0] = used - base
    state[1] = newlines
    state[2] = line_start
    return at, cases, status
