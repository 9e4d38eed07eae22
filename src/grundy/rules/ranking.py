"""Falling measures: why play ends, shown by exact linear programming.

A linear form falls along a polyhedron of moves if and only if it falls at each vertex and rises along no
extreme ray (Minkowski–Weyl; Farkas' lemma is the dual statement). So weights are fitted to the vertices and
rays known so far, the polyhedra are asked for the worst move under them, and that is the next vertex or ray.
There are finitely many, so a fit ends, and it finds weights wherever there are any.

All vectors are integral: w·x − w·y is an integer at each move, so "more than 0" is "at least 1".

1. J. Farkas, Theorie der einfachen Ungleichungen, J. reine angew. Math. 124 (1902) 1–27.
2. A. Podelski, A. Rybalchenko, VMCAI 2004: one linear form, completely.
3. C. Alias, A. Darte, P. Feautrier, L. Gonnord, SAS 2010: lexicographic, greedily and yet completely.
4. A. M. Ben-Amram, S. Genaim, J. ACM 61 (2014) no. 26: by vertices and rays; later forms where earlier rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd

from .errors import LimitExceeded
from .lp import Constraint, Optimum, Polyhedron, solve_lp
from .numbers import digits

Vector = tuple[int, ...]

MAX_FITS = 1_000
_SMALL = 3
"""Up to so many heaps, all weights 0, 1, 2 are tried before a fit."""


@dataclass(frozen=True, slots=True)
class Transition:
    """The moves of one linear clause from a position x to one component y of the option.

    A move is an integer vector z = (x, v) of *heaps* + *variables* entries with row·(z, 1) >= 0 for each row;
    y has the entries target_i·(z, 1).
    """

    heaps: int
    variables: int
    rows: tuple[Vector, ...]
    target: tuple[Vector, ...]
    label: int = 0

    def __post_init__(self) -> None:
        width = self.heaps + self.variables + 1
        if len(self.target) != self.heaps or any(len(form) != width for form in self.rows + self.target):
            raise ValueError(f"a transition of {self.heaps} heaps needs {self.heaps} targets, each form {width} long")


@dataclass(frozen=True, slots=True)
class Measure:
    """A falling measure: (w·x for w in weights) falls lexicographically along each move.

    *lower_bounds* holds, for each w, an integer that w·x never passes below on positions with a move.
    """

    weights: tuple[Vector, ...]
    lower_bounds: Vector

    def value(self, component: Sequence[int]) -> Vector:
        """The measure of one component.

        >>> Measure(((6, 1),), (1,)).value((2, 3))
        (15,)
        """
        return tuple(sum(w * x for w, x in zip(weights, component, strict=True)) for weights in self.weights)

    def text(self, names: Sequence[str]) -> str:
        """The measure as an expression in the names of the heaps.

        >>> Measure(((-1,),), (-80,)).text("p"), Measure(((1, 0), (0, 3)), (0, 0)).text("ab")
        ('-p', '(a, 3*b)')
        """
        forms = [_form_text(weights, names) for weights in self.weights]
        return forms[0] if len(forms) == 1 else f"({', '.join(forms)})"


@dataclass(frozen=True, slots=True)
class Unranked:
    """Transitions that no linear form lowers while it rises on none of them; each label is listed once."""

    indices: Vector
    labels: Vector


def find_measure(transitions: Sequence[Transition]) -> Measure | Unranked:
    """The simplest falling measure of the moves: of one weight vector where there is one, else lexicographic.

    >>> double = Transition(1, 0, ((1, -1), (-2, 161)), ((2, 0),))
    >>> find_measure([double])
    Measure(weights=((-1,),), lower_bounds=(-80,))
    >>> swap = Transition(2, 0, ((1, 0, 0), (0, 1, 0)), ((0, 1, 0), (1, 0, 0)), label=7)
    >>> find_measure([swap])
    Unranked(indices=(0,), labels=(7,))
    """
    moves = [_Moves(i, t, t.rows) for i, t in enumerate(transitions)]
    search = _Search(_common_heaps(transitions), moves)
    for weights in _simple(search.heaps):
        if search.all_fall(weights):
            return search.measure([weights])
    found, left = [], [move for move in moves if not move.empty()]
    while left:
        level = search.level(left)
        if level is None:
            labels = dict.fromkeys(move.transition.label for move in left)
            return Unranked(tuple(move.index for move in left), tuple(labels))
        weights, lowered = level
        found.append(weights)
        left = search.resting(weights, [move for move in left if move.index not in lowered])
    return search.measure(found)


def verify(measure: Measure, transitions: Sequence[Transition]) -> bool:
    """Whether the measure falls along each move and keeps its bounds; each inequality is a linear program.

    >>> take = Transition(1, 1, ((1, -1, 0), (0, 1, -1)), ((1, -1, 0),))
    >>> verify(Measure(((1,),), (1,)), [take]), verify(Measure(((1,),), (2,)), [take])
    (True, False)
    """
    if len(measure.weights) != len(measure.lower_bounds):
        return False
    if any(len(w) != t.heaps for w in measure.weights for t in transitions):
        return False
    for i, transition in enumerate(transitions):
        moves = _Moves(i, transition, transition.rows)
        for w, bound in zip(measure.weights, measure.lower_bounds, strict=True):
            least = moves.minimum(moves.weight(w))
            if least.status == "unbounded" or (least.status == "optimal" and moves.bound(w) < bound):
                return False
        if not _falls(moves, measure.weights):
            return False
    return True


def _falls(moves: _Moves, weights: Iterable[Vector]) -> bool:
    """Whether the first form that does not rest falls, at each move."""
    for w in weights:
        least = moves.minimum(moves.fall(w))
        if _not_below_zero(least, strictly=True):
            return True
        if not _not_below_zero(least, strictly=False):
            return False
        moves = moves.resting(w)
    return moves.empty()


class _Moves:
    """The polyhedron of a transition's moves; forms and rows are coefficients of z, then a constant.

    Rows are divided by the common divisor of their coefficients and their constants rounded down, which no
    integer point notices.
    """

    __slots__ = ("_box", "_polyhedron", "_rows", "index", "transition")

    def __init__(self, index: int, transition: Transition, rows: Iterable[Sequence[int]]) -> None:
        self.index = index
        self.transition = transition
        self._rows = [_tight(row) for row in rows]
        self._polyhedron: Polyhedron | None = None
        width = transition.heaps + transition.variables
        low: list[int | None] = [None] * width
        high: list[int | None] = [None] * width
        for row in self._rows:
            used = [j for j in range(width) if row[j]]
            if len(used) == 1:
                ends, sign = (low, 1) if row[used[0]] > 0 else (high, -1)
                end, known = -sign * row[-1], ends[used[0]]
                ends[used[0]] = end if known is None or sign * (end - known) > 0 else known
        self._box = (low, high)

    def weight(self, w: Vector) -> Vector:
        """The form w·x."""
        return (*w, *[0] * (self.transition.variables + 1))

    def fall(self, w: Vector) -> Vector:
        """The form w·x − w·y."""
        out = list(self.weight(w))
        for factor, form in zip(w, self.transition.target, strict=True):
            if factor:
                out = [c - factor * d for c, d in zip(out, form, strict=True)]
        return tuple(out)

    def resting(self, w: Vector) -> _Moves:
        """The moves along which w·x does not fall."""
        return _Moves(self.index, self.transition, [*self._rows, _minus(self.fall(w))])

    def minimum(self, form: Vector) -> Optimum:
        """The least value of the form on the polyhedron."""
        return self._prepared().minimum(form)

    def bound(self, w: Vector) -> int:
        """The least integer that w·x may be, where the moves are not empty and w·x is bounded."""
        least = self.minimum(self.weight(w))
        return -(-least.total // least.denominator)

    def empty(self) -> bool:
        """Whether no move is left, over the rationals."""
        return self._prepared().empty

    def _prepared(self) -> Polyhedron:
        if self._polyhedron is None:
            width = self.transition.heaps + self.transition.variables
            self._polyhedron = Polyhedron(width, self._rows, free=range(width))
        return self._polyhedron

    def box_minimum(self, form: Sequence[int]) -> int | None:
        """A lower bound of the form, from the bounds on single variables; None where they give none."""
        low, high = self._box
        total = form[-1]
        for c, least, most in zip(form, low, high, strict=False):
            if c:
                end = least if c > 0 else most
                if end is None:
                    return None
                total += c * end
        return total


class _Search:
    """The vertices and rays found so far, each a condition on weights.

    Where x − y = d at a vertex of a transition, w·d > 0 if w shall fall there, else w·d >= 0; where x − y
    grows by d along a ray, w·d >= 0; where x grows by r along a ray, w·r >= 0. Directions are coprime.
    """

    def __init__(self, heaps: int, moves: Sequence[_Moves]) -> None:
        self.heaps = heaps
        self._moves = moves
        self._steps: list[dict[Vector, bool]] = [{} for _ in moves]
        """The directions d of each transition, and whether a vertex has them."""
        self._rays: dict[Vector, None] = {}

    def all_fall(self, w: Vector) -> bool:
        """Whether w alone is a falling measure; what refutes it is kept."""
        if any(_dot(w, ray) < 0 for ray in self._rays):
            return False
        if any(_dot(w, d) < vertex for steps in self._steps for d, vertex in steps.items()):
            return False
        return all(self._lowers(w, m, strictly=True) and self._bounds(w, m) for m in self._moves)

    def level(self, left: Sequence[_Moves]) -> tuple[Vector, Collection[int]] | None:
        """Weights that rise on no transition, and the indices of those that they lower: as many as can be.

        Such weights form a convex cone: a sum of two lowers what either lowers. So what can be lowered one by
        one can be lowered at once.
        """
        everything = {move.index for move in left}
        weights = self._fit(left, everything)
        if weights is not None:
            return weights, everything
        if self._stuck(left):
            return None
        lowered: set[int] = set()
        for move in left:
            weights = None if move.index in lowered else self._fit(left, {move.index})
            if weights is not None:
                others = [m for m in left if m.index not in lowered]
                lowered.update(m.index for m in others if self._lowers(weights, m, strictly=True))
        weights = self._fit(left, lowered) if lowered else None
        return None if weights is None else (weights, lowered)

    def resting(self, w: Vector, left: Sequence[_Moves]) -> list[_Moves]:
        """The moves along which w rests; directions of the others are forgotten."""
        self._steps = [{d: v for d, v in steps.items() if not _dot(w, d)} for steps in self._steps]
        return [moves for moves in (move.resting(w) for move in left) if not moves.empty()]

    def measure(self, weights: Sequence[Vector]) -> Measure:
        """The measure with its bounds, 0 where there is no move at all."""
        bounds = (min((m.bound(w) for m in self._moves if not m.empty()), default=0) for w in weights)
        return Measure(tuple(weights), tuple(bounds))

    def _fit(self, left: Sequence[_Moves], strict: Collection[int]) -> Vector | None:
        """Weights of least sum of |w_i|, nearly, that fall on the strict transitions and rise on none."""
        for _ in range(MAX_FITS):
            w = self._weights(left, strict)
            if w is None:
                return None
            falls = [self._lowers(w, move, strictly=True) for move in left if move.index in strict]
            if all(falls):
                rests = [self._lowers(w, move, strictly=False) for move in left if move.index not in strict]
                if all([*rests, *(self._bounds(w, move) for move in self._moves)]):
                    return w
        raise LimitExceeded(f"no falling measure was fitted in {MAX_FITS:,} rounds")

    def _stuck(self, left: Sequence[_Moves]) -> bool:
        """Whether weights that rise on none of the directions found rest at all that are vertices."""
        for move in left:
            self._lowers((0,) * self.heaps, move, strictly=True)
        vertices = [d for move in left for d, vertex in self._steps[move.index].items() if vertex]
        total = tuple(sum(column) for column in zip(*vertices, strict=True))
        conditions = dict.fromkeys((*self._rays, *(d for move in left for d in self._steps[move.index])), 0)
        return self._solve(conditions | {total: 1}) is None

    def _weights(self, left: Sequence[_Moves], strict: Collection[int]) -> Vector | None:
        """Weights that meet all conditions found so far; None where they contradict each other."""
        least = dict.fromkeys(self._rays, 0)
        for move in left:
            for d, vertex in self._steps[move.index].items():
                least[d] = int((vertex and move.index in strict) or least.get(d, 0))
        return self._solve(least)

    def _solve(self, least: dict[Vector, int]) -> Vector | None:
        """A coprime multiple of the w with w·d >= least[d] for all d and least Σ |w_i|, if any."""
        rows: list[Constraint] = [((*d, *_minus(d)), ">=", bound) for d, bound in least.items()]
        best = solve_lp(rows, [1] * (2 * self.heaps))
        if best.status != "optimal":
            return None
        up, down = best.numerators[: self.heaps], best.numerators[self.heaps :]
        return _coprime(p - q for p, q in zip(up, down, strict=True))

    def _lowers(self, w: Vector, move: _Moves, *, strictly: bool) -> bool:
        """Whether w falls (or does not rise) along all these moves; a worst one is kept."""
        form = move.fall(w)
        bound = move.box_minimum(form)
        if bound is not None and bound >= strictly:
            return True
        least = move.minimum(form)
        if _not_below_zero(least, strictly=strictly):
            return True
        forms = [move.fall(unit) for unit in _units(self.heaps)]
        vertex = least.status == "optimal"
        end = (*least.numerators, least.denominator) if vertex else (*least.ray, 0)
        step = _coprime(_dot(form, end) for form in forms)
        self._steps[move.index][step] = vertex or self._steps[move.index].get(step, False)
        return False

    def _bounds(self, w: Vector, move: _Moves) -> bool:
        """Whether w·x is bounded below on these positions; a ray along which it is not is kept."""
        form = move.weight(w)
        if move.box_minimum(form) is not None:
            return True
        least = move.minimum(form)
        if least.status == "unbounded":
            self._rays[_coprime(least.ray[: self.heaps])] = None
        return least.status != "unbounded"


def _not_below_zero(least: Optimum, *, strictly: bool) -> bool:
    if least.status == "optimal":
        return least.total >= strictly
    return least.status == "infeasible"


def _dot(u: Iterable[int], v: Iterable[int]) -> int:
    return sum(a * b for a, b in zip(u, v, strict=False))


def _tight(row: Sequence[int]) -> Vector:
    divisor = gcd(*row[:-1]) or 1
    return tuple(c // divisor for c in row)


def _coprime(entries: Iterable[int]) -> Vector:
    w = tuple(entries)
    divisor = gcd(*w) or 1
    return tuple(c // divisor for c in w)


def _minus(v: Vector) -> Vector:
    return tuple(-c for c in v)


def _units(heaps: int) -> list[Vector]:
    return [tuple(int(i == j) for j in range(heaps)) for i in range(heaps)]


def _simple(heaps: int) -> Iterator[Vector]:
    """Weights that most games fall by: all ones, one heap, minus one heap, then small ones by their sum."""
    yield (1,) * heaps
    if heaps > 1:
        yield from _units(heaps)
    yield from map(_minus, _units(heaps))
    if 1 < heaps <= _SMALL:
        yield from sorted((w for w in product(range(3), repeat=heaps) if gcd(*w) == 1), key=sum)


def _common_heaps(transitions: Sequence[Transition]) -> int:
    counts = {transition.heaps for transition in transitions}
    if len(counts) > 1:
        raise ValueError(f"transitions of {min(counts)} and of {max(counts)} heaps in one game")
    return counts.pop() if counts else 1


def _form_text(weights: Vector, names: Sequence[str]) -> str:
    out = ""
    for c, name in zip(weights, names, strict=True):
        if c:
            sign = ("-" if c < 0 else "") if not out else (" - " if c < 0 else " + ")
            out += sign + (name if abs(c) == 1 else f"{digits(abs(c))}*{name}")
    return out or "0"
