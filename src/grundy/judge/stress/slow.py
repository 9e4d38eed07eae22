"""The fewest cases, or members of a list, on which a program is too slow: time grows with them, so they are halved."""

from __future__ import annotations

import time
from collections.abc import Callable

from .output import Failure
from .shrinking import Attempt, with_members
from .subject import Case, Input, Subject

_FINE = 8


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
