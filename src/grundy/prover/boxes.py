"""Small boxes on which every law is held against the move generator before its proof is handed out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import xor

from grundy.rules.budget import Budget
from grundy.rules.meter import Meter
from grundy.rules.rulesets import Ruleset

BOX = 60
"""The sizes above the least heap to which one-heap rules are played out."""

_METER = 10_000_000


class Disagreement(RuntimeError):
    """A law, or moves that a method derived, that the move generator contradicts: a fault of grundy, never hidden."""


def mex(values: Iterable[int]) -> int:
    """The least natural number not in *values*.

    >>> mex([0, 1, 3])
    2
    """
    present = set(values)
    least = 0
    while least in present:
        least += 1
    return least


def brute_values(ruleset: Ruleset, top: int, budget: Budget) -> dict[int, int]:
    """The Grundy values of the heaps least..top by the definition, the options as the generator lists them.

    The rules are on one heap, and every component of an option is smaller than the heap.
    """
    values: dict[int, int] = {}
    for n in range(ruleset.least, top + 1):
        budget.check("playing small heaps out")
        options = ruleset.options((n,), Meter(_METER))
        values[n] = mex(reduce(xor, (values[part[0]] for part in option), 0) for option in options)
    return values


def require_values(ruleset: Ruleset, value: Callable[[int], int], budget: Budget, *, above: int = BOX) -> int:
    """The largest heap, *above* over the least, to which *value* was seen to be right; raises Disagreement."""
    top = ruleset.least + above
    for n, found in brute_values(ruleset, top, budget).items():
        if value(n) != found:
            raise Disagreement(f"{ruleset} at {n}: the law says {value(n)}, the rules {found}")
    return top


def require_options(ruleset: Ruleset, options: Callable[[int], Iterable[int]], budget: Budget) -> int:
    """The largest heap to which the options of a heap are the single heaps that *options* says; raises Disagreement."""
    top = ruleset.least + BOX
    for n in range(ruleset.least, top + 1):
        budget.check("comparing moves on small heaps")
        said = {((y,),) for y in options(n)}
        listed = set(ruleset.options((n,), Meter(_METER)))
        if said != listed:
            raise Disagreement(f"{ruleset} at {n}: derived were the options {sorted(said)}, listed {sorted(listed)}")
    return top
