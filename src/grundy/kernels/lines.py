# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
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

from grundy.kernels.checks import check_rays

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


@cython.final
@cython.cclass
class Board:
    """The lines over a table with *cols* columns, whose cell (a, b) is values[a·cols + b].

    *rays*, "q", has nine numbers a ray (`FIELDS`; d not 0, o not 0, none negative), *steps*, "q", two for each single
    move. *symmetric* says that the moves are the same for both heaps; then there are no more rows than columns. A cell
    without moves has the value *terminal*, 0 or 1. *lines*, "Q", has rows of *words* words; row 0 is working space, and
    all are 0 at the start. *lows*, "I", has the number of words at the start of each row that are full, or less.
    ValueError for buffers that do not fit.

    >>> rook = array("q", [0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 0, 1, 0, 0, 0, 2, 4, 0])
    >>> lines, lows = array("Q", bytes(8 * 2 * 6)), array("I", bytes(4 * 6))
    >>> board, values = Board(4, True, 0, rook, array("q"), lines, lows, 2), array("B", bytes(16))
    >>> board.fill(values, 0, 16, 0, 0, 10**6), board.reason
    (16, 0)
    >>> values.tolist()
    [0, 1, 2, 3, 1, 0, 3, 2, 2, 3, 0, 1, 3, 2, 1, 0]
    """

    cols: cython.Py_ssize_t
    symmetric: cython.bint
    terminal: cython.Py_ssize_t
    words: cython.Py_ssize_t
    quick: cython.bint
    lower: cython.bint
    rays = cython.declare(cython.longlong[::1])
    steps = cython.declare(cython.longlong[::1])
    lines = cython.declare(cython.ulonglong[::1])
    lows = cython.declare(cython.uint[::1])
    met = cython.declare(cython.longlong[::1])
    reads = cython.declare(cython.longlong[::1])
    places = cython.declare(cython.uchar[::1])
    work = cython.declare(cython.longlong, visibility="readonly")
    reason = cython.declare(cython.Py_ssize_t, visibility="readonly")

    def __init__(
        self,
        cols: int,
        symmetric: bool,
        terminal: int,
        rays: array[int],
        steps: array[int],
        lines: array[int],
        lows: array[int],
        words: int,
    ) -> None:
        check_rays(rays, steps, cols, symmetric, len(lows))
        if cols < 1 or terminal not in (0, 1) or words < 2 or not len(lows) or len(lines) < len(lows) * words:
            raise ValueError(f"no lines over {cols} columns")
        self.cols, self.symmetric, self.terminal, self.words = cols, symmetric, terminal, words
        self.rays, self.steps, self.lines, self.lows = rays, steps, lines, lows
        self.met = array("q", bytes(8 * 3 * (len(rays) // 9)))
        self.reads = array("q", bytes(8 * (len(rays) // 9)))
        self.places = _PLACES
        self.work = self.reason = 0
        self.quick = 0 < len(rays) <= 27 and not steps
        self.lower = False
        at: cython.Py_ssize_t
        for at in range(0, len(rays), 9):
            if self.rays[at + 4] or not _direct(self, at):
                self.quick = False
            if self.rays[at + 8] > 0:
                self.lower = True

    @cython.locals(bytes_=cython.uchar[::1], shorts=cython.ushort[::1], ints=cython.uint[::1])
    def fill(
        self,
        values: array[int],
        start: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
        given_rows: cython.Py_ssize_t,
        given_cols: cython.Py_ssize_t,
        budget: cython.longlong,
    ) -> cython.Py_ssize_t:
        """g(x) = mex of the values that the rays and steps lead to, cell after cell; where it stopped.

        *values* are "B", "H" or "I"; those from *start*, where the last call stopped, to *stop*, the end of a row, are
        filled, and those with a < given_rows, b < given_cols are known. *work* is the work done, *reason* why it
        stopped: `WORDS` asks for a board of rows twice as long, the last word of which is never used. ValueError for
        bounds that do not fit.
        """
        cols: cython.Py_ssize_t = self.cols
        if not 0 <= start <= stop <= len(values) or stop % cols or not 0 <= given_cols <= cols or given_rows < 0:
            raise ValueError(f"cannot fill [{start}, {stop}) of a table of {len(values)} with {cols} columns")
        if self.symmetric and (stop > cols * cols or given_rows > given_cols):
            raise ValueError("no known part of such a table")
        if self.words > (1 << (8 * values.itemsize)) // 64 + 1:
            raise ValueError(f"values of {values.itemsize} bytes do not go with {self.words} words")
        self.work = 0
        self.reason = 0
        if values.itemsize == 1:
            bytes_ = values
            return _rows(self, bytes_, start, stop, given_rows, given_cols, budget)
        if values.itemsize == 2:
            shorts = values
            return _rows(self, shorts, start, stop, given_rows, given_cols, budget)
        ints = values
        return _rows(self, ints, start, stop, given_rows, given_cols, budget)


@cython.cfunc
@cython.locals(values=Number[::1])
def _rows(
    board: Board,
    values: array[int],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    given_rows: cython.Py_ssize_t,
    given_cols: cython.Py_ssize_t,
    budget: cython.longlong,
) -> cython.Py_ssize_t:
    """`fill`, for one width of numbers."""
    cols: cython.Py_ssize_t = board.cols
    a: cython.Py_ssize_t = start // cols
    b: cython.Py_ssize_t = start % cols
    while a * cols < stop:
        if b > 0:
            _meet(board, a, b)
        else:
            below: cython.Py_ssize_t = a if board.symmetric else 0
            b = given_cols if a < given_rows and given_cols > below else below
            if not _given(board, values, a, below, b):
                board.reason = 2
                return a * cols
        while b < cols:
            if board.quick and (board.terminal == 0 or (a >= board.rays[0] and b >= board.rays[1])):
                b = _row(board, values, a, b)
                if b == cols:
                    break
            elif _cell(board, values, a, b, False, False):
                b += 1
                continue
            board.reason = 2
            return a * cols + b
        a += 1
        b = 0
        if board.work >= budget and a * cols < stop:
            board.reason = 1
            return a * cols
    return stop


@cython.cfunc
@cython.locals(values=Number[::1])
def _given(
    board: Board, values: array[int], a: cython.Py_ssize_t, below: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.bint:
    """Begin the row *a*, of which the cells before *end* are known, those before *below* as a column.

    False where the lines are too short for these.
    """
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    w: cython.Py_ssize_t
    for i in range(below):
        values[a * board.cols + i] = values[i * board.cols + a]
    for i in range(end):
        if values[a * board.cols + i] >= 64 * (board.words - 1):
            return False
    for at in range(0, len(board.rays), 9):
        if _direct(board, at):
            _begin(board, at, a)
        elif a >= board.rays[at + 2]:
            _begin(board, at, a - board.rays[at + 2])
        if board.rays[at + 8] < 0:  # what is known of the row is all of a column
            line: cython.Py_ssize_t = board.rays[at + 6]
            column: cython.Py_ssize_t = a - board.rays[at + 8]
            board.lows[line] = board.lows[column]
            for w in range(board.words):
                board.lines[line * board.words + w] = board.lines[column * board.words + w]
        if board.quick:
            _mark(board, values, at, a, 0 if board.rays[at + 8] > 0 else below, end)
    i = 0 if board.lower else below
    if board.quick:
        i = end
    _meet(board, a, i)
    while i < end:
        _cell(board, values, a, i, True, i < below)
        i += 1
    board.work += 2 * end
    return True


@cython.cfunc
@cython.inline
def _direct(board: Board, at: cython.Py_ssize_t) -> cython.bint:
    """Whether a ray begins with its first step, so that a line has its cells' own values."""
    return board.rays[at] == board.rays[at + 2] and board.rays[at + 1] == board.rays[at + 3]


@cython.cfunc
@cython.inline
def _first(board: Board, at: cython.Py_ssize_t, a: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The first of the lines of a ray that the row *a* meets."""
    p: cython.Py_ssize_t = board.rays[at]
    if p == 0:
        return board.rays[at + 6]
    return board.rays[at + 6] + a % p * board.rays[at + 7]


@cython.cfunc
@cython.inline
def _line(board: Board, at: cython.Py_ssize_t, a: cython.Py_ssize_t, b: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The line of a ray that the cell (a, b) is on."""
    p: cython.Py_ssize_t = board.rays[at]
    ring: cython.Py_ssize_t = board.rays[at + 7]
    if p > 0:
        b -= a // p % ring * (board.rays[at + 1] % ring)
    return _first(board, at, a) + b % ring


@cython.cfunc
@cython.inline
def _note(board: Board, line: cython.Py_ssize_t, v: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Set the bit of a value on a line: the place of its word."""
    bit: cython.ulonglong = 1
    place: cython.Py_ssize_t = line * board.words + (v >> 6)
    board.lines[place] |= bit << (v & 63)
    return place


@cython.cfunc
@cython.inline
def _lift(board: Board, line: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Look whether one more word at the start of a line is full: how many are."""
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    if board.lines[line * board.words + board.lows[line]] == full:
        board.lows[line] += 1
    return board.lows[line]


@cython.cfunc
def _begin(board: Board, at: cython.Py_ssize_t, a: cython.Py_ssize_t) -> None:
    """Clear the lines of a ray that begin in the row *a*."""
    count: cython.Py_ssize_t = board.rays[at + 1]
    b: cython.Py_ssize_t
    w: cython.Py_ssize_t
    if count > board.rays[at + 7]:
        count = board.rays[at + 7]
    for b in range(count):
        line: cython.Py_ssize_t = _line(board, at, a, b)
        board.lows[line] = 0
        for w in range(line * board.words, (line + 1) * board.words):
            board.lines[w] = 0


@cython.cfunc
@cython.locals(values=Number[::1])
def _mark(
    board: Board,
    values: array[int],
    at: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> None:
    """Note the known values of (a, b), …, (a, end - 1) on the lines of a ray with o = d and no end."""
    line: cython.Py_ssize_t = _line(board, at, a, b)
    first: cython.Py_ssize_t = _first(board, at, a)
    after: cython.Py_ssize_t = first + board.rays[at + 7]
    cell: cython.Py_ssize_t
    for cell in range(a * board.cols + b, a * board.cols + end):
        _note(board, line, values[cell])
        _lift(board, line)
        line += 1
        if line == after:
            line = first


@cython.cfunc
def _meet(board: Board, a: cython.Py_ssize_t, b: cython.Py_ssize_t) -> None:
    """Find the line of each ray that is turned to at the cell (a, b), or that comes next in its row."""
    i: cython.Py_ssize_t
    for i in range(len(board.reads)):
        at: cython.Py_ssize_t = 9 * i
        direct: cython.bint = _direct(board, at)
        down: cython.Py_ssize_t = 0 if direct else board.rays[at + 2]
        right: cython.Py_ssize_t = 0 if direct else board.rays[at + 3]
        board.met[3 * i + 2] = direct
        if a >= down:
            board.met[3 * i] = _line(board, at, a - down, b - right if b > right else 0)
            board.met[3 * i + 1] = _first(board, at, a - down)


@cython.cfunc
@cython.locals(values=Number[::1])
def _turn(
    board: Board, values: array[int], i: cython.Py_ssize_t, a: cython.Py_ssize_t, b: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Make a ray's line ready for the cell (a, b): take back what is not reached from there, add what now is.

    The number of words at its start that are full, or less.
    """
    at: cython.Py_ssize_t = 9 * i
    line: cython.Py_ssize_t = board.met[3 * i]
    cell: cython.Py_ssize_t = a * board.cols + b
    length: cython.Py_ssize_t = board.rays[at + 4]
    down: cython.Py_ssize_t = board.rays[at + 2] + length * board.rays[at]
    right: cython.Py_ssize_t = board.rays[at + 3] + length * board.rays[at + 1]
    if length > 0 and a >= down and b >= right:
        y: cython.Py_ssize_t = cell - down * board.cols - right
        v: cython.Py_ssize_t = values[y]
        near: cython.Py_ssize_t = board.rays[at + 5]
        while near > 0:
            y += board.rays[at] * board.cols + board.rays[at + 1]
            near = near - 1 if values[y] != v else -1
        if near == 0:
            bit: cython.ulonglong = 1
            board.lines[line * board.words + (v >> 6)] &= ~(bit << (v & 63))
            if board.lows[line] > v >> 6:
                board.lows[line] = v >> 6
    if not board.met[3 * i + 2]:
        _note(board, line, values[cell - board.rays[at + 2] * board.cols - board.rays[at + 3]])
    return board.lows[line]


@cython.cfunc
@cython.locals(
    values=Number[::1],
    lines=cython.ulonglong[::1],
    lows=cython.uint[::1],
    places=cython.uchar[::1],
)
def _row(board: Board, values: array[int], a: cython.Py_ssize_t, first: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The cells of a row from *first* on, for up to three rays with o = d and no end; where it stopped.

    Fewer rays are taken as three with repetitions.
    """
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    sequence: cython.ulonglong = 0x03F79D71B4CB0A89
    lines = board.lines
    lows = board.lows
    places = board.places
    words: cython.Py_ssize_t = board.words
    last: cython.Py_ssize_t = words - 1
    second: cython.Py_ssize_t = 1 if len(board.reads) > 1 else 0
    third: cython.Py_ssize_t = 2 if len(board.reads) > 2 else second
    l0: cython.Py_ssize_t = board.met[0]
    l1: cython.Py_ssize_t = board.met[3 * second]
    l2: cython.Py_ssize_t = board.met[3 * third]
    from0: cython.Py_ssize_t = board.met[1]
    from1: cython.Py_ssize_t = board.met[3 * second + 1]
    from2: cython.Py_ssize_t = board.met[3 * third + 1]
    to0: cython.Py_ssize_t = from0 + board.rays[7]
    to1: cython.Py_ssize_t = from1 + board.rays[9 * second + 7]
    to2: cython.Py_ssize_t = from2 + board.rays[9 * third + 7]
    step0: cython.Py_ssize_t = to0 - from0 > 1
    step1: cython.Py_ssize_t = to1 - from1 > 1
    step2: cython.Py_ssize_t = to2 - from2 > 1
    width0: cython.Py_ssize_t = step0 * words
    width1: cython.Py_ssize_t = step1 * words
    width2: cython.Py_ssize_t = step2 * words
    work: cython.Py_ssize_t = 0
    cell: cython.Py_ssize_t = a * board.cols + first
    end: cython.Py_ssize_t = (a + 1) * board.cols
    while cell < end:
        l0 = from0 if l0 == to0 else l0
        l1 = from1 if l1 == to1 else l1
        l2 = from2 if l2 == to2 else l2
        stop: cython.Py_ssize_t = end  # until then no ray begins anew at the first of its lines
        stop = cell + to0 - l0 if step0 and cell + to0 - l0 < stop else stop
        stop = cell + to1 - l1 if step1 and cell + to1 - l1 < stop else stop
        stop = cell + to2 - l2 if step2 and cell + to2 - l2 < stop else stop
        x0: cython.Py_ssize_t = l0 * words
        x1: cython.Py_ssize_t = l1 * words
        x2: cython.Py_ssize_t = l2 * words
        l1 += step1 * (stop - cell)
        while cell < stop:
            low: cython.Py_ssize_t = lows[l0]
            low2: cython.Py_ssize_t = lows[l2]
            w: cython.Py_ssize_t = low2 if low2 > low else low
            work -= w
            word: cython.ulonglong = lines[x0 + w] | lines[x1 + w] | lines[x2 + w]
            while word == full:
                w += 1
                word = lines[x0 + w] | lines[x1 + w] | lines[x2 + w]
            work += w
            if w == last:
                board.work += work
                return cell - a * board.cols
            bit: cython.ulonglong = ~word & (word + 1)
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
    board.work += work + 4 * (board.cols - first)
    return board.cols


@cython.cfunc
@cython.inline
@cython.locals(values=Number[::1])
def _value(
    board: Board,
    values: array[int],
    a: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    w: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """The value of the cell (a, b): the least one from 64·w on that no step leads to and none of *count* lines has."""
    cell: cython.Py_ssize_t = a * board.cols + b
    moves: cython.bint = count > 0
    i: cython.Py_ssize_t
    for i in range(0, len(board.steps), 2):
        if a >= board.steps[i] and b >= board.steps[i + 1]:
            moves = True
            _note(board, 0, values[cell - board.steps[i] * board.cols - board.steps[i + 1]])
    if not moves:
        return board.terminal
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    word: cython.ulonglong = full
    while word == full:
        word = board.lines[w]
        for i in range(count):
            word |= board.lines[board.reads[i] + w]
        board.work += count + 1
        w += 1
    for i in range(0, len(board.steps), 2):
        if a >= board.steps[i] and b >= board.steps[i + 1]:
            board.lines[values[cell - board.steps[i] * board.cols - board.steps[i + 1]] >> 6] = 0
    sequence: cython.ulonglong = 0x03F79D71B4CB0A89
    word = ~word & (word + 1)
    return 64 * (w - 1) + board.places[((word * sequence) & full) >> 58]


@cython.cfunc
@cython.locals(values=Number[::1])
def _cell(
    board: Board, values: array[int], a: cython.Py_ssize_t, b: cython.Py_ssize_t, known: cython.bint, below: cython.bint
) -> cython.bint:
    """The value of the cell (a, b), written down where it is not *known*, and noted on its lines.

    Where it is *below* the diagonal, on those that no cell above it is on. False where the lines are too short.
    """
    cell: cython.Py_ssize_t = a * board.cols + b
    count: cython.Py_ssize_t = 0
    w: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    for i in range(len(board.reads)):
        at: cython.Py_ssize_t = 9 * i
        if a >= board.rays[at + 2] and b >= board.rays[at + 3] and (not below or board.rays[at + 8] > 0):
            low: cython.Py_ssize_t = _turn(board, values, i, a, b)
            w = low if low > w else w
            board.reads[count] = board.met[3 * i] * board.words
            count += 1
    if not known:
        v: cython.Py_ssize_t = _value(board, values, a, b, count, w)
        if v >= 64 * (board.words - 1):
            return False
        values[cell] = v
    for i in range(len(board.reads)):
        at = 9 * i
        line: cython.Py_ssize_t = board.met[3 * i]
        direct: cython.bint = board.met[3 * i + 2]
        if direct and (not below or board.rays[at + 8] > 0):
            _note(board, line, values[cell])
            _lift(board, line)
        if direct or (a >= board.rays[at + 2] and b >= board.rays[at + 3]):
            line += 1
            board.met[3 * i] = board.met[3 * i + 1] if line == board.met[3 * i + 1] + board.rays[at + 7] else line
    return True
