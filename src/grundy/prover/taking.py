"""Which numbers may be taken, where that does not depend on the heap: rules ``n -> n - t`` for a set of constants.

The linear reading of the rules gives systems in the heap n and some variables. With t = n - y for the option y, and
all variables that equations determine gone, the number that may be taken does not depend on the heap if the heap is
left only in the inequality y >= least (or in such that follow from it). Then the set of the t is read off: finite where
each system bounds t above, co-finite where one of them takes all large t.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grundy.prover.base import NotProved
from grundy.rules.budget import Budget
from grundy.rules.errors import GrundyError, Unsupported
from grundy.rules.evaluate import constant_elements
from grundy.rules.forms import Clause, Linear
from grundy.rules.meter import Meter
from grundy.rules.rulesets import TextRuleset
from grundy.rules.terms import SetOf
from grundy.rules.values import Value, replace
from grundy.solver.eliminating import (
    HEAP,
    TAKEN,
    System,
    Unread,
    elements_between,
    named,
    put,
    span,
    without_equations,
)

__all__ = ["MAX_NUMBERS", "TAKEN", "System", "Taken", "system", "taken", "top_of"]

MAX_NUMBERS = 300_000
"""The largest number that may be taken for the set to be listed."""


class Taken(Value):
    """From n one may move to n - t >= least for each t in *numbers*, or (all_but) each t >= 1 not in *numbers*."""

    numbers: tuple[int, ...]
    all_but: bool = False


def taken(ruleset: TextRuleset, budget: Budget) -> Taken:
    """The numbers that may be taken from a heap, the same for all heaps; raises NotProved with what is in the way.

    >>> from grundy.rules.family import ruleset
    >>> taken(ruleset("n -> n-t where t in {1, 3} | n-t where 5 <= t < 8 and t % 2 == 1"), Budget())
    Taken(numbers=(1, 3, 5, 7), all_but=False)
    >>> taken(ruleset("n -> n-t where t != 2 and t != 5"), Budget())
    Taken(numbers=(2, 5), all_but=True)
    """
    if ruleset.heaps != 1:
        raise NotProved("the rules are not on one heap")
    try:
        return _taken(ruleset, budget)
    except (Unread, Unsupported) as error:
        raise NotProved(error.message) from None


def _taken(ruleset: TextRuleset, budget: Budget) -> Taken:
    found = ruleset.clauses()
    systems = [system(clause, ruleset.least) for clause in found]
    tops = [top_of(s) for s in systems]
    bounded = [top for top in tops if top is not None]
    if len(bounded) == len(tops):
        return Taken(_listed(ruleset, systems, max(bounded, default=0), budget))
    start = min((x for s in systems if (x := _all_from(s)) is not None), default=None)
    if start is None:
        raise NotProved("infinitely many numbers may be taken, and infinitely many may not")
    numbers = set(_listed(ruleset, systems, start - 1, budget))
    return Taken(tuple(t for t in range(1, start) if t not in numbers), all_but=True)


def system(clause: Clause, least: int) -> System:
    """What a clause says of t = n - y; raises NotProved where it splits the heap or says something of n."""
    if len(clause.components) != 1:
        raise NotProved("a move splits the heap")
    names = (HEAP, *clause.variables)
    output = named(clause.components[0][0], names)
    difference = Linear(((HEAP, 1),)).plus(output, -1).plus(Linear(((TAKEN, 1),)), -1)  # n - y - t = 0
    rows = [named(r, names) for r in clause.rows]
    members = [(Linear(((m.variable, 1),)), m) for m in clause.memberships]
    found = without_equations([*rows, difference, difference.times(-1)], members, {HEAP, TAKEN})
    legal = Linear(((HEAP, 1), (TAKEN, -1)), -least)
    kept = []
    for row in found.rows:
        shifted = put(row, HEAP, Linear(((TAKEN, 1),), least))  # the smallest heap from which t can be taken
        c = dict(row.coefficients).get(HEAP, 0)
        if row == legal or (c > 0 and (shifted in found.rows or _holds(shifted, found.rows))):
            continue
        if c:
            raise NotProved("what may be taken depends on the heap")
        kept.append(row)
    if any(HEAP in dict(form.coefficients) for form, _ in found.members):
        raise NotProved("what may be taken depends on the heap")
    return replace(found, rows=tuple(kept))


def _holds(row: Linear, rows: Sequence[Linear]) -> bool:
    """Whether a row holds for all values >= 0 between the bounds that the rows in one name alone give."""
    least = row.constant
    for name, c in row.coefficients:
        low, high = span(rows, name)
        if c < 0 and high is None:
            return False
        least += c * (low if c > 0 or high is None else high)
    return least >= 0


def top_of(found: System) -> int | None:
    """A number that no t of the system passes (-1 where it has none), or None: interval propagation."""
    if any(not r.coefficients and r.constant < 0 for r in found.rows):
        return -1
    highs: dict[str, int] = {}
    for form, m in found.members:
        if len(form.coefficients) == 1 and form.coefficients[0][1] == 1 and not m.excluded:
            elements = constant_elements(m.members) if isinstance(m.members, SetOf) else None
            if elements is not None:
                highs[form.coefficients[0][0]] = max(elements, default=-1) - form.constant
    for _ in range(len(found.names) + 1):
        for row in found.rows:
            _lower(row, highs)
    return None if TAKEN not in highs else max(highs[TAKEN], -1)


def _lower(row: Linear, highs: dict[str, int]) -> None:
    """Lower the upper bounds of names >= 0 by a row >= 0."""
    for name, c in row.coefficients:
        rising = [(n, k) for n, k in row.coefficients if k > 0]
        if c < 0 and all(n in highs for n, _ in rising):
            top = (row.constant + sum(k * highs[n] for n, k in rising)) // -c
            highs[name] = min(highs.get(name, top), top)


def _all_from(found: System) -> int | None:
    """A number from which on the system takes every t, or None."""
    if found.names - {TAKEN} or any(c < 0 for row in found.rows for _, c in row.coefficients):
        return None
    start = max(1, span(found.rows, TAKEN)[0])
    for form, m in found.members:
        elements = constant_elements(m.members) if isinstance(m.members, SetOf) else None
        if not m.excluded or elements is None or form.coefficients != ((TAKEN, 1),):
            return None
        start = max(start, max(elements, default=0) - form.constant + 1)
    return None if any(not r.coefficients for r in found.rows) else start


def _listed(ruleset: TextRuleset, systems: Sequence[System], top: int, budget: Budget) -> tuple[int, ...]:
    """The numbers in 1..top that may be taken."""
    if top > MAX_NUMBERS:
        raise NotProved("numbers above {most} may be taken or not: too many to be listed", most=f"{MAX_NUMBERS:,}")
    if all(s.names <= {TAKEN} for s in systems):
        return tuple(sorted({t for s in systems for t in _members(s, top)}))
    budget.check("listing what may be taken")
    n = ruleset.least + max(top, 0)  # from here each of them can be taken, and the set is the same for all heaps
    try:
        options = list(ruleset.options((n,), Meter(10 * MAX_NUMBERS)))
    except GrundyError as error:
        raise NotProved(error.message) from None
    return tuple(sorted({n - part[0] for (part,) in options}))


def _members(found: System, top: int) -> Iterator[int]:
    if any(not r.coefficients and r.constant < 0 for r in found.rows):
        return
    low, high = span(found.rows, TAKEN)
    low, high = max(low, 1), top if high is None else min(high, top)
    numbers: set[int] | range = range(low, high + 1)
    for form, m in found.members:
        c = form.constant
        if form.coefficients != ((TAKEN, 1),):  # -t + c, rarely: one by one
            k = dict(form.coefficients).get(TAKEN, 0)
            numbers = {t for t in numbers if bool(elements_between(m.members, k * t + c, k * t + c)) != m.excluded}
            continue
        elements = {x - c for x in elements_between(m.members, low + c, high + c)}
        numbers = set(numbers) - elements if m.excluded else elements.intersection(numbers)
    yield from numbers
