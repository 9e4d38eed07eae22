"""Statements of claims: a stretch of text to a formula, by a whitelist of Python's syntax nodes."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from .claim_terms import CONNECTIVES, FUNCTIONS, MAX_DEPTH, POSITIONS, QUANTIFIERS, WORDS, Defined, Guards, TermReader
from .errors import RuleError, cut
from .logic import And, Atom, Exists, Forall, Formula, Iff, Implies, Not, Or, Predicate, Term, Truth
from .numbers import plural, shown

MAX_VARIABLES = 40
_RELATIONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
_SIGNS = {
    "&": "write and",
    "|": "write or",
    "^": "there is no power here",
    "!": "write not(…) or !=",
    "/": "write // (rounded down)",
    "->": "write implies(A, B)",
    "=>": "write implies(A, B)",
    "<->": "write iff(A, B)",
    "=": "write == for equality",
    "[": "brackets are ( )",
    "{": "brackets are ( )",
    "**": "there is no power here; terms are linear",
}
_SIGN = re.compile(r"<->|->|=>|:=|\*\*|//|[<>=!]=|[-&|^!/=\[{]")


def check_name(word: str, text: str, at: int, what: str) -> None:
    """Raise RuleError for a word that has a meaning in claims."""
    if word in WORDS or word in {"True", "False", "None", "lambda"}:
        raise RuleError(f"{word!r} has a meaning here and cannot name a {what}", text, at)


class StatementReader(TermReader):
    """Statements of one text about P-positions of *heaps* heaps."""

    def __init__(self, text: str, heaps: int, known: Mapping[str, Defined], parameters: tuple[str, ...] = ()) -> None:
        super().__init__(text, known, parameters)
        self.heaps = heaps
        self.variables = 0

    def read(self, begin: int, end: int) -> Formula:
        """The statement between two places of the text."""
        piece = self.text[begin:end]
        begin += len(piece) - len(piece.lstrip())
        self._signs(begin, end)
        source = re.sub(r"\s", " ", self.text[begin:end].rstrip())
        if not source:
            raise self.fail("expected a statement", at=begin)
        self.offset = begin
        try:
            tree = ast.parse(source, mode="eval").body
        except SyntaxError as error:
            at = begin + error.offset - 1 if error.offset else end
            raise self.fail(
                "cannot read this; expected a statement such as exists(x, P(x, x + 2))", at=min(at, end)
            ) from None
        except (RecursionError, MemoryError, ValueError):
            raise self.fail("this is too deeply nested to be read", at=begin) from None
        return self.statement(tree)

    def _signs(self, begin: int, end: int) -> None:
        for match in _SIGN.finditer(self.text, begin, end):
            if match[0] in _SIGNS:
                raise self.fail(f"unexpected {match[0]}: {_SIGNS[match[0]]}", at=match.start())
            if match[0] == ":=":
                raise self.fail("unexpected :=; a definition is a statement of its own", at=match.start())

    def statement(self, node: ast.expr) -> Formula:
        """What is true or false."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.fail(f"more than {MAX_DEPTH} operations inside each other", node)
        try:
            return self._statement(node)
        finally:
            self.depth -= 1

    def _statement(self, node: ast.expr) -> Formula:
        match node:
            case ast.Constant(value=bool() as value):
                return Truth(value)
            case ast.BoolOp(op=op, values=values):
                parts = tuple(self.statement(value) for value in values)
                return And(parts) if isinstance(op, ast.And) else Or(parts)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Not(self.statement(operand))
            case ast.Compare():
                return self.comparison(node)
            case ast.Call():
                return self.call(node)
        raise self.fail(f"expected a statement (true or false), not {self._what(node)}", node)

    def _what(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=int() as value):
                return f"the number {shown(value)}"
            case ast.Name(id=word):
                return f"the name {cut(word)}" + ("; P needs its heaps, as in P(a, b)" if word == POSITIONS else "")
            case ast.BinOp() | ast.UnaryOp():
                return "a sum or product"
            case ast.Tuple():
                return "a list; is a bracket missing?"
            case ast.IfExp():
                return "if … else; write implies(A, B)"
        return "this"

    def call(self, node: ast.Call) -> Formula:
        """A quantifier, a connective or a predicate."""
        if not isinstance(node.func, ast.Name):
            raise self.fail("expected a name before the bracket, such as exists or P", node)
        word = node.func.id
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                raise self.fail("unexpected *", argument)
        if node.keywords:
            raise self.fail("unexpected =: write == for equality", node.keywords[0].value)
        if word in QUANTIFIERS:
            return self.quantifier(word, node)
        if word in CONNECTIVES:
            if len(node.args) != 2:
                raise self.fail(f"{word} takes two statements, not {len(node.args)}", node)
            first, second = map(self.statement, node.args)
            return Implies(first, second) if word == "implies" else Iff(first, second)
        if word in FUNCTIONS:
            raise self.fail(f"expected a statement (true or false), not the number {word}(…)", node)
        return self.predicate(word, node)

    def quantifier(self, word: str, node: ast.Call) -> Formula:
        """``forall`` or ``exists``: names, and the statement that binds them."""
        if len(node.args) < 2:
            raise self.fail(f"{word} takes variables and then a statement, as in {word}(x, y, x < y)", node)
        *names, body = node.args
        bound: list[str] = []
        for one in names:
            if not isinstance(one, ast.Name):
                raise self.fail(f"expected the name of a variable of {word}; the statement stands last", one)
            check_name(one.id, self.text, self.offset + one.col_offset, "variable")
            if one.id in bound or one.id in self.scope:
                raise self.fail(f"the variable {cut(one.id)} is named already; choose another name", one)
            if one.id in self.known:
                raise self.fail(f"{cut(one.id)} is defined as a predicate; choose another name", one)
            bound.append(one.id)
        self.variables += len(bound)
        if self.variables > MAX_VARIABLES:
            raise self.fail(f"more than {MAX_VARIABLES} variables", node)
        self.scope.extend(bound)
        try:
            inner = self.statement(body)
        finally:
            del self.scope[len(self.scope) - len(bound) :]
        return Forall(tuple(bound), inner) if word == "forall" else Exists(tuple(bound), inner)

    def predicate(self, word: str, node: ast.Call) -> Formula:
        """``P``, or what is defined."""
        if word == POSITIONS:
            expected = self.heaps
            what = f"P takes {plural(expected, 'heap')} for these rules"
        elif word in self.known:
            expected = len(self.known[word].parameters)
            what = f"{cut(word)} takes {plural(expected, 'number')}"
        elif word in self.scope:
            raise self.fail(f"{cut(word)} is a variable and takes nothing in brackets", node)
        else:
            names = ", ".join([*QUANTIFIERS, *CONNECTIVES, POSITIONS, *self.known])
            raise self.fail(f"{cut(word)} is not defined; there are {names}", node)
        if len(node.args) != expected:
            raise self.fail(f"{what}, not {len(node.args)}", node)
        extra: list[str] = []
        args = self.together(node, [self.term(argument, extra) for argument in node.args])
        return _with(extra, [(guards, Predicate(word, terms)) for guards, terms in args])

    def comparison(self, node: ast.Compare) -> Formula:
        """A chain of relations between terms."""
        operands = [node.left, *node.comparators]
        for op, operand in zip(node.ops, node.comparators, strict=True):
            if type(op) not in _RELATIONS:
                raise self.fail("expected ==, !=, <, <=, > or >= before this; there are no sets here", operand)
        for operand in operands:
            if isinstance(operand, ast.Compare | ast.BoolOp) or (
                isinstance(operand, ast.UnaryOp) and isinstance(operand.op, ast.Not)
            ):
                raise self.fail("statements are not compared; write iff(A, B)", operand)
        extra: list[str] = []
        values = self.together(node, [self.term(operand, extra) for operand in operands])
        return _with(extra, [(guards, self._chain(terms, node.ops)) for guards, terms in values])

    def _chain(self, terms: tuple[Term, ...], ops: list[ast.cmpop]) -> Formula:
        triples = zip(terms, ops, terms[1:], strict=False)
        atoms = tuple(Atom(left - right, _RELATIONS[type(op)]) for left, op, right in triples)
        return atoms[0] if len(atoms) == 1 else And(atoms)


def _with(extra: list[str], cases: list[tuple[Guards, Formula]]) -> Formula:
    """The formula of the case that holds; auxiliary variables have the one value that the guards give them."""
    parts = [And((*guards, formula)) if guards else formula for guards, formula in cases]
    whole = parts[0] if len(parts) == 1 else Or(tuple(parts))
    return Exists(tuple(extra), whole) if extra else whole
