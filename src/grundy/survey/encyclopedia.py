"""Sequences of the On-Line Encyclopedia of Integer Sequences that are Grundy values, recognised by their terms.

Which number belongs to which game is what the entries' names say (https://oeis.org); the terms are computed, and tests
compare them with those that the entries list.
"""

from __future__ import annotations

from collections.abc import Sequence

from grundy.rules.values import Value

SEQUENCES: tuple[tuple[str, str], ...] = (
    ("A002186", 'octal("0.77")'),
    ("A002187", 'octal("0.137")'),
    ("A002188", "grundy_game"),
    ("A014586", "take_a_square"),
    ("A014588", "subtraction(fibonacci)"),
    ("A046695", 'octal("0.6")'),
    ("A071074", 'octal("0.7777")'),
    ("A071426", 'octal("0.007")'),
    ("A071430", 'octal("0.16")'),
    ("A071433", 'octal("0.37")'),
    ("A071434", 'octal("0.1377")'),
    ("A071435", 'octal("0.177")'),
    ("A071436", 'octal("0.56")'),
    ("A071452", 'octal("0.11377")'),
    ("A071453", 'octal("0.117")'),
    ("A071464", 'octal("0.127")'),
    ("A071509", 'octal("0.1777")'),
    ("A125829", 'octal("0.115")'),
    ("A125912", 'octal("0.141")'),
    ("A125913", 'octal("0.144")'),
    ("A125914", 'octal("0.145")'),
    ("A125915", 'octal("0.147")'),
    ("A125917", 'octal("0.153")'),
    ("A125919", 'octal("0.171")'),
    ("A125923", 'octal("0.3337")'),
    ("A125925", 'octal("0.351")'),
    ("A125927", 'octal("0.53")'),
)
"""Numbers of entries, and the games of which they list the values; the first term may be of another heap than 0."""

_FEWEST = 20
"""Fewer values than these say nothing."""
_MOST = 300
_SHIFTS = (0, -1, 1, -2, 2, -3, 3)


class Recognised(Value):
    """An entry whose game has, at the heap n + *shift*, the value of the heap n, for all n from *start* to *end*."""

    number: str
    game: str
    shift: int
    start: int
    end: int

    def __str__(self) -> str:
        where = f": heap n here is heap n{self.shift:+} there" if self.shift else ""
        return f"{self.number}, the values of {self.game}{where}, compared for {self.start} <= n <= {self.end}"


def recognised(values: Sequence[int], first: int) -> list[Recognised]:
    """The entries that have the same values; *values* are those of the heaps from *first* on.

    Of heaps of 0, and of those for which the other game has no heap, nothing is compared.

    >>> print(*recognised([0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0], 0))
    A002187, the values of octal("0.137"): heap n here is heap n-1 there, compared for 1 <= n <= 21
    """
    shown = list(values[:_MOST])
    if len(shown) < _FEWEST:
        return []
    return [one for number, game in SEQUENCES if (one := _compared(number, game, shown, first)) is not None]


def _compared(number: str, game: str, values: Sequence[int], first: int) -> Recognised | None:
    from grundy.games import expression
    from grundy.rules.errors import GrundyError
    from grundy.solver.tabling import table

    end = first + len(values) - 1
    try:
        known = table(expression(game), end + max(_SHIFTS)).flat
    except GrundyError:  # a table to start from heaps that are too large
        return None
    for shift in _SHIFTS:
        start = max(first, -shift, 1)  # heaps of 0 have the value 0 in every game
        wanted = known[start + shift : end + shift + 1]
        if len(wanted) >= _FEWEST and list(wanted) == list(values[start - first :]):
            return Recognised(number, game, shift, start, end)
    return None
