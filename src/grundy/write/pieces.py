"""Laws by cases as functions: remainders and quotients of all heaps, which of two is larger, how small all are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from grundy.laws.wording import heap_names
from grundy.rules.errors import Unsupported
from grundy.rules.values import replace

from .digitsums import membership
from .forms import Form, Parts, build
from .program import LARGEST, Piece

_LISTED = 4


def remainders_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """The remainders of the heaps are one of some tuples."""
    moduli = [int(p) for p in law["moduli"]]
    name, heaps = parts.name("is_p"), heap_names(len(moduli))
    constants, test = _remainders(moduli, law["members"], heaps, parts)
    functions = f'''
def {name}({_signature(heaps)}) -> bool:
    """Whether the mover loses: by the remainders of the heaps."""
    return {test}
'''
    return Form(Piece(constants, functions), len(heaps), is_p=name)


def _remainders(
    moduli: Sequence[int], members: Sequence[Sequence[int]], heaps: Sequence[str], parts: Parts
) -> tuple[tuple[tuple[str, tuple[int, ...]], ...], str]:
    """The test that the remainders of the heaps are one of *members*, and the table that it needs."""
    kept = [i for i, p in enumerate(moduli) if p > 1]
    rests = {i: f"{heaps[i]} % {moduli[i]}" for i in kept}
    if max(moduli) > LARGEST:
        raise Unsupported("program", "the law", "its moduli are larger than 64 bits")
    if len(members) <= _LISTED and kept:
        tests = [" and ".join(f"{rests[i]} == {member[i]}" for i in kept) for member in members]
        return (), " or ".join(f"({t})" if len(tests) > 1 and len(kept) > 1 else t for t in tests) or "1 == 0"
    place, places = "", [0] * len(members)
    for i in kept:
        place = f"({place}) * {moduli[i]} + {rests[i]}" if place else rests[i]
        places = [p * moduli[i] + member[i] for p, member in zip(places, members, strict=True)]
    place = place.replace("(", "", 1).replace(")", "", 1) if place.count("(") == 1 else place
    return membership(place or "0", sorted(places), prod(moduli[i] for i in kept), parts.constant("LOST"))


def blocks_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """The quotients of the heaps by a law, and their remainders one of some tuples."""
    size = int(law["size"])
    inner = build(law["law"], parts.inner(1))
    name, heaps = parts.name("is_p"), heap_names(inner.heaps)
    constants, test = _remainders([size] * inner.heaps, law["members"], heaps, parts)
    quotients = [f"{heap} // {size}" for heap in heaps]
    test = f"({test})" if " or " in test else test
    functions = f'''
def {name}({_signature(heaps)}) -> bool:
    """Whether the mover loses: by the remainders of the heaps on division by {size}, and by the quotients."""
    return {test} and {inner.lost(*quotients)}
'''
    largest = min(LARGEST, inner.largest * size)
    return Form(inner.piece + Piece(constants, functions), inner.heaps, is_p=name, largest=largest)


def order_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """Another law where a < b, a = b and a > b."""
    by_order: dict[str, Form] = {}
    done: list[tuple[Any, Form]] = []
    for place, key in enumerate(("less", "equal", "greater"), 1):
        known = next((form for one, form in done if one == law[key]), None)
        by_order[key] = known or build(law[key], parts.inner(place))
        done.append((law[key], by_order[key]))
    less, equal, greater = by_order.values()
    values = law.get("about") == "grundy"
    name = parts.name("grundy" if values else "is_p")

    def said(form: Form) -> str:
        return form.call(form.grundy, "a", "b") if values else form.lost("a", "b")

    lines = f"    if a < b:\n        return {said(less)}\n"
    if equal == less:
        lines = f"    if a <= b:\n        return {said(less)}\n"
    elif equal != greater:
        lines += f"    if a == b:\n        return {said(equal)}\n"
    functions = f'''
def {name}(a: int, b: int) -> {"int" if values else "bool"}:
    """{"The Grundy value" if values else "Whether the mover loses"}: by which of the heaps is larger."""
{lines}    return {said(greater)}
'''
    forms = list(dict.fromkeys(by_order.values()))
    piece = sum((form.piece for form in forms), Piece()) + Piece(functions=functions)
    largest = min(form.largest for form in forms)
    return replace(Form(piece, 2, largest=largest), **{"grundy" if values else "is_p": name})


def small_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """Another law where every heap is small."""
    small, other = build(law["small"], parts.inner(1)), build(law["law"], parts.inner(2))
    name, heaps = parts.name("is_p"), heap_names(other.heaps)
    tests = " and ".join(f"{heap} <= {int(law['most'])}" for heap in heaps)
    functions = f'''
def {name}({_signature(heaps)}) -> bool:
    """Whether the mover loses: by another law where every heap is at most {int(law["most"])}."""
    if {tests}:
        return {small.lost(*heaps)}
    return {other.lost(*heaps)}
'''
    if small.largest < int(law["most"]) or int(law["most"]) > LARGEST:
        raise Unsupported("program", "the law", "its small heaps are too large")
    piece = small.piece + other.piece + Piece(functions=functions)
    return Form(piece, other.heaps, is_p=name, largest=other.largest)


def _signature(heaps: Sequence[str]) -> str:
    return ", ".join(f"{heap}: int" for heap in heaps)
