"""Laws g(n) = F(f(n + c)) with an arithmetic function f and a simple F."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.laws.functions import MORE_FUNCTIONS

from .after import MOST_EXCEPTIONS, Fit, fits
from .functions import COMMON, LIBRARY, table_of
from .lengths import KIND, Data, Form, int_bits

SHIFTS = (0, 1, -1, 2, -2, 3, -3)
_NAME_BITS = 5.0
_RARE_NAME_BITS = 7.0
_SAMPLE = 24
_LARGEST = 2_000_000  # above this, no tables of functions from 0 on


def arithmetic(data: Data, shifts: tuple[int, ...] = SHIFTS) -> Iterator[Form]:
    """All laws of the library that fit."""
    end = data.start + data.count + max(shifts)
    if end > _LARGEST or len(set(data.values)) < 2:
        return
    sample = _sample(data)
    for name, args in LIBRARY:
        table = table_of(name, args, end)
        for shift in shifts:
            first = data.start + shift
            last = first + data.count
            if not _may_fit(table, first, sample):
                continue
            images: tuple[int | None, ...] = (None,) * max(0, -first) + table[max(0, first) : last]
            for fit in fits(list(zip(images, data.values, strict=True))):
                bits = (
                    KIND
                    + (_NAME_BITS if name in COMMON else _RARE_NAME_BITS)
                    + sum(map(int_bits, args))
                    + int_bits(shift)
                    + fit.bits
                )
                bits += fit.exceptions * data.each + int_bits(fit.exceptions)
                if data.accepts(bits):
                    yield Form(_law(data, name, args, shift, fit), bits)


def floors(data: Data) -> Iterator[Form]:
    """g(n) = floor((n + c)/d), d >= 2, where two rises are seen."""
    values = data.values
    rises = [i for i in range(1, data.count) if values[i] != values[i - 1]][:2]
    if len(rises) < 2 or (width := rises[1] - rises[0]) < 2:
        return
    first = data.start + rises[0]
    shift = values[rises[0]] * width - first
    if data.start + shift < 0 or any(v != (n + shift) // width for n, v in enumerate(values, data.start)):
        return
    bits = KIND + _NAME_BITS + int_bits(width) + int_bits(shift)
    if data.accepts(bits, sparse=False):
        law = {"kind": "arithmetic", "name": "floor_div", "args": [width], "shift": shift, "least": data.start}
        yield Form(law, bits - 4)  # said more plainly than by a period


def _sample(data: Data) -> list[tuple[int, int]]:
    """Some places that a law must explain, with their values: spread out, at the end, and where values change."""
    first, count = min(MOST_EXCEPTIONS, data.count // 4), data.count
    values = data.values
    changes = [i for i in range(count - 1, first, -1) if values[i] != values[i - 1]][:_SAMPLE]
    places = {*range(max(first, count - _SAMPLE), count), *range(first, count, max(1, count // _SAMPLE))}
    places.update(changes, (i - 1 for i in changes))
    return [(i, values[i]) for i in sorted(places)]


def _may_fit(table: tuple[int, ...], first: int, sample: list[tuple[int, int]]) -> bool:
    """Whether the values of the sample are a function of their images, as far as these are known."""
    found: dict[int, int] = {}
    return all(first + i < 0 or found.setdefault(table[first + i], value) == value for i, value in sample)


def _law(data: Data, name: str, args: tuple[int, ...], shift: int, fit: Fit) -> dict[str, object]:
    """The law as plain data."""
    least = data.start + fit.exceptions
    kind = "function" if name in MORE_FUNCTIONS else "arithmetic"
    law = {"kind": kind, "name": name, "args": list(args), "shift": shift, "least": least}
    return fit.around(law, data.values[: fit.exceptions], data.start)
