# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
"""Grundy values of take-and-break games that may leave three heaps: sets of values as rows of bits.

For each s a row has a bit for each value of s split into two heaps. Whether three heaps that are s together have the
value v is then one look for each size a of the first: at the bit v xor g(a) of the row for s - a. So a heap of n costs
n/2 sums for its row, and n looks for the least value that is not reached (those that are show after a few), where the
definition has n²/12 sums.
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
    rows=cython.ulonglong[::1],
    hints=cython.uint[::1],
    kinds=cython.Py_ssize_t,
    words=cython.Py_ssize_t,
    budget=cython.longlong,
    work=cython.longlong,
    count=cython.Py_ssize_t,
    size=cython.Py_ssize_t,
    n=cython.Py_ssize_t,
    t=cython.Py_ssize_t,
    a=cython.Py_ssize_t,
    v=cython.Py_ssize_t,
    x=cython.Py_ssize_t,
    rest=cython.Py_ssize_t,
    row=cython.Py_ssize_t,
    found=cython.bint,
    digit=cython.longlong,
    word=cython.ulonglong,
)
def fill(
    values: array[int],
    start: int,
    stop: int,
    digits: array[int],
    rows: array[int],
    hints: array[int],
    words: int,
    budget: int,
) -> int:
    """g(n) = mex of the options' values, start <= n < stop, written to *values*; where it stopped.

    *values* is "I", *digits*, "q", the code's; *rows*, "Q", has *words* words a heap, which must be known for heaps
    below *start*; *hints*, "I" of 64 * words, is working space of integers from 1 on. It stops once *budget* sums and
    bits were looked at (one heap at least is done), or before the heap where a row is too short for the values so far:
    call again with rows twice as wide. ValueError for buffers that do not fit.

    >>> values = array("I", bytes(4 * 8))
    >>> fill(values, 0, 8, array("q", [0, 8]), array("Q", bytes(8 * 8)), array("I", [1]) * 64, 1, 10**6)
    8
    >>> values.tolist()
    [0, 0, 0, 0, 1, 1, 1, 2]
    """
    count = len(digits)
    if not 0 <= start <= stop <= len(values) < 1 << 32:
        raise ValueError(f"cannot fill [{start}, {stop}) of a table of {len(values)}")
    if words < 1 or len(rows) < stop * words or len(hints) < 64 * words or min(hints) < 1:
        raise ValueError(f"{stop} rows of {words} words do not fit into {len(rows)}")
    for t in range(count):
        digit = digits[t]
        if not 0 <= digit <= 15 or (t == 0 and digit & 3):
            raise ValueError(f"{digit} is no digit of a code at place {t}")
    size = 1  # a power of two above every value so far, and so above every sum
    for n in range(start):
        while values[n] >= size:
            size *= 2
    work = 0
    for n in range(start, stop):
        if size > 64 * words:
            return n
        row = n * words
        for v in range(words):
            rows[row + v] = 0
        for a in range(1, (n >> 1) + 1):
            v = values[a] ^ values[n - a]
            word = 1
            rows[row + (v >> 6)] |= word << (v & 63)
        work += (n >> 1) + words
        kinds = count
        if kinds > n + 1:
            kinds = n + 1
        v = 0
        while v < size:
            found = False
            for t in range(kinds):
                digit = digits[t]
                rest = n - t
                if digit & 1 and rest == 0 and v == 0:
                    found = True
                if digit & 2 and rest > 0 and v == values[rest]:
                    found = True
                if digit & 4 and (rows[rest * words + (v >> 6)] >> (v & 63)) & 1:
                    found = True
                if found:
                    break
                if digit & 8:
                    a = hints[v]  # where the value was found for a smaller heap
                    if a <= rest - 2:
                        x = v ^ values[a]
                        if (rows[(rest - a) * words + (x >> 6)] >> (x & 63)) & 1:
                            found = True
                            break
                    a = 1
                    while a <= rest - 2:
                        x = v ^ values[a]
                        if (rows[(rest - a) * words + (x >> 6)] >> (x & 63)) & 1:
                            found = True
                            hints[v] = a
                            break
                        a += 1
                    work += a
                    if found:
                        break
            if not found:
                break
            v += 1
        work += v + 1
        values[n] = v
        while v >= size:
            size *= 2
        if work >= budget:
            return n + 1
    return stop
