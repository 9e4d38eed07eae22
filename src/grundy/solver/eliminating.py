"""Systems of linear forms in the heap, the number taken from it and what is left: variables put in and gone."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.rules.errors import GrundyError
from grundy.rules.evaluate import constant_elements
from grundy.rules.forms import Linear, Membership
from grundy.rules.sets import NAMED_SETS
from grundy.rules.terms import Int, SetOf, SetTerm
from grundy.rules.values import Value

HEAP, TAKEN = "<n>", "<t>"  # no names of the rules language


class Unread(GrundyError):
    """The rules are not of the kind that is looked for; the text says why."""


class System(Value):
    """Forms that are >= 0, and memberships of forms, in t and the variables that are left; no heap."""

    rows: tuple[Linear, ...]
    members: tuple[tuple[Linear, Membership], ...]

    @property
    def names(self) -> set[str]:
        """The names that stand in the system."""
        forms = [*self.rows, *(form for form, _ in self.members)]
        return {name for form in forms for name, _ in form.coefficients}


def put(form: Linear, name: str, value: Linear) -> Linear:
    """*form* with *value* for the name."""
    c = dict(form.coefficients).get(name, 0)
    if not c:
        return form
    rest = Linear.of({n: k for n, k in form.coefficients if n != name}, form.constant)
    return rest.plus(value, c)


def solved(form: Linear, name: str) -> Linear | None:
    """What *name* is where *form* is 0, if its coefficient there is 1 or -1."""
    c = dict(form.coefficients).get(name, 0)
    if abs(c) != 1:
        return None
    return Linear(((name, 1),)).plus(form, -c)


def named(row: Sequence[int], names: Sequence[str]) -> Linear:
    """The form of a clause's row."""
    return Linear.of(dict(zip(names, row, strict=False)), row[-1])


def without_equations(rows: list[Linear], members: list[tuple[Linear, Membership]], kept: set[str]) -> System:
    """The system in which every variable outside *kept* that an equation determines is put in."""
    rows = list(dict.fromkeys(rows))
    while True:
        present = set(rows)
        step = next(
            ((name, value) for r in rows if r.times(-1) in present for name, _ in r.coefficients
             if name not in kept and (value := solved(r, name)) is not None),
            None,
        )  # fmt: skip
        if step is None:
            return System(tuple(r for r in rows if r.coefficients or r.constant < 0), tuple(members))
        rows = list(dict.fromkeys(put(r, *step) for r in rows))
        members = [(put(form, *step), m) for form, m in members]


def span(rows: Sequence[Linear], name: str) -> tuple[int, int | None]:
    """The bounds of *name* that the rows in it alone give."""
    low, high = 0, None
    for row in rows:
        if len(row.coefficients) == 1 and row.coefficients[0][0] == name:
            c = row.coefficients[0][1]
            if c > 0:
                low = max(low, -(row.constant // c))
            else:
                high = row.constant // -c if high is None else min(high, row.constant // -c)
    return low, high


def elements_between(members: SetTerm, low: int, high: int) -> list[int]:
    """The members of a set of constants in low..high; raises NotProved for a set that depends on a heap."""
    if isinstance(members, SetOf):
        elements = constant_elements(members)
        if elements is not None:
            return [x for x in elements if low <= x <= high]
    elif all(isinstance(a, Int) for a in members.args):
        args = [a.value for a in members.args if isinstance(a, Int)]
        return list(NAMED_SETS[members.name].members(low, high, *args))
    raise Unread("a set depends on the heap")
