"""Moves of linear rules as families of systems in a position x, an option y and auxiliary numbers.

A family fixes which heaps may change, and none contains y = x. Exact families say that each of these heaps does change,
so that those of different changed sets are disjoint. Unchanged heaps have no unknown of their own. A variable that an
equation gives with coefficient 1 or -1 is put in; what is left of them are numbers >= 0 that exist.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import gcd

from grundy.rules.errors import GrundyError
from grundy.rules.evaluate import constant_elements
from grundy.rules.forms import Clause, Membership
from grundy.rules.lp import Polyhedron
from grundy.rules.terms import NamedSet

Row = tuple[int, ...]

MAX_FAMILIES = 1_000
_MAX_CHECKED = 24


class NoFamilies(GrundyError):
    """The moves are no finite union of linear systems; the text says why."""


@dataclass(frozen=True, slots=True)
class Family:
    """The pairs (x, y) that some auxiliary numbers >= 0 fit: equations = 0, rows >= 0, over (x, y, auxiliaries, 1).

    *changed* are the places whose heap changes, in a move to one component; y has an unknown for each of them, in that
    order, and agrees with x elsewhere. A move to several components (of one heap) has an unknown for each component.
    """

    heaps: int
    changed: tuple[int, ...]
    components: int
    auxiliaries: int
    equations: tuple[Row, ...]
    rows: tuple[Row, ...]

    @property
    def targets(self) -> int:
        """The number of unknowns of the option."""
        return self.components if self.components > 1 else len(self.changed)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns: x0, x1, …, y0, …, v0, ….

        >>> Family(2, (1,), 1, 1, (), ()).names
        ('x0', 'x1', 'y1', 'v0')
        """
        changed = range(self.components) if self.components > 1 else self.changed
        return (
            *(f"x{i}" for i in range(self.heaps)),
            *(f"y{i}" for i in changed),
            *(f"v{i}" for i in range(self.auxiliaries)),
        )


def families(clauses: Sequence[Clause], least: int, *, exact: bool = False) -> tuple[Family, ...]:
    """The families of all moves of exact clauses; raises NoFamilies where a set is infinite, or they are too many.

    *exact* ones say for each heap in *changed* that it does change; else a family may only say that some heap does.

    >>> from grundy.rules.family import ruleset
    >>> [f.changed for f in families(ruleset("a, b -> a-t, b | a-t, b-t").clauses(), 0)]
    [(0,), (0, 1)]
    """
    found: dict[Family, None] = {}
    for clause in clauses:
        for system in _expanded(clause):
            for family in system.families(least, exact):
                found[family] = None
                if len(found) > MAX_FAMILIES:
                    raise NoFamilies(f"the moves are more than {MAX_FAMILIES:,} linear systems")
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _System:
    """A clause without memberships: rows >= 0 and equations over (heaps, option, variables, 1)."""

    heaps: int
    components: int
    targets: int
    variables: int
    equations: tuple[Row, ...]
    rows: tuple[Row, ...]

    def families(self, least: int, exact: bool) -> Iterator[Family]:
        """The families of the system, those left out that no rational point fits."""
        if self.components > 1:
            if self.heaps != 1:
                raise NoFamilies("a move leaves several components of several heaps")
            if self.feasible(least):
                yield from self._finished((), (), least)
            return
        changed = None if exact else self._certainly_changed(least)
        if changed is None:
            yield from self._split(0, (), (), least)
        else:
            yield from self._finished(changed, tuple(i for i in range(self.heaps) if i not in changed), least)

    def _certainly_changed(self, least: int) -> Row | None:
        """The places that may change, where one of them always does; else None."""
        may, always = [], False
        for place in range(self.heaps):
            fall, rise, stay = self._ways(place)
            if fall.feasible(least) or rise.feasible(least):
                may.append(place)
                always = always or not stay.feasible(least)
        return tuple(may) if always else None

    def _ways(self, place: int) -> tuple[_System, _System, _System]:
        """The systems in which a heap falls, rises, stays."""
        fall = self.unit(place, 1, self.heaps + place, -1)
        rise = tuple(-c for c in fall)
        return self.with_rows(_less_one(fall)), self.with_rows(_less_one(rise)), self.with_equation(fall)

    def _split(self, place: int, changed: Row, kept: Row, least: int) -> Iterator[Family]:
        """Which heaps from *place* on fall, rise or stay."""
        if place == self.heaps:
            if changed:
                yield from self._finished(changed, kept, least)
            return
        *strict, stay = self._ways(place)
        for system in strict:
            if system.feasible(least):
                yield from system._split(place + 1, (*changed, place), kept, least)  # noqa: SLF001 - its own kind
        if stay.feasible(least):
            yield from stay._split(place + 1, changed, (*kept, place), least)  # noqa: SLF001

    def unit(self, i: int, c: int, j: int, d: int) -> Row:
        """The form c·column i + d·column j."""
        out = [0] * (self.width + 1)
        out[i] += c
        out[j] += d
        return tuple(out)

    @property
    def width(self) -> int:
        """The number of unknowns."""
        return self.heaps + self.targets + self.variables

    def with_rows(self, *rows: Row) -> _System:
        """The system with more rows."""
        return _System(self.heaps, self.components, self.targets, self.variables, self.equations, (*self.rows, *rows))

    def with_equation(self, row: Row) -> _System:
        """The system with one more equation."""
        return _System(self.heaps, self.components, self.targets, self.variables, (*self.equations, row), self.rows)

    def polyhedron(self, least: int, rows: Sequence[Row] | None = None) -> Polyhedron:
        """The rational points: heaps of x and y are >= *least*."""
        bounds = []
        for i in range(self.heaps + self.targets):
            bound = [0] * (self.width + 1)
            bound[i], bound[-1] = 1, -least
            bounds.append(bound)
        kept = self.rows if rows is None else rows
        free = range(self.heaps + self.targets, self.width)
        return Polyhedron(self.width, [*kept, *bounds], equal=self.equations, free=free)

    def feasible(self, least: int) -> bool:
        """Whether some rational point fits."""
        return not self.polyhedron(least).empty

    def _finished(self, changed: Row, kept: Row, least: int) -> Iterator[Family]:
        """The system with its variables put in, and those left over told apart by sign."""
        system = self._eliminated()
        if system is None:
            return
        for signed in system._signed(least):  # noqa: SLF001
            small = signed._irredundant(least)  # noqa: SLF001
            # unchanged heaps are put in for their option's unknowns
            equations, rows = small.equations, small.rows
            for place in kept:
                target = small.heaps + place
                equations = tuple(_moved(row, target, place) for row in equations)
                rows = tuple(_moved(row, target, place) for row in rows)
            dropped = {small.heaps + place for place in kept}
            keep = [i for i in range(small.width + 1) if i not in dropped]
            equations = tuple(dict.fromkeys(_sign(tuple(r[i] for i in keep)) for r in equations if any(r)))
            equations = tuple(r for r in equations if any(r))
            rows = tuple(dict.fromkeys(tuple(r[i] for i in keep) for r in rows))
            rows = tuple(r for r in rows if any(c < 0 for c in r))
            yield Family(small.heaps, changed, small.components, small.variables, equations, rows)

    def _eliminated(self) -> _System | None:
        """The system without the variables that an equation gives; None where a constant equation fails."""
        rows, equations = list(self.rows), [*self.equations, *_opposite(self.rows)]
        first = self.heaps + self.targets
        gone: set[int] = set()
        while True:
            equations = [_sign(_tight_equation(e)) for e in dict.fromkeys(equations) if any(e)]
            if any(_impossible(e) for e in equations):
                return None
            pick = next(
                ((e, j) for e in equations for j in range(self.width - 1, first - 1, -1) if abs(e[j]) == 1), None
            )
            if pick is None:
                break
            equation, j = pick
            gone.add(j)
            equations = [_put(e, equation, j) for e in equations if e is not equation]
            rows = [_put(r, equation, j) for r in rows]
        rows = [r for r in map(_tight, rows) if any(r[:-1]) or r[-1] < 0]
        if any(not any(r[:-1]) for r in rows):
            return None
        keep = [i for i in range(self.width + 1) if i not in gone]
        shrunk = [tuple(dict.fromkeys(tuple(r[i] for i in keep) for r in part)) for part in (equations, rows)]
        variables = self.variables - len(gone)
        return _System(self.heaps, self.components, self.targets, variables, shrunk[0], shrunk[1])

    def _signed(self, least: int) -> Iterator[_System]:
        """Systems in which each variable is >= 0: itself, or the mirror image where it may be negative."""
        pending = [(self, 0)]
        while pending:
            system, done = pending.pop()
            if done == system.variables:
                yield system
                continue
            place = system.heaps + system.targets + done
            form = tuple(int(i == place) for i in range(system.width + 1))
            best = system.polyhedron(least).minimum(form)
            if best.status == "infeasible":
                continue
            pending.append((system.with_rows(form), done + 1))
            if best.status == "unbounded" or best.total < 0:
                mirrored = system._mirrored(place)  # noqa: SLF001
                if mirrored.feasible(least):
                    pending.append((mirrored, done + 1))

    def _mirrored(self, place: int) -> _System:
        """The system in which the variable at *place* is -1 - w for a new w >= 0."""

        def turned(row: Row) -> Row:
            out = list(row)
            out[place] = -row[place]
            out[-1] = row[-1] - row[place]
            return tuple(out)

        positive = tuple(int(i == place) for i in range(self.width + 1))
        return _System(
            self.heaps,
            self.components,
            self.targets,
            self.variables,
            tuple(turned(e) for e in self.equations),
            (*(turned(r) for r in self.rows), positive),
        )

    def _irredundant(self, least: int) -> _System:
        """The system without rows that the others imply."""
        rows = [r for r in dict.fromkeys(self.rows) if not _trivial(r, self.heaps + self.targets, least)]
        if len(rows) <= _MAX_CHECKED:
            for row in sorted(rows, key=lambda r: (-sum(map(abs, r[:-1])), r)):
                rest = [r for r in rows if r != row]
                best = self._natural(rest, least).minimum(row)
                if best.status == "infeasible" or (best.status == "optimal" and best.total > -best.denominator):
                    rows = rest
        return _System(self.heaps, self.components, self.targets, self.variables, self.equations, tuple(rows))

    def _natural(self, rows: Sequence[Row], least: int) -> Polyhedron:
        """The polyhedron in which the variables are >= 0, too."""
        bounds = []
        for i in range(self.width):
            bound = [0] * (self.width + 1)
            bound[i], bound[-1] = 1, -(least if i < self.heaps + self.targets else 0)
            bounds.append(bound)
        return Polyhedron(self.width, [*rows, *bounds], equal=self.equations)


def _trivial(row: Row, heaps: int, least: int) -> bool:
    """Whether a row holds for all heaps >= least >= 0 and variables >= 0."""
    return all(c >= 0 for c in row[:-1]) and row[-1] + least * sum(row[:heaps]) >= 0


def _expanded(clause: Clause) -> Iterator[_System]:
    """The clause as systems without memberships."""
    count = len(clause.components)
    targets = sum(len(component) for component in clause.components)
    outputs = [row for component in clause.components for row in component]
    h, m = clause.heaps, len(clause.variables)

    def widened(row: Row, target: int | None = None) -> Row:
        middle = [-int(i == target) for i in range(targets)]
        return (*row[:h], *middle, *row[h:])

    rows = tuple(widened(row) for row in clause.rows)
    equations = tuple(widened(row, i) for i, row in enumerate(outputs))
    start = _System(h, count, targets, m, equations, rows)
    for membership in clause.memberships:
        if isinstance(membership.members, NamedSet):
            raise NoFamilies(f"the set {membership.members.name} has infinitely many members and is not linear")
    places = [h + targets + clause.variables.index(m.variable) for m in clause.memberships]
    yield from _members(start, list(zip(clause.memberships, places, strict=True)))


def _members(system: _System, left: list[tuple[Membership, int]]) -> Iterator[_System]:
    """The systems in which a variable is one of the members, or between two that are excluded."""
    if not left:
        yield system
        return
    (membership, place), *rest = left
    constants = None if isinstance(membership.members, NamedSet) else constant_elements(membership.members)
    if constants is None:
        raise NoFamilies("a set whose elements are not constants")
    unit = [int(i == place) for i in range(system.width + 1)]
    if not membership.excluded:
        for c in constants:
            yield from _members(system.with_equation((*unit[:-1], -c)), rest)
        return
    ends: list[int | None] = [None, *constants, None]
    for low, high in pairwise(ends):
        if low is not None and high is not None and high - low < 2:
            continue
        rows = []
        if low is not None:
            rows.append((*unit[:-1], -low - 1))
        if high is not None:
            rows.append((*(-c for c in unit[:-1]), high - 1))
        yield from _members(system.with_rows(*rows), rest)


def _opposite(rows: Sequence[Row]) -> list[Row]:
    """The forms that rows say are >= 0 and <= 0."""
    known = set(rows)
    return [row for row in rows if tuple(-c for c in row) in known]


def _put(row: Row, equation: Row, j: int) -> Row:
    """The row with unknown j put in by an equation in which it has the coefficient 1 or -1."""
    factor = -row[j] * equation[j]
    return tuple(c + factor * e for c, e in zip(row, equation, strict=True)) if factor else row


def _moved(row: Row, source: int, target: int) -> Row:
    """The row in which unknown *source* is put in as unknown *target*."""
    out = list(row)
    out[target] += out[source]
    out[source] = 0
    return tuple(out)


def _tight(row: Row) -> Row:
    """The row divided by the common divisor of its coefficients, the constant rounded down."""
    divisor = reduce(gcd, row[:-1], 0)
    return row if divisor <= 1 else (*(c // divisor for c in row[:-1]), row[-1] // divisor)


def _tight_equation(row: Row) -> Row:
    divisor = reduce(gcd, row, 0)
    return row if divisor <= 1 else tuple(c // divisor for c in row)


def _less_one(row: Row) -> Row:
    return (*row[:-1], row[-1] - 1)


def _impossible(equation: Row) -> bool:
    """Whether no integers fit: the coefficients' divisor does not divide the constant."""
    divisor = reduce(gcd, equation[:-1], 0)
    return equation[-1] != 0 if divisor == 0 else equation[-1] % divisor != 0


def _sign(row: Row) -> Row:
    """The equation with its first coefficient positive."""
    first = next((c for c in row if c), 1)
    return row if first > 0 else tuple(-c for c in row)
