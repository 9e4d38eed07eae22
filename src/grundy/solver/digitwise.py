"""Counting and listing by digits: tuples of integers whose digits a machine reads, most significant first.

The machine is deterministic: a node and a column of digits (one a number) give the next node, or None where nothing can
be accepted any more. The layers of nodes are built once, forwards, and cut backwards; then the accepted tuples are
counted, and listed in ascending order of tuples, one number after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import cast

from .groups import NoForm

Column = tuple[int, ...]
Step = Callable[[Hashable, Column, int], "Hashable | None"]
MAX_EDGES = 1_500_000
_TOP_BITS = 120


class Layers:
    """The words of *length* columns that a machine accepts, by the label that it gives them at their end.

    *step* has the node, the column, and the number of columns that are still to come after it; *label* is of the last
    node, None where it does not accept. Raises NoForm where there are too many nodes.
    """

    def __init__(
        self,
        start: Hashable,
        columns: Sequence[Column],
        length: int,
        step: Step,
        label: Callable[[Hashable], int | None],
    ) -> None:
        self.edges: list[dict[Hashable, list[tuple[Column, Hashable]]]] = []
        nodes: dict[Hashable, None] = {start: None}
        total = 0
        for left in range(length - 1, -1, -1):
            layer: dict[Hashable, list[tuple[Column, Hashable]]] = {}
            after: dict[Hashable, None] = {}
            for node in nodes:
                ways = [(column, found) for column in columns if (found := step(node, column, left)) is not None]
                layer[node] = ways
                total += len(ways)
                for _, found in ways:
                    after[found] = None
            if total > MAX_EDGES:
                raise NoForm("more states than are looked at")
            self.edges.append(layer)
            nodes = after
        self.start = start
        self.labels = {node: found for node in nodes if (found := label(node)) is not None}

    def counts(self) -> dict[int, int]:
        """The number of words of each label."""
        ahead: dict[Hashable, dict[int, int]] = {node: {label: 1} for node, label in self.labels.items()}
        for layer in reversed(self.edges):
            here: dict[Hashable, dict[int, int]] = {}
            for node, ways in layer.items():
                total: dict[int, int] = {}
                for _, after in ways:
                    for label, count in ahead.get(after, {}).items():
                        total[label] = total.get(label, 0) + count
                if total:
                    here[node] = total
            ahead = here
        return ahead.get(self.start, {})

    def words(self, label: int, tracks: int) -> Iterator[list[list[int]]]:
        """The accepted words of a label, as one list of digits a track, in ascending order of the tracks in turn."""
        yield from self._words(label, tracks, [])

    def _words(self, label: int, tracks: int, fixed: list[list[int]]) -> Iterator[list[list[int]]]:
        alive = self._alive(label, fixed)
        if self.start not in alive[0]:
            return
        for digits in self._digits(alive):
            if len(fixed) + 1 == tracks:
                yield [*fixed, digits]
            else:
                yield from self._words(label, tracks, [*fixed, digits])

    def _alive(self, label: int, fixed: list[list[int]]) -> list[dict[Hashable, list[tuple[int, Hashable]]]]:
        """For each layer the nodes that lead to *label* with the *fixed* tracks, and the digits that may follow."""
        known = len(fixed)
        ahead: dict[Hashable, list[tuple[int, Hashable]]] = {n: [] for n, at in self.labels.items() if at == label}
        layers = [ahead]
        for place in range(len(self.edges) - 1, -1, -1):
            wanted = tuple(digits[place] for digits in fixed)
            here = {}
            for node, ways in self.edges[place].items():
                found = [
                    (column[known], after) for column, after in ways if column[:known] == wanted and after in ahead
                ]
                if found:
                    here[node] = found
            ahead = here
            layers.append(ahead)
        return layers[::-1]

    def _digits(self, alive: list[dict[Hashable, list[tuple[int, Hashable]]]]) -> Iterator[list[int]]:
        """The digits of the next track, ascending: a search over sets of nodes that never fails."""
        length = len(self.edges)
        digits: list[int] = []
        stack: list[list[tuple[int, frozenset[Hashable]]]] = [_choices(alive, 0, frozenset([self.start]))]
        if not length:
            yield []
            return
        while stack:
            if not stack[-1]:
                stack.pop()
                if digits:
                    digits.pop()
                continue
            digit, nodes = stack[-1].pop()
            digits.append(digit)
            if len(digits) == length:
                yield list(digits)
                digits.pop()
            else:
                stack.append(_choices(alive, len(digits), nodes))


def _choices(
    alive: list[dict[Hashable, list[tuple[int, Hashable]]]], place: int, nodes: frozenset[Hashable]
) -> list[tuple[int, frozenset[Hashable]]]:
    """The digits that may come next, with the nodes that they lead to; the smallest digit last."""
    found: dict[int, set[Hashable]] = {}
    for node in nodes:
        for digit, after in alive[place][node]:
            found.setdefault(digit, set()).add(after)
    return [(digit, frozenset(found[digit])) for digit in sorted(found, reverse=True)]


class Rows:
    """Rows c·w + constant >= 0 (or == 0) over numbers w, read digit by digit in a numeration system.

    A state of a row is None once it holds whatever comes, else what was read of it so far: the number P of the weight
    of the last digit (base k), or (P, Q) for P·U_m + Q·U_{m-1} (Ostrowski). `step` gives None where a row fails.
    """

    def __init__(self, system: object, rows: Sequence[tuple[int, ...]], length: int) -> None:
        from grundy.laws.digits import Base, System

        if not isinstance(system, System):
            raise TypeError(system)
        self.t = 0 if isinstance(system, Base) else system.alphabet - 1
        self.base = system.alphabet
        known = set(rows)
        kept = [
            row for row in dict.fromkeys(rows) if tuple(-c for c in row) not in known or row > tuple(-c for c in row)
        ]
        self.rows = [row[:-1] for row in kept]
        self.equal = [tuple(-c for c in row) in known for row in kept]
        constants = [system.digits(abs(row[-1])) for row in kept]
        if any(len(word) > length for word in constants):
            raise NoForm("a constant longer than the numbers")
        padded = [[0] * (length - len(word)) + word for word in constants]
        signs = [1 if row[-1] >= 0 else -1 for row in kept]
        self.constants = [[s * word[i] for s, word in zip(signs, padded, strict=True)] for i in range(length)]
        ups = [sum(c for c in row if c > 0) + (s > 0) for row, s in zip(self.rows, signs, strict=True)]
        downs = [sum(-c for c in row if c < 0) + (s < 0) for row, s in zip(self.rows, signs, strict=True)]
        weights = system.weights(length + 1)
        self.length = length
        self.ends = list(zip(ups, downs, strict=True))
        self.weights = weights
        self.tops = []
        for weight, below in zip(weights, [1, *weights], strict=False):
            cut = max(weight.bit_length() - _TOP_BITS, 0)
            self.tops.append((weight >> cut, below >> cut if self.t else 0))
        self.start: tuple[object, ...] = tuple((0, 0) if self.t else 0 for _ in kept)

    def step(self, states: tuple[object, ...], digits: Sequence[int], left: int) -> tuple[object, ...] | None:
        """The states after one more digit of each number, *left* digits to come; None where a row fails."""
        constants = self.constants[self.length - 1 - left]
        found: list[object] = []
        for i, state in enumerate(states):
            if state is None:
                found.append(None)
                continue
            added = constants[i]
            for c, digit in zip(self.rows[i], digits, strict=True):
                if digit:
                    added += c * digit
            after: object
            before = 0
            if self.t:
                before, other = cast("tuple[int, int]", state)
                read = self.t * before + other + added
                after = (read, before)
            else:
                after = read = self.base * cast("int", state) + added
            up, down = self.ends[i]
            if self._sign(read, before, up, left) < 0:
                return None
            above = self._sign(read, before, -down, left)
            if self.equal[i] and above > 0:
                return None
            found.append(None if not self.equal[i] and above >= 0 else after)
        return tuple(found)

    def _sign(self, read: int, before: int, times: int, left: int) -> int:
        """The sign of read*U + before*V + times*(U - 1), where U and V are the weights of the places from *left* on.

        The leading bits of the weights tell it, but where it is nearly 0.
        """
        top, below_top = self.tops[left]
        nearly = (read + times) * top + before * below_top
        slack = abs(read) + abs(before) + abs(times) + 2
        if nearly > slack:
            return 1
        if nearly < -slack:
            return -1
        weight = self.weights[left]
        below = (self.weights[left - 1] if left else 1) if self.t else 0
        # the weights are multiplied only where their factors are not 0
        exact = (read + times) * weight + before * below - times if read + times or before else -times
        return (exact > 0) - (exact < 0)
