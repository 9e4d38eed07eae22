"""Programs in the format of an online judge: a case, which position it is, and what is printed.

The description of a problem is plain data (`Format`), as `grundy.judge` reads it from TOML. A position is a sum of
``RULES[heaps]``; rules whose parameters stand in the case need the law of their family.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from grundy.games import expression
from grundy.rules.errors import Unsupported
from grundy.rules.family import Family
from grundy.rules.parsing import parse_condition, parse_terms
from grundy.rules.rulesets import Ruleset
from grundy.rules.values import Value

from .forms import Form, Parts, build
from .names import safe_names
from .program import Case, Piece, Program, indented, trimmed
from .replies import form_of
from .terms import condition_text, term_text

LawOf = Callable[[Ruleset | Family], Mapping[str, Any] | None]
"""The law of a ruleset, or of a family with its parameters p1, p2, … in the order of the general text."""


class Format(Value):
    """How a case is read and answered: *items* are the names, with the length of lists; *exceptions* have a condition.

    *if_n*, *if_p* and the texts of exceptions are templates, each the texts and the fields in turn. *bounds* are the
    least and the largest value of a name.
    """

    items: tuple[tuple[str, str | int | None], ...]
    position: str
    if_n: tuple[tuple[str, ...], tuple[str, ...]]
    if_p: tuple[tuple[str, ...], tuple[str, ...]]
    exceptions: tuple[tuple[str, tuple[tuple[str, ...], tuple[str, ...]]], ...] = ()
    counted: bool = False
    end: str = ""
    misere: bool = False


_MOVE_FIELDS = {"i", "y", "t"}
_KNOWN = {*_MOVE_FIELDS, "value", "case"}


class _Group(Value):
    """One ``RULES[heaps]``: its functions, its heaps as names, or one list, and whether it is a sum of them."""

    form: Form
    heaps: tuple[str, ...]
    spread: str
    parameters: tuple[str, ...]
    law: Mapping[str, Any] | None

    __hash__ = None  # type: ignore[assignment]

    def call(self, name: str, *heaps: str, extra: str = "") -> str:
        """A call of one of the functions with the case's parameters."""
        arguments = [*heaps, *([extra] if extra else []), *self.parameters]
        return f"{name}({', '.join(arguments)})"


def problem_program(problem: Format, law_of: LawOf, notes: tuple[str, ...] = ()) -> Program:
    """The program that reads the cases of a problem and prints their answers; raises Unsupported."""
    fields = {*problem.if_n[1], *problem.if_p[1], *(f for _, template in problem.exceptions for f in template[1])}
    names = dict(zip((n for n, _ in problem.items), safe_names([n for n, _ in problem.items]), strict=True))
    unknown = sorted(fields - _KNOWN - set(names))
    if unknown:
        raise Unsupported("program", "the problem", f"the field {{{unknown[0]}}} is not written in other languages")
    ask = "option" if fields & _MOVE_FIELDS else "value" if "value" in fields else "outcome"
    groups = _groups(problem, names, law_of, ask)
    body = _exceptions(problem, names)
    if problem.misere:
        body += _misere(groups, ask, problem, names)
    elif len(groups) == 1 and not groups[0].spread and groups[0].form.heaps == len(groups[0].heaps):
        body += _component(groups[0], ask, problem, names)
    else:
        body += _sum(groups, ask, problem, names)
    text = "\n".join(body)
    lists = {n for n, length in problem.items if length is not None}
    signature = [f"{new}: {'Heaps' if name in lists else 'int'}" for name, new in names.items()]
    used = {n.id for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name)}
    wanted = [s for s in [*signature, "case_number: int"] if s.partition(":")[0] in used]
    pieces = sum((group.form.piece for group in groups), Piece())
    answer = (
        f'\n\ndef answer({", ".join(wanted)}) -> str:\n    """The line that is printed for a case."""\n{indented(body)}'
    )
    items = tuple((names[n], names[length] if isinstance(length, str) else length) for n, length in problem.items)
    end = condition_text(parse_condition(problem.end), names) if problem.end else ""
    constants = tuple(dict(pieces.constants).items())
    return trimmed(Program(notes, constants, pieces.functions + answer, Case(items, problem.counted, end)))


# ---------------------------------------------------------------- positions


def _groups(problem: Format, names: Mapping[str, str], law_of: LawOf, ask: str) -> list[_Group]:
    source = " ".join(problem.position.split("\n")).strip()
    terms = list(_summands(ast.parse(source, mode="eval").body))
    found = []
    for place, term in enumerate(terms, 1):
        if not isinstance(term, ast.Subscript):
            raise Unsupported("program", "the problem", "its position is no sum of RULES[heaps]")
        suffix = f"_{place}" if len(terms) > 1 else ""
        found.append(_group(source, term, names, law_of, ask, suffix, misere=problem.misere))
    return found


def _summands(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp):
        return [*_summands(node.left), *_summands(node.right)]
    return [node]


def _segment(text: str, node: ast.expr) -> str:
    return text[node.col_offset : node.end_col_offset]


def _term(text: str, node: ast.expr, names: Mapping[str, str]) -> str:
    """A term over the case's names as an expression."""
    (term,) = parse_terms(_segment(text, node))
    try:
        return term_text(term, names)
    except KeyError as error:
        raise Unsupported("program", "the problem", f"{error.args[0]} is no number of the case") from None


def _group(
    text: str,
    node: ast.Subscript,
    names: Mapping[str, str],
    law_of: LawOf,
    ask: str,
    suffix: str,
    *,
    misere: bool,
) -> _Group:
    elements = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    spread = ""
    heaps: tuple[str, ...] = ()
    if len(elements) == 1 and isinstance(elements[0], ast.Starred):
        if not isinstance(elements[0].value, ast.Name):
            raise Unsupported("program", "the problem", "* spreads a list of the case")
        spread = names[elements[0].value.id]
    elif any(isinstance(e, ast.Starred) for e in elements):
        raise Unsupported("program", "the problem", "a list stands beside other heaps")
    else:
        heaps = tuple(_term(text, e, names) for e in elements)
    used = {n.id for n in ast.walk(node.value) if isinstance(n, ast.Name)} & set(names)
    if not used:
        return _ruleset_group(expression(_segment(text, node.value)), heaps, spread, law_of, ask, suffix, misere=misere)
    return _family_group(text, node.value, heaps, spread, names, law_of, suffix)


def _ruleset_group(
    ruleset: Ruleset, heaps: tuple[str, ...], spread: str, law_of: LawOf, ask: str, suffix: str, *, misere: bool
) -> _Group:
    law = law_of(ruleset)
    if law is not None and suffix:
        form = build(law, Parts(suffix))
        if ask == "option" and not form.replacement:
            raise Unsupported("option", ruleset, "it is one of several games here, and its law does not find options")
    elif law is None and suffix:
        raise Unsupported("program", ruleset, "it is one of several games here, and its law is not known")
    else:
        form = form_of(ruleset, law, "outcome" if misere else ask)
    return _Group(form, heaps, spread, (), law)


def _family_group(
    text: str,
    call: ast.expr,
    heaps: tuple[str, ...],
    spread: str,
    names: Mapping[str, str],
    law_of: LawOf,
    suffix: str,
) -> _Group:
    """Rules with parameters from the case: the law of the family, its parameters as arguments."""
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise Unsupported("program", "the problem", "rules with numbers of the case are written as FAMILY(numbers)")
    if call.func.id == "ruleset":
        own = {str(k.arg): k.value for k in call.keywords}
        least = f", least={_segment(text, own.pop('least'))}" if "least" in own else ""
        family = expression(f'ruleset({_segment(text, call.args[0])}, params="{", ".join(own)}"{least})')
        given: dict[str, ast.expr] = own
    else:
        family = expression(call.func.id)
        if not isinstance(family, Family):
            raise Unsupported("program", family, "rules with numbers of the case are written as FAMILY(numbers)")
        given = dict(zip(family.parameters, call.args, strict=False))
        given |= {str(k.arg): k.value for k in call.keywords}
    law = law_of(family)
    if law is None:
        raise Unsupported("program", family, "its law for all values of its parameters is not known")
    order = family.general[1]
    arguments = safe_names(list(order))
    form = build(law, Parts(suffix, tuple(arguments)))
    return _Group(form, heaps, spread, tuple(_term(text, given[name], names) for name in order), law)


# ---------------------------------------------------------------- answers


def _template(template: tuple[tuple[str, ...], tuple[str, ...]], names: Mapping[str, str]) -> str:
    """The text of a template as an expression."""
    known = {
        "i": "str(place + 1)",
        "y": "joined(found)",
        "t": "str(taken)",
        "value": "str(total)",
        "case": "str(case_number)",
    }
    texts, fields = template
    pieces = [repr(texts[0])] if texts[0] or not fields else []
    for field, text in zip(fields, texts[1:], strict=True):
        pieces.append(known[field] if field in known else f"str({names[field]})")
        pieces += [repr(text)] if text else []
    return " + ".join(pieces)


def _exceptions(problem: Format, names: Mapping[str, str]) -> list[str]:
    lines = []
    for when, template in problem.exceptions:
        lines += [f"if {condition_text(parse_condition(when), names)}:", f"    return {_template(template, names)}"]
    return lines


def _component(group: _Group, ask: str, problem: Format, names: Mapping[str, str]) -> list[str]:
    """One component."""
    form, heaps = group.form, group.heaps
    n, p = _template(problem.if_n, names), _template(problem.if_p, names)
    if ask == "option":
        if form.replacement:
            found = f"found: Heaps = {group.call(form.replacement, *heaps, extra='0')}"
        elif form.move:
            found = f"found: Heaps = {group.call(form.move, *heaps)}"
        else:
            raise Unsupported("option", "the problem", "its law does not find winning moves")
        lines = [found, "if len(found) == 0:", f"    return {p}"]
        lines += ["place: int = 0"] if "place" in n else []
        return [*lines, *_taken(n, " + ".join(heaps)), f"return {n}"]
    if ask == "value":
        return [f"total: int = {group.call(form.grundy, *heaps)}", f"return {n} if total != 0 else {p}"]
    lost = group.call(form.is_p, *heaps) if form.is_p else f"{group.call(form.grundy, *heaps)} == 0"
    return [f"return {p} if {lost} else {n}"]


def _taken(template: str, before: str) -> list[str]:
    """What a move took, where it is printed."""
    if "taken" not in template:
        return []
    return [f"taken: int = {before}", "for heap in found:", "    taken -= heap"]


def _sum(groups: list[_Group], ask: str, problem: Format, names: Mapping[str, str]) -> list[str]:
    """A sum of one-heap games, of which the values are known."""
    n, p = _template(problem.if_n, names), _template(problem.if_p, names)
    lines = ["total: int = 0"]
    for group in groups:
        if group.form.heaps != 1 or not group.form.grundy:
            raise Unsupported("program", "the problem", "the values of its position are not known")
        if group.spread:
            lines += [f"for heap in {group.spread}:", f"    total ^= {group.call(group.form.grundy, 'heap')}"]
        else:
            lines += [f"total ^= {group.call(group.form.grundy, heap)}" for heap in group.heaps]
    if ask != "option":
        return [*lines, f"return {n} if total != 0 else {p}"]
    lines += ["if total == 0:", f"    return {p}"]
    if len(groups) > 1 or not groups[0].spread:
        return [*lines, *_tries(groups, n, p)]
    group = groups[0]
    heap = f"{group.spread}[place]"
    wanted = f"total ^ {group.call(group.form.grundy, heap)}"
    lines += [f"for place in range(0, len({group.spread})):"]
    lines += [f"    found: Heaps = {group.call(group.form.replacement, heap, extra=wanted)}", "    if len(found) > 0:"]
    lines += [f"        {line}" for line in [*_taken(n, heap), f"return {n}"]]
    return [*lines, f"return {p}"]


def _tries(groups: list[_Group], n: str, p: str) -> list[str]:
    """The heaps of a sum one after the other."""
    lines = ["place: int = 0", "found: Heaps = Heaps()"]
    for group in groups:
        if group.spread:
            heap = "heap"
            head, inner = [f"for heap in {group.spread}:"], "    "
            runs = [heap]
        else:
            head, inner, runs = [], "", list(group.heaps)
        lines += head
        for heap in runs:
            wanted = f"total ^ {group.call(group.form.grundy, heap)}"
            lines += [f"{inner}found = {group.call(group.form.replacement, heap, extra=wanted)}"]
            lines += [f"{inner}if len(found) > 0:"]
            lines += [f"{inner}    {line}" for line in [*_taken(n, heap), f"return {n}"]]
            lines += [f"{inner}place += 1"]
    return [*lines, f"return {p}"]


def _misere(groups: list[_Group], ask: str, problem: Format, names: Mapping[str, str]) -> list[str]:
    """Nim in misere play, by Bouton's rule."""
    nim = {"kind": "window", "least": 0, "lower": []}
    if ask == "option" or any(group.law != nim for group in groups):
        raise Unsupported("program", "the problem", "of misere play only the outcomes and values of Nim are written")
    n, p = _template(problem.if_n, names), _template(problem.if_p, names)
    lines = ["total: int = 0", "large: bool = False"]
    for group in groups:
        for heap in group.heaps:
            lines += [f"total ^= {heap}", f"large = large or {heap} >= 2"]
        if group.spread:
            lines += [f"for heap in {group.spread}:", "    total ^= heap", "    large = large or heap >= 2"]
    lines += ["if not large:", "    total = 1 - total"]
    return [*lines, f"return {n} if total != 0 else {p}"]
