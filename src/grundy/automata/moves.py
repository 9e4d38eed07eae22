"""The moves of linear rules as relations that automata decide.

- ``relations(ruleset, system, exact=False, budget)``: a ``Relations``: ``.members`` (one ``Relation`` a family of
  moves), ``.legal`` (every heap >= least), ``.preimage(target)``: the positions x with an option y in *target*, and
  ``.agree(...)``, which compares them with the move generator on a box and raises.
- Tracks: x0, x1, … the position, y0, y1, … the option, z a value, v0, v1, … auxiliary numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np

from grundy.rules.budget import Budget
from grundy.rules.meter import Meter
from grundy.rules.rulesets import TextRuleset

from .automaton import Automaton, everything, nothing
from .families import Family, families
from .learn import accepts_all
from .linear import linear
from .systems import System

VALUE = "z"


class WrongMoves(RuntimeError):
    """Moves read as formulas that the move generator contradicts: a fault of grundy, never hidden."""


_SIDES = {1: 24, 2: 8, 3: 5, 4: 4}
_PAIRS = 60_000


def heap_tracks(heaps: int) -> tuple[str, ...]:
    """The tracks of a position's heaps.

    >>> heap_tracks(2)
    ('x0', 'x1')
    """
    return tuple(f"x{i}" for i in range(heaps))


def exists(parts: Iterable[Automaton], names: Iterable[str], budget: Budget) -> Automaton:
    """The tuples for which numbers on the tracks *names* fit all parts: one track after the other is erased.

    The next one is the track whose parts together have the fewest tracks, then the fewest states.
    """
    left = list(parts)
    open_names = {name for name in names if any(name in part.tracks for part in left)}
    while open_names:
        name = min(open_names, key=lambda n: _cost(left, n))
        here = sorted((p for p in left if name in p.tracks), key=lambda p: (len(p), p.tracks))
        left = [p for p in left if name not in p.tracks]
        left.append(_join(here, budget).project(name, budget=budget))
        open_names.remove(name)
    return _join(sorted(left, key=lambda p: (len(p), p.tracks)), budget)


def _cost(parts: Sequence[Automaton], name: str) -> tuple[int, int, str]:
    here = [p for p in parts if name in p.tracks]
    return len({t for p in here for t in p.tracks}), prod(len(p) for p in here), name


def _join(parts: Sequence[Automaton], budget: Budget) -> Automaton:
    found = parts[0]
    for part in parts[1:]:
        found = found.joined(part, "and", budget)
    return found


@dataclass(frozen=True, slots=True)
class Relation:
    """One family of moves: the automata of its equations and inequalities."""

    family: Family
    atoms: tuple[Automaton, ...]

    @property
    def targets(self) -> tuple[str, ...]:
        """The tracks of the option's unknowns."""
        return tuple(n for n in self.family.names if n.startswith("y"))

    @property
    def auxiliaries(self) -> tuple[str, ...]:
        """The tracks of the auxiliary numbers."""
        return tuple(n for n in self.family.names if n.startswith("v"))

    def placed(self, target: Automaton, budget: Budget) -> Automaton:
        """A set of positions as a set of options: the heaps that change are read on y tracks."""
        return target.rename({f"x{i}": f"y{i}" for i in self.family.changed}, budget)

    def pairs(self, target: Automaton, budget: Budget) -> Automaton:
        """The pairs of a position and an option in *target*; other tracks of *target* are kept."""
        return exists([*self.atoms, self.placed(target, budget)], self.auxiliaries, budget)

    def preimage(self, target: Automaton, budget: Budget) -> Automaton:
        """The positions with an option in *target*; other tracks of *target* are kept."""
        names = (*self.auxiliaries, *self.targets)
        return exists([*self.atoms, self.placed(target, budget)], names, budget)

    def moves(self, system: System, budget: Budget) -> Automaton:
        """The pairs of a position and an option, on all their tracks."""
        tracks = [n for n in self.family.names if not n.startswith("v")]
        found = exists([everything(system, tracks), *self.atoms], self.auxiliaries, budget)
        return found.with_tracks(tracks, budget)


@dataclass(frozen=True, slots=True)
class Relations:
    """All moves of a ruleset in a numeration system."""

    system: System
    heaps: int
    least: int
    members: tuple[Relation, ...]
    legal: Automaton

    @property
    def tracks(self) -> tuple[str, ...]:
        """The tracks of a position."""
        return heap_tracks(self.heaps)

    def preimage(self, target: Automaton, budget: Budget) -> Automaton:
        """The positions with an option in *target*, by moves that leave one component."""
        more = tuple(t for t in target.tracks if t not in self.tracks)
        found = nothing(self.system, (*self.tracks, *more))
        for relation in self.members:
            if relation.family.components == 1:
                found = found.joined(relation.preimage(target, budget), "or", budget)
        return found

    def require_agreement(self, ruleset: TextRuleset, budget: Budget) -> int:
        """The largest heap of a box on which the moves are exactly those of the generator; raises WrongMoves."""
        kinds = [(r.family, r.moves(self.system, budget)) for r in self.members]
        widest = max((f.targets for f, _ in kinds), default=1)
        side = _SIDES.get(self.heaps, 3)
        while side > 1 and side**self.heaps * (2 * side + 2) ** widest > _PAIRS:
            side -= 1
        while True:
            positions = list(product(range(self.least, self.least + side), repeat=self.heaps))
            expected = [_options(ruleset, p) for p in positions]
            top = max((h for found in expected for o in found for c in o for h in c), default=0)
            bound = max(top, self.least + side) + 2
            if side == 1 or len(positions) * (bound - self.least) ** widest <= _PAIRS:
                break
            side -= 1
        found = self._moves_found(kinds, positions, bound, budget)
        for position, options in zip(positions, expected, strict=True):
            if options != found[position]:
                odd = min(options ^ found[position])
                raise WrongMoves(f"the formula of the moves of {ruleset} is wrong at {position} -> {odd}")
        return self.least + side - 1

    def _moves_found(
        self,
        kinds: Sequence[tuple[Family, Automaton]],
        positions: Sequence[tuple[int, ...]],
        bound: int,
        budget: Budget,
    ) -> dict[tuple[int, ...], set[tuple[tuple[int, ...], ...]]]:
        """The options that the automata know of positions, up to a bound."""
        result: dict[tuple[int, ...], set[tuple[tuple[int, ...], ...]]] = {p: set() for p in positions}
        places = np.array(positions, dtype=np.int64)
        for family, automaton in kinds:
            budget.check("comparing the formula's moves with the generator")
            targets = np.array(list(product(range(self.least, bound), repeat=family.targets)), dtype=np.int64)
            rows = np.hstack([places.repeat(len(targets), axis=0), np.tile(targets, (len(places), 1))])
            for row in rows[accepts_all(automaton, rows)].tolist():
                position, chosen = tuple(row[: self.heaps]), row[self.heaps :]
                if family.components > 1:
                    result[position].add(tuple(sorted((c,) for c in chosen)))
                    continue
                option = list(position)
                for place, heap in zip(family.changed, chosen, strict=True):
                    option[place] = heap
                result[position].add((tuple(option),))
        return result


def _options(ruleset: TextRuleset, position: tuple[int, ...]) -> set[tuple[tuple[int, ...], ...]]:
    return {tuple(sorted(option)) for option in ruleset.options(position, Meter())}


def relations(
    ruleset: TextRuleset, system: System, budget: Budget, *, moves: Sequence[Family] | None = None
) -> Relations:
    """The moves of linear rules in a system; raises NoFamilies, Unsupported, OutOfBudget.

    >>> from grundy.automata.systems import Ostrowski
    >>> from grundy.rules.family import ruleset
    >>> found = relations(ruleset("a, b -> a-t, b | a-t, b-t"), Ostrowski(1), Budget())
    >>> [r.targets for r in found.members], found.preimage(found.legal, Budget()).tuples(2)
    ([('y0',), ('y0', 'y1')], [(1, 0), (1, 1)])
    """
    kept = families(ruleset.clauses(), ruleset.least) if moves is None else moves
    found = []
    for family in kept:
        rows = [(r, "==") for r in family.equations] + [(r, ">=") for r in family.rows]
        atoms = []
        for row, relation in rows:
            terms = {name: c for name, c in zip(family.names, row, strict=False) if c}
            atoms.append(linear(system, terms, row[-1], relation, budget))
        found.append(Relation(family, tuple(atoms)))
    return Relations(system, ruleset.heaps, ruleset.least, tuple(found), legal(system, ruleset.heaps, ruleset.least))


def legal(system: System, heaps: int, least: int) -> Automaton:
    """The positions: every heap is >= least."""
    found = everything(system, heap_tracks(heaps))
    if least > 0:
        for track in heap_tracks(heaps):
            found &= linear(system, {track: 1}, -least, ">=")
    return found
