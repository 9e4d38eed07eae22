"""Slow, plain definitions that the kernels are held against."""

from array import array
from itertools import product

UNKNOWN = 0xFFFFFFFF


def mex(values):
    """The least natural number not in *values*."""
    present, m = set(values), 0
    while m in present:
        m += 1
    return m


def blank(size):
    return array("I", [UNKNOWN]) * size


def from_options(size, options):
    """The Grundy values of 0..size-1, where options(n) gives sums of smaller heaps, as tuples."""
    values = []
    for n in range(size):
        found = set()
        for parts in options(n):
            nim_sum = 0
            for part in parts:
                nim_sum ^= values[part]
            found.add(nim_sum)
        values.append(mex(found))
    return values


def code_options(digits, n):
    """The options of a heap of n under a take-and-break code."""
    for t, digit in enumerate(digits):
        left = n - t
        if digit & 1 and left == 0:
            yield ()
        if digit & 2 and left > 0:
            yield (left,)
        if digit & 4:
            yield from ((a, left - a) for a in range(1, left))
        if digit & 8:
            yield from ((a, b, left - a - b) for a in range(1, left) for b in range(1, left - a))


def row_value(row, point):
    return sum(c * x for c, x in zip(row, (*point, 1), strict=True))


def linear_options(clauses, heaps, least, x, limit):
    """The options of x: sets of tuples of components; every variable below *limit*.

    A clause is (guards, levels, outputs), a level (kind, set, rows).
    """
    for guards, levels, outputs in clauses:
        n = len(levels)
        if any(row_value(row, (*x, *[0] * n)) < 0 for row in guards):
            continue
        for v in product(range(limit), repeat=n):
            point = (*x, *v)
            if any(row_value(row, point) < 0 for _, _, rows in levels for row in rows):
                continue
            if any(kind == 1 and v[i] not in s for i, (kind, s, _) in enumerate(levels)):
                continue
            if any(kind == 2 and v[i] in s for i, (kind, s, _) in enumerate(levels)):
                continue
            flat = [row_value(row, point) for row in outputs]
            if any(y < least for y in flat):
                continue
            parts = tuple(tuple(flat[i : i + heaps]) for i in range(0, len(flat), heaps))
            if parts != (x,):
                yield parts


def encode(heaps, clauses):
    """The program and the sets of *clauses*, as the kernel reads them."""
    program, sets = [heaps, len(clauses)], []
    for guards, levels, outputs in clauses:
        program += [len(levels), len(outputs) // heaps, len(guards), *(c for row in guards for c in row)]
        for kind, members, rows in levels:
            program += [
                kind,
                len(sets),
                len(sets) + len(members),
                len(rows),
                *(c for row in rows for c in row),
            ]
            sets += members
        program += [c for row in outputs for c in row]
    return array("q", program), array("q", sets)
