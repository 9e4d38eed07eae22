"""What a component looks like: the kind of its board, derived from the rules alone.

Where linear programming shows that every move lowers a heap, it is drawn as objects that are taken away; where every
move raises it, as a number on its way to a goal; two heaps, as the token of a quarter board that is large enough for
all play to come, unless each move takes from one of them and sets the other; a heap that may be split, as pins in a
row. Anything else, and what is too large, is a list.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from grundy.rules.codes import Code
from grundy.rules.errors import GrundyError
from grundy.rules.forms import Clause
from grundy.rules.linear import NotLinear, clauses, upper_bounds
from grundy.rules.lp import Polyhedron
from grundy.rules.meter import Meter
from grundy.rules.notation import component_text
from grundy.rules.rulesets import Ruleset, State, TextRuleset

MOST_OBJECTS = 60
"""The largest heap that is drawn as objects or pins."""
LONGEST_SIDE = 25
"""The most cells along a side of a quarter board that is drawn."""
_LOOKED_AT = 20_000


def board(ruleset: Ruleset, component: State) -> dict[str, Any]:
    """The board of a component as plain data: its kind, its heaps, and what drawing it needs.

    Kinds: ``heaps`` (one heap, objects are taken), ``strip`` (one heap that may be split), ``number`` (one heap that
    grows; with its ``goal``, where no move is left), ``quarter`` (two heaps; with the board's ``sides``, in cells) and
    ``list`` (of several heaps; with the numbers of those that every move lowers, ``falls``, where there are some).

    >>> from grundy.games import expression
    >>> [board(*expression(t).parts[0])["kind"] for t in ("nim[5]", "kayles[5]", "race(2, 9, goal=162)[1]", "nim[99]")]
    ['heaps', 'strip', 'number', 'list']
    >>> board(*expression("wythoff[4, 7]").parts[0])
    {'kind': 'quarter', 'heaps': [4, 7], 'least': 0, 'sides': [5, 8]}
    """
    kind, more = _kind(ruleset, component)
    return {"kind": kind, "heaps": plain(component), "least": ruleset.least, **more}


def plain(component: State) -> list[Any]:
    """The heaps of a component as plain data; of any other state, its text."""
    if isinstance(component, tuple) and all(isinstance(heap, int) for heap in component):
        return list(component)
    return [component if isinstance(component, int) else component_text(component)]


def _kind(ruleset: Ruleset, component: State) -> tuple[str, dict[str, Any]]:
    if isinstance(ruleset, Code):
        kind = "strip" if max(ruleset.digits) >= 4 else "heaps"
        return (kind, {}) if component[0] <= MOST_OBJECTS else ("list", {})
    if not isinstance(ruleset, TextRuleset):
        return "list", {}
    if ruleset.heaps == 1:
        return _one_heap(ruleset, component[0])
    if ruleset.heaps == 2 and not ruleset.splits:
        sides = _sides(ruleset, component)
        if sides is not None and max(sides) <= LONGEST_SIDE:
            return "quarter", {"sides": sides}
    falling = _falling(ruleset)
    return "list", {"falls": falling} if falling else {}


def _one_heap(ruleset: TextRuleset, n: int) -> tuple[str, dict[str, Any]]:
    (way,) = _ways(ruleset)
    if way == "up":
        (top,) = upper_bounds(ruleset.rules, ruleset.least)
        return "number", {"goal": None if top is None else top + 1}
    if way is None or n > MOST_OBJECTS:
        return "list", {}
    return ("strip" if ruleset.splits else "heaps"), {}


def _sides(ruleset: TextRuleset, component: State) -> list[int] | None:
    """How many cells each side of the board needs for all play from here on, or None where no bound is known."""
    if all(way == "down" for way in _ways(ruleset)):
        return [heap + 1 for heap in component]
    if _falling(ruleset):
        return None
    seen = _seen_sides(ruleset, component)
    if seen is not None:
        return list(seen)
    try:
        weights = ruleset.ending.measure.weights[0]
    except GrundyError:
        return None
    if min(weights) <= 0:
        return None
    total = sum(w * heap for w, heap in zip(weights, component, strict=True))
    return [total // w + 1 for w in weights]


@lru_cache(256)
def _seen_sides(ruleset: TextRuleset, component: tuple[int, int]) -> tuple[int, int] | None:
    """How many cells each side needs for the positions that play can come to, or None where they are many or large."""
    if max(component) >= LONGEST_SIDE:
        return None
    meter, found, left = Meter(_LOOKED_AT), {component}, [component]
    try:
        while left:
            new = {option[0] for option in ruleset.options(left.pop(), meter)} - found
            if any(max(after) >= LONGEST_SIDE for after in new):
                return None
            found |= new
            left += new
    except GrundyError:
        return None
    return max(x for x, _ in found) + 1, max(y for _, y in found) + 1


@lru_cache(256)
def _ways(ruleset: TextRuleset) -> tuple[str | None, ...]:
    """For each heap whether moves only lower it ("down"), only raise it ("up"), or neither is shown."""
    try:
        systems = clauses(ruleset.rules, ruleset.least, relaxed=True)
    except NotLinear:
        return (None,) * ruleset.heaps
    prepared = [(clause, _polyhedron(clause)) for clause in systems]
    return tuple(_way(i, prepared) for i in range(ruleset.heaps))


@lru_cache(256)
def _falling(ruleset: TextRuleset) -> list[int]:
    """The numbers of the heaps of which linear programming shows that every move lowers them."""
    try:
        systems = clauses(ruleset.rules, ruleset.least, relaxed=True)
    except NotLinear:
        return []
    prepared = [(clause, _polyhedron(clause)) for clause in systems]
    return [i for i in range(ruleset.heaps) if all(_keeps(*system, i, 1, most=0) for system in prepared)]


def _way(i: int, systems: list[tuple[Clause, Polyhedron]]) -> str | None:
    for way, sign in (("down", 1), ("up", -1)):
        if all(_keeps(clause, polyhedron, i, sign) for clause, polyhedron in systems):
            return way
    return None


def _keeps(clause: Clause, polyhedron: Polyhedron, i: int, sign: int, most: int = -1) -> bool:
    """Whether sign * (heap before - heap after) > *most* in all components that the clause leaves."""
    if polyhedron.empty:
        return True
    for part in clause.components:
        form = [-sign * c for c in part[i]]
        form[i] += sign
        least = polyhedron.minimum(form)
        if least.status != "optimal" or least.value is None or least.value <= most:
            return False
    return True


def _polyhedron(clause: Clause) -> Polyhedron:
    """The rational positions and choices of a clause; auxiliary variables may be negative."""
    count = clause.heaps + len(clause.variables)
    return Polyhedron(count, clause.rows, free=range(clause.heaps, count))
