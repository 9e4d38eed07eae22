"""Which law a ruleset has: a dictionary from the canonical text of a family to a maker of its law.

A maker takes the parameters' values, in the order of the family, imports the one module that it needs, and
returns None where the values do not meet the law's hypotheses. Set parameters and the like never do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.laws.base import Law

    Maker = Callable[[tuple[object, ...]], Law | None]


def _integers(params: tuple[object, ...], number: int) -> tuple[int, ...] | None:
    """*params* where they are *number* integers >= 0, else None."""
    found = tuple(param for param in params if isinstance(param, int) and param >= 0)
    return found if len(found) == len(params) == number else None


def _nim(params: tuple[object, ...]) -> Law | None:
    from grundy.laws.nim import NimLaw

    return NimLaw() if not params else None


def _bash(params: tuple[object, ...]) -> Law | None:
    from grundy.laws.residue import ResidueLaw

    most = _integers(params, 1)
    return ResidueLaw(most[0] + 1) if most else None


def _blackboard(params: tuple[object, ...]) -> Law | None:
    from grundy.laws.window import ScaledWindowLaw

    divisor = _integers(params, 1)
    return ScaledWindowLaw(divisor[0], 1) if divisor else None


def _halving(params: tuple[object, ...]) -> Law | None:
    from grundy.laws.window import ScaledWindowLaw

    return ScaledWindowLaw(2, 0) if not params else None


def _wythoff(params: tuple[object, ...]) -> Law | None:
    from grundy.laws.wythoff import WythoffLaw

    return WythoffLaw() if not params else None


def _race(params: tuple[object, ...]) -> Law | None:
    from grundy.laws.race import RaceLaw

    numbers = _integers(params, 3)
    return RaceLaw(*numbers) if numbers else None


MAKERS: dict[str, Maker] = {
    "h1 -> h1-v1": _nim,
    "h1 -> h1-v1 where v1 <= p1": _bash,
    "h1 -> v1 where h1 <= p1*v1 and v1 < h1 [least=1]": _blackboard,
    "h1 -> h1-v1 where 2*v1 <= h1": _halving,
    "h1, h2 -> h1, h2-v1 | h1-v1, h2 | h1-v1, h2-v1": _wythoff,
    "h1 -> v1*h1 where p1 <= v1 <= p2 and h1 < p3 [least=1]": _race,
}


def law_of(canonical: str, params: tuple[object, ...] = ()) -> Law | None:
    """The law of the family of text *canonical* at the parameter values *params*, or None.

    >>> law_of("h1 -> h1-v1 where v1 <= p1", (10,))
    ResidueLaw(modulus=11)
    >>> law_of("h1 -> h1-1") is None
    True
    """
    maker = MAKERS.get(canonical)
    return maker(params) if maker else None
