"""Terms and conditions as functions of the values of their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .sets import NAMED_SETS
from .terms import And, Call, Compare, Condition, In, Int, Name, NamedSet, Neg, Not, Op, SetOf, SetTerm, Term

Values = Sequence[int]
TermFunction = Callable[[Values], int]
Test = Callable[[Values], bool]

_ARITHMETIC: dict[str, Callable[[TermFunction, TermFunction], TermFunction]] = {
    "+": lambda f, g: lambda v: f(v) + g(v),
    "-": lambda f, g: lambda v: f(v) - g(v),
    "*": lambda f, g: lambda v: f(v) * g(v),
    "//": lambda f, g: lambda v: f(v) // g(v),
    "%": lambda f, g: lambda v: f(v) % g(v),
}
_COMPARISON: dict[str, Callable[[TermFunction, TermFunction], Test]] = {
    "==": lambda f, g: lambda v: f(v) == g(v),
    "!=": lambda f, g: lambda v: f(v) != g(v),
    "<": lambda f, g: lambda v: f(v) < g(v),
    "<=": lambda f, g: lambda v: f(v) <= g(v),
    ">": lambda f, g: lambda v: f(v) > g(v),
    ">=": lambda f, g: lambda v: f(v) >= g(v),
}


def term_function(term: Term, index: Mapping[str, int]) -> TermFunction:
    """The value of *term* as a function of a sequence in which each name stands at its *index*.

    The function raises ZeroDivisionError where the term divides by 0.

    >>> from grundy.rules.parsing import parse_terms
    >>> term_function(parse_terms("n-2*t")[0], {"n": 0, "t": 1})([10, 3])
    4
    """
    match term:
        case Int(value=value):
            return lambda _values: value
        case Name(name=name):
            place = index[name]
            return lambda values: values[place]
        case Neg(term=inner):
            negated = term_function(inner, index)
            return lambda values: -negated(values)
        case Op(op=op, left=left, right=right):
            return _ARITHMETIC[op](term_function(left, index), term_function(right, index))
        case Call(function=function, args=args):
            return _call(function, [term_function(a, index) for a in args])


def _call(function: str, args: list[TermFunction]) -> TermFunction:
    if function == "abs":
        inner = args[0]
        return lambda values: abs(inner(values))
    choose = min if function == "min" else max
    return lambda values: choose([f(values) for f in args])


def condition_test(condition: Condition, index: Mapping[str, int]) -> Test:
    """Whether *condition* holds, as a function of the values; raises as :func:`term_function`'s does."""
    match condition:
        case Compare(op=op, left=left, right=right):
            return _COMPARISON[op](term_function(left, index), term_function(right, index))
        case In(term=term, members=members, negated=negated):
            return _membership(term_function(term, index), members, index, negated)
        case Not(part=part):
            inner = condition_test(part, index)
            return lambda values: not inner(values)
    tests = [condition_test(part, index) for part in condition.parts]
    if isinstance(condition, And):
        return lambda values: all(test(values) for test in tests)
    return lambda values: any(test(values) for test in tests)


def _membership(term: TermFunction, members: SetTerm, index: Mapping[str, int], negated: bool) -> Test:
    if isinstance(members, NamedSet):
        contains = NAMED_SETS[members.name].contains
        args = [term_function(a, index) for a in members.args]
        return lambda values: contains(term(values), *(f(values) for f in args)) != negated
    constants = constant_elements(members)
    if constants is not None:
        fixed = frozenset(constants)
        return lambda values: (term(values) in fixed) != negated
    elements = [term_function(e, index) for e in members.elements]
    return lambda values: any(term(values) == f(values) for f in elements) != negated


def constant(term: Term) -> int | None:
    """The value of a term without names, or None where it has names or divides by 0.

    >>> constant(Op("+", Int(2), Int(3))), constant(Name("n"))
    (5, None)
    """
    try:
        return term_function(term, {})(())
    except (KeyError, ZeroDivisionError):
        return None


def check_set(members: NamedSet) -> None:
    """Raise RuleError for powers of a constant below 2."""
    if members.name == "powers" and (base := constant(members.args[0])) is not None:
        NAMED_SETS["powers"].hull(base)


def constant_elements(members: SetOf) -> list[int] | None:
    """The elements of a finite set, ascending, if all are constants.

    >>> constant_elements(SetOf((Int(3), Int(1), Int(3))))
    [1, 3]
    """
    if all(isinstance(e, Int) for e in members.elements):
        return sorted({e.value for e in members.elements})  # type: ignore[union-attr]
    return None
