"""Polynomials in a few parameters through given integers, of the lowest degree that fits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

_MOST_DIVISOR = 12

Monomial = tuple[int, ...]  # the exponents of the parameters


class Polynomial(NamedTuple):
    """Σ coefficient·monomial / divisor with integer coefficients; *needed* of the members determined it."""

    terms: tuple[tuple[int, Monomial], ...]
    needed: int
    divisor: int = 1

    def value(self, params: Sequence[int]) -> Fraction:
        """The value at *params*."""
        total = 0
        for coefficient, monomial in self.terms:
            term = coefficient
            for base, exponent in zip(params, monomial, strict=True):
                term *= base**exponent
            total += term
        return Fraction(total, self.divisor)

    def text(self, names: Sequence[str]) -> str:
        """The polynomial with these names.

        >>> Polynomial(((1, (1, 0)), (1, (0, 1)), (-1, (0, 0))), 3).text(["low", "high"])
        'low + high - 1'
        """
        found = ""
        for coefficient, monomial in self.terms:
            factors = [n for n, exponent in zip(names, monomial, strict=True) for _ in range(exponent)]
            if abs(coefficient) != 1 or not factors:
                factors.insert(0, str(abs(coefficient)))
            sign = "-" if coefficient < 0 else "+"
            found += f" {sign} {'*'.join(factors)}" if found else f"{'-' if coefficient < 0 else ''}{'*'.join(factors)}"
        if self.divisor > 1:
            return f"{found if len(self.terms) == 1 else f'({found})'}/{self.divisor}"
        return found or "0"

    def json(self) -> int | str | None:
        """An integer, or a text in p1, p2, …, as laws of families hold them; None where it is no integer polynomial."""
        if self.divisor > 1:
            return None
        if not self.terms:
            return 0
        if len(self.terms) == 1 and not any(self.terms[0][1]):
            return self.terms[0][0]
        names = [f"p{i}" for i in range(1, len(self.terms[0][1]) + 1)]
        return self.text(names).replace(" ", "")


def fitted(members: Sequence[tuple[int, ...]], values: Sequence[int]) -> Polynomial | None:
    """The polynomial of the lowest degree through all values, found from as few of the first members as it needs.

    At least one member more than it has coefficients must be there. None where none of degree 2 or less fits.

    >>> fitted([(2,), (3,), (4,), (5,)], [3, 4, 5, 6]).text(["k"])
    'k + 1'
    """
    for basis in _bases(len(members[0])):
        if len(basis) >= len(members):
            continue
        found = _through(basis, members, values)
        if found is not None and all(found.value(m) == v for m, v in zip(members, values, strict=True)):
            return found
    return None


def _bases(count: int) -> list[list[Monomial]]:
    """The monomials of degree 0, of degree 1 in one parameter each, of degree 1, and of degree 2; the largest first."""
    unit = [tuple(int(i == j) for j in range(count)) for i in range(count)]
    constant = (0,) * count
    squares = [tuple(2 * e for e in one) for one in unit]
    mixed = [
        tuple(a + b for a, b in zip(unit[i], unit[j], strict=True)) for i in range(count) for j in range(i + 1, count)
    ]
    found = [[constant], *([one, constant] for one in unit)]
    if count > 1:
        found += [[*unit, constant], [*mixed, *unit, constant]]
    return [*found, [*squares, *mixed, *unit, constant]]


def _through(basis: list[Monomial], members: Sequence[tuple[int, ...]], values: Sequence[int]) -> Polynomial | None:
    """The polynomial on *basis* through the first members that determine it; None where its denominator is large."""
    pivots: list[tuple[int, list[Fraction]]] = []
    needed = 0
    for member, value in zip(members, values, strict=True):
        needed += 1
        row = [Fraction(_monomial(member, monomial)) for monomial in basis] + [Fraction(value)]
        for column, pivot in pivots:
            if row[column]:
                row = [a - row[column] * b for a, b in zip(row, pivot, strict=True)]
        column = next((i for i, v in enumerate(row[:-1]) if v), -1)
        if column < 0:
            if row[-1]:
                return None
            continue
        row = [v / row[column] for v in row]
        pivots = [(c, [a - p[column] * b for a, b in zip(p, row, strict=True)]) for c, p in pivots]
        pivots.append((column, row))
        if len(pivots) == len(basis):
            break
    if len(pivots) < len(basis):
        return None
    solution = {column: row[-1] for column, row in pivots}
    divisor = lcm(*(v.denominator for v in solution.values()))
    if divisor > _MOST_DIVISOR:
        return None
    return Polynomial(
        tuple((int(solution[i] * divisor), basis[i]) for i in range(len(basis)) if solution[i]), needed, divisor
    )


def _monomial(member: tuple[int, ...], monomial: Monomial) -> int:
    value = 1
    for base, exponent in zip(member, monomial, strict=True):
        value *= base**exponent
    return value
