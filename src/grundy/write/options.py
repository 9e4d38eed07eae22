"""Functions that find an option by the moves of the rules, where the law alone does not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grundy.rules.lp import solve_lp
from grundy.rules.rulesets import Ruleset
from grundy.rules.terms import SetOf
from grundy.rules.values import replace

from .forms import Form
from .moves import Clause, Moves, Row
from .program import LARGEST, Piece, indented
from .terms import form_text, test_text


def enumerated(form: Form, moves: Moves, ruleset: Ruleset) -> Form:
    """*form* with a function that looks at all moves."""
    heaps = moves.heaps
    arguments = ", ".join(f"{heap}: int" for heap in heaps)
    limit = _worth_looking(ruleset)
    if len(heaps) == 1 and form.grundy:

        def body(parts: list[list[str]]) -> list[str]:
            values = " ^ ".join(form.call(form.grundy, part[0]) for part in parts)
            return [f"if {values} == wanted:", f"    return [{', '.join(part[0] for part in parts)}]"]

        functions = f'''
def replacement({arguments}, wanted: int) -> Heaps:
    """What the heap becomes by a move that leaves the value wanted, if there is one."""
{indented(moves.lines(body))}    return []
'''
        made = {"replacement": "replacement"}
    else:

        def body(parts: list[list[str]]) -> list[str]:
            if form.is_p:
                lost = " and ".join(form.call(form.is_p, *part) for part in parts)
            else:
                lost = " ^ ".join(form.call(form.grundy, *part) for part in parts) + " == 0"
            return [f"if {lost}:", f"    return [{', '.join(text for part in parts for text in part)}]"]

        if not form.grundy and any(len(clause.parts) > 1 for clause in moves.clauses):
            from grundy.rules.errors import Unsupported

            raise Unsupported("option", ruleset, "its moves split heaps, and only outcomes are known")
        functions = f'''
def move({arguments}) -> Heaps:
    """The heaps after a winning move, if there is one."""
{indented(moves.lines(body))}    return []
'''
        made = {"move": "move"}
    return replace(
        form,
        piece=form.piece + moves.piece + Piece(functions=functions),
        options_to=min(limit, form.options_to),
        method="all moves are looked at",
        **made,
    )


def few_moves(ruleset: Ruleset) -> bool:
    """Whether the number of options of a position is bounded, as far as can be seen."""
    return _worth_looking(ruleset) >= 10**18


def _worth_looking(ruleset: Ruleset) -> int:
    """The heaps up to which the options of a position are few enough to be looked at, by how their number grows."""
    from itertools import islice

    counts = []
    for size in (40, 80):
        component = ruleset.component([ruleset.least + size] * ruleset.heaps)
        counts.append(1 + sum(1 for _ in islice(ruleset.options(component), 100_000)))
    growth = counts[1] / counts[0]
    if growth < 1.2:
        return 10**18
    return 10**6 if growth < 2.8 else 2_000 if growth < 6 else 200


# ---------------------------------------------------------------- periods


def periodic(form: Form, moves: Moves, law: Mapping[str, Any]) -> Form | None:
    """*form*, of a periodic law, with a function that finds options at any size; None where it is not known how."""
    found = None if law["saltus"] else _reduced(form, moves, law)
    return found or _by_places(form, moves, law)


def _reduced(form: Form, moves: Moves, law: Mapping[str, Any]) -> Form | None:
    """A heap that is less by whole periods has options of the same smaller values; the largest part gets them back.

    Where the wanted value is less than that of the heap, the smaller heap, of the same value, has an option of it by
    the definition of mex. Its parts sum up to at least n - T, so the largest is beyond the preperiod, and adding
    periods to it changes no value. That it is a move is checked here, clause by clause.
    """
    preperiod, period = int(law["preperiod"]), int(law["period"])
    if moves.code is not None:
        parts, lost = 3, len(moves.code.digits)
    else:
        bounds = [_lost(clause) for clause in moves.clauses]
        if any(b is None for b in bounds) or not all(_lifts(clause) for clause in moves.clauses):
            return None
        lost = max((b for b in bounds if b is not None), default=0)
        parts = max((len(clause.parts) for clause in moves.clauses), default=1)
    begin = parts * preperiod + lost + 1
    (n,) = moves.heaps

    def body(texts: list[list[str]]) -> list[str]:
        heaps = [text[0] for text in texts]
        values = " ^ ".join(form.call(form.grundy, heap) for heap in heaps)
        if len(heaps) == 1:
            return [f"if {values} == wanted:", f"    return [{heaps[0]} + far]"]
        return [f"if {values} == wanted:", f"    return lifted([{', '.join(heaps)}], far)"]

    functions = f'''
def lifted(heaps: Heaps, far: int) -> Heaps:
    """The heaps, the largest of them larger by far, which is a multiple of the period."""
    found: Heaps = Heaps()
    place: int = 0
    for i in range(0, len(heaps)):
        if heaps[i] > heaps[place]:
            place = i
    for i in range(0, len(heaps)):
        found.append(heaps[i] + far if i == place else heaps[i])
    return found


def replacement({n}: int, wanted: int) -> Heaps:
    """What a heap becomes by a move that leaves the value wanted, which is less than its own. Large heaps have the
    same moves as smaller ones, up to whole periods."""
    if wanted >= {form.call(form.grundy, n)}:
        return []
    far: int = 0
    if {n} >= {begin + period}:
        far = ({n} - {begin}) // {period} * {period}
        {n} -= far
{indented(moves.lines(body))}    return []
'''
    return replace(
        form,
        piece=form.piece + moves.piece + Piece(functions=functions),
        replacement="replacement",
        method=f"the moves of a heap below {begin + period} that differs by whole periods",
    )


def _lost(clause: Clause) -> int | None:
    """The most that a move of *clause* can take away from the sum of the heaps, or None."""
    rows = [(row[:-1], ">=", -row[-1]) for row in clause.rows]
    rows.append(((1, *([0] * len(clause.variables))), ">=", clause.least))
    for name, members, excluded in clause.sets:
        if excluded:
            continue
        if not isinstance(members, SetOf):
            return None
        unit = tuple(int(name == other) for other in clause.names)
        rows.append((unit, "<=", max(getattr(e, "value", 0) for e in members.elements)))
    total = [sum(part[0][i] for part in clause.parts) - int(i == 0) for i in range(len(clause.names))]
    optimum = solve_lp(rows, total)
    if optimum.status == "infeasible":
        return 0
    if optimum.value is None:
        return None
    return max(0, -int(optimum.value // 1) - sum(part[0][-1] for part in clause.parts))


def _lifts(clause: Clause) -> bool:
    """Whether each part of a move may be larger by any number if the heap is, the other parts as they are."""
    return all(any(_is_way(clause, j, way) for way in _ways(clause)) for j in range(len(clause.parts)))


def _ways(clause: Clause) -> list[Row]:
    """The ways in which the variables may change when the heap rises by 1: none of them, or one by 1."""
    listed = {name for name, _, _ in clause.sets}
    none = tuple(0 for _ in clause.variables)
    units = [
        tuple(int(i == k) for i in range(len(clause.variables)))
        for k, name in enumerate(clause.variables)
        if name not in listed
    ]
    return [none, *units]


def _is_way(clause: Clause, part: int, way: Row) -> bool:
    step = (1, *way)
    if any(sum(c * s for c, s in zip(row, step, strict=False)) < 0 for row in clause.rows):
        return False
    rises = [sum(c * s for c, s in zip(p[0], step, strict=False)) for p in clause.parts]
    return rises == [int(i == part) for i in range(len(rises))]


def _by_places(form: Form, moves: Moves, law: Mapping[str, Any]) -> Form | None:
    """One part: of each place of the period at most one heap has a value (with a saltus); these are tried."""
    if not law["saltus"] or any(not _is_plain(clause) for clause in moves.clauses) or moves.code is not None:
        return None
    least, preperiod, period, saltus = (int(law[k]) for k in ("least", "preperiod", "period", "saltus"))
    (n,) = moves.heaps
    tests = [test for test in (_move_test(clause) for clause in moves.clauses) if test]
    table = form.piece.constants[0][0]
    early = [
        f"for became in range({least}, min({n}, {preperiod})):",
        f"    if {table}[became - {least}] == wanted and is_move({n}, became):",
        "        return [became]",
    ]
    if preperiod == least:
        early = []
    functions = f'''
def is_move({n}: int, became: int) -> bool:
    """Whether a heap of {n} may become became."""
    return became >= {least} and became != {n} and ({" or ".join(f"({test})" for test in tests)})


def replacement({n}: int, wanted: int) -> Heaps:
    """What the heap becomes by a move that leaves the value wanted, if there is one."""
{indented(early)}    for place in range(0, {period}):
        rest: int = wanted - {table}[{preperiod - least} + place]
        if rest >= 0 and rest % {saltus} == 0 and rest // {saltus} <= {n} // {period}:
            became: int = {preperiod} + place + rest // {saltus} * {period}
            if is_move({n}, became):
                return [became]
    return []
'''.replace(" - 0]", "]")
    return replace(
        form,
        piece=form.piece + moves.piece + Piece(functions=functions),
        replacement="replacement",
        largest=min(form.largest, LARGEST // 2),
        method="the heaps with the wanted value, one for each place of the period, are tried",
    )


def _is_plain(clause: Clause) -> bool:
    """Whether a move of *clause* leaves one heap, n - t or t, and t is its only variable; no set but finite ones."""
    if len(clause.parts) != 1 or len(clause.variables) != 1:
        return False
    if clause.parts[0][0] not in ((1, -1, 0), (0, 1, 0)):
        return False
    return all(isinstance(members, SetOf) for _, members, _ in clause.sets)


def _move_test(clause: Clause) -> str:
    """The test that the heap, whose name is the clause's, may become what it becomes."""
    n = clause.heaps[0]
    takes = clause.parts[0][0] == (1, -1, 0)
    tests = []
    for a, b, c in clause.rows:
        row = (a + b, -b, c) if takes else (a, b, c)
        tests.append(test_text(row, (n, "became")))
    taken = form_text((1, -1, 0), (n, "became")) if takes else "became"
    for _, members, excluded in clause.sets:
        values = [getattr(e, "value", 0) for e in members.elements]  # type: ignore[union-attr]
        equal = " or ".join(f"{taken} == {value}" for value in values) or "1 == 0"
        tests.append(f"not ({equal})" if excluded else f"({equal})")
    return " and ".join(dict.fromkeys(tests))
