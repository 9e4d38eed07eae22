"""The tokens of a rule text, and its division by ``->``, ``|``, ``where``, ``&`` and ``,`` outside all brackets."""

from __future__ import annotations

import keyword
import re

from .errors import RuleError, cut
from .numbers import MAX_DIGITS, shown
from .said import said
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
    "=": said("write == for equality"),
    "/": said("write // (rounded down) for division"),
    "!": said("write != or not"),
    "^": said("** is the power (of constants only)"),
    "[": said("brackets are ( ) here, and { } for sets"),
    "]": said("brackets are ( ) here, and { } for sets"),
    ".": said("numbers are whole here"),
    ":": said("an alternative's condition begins with where"),
    ";": said("alternatives are split by |"),
    "'": said("no texts stand in rules"),
    '"': said("no texts stand in rules"),
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
        raise RuleError("expected a text, not {text}", text=shown(text))
    if len(text) > MAX_TEXT:
        msg = said(
            "the rules are {count} characters long; at most {most} are read",
            count=f"{len(text):,}",
            most=f"{MAX_TEXT:,}",
        )
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
        msg = said("{sign} is never closed; expected {wanted}", sign=brackets[-1].text, wanted=_OPEN[brackets[-1].text])
        raise RuleError(msg, text, brackets[-1].at)
    return Piece(source, tuple(tokens), 0)


def _unknown_character(text: str, at: int) -> RuleError:
    character = text[at]
    if not character.isascii():
        meant = (
            said("write {sign}", sign=_ASCII[character]) if character in _ASCII else said("rules are written in ASCII")
        )
        return RuleError(
            "the character {character} is not ASCII; {meant}", text, at, character=f"{character!r}", meant=meant
        )
    arrow = text[at : at + 2] == "=>"
    meant = said("write {sign}", sign="->") if arrow else _MEANT.get(character, said("the language has no such sign"))
    return RuleError("unexpected {character}: {meant}", text, at, character=f"{character!r}", meant=meant)


def _check_token(text: str, token: Token, before: list[Token]) -> None:
    if token.kind == "int" and len(token.text) > MAX_DIGITS:
        msg = said(
            "this number has {count} digits; at most {most} are read",
            count=f"{len(token.text):,}",
            most=f"{MAX_DIGITS:,}",
        )
        raise RuleError(msg, text, token.at)
    if token.kind == "name":
        if before and before[-1].kind == "int" and before[-1].end == token.at:
            product = f"{cut(before[-1].text)}*{cut(token.text)}"
            msg = said(
                "unexpected {text} behind a number: write {product} for a product",
                text=f"{cut(token.text)!r}",
                product=product,
            )
            raise RuleError(msg, text, token.at)
        if keyword.iskeyword(token.text) and token.text not in _WORDS:
            msg = said("{text} cannot be a name here", text=f"{token.text!r}")
            raise RuleError(msg, text, token.at)


def _nest(text: str, token: Token, brackets: list[Token]) -> Token:
    """*token* at its own depth; keeps the stack of open brackets."""
    if token.text in _OPEN:
        brackets.append(token)
        if len(brackets) > MAX_BRACKETS:
            msg = said("more than {most} brackets inside each other", most=MAX_BRACKETS)
            raise RuleError(msg, text, token.at)
        return token
    if token.text in _OPEN.values():
        if not brackets:
            msg = said("{text} closes no bracket", text=token.text)
            raise RuleError(msg, text, token.at)
        opened = brackets.pop()
        if _OPEN[opened.text] != token.text:
            msg = said(
                "{sign} cannot close {opened}; expected {wanted}",
                sign=token.text,
                opened=opened.text,
                wanted=_OPEN[opened.text],
            )
            raise RuleError(msg, text, token.at)
        return Token(token.kind, token.text, token.at, len(brackets))
    return token
