"""Solving positions: outcome, Grundy value, all winning options.

Sums: Sprague–Grundy, one component at a time, then xor. Sources: R. Sprague, Über mathematische Kampfspiele, Tôhoku
Math. J. 41 (1935); P. M. Grundy, Mathematics and games, Eureka 2 (1939).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from grundy.laws.library import Known, Library
from grundy.rules.errors import LimitExceeded, PositionError, Unsupported
from grundy.rules.numbers import is_integer, plural, shown
from grundy.rules.positions import Position
from grundy.rules.said import joined, said
from grundy.rules.values import Value, replace

from .search import Judging, whole_key, whole_search
from .solution import Outcome, Play, Solution
from .store import Progress
from .valuing import (
    SHORT_SEARCH,
    Context,
    Finding,
    by_law,
    cheaply,
    find,
    law_for,
    least_checked,
    most_laborious,
    options_of_value,
    require_position,
)

DEFAULT_LISTED = 20
_REMOTENESS_WORK = 100_000
_MOST_RESTS = 3
_SMALL = 60
_LONG_SEARCH = 1_000
"""A misère position with a larger heap is searched for long only after a law was looked for."""
UNKNOWN_VALUE = "not known at this size"


def outcome(
    position: Position, *, misere: bool = False, work: int | None = None, laws: Library | None = None
) -> Outcome:
    """N where the next player, the mover, wins, P where the previous player does.

    Raises PositionError, LimitExceeded, Unsupported, as :func:`solve` does.

    >>> from grundy.games import expression
    >>> outcome(expression("wythoff[4, 7]")), outcome(expression("wythoff[4, 8]"))
    ('P', 'N')
    """
    position = require_position(position)
    context = Context(work, laws=laws)
    if misere:
        return _misere(position, context, 0).outcome
    return _settled(position, context).outcome


def value(position: Position, *, misere: bool = False, work: int | None = None, laws: Library | None = None) -> int:
    """The Grundy value: the mex of the options' values; of a sum, the xor of the components' values.

    In misère play it is the mex with 1 for terminal positions. Raises Unsupported where the ruleset has outcomes only,
    LimitExceeded where the value is out of reach.

    >>> from grundy.games import expression
    >>> value(expression("kayles[5]")), value(expression("nim[3, 6, 9]"))
    (4, 12)
    """
    position = require_position(position)
    context = Context(work, laws=laws)
    if misere:
        return _require_value(position, _misere(position, context, 0).grundy)
    return _require_value(position, _settled(position, context).grundy)


def _require_value(position: Position, grundy: int | None) -> int:
    if grundy is None:
        if any(r.outcomes_only for r, _ in position.parts):
            raise Unsupported("Grundy value", position, "a blocking game has outcomes only")
        raise LimitExceeded(
            "the Grundy value of {position} is {unknown} (the law gives outcomes only)",
            position=_clipped(position),
            unknown=said(UNKNOWN_VALUE),
        )
    return grundy


def solve(
    position: Position,
    *,
    misere: bool = False,
    limit: int = DEFAULT_LISTED,
    work: int | None = None,
    remoteness: bool = True,
    progress: Progress | None = None,
    laws: Library | None = None,
) -> Solution:
    """Who wins, the Grundy value, all winning options (at most *limit* listed), and by what it was decided.

    *work* bounds the moves looked at in tables and searches; *remoteness* says whether to look for it; *laws* are those
    of files (`grundy.laws.library.library_of`), beside the ones that are shipped. Raises PositionError for what is no
    position, LimitExceeded where neither law, table nor search reaches it, Unsupported where the kind of
    ruleset has no such reading.

    >>> from grundy.games import expression
    >>> solved = solve(expression("nim[3, 6, 9]"))
    >>> solved.outcome, solved.grundy, solved.winning_options
    ('N', 12, (nim[3, 6, 5],))
    """
    position = require_position(position)
    if not is_integer(limit) or limit < 0:
        raise PositionError(
            "limit is the number of winning options to list, at least 0, not {limit}", limit=shown(limit)
        )
    if not isinstance(misere, bool):
        raise PositionError("misere is True or False, not {misere}", misere=shown(misere))
    limit = min(limit, sys.maxsize)
    context = Context(work, progress=progress, laws=laws)
    if misere:
        return _misere(position, context, limit)
    return _solved(_settled(position, context), "normal", context, limit, remoteness=remoteness)


def _misere(position: Position, context: Context, limit: int) -> Solution:
    """The misère solution: by a law of one component, else by what the whole position needs."""
    if len(position) == 1:
        ruleset = position.parts[0][0]
        known = law_for(ruleset, context.laws, "misere")
        if known is not None:
            return _by_misere_law(position, known, context, limit)
    from .misere import solve_misere

    if len(position) != 1 or context.work is not None:
        return solve_misere(position, context, limit)
    ruleset, component = position.parts[0]
    large = any(
        is_integer(heap) and heap > _LONG_SEARCH for heap in (component if isinstance(component, tuple) else ())
    )
    first = Context(SHORT_SEARCH, context.store, context.progress, context.laws) if large else context
    try:
        return solve_misere(position, first, limit)
    except LimitExceeded:
        sought = context.sought(ruleset, "misere")
        if sought is None and not large:
            raise
    return _by_misere_law(position, sought, context, limit) if sought else solve_misere(position, context, limit)


def _by_misere_law(position: Position, known: Known, context: Context, limit: int) -> Solution:
    found = by_law(known, position.parts[0][1])
    settled = _Settled(position, (found,), "P" if found.is_p else "N", found.grundy, None if found.is_p else 0)
    return _solved(settled, "misere", context, limit, remoteness=False)


def _solved(settled: _Settled, play: Play, context: Context, limit: int, *, remoteness: bool) -> Solution:
    """The solution of a settled position."""
    position = settled.position
    listing = _winning(settled, limit, context)
    why = None
    if settled.grundy is None:
        blocked = any(r.outcomes_only for r, _ in position.parts)
        why = "a blocking game has outcomes only" if blocked else UNKNOWN_VALUE
    by = most_laborious([f.by for f in settled.findings])
    return Solution(
        position=position,
        play=play,
        outcome=settled.outcome,
        grundy=settled.grundy,
        grundy_why=why,
        winning_options=listing.options,
        winning_count=listing.count,
        complete=listing.complete,
        rest=listing.rest,
        remoteness=_remoteness(settled, context) if remoteness else None,
        by=by,
        why="; ".join(dict.fromkeys(f.why.removesuffix(".") for f in settled.findings)) or "no component has a move",
        checked_to=least_checked(settled.findings, by),
    )


class _Settled(Value):
    """A position with what is known of its components. *unknown* is the number of the one whose value is not known."""

    position: Position
    findings: tuple[Finding, ...]
    outcome: Outcome
    grundy: int | None
    unknown: int | None

    def target(self, i: int) -> int | None:
        """The value that component *i* must be moved to, or None where that is not known."""
        if self.grundy is not None:
            return self.grundy ^ (self.findings[i].grundy or 0)
        return 0 if self.unknown == i else None


def _settled(position: Position, context: Context) -> _Settled:
    """The findings of the components and the outcome; raises LimitExceeded where they do not decide it."""
    parts = position.parts
    if len(parts) > 1 and any(r.outcomes_only for r, _ in parts):
        raise Unsupported("sum", position, "the opponent's blocking does not split into components")
    findings = [find(ruleset, component, context) for ruleset, component in parts]
    open_ones = [i for i, f in enumerate(findings) if f.grundy is None and not parts[i][0].outcomes_only]
    for i in open_ones:
        findings[i] = _with_value(findings[i], cheaply(*parts[i], context), alone=len(parts) == 1)
    if len(parts) > 1 and not _decided(findings):
        for i in open_ones:
            if findings[i].grundy is None:
                findings[i] = _with_value(findings[i], cheaply(*parts[i], context, limit=None), alone=False)
    unknown = [i for i, f in enumerate(findings) if f.grundy is None]
    total = _xor(findings)
    if not unknown:
        return _Settled(position, tuple(findings), "N" if total else "P", total, None)
    if len(unknown) == 1 and total == 0:
        won: Outcome = "P" if findings[unknown[0]].is_p else "N"
        return _Settled(position, tuple(findings), won, None, unknown[0])
    names = joined("{a} and {b}", [_clipped(Position((parts[i],))) for i in unknown[:2]])
    if len(unknown) == 1:
        rest = said("the rest of the sum has value {total}", total=total)
    else:
        rest = said("neither decides the sum alone")
    raise LimitExceeded(
        "the Grundy value of {position} is {unknown} (the law gives outcomes only), and {rest}; "
        "--work N (work=N) allows larger tables",
        position=names,
        unknown=said(UNKNOWN_VALUE),
        rest=rest,
    )


def _xor(findings: Sequence[Finding]) -> int:
    total = 0
    for finding in findings:
        total ^= finding.grundy or 0
    return total


def _decided(findings: Sequence[Finding]) -> bool:
    """Whether the outcome of the sum is known: all values are, or one is missing and the rest has value 0."""
    missing = sum(f.grundy is None for f in findings)
    return missing == 0 or (missing == 1 and _xor(findings) == 0)


def _with_value(finding: Finding, closer: Finding | None, *, alone: bool) -> Finding:
    """A finding by a law of outcomes, with the Grundy value that a table or a search gave; in a sum, that decides."""
    if closer is None:
        return finding
    why = f"{finding.why} Its Grundy value is by {closer.why}."
    by = finding.by if alone else closer.by
    return replace(finding, grundy=closer.grundy, remoteness=closer.remoteness, by=by, why=why)


class _Listing(Value):
    """Winning options: those listed, how many there are, whether nothing is missing, and the rest in words."""

    options: tuple[Position, ...]
    count: int | None
    complete: bool
    rest: str | None


def _winning(settled: _Settled, limit: int, context: Context) -> _Listing:
    """The winning options: in each component, the options that have the value of the rest of the sum."""
    if settled.outcome == "P":
        return _Listing((), 0, complete=True, rest=None)
    from .groups import listed as options_listed

    position = settled.position
    listed: list[Position] = []
    count = 0
    rests: list[str] = []
    skipped: list[int] = []
    unlisted: list[int] = []
    for i, ((ruleset, component), finding) in enumerate(zip(position.parts, settled.findings, strict=True)):
        target = settled.target(i)
        if target is None or not _has_values(settled, i, target, context):
            skipped.append(i)
            continue
        groups = options_of_value(ruleset, component, target, finding, context)
        if groups is None:
            unlisted.append(i)
            continue
        options, more = options_listed(groups, limit - len(listed))
        count += sum(group.count for group in groups)
        listed += [position.replaced(i, option) for option in options]
        rests += more
    rests = [f"and {text}" for text in (rests if len(rests) <= _MOST_RESTS else [*rests[:_MOST_RESTS], "others"])]
    if skipped:
        rests.append(f"moves in {plural(len(skipped), 'other component')} are not known, for want of a Grundy value")
    if unlisted:
        rests.append(
            f"the winning moves in {plural(len(unlisted), 'component')} are too many to be looked at one by one"
        )
    known = not skipped and not unlisted
    return _Listing(tuple(listed), count if known else None, known, "; ".join(rests) or None)


def _has_values(settled: _Settled, i: int, target: int, context: Context) -> bool:
    """Whether the options of component *i* that have the value *target* can be told."""
    known = settled.findings[i].law
    if known is None or known.law.about == "grundy" or target == 0:
        return True
    return cheaply(*settled.position.parts[i], context) is not None


def _remoteness(settled: _Settled, context: Context) -> int | None:
    """The number of moves left under best play, where search or table decided and a short search reaches it."""
    findings, position = settled.findings, settled.position
    if len(findings) == 1 and findings[0].remoteness is not None:
        return findings[0].remoteness
    if not findings:
        return 0
    if any(r.outcomes_only for r, _ in position.parts):
        return None
    if any(f.law is not None for f in findings) and not _quick(findings, position):
        return None
    rulesets = tuple(dict.fromkeys(r for r, _ in position.parts))
    meter = context.meter("the remoteness", _REMOTENESS_WORK)
    search = whole_search(rulesets, {}, meter, Judging())
    try:
        return search.run(whole_key(position, rulesets))[1]
    except LimitExceeded:
        return None


def _quick(findings: Sequence[Finding], position: Position) -> bool:
    """Whether a law's answer is worth a search for the number of moves: not for windows, nor for large heaps."""
    if any(f.law is not None and f.law.law.knows_options for f in findings):
        return False
    heaps = [heap for _, component in position.parts for heap in (component if isinstance(component, tuple) else ())]
    return all(is_integer(heap) for heap in heaps) and sum(heaps) <= _SMALL


def _clipped(position: Position) -> str:
    text = str(position)
    return text if len(text) <= 80 else f"{text[:60]}…{text[-15:]}"
