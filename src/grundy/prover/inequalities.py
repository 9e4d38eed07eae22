"""Conditions on the option y of a heap n as alternatives of inequalities P >= 0, P a polynomial in y, n and parameters.

abs, min and max fall into cases by the sign with which they stand; a quotient E // d of which a whole number A is at
most, or at least, the value is resolved exactly: A <= E // d if and only if d*A <= E, and A >= E // d if and only if
E < d*(A + 1), for d >= 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from grundy.prover.base import NotProved
from grundy.prover.polynomials import Poly
from grundy.rules.terms import And, Call, Compare, Condition, In, Int, Name, NamedSet, Neg, Op, Or, SetOf, Term

Rows = tuple[Poly, ...]
"""Polynomials that are all >= 0."""

_MOST_CASES = 300


class Atom:
    """A call or a quotient that stands for a name in polynomials: *function* of *args*."""

    __slots__ = ("args", "function")

    def __init__(self, function: str, args: tuple[Poly, ...]) -> None:
        self.function = function
        self.args = args


class Reader:
    """Terms as polynomials, conditions as alternatives of rows; *divisors* collects what must be >= 1 for that."""

    def __init__(self) -> None:
        self.atoms: dict[str, Atom] = {}
        self.divisors: list[Poly] = []

    def term(self, term: Term) -> Poly:
        """A term as a polynomial in names and atoms."""
        match term:
            case Int(value=value):
                return Poly.constant(value)
            case Name(name=name):
                return Poly.name(name)
            case Neg(term=inner):
                return -self.term(inner)
            case Op(op=op, left=left, right=right):
                return self._operation(op, self.term(left), self.term(right))
            case Call(function="abs", args=(inner,)):
                found = self.term(inner)
                return self._atom("max", (found, -found))
            case Call(function=function, args=args):
                return self._atom(function, tuple(map(self.term, args)))

    def _operation(self, op: str, a: Poly, b: Poly) -> Poly:
        if op == "+":
            return a + b
        if op == "-":
            return a - b
        if op == "*":
            return a * b
        if b.integer is not None and b.integer < 0:
            raise NotProved("window: a division by a number below 0")
        self.divisors.append(b)
        quotient = self._atom("//", (a, b))
        return quotient if op == "//" else a - b * quotient

    def _atom(self, function: str, args: tuple[Poly, ...]) -> Poly:
        name = f"<{len(self.atoms)}>"
        self.atoms[name] = Atom(function, args)
        return Poly.name(name)

    def condition(self, condition: Condition) -> Iterator[Rows]:
        """The alternatives of a condition in negation normal form."""
        match condition:
            case And(parts=parts):
                for found in product(*(list(self.condition(p)) for p in parts)):
                    yield tuple(row for rows in found for row in rows)
            case Or(parts=parts):
                for part in parts:
                    yield from self.condition(part)
            case Compare(op=op, left=left, right=right):
                yield from self._comparison(op, self.term(left) - self.term(right))
            case In(term=term, members=SetOf(elements=elements), negated=negated):
                if len(elements) > _MOST_CASES:
                    raise NotProved("window: a set with too many members")
                tests = tuple(Compare("!=" if negated else "==", term, e) for e in elements)
                yield from self.condition(And(tests) if negated else Or(tests))
            case In(term=term, members=NamedSet(name="range", args=(low, high)), negated=False):
                yield from self.condition(And((Compare(">=", term, low), Compare("<", term, high))))
            case _:
                raise NotProved("window: a set that is not given by its ends or members")

    def _comparison(self, op: str, d: Poly) -> Iterator[Rows]:
        match op:
            case ">=":
                yield from self.at_least_0(d)
            case "<=":
                yield from self.at_least_0(-d)
            case ">":
                yield from self.at_least_0(d - 1)
            case "<":
                yield from self.at_least_0(-d - 1)
            case "==":
                for below, above in product(list(self.at_least_0(d)), list(self.at_least_0(-d))):
                    yield below + above
            case _:
                yield from self.at_least_0(d - 1)
                yield from self.at_least_0(-d - 1)

    def at_least_0(self, p: Poly) -> Iterator[Rows]:
        """The alternatives of P >= 0, atoms resolved."""
        name = next((n for n in sorted(p.names) if n in self.atoms), None)
        if name is None:
            yield (p,)
            return
        atom, c = self.atoms[name], p.coefficient(name)
        rest = p.without([name])
        if c.integer is None or c.integer == 0:
            raise NotProved("window: a quotient or an extreme with a factor that is no constant")
        if atom.function == "//":
            yield from self._quotient(atom, c.integer, rest)
            return
        each = [rest + c * argument for argument in atom.args]
        if (atom.function == "min") == (c.integer > 0):  # all of them are >= 0
            for found in product(*(list(self.at_least_0(e)) for e in each)):
                yield tuple(row for rows in found for row in rows)
        else:
            for e in each:
                yield from self.at_least_0(e)

    def _quotient(self, atom: Atom, c: int, rest: Poly) -> Iterator[Rows]:
        whole, d = atom.args
        if c == 1:  # E // d >= -rest
            yield from self.at_least_0(whole + d * rest)
        elif c == -1:  # E // d <= rest
            yield from self.at_least_0(d * rest + d - 1 - whole)
        else:
            raise NotProved("window: a multiple of a quotient, or a remainder")


def alternatives(reader: Reader, conditions: tuple[Condition, ...], more: tuple[Poly, ...]) -> Iterator[Rows]:
    """The alternatives of all *conditions*, with the polynomials *more* >= 0, too; raises NotProved for too many."""
    choices = [list(reader.condition(c)) for c in conditions] + [list(reader.at_least_0(p)) for p in more]
    count = 1
    for choice in choices:
        count *= len(choice)
    if count > _MOST_CASES:
        raise NotProved("window: more than {most} cases of the conditions", most=_MOST_CASES)
    for found in product(*choices):
        yield tuple(dict.fromkeys(row for rows in found for row in rows))
