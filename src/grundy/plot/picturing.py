"""What a picture shows, as plain values: those of a table, or those that a study's law is about."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from grundy.laws.base import Law
from grundy.laws.periodic import PeriodicLaw
from grundy.report.study import Study
from grundy.rules.errors import GrundyError, LimitExceeded, Unsupported
from grundy.rules.positions import Region
from grundy.rules.rulesets import Ruleset
from grundy.rules.values import Value
from grundy.solver.tables import Table
from grundy.write.svg import is_lost

from .sequences import strip_shape

_HEAPS, _MOST_HEAPS, _SIDE, _FAR, _WORK = 200, 3_000, 32, 100, 3_000_000
_MISERE = {1: 60, 2: 20}
_BY = {
    "law proved": "by a proved law",
    "law checked": "by a law that was checked",
    "table": "by the rules",
    "search": "by search",
}


class Picture(Value):
    """The values of a region with names for its axes, what is said around it, and P-positions to be shown as points.

    *point_starts* and *sides* are the region of the *points*; *law* is one whose slopes or period can be shown.
    """

    region: Region
    values: Any
    names: tuple[str, ...]
    label: str
    title: str
    caption: tuple[str, ...]
    law: Law | None = None
    points: tuple[tuple[int, int], ...] | None = None
    point_starts: tuple[int, int] = (0, 0)
    sides: tuple[int, int] = (0, 0)
    only_outcomes: bool = False

    @property
    def starts(self) -> tuple[int, ...]:
        """The first heap of each axis."""
        return tuple(a.start for a in axes_of(self.region))

    @property
    def periodic(self) -> PeriodicLaw | None:
        """The law, where it is a period of the values that are shown."""
        law = self.law
        fits = isinstance(law, PeriodicLaw) and self.starts == (law.least,) and not self.only_outcomes
        return law if fits and isinstance(law, PeriodicLaw) else None


def axes_of(region: Region) -> list[range]:
    """The axes that are not fixed."""
    return [a for a, fixed in zip(region.axes, region.fixed, strict=True) if not fixed]


def of_table(table: Table) -> Picture:
    """The picture of a table."""
    outcomes = table.about == "outcome"
    axes = axes_of(table.region)
    pointed = outcomes and len(axes) == 2
    found = points_of(table) if pointed else None
    dots = "" if len(axes) == 1 else " White dots: P-positions, where the mover loses."
    what = "Outcomes" if outcomes else "Grundy values"
    return Picture(
        table.region,
        table.values if table.region.shape else [table.flat[0]],
        tuple(f"heap {name}" for name in table.names),
        _label(table.play, outcomes),
        f"{table.region}",
        (f"{what}, {_play(table.play)}, {_BY[table.by]}.{'' if pointed else dots}",),
        points=found,
        point_starts=(axes[0].start, axes[1].start) if pointed else (0, 0),
        sides=(len(axes[0]), len(axes[1])) if pointed else (0, 0),
        only_outcomes=pointed,
    )


def points_of(table: Table) -> tuple[tuple[int, int], ...]:
    """The P-positions of a table of two axes."""
    first, second = axes_of(table.region)
    return tuple(ab for ab, v in zip(product(first, second), table.flat, strict=True) if is_lost(v))


def _label(play: str, outcomes: bool) -> str:
    return ("outcome" if outcomes else "Grundy value") + (" (misère play)" if play == "misere" else "")


def _play(play: str) -> str:
    return "misère play" if play == "misere" else "normal play"


def of_study(study: Study) -> Picture:
    """The picture of a study: as much of the table as shows the law, the law with its evidence as the caption."""
    if study.table is None:
        raise Unsupported("picture", study.subject, "the study has no table; a picture is of one ruleset's values")
    law = _law(study)
    table = _wider(study, law)
    picture = of_table(table)
    points, sides = _points(study, law, table)
    starts = (axes_of(table.region) * 2)[:2] if points is not None else [range(1), range(1)]
    return Picture(
        picture.region,
        picture.values,
        picture.names,
        picture.label,
        study.subject + (" (misère play)" if study.play == "misere" else ""),
        _said(study),
        law=law,
        points=points,
        point_starts=(starts[0].start, starts[1].start),
        sides=sides,
        only_outcomes=picture.only_outcomes,
    )


def _law(study: Study) -> Law | None:
    """The law by its simplest data."""
    if study.data is None or (study.certificate is not None and study.certificate["rules"]["parameters"]):
        return study.law
    from grundy.laws.reading import law_from_json

    try:
        return law_from_json(dict(study.data))
    except GrundyError:
        return study.law


def _said(study: Study) -> tuple[str, ...]:
    if study.evidence == "unknown":
        return ("No law is known.",)
    about = "Grundy values" if study.about == "grundy" else "P-positions"
    bound = f" to {study.checked_to}" if study.evidence == "checked" else ""
    by = f" (method: {study.method})" if study.method else ""
    return (f"Law of the {about}, {study.evidence}{bound}{by}: {study.law_text}",)


def _wider(study: Study, law: Law | None) -> Table:
    """A larger table than the one that a study prints, where it is quick to make."""
    from grundy.solver.tabling import table

    small = study.table
    if small is None:
        raise TypeError(study)
    rules: Ruleset = small.ruleset
    heaps, misere = len(small.region.shape), study.play == "misere"
    side = _MISERE.get(heaps, 0) if misere else {1: _HEAPS, 2: _SIDE}.get(heaps, 0)
    if heaps == 1 and not misere and isinstance(law, PeriodicLaw):
        shape = strip_shape(law)
        wanted = law.preperiod + 3 * law.period - law.least
        side = min(_MOST_HEAPS, max(3 * law.period, wanted, shape[0] * shape[1] if shape else 0, 60))
    if side <= max(small.region.shape):
        return small
    region = rules[tuple(slice(a.start, a.start + side) for a in small.region.axes)]
    try:
        return table(region, misere=misere, work=_WORK)
    except LimitExceeded:
        return small


def _points(study: Study, law: Law | None, table: Table) -> tuple[tuple[tuple[int, int], ...] | None, tuple[int, int]]:
    """The P-positions to be shown as points, for a law that is about them: as far as it goes where it is proved."""
    axes: Sequence[range] = axes_of(table.region)
    if len(axes) != 2 or len(table.region.axes) != 2 or (study.about == "grundy" and table.about == "grundy"):
        return None, (0, 0)
    if law is None or study.evidence != "proved" or study.about != "outcome":
        return points_of(table), (len(axes[0]), len(axes[1]))
    first, second = (range(a.start, a.start + _FAR) for a in axes)
    return tuple((a, b) for a in first for b in second if law.is_p((a, b))), (_FAR, _FAR)
