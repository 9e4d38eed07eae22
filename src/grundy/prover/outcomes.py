"""P-positions by automata (method "automaton outcomes").

**Theorem.** Let M(x, y) say that y is an option of x, let every move lower a measure, and let L be a set of positions.
Then L is the set of P-positions if and only if L = Legal - W, where W(x) says that some y has M(x, y) and L(y). Misère
play: positions without options join W. Blocking by at most k-1: W says that at least k distinct options are in L.

Proof: both sides are determined at x by L at the options of x; so by induction on the measure there is exactly one such
L, and the set of P-positions is one.

Hypotheses, and where they are seen to: the rules are linear and leave one component (`families`, exact clauses); the
measure (`ruleset.ending`, shown by linear programming); M is the moves (`Relations.require_agreement`, on a box); the
equality, for all positions, is one of minimal automata. L is learned from a table; where it comes from is no part of
the proof.

Sources: W. A. Wythoff (1907) for the idea that a stable and absorbing set is the set of P-positions; J. Shallit, The
Logical Approach to Automatic Sequences (Cambridge University Press, 2022), for first-order formulas by automata; U.
Larsson, Blocking Wythoff Nim, El. J. Combin. 18 (2011) P120.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from grundy.rules.blocking import Blocking
from grundy.rules.budget import Budget
from grundy.rules.errors import LimitExceeded, Unsupported
from grundy.rules.rulesets import Ruleset, TextRuleset

from .base import NotProved, Proof, make_certificate, rules_entry
from .learning import MAX_COLUMNS, Found, LearningSearch

if TYPE_CHECKING:
    from grundy.automata.automaton import Automaton
    from grundy.automata.families import Family
    from grundy.automata.moves import Relation, Relations
    from grundy.automata.systems import System

METHOD = "automaton outcomes"
SIDES = {1: (64, 512, 4096, 30_000), 2: (64, 256, 1600, 6800), 3: (8, 16, 32, 64), 4: (4, 8, 16, 32)}
SIDES_BLOCKED = {1: (64, 512, 4096), 2: (64, 256, 700, 1600), 3: (8, 16, 32), 4: (4, 8, 16)}
_OTHERS = (4, 8)
MAX_FORBIDDEN = 3


def prove(ruleset: Ruleset, budget: Budget, *, play: str = "normal", systems: Sequence[System] | None = None) -> Proof:
    """The P-positions of a ruleset as an automaton, proved; raises NotProved, OutOfBudget.

    >>> from grundy.rules.family import ruleset
    >>> prove(ruleset("a, b -> a-t, b | a, b-t | a-t, b-t"), Budget()).law.is_p((4, 7))
    True
    """
    begun = time.monotonic()
    theorem = _Outcomes(ruleset, play, budget)
    found = theorem.search(systems)
    return theorem.proof(found, time.monotonic() - begun)


def refutation(
    ruleset: Ruleset, candidate: Automaton, budget: Budget, *, play: str = "normal"
) -> dict[str, int] | None:
    """A tuple on which *candidate* is not the set of P-positions, or None where it is: the proof step alone.

    Raises NotProved where the method does not apply, OutOfBudget.
    """
    return _Outcomes(ruleset, play, budget).refute(candidate, budget)


class _Outcomes:
    """The theorem for one ruleset and one kind of play."""

    def __init__(self, ruleset: Ruleset, play: str, budget: Budget) -> None:
        if play not in {"normal", "misere"}:
            raise ValueError(f"play is normal or misere, not {play!r}")
        self.ruleset = ruleset
        self.misere = play == "misere"
        self.play = play
        self.budget = budget
        self.forbidden = ruleset.options_forbidden if isinstance(ruleset, Blocking) else 0
        self.inner = inner_rules(ruleset)
        if self.inner.splits:
            raise NotProved("a move leaves several components: outcomes of the parts do not give that of the whole")
        if self.misere and self.forbidden:
            raise NotProved("misère play of a blocking game is not defined here")
        if self.forbidden > MAX_FORBIDDEN:
            raise NotProved("at most {most} forbidden options are counted by automata", most=MAX_FORBIDDEN)
        self.moves = linear_moves(self.inner, exact=bool(self.forbidden))
        self.relations: dict[System, Relations] = {}
        self.box = self.inner.least

    def search(self, systems: Sequence[System] | None) -> Found:
        """The automaton, learned and proved."""
        from grundy.automata.families import NoFamilies
        from grundy.automata.known import Known
        from grundy.automata.moves import heap_tracks
        from grundy.automata.pgenerate import NotGenerated, p_positions

        heaps = self.inner.heaps

        def table(side: int) -> Known:
            try:
                return p_positions(self.ruleset, side, self.budget, play=self.play, moves=self.moves)
            except (NotGenerated, NoFamilies, LimitExceeded) as error:
                raise NotProved(str(error)) from None

        width = max((len(f.names) for f in self.moves), default=heaps)
        search = LearningSearch(heap_tracks(heaps), width, systems, self.budget)
        sides = (SIDES_BLOCKED if self.forbidden else SIDES).get(heaps, _OTHERS)
        return search.run([self.inner.least + side for side in sides], table, self.refute)

    def refute(self, candidate: Automaton, budget: Budget) -> dict[str, int] | None:
        """The least position at which the two sides of the theorem differ, or None."""
        right = self.right_side(self.relations_in(candidate.system), candidate, budget)
        return None if candidate == right else difference(candidate, right, budget)

    def relations_in(self, system: System) -> Relations:
        """The moves in a system, compared with the generator once."""
        if system not in self.relations:
            self.relations[system], self.box = agreed_relations(self.inner, system, self.moves, self.budget)
        return self.relations[system]

    def right_side(self, relations: Relations, candidate: Automaton, budget: Budget) -> Automaton:
        """Legal - W for a candidate."""
        if self.forbidden:
            won = at_least(relations, candidate, self.forbidden + 1, budget)
        else:
            won = relations.preimage(candidate, budget)
        if self.misere:
            moving = relations.preimage(relations.legal, budget)
            won = won.joined(relations.legal.joined(moving, "minus", budget), "or", budget)
        return relations.legal.joined(won, "minus", budget)

    def proof(self, found: Found, seconds: float) -> Proof:
        """The proof with its certificate."""
        from grundy.laws.reading import law_from_json

        automaton = found.automaton
        data = automaton.to_json()
        theorem = (
            f"In {'misère' if self.misere else 'normal'} play, the P-positions of {self.ruleset.canonical} are exactly "
            f"the positions that an automaton of {len(automaton)} states over {automaton.system} accepts."
        )
        certificate = make_certificate(
            rules=rules_entry(self.ruleset),
            law=data,
            method=METHOD,
            theorem=theorem,
            about="outcome",
            seconds=seconds,
            play=self.play,
            measure=measure_entry(self.inner),
            proof={"side": found.side, "states": len(automaton), "forbidden": self.forbidden},
            box=self.box,
        )
        return Proof(law_from_json(data), METHOD, theorem, certificate, seconds)


# ------------------------------------------------------------ what the automaton methods share


def inner_rules(ruleset: Ruleset) -> TextRuleset:
    """The rule text of a ruleset; raises NotProved where it has none, or where play is not shown to end."""
    inner = ruleset.inner if isinstance(ruleset, Blocking) else ruleset
    if not isinstance(inner, TextRuleset):
        raise NotProved("automata read rule texts only")
    if not inner.ending.shown:
        raise NotProved("that play ends is tested, not shown ({ending})", ending=inner.ending)
    return inner


def linear_moves(ruleset: TextRuleset, *, exact: bool) -> tuple[Family, ...]:
    """The moves as linear systems; raises NotProved with the reason why they are none."""
    from grundy.automata.families import NoFamilies, families

    if 2 ** (ruleset.heaps + 1) > MAX_COLUMNS:
        raise NotProved("{width} numbers at once are too many for an automaton of moves", width=ruleset.heaps)
    try:
        return families(ruleset.clauses(), ruleset.least, exact=exact)
    except (NoFamilies, LimitExceeded) as error:
        raise NotProved(str(error)) from None
    except Unsupported as error:
        raise NotProved(error.why) from None


def difference(one: Automaton, other: Automaton, budget: Budget) -> dict[str, int] | None:
    """The least tuple that one of two automata accepts and the other does not."""
    more, less = one.joined(other, "minus", budget), other.joined(one, "minus", budget)
    return more.joined(less, "or", budget).shortest()


def agreed_relations(
    ruleset: TextRuleset, system: System, moves: Sequence[Family], budget: Budget
) -> tuple[Relations, int]:
    """The moves in a system, and the largest heap of the box on which they are those of the generator."""
    from grundy.automata.moves import relations

    found = relations(ruleset, system, budget, moves=moves)
    return found, found.require_agreement(ruleset, budget)


def measure_entry(ruleset: TextRuleset) -> dict[str, Any]:
    """The falling measure as a certificate has it."""
    measure = ruleset.ending.measure
    return {"weights": [list(w) for w in measure.weights], "bounds": list(measure.lower_bounds)}


# ------------------------------------------------------------ at least k distinct options


def at_least(relations: Relations, target: Automaton, k: int, budget: Budget) -> Automaton:
    """The positions with at least k distinct options in *target*; the families are exact.

    Options by different changed sets are distinct; those by one set are counted in lexicographic order.
    """
    from grundy.automata.automaton import nothing

    kinds: dict[tuple[int, ...], list[Relation]] = {}
    for relation in relations.members:
        kinds.setdefault(relation.family.changed, []).append(relation)
    counted = [_counted(relations, kind, target, k, budget) for kind in kinds.values()]
    found = nothing(relations.system, relations.tracks)
    for chosen in combinations_with_replacement(range(len(counted)), k):
        part = None
        for kind in sorted(set(chosen)):
            some = counted[kind][chosen.count(kind) - 1]
            part = some if part is None else part.joined(some, "and", budget)
        if part is not None:
            found = found.joined(part, "or", budget)
    return found


def _counted(
    relations: Relations, kind: Sequence[Relation], target: Automaton, k: int, budget: Budget
) -> list[Automaton]:
    """The positions with at least 1, 2, …, k options in *target* by the moves of one changed set."""
    pairs = kind[0].pairs(target, budget)
    for relation in kind[1:]:
        pairs = pairs.joined(relation.pairs(target, budget), "or", budget)
    tracks = [t for t in pairs.tracks if t.startswith("y")]
    pairs, tracks = _determined(pairs, tracks, budget)
    renamed = pairs.rename({t: f"w{t[1:]}" for t in tracks}, budget)
    later = _lexicographic(relations.system, tracks, budget)
    counts, current = [pairs.project(*tracks, budget=budget)], renamed
    for _ in range(k - 1):
        # current: x with so many options, the last of them on w; the next one is larger
        both = current.joined(later, "and", budget).joined(pairs, "and", budget)
        step = both.project(*(f"w{t[1:]}" for t in tracks), budget=budget)
        counts.append(step.project(*tracks, budget=budget))
        current = step.rename({t: f"w{t[1:]}" for t in tracks}, budget)
    return [c.with_tracks(relations.tracks, budget) for c in counts]


def _determined(pairs: Automaton, tracks: list[str], budget: Budget) -> tuple[Automaton, list[str]]:
    """The pairs without those of the option's tracks that the first one determines."""
    from grundy.automata.linear import less

    first, *others = tracks
    for track in list(others):
        other = pairs.rename({track: "w"}, budget)
        twice = pairs.joined(other, "and", budget) if len(tracks) == 2 else None
        if twice is not None and twice.joined(less(pairs.system, track, "w"), "and", budget).is_empty():
            return pairs.project(track, budget=budget), [first]
    return pairs, tracks


def _lexicographic(system: System, tracks: Sequence[str], budget: Budget) -> Automaton:
    """The options on w tracks that come before those on y tracks."""
    from grundy.automata.linear import equal, less

    olds = [f"w{t[1:]}" for t in tracks]
    found = less(system, olds[-1], tracks[-1])
    for old, new in zip(olds[-2::-1], tracks[-2::-1], strict=True):
        same = equal(system, old, new).joined(found, "and", budget)
        found = less(system, old, new).joined(same, "or", budget)
    return found
