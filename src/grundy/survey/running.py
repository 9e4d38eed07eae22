"""A survey from its beginning, or from where it was stopped, to its end."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

from grundy.rules.errors import GrundyError
from grundy.rules.numbers import plural
from grundy.rules.termination import Terminated, termination
from grundy.rules.values import Value

from .equalities import with_equalities
from .examining import Row, examine_all
from .families import Member, Survey, check, members
from .needs import need
from .results import Results, SurveyError

Progress = Callable[[int, int], None]
Note = Callable[[str], None]
_MANY_FILES = 200
_MOMENT = 0.2
"""How many seconds of work may be done again after kill -9."""
_SHORT, _FEW_HEAPS = ("subtraction", "allbut"), 5_000
_TOGETHER = 16
"""How many games are one task where each of them is short work."""


class Done(Value):
    """A survey that is complete: the directory, the number of games of each status, and how many were done now.

    *errors* are the texts of what went wrong, each with the number of games, the most frequent first.
    """

    path: Path
    survey: Survey
    statuses: dict[str, int]
    now: int
    seconds: float
    errors: dict[str, int]

    __hash__ = None  # type: ignore[assignment]


class Stopped(GrundyError):
    """A survey was interrupted by Ctrl-C or SIGTERM; what was done is kept."""

    status = 130
    """The exit status of a program that is stopped so."""


def run(
    survey: Survey,
    out: str | Path,
    *,
    scheduler: str | None = None,
    workers: int | None = None,
    again: bool = False,
    progress: Progress | None = None,
    note: Note | None = None,
) -> Done:
    """The survey, its rows in the directory *out*; what is there already is not done again.

    With 0 *workers* it is done in this process, else by Dask: on the cluster of the address *scheduler*, or a local one
    of so many processes (as many as there are processors). *again* repeats the games that had an error. Raises
    SurveyError, and Stopped on Ctrl-C and SIGTERM.
    """
    need("pyarrow")
    check(survey)
    results = Results(out, survey)
    with results.locked():
        surveying = _Surveying(results, progress or (lambda _done, _total: None), note or (lambda _: None))
        surveying.read(again=again)
        try:
            with termination() as ending:
                surveying.work(scheduler, workers)
        except KeyboardInterrupt as stop:
            stopped = Stopped(f"interrupted: {surveying.so_far()}")
            if ending.came or isinstance(stop, Terminated):
                stopped.status = Terminated.status
            raise stopped from None
        except SurveyError as error:
            raise SurveyError(f"{error.message}; {surveying.so_far()}") from None
        return surveying.done()


class _Surveying:
    """A survey under way."""

    def __init__(self, results: Results, progress: Progress, note: Note) -> None:
        self.results = results
        self.survey = results.survey
        self.progress = progress
        self.note = note
        self.rows: dict[int, Row] = {}
        self.files: list[Path] = []
        self.small: list[Path] = []
        self.small_rows: list[Row] = []
        self.now = 0

    def read(self, *, again: bool) -> None:
        """What is there; damaged files are put aside, and their games done again."""
        found = self.results.read()
        for file, why in found.damaged:
            aside = self.results.put_aside(file)
            self.note(f"{file.name} is damaged ({why}): its games are done again; it is kept as {aside.name}")
        self.files = list(found.files)
        self.rows = {i: row for i, row in found.rows.items() if not again or row["status"] != "error"}
        if self.rows:
            self.note(f"{len(self.rows):,} of {plural(self.survey.count, 'game')} were done before")

    def work(self, scheduler: str | None, workers: int | None) -> None:
        """Do the games that are left, and write their rows as they come."""
        if len(self.rows) == self.survey.count:
            return
        left = (m for m in members(self.survey) if m.id not in self.rows)
        self.progress(len(self.rows), self.survey.count)
        with closing(self._rows(left, scheduler, workers)) as coming:
            for rows in coming:
                self._write(rows)
                self.progress(len(self.rows), self.survey.count)

    def _rows(
        self, left: Iterator[Member], scheduler: str | None, workers: int | None
    ) -> Generator[list[Row], None, None]:
        if scheduler is None and workers == 0:
            return self._here(_batched(left, 1))
        from .cluster import by_dask

        short = self.survey.kind in _SHORT or (self.survey.kind == "octal" and self.survey.heaps <= _FEW_HEAPS)
        tasks = _batched(left, _TOGETHER if short else 1)
        return by_dask(self.survey, tasks, scheduler, workers, self.note)

    def _here(self, tasks: Iterator[Sequence[Member]]) -> Generator[list[Row], None, None]:
        """The rows of all tasks, done in this process; those of a moment at once."""
        rows: list[Row] = []
        begun = time.monotonic()
        try:
            for task in tasks:
                rows += examine_all(self.survey, task)
                if time.monotonic() - begun >= _MOMENT:
                    yield rows
                    rows, begun = [], time.monotonic()
        except KeyboardInterrupt:
            if rows:
                yield rows
            raise
        if rows:
            yield rows

    def _write(self, rows: list[Row]) -> None:
        """Write rows; many small files are merged, so that there are never very many."""
        self.small.append(self.results.write(rows))
        self.small_rows += rows
        self.rows.update((row["id"], row) for row in rows)
        self.now += len(rows)
        if len(self.small) >= _MANY_FILES:
            self.files += self.results.merge(self.small_rows, self.small)
            self.small, self.small_rows = [], []

    def done(self) -> Done:
        """The complete survey: one file of rows, which name the games of the same values."""
        rows = with_equalities(self.rows.values(), self.survey.heaps)
        files = [*self.files, *self.small]
        if self.now or len(files) != 1:
            self.results.merge(rows, files)
        statuses = Counter(str(row["status"]) for row in rows)
        seconds = sum(float(row["seconds"]) for row in rows)
        errors = Counter(str(row.get("error")) for row in rows if row["status"] == "error")
        return Done(self.results.path, self.survey, dict(statuses), self.now, seconds, dict(errors.most_common()))

    def so_far(self) -> str:
        """How much is kept, and how to go on."""
        kept = f"{len(self.rows):,} of {plural(self.survey.count, 'game')} are done and kept"
        return f"{kept}; the same command goes on from there"


def _batched(all_of: Iterable[Member], count: int) -> Iterator[tuple[Member, ...]]:
    left = iter(all_of)
    while some := tuple(islice(left, count)):
        yield some
