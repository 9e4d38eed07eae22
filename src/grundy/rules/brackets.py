"""The brackets of an expression: one that is missing is named where it was expected."""

from __future__ import annotations

import re

from .errors import PositionError
from .scan import MAX_BRACKETS

_CLOSING = {"(": ")", "[": "]", "{": "}"}


def check_brackets(text: str) -> None:
    """Raise PositionError for too many brackets inside each other, and where one is missing."""
    opened: list[int] = []
    for at, character in enumerate(without_texts(text)):
        if character in _CLOSING:
            opened.append(at)
            if len(opened) > MAX_BRACKETS:
                raise PositionError("more than {most} brackets inside each other", text, at, most=MAX_BRACKETS)
        elif character in _CLOSING.values():
            if not opened:
                raise PositionError("{sign} closes no bracket", text, at, sign=character)
            wanted = _CLOSING[text[opened.pop()]]
            if character != wanted:
                raise PositionError("expected {wanted} here, not {sign}", text, at, wanted=wanted, sign=character)
    if opened:
        term = re.compile(r"\s*\+\s*[A-Za-z_]\w*\s*[\[(]").search(text, opened[-1])
        at = len(text.rstrip()) if term is None else term.start()
        sign = text[opened[-1]]
        raise PositionError("{sign} is not closed: expected {wanted} here", text, at, sign=sign, wanted=_CLOSING[sign])


def without_texts(text: str) -> str:
    """*text* with blanks in place of quoted texts."""
    return re.sub(r"\"[^\"]*\"|'[^']*'", lambda quoted: " " * len(quoted.group()), text)
