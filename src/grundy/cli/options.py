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
