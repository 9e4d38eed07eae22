"""What a table of a region is."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from grundy.rules.positions import Region
from grundy.rules.rulesets import Ruleset

from .solution import By, Play

if TYPE_CHECKING:
    import os

TableBy = By | Literal["file"]
"""What gave a table; "file": it was read from a file, and perhaps went on from there."""


@dataclass(frozen=True, slots=True)
class Table:
    """The Grundy values of a region, as nested lists; outcomes "N" and "P" where the ruleset has no values.

    *flat* holds the values in row-major order.
    """

    region: Region
    flat: Sequence[Any]
    play: Play
    by: TableBy
    about: Literal["grundy", "outcome"] = "grundy"

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the region."""
        return self.region.ruleset

    @property
    def start(self) -> Any:
        """The first heap, or the list of first heaps of the axes."""
        starts = [a.start for a in self.region.axes]
        return starts[0] if len(starts) == 1 else starts

    @property
    def values(self) -> Any:
        """The values as nested lists, one level for each axis that is not fixed."""
        values: list[Any] = list(self.flat)
        for length in reversed(self.region.shape[1:]):
            values = [values[i : i + length] for i in range(0, len(values), length)]
        return values if self.region.shape else values[0]

    def items(self) -> Iterator[tuple[Hashable, Any]]:
        """The components with their values, in row-major order."""
        return zip(self.region.components(), self.flat, strict=True)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the table to a file, for `load_table`; raises GrundyError."""
        from .saving import save_table

        save_table(self, path)

    def to_json(self) -> dict[str, Any]:
        """The table as plain data."""
        return {
            "ruleset": str(self.ruleset),
            "start": self.start,
            "values": self.values,
            "play": self.play,
            "by": self.by,
            "about": self.about,
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the axes that are not fixed: those of the rules, else n, or n1, n2, …."""
        axes = self.region.axes
        rules = getattr(self.ruleset, "rules", None)
        names = tuple(getattr(rules, "heaps", ()))
        if len(names) != len(axes):
            names = ("n",) if len(axes) == 1 else tuple(f"n{i + 1}" for i in range(len(axes)))
        return tuple(name for name, fixed in zip(names, self.region.fixed, strict=True) if not fixed)

    def _repr_svg_(self) -> str | None:
        from .display import table_svg

        return table_svg(self)

    def _repr_html_(self) -> str:
        from .display import table_html

        return table_html(self)
