"""Polynomials with integer coefficients in the parameters of a family; an integer is one of degree 0."""

from __future__ import annotations

from collections.abc import Mapping

from grundy.rules.terms import Int, Name, Neg, Op, Term
from grundy.rules.values import Value

Monomial = tuple[str, ...]


class Polynomial(Value):
    """A sum of integer multiples of monomials; a monomial is the sorted tuple of its factors, () for 1.

    >>> p = Polynomial.of("p1")
    >>> (p - 1) * (p + 1) == p * p - 1
    True
    """

    terms: tuple[tuple[Monomial, int], ...] = ()

    @staticmethod
    def of(value: int | str) -> Polynomial:
        """An integer, or a parameter by its name."""
        if isinstance(value, str):
            return Polynomial((((value,), 1),))
        return Polynomial((((), value),) if value else ())

    @staticmethod
    def _make(terms: Mapping[Monomial, int]) -> Polynomial:
        return Polynomial(tuple(sorted((m, c) for m, c in terms.items() if c)))

    def __add__(self, other: Polynomial | int) -> Polynomial:
        total = dict(self.terms)
        for monomial, c in _polynomial(other).terms:
            total[monomial] = total.get(monomial, 0) + c
        return self._make(total)

    def __neg__(self) -> Polynomial:
        return Polynomial(tuple((m, -c) for m, c in self.terms))

    def __sub__(self, other: Polynomial | int) -> Polynomial:
        return self + (-_polynomial(other))

    def __mul__(self, other: Polynomial | int) -> Polynomial:
        total: dict[Monomial, int] = {}
        for m, c in self.terms:
            for n, d in _polynomial(other).terms:
                product = tuple(sorted(m + n))
                total[product] = total.get(product, 0) + c * d
        return self._make(total)

    def __bool__(self) -> bool:
        return bool(self.terms)

    @property
    def integer(self) -> int | None:
        """The value, where no parameter occurs."""
        if not self.terms:
            return 0
        return self.terms[0][1] if len(self.terms) == 1 and self.terms[0][0] == () else None

    def at(self, values: Mapping[str, int]) -> int:
        """The value at a point.

        >>> (Polynomial.of("p1") * 3 - 1).at({"p1": 5})
        14
        """
        total = 0
        for monomial, c in self.terms:
            for name in monomial:
                c *= values[name]  # noqa: PLW2901
            total += c
        return total

    def from_domain(self, domain: Mapping[str, int]) -> Polynomial:
        """The polynomial in how far each parameter is above the least value of its domain."""
        total = Polynomial()
        for monomial, c in self.terms:
            product = Polynomial.of(c)
            for name in monomial:
                product = product * (Polynomial.of(name) + domain[name])
            total = total + product
        return total

    def never_negative(self, domain: Mapping[str, int]) -> bool:
        """Whether it is seen to be >= 0 for all values in the domain: all coefficients are, counted from its corner.

        Sufficient, not necessary: False says that it is not seen so.

        >>> (Polynomial.of("p1") - 1).never_negative({"p1": 1}), (Polynomial.of("p1") - 2).never_negative({"p1": 1})
        (True, False)
        """
        return all(c >= 0 for _, c in self.from_domain(domain).terms)


def _polynomial(value: Polynomial | int) -> Polynomial:
    return Polynomial.of(value) if isinstance(value, int) else value


def polynomial_of(term: Term, parameters: tuple[str, ...]) -> Polynomial | None:
    """The polynomial that a term of the rules language is, or None where it is none in *parameters* only."""
    match term:
        case Int(value=value):
            return Polynomial.of(value)
        case Name(name=name) if name in parameters:
            return Polynomial.of(name)
        case Neg(term=inner):
            found = polynomial_of(inner, parameters)
            return None if found is None else -found
        case Op(op=op, left=left, right=right) if op in {"+", "-", "*"}:
            a, b = polynomial_of(left, parameters), polynomial_of(right, parameters)
            if a is None or b is None:
                return None
            return a + b if op == "+" else a - b if op == "-" else a * b
    return None
