"""Rules on several heaps of which each move changes one heap by itself: the sum of one-heap games."""

from __future__ import annotations

from .numbers import digits
from .rulesets import TextRuleset
from .terms import Alternative, Name, Node, Rules, Term, walk
from .text import rules_text


def summands(ruleset: TextRuleset) -> tuple[TextRuleset, ...] | None:
    """The one-heap rulesets, one for each heap, of which a component is the disjunctive sum; None where it is none.

    Each alternative must leave one component in which all heaps but one stand as they are, and the changed heap and
    the condition depend on that heap and free variables only. A component (a, b, …) of *ruleset* then has, in its
    heap number i, exactly the moves of the heap of that size in summand number i, and no others. A heap that no
    alternative changes gives rules without moves.

    >>> from grundy.rules.family import ruleset
    >>> summands(ruleset("a, b -> a-t, b where t <= 3 | a, b//2"))
    (ruleset("a -> a-t where t <= 3"), ruleset("b -> b//2"))
    >>> summands(ruleset("a, b -> a-t, b | a, b-t where t <= a")) is None
    True
    """
    heaps = ruleset.rules.heaps
    if len(heaps) < 2:
        return None
    found: dict[str, list[Alternative]] = {heap: [] for heap in heaps}
    for alternative in ruleset.rules.alternatives:
        own = _own(alternative, heaps)
        if own is None:
            return None
        heap, kind = own
        found[heap].append(kind)
    return tuple(_one_heap(heap, kinds, ruleset) for heap, kinds in found.items())


def _own(alternative: Alternative, heaps: tuple[str, ...]) -> tuple[str, Alternative] | None:
    """The one heap that an alternative changes, and how; None where it depends on others or splits."""
    if len(alternative.components) != 1:
        return None
    changed: list[tuple[str, Term]] = [
        (heap, term) for heap, term in zip(heaps, alternative.components[0], strict=True) if term != Name(heap)
    ]
    if len(changed) > 1:
        return None
    if not changed:  # the component itself is left: no move
        return heaps[0], Alternative(((Name(heaps[0]),),))
    heap, term = changed[0]
    tops: list[Node] = [term] if alternative.where is None else [term, alternative.where]
    if any(isinstance(n, Name) and n.name in heaps and n.name != heap for top in tops for n in walk(top)):
        return None
    return heap, Alternative(((term,),), alternative.where, alternative.at)


def _one_heap(heap: str, kinds: list[Alternative], ruleset: TextRuleset) -> TextRuleset:
    rules = Rules((heap,), tuple(kinds) or (Alternative(((Name(heap),),)),))  # to leave all of a heap is no move
    least = f", least={digits(ruleset.least)}" if ruleset.least else ""
    return TextRuleset(rules, ruleset.least, text=f'ruleset("{rules_text(rules)}"{least})')
