"""What is known of one component: its Grundy value or at least its outcome, by law, table or search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any, cast

from grundy.laws.library import SHIPPED, Known, Library, Play, summands_of
from grundy.rules.errors import CertificateError, LimitExceeded, PositionError, Unsupported
from grundy.rules.meter import DEFAULT_LIMIT, Meter
from grundy.rules.numbers import is_integer
from grundy.rules.positions import Position
from grundy.rules.rulesets import Ruleset, State
from grundy.rules.said import Said, said
from grundy.rules.values import Value

from .search import Judging, component_search
from .solution import By
from .store import SHARED, Allowance, NotTabled, Progress, Store

if TYPE_CHECKING:
    from grundy.rules.blocking import Blocking

    from .groups import Group

QUICK_SEARCH = 3_000
FEW_FOLLOWERS = 2_000
SHORT_SEARCH = 150_000
QUICK_TABLE = 3_000_000
_LABOUR: dict[By, int] = {"law proved": 0, "law checked": 1, "table": 2, "search": 3}


class Finding(Value):
    """The Grundy value of a component (None where only the outcome is known), whether it is P, and by what.

    *checked_to* is the largest heap to which the law was checked, where it is not proved.
    """

    grundy: int | None
    is_p: bool
    by: By
    why: str
    law: Known | None = None
    remoteness: int | None = None
    checked_to: int | None = None


class Context:
    """What a call may use: the store, the laws, the work allowed (None: the defaults), and who is told of progress."""

    def __init__(
        self,
        work: int | None = None,
        store: Store = SHARED,
        progress: Progress | None = None,
        laws: Library | None = None,
    ) -> None:
        if work is not None and (not is_integer(work) or work < 1):
            raise PositionError("work is a number of moves to look at, at least 1, not {work}", work=f"{work!r}")
        self.work = work
        self.store = store
        self.progress = progress
        self.laws = SHIPPED if laws is None else laws

    def sought(self, ruleset: Ruleset, play: Play = "normal") -> Known | None:
        """A law that the library finds where nothing else reaches; None where the caller bounded the work."""
        return self.laws.sought(ruleset, play) if self.work is None else None

    def meter(self, what: str, limit: int | None = None) -> Meter:
        """A meter for a search, of *limit* where that is less than the work allowed."""
        most = DEFAULT_LIMIT if self.work is None else self.work
        listener = None
        if self.progress is not None and limit is None:
            tell = self.progress
            listener = lambda spent: tell(spent, most)  # noqa: E731 - a closure over two names
        return Meter(min(most, limit or most), what=what, raised_by="--work N (work=N)", listener=listener)

    def allowance(self, limit: int | None = None) -> Allowance:
        """The work that a table may take."""
        if limit is not None:
            return Allowance(limit if self.work is None else min(limit, self.work))
        return Allowance(self.work, progress=self.progress)


def law_for(ruleset: Ruleset, laws: Library = SHIPPED, play: Play = "normal") -> Known | None:
    """The law that is known of a ruleset, or None."""
    return laws.known(ruleset, play)


def _by_summands(ruleset: Ruleset, component: State, context: Context) -> Finding | None:
    """The Grundy value of a component that is a sum of heaps: the xor of theirs; None for other components."""
    heaps = summands_of(ruleset)
    if not heaps:
        return None
    found = [find(one, (heap,), context) for one, heap in zip(heaps, component, strict=True)]
    if any(f.grundy is None for f in found):
        return None
    value = reduce(xor, (f.grundy or 0 for f in found), 0)
    by = most_laborious([f.by for f in found])
    reasons = "; ".join(dict.fromkeys(f.why for f in found))
    why = f"the sum of its heaps, each by itself: {reasons}"
    return Finding(value, value == 0, by, why, checked_to=least_checked(found, by))


def least_checked(found: Iterable[Finding], by: By) -> int | None:
    """The bound to which an answer was checked, where it is by laws that are not all proved."""
    bounds = [f.checked_to for f in found if f.by == "law checked" and f.checked_to is not None]
    return min(bounds, default=None) if by == "law checked" else None


def most_laborious(kinds: Iterator[By] | list[By]) -> By:
    """The kind that a sum is marked with: that of its most laborious component."""
    return max(kinds, key=_LABOUR.__getitem__, default="law checked")


def find(ruleset: Ruleset, component: State, context: Context, play: Play = "normal") -> Finding:
    """What is known of a component: by a law, else by a table, else by search; raises LimitExceeded, Unsupported.

    In misère play, by a law only: there must be one.
    """
    known = law_for(ruleset, context.laws, play)
    if known is not None:
        return by_law(known, component)
    try:
        if ruleset.outcomes_only:
            return _blocked(cast("Blocking", ruleset), component, context)
        return computed(ruleset, component, context)
    except LimitExceeded:
        sought = context.sought(ruleset, play)
        if sought is None:
            raise
        return by_law(sought, component)


def by_law(known: Known, component: State) -> Finding:
    """What a law says of a component; raises CertificateError where it says nothing."""
    by: By = "law proved" if known.evidence == "proved" else "law checked"
    law = known.law
    try:
        value = law.value(component) if law.about == "grundy" else None
        is_p = law.is_p(component) if value is None else value == 0
    except ValueError as error:
        raise CertificateError("the law of {name} says nothing here: {error}", name=known.name, error=error) from None
    if value is None and is_p:
        value = 0
    return Finding(value, is_p, by, known.why, known, checked_to=known.checked_to)


def computed(ruleset: Ruleset, component: State, context: Context) -> Finding:
    """The Grundy value of a component by a table or by search."""
    ruleset.require_ending()
    summed = _by_summands(ruleset, component, context)
    if summed is not None:
        return summed
    too_large: LimitExceeded | None = None
    try:
        found = tabled(ruleset, component, context.allowance(), context.store)
        if found is not None:
            return found
    except LimitExceeded as error:
        too_large = error
    try:
        searched = _searched(ruleset, component, context, SHORT_SEARCH if too_large and context.work is None else None)
    except LimitExceeded:
        searched = None
    if searched is None:
        raise _no_hope(ruleset, component, context, too_large)
    return searched


def cheaply(ruleset: Ruleset, component: State, context: Context, limit: int | None = QUICK_TABLE) -> Finding | None:
    """The Grundy value, if a table of work *limit* (None: all that is allowed) or a short search gives it."""
    try:
        found = tabled(ruleset, component, context.allowance(limit), context.store)
    except LimitExceeded:
        return None
    return found or _searched(ruleset, component, context, _worth(component))


def _worth(component: State) -> int:
    """The moves that a quick search may look at: more where the followers are few."""
    heaps = component if isinstance(component, tuple) else ()
    followers = 1
    for heap in heaps:
        followers = min(followers * (heap + 1), FEW_FOLLOWERS + 1) if is_integer(heap) else FEW_FOLLOWERS + 1
    return SHORT_SEARCH if followers <= FEW_FOLLOWERS else QUICK_SEARCH


def tabled(ruleset: Ruleset, component: State, allowance: Allowance, store: Store) -> Finding | None:
    """The Grundy value by the ruleset's table, grown as needed; None where no kernel computes it."""
    table = store.table(ruleset)
    if table is None:
        return None
    if component not in table:
        try:
            table.grow(component, allowance)
        except NotTabled:
            store.refuse(ruleset)
            return None
        except KeyboardInterrupt as stop:
            stop.add_note(f"the table of {ruleset} had looked at {allowance.spent:,} moves")
            raise
    value = table[component]
    return Finding(value, value == 0, "table", f"the table of {ruleset}")


def _searched(ruleset: Ruleset, component: State, context: Context, limit: int | None) -> Finding | None:
    """The Grundy value by search; None where a *limit* for a quick one is passed."""
    meter = context.meter(said("the search of {position}", position=_short(ruleset, component)), limit)
    memo = context.store.memo(ruleset)
    try:
        value, remoteness = component_search(ruleset, memo, meter, Judging()).run(component)
    except LimitExceeded:
        if limit is None:
            raise
        return None
    return Finding(value, value == 0, "search", "a search of all its followers", remoteness=remoteness)


def _blocked(ruleset: Blocking, component: State, context: Context) -> Finding:
    ruleset.require_ending()
    meter = context.meter(said("the search of {position}", position=_short(ruleset, component)))
    judging = Judging(forbidden=ruleset.options_forbidden)
    value, _ = component_search(ruleset, context.store.memo(ruleset), meter, judging).run(component)
    return Finding(None, value == 0, "search", "a search of all its followers")


def _no_hope(ruleset: Ruleset, component: State, context: Context, too_large: LimitExceeded | None) -> LimitExceeded:
    limit = DEFAULT_LIMIT if context.work is None else context.work
    if too_large is None:
        return LimitExceeded(
            "{position} is too large for a search, and no law is known: more than {most} moves would have to be looked "
            "at; --work N (work=N) raises this limit",
            position=_short(ruleset, component),
            most=f"{limit:,}",
        )
    searched = min(limit, SHORT_SEARCH) if context.work is None else limit
    whole = too_large.message
    reason = (
        whole.values["reason"] if isinstance(whole, Said) and "reason" in whole.values else whole.partition("; ")[0]
    )
    return LimitExceeded(
        "{position} is out of reach, and no law is known: {reason}, and a search did not end within {searched} moves; "
        "--work N (work=N) raises both limits",
        position=_short(ruleset, component),
        reason=reason,
        searched=f"{searched:,}",
    )


def _short(ruleset: Ruleset, component: State) -> str:
    text = ruleset.position_texts([component])[0]
    return text if len(text) <= 80 else f"{text[:60]}…{text[-10:]}"


def options_of_value(
    ruleset: Ruleset, component: State, value: int, finding: Finding, context: Context
) -> list[Group] | None:
    """All options of a component that have a Grundy value, grouped in their order; None where they are out of reach."""
    from .groups import Lazy

    known = finding.law
    name = _short(ruleset, component)
    meter = context.meter(f"listing the winning options of {name}")
    if known is not None and (known.law.about == "grundy" or value == 0):
        from .inverting import options_with_value

        return options_with_value(ruleset, component, value, known, meter)
    found: list[tuple[int, Any]] = []
    for label, option in ruleset.labelled_options(component, meter):
        total = 0
        for part in option:
            total ^= _value_of_part(ruleset, part, context)
        if total == value:
            found.append((label, option))
    try:
        found.sort()
    except TypeError:
        found.sort(key=lambda pair: pair[0])
    return [Lazy(len(found), [option for _, option in found], f"in {name}")]


def _value_of_part(ruleset: Ruleset, part: State, context: Context) -> int:
    known = context.store.memo(ruleset).get(part)
    if known is not None:
        return known[0]
    if ruleset.outcomes_only:
        return 0 if find(ruleset, part, context).is_p else 1
    table = context.store.table(ruleset)
    if table is not None and part in table:
        return table[part]
    value = computed(ruleset, part, context).grundy
    if value is None:
        raise Unsupported("Grundy value", ruleset, "it has outcomes only")
    return value


def require_position(position: object) -> Position:
    """*position* itself; raises PositionError where it is something else."""
    if not isinstance(position, Position):
        raise PositionError("expected a position, such as nim[3, 6, 9], not {position}", position=f"{position!r}")
    return position
