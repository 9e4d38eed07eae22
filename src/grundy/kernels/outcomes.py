# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Laws of outcomes on many cases at once: who wins at Beatty pairs, or in the multiplication race.

The cases are words as `cases.read_cases` leaves them: *plain* numbers each, then perhaps a list. An operand of
a law is a place, in `array("q")`, and an offset, in `array("Q")`: the place of a plain number of the case, to
which the offset is added modulo 2^64, or -1, and then the offset is the operand. Each function fills *kinds*: 1
where the mover wins, 0 where the mover loses.
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


@cython.cfunc
@cython.inline
def _high(a: cython.ulonglong, b: cython.ulonglong) -> cython.ulonglong:
    """floor(a·b / 2^64) for words a and b, from products of their halves."""
    half: cython.ulonglong = 0xFFFFFFFF
    a0: cython.ulonglong = a & half
    a1: cython.ulonglong = a >> 32
    b0: cython.ulonglong = b & half
    b1: cython.ulonglong = b >> 32
    low: cython.ulonglong = a0 * b0
    middle: cython.ulonglong = a1 * b0 + (low >> 32)
    other: cython.ulonglong = a0 * b1 + (middle & half)
    return a1 * b1 + (middle >> 32) + (other >> 32)


@cython.cfunc
@cython.inline
def _below(a: cython.ulonglong, b: cython.ulonglong, c: cython.ulonglong, d: cython.ulonglong) -> cython.bint:
    """Whether a·b < c·d, for words."""
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    left: cython.ulonglong = _high(a, b)
    right: cython.ulonglong = _high(c, d)
    if left == right:
        return ((a * b) & full) < ((c * d) & full)
    return left < right


@cython.cfunc
@cython.inline
@cython.locals(words=cython.ulonglong[::1])
def _operand(
    words: array[int], base: cython.Py_ssize_t, place: cython.longlong, offset: cython.ulonglong
) -> cython.ulonglong:
    """The operand with that place and offset in the case that begins at *base*."""
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    return offset if place < 0 else (offset + words[base + place]) & full


@cython.locals(
    words=cython.ulonglong[::1], ends=cython.longlong[::1], boxes=cython.ulonglong[::1], kinds=cython.uchar[::1]
)
def exempt(
    count: cython.Py_ssize_t,
    plain: cython.Py_ssize_t,
    words: array[int],
    ends: array[int],
    boxes: array[int],
    kinds: MutableSequence[int],
) -> None:
    """Set kinds[i] to that of the first box in which the plain numbers of case i are; else leave it.

    *boxes* is `array("Q")`; of each box its kind, then least and most of each plain number.

    >>> kinds = bytearray(3)
    >>> exempt(3, 1, array("Q", [0, 7, 9]), array("q", [1, 2, 3]), array("Q", [2, 0, 7, 3, 0, 9]), kinds)
    >>> list(kinds)
    [2, 2, 3]
    """
    check_cases(count, plain, -1, words, ends, array("q"))
    row: cython.Py_ssize_t = 2 * plain + 1
    if len(boxes) % row or len(kinds) < count:
        raise ValueError("boxes or kinds are too short")
    base: cython.Py_ssize_t = 0
    case: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for case in range(count):
        box: cython.Py_ssize_t = 0
        inside: cython.bint = False
        while box < len(boxes) and not inside:
            inside = True
            for j in range(plain):
                n: cython.ulonglong = words[base + j]
                if n < boxes[box + 1 + 2 * j] or n > boxes[box + 2 + 2 * j]:
                    inside = False
            if inside:
                kinds[case] = boxes[box]
            box += row
        base = ends[case]


@cython.cfunc
@cython.inline
def _lost(r: cython.ulonglong, a: cython.ulonglong, b: cython.ulonglong) -> cython.bint:
    """Whether b - a = r·i and a = floor(alpha·i) for some i, where a <= b."""
    d: cython.ulonglong = b - a
    i: cython.ulonglong = d
    if r == 1:
        if a < d or a - d > d:  # as d <= floor(phi·d) <= 2·d
            return False
        golden: cython.ulonglong = 0x9E3779B97F4A7C15
        guess: cython.ulonglong = _high(d, golden)
        if a - d != guess and a - d != guess + 1:
            return False
    else:
        if d < a:  # but r·i >= alpha·i
            return False
        i = d // r
        if i * r != d:
            return False
    if d == 0:
        return a == 0
    # a + 1 <= b, and rest + 1 < b: nothing passes 2^64
    rest: cython.ulonglong = b - i
    if rest < i:
        return False
    rest -= i
    return _below(a, rest, d, i) and _below(d, i, a + 1, rest + 1)


@cython.locals(
    words=cython.ulonglong[::1],
    ends=cython.longlong[::1],
    places=cython.longlong[::1],
    offsets=cython.ulonglong[::1],
    kinds=cython.uchar[::1],
)
def beatty(
    count: cython.Py_ssize_t,
    plain: cython.Py_ssize_t,
    words: array[int],
    ends: array[int],
    places: array[int],
    offsets: array[int],
    kinds: MutableSequence[int],
) -> None:
    """Heaps a <= b are lost if and only if b - a = r·i and a = floor(alpha·i), alpha = (2 - r + sqrt(r² + 4))/2.

    The operands are r >= 1, a constant, and the heaps in any order. Since alpha is the root of x² + (r - 2)·x - r, a
    is below alpha·i exactly where a·(b - 2·i) < (b - a)·i (i > 0). Both products are taken in 128 bits, and a + 1
    in the place of a (so b + 1 of b) must not pass. Wythoff's game, r = 1, first looks whether a is near: d·C/2^64
    with C = floor(2^64/phi) is below d/phi = (phi - 1)·d by less than 1, so that a - d is its floor or one more.

    >>> kinds = bytearray(2)
    >>> words = array("Q", [165580140, 267914295, 165580141, 267914296])
    >>> beatty(2, 2, words, array("q", [2, 4]), array("q", [-1, 0, 1]), array("Q", [1, 0, 0]), kinds)
    >>> list(kinds)
    [0, 1]
    """
    check_cases(count, plain, -1, words, ends, places)
    if len(places) != 3 or len(offsets) != 3 or len(kinds) < count or places[0] >= 0 or offsets[0] == 0:
        raise ValueError("Beatty pairs have a constant r >= 1 and two heaps")
    r: cython.ulonglong = offsets[0]
    place_a: cython.longlong = places[1]
    place_b: cython.longlong = places[2]
    offset_a: cython.ulonglong = offsets[1]
    offset_b: cython.ulonglong = offsets[2]
    base: cython.Py_ssize_t = 0
    case: cython.Py_ssize_t
    for case in range(count):
        a: cython.ulonglong = _operand(words, base, place_a, offset_a)
        b: cython.ulonglong = _operand(words, base, place_b, offset_b)
        base = ends[case]
        kinds[case] = not (_lost(r, a, b) if a <= b else _lost(r, b, a))


@cython.cfunc
@cython.locals(bands=cython.ulonglong[::1])
def _list_bands(
    low: cython.ulonglong, high: cython.ulonglong, number: cython.ulonglong, bands: array[int]
) -> cython.Py_ssize_t:
    """The ends of the bands below 2^64, p, p·high, p·r, p·r·high, …, to *bands*, of 128: how many."""
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    ratio: cython.ulonglong = low * high if low <= full // high else 0
    level: cython.ulonglong = number
    size: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    while True:
        bands[size] = level
        size += 1
        if level > full // high:
            break
        bands[size] = level * high
        size += 1
        if ratio == 0 or level > full // ratio:
            break
        level = level * ratio
    for i in range(size, 128):
        bands[i] = full  # no goal is above
    return size


@cython.cfunc
@cython.inline
def _wins(
    low: cython.ulonglong, high: cython.ulonglong, goal: cython.ulonglong, number: cython.ulonglong
) -> cython.bint:
    """Whether the mover wins the race from *number* to *goal*."""
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    if low < 2:
        low = 2
    if low > high or number >= goal or number == 0:
        return False
    goal -= 1
    if low <= full // high:
        ratio: cython.ulonglong = low * high
        limit: cython.ulonglong = goal // ratio
        while number <= limit:
            number = number * ratio
    return number > goal // high


@cython.locals(
    words=cython.ulonglong[::1],
    ends=cython.longlong[::1],
    places=cython.longlong[::1],
    offsets=cython.ulonglong[::1],
    kinds=cython.uchar[::1],
    bands=cython.ulonglong[::1],
)
def race(
    count: cython.Py_ssize_t,
    plain: cython.Py_ssize_t,
    words: array[int],
    ends: array[int],
    places: array[int],
    offsets: array[int],
    kinds: MutableSequence[int],
) -> None:
    """The multiplication race: the mover wins if and only if r^e < goal/p <= high·r^e for some e, r = low·high.

    The operands are low, high, goal and p; low below 2 acts as 2, and with high below low nobody moves. Where
    low, high and p are constants, the ends of the bands (p, p·high, p·r, p·r·high, …) below 2^64 are listed, and
    the mover wins where an odd number of them is below the goal.

    >>> kinds = bytearray(4)
    >>> words, ends = array("Q", [162, 163, 17, 34012226]), array("q", [1, 2, 3, 4])
    >>> race(4, 1, words, ends, array("q", [-1, -1, 0, -1]), array("Q", [2, 9, 0, 1]), kinds)
    >>> list(kinds)
    [1, 0, 0, 1]
    """
    check_cases(count, plain, -1, words, ends, places)
    if len(places) != 4 or len(offsets) != 4 or len(kinds) < count:
        raise ValueError("a race has four operands")
    base: cython.Py_ssize_t = 0
    case: cython.Py_ssize_t
    if places[0] >= 0 or places[1] >= 0 or places[3] >= 0 or not 2 <= offsets[1] >= offsets[0] or offsets[3] == 0:
        for case in range(count):
            kinds[case] = _wins(
                _operand(words, base, places[0], offsets[0]),
                _operand(words, base, places[1], offsets[1]),
                _operand(words, base, places[2], offsets[2]),
                _operand(words, base, places[3], offsets[3]),
            )
            base = ends[case]
        return
    bands = array("Q", bytes(8 * 128))
    low: cython.ulonglong = offsets[0]
    if low < 2:
        low = 2
    size: cython.Py_ssize_t = _list_bands(low, offsets[1], offsets[3], bands)
    half: cython.Py_ssize_t = 1
    while half < size:
        half *= 2
    place: cython.longlong = places[2]
    offset: cython.ulonglong = offsets[2]
    for case in range(count):
        goal: cython.ulonglong = _operand(words, base, place, offset)
        base = ends[case]
        below: cython.Py_ssize_t = 0  # so many ends, at least, are below the goal
        step: cython.Py_ssize_t = half
        while step > 0:
            if bands[below + step - 1] < goal:
                below += step
            step >>= 1
        kinds[case] = below & 1
