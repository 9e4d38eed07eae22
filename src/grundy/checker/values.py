"""The method *automaton values*: G = {(x, h): g(x) = h} if and only if G is a function and equals mex.

Checked, by automata over the digits that are made as they are needed:
(0) each legal x has exactly one h with G(x, h), and no other x has one;
(1) no move leads from x to an option of the same value;
(2) for each x and each h' below its value some option has the value h'. Then h is the least number that no option
has. Play ends, so by induction along the measure G is the Grundy function. An option of several components (base 2
only) has the nim-sum of their values, by Sprague and Grundy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.rules.rulesets import Ruleset

from .boxes import check_moves
from .machines import Machine, nim_sum
from .measure import check_measure
from .moves import Move, query
from .numeration import Base
from .outcomes import is_legal, read_moves, require_numbers, text_rules
from .queries import Query
from .readings import Accepted, Affine, All, Formula, less
from .subsets import Everywhere, Subsets
from .verdicts import Progress, Refuted, silent

H = "<h>"
"""The track of a value; no name of the rules language."""
MAX_STATES = 1_000_000


def check_values(
    ruleset: Ruleset, law: dict[str, Any], certificate: dict[str, Any], progress: Progress = silent
) -> str:
    """How the law was re-established; raises Refuted."""
    inner = text_rules(ruleset)
    if inner is not ruleset:
        raise Refuted("a blocking game has no Grundy values")
    heaps, least = inner.rules.heaps, inner.least
    if law["tracks"] != len(heaps) + 1:
        raise Refuted(f"the law's automaton reads {law['tracks']} tracks, not {len(heaps)} heaps and a value")
    moves = read_moves(inner)
    machine = require_numbers(law["machine"])
    if inner.splits and machine.system != Base(2):
        raise Refuted("values of several components are joined in base 2 only")
    progress("comparing moves on small positions")
    box = check_moves(inner, heaps, moves, machine.system, certificate["box"])
    progress("checking that play ends")
    check_measure(moves, heaps, least, certificate["measure"])
    moves = [move for move in moves if move.changed]
    progress("checking that each position has one value")
    _require_function(machine, heaps, least)
    progress("checking that no option has the value of its position")
    _require_other_values(machine, heaps, moves)
    progress("checking that all smaller values are reached")
    states = _require_smaller_values(machine, heaps, moves)
    return (
        f"the automaton ({len(machine.delta)} states) is a function and the mex of its options, at {states:,} states "
        f"of the product; the measure falls; moves compared up to {box}"
    )


def _require_function(machine: Machine, heaps: Sequence[str], least: int) -> None:
    system = machine.system
    valued = Subsets([Query(system, heaps, (H,), Accepted(machine, (*heaps, H)))], clip=2)
    legal = Subsets([Query(system, heaps, (), is_legal(heaps, least))])
    found = Everywhere(system, len(heaps), [valued, legal], lambda n, allowed: n == allowed).counterexample()
    if found is not None:
        raise Refuted(f"the law gives {found} no value, or several, or one that it should not have")


def _option_value(machine: Machine, move: Move, h: str) -> tuple[Formula, tuple[str, ...]]:
    """The option's value is h; and the tracks that are guessed for it."""
    count = len(move.components)
    if count == 1:
        return Accepted(machine, (*move.components[0], h)), ()
    values = [f"<h{i}>" for i in range(count)]
    parts: list[Formula] = [Accepted(machine, (*c, v)) for c, v in zip(move.components, values, strict=True)]
    sums = [values[0], *(f"<s{i}>" for i in range(1, count - 1)), h]
    add = nim_sum(machine.system)
    parts += [Accepted(add, (sums[i + 1], sums[i], values[i + 1])) for i in range(count - 1)]
    return All(tuple(parts)), (*values, *sums[1:-1])


def _require_other_values(machine: Machine, heaps: Sequence[str], moves: Sequence[Move]) -> None:
    for move in moves:
        reached, guessed = _option_value(machine, move, H)
        same = All((Accepted(machine, (*heaps, H)), reached))
        found = query(machine.system, (), move, same, (*heaps, H, *guessed)).witness(MAX_STATES)
        if found is not None:
            x = tuple(found[h] for h in heaps)
            option = tuple(tuple(found[n] for n in part) for part in move.components)
            raise Refuted(f"the law gives {x} the value {found[H]}, and its option {option}, too")


def _require_smaller_values(machine: Machine, heaps: Sequence[str], moves: Sequence[Move]) -> int:
    system, read = machine.system, (*heaps, H)
    larger = "<larger>"
    above = All((Accepted(machine, (*heaps, larger)), less(Affine.of(H), Affine.of(larger))))
    needed = Subsets([Query(system, read, (larger,), above)])
    queries = []
    for move in moves:
        reached, guessed = _option_value(machine, move, H)
        queries.append(query(system, read, move, reached, guessed))
    both = Everywhere(system, len(read), [needed, Subsets(queries)], lambda need, have: have >= need)
    found = both.counterexample()
    if found is not None:
        *x, h = found
        raise Refuted(f"the law gives {tuple(x)} a value above {h}, but no option the value {h}")
    return len(both.states)
