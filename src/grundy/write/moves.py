"""The moves of a ruleset as nested loops, for programs that have to look at them.

Linear rules become loops over the integer points of their clauses: the bounds of a variable come from the rows that
are left when the later variables are eliminated (J.-B. Fourier; T. Motzkin, 1936). Every row is a bound, or a test, of
the last variable in it, so that exactly the moves are passed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.rules.errors import Unsupported
from grundy.rules.lp import solve_lp
from grundy.rules.rulesets import Ruleset, TextRuleset
from grundy.rules.terms import In, Name, NamedSet, Rules, SetOf, conjuncts, positive
from grundy.rules.values import Value

from .codes import Body, code_loops
from .names import safe_names
from .sets import set_loop, set_piece
from .terms import form_text, test_text

if TYPE_CHECKING:
    from grundy.rules.codes import Code
    from grundy.rules.terms import Alternative, SetTerm, Term

    from .program import Piece

Row = tuple[int, ...]
_MOST_ROWS = 200


class Clause(Value):
    """Moves: *variables* for which all *rows* are >= 0 and which are in their *sets*; what they leave are *parts*.

    A row has the coefficients of the heaps, of the variables, then the constant. A set is a variable, the set, whether
    it is excluded, and the rows of the set's arguments.
    """

    heaps: tuple[str, ...]
    variables: tuple[str, ...]
    rows: tuple[Row, ...]
    sets: tuple[tuple[str, SetTerm, bool], ...]
    parts: tuple[tuple[Row, ...], ...]
    least: int

    @property
    def names(self) -> tuple[str, ...]:
        """The heaps, then the variables."""
        return self.heaps + self.variables


def move_clauses(ruleset: TextRuleset) -> tuple[Clause, ...]:
    """The moves of linear rules, sets that depend on heaps allowed; raises Unsupported for other rules."""
    from grundy.rules.linear import NotLinear, clauses

    found = []
    for alternative in ruleset.rules.alternatives:
        bare, sets = _without_sets(alternative, ruleset.rules.heaps)
        try:
            linear = clauses(Rules(ruleset.rules.heaps, (bare,)), ruleset.least)
        except NotLinear as error:
            raise Unsupported("program", ruleset, f"its rules are not linear: {error}") from None
        for clause in linear:
            members = tuple((m.variable, m.members, m.excluded) for m in clause.memberships)
            heaps = ruleset.rules.heaps
            made = Clause(heaps, clause.variables, clause.rows, members + sets, clause.components, ruleset.least)
            moving = _moving(made)
            if _is_possible(moving):
                found.append(_renamed(moving))
    return tuple(found)


def _is_possible(clause: Clause) -> bool:
    """Whether the rows hold for some numbers."""
    rows = [(row[:-1], ">=", -row[-1]) for row in clause.rows]
    return solve_lp(rows, [0] * len(clause.names)).status != "infeasible"


Sets = tuple[tuple[str, "SetTerm", bool], ...]


def _without_sets(alternative: Alternative, heaps: tuple[str, ...]) -> tuple[Alternative, Sets]:
    """*alternative* without its conditions ``t in divisors(n)`` and the like, and these."""
    from grundy.rules.terms import Alternative as Made
    from grundy.rules.terms import And

    kept, sets = [], []
    for condition in conjuncts(None if alternative.where is None else positive(alternative.where)):
        match condition:
            case In(term=Name(name=name), members=NamedSet(args=args) as members, negated=False) if (
                args and members.name != "range" and name not in heaps and _over(args, heaps)
            ):
                sets.append((name, members, False))
            case _:
                kept.append(condition)
    where = None if not kept else kept[0] if len(kept) == 1 else And(tuple(kept))
    return Made(alternative.components, where, alternative.at), tuple(sets)


def _over(args: tuple[Term, ...], heaps: tuple[str, ...]) -> bool:
    """Whether the arguments of a set are plain heaps."""
    return all(isinstance(a, Name) and a.name in heaps for a in args)


def _renamed(clause: Clause) -> Clause:
    """*clause* with names that no target reserves."""
    plain = [f"q{i}" if v.startswith("_") else v for i, v in enumerate(clause.variables, 1)]
    names = safe_names([*clause.heaps, *plain])
    new = dict(zip(clause.names, names, strict=True))
    sets = tuple((new[v], _set_renamed(s, new), x) for v, s, x in clause.sets)
    heaps = len(clause.heaps)
    return Clause(tuple(names[:heaps]), tuple(names[heaps:]), clause.rows, sets, clause.parts, clause.least)


def _set_renamed(members: SetTerm, new: dict[str, str]) -> SetTerm:
    if isinstance(members, SetOf):
        return members
    return NamedSet(members.name, tuple(Name(new[a.name]) if isinstance(a, Name) else a for a in members.args))


def _moving(clause: Clause) -> Clause:
    """*clause* with a row that says that the one variable which a move takes is not 0, where that is what it is."""
    if len(clause.parts) != 1:
        return clause
    h = len(clause.heaps)
    changes = _changes(clause)
    used = {i for row in changes for i, c in enumerate(row[:-1]) if c}
    if len(used) != 1 or any(row[-1] for row in changes) or min(used) < h:
        return clause
    (place,) = used
    row = (*(int(i == place) for i in range(len(clause.names))), -1)
    return Clause(clause.heaps, clause.variables, (*clause.rows, row), clause.sets, clause.parts, clause.least)


def _changes(clause: Clause) -> list[Row]:
    """For each heap, what a move of one component adds to it."""
    return [tuple(c - int(i == place) for i, c in enumerate(row)) for place, row in enumerate(clause.parts[0])]


def always_moves(clause: Clause) -> bool:
    """Whether the rows say that some heap changes (else a test has to)."""
    if len(clause.parts) != 1:
        return True
    h = len(clause.heaps)
    for change in _changes(clause):
        for sign in (1, -1):
            row = tuple(sign * c for c in change)
            if row[-1] <= 0 and not any(row[:-1]):
                continue
            below = (*row[:-1], row[-1] - 1)
            if below in clause.rows or _holds(below, h, clause.least):
                return True
            places = [i for i, c in enumerate(row[:-1]) if c]
            if len(places) == 1 and places[0] >= h and row[-1] >= 0 and row[places[0]] > 0:
                unit = tuple(int(i == places[0]) for i in range(len(row) - 1))
                if any(r[:-1] == unit and r[-1] <= -1 for r in clause.rows):
                    return True
    return False


def _holds(row: Row, heaps: int, least: int) -> bool:
    """Whether a row is >= 0 for all heaps >= least, whatever the variables are."""
    if any(row[heaps:-1]) or any(c < 0 for c in row[:heaps]):
        return False
    return row[-1] + least * sum(row[:heaps]) >= 0


# ---------------------------------------------------------------- loops


def loops(clause: Clause, body: Body, over: str = "") -> list[str]:
    """The lines that pass every move of *clause*, with those of *body* inside.

    With *over*, the name of a function, loops are over the numbers that it gives for their ends, inclusive.
    """
    fixed = _fixed(clause)
    order = sorted(
        range(len(clause.variables)), key=lambda i: (not _is_listed(clause, clause.variables[i]), i in fixed)
    )
    levels = _levels(clause, [len(clause.heaps) + i for i in order])
    lines: list[str] = []
    depth = 0

    def add(text: str) -> None:
        lines.append("    " * depth + text)

    guards = [test_text(r, clause.names) for r in levels[0] if not _holds(r, len(clause.heaps), clause.least)]
    if guards:
        add(f"if {' and '.join(dict.fromkeys(guards))}:")
        depth += 1
    for place, rows in zip(order, levels[1:], strict=True):
        for text in _level(clause, len(clause.heaps) + place, rows, over):
            add(text)
            depth += text.endswith(":")
    parts = [[form_text(row, clause.names) for row in part] for part in clause.parts]
    if not always_moves(clause):
        tests = [f"{text} != {heap}" for text, heap in zip(parts[0], clause.heaps, strict=True) if text != heap]
        add(f"if {' or '.join(tests)}:")
        depth += 1
    for text in body(parts):
        add(text)
    return _without_idle(lines)


def _fixed(clause: Clause) -> set[int]:
    """The variables that follow from others: each by an equality of its own, in which its coefficient is 1 or -1."""
    known = set(clause.rows)
    equal = [row for row in clause.rows if tuple(-c for c in row) in known and row > tuple(-c for c in row)]
    found = set()
    for i in reversed(range(len(clause.variables))):
        row = next((row for row in equal if abs(row[len(clause.heaps) + i]) == 1), None)
        if row is not None and not _is_listed(clause, clause.variables[i]):
            equal.remove(row)
            found.add(i)
    return found


def _without_idle(lines: list[str]) -> list[str]:
    """*lines* without assignments of names that stand nowhere else."""
    import re

    kept = []
    for i, line in enumerate(lines):
        name, assigned, _ = line.strip().partition(": int = ")
        others = " ".join(lines[:i] + lines[i + 1 :])
        if not (assigned and name.isidentifier() and not re.search(rf"\b{name}\b", others)):
            kept.append(line)
    return kept


def _is_listed(clause: Clause, name: str) -> bool:
    return any(v == name and not excluded for v, _, excluded in clause.sets)


def _levels(clause: Clause, order: list[int]) -> list[list[Row]]:
    """The rows of each level: without variables, then those whose last variable is the first of *order*, and so on."""
    levels: list[list[Row]] = []
    rows = tight(clause.rows)
    for place in reversed(order):
        levels.append([r for r in rows if r[place]])
        rows = tight([*(r for r in rows if not r[place]), *_eliminated(levels[-1], place)])
        rows = [r for r in rows if not _holds(r, len(clause.heaps), clause.least)]
        if len(rows) > _MOST_ROWS:
            raise Unsupported("program", "these rules", "their moves need too many bounds")
    return [rows, *reversed(levels)]


def tight(rows: Sequence[Row]) -> list[Row]:
    """*rows*, of those with equal coefficients the tightest one."""
    best: dict[Row, int] = {}
    for row in rows:
        best[row[:-1]] = min(row[-1], best.get(row[:-1], row[-1]))
    return [(*coefficients, constant) for coefficients, constant in best.items()]


def _eliminated(rows: list[Row], place: int) -> Iterator[Row]:
    """What the *rows* say of the others, whatever integer >= its lower bounds the variable at *place* is."""
    from math import gcd

    for above in (r for r in rows if r[place] < 0):
        for below in (r for r in rows if r[place] > 0):
            row = [below[place] * a - above[place] * b for a, b in zip(above, below, strict=True)]
            common = gcd(*row[:-1])
            if common:
                yield (*(c // common for c in row[:-1]), row[-1] // common)
            elif row[-1] < 0:
                yield tuple(row)


def _level(clause: Clause, place: int, rows: list[Row], over: str) -> Iterator[str]:
    """The loop over one variable, and the tests that belong to it."""
    name = clause.names[place]
    tests = []
    fixed = next((r for r in rows if abs(r[place]) == 1 and tuple(-c for c in r) in rows), None)
    members = [(s, excluded) for v, s, excluded in clause.sets if v == name]
    listed = next((s for s, excluded in members if not excluded), None)
    if fixed is not None:
        rest = tuple(0 if i == place else -c * fixed[place] for i, c in enumerate(fixed))
        yield f"{name}: int = {form_text(rest, clause.names)}"
        tests += [test_text(r, clause.names) for r in rows if r != fixed and tuple(-c for c in r) != fixed]
        if listed is not None:
            raise Unsupported("program", "these rules", "a variable that is computed stands in a set")
    else:
        low = _bound(rows, place, clause.names, 1)
        high = _bound(rows, place, clause.names, -1)
        if listed is not None:
            yield from set_loop(name, listed, low, high)
        elif not high:
            raise Unsupported("program", "these rules", f"{name} has no bound by linear conditions")
        elif over:
            yield f"for {name} in {over}({low}, {high}):"
        else:
            yield f"for {name} in range({low}, {_after(high)}):"
    for members_of, excluded in members:
        if excluded:
            tests += [f"{name} != {value}" for value in _constants(members_of)]
    if tests:
        yield f"if {' and '.join(tests)}:"


def _after(text: str) -> str:
    """One more than an expression.

    >>> _after("3"), _after("n - 1"), _after("n")
    ('4', 'n', 'n + 1')
    """
    if text.isdigit():
        return str(int(text) + 1)
    return text.removesuffix(" - 1") if text.endswith(" - 1") else f"{text} + 1"


def _constants(members: SetTerm) -> list[int]:
    from grundy.rules.evaluate import constant_elements

    found = constant_elements(members) if isinstance(members, SetOf) else None
    if found is None:
        raise Unsupported("program", "these rules", "a set without end is excluded")
    return found


def _bound(rows: list[Row], place: int, names: Sequence[str], sign: int) -> str:
    """The greatest lower (sign 1) or least upper (sign -1) bound of a variable as an expression."""
    constants: list[int] = []
    texts = []
    for row in rows:
        c = row[place]
        if c * sign <= 0:
            continue
        rest = tuple(0 if i == place else -sign * value for i, value in enumerate(row))
        if not any(rest[:-1]):
            constants.append(-(-rest[-1] // abs(c)) if sign > 0 else rest[-1] // abs(c))
        elif abs(c) == 1:
            texts.append(form_text(rest, names))
        else:
            texts.append(f"{'ceil_div' if sign > 0 else 'floor_div'}({form_text(rest, names)}, {abs(c)})")
    if constants:
        texts.insert(0, str(max(constants) if sign > 0 else min(constants)))
    text = texts[0] if texts else ""
    for other in texts[1:]:
        text = f"{'max' if sign > 0 else 'min'}({text}, {other})"
    return text


# ---------------------------------------------------------------- rulesets


class Moves(Value):
    """The moves of a ruleset: the names of its heaps, the constants and functions that its loops use, its loops."""

    heaps: tuple[str, ...]
    piece: Piece
    clauses: tuple[Clause, ...]
    code: Code | None

    def lines(self, body: Body, over: str = "") -> list[str]:
        """The lines that pass every move, with those of *body* inside; *over* as in `loops`."""
        if self.code is not None:
            return code_loops(self.code, body)
        return [line for clause in self.clauses for line in loops(clause, body, over)]


def moves_of(ruleset: Ruleset) -> Moves:
    """The moves of a ruleset; raises Unsupported where they cannot be written as loops."""
    from grundy.rules.codes import Code

    from .program import Piece

    if isinstance(ruleset, Code):
        return Moves(("n",), Piece((("DIGITS", ruleset.digits),)), (), ruleset)
    if not isinstance(ruleset, TextRuleset):
        raise Unsupported(
            "program", ruleset, "only rule texts and take-and-break codes can be written in other languages"
        )
    clauses = move_clauses(ruleset)
    heaps = clauses[0].heaps if clauses else tuple(safe_names(list(ruleset.rules.heaps)))
    members = [s for clause in clauses for _, s, excluded in clause.sets if not excluded]
    return Moves(heaps, set_piece(members), clauses, None)
