"""The method *sum*: each move changes one heap by rules of that heap alone, so g is the nim-sum of the heaps' values.

Source: Sprague 1935, Grundy 1939. The rules are taken apart here; each heap's rules have a certificate of their own.
"""

from __future__ import annotations

from grundy.rules.notation import canonical_text
from grundy.rules.terms import Alternative, Name, Node, Rules, walk

from .verdicts import Refuted


def one_heap_texts(rules: Rules, least: int) -> list[str]:
    """The canonical text of each heap's own rules; raises Refuted where a move depends on several heaps."""
    found: dict[str, list[Alternative]] = {heap: [] for heap in rules.heaps}
    if len(found) < 2:
        raise Refuted("sum: the rules are on one heap")
    for alternative in rules.alternatives:
        if len(alternative.components) != 1:
            raise Refuted("sum: a move splits the position")
        terms = dict(zip(rules.heaps, alternative.components[0], strict=True))
        changed = [heap for heap, term in terms.items() if term != Name(heap)]
        if not changed:
            continue  # to leave the position as it is is no move
        if len(changed) > 1:
            raise Refuted("sum: a move changes several heaps")
        (heap,) = changed
        own = Alternative(((terms[heap],),), alternative.where)
        if any(name in rules.heaps and name != heap for top in own.nodes() for name in _names(top)):
            raise Refuted("sum: a move of one heap depends on another")
        found[heap].append(own)
    texts = []
    for heap, alternatives in found.items():
        if not alternatives:
            alternatives.append(Alternative(((Name(heap),),)))
        texts.append(canonical_text(Rules((heap,), tuple(alternatives)), (), least))
    return texts


def _names(node: Node) -> list[str]:
    return [n.name for n in walk(node) if isinstance(n, Name)]
