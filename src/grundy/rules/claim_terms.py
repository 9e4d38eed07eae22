"""Terms of claims: sums of variables with constant factors, and what can be said by cases of such sums."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from itertools import count

from .errors import RuleError, cut
from .logic import Atom, Congruent, Formula, Term, Truth, ge, lt, name, number
from .numbers import MAX_DIGITS, shown, too_long
from .values import Value

POSITIONS = "P"
QUANTIFIERS = ("forall", "exists")
CONNECTIVES = ("implies", "iff")
FUNCTIONS = {"abs": (1, 1), "min": (2, 9), "max": (2, 9)}
MAX_DEPTH = 60
MAX_CASES = 256
WORDS = frozenset({*QUANTIFIERS, *CONNECTIVES, *FUNCTIONS, POSITIONS, "and", "or", "not", "in", "is", "if", "else"})

Guards = tuple[Formula, ...]
Cases = list[tuple[Guards, Term]]
"""The values that a term may have, each with the conditions under which it has it."""


class Defined(Value):
    """A predicate that a text defines: its parameters, and a formula over them."""

    name: str
    parameters: tuple[str, ...]
    body: Formula


class TermReader:
    """Terms of one text; *scope* are the variables that are bound where it reads."""

    def __init__(self, text: str, known: Mapping[str, Defined], parameters: tuple[str, ...] = ()) -> None:
        self.text = text
        self.known = known
        self.scope = list(parameters)
        self.parameters = parameters
        self.depth = 0
        self.offset = 0
        self.fresh = count(1)

    def fail(self, message: str, node: ast.AST | None = None, at: int | None = None) -> RuleError:
        """The error that points at a node, or at a place of the text."""
        place = self.offset + getattr(node, "col_offset", 0) if at is None else at
        return RuleError(message, self.text, min(place, len(self.text)))

    def together(self, node: ast.expr, terms: list[Cases]) -> list[tuple[Guards, tuple[Term, ...]]]:
        """The values of several terms at once, by cases."""
        found: list[tuple[Guards, tuple[Term, ...]]] = [((), ())]
        for cases in terms:
            found = [((*old, *new), (*values, value)) for old, values in found for new, value in cases]
            if len(found) > MAX_CASES:
                raise self.fail(f"more than {MAX_CASES} cases of abs, min, max, // and % at once", node)
        return found

    def term(self, node: ast.expr, extra: list[str]) -> Cases:
        """The values of a term by cases: one of them holds, for one choice of the auxiliary variables *extra*."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.fail(f"more than {MAX_DEPTH} operations inside each other", node)
        try:
            found = self._term(node, extra)
        finally:
            self.depth -= 1
        for _, value in found:
            if too_long(value.constant) or any(too_long(c) for _, c in value.coefficients):
                raise self.fail(f"a number with more than {MAX_DIGITS:,} digits", node)
        return found

    def _term(self, node: ast.expr, extra: list[str]) -> Cases:
        match node:
            case ast.Constant(value=bool()):
                raise self.fail("expected a number, not True or False", node)
            case ast.Constant(value=int() as value):
                return [((), number(value))]
            case ast.Constant(value=value):
                raise self.fail(f"expected a whole number, not {shown(value)}", node)
            case ast.Name(id=word):
                return [((), self.variable(word, node))]
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return [(guards, -value) for guards, value in self.term(operand, extra)]
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.term(operand, extra)
            case ast.BinOp(left=left, op=op, right=right):
                values = self.together(node, [self.term(left, extra), self.term(right, extra)])
                return self.operation(node, op, values, extra)
            case ast.Call(func=ast.Name(id=word), args=args, keywords=[]) if word in FUNCTIONS:
                least, most = FUNCTIONS[word]
                if not least <= len(args) <= most:
                    raise self.fail(f"{word} takes {'one number' if most == 1 else 'two numbers or more'}", node)
                return _function(word, self.together(node, [self.term(a, extra) for a in args]))
            case ast.Call(func=ast.Name(id=word)) if word == POSITIONS or word in self.known or word in QUANTIFIERS:
                raise self.fail(f"{cut(word)}(…) is true or false, not a number", node)
            case ast.Call(func=ast.Name(id=word)):
                raise self.fail(f"{cut(word)} is no function; there are {', '.join(FUNCTIONS)}", node)
        raise self.fail("expected a number: a sum of variables and constants", node)

    def variable(self, word: str, node: ast.expr) -> Term:
        """A bound variable."""
        if word in self.scope:
            return name(word)
        if word in WORDS or word in self.known:
            raise self.fail(f"expected a number, not {cut(word)}", node)
        if self.parameters:
            raise self.fail(f"{cut(word)} is neither a parameter of the definition nor bound by forall or exists", node)
        raise self.fail(f"{cut(word)} is not bound; a claim about all {cut(word)} is forall({cut(word)}, …)", node)

    def operation(
        self, node: ast.expr, op: ast.operator, values: list[tuple[Guards, tuple[Term, ...]]], extra: list[str]
    ) -> Cases:
        """The sums, differences, products, quotients or rests of pairs of values."""
        if not isinstance(op, ast.Add | ast.Sub | ast.Mult | ast.FloorDiv | ast.Mod):
            raise self.fail("expected + - * // or %", node)
        found: Cases = []
        for guards, (left, right) in values:
            if isinstance(op, ast.FloorDiv | ast.Mod):
                if right.coefficients or right.constant < 1:
                    raise self.fail("// and % take a constant of at least 1 on the right", node)
                rounded = self._quotient if isinstance(op, ast.FloorDiv) else self._rest
                found.extend(((*guards, *more), value) for more, value in rounded(left, right.constant, extra))
            elif isinstance(op, ast.Mult):
                if left.coefficients and right.coefficients:
                    raise self.fail("a product of variables cannot be decided; one factor must be a constant", node)
                value = left * right.constant if left.coefficients else right * left.constant
                found.append((guards, value))
            else:
                found.append((guards, left + right if isinstance(op, ast.Add) else left - right))
        return found

    def _quotient(self, dividend: Term, divisor: int, extra: list[str]) -> Cases:
        """The rounded quotient as an auxiliary variable, or as the negative of one that is at least 1."""
        if not dividend.coefficients:
            return [((), number(dividend.constant // divisor))]
        fresh = self._auxiliary(extra)
        found: Cases = []
        for quotient in (fresh, -fresh):
            rest = dividend - quotient * divisor
            found.append(((ge(rest, 0), lt(rest, divisor)), quotient))
        if dividend.constant >= 0 and all(c >= 0 for _, c in dividend.coefficients):
            return found[:1]
        guards, quotient = found[1]
        return [found[0], ((*guards, lt(quotient, 0)), quotient)]

    def _rest(self, dividend: Term, divisor: int, extra: list[str]) -> Cases:
        """The rest of a division as an auxiliary variable below the divisor."""
        if not dividend.coefficients:
            return [((), number(dividend.constant % divisor))]
        rest = self._auxiliary(extra)
        return [((lt(rest, divisor), Congruent(dividend - rest, divisor)), rest)]

    def _auxiliary(self, extra: list[str]) -> Term:
        extra.append(f"#{next(self.fresh)}")
        return name(extra[-1])


def _function(word: str, values: list[tuple[Guards, tuple[Term, ...]]]) -> Cases:
    """The absolute value, the least, or the largest of terms: one of them, by cases."""
    found: Cases = []
    for guards, terms in values:
        candidates = (terms[0], -terms[0]) if word == "abs" else terms
        for i, one in enumerate(candidates):
            others = [one - other if word != "min" else other - one for other in candidates]
            own = [_settled(lt(0, d) if j < i else ge(d, 0)) for j, d in enumerate(others) if j != i]
            if Truth(False) not in own:
                found.append(((*guards, *(g for g in own if not isinstance(g, Truth))), one))
    return found


def _settled(atom: Formula) -> Formula:
    """An atom of a constant is true or false."""
    if isinstance(atom, Atom) and not atom.term.coefficients:
        return Truth(atom.term.constant >= 0 if atom.relation == ">=" else atom.term.constant < 0)
    return atom
