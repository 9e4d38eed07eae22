"""``grundy solve``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from grundy.rules.numbers import is_integer

from .app import echo, echo_json
from .options import JSON, MISERE, WORK, Integer, require_utf8
from .progress import line, progress

_LONG = 10**20
_CHECKING = 600.0
"""Seconds for which the certificate of a law is checked."""

if TYPE_CHECKING:
    from grundy.laws.library import Library
    from grundy.rules.positions import Position
    from grundy.solver.solution import Solution


@click.command()
@click.argument("position")
@MISERE
@click.option("--limit", default=20, show_default=True, type=Integer(0), metavar="N", help="Winning options to list.")
@WORK
@click.option(
    "--law",
    "files",
    multiple=True,
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="A certificate, whose proof is checked first, or a law without proof.",
)
@click.option("--why", "explained", is_flag=True, help="Explain the answer in words that can be checked by hand.")
@click.option("--lang", default="en", show_default=True, metavar="LANG", help="The language of the answer: en or zh.")
@JSON
def solve(
    position: str,
    misere: bool,
    limit: int,
    work: int | None,
    files: tuple[str, ...],
    explained: bool,
    lang: str,
    as_json: bool,
) -> None:
    """Who wins POSITION, its Grundy value, every winning option, and what decided it.

    A POSITION of "-" is read from standard input.

    \b
    grundy solve 'nim[3, 6, 9]'
    grundy solve 'wythoff[4, 7] + nim[3]'
    grundy solve 'race(2, 9, goal=162)[1]'
    grundy solve 'ruleset("n -> n-t where t <= m", m=10)[100]'
    grundy solve 'octal("0.77")[12] + nim[5]' --json
    grundy solve 'kayles[10]' --misere
    grundy solve 'nim[3, 6, 9]' --why
    grundy solve 'mygame.py:moves[5, 3]'
    """  # noqa: D301 - click reads \b
    from grundy.rules.errors import GrundyError

    if lang != "en":
        from grundy.explain.texts import require_language

        require_language(lang)
    try:
        _solve(position, lang, misere=misere, limit=limit, work=work, files=files, explained=explained, as_json=as_json)
    except GrundyError as error:
        if lang == "en":
            raise
        from grundy.explain.texts import spoken

        raise spoken(error, lang) from None


def _solve(
    position: str,
    lang: str,
    *,
    misere: bool,
    limit: int,
    work: int | None,
    files: tuple[str, ...],
    explained: bool,
    as_json: bool,
) -> None:
    """Print the solution of the position of a text; raises GrundyError."""
    from grundy import games
    from grundy.report.answering import solve as solved
    from grundy.rules.errors import PositionError
    from grundy.rules.positions import Position

    text = _from_standard_input() if position == "-" else position
    require_utf8(text)
    read = games.expression(text, files=True)
    if not isinstance(read, Position):
        shown = text.strip()[:60]
        raise PositionError(
            "expected a position, with heaps in brackets, as in nim[3, 6, 9]; {text} is none", text=shown
        )
    laws = _laws(files) if files else None
    with progress("searching") as tell:
        solution = solved(read, misere=misere, limit=limit, work=work, progress=tell, laws=laws)
    explanation = None
    if explained:
        from grundy.explain import why
        from grundy.report.answering import FINDING

        explanation = why(read, misere=misere, lang=lang, work=work, laws=laws or FINDING)
    if as_json:
        echo_json(solution.to_json() | ({"explanation": explanation.to_json()} if explanation is not None else {}))
        return
    if lang == "en":
        show(solution)
    else:
        _show_in(solution, lang, explained=explained)
    if explanation is not None:
        echo("")
        for line in explanation.lines():
            echo(line)


def _laws(files: tuple[str, ...]) -> Library:
    """The laws of files; a certificate says "proved" only where the checker finds it right. Raises CertificateError."""
    from grundy.laws.library import certificates_of, laws_of
    from grundy.report.answering import Finding
    from grundy.rules.errors import CertificateError

    for name, data in certificates_of(files):
        from grundy.checker.checking import check

        tell = line(shown=sys.stderr is not None and sys.stderr.isatty())
        try:
            verdict = check(data, tell, _CHECKING)
        finally:
            tell("")
        if not verdict.valid:
            raise CertificateError(f"{name} is no valid certificate: {verdict.why}")
    return Finding(laws_of(files))


def _from_standard_input() -> str:
    from grundy.rules.errors import PositionError
    from grundy.rules.scan import MAX_TEXT

    if sys.stdin is None:
        raise PositionError("standard input is closed; expected a position")
    return sys.stdin.read(MAX_TEXT + 2).strip()


def show(solution: Solution) -> None:
    """Print a solution for people."""
    name = f"{solution.position}{' (misère play)' if solution.play == 'misere' else ''}"
    if solution.outcome == "N":
        verdict = f"{click.style('N', fg='green', bold=True)}: the next player, who is to move, wins."
    else:
        verdict = f"{click.style('P', fg='red', bold=True)}: the previous player wins; whoever is to move loses."
    echo(f"{name}  {verdict}")
    grundy = solution.grundy_why if solution.grundy is None else solution.grundy
    echo(f"Grundy value: {grundy}")
    _show_options(solution)
    if solution.remoteness is not None:
        echo(f"Moves left under best play: {solution.remoteness}")
    bound = "" if solution.checked_to is None else f" to {solution.checked_to}"
    echo(f"Decided by: {solution.by}{bound} ({solution.why})")


def _show_in(solution: Solution, lang: str, *, explained: bool) -> None:
    """Print a solution in another language: what decided is said by its explanation, where one follows."""
    from grundy.explain.findings import decided_by
    from grundy.explain.saying import Saying
    from grundy.rules.numbers import digits

    say = Saying(lang)

    def line(key: str, **values: object) -> str:
        return say(f"explain.solution.{key}", **values)

    play = line("misere") if solution.play == "misere" else ""
    echo(f"{solution.position}{play}  {line(solution.outcome.lower())}")
    echo(line("grundy", value=line("unknown") if solution.grundy is None else digits(solution.grundy)))
    count = line("not_all") if solution.winning_count is None else _count(solution.winning_count)
    echo(line("options", count=line("none") if solution.outcome == "P" else count))
    for option in solution.winning_options:
        words = line("component", n="{n}") + say("explain.list.colon")
        echo(f"  {option}{_change(solution.position, option, words)}")
    if solution.rest:
        echo(f"  {line('more')}")
    if solution.remoteness is not None:
        echo(line("left", count=solution.remoteness))
    if not explained:
        echo(decided_by(solution, say))


def _show_options(solution: Solution) -> None:
    if solution.outcome == "P":
        echo("Winning options: none")
        return
    count = "not all known" if solution.winning_count is None else _count(solution.winning_count)
    echo(f"Winning options: {count}")
    for option in solution.winning_options:
        echo(f"  {option}{_change(solution.position, option)}")
    if solution.rest:
        echo(f"  … {solution.rest}")


def _count(count: int) -> str:
    from grundy.rules.numbers import digits

    return f"{count:,}" if count < 10**15 else digits(count)


def _change(position: Position, option: Position, words: str = "component {n}: ") -> str:
    """What the move did: ``  (component 3: 9 -> 5)``; of a single component only the heap that changed."""
    pairs = zip(position.parts, option.parts, strict=False)
    place = next((i for i, (before, after) in enumerate(pairs) if before != after), min(len(position), len(option)))
    where = words.format(n=place + 1) if len(position) > 1 else ""
    heaps = _heap_change(position, option, place)
    text = f"{where}{heaps}" if heaps else where.rstrip(": ：")
    return f"  ({text})" if text else ""


def _heap_change(position: Position, option: Position, place: int) -> str:
    """``9 -> 5`` where one heap of component *place* changed and stays one, in numbers that are not too long."""
    if len(position) != len(option) or place >= len(position):
        return ""
    before, after = position.parts[place][1], option.parts[place][1]
    if not isinstance(before, tuple) or not isinstance(after, tuple) or len(before) != len(after):
        return ""
    changed = [(x, y) for x, y in zip(before, after, strict=True) if x != y]
    numbers = all(is_integer(x) and is_integer(y) and max(x, y) < _LONG for x, y in changed)
    if not numbers or (len(before) == 1 and len(position) == 1):
        return ""
    return ", ".join(f"{x} -> {y}" for x, y in changed)
