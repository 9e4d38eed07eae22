"""Rules and piecewise-linear laws as formulas of z3: linear integer arithmetic with division by constants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grundy.prover.base import NotProved
from grundy.prover.inequalities import Reader
from grundy.rules.evaluate import constant_elements
from grundy.rules.moves import free_names
from grundy.rules.rulesets import TextRuleset
from grundy.rules.terms import (
    Alternative,
    And,
    Call,
    Compare,
    Condition,
    In,
    Int,
    Name,
    NamedSet,
    Neg,
    Not,
    Op,
    Or,
    SetOf,
    SetTerm,
    Term,
)
from grundy.rules.values import Value

MOST_PIECES = 400
_MOST_MEMBERS = 2_000

_COMPARISONS = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


class Piece(Value):
    """The value *first* + slope*q of the heap *begin* + step*q, for all q >= 0."""

    begin: int
    step: int
    first: int
    slope: int


class Formula(Value):
    """Values *start* of the heaps from the least one on, then one piece for each residue of one modulus."""

    least: int
    start: tuple[int, ...]
    pieces: tuple[Piece, ...]

    def of(self, n: Any) -> Any:
        """The value of the heap n, as a term of z3."""
        import z3

        found = z3.IntVal(0)
        for p in self.pieces:
            value = p.first + p.slope * ((n - p.begin) / p.step) if p.slope else z3.IntVal(p.first)
            found = z3.If((n - p.begin) % p.step == 0, value, found)
        for i, value in enumerate(self.start):
            found = z3.If(n == self.least + i, z3.IntVal(value), found)
        return found


def formula_of(law: Mapping[str, Any]) -> Formula:
    """The formula that a law is: periodic, by residues without recursion, or floor(n/d); raises NotProved for others.

    >>> formula_of({"kind": "periodic", "least": 0, "preperiod": 1, "period": 1, "saltus": 2, "values": [0, 5]})
    Formula(least=0, start=(0,), pieces=(Piece(begin=1, step=1, first=5, slope=2),))
    """
    kind = law.get("kind")
    if kind == "periodic":
        least, preperiod, period, values = law["least"], law["preperiod"], law["period"], law["values"]
        laid = preperiod - least
        pieces = [Piece(preperiod + r, period, values[laid + r], law["saltus"]) for r in range(period)]
        found = Formula(least, tuple(values[:laid]), tuple(pieces))
    elif kind == "residues":
        found = _residues(law)
    elif kind == "arithmetic" and law.get("name") == "floor_div":
        (d,), shift, least = law["args"], law.get("shift", 0), law.get("least", 0)
        pieces = [Piece(least + i, d, (least + i + shift) // d, 1) for i in range(d)]
        found = Formula(least, (), tuple(pieces))
    else:
        raise NotProved("attested: a law of kind {kind} is no piecewise-linear formula", kind=kind)
    if len(found.start) + len(found.pieces) > MOST_PIECES:
        raise NotProved("attested: the formula has more than {most} pieces", most=MOST_PIECES)
    return found


def _residues(law: Mapping[str, Any]) -> Formula:
    least, k, start = law.get("least", 0), law["modulus"], tuple(law["start"])
    begin = least + len(start)
    pieces = []
    for case in law["cases"]:
        if "linear" not in case:
            raise NotProved("attested: the law refers to values of smaller heaps")
        (alpha, beta), r = case["linear"], case["residue"]
        n = -((r - begin) // k)
        pieces.append(Piece(k * n + r, k, alpha * n + beta, alpha))
    return Formula(least, start, tuple(pieces))


class Translator:
    """Terms and conditions as those of z3, names by *names*."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names = dict(names)

    def term(self, term: Term) -> Any:
        """A term; quotients and remainders by constants only."""
        import z3

        match term:
            case Int(value=value):
                return z3.IntVal(value)
            case Name(name=name):
                return self.names[name]
            case Neg(term=inner):
                return -self.term(inner)
            case Op(op=op, left=left, right=right):
                return self._operation(op, left, right)
            case Call(function="abs", args=(inner,)):
                found = self.term(inner)
                return z3.If(found >= 0, found, -found)
            case Call(function=function, args=args):
                first, *others = map(self.term, args)
                for other in others:
                    first = z3.If(first <= other if function == "min" else first >= other, first, other)
                return first

    def _operation(self, op: str, left: Term, right: Term) -> Any:
        a, b = self.term(left), self.term(right)
        if op == "+":
            return a + b
        if op == "-":
            return a - b
        reader = Reader()
        constants = [reader.term(t).integer for t in (left, right)]
        if op == "*" and constants != [None, None]:
            return a * b
        d = constants[1]
        if op == "*" or d is None or d == 0:
            raise NotProved("attested: a term is not linear")
        if d < 0:  # z3 rounds so that the remainder is >= 0: downwards only for d > 0
            a, d = -a, -d
            return a / d if op == "//" else -(a % d)
        return a / d if op == "//" else a % d

    def condition(self, condition: Condition) -> Any:
        """A condition; sets of constants and ranges only."""
        import z3

        match condition:
            case And(parts=parts):
                return z3.And([self.condition(p) for p in parts])
            case Or(parts=parts):
                return z3.Or([self.condition(p) for p in parts])
            case Not(part=part):
                return z3.Not(self.condition(part))
            case Compare(op=op, left=left, right=right):
                return _COMPARISONS[op](self.term(left), self.term(right))
            case In(term=term, members=members, negated=negated):
                found = self._member(self.term(term), members)
                return z3.Not(found) if negated else found

    def _member(self, value: Any, members: SetTerm) -> Any:
        import z3

        if isinstance(members, NamedSet) and members.name == "range":
            low, high = map(self.term, members.args)
            return z3.And(low <= value, value < high)
        if isinstance(members, SetOf) and len(members.elements) <= _MOST_MEMBERS:
            constants = constant_elements(members)
            return z3.Or([value == e for e in constants or map(self.term, members.elements)])
        raise NotProved("attested: a set that is not finite")


class Options:
    """The options of one heap of a ruleset in which no move splits it, as formulas; raises NotProved for others."""

    def __init__(self, ruleset: TextRuleset) -> None:
        if ruleset.heaps != 1 or ruleset.splits:
            raise NotProved("attested: the rules are on several heaps, or a move splits the heap")
        self.ruleset = ruleset
        self.heap = ruleset.rules.heaps[0]
        self.count = 0

    def moves(self, n: Any) -> list[tuple[Any, Any]]:
        """For each alternative the option and the condition, in new variables."""
        return [self._move(a, n) for a in self.ruleset.rules.alternatives]

    def _move(self, alternative: Alternative, n: Any) -> tuple[Any, Any]:
        import z3

        names = {self.heap: n}
        for name in free_names(alternative, (self.heap,)):
            self.count += 1
            names[name] = z3.Int(f"{name}.{self.count}")
        return self._filled(alternative, names, [v >= 0 for k, v in names.items() if k != self.heap])

    def _filled(self, alternative: Alternative, names: Mapping[str, Any], more: Sequence[Any]) -> tuple[Any, Any]:
        import z3

        translator = Translator(names)
        y = translator.term(alternative.components[0][0])
        holds = [translator.condition(alternative.where)] if alternative.where is not None else []
        return y, z3.And([*holds, *more, y >= self.ruleset.least, y != names[self.heap]])

    def is_option(self, n: Any, y: Any) -> Any:
        """Whether y is an option of n, the free variables found from y; quantified where they cannot be."""
        import z3

        return z3.Or([self._leads(a, n, y) for a in self.ruleset.rules.alternatives])

    def _leads(self, alternative: Alternative, n: Any, y: Any) -> Any:
        import z3

        free = free_names(alternative, (self.heap,))
        output = alternative.components[0][0]
        if len(free) == 1:
            reader = Reader()
            c = reader.term(output).coefficient(free[0]).integer
            if c in {1, -1} and not any(free[0] in p.names for atom in reader.atoms.values() for p in atom.args):
                rest = Translator({self.heap: n, free[0]: z3.IntVal(0)}).term(output)
                value = y - rest if c == 1 else rest - y
                return self._filled(alternative, {self.heap: n, free[0]: value}, [value >= 0])[1]
        found, holds = self._move(alternative, n)
        reached = z3.And(holds, found == y)
        variables = [v for v in z3.z3util.get_vars(reached) if "." in str(v)]
        return z3.Exists(variables, reached) if variables else reached
