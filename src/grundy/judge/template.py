"""Answers as templates: text with fields in braces, such as ``Alice {i} {y}``."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from grundy.rules.errors import RuleError

MOVE_FIELDS = {
    "i": "the index of the component that changes, from 1",
    "y": "the heaps that it becomes, split by blanks",
    "t": "its heaps' sum less the sum of those that it becomes",
    "move": "the position that is left, as an expression",
}
"""Fields of a winning move: the first one, in the order component, alternative, resulting heaps."""

FIELDS = {
    **MOVE_FIELDS,
    "count": "the number of winning moves",
    "value": "the Grundy value of the position",
    "case": "the number of the case, from 1",
}

_PIECE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


class Template(NamedTuple):
    """Texts and fields in turn: ``texts[0] fields[0] texts[1] …``; there is one text more."""

    texts: tuple[str, ...]
    fields: tuple[str, ...]

    def filled(self, values: dict[str, str]) -> str:
        """The text with the fields' values put in."""
        pieces = [self.texts[0]]
        for field, text in zip(self.fields, self.texts[1:], strict=True):
            pieces += (values[field], text)
        return "".join(pieces)


def parse_template(text: str, names: Collection[str]) -> Template:
    """The template of *text*, in which *names* may stand as fields; raises RuleError where it is none.

    >>> parse_template("Alice {i} {y}", ("i", "y"))
    Template(texts=('Alice ', ' ', ''), fields=('i', 'y'))
    """
    texts, fields, start = [""], [], 0
    for piece in _PIECE.finditer(text):
        texts[-1] += text[start : piece.start()]
        start = piece.end()
        name = piece.group(1)
        if piece.group() in {"{{", "}}"}:
            texts[-1] += piece.group()[0]
        elif name is None:
            raise RuleError("a brace by itself; a brace that is printed is doubled: {{ or }}", text, piece.start())
        elif name not in names:
            known = ", ".join(f"{{{n}}}" for n in names)
            msg = f"unknown field {{{name[:40]}}}; expected one of {known}"
            raise RuleError(msg, text, piece.start())
        else:
            fields.append(name)
            texts.append("")
    texts[-1] += text[start:]
    return Template(tuple(texts), tuple(fields))
