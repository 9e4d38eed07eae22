"""Periods with saltus of a sequence of integers: g(n + p) = g(n) + s from some n on, found exactly.

A shift p that fits the end of a sequence is a place where the reversed sequence (of differences, so that the saltus
does not matter) meets its own beginning again. The shift that leaves most to repeat is found by halving over the length
of that beginning: that a beginning of length L comes again is monotone in L, and looking for it is a linear search of
strings (the two-way algorithm of M. Crochemore and D. Perrin, J. ACM 38 (1991), in CPython's ``str.find``).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from operator import sub

from grundy.rules.values import Value

_SYMBOLS = 0x10FFFF


class PeriodFit(Value):
    """g(n + period) = g(n) + saltus for all n >= preperiod as far as the values go: *repeated* equations hold."""

    preperiod: int
    period: int
    saltus: int
    repeated: int


def find_period(values: Sequence[int], least: int = 0) -> PeriodFit | None:
    """The period of *values*, the first of which is that of the heap *least*; None where there is none to believe in.

    It is the fit with the least preperiod + period, so with the most equations; among those the least period. At
    least as many values must be foretold as are laid down, which a pattern in the last few values cannot do.

    >>> find_period([0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2] * 9 + [0, 1, 0, 1, 0, 1])
    PeriodFit(preperiod=0, period=11, saltus=0, repeated=94)
    >>> find_period([0, 0, 0, 1, 1, 1, 2, 2, 2], least=1)
    PeriodFit(preperiod=1, period=3, saltus=1, repeated=6)
    >>> find_period([0, 1, 2, 0, 3, 0]) is None
    True
    """
    if len(values) < 2:
        return None
    text = reversed_steps(values)
    low, high = (len(values) + 1) // 2 - 1, len(text)  # a beginning of length low comes again, one of high does not
    shift = _shift(text, low)
    if shift is None:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        found = _shift(text, middle)
        if found is None:
            high = middle
        else:
            low, shift = middle, found
    return fit_at(values, shift, least, text)


def smallest_period(values: Sequence[int], equations: int, *, saltus: bool = False) -> int | None:
    """The least p such that g(n + p) - g(n) is 0 (with *saltus*, one constant) for the last *equations* n, or None.

    Those are the n to len(values) - p - 1. If a theorem concludes from so many equations that the sequence has that
    (arithmetic) period, it is its least one: a lesser one would fit, too.

    >>> smallest_period([5, 0, 1, 0, 1, 0, 1], 3), smallest_period([0, 0, 1, 1, 2, 2, 3], 3, saltus=True)
    (2, 2)
    """
    if saltus:
        return _shift(reversed_steps(values), max(equations - 1, 0))
    return _shift(_symbols(reversed(values)), equations)


def fit_at(values: Sequence[int], period: int, least: int = 0, text: str | None = None) -> PeriodFit:
    """The fit with this period that goes as far back as the values allow; the last equation gives the saltus.

    >>> fit_at([3, 0, 1, 0, 1, 0], 2)
    PeriodFit(preperiod=1, period=2, saltus=0, repeated=3)
    """
    text = reversed_steps(values) if text is None else text
    repeated = _repeated(text, period) + 1
    saltus = values[-1] - values[-1 - period]
    return PeriodFit(least + len(values) - period - repeated, period, saltus, repeated)


def smallest_fit(values: Sequence[int], equations: int, least: int = 0, *, saltus: bool = False) -> PeriodFit | None:
    """The fit with the `smallest_period` of so many equations, which goes as far back as the values allow.

    >>> smallest_fit([5, 0, 1, 0, 1, 0, 1], 3)
    PeriodFit(preperiod=1, period=2, saltus=0, repeated=4)
    """
    if saltus:
        period = smallest_period(values, equations, saltus=True)
        return None if period is None else fit_at(values, period, least)
    text = _symbols(values[::-1])
    period = _shift(text, equations)
    if period is None:
        return None
    repeated = _repeated(text, period)
    return PeriodFit(least + len(values) - period - repeated, period, 0, repeated)


def _repeated(text: str, period: int) -> int:
    """How many symbols at the beginning come again *period* later."""
    low, high = 0, len(text) - period + 1  # low symbols agree, high do not
    while high - low > 1:
        middle = (low + high) // 2
        if text[low:middle] == text[period + low : period + middle]:
            low = middle
        else:
            high = middle
    return low


def reversed_steps(values: Sequence[int]) -> str:
    """The differences of neighbours, last first, as a string with one symbol for each number."""
    steps = list(map(sub, values[1:], values))
    steps.reverse()
    return _symbols(steps)


def _symbols(numbers: Iterable[int]) -> str:
    if isinstance(numbers, array) and numbers.typecode == "B":
        return numbers.tobytes().decode("latin-1")
    numbers = list(numbers)
    if not numbers:
        return ""
    least = min(numbers)
    if max(numbers) - least > _SYMBOLS:
        ranks = {x: i for i, x in enumerate(dict.fromkeys(numbers))}
        return "".join([chr(ranks[x]) for x in numbers])
    return "".join([chr(x - least) for x in numbers])


def _shift(text: str, length: int) -> int | None:
    """The least p >= 1 at which the first *length* symbols come again."""
    found = text.find(text[:length], 1)
    if found < 0 or found > len(text) - length:
        return None
    return found
