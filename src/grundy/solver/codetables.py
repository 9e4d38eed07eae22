"""Growing tables of take-and-break games: of codes, and of rules as a text that have the moves of a code."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from time import process_time_ns

from grundy.rules.rulesets import Ruleset

from .breaking import UNEQUAL
from .packed import narrowest
from .store import Allowance, Component, LineTable

_FIRST_CHOICE = 256
_SIFTED = 1024
"""From so many heaps on sifting is tried, too."""
_WIDER = {"B": "H", "H": "I"}
_TRIED = 32
"""How many heaps a way is tried on."""
_STAMPS, _RARES, _WIDTH = 1, 2, 3
"""Why a kernel stopped, see `grundy.kernels.splits`."""
_SPARSE, _BOTH, _SIEVE, _SEARCH = 0, 1, 2, 3
"""The ways of `SplitsTable`: by a sparse space, by that and by sifting the options, by sifting, by a search."""
_PLAIN = 4
"""A way whose work is counted as so many times another's is not taken, whatever the clock says of a few heaps."""


def code_table(ruleset: Ruleset, digits: Sequence[int]) -> LineTable:
    """An empty table of a ruleset with the moves of a code.

    >>> from grundy.rules.codes import octal
    >>> from grundy.solver.store import Allowance
    >>> table = code_table(octal("0.77"), (0, 7, 7))
    >>> table.grow((12,), Allowance())
    >>> table.values[:13].tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    """
    kind = ThreesTable if any(d & 8 for d in digits) else SplitsTable
    table = kind(ruleset, digits)
    return FromOne(ruleset, table) if ruleset.least else table


class SplitsTable(LineTable):
    """Tables of codes that leave at most two heaps; *values[n]* is that of the heap n, in the narrowest type for all.

    Beside the values the kernels keep their mirror image, and the rare heaps where there is a sparse space. At each
    power of two all ways that there are here are tried on a few heaps, and the fastest one is taken up to the next.
    """

    def __init__(self, ruleset: Ruleset, digits: Sequence[int]) -> None:
        super().__init__(ruleset)
        self.least = 0  # of the table, which has heap 0 even where the rules do not
        self.values = array("B")
        self._mirror = array("B")
        self._ends = array("q", [t for t, d in enumerate(digits) if d & 1])
        self._singles = array("q", [t for t, d in enumerate(digits) if d & 2])
        self._splits = array("q", [2 * t + (not d & 4) for t, d in enumerate(digits) if d & (4 | UNEQUAL)])
        self._one_parity = len({t >> 1 & 1 for t in self._splits}) == 1
        self._odd = self._one_parity and self._splits[0] >> 1 & 1
        self._state = array("q", [1, 0, -1, 0, 0, 0, 0])
        self._rare_values = array("B", bytes(64))
        self._rare_at = array("I", bytes(4 * 64))
        self._room = 256
        self._choice = _FIRST_CHOICE
        self._space: tuple[int, int] | None = None  # the mask, and whether positions count
        self._way = _SEARCH
        self._untried: list[int] = []
        self._spent: dict[int, int] = {}  # nanoseconds of each way that is or was tried; empty after the choice
        self._worked: dict[int, int] = {}  # the work counted in them
        self._until = 0

    def seed(self, values: array[int], shape: tuple[int, ...]) -> bool:
        """Take the values of a stretch from the least heap on as known; the ways are chosen at the next heap."""
        if shape[0] > self.known:
            known = narrowest(values)[:]
            self._state[0] = 1 << max(known, default=0).bit_length()
            self.values, self.known = known, shape[0]
            self._way, self._spent, self._state[2] = _SEARCH, {}, -1
            self._fit(known.typecode, len(known))
        return self.known >= shape[0]

    def extend(self, size: int) -> None:
        """Make room for so many values, and some more: the mirror image moves each time."""
        if size > len(self.values) or len(self._mirror) != len(self.values):
            room = max(size, len(self.values) + len(self.values) // 4)
            self._fit(self.values.typecode, room)

    def _fit(self, kind: str, room: int) -> None:
        values = array(kind, self.values) if kind != self.values.typecode else self.values
        values.frombytes(bytes((room - len(values)) * values.itemsize))
        mirror = values[::-1]
        rare_values = array(kind, self._rare_values)
        self.values, self._mirror, self._rare_values = values, mirror, rare_values

    def fill(self, start: int, stop: int, budget: int) -> tuple[int, int]:
        """A stretch of values by the kernels for splits."""
        if start >= self._choice:
            self._begin(start)
        kind = self.values.typecode
        if not kind == self._mirror.typecode == self._rare_values.typecode or len(self._mirror) != len(self.values):
            self._fit(kind, len(self.values))  # after Ctrl-C in the midst of that
        begun, most = process_time_ns(), budget
        if self._spent:
            most = _PLAIN * min((work for way, work in self._worked.items() if way != self._way), default=1 << 60)
            budget, stop = min(budget, most), min(stop, self._until)
        reached = self._by_kernel(start, min(stop, self._choice), budget)
        work, reason = self._state[4], self._state[5]
        if reason == _STAMPS:
            self._room *= 2
        elif reason == _RARES:
            self._more_rares(2 * len(self._rare_at))
        elif reason == _WIDTH:
            self._fit(_WIDER[kind], len(self.values))
        if self._spent:
            self._spent[self._way] = self._spent.get(self._way, 0) + process_time_ns() - begun
            self._worked[self._way] = self._worked.get(self._way, 0) + work
            if reached >= self._until or self._worked[self._way] > most:
                self._next_trial(reached)
        return reached, work

    def _by_kernel(self, start: int, stop: int, budget: int) -> int:
        from grundy.kernels import sieve, splits

        kind = self.values.typecode
        moves = self._ends, self._singles, self._splits, self._state
        if self._way in {_SIEVE, _BOTH} and kind != "I":
            return sieve.fill(
                self.values,
                self._mirror,
                self._rare_values,
                self._rare_at,
                array("B", bytes(self._room * (1 if self._way == _SIEVE else sieve.ROWS))),
                array("B", bytes(self._room)),
                *moves,
                start,
                stop,
                budget,
                sieve.best_way(),
            )
        return splits.fill(
            self.values,
            self._mirror,
            self._rare_values,
            array(kind, bytes(256 * self.values.itemsize)),
            self._rare_at,
            array("I", bytes(4 * self._room)),
            array("B", bytes(self._room)),
            *moves,
            start,
            stop,
            budget,
        )

    def _more_rares(self, count: int) -> None:
        grown = array("I", bytes(4 * count)), array(self.values.typecode, bytes(count * self.values.itemsize))
        grown[0][: len(self._rare_at)] = self._rare_at
        grown[1][: len(self._rare_values)] = array(self.values.typecode, self._rare_values)
        self._rare_at, self._rare_values = grown

    def _begin(self, known: int) -> None:
        """Try all ways that there are here."""
        from grundy.kernels import sieve

        while self._choice <= known:
            self._choice *= 2
        self._space = self._best_space(known)
        sifting = known >= _SIFTED and sieve.best_way() > 0
        ways = [_SEARCH, _SIEVE] if sifting else [_SEARCH]
        if self._space is not None:
            ways += [_BOTH, _SPARSE] if sifting else [_SPARSE]
        self._spent, self._worked = {}, {}
        if len(ways) == 1:
            self._enter(known, _SEARCH)
        else:
            self._untried = ways
            self._next_trial(known)

    def _next_trial(self, known: int) -> None:
        """Go on to the next way that may be worth it, or choose the fastest."""
        most = _PLAIN * min(self._worked.values(), default=1 << 62)
        sure = {_BOTH: 256, _SIEVE: known // 8}  # work that the kernel counts at least for each number to take
        while self._untried:
            way = self._untried.pop()
            if sure.get(way, 0) * len(self._splits) * _TRIED <= most:
                self._spent[way] = self._worked[way] = 0
                self._enter(known, way)
                self._until = known + _TRIED
                return
        self._enter(known, min((ns, way) for way, ns in self._spent.items() if self._worked.get(way, 0) <= most)[1])
        self._spent = {}

    def _best_space(self, known: int) -> tuple[int, int] | None:
        """The mask and the use of positions that leave the fewest heaps rare, where these are few.

        Heaps are mostly of the parity that a sum of a rare and a common one has; with positions and odd numbers to take
        that is the even one, not the odd one.
        """
        from grundy.kernels import spaces

        size = self._state[0]
        if not len(self._splits) or size > known // 4:
            return None
        counts = array("q", bytes(8 * size * (1 + self._one_parity)))
        spaces.count(self.values, 1, known, size, counts)
        spaces.transform(counts)
        if self._odd:
            counts[size:] = array("q", [-count for count in counts[size:]])
        least = min(counts)  # the number of rare heaps less that of the others
        if least > -known // 4:
            return None
        mask = counts.index(least)
        if len(self._rare_at) < known + 64 + least:
            self._more_rares(known + 64 + least)
        return mask & (size - 1), int(mask >= size)

    def _enter(self, known: int, way: int) -> None:
        """Go on in one of the ways; broken off by Ctrl-C it leaves a right state, too."""
        from grundy.kernels import spaces

        state = self._state
        state[2] = -1
        self._way = way
        if way in {_SPARSE, _BOTH} and self._space is not None:
            mask, position = self._space
            rare = position & self._odd
            state[1] = spaces.gather(self.values, known, mask, position, rare, self._rare_values, self._rare_at)
            state[3] = position
            state[2] = mask


class FromOne(LineTable):
    """The table of a code without heap 0, which the rules do not have."""

    def __init__(self, ruleset: Ruleset, whole: LineTable) -> None:
        super().__init__(ruleset)
        self._whole = whole

    def grow(self, tops: Component, allowance: Allowance) -> None:
        """Compute all values up to the heap *tops[0]*."""
        try:
            self._whole.grow(tops, allowance)
        finally:
            if self._whole.known - 1 > self.known:
                self.values = self._whole.values[1 : self._whole.known]
                self.known = len(self.values)

    def seed(self, values: array[int], shape: tuple[int, ...]) -> bool:
        """Take the values of a stretch from heap 1 on as known."""
        if shape[0] > self.known:
            self._whole.seed(array(values.typecode, [0]) + values, (shape[0] + 1,))
            self.values, self.known = self._whole.values[1 : self._whole.known], max(0, self._whole.known - 1)
        return self.known >= shape[0]

    def fill(self, start: int, stop: int, budget: int) -> tuple[int, int]:
        """A stretch of values of the whole table."""
        reached, work = self._whole.fill(start + 1, stop + 1, budget)
        return reached - 1, work


class ThreesTable(LineTable):
    """Tables of codes that may leave three heaps; *values[n]* is that of the heap n."""

    def __init__(self, ruleset: Ruleset, digits: Sequence[int]) -> None:
        super().__init__(ruleset)
        self.least = 0
        self._digits = array("q", digits)
        self._rows = array("Q")
        self._words = 1

    def extend(self, size: int) -> None:
        """Make room for so many values and rows."""
        if size > len(self.values):
            self.values.frombytes(bytes(4 * (size - len(self.values))))

    def fill(self, start: int, stop: int, budget: int) -> tuple[int, int]:
        """A stretch of values by the kernel with a row of bits for each heap."""
        from grundy.kernels import threes

        stop = min(stop, start + 4096)
        missing = stop * self._words - len(self._rows)
        if missing > 0:
            self._rows.frombytes(bytes(8 * missing))
        hints = array("I", [1]) * (64 * self._words)
        reached = threes.fill(self.values, start, stop, self._digits, self._rows, hints, self._words, budget)
        if reached < stop and max(self.values[:reached], default=0) >= 64 * self._words:
            self._widen(reached)
        return reached, (reached - start) * (2 * reached + 8)

    def seed(self, values: array[int], shape: tuple[int, ...]) -> bool:
        """False: the rows of bits would take as long as the values, so it begins anew."""
        del values, shape
        return False

    def _widen(self, known: int) -> None:
        """Rows twice as wide."""
        words = self._words
        rows = array("Q", bytes(16 * known * words))
        for w in range(words):
            rows[w :: 2 * words] = self._rows[w : known * words : words]
        self._rows, self._words = rows, 2 * words
