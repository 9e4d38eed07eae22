"""Claims about P-positions: text to formula; nothing is evaluated.

A text is definitions ``Q(x, y) := …`` and one claim, split by ``;`` or new lines outside brackets. Statements:
``forall(x, y, BODY)``, ``exists(x, BODY)``, ``implies(A, B)``, ``iff(A, B)``, ``and``, ``or``, ``not``, ``True``,
``False``, comparisons, ``P(a, b)`` (the component with these heaps is a P-position) and what is defined. Terms:
integers, variables, ``+ - *``, ``//`` and ``%`` by positive constants, ``abs``, ``min``, ``max``; a product has a
constant factor.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from .claim_statements import StatementReader, check_name
from .claim_terms import POSITIONS, Defined
from .errors import RuleError, cut
from .logic import Formula
from .numbers import MAX_DIGITS, shown
from .scan import MAX_BRACKETS, MAX_TEXT
from .values import Value

__all__ = ["POSITIONS", "Claim", "Defined", "parse_claim"]

_HEAD = re.compile(r"\s*([A-Za-z_]\w*)\s*\(([^()]*)\)\s*\Z", re.ASCII)
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)


class Claim(Value):
    """What a text claims: a formula without free variables, and the predicates that it uses."""

    text: str
    formula: Formula
    definitions: tuple[Defined, ...]


def parse_claim(text: str, heaps: int, definitions: tuple[str, ...] = ()) -> Claim:
    """The claim of a text about P-positions of *heaps* heaps; raises RuleError with the place of a fault.

    *definitions* are more texts ``Q(x) := …``, read before the text.

    >>> claim = parse_claim("Q(n) := P(n, n); not exists(n, n >= 1 and Q(n))", 2)
    >>> [d.name for d in claim.definitions], type(claim.formula).__name__
    (['Q'], 'Not')
    """
    known: dict[str, Defined] = {}
    whole = "; ".join(part.strip() for part in (*definitions, text))
    for source in definitions:
        if ":=" not in _checked(source):
            raise RuleError("a definition is NAME(x, y) := STATEMENT", source, 0)
    formula: Formula | None = None
    sources = (*definitions, text)
    for source in sources:
        for begin, end in _statements(_checked(source)):
            if formula is not None:
                raise RuleError("expected nothing behind the claim; definitions stand before it", source, begin)
            at = source.find(":=", begin, end)
            if at >= 0:
                found = _definition(source, (begin, at, end), heaps, known)
                known[found.name] = found
            else:
                formula = StatementReader(source, heaps, known).read(begin, end)
    if formula is None:
        raise RuleError("there are only definitions, and no claim" if known else "the claim is empty")
    return Claim(whole, formula, tuple(known.values()))


def _checked(text: str) -> str:
    """The text; raises RuleError where it is too long, too deeply nested, or not ASCII."""
    if not isinstance(text, str):
        raise RuleError(f"expected a text, not {shown(text)}")
    if len(text) > MAX_TEXT:
        raise RuleError(f"the claim is {len(text):,} characters long; at most {MAX_TEXT:,} are read")
    opened: list[int] = []
    for at, character in enumerate(text):
        if not character.isascii() or not (character.isprintable() or character in "\n\t\r"):
            raise RuleError(f"unexpected {character!r}: claims are written in ASCII", text, at)
        if character == "(":
            opened.append(at)
        elif character == ")":
            if not opened:
                raise RuleError("this bracket was never opened", text, at)
            opened.pop()
        if len(opened) > MAX_BRACKETS:
            raise RuleError(f"more than {MAX_BRACKETS} brackets inside each other", text, at)
    if opened:
        raise RuleError("this bracket is never closed", text, opened[-1])
    long = re.search(rf"[0-9]{{{MAX_DIGITS + 1},}}", text)
    if long is not None:
        raise RuleError(
            f"this number has {len(long.group()):,} digits; at most {MAX_DIGITS:,} are read", text, long.start()
        )
    return text


def _statements(text: str) -> list[tuple[int, int]]:
    """Where each statement begins and ends: split at ; and new lines outside brackets, empty ones left out."""
    ends, depth = [], 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if character == ";" or (character == "\n" and depth <= 0):
            ends.append(at)
    found, begin = [], 0
    for end in [*ends, len(text)]:
        inner = text[begin:end]
        if inner.strip():
            found.append((begin + len(inner) - len(inner.lstrip()), begin + len(inner.rstrip())))
        begin = end + 1
    return found


def _definition(text: str, places: tuple[int, int, int], heaps: int, known: Mapping[str, Defined]) -> Defined:
    begin, at, end = places
    head = _HEAD.match(text[begin:at])
    if head is None:
        raise RuleError("expected NAME(x, y) before :=, with the names of the variables", text, begin)
    named = head[1]
    check_name(named, text, begin, "predicate")
    if named in known:
        raise RuleError(f"{cut(named)} is defined twice", text, begin)
    parameters: list[str] = []
    place = begin + head.start(2)
    for part in head[2].split(",") if head[2].strip() else []:
        where = place + len(part) - len(part.lstrip())
        place += len(part) + 1
        if not _NAME.fullmatch(part.strip()):
            raise RuleError("expected the name of a variable", text, where)
        check_name(part.strip(), text, where, "variable")
        if part.strip() in parameters:
            raise RuleError(f"the variable {cut(part.strip())} is named twice", text, where)
        parameters.append(part.strip())
    return Defined(named, tuple(parameters), StatementReader(text, heaps, known, tuple(parameters)).read(at + 2, end))
