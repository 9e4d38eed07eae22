"""The methods of proof in the order in which they are tried, each with the rules that it is for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from grundy.prover.base import NotProved, Proof
from grundy.rules.budget import Budget
from grundy.rules.rulesets import Ruleset, TextRuleset
from grundy.rules.summands import summands
from grundy.rules.values import Value
from grundy.solver.solution import Play

if TYPE_CHECKING:
    from grundy.rules.family import Family


class Method(Value):
    """A way to a law and its proof at once; *share* is the part of the time left that it may take."""

    name: str
    about: str
    prove: Callable[[Any, Budget], Proof]
    share: float = 0.9


def methods(ruleset: Ruleset, play: Play) -> Iterator[Method]:
    """The methods for a ruleset, the quickest and the most telling first."""
    if play == "misere":
        yield Method("automaton outcomes", "outcome", _misere_outcomes)
        return
    text = ruleset if isinstance(ruleset, TextRuleset) else None
    if text is not None and text.heaps == 1:
        yield Method("window", "grundy", _window)
        yield Method("interval", "grundy", _interval)
        yield Method("scaling", "outcome", _scaling)
    if ruleset.heaps == 1 and not ruleset.outcomes_only:
        yield Method("period", "grundy", _period, 0.4)
    if text is not None and text.heaps == 1:
        yield Method("extension", "grundy", _extension, 0.2)
    if text is not None and text.heaps > 1 and summands(text):
        yield Method("sum", "grundy", _sum, 0.5)
    values = Method("automaton values", "grundy", _functions, 0.35)
    outcomes = Method("automaton outcomes", "outcome", _outcomes, 0.7)
    if text is None:
        yield outcomes
    elif text.heaps > 1:
        yield outcomes
        yield values
    else:
        yield values
        yield outcomes


def values_besides(ruleset: Ruleset) -> Method | None:
    """What looks for a law of Grundy values once outcomes are proved: in base 2 only, for two heaps."""
    if not isinstance(ruleset, TextRuleset) or ruleset.outcomes_only or ruleset.heaps != 2:
        return None
    return Method("automaton values", "grundy", _binary_functions, 0.15)


def family_methods() -> Iterator[Method]:
    """The methods that prove a law of all members of a family at once."""
    yield Method("window", "grundy", _window)
    yield Method("interval", "grundy", _interval)
    yield Method("scaling", "outcome", _scaling)


def prove_one_heap(ruleset: Ruleset, budget: Budget) -> Proof:
    """The proof of a law of Grundy values of one-heap rules; raises NotProved with what each method said."""
    said = []
    for method in methods(ruleset, "normal"):
        if method.about != "grundy":
            continue
        try:
            return method.prove(ruleset, budget.part(method.share))
        except NotProved as error:
            said.append(f"{method.name}: {error.message.removeprefix(f'{method.name}: ')}")
    raise NotProved("; ".join(said) or f"no method is for {ruleset}")


def _window(subject: TextRuleset | Family, budget: Budget) -> Proof:
    from grundy.prover.window import prove

    return prove(subject, budget)


def _interval(subject: TextRuleset | Family, budget: Budget) -> Proof:
    from grundy.prover.interval import prove

    return prove(subject, budget)


def _scaling(subject: TextRuleset | Family, budget: Budget) -> Proof:
    from grundy.prover.scaling import prove

    return prove(subject, budget)


def _period(ruleset: Ruleset, budget: Budget) -> Proof:
    from grundy.prover.period import prove

    return prove(ruleset, budget)


def _extension(ruleset: TextRuleset, budget: Budget) -> Proof:
    from grundy.prover.extension import prove

    return prove(ruleset, budget)


def _sum(ruleset: TextRuleset, budget: Budget) -> Proof:
    from grundy.prover.sums import prove

    return prove(ruleset, prove_one_heap, budget)


def _functions(ruleset: TextRuleset, budget: Budget) -> Proof:
    from grundy.prover.functions import prove

    return prove(ruleset, budget)


def _binary_functions(ruleset: TextRuleset, budget: Budget) -> Proof:
    from grundy.automata.systems import Base
    from grundy.prover.functions import prove

    return prove(ruleset, budget, systems=[Base(2)])


def _outcomes(ruleset: Ruleset, budget: Budget) -> Proof:
    from grundy.prover.outcomes import prove

    return prove(ruleset, budget)


def _misere_outcomes(ruleset: Ruleset, budget: Budget) -> Proof:
    from grundy.prover.outcomes import prove

    return prove(ruleset, budget, play="misere")
