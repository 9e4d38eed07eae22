"""Expressions such as ``nim[3, 6, 9]`` or ``octal("0.77")[12] + nim[5]``: text to ruleset, position or region.

The text is read by ``ast.parse`` and a whitelist of nodes; nothing is evaluated as Python. What the names of the
catalogue mean comes from outside, as a function.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any

from .brackets import check_brackets, without_texts
from .errors import GrundyError, PositionError, RuleError, cut
from .evaluate import check_set
from .family import KEYWORDS, ruleset
from .numbers import MAX_DIGITS, shown, too_long
from .parsing import MAX_DEPTH
from .positions import Position, Region
from .rulesets import AnyFamily, Ruleset
from .said import said
from .scan import FILE_AND_NAME, MAX_TEXT
from .sets import NAMED_SETS
from .terms import Int, NamedSet

Lookup = Callable[[str], Any]

FUNCTIONS = {
    "ruleset": ("family", 'ruleset("n -> n-t")'),
    "blocking": ("blocking", "blocking(wythoff, 2)"),
    "octal": ("codes", 'octal("0.77")'),
    "hexadecimal": ("codes", 'hexadecimal("0.3F")'),
}
"""The functions of the language, with the module and an example of each."""

_ARITHMETIC: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
}


def evaluate_expression(
    text: str, lookup: Lookup, variables: Mapping[str, Any] | None = None, *, files: bool = False
) -> Any:
    """The value of an expression; *lookup* gives the value of a catalogue name, or None.

    *variables* are further names (integers and lists, spread by ``*``). *files* allows ``file.py:name``, which runs
    that file. Raises GrundyError with the place of a fault.
    """
    source, loaded = _prepare(text, files=files)
    try:
        tree = ast.parse(source, mode="eval").body
    except SyntaxError as error:
        end = len(text.rstrip())  # an offset of 0 says that the text is cut off
        at = min(error.offset - 1, end) if error.offset else end
        raise PositionError("cannot read this expression; expected one such as nim[3, 6, 9]", text, at) from None
    except (RecursionError, MemoryError, ValueError):
        raise PositionError("the expression is too deeply nested to be read", text, 0) from None
    return _Evaluator(text, lookup, {**(variables or {}), **loaded}).value(tree)


def _prepare(text: str, *, files: bool) -> tuple[str, dict[str, Any]]:
    """The text for ``ast.parse``, of the same length, and the values of names that stand for ``file.py:name``."""
    if not isinstance(text, str):
        raise PositionError("expected a text, not {text}", text=shown(text))
    if len(text) > MAX_TEXT:
        raise PositionError(
            "the expression is {count} characters long; at most {most} are read",
            count=f"{len(text):,}",
            most=f"{MAX_TEXT:,}",
        )
    if not text.strip():
        raise PositionError("the expression is empty; expected one such as nim[3, 6, 9]")
    for at, character in enumerate(text):
        if not character.isascii():
            raise PositionError("the character {character} is not ASCII", text, at, character=f"{character!r}")
    long = re.search(rf"[0-9]{{{MAX_DIGITS + 1},}}", text)
    if long is not None:
        size = len(long.group())
        raise PositionError(
            "this number has {count} digits; at most {most} are read",
            text,
            long.start(),
            count=f"{size:,}",
            most=f"{MAX_DIGITS:,}",
        )
    check_brackets(text)
    if is_rule_text(text):
        raise _unquoted(text)
    loaded: dict[str, Any] = {}

    def stand_in(match: re.Match[str]) -> str:
        if not files:
            raise PositionError("files of rules are not taken here", text, match.start())
        name = f"_{len(loaded)}".ljust(len(match.group()), "_")
        from .successors import load

        loaded[name] = load(match.group())
        return name

    source = text.replace("\n", " ").replace("\t", " ").replace("\r", " ")
    if ".py:" in source:
        source = FILE_AND_NAME.sub(stand_in, source)
    start = len(source) - len(source.lstrip())
    return ("(" + source[1:] + ")" if start else source), loaded


class _Evaluator:
    """A syntax tree to its value."""

    def __init__(self, text: str, lookup: Lookup, variables: Mapping[str, Any]) -> None:
        self.text = text
        self.lookup = lookup
        self.variables = variables
        self.depth = 0

    def fail(self, message: str, node: ast.AST, /, **values: object) -> GrundyError:
        return PositionError(message, self.text, min(getattr(node, "col_offset", 0), len(self.text)), **values)

    def value(self, node: ast.expr) -> Any:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.fail("more than {most} operations inside each other", node, most=MAX_DEPTH)
        try:
            return self._value(node)
        except GrundyError as error:
            raise error.located(self.text, min(node.col_offset, len(self.text))) from None
        finally:
            self.depth -= 1

    def _value(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=bool() | float() | complex() | bytes() | None) | ast.Constant(value=None):
                raise self.fail("unexpected {value}; expected an integer or a position", node, value=shown(node.value))
            case ast.Constant(value=value) if isinstance(value, int | str):
                return value
            case ast.Name(id=name):
                return self.name(name, node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self.integer(operand)
            case ast.BinOp(left=left, op=op, right=right):
                return self.operation(left, op, right, node)
            case ast.Set(elts=elements):
                return frozenset(self.value(e) for e in elements)
            case ast.Dict(keys=[]):
                return frozenset()
            case ast.Tuple(elts=elements):
                return tuple(self.items(elements))
            case ast.Call():
                return self.call(node)
            case ast.Subscript(value=base, slice=index):
                return self.subscript(base, index, node)
        raise self.fail("expected rules, a position or an integer", node)

    def name(self, name: str, node: ast.expr) -> Any:
        if name in self.variables:
            return self.variables[name]
        if name in FUNCTIONS:
            return _function(name)
        if name in NAMED_SETS:
            return NamedSet(name)
        found = self.lookup(name)
        if found is None:
            raise self.fail("unknown game {name}; {hint}", node, name=cut(name), hint=_closest(name, self.lookup))
        return found

    def integer(self, node: ast.expr) -> int:
        value = self.value(node)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fail("expected an integer, not {kind}", node, kind=_kind(value))
        return value

    def operation(self, left: ast.expr, op: ast.operator, right: ast.expr, node: ast.expr) -> Any:
        first = self.value(left)
        second = self.value(right) if isinstance(op, ast.Add) else None
        if isinstance(second, Position) and not isinstance(first, Position | Ruleset | AnyFamily):
            raise self.fail("+ joins positions; expected a position, not {kind}", left, kind=_kind(first))
        if isinstance(first, Position) and isinstance(op, ast.Add):
            if not isinstance(second, Position):
                raise self.fail("+ joins positions; expected a position, not {kind}", right, kind=_kind(second))
            return first + second
        if isinstance(first, bool) or not isinstance(first, int):
            expected = said("+ between positions") if isinstance(op, ast.Add) else said("+ (the sum of positions)")
            raise self.fail(
                "cannot combine {kind} here; expected {expected}", left, kind=_kind(first), expected=expected
            )
        operation = _power if isinstance(op, ast.Pow) else _ARITHMETIC.get(type(op))
        if operation is None:
            raise self.fail("between integers stand + - * // % and **", node)
        second = self.integer(right)
        if isinstance(op, ast.FloorDiv | ast.Mod) and second == 0:
            raise self.fail("division by 0", right)
        result = operation(first, second)
        if too_long(result):
            raise self.fail("this number has more than {most} digits", node, most=f"{MAX_DIGITS:,}")
        return result

    def items(self, nodes: list[ast.expr]) -> list[Any]:
        found: list[Any] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                value = self.value(node.value)
                if not isinstance(value, list | tuple):
                    raise self.fail("* spreads a list", node)
                found.extend(value)
            elif isinstance(node, ast.Slice):
                found.append(self.slice_(node))
            else:
                found.append(self.value(node))
        return found

    def slice_(self, node: ast.Slice) -> slice:
        ends = [None if end is None else self.integer(end) for end in (node.lower, node.upper, node.step)]
        return slice(*ends)

    def subscript(self, base: ast.expr, index: ast.expr, node: ast.expr) -> Any:
        rules = self.value(base)
        if isinstance(index, ast.List) and index.elts:
            inside = self.text[index.elts[0].col_offset : index.elts[-1].end_col_offset]
            raise self.fail("heaps stand in one pair of brackets: write [{inside}]", index, inside=cut(inside))
        if not isinstance(rules, Ruleset | AnyFamily):
            raise self.fail("expected rules before the bracket, not {kind}", base, kind=_kind(rules))
        items = tuple(self.items(index.elts if isinstance(index, ast.Tuple) else [index]))
        indexed: Any = rules
        try:
            return indexed[items]
        except GrundyError as error:
            example = getattr(self.lookup, "example", lambda _: None)(getattr(base, "id", ""))
            if isinstance(rules, AnyFamily) and example is not None:
                error = PositionError("{message}, for instance {example}", message=error.message, example=example)
            raise error.located(self.text, min(getattr(index, "col_offset", node.col_offset), len(self.text))) from None

    def call(self, node: ast.Call) -> Any:
        if not isinstance(node.func, ast.Name):
            function = self.value(node.func)
            name = str(function)
        else:
            name = node.func.id
            if name == "set" and not node.args and not node.keywords:
                return frozenset()
            if name in NAMED_SETS and name not in self.variables:
                return self.named_set(node, name)
            function = self.value(node.func)
        if not isinstance(function, AnyFamily) and not _is_function(function):
            raise self.fail("{name} takes no parameters", node, name=cut(name))
        if any(k.arg is None for k in node.keywords):
            raise self.fail("** is not taken here", node)
        names = [k.arg for k in node.keywords]
        twice = next((k for i, k in enumerate(node.keywords) if k.arg in names[:i]), None)
        if twice is not None:
            raise self.fail("the parameter {name} of {text} is given twice", twice, name=twice.arg, text=name)
        args = self.items(node.args)
        keywords = {str(k.arg): self.value(k.value) for k in node.keywords}
        return self._apply(function, name, args, keywords, node)

    def _apply(self, function: Any, name: str, args: list[Any], keywords: dict[str, Any], node: ast.Call) -> Any:
        try:
            return function(*args, **keywords)
        except GrundyError as error:
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and error.text is not None and error.text == first.value:
                error.text = None  # a place in the quoted text, shown in the whole expression
                error.located(self.text, first.col_offset + 1 + (error.at or 0))
            raise
        except TypeError as error:
            raise self.fail("{name} cannot be called so: {error}", node, name=name, error=error) from None

    def named_set(self, node: ast.Call, name: str) -> NamedSet:
        kind = NAMED_SETS[name]
        if node.keywords or len(node.args) != kind.arity:
            raise self.fail("expected {usage}", node, usage=kind.usage)
        members = NamedSet(name, tuple(Int(self.integer(a)) for a in node.args))
        check_set(members)
        return members


def read_rules(
    text: str,
    lookup: Lookup,
    *,
    params: Mapping[str, Any] | None = None,
    least: int | None = None,
    files: bool = False,
) -> Ruleset | AnyFamily | Region:
    """RULES as commands take it: a rule text, an expression for a ruleset, a family or a region, or ``file.py:name``.

    *params* and *least* go with a rule text; for an expression they are refused. Raises GrundyError.
    """
    if not isinstance(text, str):
        raise RuleError("expected a text, not {text}", text=shown(text))
    names: Iterable[object] = params or ()
    for name in names:
        if not isinstance(name, str) or name in KEYWORDS:
            raise RuleError("{name} cannot name a parameter", name=shown(name))
    if is_rule_text(text):
        if text.lstrip().startswith("ruleset("):
            raise _unquoted(text)
        return ruleset(text, least=least or 0, **(params or {}))  # type: ignore[no-any-return]
    if FILE_AND_NAME.fullmatch(text.strip()) and files:
        from .successors import load

        value = load(text)
    else:
        value = evaluate_expression(text, lookup, files=files)
    if least is not None:
        raise RuleError("--least goes with a rule text such as 'n -> n-t'")
    if params:
        if not isinstance(value, AnyFamily):
            raise RuleError("parameters go with a rule text or a family; {kind} takes none", kind=_kind(value))
        value = value(**params)
    if isinstance(value, Ruleset | AnyFamily | Region):
        return value
    if _is_function(value):
        raise RuleError(
            "{name} needs its arguments, as in {example}",
            text,
            0,
            name=value.__name__,
            example=FUNCTIONS[value.__name__][1],
        )
    raise RuleError("expected rules, such as kayles or 'n -> n-t', not {kind}", text, 0, kind=_kind(value))


def is_rule_text(text: str) -> bool:
    """Whether *text* is a rule text and no expression: it has an arrow outside quotes."""
    return "->" in without_texts(text)


def _unquoted(text: str) -> PositionError:
    """The error for rules that stand in an expression without quotes."""
    at = without_texts(text).index("->")
    call = re.fullmatch(r"ruleset\(([^()\"']*)\)(.*)", text.strip(), re.DOTALL)
    bare = re.fullmatch(r"([^\[\]\"']*)(\[[^\[\]]*\])", text.strip(), re.DOTALL)
    inside, rest = call.groups() if call else bare.groups() if bare else (text.strip(), "")
    shown_rules = "n -> n-1" if '"' in inside or "'" in inside else cut(inside)
    return PositionError(
        'put the rules in quotes: ruleset("{rules}"){rest}', text, at, rules=shown_rules, rest=cut(rest) or "[5]"
    )


def _function(name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(import_module(f"grundy.rules.{FUNCTIONS[name][0]}"), name)
    return found


def _is_function(value: object) -> bool:
    """Whether *value* is one of the functions of the language."""
    name = getattr(value, "__name__", "")
    return name in FUNCTIONS and value is _function(name)


def _power(base: int, exponent: int) -> int:
    if exponent < 0:
        raise PositionError("a power with a negative exponent is no integer")
    if abs(base) > 1 and exponent * (abs(base).bit_length() - 1) > 13_300:
        raise PositionError("this power has more than {most} digits", most=f"{MAX_DIGITS:,}")
    return int(base**exponent) if abs(base) > 1 else int(base ** (exponent % 2 + 2 * (exponent > 0)))


def _closest(name: str, lookup: Lookup) -> str:
    from difflib import get_close_matches

    names = getattr(lookup, "names", lambda: ())()
    close = get_close_matches(name, [*names, *FUNCTIONS], n=1)
    return said("is {name} meant?", name=close[0]) if close else said("`grundy games` lists those that there are")


def _kind(value: object) -> str:
    """What a value is, for messages."""
    if isinstance(value, int):
        return said("the integer {value}", value=shown(value))
    if isinstance(value, str):
        return said("the text {value}", value=shown(value))
    if isinstance(value, Position):
        return said("the position {value}", value=shown(value))
    if isinstance(value, Region):
        return said("the region {value}", value=shown(value))
    if isinstance(value, AnyFamily):
        return said("the family {value}", value=shown(value))
    if isinstance(value, Ruleset):
        return said("the rules {value}", value=shown(value))
    return said("a set") if isinstance(value, NamedSet | frozenset) else type(value).__name__
