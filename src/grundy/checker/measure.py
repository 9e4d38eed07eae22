"""Play ends: a measure that falls lexicographically with every move, and is bounded below wherever there is a move.

That no move violates it is decided by an automaton over base 2 which is made as it is needed: there is no position x,
no option y and no values of auxiliary variables such that the measure of y is not below that of x, or x is below a
bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .moves import Move, query
from .numeration import Base
from .readings import Affine, All, Any_, AtLeast0, Formula, No, equal, less
from .verdicts import Refuted

MAX_STATES = 300_000


def check_measure(moves: Sequence[Move], heaps: Sequence[str], least: int, measure: Mapping[str, Any] | None) -> None:
    """Raise Refuted unless the measure shows that play ends."""
    if measure is None:
        raise Refuted("nothing shows that play ends: the certificate has no measure")
    weights, bounds = measure["weights"], measure["bounds"]
    if any(len(w) != len(heaps) for w in weights):
        raise Refuted(f"a measure of {len(heaps)} heaps has {len(heaps)} weights")
    legal = All(tuple(AtLeast0(Affine.of(h).plus(-least)) for h in heaps))
    for move in moves:
        for component in move.components:
            good = All((_falls(weights, heaps, component), _bounded(weights, bounds, heaps)))
            asked = query(Base(2), (), move, All((legal, No(good))), heaps)
            found = asked.witness(MAX_STATES)
            if found is not None:
                before = tuple(found[h] for h in heaps)
                after = tuple(found[n] for n in component)
                raise Refuted(f"the measure does not show that play ends: see the move from {before} to {after}")


def _weighed(weights: Sequence[int], names: Sequence[str]) -> Affine:
    total = Affine()
    for weight, name in zip(weights, names, strict=True):
        total = total.plus(Affine.of(name), weight)
    return total


def _falls(weights: Sequence[Sequence[int]], before: Sequence[str], after: Sequence[str]) -> Formula:
    """The vector of the weighed sums falls lexicographically."""
    cases: list[Formula] = []
    rests: list[Formula] = []
    for w in weights:
        x, y = _weighed(w, before), _weighed(w, after)
        cases.append(All((*rests, less(y, x))))
        rests.append(equal(y, x))
    return Any_(tuple(cases))


def _bounded(weights: Sequence[Sequence[int]], bounds: Sequence[int], heaps: Sequence[str]) -> Formula:
    return All(tuple(AtLeast0(_weighed(w, heaps).plus(-b)) for w, b in zip(weights, bounds, strict=True)))
