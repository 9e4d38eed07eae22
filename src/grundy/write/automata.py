"""Automatic laws as functions: the automaton is a table, the digits of the heaps are read most significant first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .forms import Form, Parts
from .program import LARGEST, Piece, indented


def automatic_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """The functions of an automatic law."""
    return _outcome(law, parts) if law["about"] == "outcome" else _values(law, parts)


def weights_of(system: Mapping[str, Any], most: int) -> tuple[int, ...]:
    """The weights of the digits of the numbers up to *most*, the largest first."""
    found = [1]
    before = 1
    while True:
        if system["kind"] == "base":
            after = found[-1] * system["base"]
        else:
            before, after = found[-1], system["t"] * found[-1] + (before if len(found) > 1 else 1)
        if after > most:
            return tuple(reversed(found))
        found.append(after)


def alphabet_of(system: Mapping[str, Any]) -> int:
    """The number of digits that there are."""
    return int(system["base"] if system["kind"] == "base" else system["t"] + 1)


def system_words(system: Mapping[str, Any]) -> str:
    """The numeration system in words."""
    if system["kind"] == "base":
        return f"base {system['base']}"
    if system["t"] == 1:
        return "Fibonacci numbers, greedily (Zeckendorf)"
    return f"the numbers 1, {system['t'] + 1}, ..., u' = {system['t']} u + (the one before), greedily"


def _tables(law: Mapping[str, Any], parts: Parts) -> tuple[tuple[str, tuple[int, ...]], ...]:
    final = set(law["final"])
    return (
        (parts.constant("WEIGHTS"), weights_of(law["system"], LARGEST)),
        (parts.constant("NEXT"), tuple(state for row in law["delta"] for state in row)),
        (parts.constant("FINAL"), tuple(int(i in final) for i in range(len(law["delta"])))),
    )


def _outcome(law: Mapping[str, Any], parts: Parts) -> Form:
    tables = _tables(law, parts)
    weights, next_, final = (name for name, _ in tables)
    size, count = alphabet_of(law["system"]), int(law["tracks"])
    heaps = [f"h{i}" for i in range(1, count + 1)]
    columns = size**count
    digits = _digits(heaps, size)
    is_p = parts.name("is_p")
    functions = f'''
def {is_p}({", ".join(f"{heap}: int" for heap in heaps)}) -> bool:
    """Whether the mover loses: the automaton NEXT reads the digits in {system_words(law["system"])}."""
    state: int = {int(law.get("start", 0))}
    for place in range(0, {len(tables[0][1])}):
        weight: int = {weights}[place]
{digits}        state = {next_}[state * {columns} + column]
    return {final}[state] == 1
'''
    return Form(Piece(tables, functions), count, is_p=is_p)


def _digits(heaps: list[str], size: int) -> str:
    """The lines that take the next digit off each heap and make them one number, the column."""
    column = f"{heaps[0]} // weight"
    for i, heap in enumerate(heaps[1:]):
        column = f"{f'({column})' if i else column} * {size} + {heap} // weight"
    lines = [f"column: int = {column}", *(f"{heap} = {heap} % weight" for heap in heaps)]
    return indented(lines, 2)


def _values(law: Mapping[str, Any], parts: Parts) -> Form:
    """The value is read off along the one path that the automaton accepts; states from which none is are left out."""
    system, count = law["system"], int(law["tracks"]) - 1
    size = alphabet_of(system)
    tables = _tables(law, parts)
    tables = ((tables[0][0], _extra(system, tables[0][1])), *tables[1:])
    weights, next_, final = (name for name, _ in tables)
    alive_name = parts.constant("ALIVE")
    tables += ((alive_name, alive_states(law)),)
    heaps = [f"h{i}" for i in range(1, count + 1)]
    states = len(law["delta"])
    digits = _digits(heaps, size)
    name = parts.name("grundy")
    functions = f'''
def {name}({", ".join(f"{heap}: int" for heap in heaps)}) -> int:
    """The Grundy value: the automaton NEXT reads the digits of the heaps and of the value in
    {system_words(system)}; here it reads all values at once, of which one is left."""
    values: Heaps = Heaps()
    for state in range(0, {states}):
        values.append(-1)
    values[{int(law.get("start", 0))}] = 0
    for place in range(0, {len(tables[0][1])}):
        weight: int = {weights}[place]
{digits}        after: Heaps = Heaps()
        for state in range(0, {states}):
            after.append(-1)
        for state in range(0, {states}):
            if values[state] >= 0:
                for digit in range(0, {size}):
                    target: int = {next_}[(state * {size**count} + column) * {size} + digit]
                    if {alive_name}[target] == 1 and values[state] <= {LARGEST} - digit * weight:
                        after[target] = values[state] + digit * weight
        values = after
    for state in range(0, {states}):
        if values[state] >= 0 and {final}[state] == 1:
            return values[state]
    return -1
'''
    return Form(Piece(tables, functions), count, grundy=name, largest=10**18)


def _extra(system: Mapping[str, Any], weights: tuple[int, ...]) -> tuple[int, ...]:
    """The weights that leave room for the products with digits."""
    most = LARGEST // max(1, alphabet_of(system) - 1)
    return tuple(w for w in weights if w <= most)


def alive_states(law: Mapping[str, Any]) -> tuple[int, ...]:
    """For each state 1 where a final state can be reached, else 0."""
    alive = set(law["final"])
    while True:
        more = {i for i, row in enumerate(law["delta"]) if i not in alive and any(s in alive for s in row)}
        if not more:
            return tuple(int(i in alive) for i in range(len(law["delta"])))
        alive |= more
