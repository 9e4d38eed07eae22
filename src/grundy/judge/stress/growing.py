"""Large inputs: long lists, and many cases in a file, which grow as long as the program's time grows in proportion."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from random import Random

from .cases import Maker
from .subject import Case, Input, Subject

_CASES = (1000, 8000, 64_000, 256_000)
_BYTES = 4_000_000
_LONG = 1000
SHORT = 130
_DISTINCT = 2000
_SUPERLINEAR = 2.7


class Growing:
    """Makes inputs that grow; is told the CPU seconds that each took, of which *start* are its start.

    A program that needs time in proportion to its input, only much of it, is not blamed for sizes that nobody promised:
    growth stops where the next size would take more than half of the limit. Lists grow to the greatest length anyway,
    and in half of them the mover loses: a program cannot stop at the first winning move then.
    """

    def __init__(self, subject: Subject, chance: Random, seconds: float, start: float = 0.0) -> None:
        self.subject = subject
        self.maker = Maker(subject, chance)
        self.seconds = seconds
        self.start = start
        self.file_times: list[tuple[int, float]] = []
        self.size = 0
        self.some: list[Case] = []

    def file_took(self, seconds: float) -> None:
        """The CPU time of the last input of `many_cases`."""
        self.file_times.append((self.size, max(0.0, seconds - self.start)))

    def long_lists(self) -> Iterator[Input]:
        """Lists of the greatest length, and before them shorter ones, so that a failure is found while it is small."""
        most = max((part.most for part in self.subject.parts if part.role == "length"), default=0)
        for size in dict.fromkeys((min(_LONG, most), min(8 * _LONG, most), most - most % 2, most)):
            if size > SHORT:
                for way in ("equal", "lost", "least", "largest", "rising"):
                    case = self.maker.lost_list(size) if way == "lost" else self.maker.uniform(size, way)
                    if case is not None:
                        yield Input((case,))

    def many_cases(self) -> Iterator[Input]:
        """Files of a thousand cases and more; where the next size would take too long in proportion, one between."""
        cases: list[Case] = []
        steps = list(_CASES)
        while steps:
            size = steps[0]
            if self.file_times and not self._may(size):
                self.size = len(cases) // 2
                yield Input(tuple(cases[: self.size]))
                if not self._is_superlinear():
                    size = self._allowed()
                    if size < 2 * len(cases):
                        return
            if size == steps[0]:
                del steps[0]
            cases, length = [], 0
            for case in cycle(self._some()):
                cases.append(case)
                length += sum(10 * len(v) if isinstance(v, tuple) else 10 for v in case)
                if len(cases) == size or length > _BYTES:
                    break
            self.size = len(cases)
            yield Input(tuple(cases))
            if length > _BYTES:
                return

    def _some(self) -> list[Case]:
        """Random cases, to be repeated: making as many as a large file has would take longer than running it."""
        if not self.some:
            self.some = list(islice(self.maker.random(), _DISTINCT))
        return self.some

    def _may(self, size: int) -> bool:
        """Whether *size* cases would end in time if time grew in proportion."""
        last, seconds = self.file_times[-1]
        return seconds * size / last <= self.seconds / 2

    def _allowed(self) -> int:
        """The number of cases that would end in time, as the last file but one, of which the last was half, tells."""
        size, seconds = self.file_times[-2]
        return int(size * self.seconds / 2 / max(seconds, 1e-3))

    def _is_superlinear(self) -> bool:
        """Whether half of the cases took much less than half of the time."""
        (_, seconds), (_, half) = self.file_times[-2:]
        return seconds > _SUPERLINEAR * max(half, 0.005)
