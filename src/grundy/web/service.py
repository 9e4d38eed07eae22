"""Requests to answers: what is refused at once, what is remembered, which lane computes the rest."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from grundy.games import catalogue
from grundy.rules.errors import GrundyError, LimitExceeded
from grundy.rules.said import said

from .answers import ELSEWHERE, error_body
from .jobs import Jobs
from .lanes import Answer, Lane
from .processes import Busy, Died, Kind, TimedOut
from .settings import MIB, Settings

_TEXTS = ("position", "to", "text", "rules")
_CHEAP = 150
_DISTRUST = 4
_AHEAD = 32
_GRACE = 5.0
_LET = 1.0
"""Seconds for which a worker goes on where the client has gone: many a request ends in them, and workers cost more."""

_LONG, _SHORT = 600.0, 60.0
_LONG_KEY = 4_096
_SHAPES = 4_096
_REMEMBERED, _REMEMBERED_BYTES = 4_096, 32 * MIB
_TERM = re.compile(r"([a-z_]\w*)(\([^()\[\]>]{0,60}\))?\[\d{1,3}(?:, ?\d{1,3}){0,5}\]")
_CODED = re.compile(r"\d\d\d\]|\d\d\d,")
_TERMS = 4


class TooMany(GrundyError):
    """A client has more requests under way than one may have."""


class Gone(GrundyError):
    """The client does not wait any more."""


class Service:
    """The lanes, the answers that are remembered, and the studies."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = limits = settings.limits
        memory, patience = limits.memory, limits.seconds_waiting
        quick = Kind(0, memory, limits.waiting_quick, limits.seconds_quick, patience, settings.warm, _AHEAD, None)
        self.quick = Lane(settings.quick, quick, limits)
        self.heavy = Lane(settings.workers, Kind(5, memory, limits.waiting, patience=patience, grace=_LET), limits)
        studies = Lane(settings.studies, Kind(15, limits.memory_study, limits.jobs_waiting), limits)
        self.jobs = Jobs(studies, limits)
        self.remembered = Remembered(_REMEMBERED, _REMEMBERED_BYTES)
        self.shapes: OrderedDict[str, int] = OrderedDict()
        self.clients: Counter[str] = Counter()
        self.slow: OrderedDict[str, float] = OrderedDict()
        self.under_way: dict[str, asyncio.Task[Answer]] = {}
        self.awaited: Counter[asyncio.Task[Answer]] = Counter()

    async def start(self) -> None:
        """Start the workers; raises Died."""
        await asyncio.gather(self.quick.start(), self.heavy.start(), self.jobs.start())

    async def stop(self) -> None:
        """End the workers at once; what is under way is refused."""
        await asyncio.gather(self.quick.stop(), self.heavy.stop(), self.jobs.stop())
        await asyncio.gather(*self.awaited, return_exceptions=True)

    async def answer(
        self,
        act: str,
        arguments: dict[str, Any],
        client: str,
        *,
        keep: bool = True,
        gone: Callable[[], Awaitable[None]] | None = None,
    ) -> Answer:
        """The answer to a request: a remembered one, one under way, or a new one.

        *keep* is False where the same request may have another answer next time. *gone* ends when the client has gone:
        what nobody else waits for is computed no further. Raises GrundyError where the request is refused or cannot be
        computed within the limits.
        """
        self.require_short(arguments)
        key = _key(act, arguments)
        found = self.remembered.get(key) if keep else None
        if found is not None:
            return found
        task = self.under_way.get(key) if keep else None
        if task is None:
            working = self._noted(key, act, arguments, client) if keep else self._computed(act, arguments, client)
            task = asyncio.get_running_loop().create_task(working)
            task.add_done_callback(_seen)
            if keep:
                self.under_way[key] = task
                task.add_done_callback(lambda done: self._forget(key, done))
        self.awaited[task] += 1
        try:
            return await _unless(gone, task)
        finally:
            self.awaited[task] -= 1
            if not self.awaited[task]:
                del self.awaited[task]
                self._forget(key, task)
                task.cancel()

    def _forget(self, key: str, task: asyncio.Task[Answer]) -> None:
        if self.under_way.get(key) is task:
            del self.under_way[key]

    def require_short(self, arguments: dict[str, Any]) -> None:
        """Raise LimitExceeded for a text or a number in it that is too long; so much is seen without reading it."""
        for name in _TEXTS:
            text = arguments.get(name)
            if not isinstance(text, str):
                continue
            if len(text) > self.limits.text:
                raise LimitExceeded(
                    "{name} has {count} characters; at most {most} are taken here; {elsewhere}",
                    name=said(name),
                    count=f"{len(text):,}",
                    most=f"{self.limits.text:,}",
                    elsewhere=ELSEWHERE,
                )
            long = re.search(rf"\d{{{self.limits.digits + 1},}}", text)
            if long is not None:
                raise LimitExceeded(
                    "a number in {name} has {count} digits; at most {most} are taken here; {elsewhere}",
                    name=said(name),
                    count=f"{len(long[0]):,}",
                    most=f"{self.limits.digits:,}",
                    elsewhere=ELSEWHERE,
                )

    async def _noted(self, key: str, act: str, arguments: dict[str, Any], client: str) -> Answer:
        """The answer, remembered: for a short while where more time might give another."""
        seconds = _LONG
        try:
            answer = await self._computed(act, arguments, client)
        except TimedOut:
            answer, seconds = (422, error_body(self.too_late(act).message)), _SHORT
        except Died as error:
            answer, seconds = (
                (422, error_body(said("{message}; {elsewhere}", message=error.message, elsewhere=ELSEWHERE))),
                _SHORT,
            )
        if self.shapes.get(_shape(act, arguments)) == _DISTRUST:
            seconds = _SHORT
        if answer[0] < 500:
            self.remembered.put(key, answer, seconds)
        return answer

    def too_late(self, act: str) -> LimitExceeded:
        """The refusal of a request that took longer than it may."""
        return LimitExceeded(
            "this takes longer than the {seconds} s that a request may take; {elsewhere}",
            seconds=f"{self._seconds(act):g}",
            elsewhere=ELSEWHERE,
        )

    def _seconds(self, act: str) -> float:
        """The time that a request may take."""
        return self.limits.seconds_check + _GRACE if act == "check" else self.limits.seconds

    async def _computed(self, act: str, arguments: dict[str, Any], client: str) -> Answer:
        """The answer by the quick lane where the request is known to be simple, else by the other one."""
        shape = _shape(act, arguments)
        if self._is_simple(shape, act, arguments):
            try:
                return await self._timed(self.quick, self.limits.seconds, shape, act, arguments, client)
            except (TimedOut, Died):
                self._note(shape, cheap=False)
        if self.clients[client] >= self.limits.client:
            raise TooMany(
                "{count} requests of yours are being computed; please wait until one is answered",
                count=self.limits.client,
            )
        self.clients[client] += 1
        try:
            return await self._in_time(shape, act, arguments, client)
        except (TimedOut, Died):
            self._note_slow(shape)
            raise
        except Busy as busy:
            raise self._refusal(busy, shape, client) from None
        finally:
            self.clients[client] -= 1
            if not self.clients[client]:
                del self.clients[client]

    async def _in_time(self, shape: str, act: str, arguments: dict[str, Any], client: str) -> Answer:
        """The answer by the heavy lane; a move of the machine that takes too long is made in a hurry instead."""
        try:
            return await self._timed(self.heavy, self._seconds(act), shape, act, arguments, client)
        except TimedOut:
            if act != "reply":
                raise
        hurried = {**arguments, "hurried": True}
        return await self._timed(self.heavy, self._seconds(act), f"{shape} hurried", act, hurried, client)

    async def _timed(
        self, lane: Lane, seconds: float, shape: str, act: str, arguments: dict[str, Any], client: str
    ) -> Answer:
        took = lambda ms: self._note(shape, cheap=ms < _CHEAP)  # noqa: E731 - it belongs to this request
        return await lane.run(seconds, act, arguments, took=took, client=client)

    def _refusal(self, busy: Busy, shape: str, client: str) -> GrundyError:
        """Why a request that found no worker is refused: for what it is, for the client's other ones, or for others."""
        if self.heavy.closed:
            return busy
        if time.monotonic() < self.slow.get(shape, 0.0):
            return LimitExceeded(
                "a request of this form took longer than the {seconds} s that a request may take; {elsewhere}",
                seconds=f"{self.limits.seconds:g}",
                elsewhere=ELSEWHERE,
            )
        if self.clients[client] > 1:
            return TooMany("other requests of yours are being computed; please wait until they are answered")
        return busy

    def _note_slow(self, shape: str) -> None:
        """Remember for a while that a request of this shape was not computed in its time."""
        self.slow[shape] = time.monotonic() + _SHORT
        self.slow.move_to_end(shape)
        if len(self.slow) > _SHAPES:
            self.slow.popitem(last=False)

    def _is_simple(self, shape: str, act: str, arguments: dict[str, Any]) -> bool:
        """Whether requests of this shape were quick, or there were none and such a one is known to be simple."""
        known = self.shapes.get(shape)
        if known is not None:
            return known == 0
        if act in ("parse", "rules"):
            return "->" not in arguments["text" if act == "parse" else "rules"]  # no rules are examined
        if act == "picture":
            return True
        if act not in ("state", "move", "reply", "why") or arguments["misere"]:
            return False
        return all(is_simple(arguments[name]) for name in ("position", "to") if name in arguments)

    def _note(self, shape: str, *, cheap: bool) -> None:
        """Remember whether a request of this shape was quick: once it was not, several must be."""
        self.shapes[shape] = max(0, self.shapes.get(shape, 0) - 1) if cheap else _DISTRUST
        self.shapes.move_to_end(shape)
        if len(self.shapes) > _SHAPES:
            self.shapes.popitem(last=False)


def _seen(task: asyncio.Task[Answer]) -> None:
    """Look at the exception of a task, also where nobody waits any more."""
    if not task.cancelled():
        task.exception()


async def _unless(gone: Callable[[], Awaitable[None]] | None, task: asyncio.Task[Answer]) -> Answer:
    """What a task gives; raises Gone once *gone* ends before it."""
    if gone is None:
        return await asyncio.shield(task)
    watch = asyncio.ensure_future(gone())
    try:
        await asyncio.wait((task, watch), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Gone("the client has gone")
        return task.result()
    finally:
        watch.cancel()


def is_simple(text: str) -> bool:
    """Whether a text is a position of a few heaps below 1000 of games of the catalogue, below 100 where they are codes.

    Measured: each of these takes less than 0.2 seconds for state, reply and why.

    >>> is_simple("nim[3, 6, 9] + kayles[999]"), is_simple('octal("0.137")[20]')
    (True, True)
    >>> is_simple("nim[3, 6, 10**9]"), is_simple("lambda[1]"), is_simple('octal("0.137")[200]')
    (False, False, False)
    """
    terms = text.split(" + ", _TERMS)
    if len(terms) > _TERMS:
        return False
    for term in terms:
        read = _TERM.fullmatch(term)
        if read is None or read[1] not in catalogue.names():
            return False
        if read[1] in ("octal", "hexadecimal") and _CODED.search(term):
            return False
    return True


def _key(act: str, arguments: dict[str, Any]) -> str:
    """A short text for a request, which no other one has."""
    text = json.dumps([act, arguments])
    return text if len(text) < _LONG_KEY else f"{act} {hashlib.sha256(text.encode()).hexdigest()}"


def _shape(act: str, arguments: dict[str, Any]) -> str:
    """A request with the lengths of its numbers in place of the numbers.

    >>> _shape("state", {"position": "nim[3, 60, 9]", "misere": False})
    'state {"position":"nim[#1,#2,#1]","misere":false}'
    """
    if act == "check":
        return act
    text = re.sub(r"\s+", "", json.dumps(arguments))
    return f"{act} {re.sub(r'[0-9]+', lambda number: f'#{len(number[0])}', text)}"


class Remembered:
    """Answers by their requests: the most recently used ones, bounded in number, bytes and time."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self.most = most
        self.most_bytes = most_bytes
        self.bytes = 0
        self.answers: OrderedDict[str, tuple[float, Answer]] = OrderedDict()

    def get(self, key: str) -> Answer | None:
        """The answer that is remembered, if any."""
        until, answer = self.answers.get(key, (0.0, None))
        if answer is not None and time.monotonic() > until:
            self._forget(key)
            return None
        if answer is not None:
            self.answers.move_to_end(key)
        return answer

    def put(self, key: str, answer: Answer, seconds: float) -> None:
        """Remember an answer, and forget those that were not asked for longest."""
        size = len(key) + len(answer[1])
        if key in self.answers or size > self.most_bytes // 8:
            return
        self.answers[key] = time.monotonic() + seconds, answer
        self.bytes += size
        while len(self.answers) > self.most or self.bytes > self.most_bytes:
            self._forget(next(iter(self.answers)))

    def _forget(self, key: str) -> None:
        _, answer = self.answers.pop(key)
        self.bytes -= len(key) + len(answer[1])


__all__ = ["Busy", "Gone", "Service", "TooMany"]
