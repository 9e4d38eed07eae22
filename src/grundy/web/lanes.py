"""Lanes of requests that wait for worker processes: in turns of the clients, bounded in number."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from .processes import BUSY, LOG, Again, Busy, Died, Kind, Tell, Worker
from .queueing import Holding, Line, Usage
from .settings import Limits

Answer = tuple[int, bytes]
"""The HTTP status and the JSON text of an answer."""

_ENDS = "the server is about to end"
_TRIES = 3
_MUCH = 5.0
"""Seconds of workers, used lately, from which on a client leaves the last worker that is free to others."""


class Lane:
    """A number of workers, and the requests that wait for them: in turns of the clients, in order for each of them."""

    def __init__(self, workers: int, kind: Kind, limits: Limits) -> None:
        self.size = workers
        self.kind = kind
        self.limits = limits
        usage = Usage()
        self.line: Line[asyncio.Future[Worker]] = Line(usage)
        self.holding = Holding(usage, _MUCH)
        self.workers: set[Worker] = set()
        self.leaving: set[Worker] = set()
        self.renewing: set[asyncio.Task[None]] = set()
        self.closed = False

    async def start(self) -> None:
        """Start the workers; raises Died."""
        await asyncio.gather(*(self._add() for _ in range(self.size)))

    async def _add(self) -> None:
        worker = await Worker.started(self.kind, self.limits, self._ended)
        if self.closed:
            await worker.stop()
            return
        self.workers.add(worker)
        self._serve()

    async def run(
        self,
        seconds: float,
        act: str,
        arguments: dict[str, Any],
        tell: Tell | None = None,
        started: Callable[[], None] | None = None,
        took: Callable[[int], None] | None = None,
        client: str = "",
    ) -> Answer:
        """The answer of a worker; raises Busy, TimedOut, Died.

        *started* is called once there is one, *took* in the end with the milliseconds of processor time.
        """
        limits = seconds, self.kind.busy or seconds
        tries = _TRIES
        while tries:
            worker = await self._take(client)
            if started is not None:
                started()
            left = partial(self._left, worker, client, time.monotonic())
            try:
                status, body, milliseconds = await worker.ask(
                    limits, act, arguments, tell, grace=self.kind.grace, left=left
                )
            except Again as again:
                tries -= not again.served
                continue
            except Died:
                if self.closed:
                    break
                raise
            if took is not None:
                took(milliseconds)
            return status, body
        raise Busy(_ENDS if self.closed else BUSY)

    def _left(self, worker: Worker, client: str, begun: float, answer: asyncio.Future[tuple[int, bytes, int]]) -> None:
        """Note that a worker is done with a request, also where its client has gone long ago."""
        broken = answer.cancelled() or answer.exception() is not None
        seconds = time.monotonic() - begun if broken else answer.result()[2] / 1_000
        worker.load -= 1
        self.holding.give_back(client, seconds)
        self._serve()

    def _open(self, worker: Worker) -> bool:
        """Whether a worker can be sent one more request."""
        return not worker.over and not worker.last and worker.load < self.kind.ahead

    async def _take(self, client: str = "") -> Worker:
        """The least busy worker, when it is this client's turn."""
        if self.closed:
            raise Busy(_ENDS)
        place: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.line.join(client, place)
        self._serve()
        if not place.done() and len(self.line) > self.kind.waiting:
            self._shorten(client, place)
        try:
            async with asyncio.timeout(self.kind.patience):
                return await place
        except TimeoutError:
            self._leave(client, place)
            raise Busy(BUSY) from None
        except asyncio.CancelledError:
            self._leave(client, place)
            raise

    def _shorten(self, client: str, place: asyncio.Future[Worker]) -> None:
        """Refuse the last of whoever has most in a line that is too long: this one, unless another client has more."""
        last = self.line.gives_way(client)
        if last is None:
            self.line.leave(client, place)
            raise Busy(BUSY)
        if not last.done():
            last.set_exception(Busy(BUSY))

    def _leave(self, client: str, place: asyncio.Future[Worker]) -> None:
        """Leave the line; a worker that was given in the same moment goes to the next."""
        if self.line.leave(client, place) or not place.done() or place.cancelled() or place.exception() is not None:
            return
        place.result().load -= 1
        self.holding.give_back(client, 0.0)
        self._serve()

    def _serve(self) -> None:
        """Let those whose turn it is have a worker, as long as there is one for them."""
        while len(self.line):
            ready = list(filter(self._open, self.workers))
            free = sum(self.kind.ahead - worker.load for worker in ready)
            found = self.line.next(partial(self.holding.may_take, free=free)) if free else None
            if found is None:
                return
            client, place = found
            if not place.done():
                worker = min(ready, key=lambda one: one.load)
                worker.load += 1
                self.holding.take(client)
                place.set_result(worker)

    def _ended(self, worker: Worker) -> None:
        """Replace a worker that has ended."""
        self.workers.discard(worker)
        self.leaving.add(worker)
        if self.closed:
            return
        task = asyncio.get_running_loop().create_task(self._renew(worker))
        self.renewing.add(task)
        task.add_done_callback(self.renewing.discard)

    async def _renew(self, worker: Worker) -> None:
        """Clear away a worker and start another in its place, again and again where that fails."""
        await worker.stop()
        self.leaving.discard(worker)
        pause = 0.5
        while not self.closed:
            try:
                await self._add()
            except (Died, OSError) as error:
                LOG.error("%s", error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, 30.0)
            else:
                return

    async def stop(self) -> None:
        """End all workers at once, and refuse all that wait for them."""
        self.closed = True
        for place in self.line.clear():
            if not place.done():
                place.set_exception(Busy(_ENDS))
        for task in self.renewing:
            task.cancel()
        await asyncio.gather(*self.renewing, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self.workers | self.leaving))
        self.workers.clear()
        self.leaving.clear()
