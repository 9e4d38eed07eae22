"""Rules that are written otherwise than those of which a law is known, and have the same moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING

from grundy.rules.canonical import from_canonical
from grundy.rules.errors import GrundyError
from grundy.rules.rulesets import Ruleset, TextRuleset
from grundy.rules.sense import Relation, sense

from .library import shipped_rules

if TYPE_CHECKING:
    from grundy.rules.family import Family

_MOST_TRIED = 100

Key = tuple[str, tuple[object, ...]]


def written_otherwise(ruleset: Ruleset) -> Iterator[Key]:
    """The shipped canonical texts, with values of their parameters, whose rules have the same moves.

    The values tried are the coefficients and bounds in the sense of *ruleset*, and those one less and one more.

    >>> from grundy.rules.family import ruleset
    >>> next(written_otherwise(ruleset("n -> n-1 | n-2 | n-3")))
    ('h1 -> h1-v1 where v1 <= p1', (3,))
    """
    if not isinstance(ruleset, TextRuleset):
        return
    own = sense(ruleset.rules, ruleset.least)
    if not own:
        return
    for text, parameters, least_values in shipped_rules():
        if not parameters:
            if _sense_of(text, ruleset.heaps, ruleset.least) == own:
                yield text, ()
            continue
        family = _family(text, parameters)
        if len(family.rules.heaps) != ruleset.heaps or family.least != ruleset.least:
            continue
        for values in islice(product(_constants(own), repeat=len(parameters)), _MOST_TRIED):
            if all(v >= least for v, least in zip(values, least_values, strict=True)):
                member = _member(family, values)
                if member is not None and sense(member.rules, member.least) == own:
                    yield text, values
                    break


def _constants(relations: frozenset[Relation]) -> tuple[int, ...]:
    """The sizes of the coefficients and bounds, the largest first, then the numbers next to them."""
    found = {abs(c) for bounds, _, _ in relations for form, ends in bounds for c in (*form, *ends) if c is not None}
    written = sorted(found, reverse=True)
    return tuple(dict.fromkeys((*written, *(c - 1 for c in written), *(c + 1 for c in written))))


@lru_cache(maxsize=64)
def _family(text: str, parameters: tuple[str, ...]) -> Family:
    family: Family = from_canonical(text, parameters)
    return family


def _member(family: Family, values: tuple[int, ...]) -> TextRuleset | None:
    try:
        made = family(*values)
    except GrundyError:
        return None
    return made if isinstance(made, TextRuleset) else None


@lru_cache(maxsize=256)
def _sense_of(text: str, heaps: int, least: int) -> object:
    """The sense of the rules of a canonical text, where they have so many heaps and this least heap."""
    if text.count(",", 0, text.find("->")) != heaps - 1:
        return None
    known = from_canonical(text)
    if not isinstance(known, TextRuleset) or known.heaps != heaps or known.least != least:
        return None
    return sense(known.rules, known.least)
