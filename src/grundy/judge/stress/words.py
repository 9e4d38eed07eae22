"""Findings in words, and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.rules.errors import cut

from .findings import REPLAYED, Findings, Found, Odd
from .output import escaped

_INPUT_SHOWN = 600
_LINES_SHOWN = 12
_WIDTH = 300
_LARGE = 100
_FEW = 100


def lines_of(findings: Findings, saved: str | None = None, again: str = "") -> list[str]:
    """What was found, for people; *saved* names the file of the input and *again* the command that replays it."""
    found = findings.found
    lines = [] if found is None else list(_failure(found))
    if found is not None and saved is not None:
        lines += _kept(saved, again)
    lines += [f"note: {note}" for note in findings.notes]
    if findings.odd is not None and found is None:
        lines += _odd(findings.odd, saved, again)
    if found is None:
        lines += _nothing(findings)
    else:
        lines.append(f"found after {_tried(findings)}")
    return lines


def _kept(saved: str, again: str) -> Iterator[str]:
    """Where the input is, and how to try it again."""
    yield f"  saved as   {saved}"
    if again:
        yield f"  try again  {again}"


def _odd(odd: Odd, saved: str | None, again: str) -> Iterator[str]:
    """An exit status that came with right answers."""
    yield f"note: its exit status was {odd.status}, though its answers were right; --strict makes that a failure"
    yield from _input(odd.data, odd.layout)
    if odd.error:
        yield from _block("error", odd.error)
    if saved is not None:
        yield from _kept(saved, again)


def _input(data: bytes, layout: str) -> Iterator[str]:
    yield from _block("input", escaped(data.decode("utf-8", "backslashreplace"), "\n"))
    if layout != "plain":
        yield f"             (with {layout})"


def _nothing(findings: Findings) -> Iterator[str]:
    """How much was tried where nothing was found."""
    start = "interrupted; no failure so far" if findings.interrupted else "no failure found"
    start = "stopped; no failure so far" if findings.stopped else start
    yield f"{start}: {_tried(findings)}"
    yield from (f"  {name}: {count:,}" for name, count in findings.tried.items())
    if findings.longest:
        yield f"  the longest list: {findings.longest:,}"
    if findings.tried.keys() == {REPLAYED} or findings.interrupted or findings.stopped:
        return
    if findings.cases < _FEW:
        slow = findings.slow or "the program"
        told = _counted(findings.cases, "case")
        yield f"note: that is little ({told}): {slow} took most of the time; raise --seconds"
    if findings.missing:
        yield "note: these kinds of inputs were not reached (raise --seconds):"
        yield from (f"  {name}" for name in findings.missing)


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' if number != 1 else ''}"


def _tried(findings: Findings) -> str:
    cases, files = _counted(findings.cases, "case"), _counted(findings.files, "file")
    return f"{cases} in {files}, {findings.seconds:.1f} s"


def _failure(found: Found) -> Iterator[str]:
    failure, given = found.failure, found.given
    size = "on a locally smallest input" if found.smallest else "on this input"
    numbers = max((len(v) for c in given.cases for v in c if isinstance(v, tuple)), default=0)
    large = f"{len(given.cases):,} cases" if len(given.cases) > _LARGE else ""
    large = f"a list of {numbers:,}" if not large and numbers > _LARGE else large
    beyond = ", beyond what the problem promises" if found.beyond else ""
    yield f"{failure.kind} {size}{f', {large}' if large else ''}{beyond}"
    yield from _input(found.data, given.layout)
    if failure.answer or failure.kind in ("wrong answer", "garbled output", "missing answers"):
        yield from _block("answer", failure.answer or "(none)")
    if len(given.cases) > 1 and failure.at >= _LINES_SHOWN and found.case:
        yield from _block("case", found.case)
    if len(given.cases) == 1:
        yield from _block("truth", found.truths[0])
    elif failure.at < len(found.truths) and len(found.truths) <= _LINES_SHOWN:
        yield from _block("truth", "\n".join(found.truths))
    elif failure.at < len(found.truths):
        yield from _block("truth", f"{found.truths[failure.at]} (of case {failure.at + 1})")
    yield from _block("fault", failure.reason)
    if found.again:
        yield from _block("", "it does not fail every time: {} of {} runs on this input".format(*found.again))
    for line in found.why if failure.kind != "time-out" or not large else ():
        yield from _block("why", line)
    if found.beyond and (failure.kind != "time-out" or not large):
        yield from _block("beyond", found.beyond)
        if found.without:
            yield from _block("", f"no failure was found inside that; {found.without} leaves such inputs out")


def _block(name: str, text: str) -> Iterator[str]:
    """A name, and a text of several lines beside it, cut where it is long."""
    lines = [cut(line, _WIDTH) for line in cut(text.rstrip("\n"), _INPUT_SHOWN).split("\n")]
    if len(lines) > _LINES_SHOWN:
        lines = [*lines[:_LINES_SHOWN], "…"]
    for place, line in enumerate(lines):
        yield f"  {name if place == 0 else '':10} {line}".rstrip()


def data_of(findings: Findings, saved: str | None) -> dict[str, Any]:
    """The same as plain data."""
    found = findings.found
    failure = None
    if found is not None:
        failure = {
            "kind": found.failure.kind,
            "input": found.data.decode("utf-8", "backslashreplace"),
            "case": found.failure.at + 1,
            "answer": found.failure.answer,
            "truths": found.truths,
            "reason": found.failure.reason,
            "why": found.why,
            "smallest": found.smallest,
            "beyond": found.beyond,
            "without": found.without or None,
            "again": None if found.again is None else {"failed": found.again[0], "runs": found.again[1]},
            "saved": saved,
        }
    odd = None
    if findings.odd is not None:
        odd = {
            "status": findings.odd.status,
            "input": findings.odd.data.decode("utf-8", "backslashreplace"),
            "error": findings.odd.error,
            "saved": saved,
        }
    return {
        "failure": failure,
        "exit": odd,
        "cases": findings.cases,
        "files": findings.files,
        "seconds": round(findings.seconds, 3),
        "tried": findings.tried,
        "notes": findings.notes,
        "interrupted": findings.interrupted,
        "stopped": findings.stopped or None,
        "longest": findings.longest,
        "not_reached": list(findings.missing),
    }
