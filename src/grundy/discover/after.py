"""What a second function makes of a first: g(n) = F(f(n)), F of one of a few forms, found from pairs (f(n), g(n))."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from grundy.laws.functions import MAX_POWER, applied

from .lengths import int_bits

MOST_EXCEPTIONS = 24  # values at the beginning that a law may leave out
_SAMPLE = 256
_MODULI = (2, 3, 4)
_CAPS = (2, 3, 4, 5, 6)

Pair = tuple[int | None, int]  # None: not known, and so an exception


class Fit(NamedTuple):
    """F, and the number of pairs at the beginning that it does not explain."""

    form: str
    numbers: tuple[int, ...]
    exceptions: int

    @property
    def is_identity(self) -> bool:
        """Whether F(x) = x."""
        return self.form == "linear" and self.numbers == (1, 0)

    @property
    def bits(self) -> float:
        """The length of F, without the exceptions."""
        return 0.0 if self.is_identity else 3.0 + sum(map(int_bits, self.numbers)) + (self.form == "rising")

    def around(self, law: dict[str, Any], start: Sequence[int], least: int) -> dict[str, Any]:
        """F of a law as plain data, with the values *start* before it; the law itself where F changes nothing."""
        if self.is_identity and not start:
            return law
        numbers = list(self.numbers)
        return {
            "kind": "after",
            "form": self.form,
            "numbers": numbers,
            "law": law,
            "start": list(start),
            "least": least,
        }


def depends(pairs: Sequence[Pair]) -> int | None:
    """The number of pairs at the beginning that must be left out for the second to be a function of the first.

    None where that is more than 24 pairs, or more than a quarter of them.

    >>> depends([(0, 5)] + [(n % 3, n % 3) for n in range(10)])
    1
    """
    most = min(MOST_EXCEPTIONS, len(pairs) // 4)
    found: dict[int, int] = {}
    for i in range(len(pairs) - 1, -1, -1):
        x, y = pairs[i]
        if x is None or found.setdefault(x, y) != y:
            return i + 1 if i < most else None
    return 0


def fits(pairs: Sequence[Pair]) -> Iterator[Fit]:
    """The functions F with y = F(x) for all pairs (x, y) but a few at the beginning.

    >>> [fit.numbers for fit in fits([(n, 2 * n + 1) for n in range(20)])]
    [(2, 1)]
    """
    if (least := depends(pairs)) is None:
        return
    tail = islice(pairs, least, None)
    usual = [pair for pair, _ in Counter(pair for pair in tail if pair[0] is not None).most_common(_SAMPLE)]
    known = [(x, y) for x, y in usual if x is not None]
    found: list[Fit] = []
    for form, numbers in _proposals(known):
        exceptions = _exceptions(pairs, form, numbers)
        if exceptions is not None:
            found.append(Fit(form, numbers, exceptions))
    for fit in found:  # none that is longer than another and explains no more
        if not any(other.bits < fit.bits and other.exceptions <= fit.exceptions for other in found):
            yield fit


def _proposals(known: list[tuple[int, int]]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The forms with numbers that the commonest pairs give; a constant is none of them."""
    if len({y for _, y in known}) < 2:
        return
    (x0, y0), (x1, y1) = known[:2]
    slope, rest = divmod(y1 - y0, x1 - x0)
    if rest == 0 and slope != 0:
        yield "linear", (slope, y0 - slope * x0)
    if x0 >= 0 and x0 != y0:
        yield "xor", (x0 ^ y0,)
    table = dict(known)
    yield from _listed(known, table)
    yield from _rising(known, table)
    if 0 in table and table.get(1, 0) > table[0]:
        step = table[1] - table[0]
        yield "power", (step, table[0] - step)
        for shift in (0, 1):  # 0, 1, 2, 4, 7, … or 1, 2, 4, 7, …
            if table[0] == applied("odious", (shift,), 0):
                yield "odious", (shift,)


def _listed(known: list[tuple[int, int]], table: dict[int, int]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The forms that list what becomes of remainders, or of all numbers but the large ones."""
    for modulus in _MODULI:
        residues = {x % modulus: y for x, y in known}
        if len(residues) == modulus and all(residues[x % modulus] == y for x, y in known):
            yield "modulus", tuple(residues[r] for r in range(modulus))
            break
    for cap in _CAPS:
        if all(x in table for x in range(cap)) and len({y for x, y in known if x >= cap - 1}) == 1:
            yield "capped", tuple(table[x] for x in range(cap))
            break


def _rising(known: list[tuple[int, int]], table: dict[int, int]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The form that lists what becomes of the first few numbers, and adds a constant to the others."""
    for low in (1, 2, 3):
        steps = {y - x for x, y in known if x >= low}
        if len(steps) == 1 and any(x in table for x in range(low)):
            yield "rising", (steps.pop(), *(table.get(x, 0) for x in range(low)))
            return


def _exceptions(pairs: Sequence[Pair], form: str, numbers: tuple[int, ...]) -> int | None:
    """How many pairs at the beginning F leaves out; None where that is too many."""
    most = min(MOST_EXCEPTIONS, len(pairs) // 4)
    cache: dict[int | None, int | None] = {None: None}
    for i in range(len(pairs) - 1, -1, -1):
        x, y = pairs[i]
        if x not in cache and x is not None:
            cache[x] = applied(form, numbers, x) if x <= MAX_POWER else None
        if cache[x] != y:
            return i + 1 if i < most else None
    return 0
