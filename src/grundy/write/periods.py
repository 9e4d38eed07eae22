"""Periodic laws as functions: a table of the first values, then the remainder modulo the period."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .forms import Form, Parts
from .program import LARGEST, Piece


def periodic_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """The function of the values; how an option is found depends on the rules (`grundy.write.replies`)."""
    values = tuple(law["values"])
    least, preperiod, period, saltus = (int(law[key]) for key in ("least", "preperiod", "period", "saltus"))
    table, name = parts.constant("VALUES"), parts.name("grundy")
    shift = f"n - {least}" if least else "n"
    if preperiod == least:
        text = f"    return {table}[{f'({shift})' if least else 'n'} % {period}]\n"
        if saltus:
            text = f"    return {table}[({shift}) % {period}] + {_rise(saltus)}(({shift}) // {period})\n"
    else:
        text = f"    if n < {preperiod + period}:\n        return {table}[{shift}]\n"
        text += f"    return {table}[{preperiod - least} + (n - {preperiod}) % {period}]"
        text += f" + {_rise(saltus)}((n - {preperiod}) // {period})\n" if saltus else "\n"
    functions = f'''
def {name}(n: int) -> int:
    """The Grundy value of a heap of n: {_words(preperiod, period, saltus, least)}."""
{text}'''
    largest = LARGEST
    if saltus:
        largest = min(LARGEST, (LARGEST - max(values)) // saltus * period)
    return Form(Piece(((table, values),), functions), 1, grundy=name, largest=largest)


def _rise(saltus: int) -> str:
    return "" if saltus == 1 else f"{saltus} * "


def _words(preperiod: int, period: int, saltus: int, least: int) -> str:
    start = "" if preperiod == least else f" from {preperiod} on"
    rise = f", {saltus} more each time" if saltus else ""
    return f"it repeats after {period}{rise}{start}"
