"""A description of P-positions of one heap: they are the numbers of a recurrence, and no others.

Let S be what the automaton accepts. If S up to the last of the first numbers is those, and for all members x of S from
there on (with the member w before it, where the recurrence looks back twice) the next member of S is c·x + d·w + e,
then S is the sequence, by induction. Terms with c, d >= 0, not both 0, increase for ever once two steps increase.
"""

from __future__ import annotations

from itertools import pairwise

from .described import Description
from .machines import Machine
from .queries import Query
from .readings import Accepted, Affine, All, Formula, No, at_most, equal, less
from .subsets import Everywhere, Subsets
from .verdicts import Refuted

_STATES = 1_000_000


def check_points(description: Description, machine: Machine) -> str:
    """How the description was seen to hold; raises Refuted."""
    first, coefficients, constant = (description[key] for key in ("first", "coefficients", "constant"))
    terms = list(first)
    for _ in range(2):
        recent = reversed(terms[-len(coefficients) :])
        terms.append(sum(c * x for c, x in zip(coefficients, recent, strict=True)) + constant)
    if not any(coefficients) or any(a >= b for a, b in pairwise(terms)):
        raise Refuted("the description's numbers do not increase for ever")
    for n in range(first[-1] + 1):
        if machine.accepts((n,)) != (n in first):
            raise Refuted(f"the description is not the law: they differ at {n}")
    found = Query(machine.system, (), ("w", "x", "y"), _wrong_step(description, machine)).witness(_STATES)
    if found is not None:
        raise Refuted(f"the description is not the law: {found['y']} is not the next P-position after {found['x']}")
    return f"each P-position from {first[-1]} on is followed by the next number of the recurrence"


def _wrong_step(description: Description, machine: Machine) -> Formula:
    """X is a member (and w the one before), and y the number of the recurrence, but not the member after x."""
    first, coefficients, constant = (description[key] for key in ("first", "coefficients", "constant"))
    neighbours = _neighbours(machine)
    w, x, y = map(Affine.of, "wxy")
    right = x.times(coefficients[0]).plus(constant)
    if len(coefficients) == 2:
        right = right.plus(w, coefficients[1])
        known = All((Accepted(neighbours, ("w", "x")), at_most(Affine.of(first[-2]), w)))
    else:
        known = All((Accepted(machine, ("x",)), at_most(Affine.of(first[-1]), x), equal(w, Affine.of(0))))
    return All((known, equal(y, right), No(Accepted(neighbours, ("x", "y")))))


def _neighbours(machine: Machine) -> Machine:
    """The pairs x < y of members with no member between."""
    x, y, z = map(Affine.of, "xyz")
    both = All((Accepted(machine, ("x",)), Accepted(machine, ("y",)), less(x, y)))
    between = All((Accepted(machine, ("z",)), less(x, z), less(z, y)))
    system = machine.system
    subsets = [Subsets([Query(system, ("x", "y"), (), both)]), Subsets([Query(system, ("x", "y"), ("z",), between)])]
    return Everywhere(system, 2, subsets, lambda two, some: bool(two and not some)).machine()
