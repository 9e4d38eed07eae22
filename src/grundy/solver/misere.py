"""Misère play: whoever cannot move wins. Sums are searched as a whole; heaps of Nim go by Bouton's rule.

Source of the rule: C. L. Bouton (1901): in misère Nim the mover loses if and only if some heap has at least two objects
and the xor is 0, or no heap has and the number of heaps of one is odd.
"""

from __future__ import annotations

from itertools import islice

from grundy.laws.nim import NimLaw
from grundy.rules.errors import LimitExceeded, Unsupported
from grundy.rules.numbers import plural
from grundy.rules.positions import Position

from .search import Judging, whole_key, whole_search
from .solution import Solution
from .valuing import Context, law_for

_WHY_NIM = (
    "Bouton's theorem (1901; proved there, no certificate here) on misère Nim: the mover loses if and only if some "
    "heap has 2 or more and the xor is 0, or all heaps have at most 1 and the number of 1s is odd"
)


def solve_misere(position: Position, context: Context, limit: int) -> Solution:
    """The misère solution of a position; raises LimitExceeded, Unsupported."""
    if any(r.outcomes_only for r, _ in position.parts):
        raise Unsupported("misère play", position, "blocking games are solved in normal play only")
    if all((known := law_for(r)) is not None and isinstance(known.law, NimLaw) for r, _ in position.parts):
        return _nim(position, limit)
    return _searched(position, context, limit)


def misere_nim_value(heaps: list[int]) -> int:
    """The misère Grundy value of Nim heaps: the xor once some heap has 2 or more, else 1 or 0.

    >>> [misere_nim_value([n]) for n in range(5)], misere_nim_value([1, 1])
    ([1, 0, 2, 3, 4], 1)
    """
    total = 0
    for heap in heaps:
        total ^= heap
    return total if max(heaps, default=0) >= 2 else 1 - total


def _nim(position: Position, limit: int) -> Solution:
    heaps = [component[0] for _, component in position.parts]  # type: ignore[index]
    grundy = misere_nim_value(heaps)
    winning = [] if grundy == 0 else list(_nim_moves(heaps))
    options = tuple(position.replaced(i, [(y,)]) for i, y in winning[:limit])
    left = len(winning) - len(options)
    return Solution(
        position=position,
        play="misere",
        outcome="P" if grundy == 0 else "N",
        grundy=grundy,
        grundy_why=None,
        winning_options=options,
        winning_count=len(winning),
        complete=True,
        rest=f"and {plural(left, 'more', 'more')}" if left else None,
        remoteness=None,
        by="law checked",
        why=_WHY_NIM,
    )


def _nim_moves(heaps: list[int]) -> list[tuple[int, int]]:
    """All moves to misère P-positions, as (index of the heap, what is left of it)."""
    total = 0
    for heap in heaps:
        total ^= heap
    large = sum(h >= 2 for h in heaps)
    moves = []
    for i, heap in enumerate(heaps):
        others_small = large - (heap >= 2) == 0
        rest = total ^ heap
        # with all other heaps at most 1, an odd number of 1s must be left; else the xor must become 0
        target = 1 - rest if others_small else rest
        if target < heap:
            moves.append((i, target))
    return moves


def _searched(position: Position, context: Context, limit: int) -> Solution:
    rulesets = tuple(dict.fromkeys(r for r, _ in position.parts))
    for ruleset in rulesets:
        ruleset.require_ending()
    name = str(position)
    meter = context.meter(f"the misère search of {name if len(name) <= 80 else name[:77] + '…'}")
    memo = context.store.memo((rulesets, "misere"))
    search = whole_search(rulesets, memo, meter, Judging(terminal=1))
    try:
        grundy, remoteness = search.run(whole_key(position, rulesets))
    except LimitExceeded as error:
        raise LimitExceeded("{message} (a sum in misère play is searched as a whole)", message=error.message) from None
    winning = _winning(position, rulesets, memo, meter) if grundy else []
    left = len(winning) - limit
    return Solution(
        position=position,
        play="misere",
        outcome="N" if grundy else "P",
        grundy=grundy,
        grundy_why=None,
        winning_options=tuple(islice(winning, limit)),
        winning_count=len(winning),
        complete=True,
        rest=f"and {plural(left, 'more', 'more')}" if left > 0 else None,
        remoteness=remoteness,
        by="search",
        why="search of the whole position",
    )


def _winning(position: Position, rulesets: tuple, memo: dict, meter: object) -> list[Position]:  # type: ignore[type-arg]
    """All options that are misère P-positions, in the order component, alternative, resulting tuple."""
    found: list[Position] = []
    for i, (ruleset, component) in enumerate(position.parts):
        labelled = []
        for label, option in ruleset.labelled_options(component, meter):  # type: ignore[arg-type]
            after = position.replaced(i, option)
            if memo[whole_key(after, rulesets)][0] == 0:
                labelled.append((label, option, after))
        try:
            labelled.sort(key=lambda item: item[:2])
        except TypeError:
            labelled.sort(key=lambda item: item[0])
        found += [after for _, _, after in labelled]
    return found
