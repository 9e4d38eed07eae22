"""Candidate laws for the values of two heaps: sums, functions of one number, double periods and Beatty pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from grundy.laws.base import Law
from grundy.laws.beatty import BeattyLaw
from grundy.laws.composed import COMBINATIONS, PairLaw
from grundy.laws.grids import GridLaw
from grundy.laws.sums import SumLaw

from .candidates import Candidate, as_data, candidates
from .lengths import KIND, MARGIN, About, Data, int_bits, value_bits
from .reading import PairTable
from .tails import convincing, tails

_MOST_INNER = 2
_NAMED = 3.0  # bits that say which combination of two heaps


@dataclass(frozen=True)
class _Grid:
    """A table of integers; outcomes P and N are 0 and 1."""

    starts: tuple[int, int]
    rows: tuple[tuple[int, ...], ...]
    about: About

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.rows[0])

    @cached_property
    def bits(self) -> float:
        """The bits of all values, one by one or, where most are the same, by their places."""
        flat = [value for row in self.rows for value in row]
        raw = len(flat) * value_bits(flat)
        usual = max(set(flat), key=flat.count) if len(set(flat)) < 40 else None
        rare = sum(value != usual for value in flat)
        return min(raw, rare * int_bits(len(flat) // max(1, rare)) + 1)

    def accepts(self, bits: float) -> bool:
        """Whether a law of that length explains the values."""
        return bits + MARGIN <= self.bits

    def pairs(self) -> Iterator[tuple[int, int, int]]:
        """All a, b and their value."""
        for a, row in enumerate(self.rows, self.starts[0]):
            for b, value in enumerate(row, self.starts[1]):
                yield a, b, value


def pair_candidates(table: PairTable) -> list[Candidate]:
    """The laws that fit all values of *table*, the shortest first; none where none is found.

    >>> rows = tuple(tuple(a ^ b for b in range(16)) for a in range(16))
    >>> pair_candidates(PairTable("nim", (0, 0), rows))[0].text
    'g(a, b) = a xor b'
    """
    height, width = table.shape
    data = [as_data(row, 0, table.about).values for row in table.rows]
    grid = _Grid(table.starts, tuple(data), table.about)
    found = [*_sums(grid), *_combined(grid), *_double(grid), *_beatty(grid)]
    last = table.starts[0] + height - 1, table.starts[1] + width - 1
    kept: list[Candidate] = []
    for bits, law in sorted(found, key=lambda pair: pair[0]):
        if grid.accepts(bits) and _holds(law, grid) and all(c.law != law for c in kept):
            kept.append(Candidate(law, last, round(bits, 1), law.formula()))
    return kept


Found = tuple[float, Law]


def _holds(law: Law, grid: _Grid) -> bool:
    if grid.about == "outcome":
        return all(law.is_p((a, b)) == (value == 0) for a, b, value in grid.pairs())
    return all(law.value((a, b)) == value for a, b, value in grid.pairs())


def _combined(grid: _Grid) -> Iterator[Found]:
    """g(a, b) = h(c(a, b)) for one of the combinations c, where h has a law of its own."""
    for name, combine in COMBINATIONS.items():
        values = _function_of(grid, combine)
        if values is None:
            continue
        first = min(values)
        sequence: list[int] = []
        while first + len(sequence) in values:
            sequence.append(values[first + len(sequence)])
        for candidate in candidates(sequence, first, grid.about)[:_MOST_INNER]:
            yield candidate.score + _NAMED, PairLaw(name, candidate.law)


def _function_of(grid: _Grid, combine: Callable[[int, int], int]) -> dict[int, int] | None:
    """The value for each value of the combination, where it is decided by it."""
    found: dict[int, int] = {}
    for a, b, value in grid.pairs():
        if found.setdefault(combine(a, b), value) != value:
            return None
    return found


def _sums(grid: _Grid) -> Iterator[Found]:
    """g(a, b) = u(a) xor v(b), with u the first column and v the first row."""
    if grid.about == "outcome":
        return
    corner = grid.rows[0][0]
    row = grid.rows[0]
    for line in grid.rows:
        shift = line[0] ^ corner
        if any(value != shift ^ above for value, above in zip(line, row, strict=True)):
            return
    column = [line[0] for line in grid.rows]
    for split in {0, corner}:
        firsts = candidates([value ^ split for value in column], grid.starts[0])[:_MOST_INNER]
        seconds = candidates([value ^ corner ^ split for value in row], grid.starts[1])[:_MOST_INNER]
        for first in firsts:
            for second in seconds:
                same = first.law == second.law
                yield first.score + (1 if same else second.score) + 1, SumLaw((first.law, second.law))


def _double(grid: _Grid) -> Iterator[Found]:
    """Rows that repeat, and columns that repeat: each by the shortest convincing period of all its lines at once."""
    down = _common_tail(grid.rows)
    across = _common_tail(tuple(zip(*grid.rows, strict=True)))
    if down is None or across is None:
        return
    height, width = sum(down), sum(across)
    rows = tuple(row[:width] for row in grid.rows[:height])
    flat = [value for row in rows for value in row]
    numbers = (*down, *across)
    bits = KIND + sum(map(int_bits, numbers)) + prod((height, width)) * value_bits(flat)
    preperiods = grid.starts[0] + down[0], grid.starts[1] + across[0]
    yield bits, GridLaw(grid.starts, preperiods, (down[1], across[1]), rows, grid.about)


def _common_tail(lines: Sequence[tuple[int, ...]]) -> tuple[int, int] | None:
    """The preperiod and the period of a sequence of whole lines."""
    names = {line: i for i, line in enumerate(dict.fromkeys(lines))}
    sequence = [names[line] for line in lines]
    # whole lines, each a name; the differences of names repeat exactly if the names do, for they are bounded
    for tail in sorted(tails(sequence), key=lambda tail: tail.preperiod + tail.period):
        if tail.saltus == 0 and convincing(sequence, tail):
            return tail.preperiod, tail.period
    return None


def _beatty(grid: _Grid) -> Iterator[Found]:
    """The P-positions (A_i, A_i + r·i), r from the first of them."""
    zeros = sorted((a, b) for a, b, value in grid.pairs() if value == 0 and 0 < a <= b)
    if grid.about != "outcome" or len(zeros) < 3 or zeros[0][1] <= zeros[0][0]:
        return
    r = zeros[0][1] - zeros[0][0]
    yield KIND + int_bits(r), BeattyLaw(r)


def diagonal_data(grid: PairTable) -> Data:
    """The values of the pairs (n, n), as one sequence."""
    first = max(grid.starts)
    (a, b), (height, width) = grid.starts, grid.shape
    count = min(a + height, b + width) - first
    return as_data([grid.rows[first - a + i][first - b + i] for i in range(count)], first, grid.about)
