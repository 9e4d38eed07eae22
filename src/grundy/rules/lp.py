"""Linear programs over the rational numbers, solved exactly.

A dictionary (V. Chvátal, Linear Programming, 1983) writes each basic variable as a linear form in the others.
A row here is the integers c_0 … c_{n-1}, b, d with d > 0 and means d·basic = Σ c_j·nonbasic_j + b; it is kept
free of a common divisor. Free variables enter the basis for good, slacks of equations leave it for good;
what remains is the simplex method.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import gcd, lcm
from typing import TYPE_CHECKING, Literal

from .errors import LimitExceeded

if TYPE_CHECKING:
    from fractions import Fraction

MAX_COEFFICIENTS = 250_000
MAX_PIVOTS = 5_000

Constraint = tuple[Sequence[int], str, int]


@dataclass(frozen=True, slots=True)
class Optimum:
    """The least value of a linear form on a polyhedron, where and whether it is attained.

    The point is numerators/denominator and the value is total/denominator; where the form is unbounded,
    the point is a feasible one and the form falls along *ray* from it for ever.
    """

    status: Literal["optimal", "infeasible", "unbounded"]
    numerators: tuple[int, ...] = ()
    denominator: int = 1
    total: int = 0
    ray: tuple[int, ...] = ()

    @property
    def value(self) -> Fraction | None:
        """The least value; None where there is none."""
        from fractions import Fraction

        return Fraction(self.total, self.denominator) if self.status == "optimal" else None

    @property
    def point(self) -> tuple[Fraction, ...]:
        """A feasible point, optimal where there is an optimum; empty where the polyhedron is."""
        from fractions import Fraction

        return tuple(Fraction(n, self.denominator) for n in self.numerators)


def solve_lp(constraints: Iterable[Constraint], objective: Sequence[int], *, free: Collection[int] = ()) -> Optimum:
    """The least value of objective·x over the x >= 0 with a·x <= b (or ==, >=) for each (a, relation, b).

    All coefficients are integers. Variables whose indices are in *free* may be negative. To maximise,
    minimise the negative.

    >>> best = solve_lp([((1, 2), "<=", 4), ((3, 1), "<=", 6)], (-1, -1))
    >>> best.status, best.value, best.point
    ('optimal', Fraction(-14, 5), (Fraction(8, 5), Fraction(6, 5)))
    >>> solve_lp([((1,), ">=", 2), ((1,), "<=", 1)], (0,)).status
    'infeasible'
    >>> solve_lp([((1, -1), "==", 3)], (1, 0), free=(0, 1)).ray
    (-1, -1)

    R. G. Bland, New finite pivoting rules for the simplex method, Math. Oper. Res. 2 (1977) 103–107.
    """
    at_least, equal = [], []
    for coefficients, relation, bound in constraints:
        if len(coefficients) != len(objective):
            raise ValueError(f"{len(coefficients)} coefficients where the objective has {len(objective)}")
        if relation == "<=":
            at_least.append([-c for c in coefficients] + [bound])
        elif relation == ">=":
            at_least.append([*coefficients, -bound])
        elif relation == "==":
            equal.append([*coefficients, -bound])
        else:
            raise ValueError(f"{relation!r} is none of <=, ==, >=")
    return Polyhedron(len(objective), at_least, equal=equal, free=free).minimum((*objective, 0))


class Polyhedron:
    """The z in Q^dimension with row·(z, 1) >= 0 for each of *rows*, = 0 for *equal*, z_j >= 0 unless free.

    It is prepared once, never changes, and is then asked for the minima of many forms.

    >>> triangle = Polyhedron(2, [(-1, -1, 3)])
    >>> triangle.empty, triangle.minimum((1, -2, 0)).value, triangle.minimum((-1, 0, 10)).value
    (False, Fraction(-6, 1), Fraction(7, 1))
    """

    __slots__ = ("_basic", "_bounded", "_free", "_nonbasic", "_rows", "dimension", "empty")

    def __init__(
        self,
        dimension: int,
        rows: Iterable[Sequence[int]],
        *,
        equal: Iterable[Sequence[int]] = (),
        free: Collection[int] = (),
    ) -> None:
        equations = [list(row) for row in equal]
        system = equations + [list(row) for row in rows]
        _require_small(dimension, len(system))
        self.dimension = dimension
        self._free = frozenset(free)
        self._rows = [[*row, 1] for row in system]
        self._basic = list(range(dimension, dimension + len(system)))
        self._nonbasic = list(range(dimension))
        self._bounded = len(system)
        """The first so many basic variables must not be negative; those after them are free."""
        self.empty = not (self._solve_equations(len(equations)) and self._free_basis() and self._feasible_basis())

    def minimum(self, form: Sequence[int]) -> Optimum:
        """The least value of form·(z, 1) on the polyhedron: phase 2 of the simplex method.

        The steepest column enters; after a pivot that gained nothing the choice is Bland's until one gains.
        So no basis comes back, and this ends.
        """
        if self.empty:
            return Optimum("infeasible")
        rows, basic, nonbasic = [*self._rows, self._reduced(form)], self._basic.copy(), self._nonbasic.copy()
        stalled = False
        for _ in range(MAX_PIVOTS):
            s = self._entering(rows[-1], nonbasic, bland=stalled)
            if s < 0:
                return self._optimum("optimal", form, rows, basic)
            r = self._leaving(rows, basic, s) if nonbasic[s] not in self._free else -1
            if r < 0:
                sign = -1 if rows[-1][s] > 0 else 1
                ray = self._ray(rows, basic, (nonbasic[s], s, sign))
                return self._optimum("unbounded", form, rows, basic, ray)
            stalled = rows[r][-2] == 0
            _pivot(rows, r, s)
            basic[r], nonbasic[s] = nonbasic[s], basic[r]
        raise LimitExceeded(f"a linear program took more than {MAX_PIVOTS:,} pivots")

    # ------------------------------------------------------------ to a feasible basis

    def _swap(self, r: int, s: int) -> None:
        _pivot(self._rows, r, s)
        self._basic[r], self._nonbasic[s] = self._nonbasic[s], self._basic[r]

    def _release(self, r: int) -> None:
        """Row r is of a free variable from now on."""
        self._rows.append(self._rows.pop(r))
        self._basic.append(self._basic.pop(r))
        self._bounded -= 1

    def _solve_equations(self, count: int) -> bool:
        """The slacks of the first *count* rows become 0; False where that is impossible."""
        for _ in range(count):
            row = self._rows[0]
            used = [j for j in range(len(self._nonbasic)) if row[j]]
            if not used:
                if row[-2]:
                    return False
                del self._rows[0], self._basic[0]
                self._bounded -= 1
                continue
            s = next((j for j in used if self._nonbasic[j] in self._free), used[0])
            self._swap(0, s)
            for other in self._rows:
                del other[s]
            del self._nonbasic[s]
            if self._basic[0] in self._free:
                self._release(0)
            else:  # the variable stays under its sign; its row moves behind the equations that are left
                self._rows.insert(self._bounded - 1, self._rows.pop(0))
                self._basic.insert(self._bounded - 1, self._basic.pop(0))
        return True

    def _free_basis(self) -> bool:
        """Each free variable that a row limits becomes basic, by the shortest such row; always True."""
        for s in range(len(self._nonbasic)):
            if self._nonbasic[s] in self._free:
                limiting = [i for i in range(self._bounded) if self._rows[i][s]]
                if limiting:
                    r = max(limiting, key=lambda i: self._rows[i].count(0))
                    self._swap(r, s)
                    self._release(r)
        return True

    def _feasible_basis(self) -> bool:
        """Phase 1, the dual simplex method from a made-up objective; False where a row shows emptiness.

        A row with a negative constant and no positive coefficient is Farkas' certificate of that. The
        objective is the sum of the non-basic variables; the rule is that of `minimum`.
        """
        self._rows.append([int(v not in self._free) for v in self._nonbasic] + [0, 1])
        stalled = False
        for _ in range(MAX_PIVOTS):
            r = self._violated(bland=stalled)
            if r < 0:
                self._rows.pop()
                return True
            s = self._dual_entering(self._rows[r], self._rows[-1])
            if s < 0:
                return False
            stalled = self._rows[-1][s] == 0
            self._swap(r, s)
        raise LimitExceeded(f"a linear program took more than {MAX_PIVOTS:,} pivots")

    def _violated(self, *, bland: bool) -> int:
        """A row whose constant is negative, or -1: of the least variable by Bland, else the lowest."""
        best = -1
        for i in range(self._bounded):
            row = self._rows[i]
            if row[-2] < 0:
                if best < 0:
                    best = i
                elif bland:
                    best = i if self._basic[i] < self._basic[best] else best
                elif row[-2] * self._rows[best][-1] < self._rows[best][-2] * row[-1]:
                    best = i
        return best

    def _dual_entering(self, row: Sequence[int], costs: Sequence[int]) -> int:
        """The column of the row that keeps all costs at 0 or more (ties: the least variable), or -1."""
        best = -1
        for j, variable in enumerate(self._nonbasic):
            if row[j] > 0:
                order = costs[j] * row[best] - costs[best] * row[j] if best >= 0 else -1
                if order < 0 or (order == 0 and variable < self._nonbasic[best]):
                    best = j
        return best

    # ------------------------------------------------------------ from basis to basis

    def _reduced(self, form: Sequence[int]) -> list[int]:
        """The row of the form in the non-basic variables."""
        width = len(self._nonbasic)
        used = [(form[v], self._rows[i]) for i, v in enumerate(self._basic) if v < self.dimension and form[v]]
        common = lcm(*(row[-1] for _, row in used))
        out = [0] * width + [form[-1] * common, common]
        for j, v in enumerate(self._nonbasic):
            if v < self.dimension:
                out[j] = form[v] * common
        for factor, row in used:
            scale = factor * (common // row[-1])
            for j in range(width + 1):
                out[j] += scale * row[j]
        return out

    def _entering(self, costs: Sequence[int], nonbasic: Sequence[int], *, bland: bool) -> int:
        """A column along which the form falls, or -1: a free one, else Bland's or the steepest."""
        best, key = -1, 0
        for j, variable in enumerate(nonbasic):
            cost = costs[j]
            if variable in self._free:
                if cost:
                    return j
            elif cost < 0:
                rank = variable if bland else cost
                if best < 0 or rank < key:
                    best, key = j, rank
        return best

    def _leaving(self, rows: Sequence[Sequence[int]], basic: Sequence[int], s: int) -> int:
        """The row that first stops the growth of column s (of the least variable among ties), or -1."""
        best, value, slope = -1, 0, 1
        for i in range(self._bounded):
            row = rows[i]
            if row[s] < 0:
                order = -row[-2] * slope - value * row[s] if best >= 0 else 1
                if order > 0 or (order == 0 and basic[i] < basic[best]):
                    best, value, slope = i, row[-2], -row[s]
        return best

    def _ray(self, rows: Sequence[Sequence[int]], basic: Sequence[int], move: tuple[int, int, int]) -> tuple[int, ...]:
        """The direction in which the variable of column s moves by sign, cleared of denominators."""
        variable, s, sign = move
        common = lcm(*(rows[i][-1] for i, v in enumerate(basic) if v < self.dimension))
        ray = [0] * self.dimension
        if variable < self.dimension:
            ray[variable] = sign * common
        for i, v in enumerate(basic):
            if v < self.dimension:
                ray[v] = sign * rows[i][s] * (common // rows[i][-1])
        divisor = gcd(*ray)
        return tuple(c // divisor for c in ray)

    def _optimum(
        self,
        status: Literal["optimal", "unbounded"],
        form: Sequence[int],
        rows: Sequence[Sequence[int]],
        basic: Sequence[int],
        ray: tuple[int, ...] = (),
    ) -> Optimum:
        common = lcm(*(rows[i][-1] for i, v in enumerate(basic) if v < self.dimension))
        point = [0] * self.dimension
        for i, v in enumerate(basic):
            if v < self.dimension:
                point[v] = rows[i][-2] * (common // rows[i][-1])
        total = sum(c * p for c, p in zip(form, point, strict=False)) + form[-1] * common
        return Optimum(status, tuple(point), common, total, ray)


def _pivot(rows: list[list[int]], r: int, s: int) -> None:
    """Basic variable r and non-basic variable s change places."""
    row = rows[r]
    if row[s] > 0:
        new = [-c for c in row]
        new[s], new[-1] = row[-1], row[s]
    else:
        new = row.copy()
        new[s], new[-1] = -row[-1], -row[s]
    new = rows[r] = _reduce(new)
    denominator, coefficient = new[-1], new[s]
    terms = [*new[:-1], 0]
    for i, other in enumerate(rows):
        factor = other[s]
        if factor and i != r:
            divisor = gcd(denominator, factor)
            scale, factor = denominator // divisor, factor // divisor
            out = [scale * u + factor * v for u, v in zip(other, terms, strict=True)]
            out[s] = factor * coefficient
            rows[i] = _reduce(out)


def _reduce(row: list[int]) -> list[int]:
    divisor = gcd(*row)
    return row if divisor == 1 else [c // divisor for c in row]


def _require_small(dimension: int, rows: int) -> None:
    if (dimension + 2) * rows > MAX_COEFFICIENTS:
        raise LimitExceeded(
            f"a linear program of {rows:,} rows in {dimension:,} variables passes "
            f"the limit of {MAX_COEFFICIENTS:,} coefficients"
        )
