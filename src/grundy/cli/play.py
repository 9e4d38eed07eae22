"""``grundy play``: a match in the terminal, or over a pipe."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import partial
from io import TextIOWrapper
from random import SystemRandom
from typing import TYPE_CHECKING, Any, TextIO

import click

from .options import MISERE, Integer, require_utf8

if TYPE_CHECKING:
    from rich.console import Console

    from grundy.match import Match
    from grundy.match.drawing import Row

_COLOURS = {
    "object": "yellow",
    "token": "bold yellow",
    "number": "bold",
    "target": "cyan",
    "corner": "magenta",
    "label": "dim",
    "name": "dim",
    "win": "bold green",
    "lose": "bold red",
    "said": "bold",
    "wrong": "red",
}


@click.command()
@click.argument("position")
@MISERE
@click.option("--first", type=click.Choice(["person", "machine"]), help="Who moves first (default: person).")
@click.option("--two", is_flag=True, help="Two people play; no machine.")
@click.option(
    "--strength",
    type=click.FloatRange(0, 1),
    metavar="P",
    help="How often the machine plays its best move, 0 to 1 (default: 1); else it plays a random one.",
)
@click.option("--seed", type=Integer(), metavar="K", help="Makes the machine's choices repeatable.")
@click.option("--hints", is_flag=True, help="Say before each of your moves whether it is won.")
@click.option("--lang", default="en", show_default=True, metavar="LANG", help="The language of the texts: en or zh.")
def play(
    position: str,
    misere: bool,
    first: str | None,
    two: bool,
    strength: float | None,
    seed: int | None,
    hints: bool,
    lang: str,
) -> None:
    """Play POSITION against the machine, or with two people.

    Moves and commands are typed, or come over a pipe; "help" lists them.

    \b
    grundy play 'nim[3, 5, 7]'
    grundy play 'wythoff[8, 11]' --first machine
    grundy play 'kayles[9] + nim[4]' --misere --strength 0.7
    grundy play 'ruleset("n -> n-t where t in squares")[50]' --hints
    grundy play 'nim[3, 5, 7]' --lang zh
    """  # noqa: D301 - click reads \b
    from grundy.explain.texts import require_language, spoken, text
    from grundy.rules.errors import GrundyError

    require_language(lang)
    require_utf8(position)
    for given, key in ((first, "two_first"), (strength, "two_strength")):
        if two and given is not None:
            raise click.UsageError(text(lang, f"play.misuse.{key}"))
    players: Any = ("person", "person" if two else "machine")
    players = players[::-1] if first == "machine" else players
    try:
        match = _match(position, misere=misere, players=players, strength=strength, seed=seed)
        status = _run(match, lang, hints=hints)
    except GrundyError as error:
        raise spoken(error, lang) from None
    if status:
        click.get_current_context().exit(status)


def _match(position: str, *, misere: bool, players: Any, strength: float | None, seed: int | None) -> Match:
    """The match that begins at the position of a text; raises GrundyError."""
    from grundy import games
    from grundy.match import Match
    from grundy.rules.errors import PositionError
    from grundy.rules.positions import Position

    start = games.expression(position, files=True)
    if not isinstance(start, Position):
        shown = position.strip()[:60]
        raise PositionError(
            "expected a position, with heaps in brackets, as in nim[3, 5, 7]; {text} is none", text=shown
        )
    return Match(
        start,
        play="misere" if misere else "normal",
        players=players,
        strength=1.0 if strength is None else strength,
        seed=SystemRandom().randrange(10**9) if seed is None else seed,
    )


def _run(match: Match, lang: str, *, hints: bool) -> int:
    """Play until the person leaves or the input ends; the exit status."""
    from rich.console import Console

    from grundy.match.dialogue import Dialogue
    from grundy.report.answering import FINDING

    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    plain = os.environ.get("NO_COLOR") or not sys.stdout.isatty()
    console = Console(color_system=None if plain else "auto", highlight=False, markup=False, emoji=False)
    dialogue = Dialogue(
        match,
        partial(_print, console),
        lang=lang,
        hints=hints,
        width=console.width,
        ascii_only=not _can_print("●┃·○◎", sys.stdout.encoding),
        laws=FINDING,
    )
    try:
        dialogue.introduce()
        while True:
            if not dialogue.waits:
                dialogue.advance()
                continue
            line = _read(dialogue.prompt, console)
            if line is None and not dialogue.match.over:
                dialogue.leave()
            if line is None or not dialogue.answer(line):
                return 0
    except KeyboardInterrupt:
        console.print()
        dialogue.leave()
        return 130


def _print(console: Console, row: Row) -> None:
    """Print one line, whose pieces may have colours; at a terminal, words are kept whole, and commands to be copied."""
    from rich.text import Text

    line = Text()
    for piece, kind in row:
        line.append(piece, style=_COLOURS.get(kind, ""))
    line.rstrip()
    whole = not console.is_terminal or any(kind == "command" for _, kind in row)
    console.print(line, soft_wrap=whole)


def _read(prompt: str, console: Console) -> str | None:
    """One line of input, or None at its end; over a pipe it is printed, too, so that the whole can be read later."""
    from grundy.match.typed import MAX_LINE

    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - lines can be edited, and earlier ones come back
        try:
            return input(prompt)[:MAX_LINE]
        except EOFError:
            console.print()
            return None
    line = _line(sys.stdin, MAX_LINE)
    if line is not None:
        _print(console, [(prompt, ""), (line.strip(), "")])
    return line


def _line(stream: TextIO | None, most: int) -> str | None:
    """The next line, at most its first *most* characters, blanks for what cannot be printed; None at the end."""
    line = stream.readline(most) if stream is not None else ""
    if not line:
        return None
    rest = line
    while stream is not None and rest and not rest.endswith("\n"):
        rest = stream.readline(most)
    return "".join(c if c.isprintable() else " " for c in line)


def _can_print(signs: str, encoding: str | None) -> bool:
    try:
        signs.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
