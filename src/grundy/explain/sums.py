"""Explanations of sums in normal play: the nim-sum of the components' values, column by column in base 2."""

from __future__ import annotations

from functools import reduce
from operator import xor

from grundy.laws.nim import NimLaw
from grundy.rules.positions import Position
from grundy.solver.solution import Solution
from grundy.solver.valuing import Context, Finding

from .explaining import Account
from .explanation import Bars
from .findings import FEW_OPTIONS, component_told, decided_by, laws_said, values_of
from .moves import Change, part_words
from .saying import Saying, binary, xor_text
from .texts import brief

_MOST_TOLD = 6
_MOST_SIZES = 8
_MOST_BARS = 64
_MOST_ROWS = 8
_MOST_BITS = 40
_MOST_EXACT = 2**53


def account(solution: Solution, change: Change | None, say: Saying, context: Context) -> Account:
    """The account of a sum of components."""
    position = solution.position
    findings = values_of(position, context)
    reasons = _components_told(position, findings, context, say)
    missing = [i for i, f in enumerate(findings) if f.grundy is None]
    if missing:
        reasons.append(say("explain.sum.alone", part=part_words(position, missing[0], say)))
        return _closed(reasons, None, solution, findings, change, context, say)
    values = [f.grundy or 0 for f in findings]
    total = reduce(xor, values, 0)
    reasons.append(nim_sum_told(values, total, say))
    target = None
    if not total:
        reasons.append(say("explain.sum.lost"))
    elif change is not None:
        target = (change.part, values[change.part] ^ total)
        part = part_words(position, change.part, say)
        reasons.append(say("explain.sum.won", part=part, v=values[change.part], s=total, u=target[1]))
    bars = _bars(position, values, total, target, say)
    return _closed(reasons, bars, solution, findings, change, context, say)


def _closed(
    reasons: list[str],
    bars: Bars | None,
    solution: Solution,
    findings: list[Finding],
    change: Change | None,
    context: Context,
    say: Saying,
) -> Account:
    reaches = "" if change is None else _reached(solution, change, context, say)
    return Account(tuple(reasons), bars, reaches, laws_said(findings, say), decided_by(solution, say))


def _components_told(position: Position, findings: list[Finding], context: Context, say: Saying) -> list[str]:
    """How the values of the components come about; equal components once, and at most six of them."""
    different = dict(zip(position.parts, findings, strict=True))
    several = len({ruleset for ruleset, _ in different}) > 1
    sizes = [f.grundy for f in findings if _is_nim(f)]
    found = []
    if sizes:
        listed = [*sizes[: _MOST_TOLD - 1], "…", sizes[-1]] if len(sizes) > _MOST_SIZES else sizes
        found.append(say("explain.sum.sizes", values=say.listed(listed)))
        different = {part: finding for part, finding in different.items() if not _is_nim(finding)}
    for (ruleset, component), finding in list(different.items())[:_MOST_TOLD]:
        told = component_told(ruleset, component, finding, context, say, in_sum=True)
        if several and told:
            name = say.position(Position(((ruleset, component),)))
            told[0] = say("explain.sum.of", component=name, told=told[0])
        found += told
    if len(different) > _MOST_TOLD:
        found.append(say("explain.sum.others", count=len(different) - _MOST_TOLD))
    return found


def _is_nim(finding: Finding) -> bool:
    return finding.law is not None and isinstance(finding.law.law, NimLaw)


def nim_sum_told(values: list[int], total: int, say: Saying) -> str:
    """The nim-sum of values, by columns in base 2 where they are few and small.

    >>> nim_sum_told([3, 6, 9], 12, Saying("en"))[:40]
    'In base 2: 3 = 0011, 6 = 0110, 9 = 1001.'
    """
    width = max(value.bit_length() for value in values) or 1
    if len(values) > _MOST_ROWS or width > _MOST_BITS:
        return say("explain.sum.plain", xor=xor_text(values), s=total)
    rows = say("explain.list.comma").join(f"{value} = {binary(value, width)}" for value in values)
    if not total:
        return say("explain.sum.even", rows=rows)
    columns = [1 << i for i in reversed(range(width)) if total >> i & 1]
    key = "odd" if len(columns) > 1 else "odd_one"
    return say(f"explain.sum.{key}", rows=rows, columns=say.listed(columns), bits=binary(total, width), s=total)


def _bars(
    position: Position, values: list[int], total: int, target: tuple[int, int] | None, say: Saying
) -> Bars | None:
    if not 2 <= len(values) <= _MOST_BARS or max([*values, target[1] if target else 0]) >= _MOST_EXACT:
        return None
    labels = tuple(say.position(Position((part,))) for part in position.parts)
    return Bars(labels, tuple(values), total, target)


def _reached(solution: Solution, change: Change, context: Context, say: Saying) -> str:
    """What is said of the sum after a winning move."""
    position = solution.position
    ruleset = position.parts[change.part][0]
    after = position.replaced(change.part, change.to)
    findings = values_of(after, context)
    if not after.parts:
        return say("explain.single.last_move")
    found = []
    for offset, part in enumerate(change.to):
        finding = findings[change.part + offset]
        if not _is_nim(finding):
            found += component_told(ruleset, part, finding, context, say, in_sum=True, most=FEW_OPTIONS)
    if any(f.grundy is None for f in findings):
        found.append(say("explain.sum.zero_again"))
        return say.sentences(dict.fromkeys(found))
    values = [f.grundy or 0 for f in findings]
    listed = xor_text(values) if len(values) > 1 else brief(values[0])
    found.append(say("explain.sum.reached", xor=listed))
    return say.sentences(dict.fromkeys(found))
