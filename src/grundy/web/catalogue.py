"""The catalogue as pages show it: titles and rules in each language, examples, kinds of boards, pictures."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from grundy import games
from grundy.rules.errors import GrundyError, PositionError

from .starting import catalogue_text, catalogue_words

_PICTURE = {1: 24, 2: 12}


class Catalogue:
    """The games of the catalogue; texts and pictures are made when they are asked for first."""

    @cache  # noqa: B019 - there is one catalogue a server
    def games(self, lang: str) -> tuple[dict[str, Any], ...]:
        """Each game as plain data."""
        return tuple(_entry(entry, lang) for entry in games.summaries())

    @cache  # noqa: B019 - there is one catalogue a server
    def as_json(self, lang: str) -> bytes:
        """The games as JSON text."""
        return json.dumps(self.games(lang), ensure_ascii=False).encode()


def picture(name: str) -> str:
    """A small picture of the values of a game of the catalogue as SVG: of three heaps and more, with the first ones 0.

    >>> picture("kayles").startswith("<svg")
    True
    """
    from grundy.solver.tabling import table
    from grundy.write.svg import values_svg

    ruleset, component = games.expression(_example(name)).parts[0]
    if not ruleset.heaps:
        ruleset = ruleset.on_heaps(len(component))
    axes = 1 if getattr(ruleset, "start", ()) else min(ruleset.heaps, 2)
    count = _PICTURE[axes]
    least = (ruleset.least,) * (ruleset.heaps - axes) if ruleset.heaps > axes > 1 else ()
    found = table(ruleset[(*least, *[slice(ruleset.least, ruleset.least + count)] * axes)])
    return values_svg(found.values, start=ruleset.least if axes == 1 else (ruleset.least,) * axes)


def _example(name: str) -> str:
    entry = games.describe(name)
    if entry is None:
        raise PositionError("there is no game {name} in the catalogue", name=f"{name!r}")
    return str(entry["example"])


def _entry(entry: dict[str, Any], lang: str) -> dict[str, Any]:
    name = entry["name"]
    position = games.expression(entry["example"])
    usage = entry["usage"]
    parameters = usage[len(name) + 1 : -1].split(", ") if usage != name else []
    return {
        "name": name,
        "title": catalogue_text(lang, f"{name}_title") or name.replace("_", " ").capitalize(),
        "words": catalogue_words(name, lang) or entry["words"],
        "example": entry["example"],
        "parameters": parameters,
        "kind": _kind(position),
        "rules": entry["rules"],
        "source": entry["source"],
        "oeis": entry["oeis"],
    }


def _kind(position: Any) -> str:
    """The kind of the board of the first component."""
    from grundy.match.boards import board

    ruleset, component = position.parts[0]
    try:
        return str(board(ruleset, component)["kind"])
    except GrundyError:
        return "list"
