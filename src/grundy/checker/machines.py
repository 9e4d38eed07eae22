"""Finite automata that read columns of digits, the most significant first; plain lists and dictionaries."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from grundy.rules.values import Value

from .numeration import Base, System


class Machine(Value):
    """A complete deterministic automaton: *delta[state][column]*, *final[state]*; state 0 is the start.

    The column of the digits d_1, …, d_m has the number d_1·A^(m-1) + … + d_m, for an alphabet of A digits.
    """

    system: System
    tracks: int
    delta: tuple[tuple[int, ...], ...]
    final: tuple[bool, ...]

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def accepts(self, numbers: Sequence[int]) -> bool:
        """Whether the machine accepts the numbers, written with as few common digits as possible."""
        state = 0
        for column in columns(self.system, numbers):
            state = self.delta[state][column]
        return self.final[state]

    def dead(self) -> frozenset[int]:
        """The states from which no final state is reached."""
        before: list[list[int]] = [[] for _ in self.delta]
        for state, row in enumerate(self.delta):
            for after in set(row):
                before[after].append(state)
        alive = [state for state, final in enumerate(self.final) if final]
        seen = set(alive)
        for state in alive:  # grows
            for earlier in before[state]:
                if earlier not in seen:
                    seen.add(earlier)
                    alive.append(earlier)
        return frozenset(range(len(self.delta))) - seen

    def minimised(self) -> Machine:
        """The smallest machine with the same language, its states numbered by breadth-first search (Moore)."""
        reached = self._reached()
        block: dict[int, int] = {state: int(self.final[state]) for state in reached}
        count = len(set(block.values()))
        while True:
            keys: dict[tuple[int, ...], int] = {}
            after: dict[int, int] = {}
            for state in reached:
                key = (block[state], *(block[s] for s in self.delta[state]))
                after[state] = keys.setdefault(key, len(keys))
            block = after
            if len(keys) == count:
                break
            count = len(keys)
        chosen = {block[state]: state for state in reversed(reached)}
        return Machine(
            self.system,
            self.tracks,
            tuple(tuple(block[s] for s in self.delta[chosen[b]]) for b in range(count)),
            tuple(self.final[chosen[b]] for b in range(count)),
        )

    def _reached(self) -> list[int]:
        found = [0]
        seen = {0}
        for state in found:  # grows
            for after in self.delta[state]:
                if after not in seen:
                    seen.add(after)
                    found.append(after)
        return found

    def fault(self) -> str | None:
        """Why the language is no set of numbers: it has an invalid word, or a leading zero matters; None if it is."""
        small = self.minimised()
        if small.delta[0][0] != 0:
            return "a leading column of zeros changes what it accepts"
        dead = small.dead()
        table = list(product(range(self.system.alphabet), repeat=self.tracks))
        start = (0, (0,) * self.tracks)
        found, seen = [start], {start}
        for state, valid in found:  # grows
            for column, digits in enumerate(table):
                after = [self.system.after(v, d) for v, d in zip(valid, digits, strict=True)]
                target = small.delta[state][column]
                kept = tuple(a for a in after if a is not None)
                if len(kept) < len(after):
                    if target not in dead:
                        return "it accepts a word that is no valid representation"
                elif target not in dead and (target, kept) not in seen:
                    seen.add((target, kept))
                    found.append((target, kept))
        return None


def columns(system: System, numbers: Sequence[int]) -> list[int]:
    """The numbers of the columns of their digits, with as few leading zeros as possible."""
    words = [system.digits(n) for n in numbers]
    length = max(map(len, words), default=0)
    padded = [[0] * (length - len(word)) + word for word in words]
    found: list[int] = []
    for digits in zip(*padded, strict=True):
        column = 0
        for digit in digits:
            column = column * system.alphabet + digit
        found.append(column)
    return found


def validity(system: System) -> Machine:
    """The machine of all valid words of one track."""
    states: list[int | None] = [0]
    rows: list[tuple[int, ...]] = []
    for state in states:  # grows
        row = []
        for digit in range(system.alphabet):
            after = None if state is None else system.after(state, digit)
            if after not in states:
                states.append(after)
            row.append(states.index(after))
        rows.append(tuple(row))
    return Machine(system, 1, tuple(rows), tuple(state is not None for state in states))


def nim_sum(system: System) -> Machine:
    """The machine of a = b xor c, in base 2; it reads the tracks a, b, c."""
    if system != Base(2):
        raise ValueError("nim-sums are read in base 2 only")
    good = tuple(0 if a == b ^ c else 1 for a, b, c in product(range(2), repeat=3))
    return Machine(system, 3, (good, (1,) * 8), (True, False))
