"""Explanations of one component in normal play: by its law, by the mex of its options, or by its outcome alone."""

from __future__ import annotations

from grundy.rules.positions import Position
from grundy.rules.rulesets import Ruleset, State
from grundy.solver.solution import Solution
from grundy.solver.valuing import Context, Finding

from .explaining import Account
from .explanation import Bars
from .findings import FEW_OPTIONS, component_told, decided_by, few_options, laws_said, values_of
from .moves import Change
from .saying import Saying, xor_text

_MOST_EXACT = 2**53


def account(solution: Solution, change: Change | None, say: Saying, context: Context) -> Account:
    """The account of a position of one component."""
    ruleset, component = solution.position.parts[0]
    (finding,) = values_of(solution.position, context, values=False)
    reasons = component_told(ruleset, component, finding, context, say)
    reasons.append(say(f"explain.single.{_kind(finding)}_{'won' if solution.outcome == 'N' else 'lost'}"))
    reaches = "" if change is None else reached(ruleset, change, context, say)
    bars = None if finding.law is None else heap_bars(component, finding, change, say)
    return Account(tuple(reasons), bars, reaches, laws_said([finding], say), decided_by(solution, say))


def _kind(finding: Finding) -> str:
    return "outcome" if finding.law is not None and finding.law.law.about == "outcome" else "value"


def reached(ruleset: Ruleset, change: Change, context: Context, say: Saying) -> str:
    """What is said of the components that a winning move leaves."""
    if all(few_options(ruleset, part) == [] for part in change.to):
        return say("explain.single.last_move")
    position = Position(tuple((ruleset, part) for part in change.to))
    findings = values_of(position, context, values=len(change.to) > 1)
    told = dict(zip(change.to, findings, strict=True))
    found = [
        line
        for part, finding in told.items()
        for line in component_told(ruleset, part, finding, context, say, most=FEW_OPTIONS)
    ]
    if len(change.to) > 1:
        found.append(say("explain.single.xor", xor=xor_text([f.grundy or 0 for f in findings])))
    if all(_kind(finding) == "value" for finding in findings):
        found.append(say("explain.single.zero"))
    return say.sentences(found)


def heap_bars(component: State, finding: Finding, change: Change | None, say: Saying) -> Bars | None:
    """The bars of a component of several heaps whose law is the xor of laws of one heap; else none."""
    from grundy.laws.sums import SumLaw

    law = None if finding.law is None else finding.law.law
    if not isinstance(law, SumLaw):
        return None
    values = tuple(inner.value((n,)) for inner, n in zip(law.laws, component, strict=True))
    if max(values) >= _MOST_EXACT or len(values) < 2:
        return None
    labels = tuple(say("explain.bars.heap", which=say.ordinal(i + 1), n=n) for i, n in enumerate(component))
    total = finding.grundy or 0
    row = None
    if change is not None:
        row = next((i for i, (x, y) in enumerate(zip(component, change.to[0], strict=True)) if x != y), None)
    target = None if row is None else (row, values[row] ^ total)
    return Bars(labels, values, total, target)
