"""The search for an automaton that a proof accepts: larger and larger boxes, several numeration systems.

A candidate that the proof refutes costs time only; the least tuple on which its two sides differ shows that the box was
too small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.rules.budget import Budget, OutOfBudget
from grundy.rules.said import joined, said
from grundy.rules.values import Value

from .base import NotProved

if TYPE_CHECKING:
    from grundy.automata.automaton import Automaton
    from grundy.automata.known import Known
    from grundy.automata.learn import Learned
    from grundy.automata.systems import System

Table = Callable[[int], "Known"]
Refute = Callable[["Automaton", Budget], "dict[str, int] | None"]
"""The proof: None where the candidate is right, else a tuple on which it is not."""

MAX_COLUMNS = 20_000
_MANY = 100
_GROWTH = 1.5
_SHORT_SECONDS = 1.0
_SHORT_STATES = 5_000


class Found(Value):
    """An automaton that the proof accepted, and the side of the box that it was learned from."""

    automaton: Automaton
    side: int
    tried: int


def usual_systems() -> list[System]:
    """The numeration systems in the order in which they are tried."""
    from grundy.automata.systems import Base, Ostrowski

    return [Base(2), Ostrowski(1), Base(3), Ostrowski(2), Ostrowski(3), Ostrowski(4), Base(4), Base(5)]


class LearningSearch:
    """One search; *tracks* are those of the set, *width* the most tracks that the proof reads at once."""

    def __init__(self, tracks: Sequence[str], width: int, systems: Sequence[System] | None, budget: Budget) -> None:
        self.tracks = tuple(tracks)
        chosen = usual_systems() if systems is None else systems
        self.alive = [s for s in chosen if s.alphabet**width <= MAX_COLUMNS]
        self.budget = budget
        self.history: dict[System, list[int]] = {s: [] for s in self.alive}
        self.refuted: set[Automaton] = set()
        self.undecided: set[Automaton] = set()
        self.notes: dict[str, str] = {}
        if not self.alive:
            raise NotProved("{width} numbers at once are too many for an automaton of moves", width=width)

    def run(self, sides: Sequence[int], table: Table, refute: Refute) -> Found:
        """The automaton; raises NotProved where none is found, OutOfBudget."""
        for side in sides:
            self.budget.check("learning an automaton")
            try:
                known = table(side)
            except NotProved as stop:
                if side == sides[0]:
                    raise
                raise NotProved(
                    "no automaton was found: {summary}; {stop}", summary=self._summary(), stop=stop
                ) from None
            last = side == sides[-1]
            for automaton, depth in self._candidates(known):
                thorough = last or automaton in self.undecided
                if self._right(automaton, refute, self.budget if thorough else self._short(depth)):
                    return Found(automaton, side, len(self.refuted) + 1)
            if not self.alive:
                break
        raise NotProved("no automaton was found: {summary}", summary=self._summary())

    def _candidates(self, known: Known) -> Iterator[tuple[Automaton, int]]:
        """The candidates that a box shows, the smallest first."""
        from grundy.automata.learn import learn

        found = []
        for system in list(self.alive):
            self.budget.check("learning an automaton")
            learned = learn(known, system, self.tracks, self.budget)
            self._remember(system, learned)
            automaton = learned.automaton
            if automaton is not None and automaton not in self.refuted and learned.depth >= 1:
                found.append((automaton, learned.depth))
        found.sort(key=lambda pair: len(pair[0]))
        yield from (pair for pair in found if pair[0].system in self.alive)

    def _remember(self, system: System, learned: Learned) -> None:
        """Keep the number of states; drop the system where they keep growing with the box."""
        history = self.history[system]
        history.append(learned.states)
        grows = len(history) >= 3 and all(b > _GROWTH * a for a, b in zip(history[-3:], history[-2:], strict=False))
        if grows and learned.states > _MANY:
            self.alive.remove(system)
            self.notes[str(system)] = said("states keep growing ({states})", states=", ".join(map(str, history)))

    def _short(self, depth: int) -> Budget:
        """The budget of a first try: what is wrong often makes large automata, and is seen at little depth."""
        return Budget(min(self.budget.left, _SHORT_SECONDS), min(self.budget.states, _SHORT_STATES * depth**2))

    def _right(self, automaton: Automaton, refute: Refute, budget: Budget) -> bool:
        """Whether the proof accepts the candidate.

        One that a short try left undecided is tried thoroughly when a larger box shows it again; where that takes too
        many states, its system is dropped.
        """
        try:
            counterexample = refute(automaton, budget)
        except OutOfBudget as stop:
            self.budget.check("proving a candidate")
            if budget is not self.budget:
                self.undecided.add(automaton)
                return False
            self.alive.remove(automaton.system)
            self.notes[str(automaton.system)] = stop.message
            return False
        if counterexample is None:
            return True
        self.refuted.add(automaton)
        values = ", ".join(str(counterexample[t]) for t in self.tracks)
        self.notes[str(automaton.system)] = said(
            "a candidate of {states} states fails at ({values})", states=len(automaton), values=values
        )
        return False

    def _summary(self) -> str:
        for system in self.alive:
            history = ", ".join(map(str, self.history[system]))
            note = said("no small automaton in the boxes looked at ({states} states)", states=history)
            self.notes.setdefault(str(system), note)
        return joined(
            "{a}; {b}",
            [said("in {system}, {note}", system=_named(name), note=note) for name, note in self.notes.items()],
        )


def _named(system: str) -> str:
    """The name of a system in words that other languages know."""
    kind, _, number = system.rpartition(" ")
    if kind == "base":
        return said("base {base}", base=number)
    return said("the Ostrowski system of {t}", t=number) if kind == "the Ostrowski system of" else said(system)
