"""Windows read off values: n becomes any y with l(n) <= y < n, where l is a rounded line.

In such a game n - l(n) is the largest value so far (see `grundy.laws.lower`), so l is known at once; only its line is
to be found.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise

from .lengths import KIND, Data, Form, int_bits
from .tails import convincing, tails

_OWN_BITS = 8.0
_MOST_DENOMINATOR = 1_000


def windows(data: Data) -> Iterator[Form]:
    """The windows l(n) = ceil((a·n + b)/d) that fit, where values do not only rise; Nim where they are n - least."""
    if data.values[:1] != (0,) or data.count < 8:
        return
    if data.values == tuple(range(data.count)):
        yield Form({"kind": "window", "least": data.start, "lower": []}, KIND + 2)
        return
    spans = list(accumulate(data.values, max))
    if any(after - before > 1 for before, after in pairwise(spans)) or spans == list(data.values):
        return
    if not _recycled(data.values, spans):
        return
    for tail in tails(spans):
        if tail.saltus > 0 and tail.period <= _MOST_DENOMINATOR and convincing(spans, tail):
            line = _line(data.start, spans, tail.saltus, tail.period)
            bits = KIND + _OWN_BITS + sum(map(int_bits, line or ()))
            if line is not None and data.accepts(bits):
                yield Form({"kind": "window", "least": data.start, "lower": [list(line)]}, bits)
            return


def _recycled(values: tuple[int, ...], spans: list[int]) -> bool:
    """Whether each value is its span, where that is new, and else the value that fell out of the window."""
    stays = (i for i in range(1, len(values)) if spans[i] == spans[i - 1])
    return all(values[i] == values[i - 1 - spans[i]] for i in stays)


def _line(start: int, spans: list[int], rise: int, period: int) -> tuple[int, int, int] | None:
    """The (a, b, d) with n - ceil((a·n + b)/d) = spans wherever that is above 0.

    The span is floor((rise·n - b)/period), so rise·n - b lies in span·period + 0..period-1 for every n.
    """
    numbers = [(n, span) for n, span in enumerate(spans, start) if span]
    low = max(rise * n - (span + 1) * period + 1 for n, span in numbers)
    high = min(rise * n - span * period for n, span in numbers)
    if low > high:
        return None
    b = min(range(low, high + 1), key=abs)
    return period - rise, b, period
