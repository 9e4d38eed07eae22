"""Inputs as choices that Hypothesis draws, and the choices of which a given input is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .subject import Case, Part, Subject


def choices_of(parts: Sequence[Part], cases: Sequence[Case]) -> list[Any]:
    """What Hypothesis would have chosen to come to these cases by `strategy_of`."""
    found: list[Any] = []
    for number, case in enumerate(cases):
        if number:
            found.append(True)
        for index, (part, value) in enumerate(zip(parts, case, strict=True)):
            if part.role == "length":
                lists = [v for p, v in zip(parts, case, strict=True) if p.counted_by == index and isinstance(v, tuple)]
                for row in range(value):  # type: ignore[arg-type]
                    found += [True] if row >= part.least else []
                    found += [members[row] for members in lists]
            elif part.counted_by is None:
                found += value if isinstance(value, tuple) else [value]
    return found


def strategy_of(subject: Subject, start: Sequence[Case]) -> Any:
    """Inputs of at most as many cases, with lists at most as long, as a strategy of Hypothesis."""
    from hypothesis import assume
    from hypothesis.strategies import booleans, composite, integers

    parts = subject.parts

    @composite
    def inputs(draw: Any) -> tuple[Case, ...]:
        cases: list[Case] = []
        while not cases or (len(cases) < len(start) and draw(booleans())):
            case = _drawn(draw, booleans, integers, parts, start[len(cases)])
            assume(subject.is_case(case))
            cases.append(case)
        return tuple(cases)

    return inputs()


def _drawn(draw: Any, booleans: Any, integers: Any, parts: Sequence[Part], like: Case) -> Case:
    made: dict[int, int | tuple[int, ...]] = {}
    for index, part in enumerate(parts):
        if part.role == "length":
            lists = [i for i, p in enumerate(parts) if p.counted_by == index]
            rows: list[list[int]] = []
            while len(rows) < part.least or (len(rows) < like[index] and draw(booleans())):  # type: ignore[operator]
                rows.append([draw(integers(parts[i].least, parts[i].most)) for i in lists])
            made[index] = len(rows)
            for place, i in enumerate(lists):
                made[i] = tuple(row[place] for row in rows)
        elif part.counted_by is None:
            one = integers(part.least, part.most)
            made[index] = tuple(draw(one) for _ in range(part.size)) if part.size is not None else draw(one)
    return tuple(made[index] for index in range(len(parts)))
