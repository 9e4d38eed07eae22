"""Learning an automaton from all members of a set of tuples in a box.

The residual of a prefix is what may follow it (Myhill and Nerode). In a box only the words of at most d more columns
are seen, d shrinking as the prefix grows; prefixes are taken for one state where all that is seen of their residuals
agrees. What is seen is kept as one 64-bit sum a prefix and depth, so that a set of M members costs about M steps a
depth; the sums may agree by chance, which costs time, never truth: a candidate is compared with the whole box here, and
then it is proved. Source: A. Nerode, Linear automaton transformations, Proc. Amer. Math. Soc. 9 (1958); D. Angluin,
Information and Computation 75 (1987), for counterexamples that ask for a larger box.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from grundy.rules.budget import Budget

from .automaton import Automaton
from .known import Known
from .systems import System
from .tables import Array

MAX_STATES = 1_500
_FINAL = np.uint64(0x9E3779B97F4A7C15)
_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB), np.uint64(0xD6E8FEB86659FD93))
_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))
_WORD = 62


@dataclass(frozen=True, slots=True)
class Learned:
    """A candidate, or None and *why*; *states* are those told apart, and *depth* the least number of columns seen."""

    automaton: Automaton | None
    states: int
    depth: int
    why: str = ""


def learn(known: Known, system: System, tracks: Sequence[str], budget: Budget | None = None) -> Learned:
    """The automaton of a set that agrees with all that is known of it, if the box shows one.

    *tracks* are names in sorted order, one an entry.

    >>> from grundy.automata.systems import Base
    >>> evens = Known(np.arange(0, 64, 2)[:, None], 64, 1)
    >>> learn(evens, Base(2), ("x",)).automaton.delta.tolist()
    [[0, 1], [0, 1]]
    """
    trie = _Trie(known, system, len(tracks), budget or Budget())
    if trie.length < 2:
        return Learned(None, 0, 0, f"a box of side {known.side} holds no words of two digits in {system}")
    found = trie.automaton()
    if isinstance(found, Learned):
        return found
    delta, final, depth = found
    automaton = Automaton(system, tuple(tracks), delta, final)
    why = _refuted(automaton, known, trie)
    return Learned(None if why else automaton, len(final), depth, why)


def digit_matrix(system: System, numbers: Array, length: int) -> Array:
    """The digits of numbers, one row each of *length* digits, the most significant first."""
    rest = numbers.astype(np.int64)
    digits = np.zeros((len(rest), length), dtype=np.int64)
    for place, weight in enumerate(reversed(system.weights(length)[:length])):
        digits[:, place] = rest // weight
        rest = rest - digits[:, place] * weight
    return digits


def accepts_all(automaton: Automaton, rows: Array) -> Array:
    """Which rows of numbers (one column a track, in the tracks' order) an automaton accepts.

    >>> from grundy.automata.linear import less
    >>> from grundy.automata.systems import Base
    >>> accepts_all(less(Base(2), "x", "y"), np.array([[1, 2], [2, 2], [5, 9]])).tolist()
    [True, False, True]
    """
    if not len(rows):
        return np.zeros(0, dtype=bool)
    system = automaton.system
    length = max(1, len(system.digits(int(rows.max()))))
    columns = np.zeros((len(rows), length), dtype=np.int64)
    for track in range(rows.shape[1]):
        columns = columns * system.alphabet + digit_matrix(system, rows[:, track], length)
    state = np.zeros(len(rows), dtype=np.int64)
    for place in range(length):
        state = automaton.delta[state, columns[:, place]]
    return np.asarray(automaton.final[state])


def _refuted(automaton: Automaton, known: Known, trie: _Trie) -> str:
    """Why the automaton does not agree with the box, or nothing."""
    if not accepts_all(automaton, known.members).all():
        return "the automaton that fits the small words fails at larger ones"
    counts = np.zeros(len(automaton), dtype=np.int64)
    counts[0] = 1
    for _ in range(trie.length):
        new = np.zeros_like(counts)
        np.add.at(new, automaton.delta, counts[:, None])
        counts = new
    if counts[automaton.final].sum() != len(trie.members):
        return "the automaton that fits the small words accepts more than the box holds"
    return ""


class _Trie:
    """The members as words of one length, and the sums of what is seen behind each of their prefixes.

    A prefix is the integer whose digits, in a base of one digit a column, are its columns: leading zeros vanish.
    """

    def __init__(self, known: Known, system: System, tracks: int, budget: Budget) -> None:
        self.budget = budget
        self.columns = system.alphabet**tracks
        self.length = 0
        while (
            system.weights(self.length + 2)[self.length + 1] <= known.side
            and self.columns ** (self.length + 1) < 1 << _WORD
        ):
            self.length += 1
        if self.length:
            self.members = self._words(known, system)
            self.levels = self._summed()

    def _words(self, known: Known, system: System) -> Array:
        side = system.weights(self.length + 1)[self.length]
        rows = known.members[(known.members < side).all(axis=1)]
        spread = np.zeros(side, dtype=np.int64)
        digits = digit_matrix(system, np.arange(side), self.length)
        for place in range(self.length):
            spread = spread * self.columns + digits[:, place]
        words = np.zeros(len(rows), dtype=np.int64)
        for track in range(rows.shape[1]):
            words = words * system.alphabet + spread[rows[:, track]]
        return np.unique(words)

    def _summed(self) -> list[tuple[Array, Array]]:
        """For each depth the prefixes with a member at most so far behind them, sorted, and their sums."""
        levels = [(self.members, np.full(len(self.members), _FINAL))]
        for _ in range(self.length):
            self.budget.check("learning an automaton")
            children, sums = levels[-1]
            parents, columns = np.divmod(children, self.columns)
            prefixes = np.unique(np.concatenate([parents, self.members]))
            totals = np.zeros(len(prefixes), dtype=np.uint64)
            totals[np.searchsorted(prefixes, self.members)] = _FINAL
            if len(children):
                starts = np.flatnonzero(np.diff(parents, prepend=-1))
                behind = np.add.reduceat(_mixed(sums, columns), starts)
                totals[np.searchsorted(prefixes, parents[starts])] += behind
            levels.append((prefixes, totals))
        return levels

    def seen(self, prefixes: Array, depth: int) -> Array:
        """The sums of prefixes, 0 where nothing follows."""
        known, sums = self.levels[depth]
        if not len(known):
            return np.zeros(len(prefixes), dtype=np.uint64)
        places = np.minimum(np.searchsorted(known, prefixes), len(known) - 1)
        return np.where(known[places] == prefixes, sums[places], np.uint64(0))

    def automaton(self) -> tuple[Array, Array, int] | Learned:
        """Tables, and the least depth at which two prefixes were taken for one state; or why there are none."""
        states = [0]
        rows: list[Array] = []
        frontier = np.zeros(1, dtype=np.int64)
        every = np.arange(self.columns)
        for size in range(1, self.length + 1):
            self.budget.check("learning an automaton")
            depth = self.length - size
            children = (frontier[:, None] * self.columns + every).ravel()
            sums = self.seen(children, depth)
            numbers: dict[int, int] = {0: -1}
            for number, total in enumerate(self.seen(np.array(states), depth).tolist()):
                numbers.setdefault(total, number)
            distinct, first, inverse = np.unique(sums, return_index=True, return_inverse=True)
            fresh = []
            for place in np.argsort(first).tolist():
                total = int(distinct[place])
                if total not in numbers:
                    numbers[total] = len(states)
                    states.append(int(children[first[place]]))
                    fresh.append(states[-1])
            targets = np.array([numbers[int(t)] for t in distinct])[inverse.ravel()]
            rows.append(targets.reshape(len(frontier), self.columns))
            if not fresh:
                return self._completed(np.concatenate(rows), states, depth)
            if len(states) > MAX_STATES:
                return Learned(None, len(states), depth, f"more than {MAX_STATES:,} states")
            frontier = np.array(fresh)
        return Learned(None, len(states), 0, "new states come up to the edge of the box")

    def _completed(self, delta: Array, states: list[int], depth: int) -> tuple[Array, Array, int]:
        """The tables with a dead state added."""
        dead = len(states)
        delta = np.where(delta < 0, dead, delta)
        delta = np.vstack([delta, np.full((1, self.columns), dead)])
        final = np.append(self.seen(np.array(states), 0) != 0, False)
        return delta, final, depth


def _mixed(sums: Array, columns: Array) -> Array:
    """A scrambled sum for each pair of what follows a child and the child's column."""
    x = sums * _MIX[0] + (columns.astype(np.uint64) + np.uint64(1)) * _MIX[1]
    x ^= x >> _SHIFTS[0]
    x *= _MIX[1]
    x ^= x >> _SHIFTS[1]
    x *= _MIX[2]
    return x ^ (x >> _SHIFTS[2])
