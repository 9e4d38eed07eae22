"""Take-and-break codes of Guy and Smith: octal codes, and hexadecimal ones for up to three heaps.

The digit d_t says what may be left of a heap after taking t from it: 1, nothing; 2, one heap; 4, two heaps; 8, three
heaps (each not empty), and sums of these. d_0 takes nothing, so it can only split: 0 or 4 (hexadecimal 0, 4, 8 or C).
Source: Guy and Smith, "The G-values of various games", Proc. Cambridge Philos. Soc. 52 (1956).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from .errors import PositionError, RuleError, cut
from .meter import Meter
from .numbers import shown
from .rulesets import About, Option, Ruleset, State
from .said import said

MAX_LENGTH = 10_000


@dataclass(frozen=True, eq=False, repr=False)
class Code(Ruleset):
    """The game of a take-and-break code: *digits* are d_0, d_1, …, the last one not 0."""

    digits: tuple[int, ...]
    base: int
    text: str
    about: About | None = None
    heaps: int = 1
    least: int = 0

    @property
    def canonical(self) -> str:
        """The code in the smallest base that has its digits."""
        kind = "octal" if max(self.digits) < 8 else "hexadecimal"
        return f'{kind}("{code_text(self.digits)}")'

    def component(self, values: Sequence[Any]) -> State:
        """The component of one heap; raises PositionError."""
        if len(values) != 1:
            raise PositionError("a component of {text} has 1 heap, not {count}", text=self.text, count=len(values))
        return self.check_heaps(values)

    def labelled_options(self, component: State, meter: Meter) -> Iterator[tuple[int, Option]]:
        """The options: by digit, then by the number of heaps left, then by their sizes, the smaller first."""
        (n,) = component
        for taken, digit in enumerate(self.digits[: n + 1]):
            for option in _leavings(n - taken, digit):
                meter.spend()
                yield taken, option


def _leavings(rest: int, digit: int) -> Iterator[Option]:
    """What a digit may leave of *rest* objects; nothing left is one empty heap."""
    if digit & 1 and rest == 0:
        yield ((0,),)
    if digit & 2 and rest >= 1:
        yield ((rest,),)
    if digit & 4:
        for a in range(1, rest // 2 + 1):
            yield (a,), (rest - a,)
    if digit & 8:
        for a in range(1, rest // 3 + 1):
            for b in range(a, (rest - a) // 2 + 1):
                yield (a,), (b,), (rest - a - b,)


def code_text(code: Sequence[int]) -> str:
    """Digits to text: ``0.77``."""
    return f"{code[0]:X}." + "".join(f"{d:X}" for d in code[1:])


def octal(code: str) -> Code:
    """The game of an octal code such as "0.77"; raises RuleError.

    >>> list(octal("0.77")[4].options())[:3]
    [octal("0.77")[3], octal("0.77")[1, 2], octal("0.77")[2]]
    """
    return _code(code, 8, "octal", (0, 4))


def hexadecimal(code: str) -> Code:
    """The game of a hexadecimal code such as "0.3F", which may leave up to three heaps; raises RuleError.

    >>> hexadecimal("0.8")[5].parts[0][0].digits
    (0, 8)
    """
    return _code(code, 16, "hexadecimal", (0, 4, 8, 12))


def _code(code: str, base: int, kind: str, first: tuple[int, ...]) -> Code:
    if not isinstance(code, str):
        raise RuleError('{kind} takes a code as a text, as in {kind}("0.77"), not {code}', kind=kind, code=shown(code))
    text = code.strip()
    if len(text) > MAX_LENGTH:
        raise RuleError(
            "the code has {count} digits; at most {most} are read",
            count=f"{len(text):,}",
            most=f"{MAX_LENGTH:,}",
        )
    if text[1:2] != ".":
        _refuse_form(text, kind)
    found = [_digit(text, at, base, kind) for at in range(len(text)) if at != 1]
    if len(found) == 1:
        raise RuleError("expected digits behind the point, as in 0.77", text, len(text))
    if found[0] not in first:
        listed = [*(f"{d:X}" for d in first[:-1]), f"{first[-1]:X}"]
        allowed = said("{most} or {last}", most=", ".join(listed[:-1]), last=listed[-1])
        raise RuleError("d0 takes nothing, so it can only split the heap: expected {allowed}", text, 0, allowed=allowed)
    while len(found) > 1 and found[-1] == 0:
        found.pop()
    if len(found) == 1:
        found.append(0)
    return Code(tuple(found), base, f'{kind}("{code_text(found)}")')


def _refuse_form(text: str, kind: str) -> NoReturn:
    """Raise RuleError at the place where a text is no digit with a point behind it."""
    form = said("a code has one digit, then a point, as in 0.77")
    first = text[:1]
    if not first or first == ".":
        wanted = "{form}; expected a digit before the point" if first else "{form}; expected a digit"
        raise RuleError(wanted, text, 0, form=form)
    if not (first.isascii() and (first.isdigit() or first.upper() in "ABCDEF")):
        raise RuleError("{form}; expected a digit, not {first}", text, 0, form=form, first=f"{first!r}")
    point = text.find(".")
    if point > 1 and text[:point].isascii() and text[:point].isalnum():
        raise RuleError(
            "{form}; expected the point here, not {point} digits before it", text, 1, form=form, point=point
        )
    if len(text) == 1:
        raise RuleError("{form}; expected a point here", text, 1, form=form)
    hint = f': {kind}("0.{text}")?' if text.isascii() and text.isdigit() and first != "0" else ""
    raise RuleError(
        "{form}; expected a point here, not {found}{hint}", text, 1, form=form, found=repr(text[1]), hint=hint
    )


def _digit(text: str, at: int, base: int, kind: str) -> int:
    character = text[at]
    if character.isascii() and (character.isdigit() or character.upper() in "ABCDEF"):
        value = int(character, 16)
        if value < base:
            return value
        raise RuleError('{kind} digits are 0 to 7; write hexadecimal("{text}")', text, at, kind=kind, text=cut(text))
    digits = said("0 to 7") if base == 8 else said("0 to 9 and A to F")
    raise RuleError(
        "unexpected {character} in a code; expected the digits {digits}",
        text,
        at,
        character=f"{character!r}",
        digits=digits,
    )
