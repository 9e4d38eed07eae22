"""Sequences that repeat from somewhere on, perhaps with a constant added each time.

The numbers N (preperiod) and p (period) with g(n+p) = g(n) + s for all n >= N are those for which the differences
g(n+1) - g(n) repeat. Read backwards, a tail that repeats is a prefix with a period, and all periods of all prefixes are
given in linear time by the failure function (Knuth, Morris, Pratt, SIAM J. Comput. 6 (1977)).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from .lengths import KIND, Data, Form, int_bits, value_bits
from .words import stair

_PARTS = (4, 6, 8, 9, 10, 11, 12, 13, 14)  # sixteenths of the data on which a law is tested for having been wrong
_MANY = 20_000
_LONG = 9


class Tail(NamedTuple):
    """values[i + period] = values[i] + saltus for all i >= preperiod, as far as the data go."""

    preperiod: int
    period: int
    saltus: int


def tails(values: Sequence[int]) -> list[Tail]:
    """For each period that some tail has, the longest tail with it, from small periods to large ones.

    >>> tails([5, 0, 1, 0, 1, 0, 1])[0]
    Tail(preperiod=1, period=2, saltus=0)
    """
    if len(values) < 2:
        return []
    steps = [after - before for before, after in pairwise(values)]
    steps.reverse()
    count = len(steps)
    failure = [0] * count
    best: dict[int, int] = {1: 1}
    matched = 0
    for i in range(1, count):
        step = steps[i]
        while matched and steps[matched] != step:
            matched = failure[matched - 1]
        if steps[matched] == step:
            matched += 1
        failure[i] = matched
        best[i + 1 - matched] = i + 1
    found = []
    for period, length in sorted(best.items()):
        if length >= 2 * period:
            preperiod = count - length
            found.append(Tail(preperiod, period, values[preperiod + period] - values[preperiod]))
    return found


def convincing(values: Sequence[int], tail: Tail) -> bool:
    """Whether *tail* is more than the way in which the data happen to end.

    It repeats at least twice after its first period, and for at least half as long as what has to be listed. Where
    the same test with the same period would have passed before, on fewer data, and been wrong, the tail must be 16
    times as long as those that deceived.
    """
    preperiod, period, saltus = tail
    length = len(values) - preperiod - period
    if length < max(2 * period, (preperiod + period + 1) // 2):
        return False
    begun, deceived = 0, 0
    for i in range(preperiod):
        if values[i + period] - values[i] != saltus:
            agreed = i - begun
            if agreed >= max(2 * period, (begun + period + 1) // 2, 8):
                deceived = max(deceived, agreed)
            begun = i + 1
    return length >= 16 * deceived


def periodic(data: Data) -> Iterator[Form]:
    """The shortest convincing periodic laws.

    Where a part of the data had a convincing law that the rest refutes, as the values of recursions such as
    g(2n) = 1 - g(n) have, a law must repeat for 8 periods, and 4 times as long as what is listed; for 8 periods, too,
    where a period is long and balanced, as beginnings of the differences of floor(n·phi) are.
    """
    values = data.values
    found = _accepted(data)
    parts = _PARTS if data.count <= _MANY else (8, 12)
    deceived = bool(found) and any(
        _holds_no_more(values, tail) for part in parts for tail in _accepted(data.first(part * data.count // 16))[:1]
    )
    for tail in found[:2]:
        preperiod, period, _ = tail
        length = data.count - preperiod - period
        doubtful = deceived or _balanced(values[preperiod : preperiod + period])
        if not doubtful or length >= max(8 * period, 4 * (preperiod + period)):
            yield Form(periodic_law(data, tail), _bits(data, tail))


def _accepted(data: Data) -> list[Tail]:
    """The convincing tails that save bits, those of least preperiod + period first."""
    found = [t for t in tails(data.values) if t.saltus >= 0 and data.accepts(_bits(data, t), sparse=False)]
    found.sort(key=lambda tail: tail.preperiod + tail.period)
    return list(islice((tail for tail in found if convincing(data.values, tail)), 2))


def _balanced(word: Sequence[int]) -> bool:
    """Whether a word of 9 letters or more has two letters, spread as evenly as can be (a Christoffel word, rotated).

    >>> _balanced([0, 1] * 3 + [0, 0, 1]), _balanced([0, 0, 0, 1, 1, 1, 0, 1, 0])
    (True, False)
    """
    length, letters = len(word), sorted(set(word))
    if length < _LONG or len(letters) != 2 or length > _MANY:
        return False
    ones = sum(letter == letters[1] for letter in word)
    even = "".join("1" if (i + 1) * ones // length > i * ones // length else "0" for i in range(length))
    return "".join("1" if letter == letters[1] else "0" for letter in word) in even + even


def _holds_no_more(values: Sequence[int], tail: Tail) -> bool:
    """Whether *values* refute a tail of their beginning."""
    preperiod, period, saltus = tail
    return any(values[i + period] - values[i] != saltus for i in range(preperiod, len(values) - period))


def periodic_law(data: Data, tail: Tail) -> dict[str, object]:
    """The law of *tail* as plain data."""
    preperiod, period, saltus = tail
    return {
        "kind": "periodic",
        "least": data.start,
        "preperiod": data.start + preperiod,
        "period": period,
        "saltus": saltus,
        "values": list(data.values[: preperiod + period]),
    }


def _bits(data: Data, tail: Tail) -> float:
    """The length of a periodic law: three numbers, and the values of a preperiod and a period or a staircase."""
    preperiod, period, saltus = tail
    listed = data.values[: preperiod + period]
    bits = (preperiod + period) * min(data.each, value_bits(listed))
    steps = stair(listed) if preperiod == 0 else None
    if steps is not None:
        bits = min(bits, int_bits(steps[1]) + (0 if steps[0] == period else int_bits(steps[0])))
    return KIND + int_bits(preperiod) + int_bits(period) + int_bits(saltus) + bits


def staircase(data: Data) -> Iterator[Form]:
    """g(n) = floor((n mod p)/d), seen for more than one period, but perhaps for fewer than three."""
    offset = next((i for i, value in enumerate(data.values) if value == 0), None)
    if offset is None or offset > 1:
        return
    values = data.values[offset:]
    drop = next((i for i in range(1, len(values)) if values[i] < values[i - 1]), None)
    if drop is None or values[drop] != 0 or 4 * len(values) < 5 * drop:
        return
    if (steps := stair(values[:drop])) is None or stair(values) != (drop, steps[1]):
        return
    tail = Tail(offset, drop, 0)
    bits = KIND + 2 + int_bits(offset) + int_bits(drop) + int_bits(steps[1]) + offset * data.each
    if data.accepts(bits, sparse=False):
        yield Form(periodic_law(data, tail), bits)
