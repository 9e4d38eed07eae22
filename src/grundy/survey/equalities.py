"""Which games of a survey have the same values: by proved laws, or as far as both were computed."""

from __future__ import annotations

from collections.abc import Iterable

from .examining import Row, checkpoints

COLUMNS = ("same_as", "same_count", "agrees_with", "agrees_to")


def with_equalities(rows: Iterable[Row], top: int) -> list[Row]:
    """The rows in their order, each with the first game of the same values.

    *same_as* is the first other game whose proved law is the same law, and *same_count* how many games have it.
    *agrees_with* is the first other game with the same values to the heap *agrees_to*, the last checkpoint that both
    reached, where one of the two is not proved: nothing is said beyond.
    """
    found = sorted((dict(row) for row in rows), key=lambda row: int(row["id"]))
    _by_laws(found)
    _by_values(found, top)
    return found


def _by_laws(rows: list[Row]) -> None:
    classes: dict[bytes, list[Row]] = {}
    for row in rows:
        row |= dict.fromkeys(COLUMNS)
        if row.get("law_digest"):
            classes.setdefault(row["law_digest"], []).append(row)
    for same in classes.values():
        for row in same:
            row["same_count"] = len(same)
            if len(same) > 1:
                row["same_as"] = same[0 if row is not same[0] else 1]["code"]


class _Firsts:
    """The first two rows that have a digest: enough to name the first other one of each."""

    def __init__(self) -> None:
        self._rows: dict[bytes, list[Row]] = {}

    def add(self, digest: bytes, row: Row) -> None:
        rows = self._rows.setdefault(digest, [])
        if len(rows) < 2:
            rows.append(row)

    def other(self, digest: bytes, row: Row) -> Row | None:
        return next((other for other in self._rows.get(digest, ()) if other is not row), None)


def _by_values(rows: list[Row], top: int) -> None:
    heaps = checkpoints(top)
    compared = [row for row in rows if row.get("prefix_digests")]
    passed, ended = ({kind: _Firsts() for kind in (True, False)} for _ in range(2))  # of all rows; of those not proved
    for row in compared:
        digests = row["prefix_digests"]
        for kind in (True,) if row.get("law_digest") else (True, False):
            ended[kind].add(digests[-1], row)
            for digest in digests:
                passed[kind].add(digest, row)
    for row in compared:
        digests = row["prefix_digests"]
        kind = not row.get("law_digest")
        other, count = passed[kind].other(digests[-1], row), len(digests)
        while other is None and count > 1:  # others that were not followed as far
            count -= 1
            other = ended[kind].other(digests[count - 1], row)
        if other is not None:
            row["agrees_with"], row["agrees_to"] = other["code"], heaps[count - 1]
