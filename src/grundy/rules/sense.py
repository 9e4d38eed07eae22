"""What linear rules mean, free of how they are written: rulesets of equal sense have the same moves.

The sense is a set of relations between a component x and the components y that a move leaves: each a reduced system of
linear equations, and inequalities of which none follows from the others, over the integers. Every step of the
reduction keeps the set of moves, so equal senses mean equal moves; rules with the same moves may still differ in sense.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import gcd

from .errors import LimitExceeded
from .forms import Clause
from .linear import NotLinear, clauses
from .lp import Polyhedron
from .terms import Int, Rules, SetOf, SetTerm
from .text import node_text

Row = tuple[int, ...]
Bounds = tuple[int | None, int | None]
Relation = tuple[tuple[tuple[Row, Bounds], ...], tuple[tuple[Row, str, bool], ...], int]
"""Bounds of linear forms in (x, y) and memberships of such forms, and the number of components that a move leaves."""

_MAX_CLAUSES, _MAX_ROWS = 40, 24


class _Opaque(Exception):
    """A free variable that cannot be eliminated over the integers."""


@lru_cache(maxsize=256)
def sense(rules: Rules, least: int) -> frozenset[Relation] | None:
    """The moves of rules without parameters as relations; None where the rules are not linear, or too long.

    >>> from .parsing import parse_rules
    >>> def same(first, second):
    ...     return sense(parse_rules(first), 0) == sense(parse_rules(second), 0)
    >>> same("n -> n-t where t <= 3", "n -> m where n-m < 4 and not m > n")
    True
    >>> same("n -> n-t where t <= 3", "n -> n-1 | n-t where t in {2, 3}"), same("n -> n-1 | n-2", "n -> n-1 | n-3")
    (True, False)
    >>> sense(parse_rules("n -> n-t where t in divisors(n)"), 0) is None
    True
    """
    try:
        found = [listed for clause in clauses(rules, least) for listed in _listed(clause)]
        if len(found) > _MAX_CLAUSES:
            return None
        relations = {r for c in found if (r := _Relation(c, least).reduced()) is not None}
    except (NotLinear, _Opaque, LimitExceeded):
        return None
    return frozenset(_merged(relations))


def _listed(clause: Clause) -> Iterator[Clause]:
    """The clause with each variable that is in a list of numbers set to each of them."""
    for m in clause.memberships:
        if m.excluded or not isinstance(m.members, SetOf) or len(m.members.elements) > _MAX_CLAUSES:
            continue
        k = clause.heaps + clause.variables.index(m.variable)
        rest = tuple(other for other in clause.memberships if other is not m)
        for element in m.members.elements:
            if not isinstance(element, Int):
                raise _Opaque
            row = tuple(int(i == k) for i in range(clause.heaps + len(clause.variables)))
            fixed = ((*row, -element.value), (*(-c for c in row), element.value))
            yield from _listed(replace(clause, rows=(*clause.rows, *fixed), memberships=rest))
        return
    yield clause


class _Relation:
    """One clause, its free variables being eliminated. Columns: the x, the y, the variables, the constant."""

    def __init__(self, clause: Clause, least: int) -> None:
        outputs = [term for component in clause.components for term in component]
        self.least = least
        self.heaps, self.parts = clause.heaps, len(clause.components)
        self.columns = clause.heaps + len(outputs)
        fresh = [0] * len(outputs)
        self.inequalities = [self._widened(row, fresh) for row in clause.rows]
        self.equations = []
        for i, term in enumerate(outputs):
            row = self._widened(term, fresh)
            row[clause.heaps + i] -= 1
            self.equations.append(row)
        width = self.columns + len(clause.variables) + 1
        self.memberships: list[tuple[list[int], str, bool]] = []
        for m in clause.memberships:
            form = [0] * width
            form[self.columns + clause.variables.index(m.variable)] = 1
            self.memberships.append((form, _set_text(m.members), m.excluded))
        self.empty = False

    def _widened(self, row: Row, fresh: list[int]) -> list[int]:
        return [*row[: self.heaps], *fresh, *row[self.heaps :]]

    def reduced(self) -> Relation | None:
        """The relation, or None where no move satisfies it; raises _Opaque."""
        self._find_equations()
        self._eliminate()
        self._reduce_equations()
        self._no_move_to_itself()
        kept = self._needed_rows()
        if kept is None:
            return None
        bounds: dict[Row, Bounds] = {}
        for row in self.equations:
            vector, sign = _oriented(row)
            bounds[vector] = (-sign * row[-1], -sign * row[-1])
        for row in kept:
            vector, sign = _oriented(row)
            low, high = bounds.get(vector, (None, None))
            bounds[vector] = (-row[-1], high) if sign == 1 else (low, row[-1])
        members = sorted((tuple(form), text, excluded) for form, text, excluded in self.memberships)
        return tuple(sorted(bounds.items(), key=repr)), tuple(members), self.parts

    def _find_equations(self) -> None:
        """Take pairs of rows r >= 0 and -r >= 0 as equations."""
        rows = {tuple(row) for row in self.inequalities}
        equal = {row for row in rows if tuple(-c for c in row) in rows}
        self.equations += [list(row) for row in sorted(equal) if row > tuple(-c for c in row)]
        self.inequalities = [list(row) for row in sorted(rows - equal)]

    def _eliminate(self) -> None:
        """Express each free variable by the others in an equation where its coefficient is 1 or -1."""
        variables = range(self.columns, len(self.equations[0]) - 1 if self.equations else self.columns)
        left = set(variables)
        while left:
            choice = next(((e, k) for e in self.equations for k in sorted(left) if abs(e[k]) == 1), None)
            if choice is None:
                break
            equation, k = choice
            self.equations.remove(equation)
            left.discard(k)
            self._map(lambda row, e=equation, k=k: _without(row, e, k))  # type: ignore[misc]
        forms = (*self.equations, *self.inequalities, *(form for form, _, _ in self.memberships))
        if any(form[k] for form in forms for k in left):
            raise _Opaque
        self._map(lambda row: [*row[: self.columns], row[-1]])

    def _map(self, change: Callable[[list[int]], list[int]]) -> None:
        self.equations = [change(row) for row in self.equations]
        self.inequalities = [change(row) for row in self.inequalities]
        self.memberships = [(change(form), text, excluded) for form, text, excluded in self.memberships]

    def _reduce_equations(self) -> None:
        """Bring the equations to echelon form, the y first, and take what they fix out of the inequalities."""
        done: list[tuple[list[int], int]] = []
        open_rows = self.equations
        for k in (*range(self.heaps, self.columns), *range(self.heaps)):
            pivot = min((r for r in open_rows if r[k]), key=lambda r: abs(r[k]), default=None)
            if pivot is None:
                continue
            pivot = _primitive(pivot, exact=True)
            open_rows = [_cleared(r, pivot, k) for r in open_rows if r is not pivot and any(_cleared(r, pivot, k))]
            done = [(_cleared(r, pivot, k), j) for r, j in done]
            done.append((pivot, k))
        self.empty |= any(r[-1] for r in open_rows) or any(_no_integers(r) for r, _ in done)
        self.equations = [_primitive(r, exact=True) for r, _ in done]
        for row, k in zip(self.equations, [k for _, k in done], strict=True):
            self.inequalities = [_cleared(r, row, k) for r in self.inequalities]
            self.memberships = [(_without(f, row, k) if abs(row[k]) == 1 else f, t, e) for f, t, e in self.memberships]
        self.inequalities = [_primitive(r, exact=False) for r in self.inequalities]

    def _no_move_to_itself(self) -> None:
        """Tighten s >= 0 to s >= 1 where s = 0 would leave x itself: the differences y - x are then multiples of s."""
        if self.parts != 1:
            return
        for i in range(self.heaps):
            form = [0] * (self.columns + 1)
            form[i], form[self.heaps + i] = 1, -1
            reduced = _primitive(self._modulo(form), exact=True)
            if reduced[-1] or not any(reduced):
                continue
            if all(self._is_multiple(j, reduced) for j in range(self.heaps)):
                minus = [-c for c in reduced]
                for row in self.inequalities:
                    if row in (reduced, minus):
                        row[-1] = -1
                return

    def _modulo(self, form: list[int]) -> list[int]:
        for row in self.equations:
            k = next(k for k in (*range(self.heaps, self.columns), *range(self.heaps)) if row[k])
            form = _cleared(form, row, k)
        return form

    def _is_multiple(self, j: int, direction: list[int]) -> bool:
        form = [0] * (self.columns + 1)
        form[j], form[self.heaps + j] = 1, -1
        form = self._modulo(form)
        at = next(k for k, c in enumerate(direction) if c)
        return all(a * direction[at] == b * form[at] for a, b in zip(form, direction, strict=True))

    def _needed_rows(self) -> list[list[int]] | None:
        """The inequalities that do not follow from the others, from the equations, and from heaps >= least."""
        tightest: dict[Row, list[int]] = {}
        for row in self.inequalities:
            if not any(row[:-1]):
                self.empty |= row[-1] < 0
                continue
            key = tuple(row[:-1])
            if key not in tightest or row[-1] < tightest[key][-1]:
                tightest[key] = row
        if self.empty:
            return None
        rows = [tightest[key] for key in sorted(tightest)]
        if len(rows) > _MAX_ROWS:
            raise _Opaque
        shifted = [_shifted(row, self.least) for row in rows]
        equal = [_shifted(row, self.least) for row in self.equations]
        if Polyhedron(self.columns, shifted, equal=equal).empty:
            return None
        kept = list(range(len(rows)))
        for i in range(len(rows)):
            others = Polyhedron(self.columns, [shifted[j] for j in kept if j != i], equal=equal)
            best = others.minimum(shifted[i])
            if best.status == "optimal" and best.total > -best.denominator:
                kept.remove(i)
        return [rows[i] for i in kept]


def _set_text(members: SetTerm) -> str:
    if isinstance(members, SetOf):
        return f"{{{', '.join(sorted({node_text(e) for e in members.elements}))}}}"
    return node_text(members)


def _shifted(row: Sequence[int], least: int) -> list[int]:
    """The row in terms of heaps less *least*."""
    return [*row[:-1], row[-1] + least * sum(row[:-1])]


def _without(row: list[int], equation: list[int], k: int) -> list[int]:
    """*row* with column *k* replaced by what *equation*, whose coefficient there is 1 or -1, says it is."""
    factor = row[k] * equation[k]
    return [a - factor * b for a, b in zip(row, equation, strict=True)] if factor else row


def _cleared(row: list[int], pivot: list[int], k: int) -> list[int]:
    """A positive multiple of *row* plus a multiple of *pivot* such that column *k* is 0."""
    if not row[k]:
        return row
    scale, factor = abs(pivot[k]), row[k] if pivot[k] > 0 else -row[k]
    common = gcd(scale, factor)
    return [(a * scale - b * factor) // common for a, b in zip(row, pivot, strict=True)]


def _primitive(row: list[int], *, exact: bool) -> list[int]:
    """*row* divided by the divisor of its coefficients; of an inequality the constant is rounded down."""
    common = gcd(*(row if exact else row[:-1]))
    if common <= 1:
        return row
    return [c // common for c in row]


def _no_integers(row: Sequence[int]) -> bool:
    common = gcd(*row[:-1])
    return bool(row[-1] % common) if common else bool(row[-1])


def _oriented(row: Sequence[int]) -> tuple[Row, int]:
    """The coefficients with the first one positive, and the sign by which they are those of *row*."""
    first = next((c for c in row[:-1] if c), 1)
    sign = 1 if first > 0 else -1
    return tuple(sign * c for c in row[:-1]), sign


# ---------------------------------------------------------------- relations that are one relation


def _merged(relations: Iterable[Relation]) -> set[Relation]:
    """The relations, those that differ in the bounds of one form only and meet there made one."""
    found = sorted(set(relations), key=repr)
    changed = True
    while changed:
        changed = False
        for i, first in enumerate(found):
            for j in range(i + 1, len(found)):
                both = _union(first, found[j])
                if both is not None:
                    found = sorted({*found[:i], *found[i + 1 : j], *found[j + 1 :], both}, key=repr)
                    changed = True
                    break
            if changed:
                break
    return set(found)


def _union(first: Relation, second: Relation) -> Relation | None:
    """One relation that is exactly both; None where there is none of this form."""
    if first[1:] != second[1:]:
        return None
    a, b = dict(first[0]), dict(second[0])
    differ = [v for v in dict.fromkeys((*a, *b)) if a.get(v) != b.get(v)]
    if len(differ) != 1 or differ[0] not in a or differ[0] not in b:
        return None
    vector = differ[0]
    (low, high), (low2, high2) = a[vector], b[vector]
    if (low is not None and high2 is not None and high2 + 1 < low) or (
        high is not None and low2 is not None and high + 1 < low2
    ):
        return None
    joined = (
        None if low is None or low2 is None else min(low, low2),
        None if high is None or high2 is None else max(high, high2),
    )
    a[vector] = joined
    if joined == (None, None):
        del a[vector]
    return tuple(sorted(a.items(), key=repr)), first[1], first[2]
