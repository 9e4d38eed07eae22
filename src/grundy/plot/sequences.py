"""Pictures of the values of one heap: bars or dots, and strips of one period under the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.laws.periodic import PeriodicLaw
from grundy.write.svg import is_lost

from .maps import colour_bar, mesh, numbers_in_cells
from .style import BAR, INK, LOST, POINTS, as_float, legend, number_axis

BARS, SHARP = 260, 5_000
STRIP_COLUMNS, STRIP_ROWS = 96, 40
_COLUMNS = 8


def sequence(axes: Any, values: Sequence[Any], start: int, name: str, label: str) -> None:
    """Values of heaps *start*, *start* + 1, …: bars where they are few, else dots; P-positions are marked."""
    numbers = [as_float({"P": 0, "N": 1}.get(v, v)) for v in values]
    lost = [i for i, v in enumerate(values) if is_lost(v)]
    top = max(1.0, *numbers)
    raster = len(values) > SHARP
    if len(values) <= BARS:
        axes.bar(range(len(values)), numbers, width=0.75, color=BAR, linewidth=0)
    else:
        size = 4 if len(values) <= 1_200 else 2.5 if not raster else 1
        axes.plot(numbers, ".", color=BAR, markersize=size, markeredgewidth=0, rasterized=raster)
    if lost:
        size = max(1.5, min(6.0, 2_400 / max(1, len(values)) ** 1.1))
        label_lost = "P-position: the mover loses"
        height = -0.06 * top if len(values) <= BARS else 0
        axes.plot(lost, [height] * len(lost), "D", color=LOST, markersize=size, markeredgewidth=0,
                  rasterized=raster, clip_on=False, label=label_lost, linestyle="none")  # fmt: skip
        legend(axes, loc="lower right", bbox_to_anchor=(1, 1))
    axes.set_xlim(-0.8, len(values) - 0.2)
    axes.set_ylim(-0.11 * top, 1.05 * top)
    number_axis(axes.xaxis, start, len(values), name, 12)
    if isinstance(values[0], str):
        axes.set_yticks([0, 1], ["P", "N"])
    else:
        axes.yaxis.set_major_locator(_integers())
    axes.set_ylabel(label)
    axes.spines[["top", "right"]].set_visible(False)


def _integers() -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(nbins=6, integer=True)


def strip_shape(law: PeriodicLaw) -> tuple[int, int] | None:
    """Columns and rows of a strip: some periods a row where they are short; None where they are too long for it.

    >>> strip_shape(PeriodicLaw(0, 0, 3, 0, (0, 1, 2)))
    (9, 3)
    """
    if law.period > STRIP_COLUMNS:
        return None
    columns = law.period * (1 if law.period >= _COLUMNS else -(-_COLUMNS // law.period))
    last = law.preperiod - law.least
    while -(-last // columns) + 2 > STRIP_ROWS and columns + law.period <= STRIP_COLUMNS:
        columns += law.period
    rows = -(-last // columns) + 2
    return (columns, max(3, rows)) if rows <= STRIP_ROWS else None


def strip(axes: Any, values: Sequence[int], law: PeriodicLaw, name: str, inches: float) -> None:
    """The values row by row, so that a period stands under the one before; exceptions are framed.

    With a saltus, what it has added since the first row is taken off. The picture is some *inches* wide.
    """
    shape = strip_shape(law)
    if shape is None:
        raise ValueError("the period is too long for a strip")
    columns, rows = shape
    rise = law.saltus * (columns // law.period)
    cells: list[list[int | None]] = []
    exceptions = []
    for row in range(rows):
        line: list[int | None] = []
        for column in range(columns):
            n = row * columns + column
            line.append(values[n] - rise * row if n < len(values) else None)
            if n + law.least < law.preperiod and values[n] != _extended(law, n + law.least):
                exceptions.append((column, row))
        cells.append(line)
    shown = mesh(axes, cells)
    axes.invert_yaxis()
    number_axis(axes.xaxis, 0, columns, f"{name} − first heap of the row", 24 if columns <= 24 else 12)
    step = max(1, rows // 12)
    axes.set_yticks(range(0, rows, step), [str(law.least + r * columns) for r in range(0, rows, step)])
    axes.set_ylabel("first heap of the row")
    colour_bar(axes, shown, "Grundy value" + (f" − {rise} a row" if rise else ""))
    place = inches * POINTS / columns
    if columns <= 36 and rows <= 24:
        numbers_in_cells(axes, shown, cells, place)
    _frame(axes, exceptions, place)


def _extended(law: PeriodicLaw, n: int) -> int:
    """What the value of a heap before the preperiod would be if the period went back to it."""
    rounds = -(-(law.preperiod - n) // law.period)
    return law.value((n + rounds * law.period,)) - rounds * law.saltus


def _frame(axes: Any, cells: Sequence[tuple[int, int]], place: float) -> None:
    """Frames around cells, dark on white, which show on every colour."""
    from matplotlib.patches import Rectangle

    wide = min(1.6, max(0.6, place / 9))
    for column, row in cells:
        for width, colour in ((2.4 * wide, "white"), (wide, LOST)):
            frame = Rectangle((column - 0.42, row - 0.42), 0.84, 0.84, fill=False, edgecolor=colour, linewidth=width)
            axes.add_patch(frame)
    if cells:
        axes.plot([], [], "s", markerfacecolor="none", markeredgecolor=LOST, color=INK, linestyle="none",
                  label="exception to the period")  # fmt: skip
        legend(axes, loc="lower right", bbox_to_anchor=(1, 1))
