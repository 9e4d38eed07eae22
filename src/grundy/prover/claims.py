"""Claims about P-positions in first-order logic, decided by automata (method "claim").

**Theorem.** Let an automaton accept exactly the P-positions of a ruleset, and let addition, order and congruences of
its numeration system be automata. Then each formula of linear relations, congruences, P, connectives and quantifiers
over 0, 1, 2, … is an automaton again (intersection, complement within valid words, projection), and a claim is true
if and only if its automaton accepts.

Hypotheses, and where they are seen to: P by its own proof and certificate (the *base*); sums in
`grundy.automata.linear`, whose adder is proved from the order alone where the system is not a base.

Sources: J. R. Büchi, Weak second-order arithmetic and finite automata (1960); V. Bruyère, G. Hansel, C. Michaux and
R. Villemaire, Logic and p-recognizable sets of integers, Bull. Belg. Math. Soc. 1 (1994); H. Mousavi, L. Schaeffer
and J. Shallit, Decision algorithms for Fibonacci-automatic words I, RAIRO 50 (2016).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from grundy.rules.budget import Budget, OutOfBudget
from grundy.rules.claims import POSITIONS, Claim, parse_claim
from grundy.rules.errors import LimitExceeded, RuleError, Unsupported, cut
from grundy.rules.logic import And, Exists, Forall, Formula, Not, Or
from grundy.rules.rulesets import AnyFamily, Ruleset
from grundy.rules.values import Value

from .base import NotProved, Proof, make_certificate, nested

if TYPE_CHECKING:
    from grundy.automata.automaton import Automaton
    from grundy.automata.compiling import Compiler

METHOD = "claim"
Truth = Literal["true", "false", "unknown"]
Values = dict[str, int]
Positions = tuple[tuple[str, ...], "Automaton"]


class ClaimResult(Value):
    """Whether a claim holds, with values of its outer variables that break or show it; *why* says how it is known."""

    claim: str
    truth: Truth
    counterexample: Mapping[str, int] | None = None
    witness: Mapping[str, int] | None = None
    why: str = ""
    certificate: Mapping[str, Any] | None = None
    seconds: float = 0.0

    __hash__ = None  # type: ignore[assignment]

    def to_json(self) -> dict[str, Any]:
        """The result as plain data, without the certificate."""
        return {
            "claim": self.claim,
            "truth": self.truth,
            "counterexample": None if self.counterexample is None else dict(self.counterexample),
            "witness": None if self.witness is None else dict(self.witness),
            "why": self.why,
            "seconds": self.seconds,
        }


def prove_claim(
    ruleset: Ruleset,
    claim: str,
    proof_of_outcomes: Callable[[Ruleset, Budget], Proof],
    budget: Budget | None = None,
    definitions: tuple[str, ...] = (),
    play: str = "normal",
) -> ClaimResult:
    """Whether a claim about the P-positions of a ruleset is true; *proof_of_outcomes* proves an automaton for them.

    Raises RuleError where the text is no claim. Where P is not proved, or the budget ends, the truth is "unknown".

    >>> from grundy import bash
    >>> from grundy.prover.outcomes import prove
    >>> prove_claim(bash(4), "forall(n, implies(P(n), n % 2 == 0))", prove).counterexample
    {'n': 5}
    """
    _require_heaps(ruleset)
    read = parse_claim(claim, ruleset.heaps, definitions)
    budget = budget or Budget()
    begun = time.monotonic()
    try:
        base = dict(_base(ruleset, proof_of_outcomes, play, budget))
        positions = _positions(base, ruleset.heaps, budget)
    except (NotProved, OutOfBudget, LimitExceeded, Unsupported) as error:
        why = f"no automaton of the P-positions is proved: {error.message}"
        return ClaimResult(read.text, "unknown", why=why, seconds=_since(begun))
    try:
        holds, values = _decided(read, positions, budget)
    except OutOfBudget as error:
        return ClaimResult(read.text, "unknown", why=error.message, seconds=_since(begun))
    return _result(read, base, holds, values, _since(begun))


def _require_heaps(rules: object) -> None:
    """Raise RuleError for what has no P-positions to speak of."""
    if isinstance(rules, AnyFamily):
        raise RuleError(f"{rules} has open parameters; a claim is about one ruleset, such as bash(10)")
    if not isinstance(rules, Ruleset) or not rules.heaps:
        hint = ": say how many, as in [:, :]" if hasattr(rules, "one_heap") else ""
        raise RuleError(
            f"claims are about rulesets with heaps, such as wythoff or bash(10), not {cut(str(rules))}{hint}"
        )


def _since(begun: float) -> float:
    return round(time.monotonic() - begun, 3)


def _base(
    ruleset: Ruleset, proof_of_outcomes: Callable[[Ruleset, Budget], Proof], play: str, budget: Budget
) -> Mapping[str, Any]:
    """The certificate of the P-positions, or that of a period of the Grundy values, which gives them as well."""
    try:
        return proof_of_outcomes(ruleset, budget).certificate
    except (NotProved, Unsupported) as error:
        if play != "normal" or ruleset.heaps != 1 or ruleset.outcomes_only:
            raise
        from .period import prove

        try:
            return prove(ruleset, budget).certificate
        except NotProved as other:
            raise NotProved(f"{error.message}; {other.message}") from None


def _positions(base: Mapping[str, Any], heaps: int, budget: Budget) -> Positions:
    """The automaton of the P-positions of a certificate, and its tracks in the order of the heaps."""
    from grundy.automata.describing import NoAutomaton, positions_of_law

    if base["evidence"] != "proved":
        raise NotProved(f"the law is {base['evidence']} only")
    names = tuple(f"x{i}" for i in range(heaps))
    try:
        return names, positions_of_law(base["law"], names, budget)
    except NoAutomaton as error:
        raise NotProved(error.message) from None


def _decided(claim: Claim, positions: Positions, budget: Budget) -> tuple[bool, Values | None]:
    from grundy.automata.compiling import Compiler
    from grundy.automata.formula import Definition

    names, automaton = positions
    known = {POSITIONS: Definition(names, automaton)}
    known.update((d.name, Definition(d.parameters, d.body)) for d in claim.definitions)
    return decide(claim.formula, Compiler(automaton.system, known, budget))


def decide(formula: Formula, compiler: Compiler) -> tuple[bool, Values | None]:
    """The truth of a sentence; values of its outer variables that break a "for all", or satisfy a "there are".

    The values are the least: their largest is least and, among those, they are least in the order of the variables.
    """
    match formula:
        case Forall(names=names, body=body):
            found = _outer(names, body, Forall, compiler, Not)
            return found is None, found
        case Exists(names=names, body=body):
            found = _outer(names, body, Exists, compiler, lambda inner: inner)
            return found is not None, found
        case Not(part=Exists(names=names, body=body)):
            return decide(Forall(names, Not(body)), compiler)
        case Not(part=Forall(names=names, body=body)):
            return decide(Exists(names, Not(body)), compiler)
        case Not(part=Not(part=part)):
            return decide(part, compiler)
        case And(parts=parts) | Or(parts=parts) if parts:
            decisive = isinstance(formula, Or)
            for part in parts:
                holds, values = decide(part, compiler)
                if holds == decisive:
                    return holds, values
            return not decisive, None
        case _:
            return not compiler.automaton(formula).is_empty(), None


def _outer(
    names: tuple[str, ...],
    body: Formula,
    kind: type[Forall | Exists],
    compiler: Compiler,
    sought: Callable[[Formula], Formula],
) -> Values | None:
    """The least values of the outermost variables, quantifiers of one kind taken together, for which *sought* holds."""
    while isinstance(body, kind):
        names, body = (*names, *body.names), body.body
    automaton = compiler.automaton(sought(body))
    found = automaton.shortest([n for n in names if n in automaton.tracks], compiler.budget)
    return None if found is None else {n: found.get(n, 0) for n in names}


def said(values: Mapping[str, int]) -> str:
    """Values in words.

    >>> said({"a": 1, "b": 2})
    'a = 1, b = 2'
    """
    return ", ".join(f"{variable} = {value}" for variable, value in values.items())


def _result(claim: Claim, base: dict[str, Any], holds: bool, values: Values | None, seconds: float) -> ClaimResult:
    truth: Truth = "true" if holds else "false"
    law = base["law"]
    why = f"decided by automata; the P-positions are proved, {_law(law)}"
    counterexample, witness = (None, values) if holds else (values, None)
    about = f"the P-positions P of {base['rules']['text']} in {'misère' if base['play'] == 'misere' else 'normal'} play"
    theorem = f"About {about}, it is {truth} that {claim.text}"
    if values:
        theorem += f" ({'as' if holds else 'not so'} for {said(values)})"
    if law["kind"] != "automatic":  # what `check` reads
        return ClaimResult(claim.text, truth, counterexample, witness, why, None, seconds)
    certificate = make_certificate(
        rules=base["rules"],
        law=law,
        method=METHOD,
        theorem=theorem,
        about="outcome",
        seconds=seconds,
        play=base["play"],
        measure=base["measure"],
        proof={} if witness is None else {"witness": witness},
        box=base["box"],
        claim=claim.text,
        truth=truth,
        base=nested(base),
        counterexample=counterexample,
    )
    return ClaimResult(claim.text, truth, counterexample, witness, why, certificate, seconds)


def _law(law: Mapping[str, Any]) -> str:
    """How a law is given."""
    from grundy.automata.systems import system_from_json

    if law["kind"] == "periodic":
        return f"by the period {law['period']} of the Grundy values"
    if law["kind"] == "staircase":
        return f"by the Grundy values of taking {law['low']} to {law['high']}"
    if law["kind"] == "automatic":
        return f"by an automaton of {len(law['delta'])} states over {system_from_json(law['system'])}"
    return f"by a law of the kind {law['kind']!r}"
