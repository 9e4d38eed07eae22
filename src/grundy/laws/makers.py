"""Laws by hand, for the games of the catalogue whose certificates are not shipped yet: the library's last resort.

A maker takes the parameters' values, in the order of the family's text, imports the one module that it needs, and
returns None where the values do not meet the law's hypotheses. Beside it stands the size, inclusive, to which the tests
compare the law with brute force.
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
    from grundy.laws.beatty import BeattyLaw

    return BeattyLaw(1) if not params else None


def _race(params: tuple[object, ...]) -> Law | None:
    from grundy.laws.race import RaceLaw

    numbers = _integers(params, 3)
    return RaceLaw(*numbers) if numbers else None


MAKERS: dict[str, tuple[Maker, int]] = {
    "h1 -> h1-v1": (_nim, 300),
    "h1 -> h1-v1 where v1 <= p1": (_bash, 300),
    "h1 -> v1 where h1 <= p1*v1 and v1 < h1 [least=1]": (_blackboard, 300),
    "h1 -> h1-v1 where 2*v1 <= h1": (_halving, 300),
    "h1, h2 -> h1, h2-v1 | h1-v1, h2 | h1-v1, h2-v1": (_wythoff, 100),
    "h1 -> v1*h1 where p1 <= v1 <= p2 and h1 < p3 [least=1]": (_race, 400),
}
