"""Messages that can be said in other languages: an English text that knows its template and the values in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Self

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class Said(str):
    """A text in English, with the *template* by which other languages know it, and the *values* in its places.

    Values may be such texts, too. What joins or cuts it makes plain text of it, which stays English.
    """

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]

    def __new__(cls, text: str, template: str = "", values: Mapping[str, object] | None = None) -> Self:
        """The text with its template and values."""
        made = super().__new__(cls, text)
        made.template = template
        made.values = {} if values is None else values
        return made


def said(template: str, /, **values: object) -> Said:
    """The text of an English *template* with its ``{name}`` filled in; other languages have theirs by the template.

    Braces around anything but the name of a value stand for themselves. A text without values is its own template.

    >>> text = said("{sign} is never closed; expected {wanted}", sign="(", wanted=")")
    >>> text, text.template, text.values["sign"]
    ('( is never closed; expected )', '{sign} is never closed; expected {wanted}', '(')
    """
    texts = {name: value if isinstance(value, str | int) else str(value) for name, value in values.items()}
    return Said(filled(template, texts), template, texts)


def filled(template: str, values: Mapping[str, object]) -> str:
    """A template with values for its names in braces.

    >>> filled("{name} in {1, 2}", {"name": "t"})
    't in {1, 2}'
    """
    return _PLACEHOLDER.sub(lambda found: str(values[found[1]]) if found[1] in values else found[0], template)


def changed(text: str, change: Callable[[str], str]) -> str:
    """*text* with *change* made in it, and in its values where other languages know it.

    >>> changed(said("all {name} >= 0", name="p1"), lambda text: text.replace("p1", "m"))
    'all m >= 0'
    """
    if not isinstance(text, Said):
        return change(text)
    values = {name: changed(value, change) if isinstance(value, str) else value for name, value in text.values.items()}
    return Said(change(str(text)), text.template, values)


def without_start(text: str, start: str) -> Said:
    """*text* without *start*, where it begins so, known to other languages by what is left.

    >>> without_start(said("window: {count} cases", count=2), "window: ").template
    '{count} cases'
    """
    whole = text if isinstance(text, Said) else said(text)
    if not (whole.startswith(start) and whole.template.startswith(start)):
        return whole
    return Said(whole[len(start) :], whole.template[len(start) :], whole.values)


def joined(template: str, parts: Iterable[str]) -> str:
    """Texts joined two by two, from the left, by a template of {a} and {b}.

    >>> joined("{a} and {b}", ["x", "y", "z"])
    'x and y and z'
    """
    found = ""
    for i, part in enumerate(parts):
        found = said(template, a=found, b=part) if i else part
    return found
