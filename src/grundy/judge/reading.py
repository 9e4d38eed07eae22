"""Bytes to cases: a stream is read in blocks, and every fault is an error that says where it is.

A number is ``-?[0-9]+`` of at most 4,000 digits, so ``+5``, ``1_000`` and ``1.0`` are none. Memory does not
grow with the number of cases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

from grundy.judge.case import Shape, Values
from grundy.rules.errors import GrundyError
from grundy.rules.numbers import MAX_DIGITS

BLOCK = 1 << 18
_DIGITS = b"0123456789"
_SPACES = b" \t\n\r\v\f"
_BLANKS = [b" ", b"\t", b"\n", b"\r", b"\v", b"\f"]
_INTEGER = re.compile(rb"-?[0-9]{1,%d}" % MAX_DIGITS)
_WORD = re.compile(rb"[^ \t\n\r\v\f]+")
_LONGEST = MAX_DIGITS + 1


class InputError(GrundyError):
    """Input that is no case of the problem, with its line and column (both from 1)."""

    def __init__(self, line: int, column: int, expected: str, read: str) -> None:
        super().__init__(f"line {line}, column {column}: expected {expected}; read {read}")
        self.line = line
        self.column = column
        self.expected = expected
        self.read = read


Batch = tuple[list[Values], InputError | None]


class Reader:
    """The cases of a stream. *lines* says that each stands on a line of its own; else they follow each other.

    The state is the case that has been begun: *values* of its first items, and *part* of the next, a list.
    """

    def __init__(self, shape: Shape, *, lines: bool) -> None:
        self.shape = shape
        self.lines = lines
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
            cut = text.rfind(b"\n") + 1 or _last_space(text)
            if not cut and len(text) > _LONGEST:
                cut = len(text)  # one word, too long for a number
            tail = text[cut:]
            if cut:
                batch = self._take(text[:cut])
                yield batch
                if batch[1]:
                    return
        yield self._finish(tail)

    def _finish(self, tail: bytes) -> Batch:
        """What is left when the input has ended."""
        cases: list[Values] = []
        error = None
        if tail:
            cases, error = self._take(tail)
        if self.whole is not None:
            cases.append(self.whole)
        elif error is None and (self.values or self.part):
            error = InputError(self.line, self.column, self._expected(), "the end of the input")
        return cases, error

    def _take(self, text: bytes) -> Batch:
        if self.flat:
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
        self.line += count
        self.column = 1
        return list(zip(*columns, strict=True))

    def _take_words(self, text: bytes) -> Batch:
        words = text.split()
        bad = _first_bad(text, words)
        cases, wrong, _ = self._consume(list(map(int, words[:bad])))
        wrong = bad if wrong is None else wrong
        if wrong is not None:
            return cases, self._error_at(text, wrong)
        self._advance(text)
        return cases, None

    def _take_lines(self, text: bytes) -> Batch:
        cases: list[Values] = []
        first, *others = text.split(b"\n")
        error = self._take_line(first)
        for line in others:
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
        if wrong is None and used < len(words):
            wrong = used
        if wrong is not None:
            return self._error_at(text, wrong)
        self.end = self.column + len(text.rstrip())
        self.column += len(text)
        return None

    def _end_line(self, cases: list[Values]) -> InputError | None:
        if self.whole is not None:
            cases.append(self.whole)
            self.whole = None
        elif self.values or self.part:
            return InputError(self.line, self.end, self._expected(), "the end of the line")
        self.line += 1
        self.column = 1
        return None

    def _consume(self, numbers: list[int], most: int = 0) -> tuple[list[Values], int | None, int]:
        """The cases that *numbers* complete, at most *most* of them (0: all).

        With them, the index of the first number out of bounds, if any, and how many were used.
        """
        cases: list[Values] = []
        values, at = self.values, 0
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
            else:
                return cases, at, at
            if self._complete(values):
                cases.append(values)
                self.values = values = []
        return cases, None, at

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
        return self.shape[len(self.values)].words(self.values, len(self.part))

    def _error_at(self, text: bytes, index: int) -> InputError:
        """The error of word number *index* (from 0) of *text*."""
        word = next(islice(_WORD.finditer(text), index, None))
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


def _last_space(text: bytes) -> int:
    """The index after the last blank among those that may end a number, or 0."""
    return max(text.rfind(space, -_LONGEST - 1) for space in _BLANKS) + 1


def _shown(word: bytes) -> str:
    r"""A word for a message, cut where it is long, in ASCII.

    >>> _shown(b"3.5"), _shown(bytes([255]))
    ("'3.5'", "'\\xff'")
    """
    text = repr(word[:24])[1:]
    return text if len(word) <= 24 else f"{text[:-1]}…{text[-1]}"
