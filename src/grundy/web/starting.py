"""A position to begin with, for rules of any kind, and rules in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from grundy import games
from grundy.rules.errors import GrundyError
from grundy.rules.meter import Meter
from grundy.rules.positions import Position
from grundy.rules.rulesets import AnyFamily, Ruleset

_HEAPS: dict[int, Sequence[tuple[int, ...]]] = {
    0: ((3, 4, 5),),
    1: ((12,), (20,), (7,), (30,), (1,)),
    2: ((5, 8), (9, 12), (3, 4)),
    3: ((3, 4, 5), (2, 5, 9)),
}
"""Heaps to begin with, by their number in a component; 0: any number of them."""
_LOOKED_AT = 20_000


def start_of(rules: Ruleset | AnyFamily) -> Position | None:
    """A position of *rules* that has a move: for the catalogue its example; None where none is found.

    >>> start_of(games.expression("wythoff")), start_of(games.expression("bash"))
    (wythoff[5, 8], bash(10)[100])
    """
    entry = games.describe(str(rules))
    if entry is not None:
        return games.expression(entry["example"])  # type: ignore[no-any-return]
    rulesets = _members(rules) if isinstance(rules, AnyFamily) else iter([rules])
    return next((start for one in rulesets for start in _starts(one)), None)


def _members(family: AnyFamily) -> Iterator[Ruleset]:
    """Some members of a family: small parameters, each an integer where it is no set."""
    for first, step in ((2, 1), (3, 0), (2, 7), (10, 10)):
        values: list[Any] = [first + step * i for i in range(len(family.open))]
        for _ in range(len(family.open) + 1):
            try:
                yield family(*values)
                break
            except GrundyError as error:
                wrong = next(
                    (i for i, name in enumerate(family.open) if re.search(rf"\b{name}\b", error.message)), None
                )
                if wrong is None or not isinstance(values[wrong], int):
                    break
                values[wrong] = {1, 2, 4}


def _starts(ruleset: Ruleset) -> Iterator[Position]:
    """Positions of a ruleset that have a move; where moves only make heaps larger, the least one."""
    if isinstance(ruleset, AnyFamily):
        return
    sizes = _HEAPS.get(ruleset.heaps) or (tuple(range(3, 3 + ruleset.heaps)),)
    least = (ruleset.least,) * max(ruleset.heaps, 1)
    for heaps in (*sizes, least):
        try:
            position = ruleset[tuple(ruleset.least + heap for heap in heaps)]
            options = list(islice(_options(position), 50))
        except GrundyError:
            continue
        if not options:
            continue
        if all(_size(option) > _size(position) for option in options) and any(_options(ruleset[least])):
            yield ruleset[least]
        yield position


def _options(position: Position) -> Iterator[Position]:
    ruleset, component = position.parts[0]
    for option in ruleset.options(component, Meter(_LOOKED_AT)):
        yield position.replaced(0, option)


def _size(position: Position) -> int:
    return sum(heap for _, component in position.parts if isinstance(component, tuple) for heap in component)


def words_of(rules: Ruleset | AnyFamily, lang: str) -> tuple[str, ...]:
    """The rules in sentences: of a game of the catalogue in the language, of others as they are derived."""
    name = re.match(r"\w*", str(rules))
    own = None if name is None else catalogue_text(lang, f"{name[0]}_rules")
    if own is not None:
        return (own,)
    from grundy.write.words import rules_words

    return tuple(rules_words(rules))


def catalogue_text(lang: str, key: str) -> str | None:
    """The text of a game of the catalogue in a language, where there is one."""
    from grundy.explain.texts import section, sections

    return section(lang, "games").get(key) if "games" in sections(lang) else None
