# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Laws of outcomes on many cases at once: who wins at Beatty pairs, or in the multiplication race.

The cases are words as `cases.read_cases` leaves them: *plain* numbers each, then perhaps a list. An operand of
a law is a place, in `array("q")`, and an offset, in `array("Q")`: the place of a plain number of the case, to
which the offset is added modulo 2^64, or -1, and then the offset is the operand. Each function fills *kinds*: 1
where the mover wins, 0 where the mover loses.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from grundy.kernels import _shim as cython  # type: ignore[no-redef]

COMPILED: bool = cython.compiled


@cython.cfunc
@cython.inline
@cython.returns(cython.ulonglong)
@cython.locals(
    a=cython.ulonglong,
    b=cython.ulonglong,
    half=cython.ulonglong,
    a0=cython.ulonglong,
    a1=cython.ulonglong,
    b0=cython.ulonglong,
    b1=cython.ulonglong,
    low=cython.ulonglong,
    middle=cython.ulonglong,
    other=cython.ulonglong,
)
def _high(a: int, b: int) -> int:
    """floor(a·b / 2^64) for words a and b, from products of their halves."""
    half = 0xFFFFFFFF
    a0 = a & half
    a1 = a >> 32
    b0 = b & half
    b1 = b >> 32
    low = a0 * b0
    middle = a1 * b0 + (low >> 32)
    other = a0 * b1 + (middle & half)
    return a1 * b1 + (middle >> 32) + (other >> 32)


@cython.cfunc
@cython.locals(
    count=cython.Py_ssize_t,
    plain=cython.Py_ssize_t,
    words=cython.ulonglong[::1],
    ends=cython.longlong[::1],
    places=cython.longlong[::1],
    i=cython.Py_ssize_t,
    base=cython.longlong,
)
def _check(count: int, plain: int, words: array[int], ends: array[int], places: array[int]) -> None:
    """Raise ValueError unless *count* cases of *plain* numbers at least stand in *words*, and the places in them."""
    if not 0 <= count <= len(ends) or plain < 1:
        raise ValueError(f"there are no {count} cases")
    base = 0
    for i in range(count):
        if ends[i] - base < plain or ends[i] > len(words):
            raise ValueError(f"case {i} is not within the words")
        base = ends[i]
    for i in range(len(places)):
        if not -1 <= places[i] < plain:
            raise ValueError(f"{places[i]} is no place in a case")


@cython.locals(
    count=cython.Py_ssize_t,
    plain=cython.Py_ssize_t,
    words=cython.ulonglong[::1],
    ends=cython.longlong[::1],
    boxes=cython.ulonglong[::1],
    kinds=cython.uchar[::1],
    case=cython.Py_ssize_t,
    box=cython.Py_ssize_t,
    row=cython.Py_ssize_t,
    base=cython.Py_ssize_t,
    j=cython.Py_ssize_t,
    n=cython.ulonglong,
    inside=cython.bint,
)
def exempt(count: int, plain: int, words: array[int], ends: array[int], boxes: array[int], kinds: bytearray) -> None:
    """Set kinds[i] to that of the first box in which the plain numbers of case i are; else leave it.

    *boxes* is `array("Q")`; of each box its kind, then least and most of each plain number.

    >>> kinds = bytearray(3)
    >>> exempt(3, 1, array("Q", [0, 7, 9]), array("q", [1, 2, 3]), array("Q", [2, 0, 7, 3, 0, 9]), kinds)
    >>> list(kinds)
    [2, 2, 3]
    """
    _check(count, plain, words, ends, array("q"))
    row = 2 * plain + 1
    if len(boxes) % row or len(kinds) < count:
        raise ValueError("boxes or kinds are too short")
    base = 0
    for case in range(count):
        box = 0
        inside = False
        while box < len(boxes) and not inside:
            inside = True
            for j in range(plain):
                n = words[base + j]
                if n < boxes[box + 1 + 2 * j] or n > boxes[box + 2 + 2 * j]:
                    inside = False
            if inside:
                kinds[case] = boxes[box]
            box += row
        base = ends[case]


@cython.locals(
    count=cython.Py_ssize_t,
    plain=cython.Py_ssize_t,
    words=cython.ulonglong[::1],
    ends=cython.longlong[::1],
    places=cython.longlong[::1],
    offsets=cython.ulonglong[::1],
    kinds=cython.uchar[::1],
    case=cython.Py_ssize_t,
    base=cython.Py_ssize_t,
    place_a=cython.Py_ssize_t,
    place_b=cython.Py_ssize_t,
    offset_a=cython.ulonglong,
    offset_b=cython.ulonglong,
    r=cython.ulonglong,
    a=cython.ulonglong,
    b=cython.ulonglong,
    d=cython.ulonglong,
    i=cython.ulonglong,
    rest=cython.ulonglong,
    guess=cython.ulonglong,
    high=cython.ulonglong,
    bound=cython.ulonglong,
    full=cython.ulonglong,
    golden=cython.ulonglong,
    lost=cython.bint,
)
def beatty(
    count: int,
    plain: int,
    words: array[int],
    ends: array[int],
    places: array[int],
    offsets: array[int],
    kinds: bytearray,
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
    _check(count, plain, words, ends, places)
    if len(places) != 3 or len(offsets) != 3 or len(kinds) < count or places[0] >= 0 or offsets[0] == 0:
        raise ValueError("Beatty pairs have a constant r >= 1 and two heaps")
    full = 0xFFFFFFFFFFFFFFFF
    golden = 0x9E3779B97F4A7C15
    r = offsets[0]
    place_a = places[1]
    place_b = places[2]
    offset_a = offsets[1]
    offset_b = offsets[2]
    base = 0
    for case in range(count):
        a = offset_a
        b = offset_b
        if place_a >= 0:
            a = (a + words[base + place_a]) & full
        if place_b >= 0:
            b = (b + words[base + place_b]) & full
        base = ends[case]
        if a > b:
            d = a
            a = b
            b = d
        d = b - a
        lost = False
        if r == 1:
            i = d
            if a >= d and a - d <= d:  # as d <= floor(phi·d) <= 2·d
                guess = _high(d, golden)
                lost = a - d == guess or a - d == guess + 1
        elif d >= a:  # as r·i >= alpha·i
            i = d // r
            lost = i * r == d
        if lost and d == 0:
            lost = a == 0
        elif lost:  # a + 1 <= b, and rest + 1 < b: nothing passes 2^64
            rest = b - i
            lost = rest >= i
            if lost:
                rest = rest - i
                high = _high(a, rest)
                bound = _high(d, i)
                if high == bound:
                    lost = ((a * rest) & full) < ((d * i) & full)
                else:
                    lost = high < bound
                if lost:
                    high = _high(a + 1, rest + 1)
                    if high == bound:
                        lost = (((a + 1) * (rest + 1)) & full) > ((d * i) & full)
                    else:
                        lost = high > bound
        kinds[case] = 0 if lost else 1


@cython.locals(
    count=cython.Py_ssize_t,
    plain=cython.Py_ssize_t,
    words=cython.ulonglong[::1],
    ends=cython.longlong[::1],
    places=cython.longlong[::1],
    offsets=cython.ulonglong[::1],
    kinds=cython.uchar[::1],
    bands=cython.ulonglong[::1],
    case=cython.Py_ssize_t,
    base=cython.Py_ssize_t,
    place=cython.Py_ssize_t,
    offset=cython.ulonglong,
    size=cython.Py_ssize_t,
    step=cython.Py_ssize_t,
    half=cython.Py_ssize_t,
    i=cython.Py_ssize_t,
    low=cython.ulonglong,
    high=cython.ulonglong,
    goal=cython.ulonglong,
    number=cython.ulonglong,
    ratio=cython.ulonglong,
    level=cython.ulonglong,
    limit=cython.ulonglong,
    full=cython.ulonglong,
)
def race(
    count: int,
    plain: int,
    words: array[int],
    ends: array[int],
    places: array[int],
    offsets: array[int],
    kinds: bytearray,
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
    _check(count, plain, words, ends, places)
    if len(places) != 4 or len(offsets) != 4 or len(kinds) < count:
        raise ValueError("a race has four operands")
    full = 0xFFFFFFFFFFFFFFFF
    low = offsets[0]
    high = offsets[1]
    goal = offsets[2]
    number = offsets[3]
    base = 0
    if places[0] < 0 and places[1] < 0 and places[3] < 0 and low <= high and high >= 2 and number > 0:
        if low < 2:
            low = 2
        bands = array("Q", bytes(8 * 128))
        size = 0
        level = number
        ratio = 0
        if low <= full // high:
            ratio = low * high
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
        half = 1
        while half < size:
            half *= 2
        place = places[2]
        offset = goal
        for case in range(count):
            goal = offset
            if place >= 0:
                goal = (goal + words[base + place]) & full
            base = ends[case]
            i = 0  # so many ends, at least, are below the goal
            step = half
            while step > 0:
                if bands[i + step - 1] < goal:
                    i += step
                step >>= 1
            kinds[case] = i & 1
        return
    for case in range(count):
        low = offsets[0]
        high = offsets[1]
        goal = offsets[2]
        number = offsets[3]
        if places[0] >= 0:
            low = (low + words[base + places[0]]) & full
        if places[1] >= 0:
            high = (high + words[base + places[1]]) & full
        if places[2] >= 0:
            goal = (goal + words[base + places[2]]) & full
        if places[3] >= 0:
            number = (number + words[base + places[3]]) & full
        base = ends[case]
        if low < 2:
            low = 2
        kinds[case] = 0
        if low > high or number >= goal or number == 0:
            continue
        level = number
        goal -= 1
        if low <= full // high:
            ratio = low * high
            limit = goal // ratio
            while level <= limit:
                level = level * ratio
        if level > goal // high:
            kinds[case] = 1
