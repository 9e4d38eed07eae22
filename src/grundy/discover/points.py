"""P-positions that are few: their sizes as a sequence with a recurrence."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.laws.points import PointsLaw

from .lengths import KIND, Data, Form
from .recurrences import Recurrence, recurrences

_MOST = 400
_LEAST = 4


def points(data: Data) -> Iterator[Form]:
    """The recurrences of the P-positions that fit."""
    if data.about != "outcome":
        return
    numbers = [n for n, value in enumerate(data.values, data.start) if value == 0]
    if not _LEAST <= len(numbers) <= _MOST:
        return
    for found in recurrences(numbers):
        bits = KIND + 2 + found.bits(numbers[: found.skipped])
        if data.accepts(bits) and (law := _law(data, found, numbers[: found.skipped])) is not None:
            yield Form(law.to_json(), bits)


def _law(data: Data, found: Recurrence, first: list[int]) -> PointsLaw | None:
    terms = found.terms
    if any(len(feature) > 1 for feature in terms):
        return None
    depth = max((back for feature in terms for back in feature), default=1)
    coefficients = tuple(terms.get((back,), 0) for back in range(1, depth + 1))
    try:
        return PointsLaw(tuple(first), coefficients, terms.get((), 0), data.start)
    except ValueError:
        return None
