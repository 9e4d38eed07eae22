"""Runs of equal values whose ends follow a recurrence, as in the multiplication race (times 9, times 2, times 9, …)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from .lengths import KIND, Data, Form, int_bits
from .recurrences import Recurrence, recurrences

_MOST = 400
_LEAST = 4
_MOST_PERIOD = 4


def runs(data: Data) -> Iterator[Form]:
    """The laws of the ends of runs that fit, where there are few runs."""
    ends: list[int] = []
    values: list[int] = []
    n = data.start - 1
    for value, group in groupby(data.values):
        n += sum(1 for _ in group)
        values.append(value)
        ends.append(n)
        if len(values) > _MOST:
            return
    del ends[-1:]  # the last run may go on
    if len(ends) < _LEAST or (repeated := _repeated(values)) is None:
        return
    listed, period, saltus = repeated
    for found in recurrences(ends):
        bits = KIND + 2 + found.bits(ends[: found.skipped]) + listed * data.each + int_bits(period) + int_bits(saltus)
        if _grows(found) and found.after(ends) >= n and data.accepts(bits):
            law: dict[str, Any] = {"kind": "runs", "least": data.start, "ends": ends[: found.skipped]}
            law |= _growth(found) | {"values": values[:listed], "period": period, "saltus": saltus}
            yield Form(law, bits)


def _repeated(values: Sequence[int]) -> tuple[int, int, int] | None:
    """How many values must be listed, with which period the later ones repeat, and how much is added each time."""
    for period in range(1, _MOST_PERIOD + 1):
        if len(values) < period + 3:
            return None
        saltus = values[-1] - values[-1 - period]
        i = len(values)
        while i > period and values[i - 1] - values[i - 1 - period] == saltus:
            i -= 1
        if saltus >= 0 and len(values) - i >= max(3, i // 2):
            return i, period, saltus
    return None


def _grows(found: Recurrence) -> bool:
    """Whether the ends grow faster than a line: else the values have a period, and are named by it."""
    return any(len(feature) > 1 for feature in found.terms) or sum(c for f, c in found.terms.items() if f) > 1


def _growth(found: Recurrence) -> dict[str, Any]:
    """The recurrence as the law of runs has it: the constant, then the coefficients from the nearest number on."""
    terms = found.terms
    if (1, 1) in terms:
        return {"growth": "square", "terms": [terms.get((), 0), terms.get((1,), 0), terms[1, 1]]}
    depth = max((back for feature in terms for back in feature), default=1)
    return {"growth": "linear", "terms": [terms.get((), 0), *(terms.get((back,), 0) for back in range(1, depth + 1))]}
