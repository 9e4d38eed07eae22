"""Formulas to automata: negations pushed to the leaves, quantifiers to what they bind, small joins first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from grundy.rules.budget import Budget

from .automaton import Automaton, everything, nothing
from .formula import (
    NEGATED,
    And,
    Atom,
    Congruent,
    Definition,
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
    free,
    name,
    put,
)
from .linear import congruent, linear
from .systems import System

Names = Mapping[str, str]


class Compiler:
    """One system, one set of definitions, one budget."""

    def __init__(
        self, system: System, definitions: Mapping[str, Definition | Automaton], budget: Budget | None = None
    ) -> None:
        self.system = system
        self.budget = budget or Budget()
        self.definitions = {
            key: Definition.of(value) if isinstance(value, Automaton) else value for key, value in definitions.items()
        }
        self._bodies: dict[str, Automaton] = {}
        self._fresh = count(1)

    def automaton(self, formula: Formula) -> Automaton:
        """The tuples of the free variables' values for which the formula holds."""
        names = free(formula)
        found = self._compiled(self._normal(formula, positive=True, names={}))
        return found.with_tracks(names, self.budget)

    # ------------------------------------------------------------ negation normal form

    def _normal(self, formula: Formula, *, positive: bool, names: Names) -> Formula:  # noqa: PLR0911 - a visitor
        """Only And, Or, Exists, leaves, and Not of a leaf or an Exists; every bound name is used once.

        *names* are the new names of bound variables in force.
        """
        match formula:
            case Truth(holds=holds):
                return Truth(holds == positive)
            case Known():
                return _signed(put(formula, _terms(names, formula)), positive=positive)
            case Atom():
                return self._atom(put(formula, _terms(names, formula)), positive=positive)  # type: ignore[arg-type]
            case Congruent():
                return _signed(put(formula, _terms(names, formula)), positive=positive)
            case Predicate():
                return _signed(self._predicate(put(formula, _terms(names, formula))), positive=positive)  # type: ignore[arg-type]
            case Not(part=part):
                return self._normal(part, positive=not positive, names=names)
            case And(parts=parts) | Or(parts=parts):
                normal = [self._normal(part, positive=positive, names=names) for part in parts]
                return _all(normal) if isinstance(formula, And) == positive else _some(normal)
            case Implies(first=first, second=second):
                return self._normal(Or((Not(first), second)), positive=positive, names=names)
            case Iff(first=first, second=second):
                both = And((first, second))
                none = And((Not(first), Not(second)))
                return self._normal(Or((both, none)), positive=positive, names=names)
            case Exists(names=bound, body=body):
                return _signed(self._exists(bound, body, True, names), positive=positive)
            case Forall(names=bound, body=body):
                return _signed(self._exists(bound, body, False, names), positive=not positive)
            case _:
                raise TypeError(f"no formula: {formula!r}")

    def _exists(self, bound: Iterable[str], body: Formula, positive: bool, names: Names) -> Formula:
        new = {old: f"{old}'{next(self._fresh)}" for old in bound}
        return Exists(tuple(new.values()), self._normal(body, positive=positive, names={**names, **new}))

    def _atom(self, atom: Atom, *, positive: bool) -> Formula:
        relation = atom.relation if positive else NEGATED[atom.relation]
        if not atom.term.coefficients:
            value = atom.term.constant
            holds = {"==": value == 0, ">=": value >= 0, ">": value > 0}
            return Truth(holds[relation] if relation in holds else not holds[NEGATED[relation]])
        if relation == "!=":
            return Not(Atom(atom.term, "=="))
        return Atom(atom.term, relation)

    def _predicate(self, predicate: Predicate) -> Formula:
        """The predicate of variables only: other terms get names of their own."""
        terms: list[Formula] = []
        args = []
        for arg in predicate.args:
            if arg.variable is None:
                fresh = name(f"'{next(self._fresh)}")
                terms.append(Atom(fresh - arg, "=="))
                args.append(fresh)
            else:
                args.append(arg)
        named = Predicate(predicate.name, tuple(args))
        if not terms:
            return named
        bound = tuple(str(arg.variable) for arg in args if str(arg.variable).startswith("'"))
        return Exists(bound, And((*terms, named)))

    # ------------------------------------------------------------ automata

    def _compiled(self, node: Formula) -> Automaton:  # noqa: PLR0911 - a visitor
        self.budget.check("compiling a formula")
        match node:
            case Truth(holds=holds):
                return everything(self.system) if holds else nothing(self.system)
            case Known(automaton=automaton):
                found: Automaton = automaton
                return found
            case Atom(term=term, relation=relation):
                return linear(self.system, dict(term.coefficients), term.constant, relation, self.budget)
            case Congruent(term=term, modulus=modulus):
                return congruent(self.system, dict(term.coefficients), term.constant, modulus, self.budget)
            case Predicate(name=named, args=args):
                parameters = self.definitions[named].parameters
                names = {p: str(arg.variable) for p, arg in zip(parameters, args, strict=True)}
                return self._body(named).rename(names, self.budget)
            case Not(part=part):
                inner = self._compiled(part)
                return everything(self.system, inner.tracks).joined(inner, "minus", self.budget)
            case And(parts=parts):
                return self._join(parts)
            case Or(parts=parts):
                return self._union([self._compiled(part) for part in parts])
            case Exists(names=names, body=body):
                return self._exist(names, body)
            case _:
                raise TypeError(f"no normal form: {node!r}")

    def _body(self, named: str) -> Automaton:
        """The automaton of a definition, made once."""
        if named not in self._bodies:
            definition = self.definitions[named]
            body = definition.body
            found = body if isinstance(body, Automaton) else self.automaton(body)
            self._bodies[named] = found.with_tracks(definition.parameters, self.budget)
        return self._bodies[named]

    def _union(self, automata: Sequence[Automaton]) -> Automaton:
        """Smallest first, two at a time."""
        waiting = sorted(automata, key=len)
        while len(waiting) > 1:
            joined = waiting[0].joined(waiting[1], "or", self.budget)
            waiting = sorted([joined, *waiting[2:]], key=len)
        return waiting[0]

    def _join(self, parts: Sequence[Formula]) -> Automaton:
        """All parts: the smallest first, then those with the fewest new tracks; negated parts are taken away last."""
        automata = [self._compiled(part) for part in parts if not isinstance(part, Not)]
        if any(a.is_empty() for a in automata):
            return nothing(self.system, frozenset().union(*map(free, parts)))
        taken = [self._compiled(part.part) for part in parts if isinstance(part, Not)]
        found = automata.pop(min(range(len(automata)), key=lambda i: len(automata[i]))) if automata else None
        if found is None:
            found = everything(self.system, taken[0].tracks)
        while automata or taken:
            found = self._taken(found, taken, everything_too=not automata)
            if automata:
                had = set(found.tracks)
                best = min(range(len(automata)), key=lambda i: (len(set(automata[i].tracks) - had), len(automata[i])))
                found = found.joined(automata.pop(best), "and", self.budget)
        return found

    def _taken(self, found: Automaton, taken: list[Automaton], *, everything_too: bool) -> Automaton:
        """What is left without those of *taken* whose tracks are there, or without all; they leave the list."""
        for other in sorted(taken, key=len):
            if everything_too or set(other.tracks) <= set(found.tracks):
                found = found.joined(other, "minus", self.budget)
                taken.remove(other)
        return found

    # ------------------------------------------------------------ quantifiers

    def _exist(self, names: tuple[str, ...], body: Formula) -> Automaton:
        match body:
            case Or(parts=parts):
                return self._union([self._exist(names, part) for part in parts])
            case Exists(names=inner, body=deeper):
                return self._exist((*names, *inner), deeper)
            case And(parts=parts):
                return self._eliminate(set(names), list(parts))
            case _:
                return self._compiled(body).project(*names, budget=self.budget)

    def _eliminate(self, names: set[str], parts: list[Formula]) -> Automaton:
        """There are numbers for *names* such that all parts hold: the name of the least join goes first."""
        parts = _flat(parts, names)
        while True:
            names &= frozenset().union(*map(free, parts))
            simpler = _substituted(names, parts)
            if simpler is None:
                break
            names, parts = simpler
        while names:
            groups = {v: [part for part in parts if v in free(part)] for v in sorted(names)}
            size = {v: (len(frozenset().union(*map(free, group))), len(group)) for v, group in groups.items()}
            best = min(groups, key=lambda v: (size[v], v))
            group = groups[best]
            parts = [part for part in parts if not any(part is member for member in group)]
            outside = frozenset().union(*map(free, parts))
            gone = [v for v in names if v not in outside and any(v in free(part) for part in group)]
            joined = self._join(group) if len(group) > 1 else self._alone(group[0], gone)
            parts.append(Known(joined.project(*gone, budget=self.budget)))
            names -= set(gone)
        return self._join(parts) if parts else everything(self.system)

    def _alone(self, part: Formula, gone: list[str]) -> Automaton:
        """One part by itself: the quantifier goes into a disjunction."""
        return self._exist(tuple(gone), part) if isinstance(part, Or) else self._compiled(part)


def _terms(names: Names, formula: Formula) -> dict[str, Term]:
    """The new names in force as terms, for those that are free."""
    variables = free(formula)
    return {old: name(new) for old, new in names.items() if old in variables}


def _signed(formula: Formula, *, positive: bool) -> Formula:
    return formula if positive else Not(formula)


def _all(parts: Iterable[Formula]) -> Formula:
    """The conjunction, in which no part is a conjunction or a truth."""
    flat: list[Formula] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, And) else [part])
    if any(isinstance(part, Truth) and not part.holds for part in flat):
        return Truth(False)
    kept = [part for part in flat if not isinstance(part, Truth)]
    return kept[0] if len(kept) == 1 else And(tuple(kept)) if kept else Truth(True)


def _some(parts: Iterable[Formula]) -> Formula:
    """The disjunction, in which no part is a disjunction or a truth."""
    flat: list[Formula] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Or) else [part])
    if any(isinstance(part, Truth) and part.holds for part in flat):
        return Truth(True)
    kept = [part for part in flat if not isinstance(part, Truth)]
    return kept[0] if len(kept) == 1 else Or(tuple(kept)) if kept else Truth(False)


def _flat(parts: Iterable[Formula], names: set[str]) -> list[Formula]:
    """The conjuncts, with inner quantifiers of conjuncts joined to *names* (bound names are all different)."""
    result: list[Formula] = []
    for part in parts:
        if isinstance(part, Exists):
            names.update(part.names)
            inner = part.body.parts if isinstance(part.body, And) else (part.body,)
            result.extend(_flat(inner, names))
        elif isinstance(part, And):
            result.extend(_flat(part.parts, names))
        else:
            result.append(part)
    return result


def _linear(part: Formula) -> bool:
    """Whether a term may be put in for a variable: an atom or a congruence, or the negation of one."""
    return isinstance(part.part if isinstance(part, Not) else part, Atom | Congruent)


def _substituted(names: set[str], parts: list[Formula]) -> tuple[set[str], list[Formula]] | None:
    """The same without one of the names, which an equality among the parts gives; None where there is none such."""
    for part in parts:
        if not isinstance(part, Atom) or part.relation != "==":
            continue
        for variable, c in part.term.coefficients:
            if variable not in names or abs(c) != 1:
                continue
            value = (part.term - Term(((variable, c),))) * -c
            others = [other for other in parts if other is not part]
            if value.variable is not None or all(_linear(o) for o in others if variable in free(o)):
                new = [put(other, {variable: value}) if variable in free(other) else other for other in others]
                if value.variable is None:
                    new.append(Atom(value, ">="))
                return names - {variable}, [_settled(other) for other in new]
    return None


def _settled(part: Formula) -> Formula:
    """An atom without variables is true or false."""
    if isinstance(part, Not):
        inner = _settled(part.part)
        return Truth(not inner.holds) if isinstance(inner, Truth) else part
    if isinstance(part, Atom) and not part.term.coefficients:
        value = part.term.constant
        holds = {"==": value == 0, ">=": value >= 0, ">": value > 0, "<=": value <= 0, "<": value < 0}
        return Truth(holds[part.relation])
    return part
