"""Families whose law has the parameters as its numbers: it is made for a case without being read from a certificate."""

from __future__ import annotations

from collections.abc import Callable

from grundy.laws.base import Law
from grundy.laws.race import RaceLaw
from grundy.laws.residue import ResidueLaw
from grundy.laws.window import ScaledWindowLaw

FAMILIES: dict[str, tuple[str, int, int, int]] = {
    "h1 -> h1-v1 where v1 <= p1": ("residue", 1, 0, 0),
    "h1 -> v1 where h1 <= p1*v1 and v1 < h1 [least=1]": ("window", 0, 1, 1),
    "h1 -> v1*h1 where p1 <= v1 <= p2 and h1 < p3 [least=1]": ("race", 0, 0, 1),
}
"""Families whose law has the parameters, plus a constant, as its numbers.

The reading's name, that constant, the least parameter and the least heap.
The texts are those of certificates in `laws.known`; a test compares the laws.
"""

_LAWS: dict[str, Callable[..., Law]] = {
    "residue": ResidueLaw,
    "window": lambda k: ScaledWindowLaw(k, 1),
    "race": RaceLaw,
}


def law_of_family(family: str, parameters: tuple[int, ...]) -> Law | None:
    """The law of a family with these parameters; None where it is not one of those here, or they are too small.

    >>> law_of_family("h1 -> h1-v1 where v1 <= p1", (3,))
    ResidueLaw(modulus=4)
    """
    if family not in FAMILIES:
        return None
    name, more, first, _ = FAMILIES[family]
    if min(parameters) < first:
        return None
    return _LAWS[name](*(parameter + more for parameter in parameters))
