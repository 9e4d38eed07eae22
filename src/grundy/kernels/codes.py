# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
"""Grundy values of take-and-break games given by an octal or hexadecimal code, straight from the definition.

digits[t] says what may be left of a heap from which t are taken: 1 nothing, 2 one heap, 4 two heaps, 8 three
heaps (sums of these; every heap that is left is non-empty). Octal codes cost n/2 options a digit at size n,
hexadecimal n²/12.
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
    digits=cython.longlong[::1],
    scratch=cython.uint[::1],
    budget=cython.longlong,
    count=cython.Py_ssize_t,
    size=cython.longlong,
    work=cython.longlong,
    n=cython.Py_ssize_t,
    t=cython.Py_ssize_t,
    left=cython.Py_ssize_t,
    a=cython.Py_ssize_t,
    b=cython.Py_ssize_t,
    rest=cython.Py_ssize_t,
    mex=cython.Py_ssize_t,
    digit=cython.longlong,
    stamp=cython.uint,
    unknown=cython.uint,
    value=cython.uint,
)
def fill(values: array[int], start: int, stop: int, digits: array[int], scratch: array[int], budget: int) -> int:
    """g(n) = mex of the options' values, start <= n < stop, written to *values*; where it stopped.

    *values* is `array("I")` with values[:start] known, *digits* `array("q")`, *scratch* `array("I")`, working
    space. It stops before *stop* at the first size by which *budget* options were visited (one size at least
    is done), or, with nothing done (it returns *start*), where *scratch* is no longer than the largest
    value's next power of two: call again with twice as much. ValueError for bounds outside the table, digits
    that are none, values[:start] unknown.

    >>> values, kayles = array("I", bytes(4 * 13)), array("q", [0, 7, 7])
    >>> fill(values, 0, 13, kayles, array("I", bytes(4 * 64)), 10**6)
    13
    >>> values.tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    """
    _check(values, start, stop, digits)
    count = len(digits)
    unknown = 0xFFFFFFFF
    size = 1  # a power of two above every value so far: a sum's value is below it
    for n in range(start):
        value = values[n]
        if value == unknown:
            raise ValueError(f"the value at {n} is not known")
        while value >= size:
            size *= 2
    if size > len(scratch):
        return start
    for n in range(len(scratch)):
        scratch[n] = 0
    work = 0
    stamp = 0
    for n in range(start, stop):
        if size > len(scratch):
            return n
        stamp += 1
        for t in range(min(n + 1, count)):
            digit = digits[t]
            left = n - t
            if digit & 1 and left == 0:
                scratch[0] = stamp
            if digit & 2 and left > 0:
                scratch[values[left]] = stamp
                work += 1
            if digit & 4:
                for a in range(1, left // 2 + 1):
                    scratch[values[a] ^ values[left - a]] = stamp
                work += left // 2
            if digit & 8:
                for a in range(1, left // 3 + 1):
                    rest = left - a
                    value = values[a]
                    for b in range(a, rest // 2 + 1):
                        scratch[value ^ values[b] ^ values[rest - b]] = stamp
                    work += rest // 2 + 1 - a
        mex = 0
        while mex < size and scratch[mex] == stamp:
            mex += 1
        values[n] = mex
        while mex >= size:
            size *= 2
        if work >= budget:
            return n + 1
    return stop


def _check(values: array[int], start: int, stop: int, digits: array[int]) -> None:
    """Raise ValueError unless 0 <= start <= stop <= len(values) < 2^32 and *digits* are a code's."""
    if not 0 <= start <= stop <= len(values) < 1 << 32:
        raise ValueError(f"cannot fill [{start}, {stop}) of a table of {len(values)}")
    for t, digit in enumerate(digits):
        if not 0 <= digit <= 15 or (t == 0 and digit & 3):
            raise ValueError(f"{digit} is no digit of a code at place {t}")
