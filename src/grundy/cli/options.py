"""Options that several commands share."""

from __future__ import annotations

import os
import re
from typing import Any

import click

from grundy.rules.errors import RuleError

_TIME = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s|m|h)?")
_INTEGER = re.compile(r"(-?[0-9](?:[0-9_]{0,99}[0-9])?)(?:(e|E|\*\*|\^)([0-9]{1,2}))?")
_BASE = 12
"""The most characters of what is raised to a power."""
_UNITS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600}


class Integer(click.ParamType[int]):
    """An integer, also as a power: ``100_000``, ``1e5``, ``10**5``, ``10^5``.

    >>> [Integer().convert(text, None, None) for text in ("-7", "1e5", "10**4", "2^10")]
    [-7, 100000, 10000, 1024]
    """

    name = "integer"

    def __init__(self, least: int | None = None) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The integer; a wrong one is an error of use."""
        found = _INTEGER.fullmatch(str(value).strip())
        if found is None or (found[2] and len(found[1]) > _BASE):
            self.fail(f"{value!r} is no integer, or too large a power; expected such as 500, 1e5 or 10**5", param, ctx)
        base, power = int(found[1]), int(found[3] or 0)
        number: int = base if not found[2] else base * 10**power if found[2] in "eE" else base**power
        if self.least is not None and number < self.least:
            self.fail(f"expected at least {self.least}, not {value}", param, ctx)
        return number


WORK = click.option(
    "--work",
    type=Integer(1),
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
STATES = click.option("--states", type=Integer(100), metavar="N", help="The most states of one automaton.")
LEAST = click.option("--least", type=Integer(0), metavar="N", help="The smallest heap of a rule text (0 unless said).")


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


def require_utf8(text: str) -> None:
    """Raise PositionError for bytes that are no UTF-8, which Python reads as lone surrogates."""
    at = next((i for i, c in enumerate(text) if 0xDC80 <= ord(c) <= 0xDCFF), None)
    if at is not None:
        from grundy.rules.errors import PositionError

        byte = ord(text[at]) - 0xDC00
        raise PositionError(f"the input is not UTF-8: byte 0x{byte:02x} after {at} characters; expected a position")


def output_file(path: str | None, what: str) -> None:
    """Raise RuleError where a file that is to be written later cannot be: known before the work, not after it."""
    if path is None or path == "-":
        return
    from pathlib import Path

    if not path:
        raise RuleError(f"{what}: the name of the file is empty")
    file = Path(path)
    try:
        is_directory = file.is_dir()
    except OSError as error:  # such as a name that is too long
        raise RuleError(f"{what}: {path} cannot be written: {error.strerror or error}") from None
    if is_directory:
        raise RuleError(f"{what}: {path} is a directory; expected the name of a file")
    if not file.parent.is_dir():
        raise RuleError(f"{what}: there is no directory {file.parent}")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise RuleError(f"{what}: {path} cannot be written")
