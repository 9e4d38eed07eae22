"""Values that a user has: from a file, or from standard input.

A file holds Grundy values (integers >= 0) or outcomes, in one of four shapes:

- one value a line, or all on one line, for n = `start`, `start` + 1, …;
- two columns, n and its value (CSV, or a b-file of the OEIS);
- three columns, a, b and the value of the pair: a full rectangle, or one triangle of a symmetric table;
- a matrix of four or more columns, row a and column b, both from `start`.

Columns are divided by commas, semicolons, tabs or spaces. `#` begins a comment, a first line of words is a header, and
brackets around a list are left out. Outcomes are N and P, W and L, win and lose, or True and False, each from the view
of the player to move; 0 and 1 are Grundy values.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from grundy.rules.errors import PositionError, cut
from grundy.rules.numbers import MAX_DIGITS, shown
from grundy.rules.values import Value

About = Literal["grundy", "outcome"]

MOST_LINES = 10_000_000
_INTEGER = re.compile(r"-?[0-9]+")
_PLAIN = re.compile(r"[0-9]{1,18}(?:\n[0-9]{1,18})*\n?")
_DIVIDERS = re.compile(r"[,;\t]")
_WORDS = {
    **dict.fromkeys(["n", "w", "win", "wins", "winning", "won", "true", "first"], "N"),
    **dict.fromkeys(["p", "l", "lose", "loses", "losing", "loss", "lost", "false", "second"], "P"),
}

Cell = int | str
Row = tuple[int, list[str]]  # the number of the line, and its cells


class Series(Value):
    """The values of one heap of size start, start + 1, …: integers, or the outcomes "N" and "P"."""

    name: str
    start: int
    values: tuple[Cell, ...]
    about: About = "grundy"

    @property
    def last(self) -> int:
        """The largest heap with a value."""
        return self.start + len(self.values) - 1


class PairTable(Value):
    """The values of pairs of heaps: rows[i][j] is that of (starts[0] + i, starts[1] + j)."""

    name: str
    starts: tuple[int, int]
    rows: tuple[tuple[Cell, ...], ...]
    about: About = "grundy"

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return len(self.rows), len(self.rows[0])

    @property
    def symmetric(self) -> bool:
        """Whether the value of (a, b) is that of (b, a) wherever both are in the table.

        >>> PairTable("nim", (0, 0), ((0, 1), (1, 0))).symmetric
        True
        """
        (first, second), (height, width) = self.starts, self.shape
        low, high = max(first, second), min(first + height, second + width)
        square = [row[low - second : high - second] for row in self.rows[low - first : high - first]]
        return all(tuple(column) == row for column, row in zip(zip(*square, strict=True), square, strict=True))


def read_values(source: str | Path, *, start: int = 0) -> Series | PairTable:
    """The values in the file *source*, "-" for standard input; *start* is the first n where no column says it.

    Raises PositionError, which names the file and the line, for anything that is no such table.
    """
    name = "standard input" if str(source) == "-" else str(source)
    try:
        if str(source) == "-" and sys.stdin is None:
            raise PositionError("standard input is closed; expected values")
        raw = sys.stdin.buffer.read() if str(source) == "-" else Path(source).read_bytes()
    except OSError as error:
        raise PositionError(f"{name}: {error.strerror or error}") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise PositionError(f"{name}, line {line}: not a text file (UTF-8 was expected)") from None
    return parse_values(text, name, start=start)


def parse_values(text: str, name: str = "the values", *, start: int = 0) -> Series | PairTable:
    r"""The values that *text* holds.

    >>> parse_values("n;g\n1;0\n2;1\n3;2\n").values
    (0, 1, 2)
    >>> parse_values("P N N P", "mine").about
    'outcome'
    >>> parse_values("0\n1\nx\n", "mine")
    Traceback (most recent call last):
    grundy.rules.errors.PositionError: mine, line 3: expected a value (an integer >= 0, or N or P); read 'x'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _PLAIN.fullmatch(text):
        return Series(name, start, tuple(map(int, text.split())))
    rows = _without_header(list(_rows(text, name)))
    if not rows:
        raise PositionError(f"{name}: there are no values in it")
    width = len(rows[0][1])
    for line, cells in rows:
        if len(cells) != width:
            raise _fault(name, line, f"{width} columns, as above" if width > 1 else "one value, as above", len(cells))
    if width == 1 or len(rows) == 1:
        return _listed(name, start, [(line, cell) for line, cells in rows for cell in cells])
    if width == 2:
        return _series(name, rows)
    if width == 3:
        return _pairs(name, rows)
    return _matrix(name, start, rows)


def _rows(text: str, name: str) -> Iterator[Row]:
    """The lines that are neither blank nor a comment, cut into cells."""
    for number, line in enumerate(text.split("\n"), 1):
        if number > MOST_LINES + 1:
            raise PositionError(f"{name}: more than {MOST_LINES:,} lines")
        content = line.partition("#")[0].strip().strip("[](){}").strip()
        if not content.strip(",;"):
            continue
        if _DIVIDERS.search(content):
            cells = [cell.strip().strip("'\"[](){}") for cell in _DIVIDERS.split(content.rstrip(",;"))]
        else:
            cells = content.split()
        yield number, cells


def _without_header(rows: list[Row]) -> list[Row]:
    """The rows without a first one of words: it holds a word that is no outcome, or stands above an index."""
    if len(rows) < 2 or any(cell[:1] in "0123456789+-." for cell in rows[0][1]):
        return rows
    cells, below = rows[0][1], rows[1][1]
    outcomes = all(cell.lower() in _WORDS for cell in cells)
    index = len(cells) > 1 and _INTEGER.fullmatch(below[0])
    return rows if outcomes and not index else rows[1:]


def _fault(name: str, line: int, expected: str, read: object) -> PositionError:
    return PositionError(f"{name}, line {line}: expected {expected}; read {read}")


def _value(cell: str, name: str, line: int) -> Cell:
    """A Grundy value or an outcome."""
    if _INTEGER.fullmatch(cell):
        return _natural(cell, name, line, "a Grundy value")
    if (outcome := _WORDS.get(cell.lower())) is None:
        raise _fault(name, line, "a value (an integer >= 0, or N or P)", repr(cut(cell)) if cell else "nothing")
    return outcome


def _natural(cell: str, name: str, line: int, what: str) -> int:
    """An integer >= 0 of at most 4,000 digits."""
    if not _INTEGER.fullmatch(cell):
        raise _fault(name, line, f"{what} (an integer >= 0)", repr(cut(cell)) if cell else "nothing")
    if len(cell) > MAX_DIGITS:
        raise _fault(name, line, f"{what} of at most {MAX_DIGITS:,} digits", f"{len(cell):,}")
    number = int(cell)
    if number < 0:
        raise _fault(name, line, f"{what} (an integer >= 0)", shown(number))
    return number


def _about(values: Sequence[Cell], lines: Sequence[int], name: str) -> About:
    """What *values* are; all of them must be of the kind of the first."""
    words = isinstance(values[0], str)
    for value, line in zip(values, lines, strict=True):
        if isinstance(value, str) != words:
            raise _fault(name, line, "an outcome, as above" if words else "a Grundy value, as above", repr(value))
    return "outcome" if words else "grundy"


def _listed(name: str, start: int, cells: Iterable[tuple[int, str]]) -> Series:
    """Values without indices."""
    lines, texts = zip(*cells, strict=True)
    values = tuple(_value(text, name, line) for line, text in zip(lines, texts, strict=True))
    return Series(name, start, values, _about(values, lines, name))


def _series(name: str, rows: list[Row]) -> Series:
    """Two columns: n and its value, in any order of n, without gaps."""
    found: dict[int, tuple[int, Cell]] = {}
    for line, (index, value) in rows:
        n = _natural(index, name, line, "a heap size")
        if n in found:
            raise _fault(name, line, f"each n once (n = {shown(n)} stands on line {found[n][0]}, too)", shown(n))
        found[n] = line, _value(value, name, line)
    first = min(found)
    for expected, n in enumerate(sorted(found), first):
        if n != expected:
            raise _fault(name, found[n][0], f"no gaps: the value of n = {shown(expected)} is missing", shown(n))
    lines, values = zip(*(found[n] for n in range(first, first + len(found))), strict=True)
    return Series(name, first, values, _about(values, lines, name))


def _pairs(name: str, rows: list[Row]) -> PairTable:
    """Three columns: a, b and the value of the pair."""
    found: dict[tuple[int, int], tuple[int, Cell]] = {}
    for line, (one, two, value) in rows:
        pair = _natural(one, name, line, "a heap size"), _natural(two, name, line, "a heap size")
        if pair in found:
            raise _fault(name, line, f"each pair once (it stands on line {found[pair][0]}, too)", pair)
        found[pair] = line, _value(value, name, line)
    _about([value for _, value in found.values()], [line for line, _ in found.values()], name)
    if all(a <= b for a, b in found) or all(a >= b for a, b in found):
        found.update({(b, a): value for (a, b), value in found.items()})
    firsts, seconds = sorted({a for a, _ in found}), sorted({b for _, b in found})
    for label, heaps in (("first", firsts), ("second", seconds)):
        if heaps[-1] - heaps[0] >= len(heaps):
            missing = next(n for n in range(heaps[0], heaps[-1]) if n not in set(heaps))
            raise PositionError(f"{name}: there is a gap: no pair has the {label} heap {shown(missing)}")
    for a in firsts:
        for b in seconds:
            if (a, b) not in found:
                raise PositionError(f"{name}: the value of ({a}, {b}) is missing: a full rectangle is expected")
    cells = tuple(tuple(found[a, b][1] for b in seconds) for a in firsts)
    return PairTable(name, (firsts[0], seconds[0]), cells, _kind(cells))


def _matrix(name: str, start: int, rows: list[Row]) -> PairTable:
    """Four columns or more: row a, column b."""
    cells = tuple(tuple(_value(text, name, line) for text in texts) for line, texts in rows)
    for (line, _), values in zip(rows, cells, strict=True):
        if _about(values, [line] * len(values), name) != _kind(cells):
            raise _fault(name, line, "values of the kind of the first row", repr(values[0]))
    return PairTable(name, (start, start), cells, _kind(cells))


def _kind(rows: tuple[tuple[Cell, ...], ...]) -> About:
    return "outcome" if isinstance(rows[0][0], str) else "grundy"
