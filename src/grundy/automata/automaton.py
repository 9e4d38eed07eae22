"""Automata that read several numbers at once, and the algebra of their languages.

- ``Automaton(system, tracks, delta, final, start=0)``: minimised and numbered breadth first at construction, so that
  equal languages are equal tables; ``tracks`` sorted names; ``delta`` int32 [state, column], column = digits of the
  tracks, first track most significant; ``final`` bool [state]; start state 0; ``dead`` the state that accepts
  nothing, or -1; ``len(a)`` its states.
- Invariants of every automaton made here: only valid words are accepted; leading zero columns change nothing
  (``delta[0][0] == 0``). A table from elsewhere is made so by ``Automaton(…).within_valid()``, which raises
  ValueError where zeros matter.
- ``a & b``, ``a | b``, ``a - b``, ``~a`` (within valid words), with any tracks; ``a.joined(b, mode, budget)`` the
  same with a budget, mode "and", "or", "minus".
- ``a.project("y", "z")`` or ``a.project(*names, budget=b)``: there are y, z; ``a.join_project(b, names, budget)``: of
  a & b.
- ``a.rename({"x": "u"})``; two tracks given one name are made equal; ``a.with_tracks(names)``: more tracks, free
  within valid words.
- ``a == b`` language equality (same system and tracks), ``a <= b`` inclusion, ``a.is_empty()``, ``bool(a)`` not empty.
- ``a.accepts({"x": 3, "y": 5})``, ``a.shortest()`` dict or None, ``a.tuples(bound)`` sorted list, ``a.count(bound)``.
- ``a.to_json(order, about)`` (a law of kind "automatic"), ``from_json(data, names)``; ``everything(system)``,
  ``nothing(system)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from grundy.rules.budget import Budget
from grundy.rules.errors import CertificateError

from .subsets import determinised
from .systems import System, system_from_json, valid_words
from .tables import Array, Table, column_map, dead_state, minimal, numbered, product


class Automaton:
    """The minimal automaton of a set of tuples of numbers, each written on its own named track.

    >>> from grundy.automata.systems import Ostrowski
    >>> from grundy.automata.linear import linear
    >>> adder = linear(Ostrowski(1), {"x": 1, "y": 1, "z": -1})
    >>> adder, adder.accepts({"x": 4, "y": 7, "z": 11})
    (Automaton(Zeckendorf's system, tracks x, y, z, 17 states), True)
    >>> (adder & linear(Ostrowski(1), {"x": 1, "y": -2})).project("x", "y").tuples(10)
    [(0,), (3,), (6,), (9,)]
    """

    __slots__ = ("dead", "delta", "final", "system", "tracks")
    system: System
    tracks: tuple[str, ...]
    delta: Array
    final: Array
    dead: int

    def __init__(
        self,
        system: System,
        tracks: Sequence[str],
        delta: Any,
        final: Any,
        start: int = 0,
        *,
        budget: Budget | None = None,
    ) -> None:
        names = tuple(tracks)
        table, accepting = np.asarray(delta, dtype=np.int32), np.asarray(final, dtype=bool)
        if names != tuple(sorted(set(names))):
            raise ValueError(f"tracks are distinct sorted names, not {names}")
        if table.ndim != 2 or table.shape != (len(accepting), system.alphabet ** len(names)):
            raise ValueError(f"a table of {len(names)} tracks in {system} has {system.alphabet ** len(names)} columns")
        if not len(table) or table.min() < 0 or table.max() >= len(table) or not 0 <= start < len(table):
            raise ValueError("a table's entries are its states")
        self._set(system, names, *minimal(table, accepting, start, budget))

    @classmethod
    def of_minimal(cls, system: System, tracks: tuple[str, ...], delta: Array, final: Array) -> Automaton:
        """An automaton of a table that is known to be minimal; its states are numbered here."""
        made = cls.__new__(cls)
        made._set(system, tracks, *numbered(delta, final, 0))  # noqa: SLF001 - one class
        return made

    def _set(self, system: System, tracks: tuple[str, ...], delta: Array, final: Array) -> None:
        self.system, self.tracks, self.delta, self.final = system, tracks, delta, final
        self.delta.setflags(write=False)
        self.final.setflags(write=False)
        self.dead = dead_state(self.delta, self.final)

    def __len__(self) -> int:
        return len(self.final)

    def __bool__(self) -> bool:
        return not self.is_empty()

    def __repr__(self) -> str:
        tracks = f"tracks {', '.join(self.tracks)}" if self.tracks else "no tracks"
        return f"Automaton({self.system}, {tracks}, {len(self)} state{'s' * (len(self) != 1)})"

    # ------------------------------------------------------------ algebra

    def _table(self, tracks: tuple[str, ...]) -> Table:
        """This table with the columns of more tracks (valid words are not asked for on the new ones)."""
        if tracks == self.tracks:
            return Table(self.delta, self.final, self.dead)
        columns = column_map(self.system.alphabet, tracks, self.tracks)
        return Table(self.delta[:, columns], self.final, self.dead)

    def joined(self, other: Automaton, mode: str, budget: Budget | None = None) -> Automaton:
        """The tuples of both ("and"), of either ("or"), or of this but not the other ("minus")."""
        if self.system != other.system:
            raise ValueError(f"automata of {self.system} and of {other.system} do not go together")
        budget = budget or Budget()
        tracks = tuple(sorted({*self.tracks, *other.tracks}))
        left, right = self, other
        if mode != "and":
            left = left.with_tracks(tracks, budget)
        if mode == "or":
            right = right.with_tracks(tracks, budget)
        delta, final = product(left._table(tracks), right._table(tracks), mode, budget)  # noqa: SLF001 - one class
        return Automaton(self.system, tracks, delta, final, budget=budget)

    def __and__(self, other: Automaton) -> Automaton:
        return self.joined(other, "and")

    def __or__(self, other: Automaton) -> Automaton:
        return self.joined(other, "or")

    def __sub__(self, other: Automaton) -> Automaton:
        return self.joined(other, "minus")

    def __invert__(self) -> Automaton:
        return valid_words(self.system, self.tracks).joined(self, "minus")

    def with_tracks(self, names: Iterable[str], budget: Budget | None = None) -> Automaton:
        """The same with more tracks, on which any number may stand."""
        missing = tuple(sorted(set(names) - set(self.tracks)))
        return self.joined(valid_words(self.system, missing), "and", budget) if missing else self

    def within_valid(self, budget: Budget | None = None) -> Automaton:
        """The valid words of it; raises ValueError where leading zeros change what is accepted."""
        result = self.joined(valid_words(self.system, self.tracks), "and", budget)
        if result.delta[0][0] != 0:
            raise ValueError("leading zeros change what this automaton accepts")
        return result

    def rename(self, names: Mapping[str, str], budget: Budget | None = None) -> Automaton:
        """Tracks under other names; tracks that get one name must hold equal numbers."""
        sources = tuple(names.get(track, track) for track in self.tracks)
        tracks = tuple(sorted(set(sources)))
        if tracks == self.tracks == sources:
            return self
        columns = column_map(self.system.alphabet, tracks, sources)
        return Automaton(self.system, tracks, self.delta[:, columns], self.final, budget=budget)

    def project(self, *names: str, budget: Budget | None = None) -> Automaton:
        """The tuples of the other tracks for which there are numbers on these."""
        erased = tuple(track for track in self.tracks if track in names)
        if not erased:
            return self
        budget = budget or Budget()
        kept = tuple(track for track in self.tracks if track not in names)
        size = self.system.alphabet
        both = column_map(size, (*kept, *erased), self.tracks)
        moves = self.delta[:, both].reshape(len(self), size ** len(kept), size ** len(erased))
        delta, final = determinised(moves, self.final, self.dead, budget)
        return Automaton(self.system, kept, delta, final, budget=budget)

    def join_project(self, other: Automaton, names: Iterable[str], budget: Budget | None = None) -> Automaton:
        """The tuples of both, the tracks *names* erased."""
        return self.joined(other, "and", budget).project(*names, budget=budget)

    def minimised(self) -> Automaton:
        """This automaton: all are minimal."""
        return self

    # ------------------------------------------------------------ questions

    def is_empty(self) -> bool:
        """Whether no tuple is accepted."""
        return not self.final.any()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Automaton):
            return NotImplemented
        return (
            self.system == other.system
            and self.tracks == other.tracks
            and np.array_equal(self.final, other.final)
            and np.array_equal(self.delta, other.delta)
        )

    def __hash__(self) -> int:
        return hash((self.system, self.tracks, self.final.tobytes(), self.delta.tobytes()))

    def __le__(self, other: Automaton) -> bool:
        return (self - other).is_empty()

    def column(self, digits: Sequence[int]) -> int:
        """The column of one digit a track."""
        result = 0
        for digit in digits:
            result = result * self.system.alphabet + digit
        return result

    def accepts(self, numbers: Mapping[str, int]) -> bool:
        """Whether the tuple with these numbers on the tracks is accepted."""
        words = [self.system.digits(numbers[track]) for track in self.tracks]
        length = max(map(len, words), default=0)
        padded = [[0] * (length - len(word)) + word for word in words]
        state = 0
        for digits in zip(*padded, strict=True):
            state = self.delta[state, self.column(digits)]
        return bool(self.final[state])

    def shortest(self, order: Sequence[str] | None = None, budget: Budget | None = None) -> dict[str, int] | None:
        """The least tuple accepted, or None: its largest number is least, then each in turn (of *order*)."""
        from .words import least

        return least(self, self.tracks if order is None else tuple(order), budget or Budget())

    def tuples(self, bound: int) -> list[tuple[int, ...]]:
        """All tuples accepted whose numbers are below *bound*, in order."""
        from .words import tuples

        return tuples(self, bound)

    def count(self, bound: int) -> int:
        """How many tuples are accepted whose numbers are below *bound*."""
        return len(self.tuples(bound))

    # ------------------------------------------------------------ plain data

    def to_json(self, order: Sequence[str] | None = None, about: str = "outcome") -> dict[str, Any]:
        """A law of kind "automatic": the tracks as places in *order* (their sorted names unless given)."""
        names = self.tracks if order is None else tuple(order)
        if tuple(sorted(names)) != self.tracks:
            raise ValueError(f"the order {names} is not one of the tracks {self.tracks}")
        columns = column_map(self.system.alphabet, names, self.tracks)
        delta, final = minimal(self.delta[:, columns], self.final)
        return {
            "kind": "automatic",
            "about": about,
            "system": self.system.to_json(),
            "tracks": len(names),
            "delta": delta.tolist(),
            "final": np.flatnonzero(final).tolist(),
            "start": 0,
        }


def from_json(data: Mapping[str, Any], names: Sequence[str]) -> Automaton:
    """The automaton of plain data, its places on the tracks *names*; raises CertificateError."""
    try:
        system = system_from_json(data["system"])
        if data["tracks"] != len(names) or len(set(names)) != len(names):
            raise CertificateError(f"an automaton of {data['tracks']} tracks was given {len(names)} names")
        table = np.array(data["delta"], dtype=np.int64)
        if table.ndim != 2:
            raise CertificateError("the rows of an automaton's table differ in length")
        final = np.zeros(len(table), dtype=bool)
        final[[int(state) for state in data["final"]]] = True
        tracks = tuple(sorted(names))
        if table.shape[1] != system.alphabet ** len(names):
            raise CertificateError("the rows of an automaton's table are not as long as its alphabet asks")
        columns = column_map(system.alphabet, tracks, tuple(names))
        read = Automaton(system, tracks, table[:, columns], final, int(data["start"]))
        return read.within_valid()
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise CertificateError(f"no automaton: {error}") from error


def everything(system: System, tracks: Iterable[str] = ()) -> Automaton:
    """All tuples of the tracks; with no tracks, the true sentence."""
    return valid_words(system, tuple(sorted(tracks)))


def nothing(system: System, tracks: Iterable[str] = ()) -> Automaton:
    """No tuple of the tracks; with no tracks, the false sentence."""
    names = tuple(sorted(tracks))
    return Automaton(
        system, names, np.zeros((1, system.alphabet ** len(names)), dtype=np.int32), np.zeros(1, dtype=bool)
    )
