"""Worker processes and the lanes of requests that wait for them: bounded in number, time and memory."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
from collections import deque
from collections.abc import Callable
from typing import Any

from grundy.rules.errors import GrundyError

from .answers import error_body
from .settings import Limits
from .worker import FAILED, HEAD, LAST, PROGRESS, READY, ask

Answer = tuple[int, bytes]
"""The HTTP status and the JSON text of an answer."""

Tell = Callable[[Any], None]
_BOOT = 60.0
_ENDS = "the server is about to end"
LOG = logging.getLogger("uvicorn.error")


class Busy(GrundyError):
    """More requests wait than are allowed."""


class TimedOut(GrundyError):
    """A request took longer than it may; its worker was ended."""


class Died(GrundyError):
    """A worker ended in the middle of a request."""


class Worker:
    """A worker process, which takes one request at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.spent = False
        self.milliseconds = 0

    @classmethod
    async def started(cls, lane: dict[str, Any], limits: Limits) -> Worker:
        """A new worker, ready for requests; raises Died where it does not start."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "grundy.web.worker",
            json.dumps(lane),
            json.dumps(vars(limits)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        worker = cls(process)
        try:
            async with asyncio.timeout(_BOOT):
                status, body = await worker._frame()
        except (TimeoutError, asyncio.IncompleteReadError):
            status, body = FAILED, b"it gave no sign"
        except BaseException:
            await worker.stop()
            raise
        if status == READY:
            return worker
        await worker.stop()
        raise Died(f"a worker process could not be started: {body.decode()}")

    async def _frame(self) -> Answer:
        assert self.process.stdout is not None  # noqa: S101 - a pipe was asked for
        size, status, self.milliseconds = HEAD.unpack(await self.process.stdout.readexactly(HEAD.size))
        return status, await self.process.stdout.readexactly(size)

    async def ask(
        self, seconds: tuple[float, float], act: str, arguments: dict[str, Any], tell: Tell | None = None
    ) -> Answer:
        """The answer of the worker in so many seconds, and so many of processor time.

        Raises TimedOut and Died, after which it is of no more use.
        """
        assert self.process.stdin is not None  # noqa: S101 - a pipe was asked for
        self.spent = True
        try:
            async with asyncio.timeout(seconds[0]):
                self.process.stdin.write(ask(*seconds, act, arguments))
                await self.process.stdin.drain()
                while True:
                    status, body = await self._frame()
                    if status != PROGRESS:
                        break
                    if tell is not None:
                        tell(json.loads(body))
        except TimeoutError:
            raise TimedOut(f"this takes longer than the {seconds[0]:g} s that a request may take") from None
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Died("this needs more time or memory than a request may take") from None
        self.spent = status >= LAST
        if status % LAST == FAILED:
            LOG.error("%s %.300r\n%s", act, arguments, body.decode())
            return FAILED, error_body("internal error: the server's log says more")
        return status % LAST, body

    async def stop(self) -> None:
        """End the process at once, whatever it does."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        assert self.process.stdin is not None  # noqa: S101 - a pipe was asked for
        self.process.stdin.close()
        with contextlib.suppress(ConnectionError):
            await self.process.stdin.wait_closed()


class Lane:
    """A number of workers, and the requests that wait for them in their order; at most *waiting*.

    *busy* are the seconds of processor time that a request may take, where these are fewer than its seconds.
    """

    def __init__(
        self,
        workers: int,
        limits: Limits,
        *,
        niceness: int,
        memory: int,
        waiting: int,
        busy: float | None = None,
        warm: bool = False,
    ) -> None:
        self.size = workers
        self.limits = limits
        self.told = {"niceness": niceness, "memory": memory, "warm": warm}
        self.waiting = waiting
        self.busy = busy
        self.free: list[Worker] = []
        self.line: deque[asyncio.Future[Worker]] = deque()
        self.workers: set[Worker] = set()
        self.renewing: set[asyncio.Task[None]] = set()
        self.closed = False

    async def start(self) -> None:
        """Start the workers; raises Died."""
        await asyncio.gather(*(self._add() for _ in range(self.size)))

    async def _add(self) -> None:
        worker = await Worker.started(self.told, self.limits)
        if self.closed:
            await worker.stop()
            return
        self.workers.add(worker)
        self._give(worker)

    async def run(
        self,
        seconds: float,
        act: str,
        arguments: dict[str, Any],
        tell: Tell | None = None,
        started: Callable[[], None] | None = None,
        took: Callable[[int], None] | None = None,
    ) -> Answer:
        """The answer of the first free worker; raises Busy, TimedOut, Died.

        *started* is called once there is one, *took* in the end with the milliseconds of processor time.
        """
        worker = await self._take()
        while worker.process.returncode is not None:  # it was ended from outside
            self._replace(worker)
            worker = await self._take()
        if started is not None:
            started()
        try:
            answer = await worker.ask((seconds, self.busy or seconds), act, arguments, tell)
        except Died:
            if self.closed:
                raise Busy(_ENDS) from None
            raise
        finally:
            if worker.spent:
                self._replace(worker)
            else:
                self._give(worker)
        if took is not None:
            took(worker.milliseconds)
        return answer

    async def _take(self) -> Worker:
        """A free worker: at once, or in the order of asking (a queue of asyncio's lets others push in)."""
        if self.closed:
            raise Busy(_ENDS)
        if self.free:
            return self.free.pop()
        if len(self.line) >= self.waiting:
            raise Busy("the server is busy; please try again in a few seconds")
        place: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.line.append(place)
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._give(place.result())
            elif place in self.line:
                self.line.remove(place)
            raise

    def _give(self, worker: Worker) -> None:
        """Let the first who waits have a worker."""
        if self.closed:
            return
        while self.line:
            place = self.line.popleft()
            if not place.done():
                place.set_result(worker)
                return
        self.free.append(worker)

    def _replace(self, worker: Worker) -> None:
        if self.closed:
            return
        task = asyncio.get_running_loop().create_task(self._renew(worker))
        self.renewing.add(task)
        task.add_done_callback(self.renewing.discard)

    async def _renew(self, worker: Worker) -> None:
        """End a worker and start another in its place, again and again where that fails."""
        await worker.stop()
        self.workers.discard(worker)
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
        await asyncio.gather(*(worker.stop() for worker in self.workers))
        self.workers.clear()
