"""``grundy export-page``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .app import echo
from .options import MISERE, output_file
from .progress import progress

if TYPE_CHECKING:
    from grundy.web.offline import Match, Page


@click.command("export-page")
@click.argument("position")
@click.option("-o", "target", required=True, metavar="FILE", help="Write to FILE; - is standard output.")
@MISERE
@click.option("--lang", default="en", show_default=True, metavar="LANG", help="The language of the page: en, zh.")
@click.option(
    "--first",
    type=click.Choice(["person", "machine"]),
    default="person",
    show_default=True,
    help="Who moves first, you or the machine.",
)
@click.option(
    "--strength",
    type=click.FloatRange(0, 1),
    default=1.0,
    show_default=True,
    metavar="P",
    help="The probability of a perfect move of the machine.",
)
@click.option(
    "--hints",
    type=click.Choice(["off", "won", "all"]),
    default="off",
    show_default=True,
    help="Show at the start: nothing, who wins, or every move.",
)
def export_page(position: str, target: str, misere: bool, lang: str, first: str, strength: float, hints: str) -> None:
    """POSITION as one HTML file that plays without a server and without a network.

    All that can follow is in the file, so the position must be small: at most 20,000 components below it. The person at
    the page can change what these options say.

    \b
    grundy export-page 'wythoff[10, 15]' -o game.html
    grundy export-page 'nim[3, 5, 7]' -o nim.html --misere --lang zh
    grundy export-page 'kayles[12]' -o kayles.html --first machine --hints all
    """  # noqa: D301 - click reads \b
    from grundy.explain.texts import spoken
    from grundy.rules.errors import GrundyError
    from grundy.rules.numbers import plural
    from grundy.web.offline import Match

    output_file(target, "-o")
    match = Match(misere, first, "person" if first == "machine" else "machine", strength, hints)  # type: ignore[arg-type]
    try:
        made = _made(position, match, lang)
    except GrundyError as error:
        raise spoken(error, lang) from None
    if target == "-":
        echo(made.html.rstrip("\n"))
        return
    _write(made.html, target)
    components = plural(len(made.graph.components), "component")
    click.echo(f"{target}: {components}, {len(made.html.encode()) / 1000:,.0f} kB; open it in a browser", err=True)


def _made(position: str, match: Match, lang: str) -> Page:
    """The page of the position of a text; raises GrundyError."""
    from grundy import games
    from grundy.explain.texts import require_language
    from grundy.rules.errors import PositionError
    from grundy.rules.positions import Position
    from grundy.web.offline import page

    require_language(lang)
    read = games.expression(position, files=True)
    if not isinstance(read, Position):
        shown = position.strip()[:60]
        raise PositionError(
            "expected a position, with heaps in brackets, as in nim[3, 6, 9]; {text} is none", text=shown
        )
    with progress("looking at what can follow") as tell:
        return page(read, match, lang=lang, tell=tell)


def _write(text: str, target: str) -> None:
    """Write the page to a file; raises GrundyError that names it."""
    from grundy.rules.errors import GrundyError

    try:
        Path(target).write_text(text, encoding="utf-8")
    except OSError as error:
        raise GrundyError(f"-o: {target} cannot be written: {error.strerror or error}") from None
