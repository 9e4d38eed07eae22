"""Options of one heap, of one component, that have a wanted value: intervals and steps against a law's heaps of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from grundy.laws.base import GrundyLaw, Run
from grundy.rules.errors import Unsupported
from grundy.rules.rulesets import TextRuleset

from .groups import Group, NoForm, Progression, Several
from .reducing import reduced, systems
from .scanning import Piece, piece, scan

MAX_LISTED = 20_000
Labelled = list[tuple[int, Group]]


def pieces_of(ruleset: TextRuleset, n: int) -> list[Piece]:
    """The options of the heap *n*, by alternative, as progressions that may overlap; raises NoForm."""
    try:
        clauses = ruleset.clauses()
    except Unsupported as error:
        raise NoForm(error.why) from None
    found = []
    for clause in clauses:
        if len(clause.components) != 1:
            raise NoForm("a move that leaves several heaps")
        for system in systems(clause, (n,)):
            one = piece(clause.label, reduced(system))
            if one is not None:
                found.append(one)
    return sorted(found, key=lambda p: p.label)


def one_heap_options(ruleset: TextRuleset, n: int, value: int, law: GrundyLaw) -> Labelled:
    """The options of the heap *n* that have *value*, grouped by the first alternative that gives them; raises NoForm.

    *value* is not the value of n itself.
    """
    return heap_options(pieces_of(ruleset, n), ruleset.least, value, law)


def heap_options(pieces: list[Piece], least: int, value: int, law: GrundyLaw) -> Labelled:
    """The heaps >= *least* of some pieces that have *value*, grouped by the first alternative; raises NoForm."""
    if not pieces:
        return []
    low, high = min(p.low for p in pieces), max(p.high for p in pieces)
    runs = law.heaps_of_value(value, max(low, least), high)
    if runs is None:
        raise NoForm("the law does not tell the heaps of a value")
    groups: dict[int, list[Group]] = {}
    if sum(run.count for run in runs) <= MAX_LISTED:
        for y in sorted(y for run in runs for (y,) in run):
            at = first_label(pieces, y)
            if at is not None:
                groups.setdefault(at, []).append(Progression.single(((y,),)))
        return gathered(groups)
    breaks = [b for p in pieces for b in (p.low, p.high + 1)]
    for run in runs:
        (first,), (last,), (step,) = run.first, run.last, run.step

        def classify(y: int, run: Run = run) -> int | None:
            return first_label(pieces, y) if (y,) in run else None

        moduli = [step or 1, *(p.step for p in pieces)]
        for kind, (start, by, count) in scan(first, last, breaks, moduli, classify):
            stretch = Progression(((start,),), ((by if count > 1 else 0,),), count)
            groups.setdefault(cast("int", kind), []).append(stretch)
    return gathered(groups)


def first_label(pieces: Iterable[Piece], y: int) -> int | None:
    """The first alternative that leaves the heap *y*."""
    return next((p.label for p in pieces if y in p), None)


def gathered(groups: Mapping[int, Sequence[Group]]) -> Labelled:
    """The groups of each alternative as one."""
    return [(at, Several(parts) if len(parts) > 1 else parts[0]) for at, parts in sorted(groups.items())]
