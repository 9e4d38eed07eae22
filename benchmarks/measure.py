"""Two ways of doing the same work, timed fairly: interleaved, CPU time, medians."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """Median CPU seconds of ours and of the rival's."""

    name: str
    ours: float
    rival: float

    def __str__(self) -> str:
        """One line of a table."""
        ratio = self.rival / self.ours if self.ours else float("inf")
        return f"{self.name:<52} {self.ours:>10.5f} s {self.rival:>10.5f} s {ratio:>9.1f}x"


def cpu_seconds(act: Callable[[], object]) -> float:
    """The CPU time that one call takes."""
    start = time.process_time()
    act()
    return time.process_time() - start


def compare(name: str, ours: Callable[[], object], rival: Callable[[], object], *, rounds: int = 5) -> Figure:
    """The figure of *ours* against *rival*, after both gave the same answer once."""
    if ours() != rival():
        raise ValueError(f"{name}: the answers differ")
    times = [(cpu_seconds(rival), cpu_seconds(ours)) for _ in range(rounds)]
    return Figure(name, statistics.median(t for _, t in times), statistics.median(t for t, _ in times))
