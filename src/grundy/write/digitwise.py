"""Options found digit by digit: numbers that an automaton accepts and that a move leads to, at any size.

A move is a system of linear rows over the heaps of the option and the variables of the move. Its digits are chosen
from the most significant on, for all numbers at once; of those chosen only the state of the automaton and a small
number for each row matter, so that the nodes are few. The program that is written does what `grundy.solver.digitwise`
does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import gcd
from typing import Any

from grundy.rules.lp import solve_lp
from grundy.rules.terms import SetOf
from grundy.rules.values import Value, replace

from .automata import alive_states, alphabet_of, weights_of
from .forms import Form
from .moves import Clause, Moves, Row, tight
from .program import LARGEST, Constant, Piece, indented
from .sets import set_loop
from .terms import form_text, test_text

_MOST_COLUMNS = 256
_SURE = 2**40
_LOOPS = ("powers", "fibonacci")


class _Line(Value):
    """A clause whose variables are known (looped over, *listed*) or numbers whose digits are chosen.

    A row is whether it is equal to 0 (else it is at least 0), the coefficients of the numbers, and those of the known
    names with a constant.
    """

    clause: Clause
    listed: tuple[int, ...]
    parts: int
    rows: tuple[tuple[bool, Row, Row], ...]

    @property
    def size(self) -> int:
        """The numbers whose digits are chosen."""
        return len(self.rows[0][1])


def digit_options(form: Form, moves: Moves, automaton: Mapping[str, Any]) -> Form | None:
    """*form* with a function that finds options with an automaton of the same game; None where it is not known how."""
    heaps = len(moves.heaps)
    values = automaton["about"] == "grundy"
    if moves.code is not None or int(automaton["tracks"]) != heaps + values or not moves.clauses:
        return None
    lines = [_line(clause) for clause in moves.clauses]
    alphabet = alphabet_of(automaton["system"])
    splits = any(len(clause.parts) > 1 for clause in moves.clauses)
    if splits and not (values and form.grundy and heaps == 1 and automaton["system"] == {"kind": "base", "base": 2}):
        return None
    found = [line for line in lines if line is not None]
    if len(found) < len(lines) or any(alphabet**line.size > _MOST_COLUMNS for line in found):
        return None
    limits = [_limit(line, min(form.largest, LARGEST)) for line in found]
    largest = min(limits)
    if largest < 1:
        return None
    search = _Search(automaton, heaps, dict(form.piece.constants), splits=splits)
    one = heaps == 1 and bool(form.grundy)
    name, wanted = ("replacement", ", wanted: int") if one else ("move", "")
    words = "What the heap becomes by a move that leaves the value wanted" if one else "The heaps after a winning move"
    own = f"wanted == {form.call(form.grundy, *moves.heaps)}" if one else form.lost(*moves.heaps)
    body = [f"if {own}:", "    return []"]
    body += _declared([text for line in found for text in _tries(line, search, one=one)])
    functions = f'''
def {name}({", ".join(f"{heap}: int" for heap in moves.heaps)}{wanted}) -> Heaps:
    """{words}, if there is one."""
{indented(body)}    return []
'''
    return replace(
        form,
        piece=form.piece + moves.piece + search.piece + Piece(functions=functions),
        largest=largest,
        options_to=largest,
        method="their digits are chosen one after the other, by an automaton that accepts the heaps wanted",
        **{name: name},
    )


def _declared(body: list[str]) -> list[str]:
    """*body* with the types of the names `rows` and `found` where they first stand, or before everything."""
    kinds = {"rows": "Options", "found": "Heaps"}
    first = [next((i for i, text in enumerate(body) if text.strip().startswith(f"{n} = ")), 0) for n in kinds]
    if any(body[i].startswith(" ") for i in first):
        return [*(f"{name}: {kind} = {kind}()" for name, kind in kinds.items()), *body]
    for i, (name, kind) in zip(first, kinds.items(), strict=True):
        body[i] = body[i].replace(f"{name} =", f"{name}: {kind} =", 1)
    return body


def _tries(line: _Line, search: _Search, *, one: bool) -> Iterator[str]:
    """The lines that look for an option of one clause."""
    clause, known = line.clause, _known(line)
    depth = 0
    names = [clause.names[i] for i in known]
    guards = [test_text(row, names) for _, numbers, row in line.rows if not any(numbers)]
    opposite = [tuple(-c for c in row) for equal, numbers, row in line.rows if equal and not any(numbers)]
    guards += [test_text(row, names) for row in opposite]
    for place in line.listed:
        name = clause.names[place]
        members = next(s for v, s, excluded in clause.sets if v == name and not excluded)
        for text in set_loop(name, members, "1", str(clause.heaps[0]) if len(clause.heaps) == 1 else _most(clause)):
            yield "    " * depth + text
            depth += 1
    if guards:
        yield "    " * depth + f"if {' and '.join(dict.fromkeys(guards))}:"
        depth += 1
    inner = "    " * depth
    yield f"{inner}rows = Options()"
    for equal, numbers, row in line.rows:
        if any(numbers):
            texts = [str(int(equal)), *map(str, numbers), form_text(row, names)]
            yield f"{inner}rows.append([{', '.join(texts)}])"
    arguments = ["rows", *([str(line.parts)] if search.splits else [])]
    arguments += ["wanted" if one else "0"] if search.values else []
    yield f"{inner}found = option({', '.join(arguments)})"
    yield f"{inner}if len(found) > 0:"
    yield f"{inner}    return found"


def _most(clause: Clause) -> str:
    text = clause.heaps[0]
    for heap in clause.heaps[1:]:
        text = f"max({text}, {heap})"
    return text


def _known(line: _Line) -> list[int]:
    return [*range(len(line.clause.heaps)), *line.listed]


def _line(clause: Clause) -> _Line | None:
    """The rows of a clause over the heaps of the option, or None."""
    heaps, names = len(clause.heaps), len(clause.names)
    listed: list[int] = []
    for name, members, excluded in clause.sets:
        short = isinstance(members, SetOf) or members.name in _LOOPS
        if excluded or not short or name in [clause.names[i] for i in listed]:
            return None
        listed.append(clause.names.index(name))
    parts = len(clause.parts)
    outputs = [row for part in clause.parts for row in part]
    if len({len(part) for part in clause.parts}) != 1 or len(clause.parts[0]) != heaps:
        return None
    # rows over outputs, all names, and 1
    size = len(outputs)
    equal = [(*_unit(j, size), *(-c for c in row)) for j, row in enumerate(outputs)]
    least = [((0,) * size + tuple(row)) for row in clause.rows]
    free = [size + i for i in range(heaps, names) if i not in listed]
    for place in list(free):
        pivot = next((row for row in equal if abs(row[place]) == 1), None)
        if pivot is not None:
            equal = [_without(row, pivot, place) for row in equal if row is not pivot]
            least = [_without(row, pivot, place) for row in least]
            free.remove(place)
    guesses = (0,) * (parts - 1)
    known = [size + i for i in (*range(heaps), *listed)]
    rows = []
    for same, row in [*((True, r) for r in equal), *((False, r) for r in tight([_reduced(r) for r in least]))]:
        numbers = (*row[:size], *guesses, *(row[i] for i in free))
        rest = (*(row[i] for i in known), row[-1])
        always = not same and min((*numbers, *rest[:-1])) >= 0 and rest[-1] + clause.least * sum(rest[:heaps]) >= 0
        if not always:
            rows.append((same, numbers, rest))
    return _Line(clause, tuple(listed), parts, tuple(rows)) if any(any(row[1]) for row in rows) else None


def _unit(place: int, size: int) -> Row:
    """The row 0, …, 0, 1, 0, …, 0."""
    return tuple(int(i == place) for i in range(size))


def _reduced(row: Row) -> Row:
    """A row >= 0 over integers, divided by what its coefficients have in common."""
    common = gcd(*row[:-1]) or 1
    return (*(c // common for c in row[:-1]), row[-1] // common)


def _without(row: Sequence[int], pivot: Sequence[int], place: int) -> Row:
    """*row* less a multiple of *pivot*, whose entry at *place* is 1 or -1."""
    times = row[place] * pivot[place]
    return tuple(a - times * b for a, b in zip(row, pivot, strict=True))


def _limit(line: _Line, most: int) -> int:
    """The largest of some heaps up to which all numbers are in 64 bits; 0 where there is none."""
    return next((m for m in [most, *(most // k for k in (2, 3, 4, 6, 8, 16, 100))] if _fits(line, m)), 0)


def _fits(line: _Line, most: int) -> bool:
    clause = line.clause
    for _, _, rest in line.rows:
        for sign in (1, -1):
            if sum(max(sign * c, 0) for c in rest[:-1]) * most + sign * rest[-1] > LARGEST:
                return False
    names = len(clause.names)
    rows = [(row[:-1], ">=", -row[-1]) for row in clause.rows]
    rows += [(_unit(i, names), "<=", most) for i in range(len(clause.heaps))]
    forms = [(row[:-1], row[-1], LARGEST) for part in clause.parts for row in part]
    forms += [(_unit(i, names), 0, most if i in line.listed else LARGEST) for i in range(len(clause.heaps), names)]
    for form, constant, bound in forms:
        found = solve_lp(rows, [-c for c in form])
        if found.status == "unbounded" or (found.value is not None and constant - found.value > bound):
            return False
    return True


def _less(number: int) -> str:
    return f" - {number}" if number else ""


class _Search:
    """The functions `option` and `step` for an automaton."""

    def __init__(self, automaton: Mapping[str, Any], heaps: int, others: Mapping[str, Any], *, splits: bool) -> None:
        self.system = automaton["system"]
        self.values = automaton["about"] == "grundy"
        self.splits = splits
        self.heaps = heaps
        self.base = alphabet_of(self.system)
        self.t = int(self.system["t"]) if self.system["kind"] == "ostrowski" else 0
        self.columns = self.base ** int(automaton["tracks"])
        self.start = int(automaton.get("start", 0))
        self.weights = weights_of(self.system, LARGEST)
        final = set(automaton["final"])
        tables: dict[str, int | tuple[int, ...]] = {
            "WEIGHTS": self.weights,
            "NEXT": tuple(state for row in automaton["delta"] for state in row),
            "FINAL": tuple(int(i in final) for i in range(len(automaton["delta"]))),
            "ALIVE": alive_states(automaton),
            "SURE": _SURE,
        }
        named = {n: n if others.get(n, value) == value else f"OPTION_{n}" for n, value in tables.items()}
        constants: tuple[Constant, ...] = tuple((named[n], value) for n, value in tables.items())
        text = f"\n{self._step()}\n\n{self._option()}"
        for plain, name in named.items():
            text = text.replace(f"{plain}[", f"{name}[")
        self.piece = Piece(constants, text)

    def _arguments(self) -> str:
        return (", parts: int" if self.splits else "") + (", wanted: int" if self.values else "")

    def _reading(self) -> list[str]:
        """The lines of `step` that move the automaton; the state comes first in a node."""
        place = [f"for i in range(0, {self.heaps}):", f"    place = place * {self.base} + digits[i]"]
        if self.heaps == 1:
            place = ["place = digits[0]"]
        if not self.splits:
            column = f"place * {self.base} + wanted" if self.values else "place"
            return [
                "place: int = 0" if self.heaps > 1 else "place: int = digits[0]",
                *(place if self.heaps > 1 else []),
                f"state: int = NEXT[node[0] * {self.columns} + {column}]",
                "if ALIVE[state] == 0:",
                "    return []",
                "after: Heaps = [state]",
            ]
        return [
            "after: Heaps = Heaps()",
            "for part in range(0, parts):",
            "    digit: int = wanted",
            "    if part < parts - 1:",
            "        digit = digits[parts + part]",
            "        wanted = wanted ^ digit",
            "    state: int = NEXT[node[part] * 4 + digits[part] * 2 + digit]",
            "    if ALIVE[state] == 0:",
            "        return []",
            "    after.append(state)",
        ]

    def _step(self) -> str:
        t = self.t
        before = "node[2 * i + 1]" if t else "node[parts + i]" if self.splits else "node[i + 1]"
        read = f"{self.base} * {before} + added[i]"
        total = "wide(read) * weight"
        if t:
            times = "" if t == 1 else f"{t} * "
            read = f"{times}{before} + node[2 * i + 2] + added[i]"
            total = f"wide(read) * weight + wide({before}) * below"
        lines = ["size: int = len(rows[0]) - 2", "digits: Heaps = Heaps()", "for i in range(0, size):"]
        lines += ["    digits.append(0)", "for i in range(size - 1, -1, -1):", f"    digits[i] = column % {self.base}"]
        lines += [f"    column = column // {self.base}", *self._reading(), "for i in range(0, len(rows)):"]
        sure = ["        after.append(SURE)", *(["        after.append(0)"] if t else []), "        continue"]
        lines += [f"    if {before} == SURE:", *sure]
        lines += [
            f"    read: int = {read}",
            "    up: int = 1 if rows[i][size + 1] > 0 else 0",
            "    down: int = 1 if rows[i][size + 1] < 0 else 0",
            "    for j in range(0, size):",
            "        read += rows[i][j + 1] * digits[j]",
            "        up += max(rows[i][j + 1], 0)",
            "        down += max(-rows[i][j + 1], 0)",
            f"    total: wide = {total}",
            "    if total + wide(up) * (weight - 1) < 0:",
            "        return []",
            "    if rows[i][0] == 1 and total > wide(down) * (weight - 1):",
            "        return []",
        ]
        holds = "rows[i][0] == 0 and total >= wide(down) * (weight - 1)"
        if t:
            lines += [f"    sure: bool = {holds}", "    after.append(SURE if sure else read)"]
            lines += [f"    after.append(0 if sure else {before})"]
            lines += [f"for i in range({self.heaps}, size):"]
            lines += [f"    last: int = node[2 * len(rows) + i{_less(self.heaps - 1)}]"]
            lines += [f"    if last == {t} and digits[i] > 0:", "        return []", "    after.append(digits[i])"]
        else:
            lines += [f"    after.append(SURE if {holds} else read)"]
        lines += ["return after"]
        below = ", below: int" if t else ""
        return f'''
def step(node: Heaps, column: int, rows: Options, added: Heaps, weight: int{below}{self._arguments()}) -> Heaps:
    """The node after one more digit of each number, those of the column; nothing where no option lies behind it: the
    automaton cannot accept, or a row fails whatever the digits to come are. A row that holds in any case is SURE."""
{indented(lines)}'''

    def _option(self) -> str:
        pad = "2 * len(rows) + " if self.t else "len(rows)"
        zeros = f"{pad}size - {self.heaps}" if self.t else pad
        start = f"[{self.start}]" if not self.splits else "Heaps()"
        lines = ["size: int = len(rows[0]) - 2", f"start: Heaps = {start}"]
        if self.splits:
            lines += ["for i in range(0, parts):", f"    start.append({self.start})"]
        lines += [f"for i in range(0, {zeros}):", "    start.append(0)", "constants: Heaps = Heaps()"]
        lines += ["for row in rows:", "    constants.append(max(row[size + 1], -row[size + 1]))"]
        lines += ["ways: int = 1", "for i in range(0, size):", f"    ways = ways * {self.base}"]
        lines += ["nodes: Options = Options()", "nodes.append(start)", "came: Heaps = [-1]", "columns: Heaps = [0]"]
        lines += ["begin: int = 0", f"for place in range(0, {len(self.weights)}):", *self._layer()]
        outputs = "parts" if self.splits else str(self.heaps)
        accepted = ["    if FINAL[nodes[at][0]] == 1:"]
        if self.splits:
            accepted = ["    accepted: bool = True", "    for part in range(0, parts):"]
            accepted += ["        accepted = accepted and FINAL[nodes[at][part]] == 1", "    if accepted:"]
        lines += [
            "for at in range(begin, len(nodes)):",
            *accepted,
            "        found: Heaps = Heaps()",
            f"        for i in range(0, {outputs}):",
            "            found.append(0)",
            "        node: int = at",
            f"        for place in range({len(self.weights) - 1}, -1, -1):",
            "            column: int = columns[node]",
            "            for i in range(size - 1, -1, -1):",
            f"                if i < {outputs}:",
            f"                    found[i] += column % {self.base} * WEIGHTS[place]",
            f"                column = column // {self.base}",
            "            node = came[node]",
            "        return found",
            "return []",
        ]
        return f'''
def option(rows: Options{self._arguments()}) -> Heaps:
    """The heaps that the automaton accepts{" with the value wanted" if self.values else ""} and for which every row
    holds, if there are some. A row is 1 for = 0 or 0 for >= 0, the coefficients of these heaps and of the other numbers
    of the move, and a constant. The digits are chosen from the left, those of all numbers at once; nodes are what
    is to be known of those chosen."""
{indented(lines)}'''

    def _layer(self) -> list[str]:
        """The lines that choose one more digit of all numbers."""
        below, arguments = [], ["nodes[at]", "column", "rows", "added", "weight"]
        if self.t:
            last = len(self.weights) - 1
            below = [f"    below: int = WEIGHTS[place + 1] if place < {last} else 1"]
            arguments.append("below")
        arguments += ["parts"] if self.splits else []
        arguments += ["digit"] if self.values else []
        wanted = ["    digit: int = wanted // weight", "    wanted = wanted % weight"] if self.values else []
        return [
            "    weight: int = WEIGHTS[place]",
            *below,
            *wanted,
            "    added: Heaps = Heaps()",
            "    for i in range(0, len(rows)):",
            "        part_of: int = constants[i] // weight",
            "        added.append(part_of if rows[i][size + 1] > 0 else -part_of)",
            "        constants[i] = constants[i] % weight",
            "    end: int = len(nodes)",
            "    seen: Known = Known()",
            "    for at in range(begin, end):",
            "        for column in range(0, ways):",
            f"            after: Heaps = step({', '.join(arguments)})",
            "            if len(after) > 0 and key(after) not in seen:",
            "                seen[key(after)] = 1",
            "                nodes.append(after)",
            "                came.append(at)",
            "                columns.append(column)",
            "    begin = end",
        ]
