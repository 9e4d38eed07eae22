"""What a program printed, compared with the truth: which kind of failure it is, and where."""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from typing import Literal, NamedTuple

from grundy.rules.errors import cut

from .running import Run
from .subject import Input, Subject

Kind = Literal[
    "wrong answer",
    "crash",
    "time-out",
    "too much output",
    "garbled output",
    "missing answers",
    "too many answers",
]
_SHOWN = 200
_MUCH = 1 << 20


class Failure(NamedTuple):
    """A kind of failure; the case *at* which it shows (its index), the *answer* there, and what is wrong."""

    kind: Kind
    at: int
    answer: str
    reason: str
    bad: tuple[int, ...] = ()


def compared(
    subject: Subject, given: Input, truths: Sequence[str], run: Run, seconds: float, *, strict: bool = False
) -> Failure | None:
    """The failure of a run, or None where all its answers are right: whatever its exit status says, if not *strict*."""
    if run.status == "too much output":
        return Failure("too much output", 0, _start(run.output), f"{len(run.output):,} bytes, and more")
    if run.status == "time-out":
        return Failure("time-out", 0, _start(run.output), f"stopped after {_late(run, seconds)}")
    answers = answers_of(run.output)
    bad = [] if answers == list(truths) else _differing(subject, given, truths, answers)
    right = len(answers) == len(truths) and not bad
    if run.code < 0 or (run.code > 0 and (strict or not right)):
        how = f"ended by {_signal(-run.code)}" if run.code < 0 else f"exit status {run.code}"
        how += " after right answers" if right and run.code > 0 else ""
        at = min([*(index for index, _ in bad), len(answers), max(0, len(truths) - 1)])
        return Failure("crash", at, _start(run.output), how + told_by(run))
    failure = None if right else _garbled(subject, truths, answers) or _not_right(truths, answers, bad)
    return None if failure is None else failure._replace(answer=escaped(failure.answer, "\n"))


def _late(run: Run, seconds: float) -> str:
    """What time it took; on a busy machine, that is not all the program's."""
    if run.cpu >= seconds:
        much = f"; it wrote {run.told:,} bytes to standard error" if run.told > _MUCH else ""
        return f"{run.cpu:.1f} s of CPU time{much}"
    used = f"{run.wall:.1f} s, with {run.cpu:.1f} s of CPU time of the {seconds:g} s that it may take"
    if run.told > _MUCH:
        return f"{used}: it wrote {run.told:,} bytes to standard error, and waited until they were read"
    if run.ready > run.wall / 2:
        return f"{used}: it was ready to run, and the machine is busy"
    return f"{used}: it slept, or waited for something"


def _not_right(truths: Sequence[str], answers: Sequence[str], bad: Sequence[tuple[int, str]]) -> Failure:
    """The failure of answers that are all well formed: wrong ones, too few or too many."""
    if len(answers) == len(truths):
        at, reason = bad[0]
        return Failure("wrong answer", at, answers[at], reason, tuple(i for i, _ in bad))
    told = f"{_counted(len(answers))} for {len(truths)} case{'s' if len(truths) != 1 else ''}"
    if bad:
        told += f"; the first that is wrong is that of case {bad[0][0] + 1}"
    if len(answers) < len(truths):
        told += "; it reads only one case" if len(answers) == 1 and not bad else ""
        at = bad[0][0] if bad else len(answers)
        return Failure("missing answers", at, answers[at] if at < len(answers) else "", told)
    at = bad[0][0] if bad else len(truths)
    return Failure("too many answers", min(at, max(0, len(truths) - 1)), answers[at], told)


def answers_of(output: bytes) -> list[str]:
    r"""The lines of an output, without blanks at their ends; the last one may lack its line end.

    >>> answers_of(b"Yes\r\nNo")
    ['Yes', 'No']
    """
    lines = output.decode("utf-8", "backslashreplace").split("\n")
    if lines[-1] == "":
        del lines[-1]
    return [line.rstrip(" \t\r") for line in lines]


def _differing(subject: Subject, given: Input, truths: Sequence[str], answers: Sequence[str]) -> list[tuple[int, str]]:
    """The cases whose answers are wrong, with the reason; a few thousand of them are enough."""
    found: list[tuple[int, str]] = []
    for index, (case, truth, answer) in enumerate(zip(given.cases, truths, answers, strict=False)):
        if answer != truth:
            reason = subject.reason(case, answer, truth)
            if reason is not None:
                found.append((index, reason))
                if len(found) >= 5000:
                    break
    return found


def _garbled(subject: Subject, truths: Sequence[str], answers: Sequence[str]) -> Failure | None:
    """The first line that is no answer at all, and what it looks like instead."""
    if len(answers) == 1 < len(truths) and answers[0] == "".join(truths):
        return Failure("garbled output", 0, answers[0], "no line end between the answers")
    pattern = re.compile(subject.pattern)
    bad = next((i for i, line in enumerate(answers) if not pattern.fullmatch(line)), None)
    if bad is None:
        return None
    line, index = answers[bad], min(bad, max(0, len(truths) - 1))
    if not line.strip():
        some = "\n".join(line or "(empty line)" for line in answers[: bad + 3])
        others = "; without empty lines the answers are right" if list(filter(None, answers)) == list(truths) else ""
        return Failure("garbled output", index, some, f"line {bad + 1} is empty{others}")
    how = _how_garbled(subject, truths[bad:], line)
    return Failure("garbled output", index, line, how or f"line {bad + 1} is no answer")


def _how_garbled(subject: Subject, truths: Sequence[str], line: str) -> str:
    """What a line, where the first of *truths* was expected, looks like; nothing where that is not to be seen."""
    if _is_joined(truths, line) or re.fullmatch(f"(?:(?:{subject.pattern})[nr])+(?:{subject.pattern})?", line):
        return "no line end behind an answer"
    if not truths:
        return ""
    if _spelled(truths[0]) == _spelled(line):
        return "not spelled as the answer is"
    return "text that is no part of the answer" if truths[0] in line else ""


def _is_joined(truths: Sequence[str], line: str) -> bool:
    """Whether the line is two or more answers, from the first, with nothing between them."""
    at = count = 0
    for truth in truths:
        if at >= len(line) or not line.startswith(truth, at):
            break
        at, count = at + len(truth), count + 1
    return at == len(line) and count > 1


def _spelled(line: str) -> list[str]:
    """The words of a line without what spelling makes of them: capitals, and zeros and signs before numbers."""
    return [re.sub(r"^\+?0*(?=[0-9])", "", word) for word in line.lower().split()]


def _counted(count: int) -> str:
    return "no answer" if count == 0 else f"{count} answer{'s' if count != 1 else ''}"


def _signal(number: int) -> str:
    try:
        name = signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
    what = {
        "SIGSEGV": "memory that is not its own",
        "SIGFPE": "a division by zero",
        "SIGABRT": "it gave up itself",
        "SIGKILL": "killed: it may be out of memory",
        "SIGXFSZ": "a file too large",
    }.get(name)
    return f"{name} ({what})" if what else name


def told_by(run: Run, before: str = ": ") -> str:
    """The last line that it wrote to standard error, if any, behind *before*."""
    lines = [line for line in run.errors.decode("utf-8", "backslashreplace").split("\n") if line.strip()]
    return f"{before}{_clean(lines[-1])}" if lines else ""


def _start(output: bytes) -> str:
    return _clean(output[: _SHOWN + 1].decode("utf-8", "backslashreplace").strip("\n").replace("\n", " / "))


def _clean(text: str) -> str:
    return cut(escaped(text.strip()), _SHOWN)


def escaped(text: str, kept: str = "") -> str:
    r"""*text* with what a terminal would not print, or would obey, written as Python does, but for *kept*.

    >>> escaped("Yes\x1b[2J\ufeff é")
    'Yes\\x1b[2J\\ufeff é'
    """
    return "".join(c if c.isprintable() or c in kept else c.encode("unicode_escape").decode() for c in text)
