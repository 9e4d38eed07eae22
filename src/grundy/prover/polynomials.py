"""Polynomials with integer coefficients in names (heaps, options, parameters), and when they are seen to be >= 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grundy.rules.numbers import digits
from grundy.rules.values import Value

Factors = tuple[str, ...]


class Poly(Value):
    """The sum of coefficient times product of names; *terms* are sorted, without zero coefficients.

    >>> p = Poly.name("p1")
    >>> print((p + 1) * (p - 1) - 2 * p)
    p1*p1-2*p1-1
    """

    terms: tuple[tuple[Factors, int], ...] = ()

    @staticmethod
    def name(name: str) -> Poly:
        """The polynomial that is a name."""
        return Poly((((name,), 1),))

    @staticmethod
    def constant(value: int) -> Poly:
        """The polynomial without names."""
        return Poly((((), value),) if value else ())

    @staticmethod
    def of(terms: Mapping[Factors, int]) -> Poly:
        """The polynomial of a mapping from products to coefficients."""
        kept = ((factors, c) for factors, c in terms.items() if c)
        return Poly(tuple(sorted(kept, key=lambda term: (-len(term[0]), term[0]))))

    def __add__(self, other: Poly | int) -> Poly:
        total = dict(self.terms)
        for factors, c in _poly(other).terms:
            total[factors] = total.get(factors, 0) + c
        return Poly.of(total)

    def __neg__(self) -> Poly:
        return Poly(tuple((factors, -c) for factors, c in self.terms))

    def __sub__(self, other: Poly | int) -> Poly:
        return self + -_poly(other)

    def __mul__(self, other: Poly | int) -> Poly:
        total: dict[Factors, int] = {}
        for left, c in self.terms:
            for right, d in _poly(other).terms:
                factors = tuple(sorted(left + right))
                total[factors] = total.get(factors, 0) + c * d
        return Poly.of(total)

    __radd__ = __add__
    __rmul__ = __mul__

    @property
    def names(self) -> frozenset[str]:
        """The names that occur."""
        return frozenset(name for factors, _ in self.terms for name in factors)

    @property
    def integer(self) -> int | None:
        """The value where no name occurs."""
        if not self.terms:
            return 0
        return self.terms[0][1] if self.terms[0][0] == () else None

    def coefficient(self, name: str) -> Poly:
        """What stands with the first power of a name, all powers above included (then the name occurs in it)."""
        found: dict[Factors, int] = {}
        for factors, c in self.terms:
            if name in factors:
                i = factors.index(name)
                found[factors[:i] + factors[i + 1 :]] = c
        return Poly.of(found)

    def without(self, names: Iterable[str]) -> Poly:
        """The part in which none of *names* occurs."""
        left_out = set(names)
        return Poly(tuple((factors, c) for factors, c in self.terms if left_out.isdisjoint(factors)))

    def put(self, values: Mapping[str, Poly]) -> Poly:
        """The polynomial with names replaced."""
        total = Poly()
        for factors, c in self.terms:
            product = Poly.constant(c)
            for name in factors:
                product = product * values.get(name, Poly.name(name))
            total = total + product
        return total

    def at(self, values: Mapping[str, int]) -> int:
        """The value at integers for all its names.

        >>> (3 * Poly.name("p1") - 1).at({"p1": 5})
        14
        """
        found = self.put({name: Poly.constant(value) for name, value in values.items()}).integer
        if found is None:
            raise KeyError(f"a value is missing for one of {', '.join(sorted(self.names))}")
        return found

    def never_negative(self, domain: Mapping[str, int]) -> bool:
        """Whether it is *seen* to be >= 0 wherever each name is at least its value in *domain*.

        That is so if, counted from the corner of the domain, all coefficients are >= 0. Where it is not seen, the
        polynomial may still be >= 0.

        >>> (Poly.name("p1") - 1).never_negative({"p1": 1}), (Poly.name("p1") - 1).never_negative({"p1": 0})
        (True, False)
        """
        counted = self.put({name: Poly.name(name) + least for name, least in domain.items()})
        return all(c >= 0 for _, c in counted.terms)

    def __str__(self) -> str:
        if not self.terms:
            return "0"
        text = ""
        for factors, c in self.terms:
            product = "*".join([digits(abs(c)), *factors] if abs(c) != 1 or not factors else factors)
            text += ("-" if c < 0 else "+" if text else "") + product
        return text

    def to_json(self) -> int | str:
        """An integer, or the text of the polynomial in the rules language."""
        return str(self) if self.integer is None else self.integer


def _poly(value: Poly | int) -> Poly:
    return Poly.constant(value) if isinstance(value, int) else value
