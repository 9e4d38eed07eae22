"""Templates read backwards: what an answer says in each field, and all the ways in which it may be meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from grundy.judge.template import Template

from .subject import NUMBER, NUMBERS

_PATTERNS = {
    "i": NUMBER,
    "t": NUMBER,
    "value": NUMBER,
    "count": NUMBER,
    "case": NUMBER,
    "y": NUMBERS,
    "move": r"\S(?:.*\S)?",
}


def pattern_of(template: Template, *, named: bool) -> str:
    """A regular expression for what a template gives; *named* has a group for each field."""
    found, seen = re.escape(template.texts[0]), set[str]()
    for field, behind in zip(template.fields, template.texts[1:], strict=True):
        inner = _PATTERNS.get(field, NUMBERS)
        if not named:
            found += f"(?:{inner})"
        else:
            found += f"(?P={field})" if field in seen else f"(?P<{field}>{inner})"
        seen.add(field)
        found += re.escape(behind)
    return found


def filled_in(template: Template, known: Mapping[str, str]) -> Template:
    """The template with the fields that are known put in.

    >>> filled_in(Template(("Case ", ": ", " of ", ""), ("case", "t", "n")), {"case": "7", "n": "9"})
    Template(texts=('Case 7: ', ' of 9'), fields=('t',))
    """
    texts, fields = [template.texts[0]], []
    for field, behind in zip(template.fields, template.texts[1:], strict=True):
        if field in known:
            texts[-1] += known[field] + behind
        else:
            fields.append(field)
            texts.append(behind)
    return Template(tuple(texts), tuple(fields))


def readings(template: Template, text: str) -> Iterator[dict[str, str]]:
    """All the fields' texts with which the template gives *text*: where fields touch each other there are several.

    >>> list(readings(Template(("", "", ""), ("i", "t")), "123"))
    [{'i': '12', 't': '3'}, {'i': '1', 't': '23'}]
    """
    if text.startswith(template.texts[0]):
        yield from _readings(template, text, 0, len(template.texts[0]), {})


def _readings(template: Template, text: str, index: int, at: int, found: dict[str, str]) -> Iterator[dict[str, str]]:
    if index == len(template.fields):
        if at == len(text):
            yield found
        return
    field, behind = template.fields[index], template.texts[index + 1]
    pattern = re.compile(_PATTERNS.get(field, NUMBERS))
    for end in _ends(template, text, index, at):
        word = text[at:end]
        if found.get(field, word) == word and text.startswith(behind, end) and pattern.fullmatch(word):
            yield from _readings(template, text, index + 1, end + len(behind), {**found, field: word})


def _ends(template: Template, text: str, index: int, at: int) -> Iterator[int]:
    """Where the field's text may end, the last place first."""
    behind = template.texts[index + 1]
    if index + 1 == len(template.fields):
        yield len(text) - len(behind)
        return
    begins = re.compile(_PATTERNS.get(template.fields[index], NUMBERS)).match(text, at)
    if begins is None:
        return
    end = begins.end()
    while end > at:
        yield end
        end = text.rfind(behind, at + 1, end - 1 + len(behind)) if behind else end - 1
