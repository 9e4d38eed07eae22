"""Small pictures of values as SVG: bars for a sequence, cells for a table of two heaps.

Plain presentation attributes only (a page's policy may refuse styles and scripts inside it), one path a colour, colours
that the colour-blind tell apart and that show on light and on dark pages. Positions that the mover loses, of value 0 or
outcome "P", have a dot: they are told by shape, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

COLOURS = ("#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30", "#fde725")
_BAR, _DOT, _GREY = "#21918c", "#d55e00", "#767676"  # each has a contrast above 3 with white and with black
_HEIGHT, _LINE, _TICKS = 64, 10, 8


def is_lost(value: Any) -> bool:
    """Whether a value is that of a position which the mover loses: 0, or the outcome "P"."""
    return value in (0, "P")


def values_svg(
    values: Sequence[Any], *, start: int | Sequence[int] = 0, title: str = "", axes: Sequence[str] = ()
) -> str:
    """The picture of nested lists of values: bars, or cells; of more than two heaps the first slice.

    >>> values_svg([[0, 1], [1, 0]]) == heat_map_svg([[0, 1], [1, 0]])
    True
    """
    starts = [start] if isinstance(start, int) else list(start)
    if not isinstance(values[0], Sequence) or isinstance(values[0], str):
        return sequence_svg(values, start=starts[0], title=title, axis=axes[0] if axes else "")
    starts += [0] * (2 - len(starts))
    slices = list(values)
    while isinstance(slices[0][0], Sequence) and not isinstance(slices[0][0], str):
        slices = [[cell[0] for cell in row] for row in slices]
    return heat_map_svg(slices, start=(starts[0], starts[1]), title=title, axes=tuple(axes[:2]))


def sequence_svg(values: Sequence[Any], *, start: int = 0, title: str = "", axis: str = "") -> str:
    """Bars as high as the values of heaps *start*, *start* + 1, …; a dot below each P-position.

    With the name of an *axis* heaps and the largest value are written beside the bars.

    >>> print(sequence_svg([0, 1, 2, 0], title="a & b"))  # doctest: +NORMALIZE_WHITESPACE
    <svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="a &amp; b" viewBox="0 0 32 74" width="32"
    height="74"><title>a &amp; b</title><path d="M0 64.5h32" stroke="#767676"/><path class="bars" d="M12 64v-32M20
    64v-64" fill="none" stroke="#21918c" stroke-width="6"/><path class="lost" d="M4 70h0M28 70h0" fill="none"
    stroke="#d55e00" stroke-width="6" stroke-linecap="round"/></svg>
    """
    numbers = [{"P": 0, "N": 1}.get(v, v) for v in values]
    largest, low = max(numbers, default=0), all(isinstance(v, str) for v in values)
    height = _HEIGHT // 3 if low else _HEIGHT
    step = 8 if len(values) <= 80 else max(1.5, round(640 / len(values), 1))
    left = 9 + 6 * len(str(largest)) if axis and not low else 0
    at = [_short(left + step * (i + 0.5)) for i in range(len(values))]
    bars = "".join(f"M{x} {_HEIGHT}v-{_short(v * height / largest)}" for x, v in zip(at, numbers, strict=True) if v > 0)
    dots = "".join(f"M{x} {_HEIGHT + 6}h0" for x, v in zip(at, numbers, strict=True) if v == 0)
    wide = _short(0.75 * step)
    length = _short(step * len(values))
    drawn = f'<path d="M{left} {_HEIGHT}.5h{length}" stroke="{_GREY}"/>'
    drawn += _path("bars", bars, _BAR, wide) + _path("lost", dots, _DOT, _short(min(6, 0.9 * step)), round_ends=True)
    if axis:
        drawn += _sequence_words(len(values), start, step, left, "" if low else str(largest), axis)
    size = (left + step * len(values) + (8 if axis else 0), _HEIGHT + _LINE + (30 if axis else 0))
    return _svg(drawn, (0, -6 if axis else 0, *size), (size[0], size[1]), title)


def heat_map_svg(
    columns: Sequence[Sequence[Any]],
    *,
    start: tuple[int, int] = (0, 0),
    title: str = "",
    axes: Sequence[str] = (),
    cell: int = 12,
) -> str:
    """Cells coloured by value; *columns*[i][j] stands at place i to the right and j upwards. P-positions have a dot.

    With the names of the *axes* the heaps are written beside the cells. A cell is *cell* pixels wide.

    >>> heat_map_svg([[0, 1], [1, 0]]).count("<path")
    2
    """
    wide, high = len(columns), max(map(len, columns))
    numbers = [[{"P": 0, "N": 1}.get(v, v) for v in column] for column in columns]
    largest = 2 if isinstance(columns[0][0], str) else max(v for column in numbers for v in column)
    runs: dict[int, list[str]] = {}
    sizes: dict[int, int] = {}
    for j in range(high):
        row = [_level(column[j], largest) for column in numbers]
        i = 0
        while i < wide:
            end = next((k for k in range(i, wide) if row[k] != row[i]), wide)
            runs.setdefault(row[i], []).append(f"M{i} {high - 1 - j}h{end - i}")
            sizes[row[i]] = sizes.get(row[i], 0) + len(runs[row[i]][-1])
            i = end
    ground = max(sizes, key=lambda level: sizes[level])
    drawn = f'<rect y="-.5" width="{wide}" height="{high}" fill="{COLOURS[ground]}"/>'
    drawn += '<g shape-rendering="crispEdges">'
    drawn += "".join(f'<path d="{"".join(runs[c])}" stroke="{COLOURS[c]}"/>' for c in sorted(runs) if c != ground)
    dots = "".join(
        f"M{i}.5 {high - 1 - j}h0" for i, column in enumerate(numbers) for j, v in enumerate(column) if v == 0
    )
    drawn += "</g>" + _path("lost", dots, "#fff", ".5", round_ends=True)
    if axes:
        drawn += _map_words(wide, high, start, axes)
    left, below = (3.4, 3.2) if axes else (0, 0)
    box = (-left, -0.5 - (0.6 if axes else 0), wide + left + (0.6 if axes else 0), high + below + (0.6 if axes else 0))
    return _svg(drawn, box, (round(box[2] * cell), round(box[3] * cell)), title)


def _level(value: int, largest: int) -> int:
    """The colour of a value: 0 has the first for itself, the rest share the others evenly."""
    if value <= 0 or largest <= 0:
        return 0
    most = len(COLOURS) - 1
    return 1 + (value - 1) * most // largest if largest > most else value * most // largest


def _path(name: str, steps: str, colour: str, width: str, *, round_ends: bool = False) -> str:
    if not steps:
        return ""
    ends = ' stroke-linecap="round"' if round_ends else ""
    return f'<path class="{name}" d="{steps}" fill="none" stroke="{colour}" stroke-width="{width}"{ends}/>'


def _svg(drawn: str, box: tuple[float, ...], size: tuple[float, float], title: str) -> str:
    said = escape(title, quote=True)
    label = f' aria-label="{said}"' if title else ' aria-hidden="true"'
    view = " ".join(map(_short, box))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img"{label} viewBox="{view}" width="{_short(size[0])}" '
        f'height="{_short(size[1])}">{f"<title>{said}</title>" if title else ""}{drawn}</svg>'
    )


def _short(number: float) -> str:
    """A number with at most one decimal, and no more characters than it needs.

    >>> _short(12.0), _short(3.25), _short(0.5), _short(-0.5)
    ('12', '3.2', '.5', '-.5')
    """
    text = f"{number:.1f}".removesuffix(".0")
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def ticks(start: int, count: int, most: int) -> range:
    """The heaps to be written beside an axis of *count* heaps from *start*: round numbers, at most *most* of them.

    >>> list(ticks(0, 25, 6)), list(ticks(1, 100, 6))
    ([0, 5, 10, 15, 20], [20, 40, 60, 80, 100])
    """
    step = next(s for e in range(4300) for s in (10**e, 2 * 10**e, 5 * 10**e) if count <= s * most)
    return range(-(-start // step) * step, start + count, step)


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{_short(x)}" y="{_short(y)}"{more}>{escape(text)}</text>'


def _sequence_words(count: int, start: int, step: float, left: float, largest: str, axis: str) -> str:
    room = step * count // (7 * len(str(start + count)) + 5)
    numbers = "".join(
        _text(left + step * (n - start + 0.5), _HEIGHT + 21, str(n))
        for n in ticks(start, count, max(1, min(_TICKS, int(room))))
    )
    name = _text(left + step * count / 2, _HEIGHT + 33, axis)
    top = _text(left - 3, 4, largest, ' text-anchor="end"') if largest else ""
    zero = _text(left - 3, _HEIGHT + 3, "0", ' text-anchor="end"') if largest else ""
    words = numbers + name + top + zero
    return f'<g fill="{_GREY}" font-family="sans-serif" font-size="10" text-anchor="middle">{words}</g>'


def _map_words(wide: int, high: int, start: tuple[int, int], axes: Sequence[str]) -> str:
    across = "".join(_text(n - start[0] + 0.5, high + 0.6, str(n)) for n in ticks(start[0], wide, _TICKS))
    up = "".join(
        _text(-0.4, high - 1 - (n - start[1]) + 0.3, str(n), ' text-anchor="end"')
        for n in ticks(start[1], high, _TICKS)
    )
    names = _text(wide / 2, high + 2, axes[0])
    if len(axes) > 1:
        names += _text(-2.8, high / 2 - 0.3, axes[1])
    return f'<g fill="{_GREY}" font-family="sans-serif" font-size="1" text-anchor="middle">{across}{up}{names}</g>'
