"""`judge` by kernels: blocks of text to words, to outcomes, to text, for the problems that have a plan.

What is out of the ordinary (numbers beyond 64 bits, signs, faults, the case that ends the input, the last line
without its end) is read by the `Reader` and answered one by one, piece by piece; the reader's place is kept up to
date, so that either can go on where the other stopped, within a case too.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from types import ModuleType
from typing import BinaryIO

from grundy.judge import reading
from grundy.judge.answering import Desk
from grundy.judge.plan import Plan
from grundy.judge.reading import LONGEST, Reader

_LONGEST_LINE = 1 << 22  # what is longer is read piece by piece
_MOST_CARRIED = 1 << 10  # the words of a case that has begun are handed to and fro up to this number
_CASES = 1 << 13
_WORDS = 1 << 15
_OUT = 1 << 16
_FAR = 1 << 12  # bytes between two odd pieces that are no reason to make them larger
_USED, _ODD, _FULL = 0, 1, 2


class Bulk:
    """The state of one input: the text at hand, the words of the case that has begun, and the reader.

    *kernels* are the modules `cases`, `outcomes`, `sums` and `answers` of `kernels`, compiled or not.
    """

    def __init__(self, plan: Plan, reader: Reader, desk: Desk, kernels: tuple[ModuleType, ...]) -> None:
        self.plan = plan
        self.reader = reader
        self.desk = desk
        self.cases, self.outcomes, self.sums, self.answers = kernels
        self.text = bytearray()
        self.at = self.have = 0  # what is not read yet is text[at:have]
        self.words = array("Q", [0]) * _WORDS
        self.begun = 0  # so many words at the head are of the case that has begun; else the reader has its numbers
        self.ends = array("q", [0]) * _CASES
        self.kinds = bytearray(_CASES)
        self.values = array("Q", [0]) * (_CASES if plan.law == "sums" else 0)
        self.moves = array("Q", [0]) * (3 * _CASES if plan.moves else 0)
        self.out = bytearray(max(_OUT, 2 * (len(plan.texts) + 20 * len(plan.program))))
        self.stride = 1  # the least length of the next piece for the reader

    def run(self, source: BinaryIO) -> None:
        """Read, answer and print all cases of *source*."""
        fill = _filling(source)
        while count := self._fill(fill):
            self.have += count
            self._block()
            self.desk.target.flush()
            if self.reader.ended:
                return
        self._hand_over()
        self.desk.put(self.reader.finish(bytes(self.text[self.at : self.have])))

    def _fill(self, fill: Callable[[memoryview], int | None]) -> int:
        """Get more text behind what is left of the last one, which comes to the front."""
        left = self.have - self.at
        self.text[:left] = self.text[self.at : self.have]
        self.at, self.have = 0, left
        missing = left + reading.BLOCK - len(self.text)
        if missing > 0:
            self.text.extend(bytes(missing))
        with memoryview(self.text) as view, view[left : left + reading.BLOCK] as free:
            return fill(free) or 0

    def _block(self) -> None:
        """Answer what is at hand, but for a case, line or number that may go on."""
        while not self.reader.ended:
            if self._resumes():
                before = self.at
                if self._quick() == _USED and not self._is_stuck():
                    return
                if self.at - before > _FAR:
                    self.stride = 1
            piece = self._piece()
            if not piece:
                return
            self._hand_over()
            self.desk.put(self.reader.take(piece))
            self.at += len(piece)
            self.stride = min(2 * self.stride, reading.BLOCK)

    def _resumes(self) -> bool:
        """Whether the kernels can go on; they get the numbers of a case that the reader has begun."""
        reader, plan = self.reader, self.plan
        if reader.counting or reader.left == 0 or reader.whole is not None:
            return False
        if plan.lines:
            return reader.column == 1 and not reader.values
        if not reader.values:
            return True
        most = len(reader.values) + len(reader.part)
        if not plan.shape[3] <= most <= _MOST_CARRIED:
            return False
        numbers = [n for n in reader.values if isinstance(n, int)] + reader.part
        bounds = [*zip(plan.bounds[::2], plan.bounds[1::2], strict=True)]
        bounds += bounds[-1:] * (most - len(bounds))
        if not all(low <= n <= high for n, (low, high) in zip(numbers, bounds, strict=False)):
            return False
        self.words[:most] = array("Q", numbers)
        self.begun = most
        reader.values, reader.part = [], []
        return True

    def _hand_over(self) -> None:
        """Give the reader the numbers of the case that has begun."""
        if self.begun:
            numbers = self.words[: self.begun].tolist()
            self.reader.values = [*numbers[: self.plan.plain]]
            self.reader.part = numbers[self.plan.plain :]
            self.begun = 0

    def _quick(self) -> int:
        """Read and answer by the kernels as far as they go; the last status of their reading."""
        plan, reader = self.plan, self.reader
        stop = self.text.rfind(b"\n", self.at, self.have) + 1 if plan.lines else self.have
        status = _FULL if stop else _USED  # in lines, there may be none
        while status == _FULL:
            most = _CASES if reader.left is None else min(_CASES, reader.left)
            if not most:
                return _ODD
            state = array("q", [self.begun, 0, 0])
            arrays = (plan.shape, plan.bounds, plan.marks, self.words, self.ends, state)
            at, count, status = self.cases.read_cases(self.text, self.at, stop, plan.lines, most, *arrays)
            reader.line += state[1]
            reader.column = at - state[2] + 1 if state[1] else reader.column + at - self.at
            self.at, self.begun = at, state[0]
            if count:
                reader.left = None if reader.left is None else reader.left - count
                self._answer(count)
                last = self.ends[count - 1]
                self.words[: self.begun] = self.words[last : last + self.begun]
            elif status == _FULL:  # one case takes all words
                self.words.frombytes(bytes(8 * len(self.words)))
        return status

    def _answer(self, count: int) -> None:
        """Print the answers of the cases that were read."""
        plan, desk = self.plan, self.desk
        cases = (count, plan.plain, self.words, self.ends)
        operands = (plan.places, plan.offsets)
        if plan.law == "sums":
            self.sums.values_of(*cases, plan.laws, *operands, plan.misere, self.kinds, self.values)
        elif plan.law == "beatty":
            self.outcomes.beatty(*cases, *operands, self.kinds)
        else:
            self.outcomes.race(*cases, *operands, self.kinds)
        if plan.boxes:
            self.outcomes.exempt(*cases, plan.boxes, self.kinds)
        if plan.moves:
            self.sums.first_moves(*cases, plan.laws, *operands, self.kinds, self.values, self.moves)
        done = 0
        arrays = (self.words, self.ends, self.values, self.moves, plan.program, plan.texts, self.out)
        while done < count:
            size, done = self.answers.write_cases(self.kinds, done, count, desk.number, *arrays)
            with memoryview(self.out) as view:
                desk.target.write(bytes(view[:size]))
        desk.number += count

    def _is_stuck(self) -> bool:
        """Whether what is left need not wait for more text: a word or a line too long, or perhaps the end marker."""
        left = self.have - self.at
        if self.plan.lines:
            return left > _LONGEST_LINE or (self.plan.shape[3] > 0 and left > 0)
        return left > LONGEST

    def _piece(self) -> bytes:
        """What the reader takes next: whole lines or words, if any, of *stride* bytes if there are so many."""
        text, at, have = self.text, self.at, self.have
        cut = 0
        if self.plan.lines:
            cut = text.find(b"\n", at + self.stride - 1, have) + 1 or text.rfind(b"\n", at, have) + 1
        elif have - at >= self.stride:
            last = at + self.stride - 1
            word = reading.WORD.match(text, last, have)
            cut = (word.end() if word else last) + 1
            cut = cut if cut <= have else 0
        if not cut:
            cut = reading.last_blank(text, at, have)
        if not cut and have - at > LONGEST:
            cut = have  # one word, too long for a number
        return bytes(text[at:cut]) if cut else b""


def _filling(source: BinaryIO) -> Callable[[memoryview], int | None]:
    """A function that reads into a buffer what *source* has at hand, or waits; how much it was."""
    for name in ("readinto1", "readinto"):
        fill: Callable[[memoryview], int | None] | None = getattr(source, name, None)
        if fill is not None:
            return fill
    read = getattr(source, "read1", source.read)

    def filled(view: memoryview) -> int:
        data = read(len(view)) or b""
        view[: len(data)] = data
        return len(data)

    return filled
