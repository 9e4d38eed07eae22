"""A count of work done against a limit, so that nothing runs without end."""

from __future__ import annotations

from collections.abc import Callable

from .errors import LimitExceeded, cut

DEFAULT_LIMIT = 1_000_000


class Meter:
    """Choices looked at so far, of at most *limit*; *what* and *raised_by* are for the message when they are passed.

    *listener*, where there is one, is told the count now and then: for progress bars.
    """

    __slots__ = ("limit", "listener", "raised_by", "spent", "what")

    def __init__(
        self,
        limit: int = DEFAULT_LIMIT,
        *,
        what: str = "this",
        raised_by: str = "work=N",
        listener: Callable[[int], None] | None = None,
    ) -> None:
        self.limit = limit
        self.spent = 0
        self.what = what
        self.raised_by = raised_by
        self.listener = listener

    def spend(self, count: int = 1) -> None:
        """Count *count* more choices; raises LimitExceeded once there are more than the limit."""
        self.spent += count
        if self.listener is not None:
            self.listener(self.spent)
        if self.spent > self.limit:
            raise self.exceeded()

    def exceeded(self) -> LimitExceeded:
        """The error that says which limit was passed, and what raises it."""
        return LimitExceeded(
            "{what} needs more than {limit} moves to be looked at; {raised_by} raises this limit",
            what=cut(self.what),
            limit=f"{self.limit:,}",
            raised_by=self.raised_by,
        )
