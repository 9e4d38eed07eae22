"""What an explanation is: sentences, bars of a nim-sum, a move, laws, and hints."""

from __future__ import annotations

from typing import Any
from unicodedata import east_asian_width

from grundy.rules.numbers import is_integer
from grundy.rules.positions import Position
from grundy.rules.values import Value
from grundy.solver.solution import Outcome, Play

from .saying import Saying, binary

_MOST_BITS = 64


class Bars(Value):
    """The values of components below each other, and their xor; *target* is a row and the value that it must get."""

    labels: tuple[str, ...]
    values: tuple[int, ...]
    total: int
    target: tuple[int, int] | None = None

    def to_json(self) -> dict[str, Any]:
        """The rows as plain data."""
        rows = [{"label": label, "value": value} for label, value in zip(self.labels, self.values, strict=True)]
        target = None if self.target is None else {"row": self.target[0], "value": self.target[1]}
        return {"rows": rows, "sum": self.total, "target": target}

    def lines(self, say: Saying) -> list[str]:
        """The rows as text: label, value, and the value in base 2; the row that must change says to what."""
        rows = [*zip(self.labels, self.values, strict=True), (say("explain.nim_sum"), self.total)]
        width = max(map(columns, (label for label, _ in rows)))
        size = max(len(str(value)) for _, value in rows)
        bits = max(value.bit_length() for _, value in rows)
        if self.target is not None:
            bits = max(bits, self.target[1].bit_length())
        found = []
        for i, (label, value) in enumerate(rows):
            line = f"{label}{' ' * (width - columns(label))}  {value:>{size}}  {binary(value, max(bits, 1))}"
            if self.target is not None and i == self.target[0]:
                line += f"  -> {self.target[1]}  {binary(self.target[1], max(bits, 1))}"
            found.append(line if bits <= _MOST_BITS else line.rstrip())
        return found


class Advice(Value):
    """A winning move: part *part* is replaced by the components *to*, which gives *position*; and what that reaches."""

    part: int
    to: tuple[Any, ...]
    position: Position
    text: str
    reaches: str

    def to_json(self) -> dict[str, Any]:
        """The move as plain data."""
        return {
            "part": self.part,
            "to": [component_json(c) for c in self.to],
            "position": str(self.position),
            "text": self.text,
            "reaches": self.reaches,
        }


class LawSaid(Value):
    """A law in words and as a formula, and what is known of its truth."""

    text: str
    formula: str
    evidence: str
    text_evidence: str

    def to_json(self) -> dict[str, Any]:
        """The law as plain data."""
        return {name: getattr(self, name) for name in self._fields}


class Explanation(Value):
    """Why a position is won or lost for the player to move, and what to do.

    *reasons* are sentences in their order, each of which can be checked by hand; they repeat neither *headline* nor
    what the *move* reaches. *hints* say more and more: is it won, where to move, which move.
    """

    position: Position
    play: Play
    lang: str
    outcome: Outcome
    headline: str
    reasons: tuple[str, ...]
    bars: Bars | None
    move: Advice | None
    laws: tuple[LawSaid, ...]
    by: str
    hints: tuple[str, str, str]

    def to_json(self) -> dict[str, Any]:
        """The explanation as plain data."""
        return {
            "position": str(self.position),
            "play": self.play,
            "lang": self.lang,
            "outcome": self.outcome,
            "headline": self.headline,
            "reasons": list(self.reasons),
            "bars": None if self.bars is None else self.bars.to_json(),
            "move": None if self.move is None else self.move.to_json(),
            "laws": [law.to_json() for law in self.laws],
            "by": self.by,
            "hints": list(self.hints),
        }

    def lines(self) -> list[str]:
        """The explanation as lines of text.

        >>> from grundy.explain import why
        >>> from grundy.games import expression
        >>> for line in why(expression("bash(3)[10]")).lines()[:2]:
        ...     print(line)
        You can win: take 2 from the heap (10 -> 8).
        - 10 = 2*4 + 2: divided by 4, 10 leaves the remainder 2, so g(10) = 2.
        """
        say = Saying(self.lang)
        found = [self.headline, *(f"- {reason}" for reason in self.reasons)]
        if self.bars is not None:
            found += [f"    {line}" for line in self.bars.lines(say)]
        if self.move is not None:
            found.append(f"- {say('explain.after_the_move', reaches=self.move.reaches)}")
        found += [f"- {say('explain.law', text=law.text, evidence=law.text_evidence)}" for law in self.laws]
        return [*found, f"- {self.by}"]


def component_json(component: object) -> list[Any]:
    """The heaps of a component; of another state, its text."""
    if isinstance(component, tuple) and all(map(is_integer, component)):
        return list(component)
    return [repr(component)]


def columns(text: str) -> int:
    """The columns that a text takes on a terminal: two for a Chinese character.

    >>> columns("nim"), columns("异或")
    (3, 4)
    """
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)
