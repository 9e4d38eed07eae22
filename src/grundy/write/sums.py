"""Laws that stand on other laws as functions: sums over heaps, functions of two heaps."""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
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
    "a or b": "a | b",
    "a and b": "a & b",
    "(a-1) or (b-1)": "max(a - 1, 0) | max(b - 1, 0)",
    "gcd(a, b)": "gcd(a, b)",
    "floor(|a/b - b/a|)": "quotients(a, b)",
    "floor(|a/b - b/a|), 1 for a = b > 0": "1 if a == b and a > 0 else quotients(a, b)",
    "a*b": "a * b",
}
_ROUNDED_UP = frozenset({"a xor b", "a or b", "(a-1) or (b-1)"})
_HELPERS = '''
def gcd(a: int, b: int) -> int:
    """The greatest common divisor."""
    while b > 0:
        rest: int = a % b
        a = b
        b = rest
    return a


def quotients(a: int, b: int) -> int:
    """|a/b - b/a|, rounded down; 0 where a heap is 0."""
    if a == 0 or b == 0:
        return 0
    large: wide = wide(max(a, b))
    small: wide = wide(min(a, b))
    return int((large * large - small * small) // (large * small))

'''


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
    functions = f'''{_HELPERS}
def {name}(a: int, b: int{parts.signature}) -> {kind}:
    """{words}: the heaps count as one heap, {law["of"]}."""
    return {inner.call(inner.grundy or inner.is_p, _COMBINED[law["of"]])}
'''
    largest = inner.largest
    if law["of"] in _ROUNDED_UP:
        largest = (1 << (largest + 1).bit_length() - 1) - 1
    elif law["of"] in ("a + b", "a*b"):
        largest = largest // 2 if law["of"] == "a + b" else isqrt(largest)
    piece = inner.piece + Piece(functions=functions)
    return replace(Form(piece, 2, arguments=parts.names, largest=largest), **{about: name})
