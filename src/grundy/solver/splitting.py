"""Options that split a heap in two, with a wanted xor of values, where the values repeat: residues and exceptions."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from typing import cast

from grundy.laws.periodic import PeriodicLaw
from grundy.rules.codes import Code
from grundy.rules.errors import Unsupported
from grundy.rules.rulesets import TextRuleset

from .groups import Group, NoForm, Progression
from .reducing import Row, System, reduced, systems
from .scanning import Piece, piece, scan
from .taking import Labelled, gathered, heap_options

MAX_SUMS = 2_000
Splits = dict[int, list[Piece]]
"""By the sum of the two heaps: what the first of them may be, by alternative."""


def code_parts(code: Code, n: int) -> tuple[list[Piece], Splits]:
    """What a code leaves of the heap *n*, one heap or two; raises NoForm where three may be left."""
    if max(code.digits) >= 8:
        raise NoForm("a code that leaves three heaps")
    single: list[Piece] = []
    splits: Splits = {}
    for taken, digit in enumerate(code.digits[: n + 1]):
        rest = n - taken
        if (digit & 1 and rest == 0) or (digit & 2 and rest >= 1):
            single.append(Piece(taken, rest, rest, 1))
        if digit & 4 and rest >= 2:
            splits[rest] = [Piece(taken, 1, rest - 1, 1)]
    return single, splits


def text_parts(ruleset: TextRuleset, n: int) -> tuple[list[Piece], Splits]:
    """What linear rules leave of the heap *n*, one heap or two; raises NoForm.

    The sums of the two heaps must be few.
    """
    try:
        clauses = ruleset.clauses()
    except Unsupported as error:
        raise NoForm(error.why) from None
    single: list[Piece] = []
    splits: Splits = {}
    for clause in clauses:
        for system in systems(clause, (n,)):
            if len(clause.components) == 1:
                one = piece(clause.label, reduced(system))
                single += [] if one is None else [one]
            elif len(clause.components) == 2:
                for total, part in _by_sum(system, clause.label):
                    splits.setdefault(total, []).append(part)
            else:
                raise NoForm("a move that leaves three heaps")
    by_label = operator.attrgetter("label")
    return sorted(single, key=by_label), {total: sorted(parts, key=by_label) for total, parts in splits.items()}


def split_options(ruleset: Code | TextRuleset, n: int, value: int, law: PeriodicLaw) -> Labelled:
    """The options of the heap *n*, one heap or two, that have *value* by a law without saltus; raises NoForm.

    *value* is not the value of n itself.
    """
    single, splits = parts_of(ruleset, n)
    groups: dict[int, list[Group]] = {
        label: [group] for label, group in heap_options(single, ruleset.least, value, law)
    }
    for total, pieces in splits.items():
        for (label, turned), (first, step, count) in _pairs(total, pieces, value, law):
            groups.setdefault(label, []).append(pair_run(total, first, step, count, turned=turned))
    return gathered(groups)


def parts_of(ruleset: Code | TextRuleset, n: int) -> tuple[list[Piece], Splits]:
    """What is left of the heap *n*: one heap, or two, by their sum; raises NoForm."""
    return text_parts(ruleset, n) if isinstance(ruleset, TextRuleset) else code_parts(ruleset, n)


def _by_sum(system: System, label: int) -> Iterator[tuple[int, Piece]]:
    """What the first of two heaps may be, for each sum of both; raises NoForm."""
    first, second = system.outputs
    total = tuple(a + b for a, b in zip(first, second, strict=True))
    sums = piece(label, reduced(System(system.variables, system.rows, (total,))))
    if sums is None:
        return
    if (sums.high - sums.low) // sums.step >= MAX_SUMS:
        raise NoForm("two heaps whose sum has too many values")
    for s in range(sums.low, sums.high + 1, sums.step):
        exactly: Row = (*total[:-1], total[-1] - s)
        rows = (*system.rows, exactly, tuple(-c for c in exactly))
        found = piece(label, reduced(System(system.variables, rows, (first,))))
        if found is not None:
            yield s, found


def pair_run(total: int, first: int, step: int, count: int, *, turned: bool) -> Progression:
    """The pairs (x, total - x), x = first, first + step, …, the larger heap first where *turned*; ascending."""
    if count == 1:
        pair = ((first,), (total - first,))
        return Progression.single(pair[::-1] if turned else pair)
    if turned:
        last = first + (count - 1) * step
        return Progression(((total - last,), (last,)), ((step,), (-step,)), count)
    return Progression(((first,), (total - first,)), ((step,), (-step,)), count)


def breaks_of(total: int, pieces: Iterable[Piece]) -> list[int]:
    """Where the alternatives by which x, or else total - x, may be left, change as x grows."""
    return [b for p in pieces for b in (p.low, p.high + 1, total - p.high, total - p.low + 1)]


def way(total: int, pieces: Iterable[Piece], x: int) -> tuple[int, bool] | None:
    """The first alternative that leaves x and total - x, and whether only in the other order; x is the smaller."""
    for p in pieces:
        if x in p:
            return p.label, False
        if total - x in p:
            same = any(x in q for q in pieces if q.label == p.label)
            return p.label, not same
    return None


def _pairs(
    total: int, pieces: list[Piece], value: int, law: PeriodicLaw
) -> list[tuple[tuple[int, bool], tuple[int, int, int]]]:
    """The pairs x <= total - x of a sum with the wanted xor, by alternative and order."""
    if law.saltus:
        raise NoForm("values that grow")

    def classify(x: int) -> tuple[int, bool] | None:
        if law.value((x,)) ^ law.value((total - x,)) != value:
            return None
        return way(total, pieces, x)

    early = range(law.least, law.preperiod + 1)  # before the period each heap is looked at by itself
    edges = [b for n in early for b in (n, total - n + 1, total - n)]
    steps = (law.period, *(p.step for p in pieces))
    found = scan(law.least, total // 2, [*breaks_of(total, pieces), *edges], steps, classify)
    return cast("list[tuple[tuple[int, bool], tuple[int, int, int]]]", found)
