"""How things are said in one language: numbers, lists, ordinals, components."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grundy.rules.errors import GrundyError
from grundy.rules.notation import component_text
from grundy.rules.numbers import is_integer
from grundy.rules.positions import Position
from grundy.rules.values import Value

from .texts import brief, text

Component = tuple[int, ...]
MAX_DIGITS = 72
_LONG = 120


class Saying(Value):
    """The texts of one language, called with a key of ``laws`` or ``explain``; *name* is what functions are called.

    >>> Saying("en")("explain.nim_sum", sum=12), Saying("en").g((4, 7)), Saying("zh").listed(["3", "6", "9"])
    ('nim-sum', 'g(4, 7)', '3、6、9')
    """

    lang: str
    name: str = "g"

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of *key*, filled in."""
        return text(self.lang, key, **values)

    def g(self, component: Sequence[int]) -> str:
        """The function of values at a component: ``g(4, 7)``."""
        return f"{self.name}({', '.join(map(brief, component))})"

    def listed(self, parts: Iterable[object], key: str = "and") -> str:
        """The parts, with an "and" (or another word) before the last."""
        texts = [brief(p) if is_integer(p) else str(p) for p in parts]
        if len(texts) < 2:
            return "".join(texts)
        return self(f"explain.list.{key}", most=self("explain.list.comma").join(texts[:-1]), last=texts[-1])

    def ordinal(self, i: int) -> str:
        """The word for number *i*, from 1: third, 第三."""
        try:
            return self(f"explain.ordinal.{i}")
        except GrundyError:
            return self("explain.ordinal.more", i=i)

    def component(self, component: object) -> str:
        """A component as it stands in a bracket, its numbers shortened."""
        if isinstance(component, tuple) and all(map(is_integer, component)):
            inside = ", ".join(map(brief, component))
            return inside if len(component) == 1 else f"({inside})"
        return clipped(component_text(component))

    def position(self, position: Position) -> str:
        """A position in a sentence, shortened where it is long."""
        return clipped(str(position))

    def sentences(self, parts: Iterable[str]) -> str:
        """Sentences one after the other."""
        return self("explain.list.space").join(parts)


def clipped(text: str) -> str:
    """*text*, or its beginning and end.

    >>> clipped("9" * 200)[-5:]
    '99999'
    """
    return text if len(text) <= _LONG else f"{text[:80]}…{text[-20:]}"


def binary(n: int, width: int = 0) -> str:
    """*n* in base 2, its middle left out where it is long.

    >>> binary(6, 4), len(binary(2**999))
    ('0110', 61)
    """
    return digit_text(f"{n:b}".rjust(width, "0"))


def digit_text(digits: Sequence[object]) -> str:
    """Digits one after the other, with commas where one is above 9; the middle is left out where they are many.

    >>> digit_text([1, 0, 1]), digit_text([1, 10]), digit_text([])
    ('101', '1,10', '0')
    """
    texts = [str(d) for d in digits] or ["0"]
    comma = "," if max(map(len, texts)) > 1 else ""
    if len(texts) <= MAX_DIGITS:
        return comma.join(texts)
    return f"{comma.join(texts[:40])}…{comma.join(texts[-20:])}"


def xor_text(values: Sequence[int], most: int = 8) -> str:
    """Values joined by xor, those in the middle left out where they are many.

    >>> xor_text([3, 6, 9])
    '3 xor 6 xor 9'
    """
    texts = [brief(v) for v in values]
    if len(texts) > most:
        texts = [*texts[: most - 2], "…", texts[-1]]
    return " xor ".join(texts) or "0"
