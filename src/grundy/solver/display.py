"""Tables and solutions as notebooks show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.write.html import element, list_html, pairs_html, text_html, values_html
from grundy.write.svg import values_svg

from .solution import Solution
from .tables import Table

_VALUES, _SIDE = 400, 64
_OUTCOMES = {"N": "N: the player to move wins", "P": "P: the player to move loses"}


def table_svg(table: Table) -> str | None:
    """The picture of a table, or of the first part of a large one; None for a single position."""
    values = _plane(table)
    if values is None:
        return None
    axes = table.names[:2]
    if isinstance(values[0], list):
        values = [row[:_SIDE] for row in values[:_SIDE]]
    start = [a.start for a, fixed in zip(table.region.axes, table.region.fixed, strict=True) if not fixed]
    return values_svg(values[:_VALUES], start=start, title=_caption(table), axes=axes)


def table_html(table: Table) -> str:
    """The picture of a table above its values; of large ones the first part."""
    values = _plane(table)
    if values is None:
        return element("p", f"{text_html(_caption(table))}: {text_html(table.flat[0])}")
    starts = [a.start for a, fixed in zip(table.region.axes, table.region.fixed, strict=True) if not fixed]
    caption = _caption(table)
    if len(table.names) > 2:
        caption += "; here " + ", ".join(f"{n} = {s}" for n, s in zip(table.names[2:], starts[2:], strict=True))
    return element("div", f"{table_svg(table) or ''}{values_html(values, starts, table.names, caption)}")


def _plane(table: Table) -> Sequence[Any] | None:
    """The values along the first one or two axes, at the start of the others; None where there is no axis."""
    if not table.region.shape:
        return None
    values: Sequence[Any] = table.values
    for _ in table.region.shape[2:]:
        values = [[cell[0] for cell in row] for row in values]
    return values


def _caption(table: Table) -> str:
    what = "Outcomes" if table.about == "outcome" else "Grundy values"
    play = ", misère play" if table.play == "misere" else ""
    return f"{what} of {table.region}{play} (by {table.by})"


def solution_html(solution: Solution) -> str:
    """A solution as a table of two columns."""
    rows = [("position", element("code", text_html(solution.position)))]
    if solution.play == "misere":
        rows.append(("play", "misère"))
    rows.append(("outcome", _OUTCOMES[solution.outcome]))
    value = solution.grundy
    rows.append(("Grundy value", text_html(solution.grundy_why if value is None else value)))
    rows.append(("winning moves", _moves(solution)))
    if solution.remoteness is not None:
        rows.append(("moves left under best play", text_html(solution.remoteness)))
    bound = "" if solution.checked_to is None else f" to {solution.checked_to}"
    rows.append(("known by", text_html(f"{solution.by}{bound}: {solution.why}")))
    return pairs_html(rows)


def _moves(solution: Solution) -> str:
    if not solution.winning_options:
        return text_html(solution.rest or "none")
    listed = list_html(solution.winning_options)
    count = solution.winning_count
    if count is not None and count > len(solution.winning_options):
        listed += f"; {count:,} in all"
    return f"{listed}; {text_html(solution.rest)}" if solution.rest else listed
