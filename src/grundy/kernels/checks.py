# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Whether what kernels are given has the form that they read: else ValueError."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from grundy.kernels import _shim as cython  # type: ignore[no-redef]

COMPILED: bool = cython.compiled


@cython.locals(words=cython.ulonglong[::1], ends=cython.longlong[::1], places=cython.longlong[::1])
def check_cases(
    count: cython.Py_ssize_t,
    plain: cython.Py_ssize_t,
    least: cython.Py_ssize_t,
    words: array[int],
    ends: array[int],
    places: array[int],
) -> None:
    """*count* cases of *plain* numbers at least stand in *words*; the places in them are at least *least*.

    >>> check_cases(2, 1, -1, array("Q", [7, 18]), array("q", [1, 2]), array("q", [0, -1]))
    """
    if not 0 <= count <= len(ends) or plain < 1:
        raise ValueError(f"there are no {count} cases")
    base: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    for i in range(count):
        if ends[i] - base < plain or ends[i] > len(words):
            raise ValueError(f"case {i} is not within the words")
        base = ends[i]
    for i in range(len(places)):
        if not least <= places[i] < plain:
            raise ValueError(f"{places[i]} is no place in a case")


@cython.locals(rays=cython.longlong[::1], steps=cython.longlong[::1])
def check_rays(
    rays: array[int], steps: array[int], cols: cython.Py_ssize_t, symmetric: cython.bint, count: cython.Py_ssize_t
) -> None:
    """The rays, with their lines among *count*, and the steps are some of `lines.Board`.

    >>> check_rays(array("q", [0, 1, 0, 1, 0, 0, 1, 1, 1]), array("q", [2, 1]), 4, False, 2)
    """
    if len(rays) % 9 or len(steps) % 2:
        raise ValueError("working space that does not fit")
    at: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for at in range(0, len(rays), 9):
        lower: cython.Py_ssize_t = rays[at + 8]
        if lower < 0 and (not symmetric or rays[at] or rays[at + 1] != 1 or cols - lower > count):
            raise ValueError("a ray that is no row")
        for i in range(8):
            if not 0 <= rays[at + i] < 1 << 40:
                raise ValueError("a ray that does not fit the table")
        if rays[at] + rays[at + 1] == 0 or rays[at + 2] + rays[at + 3] == 0:
            raise ValueError("a ray that goes nowhere")
        if rays[at + 5] >= max(rays[at + 4], 1) or rays[at + 7] != (cols if rays[at] else rays[at + 1]):
            raise ValueError("a ray that does not fit the table")
        if rays[at + 6] < 1 or rays[at + 6] + max(rays[at], 1) * rays[at + 7] > count:
            raise ValueError("a ray without lines")
    for i in range(0, len(steps), 2):
        if not (0 <= steps[i] < 1 << 40 and 0 <= steps[i + 1] < 1 << 40) or steps[i] + steps[i + 1] == 0:
            raise ValueError("a step that goes nowhere")


@cython.locals(program=cython.longlong[::1], sets=cython.longlong[::1])
def check_program(program: array[int], sets: array[int]) -> None:
    """*program*, and *sets*, have the form that `linear` reads.

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
    empty sum.

    >>> check_program(array("q", [1, 1, 0, 1, 0, 1, -1]), array("q"))
    """
    length: cython.Py_ssize_t = len(program)
    if length < 2 or not 1 <= program[0] <= 2 or program[1] < 0:
        raise ValueError("a program begins with 1 or 2 heaps and the number of its clauses")
    heaps: cython.Py_ssize_t = program[0]
    at: cython.Py_ssize_t = 2
    clause: cython.Py_ssize_t
    level: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for clause in range(program[1]):
        if length - at < 3:
            raise ValueError(f"the program ends within clause {clause}")
        if not 0 <= program[at] <= 8 or not 0 <= program[at + 1] <= 16:
            raise ValueError(f"clause {clause} has {program[at]} variables, {program[at + 1]} components, not 8 and 16")
        variables: cython.Py_ssize_t = program[at]
        outputs: cython.Py_ssize_t = program[at + 1] * heaps * (heaps + variables + 1)
        at = _check_rows(program, at + 2, heaps, heaps + variables, clause)
        for level in range(variables):
            if length - at < 4:
                raise ValueError(f"the program ends within clause {clause}")
            _check_set(program, at, sets)
            rows: cython.Py_ssize_t = at + 4
            at = _check_rows(program, at + 3, heaps + level + 1, heaps + variables, clause)
            for i in range(rows + heaps + level, at, heaps + variables + 1):
                if program[i] == 0:
                    raise ValueError(f"a row of variable {level} of clause {clause} does not name it")
        if outputs > length - at:
            raise ValueError(f"the program ends within clause {clause}")
        at += outputs
    if at != length:
        raise ValueError("the program goes on after its last clause")


@cython.cfunc
@cython.locals(program=cython.longlong[::1], sets=cython.longlong[::1])
def _check_set(program: array[int], at: cython.Py_ssize_t, sets: array[int]) -> None:
    """The set of a variable is of one of the three kinds, and ascends."""
    if not 0 <= program[at] <= 2:
        raise ValueError(f"{program[at]} is no kind of set")
    if program[at] == 0:
        return
    if not 0 <= program[at + 1] <= program[at + 2] <= len(sets):
        raise ValueError(f"[{program[at + 1]}, {program[at + 2]}) is no slice of the sets")
    i: cython.Py_ssize_t
    for i in range(program[at + 1] + 1, program[at + 2]):
        if sets[i - 1] >= sets[i]:
            raise ValueError(f"the set [{program[at + 1]}, {program[at + 2]}) does not ascend")


@cython.cfunc
@cython.locals(program=cython.longlong[::1])
def _check_rows(
    program: array[int],
    at: cython.Py_ssize_t,
    known: cython.Py_ssize_t,
    names: cython.Py_ssize_t,
    clause: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Rows over no more than the first *known* of some names: where they end."""
    count: cython.Py_ssize_t = (len(program) - at - 1) // (names + 1)
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    if not 0 <= program[at] <= count:
        raise ValueError(f"the program ends within clause {clause}")
    count = program[at]
    at += 1
    for i in range(count):
        for j in range(known, names):
            if program[at + j] != 0:
                raise ValueError(f"a row of clause {clause} names a variable before its level")
        at += names + 1
    return at
