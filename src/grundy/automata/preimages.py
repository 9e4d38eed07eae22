"""The positions from which a family of moves leads to a given one, as arithmetic progressions of table places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import gcd

from grundy.rules.lp import Polyhedron

from .families import Family, NoFamilies, Row

MAX_ROWS = 400
_NARROW = 64


@dataclass(frozen=True, slots=True)
class Way:
    """How one heap, at *place*, changes in a family of moves."""

    family: Family
    place: int
    least: int

    @property
    def _column(self) -> int:
        return self.family.heaps + self.family.changed.index(self.place)

    def least_fall(self, stay: Sequence[int] = ()) -> int | None:
        """A lower bound, rounded up, of x - y at the place in moves in which the heaps *stay* do not change.

        It is -1 where the difference is not bounded, None where there is no such move.
        """
        fall = self._difference(self.place)
        equal = [self._difference(p) for p in stay]
        best = self._polyhedron((), equal).minimum(fall)
        if best.status == "infeasible":
            return None
        return -1 if best.status == "unbounded" else -(-best.total // best.denominator)

    @property
    def falls(self) -> bool:
        """Whether the heap never rises."""
        fall = self.least_fall()
        return fall is None or fall >= 0

    def highest(self, tops: Sequence[int | None], weights: Sequence[int], most: int) -> int:
        """The most that the heap is after a move from a position below *tops* with weights·x <= *most*; -1: no move.

        Raises NoFamilies where there is no such bound.
        """
        width = len(self.family.names) + 1
        rows = []
        for i, top in enumerate(tops):
            if top is None:
                continue
            row = [0] * width
            row[i], row[-1] = -1, top - 1
            rows.append(tuple(row))
        if any(weights):
            row = [0] * width
            row[: len(weights)], row[-1] = [-w for w in weights], most
            rows.append(tuple(row))
        target = [0] * width
        target[self._column] = -1
        best = self._polyhedron(rows, ()).minimum(target)
        if best.status == "unbounded":
            raise NoFamilies("a move raises a heap without bound")
        return -1 if best.status == "infeasible" else -best.total // best.denominator

    def _difference(self, place: int) -> Row:
        row = [0] * (len(self.family.names) + 1)
        row[place] = 1
        row[self.family.heaps + self.family.changed.index(place)] = -1
        return tuple(row)

    def _polyhedron(self, rows: Sequence[Row], equal: Sequence[Row]) -> Polyhedron:
        family = self.family
        width = len(family.names)
        bounds = []
        for i in range(width):
            bound = [0] * (width + 1)
            bound[i], bound[-1] = 1, -(self.least if i < family.heaps + family.targets else 0)
            bounds.append(bound)
        return Polyhedron(width, [*family.rows, *rows, *bounds], equal=[*family.equations, *equal])


def ways_of_moving(family: Family, least: int) -> list[Way]:
    """How each heap that may change does."""
    return [Way(family, place, least) for place in family.changed]


@dataclass(frozen=True, slots=True)
class Preimage:
    """The places, in a table with strides, of all positions that can move to a given one by a family.

    Unknown numbers p_0 … p_{m-1} are bounded one after the other: a row of *levels[j]* has the coefficients of the
    heaps y, of p_0 … p_j, and the constant; *index* is the place as a form in y, p and 1.
    """

    guards: tuple[Row, ...]
    levels: tuple[tuple[Row, ...], ...]
    index: Row

    def progressions(self, position: Sequence[int]) -> Iterator[slice]:
        """The places as slices of the flat table."""
        for guard in self.guards:
            if sum(c * y for c, y in zip(guard, position, strict=False)) + guard[-1] < 0:
                return
        heaps = len(position)
        base = self.index[-1] + sum(c * y for c, y in zip(self.index, position, strict=False))
        if not self.levels:
            yield slice(base, base + 1, 1)
            return
        rests = [
            [(sum(c * y for c, y in zip(row, position, strict=False)) + row[-1], row[heaps:-1]) for row in level]
            for level in self.levels
        ]
        yield from self._nested(rests, (), base, self.index[heaps:-1])

    def _nested(self, rests: list[list[tuple[int, Row]]], chosen: Row, base: int, steps: Row) -> Iterator[slice]:
        depth = len(chosen)
        low, high = None, None
        for rest, coefficients in rests[depth]:
            total = rest
            for c, p in zip(coefficients, chosen, strict=False):
                total += c * p
            c = coefficients[depth]
            if c > 0:
                bound = -(total // c)
                low = bound if low is None or bound > low else low
            else:
                bound = total // -c
                high = bound if high is None or bound < high else high
        if low is None or high is None:
            raise NoFamilies("a move to a given position comes from infinitely many in a box")
        if low > high:
            return
        step = steps[depth]
        if depth == len(rests) - 1:
            yield _progression(base, step, low, high)
            return
        for p in range(low, high + 1):
            yield from self._nested(rests, (*chosen, p), base + step * p, steps)


def _progression(base: int, step: int, low: int, high: int) -> slice:
    if step == 0:
        return slice(base, base + 1, 1)
    first, last = sorted((base + step * low, base + step * high))
    return slice(first, last + 1, abs(step))


def preimage(
    family: Family,
    least: int,
    tops: Sequence[int],
    strides: Sequence[int],
    cut: tuple[Sequence[int], int] | None = None,
) -> Preimage:
    """The preimage map of a family in the box least <= x_i < tops[i], cut where weights·x passes a bound."""
    system = _Unknowns(family)
    system.solve()
    for place in family.changed:
        system.rows.append(system.heap(place, 1, -least))
        system.rows.append(system.heap(place, -1, tops[place] - 1))
    if cut is not None:
        weights, most = cut
        bound = [0] * system.width
        bound[-1] = most
        for place, w in enumerate(weights):
            bound = [b - w * c for b, c in zip(bound, system.forms[place], strict=True)]
        system.rows.append(tuple(bound))
    system.narrow()
    index = [0] * system.width
    for place, stride in enumerate(strides):
        index = [a + stride * c for a, c in zip(index, system.forms[place], strict=True)]
    index[-1] -= least * sum(strides)
    return system.nest(tuple(index))


class _Unknowns:
    """Rows over (y, unknowns, 1): what is known of the positions that move to y."""

    def __init__(self, family: Family) -> None:
        h = family.heaps
        self.heaps = h
        changed = family.changed
        count = len(changed) + family.auxiliaries
        self.width = h + count + 1
        places = {place: h + i for i, place in enumerate(changed)}

        def turned(row: Row) -> Row:
            out = [0] * self.width
            out[-1] = row[-1]
            for i in range(h):
                out[places.get(i, i)] += row[i]
            for i, place in enumerate(changed):
                out[place] += row[h + i]
            for i in range(family.auxiliaries):
                out[h + len(changed) + i] += row[h + len(changed) + i]
            return tuple(out)

        self.equations = [turned(e) for e in family.equations]
        self.rows = [turned(r) for r in family.rows]
        for i in range(family.auxiliaries):
            self.rows.append(self._unit(h + len(changed) + i))
        self.forms = [self._unit(places.get(i, i)) for i in range(h)]

    def _unit(self, column: int) -> Row:
        return tuple(int(i == column) for i in range(self.width))

    def heap(self, place: int, sign: int, constant: int) -> Row:
        """The row sign·x_place + constant >= 0."""
        form = [sign * c for c in self.forms[place]]
        form[-1] += constant
        return tuple(form)

    def solve(self) -> None:
        """Put in each unknown that an equation gives; other equations become two rows."""
        gone: set[int] = set()
        while True:
            found = [(e, j) for e in self.equations for j in range(self.heaps, self.width - 1) if abs(e[j]) == 1]
            if not found:
                break
            equation, j = found[0]
            self.equations = [_put(e, equation, j) for e in self.equations if e is not equation]
            self.rows = [_put(r, equation, j) for r in self.rows]
            self.forms = [_put(f, equation, j) for f in self.forms]
            gone.add(j)
        for equation in self.equations:
            self.rows += [equation, tuple(-c for c in equation)]
        keep = [i for i in range(self.width) if i not in gone]
        self.rows = [tuple(r[i] for i in keep) for r in self.rows]
        self.forms = [tuple(f[i] for i in keep) for f in self.forms]
        self.width = len(keep)

    def narrow(self) -> None:
        """Take a form of several unknowns that stays between constants as an unknown itself, and nest it outermost."""
        first, last = self.heaps, self.width - 1
        spans: dict[Row, int] = {}
        for row in self.rows:
            spans[row[:-1]] = min(spans.get(row[:-1], row[-1]), row[-1])
        for part, constant in spans.items():
            other = spans.get(tuple(-c for c in part))
            units = [i for i in range(first, last) if abs(part[i]) == 1]
            several = sum(c != 0 for c in part[first:]) > 1
            if other is None or not several or not units or constant + other > _NARROW:
                continue
            j, sign = units[0], part[units[0]]

            def put(row: Row, j: int = j, part: Row = part, sign: int = sign) -> Row:
                """The row in which p_j is exchanged for d = part·(y, p): p_j = sign·(d - the rest)."""
                factor = row[j] * sign
                out = [c - factor * e for c, e in zip(row, (*part, 0), strict=True)]
                out[j] = factor
                return tuple(out)

            self.rows = [put(r) for r in self.rows]
            self.forms = [put(f) for f in self.forms]
            return

    def nest(self, index: Row) -> Preimage:
        """The rows as bounds of one unknown after the other."""
        first, last = self.heaps, self.width - 1
        order = sorted(range(first, last), key=lambda j: (self._span(j), index[j] != 0, j))
        columns = [*range(first), *order, last]
        rows = {_tight(tuple(row[j] for j in columns)) for row in self.rows}
        levels: list[tuple[Row, ...]] = []
        for place in range(last - 1, first - 1, -1):
            here = [row for row in rows if row[place]]
            rows.difference_update(here)
            for low in (row for row in here if row[place] > 0):
                for high in (row for row in here if row[place] < 0):
                    rows.add(_tight(tuple(a * -high[place] + b * low[place] for a, b in zip(low, high, strict=True))))
            if len(rows) > MAX_ROWS:
                raise NoFamilies("the inequalities of an alternative have too many consequences")
            rows = {row for row in rows if any(row[:-1]) or row[-1] < 0}
            levels.append(tuple(sorted(here)))
        guards = tuple(sorted((*row[:first], row[-1]) for row in rows))
        return Preimage(guards, tuple(levels[::-1]), tuple(index[j] for j in columns))

    def _span(self, j: int) -> int:
        """The number of values of an unknown where constants bound it narrowly, else a large number."""
        low, high = None, None
        for row in self.rows:
            if row[j] and not any(c for i, c in enumerate(row[:-1]) if i != j):
                if row[j] > 0:
                    low = max(-(row[-1] // row[j]), -(10**9) if low is None else low)
                else:
                    high = min(row[-1] // -row[j], 10**9 if high is None else high)
        span = 10**9 if low is None or high is None else high - low
        return span if span <= _NARROW else 10**9


def _put(row: Row, equation: Row, j: int) -> Row:
    factor = -row[j] * equation[j]
    return tuple(c + factor * e for c, e in zip(row, equation, strict=True)) if factor else row


def _tight(row: Row) -> Row:
    divisor = reduce(gcd, row[:-1], 0)
    return row if divisor <= 1 else (*(c // divisor for c in row[:-1]), row[-1] // divisor)
