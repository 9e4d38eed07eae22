"""Laws as functions of a program: from the plain data of a law to the pieces that `grundy.write.program` holds.

Each kind of law has a builder, `build(law, parts) -> Form`. The entries of a law are integers, or polynomials in the
parameters p1, p2, … of a family as texts; those become arguments of the functions.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from grundy.laws.wording import heap_names
from grundy.rules.errors import CertificateError, Unsupported
from grundy.rules.numbers import shown
from grundy.rules.values import Value

from .program import LARGEST, Piece, called

_PARAMETER = re.compile(r"\bp(\d+)\b")
_ENTRY = re.compile(r"[-+*() p\d]+")
_MODULES = {
    "window": "windows",
    "staircase": "windows",
    "periodic": "periods",
    "scaling": "bands",
    "beatty": "bands",
    "automatic": "automata",
    "sum": "sums",
    "pairs": "sums",
    "residues": "cases",
    "cases": "cases",
    "arithmetic": "arithmetic",
    "function": "arithmetic",
    "after": "cases",
    "runs": "sequences",
    "points": "sequences",
    "grid": "sequences",
    "digits": "digitsums",
    "total": "digitsums",
    "last_digit": "digitsums",
    "remainders": "pieces",
    "blocks": "pieces",
    "order": "pieces",
    "small": "pieces",
}


class Form(Value):
    """The functions of a law: *grundy*, *is_p* and *replacement* are their names, or empty where there is none.

    `grundy(heaps…, parameters…)` is the value and `is_p(heaps…, parameters…)` whether the mover loses.
    `replacement(heap, value, parameters…)` gives what a heap becomes, a list, so that what is left has the *value*; it
    is empty where there is none, and it may be where the heap's own value is less. *move* is the name of a function
    `move(heaps…, parameters…)` that gives the heaps after a winning move, or none. *largest* bounds the heaps,
    *options_to* those for which an option is given; *method* says how the option is found. Where values are
    *computed* from the moves, *largest* is a matter of time only.
    """

    piece: Piece
    heaps: int
    grundy: str = ""
    is_p: str = ""
    replacement: str = ""
    move: str = ""
    arguments: tuple[str, ...] = ()
    largest: int = LARGEST
    options_to: int = LARGEST
    method: str = ""
    computed: bool = False

    def call(self, name: str, *heaps: str, extra: str = "") -> str:
        """The text of a call of one of the functions."""
        return called(name, *heaps, extra, *self.arguments)

    def lost(self, *heaps: str) -> str:
        """The test that the mover loses."""
        return self.call(self.is_p, *heaps) if self.is_p else f"{self.call(self.grundy, *heaps)} == 0"


class Parts(Value):
    """What builders are told: the *suffix* of the names of functions, and the *names* of p1, p2, …."""

    suffix: str = ""
    names: tuple[str, ...] = ()

    def name(self, base: str) -> str:
        """The name of a function of this law."""
        return base + self.suffix

    def constant(self, base: str) -> str:
        """The name of a constant of this law."""
        return base + self.suffix.upper()

    def entry(self, value: Any) -> str:
        """An entry of a law as an expression.

        >>> Parts(names=("m", "k")).entry("-p1+p2"), Parts().entry(-3)
        ('-m+k', '-3')
        """
        if isinstance(value, int):
            return str(value)
        text = str(value)
        if not _is_polynomial(text, len(self.names)):
            raise CertificateError(f"{shown(text)} is no polynomial in the parameters of the law")
        return _PARAMETER.sub(lambda found: self.names[int(found[1]) - 1], text)

    @property
    def signature(self) -> str:
        """The parameters as the end of a list of arguments in a definition."""
        return "".join(f", {name}: int" for name in self.names)

    @property
    def passed(self) -> str:
        """The parameters as the end of a list of arguments in a call."""
        return "".join(f", {name}" for name in self.names)

    def inner(self, place: int) -> Parts:
        """The parts for a law inside this one."""
        return Parts(f"{self.suffix}_{place}", self.names)


def _is_polynomial(text: str, parameters: int) -> bool:
    """Whether *text* is made of integers, the names p1, p2, … of parameters, +, -, * and parentheses only."""
    if not _ENTRY.fullmatch(text) or "**" in text:
        return False
    try:
        nodes = list(ast.walk(ast.parse(text, mode="eval").body))
    except SyntaxError:
        return False
    names = {f"p{i}" for i in range(1, parameters + 1)}
    return all(
        isinstance(node, ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop | ast.Load)
        or (isinstance(node, ast.Name) and node.id in names)
        or (isinstance(node, ast.Constant) and type(node.value) is int)
        for node in nodes
    )


Builder = Callable[[Mapping[str, Any], Parts], Form]


def build(law: Mapping[str, Any], parts: Parts | None = None) -> Form:
    """The functions of a law; raises Unsupported for a kind that has none."""
    parts = parts or Parts()
    kind = str(law.get("kind"))
    if kind not in _MODULES:
        raise Unsupported("program", f"a law of kind {kind}", "it is not written in other languages")
    module = import_module(f"grundy.write.{_MODULES[kind]}")
    found: Form = getattr(module, f"{kind}_form")(law, parts)
    if law.get("about") == "outcome" and found.grundy:
        return _zeros(found, parts)
    return found


def _zeros(form: Form, parts: Parts) -> Form:
    """The law of outcomes by the zeros of a law of values, which says no more of the other values."""
    name = parts.name("is_p")
    heaps = heap_names(form.heaps)
    functions = f'''
def {name}({", ".join(f"{heap}: int" for heap in heaps)}{parts.signature}) -> bool:
    """Whether the mover loses: {form.grundy} is 0. Its other values say no more than that the mover wins."""
    return {form.call(form.grundy, *heaps)} == 0
'''
    piece = form.piece + Piece(functions=functions)
    return Form(piece, form.heaps, is_p=name, arguments=form.arguments, largest=form.largest)


def plus(text: str, entry: str) -> str:
    """The sum of two expressions.

    >>> plus("n", "-3"), plus("n", "0"), plus("n", "k")
    ('n - 3', 'n', 'n + k')
    """
    if entry == "0":
        return text
    if entry.startswith("-") and entry[1:].replace("_", "").isalnum():
        return f"{text} - {entry[1:]}"
    return f"{text} + {entry if entry.isalnum() else f'({entry})'}"


def wide_times(entry: str, text: str) -> str:
    """The product of an entry and a name in 128 bits.

    >>> wide_times("3", "n"), wide_times("1", "n")
    ('wide(3) * n', 'wide(n)')
    """
    return f"wide({text})" if entry == "1" else f"wide({entry}) * {text}"
