"""Worker processes and the lanes of requests that wait for them: bounded in number, time and memory."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
from collections import deque
from collections.abc import Callable
from typing import Any

from grundy.rules.errors import GrundyError
from grundy.rules.values import Value

from .answers import error_body
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
LOG = logging.getLogger("uvicorn.error")


class Busy(GrundyError):
    """More requests wait than are allowed."""


class TimedOut(GrundyError):
    """A request took longer than it may; its worker was ended."""


class Died(GrundyError):
    """A worker ended in the middle of a request."""


class _Again(Exception):
    """A worker ended, by another's fault, before it came to a request."""


class Kind(Value):
    """What a lane is for: the niceness and memory of its workers, and how many requests may wait.

    *busy* are the seconds of processor time that a request may take, where these are fewer than its seconds; *patience*
    are those that it may wait. A worker is sent up to *ahead* requests, so that it need not wait for the server between
    them. Workers that are *warm* load all games when they start.
    """

    niceness: int
    memory: int
    waiting: int
    busy: float | None = None
    patience: float | None = None
    warm: bool = False
    ahead: int = 1


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
        self.reading: asyncio.Task[None] | None = None

    @classmethod
    async def started(cls, kind: Kind, limits: Limits, ended: Callable[[Worker], None] | None = None) -> Worker:
        """A new worker, ready for requests; *ended* is called when it has ended. Raises Died if it does not start."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "grundy.web.worker",
            json.dumps(vars(kind)),
            json.dumps(vars(limits)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, **_ONE_THREAD},
        )
        worker = cls(process)
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
        for place, one in enumerate(self.asked):
            if not one.answer.done():
                guilty = place == 0 and not self.last
                why = Died("this needs more time or memory than a request may take") if guilty else _Again()
                one.answer.set_exception(why)
        if ended is not None:
            ended(self)

    async def ask(
        self, seconds: tuple[float, float], act: str, arguments: dict[str, Any], tell: Tell | None = None
    ) -> tuple[int, bytes, int]:
        """The answer of the worker in so many seconds, and so many of processor time; and how long it took.

        Raises TimedOut and Died, after which it is of no more use, and Busy where it did not come to the request.
        """
        assert self.process.stdin is not None  # noqa: S101 - a pipe was asked for
        one = _Asked(tell)
        self.asked.append(one)
        try:
            async with asyncio.timeout(seconds[0]):
                self.process.stdin.write(ask(*seconds, act, arguments))
                status, body, milliseconds = await one.answer
        except TimeoutError:
            if self._leave(one):
                raise TimedOut(f"this takes longer than the {seconds[0]:g} s that a request may take") from None
            raise Busy(_BUSY) from None
        except asyncio.CancelledError:
            self._leave(one)
            raise
        if status == FAILED:
            LOG.error("%s %.300r\n%s", act, arguments, body.decode())
            body = error_body("internal error: the server's log says more")
        return status, body, milliseconds

    def _leave(self, one: _Asked) -> bool:
        """End the process where it computes this request, whose answer nobody waits for; whether it did."""
        one.answer.cancel()
        computed = bool(self.asked) and self.asked[0] is one
        if computed:
            self.kill()
        return computed

    def kill(self) -> None:
        """End the process at once, whatever it does."""
        if self.process.returncode is None:  # Popen.kill would ask for its status, which asyncio waits for
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGKILL)

    async def stop(self) -> None:
        """End the process at once, and what belongs to it."""
        self.kill()
        await self.process.wait()
        if self.reading is not None:
            await self.reading
        assert self.process.stdin is not None  # noqa: S101 - a pipe was asked for
        self.process.stdin.close()
        with contextlib.suppress(ConnectionError):
            await self.process.stdin.wait_closed()


class Lane:
    """A number of workers, and the requests that wait for them in their order."""

    def __init__(self, workers: int, kind: Kind, limits: Limits) -> None:
        self.size = workers
        self.kind = kind
        self.limits = limits
        self.line: deque[asyncio.Future[Worker]] = deque()
        self.workers: set[Worker] = set()
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
        self._serve(worker)

    async def run(
        self,
        seconds: float,
        act: str,
        arguments: dict[str, Any],
        tell: Tell | None = None,
        started: Callable[[], None] | None = None,
        took: Callable[[int], None] | None = None,
    ) -> Answer:
        """The answer of a worker; raises Busy, TimedOut, Died.

        *started* is called once there is one, *took* in the end with the milliseconds of processor time.
        """
        for _ in range(_TRIES):
            worker = await self._take()
            if started is not None:
                started()
            try:
                limits = seconds, self.kind.busy or seconds
                status, body, milliseconds = await worker.ask(limits, act, arguments, tell)
            except _Again:
                continue
            except Died:
                if self.closed:
                    break
                raise
            finally:
                worker.load -= 1
                self._serve(worker)
            if took is not None:
                took(milliseconds)
            return status, body
        raise Busy(_ENDS if self.closed else _BUSY)

    def _open(self, worker: Worker) -> bool:
        """Whether a worker can be sent one more request."""
        return worker in self.workers and worker.load < self.kind.ahead and not worker.last

    async def _take(self) -> Worker:
        """The least busy worker: at once, or in the order of asking."""
        if self.closed:
            raise Busy(_ENDS)
        ready = min(filter(self._open, self.workers), key=lambda worker: worker.load, default=None)
        if ready is not None and not self.line:
            ready.load += 1
            return ready
        if len(self.line) >= self.kind.waiting:
            raise Busy(_BUSY)
        place: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.line.append(place)
        try:
            async with asyncio.timeout(self.kind.patience):
                return await place
        except TimeoutError:
            self._leave(place)
            raise Busy(_BUSY) from None
        except asyncio.CancelledError:
            self._leave(place)
            raise

    def _leave(self, place: asyncio.Future[Worker]) -> None:
        """Leave the line; a worker that was given in the same moment goes to the next."""
        if place in self.line:
            self.line.remove(place)
        elif place.done() and not place.cancelled() and place.exception() is None:
            place.result().load -= 1
            self._serve(place.result())

    def _serve(self, worker: Worker) -> None:
        """Let those who wait longest have a worker, as many as it takes."""
        while self.line and self._open(worker):
            place = self.line.popleft()
            if not place.done():
                worker.load += 1
                place.set_result(worker)

    def _ended(self, worker: Worker) -> None:
        """Replace a worker that has ended."""
        self.workers.discard(worker)
        if self.closed:
            return
        task = asyncio.get_running_loop().create_task(self._renew(worker))
        self.renewing.add(task)
        task.add_done_callback(self.renewing.discard)

    async def _renew(self, worker: Worker) -> None:
        """Clear away a worker and start another in its place, again and again where that fails."""
        await worker.stop()
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
        for place in self.line:
            if not place.done():
                place.set_exception(Busy(_ENDS))
        self.line.clear()
        for task in self.renewing:
            task.cancel()
        await asyncio.gather(*self.renewing, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in set(self.workers)))
        self.workers.clear()
