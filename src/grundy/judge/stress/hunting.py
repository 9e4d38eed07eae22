"""The search for a failure: inputs are made, run and compared until one fails or the time is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random

from grundy.rules.errors import GrundyError

from .cases import Maker, Stage, stages
from .findings import Settings
from .growing import Growing
from .output import Failure, answers_of, compared
from .reaching import reach
from .running import Limits, Run, Runner
from .subject import Case, Input, Subject

Tell = Callable[[str, int, int, float], None]
_FIRST = (1, 1, 1, 1, 2, 1, 2, 3, 1, 5, 10, 30, 100)
"""The numbers of cases of the first files."""
_CHUNK = 20_000
_NUMBERS = 200_000
_PATIENT, _HASTY = 0.6, 0.15
_QUICK = 0.25
_SAMPLE = 10
_MORE = 5.0
_MANY, _LONG = "many cases in a file", "long lists"


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
        self.chunk = 200
        self.typical = 0.0
        self.start = 10.0
        self.exit_status = 0
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
        self.last = None
        if not self.reached:
            self.reached = True
            self.notes += self.subject.require_makeable()
            deadline = self.begun + self.settings.seconds / 2
            note = reach(self.subject, Random(self.settings.seed), deadline)  # noqa: S311 - inputs
            self.notes += [note] if note else []
        for stage, given in self._files():
            self.stage = stage
            if self.fails(given) or self._left() < 0:
                return

    def _left(self) -> float:
        return self.begun + self.shrinking + self.seconds - time.monotonic()

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
        if not known.cases:
            return False
        failure, run = self._tried(known)
        self.files += 1
        self.cases += len(known.cases)
        self._measured(known)
        self.tried[self.stage] = self.tried.get(self.stage, 0) + len(known.cases)
        if failure is None:
            self._paced(time.monotonic() - begun, run)
            return False
        if failure.kind == "time-out" and self.stage != _MANY and len(known.cases) > 1:
            late = self._late_part(known, failure)
            if late is None:
                self.chunk = max(1, len(known.cases) // 4)
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
        found = self.attempt(self.limits)(part)
        return None if found is None else (part, found)

    def _late_part(self, given: Input, failure: Failure, depth: int = 3) -> tuple[Input, Failure] | None:
        """The part of a file that takes too long, or fails otherwise; None where the file only has too many cases."""
        middle = len(given.cases) // 2
        if not middle or not depth:
            return given, failure
        for half in (given.cases[:middle], given.cases[middle:]):
            part = Input(half, given.layout)
            found = self.attempt(self.limits)(part)
            if found is not None:
                return (part, found) if found.kind != "time-out" else self._late_part(part, found, depth - 1)
        return None

    def _known(self, given: Input) -> Input:
        """The input without the cases whose truth is out of reach, or takes too long: `truths` are the others'."""
        given = self._affordable(given)
        try:
            self.truths = self.subject.truths(given.cases)
        except GrundyError as error:
            self.refused = error.message
            if len(given.cases) == 1:
                return Input((), given.layout)
        else:
            return given
        kept, truths = [], []
        for case in given.cases:
            try:
                truths += self.subject.truths([case])
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
        return compared(self.subject, given, self.truths, run, limits.seconds), run

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
            self.chunk = min(_CHUNK, self.chunk * 2)
        if run.code:
            self.exit_status = run.code

    # ------------------------------------------------------------ files

    def _files(self) -> Iterator[tuple[str, Input]]:
        """The inputs: first small ones, then a file of each kind in turn, then files of all kinds at random."""
        kinds = stages(self.subject, self.settings.seed)
        small = kinds[0]
        for size in _FIRST:
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
                    continue
                yield kind.name, Input(cases)
            yield from islice(special, 4)

    def _next(self, kind: Stage) -> tuple[Case, ...]:
        """The cases of the next file of a kind."""
        if self.one_case:
            return tuple(islice(kind.cases, 1))
        cases: list[Case] = []
        numbers, until = 0, time.monotonic() + _PATIENT
        for case in kind.cases:
            cases.append(case)
            numbers += sum(len(v) if isinstance(v, tuple) else 1 for v in case)
            if len(cases) >= self.chunk or numbers > _NUMBERS or time.monotonic() > until:
                break
        return tuple(cases)

    def _endings(self) -> Iterator[tuple[str, Input]]:
        """Small files that end in other ways."""
        small = Maker(self.subject, Random(self.settings.seed)).small()  # noqa: S311 - inputs
        cases = tuple(islice(small, 1, 1 + (1 if self.one_case else 3)))
        if cases:
            yield "ends of files", Input(cases, "a blank line at the end")
            yield "ends of files", Input(cases, "no line end at the end")

    def _special(self) -> Iterator[tuple[str, Input]]:
        """Long lists and many cases in a file, in turn; the files grow as long as the program's time allows it."""
        chance = Random(f"{self.settings.seed} large")  # noqa: S311 - inputs
        growing = Growing(self.subject, chance, self.limits.seconds, self.typical)
        kinds = [(_LONG, growing.long_lists())]
        if not self.one_case:
            kinds.append((_MANY, growing.many_cases()))
        while kinds:
            for kind in list(kinds):
                found = next(kind[1], None)
                if found is None or (kind[0] == _MANY and self.one_case):
                    kinds.remove(kind)
                    continue
                yield kind[0], found
                if kind[0] == _MANY:
                    growing.file_took(self.run_time)

    def attempt(self, limits: Limits) -> Callable[[Input], Failure | None]:
        """How the program fails on an input, as a function."""

        def attempt(given: Input) -> Failure | None:
            if self.tell is not None:
                self.tell("shrinking", self.files, self.cases, time.monotonic() - self.begun)
            self.truths = self.subject.truths(given.cases)
            return self._tried(given, limits)[0]

        return attempt
