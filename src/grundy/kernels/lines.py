# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
"""Grundy values of two heaps whose moves go along lines: the values on each line as a row of bits.

A *ray* is the moves x -> x - o - t·d for t >= 0, or for 0 <= t < n: a rook's row and column, a queen's diagonal, a
knight's long ride. For each ray every line in direction d has a row of bits, one for each value among those of its
cells that the cell at hand can be moved to. So the mex of all of them is the lowest bit that is set in none of the
rows that meet there. A ray without end only ever sets bits. For one with an end a bit is taken back when its cell is
passed, unless the value stands among the *near* cells behind it, too; where the ray begins with its first step (o = d)
none of the n cells can have an equal value, for each is a move of the next ones.

Cells go row by row. At the cell x, with y = x - o, the line of y gets the value of y, and is then read at x; only where
o = d it gets the value of x once that is known, which comes to the same. Lines are numbered so that each row of the
table meets as many as it has columns: one that leaves the table gives its place to one that enters.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from grundy.kernels import _shim as cython  # type: ignore[no-redef]

COMPILED: bool = cython.compiled

DONE, BUDGET, WORDS = 0, 1, 2
"""Why `fill` stopped: all is done; the work passed the budget; the rows of bits are too short."""

FIELDS = 9
"""The numbers of a ray: d (two), o (two), n (0: without end), *near*, its first line, how many lines a row of the
table meets, and, for symmetric moves, what cells below the main diagonal are to those above it: 0, nothing; 1, they are
on the same lines; -l, the line is a whole row, which is the same as the column whose line is l for the first one."""

Number = cython.fused_type(cython.uchar, cython.ushort, cython.uint)

_PLACES = bytearray(64)
for _i in range(64):
    _PLACES[((0x03F79D71B4CB0A89 << _i) & 0xFFFFFFFFFFFFFFFF) >> 58] = _i  # a de Bruijn sequence


@cython.cfunc
@cython.inline
@cython.returns(cython.Py_ssize_t)
@cython.locals(
    rays=cython.longlong[::1],
    at=cython.Py_ssize_t,
    a=cython.Py_ssize_t,
    b=cython.Py_ssize_t,
    p=cython.Py_ssize_t,
    q=cython.Py_ssize_t,
    ring=cython.Py_ssize_t,
    place=cython.Py_ssize_t,
)
def _line(rays: array[int], at: int, a: int, b: int) -> int:
    """The line of a ray that the cell (a, b) is on."""
    p = rays[at]
    q = rays[at + 1]
    ring = rays[at + 7]
    if p == 0:
        return rays[at + 6] + b % q
    place = (b - (a // p) % ring * (q % ring)) % ring
    return rays[at + 6] + a % p * ring + place


@cython.cfunc
@cython.locals(
    rays=cython.longlong[::1],
    lines=cython.ulonglong[::1],
    lows=cython.uint[::1],
    words=cython.Py_ssize_t,
    at=cython.Py_ssize_t,
    a=cython.Py_ssize_t,
    b=cython.Py_ssize_t,
    count=cython.Py_ssize_t,
    first=cython.Py_ssize_t,
    w=cython.Py_ssize_t,
)
def _begin(rays: array[int], lines: array[int], lows: array[int], words: int, at: int, a: int) -> None:
    """Clear the lines of a ray that begin in the row *a*."""
    count = rays[at + 1]
    if count > rays[at + 7]:
        count = rays[at + 7]
    for b in range(count):
        first = _line(rays, at, a, b)
        lows[first] = 0
        first *= words
        for w in range(words):
            lines[first + w] = 0


@cython.cfunc
@cython.locals(
    values=Number[::1],
    cols=cython.Py_ssize_t,
    rays=cython.longlong[::1],
    lines=cython.ulonglong[::1],
    lows=cython.uint[::1],
    words=cython.Py_ssize_t,
    at=cython.Py_ssize_t,
    a=cython.Py_ssize_t,
    b=cython.Py_ssize_t,
    line=cython.Py_ssize_t,
    cell=cython.Py_ssize_t,
    down=cython.Py_ssize_t,
    right=cython.Py_ssize_t,
    v=cython.Py_ssize_t,
    y=cython.Py_ssize_t,
    i=cython.Py_ssize_t,
    same=cython.bint,
    bit=cython.ulonglong,
)
def _turn(
    values: array[int],
    cols: int,
    rays: array[int],
    lines: array[int],
    lows: array[int],
    words: int,
    at: int,
    a: int,
    b: int,
    line: int,
) -> None:
    """Make a line ready for the cell (a, b): take back what the ray does not reach there, add what it now does."""
    cell = a * cols + b
    if rays[at + 4] > 0:
        down = rays[at + 2] + rays[at + 4] * rays[at]
        right = rays[at + 3] + rays[at + 4] * rays[at + 1]
        if a >= down and b >= right:
            y = cell - down * cols - right
            v = values[y]
            same = False
            for i in range(rays[at + 5]):
                y += rays[at] * cols + rays[at + 1]
                if values[y] == v:
                    same = True
            if not same:
                bit = 1
                lines[line * words + (v >> 6)] &= ~(bit << (v & 63))
                if lows[line] > v >> 6:
                    lows[line] = v >> 6
    if rays[at] != rays[at + 2] or rays[at + 1] != rays[at + 3]:
        v = values[cell - rays[at + 2] * cols - rays[at + 3]]
        bit = 1
        lines[line * words + (v >> 6)] |= bit << (v & 63)


@cython.cfunc
@cython.locals(
    values=Number[::1],
    cols=cython.Py_ssize_t,
    rays=cython.longlong[::1],
    lines=cython.ulonglong[::1],
    lows=cython.uint[::1],
    words=cython.Py_ssize_t,
    at=cython.Py_ssize_t,
    a=cython.Py_ssize_t,
    first=cython.Py_ssize_t,
    end=cython.Py_ssize_t,
    direct=cython.bint,
    plain=cython.bint,
    b=cython.Py_ssize_t,
    line=cython.Py_ssize_t,
    low_line=cython.Py_ssize_t,
    high_line=cython.Py_ssize_t,
    cell=cython.Py_ssize_t,
    v=cython.Py_ssize_t,
    bit=cython.ulonglong,
    full=cython.ulonglong,
)
def _mark(
    values: array[int],
    cols: int,
    rays: array[int],
    lines: array[int],
    lows: array[int],
    words: int,
    at: int,
    a: int,
    first: int,
    end: int,
) -> None:
    """Note the known values of (a, first), …, (a, end - 1) on the lines of a ray."""
    full = 0xFFFFFFFFFFFFFFFF
    direct = rays[at] == rays[at + 2] and rays[at + 1] == rays[at + 3]
    plain = direct and rays[at + 4] == 0
    if not direct:
        a -= rays[at + 2]
        if a < 0:
            return
        if first < rays[at + 3]:
            first = rays[at + 3]
    if first >= end:
        return
    low_line = _line(rays, at, a, 0) if rays[at] == 0 else rays[at + 6] + a % rays[at] * rays[at + 7]
    high_line = low_line + rays[at + 7]
    line = _line(rays, at, a, first if direct else first - rays[at + 3])
    if not direct:
        a += rays[at + 2]
    if plain and rays[at + 7] == 1:
        line *= words
        bit = 1
        for cell in range(a * cols + first, a * cols + end):
            v = values[cell]
            lines[line + (v >> 6)] |= bit << (v & 63)
        while lines[line + lows[low_line]] == full:
            lows[low_line] += 1
        return
    for b in range(first, end):
        if not plain:
            _turn(values, cols, rays, lines, lows, words, at, a, b, line)
        if direct:
            cell = a * cols + b
            v = values[cell]
            bit = 1
            lines[line * words + (v >> 6)] |= bit << (v & 63)
        if lines[line * words + lows[line]] == full:
            lows[line] += 1
        line += 1
        if line == high_line:
            line = low_line


@cython.cfunc
@cython.returns(cython.Py_ssize_t)
@cython.locals(
    values=Number[::1],
    cols=cython.Py_ssize_t,
    rays=cython.longlong[::1],
    lines=cython.ulonglong[::1],
    lows=cython.uint[::1],
    places=cython.uchar[::1],
    words=cython.Py_ssize_t,
    state=cython.longlong[::1],
    a=cython.Py_ssize_t,
    first=cython.Py_ssize_t,
    cell=cython.Py_ssize_t,
    last=cython.Py_ssize_t,
    second=cython.Py_ssize_t,
    third=cython.Py_ssize_t,
    l0=cython.Py_ssize_t,
    l1=cython.Py_ssize_t,
    l2=cython.Py_ssize_t,
    from0=cython.Py_ssize_t,
    from1=cython.Py_ssize_t,
    from2=cython.Py_ssize_t,
    to0=cython.Py_ssize_t,
    to1=cython.Py_ssize_t,
    to2=cython.Py_ssize_t,
    x0=cython.Py_ssize_t,
    x1=cython.Py_ssize_t,
    x2=cython.Py_ssize_t,
    low2=cython.Py_ssize_t,
    step0=cython.Py_ssize_t,
    step1=cython.Py_ssize_t,
    step2=cython.Py_ssize_t,
    width0=cython.Py_ssize_t,
    width1=cython.Py_ssize_t,
    width2=cython.Py_ssize_t,
    end=cython.Py_ssize_t,
    stop=cython.Py_ssize_t,
    w=cython.Py_ssize_t,
    low=cython.Py_ssize_t,
    work=cython.longlong,
    word=cython.ulonglong,
    bit=cython.ulonglong,
    full=cython.ulonglong,
    sequence=cython.ulonglong,
)
def _row(
    values: array[int],
    cols: int,
    rays: array[int],
    lines: array[int],
    lows: array[int],
    places: bytearray,
    words: int,
    state: array[int],
    a: int,
    first: int,
) -> int:
    """The cells of a row from *first* on, for up to three rays with o = d and no end; where it stopped.

    Fewer rays are taken as three with repetitions.
    """
    full = 0xFFFFFFFFFFFFFFFF
    sequence = 0x03F79D71B4CB0A89
    last = words - 1
    second = 0
    third = 0
    if len(rays) > 9:
        second = 9
        third = 9
    if len(rays) > 18:
        third = 18
    l0 = _line(rays, 0, a, first)
    l1 = _line(rays, second, a, first)
    l2 = _line(rays, third, a, first)
    from0 = rays[6]
    if rays[0] > 0:
        from0 += a % rays[0] * rays[7]
    from1 = rays[second + 6]
    if rays[second] > 0:
        from1 += a % rays[second] * rays[second + 7]
    from2 = rays[third + 6]
    if rays[third] > 0:
        from2 += a % rays[third] * rays[third + 7]
    to0 = from0 + rays[7]
    to1 = from1 + rays[second + 7]
    to2 = from2 + rays[third + 7]
    step0 = to0 - from0 > 1
    step1 = to1 - from1 > 1
    step2 = to2 - from2 > 1
    work = 0
    cell = a * cols + first
    end = (a + 1) * cols
    while cell < end:
        if l0 == to0:
            l0 = from0
        if l1 == to1:
            l1 = from1
        if l2 == to2:
            l2 = from2
        stop = end  # until then no ray begins anew at the first of its lines
        if step0 and cell + to0 - l0 < stop:
            stop = cell + to0 - l0
        if step1 and cell + to1 - l1 < stop:
            stop = cell + to1 - l1
        if step2 and cell + to2 - l2 < stop:
            stop = cell + to2 - l2
        x0 = l0 * words
        x1 = l1 * words
        x2 = l2 * words
        width0 = step0 * words
        width1 = step1 * words
        width2 = step2 * words
        l1 += step1 * (stop - cell)
        while cell < stop:
            low = lows[l0]
            low2 = lows[l2]
            w = low
            if low2 > w:
                w = low2
            work -= w
            word = lines[x0 + w] | lines[x1 + w] | lines[x2 + w]
            while word == full:
                w += 1
                word = lines[x0 + w] | lines[x1 + w] | lines[x2 + w]
            work += w
            if w == last:
                state[0] += work
                state[1] = 2
                return cell - a * cols
            bit = ~word & (word + 1)
            values[cell] = 64 * w + places[((bit * sequence) & full) >> 58]
            lines[x0 + w] |= bit
            lines[x1 + w] |= bit
            lines[x2 + w] |= bit
            if lines[x0 + low] == full:
                lows[l0] = low + 1
            if lines[x2 + low2] == full:
                lows[l2] = low2 + 1
            cell += 1
            x0 += width0
            x1 += width1
            x2 += width2
            l0 += step0
            l2 += step2
    work += 4 * (cols - first)
    state[0] += work
    return cols


@cython.cfunc
@cython.returns(cython.bint)
@cython.locals(
    values=Number[::1],
    cols=cython.Py_ssize_t,
    rays=cython.longlong[::1],
    steps=cython.longlong[::1],
    lines=cython.ulonglong[::1],
    lows=cython.uint[::1],
    places=cython.uchar[::1],
    words=cython.Py_ssize_t,
    state=cython.longlong[::1],
    met=cython.longlong[::1],
    terminal=cython.Py_ssize_t,
    a=cython.Py_ssize_t,
    b=cython.Py_ssize_t,
    cell=cython.Py_ssize_t,
    count=cython.Py_ssize_t,
    at=cython.Py_ssize_t,
    down=cython.Py_ssize_t,
    right=cython.Py_ssize_t,
    i=cython.Py_ssize_t,
    w=cython.Py_ssize_t,
    line=cython.Py_ssize_t,
    v=cython.Py_ssize_t,
    direct=cython.bint,
    moves=cython.bint,
    word=cython.ulonglong,
    bit=cython.ulonglong,
    full=cython.ulonglong,
    sequence=cython.ulonglong,
)
def _cell(
    values: array[int],
    cols: int,
    rays: array[int],
    steps: array[int],
    lines: array[int],
    lows: array[int],
    places: bytearray,
    words: int,
    state: array[int],
    met: array[int],
    terminal: int,
    a: int,
    b: int,
) -> bool:
    """The value of the cell (a, b), written down and noted on its lines; False where the rows of bits are too short."""
    full = 0xFFFFFFFFFFFFFFFF
    sequence = 0x03F79D71B4CB0A89
    cell = a * cols + b
    moves = False
    count = 0
    w = 0
    for at in range(0, len(rays), 9):
        down = rays[at + 2]
        right = rays[at + 3]
        if a < down or b < right:
            continue
        moves = True
        if rays[at] == down and rays[at + 1] == right:
            line = _line(rays, at, a, b)
        else:
            line = _line(rays, at, a - down, b - right)
        _turn(values, cols, rays, lines, lows, words, at, a, b, line)
        if w < lows[line]:
            w = lows[line]
        met[count] = line * words
        count += 1
    for i in range(0, len(steps), 2):
        if a >= steps[i] and b >= steps[i + 1]:
            moves = True
            v = values[cell - steps[i] * cols - steps[i + 1]]
            bit = 1
            lines[v >> 6] |= bit << (v & 63)
    v = terminal
    if moves:
        word = full
        while word == full:
            word = lines[w]
            for i in range(count):
                word |= lines[met[i] + w]
            state[0] += count + 1
            w += 1
        w -= 1
        bit = ~word & (word + 1)
        v = 64 * w + places[((bit * sequence) & full) >> 58]
    for i in range(0, len(steps), 2):
        if a >= steps[i] and b >= steps[i + 1]:
            lines[values[cell - steps[i] * cols - steps[i + 1]] >> 6] = 0
    if v >= 64 * (words - 1):
        return False
    values[cell] = v
    bit = 1
    bit <<= v & 63
    for at in range(0, len(rays), 9):
        if rays[at] == rays[at + 2] and rays[at + 1] == rays[at + 3]:
            line = _line(rays, at, a, b)
            lines[line * words + (v >> 6)] |= bit
            if lines[line * words + lows[line]] == full:
                lows[line] += 1
    return True


@cython.cfunc
@cython.returns(cython.Py_ssize_t)
@cython.locals(
    values=Number[::1],
    cols=cython.Py_ssize_t,
    start=cython.Py_ssize_t,
    stop=cython.Py_ssize_t,
    given_rows=cython.Py_ssize_t,
    given_cols=cython.Py_ssize_t,
    symmetric=cython.bint,
    terminal=cython.Py_ssize_t,
    rays=cython.longlong[::1],
    steps=cython.longlong[::1],
    lines=cython.ulonglong[::1],
    lows=cython.uint[::1],
    words=cython.Py_ssize_t,
    budget=cython.longlong,
    state=cython.longlong[::1],
    places=cython.uchar[::1],
    met=cython.longlong[::1],
    quick=cython.bint,
    a=cython.Py_ssize_t,
    b=cython.Py_ssize_t,
    i=cython.Py_ssize_t,
    at=cython.Py_ssize_t,
    below=cython.Py_ssize_t,
    given=cython.Py_ssize_t,
    most=cython.Py_ssize_t,
    w=cython.Py_ssize_t,
)
def _fill(
    values: array[int],
    cols: int,
    start: int,
    stop: int,
    given_rows: int,
    given_cols: int,
    symmetric: bool,
    terminal: int,
    rays: array[int],
    steps: array[int],
    lines: array[int],
    lows: array[int],
    words: int,
    budget: int,
    state: array[int],
    places: bytearray,
    met: array[int],
) -> int:
    """`fill`, for one width of numbers."""
    quick = 0 < len(rays) <= 27 and len(steps) == 0
    for at in range(0, len(rays), 9):
        if rays[at + 4] or rays[at] != rays[at + 2] or rays[at + 1] != rays[at + 3]:
            quick = False
    most = 64 * (words - 1)
    state[0] = 0
    state[1] = 0
    a = start // cols
    b = start % cols
    while a * cols < stop:
        below = 0
        if symmetric:
            below = a
        given = below
        if a < given_rows and given < given_cols:
            given = given_cols
        if b == 0:
            for i in range(below):
                values[a * cols + i] = values[i * cols + a]
            for i in range(given):
                if values[a * cols + i] >= most:
                    state[1] = 2
                    return a * cols
            for at in range(0, len(rays), 9):
                if rays[at] == rays[at + 2] and rays[at + 1] == rays[at + 3]:
                    _begin(rays, lines, lows, words, at, a)
                elif a >= rays[at + 2]:
                    _begin(rays, lines, lows, words, at, a - rays[at + 2])
                if rays[at + 8] > 0:
                    _mark(values, cols, rays, lines, lows, words, at, a, 0, below)
                elif rays[at + 8] < 0:  # what is known of the row is all of a column
                    i = (a - rays[at + 8]) * words
                    lows[rays[at + 6]] = lows[a - rays[at + 8]]
                    for w in range(words):
                        lines[rays[at + 6] * words + w] = lines[i + w]
                _mark(values, cols, rays, lines, lows, words, at, a, below, given)
            state[0] += 2 * given
            b = given
        while b < cols:
            if quick and (terminal == 0 or (a >= rays[0] and b >= rays[1])):
                b = _row(values, cols, rays, lines, lows, places, words, state, a, b)
                if b < cols:
                    return a * cols + b
            elif _cell(values, cols, rays, steps, lines, lows, places, words, state, met, terminal, a, b):
                b += 1
            else:
                state[1] = 2
                return a * cols + b
        a += 1
        b = 0
        if state[0] >= budget and a * cols < stop:
            state[1] = 1
            return a * cols
    return stop


@cython.locals(
    values_b=cython.uchar[::1],
    values_h=cython.ushort[::1],
    values_i=cython.uint[::1],
    cols=cython.Py_ssize_t,
    start=cython.Py_ssize_t,
    stop=cython.Py_ssize_t,
    given_rows=cython.Py_ssize_t,
    given_cols=cython.Py_ssize_t,
    symmetric=cython.bint,
    terminal=cython.Py_ssize_t,
    rays=cython.longlong[::1],
    steps=cython.longlong[::1],
    lines=cython.ulonglong[::1],
    lows=cython.uint[::1],
    words=cython.Py_ssize_t,
    budget=cython.longlong,
    state=cython.longlong[::1],
    places=cython.uchar[::1],
    met=cython.longlong[::1],
    at=cython.Py_ssize_t,
    i=cython.Py_ssize_t,
)
def fill(
    values: array[int],
    cols: int,
    start: int,
    stop: int,
    given_rows: int,
    given_cols: int,
    symmetric: bool,
    terminal: int,
    rays: array[int],
    steps: array[int],
    lines: array[int],
    lows: array[int],
    words: int,
    budget: int,
    state: array[int],
) -> int:
    """g(x) = mex of the values that the rays and steps lead to, cell after cell; where it stopped.

    The cell (a, b) is values[a·cols + b], *values* "B", "H" or "I"; those from *start*, where the last call stopped, to
    *stop*, the end of a row, are filled, and those with a < given_rows, b < given_cols are known. *rays*, "q", has nine
    numbers a ray (`FIELDS`; d not 0, o not 0, none negative), *steps*, "q", two for each single move. *symmetric* says
    that the moves are the same for both heaps; then there are no more rows than columns. A cell without moves has the
    value *terminal*, 0 or 1. *lines*, "Q", has rows of *words* words; row 0 is working space, and all are 0 at the
    start. *lows*, "I", has the number of words at the start of each row that are full, or less. *state*, "q" of two,
    gets the work done and why it stopped: `WORDS` asks for rows twice as long, the last word of which is never used.
    ValueError for buffers that do not fit.

    >>> values, state = array("B", bytes(16)), array("q", [0, 0])
    >>> rook = array("q", [0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 0, 1, 0, 0, 0, 2, 4, 0])
    >>> lines, lows = array("Q", bytes(8 * 2 * 6)), array("I", bytes(4 * 6))
    >>> fill(values, 4, 0, 16, 0, 0, True, 0, rook, array("q"), lines, lows, 2, 10**6, state)
    16
    >>> values.tolist()
    [0, 1, 2, 3, 1, 0, 3, 2, 2, 3, 0, 1, 3, 2, 1, 0]
    """
    if cols < 1 or not 0 <= start <= stop <= len(values) or stop % cols or not 0 <= given_cols <= cols:
        raise ValueError(f"cannot fill [{start}, {stop}) of a table of {len(values)} with {cols} columns")
    if given_rows < 0 or (symmetric and (stop > cols * cols or given_rows > given_cols)) or terminal not in (0, 1):
        raise ValueError("no known part of such a table")
    if not 2 <= words <= (1 << (8 * values.itemsize)) // 64 + 1 or len(state) != 2 or not len(lows):
        raise ValueError(f"values of {values.itemsize} bytes do not go with {words} words")
    if len(lines) < len(lows) * words or len(rays) % 9 or len(steps) % 2:
        raise ValueError("working space that does not fit")
    for at in range(0, len(rays), 9):
        if rays[at + 8] < 0 and (rays[at] or rays[at + 1] != 1 or stop // cols - rays[at + 8] > len(lows)):
            raise ValueError("a ray that is no row")
        for i in range(8):
            if not 0 <= rays[at + i] < 1 << 40:
                raise ValueError("a ray that does not fit the table")
        if rays[at] + rays[at + 1] == 0 or rays[at + 2] + rays[at + 3] == 0:
            raise ValueError("a ray that goes nowhere")
        if rays[at + 5] >= max(rays[at + 4], 1) or rays[at + 7] != (cols if rays[at] else rays[at + 1]):
            raise ValueError("a ray that does not fit the table")
        if rays[at + 6] < 1 or rays[at + 6] + max(rays[at], 1) * rays[at + 7] > len(lows):
            raise ValueError("a ray without lines")
    for at in range(0, len(steps), 2):
        if not (0 <= steps[at] < 1 << 40 and 0 <= steps[at + 1] < 1 << 40) or steps[at] + steps[at + 1] == 0:
            raise ValueError("a step that goes nowhere")
    met = array("q", bytes(8 * (len(rays) // 9 + 1)))
    places = _PLACES
    if values.itemsize == 1:
        values_b = values
        return _fill(
            values_b, cols, start, stop, given_rows, given_cols, symmetric, terminal, rays, steps, lines, lows, words,
            budget, state, places, met,
        )  # fmt: skip
    if values.itemsize == 2:
        values_h = values
        return _fill(
            values_h, cols, start, stop, given_rows, given_cols, symmetric, terminal, rays, steps, lines, lows, words,
            budget, state, places, met,
        )  # fmt: skip
    values_i = values
    return _fill(
        values_i, cols, start, stop, given_rows, given_cols, symmetric, terminal, rays, steps, lines, lows, words,
        budget, state, places, met,
    )  # fmt: skip
