"""SIGTERM, which batch systems send, as Ctrl-C: what was computed can be said and saved before the process ends."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_TWICE = 1.0
"""In so many seconds a second SIGTERM is the same one: some programs send it to a process and to its group."""


class Terminated(KeyboardInterrupt):
    """SIGTERM came, which ends the work as Ctrl-C does."""

    status = 128 + signal.SIGTERM
    """The exit status of a program that is ended so."""


class Termination:
    """Whether SIGTERM came."""

    def __init__(self) -> None:
        self.came = False
        self._at = 0.0

    def __call__(self, _number: int, _frame: object) -> None:
        """Raise Terminated, as the handler of the signal."""
        now = time.monotonic()
        if self.came and now - self._at < _TWICE:
            return
        self.came, self._at = True, now
        raise Terminated


@contextmanager
def termination() -> Iterator[Termination]:
    """Meanwhile SIGTERM raises Terminated in the main thread, unless the process has another handler for it.

    >>> with termination() as ending:
    ...     try:
    ...         signal.raise_signal(signal.SIGTERM)
    ...     except KeyboardInterrupt:
    ...         print(ending.came)
    True
    """
    ending = Termination()
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
        yield ending
        return
    signal.signal(signal.SIGTERM, ending)
    try:
        yield ending
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
