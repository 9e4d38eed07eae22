"""Linear rules as a program for the generic kernel.

A kernel runs over the variables of a clause one inside the other, each between bounds that depend on the heaps and the
variables before it. Those bounds come by Fourier–Motzkin elimination, which only adds implied inequalities.
Source: A. Schrijver, Theory of Linear and Integer Programming (1986), section 12.2.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from operator import mul

from grundy.rules.errors import GrundyError
from grundy.rules.evaluate import constant_elements
from grundy.rules.linear import Clause, Membership
from grundy.rules.sets import NAMED_SETS
from grundy.rules.terms import Int, NamedSet, SetTerm

Row = tuple[int, ...]

MAX_ROWS = 400
MAX_VARIABLES = 8
MAX_COMPONENTS = 16
MAX_MEMBERS = 20_000_000
_WORD = 2**62


class NoProgram(Exception):
    """The rules cannot run on the generic kernel, for the reason that the text gives."""


@dataclass(frozen=True, slots=True)
class _Level:
    """The inequalities and the set that bound one variable."""

    rows: tuple[Row, ...]
    membership: Membership | None


def members_between(members: SetTerm, low: int, high: int) -> list[int]:
    """The members of a set of constants in low..high, ascending; raises NoProgram where there are too many to list.

    >>> from grundy.rules.parsing import parse_set
    >>> members_between(parse_set("{3, -2, 1}"), -5, 2), members_between(parse_set("squares"), -5, 10)
    ([-2, 1], [1, 4, 9])
    """
    if not isinstance(members, NamedSet):
        constants = constant_elements(members)
        if constants is None:
            raise NoProgram("a set whose elements are not constants")
        return [c for c in constants if low <= c <= high]
    if members.name == "primes" and high > MAX_MEMBERS:
        raise NoProgram(f"the primes up to {high} are too many to list")
    args = [a.value for a in members.args if isinstance(a, Int)]
    return list(NAMED_SETS[members.name].members(low, high, *args))


def compile_program(clauses: tuple[Clause, ...], heaps: int, least: int, top: int) -> tuple[array[int], array[int]]:
    """The program and its sets for heaps in least..top; raises NoProgram.

    >>> from grundy.rules.parsing import parse_rules
    >>> from grundy.rules.linear import clauses
    >>> compile_program(clauses(parse_rules("n -> n-t where t <= 3"), 0), 1, 0, 9)[0].tolist()[:4]
    [1, 1, 1, 1]
    """
    program = [heaps, len(clauses)]
    sets: list[int] = []
    for clause in clauses:
        program += _clause_words(clause, heaps, least, top, sets)
    if any(not -_WORD < word < _WORD for word in (*program, *sets)):
        raise NoProgram("the numbers of the rules do not fit 64 bits")
    return array("q", program), array("q", sets)


def _clause_words(clause: Clause, heaps: int, least: int, top: int, sets: list[int]) -> list[int]:
    """The words of one clause. A kernel's variables begin at 0, so each is counted from its least value here."""
    count = len(clause.variables)
    if count > MAX_VARIABLES or len(clause.components) > MAX_COMPONENTS:
        raise NoProgram(f"more than {MAX_VARIABLES} variables or {MAX_COMPONENTS} components in one alternative")
    guards, levels = eliminate(clause, heaps)
    spans = [(least, top)] * heaps
    for place, level in enumerate(levels):
        spans.append(_span(level, spans, heaps + place))
    origins = [*(0 for _ in range(heaps)), *(low for low, _ in spans[heaps:])]
    outputs = [row for component in clause.components for row in component]
    for row in (*guards, *(r for level in levels for r in level.rows), *outputs):
        if sum(abs(c) * max(abs(a), abs(b)) for c, (a, b) in zip(row, [*spans, (1, 1)], strict=True)) >= _WORD:
            raise NoProgram("the numbers do not fit 64 bits at this size")
    words = [count, len(clause.components), len(guards), *_moved(guards, origins)]
    for level, (low, high) in zip(levels, spans[heaps:], strict=True):
        words += [*_set_words(level.membership, low, high, sets), len(level.rows), *_moved(level.rows, origins)]
    return words + _moved(outputs, origins)


def _moved(rows: Sequence[Row], origins: list[int]) -> list[int]:
    """The coefficients of rows whose variables are counted from *origins*."""
    return [c for row in rows for c in (*row[:-1], row[-1] + sum(map(mul, row, origins)))]


def _set_words(membership: Membership | None, low: int, high: int, sets: list[int]) -> list[int]:
    if membership is None:
        return [0, 0, 0]
    start = len(sets)
    sets.extend(m - low for m in members_between(membership.members, low, high))
    return [2 if membership.excluded else 1, start, len(sets)]


def _span(level: _Level, spans: list[tuple[int, int]], place: int) -> tuple[int, int]:
    """Constant bounds of a variable, from those of the heaps and the variables before it."""
    lows, highs = [], []
    for row in level.rows:
        c = row[place]
        rest = row[-1] + sum(k * (b if k > 0 else a) for k, (a, b) in zip(row[:place], spans, strict=True))
        if c > 0:
            lows.append(-(rest // c))
        else:
            highs.append(rest // -c)
    low, high = max(lows, default=0), min(highs, default=None)
    if level.membership is not None and not level.membership.excluded:
        constants = (
            None if isinstance(level.membership.members, NamedSet) else constant_elements(level.membership.members)
        )
        if constants is not None:
            high = max(constants, default=0) if high is None else min(high, max(constants, default=0))
    if high is None:
        raise NoProgram("a variable without an upper bound")
    return min(low, high), max(low, high)


def eliminate(clause: Clause, heaps: int) -> tuple[list[Row], list[_Level]]:
    """The guards on the heaps alone, and the bounds of each variable by the heaps and the variables before it."""
    rows = {_tight(row) for row in clause.rows}
    levels: list[_Level] = []
    attached = {m.variable: m for m in clause.memberships}
    for place in range(heaps + len(clause.variables) - 1, heaps - 1, -1):
        here = [row for row in rows if row[place]]
        rows.difference_update(here)
        for low in (row for row in here if row[place] > 0):
            for high in (row for row in here if row[place] < 0):
                rows.add(_tight(tuple(a * -high[place] + b * low[place] for a, b in zip(low, high, strict=True))))
        if len(rows) > MAX_ROWS:
            raise NoProgram("the inequalities of an alternative have too many consequences")
        rows = {row for row in rows if any(row[:-1]) or row[-1] < 0}
        levels.append(_Level(tuple(sorted(here)), attached.get(clause.variables[place - heaps])))
    return sorted(rows), levels[::-1]


def _tight(row: Row) -> Row:
    """The row divided by the common divisor of its coefficients, the constant rounded down."""
    divisor = gcd(*row[:-1])
    return row if divisor <= 1 else (*(c // divisor for c in row[:-1]), row[-1] // divisor)


def subtraction_moves(clauses: tuple[Clause, ...], least: int, top: int) -> list[int] | None:
    """The numbers in 1..top that may be taken, if the rules are ``n -> n - t`` for a set of constants; else None.

    >>> from grundy.rules.parsing import parse_rules
    >>> from grundy.rules.linear import clauses
    >>> subtraction_moves(clauses(parse_rules("n -> n-t where t in squares | n-2"), 0), 0, 20)
    [1, 2, 4, 9, 16]
    """
    moves: set[int] = set()
    for clause in clauses:
        found = _constants_taken(clause, least, top)
        if found is None:
            return None
        moves |= found
    return sorted(t for t in moves if 1 <= t <= top) if all(t >= 0 for t in moves) else None


def _constants_taken(clause: Clause, least: int, top: int) -> set[int] | None:
    """The constants t for which a clause moves from n to n - t, whenever n - t >= *least*; None for other clauses."""
    if clause.heaps != 1 or len(clause.components) != 1:
        return None
    ((output,),) = clause.components
    if not clause.variables:
        legal = (1, output[1] - least)
        return {-output[1]} if output[0] == 1 and all(row == legal for row in clause.rows) else None
    if len(clause.variables) != 1 or output != (1, -1, 0):
        return None
    low, high = 0, None
    for h, v, c in clause.rows:
        if (h, v, c) == (1, -1, -least):
            continue
        if h != 0 or v == 0:
            return None
        if v > 0:
            low = max(low, -(c // v))
        else:
            high = c // -v if high is None else min(high, c // -v)
    return _members_between(clause, low, high, top)


def _members_between(clause: Clause, low: int, high: int | None, top: int) -> set[int] | None:
    most = top if high is None else min(high, top)
    if not clause.memberships:
        return None if high is None else set(range(low, most + 1))
    (membership,) = clause.memberships
    if membership.excluded:
        return None
    try:
        return set(members_between(membership.members, low, most))
    except (NoProgram, GrundyError):
        return None


def excluded_moves(clauses: tuple[Clause, ...], least: int) -> SetTerm | None:
    """The set that may not be taken, if the rules are ``n -> n - t`` for all t >= 1 outside a set; else None.

    >>> from grundy.rules.parsing import parse_rules
    >>> from grundy.rules.linear import clauses
    >>> excluded_moves(clauses(parse_rules("n -> n-t where t not in squares"), 0), 0)
    NamedSet(name='squares', args=())
    """
    if len(clauses) != 1 or clauses[0].heaps != 1 or len(clauses[0].variables) != 1:
        return None
    (clause,) = clauses
    plain = {(1, -1, -least), (0, 1, 0), (0, 1, -1)}
    if clause.components != (((1, -1, 0),),) or not plain.issuperset(clause.rows) or len(clause.memberships) != 1:
        return None
    (membership,) = clause.memberships
    return membership.members if membership.excluded else None
