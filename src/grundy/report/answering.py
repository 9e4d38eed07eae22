"""Solving with the laws that `study` proves on the way, for positions that no shipped law, table or search reaches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grundy.laws.library import Entry, Known, Library, Play, entry_of
from grundy.rules.errors import GrundyError
from grundy.rules.positions import Position
from grundy.rules.rulesets import Ruleset
from grundy.rules.values import replace
from grundy.solver import solving
from grundy.solver.solution import Outcome, Solution
from grundy.solver.store import Progress

if TYPE_CHECKING:
    from grundy.explain import Explanation

SECONDS = 10.0
"""How long a law is looked for, unless the library says otherwise."""


class Finding(Library):
    """The laws given, those shipped, and those that `study` proves within *seconds*, once for each ruleset and play."""

    def __init__(
        self, given: Mapping[tuple[str, str], tuple[Entry, ...]] | None = None, *, seconds: float = SECONDS
    ) -> None:
        super().__init__(given)
        self.seconds = seconds
        self._found: dict[tuple[Ruleset, Play], Known | None] = {}

    def known(self, ruleset: Ruleset, play: Play = "normal") -> Known | None:
        """The law of a ruleset by its texts, or one that was proved before."""
        return super().known(ruleset, play) or self._found.get((ruleset, play))

    def sought(self, ruleset: Ruleset, play: Play = "normal") -> Known | None:
        """The law that `study` proves of a ruleset, or None.

        >>> from grundy import subtraction
        >>> Finding().sought(subtraction({2, 7})).law.value((10**18,))
        0
        """
        key = (ruleset, play)
        if key not in self._found:
            self._found[key] = self._studied(ruleset, play)
        return self._found[key]

    def _studied(self, ruleset: Ruleset, play: Play) -> Known | None:
        from .studying import study

        try:
            found = study(ruleset, misere=play == "misere", budget=self.seconds)
        except GrundyError:
            return None
        if found.why.startswith("interrupted"):
            stop = KeyboardInterrupt()
            stop.add_note(f"a law of {ruleset} was looked for; {found.why.removeprefix('interrupted; ')}")
            raise stop
        if found.certificate is None:
            return None
        return entry_of(dict(found.certificate), "a proof found now").known(())


FINDING = Finding()


def solve(
    position: Position,
    *,
    misere: bool = False,
    limit: int = solving.DEFAULT_LISTED,
    work: int | None = None,
    remoteness: bool = True,
    progress: Progress | None = None,
    laws: Library | None = None,
) -> Solution:
    """Who wins, the Grundy value, all winning options (at most *limit* listed), and by what it was decided.

    As :func:`grundy.solver.solving.solve`; where no known law, table or search reaches the position, a law is
    looked for and proved, for some seconds (`Finding`), unless *work* bounds the work. Where the moves are too many to
    be looked at, a winning one among the likely ones is still listed.

    >>> from grundy import solve, subtraction
    >>> solved = solve(subtraction({1, 3, 4})[10**18])
    >>> solved.grundy, solved.by, solved.winning_count
    (1, 'law proved', 1)
    >>> from grundy.games import expression
    >>> solve(expression("coprime_nim[10**20]")).winning_options
    (coprime_nim[1],)
    """
    laws = FINDING if laws is None else laws
    solution = solving.solve(
        position, misere=misere, limit=limit, work=work, remoteness=remoteness, progress=progress, laws=laws
    )
    if solution.outcome == "P" or solution.winning_options or solution.complete or not limit or work is not None:
        return solution
    from grundy.solver.seeking import some_winning

    found = some_winning(solution.position, misere=misere, laws=laws)
    return solution if found is None else replace(solution, winning_options=(solution.position.replaced(*found),))


def value(position: Position, *, misere: bool = False, work: int | None = None, laws: Library | None = None) -> int:
    """The Grundy value, as :func:`grundy.solver.solving.value`, by a law proved on the way where nothing else reaches.

    >>> from grundy import octal
    >>> value(octal("0.156")[10**15])
    6
    """
    return solving.value(position, misere=misere, work=work, laws=FINDING if laws is None else laws)


def outcome(
    position: Position, *, misere: bool = False, work: int | None = None, laws: Library | None = None
) -> Outcome:
    """N or P, as :func:`grundy.solver.solving.outcome`, by a law proved on the way where nothing else reaches.

    >>> from grundy import subtraction
    >>> outcome(subtraction({1, 4})[5 * 10**20])
    'P'
    """
    return solving.outcome(position, misere=misere, work=work, laws=FINDING if laws is None else laws)


def why(
    position: Position, *, misere: bool = False, lang: str = "en", work: int | None = None, laws: Library | None = None
) -> Explanation:
    """Why a position is won or lost, as :func:`grundy.explain.why`, by the laws that :func:`solve` would answer by.

    >>> from grundy import subtraction
    >>> why(subtraction({1, 4})[10**18 + 1]).headline
    'You can win: take 4 from the heap (1000000000000000001 -> 999999999999999997).'
    """
    from grundy.explain import why as explained

    return explained(position, misere=misere, lang=lang, work=work, laws=FINDING if laws is None else laws)
