"""Rule text to tree: the one reader of the rules language.

A tokeniser of ours finds the alternatives, conditions and components (Python's grammar reads ``b | a`` as one term and
has no ``where``); each term and condition is then read by ``ast.parse`` through a whitelist of node types. Nothing is
evaluated.
"""

from __future__ import annotations

import ast
import re

from .errors import RuleError, cut
from .evaluate import check_set
from .numbers import plural, too_long
from .said import said
from .scan import Piece, Token, scan
from .sets import NAMED_SETS
from .terms import (
    MAX_HEAPS,
    Alternative,
    And,
    Call,
    Compare,
    Condition,
    In,
    Int,
    Name,
    NamedSet,
    Neg,
    Not,
    Op,
    Or,
    Rules,
    SetOf,
    SetTerm,
    Term,
)

FUNCTIONS = {"abs": (1, 1), "min": (2, 100), "max": (2, 100)}
RESERVED = frozenset({*FUNCTIONS, *NAMED_SETS, "where"})
MAX_DEPTH = 150
_MAX_POWER_BITS = 13_300

_SPLITTING: dict[str, str] = {
    "|": said("split alternatives outside brackets"),
    "&": said("join components outside brackets"),
}
_JOINING: dict[str, str] = {"|": said("write {sign}", sign="or"), "&": said("write {sign}", sign="and")}
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


def parse_rules(text: str) -> Rules:
    """The tree of a rule text such as ``a, b -> a-t, b | a, b-t``; raises RuleError with the place of a fault.

    >>> parse_rules("n -> n-t").heaps
    ('n',)
    """
    whole = scan(text)
    if not whole.tokens:
        raise RuleError('the rules are empty; expected some such as "n -> n-t"')
    left, right = _halves(text, whole)
    heaps = _names(text, left, said("heap"))
    if len(heaps) > MAX_HEAPS:
        at = left.split(",")[MAX_HEAPS].start
        raise RuleError(
            "a component has {count} heaps; at most {most} are taken",
            text,
            at,
            count=f"{len(heaps):,}",
            most=MAX_HEAPS,
        )
    alternatives = tuple(_alternative(text, piece, heaps) for piece in right.split("|"))
    return Rules(heaps, alternatives)


def parse_names(text: str, what: str) -> tuple[str, ...]:
    """The names of a comma list such as ``"low, high, goal"``; raises RuleError."""
    return _names(text, scan(text), what)


def parse_terms(text: str) -> tuple[Term, ...]:
    """The terms of a comma list such as ``"n, n-1"``; raises RuleError."""
    return tuple(_Reader(text).term(piece) for piece in scan(text).split(","))


def parse_condition(text: str) -> Condition:
    """A condition such as ``n <= 1`` by itself; raises RuleError."""
    return _Reader(text).condition(scan(text))


def parse_set(text: str) -> SetTerm:
    """A set such as ``{1, 3}`` or ``powers(2)`` by itself; raises RuleError."""
    return _Reader(text).set_(scan(text))


def _halves(text: str, whole: Piece) -> tuple[Piece, Piece]:
    halves = whole.split("->")
    if len(halves) == 1:
        nested = next((t for t in whole.tokens if t.text == "->"), None)
        if nested is not None:
            msg = "this -> stands inside brackets; expected it outside"
            raise RuleError(msg, text, nested.at)
        msg = "expected -> between the heaps and the moves, as in n -> n-t"
        raise RuleError(msg, text, len(text))
    if len(halves) > 2:
        msg = "a second ->; a ruleset has one, and alternatives are split by |"
        raise RuleError(msg, text, halves[2].at - 2)
    return halves[0], halves[1]


def _names(text: str, piece: Piece, what: str) -> tuple[str, ...]:
    names: list[str] = []
    for part in piece.split(","):
        if len(part.tokens) != 1 or part.tokens[0].kind != "name" or part.text in {"and", "or", "not", "in"}:
            msg = said("expected the name of a {what}", what=what)
            if part.tokens:
                msg = said("expected the name of a {what}, not {found}", what=what, found=repr(cut(part.text)))
            raise RuleError(msg, text, part.start)
        if part.text in RESERVED:
            msg = said(
                "{text} is a word of the rules language and cannot name a {what}", text=f"{part.text!r}", what=what
            )
            raise RuleError(msg, text, part.start)
        if part.text in names:
            msg = said("the {what} {text} is named twice", what=what, text=cut(part.text))
            raise RuleError(msg, text, part.start)
        names.append(part.text)
    return tuple(names)


def _alternative(text: str, piece: Piece, heaps: tuple[str, ...]) -> Alternative:
    body, *wheres = piece.split("where")
    if len(wheres) > 1:
        msg = "a second where in one alternative; join conditions by and"
        raise RuleError(msg, text, wheres[1].at - len("where"))
    if not piece.tokens:
        msg = "expected what a move leaves, a component such as n-t"
        raise RuleError(msg, text, piece.at)
    _refuse_signs(text, body, _SPLITTING, 1)
    if wheres:
        _refuse_signs(text, wheres[0], _JOINING, 0)
    reader = _Reader(text)
    components = tuple(_component(text, reader, part, heaps) for part in body.split("&"))
    where = reader.condition(wheres[0]) if wheres else None
    return Alternative(components, where, piece.start)


def _refuse_signs(text: str, piece: Piece, meant: dict[str, str], least_depth: int) -> None:
    for token in piece.tokens:
        if token.text in meant and token.depth >= least_depth:
            msg = said("unexpected {text}: {meant}", text=token.text, meant=meant[token.text])
            raise RuleError(msg, text, token.at)


def _component(text: str, reader: _Reader, piece: Piece, heaps: tuple[str, ...]) -> tuple[Term, ...]:
    parts = piece.split(",")
    for i, part in enumerate(parts):
        if not part.tokens and len(parts) > 1:
            msg = "expected a term behind the comma" if i else "expected a term before the comma"
            raise RuleError(msg, text, part.at)
    if len(parts) != len(heaps):
        msg = said(
            "this component has {count}, expected {wanted} ({listed})",
            count=plural(len(parts), "term"),
            wanted=len(heaps),
            listed=cut(", ".join(heaps)),
        )
        raise RuleError(msg, text, piece.start)
    return tuple(reader.term(part) for part in parts)


class _Reader:
    """Pieces of one text to terms and conditions, through a whitelist of Python's syntax nodes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.offset = 0

    def fail(self, message: str, node: ast.AST | None = None, /, at: int | None = None, **values: object) -> RuleError:
        place = self.offset + getattr(node, "col_offset", 0) if at is None else at
        return RuleError(message, self.text, min(place, len(self.text)), **values)

    def parse(self, piece: Piece, expected: str) -> ast.expr:
        if not piece.tokens:
            raise self.fail("expected {expected}", at=piece.at, expected=expected)
        self.offset = piece.start
        self._refuse_misplaced(piece.tokens, expected)
        try:
            tree = ast.parse(piece.text, mode="eval").body
        except SyntaxError as error:
            at = self.offset + error.offset - 1 if error.offset else piece.tokens[-1].end  # 0: the text is cut off
            raise self.fail(
                "cannot read this; expected {expected}", at=min(at, piece.tokens[-1].end), expected=expected
            ) from None
        except (RecursionError, MemoryError, ValueError):
            raise self.fail("this is too long or too deeply nested to be read", at=self.offset) from None
        if _deep(tree):
            raise self.fail("more than {most} operations inside each other", at=self.offset, most=MAX_DEPTH)
        return tree

    def _refuse_misplaced(self, tokens: tuple[Token, ...], expected: str) -> None:
        for token in tokens:
            if token.text == "->":
                raise self.fail("unexpected ->", at=token.at)
            if token.text == "where":
                raise self.fail("unexpected where; expected {expected}", at=token.at, expected=expected)

    def term(self, piece: Piece) -> Term:
        return self.read_term(self.parse(piece, said("a term such as n-t")))

    def condition(self, piece: Piece) -> Condition:
        parts = piece.split(",")
        if len(parts) > 1:
            raise self.fail(
                "unexpected ,: join conditions by and (the members of a set stand in braces)", at=parts[1].at - 1
            )
        return self.read_condition(self.parse(piece, said("a condition such as t <= 3")))

    def set_(self, piece: Piece) -> SetTerm:
        return self.read_set(self.parse(piece, said("a set such as {1, 3, 4}")))

    def read_term(self, node: ast.expr) -> Term:
        at = self.offset + node.col_offset
        match node:
            case ast.Constant(value=int(value)) if not isinstance(value, bool):
                return Int(value, at)
            case ast.Name(id=name):
                if name in RESERVED:
                    raise self.fail("{name} is no number; expected a term", node, name=name)
                return Name(name, at)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.read_term(operand)
                return Int(-inner.value, at) if isinstance(inner, Int) else Neg(inner, at)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.read_term(operand)
            case ast.BinOp(op=ast.Pow()):
                return self.read_power(node)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return Op(_OPERATORS[type(op)], self.read_term(left), self.read_term(right), at)
            case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
                return self.read_call(node, name)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                raise self.fail("expected a term, not a condition (join conditions by and, or)", node)
            case ast.Call(func=ast.Name(id=name)) if name in NAMED_SETS:
                raise self.fail("{name} is a set; expected a term (sets stand behind in)", node, name=name)
            case ast.Call(func=ast.Name(id="gcd")):
                raise self.fail("there is no gcd; for gcd(n, t) == 1 and 1 <= t <= n write t in coprime(n)", node)
            case ast.Call(func=ast.Name(id=name)):
                raise self.fail("unknown function {name}; expected abs, min or max", node, name=cut(name))
            case ast.Set() | ast.Dict():
                raise self.fail("a set stands only behind in; expected a term", node)
            case ast.Tuple():
                raise self.fail("expected one term, not a list", node)
        raise self.fail("expected a term of integers, names, + - * // %, abs, min and max", node)

    def read_power(self, node: ast.BinOp) -> Int:
        base, exponent = self.read_term(node.left), self.read_term(node.right)
        if not isinstance(base, Int) or not isinstance(exponent, Int):
            raise self.fail("** stands between constants only", node)
        if exponent.value < 0:
            raise self.fail("a power with a negative exponent is no integer", node)
        if abs(base.value) > 1 and exponent.value * (abs(base.value).bit_length() - 1) > _MAX_POWER_BITS:
            raise self.fail("this power has more than 4,000 digits", node)
        value = base.value**exponent.value if abs(base.value) > 1 else _small_power(base.value, exponent.value)
        if too_long(value):
            raise self.fail("this power has more than 4,000 digits", node)
        return Int(value, self.offset + node.col_offset)

    def read_call(self, node: ast.Call, name: str) -> Call:
        least, most = FUNCTIONS[name]
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            raise self.fail("{name} takes plain terms", node, name=name)
        if not least <= len(node.args) <= most:
            few = len(node.args) < least
            expected: str = plural(1, "term")
            if most > 1:
                expected = (
                    said("{least} terms or more", least=least) if few else said("at most {most} terms", most=most)
                )
            raise self.fail(
                "{name} takes {expected}, not {count}", node, name=name, expected=expected, count=len(node.args)
            )
        return Call(name, tuple(self.read_term(a) for a in node.args), self.offset + node.col_offset)

    def read_condition(self, node: ast.expr) -> Condition:
        match node:
            case ast.BoolOp(op=ast.And(), values=values):
                return And(tuple(self.read_condition(v) for v in values))
            case ast.BoolOp(op=ast.Or(), values=values):
                return Or(tuple(self.read_condition(v) for v in values))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Not(self.read_condition(operand))
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                return self.read_chain(left, ops, comparators)
        raise self.fail("expected a condition such as t <= 3, not a term", node)

    def read_chain(self, left: ast.expr, ops: list[ast.cmpop], comparators: list[ast.expr]) -> Condition:
        parts: list[Condition] = []
        for op, right in zip(ops, comparators, strict=True):
            at = self.offset + left.col_offset
            if isinstance(op, ast.In | ast.NotIn):
                parts.append(In(self.read_term(left), self.read_set(right), isinstance(op, ast.NotIn), at))
            elif type(op) in _COMPARISONS:
                parts.append(Compare(_COMPARISONS[type(op)], self.read_term(left), self.read_term(right), at))
            else:
                raise self.fail("expected one of == != < <= > >= in, not in", left)
            left = right
        return parts[0] if len(parts) == 1 else And(tuple(parts), chain=True)

    def read_set(self, node: ast.expr) -> SetTerm:
        at = self.offset + node.col_offset
        match node:
            case ast.Set(elts=elements):
                return SetOf(tuple(self.read_term(e) for e in elements), at)
            case ast.Dict(keys=[]):
                return SetOf((), at)
            case ast.Name(id=name):
                self._check_set(node, name, 0)
                return NamedSet(name, (), at)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                if name not in NAMED_SETS:
                    raise self.fail(
                        "unknown set {name}; the sets are {listed}", node, name=cut(name), listed=", ".join(NAMED_SETS)
                    )
                self._check_set(node, name, len(args))
                return self._checked(NamedSet(name, tuple(self.read_term(a) for a in args), at))
        raise self.fail("expected a set behind in, such as {1, 3, 4}, squares or divisors(n)", node)

    def _checked(self, members: NamedSet) -> NamedSet:
        try:
            check_set(members)
        except RuleError as error:
            raise error.located(self.text, members.at) from None
        return members

    def _check_set(self, node: ast.expr, name: str, count: int) -> None:
        if name in NAMED_SETS and NAMED_SETS[name].arity != count:
            expected = NAMED_SETS[name].usage
            takes = plural(NAMED_SETS[name].arity, "term")
            raise self.fail(
                "{name} takes {takes}, not {count}; expected {expected}",
                node,
                name=name,
                takes=takes,
                count=count,
                expected=expected,
            )


def _small_power(base: int, exponent: int) -> int:
    """Base ** exponent for base in -1, 0, 1, however large the exponent."""
    return base ** (exponent % 2 + 2 * (exponent > 0)) if exponent else 1


def _deep(tree: ast.AST) -> bool:
    """Whether some path down the tree is longer than MAX_DEPTH."""
    stack = [(tree, 0)]
    while stack:
        node, depth = stack.pop()
        if depth > MAX_DEPTH:
            return True
        stack.extend((child, depth + 1) for child in ast.iter_child_nodes(node))
    return False


def is_name(text: str) -> bool:
    """Whether *text* can name a heap or a parameter."""
    return re.fullmatch(r"[A-Za-z_]\w*", text, re.ASCII) is not None and text not in RESERVED


__all__ = ["is_name", "parse_condition", "parse_names", "parse_rules", "parse_set", "parse_terms"]
