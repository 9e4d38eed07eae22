"""What a table of a region is."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from grundy.rules.positions import Region
from grundy.rules.rulesets import Ruleset

from .solution import By, Play


@dataclass(frozen=True, slots=True)
class Table:
    """The Grundy values of a region, as nested lists; outcomes "N" and "P" where the ruleset has no values.

    *flat* holds the values in row-major order.
    """

    region: Region
    flat: tuple[Any, ...]
    play: Play
    by: By
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
