"""Worker processes and the lanes of requests that wait for them: bounded in number, time and memory."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from grundy.rules.errors import GrundyError
from grundy.rules.values import Value

from .answers import error_body
from .queueing import Holding, Line, Usage
from .settings import Limits
from .worker import FAILED, HEAD, LAST, PROGRESS, READY, ask

Answer = tuple[int, bytes]
"""The HTTP status and the JSON text of an answer."""

Tell = Callable[[Any], None]
_BOOT = 60.0
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""For numpy, whose threads would each take address space on machines with many processors."""

_ENDS = "the server is about to end"
_BUSY = "the server is busy; please try again in a few seconds"
_TRIES = 3
_FROM_OUTSIDE = (-signal.SIGKILL, -signal.SIGTERM)
"""How a worker ends by nobody's request: its own limits have other signals."""
_MUCH = 5.0
"""Seconds of workers, used lately, from which on a client leaves the last worker that is free to others."""

LOG = logging.getLogger("uvicorn.error")


class Busy(GrundyError):
    """More requests wait than are allowed."""


class TimedOut(GrundyError):
    """A request took longer than it may; its worker was ended."""


class Died(GrundyError):
    """A worker ended in the middle of a request."""


class _Again(Exception):
    """A worker ended before it came to a request: by another's fault, or since it had *served* for long enough."""

    def __init__(self, *, served: bool) -> None:
        super().__init__()
        self.served = served


class Kind(Value):
    """What a lane is for: the niceness and memory of its workers, and how many requests may wait.

    *busy* are the seconds of processor time that a request may take, where these are fewer than its seconds; *patience*
    are those that it may wait. A worker is sent up to *ahead* requests, so that it need not wait for the server between
    them. Workers that are *warm* load all games when they start. What nobody waits for any more is ended after so many
    seconds of *grace*; None: it may go on.
    """

    niceness: int
    memory: int
    waiting: int
    busy: float | None = None
    patience: float | None = None
    warm: bool = False
    ahead: int = 1
    grace: float | None = 0.0


class _Asked:
    """A request that was sent to a worker."""

    def __init__(self, tell: Tell | None) -> None:
        self.answer: asyncio.Future[tuple[int, bytes, int]] = asyncio.get_running_loop().create_future()
        self.tell = tell


class Worker:
    """A worker process, which answers requests in their order."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.asked: deque[_Asked] = deque()
        self.load = 0
        self.last = False
        self.over = False
        self.killed = False
        self.reading: asyncio.Task[None] | None = None

    @classmethod
    async def started(cls, kind: Kind, limits: Limits, ended: Callable[[Worker], None] | None = None) -> Worker:
        """A new worker, ready for requests; *ended* is called when it has ended. Raises Died if it does not start."""
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "grundy.web.worker",
                json.dumps(vars(kind)),
                json.dumps(vars(limits)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, **_ONE_THREAD},
            )
        )
        try:
            worker = cls(await asyncio.shield(starting))
        except asyncio.CancelledError:  # a process that is half made would be left behind
            await cls(await starting).stop()
            raise
        try:
            async with asyncio.timeout(_BOOT):
                status, body, _ = await worker._frame()
        except (TimeoutError, asyncio.IncompleteReadError):
            status, body = FAILED, b"it gave no sign"
        except BaseException:
            await worker.stop()
            raise
        if status != READY:
            await worker.stop()
            raise Died(f"a worker process could not be started: {body.decode()}")
        worker.reading = asyncio.get_running_loop().create_task(worker._read(ended))
        return worker

    async def _frame(self) -> tuple[int, bytes, int]:
        assert self.process.stdout is not None  # noqa: S101 - a pipe was asked for
        size, status, milliseconds = HEAD.unpack(await self.process.stdout.readexactly(HEAD.size))
        return status, await self.process.stdout.readexactly(size), milliseconds

    async def _read(self, ended: Callable[[Worker], None] | None) -> None:
        """Give each request its answer, until the process ends; then those without one learn it."""
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                status, body, milliseconds = await self._frame()
                first = self.asked[0]
                if status == PROGRESS:
                    if first.tell is not None:
                        first.tell(json.loads(body))
                    continue
                self.asked.popleft()
                self.last = status >= LAST
                if not first.answer.done():
                    first.answer.set_result((status % LAST, body, milliseconds))
        self.over = True
        if self.process.stdin is not None:
            self.process.stdin.close()
        from_outside = await self.process.wait() in _FROM_OUTSIDE and not self.killed
        for place, one in enumerate(self.asked):
            if not one.answer.done():
                guilty = place == 0 and not self.last and not from_outside
                why = Died("this needs more time or memory than a request may take")
                one.answer.set_exception(why if guilty else _Again(served=self.last))
        if ended is not None:
            ended(self)

    async def ask(
        self,
        seconds: tuple[float, float],
        act: str,
        arguments: dict[str, Any],
        tell: Tell | None = None,
        *,
        grace: float | None = 0.0,
        left: Callable[[asyncio.Future[tuple[int, bytes, int]]], None] | None = None,
    ) -> tuple[int, bytes, int]:
        """The answer of the worker in so many seconds, and so many of processor time; and how long it took.

        *left* is called when the worker is done with the request, whether or not anyone waits for it then. Raises
        TimedOut and Died, after which it is of no more use, and Busy where it did not come to the request.
        """
        assert self.process.stdin is not None  # noqa: S101 - a pipe was asked for
        one = _Asked(tell)
        if left is not None:
            one.answer.add_done_callback(left)
        self.asked.append(one)
        if self.over:  # it ended in the moment in which it was given
            one.answer.set_exception(_Again(served=self.last))
        try:
            async with asyncio.timeout(seconds[0]):
                self.process.stdin.write(ask(*seconds, act, arguments))
                status, body, milliseconds = await asyncio.shield(one.answer)
        except TimeoutError:
            if self._end(one):
                raise TimedOut(f"this takes longer than the {seconds[0]:g} s that a request may take") from None
            raise Busy(_BUSY) from None
        except asyncio.CancelledError:
            if grace:
                asyncio.get_running_loop().call_later(grace, self._end, one)
            elif grace is not None:
                self._end(one)
            raise
        if status == FAILED:
            LOG.error("%s %.300r\n%s", act, arguments, body.decode())
            body = error_body("internal error: the server's log says more")
        return status, body, milliseconds

    def _end(self, one: _Asked) -> bool:
        """End the process where it computes this request, whose answer nobody waits for; whether it did."""
        computed = bool(self.asked) and self.asked[0] is one
        if computed:
            self.kill()
        return computed

    def kill(self) -> None:
        """End the process at once, whatever it does."""
        self.killed = True
        if self.process.returncode is None:  # Popen.kill would ask for its status, which asyncio waits for
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGKILL)

    async def stop(self) -> None:
        """End the process at once, and what belongs to it."""
        self.kill()
        await self.process.wait()
        assert self.process.stdin is not None  # noqa: S101 - pipes were asked for
        assert self.process.stdout is not None  # noqa: S101
        if self.reading is not None:
            await asyncio.wait([self.reading])
        else:
            await self.process.stdout.read()
        self.process.stdin.close()
        with contextlib.suppress(ConnectionError):
            await self.process.stdin.wait_closed()


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
            except _Again as again:
                tries -= not again.served
                continue
            except Died:
                if self.closed:
                    break
                raise
            if took is not None:
                took(milliseconds)
            return status, body
        raise Busy(_ENDS if self.closed else _BUSY)

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
            raise Busy(_BUSY) from None
        except asyncio.CancelledError:
            self._leave(client, place)
            raise

    def _shorten(self, client: str, place: asyncio.Future[Worker]) -> None:
        """Refuse the last of whoever has most in a line that is too long: this one, unless another client has more."""
        last = self.line.gives_way(client)
        if last is None:
            self.line.leave(client, place)
            raise Busy(_BUSY)
        if not last.done():
            last.set_exception(Busy(_BUSY))

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
                LOG.error("%s", error)  # noqa: TRY400 - the text holds what the worker said
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
