"""The directory of a survey: a description, and Parquet files of rows, each written whole or not at all.

A file's name holds its number and the beginning of the SHA-256 of its bytes, so that a damaged file is known as such. A
row of a later file stands for an earlier one of the same game, so that files can be merged at any time: the merged file
is there before the others go.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from grundy.rules.errors import GrundyError, cut
from grundy.rules.values import Value

from .examining import Row
from .families import Survey, survey_from_json
from .needs import need

DESCRIPTION = "survey.json"
FORMAT = 1
_NAME = re.compile(r"rows-(\d{8})-([0-9a-f]{16})\.parquet\Z")
_INTEGERS = (
    *("period", "preperiod", "saltus", "to_heap", "distinct_values", "largest", "largest_at"),
    *("rare_values", "rare_heaps", "last_rare", "same_count", "agrees_to"),
)
_TEXTS = ("code", "rules", "canonical", "status", "law", "why", "error", "same_as", "agrees_with")
COLUMNS = (
    *("id", "code", "rules", "canonical", "least", "status", "period", "preperiod", "saltus", "law", "why", "to_heap"),
    *("first_values", "distinct_values", "largest", "largest_at", "rare_values", "rare_heaps", "last_rare"),
    *("same_as", "same_count", "agrees_with", "agrees_to", "seconds", "error", "law_digest", "prefix_digests"),
)


class SurveyError(GrundyError):
    """A directory that is no survey's, or another one's; a file of rows that is damaged; a disk that is full."""


class Read(Value):
    """What the files of a directory hold: the rows by game, and the files that are damaged, each with the reason."""

    rows: dict[int, Row]
    damaged: tuple[tuple[Path, str], ...]
    files: tuple[Path, ...]

    __hash__ = None  # type: ignore[assignment]


def schema_of(survey: Survey, names: Sequence[str] = COLUMNS) -> Any:
    """The types of the columns, with the survey's description."""
    pa = need("pyarrow")
    kinds = {
        "id": pa.int64(),
        "least": pa.int64(),
        "first_values": pa.list_(pa.int64()),
        "seconds": pa.float64(),
        "law_digest": pa.binary(),
        "prefix_digests": pa.list_(pa.binary()),
        **dict.fromkeys(_INTEGERS, pa.int64()),
        **dict.fromkeys(_TEXTS, pa.string()),
    }
    return pa.schema([(name, kinds[name]) for name in names], metadata={"grundy survey": survey.to_json()})


class Results:
    """The directory of one survey, for reading, and by `locked` for writing."""

    def __init__(self, path: str | Path, survey: Survey) -> None:
        self.path = Path(path)
        self.survey = survey
        self._next = 1

    # -- reading

    def read(self) -> Read:
        """All rows, the latest of each game; raises SurveyError for rows of another survey."""
        rows: dict[int, Row] = {}
        damaged, good = [], []
        for file in self._files():
            self._next = max(self._next, _number(file) + 1)
            try:
                table = _table(file)
            except ValueError as error:
                damaged.append((file, str(error)))
                continue
            described = (table.schema.metadata or {}).get(b"grundy survey", b"").decode()
            if described != self.survey.to_json():
                raise SurveyError(f"{file} holds rows of another survey: move it away")
            rows.update((row["id"], row) for row in table.to_pylist())
            good.append(file)
        return Read(rows, tuple(damaged), tuple(good))

    def _files(self) -> list[Path]:
        return sorted((p for p in self.path.iterdir() if _NAME.match(p.name)), key=_number)

    # -- writing

    @contextmanager
    def locked(self) -> Iterator[None]:
        """The directory made, described and held, so that no other process writes to it; raises SurveyError."""
        import fcntl

        with _said(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            lock = os.open(self.path / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise SurveyError(f"another process is writing to {self.path}; wait for it, or give --out") from None
            self._describe()
            yield
        finally:
            os.close(lock)

    def _describe(self) -> None:
        """Write the description; where there is one it must be the same."""
        for left in self.path.glob(".*.tmp"):  # of a process that was killed
            left.unlink()
        there = _described(self.path)
        if isinstance(there, Survey):
            if there != self.survey:
                raise SurveyError(
                    f"{self.path} holds another survey ({_differences(there, self.survey)}); "
                    "give another directory by --out"
                )
            return
        others = [p.name for p in self.path.iterdir() if not p.name.startswith((".", "rows-"))]
        if there is None and others:
            raise SurveyError(f"{self.path} holds other files ({cut(others[0], 40)}); give a new directory by --out")
        with _said(self.path):
            _write(self.path / DESCRIPTION, (self.survey.to_json() + "\n").encode())

    def write(self, rows: Sequence[Row]) -> Path:
        """One more file of rows, on the disk when this returns; raises SurveyError where it cannot be written."""
        pa, parquet = need("pyarrow"), need("pyarrow.parquet")
        sink = pa.BufferOutputStream()
        table = pa.Table.from_pylist(
            [{name: row.get(name) for name in COLUMNS} for row in rows], schema_of(self.survey)
        )
        parquet.write_table(table, sink, compression="zstd")
        data = sink.getvalue().to_pybytes()
        file = self.path / f"rows-{self._next:08}-{hashlib.sha256(data).hexdigest()[:16]}.parquet"
        with _said(self.path):
            _write(file, data)
        self._next += 1
        return file

    def merge(self, rows: Sequence[Row], files: Sequence[Path]) -> list[Path]:
        """One file of all *rows* instead of *files*, unless the disk is too full for it: what there is then."""
        try:
            written = self.write(rows)
        except SurveyError:
            return list(files)
        for file in files:
            file.unlink(missing_ok=True)
        return [written]

    def put_aside(self, file: Path) -> Path:
        """A damaged file under another name, so that its rows are found again."""
        aside = file.with_name(f"{file.name}.damaged")
        with _said(self.path):
            file.rename(aside)
        return aside


def _differences(there: Survey, wanted: Survey) -> str:
    """What tells two surveys apart, as options: all of the other one, where it is of another family."""
    if (there.kind, there.rules) != (wanted.kind, wanted.rules):
        return there.about
    names = {"size": "--max" if there.kind in ("subtraction", "allbut") else "--digits", "params": "--param"}
    said = []
    for name in Survey._fields:
        theirs, ours = getattr(there, name), getattr(wanted, name)
        if theirs != ours:
            option = names.get(name, f"--{name}")
            said.append(f"{option} {_option(theirs)} there, {_option(ours)} here")
    return "; ".join(said)


def _option(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(f"{name}={values}" for name, values in value) or "none"
    return "none" if value is None else f"{value:g}s" if isinstance(value, float) else str(value)


def open_results(path: str | Path) -> Results:
    """The results in a directory, for reading; raises SurveyError."""
    where = Path(path)
    if where.exists() and not where.is_dir():
        raise SurveyError(f"{path} is a file; expected the directory of a survey, such as that of --out")
    if not where.is_dir():
        raise SurveyError(f"there is no directory {path}: grundy survey FAMILY --out {path} makes one")
    there = _described(where)
    if isinstance(there, str):
        raise SurveyError(
            f"{where / DESCRIPTION} is damaged ({there}): run the same grundy survey again, with this --out"
        )
    if there is None:
        raise SurveyError(f"{path} holds no survey: {DESCRIPTION} is missing")
    return Results(where, there)


def _described(path: Path) -> Survey | str | None:
    """The survey that a directory is of; what is wrong with its description; None where there is none."""
    file = path / DESCRIPTION
    try:
        return survey_from_json(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, GrundyError) as error:
        return cut(str(error).partition("\n")[0], 80)


def _number(file: Path) -> int:
    found = _NAME.match(file.name)
    return int(found[1]) if found else 0


def _table(file: Path) -> Any:
    """The table of a file; raises ValueError where its bytes are not those that were written.

    It is read in this thread alone: Arrow's own threads, alive when the process ends, would sometimes abort it.
    """
    pa, parquet = need("pyarrow"), need("pyarrow.parquet")
    try:
        data = file.read_bytes()
    except OSError as error:
        raise ValueError(f"it cannot be read: {error.strerror or error}") from None
    found = _NAME.match(file.name)
    if found is None or hashlib.sha256(data).hexdigest()[:16] != found[2]:
        raise ValueError("its bytes are not those that were written")
    return parquet.ParquetFile(pa.BufferReader(data), pre_buffer=False).read(use_threads=False)


@contextmanager
def _said(path: Path) -> Iterator[None]:
    """What the operating system refuses as a SurveyError."""
    try:
        yield
    except OSError as error:
        raise SurveyError(f"cannot write to {path}: {error.strerror or error}") from None


def _write(file: Path, data: bytes) -> None:
    """A file with this content, there after a crash whole or not at all."""
    temporary = file.with_name(f".{file.name}.tmp")
    try:
        with temporary.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(file)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    directory = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
