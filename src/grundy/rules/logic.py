"""First-order formulas about natural numbers: linear relations, congruences, named predicates, quantifiers.

- ``Term``: ``name("x") + 2 * name("y") - 1``, ``number(5)``; integers and names are taken wherever a term is;
- ``eq ne lt le gt ge (a, b)``, ``congruent(term, modulus)`` (divisible), ``Truth(bool)``, ``predicate("P", "x", "y")``;
- ``And((…))``, ``Or((…))``, ``Not(f)``, ``Implies(f, g)``, ``Iff(f, g)``, ``Exists(("x", …), f)``, ``Forall(("x", …),
  f)``; also ``f & g``, ``f | g``, ``~f``; ``Known(automaton)``: an automaton as a formula whose free variables are
  its tracks;
- ``free(formula)``: the free variables; ``put(formula, {"x": term})``: terms in place of free variables.

Variables range over 0, 1, 2, …; a sum may be negative, and P(t) is false where t is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .values import Value

NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Term(Value):
    """Σ c·x + constant, over integers; the coefficients are sorted by name and not 0.

    >>> str(name("x") * 2 - name("y") + 3)
    '2*x - y + 3'
    """

    coefficients: tuple[tuple[str, int], ...] = ()
    constant: int = 0

    def __add__(self, other: AnyTerm) -> Term:
        right = term(other)
        total = dict(self.coefficients)
        for variable, c in right.coefficients:
            total[variable] = total.get(variable, 0) + c
        return Term(tuple(sorted((v, c) for v, c in total.items() if c)), self.constant + right.constant)

    def __mul__(self, factor: int) -> Term:
        return Term(tuple((v, c * factor) for v, c in self.coefficients if factor), self.constant * factor)

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Term:
        return self * -1

    def __sub__(self, other: AnyTerm) -> Term:
        return self + term(other) * -1

    def __rsub__(self, other: AnyTerm) -> Term:
        return term(other) - self

    def of(self, variable: str) -> int:
        """The coefficient of a variable."""
        return next((c for v, c in self.coefficients if v == variable), 0)

    @property
    def variable(self) -> str | None:
        """The variable that this term is, or None."""
        return self.coefficients[0][0] if self.constant == 0 and [c for _, c in self.coefficients] == [1] else None

    def put(self, variable: str, value: Term) -> Term:
        """The term with a variable replaced."""
        factor = self.of(variable)
        return self - Term(((variable, factor),)) + value * factor if factor else self

    def __str__(self) -> str:
        text = ""
        for part, c in [*self.coefficients, ("", self.constant)]:
            if c:
                size = part if part and abs(c) == 1 else f"{abs(c)}*{part}" if part else str(abs(c))
                sign = ("-" if c < 0 else "") if not text else (" - " if c < 0 else " + ")
                text += sign + size
        return text or "0"


AnyTerm = Term | int | str


def name(variable: str) -> Term:
    """The term that is one variable."""
    return Term(((variable, 1),))


def number(value: int) -> Term:
    """The term that is a constant."""
    return Term((), value)


def term(value: AnyTerm) -> Term:
    """A term from an integer, a variable's name, or a term."""
    return value if isinstance(value, Term) else name(value) if isinstance(value, str) else number(value)


class Formula(Value):
    """A statement about the numbers that its free variables stand for."""

    def __and__(self, other: Formula) -> Formula:
        return And((self, other))

    def __or__(self, other: Formula) -> Formula:
        return Or((self, other))

    def __invert__(self) -> Formula:
        return Not(self)


class Truth(Formula):
    """The statement that holds always, or never."""

    holds: bool


class Atom(Formula):
    """*term* stands in *relation* ("==", "!=", "<", "<=", ">", ">=") to 0."""

    term: Term
    relation: str


class Congruent(Formula):
    """*term* is divisible by *modulus* >= 1."""

    term: Term
    modulus: int


class Predicate(Formula):
    """The named set holds the tuple of the terms' values."""

    name: str
    args: tuple[Term, ...]


class And(Formula):
    """All of the parts; true of none."""

    parts: tuple[Formula, ...]


class Or(Formula):
    """One of the parts or more; false of none."""

    parts: tuple[Formula, ...]


class Not(Formula):
    """Not the part."""

    part: Formula


class Implies(Formula):
    """Where the first holds, the second does."""

    first: Formula
    second: Formula


class Iff(Formula):
    """Both or none."""

    first: Formula
    second: Formula


class Exists(Formula):
    """There are numbers for the names such that the body holds."""

    names: tuple[str, ...]
    body: Formula


class Forall(Formula):
    """For all numbers for the names the body holds."""

    names: tuple[str, ...]
    body: Formula


class Known(Formula):
    """An automaton as a formula: its tracks are the free variables."""

    automaton: Any


def eq(a: AnyTerm, b: AnyTerm) -> Formula:
    """The statement a == b."""
    return Atom(term(a) - b, "==")


def ne(a: AnyTerm, b: AnyTerm) -> Formula:
    """The statement a != b."""
    return Atom(term(a) - b, "!=")


def lt(a: AnyTerm, b: AnyTerm) -> Formula:
    """The statement a < b."""
    return Atom(term(a) - b, "<")


def le(a: AnyTerm, b: AnyTerm) -> Formula:
    """The statement a <= b."""
    return Atom(term(a) - b, "<=")


def gt(a: AnyTerm, b: AnyTerm) -> Formula:
    """The statement a > b."""
    return Atom(term(a) - b, ">")


def ge(a: AnyTerm, b: AnyTerm) -> Formula:
    """The statement a >= b."""
    return Atom(term(a) - b, ">=")


def congruent(value: AnyTerm, modulus: int) -> Formula:
    """*value* is divisible by *modulus*."""
    return Congruent(term(value), modulus)


def predicate(of: str, *args: AnyTerm) -> Formula:
    """The named set holds the tuple of the arguments."""
    return Predicate(of, tuple(map(term, args)))


def free(formula: Formula) -> frozenset[str]:
    """The free variables of a formula.

    >>> sorted(free(Exists(("x",), And((lt("x", "y"), predicate("P", "x", "z"))))))
    ['y', 'z']
    """
    match formula:
        case Atom(term=value) | Congruent(term=value):
            return frozenset(v for v, _ in value.coefficients)
        case Predicate(args=args):
            return frozenset(v for arg in args for v, _ in arg.coefficients)
        case And(parts=parts) | Or(parts=parts):
            return frozenset().union(*map(free, parts))
        case Not(part=part):
            return free(part)
        case Implies(first=first, second=second) | Iff(first=first, second=second):
            return free(first) | free(second)
        case Exists(names=names, body=body) | Forall(names=names, body=body):
            return free(body) - set(names)
        case Known(automaton=automaton):
            return frozenset(automaton.tracks)
        case _:
            return frozenset()


def put(formula: Formula, values: Mapping[str, Term]) -> Formula:  # noqa: PLR0911 - a visitor
    """The formula with variables replaced by terms; no replaced or replacing variable may be bound in it.

    In a ``Known`` only variables can be replaced by variables.
    """
    match formula:
        case Atom(term=old, relation=relation):
            return Atom(_put_all(old, values), relation)
        case Congruent(term=old, modulus=modulus):
            return Congruent(_put_all(old, values), modulus)
        case Predicate(name=named, args=args):
            return Predicate(named, tuple(_put_all(arg, values) for arg in args))
        case And(parts=parts):
            return And(tuple(put(part, values) for part in parts))
        case Or(parts=parts):
            return Or(tuple(put(part, values) for part in parts))
        case Not(part=part):
            return Not(put(part, values))
        case Exists(names=names, body=body):
            return Exists(names, put(body, values))
        case Known(automaton=automaton):
            return Known(automaton.rename({v: t.variable for v, t in values.items()}))
        case Truth():
            return formula
        case _:
            raise TypeError(f"a {type(formula).__name__} is no normal form")


def _put_all(old: Term, values: Mapping[str, Term]) -> Term:
    new = Term((), old.constant)
    for v, c in old.coefficients:
        new = new + (values[v] if v in values else name(v)) * c
    return new
