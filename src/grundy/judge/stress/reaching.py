"""How large numbers and lists may be so that their truth is known soon enough."""

from __future__ import annotations

import time
from random import Random

from grundy.rules.errors import GrundyError

from .cases import Maker
from .subject import Subject

_SLOW = 0.5
_SAMPLE = 3


def reach(subject: Subject, chance: Random) -> str:
    """Cap the subject's numbers, and its lists, where their truths would be out of reach; says so, or nothing."""
    notes = []
    most = max((part.most for part in subject.parts if part.role != "length"), default=0)
    length = max((part.most for part in subject.parts if part.role == "length"), default=0)
    parts = subject.parts
    subject.capped(length=4)
    short = subject.parts
    top, known = 8, 0
    while known < most:
        top = min(top, most)
        subject.parts = short
        subject.capped(most=top)
        if not _is_quick(subject, chance):
            break
        known, top = top, top * 4
    subject.parts = parts
    if known < most:
        known = max(known, 2)
        subject.capped(most=known)
        notes.append(f"numbers up to {known:,} only: the truth of larger ones takes too long")
    capped, size, fit = subject.parts, 4, min(4, length)
    while fit < length:
        size = min(size * 4, length)
        subject.parts = capped
        subject.capped(length=size)
        if not _is_quick(subject, chance):
            break
        fit = size
    subject.parts = capped
    if fit < length:
        subject.capped(length=fit)
        notes.append(f"at most {fit:,} heaps: the truth of more takes too long")
    return "; ".join(notes)


def _is_quick(subject: Subject, chance: Random) -> bool:
    """Whether a few of the largest cases are answered in a moment."""
    maker = Maker(subject, chance)
    size = max((part.most for part in subject.parts if part.role == "length"), default=1)
    cases = [case for way in ("largest", "most") if (case := maker.uniform(size, way)) is not None]
    cases += [case for _ in range(_SAMPLE) if (case := maker.any_case(1 << 200)) is not None]
    begun = time.monotonic()
    for case in cases:
        try:
            subject.truths([case])
        except (GrundyError, RecursionError, MemoryError):
            return False
        if time.monotonic() - begun > _SLOW:
            return False
    return True
