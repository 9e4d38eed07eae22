# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Grundy values of window games: from n to any y with l(n) <= y < n, where l climbs by steps of 0 or 1.

g(n) = n - l(n) where l(n) = l(n - 1), and g(n) = g(l(n) - 1) where it moved (L. Levine, Fractal sequences and
restricted Nim, arXiv math/0409408): each step adds the next integer to the window's values or recycles the
one that fell out.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from grundy.kernels import _shim as cython  # type: ignore[no-redef]

COMPILED: bool = cython.compiled

# the exponent of a power of two below 2^64, at the first six bits of its product with a de Bruijn sequence
_PLACES = array("q", bytes(8 * 64))
for _exponent in range(64):
    _PLACES[((0x03F79D71B4CB0A89 << _exponent) & 0xFFFFFFFFFFFFFFFF) >> 58] = _exponent


@cython.locals(
    numbers=cython.ulonglong[::1],
    factor=cython.ulonglong,
    out=cython.ulonglong[::1],
    i=cython.Py_ssize_t,
    count=cython.Py_ssize_t,
    n=cython.ulonglong,
    part=cython.ulonglong,
    rest=cython.ulonglong,
    full=cython.ulonglong,
    sequence=cython.ulonglong,
    places=cython.longlong[::1],
    place=cython.Py_ssize_t,
)
def scaled_window_values(numbers: array[int], k: int, out: array[int]) -> None:
    """g(1) = 0, g(a·k + 1) = g(a), g(a·k + b) = a·(k - 1) + b - 1 for 1 < b <= k: here l(n) = ceil(n/k).

    *numbers* and *out* are `array("Q")` of one length (they may be one array); 2 <= k < 2^64. g(0) is 0.
    ValueError for another k or too short an *out*.

    >>> out = array("Q", bytes(8 * 4))
    >>> scaled_window_values(array("Q", [1, 2, 3, 10]), 2, out)
    >>> out.tolist()
    [0, 1, 0, 5]
    """
    if not 2 <= k < 1 << 64:
        raise ValueError(f"k must be at least 2 and below 2^64, not {k}")
    count = len(numbers)
    if len(out) < count:
        raise ValueError(f"out needs {count} entries")
    factor = k
    if factor == 2:  # strip the ones at the end of n in binary, then halve
        places = _PLACES
        full = 0xFFFFFFFFFFFFFFFF
        sequence = 0x03F79D71B4CB0A89
        for i in range(count):
            n = numbers[i]
            rest = (n + 1) & full & ~n  # the lowest zero of n, as a power of two
            if rest > 0:
                place = (rest * sequence & full) >> 58
                out[i] = n >> places[place] >> 1
            else:
                out[i] = 0
        return
    for i in range(count):
        n = numbers[i]
        while n > 1:
            part = (n - 1) // factor
            rest = (n - 1) - part * factor
            if rest > 0:
                break
            n = part
        if n > 1:
            out[i] = part * (factor - 1) + rest
        else:
            out[i] = 0


@cython.locals(
    numbers=cython.ulonglong[::1],
    values=cython.ulonglong[::1],
    factor=cython.ulonglong,
    target=cython.ulonglong,
    i=cython.Py_ssize_t,
    n=cython.ulonglong,
)
def next_reaching(numbers: array[int], values: array[int], k: int, total: int, start: int) -> int:
    """The first index i >= *start* with values[i] xor *total* <= n - ceil(n/k) for n = numbers[i]; else their count.

    There the number n of the window game has an option of value values[i] xor *total*, if that is not its own value.
    *numbers* and *values* are `array("Q")`; 2 <= k < 2^64, 0 <= total < 2^64. ValueError for another k or too few
    values.

    >>> next_reaching(array("Q", [2, 3, 10]), array("Q", [1, 0, 5]), 2, 4, 0)
    2
    """
    if not 2 <= k < 1 << 64:
        raise ValueError(f"k must be at least 2 and below 2^64, not {k}")
    if len(values) < len(numbers) or start < 0:
        raise ValueError(f"{len(numbers)} values are needed, and a start >= 0")
    factor = k
    target = total
    for i in range(start, len(numbers)):
        n = numbers[i]
        if n > 0 and (values[i] ^ target) <= n - 1 - (n - 1) // factor:
            return i
    return len(numbers)


@cython.locals(values=cython.ulonglong[::1], i=cython.Py_ssize_t, total=cython.ulonglong)
def xor_all(values: array[int]) -> int:
    """The nim-sum of all *values*, an `array("Q")`.

    >>> xor_all(array("Q", [3, 6, 9]))
    12
    """
    total = 0
    for i in range(len(values)):
        total ^= values[i]
    return total


@cython.locals(
    values=cython.uint[::1],
    start=cython.Py_ssize_t,
    stop=cython.Py_ssize_t,
    lower=cython.longlong[::1],
    n=cython.Py_ssize_t,
    low=cython.longlong,
    before=cython.longlong,
)
def fill_window(values: array[int], start: int, stop: int, lower: array[int]) -> None:
    """g(n) = mex {g(y) : lower[n] <= y < n} for start <= n < stop, written to *values*.

    *values* is `array("I")` with values[:start] known, *lower* `array("q")` with lower[0] = 0, lower[n] <= n
    and steps of 0 or 1. ValueError where lower breaks that, or for bounds outside the table.

    >>> values = array("I", bytes(4 * 9))
    >>> fill_window(values, 0, 9, array("q", [0, 1, 1, 2, 2, 3, 3, 4, 4]))
    >>> values.tolist()
    [0, 0, 1, 0, 2, 1, 3, 0, 4]
    """
    if not 0 <= start <= stop <= len(values) or stop > len(lower):
        raise ValueError(f"cannot fill [{start}, {stop}) of {len(values)} values, {len(lower)} bounds")
    for n in range(start, stop):
        low = lower[n]
        before = 0
        if n > 0:
            before = lower[n - 1]
        if low < 0 or low > n or low < before or low > before + 1:
            raise ValueError(f"lower[{n}] = {low} after {before} is no step of 0 or 1 within 0..{n}")
        if low == before:
            values[n] = n - low
        else:
            values[n] = values[low - 1]
