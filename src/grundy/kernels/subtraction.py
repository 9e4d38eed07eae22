# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
"""Grundy values of subtraction games: from a heap take one of finitely many numbers, or any number but those.

Tables are `array("I")`, index = heap size; sets are `array("q")`, ascending and positive. One call fills
values[start:stop] from values[:start]; callers cut long work into calls, so that it can be interrupted.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from grundy.kernels import _shim as cython  # type: ignore[no-redef]

COMPILED: bool = cython.compiled


@cython.locals(
    values=cython.uint[::1],
    start=cython.Py_ssize_t,
    stop=cython.Py_ssize_t,
    moves=cython.longlong[::1],
    scratch=cython.uint[::1],
    count=cython.Py_ssize_t,
    n=cython.Py_ssize_t,
    i=cython.Py_ssize_t,
    mex=cython.Py_ssize_t,
    value=cython.uint,
    stamp=cython.uint,
)
def fill(values: array[int], start: int, stop: int, moves: array[int], scratch: array[int]) -> None:
    """g(n) = mex {g(n - t) : t in *moves*, t <= n} for start <= n < stop, written to *values*.

    *scratch*, `array("I")` of at least len(moves) + 1 entries, is working space; its contents do not matter.
    ValueError for bounds outside the table, moves that are not ascending and positive, or too little scratch.

    >>> values = array("I", bytes(4 * 14))
    >>> fill(values, 0, 14, array("q", [1, 3, 4]), array("I", bytes(4 * 4)))
    >>> values.tolist()
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2]
    """
    _check(values, start, stop, moves)
    count = len(moves)
    if len(scratch) < count + 1:
        raise ValueError(f"scratch needs {count + 1} entries, one more than the moves")
    for i in range(count + 1):
        scratch[i] = 0
    stamp = 0
    for n in range(start, stop):
        stamp += 1
        for i in range(count):
            if moves[i] > n:
                break
            value = values[n - moves[i]]
            if value <= count:
                scratch[value] = stamp
        mex = 0
        while mex <= count and scratch[mex] == stamp:
            mex += 1
        values[n] = mex


@cython.locals(
    values=cython.uint[::1],
    start=cython.Py_ssize_t,
    stop=cython.Py_ssize_t,
    excluded=cython.longlong[::1],
    scratch=cython.uint[::1],
    count=cython.Py_ssize_t,
    n=cython.Py_ssize_t,
    i=cython.Py_ssize_t,
    absent=cython.Py_ssize_t,
    mex=cython.Py_ssize_t,
    value=cython.uint,
)
def fill_allbut(values: array[int], start: int, stop: int, excluded: array[int], scratch: array[int]) -> None:
    """g(n) = mex {g(n - t) : 1 <= t <= n, t not in *excluded*} for start <= n < stop, written to *values*.

    *scratch*, `array("I")` of at least stop + 1 entries, is working space: it counts how often each value
    occurs. A call reads values[:start] once, so callers do best to double the table. ValueError as for
    `fill`.

    >>> values = array("I", bytes(4 * 12))
    >>> fill_allbut(values, 0, 12, array("q", [1, 2]), array("I", bytes(4 * 13)))
    >>> values.tolist()
    [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    """
    _check(values, start, stop, excluded)
    count = len(excluded)
    if len(scratch) < stop + 1:
        raise ValueError(f"scratch needs {stop + 1} entries, one more than the table's end")
    for i in range(stop + 1):
        scratch[i] = 0
    for i in range(start):
        if values[i] >= stop:
            raise ValueError(f"the value {values[i]} at {i} cannot be a Grundy value of this game")
        scratch[values[i]] += 1
    absent = 0  # the least value that no smaller heap has
    for n in range(start, stop):
        while scratch[absent] > 0:
            absent += 1
        mex = absent
        for i in range(count):
            if excluded[i] > n:
                break
            scratch[values[n - excluded[i]]] -= 1
        for i in range(count):
            if excluded[i] > n:
                break
            value = values[n - excluded[i]]
            if value < mex and scratch[value] == 0:
                mex = value
        for i in range(count):
            if excluded[i] > n:
                break
            scratch[values[n - excluded[i]]] += 1
        values[n] = mex
        scratch[mex] += 1


@cython.locals(numbers=cython.longlong[::1], i=cython.Py_ssize_t, before=cython.longlong)
def _check(values: array[int], start: int, stop: int, numbers: array[int]) -> None:
    """Raise ValueError unless 0 <= start <= stop <= len(values) < 2^32 and *numbers* ascend from 1 or up."""
    if not 0 <= start <= stop <= len(values) < 1 << 32:
        raise ValueError(f"cannot fill [{start}, {stop}) of a table of {len(values)}")
    before = 0
    for i in range(len(numbers)):
        if numbers[i] <= before:
            raise ValueError("the set must be ascending, of integers at least 1")
        before = numbers[i]
