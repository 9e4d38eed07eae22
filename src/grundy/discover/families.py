"""Laws of several members of a family as one law in terms of the parameters: a conjecture.

Each number of the members' laws is fitted by a polynomial in the parameters on the first members, and the whole law is
held against the others. Nothing is said unless members were left to hold it against.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from grundy.laws.base import Law
from grundy.rules.errors import PositionError
from grundy.rules.values import Value

from .polynomials import Polynomial, fitted
from .words import Shape, as_staircase, shapes

MOST_MEMBERS = 400
_MODULI = (2, 3, 4)
Params = tuple[int, ...]


class FamilyLaw(Value):
    """A law in terms of parameters that *members* have, *tested* of which took no part in finding it.

    *law* is plain data in which texts are polynomials in p1, p2, …; it is None where the numbers of values depend on
    the parameters. *text* says the law with the parameters' own names. *condition* says for which members it is.
    """

    text: str
    members: tuple[Params, ...]
    tested: tuple[Params, ...]
    condition: str = ""
    law: Mapping[str, Any] | None = None

    __hash__ = None  # type: ignore[assignment]


def parse_members(text: str) -> tuple[tuple[str, ...], list[Params]]:
    """The names and the members that a text such as ``k=2..6`` or ``low=2..3, high=4..6`` names.

    >>> parse_members("low=2..3, high=4..5")
    (('low', 'high'), [(2, 4), (2, 5), (3, 4), (3, 5)])
    """
    names, ranges = [], []
    for part in text.split(","):
        name, equals, values = part.partition("=")
        first, dots, last = values.partition("..")
        name, first, last = name.strip(), first.strip(), (last if dots else first).strip()
        if not (equals and name.isidentifier() and first.isdecimal() and last.isdecimal()):
            raise PositionError(
                f"expected ranges of parameters such as k=2..6 or low=2..3, high=4..6, not {part.strip()!r}"
            )
        if name in names:
            raise PositionError(f"the parameter {name} has two ranges")
        if len(first) > 9 or len(last) > 9 or int(first) > int(last):
            raise PositionError(f"the range {values.strip()} of {name} is empty or too large")
        names.append(name)
        ranges.append(range(int(first), int(last) + 1))
    size = 1
    for each in ranges:
        size *= len(each)
    if size > MOST_MEMBERS:
        raise PositionError(f"{size:,} members are more than {MOST_MEMBERS}, the most that are studied at once")
    return tuple(names), list(product(*ranges))


def conjecture(laws: Mapping[Params, Law], names: Sequence[str]) -> list[FamilyLaw]:
    """One law for all members, or for all but the first few; else one for each remainder of the only parameter.

    Empty where none was found.

    >>> from grundy.laws.periodic import PeriodicLaw
    >>> laws = {(m,): PeriodicLaw(0, 0, m + 1, 0, tuple(range(m + 1))) for m in range(2, 8)}
    >>> conjecture(laws, ["m"])[0].text
    'period m + 1 from n = 0 on; values in a period: i for i = 0, 1, …'
    """
    members = sorted(laws)
    found = _one(laws, names, members)
    if found is not None:
        return [found]
    if len(names) == 1:
        for modulus in _MODULI:
            parts = [_part(laws, names, members, modulus, residue) for residue in range(modulus)]
            if all(part is not None for part in parts):
                return [part for part in parts if part is not None]
    return []


def _part(
    laws: Mapping[Params, Law], names: Sequence[str], members: list[Params], modulus: int, residue: int
) -> FamilyLaw | None:
    """The law of the members whose only parameter has this remainder."""
    found = _one(laws, names, [member for member in members if member[0] % modulus == residue])
    if found is None:
        return None
    says = ("even", "odd")[residue] if modulus == 2 else f"mod {modulus} = {residue}"
    return FamilyLaw(found.text, found.members, found.tested, f"{names[0]} {says}", found.law)


def _one(laws: Mapping[Params, Law], names: Sequence[str], members: list[Params]) -> FamilyLaw | None:
    """The law of all *members*, or of all but one or two of the smallest."""
    for dropped in range(3):
        rest = members[dropped:]
        if len(rest) < 3:
            return None
        for matched in _matched([laws[member] for member in rest]):
            found = _fitted(matched, names, rest)
            if found is not None:
                return found
    return None


def _matched(laws: Sequence[Law]) -> Iterator[list[Shape]]:
    """The descriptions of the laws that differ in their numbers only, the shortest first."""
    data: list[Mapping[str, Any]] = [law.to_json() for law in laws]
    if any(one["kind"] == "staircase" for one in data):
        data = [as_staircase(one) for one in data]
    model = max(range(len(data)), key=lambda i: len(json.dumps(data[i])))
    for shape in shapes(data[model]):
        found = [shape.of(each) for each in data]
        if all(each is not None for each in found):
            yield [each for each in found if each is not None]


def _fitted(matched: list[Shape], names: Sequence[str], members: list[Params]) -> FamilyLaw | None:
    """The description with a polynomial in place of each number, if some members are left to test it."""
    polynomials: list[Polynomial] = []
    used = 1
    for place in range(len(matched[0].numbers)):
        found = fitted(members, [shape.numbers[place] for shape in matched])
        if found is None:
            return None
        polynomials.append(found)
        used = max(used, found.needed)
    if len(members) - used < 1:
        return None
    model = matched[0]
    return FamilyLaw(
        model.text([polynomial.text(names) for polynomial in polynomials]),
        tuple(members),
        tuple(members[used:]),
        law=None if any(p.json() is None for p in polynomials) else model.data([p.json() for p in polynomials]),
    )
