"""``grundy games``."""

from __future__ import annotations

from typing import Any

import click

from .app import echo, echo_json
from .options import JSON


@click.command()
@click.argument("name", required=False)
@JSON
def games(name: str | None, as_json: bool) -> None:
    """The catalogue, or the game NAME of it: rules, words, source.

    \b
    grundy games
    grundy games wythoff
    """  # noqa: D301 - click reads \b
    from grundy.games import describe, summaries
    from grundy.rules.errors import PositionError

    if name is None:
        found = summaries()
        if as_json:
            echo_json(found)
            return
        width = max(len(entry["usage"]) for entry in found)
        for entry in found:
            echo(f"{entry['usage'].ljust(width)}  {_first_sentence(entry['words'])}")
        return
    entry = describe(name) or {}
    if not entry:
        raise PositionError(f"there is no game {name!r} in the catalogue; `grundy games` lists them", name, 0)
    if as_json:
        echo_json(entry)
        return
    _show(entry)


def _show(entry: dict[str, Any]) -> None:
    echo(click.style(entry["usage"], bold=True))
    echo(entry["words"])
    echo(f"Rules:   {entry['rules']}")
    if entry["least"]:
        echo(f"Heaps:   at least {entry['least']}")
    echo(f"Source:  {entry['source']}")
    if entry["oeis"]:
        echo(f"OEIS:    {entry['oeis']}")
    echo(f"Example: grundy solve '{entry['example']}'")


def _first_sentence(text: str) -> str:
    return text.partition(". ")[0].rstrip(".") + "."
