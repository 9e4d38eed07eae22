# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Cases of an online judge's input: text to 64-bit words, and answers to text.

A case is *plain* numbers, then perhaps a list, whose length is one of them or fixed. Its numbers are words side
by side. Whatever is out of the ordinary (a sign, a word that is no number, a number of more than 20 digits or
out of its bounds, a case that is cut off) stops the reading just before it: the caller reads on by other means.
"""

from __future__ import annotations

from array import array

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

CASE = -2
"""Field: the number of the case."""
VALUE = -3
"""Field: the value of the case."""
MOVE = -6
"""Fields MOVE, MOVE + 1, MOVE + 2: the three numbers of the case's move."""


@cython.locals(
    text=cython.uchar[::1],
    at=cython.Py_ssize_t,
    stop=cython.Py_ssize_t,
    lines=cython.bint,
    most=cython.Py_ssize_t,
    shape=cython.longlong[::1],
    bounds=cython.ulonglong[::1],
    marks=cython.ulonglong[::1],
    words=cython.ulonglong[::1],
    ends=cython.longlong[::1],
    state=cython.longlong[::1],
    plain=cython.Py_ssize_t,
    counter=cython.Py_ssize_t,
    fixed=cython.Py_ssize_t,
    head=cython.Py_ssize_t,
    cases=cython.Py_ssize_t,
    base=cython.Py_ssize_t,
    used=cython.Py_ssize_t,
    room=cython.Py_ssize_t,
    place=cython.Py_ssize_t,
    need=cython.Py_ssize_t,
    begun=cython.Py_ssize_t,
    first=cython.Py_ssize_t,
    newlines=cython.longlong,
    before=cython.longlong,
    line_start=cython.longlong,
    start_before=cython.longlong,
    status=cython.Py_ssize_t,
    i=cython.Py_ssize_t,
    j=cython.Py_ssize_t,
    c=cython.uint,
    n=cython.ulonglong,
    low=cython.ulonglong,
    high=cython.ulonglong,
    full=cython.ulonglong,
    ten19=cython.ulonglong,
    inside=cython.bint,
    going=cython.bint,
)
def read_cases(
    text: bytearray,
    at: int,
    stop: int,
    lines: bool,
    most: int,
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
    if len(shape) != 4:
        raise ValueError("a shape is four numbers")
    plain = shape[0]
    counter = shape[1]
    fixed = shape[2]
    head = shape[3]
    used = state[0]
    room = len(words)
    if not 1 <= plain <= 64 or not -1 <= counter < plain or not 0 <= fixed <= 1 << 40:
        raise ValueError(f"({plain}, {counter}, {fixed}) is no shape of a case")
    if not 0 <= head <= plain or (head == 0 and len(marks) > 0) or len(state) < 3:
        raise ValueError("marks or state are wrong")
    if len(bounds) < 2 * plain + 2 or (head > 0 and len(marks) % (2 * head) > 0):
        raise ValueError("bounds or marks are too short")
    if counter >= 0 and bounds[2 * counter + 1] > 1 << 40:
        raise ValueError("a list is at most 2^40 long")
    if not 0 <= at <= stop <= len(text) or most > len(ends) or not 0 <= used <= room:
        raise ValueError(f"cannot read [{at}, {stop}) of {len(text)} bytes, {most} cases")
    if lines and ((stop > at and text[stop - 1] != 10) or used > 0):
        raise ValueError("the text is not made of whole lines")
    if 0 < used < head:
        raise ValueError("a case is begun that was not compared with marks")
    full = 0xFFFFFFFFFFFFFFFF
    ten19 = 10000000000000000000
    newlines = state[1]
    line_start = state[2]
    before = newlines
    start_before = line_start
    cases = 0
    base = 0
    place = used
    need = plain
    if used >= plain:
        need += fixed
        if counter >= 0:
            need += words[counter]
        if used >= need:
            raise ValueError("the case that is begun is complete")
    begun = at
    status = 0
    going = cases < most
    if not going:
        status = 2
    while going:
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
        # digits
        first = at
        n = 0
        while at < stop:
            c = text[at]
            if c > 57 or c < 48:
                break
            n = (n * 10 + (c - 48)) & full
            at += 1
        if at == stop:
            at = first
            break
        low = at - first
        if low == 0 or low > 19:
            # 20 digits fit if the first is 1 and the sum did not pass 2^64
            if low != 20 or text[first] != 49 or n < ten19:
                at = first
                status = 1
                break
        if c != 32 and (c > 13 or c < 9):
            at = first
            status = 1
            break
        if place < plain:
            low = bounds[2 * place]
            high = bounds[2 * place + 1]
        else:
            low = bounds[2 * plain]
            high = bounds[2 * plain + 1]
        if n < low or n > high:
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
        if place == head:
            inside = False
            i = 0
            while i < len(marks) and not inside:
                inside = True
                for j in range(head):
                    n = words[base + j]
                    if n < marks[i + 2 * j] or n > marks[i + 2 * j + 1]:
                        inside = False
                i += 2 * head
            if inside:
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
            going = False
    if lines or 0 < place < head:
        used = base
        at = begun
        newlines = before
        line_start = start_before
    state[0] = used - base
    state[1] = newlines
    state[2] = line_start
    return at, cases, status


@cython.cfunc
@cython.inline
@cython.returns(cython.Py_ssize_t)
@cython.locals(
    out=cython.uchar[::1],
    at=cython.Py_ssize_t,
    n=cython.ulonglong,
    rest=cython.ulonglong,
    last=cython.Py_ssize_t,
    end=cython.Py_ssize_t,
)
def _write_number(out: bytearray, at: int, n: int) -> int:
    """Write the digits of *n* at *at*; the place after them."""
    end = at + 1
    rest = n // 10
    while rest > 0:
        end += 1
        rest = rest // 10
    last = end
    while last > at:
        last -= 1
        rest = n // 10
        out[last] = 48 + (n - 10 * rest)
        n = rest
    return end


@cython.locals(
    kinds=cython.uchar[::1],
    start=cython.Py_ssize_t,
    count=cython.Py_ssize_t,
    number=cython.ulonglong,
    words=cython.ulonglong[::1],
    ends=cython.longlong[::1],
    values=cython.ulonglong[::1],
    moves=cython.ulonglong[::1],
    program=cython.longlong[::1],
    texts=cython.uchar[::1],
    out=cython.uchar[::1],
    at=cython.Py_ssize_t,
    room=cython.Py_ssize_t,
    case=cython.Py_ssize_t,
    base=cython.Py_ssize_t,
    piece=cython.Py_ssize_t,
    begin=cython.Py_ssize_t,
    end=cython.Py_ssize_t,
    field=cython.longlong,
    length=cython.Py_ssize_t,
    longest=cython.Py_ssize_t,
    answers=cython.Py_ssize_t,
    size=cython.Py_ssize_t,
    i=cython.Py_ssize_t,
    n=cython.ulonglong,
    quick=cython.bint,
)
def write_cases(
    kinds: bytearray,
    start: int,
    count: int,
    number: int,
    words: array[int],
    ends: array[int],
    values: array[int],
    moves: array[int],
    program: array[int],
    texts: bytearray,
    out: bytearray,
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
    room = len(out)
    answers = program[0]
    if not 1 <= answers < len(program) - 1 or program[answers + 1] > len(program):
        raise ValueError("the program is too short")
    if not 0 <= start <= count <= min(len(kinds), len(ends)):
        raise ValueError(f"there are no cases {start}..{count}")
    longest = 0
    for i in range(answers):
        begin = program[1 + i]
        end = program[2 + i]
        if not answers + 2 <= begin <= end <= len(program) or (end - begin) % 3:
            raise ValueError("the pieces of an answer are outside the program")
        size = 0
        for piece in range(begin, end, 3):
            length = program[piece + 1]
            field = program[piece + 2]
            if program[piece] < 0 or length < 0 or program[piece] + length > len(texts):
                raise ValueError("a text is outside the texts")
            if (field == -3 and len(values) < count) or (field <= -4 and len(moves) < 3 * count) or field < -6:
                raise ValueError(f"there is no field {field}")
            size += length + 20
        if size > longest:
            longest = size
    at = 0
    case = start
    while case < count and at + longest <= room:
        i = kinds[case]
        if i >= answers:
            raise ValueError(f"there is no answer {i}")
        begin = program[1 + i]
        end = program[2 + i]
        for piece in range(begin, end, 3):
            length = program[piece + 1]
            size = program[piece]
            for i in range(length):
                out[at + i] = texts[size + i]
            at += length
            field = program[piece + 2]
            if field == -1:
                continue
            if field >= 0:
                base = 0
                if case > 0:
                    base = ends[case - 1]
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
