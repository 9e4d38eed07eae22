"""Who wins a position, by which moves: by the solver; in misère play by a search of the sum, where no rule is known."""

from __future__ import annotations

import time
from collections.abc import Callable

from grundy.laws.library import SHIPPED, Library
from grundy.rules.errors import GrundyError, LimitExceeded
from grundy.rules.meter import DEFAULT_LIMIT, Meter
from grundy.rules.positions import Position
from grundy.rules.said import said
from grundy.rules.values import Value, replace
from grundy.solver.seeking import some_winning
from grundy.solver.solution import Outcome, Solution
from grundy.solver.solving import outcome as solved_outcome
from grundy.solver.solving import solve
from grundy.solver.valuing import law_for

from .moves import LOOKED_AT, Move, all_moves, changes, find_move
from .searching import sums_of

SECONDS = 0.5
"""How long a position is solved, in seconds of computing, unless the work is given."""
EACH = 20_000
"""How many moves are looked at to judge one move, or one component, by itself."""


class Verdict(Value):
    """Who wins, and the winning moves; *known* says that every other legal move loses."""

    outcome: Outcome
    grundy: int | None
    grundy_why: str | None
    by: str
    why: str
    winning: tuple[Move, ...]
    known: bool


def verdict(position: Position, *, misere: bool, limit: int, work: int | None, laws: Library | None) -> Verdict:
    """The verdict, with at most *limit* winning moves; raises LimitExceeded where it is out of reach.

    *laws* may look for a law where nothing else reaches the position, unless the *work* is given.
    """
    if misere:
        return _misere(position, limit, work, SHIPPED if laws is None else laws)
    progress = _guard(work)
    solution = solve(position, limit=limit, work=work, remoteness=False, progress=progress, laws=laws)
    return _seeking(_solved(position, solution), position, work, laws)


def _seeking(found: Verdict, position: Position, work: int | None, laws: Library | None) -> Verdict:
    """A verdict that names a winning move, where one is easily found and the solver listed none."""
    if found.outcome == "P" or found.winning or found.known:
        return found
    better = some_winning(position, work=work, laws=laws)
    return found if better is None else replace(found, winning=(Move(position, *better),))


def _misere(position: Position, limit: int, work: int | None, laws: Library) -> Verdict:
    """The misère verdict by a law, by a rule that needs no search, by a search of the sum, by a law that is found."""
    alone = position.parts[0][0] if len(position) == 1 else None
    if alone is not None and law_for(alone, laws, "misere") is not None:
        return _solved(position, solve(position, misere=True, limit=limit, work=work, laws=laws))
    try:
        return _solved(position, solve(position, misere=True, limit=limit, work=1))
    except LimitExceeded:
        pass
    try:
        return _searched(position, limit, work)
    except LimitExceeded:
        if alone is None or work is not None or laws.sought(alone, "misere") is None:
            raise
    return _solved(position, solve(position, misere=True, limit=limit, laws=laws))


def wins(move: Move, *, work: int | None, laws: Library | None) -> bool | None:
    """Whether a move wins in normal play, by the outcome of what it leaves; None where that is out of reach."""
    try:
        return solved_outcome(move.position, work=work or EACH, laws=laws) == "P"
    except GrundyError:
        return None


def _guard(work: int | None) -> Callable[[int, int], None] | None:
    """A listener of work that raises LimitExceeded when the time is up; None where the work is bounded itself."""
    if work is not None:
        return None
    end = time.thread_time() + SECONDS

    def tell(_done: int, _total: int) -> None:
        if time.thread_time() > end:
            raise LimitExceeded("the position is not solved within {seconds} s", seconds=f"{SECONDS:g}")

    return tell


def _solved(position: Position, solution: Solution) -> Verdict:
    """What the solver says."""
    winning = []
    for option in solution.winning_options:
        found = list(changes(position, option))
        move = found[0] if len(found) == 1 else find_move(position, option)
        if move is not None:
            winning.append(move)
    return Verdict(
        outcome=solution.outcome,
        grundy=solution.grundy,
        grundy_why=solution.grundy_why,
        by=solution.by,
        why=solution.why,
        winning=tuple(winning),
        known=solution.complete and len(winning) == solution.winning_count,
    )


def _searched(position: Position, limit: int, work: int | None) -> Verdict:
    """The misère verdict by a search of the whole position."""
    guard = _guard(work)
    listener = None if guard is None else lambda spent: guard(spent, spent)
    sums = sums_of(position, misere=True)
    found = sums.search(position, Meter(work or 100 * DEFAULT_LIMIT, listener=listener))
    if found is None:
        within = f"{SECONDS:g} s" if work is None else f"{work:,} moves looked at"
        raise LimitExceeded(
            "a sum in misère play is searched as a whole, and this search did not end within {within}", within=within
        )
    winning: list[Move] = []
    count = 0
    for move in all_moves(position, Meter(LOOKED_AT, what=said("listing the moves"))):
        after = sums.found(move.position)
        if after is not None and after[0] == 0:
            count += 1
            winning += [move] if count <= limit else []
    return Verdict(
        outcome="N" if found[0] else "P",
        grundy=found[0],
        grundy_why=None,
        by="search",
        why="a search of the whole position",
        winning=tuple(winning),
        known=count <= limit,
    )
