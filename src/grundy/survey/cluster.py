"""The games of a survey as tasks of Dask, on a cluster or on processes of this machine."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any
from uuid import uuid4

from grundy.rules.errors import cut
from grundy.rules.numbers import plural

from .examining import Row, examine_all
from .families import Member, Survey
from .needs import need
from .results import SurveyError

_PATIENCE = 30
_BUSY_MACHINE = 120
"""Seconds in which processes of this machine answer, also where it has much else to do."""
_MOMENT = 0.05
"""Seconds between looks at what has ended, so that the rows of short tasks are written together."""
_LOGGERS = ("distributed", "tornado", "tornado.application", "asyncio")
_AHEAD = 32
"""How many tasks wait for each thread."""


def by_dask(
    survey: Survey,
    tasks: Iterator[Sequence[Member]],
    scheduler: str | None,
    workers: int | None,
    note: Callable[[str], None],
) -> Generator[list[Row], None, None]:
    """The rows of all tasks, as they come: those of a lost worker are done by others. Raises SurveyError."""
    need("distributed")
    opened = _local(workers) if scheduler is None else _remote(scheduler, note)
    with opened as client:
        try:
            yield from _Tasks(survey, tasks, client).rows()
        except OSError as error:  # timeouts and closed connections, too
            raise SurveyError(f"the connection to the scheduler was lost ({_text(error)})") from None


class _Tasks:
    """Tasks of which a limited number is with the cluster at a time."""

    def __init__(self, survey: Survey, tasks: Iterator[Sequence[Member]], client: Any) -> None:
        self.survey = survey
        self.tasks = tasks
        self.client = client
        self.under_way: dict[str, Sequence[Member]] = {}
        self.run = uuid4().hex[:12]
        self.sent = 0

    def rows(self) -> Iterator[list[Row]]:
        """The rows, those of several tasks at once where several have ended."""
        coming = need("distributed").as_completed(self._submit(self._window()), raise_errors=False)
        for ended in coming.batches():
            rows: list[Row] = []
            for future in ended:
                rows += self._of(future, coming)
            for future in self._submit(self._window() - len(self.under_way)):
                coming.add(future)
            if rows:
                yield rows
            time.sleep(_MOMENT)

    def _of(self, future: Any, coming: Any) -> list[Row]:
        """The rows of a task that has ended; of one that cannot be done, their errors."""
        some = self.under_way.pop(future.key)
        if future.status == "finished":
            try:
                rows: list[Row] = future.result()
            except Exception:  # noqa: BLE001 - the worker that had them was lost in this moment
                coming.add(self._send(some))
                return []
            return rows
        if self.client.status not in ("running", "connecting"):
            raise SurveyError("the connection to the scheduler was lost")
        if future.status != "error":  # cancelled, or lost with the scheduler's memory of it
            coming.add(self._send(some))
            return []
        if len(some) > 1:  # one of them is at fault: each by itself
            for member in some:
                coming.add(self._send([member]))
            return []
        error = future.exception()
        why = "the worker that did it ended, several times" if type(error).__name__ == "KilledWorker" else str(error)
        return [{"id": m.id, "code": m.code, "status": "error", "error": cut(why, 500), "seconds": 0.0} for m in some]

    def _window(self) -> int:
        threads = int(sum(self.client.nthreads().values()))
        return _AHEAD * max(threads, 2)

    def _submit(self, count: int) -> list[Any]:
        return [self._send(task) for task in islice(self.tasks, max(count, 0))]

    def _send(self, some: Sequence[Member]) -> Any:
        self.sent += 1
        key = f"grundy-{self.run}-{self.sent}"
        self.under_way[key] = some
        return self.client.submit(examine_all, self.survey, tuple(some), key=key, pure=False)


@contextmanager
def _local(workers: int | None) -> Iterator[Any]:
    """A client of processes of this machine, which end with it."""
    need("distributed")
    made: list[Any] = []
    with _children_ended(), _forgotten():
        try:
            yield _started(workers or os.cpu_count() or 1, made)
        finally:
            with _interrupts_ignored(), _quiet() as for_good:
                closed = [_close(one, 5) for one in reversed(made)]  # the client first
                if not all(closed):
                    for_good()
                    _restart_no_workers(made[0])


def _started(count: int, made: list[Any]) -> Any:
    """The client of a new cluster; both are put to *made* as soon as they are there. Raises SurveyError."""
    distributed = need("distributed")
    quiet = {
        "distributed.worker.memory.terminate": 0.95,
        "distributed.admin.tick.limit": "1h",
        "distributed.comm.timeouts.connect": _BUSY_MACHINE,
    }
    try:
        with need("dask").config.set(quiet), _interrupts_blocked(), _termination_later():
            made.append(
                distributed.LocalCluster(
                    n_workers=count, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0",
                    silence_logs=60,
                )
            )  # fmt: skip
            made.append(distributed.Client(made[0], timeout=_BUSY_MACHINE))
    except (OSError, RuntimeError) as error:
        raise SurveyError(
            f"{plural(count, 'worker process', 'worker processes')} could not be started ({_text(error)})"
        ) from None
    return made[1]


def _restart_no_workers(cluster: Any) -> None:
    """Workers that are ended from now on are not replaced, by a cluster that could not be closed."""
    from distributed.core import Status

    for nanny in list(getattr(cluster, "workers", {}).values()):
        with suppress(Exception):
            nanny.status = Status.failed


def _close(what: Any, seconds: float) -> bool:
    """Close a client or a cluster, whatever it says; if it cannot be closed in these seconds it ends with this process.

    Whether it was closed.
    """
    try:
        what.close(timeout=seconds)
    except Exception:  # noqa: BLE001 - assertions of its own, too
        return False
    return True


@contextmanager
def _forgotten() -> Iterator[None]:
    """Clusters made meanwhile are not closed once more at the end of this process: their processes are ended then."""
    from distributed.deploy.spec import SpecCluster

    known: Any = getattr(SpecCluster, "_instances", set())
    before = set(known)
    try:
        yield
    finally:
        for cluster in set(known) - before:
            known.discard(cluster)


@contextmanager
def _quiet() -> Iterator[Callable[[], None]]:
    """What is logged about connections that end meanwhile is of no use; after an interruption, neither is the rest.

    Nor is it where what is yielded has been called.
    """
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    before = [logger.level for logger in loggers]
    asked = [isinstance(sys.exc_info()[1], KeyboardInterrupt | GeneratorExit)]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield lambda: asked.append(True)
    finally:
        if not any(asked):
            for logger, level in zip(loggers, before, strict=True):
                logger.setLevel(level)


@contextmanager
def _children_ended() -> Iterator[None]:
    """What processes are started meanwhile are ended in the end, also where a cluster did not end them in time."""
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it serves others, too
    psutil = need("psutil")
    this = psutil.Process()
    before = set(this.children(recursive=True))
    try:
        yield
    finally:
        for child in set(this.children(recursive=True)) - before:
            with suppress(psutil.Error):
                child.kill()


def _text(error: Exception) -> str:
    """What an error says; some say nothing."""
    return cut(str(error), 200) or type(error).__name__


@contextmanager
def _remote(address: str, note: Callable[[str], None]) -> Iterator[Any]:
    """A client of the scheduler at an address, whose workers have the same version of this package."""
    distributed = need("distributed")
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what it tells is said by our errors
    try:
        client = distributed.Client(address, timeout=_PATIENCE)
    except (OSError, ValueError, TimeoutError) as error:
        raise SurveyError(f"no scheduler answers at {address}: {_text(error)}") from None
    try:
        if not client.nthreads():
            note(f"waiting for workers at {address}")
            try:
                client.wait_for_workers(1, timeout=_PATIENCE)
            except TimeoutError:
                raise SurveyError(f"the scheduler at {address} has no workers") from None
        _check_workers(client)
        yield client
    finally:
        with _interrupts_ignored(), _quiet() as for_good:
            if not _close(client, 2):
                for_good()


def _check_workers(client: Any) -> None:
    """Raise SurveyError where a worker does not have this version of the package."""
    from importlib.metadata import version

    ours = version("grundy")
    for worker, theirs in client.run(_version, on_error="return").items():
        if theirs != ours:
            found = f"grundy {theirs}" if isinstance(theirs, str) and theirs else "no grundy"
            raise SurveyError(f"the worker {worker} has {found}: install grundy {ours} there")


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("grundy")
    except PackageNotFoundError:
        return ""


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Ctrl-C waits; threads that are started meanwhile, and the processes that those start, never get it.

    It goes to all processes of a terminal, but is meant for this one alone, which tells the others.
    """
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # its start would end the blocking
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _termination_later() -> Iterator[None]:
    """SIGTERM waits: a cluster of which only a part was made could not be closed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
        if came:
            signal.raise_signal(signal.SIGTERM)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ctrl-C and SIGTERM do nothing: what runs is short, and ends the work of others."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
