"""Growing tables of two heaps whose moves go along lines."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from grundy.rules.errors import LimitExceeded
from grundy.rules.rulesets import Ruleset
from grundy.rules.said import said

from .lines import Lines, Ray
from .store import Allowance, Component, GrowingTable

_WIDTHS = (("B", 5), ("H", 1025), ("I", 1 << 26))
"""Types of values, and how many words rows of bits have for all of their values."""
_MOST_BYTES = 1 << 30
_WIDER = {"B": "H", "H": "I"}
_ROW = Ray((0, 1), (0, 1))
_COLUMN = Ray((1, 0), (1, 0))


class LinesTable(GrowingTable):
    """The values of components of two heaps in a box, row by row, in the narrowest type for them.

    Where the heaps have the same moves the first one is the smaller: there are at most as many rows as columns. Rows
    are added in place; for more columns the rows of bits are made anew, but no value is computed again.
    """

    heaps = 2

    def __init__(self, ruleset: Ruleset, lines: Lines, *, misere: bool = False) -> None:
        super().__init__(ruleset)
        self.shape = (0, 0)
        self.least = ruleset.least
        self.values = array("B")
        self.symmetric = lines.symmetric
        self.lines = lines
        self.misere = misere
        self._bits: _Bits | None = None  # None: to be made anew

    def _cell(self, component: Component) -> Component:
        a, b = component[0] - self.least, component[1] - self.least
        return (b, a) if self.symmetric and b < a else (a, b)

    def __contains__(self, component: Component) -> bool:
        a, b = self._cell(component)
        return a < self.shape[0] and b < self.shape[1]

    def __getitem__(self, component: Component) -> int:
        a, b = self._cell(component)
        return self.values[a * self.shape[1] + b]

    def part(self, axes: Sequence[range]) -> Iterable[int]:
        """The values of a box row by row, as far as whole rows of it are computed."""
        first, second = (range(axis.start - self.least, axis.stop - self.least) for axis in axes)
        found = array(self.values.typecode)
        for a in first:
            row = self._row(a, second)
            if len(row) < len(second):
                break
            found += row
        return found

    def _row(self, a: int, second: range) -> array[int]:
        """The values of (a, b) for the *second* heaps, as far as they are computed."""
        rows, cols = self.shape
        start, stop = second.start, second.stop
        found = array(self.values.typecode)
        if a < rows:
            found = self.values[a * cols + start : a * cols + min(stop, cols)]
            start = min(stop, cols)
        if self.symmetric and a < cols and start == second.start:  # of the other half, by columns
            found = self.values[start * cols + a : min(stop, rows) * cols : cols] if start < rows else found
        return found

    def seed(self, values: array[int], shape: tuple[int, ...]) -> bool:
        """Take the values of a box from the least heaps on as known."""
        rows, cols = shape
        if self.symmetric and rows > cols:  # the rows beyond are columns, too
            turned = array(values.typecode)
            for b in range(cols):
                turned += values[b::cols]
            values, rows, cols = turned, cols, rows
        if rows < self.shape[0] or cols < self.shape[1]:
            return False
        self.values, self.shape, self._bits = array(values.typecode, values), (rows, cols), None
        return True

    def grow(self, tops: Component, allowance: Allowance) -> None:
        """Compute the box up to the heaps *tops*."""
        if tops in self:
            return
        wanted = self._cell(tops)
        rows, cols = max(self.shape[0], wanted[0] + 1), max(self.shape[1], wanted[1] + 1)
        allowance.require_cells(rows * cols, self.ruleset)
        known, (old_rows, old_cols) = self.values, self.shape
        kind = max(known.typecode, _kind(self._expected(rows, cols)), key="BHI".index)
        bits, self._bits = self._bits, None
        values = known if kind == known.typecode else array(kind, known)
        reached, given = 0, (old_rows, old_cols)
        if cols == old_cols and bits is not None and old_rows:
            reached, given = old_rows * cols, (0, 0)
        else:
            bits = _Bits(self, cols, 2 + self._expected(rows, cols) // 64)
        if cols == old_cols:
            values.extend(array(values.typecode, [0]) * max(0, rows * cols - len(values)))
        else:
            values = _widened(values, self.shape, (rows, cols))
        try:
            while reached < rows * cols:
                reached, values = bits.fill(values, reached, rows * cols, given, allowance.chunk)
                if allowance.progress is not None:
                    allowance.progress(reached, rows * cols)
                if reached < rows * cols:
                    allowance.spend(bits.work, self.ruleset, said("row {row}", row=self.least + reached // cols))
            self._bits = bits
        finally:  # stopped or not, whole rows are kept where they have more cells than before
            done = reached // cols
            if cols == old_cols:
                self.values, self.shape = values, (max(done, old_rows), cols)
            elif done * cols >= old_rows * old_cols:
                self.values, self.shape = values, (done, cols)

    def _expected(self, rows: int, cols: int) -> int:
        """About the largest value; more rows of bits are made where it is not."""
        most = sum(ray.length for ray in self.lines.rays) + len(self.lines.steps) + 1
        return min(rows + cols, 1 << 24) if self.lines.endless else min(most, rows + cols)


def _order(ray: Ray) -> tuple[bool, tuple[int, int]]:
    """The row first, whose line the kernel reads at each cell."""
    return ray != _ROW, ray.step


def _kind(most: int) -> str:
    return "B" if most < 1 << 8 else "H" if most < 1 << 16 else "I"


def _widened(values: array[int], shape: tuple[int, int], wanted: tuple[int, int]) -> array[int]:
    """The values of a box in a larger one, the others 0."""
    found = array(values.typecode, [0]) * (wanted[0] * wanted[1])
    for a in range(shape[0]):
        found[a * wanted[1] : a * wanted[1] + shape[1]] = values[a * shape[1] : (a + 1) * shape[1]]
    return found


class _Bits:
    """The rows of bits of a table's lines, as the kernel's board has them."""

    def __init__(self, table: LinesTable, cols: int, words: int) -> None:
        self._table = table
        self._cols = cols
        self._rays = array("q")
        self._steps = array("q", [n for step in table.lines.steps for n in step])
        self._count = 1
        first: dict[Ray, int] = {}
        rays = sorted(table.lines.rays, key=_order)
        for ray in rays:
            first[ray] = self._count
            self._count += max(ray.step[0], 1) * (cols if ray.step[0] else ray.step[1])
        for ray in rays:
            ring = cols if ray.step[0] else ray.step[1]
            lower = -first[_COLUMN] if table.symmetric and ray == _ROW else int(ray.step[0] < ray.step[1])
            self._rays.extend([*ray.step, *ray.first, ray.length, ray.near, first[ray], ring, lower])
        self._lows = array("I", [0]) * self._count
        self._made(max(2, words))
        self.work = 0

    def _made(self, words: int) -> None:
        """A board with empty rows of bits; raises LimitExceeded where they would take too much memory."""
        from grundy.kernels import lines

        if 8 * words * self._count > _MOST_BYTES:
            raise LimitExceeded(
                f"the table of {self._table.ruleset} needs more than {_MOST_BYTES >> 30} GiB of memory beside its "
                f"values, for {self._cols:,} columns: a smaller region needs less"
            )
        table, self._words, self._lines = self._table, words, array("Q", [0]) * (self._count * words)
        self._kernel = lines
        self._board = lines.Board(
            self._cols, table.symmetric, int(table.misere), self._rays, self._steps, self._lines, self._lows, words
        )

    def fill(
        self, values: array[int], start: int, stop: int, given: tuple[int, int], budget: int
    ) -> tuple[int, array[int]]:
        """Compute cells start..stop or some rows of them: where it stopped, and the values, perhaps in a wider type."""
        self.work = 0
        while True:
            while self._words > dict(_WIDTHS)[values.typecode]:
                values = array(_WIDER[values.typecode], values)
            start = self._board.fill(values, start, stop, *given, max(1, budget - self.work))
            self.work += self._board.work
            if self._board.reason != self._kernel.WORDS:
                return start, values
            self._lengthen()

    def _lengthen(self) -> None:
        """Rows of bits twice as long."""
        words, lines = self._words, self._lines
        self._made(2 * words - 1)
        for w in range(words - 1):
            self._lines[w :: self._words] = lines[w::words]
