"""Programs without a law: Grundy values and outcomes computed from the moves, and kept."""

from __future__ import annotations

from grundy.rules.blocking import Blocking
from grundy.rules.lp import solve_lp
from grundy.rules.rulesets import Ruleset
from grundy.rules.values import replace

from .forms import Form
from .moves import Clause, Moves, moves_of
from .program import Piece, indented

_MEX = '''
def mex(values: Heaps) -> int:
    """The least number that is not among the values."""
    seen: Heaps = Heaps()
    for i in range(0, len(values) + 1):
        seen.append(0)
    for value in values:
        if value < len(seen):
            seen[value] = 1
    least: int = 0
    while seen[least] == 1:
        least += 1
    return least
'''


def table_form(ruleset: Ruleset, *, values: bool = False) -> Form:
    """The functions that compute values, or the outcomes of blocking rules; raises Unsupported."""
    from grundy.rules.errors import Unsupported

    if isinstance(ruleset, Blocking):
        if values:
            raise Unsupported("value", ruleset, "blocking rules have outcomes only")
        found = _blocking_form(ruleset)
    else:
        moves = moves_of(ruleset)
        falls = len(moves.heaps) == 1 and _falls(moves)
        found = _row_form(moves, ruleset.least) if falls else _memo_form(moves)
    return replace(found, largest=ruleset.least + found.largest)


def _falls(moves: Moves) -> bool:
    """Whether every move leaves smaller heaps only."""
    if moves.code is not None:
        return True
    return all(not _reaches(clause, part[0]) for clause in moves.clauses for part in clause.parts)


def _reaches(clause: Clause, form: tuple[int, ...]) -> bool:
    """Whether the rows allow that a part is at least the heap that was there."""
    rows = [(row[:-1], ">=", -row[-1]) for row in clause.rows]
    rows.append(((1, *([0] * len(clause.variables))), ">=", clause.least))
    rise = tuple(c - int(i == 0) for i, c in enumerate(form[:-1]))
    rows.append((rise, ">=", -form[-1] if len(clause.parts) > 1 else 1 - form[-1]))
    return solve_lp(rows, [0] * len(clause.names)).status != "infeasible"


def _row_form(moves: Moves, least: int) -> Form:
    """One heap, smaller after every move: the values in a row, each from those before."""
    (n,) = moves.heaps
    shift = f" - {least}" if least else ""

    def body(parts: list[list[str]]) -> list[str]:
        return [f"values.append({' ^ '.join(f'VALUES[{_index(part[0], least)}]' for part in parts)})"]

    functions = f'''
def value_of({n}: int) -> int:
    """The Grundy value of a heap, from those of the smaller ones: the least number that no option has."""
    values: Heaps = Heaps()
{indented(moves.lines(body))}    return mex(values)


def grundy({n}: int) -> int:
    """The Grundy value of a heap; values are kept in VALUES."""
    while len(VALUES) <= {n}{shift}:
        VALUES.append(value_of(len(VALUES){f" + {least}" if least else ""}))
    return VALUES[{n}{shift}]
'''
    return Form(
        moves.piece + Piece((("VALUES", "Heaps"),), _MEX + functions),
        1,
        grundy="grundy",
        largest=_most(moves),
        computed=True,
    )


def _index(text: str, least: int) -> str:
    return f"{text} - {least}" if least else text


def _memo_form(moves: Moves) -> Form:
    """Any measure: values of positions are kept, and what is missing is done first."""
    heaps = moves.heaps
    size = len(heaps)

    def body(parts: list[list[str]]) -> list[str]:
        keys = [f"key([{', '.join(part)}])" for part in parts]
        known = " and ".join(f"{key} in KNOWN" for key in keys)
        lines = [f"if {known}:", f"    values.append({' ^ '.join(f'KNOWN[{key}]' for key in keys)})", "else:"]
        lines += [f"    todo.append([{', '.join(part)}])" for part in parts]
        return [*lines, "    ready = False"]

    names = ", ".join(heaps)
    functions = f'''
def grundy({", ".join(f"{heap}: int" for heap in heaps)}) -> int:
    """The Grundy value of a position: the least number that no option has. Values are kept in KNOWN."""
    start: Heaps = [{names}]
    todo: Options = Options()
    todo.append(start)
    while len(todo) > 0:
        top: Heaps = todo[-1]
        if key(top) in KNOWN:
            todo.pop()
            continue
{indented([f"{heap} = top[{i}]" for i, heap in enumerate(heaps)], 2)}        values: Heaps = Heaps()
        ready: bool = True
{indented(moves.lines(body), 2)}        if ready:
            KNOWN[key(top)] = mex(values)
            todo.pop()
    return KNOWN[key(start)]
'''
    piece = moves.piece + Piece((("KNOWN", "Known"),), _MEX + functions)
    return Form(piece, size, grundy="grundy", largest=_most(moves), computed=True)


def _most(moves: Moves) -> int:
    """The heaps for which a table is a matter of seconds."""
    return {1: 5_000, 2: 200, 3: 30}.get(len(moves.heaps), 10)


def _blocking_form(ruleset: Blocking) -> Form:
    """Outcomes of a blocking game: lost where at most so many options are."""
    moves = moves_of(ruleset.inner)
    heaps = moves.heaps

    def body(parts: list[list[str]]) -> list[str]:
        key = f"key([{', '.join(parts[0])}])"
        return [
            f"if {key} in KNOWN:",
            f"    if KNOWN[{key}] == 0:",
            f"        lost[{key}] = 1",
            "else:",
            f"    todo.append([{', '.join(parts[0])}])",
            "    ready = False",
        ]

    functions = f'''
def is_p({", ".join(f"{heap}: int" for heap in heaps)}) -> bool:
    """Whether the mover loses: at most {ruleset.options_forbidden} options are lost. Outcomes are kept in KNOWN."""
    start: Heaps = [{", ".join(heaps)}]
    todo: Options = Options()
    todo.append(start)
    while len(todo) > 0:
        top: Heaps = todo[-1]
        if key(top) in KNOWN:
            todo.pop()
            continue
{indented([f"{heap} = top[{i}]" for i, heap in enumerate(heaps)], 2)}        lost: Known = Known()
        ready: bool = True
{indented(moves.lines(body), 2)}        if ready:
            KNOWN[key(top)] = 1 if len(lost) > {ruleset.options_forbidden} else 0
            todo.pop()
    return KNOWN[key(start)] == 0
'''
    piece = moves.piece + Piece((("KNOWN", "Known"),), functions)
    return Form(piece, len(heaps), is_p="is_p", largest=_most(moves), computed=True)
