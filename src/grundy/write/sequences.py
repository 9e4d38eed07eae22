"""Laws by lists of numbers as functions: runs of equal values, sequences of lost heaps, grids that repeat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grundy.rules.errors import Unsupported
from grundy.rules.values import replace

from .forms import Form, Parts
from .program import LARGEST, Piece

_MOST = 2_000


def runs_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """Runs of heaps of equal values: the ends of all runs up to the largest heap."""
    first, *factors = law["terms"]
    ends = list(law["ends"])
    while ends[-1] < LARGEST:
        if law["growth"] == "square":
            ends.append(first + factors[0] * ends[-1] + factors[1] * ends[-1] ** 2)
        else:
            ends.append(first + sum(c * e for c, e in zip(factors, reversed(ends), strict=False)))
        _few(ends)
    values = list(law["values"])
    while len(values) < len(ends):
        values.append(values[-int(law["period"])] + int(law.get("saltus", 0)))
    end, value, name = parts.constant("ENDS"), parts.constant("VALUES"), parts.name("grundy")
    functions = f'''
def {name}(n: int) -> int:
    """The Grundy value of a heap of n: that of the first run that does not end before n."""
    run: int = 0
    while {end}[run] < n:
        run += 1
    return {value}[run]
'''
    constants = ((end, tuple(min(e, LARGEST) for e in ends)), (value, tuple(values[: len(ends)])))
    return Form(Piece(constants, functions), 1, grundy=name)


def points_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """Lost heaps that are the numbers of a recurrence: all of them up to the largest heap."""
    found = list(law["first"])
    while found[-1] < LARGEST:
        recent = reversed(found[-len(law["coefficients"]) :])
        found.append(law.get("constant", 0) + sum(c * x for c, x in zip(law["coefficients"], recent, strict=True)))
        _few(found)
    lost = tuple(x for x in found if x <= LARGEST)
    table, name = parts.constant("LOST"), parts.name("is_p")
    functions = f'''
def {name}(n: int) -> bool:
    """Whether the mover loses: n is one of the numbers LOST."""
    for i in range(0, {len(lost)}):
        if {table}[i] == n:
            return True
    return False
'''
    return Form(Piece(((table, lost),), functions), 1, is_p=name)


def _from(law: Mapping[str, Any]) -> str:
    a, b = law["preperiods"]
    return "" if list(law["preperiods"]) == list(law["least"]) else f", from a = {a} and b = {b} on"


def _few(numbers: Sequence[int]) -> None:
    if len(numbers) > _MOST:
        raise Unsupported("program", "the law", "its numbers grow too slowly to be listed")


def grid_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """Two heaps whose values repeat in both directions."""
    rows = law["rows"]
    table = parts.constant("GRID")
    about = "is_p" if law.get("about") == "outcome" else "grundy"
    name = parts.name(about)
    steps = []
    for heap, least, start, period in zip("ab", law["least"], law["preperiods"], law["periods"], strict=True):
        rest = f"{heap} % {period}" if start == 0 else f"({heap} - {start}) % {period}"
        if start == least:
            steps += [f"    {heap} = {rest if period > 1 else 0}"]
        else:
            steps += [f"    if {heap} >= {start}:", f"        {heap} = {f'{start} + {rest}' if period > 1 else start}"]
            steps += [f"    {heap} -= {least}"] if least else []
    entry = f"{table}[a * {len(rows[0])} + b]"
    p, q = law["periods"]
    words = "Whether the mover loses" if about == "is_p" else "The Grundy value"
    functions = f'''
def {name}(a: int, b: int) -> {"bool" if about == "is_p" else "int"}:
    """{words}: it repeats when a rises by {p} or b by {q}{_from(law)}."""
{chr(10).join(steps)}
    return {entry}{" == 0" if about == "is_p" else ""}
'''
    piece = Piece(((table, tuple(v for row in rows for v in row)),), functions)
    return replace(Form(piece, 2), **{about: name})
