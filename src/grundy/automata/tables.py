"""Tables of automata as plain arrays: products, subset construction, minimisation.

A table is an int32 array ``delta[state, column]`` with a boolean array ``final[state]``. A column is one digit a track,
the first track most significant. Everything here is exact: rows are compared as bytes.

- ``column_map(alphabet, tracks, sources)``: column of the tracks *sources* within each column of *tracks*;
- ``numbered(delta, final, start)``: the states reached from the start, numbered breadth first from 0;
- ``minimal(delta, final, start)``: the least automaton, numbered breadth first from 0;
- ``dead_state(delta, final)``: the state from which nothing is accepted (of a minimal automaton), or -1;
- ``product(left, right, mode)``: reachable pairs; mode "and", "or", "minus";
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from grundy.rules.budget import Budget, OutOfBudget

Array = Any
"""A numpy array."""

COLUMNS = 1 << 20
"""The most columns that a table may have."""
CELLS = 1 << 27
"""The most entries that one table may have (half a gigabyte)."""
CHUNK = 1 << 21
_DENSE = 1 << 25
_MANY_ROUNDS = 24


class Table(NamedTuple):
    """A table to be multiplied: its columns already stand for those of the product."""

    delta: Array
    final: Array
    dead: int


def check_size(states: int, columns: int, budget: Budget, what: str) -> None:
    """Raise OutOfBudget where a table has too many states or entries, or the time has passed."""
    budget.check_states(states, what)
    if states * columns > CELLS:
        raise OutOfBudget(
            f"{what} has more than the {CELLS:,} entries allowed ({states:,} states of {columns:,} columns)"
        )


def count_columns(alphabet: int, tracks: int) -> int:
    """The number of columns of so many tracks; raises OutOfBudget where a table of them would be too wide.

    >>> count_columns(2, 3)
    8
    """
    columns: int = alphabet**tracks
    if columns > COLUMNS:
        raise OutOfBudget(
            f"{tracks} numbers at once are too many for automata: more than {COLUMNS:,} columns of digits"
        )
    return columns


@lru_cache(maxsize=4096)
def column_map(alphabet: int, tracks: tuple[str, ...], sources: tuple[str, ...]) -> Array:
    """The column that the tracks *sources*, each of which is one of *tracks*, read in each column of *tracks*.

    >>> column_map(2, ("x", "y"), ("y",)).tolist()
    [0, 1, 0, 1]
    """
    columns = np.arange(count_columns(alphabet, len(tracks)), dtype=np.int64)
    result = np.zeros_like(columns)
    for source in sources:
        weight = alphabet ** (len(tracks) - 1 - tracks.index(source))
        result = result * alphabet + columns // weight % alphabet
    result.setflags(write=False)
    return result


@lru_cache(maxsize=512)
def digit_rows(alphabet: int, count: int) -> Array:
    """The digits of each column of *count* tracks, one row a column.

    >>> digit_rows(2, 2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    columns = np.arange(count_columns(alphabet, count), dtype=np.int64)
    rows = np.zeros((len(columns), count), dtype=np.int64)
    for i in range(count):
        rows[:, i] = columns // alphabet ** (count - 1 - i) % alphabet
    rows.setflags(write=False)
    return rows


def _row_classes(rows: Array) -> tuple[Array, int]:
    """A number for each row, equal rows having equal numbers, in order of first appearance; and how many there are."""
    rows = np.ascontiguousarray(rows)
    data, width = rows.tobytes(), rows.itemsize * rows.shape[1]
    seen: dict[bytes, int] = {}
    classes = [seen.setdefault(data[i : i + width], len(seen)) for i in range(0, len(data), width)]
    return np.array(classes, dtype=np.int64), len(seen)


def _kind(count: int) -> Any:
    return np.uint8 if count <= 1 << 8 else np.uint16 if count <= 1 << 16 else np.uint32


def _refined(delta: Array, final: Array, budget: Budget) -> tuple[Array, int]:
    """Moore's partition refinement: the coarsest classes that finality and each column respect."""
    columns = delta
    if delta.shape[1] > 8 and len(final) > 1:  # many columns are often the same function of the state
        _, first = np.unique(_row_classes(delta.T)[0], return_index=True)
        columns = delta[:, first]
    classes = final.astype(np.uint8)
    count = 2 if 0 < final.sum() < len(final) else 1
    if count == 1:
        return np.zeros(len(final), dtype=np.int64), 1
    for tried in itertools.count():
        budget.check("minimising an automaton")
        if tried == _MANY_ROUNDS:  # long chains: as many rounds as states, unless told apart by their distance
            distances = _distances(delta, final), _distances(delta, ~final)
            classes, count = _row_classes(np.stack([classes.astype(np.int64), *distances], axis=1))
            classes = classes.astype(_kind(count))
        new, more = _row_classes(np.concatenate([classes[:, None], classes[columns]], axis=1))
        if more in {count, len(final)}:
            return new, more
        classes, count = new.astype(_kind(more)), more
    raise AssertionError


def _distances(delta: Array, final: Array) -> Array:
    """The fewest columns from each state to a final one, or -1: the same for equivalent states."""
    states, columns = delta.shape
    order = np.argsort(delta, axis=None, kind="stable")
    begins = np.searchsorted(delta.ravel()[order], np.arange(states + 1))
    sources = order // columns
    distances = np.full(states, -1, dtype=np.int64)
    layer = np.flatnonzero(final)
    for distance in range(states + 1):
        if not layer.size:
            break
        distances[layer] = distance
        layer = np.unique(np.concatenate([sources[begins[s] : begins[s + 1]] for s in layer.tolist()]))
        layer = layer[distances[layer] < 0]
    return distances


def minimal(delta: Array, final: Array, start: int = 0, budget: Budget | None = None) -> tuple[Array, Array]:
    """The minimal automaton of a complete one, its states numbered in breadth-first order of columns from 0."""
    classes, count = _refined(delta, final, budget or Budget())
    representative = np.zeros(count, dtype=np.int64)
    representative[classes[::-1]] = np.arange(len(final) - 1, -1, -1)
    return numbered(classes[delta[representative]], final[representative], int(classes[start]))


def numbered(delta: Array, final: Array, start: int) -> tuple[Array, Array]:
    """States renumbered breadth first from *start*; those that cannot be reached are left out."""
    number = np.full(len(final), -1, dtype=np.int32)
    number[start] = 0
    order = [start]
    layer = np.array([start])
    while layer.size:
        targets = delta[layer].ravel()
        targets = targets[number[targets] < 0]
        if not targets.size:
            break
        found, first = np.unique(targets, return_index=True)
        layer = found[np.argsort(first)]
        number[layer] = np.arange(len(order), len(order) + len(layer))
        order.extend(layer.tolist())
    return np.ascontiguousarray(number[delta[order]]), final[order]


def dead_state(delta: Array, final: Array) -> int:
    """The state of a minimal automaton from which no word is accepted, or -1."""
    own = np.flatnonzero((delta[:, 0] == np.arange(len(final))) & ~final)
    for state in own.tolist():
        if (delta[state] == state).all():
            return int(state)
    return -1


def product(left: Table, right: Table, mode: str, budget: Budget) -> tuple[Array, Array]:
    """The pairs of states that are reached together; final by *mode*: "and", "or", or "minus" (left and not right)."""
    size = len(right.final)
    dead_rows = [left.dead] if mode != "or" and left.dead >= 0 else []
    dead_columns = [right.dead] if mode == "and" and right.dead >= 0 else []
    if 0 in dead_rows or 0 in dead_columns:
        return np.zeros((1, left.delta.shape[1]), dtype=np.int32), np.zeros(1, dtype=bool)
    if len(left.final) * size <= _DENSE:
        numbering: _Dense | _Sparse = _Dense(len(left.final), size, dead_rows, dead_columns)
    else:
        numbering = _Sparse(size, dead_rows, dead_columns)
    scaled = left.delta.astype(np.int64) * size
    width = scaled.shape[1]
    step = max(1, CHUNK // width)
    pairs = [np.zeros(1, dtype=np.int64)]
    rows: list[Array] = []
    waiting = [pairs[0]]
    while waiting:
        frontier = waiting.pop(0)
        for i in range(0, len(frontier), step):
            part = frontier[i : i + step]
            targets = scaled[part // size] + right.delta[part % size]
            fresh = numbering.add(targets)
            rows.append(numbering.of(targets))
            if len(fresh):
                pairs.append(fresh)
                waiting.append(fresh)
                check_size(numbering.count, width, budget, "a product of automata")
    delta = np.concatenate(rows)
    a, b = np.divmod(np.concatenate(pairs), size)
    accepts_a, accepts_b = left.final[a], right.final[b]
    final = (
        accepts_a & accepts_b if mode == "and" else accepts_a | accepts_b if mode == "or" else accepts_a & ~accepts_b
    )
    if dead_rows or dead_columns:  # the state 1 stands for all pairs that accept nothing
        delta = np.insert(delta, 1, 1, axis=0)
        final = np.insert(final, 1, False)
    return delta, final


class _Dense:
    """Numbers for pairs in an array of all pairs; the state 1 is kept for dead ones where there are any."""

    def __init__(self, rows: int, columns: int, dead_rows: list[int], dead_columns: list[int]) -> None:
        index = np.full((rows, columns), -1, dtype=np.int32)
        index[dead_rows, :] = 1
        index[:, dead_columns] = 1
        self.index = index.reshape(-1)
        self.index[0] = 0
        self.count = 2 if dead_rows or dead_columns else 1

    def add(self, targets: Array) -> Array:
        missing = targets[self.index[targets] < 0]
        if not missing.size:
            return missing
        fresh = np.unique(missing)
        self.index[fresh] = np.arange(self.count, self.count + len(fresh))
        self.count += len(fresh)
        return fresh

    def of(self, targets: Array) -> Array:
        return self.index[targets]


class Numbers:
    """Numbers 0, 1, … for codes in the order in which they come, in sorted arrays."""

    def __init__(self, first: int, second: int = 1) -> None:
        self.codes = np.array([first], dtype=np.int64)
        self.numbers = np.zeros(1, dtype=np.int32)
        self.count = second

    def add(self, codes: Array) -> Array:
        """Number the codes that have none; they are returned in order."""
        found = np.unique(codes)
        place = np.minimum(np.searchsorted(self.codes, found), len(self.codes) - 1)
        fresh = found[self.codes[place] != found]
        numbers = np.arange(self.count, self.count + len(fresh), dtype=np.int32)
        self.count += len(fresh)
        merged = np.concatenate([self.codes, fresh])
        order = np.argsort(merged, kind="stable")
        self.codes, self.numbers = merged[order], np.concatenate([self.numbers, numbers])[order]
        return fresh

    def of(self, codes: Array) -> Array:
        """The numbers of codes that have one."""
        return self.numbers[np.minimum(np.searchsorted(self.codes, codes), len(self.codes) - 1)]


class _Sparse:
    """Numbers for pairs in sorted arrays, where all pairs would be too many."""

    def __init__(self, columns: int, dead_rows: list[int], dead_columns: list[int]) -> None:
        self.columns, self.dead_rows, self.dead_columns = columns, dead_rows, dead_columns
        self.numbers = Numbers(0, 2 if dead_rows or dead_columns else 1)

    @property
    def count(self) -> int:
        return self.numbers.count

    def _dead(self, codes: Array) -> Array:
        result = np.zeros(codes.shape, dtype=bool)
        for state in self.dead_rows:
            result |= codes // self.columns == state
        for state in self.dead_columns:
            result |= codes % self.columns == state
        return result

    def add(self, targets: Array) -> Array:
        found = np.unique(targets)
        return self.numbers.add(found[~self._dead(found)])

    def of(self, targets: Array) -> Array:
        return np.where(self._dead(targets), 1, self.numbers.of(targets)).astype(np.int32)
