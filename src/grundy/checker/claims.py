"""The method *claim*: a first-order statement about the P-positions, evaluated by the checker's own automata.

The base certificate, which is checked too, proves that an automaton accepts exactly the P-positions. A statement is
read into linear forms and that automaton; each quantifier is a :class:`~.queries.Query`, and so an automaton again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grundy.rules import logic
from grundy.rules.claims import POSITIONS, parse_claim
from grundy.rules.errors import CertificateError, GrundyError
from grundy.rules.rulesets import Ruleset

from .laws import Law
from .machines import Machine
from .outcomes import require_numbers
from .queries import Query
from .reading import Data, is_natural, require, require_form
from .readings import FALSE, TRUE, Accepted, Affine, All, Any_, AtLeast0, Formula, No, equal
from .subsets import Everywhere, Subsets
from .verdicts import Progress, Refuted, Verdict

_STATES = 1_000_000
Values = Mapping[str, int]


def check_claim(data: Data, law: Law, rules: Ruleset, check_base: Callable[[Data], Verdict], progress: Progress) -> str:
    """How the claim was decided; raises Refuted."""
    _require_values(data["counterexample"], '"counterexample"')
    _require_values(data["proof"].get("witness"), '"proof.witness"')
    try:
        claim = parse_claim(data["claim"], rules.heaps)
    except GrundyError as error:
        raise CertificateError(f'"claim" cannot be read: {error.message}') from None
    _require_base(data, law, check_base)
    progress("deciding the claim")
    decider = _Decider(_positions(law, rules.heaps))
    for definition in claim.definitions:
        decider.define(definition.name, definition.parameters, definition.body)
    holds = decider.holds(claim.formula, {})
    if holds != (data["truth"] == "true"):
        raise Refuted(f"the claim is {'true' if holds else 'false'}")
    values = data["proof"].get("witness") if holds else data["counterexample"]
    other = data["counterexample"] if holds else data["proof"].get("witness")
    if other is not None or (values is not None and not decider.shows(claim.formula, values, holds)):
        raise Refuted("the values given do not show what they are given for")
    return f"claim: decided {'true' if holds else 'false'} by automata; the P-positions are those of its base"


def _require_values(values: Any, where: str) -> None:
    good = values is None or (isinstance(values, dict) and all(map(is_natural, values.values())))
    require(good, where, "null or natural numbers by name", values)


def _require_base(data: Data, law: Law, check_base: Callable[[Data], Verdict]) -> None:
    base = data["base"]
    require_form(base)
    if base["method"] not in {"automaton outcomes", "automaton values"} or law["kind"] != "automatic":
        raise Refuted("claims are decided for automata only")
    for name in ("rules", "play", "law", "measure", "box"):
        if data[name] != base[name]:
            raise Refuted(f'"{name}" differs from that of the base')
    if data["about"] != "outcome":
        raise Refuted("claims are about outcomes")
    verdict = check_base(base)
    if not verdict.valid:
        raise Refuted(f"the base is not proved: {verdict.why}")


def _positions(law: Law, heaps: int) -> Machine:
    machine = require_numbers(law["machine"])
    if law["about"] == "outcome":
        return machine
    names = tuple(f"x{i}" for i in range(heaps))
    zero = All((Accepted(machine, (*names, "h")), equal(Affine.of("h"), Affine())))
    return _machine(machine, names, ("h",), zero)


def _machine(of: Machine, read: tuple[str, ...], guessed: tuple[str, ...], formula: Formula) -> Machine:
    """The automaton of what is read for which there are values of what is guessed."""
    found = Subsets([Query(of.system, read, guessed, formula)])
    return Everywhere(of.system, len(read), [found], lambda n: n > 0, _STATES).machine()


class _Decider:
    """Statements to formulas of linear forms and machines; a variable has a value, or is a track of that name."""

    def __init__(self, positions: Machine) -> None:
        self.positions = positions
        self.machines: dict[str, Machine | bool] = {POSITIONS: positions}
        self._fresh = 0

    def define(self, name: str, parameters: tuple[str, ...], body: logic.Formula) -> None:
        """A predicate with a name."""
        formula = self.read(body, {})
        self.machines[name] = (
            _machine(self.positions, parameters, (), formula) if parameters else self._closed((), formula)
        )

    def holds(self, formula: logic.Formula, values: Values) -> bool:
        """Whether a statement holds; all its variables have values or are bound in it."""
        return self._closed((), self.read(formula, values))

    def _closed(self, names: tuple[str, ...], formula: Formula) -> bool:
        return Query(self.positions.system, (), names, formula).witness(_STATES) is not None

    def shows(self, formula: logic.Formula, values: Values, holds: bool) -> bool:
        """Whether these values of the outermost variables show that a statement holds, or does not."""
        match formula:
            case logic.Not(part=part):
                return self.shows(part, values, not holds)
            case logic.And(parts=parts) | logic.Or(parts=parts):
                return any(self.shows(part, values, holds) for part in parts)
            case logic.Forall() if not holds:
                return self._at(formula, values, holds)
            case logic.Exists() if holds:
                return self._at(formula, values, holds)
        return False

    def _at(self, formula: logic.Formula, values: Values, holds: bool) -> bool:
        kind = type(formula)
        names: set[str] = set()
        while isinstance(formula, logic.Forall | logic.Exists) and type(formula) is kind:
            names.update(formula.names)
            formula = formula.body
        return names == set(values) and self.holds(formula, values) == holds

    # -- reading -------------------------------------------------------------------------------------------------

    def read(self, formula: logic.Formula, values: Values) -> Formula:
        """The formula of a statement, quantifiers replaced by machines."""
        match formula:
            case logic.Truth(holds=holds):
                return TRUE if holds else FALSE
            case logic.Atom(term=term, relation=relation):
                return _compared(self._affine(term, values), relation)
            case logic.Congruent(term=term, modulus=modulus):
                return self._congruent(self._affine(term, values), modulus)
            case logic.Predicate(name=name, args=args):
                return self._predicate(name, [self._affine(a, values) for a in args])
            case logic.Exists(names=names, body=body):
                return self._exists(names, body, values, negated=False)
            case logic.Forall(names=names, body=body):
                return No(self._exists(names, body, values, negated=True))
        return self._connected(formula, values)

    def _connected(self, formula: logic.Formula, values: Values) -> Formula:
        match formula:
            case logic.Not(part=part):
                return No(self.read(part, values))
            case logic.And(parts=parts):
                return All(tuple(self.read(p, values) for p in parts))
            case logic.Or(parts=parts):
                return Any_(tuple(self.read(p, values) for p in parts))
            case logic.Implies(first=first, second=second):
                return Any_((No(self.read(first, values)), self.read(second, values)))
            case logic.Iff(first=first, second=second):
                a, b = self.read(first, values), self.read(second, values)
                return Any_((All((a, b)), All((No(a), No(b)))))
        raise Refuted(f"a statement of the kind {type(formula).__name__} is not read")

    def _affine(self, term: logic.Term, values: Values) -> Affine:
        total = Affine.of(term.constant)
        for name, c in term.coefficients:
            total = total.plus(Affine.of(values[name]) if name in values else Affine.of(name), c)
        return total

    def _exists(self, names: tuple[str, ...], body: logic.Formula, values: Values, *, negated: bool) -> Formula:
        """There are values of the names such that the body holds (or, negated, does not)."""
        kind = logic.Forall if negated else logic.Exists
        while isinstance(body, kind):
            names, body = (*names, *body.names), body.body
        inner = self.read(body, {n: v for n, v in values.items() if n not in names})
        return self._quantified(names, No(inner) if negated else inner)

    def _quantified(self, names: tuple[str, ...], inner: Formula) -> Formula:
        used = _variables(inner)
        read = tuple(sorted(used - set(names)))
        guessed = tuple(n for n in names if n in used)
        if not read:
            return TRUE if self._closed(guessed, inner) else FALSE
        return Accepted(_machine(self.positions, read, guessed, inner), read)

    def _congruent(self, form: Affine, modulus: int) -> Formula:
        quotient = self._name()
        multiple = Affine.of(quotient).times(modulus)
        return self._quantified((quotient,), Any_((equal(form, multiple), equal(form, multiple.times(-1)))))

    def _predicate(self, name: str, args: list[Affine]) -> Formula:
        machine = self.machines[name]
        if isinstance(machine, bool):
            return TRUE if machine else FALSE
        tracks, defining, fresh = [], [], []
        for form in args:
            if len(form.names) == 1 and form == Affine.of(form.names[0]):
                tracks.append(form.names[0])
                continue
            fresh.append(self._name())
            tracks.append(fresh[-1])
            defining.append(equal(Affine.of(fresh[-1]), form))
        accepted = Accepted(machine, tuple(tracks))
        return self._quantified(tuple(fresh), All((accepted, *defining))) if fresh else accepted

    def _name(self) -> str:
        self._fresh += 1
        return f"<{self._fresh}>"  # no name of a claim


def _compared(form: Affine, relation: str) -> Formula:
    zero = Affine()
    if relation in {"==", "!="}:
        return equal(form, zero) if relation == "==" else No(equal(form, zero))
    if relation in {"<=", "<"}:
        form = form.times(-1)
    return AtLeast0(form.plus(-1 if relation in {"<", ">"} else 0))


def _variables(formula: Formula) -> set[str]:
    match formula:
        case Accepted(tracks=tracks):
            return set(tracks)
        case AtLeast0(form=form):
            return set(form.names)
        case All(parts=parts) | Any_(parts=parts):
            return set().union(*map(_variables, parts))
        case No(part=part):
            return _variables(part)
    return set()
