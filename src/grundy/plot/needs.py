"""What must be true before a picture is worth any work: a library, an ending, a region that is a picture."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from grundy.rules.errors import GrundyError, RuleError, Unsupported
from grundy.rules.positions import Region

FORMATS = ("svg", "png", "pdf")
MOST_CELLS = 4_000_000


def ending(path: str | Path) -> str:
    """The format by the ending of a file's name; raises RuleError for others.

    >>> ending("kayles.PNG")
    'png'
    """
    found = Path(path).suffix.lower().removeprefix(".")
    if found not in FORMATS:
        known = ", ".join(f".{name}" for name in FORMATS)
        what = f".{found}" if found else "no ending"
        raise RuleError(f"a picture is written as {known}, by the ending of the file's name; {path} has {what}")
    return found


def require_library() -> None:
    """Raise GrundyError, which names the extra, where matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise GrundyError(
            "pictures need matplotlib, of an extra that is not installed: python -m pip install 'grundy[plot]'"
        )


def require_drawable(region: Region) -> None:
    """Raise Unsupported where a region has no picture: no axis, four or more, or too many cells."""
    axes = len(region.shape)
    if not axes:
        raise Unsupported("picture", region, "it is one position; a picture is of a region, such as kayles[:100]")
    if axes > 3:
        raise Unsupported("picture", region, f"it has {axes} axes; fix heaps until at most 3 are left")
    if region.size > MOST_CELLS:
        raise Unsupported("picture", region, f"it has {region.size:,} cells; at most {MOST_CELLS:,} are drawn")


def ready(path: str | Path, region: Region | None = None) -> None:
    """Raise GrundyError where a picture of *region* cannot be written to *path* later.

    >>> ready("kayles.jpg")
    Traceback (most recent call last):
    grundy.rules.errors.RuleError: a picture is written as .svg, .png, .pdf, by the ending of the file's name; ...
    """
    ending(path)
    require_library()
    if region is not None:
        require_drawable(region)
