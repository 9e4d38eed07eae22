"""The subset construction, by which tracks are erased.

- ``determinised(moves, final, dead, budget)``: the deterministic table over the kept columns of
  ``moves[state, kept column, erased column]``; its start is closed under columns whose kept part is 0.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from grundy.rules.budget import Budget

from .tables import CHUNK, Array, check_size

_BITS = 1 << 24


def determinised(moves: Array, final: Array, dead: int, budget: Budget) -> tuple[Array, Array]:
    """The deterministic automaton of the kept columns of ``moves[state, kept, erased]``.

    Its start is all that is reached from 0 by columns whose kept part is 0: so a number of more digits may stand on the
    tracks that are erased.
    """
    states, kept, _ = moves.shape
    start = _closure(moves[:, 0, :], dead)
    words = (states + 63) // 64
    if states * kept * words <= _BITS:
        return _by_bits(moves, final, dead, start, budget)
    return _by_lists(moves, final, dead, start, budget)


def _closure(moves: Array, dead: int) -> Array:
    """The states reached from 0 by any number of steps, the dead one left out; sorted."""
    seen = np.zeros(len(moves), dtype=bool)
    layer = np.zeros(1, dtype=np.int64)
    while layer.size:
        seen[layer] = True
        layer = np.unique(moves[layer])
        layer = layer[~seen[layer]]
    if dead >= 0:
        seen[dead] = False
    return np.flatnonzero(seen)


def _by_bits(moves: Array, final: Array, dead: int, start: Array, budget: Budget) -> tuple[Array, Array]:
    """Subsets as rows of bits; the successors of many subsets at once."""
    states, kept, erased = moves.shape
    words = (states + 63) // 64
    bit = np.left_shift(np.uint64(1), (np.arange(states) % 64).astype(np.uint64))
    if dead >= 0:
        bit[dead] = 0
    place = np.arange(states) // 64
    successors = np.zeros((states * kept, words), dtype=np.uint64)
    flat = moves.reshape(states * kept, erased)
    every = np.arange(states * kept)
    for i in range(erased):
        targets = flat[:, i]
        successors[every, place[targets]] |= bit[targets]
    successors = successors.reshape(states, kept, words)
    accepting = np.zeros(words, dtype=np.uint64)
    np.bitwise_or.at(accepting, place[final], bit[final])
    first = np.zeros(words, dtype=np.uint64)
    np.bitwise_or.at(first, place[start], bit[start])

    width = words * 8
    numbers: dict[bytes, int] = {first.tobytes(): 0}
    subsets = [first[None, :]]
    rows: list[Array] = []
    frontier = first[None, :]
    step = max(1, CHUNK // (kept * words))
    while len(frontier):
        fresh: list[bytes] = []
        for part in _parts(frontier, step, budget):
            reached = _unions(part, successors)
            data = reached.tobytes()
            row = []
            for i in range(0, len(data), width):
                key = data[i : i + width]
                number = numbers.get(key)
                if number is None:
                    number = numbers[key] = len(numbers)
                    fresh.append(key)
                row.append(number)
            rows.append(np.array(row, dtype=np.int32).reshape(len(part), kept))
            check_size(len(numbers), kept, budget, "a projection of an automaton")
        frontier = np.frombuffer(b"".join(fresh), dtype=np.uint64).reshape(len(fresh), words)
        subsets.append(frontier)
    return np.concatenate(rows), (np.concatenate(subsets) & accepting).any(axis=1)


def _parts(frontier: Array, step: int, budget: Budget) -> Iterator[Array]:
    """The frontier in parts whose members number at most about *step*."""
    sizes = np.cumsum(np.unpackbits(frontier.view(np.uint8), axis=1).sum(axis=1, dtype=np.int64))
    i = 0
    while i < len(frontier):
        base = int(sizes[i - 1]) if i else 0
        j = max(i + 1, int(np.searchsorted(sizes, base + step)))
        budget.check("projecting an automaton")
        yield frontier[i:j]
        i = j


def _unions(subsets: Array, successors: Array) -> Array:
    """The union of the successors of each subset's members, one row a subset."""
    bits = np.unpackbits(subsets.view(np.uint8), axis=1, bitorder="little")
    owner, member = np.nonzero(bits)
    if not len(owner):
        return np.zeros((len(subsets), *successors.shape[1:]), dtype=np.uint64)
    begins = np.flatnonzero(np.diff(owner, prepend=-1))
    unions = np.bitwise_or.reduceat(successors[member], begins, axis=0)
    if len(begins) == len(subsets):
        return unions
    result = np.zeros((len(subsets), *successors.shape[1:]), dtype=np.uint64)  # some subsets are empty
    result[owner[begins]] = unions
    return result


def _by_lists(moves: Array, final: Array, dead: int, start: Array, budget: Budget) -> tuple[Array, Array]:
    """Subsets as sorted arrays of members, where rows of bits would be too long."""
    states, kept, erased = moves.shape
    first = start.astype(np.int32)
    numbers: dict[bytes, int] = {first.tobytes(): 0}
    subsets = [first]
    rows: list[Array] = []
    i = 0
    while i < len(subsets):
        count, total = 0, 0
        while i + count < len(subsets) and (count == 0 or total * kept * erased < CHUNK):
            total += len(subsets[i + count])
            count += 1
        part = subsets[i : i + count]
        i += count
        owner = np.repeat(np.arange(count), [len(s) for s in part])
        targets = moves[np.concatenate(part)].astype(np.int64)
        codes = (owner[:, None] * kept + np.arange(kept)[None, :])[:, :, None] * states + targets
        codes = np.unique(codes[targets != dead] if dead >= 0 else codes)
        group, member = np.divmod(codes, states)
        ends = np.searchsorted(group, np.arange(count * kept), side="right").tolist()
        member = member.astype(np.int32)
        data, row, begin = member.tobytes(), [], 0
        for end in ends:
            key = data[4 * begin : 4 * end]
            number = numbers.get(key)
            if number is None:
                number = numbers[key] = len(numbers)
                subsets.append(member[begin:end])
            row.append(number)
            begin = end
        rows.append(np.array(row, dtype=np.int32).reshape(count, kept))
        check_size(len(numbers), kept, budget, "a projection of an automaton")
    return np.concatenate(rows), np.array([bool(final[s].any()) for s in subsets])
