"""What is known of a set of tuples of numbers: all its members in a box."""

from __future__ import annotations

from dataclasses import dataclass

from .tables import Array


@dataclass(frozen=True, slots=True)
class Known:
    """All members of a set of tuples in a box: rows of *members* whose first *axes* entries are < *side*.

    Entries after the first *axes* (a value) are not bounded by the box.
    """

    members: Array
    side: int
    axes: int
