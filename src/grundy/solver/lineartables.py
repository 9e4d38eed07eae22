"""Growing tables of any linear rules on one or two heaps, by the kernel that looks at every option."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from math import prod

from grundy.rules.forms import Clause
from grundy.rules.rulesets import TextRuleset
from grundy.rules.said import said

from .store import Allowance, Component, GrowingTable, LineTable, NotTabled

_UNKNOWN = 0xFFFFFFFF


class Program:
    """The program of linear rules for heaps up to a bound, compiled anew when the bound grows."""

    def __init__(self, ruleset: TextRuleset, found: tuple[Clause, ...]) -> None:
        from grundy.kernels import linear

        self.kernel = linear
        self.ruleset = ruleset
        self.clauses = found
        self.top = -1
        self.code = array("q")
        self.sets = array("q")
        self.scratch = linear.workspace(64)

    def prepare(self, top: int) -> None:
        """Compile for heaps up to *top*."""
        from .program import NoProgram, compile_program

        if top <= self.top:
            return
        self.top = max(top, 1000)
        try:
            self.code, self.sets = compile_program(self.clauses, self.ruleset.heaps, self.ruleset.least, self.top)
        except NoProgram as error:
            raise NotTabled(str(error)) from None

    def run(self, values: array[int], shape: tuple[int, int], start: int, stop: int, budget: int) -> tuple[int, int]:
        """Compute cells start..stop or a part of them; raises NotTabled where the box is not closed under moves."""
        kernel = self.kernel
        while True:
            reached, work, status = kernel.fill(
                values, *shape, self.ruleset.least, start, stop, self.code, self.sets, self.scratch, budget
            )
            if status in (kernel.DONE, kernel.BUDGET):
                return reached, work
            if status != kernel.NARROW:
                raise NotTabled("a move leaves the box, or a value is needed before it is computed")
            self.scratch = kernel.workspace(2 * len(self.scratch))
            start = reached


class LinearTable(LineTable):
    """Tables of any linear one-heap rules."""

    def __init__(self, ruleset: TextRuleset, found: tuple[Clause, ...]) -> None:
        super().__init__(ruleset)
        self._program = Program(ruleset, found)

    def prepare(self, top: int) -> None:
        """Compile the program for heaps up to *top*."""
        self._program.prepare(top)

    def fill(self, start: int, stop: int, budget: int) -> tuple[int, int]:
        """A stretch of values by the generic kernel."""
        return self._program.run(self.values, (stop, 1), start, stop, budget)


class BoxTable(GrowingTable):
    """The values of components of two heaps in a box, row by row."""

    heaps = 2

    def __init__(self, ruleset: TextRuleset, found: tuple[Clause, ...]) -> None:
        super().__init__(ruleset)
        self._program = Program(ruleset, found)
        self.shape = (0, 0)
        self.least = ruleset.least

    def __contains__(self, component: Component) -> bool:
        return all(x - self.least < s for x, s in zip(component, self.shape, strict=True))

    def __getitem__(self, component: Component) -> int:
        return self.values[(component[0] - self.least) * self.shape[1] + component[1] - self.least]

    def part(self, axes: Sequence[range]) -> Iterable[int]:
        """The values of a box row by row, as far as the table goes in its first row that is not whole."""
        first, second = axes
        rows, cols = self.shape
        for a in range(first.start - self.least, min(first.stop - self.least, rows)):
            yield from self.values[
                a * cols + second.start - self.least : a * cols + min(second.stop - self.least, cols)
            ]
            if second.stop - self.least > cols:
                return

    def seed(self, values: array[int], shape: tuple[int, ...]) -> bool:
        """Take the values of a box from the least heaps on as known."""
        if prod(shape) >= prod(self.shape):
            self.values, self.shape = array("I", values), (shape[0], shape[1])
            return True
        return False

    def grow(self, tops: Component, allowance: Allowance) -> None:
        """Compute the box up to the heaps *tops*; what is known of it is not computed again."""
        if tops in self:
            return
        wanted = [x - self.least + 1 for x in tops]
        old_rows, old_cols = self.shape
        rows, cols = max(old_rows, wanted[0]), max(old_cols, wanted[1])
        size = rows * cols
        allowance.require_cells(size, self.ruleset)
        self._program.prepare(max(rows, cols) + self.least - 1)
        values = array("I", [_UNKNOWN]) * size
        for a in range(old_rows):
            values[a * cols : a * cols + old_cols] = self.values[a * old_cols : (a + 1) * old_cols]
        stretches = [(a * cols + old_cols, (a + 1) * cols) for a in range(old_rows) if old_cols < cols]
        reached = old_rows * cols if not stretches else 0
        try:
            for start, stop in [*stretches, (old_rows * cols, size)]:
                reached = start
                while reached < stop:
                    reached, work = self._program.run(values, (rows, cols), reached, stop, allowance.chunk)
                    if allowance.progress is not None and reached:
                        allowance.progress(reached, size)
                    if reached < size:
                        allowance.spend(work, self.ruleset, said("row {row}", row=self.least + reached // cols))
        finally:  # stopped or not, whole rows are kept, of the first one a part, where they are more than before
            shape = (reached // cols, cols) if reached >= cols else (1, reached)
            if prod(shape) >= prod(self.shape):
                self.values, self.shape = values, shape
