"""Words as numbers: the least tuple that an automaton accepts, and all tuples below a bound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from grundy.rules.budget import Budget

from .tables import Array, digit_rows

if TYPE_CHECKING:
    from .automaton import Automaton


def _finishing(automaton: Automaton, budget: Budget) -> list[Array] | None:
    """The states that may accept after exactly 0, 1, … steps, up to the least word's; None if there is no word."""
    layers = [automaton.final]
    while not layers[-1][0]:
        if len(layers) > len(automaton):
            return None
        budget.check("looking for the least numbers")
        layers.append(layers[-1][automaton.delta].any(axis=1))
    return layers


def least(automaton: Automaton, order: Sequence[str], budget: Budget) -> dict[str, int] | None:
    """The tuple whose largest number is least and, among those, whose numbers in *order* are least in turn."""
    finishing = _finishing(automaton, budget)
    if finishing is None:
        return None
    words = _Words(automaton, finishing, budget)
    bound = words.least_maximum()
    fixed: dict[int, list[int]] = {}
    for track in order:
        place = automaton.tracks.index(track)
        fixed[place] = words.least_word(bound, fixed, place)
    return {track: automaton.system.number(fixed[i]) for i, track in enumerate(automaton.tracks)}


class _Words:
    """Accepted words of the least length, column by column.

    What is known after some columns is a set of codes: state times 2^tracks, and a bit for each track whose digits so
    far are those of a bound. A track whose bit is set has a digit of at most the bound's next.
    """

    def __init__(self, automaton: Automaton, finishing: list[Array], budget: Budget) -> None:
        self.delta, self.finishing, self.budget = automaton.delta, finishing, budget
        self.length = len(finishing) - 1
        self.alphabet = automaton.system.alphabet
        self.rows = digit_rows(self.alphabet, len(automaton.tracks))
        self.masks = 1 << len(automaton.tracks)
        bits = 1 << np.arange(len(automaton.tracks))
        self.over = [(self.rows > digit) @ bits for digit in range(self.alphabet)]
        self.same = [(self.rows == digit) @ bits for digit in range(self.alphabet)]
        self.start = np.array([self.masks - 1])

    def steps(self, codes: Array, at: int, digit: int, columns: Array) -> tuple[Array, Array, Array]:
        """The ways on from each code, which can still end in time: places of their codes, columns, and codes after."""
        self.budget.check("looking for the least numbers")
        states, tied = np.divmod(codes, self.masks)
        targets = self.delta[states[:, None], columns[None, :]]
        fits = (self.over[digit][columns][None, :] & tied[:, None]) == 0
        source, which = np.nonzero(fits & self.finishing[self.length - 1 - at][targets])
        after = targets[source, which].astype(np.int64) * self.masks + (self.same[digit][columns[which]] & tied[source])
        return source, columns[which], after

    def least_maximum(self) -> list[int]:
        """The least word that no track of some accepted word exceeds."""
        codes, word = self.start, []
        every = np.arange(len(self.rows))
        for at in range(self.length):
            for digit in range(self.alphabet):
                after = self.steps(codes, at, digit, every)[2]
                if len(after):
                    break
            codes = np.unique(after)
            word.append(digit)
        return word

    def least_word(self, bound: list[int], fixed: dict[int, list[int]], place: int) -> list[int]:
        """The least word on one track, where some tracks are fixed and none exceeds *bound*."""
        codes, ways = self.start, []
        for at, digit in enumerate(bound):
            allowed = np.ones(len(self.rows), dtype=bool)
            for track, word in fixed.items():
                allowed &= self.rows[:, track] == word[at]
            source, columns, after = self.steps(codes, at, digit, np.flatnonzero(allowed))
            ways.append((codes[source], self.rows[columns, place], after))
            codes = np.unique(after)
        for at in range(self.length - 1, -1, -1):  # leave out what leads to no end
            before, own, after = ways[at]
            kept = np.isin(after, codes)
            ways[at] = before[kept], own[kept], after[kept]
            codes = np.unique(before[kept])
        result = []
        for before, own, after in ways:
            usable = np.isin(before, codes)
            digit = int(own[usable].min())
            codes = np.unique(after[usable & (own == digit)])
            result.append(digit)
        return result


def tuples(automaton: Automaton, bound: int) -> list[tuple[int, ...]]:
    """All accepted tuples with numbers below *bound*, in order."""
    if bound <= 0:
        return []
    alphabet, tracks = automaton.system.alphabet, len(automaton.tracks)
    rows = digit_rows(alphabet, tracks)
    weights = automaton.system.weights(max(1, len(automaton.system.digits(bound - 1))))
    alive = [automaton.final]
    for _ in weights:
        alive.append(alive[-1][automaton.delta].any(axis=1))
    states = np.zeros(1, dtype=np.int64)
    numbers = np.zeros((1, tracks), dtype=np.int64 if bound < 1 << 62 else object)
    for left, weight in reversed(list(enumerate(weights))):
        targets = automaton.delta[states]
        source, column = np.nonzero(alive[left][targets])
        values = numbers[source] + rows[column] * weight
        keep = (values < bound).all(axis=1)
        states, numbers = targets[source[keep], column[keep]], values[keep]
    return sorted(map(tuple, numbers.tolist()))
