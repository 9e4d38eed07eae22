"""``grundy table``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from .app import echo
from .options import JSON, LEAST, MISERE, PARAM, PLOT, WORK, Integer, output_file, parameters
from .progress import progress

if TYPE_CHECKING:
    from grundy.solver.tables import Table

_WIDTH = 100
_BLOCK = 10_000
_OEIS_TERMS = 120


@click.command()
@click.argument("rules", metavar="RULES_OR_REGION")
@click.option("--to", type=Integer(), metavar="N", help="The largest heap, N itself included: 500, 1e5, 10**5.")
@PARAM
@LEAST
@MISERE
@WORK
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated: the heaps, then the value.")
@click.option("--b-file", "as_b_file", is_flag=True, help="An OEIS b-file: heap and value a line.")
@click.option("--oeis", "as_oeis", is_flag=True, help="A draft of an OEIS entry.")
@PLOT
@click.option(
    "--save",
    metavar="FILE",
    help="Write the table to FILE, for --load; on Ctrl-C or SIGTERM what there is of it, which is then not printed.",
)
@click.option(
    "--load",
    metavar="FILE",
    help="Go on from a table that --save wrote. Its hash, and some of its values, are checked; the rest is trusted.",
)
@click.option("--quiet", is_flag=True, help="With --save or --plot: do not print the table.")
@JSON
def table(
    rules: str,
    to: int | None,
    params: tuple[str, ...],
    least: int | None,
    misere: bool,
    work: int | None,
    as_csv: bool,
    as_b_file: bool,
    as_oeis: bool,
    plot: str | None,
    save: str | None,
    load: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """The Grundy values of RULES_OR_REGION.

    RULES are a catalogue expression, a rule text, or file.py:name; a REGION has slices for heaps.

    \b
    grundy table kayles --to 50
    grundy table 'wythoff[:20, :20]'
    grundy table 'n -> n-t where t in squares' --to 100
    grundy table 'n -> n-t where t <= m' --param m=3 --to 20
    grundy table 'moore(2)[:4, :4, :4]' --csv
    grundy table kayles --to 1000 --b-file > b002186.txt
    grundy table halving --oeis
    grundy table 'wythoff[:60, :60]' --plot wythoff.svg
    grundy table 'octal("0.6")' --to 100000 --b-file --save officers.table > b-file.txt
    grundy table 'octal("0.6")' --to 200000 --b-file --load officers.table > b-file.txt
    grundy table 'octal("0.6")' --to 1e6 --save officers.table --quiet
    """  # noqa: D301 - click reads \b
    from grundy import games
    from grundy.rules.rulesets import Ruleset
    from grundy.solver.tabling import Interrupted, TableCut
    from grundy.solver.tabling import table as tabled

    if as_csv + as_b_file + as_oeis + as_json > 1:
        raise click.UsageError("--csv, --b-file, --oeis and --json exclude each other")
    if quiet and save is None and plot is None:
        raise click.UsageError("--quiet goes with --save or --plot: nothing would be printed, and nothing kept")
    show = _csv if as_csv else _b_file if as_b_file else _oeis if as_oeis else _json if as_json else plain
    read = games.rules(rules, params=parameters(params), least=least, files=True)
    if as_oeis and to is None and isinstance(read, Ruleset):
        to = read.least + _OEIS_TERMS
    if plot is not None:
        output_file(plot, "--plot")
        _require_picture(plot, read, to, misere=misere)
    read, known = _files(read, to, save, load, misere=misere)
    try:
        with progress("tabling") as tell:
            found = tabled(read, to, misere=misere, work=work, progress=tell, known=known)
    except (Interrupted, TableCut) as stopped:
        _keep(stopped.partial, known, save, show, quiet=quiet)
        if isinstance(stopped, TableCut):
            raise
        click.echo(stopped.message, err=True)
        raise click.exceptions.Exit(130) from None
    if save is not None:
        _save(save, found, known, show)
    if not quiet:
        _print(show(found))
    if plot is not None:
        from grundy.plot.figures import draw

        draw(found, plot)
        click.echo(f"picture: {plot}", err=True)


def _keep(partial: Table | None, known: Table | None, save: str | None, show: Any, *, quiet: bool) -> None:
    """Save what there is of a table, or else print it."""
    if partial is None:
        return
    if save is not None:
        _save(save, partial, known, show)
    elif not quiet:
        _print(show(partial))


def _require_picture(path: str, read: Any, to: int | None, *, misere: bool) -> None:
    """Raise GrundyError where no picture could be made of the table: before the work, not after it."""
    from grundy.plot.needs import ready
    from grundy.solver.tabling import region_of

    ready(path, region_of(read, to, misere=misere))


def _require_file(path: str, read: Any) -> None:
    """Raise GrundyError where the table could not be saved: before the work, not after it."""
    from grundy.rules.positions import Region
    from grundy.rules.rulesets import Ruleset
    from grundy.solver.saving import require_text, require_writable

    output_file(path, "--save")
    require_writable(path)
    ruleset = read.ruleset if isinstance(read, Region) else read
    if isinstance(ruleset, Ruleset):
        require_text(ruleset)


def _files(read: Any, to: int | None, save: str | None, load: str | None, *, misere: bool) -> tuple[Any, Table | None]:
    """What is asked for, and the table of the file to load; raises GrundyError where one of the files is not right."""
    from grundy.rules.rulesets import Ruleset

    if save is not None:
        _require_file(save, read)
    known = None if load is None else _loaded(load, read)
    if known is not None and to is None and isinstance(read, Ruleset):
        read = known.region
    if save is not None:
        _require_no_loss(save, read, to, known, misere=misere)
    return read, known


def _require_no_loss(path: str, read: Any, to: int | None, known: Table | None, *, misere: bool) -> None:
    """Raise GrundyError where the file has something that the table has not: before the work, not after it."""
    from grundy.solver.continuing import covers
    from grundy.solver.saving import require_no_loss
    from grundy.solver.tabling import region_of

    region = region_of(read, to, misere=misere)
    if known is not None and covers(known, region):
        region = known.region
    require_no_loss(path, region, "misere" if misere else "normal")


def _loaded(path: str, read: Any) -> Table:
    from grundy.rules.positions import Region
    from grundy.rules.rulesets import Ruleset
    from grundy.solver.saving import load_table

    ruleset = read.ruleset if isinstance(read, Region) else read
    return load_table(path, ruleset if isinstance(ruleset, Ruleset) else None)


def _save(path: str, found: Table, known: Table | None, show: Any = None) -> None:
    """Save a table, or the loaded one where it has all of it; where that fails, print it at least."""
    from grundy.rules.errors import GrundyError
    from grundy.solver.continuing import covers
    from grundy.solver.saving import require_no_loss

    kept = known if known is not None and covers(known, found.region) else found
    try:
        require_no_loss(path, kept.region, kept.play)  # of a table that was stopped, too
        kept.save(path)
    except GrundyError:
        if show is not None:
            _print(show(found))
        raise
    play = " (misère play)" if kept.play == "misere" else ""
    click.echo(f"saved: {path}, {kept.region}{play}", err=True)


def _print(lines: Iterable[str]) -> None:
    """Print lines, many at a time: a call for each would take longer than a large table."""
    left = iter(lines)
    while block := list(islice(left, _BLOCK)):
        echo("\n".join(block))


def _json(found: Table) -> Iterator[str]:
    import json

    yield json.dumps(found.to_json(), ensure_ascii=False)


def _names(found: Table) -> list[str]:
    """The names of the axes."""
    axes = found.region.axes
    names = list(getattr(getattr(found.ruleset, "rules", None), "heaps", ()))[: len(axes)]
    return names if len(names) == len(axes) else ["n"] if len(axes) == 1 else [f"n{i + 1}" for i in range(len(axes))]


def _csv(found: Table) -> Iterator[str]:
    from itertools import product

    yield ",".join([*_names(found), "value"])
    for heaps, value in zip(product(*found.region.axes), found.flat, strict=True):
        yield ",".join(map(str, (*heaps, value)))


def _b_file(found: Table) -> Iterator[str]:
    from grundy.rules.errors import PositionError

    if len(found.region.shape) != 1 or found.about == "outcome":
        raise PositionError(f"a b-file lists one sequence of values; {found.region} is none")
    axis = next(a for a, fixed in zip(found.region.axes, found.region.fixed, strict=True) if not fixed)
    return (f"{n} {value}" for n, value in zip(axis, found.flat, strict=True))


def _oeis(found: Table) -> Iterator[str]:
    from grundy.survey.oeis import draft, existing

    yield from draft(found).splitlines()
    for one in existing(found):
        click.echo(f"note: the encyclopedia has this sequence: {one}", err=True)


def plain(found: Table) -> Iterator[str]:
    """A table for people."""
    kind = "Outcomes" if found.about == "outcome" else "Grundy values"
    play = ", misère play" if found.play == "misere" else ""
    yield f"{kind} of {found.region}{play} (by {found.by})"
    axes = [a for a, fixed in zip(found.region.axes, found.region.fixed, strict=True) if not fixed]
    if len(axes) == 1:
        yield from _sequence(axes[0], found)
    elif len(axes) == 2:
        yield from _matrix(axes[0], axes[1], found)
    elif not axes:
        yield str(found.flat[0])
    else:
        for component, value in found.items():
            yield f"{found.ruleset.position_texts([component])[0]}  {value}"


def _sequence(axis: range, found: Table) -> Iterator[str]:
    """Rows of as many values as fit, each with its first heap in front."""
    width = max(len(str(v)) for v in found.flat)
    label = len(str(axis.stop - 1))
    count = max(1, (_WIDTH - label - 2) // (width + 1))
    count = next((c for c in (100, 50, 20, 10, 5) if c <= count), count)
    for i in range(0, len(axis), count):
        values = " ".join(str(v).rjust(width) for v in found.flat[i : i + count])
        yield f"{str(axis[i]).rjust(label)}: {values}"


def _matrix(rows: range, columns: range, found: Table) -> Iterator[str]:
    width = max(*(len(str(v)) for v in found.flat), len(str(columns.stop - 1)))
    label = max(len(str(rows.stop - 1)), 1)
    yield " " * (label + 2) + " ".join(str(c).rjust(width) for c in columns)
    for i, row in enumerate(rows):
        values = found.flat[i * len(columns) : (i + 1) * len(columns)]
        yield f"{str(row).rjust(label)}: " + " ".join(str(v).rjust(width) for v in values)
