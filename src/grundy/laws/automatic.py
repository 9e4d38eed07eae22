"""Automatic laws: a finite automaton that reads the digits of the heaps (and of the value) says who wins.

Source: J.-P. Allouche and J. Shallit, Automatic Sequences (Cambridge University Press, 2003), chapter 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from grundy.laws.base import About, Law, heaps_of
from grundy.laws.digits import System, system_from_json
from grundy.laws.fields import Fields
from grundy.rules.errors import CertificateError
from grundy.rules.values import Value

MAX_COLUMNS = 1_000_000


class AutomaticLaw(Law, Value):
    """The language of a complete automaton over columns of digits, most significant first.

    About outcomes: the tracks are the heaps, and the words are the P-positions. About Grundy values: one more track,
    the last, holds the value h, and the words are the (x, h) with g(x) = h. *delta[state][column]* is the next state,
    where the column d_1, …, d_m is the number d_1·A^(m-1) + … + d_m for A digits; *final* are the accepting states,
    sorted, and play of the automaton begins in *start*. Raises ValueError where the sizes do not fit.

    >>> from grundy.laws.digits import Base
    >>> law = AutomaticLaw(Base(2), 2, ((0, 1, 1, 0), (1, 1, 1, 1)), (0,), "outcome")
    >>> law.is_p((12, 12)), law.is_p((12, 13))
    (True, False)
    """

    system: System
    tracks: int
    delta: tuple[tuple[int, ...], ...]
    final: tuple[int, ...]
    about: About = "outcome"
    start: int = 0

    kind: ClassVar[str] = "automatic"
    name: ClassVar[str] = "the automaton"

    def __post_init__(self) -> None:
        states = len(self.delta)
        if self.tracks < (1 if self.about == "outcome" else 2):
            raise ValueError(f"tracks are at least {1 if self.about == 'outcome' else 2}, not {self.tracks}")
        columns = self.system.alphabet**self.tracks
        if columns > MAX_COLUMNS:
            raise ValueError(f"tracks: {self.tracks} of them have too many columns of digits")
        if any(len(row) != columns for row in self.delta):
            raise ValueError(f"delta has rows of {columns} states, one for each column of digits")
        if any(not 0 <= state < states for row in self.delta for state in row):
            raise ValueError(f"delta leads to states that are not 0 to {states - 1}")
        if list(self.final) != sorted(set(self.final)) or any(not 0 <= state < states for state in self.final):
            raise ValueError(f"final lists states from 0 to {states - 1}, ascending")
        if not 0 <= self.start < states:
            raise ValueError(f"start is a state from 0 to {states - 1}")

    @classmethod
    def of_moves(
        cls,
        system: System,
        tracks: int,
        moves: Sequence[Mapping[tuple[int, ...], int]],
        final: Sequence[int],
        about: About = "outcome",
    ) -> AutomaticLaw:
        """The law of an automaton that is not complete: for each state, the columns that lead on, and where to."""
        base, sink = system.alphabet, len(moves)
        rows = [[sink] * base**tracks for _ in range(sink + 1)]
        for row, ways in zip(rows, moves, strict=False):
            for column, state in ways.items():
                place = 0
                for digit in column:
                    place = place * base + digit
                row[place] = state
        return cls(system, tracks, tuple(map(tuple, rows)), tuple(sorted(set(final))), about)

    @property
    def heaps(self) -> int:
        """The number of heaps of a component."""
        return self.tracks - (self.about == "grundy")

    @cached_property
    def accepting(self) -> frozenset[int]:
        """The accepting states."""
        return frozenset(self.final)

    @cached_property
    def alive(self) -> frozenset[int]:
        """The states from which an accepting one can be reached."""
        back: list[set[int]] = [set() for _ in self.delta]
        for state, row in enumerate(self.delta):
            for after in row:
                back[after].add(state)
        found = set(self.final)
        stack = list(found)
        while stack:
            for before in back[stack.pop()]:
                if before not in found:
                    found.add(before)
                    stack.append(before)
        return frozenset(found)

    def columns(self, numbers: Sequence[int]) -> list[int]:
        """The columns of digits of some numbers, padded to one length, as numbers in base A."""
        base = self.system.alphabet
        words = [self.system.digits(n) for n in numbers]
        length = max(map(len, words), default=0)
        found = [0] * length
        for word in words:
            pad = length - len(word)
            for i in range(pad):
                found[i] *= base
            for i, digit in enumerate(word, pad):
                found[i] = found[i] * base + digit
        return found

    def is_p(self, component: tuple[int, ...]) -> bool:
        """Whether the automaton accepts the heaps (with the value 0)."""
        heaps = heaps_of(component, self.heaps)
        state, delta = self.start, self.delta
        for column in self.columns(heaps if self.about == "outcome" else (*heaps, 0)):
            state = delta[state][column]
        return state in self.accepting

    def value(self, component: tuple[int, ...]) -> int:
        """The one h that the automaton accepts beside the heaps; TypeError where the law gives outcomes only.

        The digits of h are guessed, and the states that a guess leads to are kept with it. ValueError where no h is
        accepted.
        """
        if self.about == "outcome":
            raise TypeError(f"{self.name} gives outcomes only, no Grundy values (of {component})")
        heaps = heaps_of(component, self.heaps)
        base, delta, alive = self.system.alphabet, self.delta, self.alive
        layers: list[dict[int, tuple[int, int]]] = []
        current = [state for state, _ in self._before_the_heaps]
        for column in self.columns(heaps):
            layer: dict[int, tuple[int, int]] = {}
            place = column * base
            for state in current:
                for digit, after in enumerate(delta[state][place : place + base]):
                    if after in alive and after not in layer:
                        layer[after] = state, digit
            layers.append(layer)
            current = list(layer)
        state = next((s for s in current if s in self.accepting), -1)
        if state < 0:
            raise ValueError(f"the automaton has no value for {component}")
        found = []
        for layer in reversed(layers):
            state, digit = layer[state]
            found.append(digit)
        before = dict(self._before_the_heaps)[state]
        return self.system.number([*before, *reversed(found)])

    @cached_property
    def _before_the_heaps(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The states that are reached by digits of h alone, zeros on the heaps, each with the shortest digits."""
        found: dict[int, tuple[int, ...]] = {self.start: ()}
        queue = [self.start]
        for state in queue:
            for digit, after in enumerate(self.delta[state][: self.system.alphabet]):
                if after in self.alive and after not in found:
                    found[after] = (*found[state], digit)
                    queue.append(after)
        return tuple(found.items())

    def words(self) -> str:
        """The law as one sentence."""
        name = self.system.to_json()
        digits = f"base {name['base']}" if name["kind"] == "base" else _OSTROWSKI_WORDS.get(name["t"], "")
        digits = digits or f"the Ostrowski system of {name['t']}"
        states = f"an automaton with {len(self.delta)} states reads the digits of the heaps in {digits}"
        if self.about == "outcome":
            return f"The player to move loses exactly when {states} and ends in an accepting state."
        return f"The Grundy value is the one that {states}, together with those of the value, and accepts."

    def formula(self) -> str:
        """The law as a formula in plain text."""
        heaps = "(" + ", ".join(f"h{i}" for i in range(1, self.heaps + 1)) + ")"
        size = f"{len(self.delta)} states, {self._system_text}"
        return f"P = {{{heaps} : accepted}}, {size}" if self.about == "outcome" else f"g{heaps} = h: accepted, {size}"

    @property
    def _system_text(self) -> str:
        name = self.system.to_json()
        return f"base {name['base']}" if name["kind"] == "base" else f"Ostrowski {name['t']}"

    def to_json(self) -> dict[str, Any]:
        """The law as plain data."""
        return {
            "kind": self.kind,
            "about": self.about,
            "system": self.system.to_json(),
            "tracks": self.tracks,
            "delta": [list(row) for row in self.delta],
            "final": list(self.final),
            "start": self.start,
        }

    @classmethod
    def from_json(cls, fields: Fields) -> AutomaticLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("about", "system", "tracks", "delta", "final", "start"))
        about: About = "outcome" if fields.choice("about", ("outcome", "grundy")) == "outcome" else "grundy"
        system = system_from_json(fields.take("system"))
        rows = tuple(fields.numbers(row, "delta", 0) for row in fields.items("delta"))
        try:
            return cls(
                system,
                fields.integer("tracks", 1),
                rows,
                fields.integers("final", 0),
                about,
                fields.integer("start", 0),
            )
        except ValueError as error:
            raise CertificateError(f"{str(error).partition(' ')[0].rstrip(':')} of the law: {error}") from None


_OSTROWSKI_WORDS = {1: "the Fibonacci numbers (Zeckendorf's representation)"}
