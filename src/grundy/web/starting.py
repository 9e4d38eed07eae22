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
    """The rules in sentences of a language: of a game of the catalogue its own text, of others as they are derived.

    The values of a family's parameters stand in its text; where that has no place for them, what they make of the rules
    is said, too.

    >>> from grundy.games import expression
    >>> words_of(expression("race(2, 9, goal=162)"), "en")
    ('Multiply the number by 2 to 9. Whoever first reaches 162 or more wins.',)
    """
    from grundy.explain.texts import in_language, placeholders
    from grundy.write.words import rules_words

    text = str(rules)
    name = text[: re.match(r"\w*", text).end()]  # type: ignore[union-attr]
    values = _listed(text[len(name) :])
    own = catalogue_words(name, lang, values)
    if own is not None and (placeholders(catalogue_text(lang, f"{name}_rules") or "") or not values):
        return (own,)
    derived = (in_language(line, lang) for line in rules_words(rules))
    return tuple(derived) if own is None else (own, *derived)


def catalogue_words(name: str, lang: str, values: Sequence[str] = ()) -> str | None:
    """The rules of a game of the catalogue in a language, where there is such a text, with values for its parameters.

    >>> catalogue_words("bash", "en"), catalogue_words("bash", "en", ["3"]), catalogue_words("nil", "en")
    ('Take 1 to m counters from the heap.', 'Take 1 to 3 counters from the heap.', None)
    """
    own, entry = catalogue_text(lang, f"{name}_rules"), games.describe(name)
    if own is None or entry is None:
        return None
    names = _listed(entry["usage"][len(name) :])
    put = dict(zip(names, values or names, strict=False))
    return re.sub(r"\{(\w+)\}", lambda found: put.get(found[1], found[1]), own)


def _listed(brackets: str) -> list[str]:
    """What stands in the round brackets at the beginning of a text, divided at its commas.

    >>> _listed("(2, {1, 3}, '0.7')[5, 6]"), _listed("[3]")
    (['2', '{1, 3}', "'0.7'"], [])
    """
    inside = re.match(r"\(((?:[^(){}]|\{[^}]*\})*)\)", brackets)
    return [] if inside is None else [v.strip() for v in re.findall(r"(?:[^,{}]|\{[^}]*\})+", inside[1])]


def catalogue_text(lang: str, key: str) -> str | None:
    """The text of a game of the catalogue in a language, where there is one."""
    from grundy.explain.texts import section, sections

    return section(lang, "games").get(key) if "games" in sections(lang) else None
