"""Known games whose values are those of a list, perhaps each several times, or from another heap on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from grundy.rules.values import Value

from .lengths import MARGIN, int_bits, value_bits

NAMES = ("kayles", "dawson_kayles", "dawson_chess", "grundy_game", "lasker", "halving", "take_a_square")
CODES = ("0.156", "0.7777", "0.75", "0.165", "0.3", "0.6", "0.35", "0.115", "4.3")
MOST_COMPARED = 400
_SHIFTS = range(-3, 4)
_TIMES = (1, 2, 3)


class Likeness(Value):
    """g(n) = h(floor((n + shift)/times)), h the values of the game *name*, for all n up to *checked_to*."""

    name: str
    shift: int
    times: int
    checked_to: int

    @property
    def text(self) -> str:
        """The likeness as one sentence.

        >>> Likeness("kayles", 1, 2, 99).text
        'The values are those of kayles at floor((n + 1)/2), up to n = 99.'
        """
        inner = "n" if not self.shift else f"n {'+' if self.shift > 0 else '-'} {abs(self.shift)}"
        if self.times > 1:
            inner = f"floor({inner if inner == 'n' else f'({inner})'}/{self.times})"
        return f"The values are those of {self.name} at {inner}, up to n = {self.checked_to}."


def alike(values: Sequence[int], start: int = 0) -> list[Likeness]:
    """The games of the catalogue that have these values, the plainest likeness first.

    At most 400 values are compared, and those of at most two beginning heaps may be below the game's heaps.

    >>> alike([0, 1, 1, 2, 2, 3, 3, 1, 1, 4, 4, 3, 3, 2, 2, 1, 1, 4, 4, 2, 2, 6, 6, 4, 4])[0].text
    'The values are those of kayles at floor((n + 1)/2), up to n = 24.'
    """
    found = []
    compared = tuple(values[:MOST_COMPARED])
    if len([value for value, _ in groupby(compared)]) < 8:
        return []
    bits = len(compared) * value_bits(compared)
    for name, known in _known(len(compared) + 8):
        for times in _TIMES:
            for shift in _SHIFTS:
                if bits < MARGIN + 8 + int_bits(shift) + int_bits(times):
                    continue
                if _fits(compared, start, known, shift, times):
                    found.append(Likeness(name, shift, times, start + len(compared) - 1))
    return sorted(found, key=lambda each: (each.times, abs(each.shift)))


def _fits(values: Sequence[int], start: int, known: Sequence[int], shift: int, times: int) -> bool:
    if start + shift < 0:
        return False
    indices = ((n + shift) // times for n in range(start, start + len(values)))
    return all(i < len(known) and known[i] == value for i, value in zip(indices, values, strict=True))


def _known(size: int) -> Iterator[tuple[str, Sequence[int]]]:
    """The games with the values of their heaps from 0 on."""
    from grundy.games import expression
    from grundy.rules.errors import GrundyError
    from grundy.solver import table

    for name in (*NAMES, *(f'octal("{code}")' for code in CODES)):
        try:
            rules = expression(name)
            flat = table(rules, size, laws=False).flat
        except (GrundyError, AttributeError):
            continue
        yield name, (*[-1] * rules.least, *flat)
