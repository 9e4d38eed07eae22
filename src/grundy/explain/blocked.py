"""Explanations of blocking games: how many options are lost for who moves there, and how many may be forbidden."""

from __future__ import annotations

from grundy.rules.errors import GrundyError
from grundy.rules.rulesets import Ruleset, State
from grundy.solver.solution import Solution
from grundy.solver.valuing import Context, find

from .explaining import Account
from .findings import decided_by, few_options, laws_said
from .moves import Change
from .saying import Saying
from .telling import told

_LISTED = 8


def account(solution: Solution, change: Change | None, say: Saying, context: Context) -> Account:
    """The account of a component of a blocking game."""
    ruleset, state = solution.position.parts[0]
    component: State = state
    finding = find(ruleset, component, context)
    reasons = [] if finding.law is None else told(finding.law.law, component, say)
    reasons += _counted(solution, ruleset, component, context, say)
    free = "" if getattr(ruleset, "options_forbidden", 0) else "_free"
    reaches = "" if change is None else say(f"explain.blocking.reached{free}", x=say.component(change.to[0]))
    return Account(tuple(reasons), None, reaches, laws_said([finding], say), decided_by(solution, say))


def _counted(solution: Solution, ruleset: Ruleset, component: State, context: Context, say: Saying) -> list[str]:
    """The options that are P-positions, beside the number that may be forbidden."""
    forbidden = getattr(ruleset, "options_forbidden", 0)
    x = say.component(component)
    if solution.outcome == "N":
        count = solution.winning_count
        if count is None:
            return [say("explain.blocking.more", x=x, k=forbidden)]
        listed = [say.component(option.parts[0][1]) for option in solution.winning_options[:_LISTED]]
        names = ", ".join(listed) + (", …" if count > len(listed) else "")
        free = "" if forbidden else "_free"
        return [say(f"explain.blocking.won{free}", x=x, count=count, options=names, k=forbidden)]
    lost = _lost_options(ruleset, component, context)
    if lost is None:
        return [say("explain.blocking.fewer" if forbidden else "explain.blocking.none", x=x, k=forbidden)]
    if not lost:
        return [say("explain.blocking.none", x=x)]
    return [
        say("explain.blocking.lost", x=x, count=len(lost), options=", ".join(map(say.component, lost)), k=forbidden)
    ]


def _lost_options(ruleset: Ruleset, component: State, context: Context) -> list[State] | None:
    """The options that are P-positions, where all options are few."""
    options = few_options(ruleset, component)
    if options is None:
        return None
    try:
        return [option[0] for option in options if find(ruleset, option[0], context).is_p]
    except GrundyError:
        return None
