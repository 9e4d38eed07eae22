# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
"""Grundy values of take-and-break games that leave at most two heaps, without looking at most of the options.

Two ways, one at a time:

*Sparse space.* Call a heap rare if an even number of the bits of *mask* is set in its value (*position* adds the
parities of its size and of the numbers that may be taken). The parity of a sum is the sum of the parities, so the
values of odd parity are those of a rare heap beside a common one: where few heaps are rare, all of these are marked,
and the least one that is not is the candidate. The lesser ones of even parity must then be found somewhere: mostly
soon, all the numbers that may be taken side by side. With *position* all of these numbers must have one parity.

*Search.* Without such a space, some sums are marked, and then each value that is not is looked for, from the least on:
sums of a stretch of the table and a stretch of its mirror image, many at a time.

Source of the first: E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 4; D. Gangolli, T. Plambeck, A note on
periodicity in some octal games, Int. J. Game Theory 18 (1989).
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from grundy.kernels import _shim as cython  # type: ignore[no-redef]

COMPILED: bool = cython.compiled

BUDGET, STAMPS, RARES, WIDTH = 0, 1, 2, 3
"""Why `fill` stopped: it came to the end or spent its budget; room for stamps, for rare heaps; a value too large."""
SIZE, COUNT, MASK, POSITION, WORK, REASON = 0, 1, 2, 3, 4, 5
"""The places of *state*."""

Number = cython.fused_type(cython.uchar, cython.ushort, cython.uint)


@cython.cfunc
@cython.returns(cython.Py_ssize_t)
@cython.locals(
    values=Number[::1],
    mirror=Number[::1],
    rare_values=Number[::1],
    buffer=Number[::1],
    rare_at=cython.uint[::1],
    stamps=cython.uint[::1],
    parities=cython.uchar[::1],
    ends=cython.longlong[::1],
    singles=cython.longlong[::1],
    splits=cython.longlong[::1],
    state=cython.longlong[::1],
    start=cython.Py_ssize_t,
    stop=cython.Py_ssize_t,
    budget=cython.longlong,
    top=cython.uint,
    last=cython.Py_ssize_t,
    room=cython.Py_ssize_t,
    kinds=cython.Py_ssize_t,
    size=cython.Py_ssize_t,
    rares=cython.Py_ssize_t,
    mask=cython.longlong,
    position=cython.longlong,
    work=cython.longlong,
    reason=cython.longlong,
    stamp=cython.uint,
    n=cython.Py_ssize_t,
    s=cython.Py_ssize_t,
    half=cython.Py_ssize_t,
    low=cython.Py_ssize_t,
    high=cython.Py_ssize_t,
    most=cython.Py_ssize_t,
    j=cython.Py_ssize_t,
    k=cython.Py_ssize_t,
    a=cython.Py_ssize_t,
    first=cython.Py_ssize_t,
    step=cython.Py_ssize_t,
    count=cython.Py_ssize_t,
    v=cython.Py_ssize_t,
    bound=cython.Py_ssize_t,
    missing=cython.Py_ssize_t,
    mixed=cython.longlong,
    largest=cython.longlong,
    mean=cython.longlong,
    gone=cython.uint,
    likely=cython.Py_ssize_t,
    few=cython.Py_ssize_t,
    cost=cython.longlong,
    second=cython.Py_ssize_t,
    chunk=cython.Py_ssize_t,
    rate=cython.Py_ssize_t,
    early=cython.Py_ssize_t,
    wanted=Number,
    hit=Number,
)
def _fill(
    values: array[int],
    mirror: array[int],
    rare_values: array[int],
    buffer: array[int],
    rare_at: array[int],
    stamps: array[int],
    parities: array[int],
    ends: array[int],
    singles: array[int],
    splits: array[int],
    state: array[int],
    start: int,
    stop: int,
    budget: int,
    top: int,
) -> int:
    """`fill`, for one width of numbers, the highest bit of which is *top*."""
    last = len(mirror) - 1
    room = len(stamps)
    chunk = len(buffer)
    kinds = len(splits)
    size = state[0]
    rares = state[1]
    mask = state[2]
    position = state[3]
    largest = top
    largest = 2 * largest - 1
    rate = 9  # sums looked through in the time of one stamp
    if top > 128:
        rate = 4
    if top > 32768:
        rate = 2
    early = 4
    few = 3
    work = 0
    reason = 0
    while rares > 0 and rare_at[rares - 1] >= start:  # of a call that was not noted
        rares -= 1
    stamp = 0
    for v in range(room):
        stamps[v] = 0
    parities[0] = 0
    if mask >= 0:
        for v in range(1, room):
            k = v & (v - 1)
            parities[v] = parities[k] ^ (((v ^ k) & mask) != 0)
    mean = state[6]
    n = start
    while n < stop:
        if size >= room:
            reason = 1
            break
        if rares >= len(rare_at):
            reason = 2
            break
        stamp += 1
        cost = 0
        for j in range(len(ends)):
            if ends[j] == n:
                stamps[0] = stamp
        for j in range(len(singles)):
            if singles[j] < n:
                stamps[values[n - singles[j]]] = stamp
        low = n
        high = 0
        for j in range(kinds):
            s = n - (splits[j] >> 1)
            half = 0
            if s > 1:
                half = (s - (splits[j] & 1)) >> 1
            if half < low:
                low = half
            if half > high:
                high = half
            if mask >= 0 and half > 0:
                most = rares
                while most > 0 and rare_at[most - 1] >= s:
                    most -= 1
                if splits[j] & 1:
                    for k in range(most):
                        a = rare_at[k]
                        if 2 * a != s:
                            stamps[rare_values[k] ^ values[s - a]] = stamp
                else:
                    for k in range(most):
                        stamps[rare_values[k] ^ values[s - rare_at[k]]] = stamp
                cost += 2 * most
        bound = size
        likely = mean >> 6
        if likely > size:
            likely = size
        missing = likely
        a = 1
        if mask >= 0:
            mixed = 1
            if position and kinds > 0:
                mixed = 1 ^ ((n - (splits[0] >> 1)) & 1)
            missing = 0
            v = 0
            while v < size:
                if stamps[v] != stamp:
                    if parities[v] == mixed:
                        break
                    missing += 1
                v += 1
            bound = v
            likely = v
            while a <= early and a <= low and missing > 0:
                for j in range(kinds):
                    v = values[a] ^ values[n - (splits[j] >> 1) - a]
                    if v < bound and stamps[v] != stamp:
                        stamps[v] = stamp
                        missing -= 1
                a += 1
            cost += 2 * a * kinds
        step = 32
        while a <= low >> 1 and missing > few:
            count = low - a + 1
            if count > step:
                count = step
            for j in range(kinds):
                second = last - n + (splits[j] >> 1) + a
                for k in range(count):  # apart from the stamps, compilers do many of these at once
                    buffer[k] = values[a + k] ^ mirror[second + k]
                for k in range(count):
                    stamps[buffer[k]] = stamp
            a += count
            cost += count * kinds + (likely >> 2)
            gone = 0
            for v in range(likely):
                gone += stamps[v] == stamp
            missing = likely - gone
            if step < chunk:
                step *= 2
        v = 0
        if mask >= 0 and missing == 0:
            v = bound
        while v < bound:
            if stamps[v] != stamp:
                wanted = v
                hit = 0
                first = a
                step = 256
                while first <= high and not hit:
                    for j in range(kinds):
                        s = n - (splits[j] >> 1)
                        half = 0
                        if s > 1:
                            half = (s - (splits[j] & 1)) >> 1
                        count = half - first + 1
                        if count > step:
                            count = step
                        second = last - s + first
                        for k in range(count):  # no branch and no call: compilers do many of these at once
                            hit |= (values[first + k] ^ mirror[second + k]) == wanted
                        if count > 0:
                            cost += 8 + count // rate
                    first += step
                    if step < 2048:
                        step *= 2
                if not hit:
                    break
            v += 1
        mean += (64 * v - mean) >> 6
        if v > largest:
            reason = 3
            break
        values[n] = v
        mirror[last - n] = v
        if mask >= 0 and n > 0 and parities[v] != mixed:
            rare_at[rares] = n
            rare_values[rares] = v
            rares += 1
        if v >= size:
            size *= 2
        work += cost + 8
        n += 1
        if work >= budget:
            break
    state[0] = size
    state[1] = rares
    state[4] = work
    state[5] = reason
    state[6] = mean
    return n


@cython.locals(
    rare_at=cython.uint[::1],
    stamps=cython.uint[::1],
    parities=cython.uchar[::1],
    ends=cython.longlong[::1],
    singles=cython.longlong[::1],
    splits=cython.longlong[::1],
    state=cython.longlong[::1],
    start=cython.Py_ssize_t,
    stop=cython.Py_ssize_t,
    budget=cython.longlong,
    top=cython.uint,
    t=cython.longlong,
    i=cython.Py_ssize_t,
    values_b=cython.uchar[::1],
    mirror_b=cython.uchar[::1],
    rare_b=cython.uchar[::1],
    buffer_b=cython.uchar[::1],
    values_h=cython.ushort[::1],
    mirror_h=cython.ushort[::1],
    rare_h=cython.ushort[::1],
    buffer_h=cython.ushort[::1],
    values_i=cython.uint[::1],
    mirror_i=cython.uint[::1],
    rare_i=cython.uint[::1],
    buffer_i=cython.uint[::1],
)
def fill(
    values: array[int],
    mirror: array[int],
    rare_values: array[int],
    buffer: array[int],
    rare_at: array[int],
    stamps: array[int],
    parities: array[int],
    ends: array[int],
    singles: array[int],
    splits: array[int],
    state: array[int],
    start: int,
    stop: int,
    budget: int,
) -> int:
    """g(n) = mex of the options' values, start <= n < stop, written to *values*; where it stopped.

    *values*, *mirror*, *rare_values* and *buffer* are arrays of one type, "B", "H" or "I"; the mirror image of a table
    of N values has values[n] at N - 1 - n. *rare_at*, "I", lists the rare heaps below *start*, ascending, *rare_values*
    their values. *buffer*, *stamps*, "I", and *parities*, "B", the two of one length, are working space. From n one may
    take all of it if n is among *ends*; each t of *singles*, if something is left; each t of *splits*, if two heaps are
    left: there 2t stands for any two, 2t + 1 for two that differ. *state*, "q" of seven, has a power of two above all
    values so far, how many heaps are rare, the mask (-1: search) and whether positions count; then the work done in
    this call and the reason why it stopped (`BUDGET`, `STAMPS`, `RARES`, `WIDTH`); then 64 times the mean of the last
    values, by which it is guessed how long stamping is worth while. ValueError for bounds and buffers that do not fit.

    >>> values, mirror, buffer, stamps = (array(t, bytes(256)) for t in "BBBI")
    >>> t, parities, state = array("q", [1, 2]), array("B", bytes(64)), array("q", [1, 0, -1, 0, 0, 0, 0])
    >>> kayles, rare = array("q", [2, 4]), (array("B", [0]), buffer, array("I", [0]))
    >>> fill(values, mirror, *rare, stamps, parities, t, t, kayles, state, 0, 13, 10**6)
    13
    >>> values[:13].tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    """
    if not 0 <= start <= stop <= len(values) < 1 << 32 or len(mirror) != len(values):
        raise ValueError(f"cannot fill [{start}, {stop}) of a table of {len(values)}")
    if len(stamps) != len(parities) or not len(stamps) or len(rare_at) != len(rare_values) or len(state) != 7:
        raise ValueError("working space that does not fit")
    if not 1 <= state[0] < 1 << 32 or not 0 <= state[1] <= len(rare_at):
        raise ValueError("no state of a table")
    for t in ends:
        if t < 1:
            raise ValueError(f"{t} cannot be all that there is")
    for t in singles:
        if t < 1:
            raise ValueError(f"to take {t} and leave one heap is no move")
    for t in splits:
        if t < 0 or (state[3] and (t ^ splits[0]) & 2):
            raise ValueError(f"{t} stands for no split here")
    top = 1 << (8 * values.itemsize - 1)
    if values.itemsize == 1:
        values_b, mirror_b, rare_b, buffer_b = values, mirror, rare_values, buffer
        return _fill(
            values_b, mirror_b, rare_b, buffer_b, rare_at, stamps, parities, ends, singles, splits, state,
            start, stop, budget, top,
        )  # fmt: skip
    if values.itemsize == 2:
        values_h, mirror_h, rare_h, buffer_h = values, mirror, rare_values, buffer
        return _fill(
            values_h, mirror_h, rare_h, buffer_h, rare_at, stamps, parities, ends, singles, splits, state,
            start, stop, budget, top,
        )  # fmt: skip
    values_i, mirror_i, rare_i, buffer_i = values, mirror, rare_values, buffer
    return _fill(
        values_i, mirror_i, rare_i, buffer_i, rare_at, stamps, parities, ends, singles, splits, state,
        start, stop, budget, top,
    )  # fmt: skip
