"""Moves along lines, read off linear rules on two heaps.

Where the moves of every alternative are the same from each position, cut off at the least heap, an alternative is a set
of differences: (t, t) for the queen's diagonal. Such a set is taken apart into rays, o + t·d for all t >= 0 or for
finitely many, and single steps. Rules with other conditions on the heaps, or whose moves fill a plane, are not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grundy.rules.forms import Clause
from grundy.rules.values import Value

from .groups import NoForm
from .reducing import Row, System, bounds, choices, reduced, sharpened

Pair = tuple[int, int]

MAX_RAYS = 40
MAX_STEPS = 60
_MOST = 1 << 30
_MOST_CLASSES = 16
_FEW = 3
"""Rays with so many moves are single steps."""
_WIDEST = 64


class Unlined(Exception):
    """The moves are not along lines."""


class Ray(Value):
    """The moves that take first + t·step, for t = 0, 1, …, length - 1; without end where *length* is 0."""

    step: Pair
    first: Pair
    length: int = 0

    def __contains__(self, taken: Pair) -> bool:
        (p, q), (a, b) = self.step, (taken[0] - self.first[0], taken[1] - self.first[1])
        t = a // p if p else b // q
        return (a, b) == (t * p, t * q) and t >= 0 and (not self.length or t < self.length)

    @property
    def near(self) -> int:
        """Along a ray with an end: how many cells behind one that is passed may have its value, those within reach."""
        if not self.length or self.first == self.step:
            return 0
        (p, q), (a, b) = self.step, self.first
        t = a // p if p else b // q
        return min(t, self.length) - 1 if (a, b) == (t * p, t * q) else self.length - 1


class Lines(Value):
    """All moves of rules on two heaps: rays, and single steps that are on none of them."""

    rays: tuple[Ray, ...]
    steps: tuple[Pair, ...]

    @property
    def symmetric(self) -> bool:
        """Whether the two heaps have the same moves."""
        turned = {Ray(r.step[::-1], r.first[::-1], r.length) for r in self.rays}
        return turned == set(self.rays) and {s[::-1] for s in self.steps} == set(self.steps)

    @property
    def endless(self) -> bool:
        """Whether there is a ray without end: the number of moves grows with the heaps."""
        return any(not r.length for r in self.rays)


def lines_of(clauses: Sequence[Clause], least: int) -> Lines:
    """The rays and steps of linear rules on two heaps; raises Unlined.

    >>> from grundy.rules.parsing import parse_rules
    >>> from grundy.rules.linear import clauses
    >>> lines_of(clauses(parse_rules("a, b -> a-t, b | a-2*t, b-t where t <= 9 | a-1, b-1"), 0), 0)
    Lines(rays=(Ray(step=(1, 0), first=(1, 0), length=0), Ray(step=(2, 1), first=(2, 1), length=9)), steps=((1, 1),))
    """
    found: list[Ray] = []
    try:
        for clause in clauses:
            found += _rays(clause, least)
    except NoForm as error:
        raise Unlined(str(error)) from None
    if len(found) > MAX_RAYS * MAX_STEPS:
        raise Unlined("too many lines")
    rays = _merged(found)
    steps = {s for ray in rays if 0 < ray.length <= _FEW for s in _points(ray)}
    rays = [ray for ray in rays if not 0 < ray.length <= _FEW]
    steps = {s for s in steps if not any(s in ray for ray in rays)}
    if len(rays) > MAX_RAYS or len(steps) > MAX_STEPS:
        raise Unlined("too many lines")
    if any(ray.step[0] > _MOST_CLASSES or max(*ray.step, *ray.first, ray.length) > _MOST for ray in rays):
        raise Unlined("steps that are too long")
    return Lines(tuple(rays), tuple(sorted(steps)))


def _points(ray: Ray) -> Iterator[Pair]:
    for t in range(ray.length):
        yield ray.first[0] + t * ray.step[0], ray.first[1] + t * ray.step[1]


def _rays(clause: Clause, least: int) -> Iterator[Ray]:
    """The differences of a clause as rays that may overlap."""
    if clause.heaps != 2 or len(clause.components) != 1:
        raise Unlined("a move that leaves several components, or not two heaps")
    outputs = clause.components[0]
    if [row[:2] for row in outputs] != [(1, 0), (0, 1)]:
        raise Unlined("a move that does not take from each heap what the variables say")
    rows: list[Row] = []
    implied: list[Row] = []
    for row in clause.rows:
        a, b = row[:2]
        if a < 0 or b < 0:
            raise Unlined("a condition on the heaps")
        # what is left of a row, where the heaps that a move leaves are put in and these are at least *least*
        rest = [x - a * y - b * z for x, y, z in zip(row, *outputs, strict=True)]
        rest[-1] += (a + b) * least
        (implied if a or b else rows).append(tuple(rest[2:]))
    taken = tuple(tuple(-x for x in row[2:]) for row in outputs)
    options = [choices(m, clause.variables) for m in clause.memberships]
    for chosen in _products(options):
        yield from _taken_apart(System(len(clause.variables), (*rows, *chosen), (*taken, *implied)))


def _products(options: list[list[list[Row]]]) -> Iterator[list[Row]]:
    from itertools import product
    from math import prod

    if prod(map(len, options)) > MAX_RAYS * MAX_STEPS:
        raise Unlined("too many cases")
    for chosen in product(*options):
        yield [row for case in chosen for row in case]


def _taken_apart(system: System) -> Iterator[Ray]:
    """The values of the first two outputs as rays, the other outputs being >= 0; raises Unlined, NoForm."""
    try:
        line = reduced(system)
    except NoForm:
        yield from _sliced(system)
        return
    if line is not None:
        yield from _along(line)


def _sliced(system: System) -> Iterator[Ray]:
    """A system of several variables, cut into those in which one more equation holds."""
    tidy = sharpened(system)
    if tidy is None:
        return
    system = tidy
    ends = {row[:-1]: -row[-1] for row in system.rows}
    spans = []
    for key, low in ends.items():
        high = ends.get(tuple(-c for c in key))
        if high is not None and any(key):
            spans.append((-high - low, key, low))
    spans = [span for span in spans if 0 < span[0] < _WIDEST and any(abs(c) == 1 for c in span[1])]
    if not spans:
        raise Unlined("moves that fill a plane")
    width, key, low = min(spans)
    for value in range(low, low + width + 1):
        row = (*key, -value)
        opposite = tuple(-c for c in row)
        yield from _taken_apart(System(system.variables, (*system.rows, row, opposite), system.outputs))


def _along(line: System) -> Iterator[Ray]:
    """The ray of a system of at most one variable."""
    (p, a), (q, b) = ((row if len(row) == 2 else (0, *row)) for row in line.outputs[:2])
    low, high = bounds(line.rows) if line.variables else (0, 0)
    if low is not None and high is not None and low > high:
        return
    if low is None or (high is not None and (p < 0 or q < 0)):
        low, high = None if high is None else -high, None if low is None else -low
        p, q, sign = -p, -q, -1
    else:
        sign = 1
    for row in line.outputs[2:]:
        slope, constant = (sign * row[0], row[1]) if len(row) == 2 else (0, row[0])
        ends = [end for end in (low, high) if end is not None]
        if any(slope * end + constant < 0 for end in ends) or (high is None and slope < 0):
            raise Unlined("a condition on the heaps")
    if low is None:
        raise Unlined("a variable without bounds")
    if not (p or q):
        high = low
    length = 0 if high is None else high - low + 1
    first = a + p * low, b + q * low
    if 0 < length <= MAX_STEPS and (p < 0 or q < 0):
        points = [(first[0] + t * p, first[1] + t * q) for t in range(length)]
    elif length == 1:
        points = [first]
    else:
        points = []
    for x, y in points:
        yield from _nonzero(Ray((x, y) if x or y else (1, 0), (x, y), 1))
    if not points:
        yield from _nonzero(Ray((p, q), first, length))


def _nonzero(ray: Ray) -> Iterator[Ray]:
    """The ray without (0, 0), which is no move; raises Unlined where it adds to a heap."""
    if min(*ray.step, *ray.first) < 0:
        raise Unlined("a move that adds to a heap")
    if ray.first != (0, 0):
        yield ray
    elif ray.length != 1:
        yield Ray(ray.step, ray.step, max(ray.length - 1, 0))


def _merged(rays: Sequence[Ray]) -> list[Ray]:
    """The rays, those that lie on one line and overlap or touch made one; single moves that are on a ray left out."""
    along: dict[tuple[Pair, Pair], list[tuple[int, int | None]]] = {}
    for ray in rays:
        if ray.length == 1:
            continue
        (p, q), (a, b) = ray.step, ray.first
        t = min(x // s for x, s in ((a, p), (b, q)) if s)
        end = t + ray.length if ray.length else None
        along.setdefault((ray.step, (a - t * p, b - t * q)), []).append((t, end))
    found = [ray for (step, base), parts in along.items() for ray in _joined(step, base, sorted(parts, key=_start))]
    singles = {ray.first for ray in rays if ray.length == 1}
    singles = {s for s in singles if not any(s in ray for ray in found)}
    return [*found, *(Ray(s, s, 1) for s in sorted(singles))]


def _start(part: tuple[int, int | None]) -> int:
    return part[0]


def _joined(step: Pair, base: Pair, parts: list[tuple[int, int | None]]) -> Iterator[Ray]:
    (low, high), *others = parts
    for start, end in others:
        if high is not None and start > high:
            yield _ray(step, base, low, high)
            low, high = start, end
        elif high is not None:
            high = None if end is None else max(high, end)
    yield _ray(step, base, low, high)


def _ray(step: Pair, base: Pair, low: int, high: int | None) -> Ray:
    first = base[0] + low * step[0], base[1] + low * step[1]
    return Ray(step, first, 0 if high is None else high - low)
