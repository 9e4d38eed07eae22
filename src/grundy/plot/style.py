"""How pictures look: colours that the colour-blind tell apart, sizes in inches, numbers along the axes, captions."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from grundy.rules.errors import LimitExceeded
from grundy.rules.numbers import shown
from grundy.write.svg import ticks

MAP = "viridis"
BAR, LOST, INK, GREY = "#21918c", "#d55e00", "#222222", "#767676"
SETTINGS: dict[Any, Any] = {
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.labelsize": 9,
    "axes.linewidth": 0.8,
    "axes.titlesize": 10,
    "figure.dpi": 100,
    "font.family": ["DejaVu Sans"],
    "font.size": 9,
    "image.composite_image": False,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "savefig.facecolor": "white",
    "svg.fonttype": "path",
    "svg.hashsalt": "grundy",
    "xtick.color": GREY,
    "xtick.labelsize": 8,
    "ytick.color": GREY,
    "ytick.labelsize": 8,
}
POINTS = 72  # an inch


def clipped(text: str, most: int) -> str:
    """A text as one line; of a long one the middle is left out.

    >>> clipped("wythoff[:60, :60]", 13)
    'wytho … :60]'
    """
    flat = " ".join(text.split())
    if len(flat) <= most:
        return flat
    tail = (most - 3) // 2
    return f"{flat[: most - 3 - tail].rstrip()} … {flat[-tail:].lstrip()}"


def said(figure: Any, title: str, caption: Sequence[str]) -> None:
    """The title of a figure and the lines below it, wrapped to its width; `$` in them is no formula."""
    wide, _ = figure.get_size_inches()
    heading = figure.suptitle(clipped(title, int(wide * 9)), fontsize=12, color=INK)
    heading.set_parse_math(False)
    width = int(wide * 15.5)
    lines = [line for text in caption for line in wrap(text, width)[:5]]
    below = figure.supxlabel("\n".join(lines), fontsize=8, color=INK, x=0.02, ha="left", linespacing=1.4)
    below.set_parse_math(False)


def number_axis(axis: Any, start: int, count: int, name: str, most: int) -> None:
    """Heaps along an axis whose places are 0, 1, …: round numbers; of long ones the difference to the first."""
    long = len(str(start + count)) > 9
    first = 0 if long else start
    at = ticks(first, count, most)
    axis.set_ticks([n - first for n in at], [str(n) for n in at])
    axis.set_label_text(f"{name} − {shown(start)}" if long else name)


def legend(axes: Any, **where: Any) -> None:
    """What the marks of *axes* mean, each mark in a size that is seen."""
    made = axes.legend(borderaxespad=0.2, handletextpad=0.4, columnspacing=1.2, **where)
    for handle in made.legend_handles:
        if handle.get_marker() not in ("None", ""):
            handle.set_markersize(5)


def as_float(value: int) -> float:
    """A value as a number of a picture; raises LimitExceeded for one above 10^300."""
    if value > 10**300:
        raise LimitExceeded(f"values above 10^300 are not drawn: {shown(value)}")
    return float(value)
