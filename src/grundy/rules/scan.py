"""The tokens of a rule text, and its division by ``->``, ``|``, ``where``, ``&`` and ``,`` outside all brackets."""

from __future__ import annotations

import keyword
import re

from .errors import RuleError, cut
from .numbers import MAX_DIGITS, shown
from .values import Value

MAX_TEXT = 10_000
MAX_BRACKETS = 100

_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<int>[0-9]+)|(?P<name>[A-Za-z_]\w*)|(?P<sign>->|\*\*|//|[<>=!]=|[-+*%<>|&(){},])", re.ASCII
)
FILE_AND_NAME = re.compile(r"(?P<file>[^\s'\"\[\]]+\.py):(?P<name>[A-Za-z_]\w*)", re.ASCII)
"""A reference to rules in a file: ``file.py:name``."""

_OPEN = {"(": ")", "{": "}"}
_WORDS = frozenset({"where", "and", "or", "not", "in"})
_MEANT = {
    "=": "write == for equality",
    "/": "write // (rounded down) for division",
    "!": "write != or not",
    "^": "** is the power (of constants only)",
    "[": "brackets are ( ) here, and { } for sets",
    "]": "brackets are ( ) here, and { } for sets",
    ".": "numbers are whole here",
    ":": "an alternative's condition begins with where",
    ";": "alternatives are split by |",
    "'": "no texts stand in rules",
    '"': "no texts stand in rules",
}
_ASCII = {
    "→": "->",
    "⇒": "->",
    "↦": "->",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "−": "-",
    "–": "-",
    "·": "*",
    "×": "*",
    "∈": "in",
}


class Token(Value):
    """One word, number or sign of a text, at its place."""

    kind: str
    text: str
    at: int
    depth: int

    @property
    def end(self) -> int:
        """The index behind the last character."""
        return self.at + len(self.text)


class Piece(Value):
    """A stretch of tokens of a text, with the place where it begins even when it is empty."""

    source: str
    tokens: tuple[Token, ...]
    at: int

    def split(self, sign: str) -> list[Piece]:
        """The pieces between the occurrences of *sign* outside all brackets."""
        pieces: list[Piece] = []
        current: list[Token] = []
        at = self.at
        for token in self.tokens:
            if token.text == sign and token.depth == 0:
                pieces.append(Piece(self.source, tuple(current), at))
                current, at = [], token.end
            else:
                current.append(token)
        pieces.append(Piece(self.source, tuple(current), at))
        return pieces

    @property
    def start(self) -> int:
        """The place of the first token, or where one was expected."""
        return self.tokens[0].at if self.tokens else self.at

    @property
    def text(self) -> str:
        """The text of the piece without white space around it."""
        return self.source[self.tokens[0].at : self.tokens[-1].end] if self.tokens else ""


def scan(text: str) -> Piece:
    """The tokens of *text*; raises RuleError for a character that the language does not have.

    >>> [t.text for t in scan("n -> n-t").tokens]
    ['n', '->', 'n', '-', 't']
    """
    if not isinstance(text, str):
        raise RuleError(f"expected a text, not {shown(text)}")
    if len(text) > MAX_TEXT:
        msg = f"the rules are {len(text):,} characters long; at most {MAX_TEXT:,} are read"
        raise RuleError(msg)
    source = re.sub(r"\s", " ", text, flags=re.ASCII)
    tokens: list[Token] = []
    brackets: list[Token] = []
    at = 0
    while at < len(source):
        match = _TOKEN.match(source, at)
        if match is None:
            raise _unknown_character(text, at)
        at = match.end()
        if match.lastgroup == "space":
            continue
        token = Token(str(match.lastgroup), match.group(), match.start(), len(brackets))
        _check_token(text, token, tokens)
        token = _nest(text, token, brackets)
        tokens.append(token)
    if brackets:
        msg = f"{brackets[-1].text} is never closed; expected {_OPEN[brackets[-1].text]}"
        raise RuleError(msg, text, brackets[-1].at)
    return Piece(source, tuple(tokens), 0)


def _unknown_character(text: str, at: int) -> RuleError:
    character = text[at]
    if not character.isascii():
        meant = f"write {_ASCII[character]}" if character in _ASCII else "rules are written in ASCII"
        return RuleError(f"the character {character!r} is not ASCII; {meant}", text, at)
    meant = "write ->" if text[at : at + 2] == "=>" else _MEANT.get(character, "the language has no such sign")
    return RuleError(f"unexpected {character!r}: {meant}", text, at)


def _check_token(text: str, token: Token, before: list[Token]) -> None:
    if token.kind == "int" and len(token.text) > MAX_DIGITS:
        msg = f"this number has {len(token.text):,} digits; at most {MAX_DIGITS:,} are read"
        raise RuleError(msg, text, token.at)
    if token.kind == "name":
        if before and before[-1].kind == "int" and before[-1].end == token.at:
            product = f"{cut(before[-1].text)}*{cut(token.text)}"
            msg = f"unexpected {cut(token.text)!r} behind a number: write {product} for a product"
            raise RuleError(msg, text, token.at)
        if keyword.iskeyword(token.text) and token.text not in _WORDS:
            msg = f"{token.text!r} cannot be a name here"
            raise RuleError(msg, text, token.at)


def _nest(text: str, token: Token, brackets: list[Token]) -> Token:
    """*token* at its own depth; keeps the stack of open brackets."""
    if token.text in _OPEN:
        brackets.append(token)
        if len(brackets) > MAX_BRACKETS:
            msg = f"more than {MAX_BRACKETS} brackets inside each other"
            raise RuleError(msg, text, token.at)
        return token
    if token.text in _OPEN.values():
        if not brackets:
            msg = f"{token.text} closes no bracket"
            raise RuleError(msg, text, token.at)
        opened = brackets.pop()
        if _OPEN[opened.text] != token.text:
            msg = f"{token.text} cannot close {opened.text}; expected {_OPEN[opened.text]}"
            raise RuleError(msg, text, token.at)
        return Token(token.kind, token.text, token.at, len(brackets))
    return token
