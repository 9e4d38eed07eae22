"""The search for a failure: inputs are made, run and compared until one fails or the time is over."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random

from grundy.rules.errors import GrundyError

from .cases import NAMES, Maker, Stage, stages
from .findings import Odd, Settings
from .growing import SHORT, Growing
from .output import Failure, answers_of, compared, told_by
from .reaching import reach
from .running import Limits, OutOfTime, Run, Runner
from .subject import Case, Input, Subject

Tell = Callable[[str, int, int, float], None]
_FIRST = (1, 1, 1, 1, 2, 1, 2, 3, 1, 5, 10, 30, 100)
"""The numbers of cases of the first files."""
_CHUNK_AT_FIRST, _CHUNK = 200, 20_000
_NUMBERS = 200_000
_PATIENT, _HASTY = 0.6, 0.15
_QUICK = 0.25
_SAMPLE = 10
_MORE = 5.0
_PIECE = 200
GRACE = 0.5
_MANY, _LONG, _ENDS, _BEHIND = "many cases in a file", "long lists", "ends of files", "behind the end"
KINDS = (*NAMES, _ENDS, _BEHIND, _LONG, _MANY)
"""The kinds of inputs, by their names for people."""


def room(limits: Limits, truths: Sequence[str]) -> Limits:
    """The limits with room for four times the output that is expected."""
    return limits._replace(output=min(limits.output, (1 << 20) + 4 * sum(len(t) + 1 for t in truths)))


class Hunt:
    """One search for a failure, which may go on after one was found."""

    def __init__(self, subject: Subject, runner: Runner, settings: Settings, tell: Tell | None) -> None:
        self.truths: list[str] = []
        self.subject = subject
        self.runner = runner
        self.settings = settings
        self.limits = settings.limits
        self.tell = tell
        self.begun = time.monotonic()
        self.files = self.cases = 0
        self.tried: dict[str, int] = {}
        self.notes: list[str] = []
        self.one_case = bool(settings.one_case)
        self.chunk = _CHUNK_AT_FIRST
        self.sizes: dict[str, int] = {}  # by kind, the cases that its next file may have
        self.most = _CHUNK  # cases in a file, of the kinds that are not about that
        self.typical = 0.0
        self.start = 10.0
        self.odd: Odd | None = None
        self.running = self.finding = 0.0  # seconds of the program, and those of finding the truth
        self.over: set[str] = set()  # kinds of which there are no more inputs
        self.stage = ""
        self.last: tuple[Input, Failure] | None = None
        self.run_time = 0.0
        self.refused = ""  # why the last case that was left out has no answer
        self.seconds = settings.seconds
        self.longest = 0
        self.shrinking = 0.0  # seconds that went into making failures small: they are not those for looking
        self.interrupted = False  # while a failure was made smaller
        self.reached = False

    # ------------------------------------------------------------ looking

    def look(self) -> None:
        """Run inputs until one fails (`last`) or the time is over."""
        self.look_at(None)

    def look_at(self, files: int | None) -> None:
        """The same for at most so many files (None: any number)."""
        self.last = None
        if not self.reached:
            self.reached = True
            self.notes += self.subject.require_makeable()
            begun = time.monotonic()
            deadline = self.begun + self.settings.seconds / 2
            note = reach(self.subject, Random(self.settings.seed), deadline)  # noqa: S311 - inputs
            self.notes += [note] if note else []
            self.finding += time.monotonic() - begun
        for stage, given in islice(self._files(), files):
            self.stage = stage
            try:
                if self.fails(given) or self._left() < 0:
                    return
            except OutOfTime:
                cases = f"{len(given.cases):,} case{'s' if len(given.cases) != 1 else ''}"
                self.notes.append(f"the last file ({stage}, up to {cases}) was not done when the time was over")
                return

    def _left(self) -> float:
        return self.begun + self.shrinking + self.seconds - time.monotonic()

    def _until(self) -> float:
        """When a run is stopped: the first one has all the time that it may take, others end soon after the search."""
        if not self.files:
            return math.inf
        return time.monotonic() + max(0.0, self._left()) + self.limits.seconds + GRACE

    def missing(self) -> tuple[str, ...]:
        """The kinds of inputs of which there are some, and none was tried."""
        lengths = [part.most for part in self.subject.parts if part.role == "length"]
        unfit = {
            _BEHIND: not self.subject.has_end,
            _LONG: max(lengths, default=0) <= SHORT,
            _MANY: self.one_case,
        }
        left_out = {*self.tried, *self.over, *self.settings.without}
        return tuple(name for name in KINDS if name not in left_out and not unfit.get(name, False))

    def shorten(self) -> None:
        """Look for a part of the time only from now on: a failure is known, though not one that matters most."""
        more = max(_MORE, self.settings.seconds / 4)
        self.seconds -= max(0.0, self._left() - more)

    def fails(self, given: Input) -> bool:
        """Whether the program fails on an input; a program that reads one case, where that is right, does not."""
        if self.tell is not None:
            self.tell(self.stage, self.files, self.cases, self.seconds - self._left())
        begun = time.monotonic()
        known = self._known(given)
        self.finding += time.monotonic() - begun
        if not known.cases:
            return False
        failure, run = self._tried(known, self.limits._replace(until=self._until()))
        self.files += 1
        self.running += run.wall
        self.cases += len(known.cases)
        self._measured(known)
        self.tried[self.stage] = self.tried.get(self.stage, 0) + len(known.cases)
        if failure is None:
            self._paced(time.monotonic() - begun, run)
            self._noted(known, run)
            return False
        if failure.kind == "time-out" and self.stage != _MANY and len(known.cases) > 1:
            late = self._late(known, failure)
            if late is None:
                self.chunk = self.most = max(1, len(known.cases) // 4)
                return False
            known, failure = late
        if failure.kind == "missing answers" and self._reads_one(known, run):
            self.one_case = True
            self.notes.append("the program reads one case, which the problem allows: each file held one case")
            return False
        self.last = self._promised_part(known) or (known, failure)
        return True

    def _measured(self, given: Input) -> None:
        """Remember the length of the longest list."""
        if any(part.role == "length" for part in self.subject.parts):
            lists = (len(value) for case in given.cases for value in case if isinstance(value, tuple))
            self.longest = max(self.longest, max(lists, default=0))

    def _promised_part(self, given: Input) -> tuple[Input, Failure] | None:
        """The cases that the problem's source promises, where the program fails on these without the others, too."""
        kept = tuple(case for case in given.cases if not self.subject.beyond(case))
        if not 0 < len(kept) < len(given.cases):
            return None
        part = Input(kept, given.layout)
        try:
            found = self.attempt(self.limits._replace(until=self._until()))(part)
        except OutOfTime:
            return None
        return None if found is None else (part, found)

    def _late(self, given: Input, failure: Failure) -> tuple[Input, Failure] | None:
        """What fails of a file that takes too long; where there is no time to see that, it was not tried."""
        try:
            return self._late_part(given, failure)
        except OutOfTime:
            self.files -= 1
            self.cases -= len(given.cases)
            self.tried[self.stage] -= len(given.cases)
            if not self.tried[self.stage]:
                del self.tried[self.stage]
            raise

    def _late_part(self, given: Input, failure: Failure, depth: int = 3) -> tuple[Input, Failure] | None:
        """The part of a file that takes too long, or fails otherwise; None where the file only has too many cases."""
        middle = len(given.cases) // 2
        if not middle or not depth:
            return given, failure
        for half in (given.cases[:middle], given.cases[middle:]):
            part = Input(half, given.layout)
            found = self.attempt(self.limits._replace(until=self._until()))(part)
            if found is not None:
                return (part, found) if found.kind != "time-out" else self._late_part(part, found, depth - 1)
        return None

    def _known(self, given: Input) -> Input:
        """The input without the cases whose truth is out of reach, or takes too long: `truths` are the others'."""
        given = self._affordable(given)
        try:
            return self._answered(given)
        except GrundyError as error:
            self.refused = error.message
            if len(given.cases) == 1:
                return Input((), given.layout)
        kept = []
        for case in given.cases:
            try:
                self.subject.truths([case])
            except GrundyError:
                continue
            kept.append(case)
            if self._left() < 0:
                break
        try:
            self.truths = self.subject.truths(kept)  # the number of a case may stand in its answer
        except GrundyError:
            return Input((), given.layout)
        return Input(tuple(kept), given.layout)

    def _answered(self, given: Input) -> Input:
        """The input, or so many of its cases, from the first, as are answered in a moment."""
        size, count = _PIECE, len(given.cases)
        while True:
            size = min(size, count)
            begun = time.process_time()
            self.truths = self.subject.truths(given.cases[:size])
            seconds = max(1e-9, time.process_time() - begun)
            more = min(4.0, 2 * _PATIENT / seconds)
            if size == count or more < 1.5 or self._left() < 0:
                return Input(given.cases[:size], given.layout)
            size = int(more * size)

    def _affordable(self, given: Input) -> Input:
        """The input, cut to as many cases as are answered in a moment, as the last few of it are."""
        size, most = _SAMPLE, len(given.cases)
        while size * 2 < len(given.cases):  # a few cases may take as long as many: an answer has a start, too
            begun = time.process_time()
            try:
                self.subject.truths(given.cases[-size:])
            except GrundyError:
                return Input(given.cases[: 2 * _SAMPLE], given.layout)
            seconds = max(1e-9, time.process_time() - begun)
            most = max(1, int(2 * _PATIENT / seconds * size))
            if most >= len(given.cases) or seconds > _HASTY / 2:
                break
            size *= 10
        return Input(given.cases[:most], given.layout)

    def _tried(self, given: Input, limits: Limits | None = None) -> tuple[Failure | None, Run]:
        limits = limits or self.limits
        run = self.runner.run(self.subject.text(given), room(limits, self.truths))
        self.run_time = run.cpu
        if run.status == "stopped":
            raise OutOfTime
        return compared(self.subject, given, self.truths, run, limits.seconds, strict=self.settings.strict), run

    def _reads_one(self, given: Input, run: Run) -> bool:
        """Whether it answers the first case rightly and then stops, where that is allowed."""
        answers = answers_of(run.output)
        if not self.subject.one_case or self.settings.one_case is not None or len(answers) != 1:
            return False
        answer, truth = answers[0], self.truths[0]
        return answer == truth or self.subject.reason(given.cases[0], answer, truth) is None

    def _paced(self, seconds: float, run: Run) -> None:
        """Make the next files larger or smaller."""
        if self.files <= 5:
            self.typical, self.start = max(self.typical, run.cpu), min(self.start, seconds)
        seconds -= self.start
        if seconds > _PATIENT:
            self.chunk = max(1, self.chunk // 2)
        elif seconds < _HASTY:
            self.chunk = min(self.most, self.chunk * 2)

    def _noted(self, given: Input, run: Run) -> None:
        """Remember the smallest input on which an exit status other than 0 came with right answers."""
        if not run.code:
            return
        data = self.subject.text(given)
        if self.odd is None or len(data) < len(self.odd.data):
            self.odd = Odd(run.code, data, told_by(run, ""), given.layout)

    # ------------------------------------------------------------ files

    def _files(self) -> Iterator[tuple[str, Input]]:
        """The inputs: first small ones, then a file of each kind in turn, then files of all kinds at random."""
        small, *others = stages(self.subject, self.settings.seed)
        kinds = [kind for kind in (*others, small) if kind.name not in self.settings.without]
        for size in _FIRST if small in kinds else ():
            cases = tuple(islice(small.cases, 1 if self.one_case else size))
            if cases:
                yield small.name, Input(cases)
        yield from self._endings()
        special = self._special()
        while True:
            for kind in list(kinds):
                cases = self._next(kind)
                if not cases:
                    kinds.remove(kind)
                    self.over.add(kind.name)
                    continue
                yield kind.name, Input(cases)
            more = list(islice(special, 1))
            if not (kinds or more):
                return
            yield from more
            yield from islice(special, 3)

    def _next(self, kind: Stage) -> tuple[Case, ...]:
        """The cases of the next file of a kind."""
        if self.one_case:
            return tuple(islice(kind.cases, 1))
        cases: list[Case] = []
        numbers, until = 0, time.monotonic() + _PATIENT
        most = min(self.chunk, self.sizes.get(kind.name, _CHUNK_AT_FIRST))
        self.sizes[kind.name] = 4 * most  # of each kind a few cases first: a slow program meets all kinds
        for case in kind.cases:
            cases.append(case)
            numbers += sum(len(v) if isinstance(v, tuple) else 1 for v in case)
            if len(cases) >= most or numbers > _NUMBERS or time.monotonic() > until:
                break
        return tuple(cases)

    def _endings(self) -> Iterator[tuple[str, Input]]:
        """Small files that end in other ways."""
        small = Maker(self.subject, Random(self.settings.seed)).small()  # noqa: S311 - inputs
        cases = tuple(islice(small, 1, 1 + (1 if self.one_case else 3)))
        if not cases:
            self.over |= {_ENDS, _BEHIND}
            return
        if _ENDS not in self.settings.without:
            yield _ENDS, Input(cases, "a blank line at the end")
            yield _ENDS, Input(cases, "no line end at the end")
        if self.subject.has_end and _BEHIND not in self.settings.without:
            yield _BEHIND, Input(cases, "a case behind the end")

    def _special(self) -> Iterator[tuple[str, Input]]:
        """Long lists and many cases in a file, in turn; the files grow as long as the program's time allows it."""
        chance = Random(f"{self.settings.seed} large")  # noqa: S311 - inputs
        growing = Growing(self.subject, chance, self.limits.seconds, self.typical)
        kinds = [(_LONG, growing.long_lists())]
        if not self.one_case:
            kinds.append((_MANY, growing.many_cases()))
        kinds = [kind for kind in kinds if kind[0] not in self.settings.without]
        while kinds:
            for kind in list(kinds):
                found = next(kind[1], None)
                if found is None or (kind[0] == _MANY and self.one_case):
                    kinds.remove(kind)
                    self.over.add(kind[0])
                    continue
                yield kind[0], found
                if kind[0] == _MANY:
                    growing.file_took(self.run_time)

    def attempt(self, limits: Limits) -> Callable[[Input], Failure | None]:
        """How the program fails on an input, as a function."""
        last: tuple[Input, list[str]] | None = None

        def attempt(given: Input) -> Failure | None:
            nonlocal last
            if self.tell is not None:
                self.tell("shrinking", self.files, self.cases, time.monotonic() - self.begun)
            if last is None or last[0] is not given:
                last = given, self.subject.truths(given.cases)
            self.truths = last[1]
            return self._tried(given, limits)[0]

        return attempt
