"""``grundy study``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .app import echo, echo_json
from .options import BUDGET, JSON, LEAST, MISERE, PARAM, PLOT, STATES, budget_seconds, output_file, parameters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.report.study import Study


@click.command()
@click.argument("rules", required=False)
@click.option("--values", metavar="FILE", help="Study these values: one a line, CSV or a b-file; - is standard input.")
@click.option("--family", metavar="RANGES", help="Members of a family, for a law in terms of the parameter: 'k=2..6'.")
@BUDGET
@STATES
@click.option("--certificate", metavar="FILE", help="Write the certificate of the proof; - is standard output.")
@click.option("--against", metavar="RULES", help="Compare with other rules: the first difference, or proved equal.")
@click.option("--walnut", metavar="DIR", help="Write the theorem as a Walnut script.")
@PLOT
@PARAM
@LEAST
@MISERE
@JSON
def study(
    rules: str | None,
    values: str | None,
    family: str | None,
    budget: str,
    states: int | None,
    certificate: str | None,
    against: str | None,
    walnut: str | None,
    plot: str | None,
    params: tuple[str, ...],
    least: int | None,
    misere: bool,
    as_json: bool,
) -> int:
    """The law of RULES, proved where a proof is found: rules in words, table, law, proof, and what was tried.

    RULES are a catalogue expression, a family, a rule text, or file.py:name. Exit status 0: proved, attested or
    checked; 1: unknown.

    \b
    grundy study 'a, b -> a-t, b | a, b-t | a-t, b-t'
    grundy study kayles --certificate kayles.json
    grundy study bash                       # all members of the family at once
    grundy study 'blocking(wythoff, 2)'
    grundy study wythoff --plot wythoff.svg
    grundy study 'nim[:, :, :]' --misere
    grundy study 'octal("0.161")' --against 'octal("0.36")'
    grundy study --values values.txt
    """  # noqa: D301 - click reads \b
    seconds = budget_seconds(budget)
    output_file(certificate, "--certificate")
    output_file(plot, "--plot")
    if plot is not None and (values is not None or family is not None or against is not None):
        raise click.UsageError("--plot goes with RULES alone, not with --values, --family or --against")
    _check_choice(rules, values, family, against, certificate, as_json=as_json)
    if values is not None:
        return _of_values(values, as_json)
    from grundy import games

    read = games.rules(str(rules), params=parameters(params), least=least, files=True)
    if against is not None:
        return _against(read, games.rules(against, files=True), seconds, as_json)
    if family is not None:
        return _of_family(read, family, seconds, as_json)
    _require_picture(plot, read)
    return _of_rules(read, seconds, states, certificate, walnut, plot, misere=misere, as_json=as_json)


def _check_choice(
    rules: str | None,
    values: str | None,
    family: str | None,
    against: str | None,
    certificate: str | None,
    *,
    as_json: bool,
) -> None:
    if (rules is None) == (values is None):
        raise click.UsageError("study takes RULES or --values FILE")
    if certificate == "-" and as_json:
        raise click.UsageError("--json and --certificate - would both be on standard output")
    if values is not None and (family or against):
        raise click.UsageError("--values goes without --family and --against")


def _teller() -> Any:
    """A function that shows on a terminal what is being done, and nothing in a pipe."""
    if not sys.stderr.isatty():
        return None
    return lambda what: click.echo(f"\r\033[K… {what}", err=True, nl=False)


def _of_rules(
    read: Any,
    seconds: float,
    states: int | None,
    certificate: str | None,
    walnut: str | None,
    plot: str | None,
    *,
    misere: bool,
    as_json: bool,
) -> int:
    from grundy.report.studying import study as studied

    tell = _teller()
    found = studied(read, misere=misere, budget=seconds, states=states, tell=tell)
    if tell is not None:
        click.echo("\r\033[K", err=True, nl=False)
    if as_json:
        echo_json(found.to_json())
    else:
        for line in lines(found):
            click.echo(line, err=True) if certificate == "-" else echo(line)
    written = [_write_certificate(found, certificate), _write_walnut(found, read, walnut)]
    _write_picture(found, plot)
    if found.why.startswith("interrupted"):
        return 130
    return 1 if found.evidence == "unknown" or not all(written) else 0


def _require_picture(path: str | None, read: Any) -> None:
    """Raise GrundyError where no picture could be made of the study: before the work, not after it."""
    if path is None:
        return
    from grundy.plot.needs import ready, require_drawable
    from grundy.solver.tabling import region_of

    ready(path)
    require_drawable(region_of(read))


def _write_picture(found: Study, path: str | None) -> None:
    if path is None:
        return
    from grundy.plot.figures import draw

    draw(found, path)
    click.echo(f"picture: {path}", err=True)


def _write_certificate(found: Study, path: str | None) -> bool:
    if path is None:
        return True
    if found.certificate is None:
        click.echo(f"no certificate was written: the law is {found.evidence}", err=True)
        return False
    from grundy.prover.base import canonical_json

    text = canonical_json(found.certificate)
    if path == "-":
        echo(text)
        return True
    Path(path).write_text(text + "\n", encoding="ascii")
    click.echo(f"certificate: {path} (grundy check {path})", err=True)
    return True


def _write_walnut(found: Study, read: Any, directory: str | None) -> bool:
    if directory is None:
        return True
    if found.certificate is None or found.certificate["law"]["kind"] != "automatic":
        click.echo("no Walnut script was written: only laws that are automata have one", err=True)
        return False
    from grundy.write.walnut import walnut_script

    where = Path(directory)
    where.mkdir(parents=True, exist_ok=True)
    for name, text in walnut_script(read, found.certificate["law"], found.play).items():
        target = where / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    click.echo(f"Walnut script: {directory}", err=True)
    return True


def lines(found: Study) -> Iterator[str]:
    """A study for people."""
    yield click.style(found.subject, bold=True)
    yield from (f"  {line}" for line in found.words)
    if found.table is not None:
        from .table import plain

        yield ""
        yield from plain(found.table)
    yield ""
    yield from _law_lines(found)
    yield ""
    yield "Steps:"
    width = max((len(s.name) for s in found.steps), default=0)
    for step in found.steps:
        mark = "+" if step.done else "-"
        yield f"  {mark} {step.name.ljust(width)} {step.seconds:8.3f} s  {step.found}"
    yield f"Total: {found.seconds:.3f} s"


def _law_lines(found: Study) -> Iterator[str]:
    colour = {"proved": "green", "attested": "yellow", "checked": "yellow", "unknown": "red"}[found.evidence]
    word = f"checked to {found.checked_to}" if found.evidence == "checked" else found.evidence
    evidence = click.style(word, fg=colour, bold=True)
    if found.evidence == "unknown":
        yield f"Law: {evidence}"
        if found.why.startswith("interrupted"):
            yield "  interrupted; the steps below say what was done"
        return
    about = "Grundy values" if found.about == "grundy" else "P-positions"
    yield f"Law of the {about}: {evidence}"
    yield f"  {found.law_text}"
    yield f"  {found.law_formula}"
    if found.outcomes_text:
        yield f"P-positions: {found.outcomes_text}"
    how = (
        "it fits all the values looked at; no proof was found"
        if found.evidence == "checked" and found.canonical
        else found.why
    )
    yield f"How it is known: {how}"
    if found.about == "outcome" and found.values_why:
        yield f"Grundy values: no law known ({found.values_why})"
    if found.advice:
        yield f"A winning move: {found.advice}"


def _of_values(path: str, as_json: bool) -> int:
    from grundy.report.from_values import study_values

    found = study_values(path)
    if as_json:
        echo_json(found.to_json())
    else:
        for line in lines(found):
            echo(line)
    return 1 if found.evidence == "unknown" else 0


def _of_family(read: Any, ranges: str, seconds: float, as_json: bool) -> int:
    from grundy.report.families import study_family

    found = study_family(read, ranges, seconds)
    if as_json:
        echo_json(found.to_json())
    else:
        for line in found.lines():
            echo(line)
    return 1 if found.evidence == "unknown" else 0


def _against(first: Any, second: Any, seconds: float, as_json: bool) -> int:
    from grundy.report.against import compare_rules

    found = compare_rules(first, second, seconds)
    if as_json:
        echo_json(found.to_json())
    else:
        for line in found.lines():
            echo(line)
    return 1 if found.evidence == "unknown" else 0
