"""Formulas compiled to automata; the formulas are those of ``grundy.rules.logic``, importable from here, too.

- terms, atoms, connectives and quantifiers: see ``grundy.rules.logic``;
- ``Definition(parameters, body)``: a predicate; the body is a formula or an automaton over the parameters, in the
  order of the arguments; a plain Automaton stands for ``Definition(automaton.tracks, automaton)``;
- ``compiled(formula, system, definitions, budget, tracks)``: the Automaton whose tracks are the free variables (and
  *tracks*).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from grundy.rules.logic import (
    NEGATED,
    And,
    AnyTerm,
    Atom,
    Congruent,
    Exists,
    Forall,
    Formula,
    Iff,
    Implies,
    Known,
    Not,
    Or,
    Predicate,
    Term,
    Truth,
    congruent,
    eq,
    free,
    ge,
    gt,
    le,
    lt,
    name,
    ne,
    number,
    predicate,
    put,
    term,
)
from grundy.rules.values import Value

if TYPE_CHECKING:
    from grundy.rules.budget import Budget

    from .automaton import Automaton
    from .systems import System

__all__ = [
    "NEGATED",
    "And",
    "AnyTerm",
    "Atom",
    "Congruent",
    "Definition",
    "Exists",
    "Forall",
    "Formula",
    "Iff",
    "Implies",
    "Known",
    "Not",
    "Or",
    "Predicate",
    "Term",
    "Truth",
    "compiled",
    "congruent",
    "eq",
    "free",
    "ge",
    "gt",
    "le",
    "lt",
    "name",
    "ne",
    "number",
    "predicate",
    "put",
    "term",
]


class Definition(Value):
    """What a predicate means: its parameters in the order of the arguments, and a formula or an automaton over them."""

    parameters: tuple[str, ...]
    body: Any

    @staticmethod
    def of(automaton: Automaton) -> Definition:
        """An automaton whose tracks, sorted, are the arguments."""
        return Definition(automaton.tracks, automaton)


def compiled(
    formula: Formula,
    system: System,
    definitions: Mapping[str, Definition | Automaton] | None = None,
    budget: Budget | None = None,
    tracks: Iterable[str] = (),
) -> Automaton:
    """The automaton of the tuples for which a formula holds; its tracks are the free variables (and *tracks*).

    >>> from grundy.automata.systems import Base
    >>> compiled(Exists(("k",), eq("n", name("k") * 3 + 1)), Base(2)).tuples(9)
    [(1,), (4,), (7,)]
    """
    from .compiling import Compiler

    compiler = Compiler(system, definitions or {}, budget)
    return compiler.automaton(formula).with_tracks(tracks, compiler.budget)
