"""Explaining a position: who wins and why, the move to make, the laws that say so, and hints that say more and more."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from grundy.laws.library import Library
from grundy.rules.errors import GrundyError
from grundy.rules.meter import Meter
from grundy.rules.numbers import is_integer
from grundy.rules.positions import Position
from grundy.rules.rulesets import Ruleset
from grundy.rules.values import Value
from grundy.solver.seeking import some_winning
from grundy.solver.solution import Solution
from grundy.solver.solving import solve
from grundy.solver.valuing import Context, law_for

from .explanation import Advice, Bars, Explanation, LawSaid
from .findings import few_options
from .moves import Change, change_of, move_words, on_board, part_words, same_heaps, taken_from
from .saying import Saying
from .texts import require_language

LISTED = 12
_PREFIX = 40
_LONG = 1_000
_LOOKED_AT = 20_000
_HINTED = 60
_HINTS = 5
_HALVED = 4


class Account(Value):
    """What a way of play gives: reasons, bars, what the chosen move reaches, laws, and what decided."""

    reasons: tuple[str, ...]
    bars: Bars | None
    reaches: str
    laws: tuple[LawSaid, ...]
    by: str


def why(
    position: Position,
    *,
    misere: bool = False,
    lang: str = "en",
    work: int | None = None,
    laws: Library | None = None,
) -> Explanation:
    """Why the player to move wins or loses, in words that can be checked by hand.

    *lang* is the language of the texts; *work* and *laws* are those of :func:`grundy.solver.solving.solve`, whose
    errors are raised for what cannot be solved. GrundyError for an unknown language.

    >>> from grundy.games import expression
    >>> found = why(expression("bash(3)[10]"))
    >>> found.headline
    'You can win: take 2 from the heap (10 -> 8).'
    >>> found.reasons[0]
    '10 = 2*4 + 2: divided by 4, 10 leaves the remainder 2, so g(10) = 2.'
    """
    say = Saying(require_language(lang))
    context = Context(work, laws=laws)
    limit = LISTED if len(str(position)) < _LONG else 1
    solution = solve(position, misere=misere, limit=limit, work=work, remoteness=False, laws=laws)
    if not solution.winning_options and not _has_move(position):
        return _over(solution, say)
    option = _winner(solution, context)
    change = None if option is None else change_of(position, option)
    account = _account(solution, change, say, context)
    move = None
    if change is not None and option is not None:
        text = move_words(position, change, say)
        move = Advice(change.part, change.to, option, text, account.reaches)
    reasons = account.reasons
    if any(on_board(ruleset) for ruleset, _ in position.parts):
        reasons = (say("explain.on_board"), *reasons)
    if solution.outcome == "P":
        reasons = (*reasons, *_answered(solution, say, context))
    return Explanation(
        position=position,
        play=solution.play,
        lang=lang,
        outcome=solution.outcome,
        headline=_headline(solution, move, say),
        reasons=reasons,
        bars=account.bars,
        move=move,
        laws=account.laws,
        by=account.by,
        hints=_hints(solution, change, say, context),
    )


def hints(
    position: Position,
    *,
    misere: bool = False,
    lang: str = "en",
    work: int | None = None,
    laws: Library | None = None,
) -> tuple[str, str, str]:
    """Three hints that say more and more: is it won, where to move, which move.

    Raises what :func:`why` does.

    >>> from grundy.games import expression
    >>> hints(expression("nim[3, 6, 9]"))
    ('You can win from here.', 'Move in the third heap.', 'The move: take 4 from the third heap (9 -> 5).')
    """
    say = Saying(require_language(lang))
    solution = solve(position, misere=misere, limit=1, work=work, remoteness=False, laws=laws)
    if not solution.winning_options and not _has_move(position):
        return _over(solution, say).hints
    context = Context(work, laws=laws)
    option = _winner(solution, context)
    return _hints(solution, None if option is None else change_of(position, option), say, context)


def _account(solution: Solution, change: Change | None, say: Saying, context: Context) -> Account:
    if solution.play == "misere":
        from .misere import account
    elif solution.position.parts[0][0].outcomes_only:
        from .blocked import account
    elif len(solution.position) == 1:
        from .single import account
    else:
        from .sums import account
    return account(solution, change, say, context)


def _winner(solution: Solution, context: Context) -> Position | None:
    """The first winning option, also where the solver listed none because there may be too many; None for none."""
    if solution.winning_options or solution.outcome == "P" or solution.position.parts[0][0].outcomes_only:
        return next(iter(solution.winning_options), None)
    misere = solution.play == "misere"
    found = some_winning(solution.position, misere=misere, work=context.work, laws=context.laws)
    return None if found is None else solution.position.replaced(*found)


def _has_move(position: Position) -> bool:
    """Whether there is a move; True where that is not found out soon."""
    for ruleset, component in position.parts:
        try:
            if next(iter(ruleset.options(component, Meter(_LOOKED_AT))), None) is not None:
                return True
        except GrundyError:
            return True
    return False


def _over(solution: Solution, say: Saying) -> Explanation:
    """The explanation of a position without moves."""
    headline = say(f"explain.headline.over_{solution.play}")
    return Explanation(
        position=solution.position,
        play=solution.play,
        lang=say.lang,
        outcome=solution.outcome,
        headline=headline,
        reasons=(),
        bars=None,
        move=None,
        laws=(),
        by=say("explain.by.over"),
        hints=(headline, say("explain.hint.over"), say("explain.hint.over")),
    )


def _headline(solution: Solution, move: Advice | None, say: Saying) -> str:
    if solution.outcome == "P":
        return say("explain.headline.lost")
    return say("explain.headline.won_somehow") if move is None else say("explain.headline.won", move=move.text)


def _answered(solution: Solution, say: Saying, context: Context) -> list[str]:
    """For a lost position, one move and the answer to it."""
    position, misere = solution.position, solution.play == "misere"
    after = small_move(position)
    if after is None:
        return []
    try:
        answer = solve(after, misere=misere, limit=1, work=context.work, remoteness=False, laws=context.laws)
    except GrundyError:
        return []
    move = move_words(position, change_of(position, after), say)
    if not answer.winning_options:
        return []
    reply = answer.winning_options[0]
    said = move_words(after, change_of(after, reply), say)
    return [say("explain.answer", move=move, answer=said, position=say.position(reply))]


def small_move(position: Position) -> Position | None:
    """The option among the first ones that changes the heaps least; None where there is none, or none is found soon."""

    def distance(move: tuple[int, tuple[Any, ...]]) -> int:
        ruleset, component = position.parts[move[0]]
        return _distance(ruleset, component, move[1])

    best = min(_first_moves(position), key=distance, default=None)
    return None if best is None else position.replaced(*best)


def _first_moves(position: Position) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """The first moves in each of the first parts, as far as they are found soon: the part, and what it becomes."""
    for i, (ruleset, component) in enumerate(position.parts[:_PREFIX]):
        try:
            for option in islice(ruleset.options(component, Meter(_LOOKED_AT)), _PREFIX):
                yield i, option
        except GrundyError:
            continue


def _distance(ruleset: Ruleset, component: Any, option: tuple[Any, ...]) -> int:
    """How much the heaps from which one takes (or all) change in all; 0 where they are no numbers."""
    counted = taken_from(ruleset) or range(ruleset.heaps)
    try:
        return int(abs(sum(component[i] - sum(part[i] for part in option) for i in counted)))
    except (TypeError, IndexError):
        return 0


def _hints(solution: Solution, change: Change | None, say: Saying, context: Context) -> tuple[str, str, str]:
    position = solution.position
    if solution.outcome == "P":
        option = small_move(position)
        third = say("explain.hint.make_it_long")
        if option is not None:
            third = say("explain.hint.take_little", move=move_words(position, change_of(position, option), say))
        return say("explain.hint.lost"), say("explain.hint.any_move"), third
    if change is None:
        return say("explain.hint.won"), say("explain.hint.unknown"), say("explain.hint.unknown")
    move = say("explain.hint.move", move=move_words(position, change, say))
    return say("explain.hint.won"), _where(solution, change, say, context), move


def _where(solution: Solution, change: Change, say: Saying, context: Context) -> str:
    """Where to move, without the move."""
    position = solution.position
    if len(position) > 1:
        key = "part" if not same_heaps(position) else "heap" if taken_from(position.parts[0][0]) else "number"
        return say(f"explain.hint.{key}", part=part_words(position, change.part, say))
    ruleset, component = position.parts[0]
    if isinstance(component, tuple) and len(component) > 1 and len(change.to) == 1:
        return _which_heaps(ruleset, component, change.to[0], say)
    if solution.play == "normal" and all(few_options(ruleset, part) == [] for part in change.to):
        return say("explain.hint.end_it")
    if len(change.to) > 1:
        key = "two" if len(change.to) == 2 else "several"
        key = "equal" if key == "two" and change.to[0] == change.to[1] else key
        return say("explain.hint.aim_somewhere" if solution.play == "misere" else f"explain.hint.aim_{key}")
    lost, known = _smallest_lost(solution, context)
    if len(lost) > 1:
        named = say("explain.list.comma").join(map(str, lost))
        return say("explain.hint.aim" if known else "explain.hint.aim_like", lost=named)
    return _how_much(component, change.to[0] if change.to else (0,), 0, say)


def _which_heaps(ruleset: Ruleset, before: tuple[Any, ...], after: tuple[Any, ...], say: Saying) -> str:
    """Which heaps of a component change; where one is taken from, and others go with it, how much is left there."""
    taken = taken_from(ruleset)
    changed = [i for i, (x, y) in enumerate(zip(before, after, strict=False)) if x != y]
    heaps = [i for i in changed if i in taken]
    if len(changed) > len(heaps) == 1:
        return _how_much(before, after, heaps[0], say)
    key = "one" if len(changed) == 1 else "several"
    key = f"take_{key}" if heaps == changed else "one_heap" if len(changed) == 1 else "several_heaps"
    return say(f"explain.hint.{key}", which=say.listed(say.ordinal(i + 1) for i in changed))


def _how_much(before: Any, after: Any, i: int, say: Saying) -> str:
    """Whether more or less than half of heap number *i* is left, where it is large enough for that to say something."""
    numbers = isinstance(before, tuple) and isinstance(after, tuple) and is_integer(before[i]) and is_integer(after[i])
    if numbers and after[i] > before[i]:
        return say("explain.hint.raise")
    if not numbers or before[i] < _HALVED:
        return say("explain.hint.aim_somewhere")
    least = before[i] - before[i] // 2
    key = "leave_much" if after[i] >= least else "leave_little"
    return say(f"explain.hint.{key}", heap=before[i], least=least)


def _smallest_lost(solution: Solution, context: Context) -> tuple[list[int], bool]:
    """The smallest heaps of a one-heap game at which the mover loses, by its law; none where that is not known.

    Of those that play can still come to, where these are found soon: that is the second value. Else of all to which
    some small heap has a move.
    """
    ruleset, component = solution.position.parts[0]
    law = law_for(ruleset, context.laws) if solution.play == "normal" and ruleset.heaps == 1 else None
    if law is None:
        return [], False
    least = ruleset.least
    to_come = _reachable(ruleset, [component])
    small = to_come or _reachable(ruleset, [(n,) for n in range(least, least + _HINTED)]) or set()
    try:
        lost = [n for (n,) in sorted(small) if law.law.is_p((n,))][:_HINTS]
    except (ValueError, GrundyError):
        return [], False
    return lost, to_come is not None


def _reachable(ruleset: Ruleset, starts: list[Any]) -> set[Any] | None:
    """The components that some moves lead to; None where they are not found soon."""
    meter, found, left = Meter(_LOOKED_AT), set[Any](), list(starts)
    try:
        while left:
            new = {part for option in ruleset.options(left.pop(), meter) for part in option} - found
            found |= new
            left += new
    except GrundyError:
        return None
    return found
