"""Grundy values by automata (method "automaton values").

**Theorem.** Let M(x, y) say that y is an option of x, and let every move lower a measure. For a set G of pairs
(position, number) let E(x, h) say that some option has the number h: there is y with M(x, y) and G(y, h); for a move
that leaves several heaps, there are heaps y_1, …, y_m with M(x, y_1, …, y_m) and numbers with G(y_i, u_i) and h = u_1
xor … xor u_m. Then G is the graph of the Grundy function if and only if, for all positions x and all h: G(x, h) if and
only if not E(x, h) and E(x, i) for all i < h.

Proof: by induction on the measure G is, at the options of x, the graph of the Grundy function; so E(x, ·) is the set of
the options' values (of a sum, by Sprague and Grundy, the xor), and the right side says that h is its mex.

Hypotheses, and where they are seen to: as in `outcomes`; xor is an automaton in base 2, so rules that split heaps are
read there only.

Sources: R. P. Sprague, Tôhoku Math. J. 41 (1935); P. M. Grundy, Eureka 2 (1939); J. Shallit, The Logical Approach to
Automatic Sequences (Cambridge University Press, 2022).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from grundy.rules.blocking import Blocking
from grundy.rules.budget import Budget
from grundy.rules.errors import LimitExceeded
from grundy.rules.rulesets import Ruleset

from .base import NotProved, Proof, make_certificate, rules_entry
from .learning import Found, LearningSearch
from .outcomes import agreed_relations, difference, inner_rules, linear_moves, measure_entry

if TYPE_CHECKING:
    from grundy.automata.automaton import Automaton
    from grundy.automata.known import Known
    from grundy.automata.moves import Relation, Relations
    from grundy.automata.systems import System

METHOD = "automaton values"
SIDES = {1: (64, 512, 4096, 30_000), 2: (16, 64, 256, 512), 3: (4, 8, 16), 4: (2, 4, 8)}
SIDES_SEARCHED = {1: (64, 256, 1024), 2: (16, 64, 96), 3: (4, 8, 16), 4: (2, 4, 8)}
_OTHERS = (2, 4)
MAX_PARTS = 3


def prove(ruleset: Ruleset, budget: Budget, *, systems: Sequence[System] | None = None) -> Proof:
    """The Grundy values of a ruleset as an automaton, proved; raises NotProved, OutOfBudget.

    >>> from grundy.rules.family import ruleset
    >>> prove(ruleset("n -> n-t | a & b where a+b == n and a >= 1 and b >= 1"), Budget()).law.value((7,))
    8
    """
    begun = time.monotonic()
    theorem = _Values(ruleset, budget)
    found = theorem.search(systems)
    return theorem.proof(found, time.monotonic() - begun)


class _Values:
    """The theorem for one ruleset."""

    def __init__(self, ruleset: Ruleset, budget: Budget) -> None:
        if isinstance(ruleset, Blocking):
            raise NotProved("a blocking game has outcomes only")
        self.inner = inner_rules(ruleset)
        self.budget = budget
        self.moves = linear_moves(self.inner, exact=False)
        if any(f.components > MAX_PARTS for f in self.moves):
            raise NotProved("a move leaves more than {most} heaps", most=MAX_PARTS)
        self.relations: dict[System, Relations] = {}
        self.box = self.inner.least

    def search(self, systems: Sequence[System] | None) -> Found:
        """The automaton, learned and proved."""
        from grundy.automata.moves import VALUE, heap_tracks
        from grundy.automata.systems import Base
        from grundy.automata.vgenerate import Values

        values = Values(self.inner)

        def table(side: int) -> Known:
            try:
                return values.known(side, self.budget)
            except LimitExceeded:
                raise NotProved(
                    "the values of heaps below {side} take too many moves to be looked at", side=side
                ) from None

        splits = any(f.components > 1 for f in self.moves)
        if splits:
            systems = [s for s in (systems or [Base(2)]) if s == Base(2)]
        heaps = self.inner.heaps
        width = max((len(f.names) for f in self.moves), default=heaps) + 1
        search = LearningSearch((*heap_tracks(heaps), VALUE), width, systems, self.budget)
        sides = (SIDES if values.by_kernel else SIDES_SEARCHED).get(heaps, _OTHERS)
        return search.run([self.inner.least + side for side in sides], table, self.refute)

    def refute(self, candidate: Automaton, budget: Budget) -> dict[str, int] | None:
        """The least (position, number) at which the two sides of the theorem differ, or None."""
        system = candidate.system
        if system not in self.relations:
            self.relations[system], self.box = agreed_relations(self.inner, system, self.moves, self.budget)
        right = mex_graph(self.relations[system], candidate, budget)
        return None if candidate == right else difference(candidate, right, budget)

    def proof(self, found: Found, seconds: float) -> Proof:
        """The proof with its certificate."""
        from grundy.laws.reading import law_from_json

        automaton = found.automaton
        data = automaton.to_json(about="grundy")
        theorem = (
            f"The Grundy value of each position x of {self.inner.canonical} is the one number h such that an automaton "
            f"of {len(automaton)} states over {automaton.system} accepts (x, h)."
        )
        certificate = make_certificate(
            rules=rules_entry(self.inner),
            law=data,
            method=METHOD,
            theorem=theorem,
            about="grundy",
            seconds=seconds,
            measure=measure_entry(self.inner),
            proof={"side": found.side, "states": len(automaton)},
            box=self.box,
        )
        return Proof(law_from_json(data), METHOD, theorem, certificate, seconds)


def mex_graph(relations: Relations, graph: Automaton, budget: Budget) -> Automaton:
    """The (x, h) such that h is the least number that no option of x has in *graph*."""
    from grundy.automata.linear import less
    from grundy.automata.moves import VALUE, exists

    reached = option_values(relations, graph, budget)
    absent = relations.legal.with_tracks((VALUE,), budget).joined(reached, "minus", budget)
    before = [absent.rename({VALUE: "w"}, budget), less(relations.system, "w", VALUE)]
    return absent.joined(exists(before, ("w",), budget), "minus", budget)


def option_values(relations: Relations, graph: Automaton, budget: Budget) -> Automaton:
    """The (x, h) such that some option of x has the number h."""
    found = relations.preimage(graph, budget)
    sums: dict[int, Automaton] = {}
    for relation in relations.members:
        count = relation.family.components
        if count > 1:
            if count not in sums:
                sums[count] = _sums(graph, count, budget)
            found = found.joined(_split_values(relation, sums[count], budget), "or", budget)
    return found


def _sums(graph: Automaton, count: int, budget: Budget) -> Automaton:
    """The (y_0, …, y_{count-1}, z) in which z is the xor of numbers that the y_i have."""
    from grundy.automata.linear import xor
    from grundy.automata.moves import VALUE, exists

    total = graph.rename({"x0": "y0", VALUE: "u"}, budget)
    for i in range(1, count):
        part = graph.rename({"x0": f"y{i}", VALUE: "w"}, budget)
        total = exists([total, part, xor("u", "w", VALUE)], ("u", "w"), budget).rename({VALUE: "u"}, budget)
    return total.rename({"u": VALUE}, budget)


def _split_values(relation: Relation, total: Automaton, budget: Budget) -> Automaton:
    """The (x, h) of one family of moves that leave several heaps."""
    from grundy.automata.moves import exists

    return exists([*relation.atoms, total], (*relation.auxiliaries, *relation.targets), budget)
