"""What the linear reading is made of: linear forms, memberships, clauses, and cases that become clauses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from .terms import SetTerm


@dataclass(frozen=True, slots=True)
class Linear:
    """A linear form: the sum of coefficient times name, plus a constant."""

    coefficients: tuple[tuple[str, int], ...] = ()
    constant: int = 0

    @staticmethod
    def of(coefficients: Mapping[str, int], constant: int) -> Linear:
        """The form with names sorted and zero coefficients left out."""
        return Linear(tuple(sorted((n, c) for n, c in coefficients.items() if c)), constant)

    def plus(self, other: Linear, factor: int = 1) -> Linear:
        """Self + factor * other."""
        total = dict(self.coefficients)
        for name, c in other.coefficients:
            total[name] = total.get(name, 0) + factor * c
        return Linear.of(total, self.constant + factor * other.constant)

    def times(self, factor: int) -> Linear:
        """Factor * self."""
        return Linear().plus(self, factor)

    def row(self, names: tuple[str, ...]) -> tuple[int, ...]:
        """The coefficients in the order of *names*, then the constant."""
        table = dict(self.coefficients)
        return (*(table.get(n, 0) for n in names), self.constant)


@dataclass(frozen=True, slots=True)
class Membership:
    """A variable is (or, excluded, is not) in a set of constants."""

    variable: str
    members: SetTerm
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """One system: variables (free and auxiliary), rows that are >= 0, memberships, and the components of the option.

    Each row has the coefficients of the heaps, of the variables, then the constant.
    """

    heaps: int
    variables: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    memberships: tuple[Membership, ...]
    components: tuple[tuple[tuple[int, ...], ...], ...]
    label: int


@dataclass(frozen=True, slots=True)
class Case:
    """What has been collected on one path through the alternatives of a condition."""

    variables: tuple[str, ...]
    rows: tuple[Linear, ...] = ()
    memberships: tuple[Membership, ...] = ()
    fixed: Mapping[str, int] = field(default_factory=dict)

    def with_rows(self, *rows: Linear) -> Case:
        """The case in which these forms are >= 0, too."""
        return replace(self, rows=(*self.rows, *rows))

    def fresh(self) -> tuple[Case, Linear]:
        """The case with one more variable, and that variable."""
        name = f"_{len(self.variables)}"
        return replace(self, variables=(*self.variables, name)), Linear(((name, 1),))


def comparison(op: str, d: Linear) -> Iterator[tuple[Linear, ...]]:
    """The rows (>= 0) of ``d op 0``, one tuple for each case."""
    minus, less = d.times(-1), Linear(constant=-1)
    match op:
        case "==":
            yield d, minus
        case ">=":
            yield (d,)
        case "<=":
            yield (minus,)
        case ">":
            yield (d.plus(less),)
        case "<":
            yield (minus.plus(less),)
        case "!=":
            yield (d.plus(less),)
            yield (minus.plus(less),)


def between(value: Linear, low: int | None, high: int | None) -> list[Linear]:
    """The rows of low <= value <= high."""
    rows = []
    if low is not None:
        rows.append(value.plus(Linear(constant=-low)))
    if high is not None:
        rows.append(Linear(constant=high).plus(value, -1))
    return rows


def trivial(row: Linear, heaps: tuple[str, ...], least: int) -> bool:
    """Whether a row holds for all heaps >= least: a constant, or heaps with coefficients >= 0."""
    if any(c < 0 or name not in heaps for name, c in row.coefficients):
        return False
    return row.constant + least * sum(c for _, c in row.coefficients) >= 0
