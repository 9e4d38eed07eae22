"""Options that several commands share."""

from __future__ import annotations

import os
import re
from typing import Any

import click

from grundy.rules.errors import RuleError

_TIME = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s|m|h)?")
_UNITS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600}

WORK = click.option(
    "--work",
    type=click.IntRange(min=1),
    metavar="N",
    help="Moves to look at before giving up (default: what takes seconds, at most some 20).",
)
MISERE = click.option("--misere", is_flag=True, help="Misère play: whoever cannot move wins.")
JSON = click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
PARAM = click.option(
    "--param", "params", multiple=True, metavar="NAME=VALUE", help="A parameter of a rule text: m=10, S={1,3}."
)
BUDGET = click.option("--budget", default="60s", show_default=True, metavar="TIME", help="How long to try: 60s, 5m.")
PLOT = click.option("--plot", metavar="FILE", help="Draw a picture, too: .svg, .png or .pdf (needs the extra `plot`).")
STATES = click.option("--states", type=click.IntRange(min=100), metavar="N", help="The most states of one automaton.")
LEAST = click.option(
    "--least", type=click.IntRange(min=0), metavar="N", help="The smallest heap of a rule text (0 unless said)."
)


def parameters(given: tuple[str, ...]) -> dict[str, Any]:
    """The values of ``--param`` options; raises RuleError."""
    from grundy.games import expression
    from grundy.rules.parsing import is_name

    values: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not is_name(name) or not value.strip():
            raise RuleError(f"expected --param NAME=VALUE, such as m=10 or S={{1,3}}, not {text!r}")
        if name in values:
            raise RuleError(f"the parameter {name} is given twice")
        values[name] = expression(value)
    return values


def budget_seconds(text: str) -> float:
    """``500ms``, ``60s``, ``5m``, ``1h`` or ``90`` as seconds, at most 1000 hours; raises RuleError."""
    found = _TIME.fullmatch(text)
    seconds = float(found[1]) * _UNITS[found[2] or "s"] if found else 0.0
    if not 0 < seconds <= _UNITS["h"] * 1000:
        raise RuleError(f"expected a time for --budget, such as 500ms, 60s, 5m or 1h (at most 1000h), not {text!r}")
    return seconds


def output_file(path: str | None, what: str) -> None:
    """Raise RuleError where a file that is to be written later cannot be: known before the work, not after it."""
    if path is None or path == "-":
        return
    from pathlib import Path

    file = Path(path)
    if file.is_dir():
        raise RuleError(f"{what}: {path} is a directory; expected the name of a file")
    if not file.parent.is_dir():
        raise RuleError(f"{what}: there is no directory {file.parent}")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise RuleError(f"{what}: {path} cannot be written")
