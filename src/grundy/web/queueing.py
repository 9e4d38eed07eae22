"""Those who wait for a worker: in the order of asking for one client, by what they have used lately among clients."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import Generic, TypeVar

_HALF_LIFE = 10.0
_KNOWN = 4_096
_BIT = 0.01
"""Seconds that a turn counts at once, so that clients who use little take turns."""

T = TypeVar("T")


class Usage:
    """The seconds of workers that each client has used lately: half of them are forgotten every ten seconds.

    >>> usage = Usage(clock=lambda: 0.0)
    >>> usage.add("one", 2.5)
    >>> usage.of("one"), usage.of("two")
    (2.5, 0.0)
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.known: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def of(self, client: str) -> float:
        """What a client has used."""
        seconds, since = self.known.get(client, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self.clock() - since) / _HALF_LIFE)) if seconds else 0.0

    def add(self, client: str, seconds: float) -> None:
        """Note that a client has used so much more."""
        self.known[client] = self.of(client) + seconds, self.clock()
        self.known.move_to_end(client)
        if len(self.known) > _KNOWN:
            self.known.popitem(last=False)


class Line(Generic[T]):
    """What waits, by client. The next one is of the client who has used least; of one client the first.

    >>> line = Line()
    >>> for client, what in (("one", 1), ("one", 2), ("one", 3), ("two", 4)):
    ...     line.join(client, what)
    >>> [line.next() for _ in range(4)]
    [('one', 1), ('two', 4), ('one', 2), ('one', 3)]
    """

    def __init__(self, usage: Usage | None = None) -> None:
        self.usage = usage or Usage()
        self.waiting: dict[str, deque[T]] = {}

    def __len__(self) -> int:
        return sum(map(len, self.waiting.values()))

    def join(self, client: str, what: T) -> None:
        """Wait at the end."""
        self.waiting.setdefault(client, deque()).append(what)

    def leave(self, client: str, what: T) -> bool:
        """Wait no more; whether it did."""
        own = self.waiting.get(client)
        if own is None or what not in own:
            return False
        own.remove(what)
        self._tidy(client)
        return True

    def next(self, allowed: Callable[[str], bool] = lambda _: True) -> tuple[str, T] | None:
        """A client and the one whose turn it is, among clients that are *allowed*; None where there is none."""
        client = min(filter(allowed, self.waiting), key=self.usage.of, default=None)
        if client is None:
            return None
        found = self.waiting[client].popleft()
        self._tidy(client)
        self.usage.add(client, _BIT)
        return client, found

    def gives_way(self, client: str) -> T | None:
        """The last one of whoever has most, where *client* has fewer; it waits no more."""
        longest = max(self.waiting, key=lambda one: len(self.waiting[one]), default=None)
        if longest is None or len(self.waiting[longest]) <= len(self.waiting.get(client, ())):
            return None
        found = self.waiting[longest].pop()
        self._tidy(longest)
        return found

    def clear(self) -> list[T]:
        """All that wait; they wait no more."""
        found = [one for own in self.waiting.values() for one in own]
        self.waiting.clear()
        return found

    def _tidy(self, client: str) -> None:
        if not self.waiting[client]:
            del self.waiting[client]


class Holding:
    """How many workers each client holds; one who has used much may not hold the last that is free."""

    def __init__(self, usage: Usage, much: float) -> None:
        self.usage = usage
        self.much = much
        self.held: Counter[str] = Counter()

    def may_take(self, client: str, free: int) -> bool:
        """Whether a client may take one of so many free workers."""
        return free > 1 or not self.held[client] or self.usage.of(client) < self.much

    def take(self, client: str) -> None:
        """Note that a client holds one more."""
        self.held[client] += 1

    def give_back(self, client: str, seconds: float) -> None:
        """Note that a client holds one less, after so many seconds."""
        self.held[client] -= 1
        if self.held[client] <= 0:
            del self.held[client]
        self.usage.add(client, seconds)
