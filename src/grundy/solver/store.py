"""Growing tables of Grundy values by the kernels, one a ruleset, in an explicit store."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from grundy.rules.errors import LimitExceeded, Unsupported
from grundy.rules.numbers import digits
from grundy.rules.rulesets import Ruleset, TextRuleset
from grundy.rules.said import said

if TYPE_CHECKING:
    from grundy.rules.codes import Code
    from grundy.rules.linear import Clause
    from grundy.rules.terms import SetTerm

Progress = Callable[[int, int], None]
Component = tuple[int, ...]

COMPILED_WORK = 2_000_000_000
PURE_WORK = 20_000_000
_CHUNK = 50_000_000
_CELL_WORK = 20
_CELLS = 10_000_000
_TRIED = 8


class NotTabled(Exception):
    """No kernel computes a table of this ruleset."""


class Allowance:
    """The work that a call may spend on tables, and who is told of progress."""

    def __init__(self, limit: int | None = None, progress: Progress | None = None) -> None:
        self.limit = limit
        self.progress = progress
        self.spent = 0

    @property
    def most(self) -> int:
        """The limit in force: what was asked for, else what a few seconds do."""
        if self.limit is not None:
            return self.limit
        from grundy import kernels

        return COMPILED_WORK if kernels.compiled() else PURE_WORK

    @property
    def cells(self) -> int:
        """The largest number of values that a table may have."""
        return self.most if self.limit is not None else max(_CELLS, self.most // _CELL_WORK)

    @property
    def chunk(self) -> int:
        """The work to do before the next look at the limit, and at Ctrl-C."""
        return max(1, min(_CHUNK, self.most - self.spent))

    def spend(self, work: int, ruleset: Ruleset, reached: str) -> None:
        """Count work done; raises LimitExceeded."""
        self.spent += work
        if self.spent > self.most:
            raise _too_large(
                said(
                    "the table of {rules} needs more than {most} moves to be looked at (it came to {reached})",
                    rules=ruleset,
                    most=f"{self.most:,}",
                    reached=reached,
                )
            )

    def require_cells(self, count: int, ruleset: Ruleset, each: int = 1) -> None:
        """Raise LimitExceeded where a table would have too many values, which take *each* as long as a kernel's."""
        if count * each > self.cells:
            raise _too_large(
                said(
                    "a table of {count} values of {rules} is more than the {most} allowed",
                    count=_large(count),
                    rules=ruleset,
                    most=f"{self.cells // each:,}",
                )
            )


def _too_large(reason: str) -> LimitExceeded:
    return LimitExceeded("{reason}; --work N (work=N) raises this limit", reason=reason)


def _large(count: int) -> str:
    return f"{count:,}" if count < 10**15 else said("about {number}", number=f"10^{len(digits(count)) - 1}")


class GrowingTable(ABC):
    """Grundy values of a ruleset's components in a box from the least heap up, which only grows."""

    heaps: ClassVar[int]

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.values = array("I")

    @abstractmethod
    def grow(self, tops: Component, allowance: Allowance) -> None:
        """Compute all values up to the heaps *tops*; raises LimitExceeded, NotTabled."""

    @abstractmethod
    def __contains__(self, component: Component) -> bool: ...

    @abstractmethod
    def __getitem__(self, component: Component) -> int: ...

    @abstractmethod
    def part(self, axes: Sequence[range]) -> Iterable[int]:
        """The values of a box, row by row; of one heap, those of it that are computed."""

    @abstractmethod
    def seed(self, values: array[int], shape: tuple[int, ...]) -> bool:
        """Take the values of a box from the least heaps on as known, in a table that has fewer; whether it did."""


class LineTable(GrowingTable):
    """The values of one-heap components: *values[i]* is that of the heap least + i; *known* of them are computed."""

    heaps = 1

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self.known = 0
        self.least = ruleset.least
        self._scratch = array("I", bytes(4 * 64))

    def __contains__(self, component: Component) -> bool:
        return component[0] - self.least < self.known

    def __getitem__(self, component: Component) -> int:
        return self.values[component[0] - self.least]

    def part(self, axes: Sequence[range]) -> Iterable[int]:
        """The values of a stretch of heaps, as far as they are computed."""
        (axis,) = axes
        return self.values[axis.start - self.least : min(axis.stop - self.least, self.known)]

    def seed(self, values: array[int], shape: tuple[int, ...]) -> bool:
        """Take the values of a stretch from the least heap on as known."""
        if shape[0] > self.known:
            self.values, self.known = array("I", values), shape[0]
        return self.known >= shape[0]

    def grow(self, tops: Component, allowance: Allowance) -> None:
        """Compute all values up to the heap *tops[0]*, in steps between which it can be interrupted."""
        size = tops[0] - self.least + 1
        if size <= self.known:
            return
        allowance.require_cells(size, self.ruleset)
        self.prepare(tops[0])
        self.extend(size)
        while self.known < size:
            self.known, work = self.fill(self.known, size, allowance.chunk)
            if allowance.progress is not None:
                allowance.progress(self.known, size)
            if self.known < size:
                allowance.spend(work, self.ruleset, f"heap {self.least + self.known - 1}")

    def prepare(self, top: int) -> None:
        """Make ready for heaps up to *top*."""

    def extend(self, size: int) -> None:
        """Make room for so many values."""
        if len(self.values) < size:
            self.values.frombytes(b"\xff" * (4 * (size - len(self.values))))

    @abstractmethod
    def fill(self, start: int, stop: int, budget: int) -> tuple[int, int]:
        """Compute values[start:stop], or those that about *budget* work gives: where it stopped, and the work done."""


class SubtractionTable(LineTable):
    """Tables of n -> n - t for a set of constants."""

    def __init__(self, ruleset: Ruleset, moves: Callable[[int], list[int] | None]) -> None:
        super().__init__(ruleset)
        self._moves_to = moves
        self._moves = array("q")
        self._top = -1

    def prepare(self, top: int) -> None:
        """List the numbers that may be taken from heaps up to *top*."""
        if top > self._top:
            self._top = max(top, 1000)
            moves = self._moves_to(self._top)
            if moves is None:
                raise NotTabled("the numbers that may be taken are too many to list")
            self._moves = array("q", moves)

    def fill(self, start: int, stop: int, budget: int) -> tuple[int, int]:
        """A stretch of values by the stamp kernel."""
        from grundy.kernels import subtraction

        count = len(self._moves) + 1
        stop = min(stop, start + max(1, budget // count))
        if len(self._scratch) < count:
            self._scratch = array("I", bytes(4 * count))
        subtraction.fill(self.values, start, stop, self._moves, self._scratch)
        return stop, (stop - start) * count


class AllButTable(LineTable):
    """Tables of n -> n - t for all t >= 1 outside a set of constants."""

    def __init__(self, ruleset: Ruleset, excluded: SetTerm) -> None:
        super().__init__(ruleset)
        self._excluded = excluded
        self._moves = array("q")

    def prepare(self, top: int) -> None:
        """List the numbers that may not be taken from heaps up to *top*."""
        from .program import NoProgram, members_between

        try:
            self._moves = array("q", members_between(self._excluded, 1, top))
        except NoProgram as error:
            raise NotTabled(str(error)) from None

    def fill(self, start: int, stop: int, budget: int) -> tuple[int, int]:
        """A stretch of values by the kernel that counts how often each value occurs."""
        from grundy.kernels import subtraction

        count = len(self._moves) + 2
        stop = min(stop, max(2 * start, start + budget // count, start + 1))
        subtraction.fill_allbut(self.values, start, stop, self._moves, array("I", bytes(4 * (stop + 1))))
        return stop, (stop - start) * count + start


def CodeTable(code: Code) -> LineTable:  # noqa: N802  tables are made by their names
    """An empty table of a take-and-break code."""
    from .codetables import code_table

    return code_table(code, code.digits)


def new_table(ruleset: Ruleset) -> GrowingTable | None:
    """An empty table of a ruleset, or None where no kernel computes one."""
    if hasattr(ruleset, "digits"):
        return CodeTable(cast("Code", ruleset))
    if not isinstance(ruleset, TextRuleset) or ruleset.heaps > 2:
        return None
    try:
        found = ruleset.clauses()
    except Unsupported:
        return None
    if ruleset.heaps == 2:
        from .lineartables import BoxTable

        return _lines_table(ruleset, found) or BoxTable(ruleset, found)
    from .program import excluded_moves, subtraction_moves

    least = ruleset.least
    if subtraction_moves(found, least, 1000) is not None:
        return SubtractionTable(ruleset, lambda top: subtraction_moves(found, least, top))
    excluded = excluded_moves(found, least)
    if excluded is not None:
        return AllButTable(ruleset, excluded)
    from .lineartables import LinearTable

    return _code_table(ruleset, found) or LinearTable(ruleset, found)


def _lines_table(ruleset: TextRuleset, found: tuple[Clause, ...], *, misere: bool = False) -> GrowingTable | None:
    """A table of rules on two heaps whose moves go along lines, or None."""
    from .lines import Unlined, lines_of

    try:
        lines = lines_of(found, ruleset.least)
    except Unlined:
        return None
    from .linetables import LinesTable

    return LinesTable(ruleset, lines, misere=misere)


def _misere_table(ruleset: Ruleset) -> GrowingTable | None:
    if not isinstance(ruleset, TextRuleset) or ruleset.heaps != 2:
        return None
    try:
        return _lines_table(ruleset, ruleset.clauses(), misere=True)
    except Unsupported:
        return None


def _code_table(ruleset: TextRuleset, found: tuple[Clause, ...]) -> GrowingTable | None:
    """A table of rules that split heaps as a code does, or None."""
    if all(len(clause.components) < 2 for clause in found):
        return None
    from .breaking import UNEQUAL, code_digits
    from .codetables import code_table
    from .eliminating import Unread

    try:
        digits = code_digits(ruleset)
    except Unread:
        return None
    if any(d & 8 for d in digits) and any(d & UNEQUAL for d in digits):
        return None
    return code_table(ruleset, digits)


def _tried(table: GrowingTable | None) -> GrowingTable | None:
    """The table, if its first values can be computed: if moves do not leave a small box."""
    if table is not None:
        try:
            table.grow((table.ruleset.least + _TRIED,) * table.heaps, Allowance())
        except NotTabled:
            return None
    return table


class Store:
    """The tables and memos that have been computed; values only ever get added."""

    def __init__(self) -> None:
        self.tables: dict[Ruleset, GrowingTable | None] = {}
        self.memos: dict[object, dict[object, tuple[int, int | None]]] = {}
        self.misere_tables: dict[Ruleset, GrowingTable | None] = {}

    def table(self, ruleset: Ruleset) -> GrowingTable | None:
        """The table of a ruleset, or None where no kernel computes one."""
        if ruleset not in self.tables:
            self.tables[ruleset] = _tried(new_table(ruleset))
        return self.tables[ruleset]

    def misere_table(self, ruleset: Ruleset) -> GrowingTable | None:
        """The table of a ruleset's misère values, or None where no kernel computes one."""
        if ruleset not in self.misere_tables:
            self.misere_tables[ruleset] = _misere_table(ruleset)
        return self.misere_tables[ruleset]

    def refuse(self, ruleset: Ruleset) -> None:
        """Remember that no kernel computes a table of the ruleset."""
        self.tables[ruleset] = None

    def memo(self, key: object) -> dict[object, tuple[int, int | None]]:
        """The memo of a search."""
        return self.memos.setdefault(key, {})


SHARED = Store()
