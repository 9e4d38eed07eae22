"""Descriptions of laws whose numbers can vary with a parameter while all else stays the same.

A description of a list of values is a staircase floor(i/d), or words repeated: (0 1)^2 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

_MOST_WORD = 6
Word = tuple[int, ...]


class Shape(NamedTuple):
    """A way to describe laws of one kind, and the numbers of one of them.

    *how* is "plain" (all integers of its data), "stair" (a period of values floor((i mod m)/d)) or "words" (values that
    are *words* with exponents).
    """

    how: str
    skeleton: Any
    numbers: tuple[int, ...]
    words: tuple[Word, ...] = ()

    def of(self, data: Mapping[str, Any]) -> Shape | None:
        """The numbers of another law by the same description; None where it is none."""
        if self.how == "plain":
            numbers: list[int] = []
            same = _skeleton(data, numbers) == self.skeleton
            return self._replace(numbers=tuple(numbers)) if same else None
        if data.get("kind") != "periodic":
            return None
        head = _head(data)
        if self.how == "stair":
            steps = stair(data["values"]) if data["preperiod"] == data["least"] else None
            return None if steps is None else self._replace(numbers=(*head, *steps))
        exponents = exponents_of(data["values"], self.words)
        return None if exponents is None else self._replace(numbers=(*head, *exponents))

    def text(self, texts: Sequence[str]) -> str:
        """The description in words, with *texts* for its numbers."""
        if self.how == "plain":
            return _plain_text(self.data(list(texts)))
        least, preperiod, period, saltus, *rest = texts
        higher = "" if saltus == "0" else f", each higher by {saltus}"
        if self.how == "stair":
            modulus, width = rest
            step = "i" if modulus == period else f"(i mod {modulus})" if modulus.isalnum() else f"(i mod ({modulus}))"
            if width != "1":
                step = f"floor({step}/{width if width.isalnum() else f'({width})'})"
            return f"period {period} from n = {preperiod} on{higher}; values in a period: {step} for i = 0, 1, …"
        parts = [_power(word, exponent) for word, exponent in zip(self.words, rest, strict=True) if exponent != "0"]
        return f"period {period} from n = {preperiod} on{higher}; values from n = {least} on: {' '.join(parts)}"

    def data(self, numbers: Sequence[Any]) -> Any:
        """The law as plain data with *numbers* put in; None where their number depends on them."""
        return _filled(self.skeleton, iter(numbers)) if self.how == "plain" else None


def shapes(data: Mapping[str, Any]) -> Iterator[Shape]:
    """The descriptions of a law, the plainest first."""
    numbers: list[int] = []
    skeleton = _skeleton(data, numbers)
    yield Shape("plain", skeleton, tuple(numbers))
    if data.get("kind") == "periodic":
        if data["preperiod"] == data["least"] and (steps := stair(data["values"])) is not None:
            yield Shape("stair", None, (*_head(data), *steps))
        words, exponents = powers(data["values"])
        yield Shape("words", None, (*_head(data), *exponents), words)


def _head(data: Mapping[str, Any]) -> tuple[int, int, int, int]:
    return data["least"], data["preperiod"], data["period"], data["saltus"]


def _skeleton(data: Any, numbers: list[int]) -> Any:
    """*data* with None for each integer, which goes to *numbers*."""
    if isinstance(data, Mapping):
        return {key: _skeleton(data[key], numbers) for key in data}
    if isinstance(data, list | tuple):
        return [_skeleton(each, numbers) for each in data]
    if isinstance(data, int) and not isinstance(data, bool):
        numbers.append(data)
        return None
    return data


def _filled(skeleton: Any, numbers: Iterator[Any]) -> Any:
    if isinstance(skeleton, Mapping):
        return {key: _filled(value, numbers) for key, value in skeleton.items()}
    if isinstance(skeleton, list):
        return [_filled(each, numbers) for each in skeleton]
    return next(numbers) if skeleton is None else skeleton


def _plain_text(data: Any) -> str:
    """Plain data as a text for people; periods and windows in words."""
    match data:
        case {"kind": "periodic", "preperiod": preperiod, "period": period, "saltus": saltus, "values": values}:
            higher = "" if saltus == "0" else f", each higher by {saltus}"
            return f"period {period} from n = {preperiod} on{higher}; values {', '.join(values)}"
        case {"kind": "staircase", "least": least, "low": low, "high": high}:
            n = "n" if least == "0" else f"(n - {least})" if least.isalnum() else f"(n - ({least}))"
            return f"g(n) = floor(({n} mod {_sum(low, high)})/{low if low.isalnum() else f'({low})'})"
        case {"kind": "window", "least": least, "lower": []}:
            return f"n becomes any y with {least} <= y < n; g(n) = n - {least}" if least != "0" else "g(n) = n"
        case {"kind": "window", "least": "0", "lower": [["1", bound, "1"]]}:
            return f"g(n) = n mod {_one_less(bound)}"
        case {"kind": "window", "least": least, "lower": lower}:
            lines = [] if least == "0" else [least]
            lines += [_line_text(*line) for line in lower]
            bound = lines[0] if len(lines) == 1 else f"max({', '.join(lines)})"
            return (
                f"n becomes any y with l(n) <= y < n, l(n) = {bound}; g(n) = n - l(n) if l(n) = l(n-1), else g(l(n)-1)"
            )
        case Mapping():
            return "; ".join(f"{key} {_plain_text(value)}" for key, value in data.items())
        case list():
            return f"[{', '.join(_plain_text(each) for each in data)}]"
    return str(data)


def _sum(a: str, b: str) -> str:
    """The text of a + b in brackets, a number where both are.

    >>> _sum("m", "3"), _sum("2", "3"), _sum("m", "-k + 1")
    ('(m + 3)', '5', '(m + (-k + 1))')
    """
    if a.lstrip("-").isdecimal() and b.lstrip("-").isdecimal():
        return str(int(a) + int(b))
    return f"({a} + {f'({b})' if b.startswith('-') else b})"


def as_staircase(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Plain data of a law of taking 1 to m as those of taking from 1 to m; other data as they are.

    >>> as_staircase({"kind": "window", "least": 0, "lower": [[1, -4, 1]]})
    {'kind': 'staircase', 'least': 0, 'low': 1, 'high': 4}
    """
    match data:
        case {"kind": "window", "least": least, "lower": [[1, shift, 1]]}:
            return {"kind": "staircase", "least": least, "low": 1, "high": -shift}
    return data


def _one_less(text: str) -> str:
    """The text of 1 - p, p the polynomial of *text*, in brackets where it is a sum.

    >>> _one_less("-m"), _one_less("-3"), _one_less("-m + 2")
    ('(m + 1)', '4', '(1 - (-m + 2))')
    """
    if text.lstrip("-").isdecimal():
        return str(1 - int(text))
    if text.startswith("-") and " " not in text:
        return f"({text[1:]} + 1)"
    return f"(1 - ({text}))"


def _line_text(a: str, b: str, d: str) -> str:
    """The text of ceil((a·n + b)/d)."""
    head = {"0": "", "1": "n"}.get(a, f"{a if a.isalnum() else f'({a})'}*n")
    top = head if b == "0" and head else f"{head} - {b[1:]}" if head and b[0] == "-" else f"{head} + {b}" if head else b
    if d == "1":
        return top
    return f"ceil({top if top == 'n' else f'({top})'}/{d if d.isalnum() else f'({d})'})"


def stair(values: Sequence[int]) -> tuple[int, int] | None:
    """The m and d with values[i] = floor((i mod m)/d) throughout, m as small as can be, if there are any.

    >>> stair([0, 0, 0, 1, 1, 1, 2, 2]), stair([0, 1, 2, 0, 1, 2]), stair([0, 1, 0])
    ((8, 3), (3, 1), (2, 1))
    >>> stair([0, 1, 1]) is None
    True
    """
    count = len(values)
    width = next((i for i, value in enumerate(values) if value), count)
    if not width:
        return None
    modulus = next((i for i in range(1, count) if values[i] < values[i - 1]), count)
    if any(value != i % modulus // width for i, value in enumerate(values)):
        return None
    return modulus, width


def powers(values: Sequence[int]) -> tuple[tuple[Word, ...], tuple[int, ...]]:
    """*values* as words with exponents, the longest repetition first at each place.

    >>> powers([0, 1, 0, 1, 2])
    (((0, 1), (2,)), (2, 1))
    """
    words: list[Word] = []
    exponents: list[int] = []
    i = 0
    while i < len(values):
        best = (0, 1, 1)
        for length in range(1, _MOST_WORD + 1):
            word = values[i : i + length]
            count = 1
            while values[i + count * length : i + (count + 1) * length] == word:
                count += 1
            if count > 1 and count * length > best[0]:
                best = (count * length, length, count)
        _, length, count = best
        words.append(tuple(values[i : i + length]))
        exponents.append(count)
        i += length * count
    return tuple(words), tuple(exponents)


def exponents_of(values: Sequence[int], words: Sequence[Word]) -> tuple[int, ...] | None:
    """The exponents with which *words* give *values*, each as large as can be; None where they do not.

    >>> exponents_of([0, 1, 2], [(0, 1), (2,)])
    (1, 1)
    """
    found = []
    i = 0
    for word in words:
        count = 0
        while tuple(values[i : i + len(word)]) == word:
            i += len(word)
            count += 1
        found.append(count)
    return tuple(found) if i == len(values) else None


def _power(word: Word, exponent: str) -> str:
    text = " ".join(map(str, word))
    if exponent == "1":
        return text
    plain = exponent.isalnum()
    return f"({text})^{exponent if plain else f'({exponent})'}" if len(word) > 1 or not plain else f"{text}^{exponent}"
