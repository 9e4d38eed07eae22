"""A problem's position, read once: from the values of a case's names to laws and components.

The expression is a sum of ``RULES[heaps]``. Rules whose parameters are terms over the names are a family and
functions that give its parameters, so that a case costs no parsing; the law is found by the family's text.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple

from grundy.games import expression
from grundy.judge.case import Shape, Values
from grundy.judge.families import law_of_family
from grundy.laws.base import Law
from grundy.laws.library import SHIPPED
from grundy.rules.errors import GrundyError, PositionError, RuleError, cut
from grundy.rules.evaluate import term_function
from grundy.rules.family import Family, finished, set_parameters
from grundy.rules.numbers import require_short
from grundy.rules.parsing import parse_terms
from grundy.rules.positions import Position
from grundy.rules.rulesets import Ruleset, TextRuleset
from grundy.rules.sets import NAMED_SETS

_KEPT = 128  # rulesets that are kept, as the cases may share them
_SAMPLES = (2, 3, 1, 10, 100)
Getter = Callable[[Values], Any]


class Kind(NamedTuple):
    """A ruleset, made when it is asked for, with its law if one is known for all its components."""

    law: Law | None
    heaps: int
    least: int
    make: Callable[[], Ruleset]


class Operand(NamedTuple):
    """Item number *place* of the case plus *offset*: a number, or each member of a list; without place, a constant."""

    place: int | None
    offset: int = 0


class Known(NamedTuple):
    """The rules of a group as data: one kind, or the text of a family with its parameters."""

    only: Kind | None = None
    family: str = ""
    parameters: tuple[Operand, ...] = ()


class Group(NamedTuple):
    """One ``RULES[heaps]`` of the sum. *checked* says that the heaps are >= least as the case was read.

    *known* and *operands* say the same as *kind* and *heaps* as data, where they are simple enough.
    """

    kind: Callable[[Values], Kind]
    heaps: Callable[[Values], list[int]]
    checked: bool
    known: Known | None = None
    operands: tuple[Operand, ...] | None = None

    def position(self, values: Values) -> Position:
        """The position of a case."""
        made: Position = self.kind(values).make()[tuple(self.heaps(values))]
        return made


class Names(NamedTuple):
    """Where the names of a case stand: those of numbers, and those of lists."""

    numbers: Mapping[str, int]
    lists: Mapping[str, int]


def names_of(shape: Shape) -> Names:
    """The names of *shape* with their indices."""
    return Names(
        {item.name: i for i, item in enumerate(shape) if not item.is_list},
        {item.name: i for i, item in enumerate(shape) if item.is_list},
    )


def parse_position(text: str, shape: Shape, *, misere: bool = False) -> tuple[tuple[Group, ...], dict[str, int]]:
    """The groups of a position's expression, and the least value of each name that stands as a heap.

    Raises GrundyError with the place of a fault.
    """
    names = names_of(shape)
    _require_names(text, names)
    require_divisors(text)
    sample = sample_of(text, shape)
    source = " ".join(text.split("\n")).strip()
    groups = []
    least: dict[str, int] = {}
    for term in _terms(ast.parse(source, mode="eval").body):
        if not isinstance(term, ast.Subscript):
            raise PositionError("expected a sum of positions such as nim[*x] + kayles[n]", source, term.col_offset)
        elements = term.slice.elts if isinstance(term.slice, ast.Tuple) else [term.slice]
        heaps, plain = _heaps(source, elements, names)
        kind, known = _kind(source, term.value, names)
        if misere and kind(sample).make().outcomes_only:
            raise RuleError("blocking games are solved in normal play only, not with misere", source, term.col_offset)
        groups.append(Group(kind, heaps, plain is not None, known, _operands(elements, names, spread=True)))
        for name in plain or ():
            least[name] = max(least.get(name, 0), kind(sample).least)
    return tuple(groups), least


def require_divisors(text: str) -> None:
    """Raise RuleError, with its place, for a division by 0 that needs no case to be seen."""
    source = " ".join(text.split("\n")).strip()
    try:
        tree = ast.parse(source, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv | ast.Mod):
            divisor = node.right
            if isinstance(divisor, ast.Constant) and divisor.value == 0:
                raise RuleError("this divides by 0", source, divisor.col_offset)


def _require_names(text: str, names: Names) -> None:
    """Raise an error for a heap or a parameter that is a name, but none of the case; others are the games' business."""
    source = " ".join(text.split("\n")).strip()
    try:
        tree = ast.parse(source, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            for name in _loose_names(node.slice):
                if name.id not in names.numbers and name.id not in names.lists:
                    raise _unknown(name, names, source)
        elif isinstance(node, ast.Call):
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                for name in _loose_names(argument):
                    if name.id not in names.numbers and name.id not in names.lists and not _is_known(name.id):
                        raise _unknown(name, names, source)


def _loose_names(node: ast.AST) -> list[ast.Name]:
    """The names in *node* that are no functions."""
    called = {id(call.func) for call in ast.walk(node) if isinstance(call, ast.Call)}
    return [found for found in ast.walk(node) if isinstance(found, ast.Name) and id(found) not in called]


def _is_known(name: str) -> bool:
    """Whether a name has a meaning of its own, as a game or a set."""
    try:
        expression(name)
    except GrundyError:
        return name in NAMED_SETS
    return True


def _unknown(name: ast.Name, names: Names, source: str) -> PositionError:
    known = ", ".join((*names.numbers, *names.lists))
    return PositionError(f"{cut(name.id)} is no name of the case; its names are {known}", source, name.col_offset)


def sample_of(text: str, shape: Shape) -> list[int | list[int]]:
    """Values of the names for which the expression is a position; raises an error where there are none."""
    failure: GrundyError | None = None
    for size in _SAMPLES:
        values: list[int | list[int]] = []
        for item in shape:
            number = max(size, item.bound.least or 0)
            number = number if item.bound.most is None else min(number, item.bound.most)
            values.append([number] * min(item.size(values), 100) if item.is_list else number)
        try:
            found = expression(text, {item.name: value for item, value in zip(shape, values, strict=True)})
        except GrundyError as error:
            failure = failure or error
            continue
        if isinstance(found, Position):
            return values
        raise PositionError("expected a position, such as nim[*x]", text, 0)
    assert failure is not None  # noqa: S101  there are samples, and each has failed
    raise failure


def _terms(node: ast.expr) -> Iterator[ast.expr]:
    """The summands, from left to right."""
    if isinstance(node, ast.BinOp):
        yield from _terms(node.left)
        yield from _terms(node.right)
    else:
        yield node


def _segment(text: str, node: ast.expr) -> str:
    return text[node.col_offset : node.end_col_offset]


def _used(node: ast.AST, names: Names) -> list[str]:
    """The names of the case that stand in *node*, in order of their first use."""
    found = [n.id for n in ast.walk(node) if isinstance(n, ast.Name)]
    return [n for n in dict.fromkeys(found) if n in names.numbers or n in names.lists]


def _operands(nodes: Iterable[ast.expr], names: Names, *, spread: bool = False) -> tuple[Operand, ...] | None:
    """Each of *nodes* as an operand, where they are names, integers, sums of them and, with *spread*, lists."""
    found = []
    for node in nodes:
        if spread and isinstance(node, ast.Starred) and isinstance(node.value, ast.Name):
            found.append(Operand(names.lists[node.value.id]))
            continue
        operand = _operand(node, names)
        if operand is None:
            return None
        found.append(operand)
    return tuple(found)


def _operand(node: ast.expr, names: Names) -> Operand | None:
    match node:
        case ast.Constant(value=int() as number):
            return Operand(None, number)
        case ast.Name(id=name):
            return Operand(names.numbers[name]) if name in names.numbers else None
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            first, second = _operand(left, names), _operand(right, names)
            if first is None or second is None:
                return None
            if second.place is None:
                sign = 1 if isinstance(op, ast.Add) else -1
                return Operand(first.place, first.offset + sign * second.offset)
            if first.place is None and isinstance(op, ast.Add):
                return Operand(second.place, first.offset + second.offset)
    return None


def _number(text: str, node: ast.expr, names: Names) -> Callable[[Any], int]:
    """A term over the numbers' names, as a function of a case."""
    segment = _segment(text, node)
    (term,) = parse_terms(segment)
    try:
        function = term_function(term, names.numbers)
    except KeyError as error:
        hint = "a list is spread by *" if error.args[0] in names.lists else "expected a name of the case"
        raise PositionError(f"{error.args[0]} is no number: {hint}", text, node.col_offset) from None
    return function


def _heaps(text: str, elements: list[ast.expr], names: Names) -> tuple[Callable[[Values], list[int]], list[str] | None]:
    """The heaps as a function of a case, and their names where all of them are names."""
    if len(elements) == 1 and isinstance(elements[0], ast.Starred) and isinstance(elements[0].value, ast.Name):
        name = elements[0].value.id
        place = names.lists[name]
        return (lambda values: values[place]), [name]
    plain = [e.id for e in elements if isinstance(e, ast.Name) and e.id in names.numbers]
    if len(plain) == len(elements):
        places = [names.numbers[name] for name in plain]
        return (lambda values: [values[place] for place in places]), plain
    parts = [_spread(text, e, names) for e in elements]
    return (lambda values: [heap for part in parts for heap in part(values)]), None


def _spread(text: str, element: ast.expr, names: Names) -> Getter:
    if isinstance(element, ast.Starred):
        if not isinstance(element.value, ast.Name) or element.value.id not in names.lists:
            raise PositionError("* spreads a list of the case", text, element.col_offset)
        place = names.lists[element.value.id]
        return lambda values: values[place]
    number = _number(text, element, names)
    return lambda values: (number(values),)


def _kind(text: str, base: ast.expr, names: Names) -> tuple[Callable[[Values], Kind], Known | None]:
    """The rules before the bracket, as a function of a case (those of equal parameters are kept), and as data."""
    used = _used(base, names)
    segment = _segment(text, base)
    if not used:
        only = _kind_of(expression(segment))
        return (lambda _values: only), Known(only)
    if isinstance(base, ast.Call):
        found = _family(text, base, names)
        if found is not None:
            return _member(*found, names)
    places = [{**names.numbers, **names.lists}[name] for name in used]

    @lru_cache(_KEPT)
    def kept(*key: int | tuple[int, ...]) -> Kind:
        values = [list(part) if isinstance(part, tuple) else part for part in key]
        return _kind_of(expression(segment, dict(zip(used, values, strict=True))))

    def kind(values: Values) -> Kind:
        return kept(*(tuple(v) if isinstance(v, list) else v for v in map(values.__getitem__, places)))

    return kind, None


def _kind_of(ruleset: Ruleset) -> Kind:
    law = None
    if isinstance(ruleset, TextRuleset) and not ruleset.start:
        found = (SHIPPED.law_of(*key) for key in ruleset.law_keys)
        law = next((known.law for known in found if known is not None), None)
    return Kind(law, ruleset.heaps, ruleset.least, lambda: ruleset)


def _family(text: str, call: ast.Call, names: Names) -> tuple[Family, dict[str, Getter], dict[str, ast.expr]] | None:
    """The family that is called, and its parameters as functions of a case and as they are written.

    None where it is no such call.
    """
    given = {str(k.arg): k.value for k in call.keywords}
    if not isinstance(call.func, ast.Name) or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    if call.func.id == "ruleset":
        own = {name: given.pop(name) for name in ("params", "least", "start") if name in given}
        if len(call.args) != 1 or "params" in own or any(_used(node, names) for node in (*call.args, *own.values())):
            return None
        pieces = [_segment(text, call.args[0]), f'params="{", ".join(given)}"']
        pieces += [f"{name}={_segment(text, node)}" for name, node in own.items()]
        family = expression(f"ruleset({', '.join(pieces)})")
    else:
        family = expression(call.func.id)
        if not isinstance(family, Family):
            return None
        given = {**dict(zip(family.parameters, call.args, strict=False)), **given}
    if not isinstance(family, Family) or family.start or set_parameters(family.rules, family.parameters):
        return None
    return family, {name: _number(text, given[name], names) for name in family.parameters}, given


def _member(
    family: Family, parameters: dict[str, Getter], given: dict[str, ast.expr], names: Names
) -> tuple[Callable[[Values], Kind], Known | None]:
    """The family's ruleset of a case, and the family with its parameters as data."""
    canonical, order = family.general
    computed = not all(isinstance(node, ast.Name | ast.Constant) for node in given.values())
    operands = _operands([given[name] for name in order], names)
    known = None if operands is None else Known(None, canonical, operands)
    getters = [parameters[name] for name in order]
    heaps, least = len(family.rules.heaps), family.least
    user_made = family.about is None

    @lru_cache(_KEPT)
    def made(*key: int) -> Ruleset:
        ruleset: Ruleset = family(**dict(zip(order, key, strict=True)))
        if user_made:
            finished(ruleset)
        return ruleset

    @lru_cache(_KEPT)
    def kept(*key: int) -> Kind:
        if computed:
            for name, number in zip(order, key, strict=True):
                require_short(number, f"the parameter {name}", RuleError)
        law = law_of_family(canonical, key)
        if law is None:
            known = SHIPPED.law_of(canonical, key)
            law = None if known is None else known.law
        return Kind(law, heaps, least, partial(made, *key))

    return (lambda values: kept(*[getter(values) for getter in getters])), known
