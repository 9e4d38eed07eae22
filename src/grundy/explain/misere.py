"""Explanations in misère play: Bouton's rule for heaps of Nim, and the outcomes of the options elsewhere."""

from __future__ import annotations

from functools import reduce
from itertools import islice
from operator import xor
from typing import Any

from grundy.laws.nim import NimLaw
from grundy.rules.errors import GrundyError
from grundy.rules.positions import Position
from grundy.solver.solution import Solution
from grundy.solver.valuing import Context, Finding, find, law_for

from .explaining import LISTED, Account
from .explanation import Bars
from .findings import MOST_OPTIONS, decided_by, laws_said
from .moves import Change, change_of
from .saying import Saying
from .sums import nim_sum_told
from .telling import told

_MOST_BARS = 64
_MOST_EXACT = 2**53


def account(solution: Solution, change: Change | None, say: Saying, context: Context) -> Account:
    """The account of a position in misère play: by its law, by Bouton's rule, or by its options."""
    position = solution.position
    if len(position) == 1 and law_for(position.parts[0][0], context.laws, "misere") is not None:
        return _by_law(solution, change, say, context)
    if all((known := law_for(r)) is not None and isinstance(known.law, NimLaw) for r, _ in position.parts):
        return _nim(solution, change, say)
    reasons = [say("explain.misere.rule"), *_options(solution, say)]
    reaches = "" if change is None else say("explain.misere.reached", x=say.position(solution.winning_options[0]))
    return Account(tuple(reasons), None, reaches, (), decided_by(solution, say))


def _by_law(solution: Solution, change: Change | None, say: Saying, context: Context) -> Account:
    """The account of one component, of which a misère law is known."""
    ((ruleset, component),) = solution.position.parts
    finding = find(ruleset, component, context, "misere")
    reasons = [say("explain.misere.rule"), *_law_told(finding, component, say)]
    kind = "outcome" if finding.law is None or finding.law.law.about == "outcome" else "value"
    reasons.append(say(f"explain.{'single' if kind == 'outcome' else 'misere'}.{kind}_{_won(solution)}"))
    reaches = ""
    if change is not None:
        told_of = []
        if len(change.to) == 1:
            told_of = _law_told(find(ruleset, change.to[0], context, "misere"), change.to[0], say)
        reaches = say.sentences([*told_of, say("explain.misere.reached", x=say.position(solution.winning_options[0]))])
    return Account(tuple(reasons), None, reaches, laws_said([finding], say), decided_by(solution, say))


def _law_told(finding: Finding, component: Any, say: Saying) -> list[str]:
    return [] if finding.law is None else told(finding.law.law, component, say)


def _won(solution: Solution) -> str:
    return "won" if solution.outcome == "N" else "lost"


def _options(solution: Solution, say: Saying) -> list[str]:
    """The options with who wins them, where they are few."""
    position = solution.position
    try:
        options = list(islice(position.options(), MOST_OPTIONS + 1))
    except GrundyError:
        options = []
    known = solution.winning_count is not None and solution.winning_count <= LISTED
    if options and len(options) <= MOST_OPTIONS and known:
        winning = set(solution.winning_options)
        texts = [
            say(f"explain.misere.{'lost' if o in winning else 'won'}_option", x=_after(position, o, say))
            for o in dict.fromkeys(options)
        ]
        found = [say("explain.misere.options", options=say("explain.list.semicolon").join(texts))]
    else:
        found = []
    key = "some_option" if solution.outcome == "N" else "no_option"
    return [*found, say(f"explain.misere.{key}")]


def _after(position: Position, option: Position, say: Saying) -> str:
    """An option in words: of a single component only the heaps that are left of it."""
    if len(position) > 1:
        return say.position(option)
    change = change_of(position, option)
    return say("explain.list.plus").join(map(say.component, change.to)) or say("explain.move.nothing")


def _nim(solution: Solution, change: Change | None, say: Saying) -> Account:
    heaps = [component[0] for _, component in solution.position.parts]  # type: ignore[index]
    total = reduce(xor, heaps, 0)
    large = [heap for heap in heaps if heap >= 2]
    reasons = [say("explain.misere.rule")]
    bars = None
    if large:
        reasons += [say("explain.misere.nim_large"), nim_sum_told(heaps, total, say)]
        if change is not None:
            reasons.append(_way(heaps, change, say))
        else:
            reasons.append(say("explain.misere.nim_zero"))
        bars = _bars(solution, heaps, total, change, say)
    else:
        key = "even" if solution.outcome == "N" else "odd"
        reasons.append(say(f"explain.misere.nim_ones_{key}", count=sum(heaps)))
    reaches = "" if change is None else _reached(solution, say)
    return Account(tuple(reasons), bars, reaches, (), say("explain.by.bouton"))


def _way(heaps: list[int], change: Change, say: Saying) -> str:
    others = [heap for i, heap in enumerate(heaps) if i != change.part]
    if max(others, default=0) >= 2:
        return say("explain.misere.nim_to_zero")
    return say("explain.misere.nim_last_large" if any(others) else "explain.misere.nim_only_large", count=sum(others))


def _reached(solution: Solution, say: Saying) -> str:
    heaps = [component[0] for _, component in solution.winning_options[0].parts]  # type: ignore[index]
    if max(heaps, default=0) >= 2:
        return say("explain.misere.nim_reached_zero", x=say.position(solution.winning_options[0]))
    return say("explain.misere.nim_reached_odd", count=sum(heaps), x=say.position(solution.winning_options[0]))


def _bars(solution: Solution, heaps: list[int], total: int, change: Change | None, say: Saying) -> Bars | None:
    if not 2 <= len(heaps) <= _MOST_BARS or max(heaps) >= _MOST_EXACT:
        return None
    labels = tuple(say.position(Position((part,))) for part in solution.position.parts)
    target = None
    if change is not None:
        target = (change.part, change.to[0][0] if change.to else 0)
    return Bars(labels, tuple(heaps), total, target)
