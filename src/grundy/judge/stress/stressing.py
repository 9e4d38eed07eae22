"""`stress`: inputs are made, run and compared until one fails or the time is over; a failure is shrunk."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from grundy.rules.errors import GrundyError

from .cases import Maker, Stage, stages
from .growing import Growing
from .output import Failure, answers_of, compared
from .reaching import reach
from .running import Limits, Run, Runner
from .shrinking import Shrinker, require_hypothesis
from .slow import ends_in_halves, fewest_that_are_slow
from .subject import Case, Input, Subject

Tell = Callable[[str, int, int, float], None]
_FIRST = (1, 1, 1, 1, 2, 1, 2, 3, 1, 5, 10, 30, 100)
"""The numbers of cases of the first files."""
_CHUNK = 20_000
_NUMBERS = 200_000
_PATIENT, _HASTY = 0.6, 0.15
_QUICK = 0.25
_SAMPLE = 10
_MANY, _LONG = "many cases in a file", "long lists"


class Settings(NamedTuple):
    """How long to look, and what a run may take; *one_case*: each file has one case (None: the problem decides)."""

    seconds: float = 20.0
    seed: int = 0
    limits: Limits = Limits()
    one_case: bool | None = None
    shrinking: float = 20.0


class Found(NamedTuple):
    """A failure: the input, how the program fails on it, the right answers, and why the one at fault is right."""

    given: Input
    failure: Failure
    truths: list[str]
    data: bytes
    why: list[str]
    smallest: bool
    beyond: str | None = None


class Findings(NamedTuple):
    """What was found (None: no failure), and how much was tried: files, cases, seconds."""

    found: Found | None
    files: int
    cases: int
    seconds: float
    tried: dict[str, int]
    notes: list[str]
    interrupted: bool = False
    exit_status: int = 0
    """An exit status other than 0 that came with right answers."""


def stress(subject: Subject, command: Sequence[str], settings: Settings, tell: Tell | None = None) -> Findings:
    """Run a program on inputs that are made for it, and compare; raises GrundyError where it cannot be run."""
    require_hypothesis()
    with Runner(command) as runner:
        hunt = _Hunt(subject, runner, settings, tell)
        interrupted = False
        try:
            hunt.look()
        except KeyboardInterrupt:
            interrupted = True
        found = hunt.shrunk()
    seconds = time.monotonic() - hunt.begun
    return Findings(
        found, hunt.files, hunt.cases, seconds, hunt.tried, hunt.notes, interrupted and found is None, hunt.exit_status
    )


def replay(subject: Subject, command: Sequence[str], data: bytes, limits: Limits) -> Findings:
    """Run a program on a file, and compare."""
    begun = time.monotonic()
    given = Input(tuple(subject.read(data)))
    truths = subject.truths(given.cases)
    with Runner(command) as runner:
        run = runner.run(data, _room(limits, truths))
    failure = compared(subject, given, truths, run, limits.seconds)
    found = None
    if failure is not None:
        found = _found(subject, given, failure, truths, data, smallest=False)
    return Findings(found, 1, len(given.cases), time.monotonic() - begun, {"the file": len(given.cases)}, [])


def _found(
    subject: Subject, given: Input, failure: Failure, truths: list[str], data: bytes, *, smallest: bool
) -> Found:
    case = given.cases[failure.at] if failure.at < len(given.cases) else None
    why: list[str] = []
    if case is not None:
        try:
            why = subject.why(case)
        except GrundyError as error:
            why = [error.message]
    beyond = next((words for c in given.cases[:1000] if (words := subject.beyond(c))), None)
    return Found(given, failure, truths, data, why, smallest, beyond)


def _room(limits: Limits, truths: Sequence[str]) -> Limits:
    """The limits with room for four times the output that is expected."""
    return limits._replace(output=min(limits.output, (1 << 20) + 4 * sum(len(t) + 1 for t in truths)))


class _Hunt:
    """One search for a failure."""

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

    # ------------------------------------------------------------ looking

    def look(self) -> None:
        """Run inputs until one fails (`last`) or the time is over."""
        note = reach(self.subject, Random(self.settings.seed))  # noqa: S311 - inputs
        if note:
            self.notes.append(note)
        for stage, given in self._files():
            self.stage = stage
            if self.fails(given) or self._left() < 0:
                return

    def _left(self) -> float:
        return self.begun + self.settings.seconds - time.monotonic()

    def fails(self, given: Input) -> bool:
        """Whether the program fails on an input; a program that reads one case, where that is right, does not."""
        if self.tell is not None:
            self.tell(self.stage, self.files, self.cases, self.settings.seconds - self._left())
        begun = time.monotonic()
        known = self._known(given)
        if not known.cases:
            return False
        failure, run = self._tried(known)
        self.files += 1
        self.cases += len(known.cases)
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
        self.last = known, failure
        return True

    def _late_part(self, given: Input, failure: Failure, depth: int = 3) -> tuple[Input, Failure] | None:
        """The part of a file that takes too long, or fails otherwise; None where the file only has too many cases."""
        middle = len(given.cases) // 2
        if not middle or not depth:
            return given, failure
        for half in (given.cases[:middle], given.cases[middle:]):
            part = Input(half, given.layout)
            found = self._attempt(self.limits)(part)
            if found is not None:
                return (part, found) if found.kind != "time-out" else self._late_part(part, found, depth - 1)
        return None

    def _known(self, given: Input) -> Input:
        """The input without the cases whose truth is out of reach, or takes too long: `truths` are the others'."""
        given = self._affordable(given)
        try:
            self.truths = self.subject.truths(given.cases)
        except GrundyError:
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
            begun = time.monotonic()
            try:
                self.subject.truths(given.cases[-size:])
            except GrundyError:
                return Input(given.cases[: 2 * _SAMPLE], given.layout)
            seconds = max(1e-9, time.monotonic() - begun)
            most = max(1, int(2 * _PATIENT / seconds * size))
            if most >= len(given.cases) or seconds > _HASTY / 2:
                break
            size *= 10
        return Input(given.cases[:most], given.layout)

    def _tried(self, given: Input, limits: Limits | None = None) -> tuple[Failure | None, Run]:
        limits = limits or self.limits
        run = self.runner.run(self.subject.text(given), _room(limits, self.truths))
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

    # ------------------------------------------------------------ shrinking

    def shrunk(self) -> Found | None:
        """What was found, as small as it gets in the time for that; Ctrl-C ends it with what there is."""
        if self.last is None:
            return None
        given, failure = self.last
        self.stage = "shrinking"
        smallest = False
        try:
            given, failure, smallest = self._made_small(given, failure)
        except KeyboardInterrupt:
            self.notes.append("shrinking was interrupted")
        truths = self.subject.truths(given.cases)
        return _found(self.subject, given, failure, truths, self.subject.text(given), smallest=smallest)

    def _attempt(self, limits: Limits) -> Callable[[Input], Failure | None]:
        def attempt(given: Input) -> Failure | None:
            if self.tell is not None:
                self.tell("shrinking", self.files, self.cases, time.monotonic() - self.begun)
            self.truths = self.subject.truths(given.cases)
            return self._tried(given, limits)[0]

        return attempt

    def _made_small(self, given: Input, failure: Failure) -> tuple[Input, Failure, bool]:
        limits, deadline = self.limits, time.monotonic() + self.settings.shrinking
        full = self._attempt(self.limits)
        if failure.kind == "time-out":
            deadline -= self.settings.shrinking / 2
            if ends_in_halves(self.subject, full, given):
                return *fewest_that_are_slow(self.subject, full, given, failure, deadline), False
            # that it never ends is seen sooner
            limits = limits._replace(seconds=min(limits.seconds, max(_QUICK, 10 * self.typical)))
        shrinker = Shrinker(self.subject, self._attempt(limits), given, failure, deadline)
        try:
            shrinker.run()
        except KeyboardInterrupt:
            self.notes.append("shrinking was interrupted")
        if limits is self.limits or shrinker.best == given:
            return shrinker.best, shrinker.failure, shrinker.done
        confirmed = full(shrinker.best)
        if confirmed is not None:
            return shrinker.best, confirmed, shrinker.done
        deadline = time.monotonic() + self.settings.shrinking / 2
        return *fewest_that_are_slow(self.subject, full, given, failure, deadline), False
