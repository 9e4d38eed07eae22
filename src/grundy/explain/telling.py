"""What a law says of one component, in sentences with its numbers: each kind of law has its own teller."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from grundy.laws.base import Law

from .saying import Component, Saying

TELLERS = {
    "NimLaw": ("one_heap", "nim"),
    "ResidueLaw": ("one_heap", "residue"),
    "ScaledWindowLaw": ("one_heap", "scaled"),
    "WindowLaw": ("one_heap", "window"),
    "PeriodicLaw": ("one_heap", "periodic"),
    "StaircaseLaw": ("one_heap", "staircase"),
    "RaceLaw": ("one_heap", "race"),
    "RecursionLaw": ("one_heap", "recursion"),
    "CasesLaw": ("one_heap", "cases"),
    "RunsLaw": ("one_heap", "runs"),
    "PointsLaw": ("one_heap", "points"),
    "AfterLaw": ("one_heap", "after"),
    "ArithmeticLaw": ("functions", "function"),
    "FunctionLaw": ("functions", "function"),
    "BeattyLaw": ("several_heaps", "beatty"),
    "AutomaticLaw": ("several_heaps", "automatic"),
    "SumLaw": ("several_heaps", "summed"),
    "PairLaw": ("several_heaps", "pairs"),
    "GridLaw": ("several_heaps", "grid"),
    "DigitSumLaw": ("several_heaps", "digit_sums"),
    "TotalLaw": ("several_heaps", "total"),
    "RemaindersLaw": ("several_heaps", "remainders"),
    "OrderLaw": ("several_heaps", "order"),
    "SmallLaw": ("several_heaps", "small"),
    "BlocksLaw": ("several_heaps", "blocks"),
    "LastDigitLaw": ("several_heaps", "last_digit"),
    "OutcomeOnlyLaw": ("several_heaps", "outcome_only"),
}
"""The module and the function that tells of each class of laws."""


def told(law: Law, component: Component, say: Saying) -> list[str]:
    """What *law* says of *component*, step by step: the last sentence names its Grundy value, or who wins.

    >>> from grundy.laws.residue import ResidueLaw
    >>> told(ResidueLaw(4), (10,), Saying("en"))
    ['10 = 2*4 + 2: divided by 4, 10 leaves the remainder 2, so g(10) = 2.']
    """
    found = TELLERS.get(type(law).__name__)
    if found is None:
        return _plainly(law, component, say)
    module, name = found
    teller: Any = getattr(import_module(f"grundy.explain.{module}"), name)
    sentences: list[str] = teller(law, component, say)
    return sentences


def _plainly(law: Law, component: Component, say: Saying) -> list[str]:
    """What the law says, without its steps."""
    if law.about == "grundy":
        return [say("laws.value", g=say.g(component), v=law.value(component))]
    return [say("laws.lost" if law.is_p(component) else "laws.won", x=say.component(component))]
