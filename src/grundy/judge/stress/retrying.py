"""All small cases of the shape of one that fails: as many numbers, each of them small, the smaller cases first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from .output import Failure
from .subject import Case, Input, Part, Subject, size_key

_MOST = 4096
_BATCH = 512
_ALONE = 256
_LOOKED_AT = 3


def small_of_shape(subject: Subject, case: Case, most: int = _MOST) -> list[Case]:
    """At most *most* cases with lists as long as those of *case*, smaller than it, the smallest first.

    Nothing where *case* is one of them itself.
    """
    parts = subject.parts
    free = sum(len(v) if isinstance(v, tuple) else p.role != "length" for p, v in zip(parts, case, strict=True))
    side = 1
    while free and (side + 1) ** free <= most:
        side += 1
    if side < 2 or all(_is_small(part, value, side) for part, value in zip(parts, case, strict=True)):
        return []
    choices = []
    for part, value in zip(parts, case, strict=True):
        numbers = range(part.least, min(part.most, part.least + side - 1) + 1)
        if part.role == "length":
            choices.append([value])
        else:
            choices.append([*product(numbers, repeat=len(value))] if isinstance(value, tuple) else [*numbers])
    key = size_key(case)
    return sorted((c for c in product(*choices) if size_key(c) < key and subject.is_case(c)), key=size_key)


def _is_small(part: Part, value: int | tuple[int, ...], side: int) -> bool:
    numbers = value if isinstance(value, tuple) else (value,)
    return part.role == "length" or all(number < part.least + side for number in numbers)


def first_that_fails(
    cases: Sequence[Case], attempt: Callable[[Input], Failure | None], fails: Callable[[Input], bool], *, many: bool
) -> bool:
    """Whether one of *cases* fails by itself; *many* in a file are tried first, where the program reads many."""
    if not many:
        return any(fails(Input((case,))) for case in cases[:_ALONE])
    for start in range(0, len(cases), _BATCH):
        some = tuple(cases[start : start + _BATCH])
        failure = attempt(Input(some))
        if failure is None:
            continue
        places = sorted(failure.bad)[:_LOOKED_AT] or [_shortest(some, attempt) - 1]
        if any(fails(Input((some[place],))) for place in places):
            return True
    return False


def _shortest(cases: Sequence[Case], attempt: Callable[[Input], Failure | None]) -> int:
    """The number of cases in the shortest beginning that fails, where every longer one does."""
    low, high = 0, len(cases)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if attempt(Input(tuple(cases[:middle]))) else (middle, high)
    return high
