"""A progress bar on a terminal, none in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_PATIENCE = 0.7


class _Bar:
    """A bar that appears once work has taken a while."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.begun = time.monotonic()
        self.shown: object = None

    def __call__(self, done: int, total: int) -> None:
        if self.shown is None:
            if time.monotonic() - self.begun < _PATIENCE:
                return
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.completed:,}"),
                TimeRemainingColumn(),
            )
            self.progress = Progress(*columns, console=Console(stderr=True), transient=True)
            self.progress.start()
            self.task = self.progress.add_task(self.title, total=total)
            self.shown = True
        self.progress.update(self.task, completed=done, total=total)

    def stop(self) -> None:
        """Take the bar away."""
        if self.shown is not None:
            self.progress.stop()


@contextmanager
def progress(title: str) -> Iterator[Callable[[int, int], None] | None]:
    """A function to be told (done, total), or None where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = _Bar(title)
    try:
        yield bar
    finally:
        bar.stop()


def line(*, shown: bool) -> Callable[[str], None]:
    """What is being done, on one line of standard error that is overwritten."""

    def tell(text: str) -> None:
        if shown:
            import click

            click.echo(f"\r\033[K{text}", nl=False, err=True)

    return tell
