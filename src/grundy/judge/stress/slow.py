"""The fewest cases, or members of a list, on which a program is too slow: time grows with them, so they are halved."""

from __future__ import annotations

import time
from collections.abc import Callable

from .output import Failure
from .shrinking import Attempt, with_members
from .subject import Case, Input, Subject, size_key

_FINE = 8
_LARGE = 900


def ends_in_halves(subject: Subject, attempt: Attempt, given: Input) -> bool:
    """Whether the halves of a large input, the cases or the members of a list, do not fail: it is only slow."""
    size = sum(size_key(case)[0] for case in given.cases)
    length = next((i for i, part in enumerate(subject.parts) if part.role == "length"), None)
    halves: list[Input | None] = []
    if size >= _LARGE and len(given.cases) > 1:
        middle = len(given.cases) // 2
        halves = [Input(given.cases[:middle]), Input(given.cases[middle:])]
    elif size >= _LARGE and length is not None:
        halves = [_with(subject, given.cases[0], length, size // 2)]
    return bool(halves) and all(half is not None and attempt(half) is None for half in halves)


def fewest_that_are_slow(
    subject: Subject, attempt: Attempt, given: Input, failure: Failure, deadline: float
) -> tuple[Input, Failure]:
    """An input of about the fewest cases (or members, where there is one case) that still takes too long."""
    best, found = given, failure
    parts = subject.parts
    length = next((i for i, part in enumerate(parts) if part.role == "length"), None)

    def tried(smaller: Input | None) -> bool:
        nonlocal best, found
        if smaller is None or time.monotonic() > deadline:
            return False
        now = attempt(smaller)
        if now is not None and now.kind == failure.kind:
            best, found = smaller, now
            return True
        return False

    if len(given.cases) > 1:
        cases = given.cases
        _bisected(len(cases), lambda n: tried(Input(cases[:n])), deadline)
    if len(best.cases) == 1 and length is not None:
        case = best.cases[0]
        size = case[length]
        assert isinstance(size, int)  # noqa: S101  a length is a number
        _bisected(size, lambda n: tried(_with(subject, case, length, n)), deadline)
    if time.monotonic() > deadline:
        return best, found
    simple = tuple(_simple(subject, case) for case in best.cases)
    if simple != best.cases and all(map(subject.is_case, simple)):
        tried(Input(simple))
    return best, found


def _with(subject: Subject, case: Case, length: int, size: int) -> Input | None:
    smaller = with_members(subject.parts, case, length, range(size))
    return None if smaller is None else Input((smaller,))


def _bisected(size: int, fails: Callable[[int], bool], deadline: float) -> None:
    """Halve, and then narrow, the least size that fails, to an eighth of it."""
    low, high = 0, size
    while high - low > max(1, high // _FINE) and time.monotonic() < deadline:
        middle = (low + high) // 2
        if fails(middle):
            high = middle
        else:
            low = middle


def _simple(subject: Subject, case: Case) -> Case:
    """The case with every number but lengths as small as it may be."""
    made: list[int | tuple[int, ...]] = []
    for part, value in zip(subject.parts, case, strict=True):
        if part.role == "length":
            made.append(value)
        else:
            made.append((part.least,) * len(value) if isinstance(value, tuple) else part.least)
    return tuple(made)
