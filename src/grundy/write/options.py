"""Functions that find an option by the moves of the rules, where the law alone does not."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm
from typing import Any

from grundy.rules.errors import Unsupported
from grundy.rules.lp import solve_lp
from grundy.rules.rulesets import Ruleset
from grundy.rules.terms import NamedSet, SetOf
from grundy.rules.values import replace

from .forms import Form
from .moves import Clause, Moves, Row, loops
from .program import LARGEST, Piece, indented
from .terms import form_text, test_text

_MOST_NEAR = 100_000
_BOUNDED = 1.2
_LISTED_TO = {"squares": 10**12, "divisors": 10**12, "proper_divisors": 10**12, "primes": 10**6, "coprime": 10**6}
"""The heaps up to which the members of a set are listed in about a second."""


def enumerated(form: Form, moves: Moves, ruleset: Ruleset, law: Mapping[str, Any] | None = None) -> Form:
    """*form* with a function that looks at all moves, or at enough of them where the *law* repeats."""
    over, piece = _ends(moves, law)
    limit = LARGEST if over else _worth_looking(ruleset, moves)
    heaps, arguments = moves.heaps, ", ".join(f"{heap}: int" for heap in moves.heaps)
    one = len(heaps) == 1 and bool(form.grundy)
    if not form.grundy and any(len(clause.parts) > 1 for clause in moves.clauses):
        raise Unsupported("option", ruleset, "its moves split heaps, and only outcomes are known")

    def body(parts: list[list[str]]) -> list[str]:
        became = f"    return [{', '.join(text for part in parts for text in part)}]"
        values = " ^ ".join(form.call(form.grundy, *part) for part in parts)
        lost = f"{values} == 0" if form.grundy else " and ".join(form.lost(*part) for part in parts)
        return [f"if {f'{values} == wanted' if one else lost}:", became]

    name, wanted = ("replacement", ", wanted: int") if one else ("move", "")
    words = "What the heap becomes by a move that leaves the value wanted" if one else "The heaps after a winning move"
    functions = f'''
def {name}({arguments}{wanted}) -> Heaps:
    """{words}, if there is one."""
{indented(moves.lines(body, over))}    return []
'''
    return replace(
        form,
        piece=form.piece + moves.piece + piece + Piece(functions=functions),
        options_to=min(limit, form.options_to),
        method="enough moves are looked at, as the law repeats" if over else "all moves are looked at",
        **{name: name},
    )


def _ends(moves: Moves, law: Mapping[str, Any] | None) -> tuple[str, Piece]:
    """The name of a function that gives the numbers to be tried between two ends, and the function; "" for all.

    Along a move with one variable every heap rises, falls or stays. Where it is beyond the preperiod the law repeats,
    and where it is not, the variable is near an end: a falling heap is at least 0 at the last number, a rising one at
    the first.
    """
    found = None if law is None or moves.code is not None else periods_of(law)
    plain = all(len(c.variables) <= 1 or _loops_of(c) <= 1 for c in moves.clauses)
    if found is None or not plain or found[0] + found[1] > _MOST_NEAR:
        return "", Piece()
    excluded = [e for clause in moves.clauses for _, s, x in clause.sets if x for e in getattr(s, "elements", ())]
    near = sum(found) + max((getattr(e, "value", _MOST_NEAR) for e in excluded), default=0)
    functions = f'''
def ends(low: int, high: int) -> Heaps:
    """The numbers from low to high that are less than {near} from one of them: between, everything repeats."""
    found: Heaps = Heaps()
    x: int = low
    while x < high:
        if x - low >= {near} and high - x >= {near}:
            x = high - {near - 1}
        found.append(x)
        x += 1
    if low <= high:
        found.append(high)
    return found

'''
    return "ends", Piece(functions=functions)


def _loops_of(clause: Clause) -> int:
    """The number of variables of *clause* that its lines loop over."""
    return sum(line.strip().startswith("for ") for line in loops(clause, lambda _: ["pass"]))


def periods_of(law: Mapping[str, Any]) -> tuple[int, int] | None:
    """A period of a law in each of its heaps, and a preperiod; None for laws that do not repeat.

    >>> periods_of({"kind": "remainders", "moduli": [2, 3], "members": [[0, 0]]})
    (6, 0)
    """
    parts: list[tuple[int, int] | None] = [None]
    match law["kind"]:
        case "grid":
            parts = [(lcm(*law["periods"]), max(law["preperiods"]))]
        case "remainders":
            parts = [(lcm(*law["moduli"]), 0)]
        case "total":
            parts = [(int(law["modulus"]), 0)]
        case "periodic" if not law["saltus"]:
            parts = [(int(law["period"]), int(law["preperiod"]))]
        case "pairs" if law["of"] in ("a + b", "a", "b"):
            parts = [periods_of(law["law"])]
        case "window" if [line[:: len(line) - 1] for line in law["lower"]] == [[1, 1]]:  # take 1 to m
            parts = [(max(1 - law["lower"][0][1], 1), int(law["least"]))]
        case "staircase":
            parts = [(max(law["low"] + law["high"], 1), int(law["least"]))]
        case "sum":
            parts = [periods_of(one) for one in law["laws"]]
        case "small":
            parts = [periods_of(law["small"]), periods_of(law["law"]), (1, int(law["most"]) + 1)]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    return lcm(*(period for period, _ in known)), max(before for _, before in known)


def few_moves(ruleset: Ruleset) -> bool:
    """Whether the number of options of a position is bounded, as far as can be seen."""
    return _growth(ruleset) < _BOUNDED


def _worth_looking(ruleset: Ruleset, moves: Moves) -> int:
    """The heaps up to which the options of a position are few enough to be looked at."""
    growth = _growth(ruleset)
    limit = LARGEST if growth < _BOUNDED else 10**6 if growth < 2.8 else 2_000 if growth < 6 else 200
    names = {s.name for clause in moves.clauses for _, s, _ in clause.sets if isinstance(s, NamedSet)}
    return min(LARGEST, ruleset.least + min([limit, *(_LISTED_TO.get(name, LARGEST) for name in names)]))


def _growth(ruleset: Ruleset) -> float:
    """How many times as many options a position of twice the size has."""
    from itertools import islice

    counts = []
    for size in (40, 80):
        component = ruleset.component([ruleset.least + size] * ruleset.heaps)
        counts.append(1 + sum(1 for _ in islice(ruleset.options(component), 100_000)))
    return counts[1] / counts[0]


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
