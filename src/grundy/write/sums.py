"""Laws that stand on other laws as functions: sums over heaps, zeros, functions of two heaps, remainders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grundy.rules.errors import Unsupported
from grundy.rules.values import replace

from .forms import Form, Parts, build
from .program import Piece

_COMBINED = {
    "a + b": "a + b",
    "|a - b|": "max(a, b) - min(a, b)",
    "min(a, b)": "min(a, b)",
    "max(a, b)": "max(a, b)",
    "a xor b": "a ^ b",
    "a": "a",
    "b": "b",
}


def sum_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """The xor of the values of the heaps, each by its law."""
    kinds: list[Mapping[str, Any]] = []
    forms: list[Form] = []
    which = []
    for one in law["laws"]:
        if one not in kinds:
            kinds.append(one)
            forms.append(build(one, parts.inner(len(kinds))))
        which.append(forms[kinds.index(one)])
    heaps = [f"h{i}" for i in range(1, len(which) + 1)]
    values = [form.call(form.grundy, heap) for form, heap in zip(which, heaps, strict=True)]
    name, move = parts.name("grundy"), parts.name("move")
    signature = ", ".join(f"{heap}: int" for heap in heaps) + parts.signature
    functions = f'''
def {name}({signature}) -> int:
    """The Grundy value: the xor of the values of the heaps."""
    return {" ^ ".join(values)}
'''
    if all(form.replacement for form in which):
        tries = ""
        for place, (form, heap, value) in enumerate(zip(which, heaps, values, strict=True)):
            after = ", ".join("found[0]" if i == place else h for i, h in enumerate(heaps))
            tries += f"    found = {form.call(form.replacement, heap, extra=f'total ^ {value}')}\n"
            tries += f"    if len(found) == 1:\n        return [{after}]\n"
        functions += f'''

def {move}({signature}) -> Heaps:
    """The heaps after a winning move, if there is one."""
    total: int = {name}({", ".join(heaps)}{parts.passed})
    found: Heaps = Heaps()
    if total == 0:
        return []
{tries}    return []
'''
    else:
        move = ""
    pieces = sum((form.piece for form in forms), Piece())
    return Form(
        pieces + Piece(functions=functions),
        len(which),
        grundy=name,
        move=move,
        arguments=parts.names,
        largest=min(form.largest for form in which),
        options_to=min(form.options_to for form in which),
        method="one heap becomes what makes the xor 0",
    )


def outcome_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """The zeros of a law, whose values are not known to be Grundy values."""
    inner = build(law["law"], parts.inner(1))
    if inner.is_p and not inner.grundy:
        return Form(inner.piece, inner.heaps, is_p=inner.is_p, arguments=inner.arguments, largest=inner.largest)
    heaps = [f"h{i}" for i in range(1, inner.heaps + 1)]
    is_p = parts.name("is_p")
    signature = ", ".join(f"{heap}: int" for heap in heaps) + parts.signature
    functions = f'''
def {is_p}({signature}) -> bool:
    """Whether the mover loses."""
    return {inner.call(inner.grundy, *heaps)} == 0
'''
    return Form(
        inner.piece + Piece(functions=functions), inner.heaps, is_p=is_p, arguments=parts.names, largest=inner.largest
    )


def pairs_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """A law of one heap, of a combination of two."""
    if law["of"] not in _COMBINED:
        raise Unsupported("program", f"the law of {law['of']}", "the combination may be larger than 64 bits")
    inner = build(law["law"], parts.inner(1))
    about = "grundy" if inner.grundy else "is_p"
    name = parts.name(about)
    words, kind = ("The Grundy value", "int") if inner.grundy else ("Whether the mover loses", "bool")
    functions = f'''
def {name}(a: int, b: int{parts.signature}) -> {kind}:
    """{words}: the heaps count as one heap, {law["of"]}."""
    return {inner.call(inner.grundy or inner.is_p, _COMBINED[law["of"]])}
'''
    largest = inner.largest // 2 if law["of"] == "a + b" else inner.largest
    piece = inner.piece + Piece(functions=functions)
    return replace(Form(piece, 2, arguments=parts.names, largest=largest), **{about: name})


def split_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """One law for each remainder of the heap."""
    forms = [build(one, parts.inner(i)) for i, one in enumerate(law["laws"], 1)]
    start, least, name = tuple(law.get("start", ())), int(law.get("least", 0)), parts.name("grundy")
    table = parts.constant("START")
    lines = []
    if start:
        shift = f"n - {least}" if least else "n"
        lines += [f"    if {shift} < {len(start)}:", f"        return {table}[{shift}]"]
    k = len(forms)
    for remainder, form in enumerate(forms[:-1]):
        lines += [f"    if n % {k} == {remainder}:", f"        return {form.call(form.grundy, f'n // {k}')}"]
    lines += [f"    return {forms[-1].call(forms[-1].grundy, f'n // {k}')}"]
    functions = f'''
def {name}(n: int{parts.signature}) -> int:
    """The Grundy value of a heap of n, by its remainder on division by {k}."""
{chr(10).join(lines)}
'''
    piece = sum((form.piece for form in forms), Piece()) + Piece(((table, start),) if start else (), functions)
    return Form(piece, 1, grundy=name, arguments=parts.names, largest=min(form.largest for form in forms))
