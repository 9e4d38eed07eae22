"""Tables: the values of all components of a region."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.laws.library import Known
from grundy.rules.errors import GrundyError, LimitExceeded, PositionError
from grundy.rules.numbers import digits, is_integer
from grundy.rules.positions import Position, Region
from grundy.rules.rulesets import AnyFamily, Ruleset, State

from .packed import packed
from .solution import By, Play
from .store import NotTabled, Progress
from .tables import Table
from .valuing import Context, find, law_for, most_laborious

DEFAULT_TO = {1: 100, 2: 20, 3: 8}
DEFAULT_TO_MISERE = 20
_REPORT_EVERY = 256


class Interrupted(GrundyError):
    """Long work was stopped by the user; *partial* holds what it had, where that is a table."""

    status = 130
    """The exit status of a program that is stopped so."""

    def __init__(self, message: str, partial: Table | None) -> None:
        super().__init__(message)
        self.partial = partial


class TableCut(LimitExceeded):
    """A limit was passed in the middle of a table; *partial* holds what it had."""

    def __init__(self, message: str, partial: Table | None) -> None:
        super().__init__(message)
        self.partial = partial


def region_of(rules: Ruleset | Region | Any, to: int | None = None, *, misere: bool = False) -> Region:
    """The region that is meant: heaps from the least to *to*, inclusive, on every axis; raises PositionError."""
    if isinstance(rules, Region):
        if to is not None:
            raise PositionError("{rules} says already how far it goes; to goes with rules", rules=rules)
        return rules
    if isinstance(rules, AnyFamily):
        raise PositionError(
            "{rules} is a family; a table needs values for {listed}", rules=rules, listed=", ".join(rules.open)
        )
    if not isinstance(rules, Ruleset):
        raise PositionError("a table is of rules or of a region, such as kayles[:100], not {rules}", rules=f"{rules!r}")
    axes = max(rules.heaps, 1) if not getattr(rules, "start", ()) else 1
    if not rules.heaps and getattr(rules, "one_heap", None) is not None:
        raise PositionError("say how many heaps {rules} has: {rules}[:20, :20] is a table of two", rules=rules)
    usual = DEFAULT_TO.get(axes, 4)
    end = rules.least + (min(usual, DEFAULT_TO_MISERE) if misere else usual) if to is None else to
    if not is_integer(end):
        raise PositionError("to is the largest heap, an integer, not {end}", end=f"{end!r}")
    if end < rules.least:
        raise PositionError(
            "to is the largest heap; heaps of {rules} are >= {least}, not {end}",
            rules=rules,
            least=rules.least,
            end=digits(end),
        )
    region = rules[(slice(rules.least, end + 1),) * axes]
    if not isinstance(region, Region):  # pragma: no cover - bounded slices give regions
        raise TypeError(region)
    return region


def table(
    rules: Ruleset | Region,
    to: int | None = None,
    *,
    misere: bool = False,
    work: int | None = None,
    progress: Progress | None = None,
    laws: bool = True,
    known: Table | None = None,
) -> Table:
    """The Grundy values of a region, or of a ruleset's heaps up to *to*, inclusive; outcomes for blocking games.

    Where *laws* is False they are computed from the rules alone. A table that is *known*, as `load_table` gives it, is
    not computed again but gone on from. Raises PositionError for what is no region, LimitExceeded where the table is
    too large, Interrupted (with the part that was done) on Ctrl-C.

    >>> from grundy.games import expression
    >>> table(expression("kayles"), 12).values
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    >>> table(expression("wythoff[:3, :3]")).values
    [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    """
    region = region_of(rules, to, misere=misere)
    context = Context(work, progress=progress)
    context.allowance().require_cells(region.size, region.ruleset)
    if known is not None:
        from .continuing import go_on

        return go_on(region, "misere" if misere else "normal", known, context)
    if misere:
        return by_rules(region, "misere", context)
    law = law_for(region.ruleset) if laws else None
    if law is not None and law.law.about == "grundy":
        context.allowance().require_cells(region.size, region.ruleset, each=10)  # plain Python, not a kernel
        return _by_law(region, law, context)
    return by_rules(region, "normal", context)


def by_rules(region: Region, play: Play, context: Context) -> Table:
    """The table by a kernel, else by finding each component."""
    return _by_kernel(region, play, context) or _gathered(region, play, context)


def _by_law(region: Region, known: Known, context: Context) -> Table:
    """The table by a law of Grundy values, cell by cell."""
    by: By = "law proved" if known.evidence == "proved" else "law checked"
    values: list[int] = []
    value = known.law.value
    try:
        for component in region.components():
            values.append(value(component))  # type: ignore[arg-type]
            if context.progress is not None and len(values) % _REPORT_EVERY == 0:
                context.progress(len(values), region.size)
    except (KeyboardInterrupt, LimitExceeded) as stop:
        raise _stopped(stop, region, tuple(values), "normal", by) from None
    return Table(region, tuple(values), "normal", by)


def _by_kernel(region: Region, play: Play, context: Context) -> Table | None:
    """The table by the ruleset's growing table; None where no kernel computes it."""
    ruleset = region.ruleset
    if ruleset.outcomes_only:
        return None
    growing = context.store.table(ruleset) if play == "normal" else context.store.misere_table(ruleset)
    if growing is None:
        return None
    ruleset.require_ending()
    last: Any = ruleset.component([a.stop - 1 for a in region.axes])
    try:
        growing.grow(last, context.allowance())
    except NotTabled:
        context.store.refuse(ruleset)
        return None
    except (KeyboardInterrupt, LimitExceeded) as stop:
        raise _stopped(stop, region, packed(growing.part(region.axes)), play, "table") from None
    return Table(region, packed(growing.part(region.axes)), play, "table")


def _gathered(region: Region, play: Play, context: Context) -> Table:
    """The table by finding each component by itself; the search's memo is kept from one to the next."""
    outcomes = region.ruleset.outcomes_only
    values: list[Any] = []
    kinds: set[By] = set()
    tell, context.progress = context.progress, None
    try:
        for component in region.components():
            found, by = _one(region.ruleset, component, play, context)
            kinds.add(by)
            values.append(("N" if found else "P") if outcomes else found)
            if tell is not None and len(values) % _REPORT_EVERY == 0:
                tell(len(values), region.size)
    except (KeyboardInterrupt, LimitExceeded) as stop:
        raise _stopped(stop, region, tuple(values), play, most_laborious(list(kinds))) from None
    return Table(region, tuple(values), play, most_laborious(list(kinds)), "outcome" if outcomes else "grundy")


def _one(ruleset: Ruleset, component: State, play: Play, context: Context) -> tuple[int, By]:
    if play == "misere":
        from .misere import solve_misere
        from .search import whole_key

        position = Position(((ruleset, component),))
        noted = context.store.memo(((ruleset,), "misere")).get(whole_key(position, (ruleset,)))
        if noted is not None:
            return noted[0], "search"
        solution = solve_misere(position, context, 0)
        return solution.grundy or 0, solution.by
    finding = find(ruleset, component, context)
    if ruleset.outcomes_only:
        return int(not finding.is_p), finding.by
    if finding.grundy is None:
        from .valuing import computed

        finding = computed(ruleset, component, context)
    return finding.grundy or 0, finding.by


def _stopped(
    stop: KeyboardInterrupt | LimitExceeded, region: Region, values: Sequence[Any], play: Play, by: By
) -> Interrupted | TableCut:
    """The error for a table that was stopped, with what was done of it."""
    partial = _partial(region, values, play, by)
    end = "" if partial is None else f"the table goes to {_last_heaps(partial.region)}"
    if isinstance(stop, LimitExceeded):
        return TableCut(f"{stop.message}{end and f' ({end})'}", partial)
    return Interrupted(f"interrupted: {end or 'no value was computed'}", partial)


def _last_heaps(region: Region) -> str:
    """The largest heap of each axis along which a region goes."""
    ends = [str(axis[-1]) for axis, fixed in zip(region.axes, region.fixed, strict=True) if not fixed]
    return ", ".join(ends) or str(region.axes[0][-1])


def _partial(region: Region, values: Sequence[Any], play: Play, by: By) -> Table | None:
    """The table of the values that were computed: whole rows, where there is none a part of the first one, or None."""
    axes, each = list(region.axes), region.size
    for i, axis in enumerate(axes):
        each //= len(axis)
        count = len(values) // each
        axes[i] = range(axis.start, axis.start + max(count, 1))
        if count:
            done = Region(region.ruleset, tuple(axes), region.fixed)
            outcomes = region.ruleset.outcomes_only
            return Table(done, values[: count * each], play, by, "outcome" if outcomes else "grundy")
    return None
