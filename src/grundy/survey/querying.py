"""Questions about a survey in SQL, answered by DuckDB from rows in memory: nothing can be changed, no file be read."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

from grundy.rules.errors import GrundyError, cut
from grundy.rules.numbers import plural
from grundy.rules.values import Value

from .equalities import with_equalities
from .needs import need
from .results import COLUMNS, Results, SurveyError, open_results, schema_of

_HIDDEN = ("law_digest", "prefix_digests")
_MOMENT = 0.05
_Found = tuple[tuple[str, ...], tuple[tuple[Any, ...], ...]]
_SETTINGS = ("SET enable_external_access=false", "SET lock_configuration=true")


class QueryError(GrundyError):
    """SQL that is none, or that is no SELECT."""


class Answer(Value):
    """The result of a question: the names of its columns, all different, and its rows.

    *done* of *total* games were looked at.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    done: int
    total: int


def query(path: str | Path, sql: str) -> Answer:
    """The rows that a SELECT about the table `survey` gives; raises SurveyError, QueryError."""
    need("pyarrow")
    results = open_results(path)
    rows = _rows(results)
    duckdb, pa = need("duckdb"), need("pyarrow")
    connection = duckdb.connect(":memory:", config={"python_enable_replacements": "false"})
    try:
        shown = [name for name in COLUMNS if name not in _HIDDEN]
        schema = schema_of(results.survey, shown)
        table = pa.Table.from_pylist([{name: row.get(name) for name in shown} for row in rows], schema)
        # copied batch by batch: a scan of the table itself would start threads of Arrow, which nobody ends
        connection.register("rows", table.to_reader())
        connection.execute("CREATE TABLE survey AS SELECT * FROM rows")
        connection.unregister("rows")
        for setting in _SETTINGS:
            connection.execute(setting)
        names, found = _interruptible(connection, lambda: _answer(duckdb, connection, sql))
    finally:
        connection.close()
    return Answer(names, found, len(rows), results.survey.count)


def _interruptible(connection: Any, ask: Callable[[], _Found]) -> _Found:
    """What *ask* returns or raises; Ctrl-C ends the question that it asks, which would not see it."""
    found: list[_Found] = []
    failed: list[BaseException] = []
    ended = threading.Event()

    def work() -> None:
        try:
            found.append(ask())
        except BaseException as error:  # noqa: BLE001 - raised again below, in the thread that waits
            failed.append(error)
        finally:
            ended.set()

    asking = threading.Thread(target=work, daemon=True)
    asking.start()
    try:
        ended.wait()  # a join that Ctrl-C ends would call the thread ended, too
    except BaseException:
        while not ended.wait(_MOMENT):  # it may have been between two statements
            connection.interrupt()
        raise
    if failed:
        raise failed[0]
    return found[0]


def _rows(results: Results) -> list[dict[str, Any]]:
    found = results.read()
    if found.damaged:
        file, why = found.damaged[0]
        more = f" (and {plural(len(found.damaged) - 1, 'other file')})" if len(found.damaged) > 1 else ""
        raise SurveyError(
            f"{file}{more} is damaged: {why}. This does its games again: "
            f"grundy survey {results.survey.about} --out {results.path}"
        )
    return with_equalities(found.rows.values(), results.survey.heaps)


def _answer(duckdb: Any, connection: Any, sql: str) -> _Found:
    try:
        statements = connection.extract_statements(sql)
        if len(statements) != 1:
            raise QueryError(f"one SELECT is expected, not {plural(len(statements), 'statement')}")
        if statements[0].type != duckdb.StatementType.SELECT:
            raise QueryError(f"only SELECT is allowed, not {statements[0].type.name}")
        found = connection.execute(statements[0])
        rows = tuple(found.fetchall())
        return different([str(column[0]) for column in found.description]), rows
    except duckdb.Error as error:
        raise QueryError(_said(str(error), sql)) from None


def different(names: Sequence[str]) -> tuple[str, ...]:
    """The names, the second of one name with _1 behind it, the third with _2.

    >>> different(["code", "n", "code", "code"])
    ('code', 'n', 'code_1', 'code_2')
    """
    found: list[str] = []
    for name in names:
        others = (f"{name}_{i}" for i in count(1))
        found.append(next(n for n in chain([name], others) if n not in found and (n == name or n not in names)))
    return tuple(found)


def _said(message: str, sql: str) -> str:
    """DuckDB's message in one or two lines, with the names that there are where one is missing."""
    lines = [line for line in message.splitlines() if line.strip() and not line.startswith(("LINE", " "))]
    text = " ".join(line.strip() for line in lines[:2]).partition(" Did you mean")[0]
    if "Table with name" in text:
        text += " The table is called survey."
    if "column" in text and "not found" in text:
        text = (
            text.partition(" Candidate")[0] + f" The columns are {', '.join(c for c in COLUMNS if c not in _HIDDEN)}."
        )
    return f"{cut(text, 600)} (in: {cut(sql.strip(), 200)})" if sql.strip() else cut(text, 600)
