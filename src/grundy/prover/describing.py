"""Descriptions of automatic laws: laws that are more easily read, and that are proved equal to the automaton.

**Theorem.** Let L be the automaton of a proved law, D that of a description on all heaps of at least the least one. If
L = D, the description says the same at all positions. Where the description has recursions g(kn + r) = g(n + c) with n
+ c < kn + r, D reads them with L itself; L = D then shows by induction that L has the values of the description.

The equality is one of minimal automata, decided for all numbers. Where the description comes from is no part of the
proof: `proposals` reads candidates off a table of small positions, and one that differs anywhere is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import TYPE_CHECKING, Any

from grundy.rules.budget import Budget, OutOfBudget
from grundy.rules.errors import GrundyError

from .base import NotProved, Proof, sealed

if TYPE_CHECKING:
    from grundy.automata.automaton import Automaton
    from grundy.rules.rulesets import Ruleset

    from .proposals import Sample

VALUE = "y"
_MOST_HEAPS = 6


def described(proof: Proof, ruleset: Ruleset, budget: Budget) -> Proof:
    """The proof with a description of its law; the proof itself where none is found, whatever the reason.

    >>> from grundy.prover.functions import prove
    >>> from grundy.rules.family import ruleset
    >>> rules = ruleset("n -> n-t where t % 2 == 1")
    >>> described(prove(rules, Budget()), rules, Budget(3)).certificate["description"]["values"]
    [0, 1]
    """
    try:
        found = description(proof.certificate["law"], ruleset.least, budget)
    except Exception:  # noqa: BLE001 - a description is extra: whatever is wrong with one, the proof stands
        return proof
    if found is None:
        return proof
    certificate = sealed({**proof.certificate, "description": found})
    return Proof(proof.law, proof.method, proof.theorem, certificate, proof.seconds)


def description(law: Mapping[str, Any], least: int, budget: Budget) -> dict[str, Any] | None:
    """The plain data of a law that equals an automatic one for heaps >= *least*; None where none is found."""
    from grundy.automata.automaton import from_json

    if law["kind"] != "automatic":
        return None
    heaps = law["tracks"] - (law["about"] == "grundy")
    if not 1 <= heaps <= _MOST_HEAPS:
        return None
    names = heap_tracks(heaps)
    own = from_json(law, names if law["about"] == "outcome" else (*names, VALUE))
    if heaps == 2 and law["about"] == "outcome":
        found = _beatty(own, names, budget)
        if found is not None:
            return found
    return _equal_law(law, own, least, budget)


def heap_tracks(heaps: int) -> tuple[str, ...]:
    """The tracks of the heaps."""
    return tuple(f"x{i}" for i in range(heaps))


def _beatty(own: Automaton, names: tuple[str, ...], budget: Budget) -> dict[str, Any] | None:
    from .beatty import difference_factor

    try:
        r = difference_factor(own.rename({names[0]: "a", names[1]: "b"}), budget.part(0.5))
    except (NotProved, OutOfBudget):
        return None
    return {"kind": "beatty", "r": r}


def _equal_law(law: Mapping[str, Any], own: Automaton, least: int, budget: Budget) -> dict[str, Any] | None:
    """The first proposal that the automaton equals."""
    from .proposals import proposals

    sample = sample_of(law, own, least)
    for proposal in proposals(sample):
        if not budget.left:
            break
        try:
            if equals(own, proposal, least, budget.part(0.5)):
                return dict(proposal)
        except GrundyError:  # no automaton is known of it, or it is too large: the next
            continue
    return None


def sample_of(law: Mapping[str, Any], own: Automaton, least: int) -> Sample:
    """What the automaton says of small positions."""
    from grundy.laws.reading import law_from_json

    from .proposals import SIDES, Sample

    heaps = law["tracks"] - (law["about"] == "grundy")
    side = SIDES.get(heaps, 4)
    box = product(range(least, least + side), repeat=heaps)
    if law["about"] == "outcome":
        members = set(own.tuples(least + side))
        entries = {x: int(x not in members) for x in box}
    else:
        read = law_from_json(dict(law))
        entries = {x: read.value(x) for x in box}
    return Sample(heaps, least, side, entries, law["about"], law["system"])


def equals(own: Automaton, proposal: Mapping[str, Any], least: int, budget: Budget) -> bool:
    """Whether an automaton is that of a law for heaps >= *least*; raises NoAutomaton, OutOfBudget."""
    from .law_automata import LawAutomata

    if proposal["kind"] == "points" and proposal["least"] > least:
        return False
    names = tuple(track for track in own.tracks if track != VALUE)
    reading = LawAutomata(own.system, budget, own)
    grundy = VALUE in own.tracks
    said = reading.values(proposal, names, VALUE) if grundy else reading.positions(proposal, names)
    return own == said.joined(reading.at_least(names, least), "and", budget)
