# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
"""Grundy values of take-and-break games that leave at most two heaps, by sifting the options 64 at a time.

For each heap the sums of a stretch of the table and a stretch of its mirror image are looked up in the set of the
values that no option had yet, and only those in it are marked. There is one set for each 256 values: the least of it
that is missing in the end is the Grundy value; where none is, the next 256 are looked for.

With a sparse space (see `grundy.kernels.splits`) the sums with rare heaps are marked first, and the sets are those of
the values below the candidate. Rare heaps are gone through once for some heaps together, as far as all values are
known: a stretch of the table is then read once.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from grundy.kernels import _shim as cython  # type: ignore[no-redef]

COMPILED: bool = cython.compiled

BUDGET, STAMPS, RARES, WIDTH = 0, 1, 2, 3
"""Why `fill` stopped: it came to the end or spent its budget; room for marks, for rare heaps; a value too large."""
ROWS = 32
"""For so many heaps rare heaps are gone through together."""

Number = cython.fused_type(cython.uchar, cython.ushort)


def best_way() -> int:
    """The fastest way of this machine: 2 by AVX-512 (with VBMI2), 1 by AVX2, 0 with neither or uncompiled.

    >>> best_way() in {0, 1, 2}
    True
    """
    if cython.compiled:
        return grundy_level()  # type: ignore[name-defined,no-any-return]  # noqa: F821  of sieve.pxd
    return 0


@cython.cfunc
@cython.returns(cython.Py_ssize_t)
@cython.locals(
    values=Number[::1],
    mirror=Number[::1],
    marks=cython.uchar[::1],
    second=cython.Py_ssize_t,
    blocks=cython.Py_ssize_t,
    mark=cython.uchar,
    page=cython.Py_ssize_t,
    base=cython.Py_ssize_t,
    width=cython.Py_ssize_t,
    way=cython.Py_ssize_t,
)
def _sift(
    values: array[int],
    mirror: array[int],
    second: int,
    blocks: int,
    marks: array[int],
    base: int,
    mark: int,
    page: int,
    width: int,
    way: int,
) -> int:
    """Mark the sums of that page of so many blocks, from heap 1 on; the marks of the page begin at *base*."""
    if cython.compiled:
        return grundy_sieve(  # type: ignore[name-defined,no-any-return]  # noqa: F821
            cython.address(values[1]), cython.address(mirror[second]), width, blocks, cython.address(marks[base]),
            mark, page, way,
        )  # fmt: skip
    for k in range(64 * blocks):
        if (values[1 + k] ^ mirror[second + k]) >> 8 == page:
            marks[base + ((values[1 + k] ^ mirror[second + k]) & 255)] = mark
    return 0


@cython.cfunc
@cython.returns(cython.Py_ssize_t)
@cython.locals(
    values=Number[::1],
    rare_values=Number[::1],
    rare_at=cython.uint[::1],
    splits=cython.longlong[::1],
    marks=cython.uchar[::1],
    rares=cython.Py_ssize_t,
    room=cython.Py_ssize_t,
    start=cython.Py_ssize_t,
    count=cython.Py_ssize_t,
    rare=Number,
    j=cython.Py_ssize_t,
    k=cython.Py_ssize_t,
    m=cython.Py_ssize_t,
    lost=cython.Py_ssize_t,
    first=cython.Py_ssize_t,
)
def _together(
    values: array[int],
    rare_values: array[int],
    rare_at: array[int],
    splits: array[int],
    marks: array[int],
    rares: int,
    room: int,
    start: int,
    count: int,
) -> int:
    """Mark the sums with rare heaps, in a row for each heap start + m, m < count; how many rare heaps.

    Left out are rare heaps so small that what is beside them may not be known yet.
    """
    for m in range(count * room):
        marks[m] = 0
    for j in range(len(splits)):
        for k in range(rares):
            rare = rare_values[k]
            lost = rare_at[k] + (splits[j] >> 1)
            first = 0
            if lost < count:
                first = count
            elif lost >= start:
                first = lost - start + 1
            for m in range(first, count):
                marks[m * room + (rare ^ values[start + m - lost])] = 1
    return rares


@cython.cfunc
@cython.returns(cython.Py_ssize_t)
@cython.locals(
    values=Number[::1],
    rare_values=Number[::1],
    rare_at=cython.uint[::1],
    split=cython.longlong,
    marks=cython.uchar[::1],
    rares=cython.Py_ssize_t,
    noted=cython.Py_ssize_t,
    row=cython.Py_ssize_t,
    n=cython.Py_ssize_t,
    count=cython.Py_ssize_t,
    s=cython.Py_ssize_t,
    k=cython.Py_ssize_t,
)
def _alone(
    values: array[int],
    rare_values: array[int],
    rare_at: array[int],
    split: int,
    marks: array[int],
    rares: int,
    noted: int,
    row: int,
    n: int,
    count: int,
) -> int:
    """Mark the sums of the heap n with the rare heaps that `_together` left out: small ones, and all from *noted*."""
    s = n - (split >> 1)
    k = 0
    while k < rares and rare_at[k] < s:
        if k < noted and rare_at[k] + (split >> 1) >= count:
            k = noted
        elif 2 * rare_at[k] == s and split & 1:
            k += 1
        else:
            marks[row + (rare_values[k] ^ values[s - rare_at[k]])] = 1
            k += 1
    return k


@cython.cfunc
@cython.returns(cython.Py_ssize_t)
@cython.locals(
    values=Number[::1],
    mirror=Number[::1],
    rare_values=Number[::1],
    rare_at=cython.uint[::1],
    marks=cython.uchar[::1],
    parities=cython.uchar[::1],
    ends=cython.longlong[::1],
    singles=cython.longlong[::1],
    splits=cython.longlong[::1],
    state=cython.longlong[::1],
    start=cython.Py_ssize_t,
    stop=cython.Py_ssize_t,
    budget=cython.longlong,
    way=cython.Py_ssize_t,
    rares=cython.Py_ssize_t,
    mask=cython.longlong,
    position=cython.longlong,
    mixed=cython.longlong,
    taken=cython.Py_ssize_t,
    pairs=cython.Py_ssize_t,
    noted=cython.Py_ssize_t,
    begun=cython.Py_ssize_t,
    until=cython.Py_ssize_t,
    together=cython.Py_ssize_t,
    row=cython.Py_ssize_t,
    bound=cython.Py_ssize_t,
    width=cython.Py_ssize_t,
    last=cython.Py_ssize_t,
    room=cython.Py_ssize_t,
    pages=cython.Py_ssize_t,
    work=cython.longlong,
    reason=cython.longlong,
    mark=cython.uint,
    n=cython.Py_ssize_t,
    s=cython.Py_ssize_t,
    half=cython.Py_ssize_t,
    second=cython.Py_ssize_t,
    j=cython.Py_ssize_t,
    k=cython.Py_ssize_t,
    v=cython.Py_ssize_t,
    page=cython.Py_ssize_t,
)
def _fill(
    values: array[int],
    mirror: array[int],
    rare_values: array[int],
    rare_at: array[int],
    marks: array[int],
    parities: array[int],
    ends: array[int],
    singles: array[int],
    splits: array[int],
    state: array[int],
    start: int,
    stop: int,
    budget: int,
    way: int,
) -> int:
    """`fill`, for one width of numbers."""
    last = len(mirror) - 1
    room = len(parities)
    rares = state[1]
    mask = state[2]
    position = state[3]
    together = ROWS
    pages = room // 256
    width = values.itemsize
    if width == 1:
        pages = 1
    taken = 0
    if position and len(splits) > 0:
        taken = splits[0] >> 1
    pairs = 1  # whether two equal heaps are allowed wherever two heaps are
    for j in range(len(splits)):
        if splits[j] & 1:
            pairs = 0
    while rares > 0 and rare_at[rares - 1] >= start:  # of a call that was not noted
        rares -= 1
    if mask >= 0:
        parities[0] = 0
        for v in range(1, room):
            k = v & (v - 1)
            parities[v] = parities[k] ^ (((v ^ k) & mask) != 0)
    work = 0
    reason = 0
    mark = 255
    noted = 0
    begun = start
    until = start
    row = 0
    n = start
    while n < stop:
        if state[0] > room:
            reason = 1
            break
        if rares >= len(rare_at):
            reason = 2
            break
        if mask < 0:
            mark += 1
            if mark > 255:
                for v in range(room):
                    marks[v] = 0
                mark = 1
        else:
            mark = 1
            if n >= until:
                begun = n
                until = n + together
                if until > stop:
                    until = stop
                noted = 0
                if pairs:
                    noted = rares
                _together(values, rare_values, rare_at, splits, marks, noted, room, begun, until - begun)
            row = (n - begun) * room
        for j in range(len(ends)):
            if ends[j] == n:
                marks[row] = mark
        for j in range(len(singles)):
            if singles[j] < n:
                marks[row + values[n - singles[j]]] = mark
        for j in range(len(splits)):
            s = n - (splits[j] >> 1)
            if s > 1:
                half = (s - (splits[j] & 1)) >> 1
                second = last - s + 1
                for k in range(half & ~63, half):
                    marks[row + (values[1 + k] ^ mirror[second + k])] = mark
                if mask >= 0:
                    _alone(values, rare_values, rare_at, splits[j], marks, rares, noted, row, n, until - begun)
                    work += rares + 256
        bound = 256 * pages
        if mask >= 0:
            mixed = 1 ^ (position & (n ^ taken) & 1)
            v = 0
            while v < state[0] and (parities[v] != mixed or marks[row + v] == mark):
                v += 1
            bound = v
        v = 0
        page = 0
        while v == 256 * page and page < pages and v < bound:
            for k in range(bound, 256 * page + 256):  # none, or those of this page that do not matter
                marks[row + k] = mark
            for j in range(len(splits)):
                s = n - (splits[j] >> 1)
                if s >= 128:
                    half = (s - (splits[j] & 1)) >> 1
                    second = last - s + 1
                    v = _sift(values, mirror, second, half >> 6, marks, row + 256 * page, mark, page, width, way)
                    v += 256 * page
                    if mask < 0:
                        work += (half >> 2) + 16
            while v < 256 * page + 256 and marks[row + v] == mark:
                v += 1
            page += 1
        if v > bound:
            v = bound
        work += 8 + 8 * len(splits)
        if v == 256 * pages:
            reason = 3 if width == 1 else 1
            break
        values[n] = v
        mirror[last - n] = v
        if mask >= 0 and n > 0 and parities[v] != mixed:
            rare_at[rares] = n
            rare_values[rares] = v
            rares += 1
        if v >= state[0]:
            state[0] *= 2
        n += 1
        if work >= budget:
            break
    state[1] = rares
    state[4] = work
    state[5] = reason
    return n


@cython.locals(
    rare_at=cython.uint[::1],
    marks=cython.uchar[::1],
    parities=cython.uchar[::1],
    ends=cython.longlong[::1],
    singles=cython.longlong[::1],
    splits=cython.longlong[::1],
    state=cython.longlong[::1],
    start=cython.Py_ssize_t,
    stop=cython.Py_ssize_t,
    budget=cython.longlong,
    way=cython.Py_ssize_t,
    t=cython.longlong,
    rows=cython.Py_ssize_t,
    values_b=cython.uchar[::1],
    mirror_b=cython.uchar[::1],
    rare_b=cython.uchar[::1],
    values_h=cython.ushort[::1],
    mirror_h=cython.ushort[::1],
    rare_h=cython.ushort[::1],
)
def fill(
    values: array[int],
    mirror: array[int],
    rare_values: array[int],
    rare_at: array[int],
    marks: array[int],
    parities: array[int],
    ends: array[int],
    singles: array[int],
    splits: array[int],
    state: array[int],
    start: int,
    stop: int,
    budget: int,
    way: int,
) -> int:
    """g(n) = mex of the options' values, start <= n < stop, written to *values*; where it stopped.

    All is as in `grundy.kernels.splits.fill`, but that *values*, *mirror* and *rare_values* are of type "B" or "H",
    that *parities*, "B", is for a multiple of 256 values, that *marks*, "B", is as long, or `ROWS` times as long where
    there is a mask, and that the guess in *state* is not used. *way* is at most `best_way`. ValueError for bounds and
    buffers that do not fit.

    >>> values, mirror, marks, parities = (array("B", bytes(256)) for _ in range(4))
    >>> t, kayles, state = array("q", [1, 2]), array("q", [2, 4]), array("q", [1, 0, -1, 0, 0, 0, 0])
    >>> rare, moves = (array("B", [0]), array("I", [0])), (t, t, kayles)
    >>> fill(values, mirror, *rare, marks, parities, *moves, state, 0, 13, 10**6, best_way())
    13
    >>> values[:13].tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    """
    if not 0 <= start <= stop <= len(values) < 1 << 32 or len(mirror) != len(values):
        raise ValueError(f"cannot fill [{start}, {stop}) of a table of {len(values)}")
    if len(rare_at) != len(rare_values) or len(state) != 7 or values.itemsize > 2:
        raise ValueError("working space that does not fit")
    rows = ROWS if state[2] >= 0 else 1
    if not len(parities) or len(parities) % 256 or len(marks) < rows * len(parities):
        raise ValueError("room for marks that does not fit")
    if not 1 <= state[0] < 1 << 32 or not 0 <= state[1] <= len(rare_at):
        raise ValueError("no state of a table")
    if not 0 <= way <= best_way():
        raise ValueError(f"no way {way} here")
    for t in ends:
        if t < 1:
            raise ValueError(f"{t} cannot be all that there is")
    for t in singles:
        if t < 1:
            raise ValueError(f"to take {t} and leave one heap is no move")
    for t in splits:
        if t < 0 or (state[3] and (t ^ splits[0]) & 2):
            raise ValueError(f"{t} stands for no split here")
    if values.itemsize == 1:
        values_b, mirror_b, rare_b = values, mirror, rare_values
        return _fill(
            values_b, mirror_b, rare_b, rare_at, marks, parities, ends, singles, splits, state,
            start, stop, budget, way,
        )  # fmt: skip
    values_h, mirror_h, rare_h = values, mirror, rare_values
    return _fill(
        values_h, mirror_h, rare_h, rare_at, marks, parities, ends, singles, splits, state,
        start, stop, budget, way,
    )  # fmt: skip
