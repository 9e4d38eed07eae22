"""Texts of components and rules, and what an index may hold."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from .errors import PositionError
from .numbers import digits, require_short, shown
from .terms import Rules
from .text import canonical_rules, rules_text


def canonical_text(rules: Rules, parameters: tuple[str, ...], least: int) -> str:
    """The rule text with canonical names, and the least heap where it is not 0."""
    text = rules_text(canonical_rules(rules, parameters))
    return f"{text} [least={digits(least)}]" if least else text


def component_text(component: object) -> str:
    """The inside of the bracket for one component.

    >>> component_text((4, 7)), component_text("abc"), component_text(((1, 2), 3))
    ('4, 7', "'abc'", '(1, 2), 3')
    """
    if isinstance(component, tuple):
        inside = ", ".join(f"({component_text(c)})" if isinstance(c, tuple) else component_text(c) for c in component)
        return inside + "," if len(component) == 1 and isinstance(component[0], tuple) else inside
    return digits(component) if isinstance(component, int) and not isinstance(component, bool) else repr(component)


def integer(value: Any, what: str) -> int:
    """*value* as an integer of at most 4,000 digits; raises PositionError."""
    if isinstance(value, bool):
        raise PositionError("{what} is an integer, not {value}", what=what, value=shown(value))
    try:
        number = operator.index(value)
    except TypeError:
        raise PositionError("{what} is an integer, not {value}", what=what, value=shown(value)) from None
    return require_short(number, what, PositionError)


def index_text(items: Sequence[Any]) -> str:
    """The inside of a bracket as it was written, for messages."""
    texts = []
    for item in items:
        if isinstance(item, slice):
            texts.append(":".join("" if end is None else shown(end) for end in (item.start, item.stop)))
        else:
            texts.append(shown(item))
    return ", ".join(texts)
