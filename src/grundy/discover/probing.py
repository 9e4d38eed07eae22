"""Candidate laws held against the moves of heaps beyond the table: near the numbers that the rules name, and next."""

from __future__ import annotations

from contextlib import suppress
from functools import reduce
from operator import xor

from grundy.laws.base import Law
from grundy.rules.errors import GrundyError, LimitExceeded
from grundy.rules.meter import Meter
from grundy.rules.rulesets import Ruleset, TextRuleset
from grundy.rules.terms import Int, walk
from grundy.solver.solution import Play

_NEAR = 2
_PLACES = 100
_WORK = 20_000
"""Moves of one heap that are looked at; heaps with more are left out."""


def first_failure(ruleset: Ruleset, law: Law, play: Play = "normal") -> int | None:
    """A heap whose value by the law is not the mex of its options' values by the law, or None where none was seen.

    Rules of one heap given as a text are looked at near each number n that they name; others are not. Such a heap
    refutes the law: the Grundy values, or the P-positions, have this property at every heap.

    >>> from grundy.laws.reading import law_from_json
    >>> from grundy.rules.family import ruleset
    >>> law = law_from_json({"kind": "window", "least": 0, "lower": [[1, 0, 1]]})
    >>> first_failure(ruleset("n -> n+1 where n == 500"), law)
    500
    """
    if not isinstance(ruleset, TextRuleset) or ruleset.heaps != 1:
        return None
    for n in _places(ruleset):
        with suppress(LimitExceeded):
            if _fails(ruleset, law, play, n, Meter(_WORK)):
                return n
    return None


def first_failure_beyond(ruleset: Ruleset, law: Law, last: int, play: Play = "normal") -> int | None:
    """The same among the next heaps after *last*, of which there are as many as came before, or fewer if work ends it.

    >>> from grundy.laws.reading import law_from_json
    >>> from grundy.rules.family import ruleset
    >>> law = law_from_json({"kind": "window", "least": 0, "lower": [[1, -3, 1]]})
    >>> first_failure_beyond(ruleset("n -> n-t where t <= 3 or t == 92"), law, 60)
    92
    """
    if not isinstance(ruleset, TextRuleset) or ruleset.heaps != 1:
        return None
    meter = Meter(_WORK)
    try:
        return next((n for n in range(last + 1, 2 * last + 2) if _fails(ruleset, law, play, n, meter)), None)
    except LimitExceeded:
        return None


def _places(ruleset: TextRuleset) -> list[int]:
    named = {
        node.value for one in ruleset.rules.alternatives for top in one.nodes() for node in walk(top)
        if isinstance(node, Int)
    }  # fmt: skip
    near = {n + d for n in named for d in range(-_NEAR, _NEAR + 1) if n + d >= ruleset.least}
    return sorted(near)[:_PLACES]


def _fails(ruleset: TextRuleset, law: Law, play: Play, n: int, meter: Meter) -> bool:
    options = list(ruleset.options((n,), meter))
    try:
        if play == "misere" and (not options or any(len(option) != 1 for option in options)):
            return False  # a last move loses, and sums have no values
        if law.about == "outcome":
            if any(len(option) != 1 for option in options):
                return False
            return law.is_p((n,)) == any(law.is_p(component) for (component,) in options)
        values = {reduce(xor, map(law.value, option), 0) for option in options}
        own = law.value((n,))
    except GrundyError:
        return False
    return own in values or not values.issuperset(range(own))
