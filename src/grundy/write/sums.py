"""Laws that stand on other laws as functions: sums over heaps, functions of two heaps."""

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
