"""How large numbers and lists may be so that their truth is known soon enough."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from random import Random

from grundy.rules.errors import GrundyError

from .cases import Maker
from .subject import Subject

_SLOW = 0.5
_SAMPLE = 3


def reach(subject: Subject, chance: Random, deadline: float = math.inf) -> str:
    """Cap the subject's numbers, and its lists, where their truths would be out of reach; says so, or nothing.

    Where a law tells the truth, it is only asked whether it does; else what counts is the CPU time that it takes, and
    *deadline*, a monotonic time, ends the trying. Where a law helps, the largest numbers are tried first: a search is
    given up soon there, and comes before it at those between.
    """
    if (subject.by_law or subject.has_law) and _is_quick(subject, chance, deadline):
        return ""
    parts = subject.parts
    most = max((part.most for part in parts if part.role != "length"), default=0)
    subject.capped(length=4)
    short = subject.parts
    top, known = 8, 0
    while known < most and time.monotonic() < deadline:
        top = min(top, most)
        subject.parts = short
        subject.capped(most=top)
        if not _is_quick(subject, chance, deadline):
            break
        known, top = top, top * 4
    subject.parts = parts
    notes = []
    if known < most:
        known = max(known, 2)
        subject.capped(most=known)
        top = max((part.most for part in subject.parts if part.role != "length"), default=0)
        notes.append(f"numbers up to {top:,} only: the truth of larger ones takes too long")
    return "; ".join([*notes, *_reach_of_lists(subject, chance, deadline)])


def _reach_of_lists(subject: Subject, chance: Random, deadline: float) -> Iterator[str]:
    """The same for the lengths of lists, by the numbers that are left."""
    length = max((part.most for part in subject.parts if part.role == "length"), default=0)
    capped, size, fit = subject.parts, 4, min(4, length)
    while fit < length and time.monotonic() < deadline:
        size = min(size * 4, length)
        subject.parts = capped
        subject.capped(length=size)
        if not _is_quick(subject, chance, deadline):
            break
        fit = size
    subject.parts = capped
    if fit < length:
        subject.capped(length=fit)
        fit = max(part.most for part in subject.parts if part.role == "length")
    if fit < length:
        yield f"lists of up to {fit:,} only: the truth of longer ones takes too long"


def _is_quick(subject: Subject, chance: Random, deadline: float) -> bool:
    """Whether a few of the largest cases are answered, and in a moment unless that is by a law."""
    maker = Maker(subject, chance)
    size = max((part.most for part in subject.parts if part.role == "length"), default=1)
    cases = [case for way in ("largest", "most") if (case := maker.uniform(size, way)) is not None]
    cases += [case for _ in range(_SAMPLE) if (case := maker.any_case(1 << 200)) is not None]
    begun = time.process_time()
    for number, case in enumerate(cases):
        try:
            subject.truths([case])
        except (GrundyError, RecursionError, MemoryError):
            return False
        if subject.by_law and number and time.monotonic() > deadline:
            return True
        if not subject.by_law and (time.process_time() - begun > _SLOW or time.monotonic() > deadline):
            return False
    return True
