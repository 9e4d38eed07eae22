"""A worker process: it reads requests from standard input, computes under limits, and writes answers.

A request is its length (four bytes) and JSON: [seconds, seconds of processor time, act, arguments]. An answer is its
length, a status and the milliseconds of processor time that it took (four, two and four bytes), then JSON. The status
100 is progress of a request under way; one above 1000 says that the worker ends after this answer.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import struct
import sys
import time
import traceback
from typing import Any, BinaryIO

HEAD = struct.Struct(">IHI")
PROGRESS = 100
READY = 101
FAILED = 500
LAST = 1_000
_GRACE = 2.0


def main() -> None:
    """Serve requests until standard input ends; the arguments are the lane and the limits, as JSON."""
    os.setpgid(0, 0)  # Ctrl-C is the server's business; in a session of its own, niceness would mean nothing
    lane, limits = map(json.loads, sys.argv[1:3])
    memory = lane["memory"]
    requests, answers = _channels()
    _bound(lane["niceness"], memory)
    try:
        from . import answers as acts
        from .settings import Limits

        acts.LIMITS = Limits(**limits)
        acts.warm(thorough=lane["warm"])
    except Exception:  # noqa: BLE001 - the server's log says it; nothing can be written here
        _write(answers, FAILED, traceback.format_exc().encode())
        return
    _write(answers, READY, b"")
    while (size := requests.read(4)) and len(size) == 4:
        seconds, busy, act, arguments = json.loads(requests.read(int.from_bytes(size, "big")))
        signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)  # they end this process, also when the server is gone
        signal.setitimer(signal.ITIMER_PROF, busy)
        begun = time.process_time()
        status, body = acts.answered(act, arguments, lambda told: _write(answers, PROGRESS, json.dumps(told).encode()))
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        last = _grown(memory)
        _write(answers, status + LAST * last, body, round((time.process_time() - begun) * 1_000))
        if last:
            return


def _channels() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for frames; whatever else is printed goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return sys.stdin.buffer, answers


def _bound(niceness: int, memory: int) -> None:
    """No file can be written, no core is dumped, memory is bounded, and other processes go first."""
    os.nice(niceness)
    for limit, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(limit, (most, most))
        except (OSError, ValueError):  # pragma: no cover - macOS knows no bound of address space
            continue
    sys.set_int_max_str_digits(0)  # numbers are limited, and printed, by our own rules


def _grown(memory: int) -> bool:
    """Whether this process has grown so much that a fresh one should take its place.

    Linux counts into its most memory what the server had at the fork, so that there the memory in use now is asked for.
    """
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - no path
            used = int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return used > memory // 3


def _write(answers: BinaryIO, status: int, body: bytes, milliseconds: int = 0) -> None:
    answers.write(HEAD.pack(len(body), status, milliseconds) + body)
    answers.flush()


def ask(seconds: float, busy: float, act: str, arguments: dict[str, Any]) -> bytes:
    """A request, which may take so many seconds, and so many of processor time."""
    body = json.dumps([seconds, busy, act, arguments]).encode()
    return len(body).to_bytes(4, "big") + body


if __name__ == "__main__":
    main()
