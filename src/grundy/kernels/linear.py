# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
"""Grundy values of any linear rules on one or two heaps: an interpreter of a *program*, a list of clauses.

A clause is a set of moves: for all natural numbers v_0, v_1, … that satisfy linear inequalities, the
components whose heaps are linear in the heaps x and in v. Everything is a row of heaps + variables + 1
coefficients: those of x, of v and a constant. The program, `array("q")`, is

    heaps (1 or 2), number of clauses, then for each clause
        number of variables (0..8), number of components (0..16)
        guards:           number of rows, rows in x alone, each >= 0 or the clause gives no move
        for each variable: kind of set, start and end of the set in *sets*, number of rows, rows, each >= 0,
                           in x, the variables before it, and itself (with a coefficient other than 0)
        outputs:          a row for each heap of each component

Kind 0 lets a variable run over a range, 1 over the members of the ascending slice sets[start:end], 2 over all
but those. A variable without an upper bound must have a set of kind 1. A choice of v is no move where a heap
falls below *least*, or where its one component is the position itself; without components it is a move to the
empty sum. Numbers must stay within 63 bits for every x of the box and every v in range.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from grundy.kernels import _shim as cython  # type: ignore[no-redef]

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

_WORKSPACE = 80


def workspace(size: int) -> array[int]:
    """A scratch array for `fill` that does for Grundy values below *size*."""
    return array("q", bytes(8 * (_WORKSPACE + (1 << max(size - 1, 0).bit_length()))))


@cython.cfunc
@cython.inline
@cython.returns(cython.longlong)
@cython.locals(a=cython.longlong, b=cython.longlong)
def _ceil_ratio(a: int, b: int) -> int:
    """ceil(a / b) for b > 0."""
    if b == 1:
        return a
    return -(-a // b)


@cython.cfunc
@cython.inline
@cython.returns(cython.longlong)
@cython.locals(a=cython.longlong, b=cython.longlong)
def _floor_ratio(a: int, b: int) -> int:
    """floor(a / b) for b > 0."""
    if b == 1:
        return a
    return a // b


@cython.locals(
    values=cython.uint[::1],
    shape0=cython.longlong,
    shape1=cython.longlong,
    least=cython.longlong,
    start=cython.longlong,
    stop=cython.longlong,
    program=cython.longlong[::1],
    sets=cython.longlong[::1],
    scratch=cython.longlong[::1],
    work_budget=cython.longlong,
    cell_budget=cython.longlong,
    point=cython.Py_ssize_t,
    highs=cython.Py_ssize_t,
    cursors=cython.Py_ssize_t,
    blocks=cython.Py_ssize_t,
    bases=cython.Py_ssize_t,
    steps=cython.Py_ssize_t,
    stamps=cython.Py_ssize_t,
    heaps=cython.Py_ssize_t,
    clauses=cython.Py_ssize_t,
    clause=cython.Py_ssize_t,
    nvars=cython.Py_ssize_t,
    last=cython.Py_ssize_t,
    parts=cython.Py_ssize_t,
    width=cython.Py_ssize_t,
    at=cython.Py_ssize_t,
    next_clause=cython.Py_ssize_t,
    outputs=cython.Py_ssize_t,
    row=cython.Py_ssize_t,
    known=cython.Py_ssize_t,
    level=cython.Py_ssize_t,
    i=cython.Py_ssize_t,
    j=cython.Py_ssize_t,
    q=cython.Py_ssize_t,
    size=cython.longlong,
    generation=cython.longlong,
    work=cython.longlong,
    work_before=cython.longlong,
    cell=cython.longlong,
    total=cython.longlong,
    c=cython.longlong,
    bound=cython.longlong,
    bounded=cython.bint,
    fixed=cython.bint,
    allowed=cython.bint,
    kind=cython.longlong,
    cursor=cython.longlong,
    set_end=cython.longlong,
    v=cython.longlong,
    low=cython.longlong,
    high=cython.longlong,
    inside_low=cython.longlong,
    inside_high=cython.longlong,
    run_low=cython.longlong,
    run_high=cython.longlong,
    run_next=cython.longlong,
    run=cython.longlong,
    extent=cython.longlong,
    base=cython.longlong,
    step=cython.longlong,
    base2=cython.longlong,
    step2=cython.longlong,
    mex=cython.longlong,
    unknown=cython.uint,
    value=cython.uint,
    value2=cython.uint,
)
def fill(
    values: array[int],
    shape0: int,
    shape1: int,
    least: int,
    start: int,
    stop: int,
    program: array[int],
    sets: array[int],
    scratch: array[int],
    work_budget: int,
    cell_budget: int = 1 << 33,
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
    _check(program, sets)
    heaps = program[0]
    clauses = program[1]
    if shape0 < 0 or shape1 < 0 or (heaps == 1 and shape1 != 1):
        raise ValueError(f"({shape0}, {shape1}) is no box for {heaps} heaps")
    if not 0 <= start <= stop <= shape0 * shape1 or shape0 * shape1 > len(values):
        raise ValueError(f"cannot fill [{start}, {stop}) of ({shape0}, {shape1}) in {len(values)} entries")
    # scratch: x and v; of each level of variables its high end, its place in the set and in the program;
    # of each component the index at v = 0 and its step; then the stamps
    point = 0
    highs = 16
    cursors = 24
    blocks = 32
    bases = 48
    steps = 64
    stamps = 80
    unknown = 0xFFFFFFFF
    if len(scratch) <= stamps:
        raise ValueError(f"scratch needs more than {stamps} entries")
    size = 1  # a power of two, so that the xor of values below it is below it
    while 2 * size <= len(scratch) - stamps and size < 0x40000000:
        size *= 2
    for i in range(size):
        scratch[stamps + i] = 0
    generation = 0
    work = 0

    for cell in range(start, stop):
        generation += 1
        values[cell] = unknown
        work_before = work
        work += 1
        scratch[point] = least + cell // shape1
        if heaps == 2:
            scratch[point + 1] = least + cell % shape1
        next_clause = 2
        for clause in range(clauses):
            nvars = program[next_clause]
            parts = program[next_clause + 1]
            at = next_clause + 2
            width = heaps + nvars + 1
            last = nvars - 1
            if nvars == 0:
                last = 0

            allowed = True
            row = at + 1
            for i in range(program[at]):
                total = program[row + width - 1]
                for j in range(heaps):
                    total += program[row + j] * scratch[point + j]
                if total < 0:
                    allowed = False
                row += width
            at = row
            for level in range(nvars):
                scratch[blocks + level] = at
                at += 4 + program[at + 3] * width
            outputs = at
            next_clause = outputs + parts * heaps * width
            if not allowed:
                continue

            level = 0
            while level >= 0:
                # open a level: the range [low, high] of its variable (no variables: one that runs over 0
                # alone)
                low = 0
                high = 0
                kind = 0
                cursor = 0
                set_end = 0
                if nvars > 0:
                    at = scratch[blocks + level]
                    kind = program[at]
                    cursor = program[at + 1]
                    set_end = program[at + 2]
                    bounded = False
                    known = heaps + level
                    row = at + 4
                    for i in range(program[at + 3]):
                        total = program[row + width - 1]
                        for j in range(known):
                            total += program[row + j] * scratch[point + j]
                        c = program[row + known]
                        if c > 0:
                            bound = _ceil_ratio(-total, c)
                            if bound > low:
                                low = bound
                        else:
                            bound = _floor_ratio(total, -c)
                            if not bounded or bound < high:
                                high = bound
                            bounded = True
                        row += width
                    if not bounded:
                        if kind != 1:
                            return (cell, work, 4)
                        high = -1
                        if set_end > cursor:
                            high = sets[set_end - 1]
                work += 1

                if level < last:
                    scratch[highs + level] = high
                    scratch[cursors + level] = cursor
                    v = low
                else:
                    # the innermost level: components are linear in its variable, so is their place in the
                    # table. [low, high] keeps every heap at least *least*, [inside_low, inside_high] keeps it
                    # in the box
                    inside_low = low
                    inside_high = high
                    fixed = True
                    known = heaps + last
                    row = outputs
                    for i in range(parts):
                        base = 0
                        step = 0
                        for j in range(heaps):
                            total = program[row + width - 1] - least
                            for q in range(known):
                                total += program[row + q] * scratch[point + q]
                            c = 0
                            if nvars > 0:
                                c = program[row + known]
                            if c != 0:
                                fixed = False
                            extent = shape1 - 1
                            if j == 0:
                                extent = shape0 - 1
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
                            if j == 0:
                                base = total * shape1
                                step = c * shape1
                            else:
                                base += total
                                step += c
                            row += width
                        scratch[bases + i] = base
                        scratch[steps + i] = step

                    if kind != 0:
                        while cursor < set_end and sets[cursor] < low:
                            cursor += 1
                    run_low = low
                    while run_low <= high:
                        # the next run of values of the variable without a gap
                        run_high = high
                        run_next = high + 1
                        if kind == 1:
                            if cursor >= set_end or sets[cursor] > high:
                                break
                            run_low = sets[cursor]
                            run_high = run_low
                            run_next = run_low + 1
                            cursor += 1
                        elif kind == 2:
                            while cursor < set_end and sets[cursor] == run_low:
                                run_low += 1
                                cursor += 1
                            if run_low > high:
                                break
                            if cursor < set_end and sets[cursor] <= high:
                                run_high = sets[cursor] - 1
                                run_next = sets[cursor]
                        if run_low < inside_low or run_high > inside_high:
                            return (cell, work, 2)
                        run = run_high - run_low + 1
                        if fixed:  # every choice gives the same option
                            run = 1
                        work += run
                        if parts == 1:
                            step = scratch[steps]
                            base = scratch[bases] + step * run_low
                            for v in range(run):
                                value = values[base]
                                if value < size:
                                    scratch[stamps + value] = generation
                                elif base != cell:
                                    return (cell, work, 3 if value == unknown else 5)
                                base += step
                        elif parts == 2:
                            step = scratch[steps]
                            base = scratch[bases] + step * run_low
                            step2 = scratch[steps + 1]
                            base2 = scratch[bases + 1] + step2 * run_low
                            for v in range(run):
                                value = values[base]
                                value2 = values[base2]
                                if value | value2 >= size:
                                    return (
                                        cell,
                                        work,
                                        3 if value == unknown or value2 == unknown else 5,
                                    )
                                scratch[stamps + (value ^ value2)] = generation
                                base += step
                                base2 += step2
                        else:
                            for v in range(run_low, run_low + run):
                                value = 0
                                for i in range(parts):
                                    value2 = values[scratch[bases + i] + scratch[steps + i] * v]
                                    if value2 >= size:
                                        return (cell, work, 3 if value2 == unknown else 5)
                                    value ^= value2
                                scratch[stamps + value] = generation
                        run_low = run_next
                    level -= 1
                    if level >= 0:
                        v = scratch[point + heaps + level] + 1

                # settle: the least choice of this level's variable from v on, or else a level up
                while level >= 0:
                    high = scratch[highs + level]
                    at = scratch[blocks + level]
                    kind = program[at]
                    if kind != 0:
                        cursor = scratch[cursors + level]
                        set_end = program[at + 2]
                        while cursor < set_end and sets[cursor] < v:
                            cursor += 1
                        if kind == 1:
                            if cursor < set_end:
                                v = sets[cursor]
                            else:
                                v = high + 1
                        else:
                            while cursor < set_end and sets[cursor] == v:
                                cursor += 1
                                v += 1
                        scratch[cursors + level] = cursor
                    if v <= high:
                        scratch[point + heaps + level] = v
                        break
                    level -= 1
                    if level >= 0:
                        v = scratch[point + heaps + level] + 1
                if level < 0 or nvars == 0:
                    break
                level += 1
                if work - work_before > cell_budget:
                    return (cell, work, 6)

        mex = 0
        while mex < size and scratch[stamps + mex] == generation:
            mex += 1
        values[cell] = mex
        if work >= work_budget and cell + 1 < stop:
            return (cell + 1, work, 1)
    return (stop, work, 0)


@cython.locals(
    program=cython.longlong[::1],
    sets=cython.longlong[::1],
    length=cython.Py_ssize_t,
    at=cython.Py_ssize_t,
    heaps=cython.longlong,
    nvars=cython.longlong,
    parts=cython.longlong,
    width=cython.longlong,
    rows=cython.longlong,
    clause=cython.longlong,
    level=cython.longlong,
    i=cython.longlong,
    j=cython.longlong,
    first=cython.longlong,
    end=cython.longlong,
)
def _check(program: array[int], sets: array[int]) -> None:
    """Raise ValueError unless *program* has the form of the module's docstring, within its own length."""
    length = len(program)
    if length < 2 or not 1 <= program[0] <= 2 or program[1] < 0:
        raise ValueError("a program begins with 1 or 2 heaps and the number of its clauses")
    heaps = program[0]
    at = 2
    for clause in range(program[1]):
        if length - at < 3:
            raise ValueError(f"the program ends within clause {clause}")
        nvars = program[at]
        parts = program[at + 1]
        if not 0 <= nvars <= 8 or not 0 <= parts <= 16:
            raise ValueError(f"clause {clause} has {nvars} variables and {parts} components: at most 8 and 16")
        width = heaps + nvars + 1
        at += 2
        for level in range(-1, nvars):  # the guards, then the variables
            first = 0
            end = 0
            if level >= 0:
                if length - at < 4:
                    raise ValueError(f"the program ends within clause {clause}")
                first = program[at + 1]
                end = program[at + 2]
                if not 0 <= program[at] <= 2:
                    raise ValueError(f"{program[at]} is no kind of set")
                if program[at] != 0 and not 0 <= first <= end <= len(sets):
                    raise ValueError(f"[{first}, {end}) is no slice of the sets")
                if program[at] != 0:
                    for i in range(first + 1, end):
                        if sets[i - 1] >= sets[i]:
                            raise ValueError(f"the set [{first}, {end}) does not ascend")
                at += 3
            rows = program[at]
            at += 1
            if not 0 <= rows <= (length - at) // width:
                raise ValueError(f"the program ends within clause {clause}")
            for i in range(rows):
                if level >= 0 and program[at + heaps + level] == 0:
                    raise ValueError(f"a row of variable {level} of clause {clause} does not name it")
                for j in range(heaps + level + 1, width - 1):
                    if program[at + j] != 0:
                        raise ValueError(f"a row of clause {clause} names a variable before its level")
                at += width
        if parts * heaps * width > length - at:
            raise ValueError(f"the program ends within clause {clause}")
        at += parts * heaps * width
    if at != length:
        raise ValueError("the program goes on after its last clause")
