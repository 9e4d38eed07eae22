"""The method *automaton outcomes*: L is the set of P-positions if and only if L = Legal ∧ ¬W.

W(x): some option of x is in L (misère: or x has no option; blocking: more options are in L than may be forbidden).
Play ends, so induction along the measure shows that one set only satisfies the equation: the P-positions.

The equation is decided by one traversal: the columns of the digits of x are read, an option is guessed along with
them, and the sets of what guesses have come to (with the states of L) are the states of a deterministic automaton. At
each of them both sides must agree; the first one where they do not is a concrete counterexample.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.rules.blocking import Blocking
from grundy.rules.rulesets import Ruleset, TextRuleset

from .boxes import check_moves
from .machines import Machine
from .measure import check_measure
from .moves import Move, moves_of, query
from .queries import Query
from .readings import Accepted, Affine, All, Any_, AtLeast0, Formula, NotLinear, equal, rebuilt
from .subsets import Everywhere, Subsets
from .verdicts import Progress, Refuted, silent


def text_rules(ruleset: Ruleset) -> TextRuleset:
    """The rule text of a ruleset or of what is blocked; raises Refuted where there is none."""
    inner = ruleset.inner if isinstance(ruleset, Blocking) else ruleset
    if not isinstance(inner, TextRuleset):
        raise Refuted("automata read rule texts only")
    return inner


def read_moves(inner: TextRuleset) -> list[Move]:
    """The moves, as formulas; raises Refuted where they are not linear."""
    try:
        return moves_of(inner.rules, inner.least)
    except NotLinear as error:
        raise Refuted(f"the rules are not read by automata: {error}") from None


def require_numbers(machine: Machine) -> Machine:
    """The machine as small as possible; raises Refuted where its language is no set of tuples of numbers."""
    fault = machine.fault()
    if fault is not None:
        raise Refuted(f"the law's automaton: {fault}")
    return machine.minimised()


def is_legal(heaps: Sequence[str], least: int) -> Formula:
    """Every heap is at least the least one."""
    return All(tuple(AtLeast0(Affine.of(h).plus(-least)) for h in heaps))


def check_outcomes(
    ruleset: Ruleset, play: str, law: dict[str, Any], certificate: dict[str, Any], progress: Progress = silent
) -> str:
    """How the law was re-established; raises Refuted."""
    inner = text_rules(ruleset)
    heaps, least = inner.rules.heaps, inner.least
    if law["tracks"] != len(heaps):
        raise Refuted(f"the law's automaton reads {law['tracks']} tracks, a position has {len(heaps)} heaps")
    if inner.splits:
        raise Refuted("a move splits the position: outcomes of the parts do not say who wins, Grundy values do")
    moves = read_moves(inner)
    machine = require_numbers(law["machine"])
    progress("comparing moves on small positions")
    box = check_moves(inner, heaps, moves, machine.system, certificate["box"])
    progress("checking that play ends")
    check_measure(moves, heaps, least, certificate["measure"])
    forbidden = ruleset.options_forbidden if isinstance(ruleset, Blocking) else 0
    if forbidden and play != "normal":
        raise Refuted("blocking games have no misère play here")
    progress("comparing the law with what its options say")
    states = _compare(machine, heaps, least, moves, play == "misere", forbidden)
    return (
        f"L = Legal and not W at all {states:,} states of the product ({len(machine.delta)} states of L); "
        f"the measure falls; moves compared up to {box}"
    )


def _compare(
    machine: Machine, heaps: Sequence[str], least: int, moves: list[Move], misere: bool, forbidden: int
) -> int:
    system = machine.system
    said = Subsets([Query(system, heaps, (), Accepted(machine, tuple(heaps)))])
    legal = Subsets([Query(system, heaps, (), is_legal(heaps, least))])
    moves = [move for move in moves if move.changed]
    if forbidden:
        winning = Subsets([_whole(machine, heaps, moves)], forbidden + 1)
    else:
        winning = Subsets([query(system, heaps, m, Accepted(machine, m.components[0])) for m in moves])
    movable = Subsets([query(system, heaps, move, All()) for move in moves] if misere else [])

    def agree(p: int, allowed: int, won: int, moved: int) -> bool:
        return bool(p) == bool(allowed and won <= forbidden and (moved or not misere))

    both = Everywhere(system, len(heaps), [said, legal, winning, movable], agree)
    found = both.counterexample()
    if found is not None:
        raise Refuted(f"the law is wrong at {found}, judged by its own options (or at an option of it)")
    return len(both.states)


def _whole(machine: Machine, heaps: Sequence[str], moves: list[Move]) -> Query:
    """One question about a whole option, so that each option is counted once, by whatever kinds of move it comes."""
    if any(move.hidden for move in moves):
        raise Refuted("options cannot be counted: a move has further variables")
    guessed = tuple(f"<{heap}>" for heap in heaps)
    kinds: list[Formula] = []
    for move in moves:
        tracks = dict(zip(move.components[0], guessed, strict=True))
        renamed = {name: Affine.of(tracks[name]) for name in move.changed}
        kept = [equal(Affine.of(h), Affine.of(tracks[h])) for h in heaps if h in tracks]
        formula = rebuilt(move.formula, lambda form, renamed=renamed: form.substituted(renamed))  # type: ignore[misc]
        kinds.append(All((formula, *kept)))
    return Query(machine.system, heaps, guessed, All((Accepted(machine, guessed), Any_(tuple(kinds)))))
