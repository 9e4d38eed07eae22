"""The page of one position: one file with everything in it, for a browser without a network."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from grundy.explain.texts import require_language, section
from grundy.rules.errors import GrundyError, LimitExceeded
from grundy.rules.positions import Position
from grundy.rules.said import said
from grundy.rules.values import Value

from .bundle import bundled
from .data import data_of
from .graph import Graph, Tell, graph_of, smaller, too_large

MOST_BYTES = 5_000_000
PLAYERS = ("person", "machine")
HINTS = ("off", "won", "all")

_WEB = Path(__file__).parent.parent
_STATIC, _TEMPLATES = _WEB / "static", _WEB / "templates"
_FIELD = re.compile(r'\{\{ (?:t\("(\w+)"\)|(\w+)) \}\}')
_SHOWN = ("common_", "board_", "play_", "offline_")

Player = Literal["person", "machine"]


class Page(Value):
    """The text of a page, and the graph that it holds."""

    html: str
    graph: Graph

    __hash__ = None  # type: ignore[assignment]


class Match(Value):
    """How the match on a page begins: play, players (the first is to move), the machine's strength, and hints."""

    misere: bool = False
    first: Player = "person"
    second: Player = "machine"
    strength: float = 1.0
    hints: Literal["off", "won", "all"] = "off"


def page(position: Position, match: Match | None = None, *, lang: str = "en", tell: Tell | None = None) -> Page:
    """The page of a position; *tell* is told how many components are done, and how many are known.

    Raises LimitExceeded where the page would be too large, RuleError where play may not end, Unsupported for blocking
    games, GrundyError for an unknown language or a strength that is no probability.
    """
    require_language(lang)
    match = match or Match()
    if not 0 <= match.strength <= 1:  # nan is neither
        raise GrundyError("strength: expected a number from 0 to 1; {number} is none", number=match.strength)
    try:
        graph = graph_of(position, misere=match.misere, tell=tell)
        html = _require_small(_html(position, graph, match, lang), position)
    except LimitExceeded as error:
        fitting = smaller(position, misere=match.misere)
        if fitting is None:
            raise LimitExceeded("{message}; take a smaller position", message=error.message) from None
        hint = "{message}; take a smaller position, such as {fitting}"
        raise LimitExceeded(hint, message=error.message, fitting=fitting) from None
    return Page(html, graph)


def _require_small(html: str, position: Position) -> str:
    if len(html.encode()) > MOST_BYTES:
        raise too_large(position, said("has a page of more than {most} MB", most=f"{MOST_BYTES / 10**6:g}"))
    return html


def _html(position: Position, graph: Graph, match: Match, lang: str) -> str:
    texts = {**section(lang, "web_study"), **section(lang, "web")}
    style = _STATIC.joinpath("grundy.css").read_text(encoding="utf-8")
    script = bundled("offline_page.js", _STATIC)
    begins = {name: getattr(match, name) for name in match._fields}
    title = str(position) if len(str(position)) <= 80 else f"{str(position)[:77]}…"
    fields = {
        "lang": "zh-Hans" if lang == "zh" else lang,
        "title": escape(title),
        "policy": f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'",
        "icon": quote(_STATIC.joinpath("icon.svg").read_text(encoding="utf-8").strip()),
        "style": style,
        "script": script,
        "words": _json(_words(texts, lang)),
        "data": _json({**data_of(position, graph, lang), "lang": lang, "match": begins}),
    }
    text = lambda name: escape(texts[name])  # noqa: E731 - a closure over one name
    play = _filled((_TEMPLATES / "_play.html").read_text(encoding="utf-8"), text, {})
    return _filled((_TEMPLATES / "export.html").read_text(encoding="utf-8"), text, {**fields, "play": play})


def _words(texts: Mapping[str, str], lang: str) -> dict[str, str]:
    """The texts that the modules of the page ask for."""
    shown = {key: texts[key] for key in sorted(texts) if key.startswith(_SHOWN)}
    return shown | {f"explain.{key}": value for key, value in sorted(section(lang, "explain").items())}


def _filled(template: str, text: Callable[[str], str], fields: Mapping[str, str]) -> str:
    """A template with ``{{ t("key") }}`` and ``{{ name }}`` replaced."""
    return _FIELD.sub(lambda found: text(found[1]) if found[1] else fields[found[2]], template)


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _json(data: Any) -> str:
    """Data as JSON that can stand in a script element: no "<" is left in it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
