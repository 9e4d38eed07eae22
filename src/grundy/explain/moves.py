"""Moves in words: what is taken from which heap, what is replaced by what, and what is split."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from grundy.rules.codes import Code
from grundy.rules.numbers import is_integer
from grundy.rules.positions import Position
from grundy.rules.rulesets import Ruleset, TextRuleset
from grundy.rules.terms import Name, Op
from grundy.rules.values import Value

from .saying import Saying

Option = tuple[Any, ...]


class Change(Value):
    """A move: the component of part number *part* becomes the components *to*."""

    part: int
    to: Option


def change_of(before: Position, after: Position) -> Change:
    """The move that leads from a position to one of its options.

    >>> from grundy.games import expression
    >>> change_of(expression("kayles[3, 7, 2]"), expression("kayles[3, 1, 4, 2]"))
    Change(part=1, to=((1,), (4,)))
    """
    pairs = zip(before.parts, after.parts, strict=False)
    place = next((i for i, (x, y) in enumerate(pairs) if x != y), min(len(before), len(after)))
    count = len(after) - len(before) + 1
    return Change(place, tuple(component for _, component in after.parts[place : place + count]))


def on_board(ruleset: Ruleset) -> bool:
    """Whether the catalogue speaks of a piece on a quarter board, not of heaps."""
    about = getattr(ruleset, "about", None)
    return about is not None and "quarter board" in about.words


def taken_from(ruleset: Ruleset) -> frozenset[int]:
    """The numbers of the heaps that a move leaves alone or takes from, by the shape of the rules; none on a board.

    >>> from grundy.games import expression
    >>> [sorted(taken_from(expression(name))) for name in ("wythoff", "fibonacci_nim", "queen")]
    [[0, 1], [0], []]
    """
    return frozenset() if on_board(getattr(ruleset, "inner", ruleset)) else lowered_by(ruleset)


@lru_cache(maxsize=256)
def lowered_by(ruleset: Ruleset) -> frozenset[int]:
    """The numbers of the heaps that a move leaves alone or takes from, by the shape of the rules.

    >>> from grundy.games import expression
    >>> sorted(lowered_by(expression("queen")))
    [0, 1]
    """
    inner = getattr(ruleset, "inner", ruleset)
    if isinstance(inner, Code):
        return frozenset({0})
    if not isinstance(inner, TextRuleset):
        return frozenset()
    names = inner.rules.heaps
    whole = [a.components[0] for a in inner.rules.alternatives if len(a.components) == 1]

    def is_taken(term: Any, name: str) -> bool:
        heap = Name(name)
        return term == heap or (isinstance(term, Op) and term.op == "-" and term.left == heap)

    return frozenset(i for i, name in enumerate(names) if all(is_taken(terms[i], name) for terms in whole))


def same_heaps(position: Position) -> bool:
    """Whether all parts are heaps of one game."""
    return len({ruleset for ruleset, _ in position.parts}) == 1 and position.parts[0][0].heaps == 1


def part_words(position: Position, part: int, say: Saying) -> str:
    """A part in words: the third heap, or the component kayles[5]."""
    ruleset, component = position.parts[part]
    which = say.ordinal(part + 1)
    if same_heaps(position):
        return say("explain.part.heap" if taken_from(ruleset) else "explain.part.number", which=which)
    text = say.position(Position(((ruleset, component),)))
    return say("explain.part.component", which=which, component=text)


def move_words(position: Position, change: Change, say: Saying) -> str:
    """A move in words.

    >>> from grundy.games import expression
    >>> move_words(expression("nim[3, 6, 9]"), Change(2, ((5,),)), Saying("en"))
    'take 4 from the third heap (9 -> 5)'
    """
    ruleset, component = position.parts[change.part]
    heaps = len(position) > 1 and same_heaps(position)
    which = say.ordinal(change.part + 1) if heaps else ""
    text = _component_move(ruleset, component, change.to, which, say)
    if len(position) == 1 or heaps:
        return text
    return say("explain.move.inside", part=part_words(position, change.part, say), move=text)


def _component_move(ruleset: Ruleset, component: Any, to: Option, which: str, say: Saying) -> str:
    before = say.component(component)
    after = say("explain.list.plus").join(map(say.component, to))
    numbers = isinstance(component, tuple) and all(map(is_integer, component))
    numbers = numbers and all(isinstance(c, tuple) and all(map(is_integer, c)) for c in to)
    if not numbers:
        return say("explain.move.go", before=before, after=after or say("explain.move.nothing"))
    if len(component) == 1:
        left = sum(c[0] for c in to)
        return _heap_move(ruleset, component[0], left, len(to), {"before": before, "after": after, "which": which}, say)
    if len(to) != 1:
        return say("explain.move.go", before=before, after=after or say("explain.move.nothing"))
    takable = taken_from(ruleset)
    taken = [(i, x - y) for i, (x, y) in enumerate(zip(component, to[0], strict=True)) if x > y and i in takable]
    if not taken:
        return say("explain.move.go", before=before, after=after)
    parts = [say("explain.move.from", count=count, which=say.ordinal(i + 1)) for i, count in taken]
    return say("explain.move.take_several", takes=say.listed(parts), before=before, after=after)


def _heap_move(ruleset: Ruleset, heap: int, left: int, count: int, said: dict[str, Any], say: Saying) -> str:
    """The words for one heap that becomes *count* heaps of *left* objects in all."""
    ending = "_which" if said["which"] else ""
    if count > 1:
        key = "split" if left == heap else "leave"
        return say(f"explain.move.{key}{ending}", count=heap - left, **said)
    if not count:
        return say(f"explain.move.all{ending}", **said)
    if left < heap and taken_from(ruleset):
        return say(f"explain.move.take{ending}", count=heap - left, **said)
    return say(f"explain.move.replace{ending}", **said)
