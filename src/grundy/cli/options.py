"""Options that several commands share."""

from __future__ import annotations

from typing import Any

import click

from grundy.rules.errors import RuleError

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
    """``60s``, ``5m``, ``1h`` or ``90`` as seconds; raises RuleError."""
    units = {"s": 1, "m": 60, "h": 3600}
    number, unit = (text[:-1], text[-1]) if text[-1:] in units else (text, "s")
    try:
        seconds = float(number) * units[unit]
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < 10**7:
        raise RuleError(f"expected a time such as 60s or 5m for --budget, not {text!r}")
    return seconds
