"""A program run on an input: with limits on time, memory and output, and with nothing of it left when it has ended.

Each run has a session of its own, whose processes are killed when the first of them ends or a limit is reached. On
Linux this process adopts the others' orphans meanwhile (PR_SET_CHILD_SUBREAPER), so that those that leave the session
are found and killed, too. The input is a file without a name: there is nothing that the program could delete.
"""

from __future__ import annotations

import errno
import fcntl
import math
import os
import resource
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import IO, Literal, NamedTuple, Self

from grundy.rules.errors import GrundyError

Status = Literal["ended", "time-out", "too much output", "stopped"]
_LINUX = sys.platform == "linux"
_SUBREAPER, _DEATH_SIGNAL = 36, 1
_PATIENCE = 5  # a program that sleeps or waits is killed after so many times its CPU time
_FORBEARANCE = 30  # and one that is ready to run, but gets no processor, after so many times
_GLANCE = 0.02  # looking at all processes takes about a millisecond: a program that prints would wait for that
_STACK = 256 << 20
_LEAST_STACK = 8 << 20
_STACKS = 32  # a thread's stack is as large as that limit, and counts as memory: so many have to fit
_ERRORS_KEPT = 4000
_PIPE = 1 << 20
_TICKS = os.sysconf("SC_CLK_TCK")


class Limits(NamedTuple):
    """Seconds of CPU time, bytes of memory (0: no limit) and bytes of output that a run may take.

    It is *stopped* at *until*, a monotonic time, whatever it has taken: nobody waits for its answer any more.
    """

    seconds: float = 2.0
    memory: int = 1 << 30
    output: int = 1 << 24
    until: float = math.inf


class OutOfTime(Exception):
    """A run was stopped since nobody waits for it any more: it is not known how it would have ended."""


class Run(NamedTuple):
    """What a run gave: *code* is its exit status, or minus the number of the signal that ended it.

    Of *wall* seconds it had a processor for *cpu*; *ready* tells for how long, after its time was over, it could have
    run: that it did not is the machine's fault. Of *told* bytes of standard error, *errors* are the last ones.
    """

    status: Status
    output: bytes
    errors: bytes
    code: int
    cpu: float
    wall: float
    ready: float = 0.0
    told: int = 0


class Runner:
    """Runs one command again and again; a context manager, since it adopts orphans meanwhile."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = list(command)
        self.adopting = False

    def __enter__(self) -> Self:
        self.adopting = _set_adopting(True)
        return self

    def __exit__(self, *_: object) -> None:
        if self.adopting:
            _set_adopting(False)

    def run(self, data: bytes, limits: Limits) -> Run:
        """Run the command on an input; raises GrundyError where it cannot be started."""
        before = _children() if self.adopting else frozenset()
        with _file_of(data) as source:
            begun = time.monotonic()
            process = self._started(source.fileno(), limits)
            try:
                watch = _Watch(process, limits, begun)
                status = watch.until_the_end()
            finally:
                code, cpu = _ended(process)
                if self.adopting:
                    _kill_orphans(before)
                for stream in (process.stdout, process.stderr):
                    assert stream is not None  # noqa: S101  both are pipes
                    stream.close()
        wall = time.monotonic() - begun
        if status == "ended" and (code == -signal.SIGXCPU or cpu > limits.seconds):
            status = "time-out"
        used = max(cpu, watch.used)
        return Run(status, bytes(watch.output), bytes(watch.errors), code, used, wall, watch.ready, watch.told)

    def _started(self, source: int, limits: Limits) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(  # noqa: S603 - the user's own command
                self.command,
                stdin=source,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                preexec_fn=_limiter(limits),  # noqa: PLW1509 - there are no threads here
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            hint = _hint(self.command[0], getattr(error, "errno", None))
            raise GrundyError(f"cannot run {self.command[0]}: {why}{hint}") from None


class _Watch:
    """Collects what a process prints until it ends or has to."""

    def __init__(self, process: subprocess.Popen[bytes], limits: Limits, begun: float) -> None:
        self.process = process
        self.limits = limits
        self.begun = begun
        self.output = bytearray()
        self.errors = bytearray()
        self.used = 0.0  # the CPU time of all its processes, some of which nobody waits for
        self.ready = 0.0
        self.told = 0  # bytes of standard error
        self.seen = begun + limits.seconds

    def until_the_end(self) -> Status:
        """Why the watch is over; the process may still be there."""
        assert self.process.stdout is not None  # noqa: S101  both are pipes
        assert self.process.stderr is not None  # noqa: S101  both are pipes
        out, err = self.process.stdout.fileno(), self.process.stderr.fileno()
        os.set_blocking(out, False)
        os.set_blocking(err, False)
        with suppress(OSError, AttributeError):
            fcntl.fcntl(err, fcntl.F_SETPIPE_SZ, _PIPE)  # a program that logs much need not wait for us so often
        with selectors.DefaultSelector() as selector, _exit_handle(self.process.pid) as ends:
            selector.register(out, selectors.EVENT_READ)
            selector.register(err, selectors.EVENT_READ)
            if ends is not None:
                selector.register(ends, selectors.EVENT_READ)
            while True:
                ready = {key.fd for key, _ in selector.select(self._patience(ends is not None))}
                for stream, kept in ((out, self.output), (err, self.errors)):
                    if stream in ready and not self._read(stream, kept):
                        selector.unregister(stream)
                if len(self.output) > self.limits.output:
                    return "too much output"
                if ends in ready if ends is not None else _has_ended(self.process.pid):
                    self._read(out, self.output, everything=True)
                    self._read(err, self.errors, everything=True)
                    return "too much output" if len(self.output) > self.limits.output else "ended"
                if self._is_late():
                    return "time-out"
                if time.monotonic() > self.limits.until:
                    return "stopped"

    def _patience(self, told: bool) -> float:
        now = time.monotonic()
        left = min(self.begun + self.limits.seconds, self.limits.until) - now
        return max(0.01, min(left, 0.5)) if told else 0.005

    def _is_late(self) -> bool:
        """Whether it took its CPU time, or sleeps: a wall clock alone would blame the machine's other work on it."""
        now = time.monotonic()
        wall = now - self.begun
        if wall < self.limits.seconds or now - self.seen < _GLANCE:
            return False
        used, ready = _session(self.process.pid)
        self.used = used or 0.0
        self.ready += now - self.seen if ready else 0.0
        self.seen = now
        if used is not None and used >= self.limits.seconds:
            return True
        return wall - self.ready > _PATIENCE * self.limits.seconds or wall > _FORBEARANCE * self.limits.seconds

    def _read(self, stream: int, kept: bytearray, *, everything: bool = False) -> bool:
        """Take what is there; whether more may come."""
        while True:
            try:
                block = os.read(stream, _PIPE)
            except BlockingIOError:
                return True
            if not block:
                return False
            if kept is self.errors:
                self.told += len(block)
                kept[:] = (kept + block)[-_ERRORS_KEPT:] if len(block) < _ERRORS_KEPT else block[-_ERRORS_KEPT:]
            else:
                kept += block
            if not everything or len(kept) > self.limits.output:
                return True


@contextmanager
def _file_of(data: bytes) -> Iterator[IO[bytes]]:
    """A file without a name that holds *data*."""
    try:
        source = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed below
    except OSError as error:
        raise GrundyError(f"there is no directory for temporary files: {error.strerror}; set TMPDIR") from None
    with source:
        try:
            source.write(data)
            source.seek(0)
        except OSError as error:
            where = tempfile.gettempdir()
            raise GrundyError(f"cannot write an input to a temporary file in {where}: {error.strerror}") from None
        yield source


def _hint(name: str, number: int | None) -> str:
    """What may be meant by a command that cannot be run, where a file of that name is there; or that nothing is."""
    try:
        os.getcwd()  # noqa: PTH109 - pathlib's does the same
    except OSError:
        return "; the current directory is gone"
    if not os.path.isfile(name):  # noqa: PTH113 - a word of a command line
        return ""
    here = name if "/" in name else f"./{name}"
    how = f"python3 {name}" if name.endswith(".py") else f"--compile {name}" if name.endswith((".cpp", ".c")) else ""
    if "/" not in name and os.access(name, os.X_OK):
        return f"; the file here is {here}{f', or {how}' if how else ''}"
    what = "is not executable"
    if os.access(name, os.X_OK):
        what = _not_run(name, number)
    return f"; the file {what}{f': {how}' if how else ''}" if what else ""


def _not_run(name: str, number: int | None) -> str:
    """What is the matter with an executable file that cannot be run, by the error's number."""
    with suppress(OSError), open(name, "rb") as file:  # noqa: PTH123 - no path
        first = file.readline(200).strip()
        if first.startswith(b"#!"):
            return f"needs {first[2:].strip().decode('utf-8', 'backslashreplace')}, which is not there or cannot be run"
        if number == errno.ENOEXEC:
            return "is no program of this machine, and has no first line #!..." if first else "has an empty first line"
        if number == errno.ENOENT:
            return "needs a loader that is not there"
    return ""


# ---------------------------------------------------------------- processes


def _limiter(limits: Limits) -> Callable[[], None]:
    """What a child does before it becomes the program."""
    seconds = int(limits.seconds) + 1
    wanted = [(resource.RLIMIT_CORE, 0, 0), (resource.RLIMIT_CPU, seconds, seconds + 1)]
    if limits.memory:  # RLIMIT_AS would count what Java and Node only reserve
        wanted.append((resource.RLIMIT_DATA if _LINUX else resource.RLIMIT_AS, limits.memory, limits.memory))
    stack = min(_STACK, max(_LEAST_STACK, limits.memory // _STACKS)) if limits.memory else _STACK
    wanted.append((resource.RLIMIT_STACK, stack, -1))
    prctl = _prctl()

    def limit() -> None:
        for what, soft, hard in wanted:
            _, most = resource.getrlimit(what)
            top = most if hard == -1 or (most != -1 and hard > most) else hard
            with suppress(ValueError, OSError):
                resource.setrlimit(what, (soft if top == -1 else min(soft, top), top))
        if prctl is not None:
            prctl(_DEATH_SIGNAL, signal.SIGKILL)

    return limit


def _prctl() -> Callable[[int, int], int] | None:
    if not _LINUX:
        return None
    import ctypes

    try:
        call = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None
    return lambda what, value: int(call(what, ctypes.c_ulong(value), 0, 0, 0))


def _set_adopting(wanted: bool) -> bool:
    """Whether orphans of our children become our children from now on."""
    prctl = _prctl()
    return prctl is not None and prctl(_SUBREAPER, int(wanted)) == 0 and wanted


def _ended(process: subprocess.Popen[bytes]) -> tuple[int, float]:
    """Kill the session's group, the leader among it, and bury it: its exit status, and its CPU time."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)  # the leader is not buried yet, so that the number is its own
    while True:
        try:
            _, status, usage = os.wait4(process.pid, 0)
            break
        except InterruptedError:
            continue
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime


def _children() -> frozenset[int]:
    """The processes whose parent is this one."""
    found: set[int] = set()
    with suppress(OSError):
        for task in os.listdir("/proc/self/task"):  # noqa: PTH208 - names of numbers
            with suppress(OSError), open(f"/proc/self/task/{task}/children", "rb") as file:  # noqa: PTH123 - no path
                found.update(map(int, file.read().split()))
    return frozenset(found)


def _kill_orphans(before: Iterable[int]) -> None:
    """Kill and bury the children that have come to us, and those that come to us by that."""
    known = frozenset(before)
    for _ in range(1000):
        orphans = _children() - known
        if not orphans:
            return
        for orphan in orphans:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(orphan, signal.SIGKILL)
        for orphan in orphans:
            with suppress(ChildProcessError):
                os.waitpid(orphan, 0)


@contextmanager
def _exit_handle(pid: int) -> Iterator[int | None]:
    """A descriptor that can be read once the process has ended; None where the system has none."""
    handle = None
    if hasattr(os, "pidfd_open"):
        with suppress(OSError):
            handle = os.pidfd_open(pid)
    try:
        yield handle
    finally:
        if handle is not None:
            os.close(handle)


def _has_ended(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _session(leader: int) -> tuple[float | None, bool]:
    """The CPU time of a session's processes so far (None: not known), and whether a thread of them is ready to run."""
    used, ready = 0, False
    try:
        numbers = [name for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208 - names of numbers
    except OSError:
        return None, False
    for number in numbers:
        words = _stat(f"/proc/{number}")
        if words is None or int(words[3]) != leader:
            continue
        used += sum(map(int, words[11:15]))
        ready = ready or _is_ready(number)
    return used / _TICKS, ready


def _is_ready(number: str) -> bool:
    """Whether a thread of the process runs, waits for a processor, or for a disk."""
    try:
        threads = os.listdir(f"/proc/{number}/task")  # noqa: PTH208 - names of numbers
    except OSError:
        return False
    stats = (_stat(f"/proc/{number}/task/{thread}") for thread in threads)
    return any(words is not None and words[0] in (b"R", b"D") for words in stats)


def _stat(directory: str) -> list[bytes] | None:
    """The words of a process's, or a thread's, state behind its name; None where it is gone."""
    try:
        with open(f"{directory}/stat", "rb") as file:  # noqa: PTH123 - no path
            return file.read().rpartition(b")")[2].split()
    except OSError:
        return None
