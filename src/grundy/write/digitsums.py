"""Laws about the digits of heaps, or about their sum, as functions of a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grundy.laws.wording import heap_names
from grundy.rules.errors import Unsupported

from .automata import system_words, weights_of
from .forms import Form, Parts
from .program import LARGEST, Piece, indented

_MOST = 2**30
_LISTED = 4
_TABLE = 100_000


def digits_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """At each place the digits of the heaps, times weights, sum to 0 modulo a number."""
    base, modulus, weights = int(law["base"]), int(law["modulus"]), [int(w) for w in law["weights"]]
    _require_small(base, modulus)
    name, heaps = parts.name("is_p"), heap_names(len(weights))
    used = [(heap, weight) for heap, weight in zip(heaps, weights, strict=True) if weight]
    signature = ", ".join(f"{heap}: int" for heap in heaps)
    if base == modulus == 2:
        body = [f"return {' ^ '.join(heap for heap, _ in used)} == 0"]
        words = "the xor of the heaps is 0"
    else:
        total = " + ".join(_times(weight, f"{heap} % {base}") for heap, weight in used)
        body = [f"while {' or '.join(f'{heap} > 0' for heap, _ in used)}:"]
        body += [f"    if ({total}) % {modulus} != 0:", "        return False"]
        body += [f"    {heap} = {heap} // {base}" for heap, _ in used]
        body += ["return True"]
        words = f"in base {base} the digits at every place sum to a multiple of {modulus}"
    functions = f'''
def {name}({signature}) -> bool:
    """Whether the mover loses: {words}."""
{indented(body)}'''
    return Form(Piece(functions=functions), len(heaps), is_p=name)


def total_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """The sum of the heaps, times weights, is one of some remainders."""
    modulus, weights = int(law["modulus"]), [int(w) for w in law["weights"]]
    _require_small(modulus)
    name, heaps = parts.name("is_p"), heap_names(len(weights))
    used = [(heap, weight) for heap, weight in zip(heaps, weights, strict=True) if weight]
    total = " + ".join(_times(w, f"wide({heap})" if i == 0 or w > 1 else heap) for i, (heap, w) in enumerate(used))
    constants, test = membership("rest", law["remainders"], modulus, parts.constant("LOST"))
    functions = f'''
def {name}({", ".join(f"{heap}: int" for heap in heaps)}) -> bool:
    """Whether the mover loses: by the remainder of the sum on division by {modulus}."""
    rest: int = int(({total}) % {modulus})
    return {test}
'''
    return Form(Piece(constants, functions), len(heaps), is_p=name)


def membership(
    name: str, members: Sequence[int], size: int, table: str
) -> tuple[tuple[tuple[str, tuple[int, ...]], ...], str]:
    """The test that *name*, which is from 0 to size - 1, is one of the *members*, and the table that it needs."""
    if not members or len(members) == size:
        return (), f"{name} {'>=' if members else '<'} 0"
    if len(members) <= _LISTED:
        return (), " or ".join(f"{name} == {member}" for member in members)
    if size > _TABLE:
        raise Unsupported("program", "the law", f"its table would have {size:,} entries")
    known = set(members)
    return ((table, tuple(int(i in known) for i in range(size))),), f"{table}[{name}] == 1"


def last_digit_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """The bound of a move is below the weight of the last digit of the heap that is not 0."""
    system, heap, factor = law["system"], int(law["heap"]), int(law["factor"])
    name, heaps = parts.name("is_p"), heap_names(2)
    n, m = heaps[heap], heaps[1 - heap]
    bound = m if factor == 1 else f"wide({factor}) * {m}"
    if factor > LARGEST:
        raise Unsupported("program", "the law", "its factor is larger than 64 bits")
    constants: tuple[tuple[str, tuple[int, ...]], ...] = ()
    if system["kind"] == "base":
        k = int(system["base"])
        words = f"{_product(factor, m)} is less than the largest power of {k} that divides {n}, or {n} is 0"
        body = [
            f"if {n} == 0:",
            "    return True",
            "power: int = 1",
            f"while {n} % {k} == 0:",
            f"    {n} = {n} // {k}",
            f"    power = power * {k}",
            f"return {bound} < power",
        ]
    else:
        table = parts.constant("WEIGHTS")
        constants = ((table, weights_of(system, LARGEST)),)
        words = (
            f"{_product(factor, m)} is less than the last part of {n}, or {n} is 0; parts are {system_words(system)}"
        )
        body = [
            f"for weight in {table}:",
            f"    if {n} >= weight:",
            f"        {n} = {n} % weight",
            f"        if {n} == 0:",
            f"            return {bound} < weight",
            "return True",
        ]
    functions = f'''
def {name}({", ".join(f"{h}: int" for h in heaps)}) -> bool:
    """Whether the mover loses: {words}."""
{indented(body)}'''
    return Form(Piece(constants, functions), 2, is_p=name)


def _product(factor: int, text: str) -> str:
    return text if factor == 1 else f"{factor} {text}"


def _times(weight: int, text: str) -> str:
    return text if weight == 1 else f"{weight} * ({text})" if "%" in text else f"{weight} * {text}"


def _require_small(*numbers: int) -> None:
    if max(numbers) > _MOST:
        raise Unsupported("program", "the law", f"its numbers are larger than {_MOST:,}")
