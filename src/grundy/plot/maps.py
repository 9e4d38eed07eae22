"""Pictures of the values of two heaps: cells by value, and P-positions as points with the slopes that they follow."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from grundy.laws.base import Law
from grundy.laws.beatty import BeattyLaw
from grundy.write.svg import is_lost

from .style import INK, LOST, MAP, POINTS, as_float, legend, number_axis

VECTOR, NUMBERED = 48, 16


def mesh(axes: Any, rows: Sequence[Sequence[Any]], *, top: float | None = None) -> Any:
    """Cells, *rows*[j][i] at (i, j): shapes where they are few, else an image. None is left empty."""
    from numpy import array, ma, nan

    numbers = array([[nan if v is None else as_float(_number(v)) for v in row] for row in rows])
    cells = ma.masked_invalid(numbers)
    most = top if top is not None else max(1.0, float(cells.max()))
    height, width = numbers.shape
    if max(height, width) <= VECTOR:
        edges = [[i - 0.5 for i in range(n + 1)] for n in (width, height)]
        return axes.pcolormesh(*edges, cells, cmap=MAP, vmin=0, vmax=most, edgecolors="face", linewidth=0.3)
    return axes.imshow(cells, cmap=MAP, vmin=0, vmax=most, origin="lower", interpolation="nearest", aspect="auto")


def _number(value: Any) -> int:
    return {"P": 0, "N": 1}[value] if isinstance(value, str) else int(value)


def colour_bar(axes: Any, shown: Any, label: str, others: Sequence[Any] = ()) -> None:
    """The colours with their values."""
    from matplotlib.ticker import MaxNLocator

    bar = axes.figure.colorbar(shown, ax=[axes, *others], label=label, fraction=0.046, pad=0.02)
    bar.locator = MaxNLocator(nbins=8, integer=True)
    bar.update_ticks()
    bar.outline.set_visible(False)


def numbers_in_cells(axes: Any, shown: Any, rows: Sequence[Sequence[Any]], place: float, *, lost: bool = False) -> None:
    """The values in their cells, which are *place* points wide, where there is room; dark on light, light on dark."""
    longest = max(len(str(v)) for row in rows for v in row if v is not None)
    size = min(9.0, place * 0.9 / max(1.6, 0.75 * longest))
    if size < 3.5:
        return
    for j, row in enumerate(rows):
        for i, value in enumerate(row):
            if value is not None:
                red, green, blue, _ = shown.cmap(shown.norm(as_float(_number(value))))
                light = 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 or (lost and is_lost(value))
                axes.text(i, j, str(value), ha="center", va="center", fontsize=size, color=INK if light else "white")


def heat_map(
    axes: Any, columns: Sequence[Sequence[Any]], starts: Sequence[int], names: Sequence[str], inches: float, *,
    top: float | None = None,
) -> Any:  # fmt: skip
    """Cells by value, the first heap to the right and the second upwards, with a white dot on each P-position.

    The picture is some *inches* wide.
    """
    rows = [list(row) for row in zip(*columns, strict=True)]
    shown = mesh(axes, rows, top=top)
    wide, high = len(columns), len(rows)
    axes.set_xlim(-0.5, wide - 0.5)
    axes.set_ylim(-0.5, high - 0.5)
    axes.set_aspect("equal" if max(wide, high) <= 4 * min(wide, high) else "auto")
    number_axis(axes.xaxis, starts[0], wide, names[0], 10)
    number_axis(axes.yaxis, starts[1], high, names[1], 10)
    for side in axes.spines.values():
        side.set_visible(False)
    numbered = max(wide, high) <= NUMBERED * inches / 4.6 and not isinstance(rows[0][0], str)
    place = inches * POINTS / max(wide, high)
    size = place * (0.72 if numbered else 0.5)
    points = [(i, j) for j, row in enumerate(rows) for i, v in enumerate(row) if is_lost(v)]
    if points:
        axes.plot(*zip(*points, strict=True), "o", color="white", markersize=max(1.0, min(16.0, size)),
                  markeredgewidth=0, linestyle="none", rasterized=len(points) > 5_000)  # fmt: skip
    if numbered:
        numbers_in_cells(axes, shown, rows, place, lost=True)
    return shown


def scatter(
    axes: Any, points: Sequence[tuple[int, int]], starts: Sequence[int], sides: Sequence[int], names: Sequence[str],
    law: Law | None = None,
) -> None:  # fmt: skip
    """P-positions as points, with the lines that a law of Beatty pairs keeps them close to."""
    side = max(sides)
    for slope in slopes(law):
        ends = min(sides[0], sides[1] / slope) if starts[0] == starts[1] == 0 else 0
        text = f"slope {slope:.4g}"
        axes.plot([0, ends], [0, ends * slope], "--", linewidth=1, color=INK if slope > 1 else "#888888", label=text)
    place = [(a - starts[0], b - starts[1]) for a, b in points]
    size = max(1.5, min(7.0, 260 / side))
    if place:
        axes.plot(*zip(*place, strict=True), "o", color=LOST, markersize=size, markeredgewidth=0,
                  linestyle="none", rasterized=len(place) > 5_000, label="P-position: the mover loses")  # fmt: skip
    axes.set_xlim(-0.02 * side - 0.5, sides[0])
    axes.set_ylim(-0.02 * side - 0.5, sides[1])
    axes.set_aspect("equal" if side <= 4 * min(sides) else "auto")
    number_axis(axes.xaxis, starts[0], sides[0], names[0], 10)
    number_axis(axes.yaxis, starts[1], sides[1], names[1], 10)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(linewidth=0.4, color="#dddddd")
    axes.set_axisbelow(True)
    if place or slopes(law):
        legend(axes, loc="lower left", bbox_to_anchor=(0, 1), ncols=3)


def slopes(law: Law | None) -> tuple[float, ...]:
    """The slopes of the two lines on which the P-positions of a law of Beatty pairs lie, rounded down; else none.

    The pairs are (A(i), A(i) + r·i) with A(i)/i -> alpha, so b/a -> (alpha + r)/alpha, and its inverse.

    >>> [round(s, 4) for s in slopes(BeattyLaw(1))], slopes(None)
    ([1.618, 0.618], ())
    """
    if not isinstance(law, BeattyLaw):
        return ()
    alpha = (2 - law.r + sqrt(law.r**2 + 4)) / 2
    return (alpha + law.r) / alpha, alpha / (alpha + law.r)
