"""Tables that go on from one that is known, such as one from a file: its values are not computed again.

They are kept to a store of their own: what came from outside decides nothing else.
"""

from __future__ import annotations

from typing import Any, cast

from grundy.laws.library import Play
from grundy.rules.errors import LimitExceeded, PositionError, cut
from grundy.rules.positions import Position, Region
from grundy.rules.rulesets import Ruleset

from .packed import largest, narrowest
from .search import whole_key
from .store import Store
from .tables import Table, TableBy
from .tabling import Interrupted, TableCut, by_rules
from .valuing import Context

_LARGEST = 1_000_000
_PLAYS = {"normal": "normal play", "misere": "misère play"}


def covers(known: Table, region: Region) -> bool:
    """Whether a table has all components of a region."""
    return len(known.region.axes) == len(region.axes) and all(
        wide.start <= narrow.start and narrow.stop <= wide.stop
        for wide, narrow in zip(known.region.axes, region.axes, strict=True)
    )


def go_on(region: Region, play: Play, known: Table, context: Context) -> Table:
    """The table of a region, of which a part is known; raises PositionError where that is of another game."""
    if known.ruleset != region.ruleset:
        raise PositionError(f"the known table is of {cut(str(known.ruleset))}, not of {cut(str(region.ruleset))}")
    if known.play != play:
        raise PositionError(f"the known table is of {_PLAYS[known.play]}, not of {_PLAYS[play]}")
    if (known.about == "outcome") != region.ruleset.outcomes_only:
        raise PositionError(f"the known table has entries of the kind {known.about}, which these rules have not")
    if covers(known, region):
        return Table(region, _inside(known, region), play, known.by, known.about)
    context.store, used = _store_with(known)
    by = known.by if used else None
    try:
        found = by_rules(region, play, context)
    except (Interrupted, TableCut, LimitExceeded) as stop:
        partial = getattr(stop, "partial", None)
        if partial is not None:
            cast("Any", stop).partial = _named(partial, by)
        raise
    return _named(found, by)


def _named(found: Table, by: TableBy | None) -> Table:
    return Table(found.region, found.flat, found.play, by or found.by, found.about)


def _inside(known: Table, region: Region) -> Any:
    """The values of a region that is inside the known one."""
    values: Any = known.flat
    if len(region.axes) == 1:
        start = region.axes[0].start - known.region.axes[0].start
        return values[start : start + len(region.axes[0])]
    if known.region.axes == region.axes:
        return values
    places = [0]
    for wide, narrow in zip(known.region.axes, region.axes, strict=True):
        offset = narrow.start - wide.start
        places = [p * len(wide) + offset + i for p in places for i in range(len(narrow))]
    return tuple(values[p] for p in places)


def _store_with(known: Table) -> tuple[Store, bool]:
    """A store that has the values of a table, if it can: in a growing table, or in the memo of a search."""
    store = Store()
    ruleset, axes = known.ruleset, known.region.axes
    growing = store.misere_table(ruleset) if known.play == "misere" else store.table(ruleset)
    if growing is None:
        _remember(store, known)
        return store, True
    if any(axis.start != ruleset.least for axis in axes) or len(axes) != growing.heaps:
        return store, False
    values = narrowest(known.flat)
    if values.typecode == "Q" or largest(values) > max(_LARGEST, 64 * len(values)):
        return store, False  # nothing that was computed, and more than a kernel should make room for
    return store, growing.seed(values, tuple(map(len, axes)))


def _remember(store: Store, known: Table) -> None:
    ruleset: Ruleset = known.ruleset
    misere = known.play == "misere"
    memo = store.memo(((ruleset,), "misere") if misere else ruleset)
    for component, entry in known.items():
        value = int(entry == "N") if known.about == "outcome" else entry
        key: Any = whole_key(Position(((ruleset, component),)), (ruleset,)) if misere else component
        memo[key] = (value, None)
