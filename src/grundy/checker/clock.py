"""How long a check may take: loops that may be long look at the clock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from grundy.rules.errors import LimitExceeded

_END: ContextVar[tuple[float, float] | None] = ContextVar("end", default=None)
"""When the time ends, and how long it was."""


@contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """A part of the program that may take so many seconds, or as long as it likes."""
    token = _END.set(None if seconds is None else (time.monotonic() + seconds, seconds))
    try:
        yield
    finally:
        _END.reset(token)


def tick() -> None:
    """Raise LimitExceeded once the time has passed.

    >>> with at_most(0):
    ...     tick()
    Traceback (most recent call last):
    grundy.rules.errors.LimitExceeded: the time allowed for the check, 0 s, has ended
    """
    end = _END.get()
    if end is not None and time.monotonic() >= end[0]:
        raise LimitExceeded(f"the time allowed for the check, {end[1]:g} s, has ended")
