"""``grundy survey`` and ``grundy survey query``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from grundy.rules.errors import RuleError

from .app import echo, echo_json
from .options import JSON, LEAST, Integer, budget_seconds
from .progress import progress

if TYPE_CHECKING:
    from grundy.survey.families import Survey
    from grundy.survey.querying import Answer
    from grundy.survey.running import Done

_HEAPS = {"octal": 100_000, "hexadecimal": 2_000, "subtraction": 100_000, "allbut": 100_000, "rules": 10_000}
_SIZES = {"octal": "digits", "hexadecimal": "digits", "subtraction": "max", "allbut": "max"}
_SHOWN_ERRORS = 3
_MOST_HEAPS = 2**31 - 1
_MOST_WORK = 10**18


class _Survey(click.Command):
    """The command, which hands ``grundy survey query …`` to the other one."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        if args[:1] == ["query"]:
            # SQL can begin with a comment, which is no option
            told = [f" {arg}" if arg.startswith("--") and re.search(r"\s", arg) else arg for arg in args[1:]]
            return query.make_context(f"{info_name} query", told, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        return super().invoke(ctx) if ctx.command is self else ctx.command.invoke(ctx)


@click.command(cls=_Survey)
@click.argument("family")
@click.option("--digits", type=int, metavar="D", help="Codes of up to D digits behind the point (3).")
@click.option("--max", "largest", type=int, metavar="M", help="All sets of numbers from 1 to M.")
@click.option(
    "--param", "params", multiple=True, metavar="NAME=RANGE", help="A parameter of rules: 'm=1..20', S={1,3}."
)
@LEAST
@click.option(
    "--heaps", type=Integer(1), metavar="N", help="The largest heap: 1e5 (2000 for hexadecimal codes, 10000 for rules)."
)
@click.option(
    "--work", type=Integer(1), metavar="N", help="Moves to look at for one game before its table ends (2e10)."
)
@click.option("--budget", default="10s", show_default=True, metavar="TIME", help="For a law of rules, one game.")
@click.option("--out", metavar="DIR", help="Where the rows go, or are (survey-FAMILY-SIZE).")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster, such as tcp://10.0.0.1:8786.")
@click.option(
    "--workers", type=click.IntRange(min=0), metavar="N", help="Processes on this machine; 0: this one alone."
)
@click.option("--again", is_flag=True, help="Do the games again that had an error.")
@JSON
def survey(
    family: str,
    digits: int | None,
    largest: int | None,
    params: tuple[str, ...],
    least: int | None,
    heaps: int | None,
    work: int | None,
    budget: str,
    out: str | None,
    scheduler: str | None,
    workers: int | None,
    again: bool,
    as_json: bool,
) -> None:
    """Every game of FAMILY: first values, period, what is proved, largest and rare values, games of equal values.

    FAMILY is octal, hexadecimal, subtraction, allbut, or rules (a rule text, or a family of the catalogue) with a range
    for each parameter. Rows are written as they come; stopped in any way, the same command goes on.

    \b
    grundy survey octal --digits 3 --heaps 1e5 --out results
    grundy survey query results "select code, period from survey where status = 'proved' order by period desc"
    grundy survey subtraction --max 12
    grundy survey 'n -> n-t where t <= m or t == k' --param m=1..5 --param k=6..9
    grundy survey bash --param m=1..20 --workers 0
    grundy survey octal --digits 4 --scheduler tcp://10.0.0.1:8786
    grundy survey query --help
    """  # noqa: D301 - click reads \b
    if scheduler is not None and workers is not None:
        raise click.UsageError("--workers is for processes of this machine; a --scheduler has its own")
    wanted = _wanted(family, digits, largest, params, least, heaps, work, budget)
    from grundy.survey.running import Stopped, run

    directory = out or f"survey-{wanted.kind}" + (f"-{wanted.size}" if wanted.size else "")
    try:
        with progress("surveying") as tell:
            found = run(
                wanted, directory, scheduler=scheduler, workers=workers, again=again, progress=tell,
                note=lambda text: click.echo(text, err=True),
            )  # fmt: skip
    except Stopped as stopped:
        click.echo(stopped.message, err=True)
        raise click.exceptions.Exit(stopped.status) from None
    if as_json:
        echo_json(_summary(found))
    else:
        for line in _lines(found):
            echo(line)
    if set(found.statuses) == {"error"}:
        raise click.exceptions.Exit(1)


def _wanted(
    family: str,
    digits: int | None,
    largest: int | None,
    params: tuple[str, ...],
    least: int | None,
    heaps: int | None,
    work: int | None,
    budget: str,
) -> Survey:
    from grundy.survey.families import DEFAULT_WORK, Survey

    kind = family if family in _SIZES else "rules"
    given = {"digits": digits, "max": largest}
    for name, value in given.items():
        if value is not None and _SIZES.get(kind) != name:
            raise click.UsageError(f"--{name} goes with {' and '.join(k for k, s in _SIZES.items() if s == name)}")
    if kind != "rules" and (params or least is not None):
        raise click.UsageError(f"--param and --least go with rules, not with {kind}")
    most = heaps or _HEAPS[kind]
    if most > _MOST_HEAPS:
        raise RuleError(f"--heaps is at most {_MOST_HEAPS:,}")
    limit = work or DEFAULT_WORK
    if limit > _MOST_WORK:
        raise RuleError(f"--work is at most {_MOST_WORK:,}")
    seconds = budget_seconds(budget)
    if kind == "rules":
        ranges = tuple(_range(text) for text in params)
        twice = [n for i, (n, _) in enumerate(ranges) if n in dict(ranges[:i])]
        if twice:
            raise RuleError(f"the parameter {twice[0]} is given twice")
        return Survey("rules", 0, family, ranges, least, most, limit, seconds)
    size = given[_SIZES[kind]]
    if size is None:
        size = {"octal": 3, "hexadecimal": 2}.get(kind, 8)
    return Survey(kind, size, heaps=most, work=limit, budget=seconds)


def _range(text: str) -> tuple[str, str]:
    from grundy.rules.parsing import is_name

    name, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not is_name(name) or not values:
        raise RuleError(f"expected --param NAME=RANGE, such as m=1..20, not {text!r}")
    return name, values


def _summary(found: Done) -> dict[str, Any]:
    return {
        "survey": found.survey.about,
        "games": sum(found.statuses.values()),
        "statuses": found.statuses,
        "done_now": found.now,
        "seconds": round(found.seconds, 3),
        "out": str(found.path),
        "errors": found.errors,
    }


def _lines(found: Done) -> Iterator[str]:
    from grundy.rules.numbers import plural

    counts = ", ".join(f"{n:,} {status}" for status, n in sorted(found.statuses.items(), key=lambda e: -e[1]))
    yield f"{plural(sum(found.statuses.values()), 'game')} of {found.survey.about}: {counts}"
    yield f"{found.now:,} done now; {found.seconds:.1f} s of CPU for all; rows in {found.path}"
    for error, count in islice(found.errors.items(), _SHOWN_ERRORS):
        yield f"{plural(count, 'error')}: {error}"
    sql = "select code, status, period, preperiod from survey limit 20"
    yield f'grundy survey query {found.path} "{sql}"'


@click.command()
@click.argument("directory", metavar="DIR")
@click.argument("sql", required=False)
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated, with a line of names.")
@click.option("--markdown", "as_markdown", is_flag=True, help="A Markdown table.")
@JSON
def query(directory: str, sql: str | None, as_csv: bool, as_markdown: bool, as_json: bool) -> None:
    """The answer of a SELECT about the rows of a survey in DIR; they are the table `survey`. Without SQL: its columns.

    The SQL is DuckDB's. Nothing can be changed, and no other file be read.

    \b
    grundy survey query results
    grundy survey query results "select code, period, preperiod from survey order by period desc limit 10"
    grundy survey query results "select status, count(*) from survey group by all" --csv
    grundy survey query results "select code, same_as from survey where same_as is not null" --markdown
    """  # noqa: D301 - click reads \b
    if as_csv + as_markdown + as_json > 1:
        raise click.UsageError("--csv, --markdown and --json exclude each other")
    from grundy.survey.querying import query as asked

    found = asked(directory, "describe survey" if sql is None else sql)
    if found.done < found.total:
        click.echo(f"the survey is not complete: {found.done:,} of {found.total:,} games are done", err=True)
    if as_json:
        echo_json([dict(zip(found.names, map(_plain, row), strict=True)) for row in found.rows])
    elif as_csv:
        click.echo(_csv(found), nl=False)
    else:
        for line in _markdown(found) if as_markdown else _aligned(found):
            echo(line)


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, float) and not isfinite(value):
        return None  # JSON has no such numbers
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return " ".join(map(_text, value))
    return str(value)


def _csv(found: Answer) -> str:
    import csv
    import io

    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(found.names)
    rows.writerows([_text(value) for value in row] for row in found.rows)
    return written.getvalue()


def _markdown(found: Answer) -> Iterator[str]:
    numbers = [_is_number([row[i] for row in found.rows]) for i in range(len(found.names))]
    yield f"| {' | '.join(found.names)} |"
    yield f"|{'|'.join('---:' if number else '---' for number in numbers)}|"
    for row in found.rows:
        yield f"| {' | '.join(_text(value).replace('|', chr(92) + '|') for value in row)} |"


def _aligned(found: Answer) -> Iterator[str]:
    """The rows in columns; numbers to the right."""
    texts = [[_text(value).replace("\n", " ") for value in row] for row in found.rows]
    widths = [max([len(name), *(len(row[i]) for row in texts)]) for i, name in enumerate(found.names)]
    numbers = [_is_number([row[i] for row in found.rows]) for i in range(len(found.names))]
    for row in [list(found.names), *texts]:
        cells = zip(row, widths, numbers, strict=True)
        yield "  ".join(c.rjust(width) if number else c.ljust(width) for c, width, number in cells).rstrip()


def _is_number(column: list[Any]) -> bool:
    return any(value is not None for value in column) and all(
        value is None or (isinstance(value, int | float) and not isinstance(value, bool)) for value in column
    )


__all__ = ["query", "survey"]
