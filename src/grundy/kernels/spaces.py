# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
"""The sparse space of a take-and-break game: the parity under which the fewest heaps are rare.

The sum over all heaps of (-1)^(number of bits of value & mask) is, for every mask at once, the Walsh-Hadamard transform
of how often each value occurs; the mask with the least sum leaves the fewest heaps with an even number.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from grundy.kernels import _shim as cython  # type: ignore[no-redef]

COMPILED: bool = cython.compiled

Number = cython.fused_type(cython.uchar, cython.ushort, cython.uint)


@cython.locals(
    counts=cython.longlong[::1],
    size=cython.Py_ssize_t,
    half=cython.Py_ssize_t,
    i=cython.Py_ssize_t,
    j=cython.Py_ssize_t,
    x=cython.longlong,
    y=cython.longlong,
)
def transform(counts: array[int]) -> None:
    """The Walsh-Hadamard transform of *counts*, `array("q")` of a power of two, in place.

    >>> counts = array("q", [1, 5, 0, 0])
    >>> transform(counts)
    >>> counts.tolist()
    [6, -4, 6, -4]
    """
    size = len(counts)
    if size < 1 or size & (size - 1):
        raise ValueError(f"{size} is no power of two")
    half = 1
    while half < size:
        i = 0
        while i < size:
            for j in range(i, i + half):
                x = counts[j]
                y = counts[j + half]
                counts[j] = x + y
                counts[j + half] = x - y
            i += 2 * half
        half *= 2


@cython.cfunc
@cython.locals(
    values=Number[::1],
    start=cython.Py_ssize_t,
    stop=cython.Py_ssize_t,
    size=cython.Py_ssize_t,
    counts=cython.longlong[::1],
    odd=cython.Py_ssize_t,
    n=cython.Py_ssize_t,
)
def _count(values: array[int], start: int, stop: int, size: int, counts: array[int]) -> int:
    odd = len(counts) - size  # where odd heaps are counted: apart, or with the even ones
    for n in range(start, stop):
        counts[values[n] + (n & 1) * odd] += 1
    return 0


@cython.locals(
    counts=cython.longlong[::1],
    start=cython.Py_ssize_t,
    stop=cython.Py_ssize_t,
    size=cython.Py_ssize_t,
    values_b=cython.uchar[::1],
    values_h=cython.ushort[::1],
    values_i=cython.uint[::1],
)
def count(values: array[int], start: int, stop: int, size: int, counts: array[int]) -> None:
    """Add how often each value below *size* occurs among values[start:stop] to *counts*, `array("q")`.

    Where that is twice as long as *size*, values of odd heaps are counted in its second half. The values are below
    *size*; else the result is undefined.

    >>> counts = array("q", bytes(8 * 8))
    >>> count(array("B", [0, 1, 2, 3, 1, 1]), 1, 6, 4, counts)
    >>> counts.tolist()
    [0, 1, 1, 0, 0, 2, 0, 1]
    """
    if not 0 <= start <= stop <= len(values) or len(counts) not in {size, 2 * size}:
        raise ValueError(f"cannot count [{start}, {stop}) of {len(values)} values in {len(counts)}")
    if values.itemsize == 1:
        values_b = values
        _count(values_b, start, stop, size, counts)
    elif values.itemsize == 2:
        values_h = values
        _count(values_h, start, stop, size, counts)
    else:
        values_i = values
        _count(values_i, start, stop, size, counts)


@cython.cfunc
@cython.returns(cython.Py_ssize_t)
@cython.locals(
    values=Number[::1],
    stop=cython.Py_ssize_t,
    mask=cython.longlong,
    position=cython.longlong,
    rare=cython.longlong,
    rare_values=Number[::1],
    rare_at=cython.uint[::1],
    n=cython.Py_ssize_t,
    found=cython.Py_ssize_t,
    x=cython.longlong,
    parity=cython.longlong,
)
def _gather(
    values: array[int], stop: int, mask: int, position: int, rare: int, rare_values: array[int], rare_at: array[int]
) -> int:
    found = 0
    for n in range(1, stop):
        parity = position & n & 1
        x = values[n] & mask
        while x:
            x = x & (x - 1)
            parity ^= 1
        if parity == rare and found < len(rare_at):
            rare_values[found] = values[n]
            rare_at[found] = n
            found += 1
    return found


@cython.locals(
    rare_at=cython.uint[::1],
    stop=cython.Py_ssize_t,
    mask=cython.longlong,
    position=cython.longlong,
    rare=cython.longlong,
    values_b=cython.uchar[::1],
    rare_b=cython.uchar[::1],
    values_h=cython.ushort[::1],
    rare_h=cython.ushort[::1],
    values_i=cython.uint[::1],
    rare_i=cython.uint[::1],
)
def gather(
    values: array[int], stop: int, mask: int, position: int, rare: int, rare_values: array[int], rare_at: array[int]
) -> int:
    """List the heaps of the parity *rare* from 1 to stop - 1: their number.

    *rare_values* is of the type of *values*, *rare_at* "I".

    >>> rare_values, rare_at = array("B", bytes(4)), array("I", bytes(16))
    >>> gather(array("B", [0, 1, 2, 3, 1, 4, 3, 2]), 8, 7, 0, 0, rare_values, rare_at)
    2
    >>> rare_values.tolist(), rare_at.tolist()
    ([3, 3, 0, 0], [3, 6, 0, 0])
    """
    if not 0 <= stop <= len(values) or len(rare_values) != len(rare_at):
        raise ValueError(f"cannot look at {stop} of {len(values)} values")
    if values.itemsize == 1:
        values_b, rare_b = values, rare_values
        return _gather(values_b, stop, mask, position, rare, rare_b, rare_at)
    if values.itemsize == 2:
        values_h, rare_h = values, rare_values
        return _gather(values_h, stop, mask, position, rare, rare_h, rare_at)
    values_i, rare_i = values, rare_values
    return _gather(values_i, stop, mask, position, rare, rare_i, rare_at)
