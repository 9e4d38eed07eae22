"""Worker processes as the server has them: started, asked, bounded in time, ended."""

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

Tell = Callable[[Any], None]
_BOOT = 60.0
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""For numpy, whose threads would each take address space on machines with many processors."""

BUSY = "the server is busy; please try again in a few seconds"
_FROM_OUTSIDE = (-signal.SIGKILL, -signal.SIGTERM)
"""How a worker ends by nobody's request: its own limits have other signals."""
LOG = logging.getLogger("uvicorn.error")


class Busy(GrundyError):
    """More requests wait than are allowed."""


class TimedOut(GrundyError):
    """A request took longer than it may; its worker was ended."""


class Died(GrundyError):
    """A worker ended in the middle of a request."""


class Again(Exception):
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
                one.answer.set_exception(why if guilty else Again(served=self.last))
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
            one.answer.set_exception(Again(served=self.last))
        try:
            async with asyncio.timeout(seconds[0]):
                self.process.stdin.write(ask(*seconds, act, arguments))
                status, body, milliseconds = await asyncio.shield(one.answer)
        except TimeoutError:
            if self._end(one):
                raise TimedOut(f"this takes longer than the {seconds[0]:g} s that a request may take") from None
            raise Busy(BUSY) from None
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
