"""`stress`: inputs are made, run and compared until one fails or the time is over; a failure is shrunk."""

from __future__ import annotations

import time
from collections.abc import Sequence

from grundy.rules.errors import GrundyError

from .findings import REPLAYED, Findings, Found, Odd, Settings
from .hunting import GRACE, Hunt, Tell, room
from .output import Failure, compared, told_by
from .running import Limits, Runner
from .shrinking import Shrinker, require_hypothesis
from .slow import ends_in_halves, fewest_that_are_slow
from .subject import Input, Subject

__all__ = ["Findings", "Found", "Settings", "replay", "stress"]

_QUICK = 0.25
_AGAIN = 4
_AGAIN_SECONDS = 3.0


def stress(subject: Subject, command: Sequence[str], settings: Settings, tell: Tell | None = None) -> Findings:
    """Run a program on inputs that are made for it, and compare; raises GrundyError where it cannot be run.

    A failure on what the problem's source promises is preferred: one beyond that is only told where there is no other.
    """
    require_hypothesis()
    parts = subject.parts
    with Runner(command) as runner:
        hunt = Hunt(subject, runner, settings, tell)
        try:
            found, interrupted, stopped = _search(hunt)
        finally:
            subject.parts = parts
    if hunt.interrupted:
        hunt.notes.append("shrinking was interrupted")
    if not hunt.files and not interrupted:
        raise GrundyError(f"nothing was tried: {hunt.refused or 'the time was over before the first input was ready'}")
    return Findings(
        found,
        hunt.files,
        hunt.cases,
        time.monotonic() - hunt.begun,
        hunt.tried,
        hunt.notes,
        interrupted and found is None,
        odd=hunt.odd if found is None else None,
        stopped=stopped,
        longest=hunt.longest,
        missing=hunt.missing(),
        slow="finding the truth" if hunt.finding > hunt.running else "the program",
    )


def _search(hunt: Hunt) -> tuple[Found | None, bool, str]:
    """What is found; whether Ctrl-C ended the search, and why else it could not go on."""
    subject, beyond = hunt.subject, None
    while True:
        interrupted, stopped = _looked(hunt)
        if hunt.last is None:
            return beyond, interrupted, stopped
        promised = subject.promised_parts()
        options = subject.options_within()
        if promised is not None and not any(map(subject.beyond, hunt.last[0].cases)):
            subject.parts = promised  # so that a smaller input is promised, too
        begun = time.monotonic()
        found = _shrunk(hunt)
        hunt.shrinking += time.monotonic() - begun
        if found.beyond is None and beyond is not None:
            hunt.notes.append(f"it fails beyond the promise, too ({beyond.failure.kind}): {beyond.beyond}")
        if found.beyond is None or promised is None or hunt.interrupted:
            return found, False, ""
        beyond, subject.parts = found._replace(without=options), promised
        hunt.shorten()


def _looked(hunt: Hunt) -> tuple[bool, str]:
    """Look for a failure; whether Ctrl-C ended that, and why else it could not go on, if something was tried before."""
    try:
        hunt.look()
    except KeyboardInterrupt:
        return True, ""
    except (OSError, GrundyError) as error:
        why = error.message if isinstance(error, GrundyError) else _words_of(error)
        if not hunt.files:
            raise GrundyError(why) from None
        return False, why
    return False, ""


def _words_of(error: OSError) -> str:
    return f"cannot go on{f': {error.filename}' if error.filename else ''}: {error.strerror or error}"


def replay(subject: Subject, command: Sequence[str], data: bytes, limits: Limits, *, strict: bool = False) -> Findings:
    """Run a program on a file, and compare."""
    begun = time.monotonic()
    given = Input(tuple(subject.read(data)))
    if not given.cases:
        raise GrundyError("there is no case in the file")
    truths = subject.truths(given.cases)
    with Runner(command) as runner:
        run = runner.run(data, room(limits, truths))
    failure = compared(subject, given, truths, run, limits.seconds, strict=strict)
    found = odd = None
    if failure is not None:
        found = _found(subject, given, failure, truths, data, smallest=False)
    elif run.code:
        odd = Odd(run.code, data, told_by(run, ""))
    count = len(given.cases)
    return Findings(found, 1, count, time.monotonic() - begun, {REPLAYED: count}, [], odd=odd)


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
    line = "" if case is None else subject.line(case)
    return Found(given, failure, truths, data, why, smallest, beyond, case=line)


# ---------------------------------------------------------------- shrinking


def _shrunk(hunt: Hunt) -> Found:
    """What was found, as small as it gets in the time for that; Ctrl-C ends it with what there is."""
    assert hunt.last is not None  # noqa: S101  the caller asks first
    given, failure = hunt.last
    hunt.stage = "shrinking"
    smallest, again = False, None
    try:
        given, failure, smallest = _made_small(hunt, given, failure)
        again = _again(hunt, given)
    except KeyboardInterrupt:
        hunt.interrupted = True
    except OSError as error:
        hunt.notes.append(f"shrinking was stopped: {_words_of(error)}")
    subject, truths = hunt.subject, hunt.subject.truths(given.cases)
    found = _found(subject, given, failure, truths, subject.text(given), smallest=smallest and again is None)
    return found._replace(again=again)


def _again(hunt: Hunt, given: Input) -> tuple[int, int] | None:
    """How often, of how many runs, the program fails on an input on which it has failed once; None: every time."""
    attempt, until = hunt.attempt(hunt.limits), time.monotonic() + _AGAIN_SECONDS
    runs = failed = 1
    while runs <= _AGAIN and (runs == 1 or time.monotonic() < until):
        runs, failed = runs + 1, failed + (attempt(given) is not None)
    return None if failed == runs else (failed, runs)


def _made_small(hunt: Hunt, given: Input, failure: Failure) -> tuple[Input, Failure, bool]:
    limits, end = hunt.limits, time.monotonic() + hunt.settings.shrinking
    full = hunt.attempt(hunt.limits)
    deadline = end
    if failure.kind == "time-out":
        deadline -= hunt.settings.shrinking / 2
        if ends_in_halves(hunt.subject, full, given):
            return *fewest_that_are_slow(hunt.subject, full, given, failure, deadline), False
        # that it never ends is seen sooner
        limits = limits._replace(seconds=min(limits.seconds, max(_QUICK, 10 * hunt.typical)))
    some = limits._replace(until=deadline + limits.seconds + GRACE)
    shrinker = Shrinker(hunt.subject, hunt.attempt(some), given, failure, deadline, many=not hunt.one_case)
    try:
        shrinker.run()
    except KeyboardInterrupt:
        hunt.interrupted = True
    except OSError as error:
        hunt.notes.append(f"shrinking was stopped: {_words_of(error)}")
    if limits is hunt.limits or shrinker.best == given:
        return shrinker.best, shrinker.failure, shrinker.done
    confirmed = full(shrinker.best)
    if confirmed is not None:
        return shrinker.best, confirmed, shrinker.done
    return *fewest_that_are_slow(hunt.subject, full, given, failure, end), False
