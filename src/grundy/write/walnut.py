"""The theorem of an automatic law as files for Walnut, the prover of H. Mousavi and J. Shallit and others.

Walnut reads automata from ``Automata Library/NAME.txt``: a line with the numeration system of each track, then for each
state a line with its number and output (1 accepts), and lines ``digits -> state``; state 0 is the initial one. Commands
are read from ``Command Files``. All numbers are >= 0 there and no part of a formula may be negative, so every
inequality is written with its negative terms on the other side. Sources: H. Mousavi, Automatic theorem proving in
Walnut, arXiv 1603.06017; A. Baranwal, L. Schaeffer and J. Shallit, Ostrowski-automatic sequences (2021), for ``ost``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from grundy.rules.blocking import Blocking
from grundy.rules.errors import Unsupported
from grundy.rules.rulesets import Ruleset, TextRuleset
from grundy.rules.terms import SetOf

if TYPE_CHECKING:
    from grundy.rules.forms import Clause

_NAMES = "abcdefghijklmnopqrst"
_MOST = 9


def walnut_script(ruleset: Ruleset, law_json: Mapping[str, Any], play: str = "normal") -> dict[str, str]:
    """Walnut's files of the theorem that an automatic law is right, by their names in Walnut's directory.

    Raises Unsupported for other laws, and for rules that are not linear.

    >>> from grundy.games import expression
    >>> from grundy.laws.beatty import BeattyLaw
    >>> files = walnut_script(expression("wythoff"), BeattyLaw(1).automatic().to_json())
    >>> sorted(files)
    ['Automata Library/grundy_law.txt', 'Command Files/grundy.txt', 'README.txt']
    >>> print(files["Command Files/grundy.txt"].splitlines()[0])
    def grundy_m1 "?msd_fib E v1 (x1>=v1 & x1=y1+v1 & x2=y2 & ~(y1=x1 & y2=x2))":
    """
    if law_json.get("kind") != "automatic":
        raise Unsupported("Walnut script", ruleset, "only laws that are automata have one")
    inner = ruleset.inner if isinstance(ruleset, Blocking) else ruleset
    if not isinstance(inner, TextRuleset) or inner.heaps > _MOST:
        raise Unsupported("Walnut script", ruleset, f"its rules are no linear text with at most {_MOST} heaps")
    script = _Script(ruleset, inner, law_json, play)
    files = {"Automata Library/grundy_law.txt": _automaton(law_json, script.system)}
    commands = script.outcomes() if law_json["about"] == "outcome" else script.values()
    if script.splits:
        files["Automata Library/grundy_xor.txt"] = _xor(script.system)
    files["Command Files/grundy.txt"] = "".join(f"{command}\n" for command in (*script.base, *commands))
    files["README.txt"] = _readme(ruleset, script)
    return files


def _system_name(system: Mapping[str, Any]) -> str:
    if system["kind"] == "base":
        return f"msd_{system['base']}"
    return "msd_fib" if system["t"] == 1 else f"msd_grundy{system['t']}"


def _automaton(law: Mapping[str, Any], system: str) -> str:
    """The automaton of a law; states from which no word is accepted are left out."""
    alphabet = law["system"]["base"] if law["system"]["kind"] == "base" else law["system"]["t"] + 1
    columns = [" ".join(map(str, digits)) for digits in product(range(alphabet), repeat=law["tracks"])]
    final = set(law["final"])
    alive = set(final)
    while more := {i for i, row in enumerate(law["delta"]) if i not in alive and any(s in alive for s in row)}:
        alive |= more
    start = law.get("start", 0)
    order = [start, *(i for i in range(len(law["delta"])) if i != start and i in alive)]
    number = {state: i for i, state in enumerate(order)}
    lines = [" ".join([system] * law["tracks"])]
    for state in order:
        lines += ["", f"{number[state]} {int(state in final)}"]
        lines += [
            f"{column} -> {number[after]}"
            for column, after in zip(columns, law["delta"][state], strict=True)
            if after in alive
        ]
    return "\n".join(lines) + "\n"


def _xor(system: str) -> str:
    """The automaton of a = b xor c."""
    lines = [f"{system} {system} {system}", "", "0 1"]
    lines += [f"{a} {b} {a ^ b} -> 0" for a in (0, 1) for b in (0, 1)]
    return "\n".join(lines) + "\n"


class _Script:
    """The commands for one ruleset."""

    def __init__(self, ruleset: Ruleset, inner: TextRuleset, law: Mapping[str, Any], play: str) -> None:
        self.ruleset = ruleset
        self.play = play
        self.system = _system_name(law["system"])
        self.heaps = inner.heaps
        self.least = inner.least
        self.clauses = inner.clauses()
        self.splits = any(len(clause.components) > 1 for clause in self.clauses)
        self.x, self.y, self.z = ([f"{letter}{i + 1}" for i in range(self.heaps)] for letter in "xyz")
        self.base: list[str] = []
        if law["system"]["kind"] == "ostrowski" and law["system"]["t"] > 1:
            t = law["system"]["t"]
            self.base = [f"ost grundy{t} [{t + 1}] [{t}];"]

    def command(self, kind: str, name: str, formula: str) -> str:
        """A command of Walnut."""
        return f'{kind} grundy_{name} "?{self.system} {formula}":'

    def moves(self) -> list[str]:
        """A definition for each clause: the heaps x may become y (and z, for a split)."""
        return [self.command("def", f"m{i}", _clause(c, self)) for i, c in enumerate(self.clauses, 1)]

    def option(self, clause: int, *parts: Sequence[str]) -> str:
        """The call that says that *parts* are what a move by a clause leaves."""
        return f"$grundy_m{clause}({_list(self.x, *parts)})"

    def any_option(self, part: Sequence[str]) -> str:
        """That *part* is an option."""
        return _any([self.option(i, part) for i in range(1, len(self.clauses) + 1)])

    @property
    def legal(self) -> str:
        """That every heap is at least the least."""
        return "".join(f"{x}>={self.least} & " for x in self.x) if self.least else ""

    def outcomes(self) -> list[str]:
        """The theorem about outcomes: the law is the legal positions without an option in it."""
        if self.splits:
            raise Unsupported("Walnut script", self.ruleset, "outcomes do not decide games that split")
        if isinstance(self.ruleset, Blocking):
            winning = self._blocking(self.ruleset.options_forbidden + 1)
        else:
            winning = f"E {_list(self.y)} ({self.any_option(self.y)} & $grundy_law({_list(self.y)}))"
        commands = [*self.moves(), self.command("def", "wins", winning)]
        won = f"$grundy_wins({_list(self.x)})"
        if self.play == "misere":
            commands.append(self.command("def", "ends", f"~(E {_list(self.y)} {self.any_option(self.y)})"))
            won = f"({won} | $grundy_ends({_list(self.x)}))"
        theorem = f"A {_list(self.x)} ($grundy_law({_list(self.x)}) <=> ({self.legal}~{won}))"
        return [*commands, self.command("eval", "theorem", theorem)]

    def _blocking(self, count: int) -> str:
        """That at least *count* different options are in the law."""
        parts = [[f"{_NAMES[j]}{i + 1}" for i in range(self.heaps)] for j in range(count)]
        if count > len(_NAMES):
            raise Unsupported("Walnut script", self.ruleset, "too many options are forbidden")
        told = [f"{self.any_option(part)} & $grundy_law({_list(part)})" for part in parts]
        told += [f"~({_same(a, b)})" for a, b in combinations(parts, 2)]
        return f"E {_list(*parts)} ({' & '.join(told)})"

    def values(self) -> list[str]:
        """The theorem about values: h is the value if no option has it and every smaller number is one of an option."""
        ways = []
        for i, clause in enumerate(self.clauses, 1):
            if len(clause.components) == 1:
                ways.append(f"(E {_list(self.y)} ({self.option(i, self.y)} & $grundy_law({_list(self.y)},h)))")
            elif len(clause.components) == 2 and self.system == "msd_2":
                law = f"$grundy_law({_list(self.y)},u) & $grundy_law({_list(self.z)},w) & $grundy_xor(h,u,w)"
                ways.append(f"(E {_list(self.y, self.z)},u,w ({self.option(i, self.y, self.z)} & {law}))")
            else:
                raise Unsupported("Walnut script", self.ruleset, "a split is written for two parts in base 2 only")
        has = self.command("def", "has", " | ".join(ways))
        x = _list(self.x)
        right = f"~$grundy_has(h,{x}) & (A k (k<h => $grundy_has(k,{x})))"
        theorem = f"A h,{x} ($grundy_law({x},h) <=> ({self.legal}{right}))"
        return [*self.moves(), has, self.command("eval", "theorem", theorem)]


def _clause(clause: Clause, script: _Script) -> str:
    """The formula of one clause in the heaps x, what is left, y (and z), and its variables v."""
    variables = [f"v{i}" for i in range(1, len(clause.variables) + 1)]
    names = [*script.x, *variables]
    told = [_compared(row, names, ">=") for row in clause.rows if any(c < 0 for c in row)]
    for part, targets in zip(clause.components, (script.y, script.z), strict=False):
        told += [_compared((*row[:-1], row[-1]), names, "=", target) for row, target in zip(part, targets, strict=True)]
    for member in clause.memberships:
        told.append(_member(member, variables[clause.variables.index(member.variable)], script))
    if len(clause.components) == 1:
        told.append(f"~({_same(script.y, script.x)})")
    said = " & ".join(told)
    told += [f"{name}>=0" for name in (*script.x, *script.y) if name not in said]  # free all the same
    body = " & ".join(dict.fromkeys(told))
    return f"E {_list(variables)} ({body})" if variables else body


def _compared(row: Sequence[int], names: Sequence[str], sign: str, target: str = "") -> str:
    """The row >= 0, or the row = target, without a negative part."""
    more = [_times(c, name) for c, name in zip(row, names, strict=False) if c > 0]
    less = [target] * bool(target) + [_times(-c, name) for c, name in zip(row, names, strict=False) if c < 0]
    (more if row[-1] > 0 else less).extend([str(abs(row[-1]))] * bool(row[-1]))
    return f"{'+'.join(more) or '0'}{sign}{'+'.join(less) or '0'}"


def _times(c: int, name: str) -> str:
    return name if c == 1 else f"{c}*{name}"


def _member(member: Any, name: str, script: _Script) -> str:
    if not isinstance(member.members, SetOf):
        raise Unsupported("Walnut script", script.ruleset, "a set without end is no linear condition")
    values = [element.value for element in member.members.elements]  # type: ignore[union-attr]
    told = _any([f"{name}={value}" for value in values if value >= 0] or [f"{name}<0"])
    return f"~{told}" if member.excluded else told


def _any(formulas: Sequence[str]) -> str:
    return f"({' | '.join(formulas)})"


def _same(a: Sequence[str], b: Sequence[str]) -> str:
    return " & ".join(f"{p}={q}" for p, q in zip(a, b, strict=True))


def _list(*names: Sequence[str]) -> str:
    return ",".join(name for part in names for name in part)


def _readme(ruleset: Ruleset, script: _Script) -> str:
    """What to do with the files."""
    about = "misere play" if script.play == "misere" else "normal play"
    return (
        f"The law of {ruleset} ({about}) as a theorem for Walnut.\n\n"
        "Copy the two directories into Walnut's own, start Walnut and type\n\n"
        "    load grundy.txt;\n\n"
        "The last line, grundy_theorem, must be TRUE: the automaton in 'Automata Library/grundy_law.txt' accepts\n"
        "exactly what the rules say that it must. That play ends is not part of it.\n"
    )
