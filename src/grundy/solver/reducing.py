"""Systems of linear inequalities over the integers, reduced exactly: which values the parts of a move can have.

A system has variables, rows that are >= 0 (coefficients and a constant), and outputs (rows as well). Variables that no
output needs are eliminated where that is exact over the integers: by an equality with a coefficient of 1, or by
Fourier–Motzkin where one of each pair of coefficients is 1. Sources: A. Schrijver, Theory of Linear and Integer
Programming (1986), section 12.2; W. Pugh, The Omega test, Comm. ACM 35 (1992).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import gcd

from grundy.rules.evaluate import constant_elements
from grundy.rules.forms import Clause, Membership
from grundy.rules.terms import NamedSet
from grundy.rules.values import Value

from .groups import NoForm

Row = tuple[int, ...]
MAX_CASES = 2_000
_MAX_ROWS = 200
_MAX_STEPS = 60


class System(Value):
    """Rows that are >= 0 and outputs, over *variables* many variables; the last entry of a row is its constant."""

    variables: int
    rows: tuple[Row, ...]
    outputs: tuple[Row, ...]


def systems(clause: Clause, component: Sequence[int]) -> Iterator[System]:
    """The systems of a clause for the heaps of *component*, one for each case of its memberships; raises NoForm.

    The variables are the clause's, the outputs the heaps of all its components.
    """
    h, names = clause.heaps, clause.variables

    def fixed(row: Row) -> Row:
        return (*row[h:-1], row[-1] + sum(c * x for c, x in zip(row, component, strict=False)))

    rows = tuple(fixed(row) for row in clause.rows)
    outputs = tuple(fixed(row) for part in clause.components for row in part)
    listed = [choices(m, names) for m in clause.memberships]
    total = 1
    for choice in listed:
        total *= len(choice)
    if total > MAX_CASES:
        raise NoForm("a set with too many members")
    for chosen in product(*listed):
        yield System(len(names), (*rows, *(row for case in chosen for row in case)), outputs)


def choices(membership: Membership, names: Sequence[str]) -> list[list[Row]]:
    """The cases of a membership: for each member the variable is it; for an excluded set, the gaps between members."""
    members = None if isinstance(membership.members, NamedSet) else constant_elements(membership.members)
    if members is None:
        raise NoForm("a set that is not finite")
    place = names.index(membership.variable)

    def at_least(bound: int, sign: int = 1) -> Row:
        return (*(sign * (i == place) for i in range(len(names))), -sign * bound)

    if not membership.excluded:
        return [[at_least(m), at_least(m, -1)] for m in sorted(set(members))]
    ends = sorted(set(members))
    lows, highs = [None, *(m + 1 for m in ends)], [*(m - 1 for m in ends), None]
    cases = []
    for low, high in zip(lows, highs, strict=True):
        if low is None or high is None or low <= high:
            cases.append([*([] if low is None else [at_least(low)]), *([] if high is None else [at_least(high, -1)])])
    return cases


def reduced(system: System, keep: int = 1) -> System | None:
    """The same set of outputs with at most *keep* variables where it can be; None where it is empty; raises NoForm."""
    for _ in range(_MAX_STEPS):
        tidied = sharpened(system)
        if tidied is None:
            return None
        system = tidied
        if system.variables <= keep and not _equalities(system):
            return system
        step = _by_equality(system) or _by_projection(system) or _by_output(system)
        if step is None:
            if system.variables <= keep:
                return system
            raise NoForm("more free variables than can be eliminated exactly")
        system = step
    raise NoForm("more steps than are taken")


def relation(system: System) -> System | None:
    """The system as one in its outputs: they are the first variables, and as many others as possible are eliminated.

    None where it is empty.
    """
    h = len(system.outputs)
    rows: list[Row] = [(*(0,) * h, *row) for row in system.rows]
    for i, output in enumerate(system.outputs):
        row = (*(-int(i == j) for j in range(h)), *output)
        rows += [row, tuple(-c for c in row)]
    units = tuple(tuple(int(i == j) for j in range(h + system.variables + 1)) for i in range(h))
    found: System | None = System(h + system.variables, tuple(rows), units)
    while found is not None:
        found = sharpened(found)
        step = None if found is None else _by_equality(found, h) or _by_projection(found)
        if step is None:
            return found
        found = step
    return None


def highest(system: System, place: int) -> int:
    """The largest value of a variable; raises NoForm."""
    unit = tuple(int(i == place) for i in range(system.variables + 1))
    one = reduced(System(system.variables, system.rows, (unit,)))
    if one is None:
        return 0
    if not one.variables:
        return one.outputs[0][-1]
    low, high = bounds(one.rows)
    slope, constant = one.outputs[0]
    end = high if slope > 0 else low
    if end is None and slope:
        raise NoForm("a heap without bounds")
    return slope * (end or 0) + constant


def sharpened(system: System) -> System | None:
    """Rows divided by their gcd, the constant rounded down, the sharpest of parallel ones; None where one is false."""
    sharpest: dict[Row, int] = {}
    for row in system.rows:
        *coefficients, constant = row
        divisor = gcd(*coefficients) if coefficients else 0
        if divisor == 0:
            if constant < 0:
                return None
            continue
        key = tuple(c // divisor for c in coefficients)
        bound = constant // divisor
        if key not in sharpest or bound < sharpest[key]:
            sharpest[key] = bound
    for key, bound in sharpest.items():
        other = sharpest.get(tuple(-c for c in key))
        if other is not None and bound + other < 0:
            return None
    if len(sharpest) > _MAX_ROWS:
        raise NoForm("more inequalities than are looked at")
    used = [
        i
        for i in range(system.variables)
        if any(key[i] for key in sharpest) or any(output[i] for output in system.outputs)
    ]
    rows = tuple((*(key[i] for i in used), bound) for key, bound in sharpest.items())
    outputs = tuple((*(output[i] for i in used), output[-1]) for output in system.outputs)
    return System(len(used), rows, outputs)


def _equalities(system: System) -> list[Row]:
    known = set(system.rows)
    return [row for row in system.rows if tuple(-c for c in row) in known]


def _by_equality(system: System, start: int = 0) -> System | None:
    """A variable, of number *start* or more, put in from an equality in which its coefficient is 1 or -1."""
    for row in _equalities(system):
        for place, c in enumerate(row[:-1]):
            if place >= start and c in (1, -1):
                return _substituted(system, place, tuple(-c * x for x in row))
    return None


def _substituted(system: System, place: int, value: Row) -> System:
    """The system with variable *place* replaced by the form *value* (whose coefficient there is left out)."""

    def put(row: Row) -> Row:
        c = row[place]
        return tuple(x + c * v for i, (x, v) in enumerate(zip(row, value, strict=True)) if i != place)

    return System(system.variables - 1, tuple(map(put, system.rows)), tuple(map(put, system.outputs)))


def _by_projection(system: System) -> System | None:
    """A variable that no output needs, eliminated by Fourier–Motzkin where that is exact."""
    for place in range(system.variables):
        if any(output[place] for output in system.outputs):
            continue
        lows = [row for row in system.rows if row[place] > 0]
        highs = [row for row in system.rows if row[place] < 0]
        if all(low[place] == 1 or high[place] == -1 for low in lows for high in highs):
            rows = [row for row in system.rows if not row[place]]
            for low in lows:
                for high in highs:
                    a, b = -high[place], low[place]
                    rows.append(tuple(a * x + b * y for x, y in zip(low, high, strict=True)))
            kept = System(system.variables, tuple(rows), system.outputs)
            return _substituted(kept, place, (0,) * (system.variables + 1))
    return None


def _by_output(system: System) -> System | None:
    """An output of several variables made a variable itself, where one of them has the coefficient 1 or -1 in it."""
    for output in system.outputs:
        used = [i for i, c in enumerate(output[:-1]) if c]
        if len(used) < 2:
            continue
        for place in used:
            c = output[place]
            if c not in (1, -1):
                continue
            # new variable w in the place of v: w = c·v + rest, so v = c·w - c·rest
            value = tuple(c if i == place else -c * x for i, x in enumerate(output))
            return _changed(system, place, value)
    return None


def _changed(system: System, place: int, value: Row) -> System:
    def put(row: Row) -> Row:
        c = row[place]
        return tuple(c * v + (x if i != place else 0) for i, (x, v) in enumerate(zip(row, value, strict=True)))

    return System(system.variables, tuple(map(put, system.rows)), tuple(map(put, system.outputs)))


def bounds(rows: Iterable[Row], place: int = 0) -> tuple[int | None, int | None]:
    """The bounds that rows in one variable give it."""
    low: int | None = None
    high: int | None = None
    for row in rows:
        c, constant = row[place], row[-1]
        if c > 0:
            bound = -(constant // c)
            low = bound if low is None else max(low, bound)
        elif c < 0:
            bound = constant // -c
            high = bound if high is None else min(high, bound)
    return low, high
