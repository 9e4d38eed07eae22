"""Named sets as values of set parameters in Python: ``subtraction(squares)``, ``subtraction(powers(2))``."""

from __future__ import annotations

from .errors import RuleError
from .numbers import is_integer, require_short, shown
from .terms import Int, NamedSet

squares = NamedSet("squares")
primes = NamedSet("primes")
fibonacci = NamedSet("fibonacci")


def powers(b: int) -> NamedSet:
    """The set 1, b, b², … for b >= 2; raises RuleError.

    >>> from grundy.games.one_heap import subtraction
    >>> subtraction(powers(2))[12]
    subtraction(powers(2))[12]
    """
    if not is_integer(b) or b < 2:
        raise RuleError("powers(b) needs an integer b >= 2, not {b}", b=shown(b))
    require_short(b, "the base of powers(b)", RuleError)
    return NamedSet("powers", (Int(b),))
