"""Tables and studies as figures, and as files of them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import IO, Any

from grundy.report.study import Study
from grundy.rules.errors import RuleError
from grundy.rules.values import Value
from grundy.solver.tables import Table

from .maps import colour_bar, heat_map, scatter
from .needs import ending, require_drawable, require_library
from .picturing import Picture, of_study, of_table
from .sequences import sequence, strip, strip_shape
from .style import SETTINGS, clipped, said

_SLICES = 9


class Drawing(Value):
    """A picture that notebooks show; *figure* is matplotlib's, to go on with."""

    figure: Any

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<picture of {clipped(self.figure.get_suptitle(), 60)}>"

    def saved(self, path: str | Path | IO[bytes], kind: str, dpi: int = 160) -> None:
        """Write the picture as *kind*: svg, png or pdf; images in it with *dpi* dots an inch."""
        from matplotlib import rc_context

        undated = {"svg": {"Date": None}, "png": {"Software": None}, "pdf": {"CreationDate": None}}
        with rc_context(SETTINGS):
            self.figure.savefig(path, format=kind, metadata=undated[kind], dpi=dpi)

    def _repr_png_(self) -> bytes:
        file = BytesIO()
        self.saved(file, "png", 100)
        return file.getvalue()


def draw(what: Table | Study, path: str | Path | None = None) -> Drawing:
    """The picture of a table or a study; written to *path*, too, as SVG, PNG or PDF by the ending of its name.

    The same table gives the same bytes. Raises GrundyError where the ending is another, matplotlib is not installed,
    or there is nothing to draw.
    """
    kind = None if path is None else ending(path)
    made = Drawing(figure(what))
    if path is not None and kind is not None:
        made.saved(path, kind)
    return made


def figure(what: Table | Study) -> Any:
    """The picture of a table or a study as a figure of matplotlib."""
    require_library()
    if not isinstance(what, Table | Study):
        raise RuleError(f"a picture is of a table or of a study, not of {what!r}")
    picture = of_table(what) if isinstance(what, Table) else of_study(what)
    require_drawable(picture.region)
    from matplotlib import rc_context

    with rc_context(SETTINGS):
        drawn = {1: _one_heap, 2: _two_heaps, 3: _three_heaps}[len(picture.region.shape)](picture)
        said(drawn, picture.title, picture.caption)
    return drawn


def _figure(wide: float, high: float) -> Any:
    from matplotlib.figure import Figure

    return Figure(figsize=(wide, high), layout="compressed")


def _one_heap(picture: Picture) -> Any:
    law = picture.periodic
    shape = strip_shape(law) if law is not None else None
    if law is None or shape is None:
        made = _figure(8, 3.9)
        sequence(made.subplots(), picture.values, picture.starts[0], picture.names[0], picture.label)
        return made
    tall = 0.8 + max(5, shape[1]) * (0.3 if shape[1] <= 24 else 0.18)
    made = _figure(8, 3.4 + tall)
    above, below = made.subplots(2, height_ratios=(2.6, tall - 0.8))
    sequence(above, picture.values, picture.starts[0], picture.names[0], picture.label)
    strip(below, picture.values, law, picture.names[0], 6.6)
    return made


def _two_heaps(picture: Picture) -> Any:
    pointed = picture.points is not None
    if picture.only_outcomes or not pointed:
        made = _figure(6.2, 6.4)
        axes = [made.subplots()]
    else:
        made = _figure(11, 6)
        axes = list(made.subplots(1, 2))
    if not picture.only_outcomes:
        shown = heat_map(axes[0], picture.values, picture.starts, picture.names, 4.6)
        colour_bar(axes[0], shown, picture.label)
    if picture.points is not None:
        scatter(axes[-1], picture.points, picture.point_starts, picture.sides, picture.names, picture.law)
    return made


def _three_heaps(picture: Picture) -> Any:
    """Slices along the first axis, at most nine, evenly chosen; all with the same colours."""
    count = len(picture.values)
    chosen = list(range(count))
    if count > _SLICES:
        chosen = [round(k * (count - 1) / (_SLICES - 1)) for k in range(_SLICES)]
    columns = min(3, len(chosen))
    rows = -(-len(chosen) // columns)
    made = _figure(2.9 * columns + 1, 2.8 * rows + 0.9)
    axes = list(made.subplots(rows, columns, squeeze=False).flat)
    top = max(1.0, *(float({"P": 0, "N": 1}.get(v, v)) for s in picture.values for row in s for v in row))
    for place, k in zip(axes, chosen, strict=False):
        shown = heat_map(place, picture.values[k], picture.starts[1:], picture.names[1:], 2.1, top=top)
        place.set_title(f"{picture.names[0]} = {picture.starts[0] + k}")
    for place in axes[len(chosen) :]:
        place.set_visible(False)
    colour_bar(axes[0], shown, picture.label, axes[1:])
    return made
