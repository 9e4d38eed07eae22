# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Grundy values of any linear rules on one or two heaps: an interpreter of a *program*, a list of clauses.

`checks.check_program` says what they are. Numbers must stay within 63 bits for every x of the box and v in range.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from grundy.kernels import _shim as cython  # type: ignore[no-redef]

from grundy.kernels.checks import check_program

COMPILED: bool = cython.compiled

UNKNOWN = 0xFFFFFFFF
"""The entry of a cell that has not been computed."""

DONE = 0
"""Status: every cell up to *stop* is computed."""
BUDGET = 1
"""Status: the work passed the budget; go on at *reached*."""
OUTSIDE = 2
"""Status: an option of the cell *reached* has a component outside the box."""
MISSING = 3
"""Status: an option of the cell *reached* has a component that is not computed yet."""
UNBOUNDED = 4
"""Status: a variable has no upper bound."""
NARROW = 5
"""Status: the values need a longer scratch; go on at *reached* with one of twice the length."""
TOO_LARGE = 6
"""Status: the cell *reached* alone takes more work than its own budget."""


def workspace(size: int) -> array[int]:
    """A scratch array for `fill` that does for Grundy values below *size*."""
    return array("q", bytes(8 * (80 + (1 << max(size - 1, 0).bit_length()))))


@cython.final
@cython.cclass
class _Walk:
    """The walk through all choices of a program: where it stands, and what it is given."""

    values = cython.declare(cython.uint[::1])
    program = cython.declare(cython.longlong[::1])
    sets = cython.declare(cython.longlong[::1])
    point = cython.declare(cython.longlong[::1])  # x and v
    highs = cython.declare(cython.longlong[::1])  # of each level of variables, as the next two
    cursors = cython.declare(cython.longlong[::1])
    blocks = cython.declare(cython.longlong[::1])
    bases = cython.declare(cython.longlong[::1])  # of each component its place at v = 0, then its step
    steps = cython.declare(cython.longlong[::1])
    stamps = cython.declare(cython.longlong[::1])
    heaps: cython.Py_ssize_t
    shape0: cython.longlong
    shape1: cython.longlong
    least: cython.longlong
    size: cython.longlong
    generation: cython.longlong
    work: cython.longlong
    limit: cython.longlong
    cell: cython.longlong
    # the clause: how many variables and components, the length of its rows, where its outputs begin
    variables: cython.Py_ssize_t
    parts: cython.Py_ssize_t
    width: cython.Py_ssize_t
    outputs: cython.Py_ssize_t


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)  # -1 is a number like any other
def _ceil_ratio(a: cython.longlong, b: cython.longlong) -> cython.longlong:
    """ceil(a / b) for b > 0."""
    return a if b == 1 else -(-a // b)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)  # -1 is a number like any other
def _floor_ratio(a: cython.longlong, b: cython.longlong) -> cython.longlong:
    """floor(a / b) for b > 0."""
    return a if b == 1 else a // b


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)  # -1 is a number like any other
def _form(walk: _Walk, row: cython.Py_ssize_t, known: cython.Py_ssize_t) -> cython.longlong:
    """A row at x and v, without what comes after the first *known* of these."""
    total: cython.longlong = walk.program[row + walk.width - 1]
    j: cython.Py_ssize_t
    for j in range(known):
        total += walk.program[row + j] * walk.point[j]
    return total


@cython.cfunc
@cython.inline
def _stamp(walk: _Walk, low: cython.longlong, run: cython.longlong) -> cython.Py_ssize_t:
    """Stamp the xor of the components for *run* values of the innermost variable from *low* on: the status."""
    unknown: cython.uint = 0xFFFFFFFF
    size: cython.longlong = walk.size
    generation: cython.longlong = walk.generation
    base: cython.longlong = walk.bases[0] + walk.steps[0] * low
    step: cython.longlong = walk.steps[0]
    base2: cython.longlong
    step2: cython.longlong
    value: cython.uint
    value2: cython.uint
    v: cython.longlong
    i: cython.Py_ssize_t
    if walk.parts == 1:
        for v in range(run):
            value = walk.values[base]
            if value < size:
                walk.stamps[value] = generation
            elif base != walk.cell:
                return 3 if value == unknown else 5
            base += step
    elif walk.parts == 2:
        step2 = walk.steps[1]
        base2 = walk.bases[1] + step2 * low
        for v in range(run):
            value = walk.values[base]
            value2 = walk.values[base2]
            if value | value2 >= size:
                return 3 if value == unknown or value2 == unknown else 5
            walk.stamps[value ^ value2] = generation
            base += step
            base2 += step2
    else:
        for v in range(low, low + run):
            value = 0
            for i in range(walk.parts):
                value2 = walk.values[walk.bases[i] + walk.steps[i] * v]
                if value2 >= size:
                    return 3 if value2 == unknown else 5
                value ^= value2
            walk.stamps[value] = generation
    return 0


@cython.cfunc
@cython.inline
def _settle(walk: _Walk, level: cython.Py_ssize_t, v: cython.longlong) -> cython.Py_ssize_t:
    """Settle on the least choice of a level's variable from v on, or go up: the level where there is one, or -1."""
    while level >= 0:
        high: cython.longlong = walk.highs[level]
        at: cython.Py_ssize_t = walk.blocks[level]
        if walk.program[at] != 0:
            cursor: cython.longlong = walk.cursors[level]
            set_end: cython.longlong = walk.program[at + 2]
            while cursor < set_end and walk.sets[cursor] < v:
                cursor += 1
            if walk.program[at] == 1:
                v = walk.sets[cursor] if cursor < set_end else high + 1
            else:
                while cursor < set_end and walk.sets[cursor] == v:
                    cursor += 1
                    v += 1
            walk.cursors[level] = cursor
        if v <= high:
            walk.point[walk.heaps + level] = v
            return level
        level -= 1
        if level >= 0:
            v = walk.point[walk.heaps + level] + 1
    return -1


@cython.cfunc
def _choices(walk: _Walk) -> cython.Py_ssize_t:
    """Stamp the options of all choices of the clause's variables: the status.

    Ranges stay in local variables: in the object they would cost a tenth more time.
    """
    variables: cython.Py_ssize_t = walk.variables
    last: cython.Py_ssize_t = variables - 1 if variables > 0 else 0
    level: cython.Py_ssize_t = 0
    status: cython.Py_ssize_t
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    v: cython.longlong
    c: cython.longlong
    total: cython.longlong
    bound: cython.longlong
    while True:
        # open a level: the range [low, high] of its variable (no variables: one that runs over 0 alone)
        low: cython.longlong = 0
        high: cython.longlong = 0
        kind: cython.longlong = 0
        cursor: cython.longlong = 0
        set_end: cython.longlong = 0
        known: cython.Py_ssize_t = walk.heaps + level
        if variables > 0:
            at: cython.Py_ssize_t = walk.blocks[level]
            bounded: cython.bint = False
            kind = walk.program[at]
            cursor = walk.program[at + 1]
            set_end = walk.program[at + 2]
            row = at + 4
            for i in range(walk.program[at + 3]):
                total = _form(walk, row, known)
                c = walk.program[row + known]
                if c > 0:
                    bound = _ceil_ratio(-total, c)
                    if bound > low:
                        low = bound
                else:
                    bound = _floor_ratio(total, -c)
                    if not bounded or bound < high:
                        high = bound
                    bounded = True
                row += walk.width
            if not bounded:
                if kind != 1:
                    return 4
                high = walk.sets[set_end - 1] if set_end > cursor else -1
        walk.work += 1
        if level < last:
            walk.highs[level] = high
            walk.cursors[level] = cursor
            level = _settle(walk, level, low) + 1
            if level == 0:
                return 0
            if walk.work > walk.limit:
                return 6
            continue
        # the innermost level: components are linear in its variable, so is their place in the table. [low, high] keeps
        # every heap at least *least*, [inside_low, inside_high] keeps it in the box
        inside_low: cython.longlong = low
        inside_high: cython.longlong = high
        fixed: cython.bint = True
        row = walk.outputs
        for i in range(walk.parts):
            base: cython.longlong = 0
            step: cython.longlong = 0
            for j in range(walk.heaps):
                total = _form(walk, row, known) - walk.least
                c = walk.program[row + known] if variables > 0 else 0
                extent: cython.longlong = (walk.shape1 if j > 0 else walk.shape0) - 1
                if c > 0:
                    bound = _ceil_ratio(-total, c)
                    if bound > low:
                        low = bound
                    bound = _floor_ratio(extent - total, c)
                    if bound < inside_high:
                        inside_high = bound
                elif c < 0:
                    bound = _floor_ratio(total, -c)
                    if bound < high:
                        high = bound
                    bound = _ceil_ratio(total - extent, -c)
                    if bound > inside_low:
                        inside_low = bound
                elif total < 0:
                    high = low - 1
                elif total > extent:
                    inside_high = inside_low - 1
                if c != 0:
                    fixed = False
                if j == 0:
                    base = total * walk.shape1
                    step = c * walk.shape1
                else:
                    base += total
                    step += c
                row += walk.width
            walk.bases[i] = base
            walk.steps[i] = step
        if kind != 0:
            while cursor < set_end and walk.sets[cursor] < low:
                cursor += 1
        while low <= high:
            end: cython.longlong = high  # the next run of values of the variable without a gap
            after: cython.longlong = high + 1
            if kind == 1:
                if cursor >= set_end or walk.sets[cursor] > high:
                    break
                low = walk.sets[cursor]
                end = low
                after = low + 1
                cursor += 1
            elif kind == 2:
                while cursor < set_end and walk.sets[cursor] == low:
                    low += 1
                    cursor += 1
                if low > high:
                    break
                if cursor < set_end and walk.sets[cursor] <= high:
                    after = walk.sets[cursor]
                    end = after - 1
            if low < inside_low or end > inside_high:
                return 2
            run: cython.longlong = 1 if fixed else end - low + 1  # fixed: every choice gives the same option
            walk.work += run
            status = _stamp(walk, low, run)
            if status:
                return status
            low = after
        if level == 0:
            return 0
        v = walk.point[walk.heaps + level - 1] + 1
        level = _settle(walk, level - 1, v) + 1
        if level == 0:
            return 0
        if walk.work > walk.limit:
            return 6


@cython.cfunc
def _options(walk: _Walk) -> cython.Py_ssize_t:
    """Stamp the values of all options of a cell: the status."""
    following: cython.Py_ssize_t = 2
    clause: cython.Py_ssize_t
    level: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for clause in range(walk.program[1]):
        at: cython.Py_ssize_t = following + 2
        walk.variables = walk.program[following]
        walk.parts = walk.program[following + 1]
        walk.width = walk.heaps + walk.variables + 1
        allowed: cython.bint = True
        for i in range(walk.program[at]):
            if _form(walk, at + 1 + i * walk.width, walk.heaps) < 0:
                allowed = False
        at += 1 + walk.program[at] * walk.width
        for level in range(walk.variables):
            walk.blocks[level] = at
            at += 4 + walk.program[at + 3] * walk.width
        walk.outputs = at
        following = at + walk.parts * walk.heaps * walk.width
        status: cython.Py_ssize_t = _choices(walk) if allowed else 0
        if status:
            return status
    return 0


@cython.locals(
    values=cython.uint[::1],
    program=cython.longlong[::1],
    sets=cython.longlong[::1],
    scratch=cython.longlong[::1],
)
def fill(
    values: array[int],
    shape0: cython.longlong,
    shape1: cython.longlong,
    least: cython.longlong,
    start: cython.longlong,
    stop: cython.longlong,
    program: array[int],
    sets: array[int],
    scratch: array[int],
    work_budget: cython.longlong,
    cell_budget: cython.longlong = 1 << 33,
) -> tuple[int, int, int]:
    """g(x) = mex of the xor over each option's components, cell after cell; (reached, work, status).

    The cells of the box are x = (least + i, least + j) for 0 <= i < shape0, 0 <= j < shape1, at index
    i·shape1 + j of *values*, `array("I")` (one heap: shape1 = 1). Cells start..stop-1 are computed in order
    of index, each from those before it; *reached* is the first that is not computed, *status* one of this
    module's constants, *work* counts cells, ranges and options visited. *scratch* comes from `workspace`.
    ValueError for a program or bounds that are malformed.

    Nim on one heap, n -> n - t with 1 <= t <= n:

    >>> program = array("q", [1, 1, 1, 1, 0, 0, 0, 0, 2, 0, 1, -1, 1, -1, 0, 1, -1, 0])
    >>> values = array("I", [UNKNOWN] * 6)
    >>> fill(values, 6, 1, 0, 0, 6, program, array("q"), workspace(8), 10**6)
    (6, 27, 0)
    >>> values.tolist()
    [0, 1, 2, 3, 4, 5]
    """
    check_program(program, sets)
    heaps: cython.Py_ssize_t = program[0]
    if shape0 < 0 or shape1 < 0 or (heaps == 1 and shape1 != 1):
        raise ValueError(f"({shape0}, {shape1}) is no box for {heaps} heaps")
    if not 0 <= start <= stop <= shape0 * shape1 or shape0 * shape1 > len(values):
        raise ValueError(f"cannot fill [{start}, {stop}) of ({shape0}, {shape1}) in {len(values)} entries")
    if len(scratch) <= 80:
        raise ValueError("scratch needs more than 80 entries")
    walk = _Walk()
    walk.values, walk.program, walk.sets, walk.stamps = values, program, sets, scratch[80:]
    walk.point, walk.highs, walk.cursors = scratch[:16], scratch[16:24], scratch[24:32]
    walk.blocks, walk.bases, walk.steps = scratch[32:48], scratch[48:64], scratch[64:80]
    walk.heaps, walk.shape0, walk.shape1, walk.least = heaps, shape0, shape1, least
    size: cython.longlong = 1  # a power of two, so that the xor of values below it is below it
    while 2 * size <= len(scratch) - 80 and size < 0x40000000:
        size *= 2
    cell: cython.longlong
    for cell in range(size):
        walk.stamps[cell] = 0
    walk.size = size
    walk.generation = 0
    walk.work = 0
    for cell in range(start, stop):
        values[cell] = 0xFFFFFFFF
        walk.cell = cell
        walk.generation += 1
        walk.work += 1
        walk.limit = walk.work - 1 + cell_budget
        walk.point[0] = least + cell // shape1
        if heaps == 2:
            walk.point[1] = least + cell % shape1
        status: cython.Py_ssize_t = _options(walk)
        if status:
            return (cell, walk.work, status)
        mex: cython.longlong = 0
        while mex < size and walk.stamps[mex] == walk.generation:
            mex += 1
        values[cell] = mex
        if walk.work >= work_budget and cell + 1 < stop:
            return (cell + 1, walk.work, 1)
    return (stop, walk.work, 0)
