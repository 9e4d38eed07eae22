"""Bytes to cases: a stream is read in blocks, and every fault is an error that says where it is.

A number is ``-?[0-9]+`` of at most 4,000 digits, so ``+5``, ``1_000`` and ``1.0`` are none. Memory does not
grow with the number of cases.

The input may begin with the number of cases, and it may end before its end, at a case that is none: a marker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO, NamedTuple

from grundy.judge.case import Bound, Item, Shape, Values, shortened
from grundy.rules.errors import GrundyError
from grundy.rules.evaluate import Test
from grundy.rules.numbers import MAX_DIGITS

BLOCK = 1 << 18
_DIGITS = b"0123456789"
_SPACES = b" \t\n\r\v\f"
_BLANKS = [b" ", b"\t", b"\n", b"\r", b"\v", b"\f"]
_INTEGER = re.compile(rb"-?[0-9]{1,%d}" % MAX_DIGITS)
WORD = re.compile(rb"[^ \t\n\r\v\f]+")
LONGEST = MAX_DIGITS + 1
"""The length of the longest number, with its sign."""
_COUNT: Shape = (Item("the number of cases", Bound(0)),)
_THE_END = "the end of the input"


class InputError(GrundyError):
    """Input that is no case of the problem, with its line and column (both from 1)."""

    def __init__(self, line: int, column: int, expected: str, read: str) -> None:
        super().__init__(f"line {line}, column {column}: expected {expected}; read {read}")
        self.line = line
        self.column = column
        self.expected = expected
        self.read = read


class End(NamedTuple):
    """The input ends where *test* holds for the first *size* numbers of a case, none of which is a list."""

    test: Test
    size: int


Batch = tuple[list[Values], InputError | None]


class Reader:
    """The cases of a stream. *lines* says that each stands on a line of its own; else they follow each other.

    With *count*, the number of cases stands before them; it is read as if it were a case itself. With *end*, the
    numbers that may be a marker are held to their bounds only once it is known that they are none.

    The state is the case that has been begun: *values* of its first items, and *part* of the next, a list.
    """

    def __init__(self, shape: Shape, *, lines: bool, count: bool = False, end: End | None = None) -> None:
        self.shape = _COUNT if count else shape
        self.cases = shape
        self.lines = lines
        self.counting = count  # whether the count is still to be read
        self.total = 0
        self.left: int | None = None  # how many cases are still to come, if that is known
        self.marker = end
        self.head = end.size if end else 0
        self.suspect: int | None = None  # the index in *values* of the first that is out of its bounds
        self.fault: InputError | None = None  # the same as an error, where its text is no more at hand
        self.needed = ""  # what else is expected of a number
        self.ended = False
        self.flat = lines and not any(item.is_list for item in shape)
        self.line = 1
        self.column = 1
        self.end = 1  # the column after the last word of the line
        self.values: list[int | list[int]] = []
        self.part: list[int] = []
        self.whole: Values | None = None  # the case that stands on this line, before its end was seen

    def batches(self, stream: BinaryIO) -> Iterator[Batch]:
        """The cases that each block completes, with the error that ends the input, if any.

        A block ends where no more input is at hand, so that answers can be given before the next line comes.
        """
        read = getattr(stream, "read1", stream.read)
        tail = b""
        while block := read(BLOCK):
            text = tail + block
            cut = text.rfind(b"\n") + 1 or last_blank(text, 0, len(text))
            if not cut and len(text) > LONGEST:
                cut = len(text)  # one word, too long for a number
            tail = text[cut:]
            if cut:
                batch = self.take(text[:cut])
                yield batch
                if batch[1] or self.ended:
                    return
        yield self.finish(tail)

    def finish(self, tail: bytes) -> Batch:
        """What is left when the input has ended."""
        cases: list[Values] = []
        error = None
        if tail:
            cases, error = self.take(tail)
        if error is not None or self.ended:
            return cases, error
        if self.whole is not None:
            self._give(cases)
        elif self.values or self.part or self.counting:
            return cases, InputError(self.line, self.column, self._expected(), _THE_END)
        if self.left:
            done = self.total - self.left
            read = f"{_THE_END} {f'after case {shortened(done)}' if done else 'before the first case'}"
            expected = "1 case" if self.total == 1 else f"{shortened(self.total)} cases"
            return cases, InputError(self.line, self.column, expected, read)
        return cases, None

    def take(self, text: bytes) -> Batch:
        """The cases that *text*, which ends at a blank, completes, with the error that ends the input, if any."""
        if self.counting and self.lines:
            cut = text.find(b"\n", len(text) - len(text.lstrip())) + 1
            if 0 < cut < len(text):  # the line of the count by itself, so that the others may be quick
                cases, error = self._take_lines(text[:cut])
                return (cases, error) if error else self.take(text[cut:])
        if self.flat and not self.counting:
            rows = self._rows(text)
            if rows is not None:
                return rows, None
        return self._take_lines(text) if self.lines else self._take_words(text)

    def _rows(self, text: bytes) -> list[Values] | None:
        """The cases of a regular block: whole lines of digits with single blanks between; None elsewhere."""
        count = text.count(b"\n")
        gaps = text.translate(None, _DIGITS)
        width = len(self.shape)
        if gaps not in (row * count for row in (b" " * (width - 1) + b"\n", b" " * (width - 1) + b"\r\n")):
            return None
        words = text.split()
        if (
            self.column > 1
            or self.values
            or text[-1:] != b"\n"
            or len(words) != width * count
            or _too_long(text, words)
        ):
            return None
        numbers = list(map(int, words))
        columns = [numbers[index::width] for index in range(width)]
        if not all(item.bound.holds_all(c) for item, c in zip(self.shape, columns, strict=True)):
            return None
        rows: list[Values] = list(zip(*columns, strict=True))
        if self.left is not None:
            if self.left < count:
                return None
            self.left -= count
        if self.marker:
            try:
                place = next((index for index, row in enumerate(rows) if self.marker.test(row)), None)  # type: ignore[arg-type]
            except (ZeroDivisionError, GrundyError):
                return None
            if place is not None:
                self.ended = True
                return rows[:place]
        self.line += count
        self.column = 1
        return rows

    def _take_words(self, text: bytes) -> Batch:
        words = text.split()
        bad = _first_bad(text, words)
        cases, wrong, _ = self._consume(list(map(int, words[:bad])))
        if self.ended:
            return cases, None
        wrong = bad if wrong is None else wrong
        if wrong is not None:
            return cases, self._error_at(text, wrong)
        self._keep_fault(text, len(words))
        self._advance(text)
        return cases, None

    def _take_lines(self, text: bytes) -> Batch:
        cases: list[Values] = []
        first, *others = text.split(b"\n")
        error = self._take_line(first)
        for line in others:
            if self.ended:
                break
            error = error or self._end_line(cases)
            if error:
                break
            error = self._take_line(line)
        return cases, error

    def _take_line(self, text: bytes) -> InputError | None:
        """Read a line, or a part of it that ends at a blank."""
        words = text.split()
        if not words:
            self.column += len(text)
            return None
        bad = _first_bad(text, words)
        wrong, used = None, 0
        if self.whole is None:
            found, wrong, used = self._consume(list(map(int, words[:bad])), 1)
            self.whole = found[0] if found else None
            if self.ended:
                return None
        if wrong is None and used < len(words):
            wrong = used
        if wrong is not None:
            return self._error_at(text, wrong)
        self._keep_fault(text, len(words))
        self.end = self.column + len(text.rstrip())
        self.column += len(text)
        return None

    def _end_line(self, cases: list[Values]) -> InputError | None:
        if self.whole is not None:
            self._give(cases)
        elif self.values or self.part:
            return InputError(self.line, self.end, self._expected(), "the end of the line")
        self.line += 1
        self.column = 1
        return None

    def _give(self, cases: list[Values]) -> None:
        """Add the case that stands on the line to *cases*, or begin with them where it is their count."""
        assert self.whole is not None  # noqa: S101  the callers ask first
        values, self.whole = self.whole, None
        if self.counting:
            self._begin(values[0])  # type: ignore[arg-type]
            return
        if self.left is not None:
            self.left -= 1
        cases.append(values)

    def _begin(self, total: int) -> None:
        self.counting = False
        self.total = self.left = total
        self.shape = self.cases

    def _consume(self, numbers: list[int], most: int = 0, at: int = 0) -> tuple[list[Values], int | None, int]:
        """The cases that *numbers*, from index *at*, complete, at most *most* of them (0: all).

        With them, the index of the first number that is wrong, if any, and how many were used.
        """
        if self.left is None and not self.counting:
            return self._cases(numbers, most, at)
        if most:  # a line, counted at its end
            return ([], 0 if numbers else None, 0) if self.left == 0 else self._cases(numbers, most, at)
        if self.counting:
            found, wrong, at = self._cases(numbers, 1, at)
            if not found:
                return [], wrong, at
            self._begin(found[0][0])  # type: ignore[arg-type]
        cases: list[Values] = []
        if self.left:
            cases, wrong, at = self._cases(numbers, self.left, at)
            if wrong is not None:
                return cases, wrong, at
            self.left -= len(cases)
        return cases, at if self.left == 0 and at < len(numbers) else None, at

    def _cases(self, numbers: list[int], most: int, at: int) -> tuple[list[Values], int | None, int]:
        cases: list[Values] = []
        values, head = self.values, self.head
        while at < len(numbers) and not (most and len(cases) == most):
            item = self.shape[len(values)]
            if item.is_list:
                need = item.size(values) - len(self.part)
                piece = numbers[at : at + need]
                wrong = item.bound.first_outside(piece)
                self.part += piece[:wrong]
                if wrong is not None:
                    return cases, at + wrong, at
                at += len(piece)
                if len(piece) < need:
                    break
                values.append(self.part)
                self.part = []
            elif item.bound.allows(numbers[at]):
                values.append(numbers[at])
                at += 1
            elif len(values) < head:
                if self.suspect is None:
                    self.suspect = len(values)
                values.append(numbers[at])
                at += 1
            else:
                return cases, at, at
            if len(values) == head and head:
                wrong = self._after_head(values, at)
                if self.ended or wrong is not None:
                    return cases, wrong, at
            if self._complete(values):
                cases.append(values)
                self.values = values = []
        return cases, None, at

    def _after_head(self, values: list[int | list[int]], at: int) -> int | None:
        """Whether the input has *ended*, now that the names of its condition were read; else what is wrong with them.

        That is the index of a number, where number *at* comes next: below 0 if it is not at hand.
        """
        assert self.marker is not None  # noqa: S101  there is a head
        try:
            self.ended = self.marker.test(values)  # type: ignore[arg-type]  # no list is among them
        except (ZeroDivisionError, GrundyError):
            self.suspect = None
            self.needed = ", for which the condition of the end has a value"
            del values[-1]
            return at - 1
        if self.ended or self.suspect is None:
            return None
        place, self.suspect = self.suspect, None
        del values[place:]
        return at - self.head + place

    def _keep_fault(self, text: bytes, words: int) -> None:
        """Make the suspect number of the case that has been begun an error, as *text*, of so many words, goes."""
        if self.suspect is None or self.fault is not None:
            return
        rest = self.values[self.suspect :]
        del self.values[self.suspect :]
        self.fault = self._error_at(text, words - len(rest))
        self.values += rest

    def _complete(self, values: list[int | list[int]]) -> bool:
        """Whether *values* are those of a whole case, once the empty lists that come next are put in."""
        while len(values) < len(self.shape):
            item = self.shape[len(values)]
            if not item.is_list or item.size(values):
                return False
            values.append([])
        return True

    def _expected(self) -> str:
        if self.whole is not None:
            return "the end of the line"
        if self.left == 0:
            return _THE_END
        return self.shape[len(self.values)].words(self.values, len(self.part)) + self.needed

    def _error_at(self, text: bytes, index: int) -> InputError:
        """The error of word number *index* (from 0) of *text*."""
        if index < 0 and self.fault is not None:
            return self.fault
        word = next(islice(WORD.finditer(text), index, None))
        newlines = text.count(b"\n", 0, word.start())
        start = text.rfind(b"\n", 0, word.start()) + 1
        column = word.start() - start + (1 if newlines else self.column)
        expected = self._expected()
        if word.group().removeprefix(b"-").isdigit() and len(word.group()) > MAX_DIGITS:
            expected += f" of at most {MAX_DIGITS:,} digits"
        return InputError(self.line + newlines, column, expected, _shown(word.group()))

    def _advance(self, text: bytes) -> None:
        newlines = text.count(b"\n")
        self.line += newlines
        self.column = len(text) - text.rfind(b"\n") if newlines else self.column + len(text)


def _first_bad(text: bytes, words: list[bytes]) -> int | None:
    """The index of the first word that is no number, or None."""
    if not text.translate(None, _DIGITS + _SPACES) and not _too_long(text, words):
        return None
    return next((index for index, word in enumerate(words) if not _INTEGER.fullmatch(word)), None)


def _too_long(text: bytes, words: list[bytes]) -> bool:
    """Whether some word is longer than the longest number: then one of these pieces lies inside it."""
    half = MAX_DIGITS // 2
    if not any(text[at : at + half].isdigit() for at in range(0, len(text), half)):
        return False
    return max(map(len, words), default=0) > MAX_DIGITS


def last_blank(text: bytes | bytearray, start: int, end: int) -> int:
    """The place after the last blank of text[start:end], among those that may end a number, or 0."""
    first = max(start, end - LONGEST - 1)
    return max(text.rfind(blank, first, end) for blank in _BLANKS) + 1


def _shown(word: bytes) -> str:
    r"""A word for a message, cut where it is long, in ASCII.

    >>> _shown(b"3.5"), _shown(bytes([255]))
    ("'3.5'", "'\\xff'")
    """
    text = repr(word[:24])[1:]
    return text if len(word) <= 24 else f"{text[:-1]}…{text[-1]}"
