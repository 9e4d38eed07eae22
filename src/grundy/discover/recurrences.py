"""Increasing integers that follow a recurrence: each is a linear or quadratic function of a few before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from .lengths import int_bits

# A feature is a product of earlier numbers, named by how far back they are; () is the constant 1.
Feature = tuple[int, ...]
_SHAPES: tuple[tuple[Feature, ...], ...] = (
    ((1,),),
    ((1,), ()),
    ((1,), (2,)),
    ((2,),),
    ((1,), (2,), ()),
    ((2,), ()),
    ((3,),),
    ((3,), ()),
    ((4,),),
    ((4,), ()),
    ((2,), (4,)),
    ((2,), (4,), ()),
    ((1,), (3,)),
    ((1, 1),),
    ((1, 1), ()),
    ((1, 1), (1,), ()),
)


class Recurrence(NamedTuple):
    """x_i = Σ coefficient·feature for all i >= skipped; a feature (a, b, …) is the product x_{i-a}·x_{i-b}·…."""

    features: tuple[Feature, ...]
    coefficients: tuple[int, ...]
    skipped: int

    def after(self, before: Sequence[int]) -> int:
        """The number after those in *before*."""
        return sum(c * v for c, v in zip(self.coefficients, _products(self.features, before, len(before)), strict=True))

    def bits(self, first: Sequence[int]) -> float:
        """The length of the recurrence and of the numbers *first* that it starts from."""
        own = 4.0 + sum(map(int_bits, self.coefficients))
        return own + sum(int_bits(b - a) for a, b in zip((0, *first), first, strict=False))

    @property
    def terms(self) -> dict[Feature, int]:
        """The coefficients by feature, those that are 0 left out."""
        return {feature: c for feature, c in zip(self.features, self.coefficients, strict=True) if c}


def recurrences(numbers: Sequence[int]) -> Iterator[Recurrence]:
    """The recurrences that explain *numbers*, each tested by at least one number more than it has coefficients.

    >>> next(recurrences([1, 2, 4, 8, 16, 32])).coefficients
    (2,)
    >>> any(r.terms == {(1,): 1, (2,): 1} for r in recurrences([1, 2, 3, 5, 8, 13, 21, 34]))
    True
    """
    for features in _SHAPES:
        found = _solved(numbers, features)
        if found is not None:
            yield found


def _products(features: Sequence[Feature], numbers: Sequence[int], i: int) -> list[int]:
    found = []
    for feature in features:
        product = 1
        for back in feature:
            product *= numbers[i - back]
        found.append(product)
    return found


def _solved(numbers: Sequence[int], features: tuple[Feature, ...]) -> Recurrence | None:
    """The recurrence of this shape that the last numbers have, and how far back it holds."""
    reach = max(max(feature, default=0) for feature in features)
    unknowns, count = len(features), len(numbers)
    if count - reach < unknowns + 1:
        return None
    chosen = range(count - unknowns, count)
    solution = _solve([_products(features, numbers, i) for i in chosen], [numbers[i] for i in chosen])
    if solution is None or not any(solution):
        return None
    found = Recurrence(features, solution, 0)
    i = count
    while i > reach and found.after(numbers[: i - 1]) == numbers[i - 1]:
        i -= 1
    return found._replace(skipped=i) if count - i > unknowns else None


def _solve(matrix: list[list[int]], right: list[int]) -> tuple[int, ...] | None:
    """The integer solution of a square system; None where there is none, or more than one."""
    size = len(matrix)
    rows = [[Fraction(v) for v in (*row, value)] for row, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = next((r for r in range(column, size) if rows[r][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [v / rows[column][column] for v in rows[column]]
        for r in range(size):
            if r != column and rows[r][column]:
                factor = rows[r][column]
                rows[r] = [v - factor * w for v, w in zip(rows[r], rows[column], strict=True)]
    solution = [row[-1] for row in rows]
    return tuple(int(v) for v in solution) if all(v.denominator == 1 for v in solution) else None
