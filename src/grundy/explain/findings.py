"""What explanations ask of the solver: values of components, and the options of small ones with their values."""

from __future__ import annotations

from functools import reduce
from itertools import islice
from operator import xor
from typing import Any

from grundy.laws.base import Law
from grundy.laws.periodic import PeriodicLaw
from grundy.rules.errors import GrundyError
from grundy.rules.meter import Meter
from grundy.rules.positions import Position
from grundy.rules.rulesets import Ruleset, State
from grundy.rules.values import replace
from grundy.solver.solution import Solution
from grundy.solver.valuing import Context, Finding, cheaply, find

from .explanation import LawSaid
from .general import evidence_words, formula_words, general_words
from .saying import Saying, xor_text
from .telling import told

MOST_OPTIONS = 12
FEW_OPTIONS = 6
_LOOKED_AT = 20_000
_MOST_LAWS = 6
_OPAQUE = frozenset({"AutomaticLaw", "GridLaw", "RunsLaw", "CasesLaw"})


def values_of(position: Position, context: Context, *, values: bool = True) -> list[Finding]:
    """The findings of the components; with *values*, with Grundy values wherever these can be had."""
    knows = _with_value if values else find
    found: dict[tuple[Ruleset, State], Finding] = {}
    result = []
    for ruleset, component in position.parts:
        key = (ruleset, component)
        if key not in found:
            found[key] = knows(ruleset, component, context)
        result.append(found[key])
    return result


def _with_value(ruleset: Ruleset, component: State, context: Context) -> Finding:
    first = find(ruleset, component, context)
    if first.grundy is not None or ruleset.outcomes_only:
        return first
    closer = cheaply(ruleset, component, context)
    if closer is None:
        return first
    return replace(first, grundy=closer.grundy)


def component_told(
    ruleset: Ruleset,
    component: State,
    finding: Finding,
    context: Context,
    say: Saying,
    *,
    in_sum: bool = False,
    most: int = MOST_OPTIONS,
) -> list[str]:
    """How the value of a component comes about, in sentences; alone, its outcome is enough."""
    law: Law | None = None if finding.law is None else finding.law.law
    opaque = law is None or _is_opaque(law, component)
    listed = mex_told(ruleset, component, context, say, most) if opaque else []
    if listed:
        return listed
    found = [] if law is None else told(law, component, say)
    if in_sum and law is not None and law.about == "outcome" and finding.is_p:
        return [*found, say("explain.options.lost")]
    if in_sum and law is not None and law.about == "outcome" and finding.grundy:
        value = say("explain.options.value", x=say.component(component), v=finding.grundy)
        return [*found, *(mex_told(ruleset, component, context, say, most) or [value])]
    if not found and finding.grundy is not None:
        x = say.component(component)
        return [say("explain.options.by_table", x=x, v=finding.grundy, by=say(f"explain.options.of_{finding.by[:3]}"))]
    return found


def _is_opaque(law: Law, component: State) -> bool:
    """Whether the law is a list or an automaton, so that the options say more where they are few."""
    if isinstance(law, PeriodicLaw):
        return bool(component[0] < law.preperiod + law.period)
    return type(law).__name__ in _OPAQUE


def mex_told(ruleset: Ruleset, component: State, context: Context, say: Saying, most: int = MOST_OPTIONS) -> list[str]:
    """The mex of the options' values, where the options are few; else nothing."""
    listed = options_with_values(ruleset, component, context, say, most)
    if listed is None:
        return []
    x = say.component(component)
    if not listed:
        return [say("explain.options.none", x=x)]
    values = sorted({value for _, value in listed})
    mex = next(i for i in range(len(values) + 1) if i not in values)
    options = say("explain.list.semicolon").join(text for text, _ in listed)
    shown = ", ".join(map(str, values))
    return [say("explain.options.mex", x=x, options=options, values=shown, v=mex)]


def options_with_values(
    ruleset: Ruleset, component: State, context: Context, say: Saying, most: int
) -> list[tuple[str, int]] | None:
    """The options of a component, each in words with its Grundy value; None where they are many or not known."""
    options = few_options(ruleset, component, most)
    if options is None:
        return None
    found = []
    for option in options:
        values = []
        for part in option:
            value = _value_of(ruleset, part, context)
            if value is None:
                return None
            values.append(value)
        total = reduce(xor, values, 0)
        name = say("explain.list.plus").join(map(say.component, option)) or say("explain.move.nothing")
        shown = f"{xor_text(values)} = {total}" if len(values) > 1 else str(total)
        found.append((say("explain.options.one", option=name, value=shown), total))
    return found


def few_options(ruleset: Ruleset, component: State, most: int = MOST_OPTIONS) -> list[tuple[Any, ...]] | None:
    """The options of a component, if they are at most *most*; else None."""
    try:
        found = list(islice(ruleset.options(component, Meter(_LOOKED_AT)), most + 1))
    except GrundyError:
        return None
    return found if len(found) <= most else None


def _value_of(ruleset: Ruleset, component: State, context: Context) -> int | None:
    try:
        return _with_value(ruleset, component, context).grundy
    except GrundyError:
        return None


def laws_said(findings: list[Finding], say: Saying) -> tuple[LawSaid, ...]:
    """The different laws that decided, at most six."""
    known = list({finding.law.law: finding.law for finding in findings if finding.law is not None}.values())
    found = []
    for one in known[:_MOST_LAWS]:
        evidence, sentence = evidence_words(one, say)
        found.append(LawSaid(general_words(one.law, say), formula_words(one.law.formula(), say), evidence, sentence))
    return tuple(found)


def decided_by(solution: Solution, say: Saying) -> str:
    """The sentence on what decided."""
    if solution.by == "law checked" and solution.checked_to is not None:
        return say("explain.by.law_checked", bound=solution.checked_to)
    return say(f"explain.by.{solution.by.replace(' checked', '_unproved').replace(' ', '_')}")
