# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Sums of one-heap components on many cases at once: the value, who wins, and the first winning move.

The cases are words as `cases.read_cases` leaves them: *plain* numbers each, then perhaps a list. A term is a law
with two operands, the law's number (the modulus or k) and the heap or heaps. An operand is a place, in
`array("q")`, and an offset, in `array("Q")`: the place of a plain number of the case, to which the offset is
added modulo 2^64, or -1, and then the offset is the operand, or, for heaps, LIST, all members of the list.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence

try:
    import cython
except ImportError:
    from grundy.kernels import _shim as cython  # type: ignore[no-redef]

from grundy.kernels.checks import check_cases

COMPILED: bool = cython.compiled

LIST = -2
"""Place: the operands are the members of the list."""

NIM = 0
"""Law: g(n) = n."""
RESIDUE = 1
"""Law: g(n) = n mod m, for m = 0 (it stands for 2^64) n."""
WINDOW = 2
"""Law: g(1) = 0, g(a·k + 1) = g(a), g(a·k + b) = a·(k - 1) + b - 1 for 1 < b <= k; 0 for k < 2."""


@cython.cfunc
@cython.inline
def _window(n: cython.ulonglong, k: cython.ulonglong) -> cython.ulonglong:
    """The value of *n* by the law WINDOW."""
    if k == 2:  # strip the ones at the end of n in binary, then halve
        if n & 1 == 0:
            return n >> 1
        half: cython.ulonglong = 0xFFFFFFFF
        if n & half == half:
            n >>= 32
        if n & 0xFFFF == 0xFFFF:
            n >>= 16
        if n & 0xFF == 0xFF:
            n >>= 8
        if n & 0xF == 0xF:
            n >>= 4
        if n & 3 == 3:
            n >>= 2
        if n & 1 == 1:
            n >>= 1
        return n >> 1
    if k < 2:
        return 0
    while n > 1:
        n -= 1
        part: cython.ulonglong = n // k
        if part * k < n:
            return n - part  # with n = part·k + b, that is part·(k - 1) + b
        n = part
    return 0


@cython.cfunc
@cython.inline
def _value(law: cython.longlong, m: cython.ulonglong, n: cython.ulonglong) -> cython.ulonglong:
    """The value of *n* by a law with the number *m*."""
    if law == 0:
        return n
    return n % m if law == 1 else _window(n, m)


@cython.cfunc
@cython.inline
@cython.locals(words=cython.ulonglong[::1])
def _values(
    law: cython.longlong, m: cython.ulonglong, words: array[int], start: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.ulonglong:
    """The xor of the values of words[start:end] by a law with the number *m*."""
    total: cython.ulonglong = 0
    i: cython.Py_ssize_t
    if law == 0:
        for i in range(start, end):
            total ^= words[i]
    elif law == 1:
        for i in range(start, end):
            total ^= words[i] % m
    else:
        for i in range(start, end):
            total ^= _window(words[i], m)
    return total


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)  # -1 says that there is none
def _option(
    law: cython.longlong, m: cython.ulonglong, n: cython.ulonglong, total: cython.ulonglong
) -> cython.ulonglong:
    """The option of *n* whose value differs from its own by *total*, by a law with the number *m*; else 2^64 - 1."""
    none: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    wanted: cython.ulonglong
    if law == 0:
        wanted = n ^ total
        return wanted if wanted < n else none
    if law == 1:
        wanted = (n % m) ^ total
        return n - (n - wanted) % m if wanted < m and wanted <= n else none
    if n <= 1 or m < 2:
        return none
    wanted = _window(n, m) ^ total
    if wanted > n - 1 - (n - 1) // m:
        return none
    option: cython.ulonglong = wanted + 1
    if wanted >= m:
        option = (wanted - 1) // (m - 1)
        option = option * m + (wanted - 1) - option * (m - 1) + 2
    limit: cython.ulonglong = (n - 2) // m
    while option <= limit:
        option = option * m + 1
    return option


@cython.locals(
    words=cython.ulonglong[::1],
    ends=cython.longlong[::1],
    laws=cython.longlong[::1],
    places=cython.longlong[::1],
    offsets=cython.ulonglong[::1],
    kinds=cython.uchar[::1],
    values=cython.ulonglong[::1],
)
def values_of(
    count: cython.Py_ssize_t,
    plain: cython.Py_ssize_t,
    words: array[int],
    ends: array[int],
    laws: array[int],
    places: array[int],
    offsets: array[int],
    misere: cython.bint,
    kinds: MutableSequence[int],
    values: array[int],
) -> None:
    """The xor of the values of one-heap components, to *values*; the mover wins where it is not 0.

    *laws*, `array("q")`, holds the law of each term. *kinds* gets 1 where the mover wins, else 0. *misere*, for
    terms of Nim only: the value is that of misère play (Bouton), the opposite of the normal one, 0 or 1, where
    no heap is above 1.

    >>> words, ends, kinds, values = array("Q", [2, 1, 5, 3, 4]), array("q", [3, 5]), bytearray(2), array("Q", [0, 0])
    >>> nim = array("q", [NIM]), array("q", [-1, LIST]), array("Q", [0, 0])
    >>> values_of(2, 1, words, ends, *nim, False, kinds, values)
    >>> list(kinds), values.tolist()
    ([1, 1], [4, 4])
    """
    check_cases(count, plain, -2, words, ends, places)
    terms: cython.Py_ssize_t = len(laws)
    if len(places) != 2 * terms or len(offsets) != 2 * terms or len(kinds) < count or len(values) < count:
        raise ValueError("places, offsets, kinds or values are too short")
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    base: cython.Py_ssize_t = 0
    case: cython.Py_ssize_t
    term: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for case in range(count):
        end: cython.Py_ssize_t = ends[case]
        total: cython.ulonglong = 0
        largest: cython.ulonglong = 0
        for term in range(terms):
            law: cython.longlong = laws[term]
            m: cython.ulonglong = offsets[2 * term]
            place: cython.Py_ssize_t = places[2 * term]
            if place >= 0:
                m = (m + words[base + place]) & full
            if law == 1 and m == 0:
                law = 0
            place = places[2 * term + 1]
            if place == -2:
                total ^= _values(law, m, words, base + plain, end)
                if misere:
                    for i in range(base + plain, end):
                        if words[i] > largest:
                            largest = words[i]
                continue
            n: cython.ulonglong = offsets[2 * term + 1]
            if place >= 0:
                n = (n + words[base + place]) & full
            if n > largest:
                largest = n
            total ^= _value(law, m, n)
        if misere and largest < 2:
            total ^= 1
        values[case] = total
        kinds[case] = total > 0
        base = end


@cython.locals(
    words=cython.ulonglong[::1],
    ends=cython.longlong[::1],
    laws=cython.longlong[::1],
    places=cython.longlong[::1],
    offsets=cython.ulonglong[::1],
    kinds=cython.uchar[::1],
    values=cython.ulonglong[::1],
    moves=cython.ulonglong[::1],
)
def first_moves(
    count: cython.Py_ssize_t,
    plain: cython.Py_ssize_t,
    words: array[int],
    ends: array[int],
    laws: array[int],
    places: array[int],
    offsets: array[int],
    kinds: MutableSequence[int],
    values: array[int],
    moves: array[int],
) -> None:
    """The first winning move of each case of kind 1 whose value, as `values_of` gives it, is not 0, to *moves*.

    Three words a case: the index of the heap, from 1, what it becomes, and what it loses. A heap has at most one
    option of a value other than its own. In Nim it is the value, in a residue game the next number below
    with that remainder, and in a window the last member below n of the chain m -> k·m + 1 of the value, which is
    in the window if and only if the value is at most n - ceil(n/k).

    >>> words, ends, kinds, values = array("Q", [3, 6, 9]), array("q", [3]), bytearray(1), array("Q", [0])
    >>> nim = array("q", [NIM] * 3), array("q", [-1, 0, -1, 1, -1, 2]), array("Q", [0] * 6)
    >>> values_of(1, 3, words, ends, *nim, False, kinds, values)
    >>> moves = array("Q", [0, 0, 0])
    >>> first_moves(1, 3, words, ends, *nim, kinds, values, moves)
    >>> moves.tolist()
    [3, 5, 4]
    """
    check_cases(count, plain, -2, words, ends, places)
    terms: cython.Py_ssize_t = len(laws)
    if len(places) != 2 * terms or len(offsets) != 2 * terms:
        raise ValueError("places or offsets are too short")
    if len(kinds) < count or len(values) < count or len(moves) < 3 * count:
        raise ValueError("kinds, values or moves are too short")
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    base: cython.Py_ssize_t = 0
    case: cython.Py_ssize_t
    term: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for case in range(count):
        end: cython.Py_ssize_t = ends[case]
        total: cython.ulonglong = values[case]
        index: cython.Py_ssize_t = 0
        found: cython.bint = kinds[case] != 1 or total == 0
        for term in range(terms):
            if found:
                break
            law: cython.longlong = laws[term]
            m: cython.ulonglong = offsets[2 * term]
            if places[2 * term] >= 0:
                m = (m + words[base + places[2 * term]]) & full
            if law == 1 and m == 0:
                law = 0
            place: cython.longlong = places[2 * term + 1]
            offset: cython.ulonglong = offsets[2 * term + 1]
            start: cython.Py_ssize_t = base + place
            stop: cython.Py_ssize_t = start + 1
            if place == -2:
                start = base + plain
                stop = end
                offset = 0
            elif place == -1:
                start = 0
                stop = 1
            for i in range(start, stop):
                n: cython.ulonglong = offset
                if place != -1:
                    n = (n + words[i]) & full
                index += 1
                option: cython.ulonglong = _option(law, m, n, total)
                if option < n:
                    moves[3 * case] = index
                    moves[3 * case + 1] = option
                    moves[3 * case + 2] = n - option
                    found = True
                    break
        if not found:
            raise ValueError(f"the value of case {case} is not that of a sum")
        base = end
