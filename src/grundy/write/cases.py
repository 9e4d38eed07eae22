"""Laws by the remainder of the heap, and functions of another law's values, as functions of a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grundy.rules.errors import Unsupported
from grundy.rules.values import Value

from .bounds import largest_heap, value_bound
from .forms import Form, Parts, build, plus
from .program import Constant, Piece, called, indented
from .terms import form_text

_LISTED = 6
_ODIOUS = '''
def odious(half: int) -> int:
    """The one of 2 * half and 2 * half + 1 that has an odd number of ones in base 2."""
    ones: int = 0
    rest: int = half
    while rest > 0:
        ones += rest % 2
        rest = rest // 2
    return 2 * half + 1 - ones % 2

'''


class _Lines(Value):
    """Statements that return a value, with the piece that they use and the tests of names (`x`) that they assign."""

    lines: tuple[str, ...]
    piece: Piece = Piece()


def residues_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """The value by the remainder of the heap: a line, or the value of a smaller heap."""
    return cases_form(law, parts)


def cases_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """The value by the remainder of the heap: a line, a function of the value of a smaller heap, or another law."""
    k, name = len(law["cases"]), parts.name("grundy")
    groups: dict[_Lines, list[int]] = {}
    for case in sorted(law["cases"], key=lambda case: int(case["residue"])):
        residue = int(case["residue"])
        groups.setdefault(_case(case, residue, k, name, parts), []).append(residue)
    usual = max(groups, key=lambda lines: len(groups[lines]))
    lines, piece = _start(law, parts)
    table = parts.constant("CASES")
    listed = all(len(residues) <= _LISTED for one, residues in groups.items() if one != usual)
    kinds = [0] * k
    for number, (one, residues) in enumerate([(o, r) for o, r in groups.items() if o != usual], 1):
        for residue in residues:
            kinds[residue] = number
        tests = [f"n % {k} == {residue}" for residue in residues] if listed else [f"{table}[n % {k}] == {number}"]
        lines += [f"if {' or '.join(tests)}:", *(f"    {line}" for line in one.lines)]
        piece += one.piece
    piece += usual.piece
    if not listed:
        piece += Piece(((table, tuple(kinds)),))
    lines += usual.lines
    functions = f'''
def {name}(n: int) -> int:
    """The Grundy value of a heap of n{f", by its remainder on division by {k}" if k > 1 else ""}."""
{indented(lines)}'''
    return _bounded(Form(piece + Piece(functions=functions), 1, grundy=name), law)


def _bounded(form: Form, law: Mapping[str, Any]) -> Form:
    """*form* with the largest heap to which its values are known to fit."""
    from grundy.rules.values import replace

    largest = largest_heap(lambda heap: value_bound(law, heap))
    if largest is None:
        raise Unsupported("program", "the law", "its values may be larger than 64 bits")
    return replace(form, largest=largest)


def _start(law: Mapping[str, Any], parts: Parts) -> tuple[list[str], Piece]:
    """The lines for the first heaps, whose values are listed."""
    start, least = tuple(law.get("start", ())), int(law.get("least", 0))
    if not start:
        return [], Piece()
    if len(set(start)) == 1:
        return [f"if n < {least + len(start)}:", f"    return {start[0]}"], Piece()
    table = parts.constant("START")
    lines = [f"if n < {least + len(start)}:", f"    return {table}[{f'n - {least}' if least else 'n'}]"]
    return lines, Piece(((table, start),))


def _case(case: Mapping[str, Any], residue: int, k: int, name: str, parts: Parts) -> _Lines:
    """The statements for the heaps of a remainder."""
    if "law" in case:
        inner = build(case["law"], parts.inner(residue))
        return _Lines((f"return {inner.call(inner.grundy, f'n // {k}' if k > 1 else 'n')}",), inner.piece)
    if "linear" in case:
        alpha, beta = (int(x) for x in case["linear"])
        if alpha % k == 0:
            return _Lines((f"return {form_text((alpha // k, beta - alpha // k * residue), ('n',))}",))
        times = f"n // {k}" if alpha == 1 else f"{alpha} * (n // {k})"
        return _Lines((f"return {plus(times, str(beta))}",))
    smaller = plus(f"n // {k}", str(int(case["recur"][0])))
    form, numbers = str(case.get("form", "linear")), tuple(int(x) for x in case.get("numbers", (1, 0)))
    return applied_lines(form, numbers, called(name, smaller), parts.constant(f"VALUES_{residue}"))


def after_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """A function of the value by another law."""
    inner, name = build(law["law"], parts.inner(1)), parts.name("grundy")
    lines, piece = _start(law, parts)
    numbers = tuple(int(x) for x in law["numbers"])
    applied = applied_lines(str(law["form"]), numbers, inner.call(inner.grundy, "n"), parts.constant("VALUES"))
    functions = f'''
def {name}(n: int) -> int:
    """The Grundy value of a heap of n, from the value by another law, {inner.grundy}."""
{indented([*lines, *applied.lines])}'''
    form = _bounded(Form(inner.piece + piece + applied.piece + Piece(functions=functions), 1, grundy=name), law)
    from grundy.rules.values import replace

    return replace(form, largest=min(form.largest, inner.largest))


def applied_lines(form: str, numbers: Sequence[int], x: str, table: str) -> _Lines:
    """The statements that return F(x), never less than 0, where *form* and *numbers* say what F is.

    >>> applied_lines("linear", (2, -1), "f(n)", "T").lines, applied_lines("modulus", (0, 1), "f(n)", "T").lines
    (('return max(2 * f(n) - 1, 0)',), ('return f(n) % 2',))
    """
    listed = tuple(max(number, 0) for number in numbers)
    constants: tuple[Constant, ...] = ((table, listed),)
    plain = tuple(numbers) == tuple(range(len(numbers)))
    last = len(numbers) - 1
    match form:
        case "linear":
            a, b = numbers
            text = plus(x if a == 1 else f"{a} * {x}", str(b)) if a else str(max(b, 0))
            return _Lines((f"return {text}" if not a or (a >= 0 and b >= 0) else f"return max({text}, 0)",))
        case "modulus":
            return _of_table(f"{x} % {len(numbers)}", constants, plain=plain)
        case "capped":
            return _of_table(f"min({x}, {last})", constants, plain=plain)
        case "rising":
            more = plus("x", str(numbers[0]))
            lines = [f"x: int = {x}", f"if x < {last}:", f"    return {table}[x]"] if last else [f"x: int = {x}"]
            lines += [f"return {more}" if numbers[0] >= 0 else f"return max({more}, 0)"]
            return _Lines(tuple(lines), Piece(((table, listed[1:]),) if last else ()))
        case "xor":
            return _Lines((f"return {x} ^ {numbers[0]}",))
        case "power":
            text = f"int({plus(f'(wide({numbers[0]}) << {x})', str(numbers[1]))})"
            return _Lines((f"return {text if min(numbers) >= 0 else f'max({text}, 0)'}",))
    half = plus(x, str(numbers[0] - 1))
    if numbers[0] >= 1:
        return _Lines((f"return odious({half})",), Piece(functions=_ODIOUS))
    lines = [f"half: int = {half}", "return odious(half) if half >= 0 else 0"]
    return _Lines(tuple(lines), Piece(functions=_ODIOUS))


def _of_table(place: str, constants: tuple[Constant, ...], *, plain: bool) -> _Lines:
    if plain:
        return _Lines((f"return {place}",))
    return _Lines((f"return {constants[0][0]}[{place}]",), Piece(constants))
