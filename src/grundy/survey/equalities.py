"""Which games of a survey have the same values: by proved laws, or as far as both were computed."""

from __future__ import annotations

from collections.abc import Iterable

from .examining import Row, checkpoints

COLUMNS = ("same_as", "same_count", "agrees_with", "agrees_to")


def with_equalities(rows: Iterable[Row], top: int) -> list[Row]:
    """The rows in their order, each with the first game before it that has the same values.

    *same_as* is the first game of the survey whose proved law is the same law, None where that is the game itself;
    *same_count* is the number of games that have it. *agrees_with* is the first game before it with the same values to
    the heap *agrees_to*, the last checkpoint that both reached, where one of the two is not proved: nothing is said
    beyond that heap.
    """
    found = sorted((dict(row) for row in rows), key=lambda row: int(row["id"]))
    _by_laws(found)
    _by_values(found, top)
    return found


def _by_laws(rows: list[Row]) -> None:
    classes: dict[bytes, list[Row]] = {}
    for row in rows:
        row.update(dict.fromkeys(COLUMNS))
        if row.get("law_digest"):
            classes.setdefault(row["law_digest"], []).append(row)
    for same in classes.values():
        for row in same:
            row["same_as"] = None if row is same[0] else same[0]["code"]
            row["same_count"] = len(same)


def _by_values(rows: list[Row], top: int) -> None:
    heaps = checkpoints(top)
    firsts = {of: _Firsts() for of in ("all", "not proved")}
    for row in rows:
        digests = row.get("prefix_digests")
        if not digests:
            continue
        proved = row.get("law_digest") is not None
        others = firsts["not proved" if proved else "all"]
        other, count = others.passed.get(digests[-1]), len(digests)
        while other is None and count > 1:  # games that were not followed as far
            count -= 1
            other = others.ended.get(digests[count - 1])
        if other is not None:
            row["agrees_with"], row["agrees_to"] = other["code"], heaps[count - 1]
        for of in ("all",) if proved else ("all", "not proved"):
            firsts[of].add(row)


class _Firsts:
    """The first game that has each digest: on its way, or as the last one."""

    def __init__(self) -> None:
        self.passed: dict[bytes, Row] = {}
        self.ended: dict[bytes, Row] = {}

    def add(self, row: Row) -> None:
        digests = row["prefix_digests"]
        self.ended.setdefault(digests[-1], row)
        for digest in digests:
            self.passed.setdefault(digest, row)
