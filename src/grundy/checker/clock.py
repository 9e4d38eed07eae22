"""How long a check may take: loops that may be long look at the clock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from grundy.rules.errors import LimitExceeded

_END: ContextVar[tuple[float, float] | None] = ContextVar("end", default=None)
"""When the time ends, and how long it was."""


_ENOUGH = 1.0
"""Seconds of work to judge from."""
_DOUBT = 1.5


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


class Forecast:
    """How long work of *total* steps will take; the first n steps take time in proportion to n**power."""

    def __init__(self, total: int, power: int = 1) -> None:
        self.total = total
        self.power = power
        self.begun = time.monotonic()

    def after(self, done: int) -> None:
        """Raise LimitExceeded where the time has passed, or, by the steps that are done, surely will not be enough."""
        tick()
        end = _END.get()
        now = time.monotonic()
        spent = now - self.begun
        if end is None or spent < _ENOUGH or not done:
            return
        needed = spent * ((self.total / done) ** self.power - 1)
        if needed > _DOUBT * (end[0] - now):
            raise LimitExceeded(
                f"the check would take about {_duration(spent + needed)}; the time allowed for it is {end[1]:g} s"
            )


def _duration(seconds: float) -> str:
    """A time in words: ``90 s``, ``5 minutes``, ``3 hours``, ``12 days``."""
    for name, unit in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * unit:
            return f"{seconds / unit:,.0f} {name}"
    return f"{seconds:.0f} s"
