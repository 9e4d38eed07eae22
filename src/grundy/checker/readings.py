"""The checker's own reading of terms and conditions: linear forms, and Boolean combinations of ``form >= 0``.

abs, min and max are read by cases. ``a // d`` and ``a % d`` for a constant d >= 1 get an auxiliary variable, which is
determined by a; all variables are natural numbers. What is not linear raises NotLinear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from grundy.rules.sets import NAMED_SETS
from grundy.rules.terms import And, Call, Compare, Condition, In, Int, Name, NamedSet, Neg, Not, Op, Or, SetTerm, Term
from grundy.rules.values import Value

from .polynomials import Polynomial

_MAX_CASES = 200


class NotLinear(Exception):
    """A term or a condition is not linear, for the reason that the text gives."""


class Affine(Value):
    """A linear form with polynomial coefficients: the sum of coefficient times variable, plus a constant."""

    coefficients: tuple[tuple[str, Polynomial], ...] = ()
    constant: Polynomial = Polynomial()

    @staticmethod
    def of(value: int | str | Polynomial) -> Affine:
        """A constant, or a variable by its name."""
        if isinstance(value, str):
            return Affine(((value, Polynomial.of(1)),))
        return Affine((), value if isinstance(value, Polynomial) else Polynomial.of(value))

    def coefficient(self, name: str) -> Polynomial:
        """The coefficient of a variable."""
        return next((c for n, c in self.coefficients if n == name), Polynomial())

    def plus(self, other: Affine | int, factor: Polynomial | int = 1) -> Affine:
        """Self + factor * other."""
        added = Affine.of(other) if isinstance(other, int) else other
        total = dict(self.coefficients)
        for name, c in added.coefficients:
            total[name] = total.get(name, Polynomial()) + c * factor
        kept = tuple(sorted((n, c) for n, c in total.items() if c))
        return Affine(kept, self.constant + added.constant * factor)

    def times(self, factor: Polynomial | int) -> Affine:
        """Factor * self."""
        return Affine().plus(self, factor)

    def substituted(self, values: Mapping[str, Affine]) -> Affine:
        """The form with variables replaced by forms."""
        total = Affine((), self.constant)
        for name, c in self.coefficients:
            total = total.plus(values.get(name, Affine.of(name)), c)
        return total

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        return tuple(n for n, _ in self.coefficients)

    def at(self, values: Mapping[str, int]) -> int:
        """The value at a point."""
        return sum(c.at(values) * values[n] for n, c in self.coefficients) + self.constant.at(values)

    def integers(self) -> tuple[dict[str, int], int]:
        """The coefficients and the constant as integers; raises NotLinear where a parameter is left."""
        found = {n: c.integer for n, c in self.coefficients}
        constant = self.constant.integer
        if constant is None or any(c is None for c in found.values()):
            raise NotLinear("a parameter has no value")
        return {n: c for n, c in found.items() if c is not None}, constant


class AtLeast0(Value):
    """The form is >= 0."""

    form: Affine


class All(Value):
    """All parts hold."""

    parts: tuple[Formula, ...] = ()


class Any_(Value):  # noqa: N801 - Any is typing's
    """Some part holds."""

    parts: tuple[Formula, ...] = ()


class No(Value):
    """The part does not hold."""

    part: Formula


class InSet(Value):
    """The form is a member of a set with a name (squares, primes, …) whose arguments are constants."""

    form: Affine
    members: NamedSet


class Accepted(Value):
    """The values of the named tracks are a word of the machine (of :mod:`grundy.checker.machines`)."""

    machine: Any
    tracks: tuple[str, ...]


Formula = AtLeast0 | All | Any_ | No | InSet | Accepted
TRUE, FALSE = All(), Any_()


def equal(a: Affine, b: Affine) -> Formula:
    """A = b."""
    return All((AtLeast0(a.plus(b, -1)), AtLeast0(b.plus(a, -1))))


def less(a: Affine, b: Affine) -> Formula:
    """A < b."""
    return AtLeast0(b.plus(a, -1).plus(-1))


def at_most(a: Affine, b: Affine) -> Formula:
    """A <= b."""
    return AtLeast0(b.plus(a, -1))


COMPARISONS: dict[str, Callable[[Affine, Affine], Formula]] = {
    "==": equal,
    "!=": lambda a, b: No(equal(a, b)),
    "<": less,
    "<=": at_most,
    ">": lambda a, b: less(b, a),
    ">=": lambda a, b: at_most(b, a),
}


class Reader:
    """Terms and conditions to forms and formulas; *auxiliary* and *defining* grow as quotients are met."""

    def __init__(self, parameters: Iterable[str] = (), prefix: str = "q") -> None:
        self.parameters = frozenset(parameters)
        self.prefix = prefix
        self.auxiliary: list[str] = []
        self.defining: list[Formula] = []

    # -- terms ---------------------------------------------------------------------------------------------------

    def cases(self, term: Term) -> list[tuple[Formula, Affine]]:
        """The values of a term by cases: the guards exclude each other, and one of them holds."""
        found = list(self._cases(term))
        if len(found) > _MAX_CASES:
            raise NotLinear(f"a term has more than {_MAX_CASES} cases")
        return found

    def one(self, term: Term) -> Affine:
        """The value of a term without cases; raises NotLinear where there are several."""
        found = self.cases(term)
        if len(found) != 1:
            raise NotLinear("abs, min or max is not expected here")
        return found[0][1]

    def _cases(self, term: Term) -> Iterator[tuple[Formula, Affine]]:
        match term:
            case Int(value=value):
                yield TRUE, Affine.of(value)
            case Name(name=name):
                yield TRUE, Affine.of(Polynomial.of(name)) if name in self.parameters else Affine.of(name)
            case Neg(term=inner):
                yield from ((g, a.times(-1)) for g, a in self._cases(inner))
            case Op(op=op, left=left, right=right):
                rights = list(self._cases(right))  # once: each reading of a quotient is a new variable
                for guard, a in self._cases(left):
                    for other, b in rights:
                        yield from ((both(guard, other, g), c) for g, c in self._operation(op, a, b))
            case Call(function="abs", args=(inner,)):
                for guard, a in self._cases(inner):
                    yield both(guard, AtLeast0(a)), a
                    yield both(guard, No(AtLeast0(a))), a.times(-1)
            case Call(function=function, args=args):
                yield from self._extreme(function, args)

    def _operation(self, op: str, a: Affine, b: Affine) -> Iterator[tuple[Formula, Affine]]:
        if op in {"+", "-"}:
            yield TRUE, a.plus(b, 1 if op == "+" else -1)
        elif op == "*":
            if a.coefficients and b.coefficients:
                raise NotLinear("a product of two variables")
            yield TRUE, b.times(a.constant) if not a.coefficients else a.times(b.constant)
        else:
            yield from self._quotient(op, a, b)

    def _quotient(self, op: str, a: Affine, b: Affine) -> Iterator[tuple[Formula, Affine]]:
        d = None if b.coefficients else b.constant.integer
        if d is None or d == 0:
            raise NotLinear("a division by what is no constant, or by 0")
        if d < 0:  # a // d = (-a) // (-d), and a % d = -((-a) % (-d))
            for guard, found in self._quotient(op, a.times(-1), Affine.of(-d)):
                yield guard, found if op == "//" else found.times(-1)
            return
        name = f"{self.prefix}{len(self.auxiliary)}"
        self.auxiliary.append(name)
        up, down = Affine.of(name), Affine.of(-1).plus(Affine.of(name), -1)  # down = -1 - q, for a < 0

        def floor(q: Affine) -> Formula:
            rest = a.plus(q, -d)
            return All((AtLeast0(rest), less(rest, Affine.of(d))))

        natural = not any((c.integer or 0) < 0 or c.integer is None for _, c in a.coefficients)
        if natural and (a.constant.integer or 0) >= 0 and a.constant.integer is not None:
            self.defining.append(floor(up))
            yield TRUE, up if op == "//" else a.plus(up, -d)
            return
        self.defining.append(Any_((All((AtLeast0(a), floor(up))), All((No(AtLeast0(a)), floor(down))))))
        for guard, q in ((AtLeast0(a), up), (No(AtLeast0(a)), down)):
            yield guard, q if op == "//" else a.plus(q, -d)

    def _extreme(self, function: str, args: tuple[Term, ...]) -> Iterator[tuple[Formula, Affine]]:
        sign = 1 if function == "max" else -1
        current = self.cases(args[0])
        for arg in args[1:]:
            after: list[tuple[Formula, Affine]] = []
            found = self.cases(arg)
            for guard, a in current:
                for other, b in found:
                    first = AtLeast0(a.plus(b, -1).times(sign))
                    after += [(both(guard, other, first), a), (both(guard, other, No(first)), b)]
            if len(after) > _MAX_CASES:
                raise NotLinear(f"a term has more than {_MAX_CASES} cases")
            current = after
        yield from current

    # -- conditions ----------------------------------------------------------------------------------------------

    def formula(self, condition: Condition | None) -> Formula:
        """A condition as a formula; None is always true."""
        match condition:
            case None:
                return TRUE
            case And(parts=parts):
                return All(tuple(self.formula(p) for p in parts))
            case Or(parts=parts):
                return Any_(tuple(self.formula(p) for p in parts))
            case Not(part=part):
                return No(self.formula(part))
            case Compare(op=op, left=left, right=right):
                return self.compare(op, left, right)
            case In(term=term, members=members, negated=negated):
                found = self._member(term, members)
                return No(found) if negated else found

    def compare(self, op: str, left: Term, right: Term) -> Formula:
        """Left op right, by the cases of both."""
        lefts, rights = self.cases(left), self.cases(right)
        pairs = [(both(g, h), a, b) for g, a in lefts for h, b in rights]
        return either(*(both(guard, COMPARISONS[op](a, b)) for guard, a, b in pairs))

    def _in_named(self, term: Term, members: NamedSet) -> Formula:
        if members.name not in NAMED_SETS or not all(isinstance(a, Int) for a in members.args):
            raise NotLinear(f"the set {members.name} depends on a heap or a free variable")
        return either(*(both(guard, InSet(form, members)) for guard, form in self.cases(term)))

    def _member(self, term: Term, members: SetTerm) -> Formula:
        if isinstance(members, NamedSet):
            if members.name != "range":
                return self._in_named(term, members)
            low, high = members.args
            return All((self.compare("<=", low, term), self.compare("<", term, high)))
        return Any_(tuple(self.compare("==", term, element) for element in members.elements))


def both(*parts: Formula) -> Formula:
    """All parts, what is always true left out."""
    kept = tuple(p for p in parts if p != TRUE)
    return kept[0] if len(kept) == 1 else All(kept)


def either(*parts: Formula) -> Formula:
    """Some part; a single one stands by itself."""
    return parts[0] if len(parts) == 1 else Any_(parts)


def rebuilt(formula: Formula, change: Callable[[Affine], Affine]) -> Formula:
    """The formula with each linear form changed."""
    match formula:
        case AtLeast0(form=form):
            return AtLeast0(change(form))
        case All(parts=parts):
            return All(tuple(rebuilt(p, change) for p in parts))
        case Any_(parts=parts):
            return Any_(tuple(rebuilt(p, change) for p in parts))
        case No(part=part):
            return No(rebuilt(part, change))
        case InSet(form=form, members=members):
            return InSet(change(form), members)
    return formula


def forms_of(formula: Formula) -> Iterator[Affine]:
    """The linear forms of a formula."""
    match formula:
        case AtLeast0(form=form) | InSet(form=form):
            yield form
        case All(parts=parts) | Any_(parts=parts):
            for part in parts:
                yield from forms_of(part)
        case No(part=part):
            yield from forms_of(part)


def holds(formula: Formula, values: Mapping[str, int]) -> bool:
    """Whether a formula of linear forms holds for these values of its variables (and parameters)."""
    match formula:
        case AtLeast0(form=form):
            return form.at(values) >= 0
        case InSet(form=form, members=members):
            args = [a.value for a in members.args if isinstance(a, Int)]
            return NAMED_SETS[members.name].contains(form.at(values), *args)
        case All(parts=parts):
            return all(holds(p, values) for p in parts)
        case Any_(parts=parts):
            return any(holds(p, values) for p in parts)
        case No(part=part):
            return not holds(part, values)
    raise TypeError(formula)
