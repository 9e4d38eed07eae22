"""From rules to a law with its evidence: `study`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from grundy.prover.base import NotProved, Proof
from grundy.rules.budget import DEFAULT_SECONDS, Budget, OutOfBudget
from grundy.rules.errors import GrundyError, LimitExceeded, PositionError, RuleError, Unsupported
from grundy.rules.rulesets import AnyFamily, Ruleset
from grundy.rules.said import joined, said, without_start
from grundy.solver.solution import Play
from grundy.solver.tabling import Interrupted

from .methods import Method, family_methods, methods, prove_one_heap, values_besides
from .study import Evidence, Step, Study
from .words import advice, law_formula, law_words, own_names, rules_in_words

if TYPE_CHECKING:
    from grundy.discover.candidates import Candidate
    from grundy.laws.base import Law
    from grundy.solver.tables import Table

Tell = Callable[[str], None]
_NAMES = frozenset({"window", "interval", "extension", "scaling", "period", "sum", "attested"})
PICTURE = {1: 60, 2: 16, 3: 5}


def study(
    rules: Ruleset | AnyFamily,
    *,
    misere: bool = False,
    budget: float = DEFAULT_SECONDS,
    states: int | None = None,
    tell: Tell | None = None,
) -> Study:
    """The law of *rules* with its evidence: proved with a certificate, attested, checked to a bound, or unknown.

    *budget* bounds the seconds, *states* those of one automaton; *tell* is told what is being done. A family is
    studied for all values of its parameters at once. Raises RuleError for what are no rules.

    >>> from grundy import bash
    >>> found = study(bash(10))
    >>> found.evidence, found.law.value((10**18,))
    ('proved', 1)
    """
    if isinstance(rules, AnyFamily):
        return _Studying(rules, "normal", _budget(budget, states), tell).family()
    if not isinstance(rules, Ruleset):
        raise RuleError(f"study takes rules, such as wythoff or bash(10), not {rules!r}")
    if not rules.heaps and hasattr(rules, "one_heap"):
        raise PositionError(f"say how many heaps {rules} has: {rules}[:, :, :] is the game on three")
    rules.require_ending()
    play: Play = "misere" if misere else "normal"
    if misere and rules.outcomes_only:
        raise Unsupported("misère play", rules, "a blocking game is studied in normal play")
    return _Studying(rules, play, _budget(budget, states), tell).ruleset()


def outcome_proof(ruleset: Ruleset, budget: Budget, play: Play = "normal") -> Proof:
    """The proof of a law from which the P-positions are known, an automaton's if there is one.

    Raises NotProved with what each method said, OutOfBudget.
    """
    from grundy.prover.outcomes import prove

    try:
        return prove(ruleset, budget.part(0.7), play=play)
    except NotProved as error:
        if play == "misere" or ruleset.heaps != 1 or ruleset.outcomes_only:
            raise
        try:
            return prove_one_heap(ruleset, budget)
        except NotProved as other:
            raise NotProved(f"{error.message}; {other.message}") from None


def _budget(seconds: float, states: int | None) -> Budget:
    return Budget(seconds) if states is None else Budget(seconds, states)


class _Studying:
    """One study under way."""

    def __init__(self, rules: Any, play: Play, budget: Budget, tell: Tell | None) -> None:
        self.rules = rules
        self.play = play
        self.budget = budget
        self.tell = tell or (lambda _: None)
        self.begun = time.monotonic()
        self.steps: list[Step] = []
        self.table: Table | None = None
        self.values_why: str | None = None
        self.outcomes: Proof | None = None
        self.refuted = False

    def ruleset(self) -> Study:
        try:
            self.table = (
                self._timed("table", self._picture, lambda t: said("values of {region}", region=t.region)) or None
            )
            proof = self._proved(list(methods(self.rules, self.play)))
            if proof is not None:
                return self._with_proof(self._described(proof))
            return self._without_proof()
        except KeyboardInterrupt:
            return self._result(
                None, "unknown", why=said("interrupted; {tried}", tried=self._tried()), interrupted=True
            )

    def family(self) -> Study:
        try:
            proof = self._proved(list(family_methods()))
            if proof is not None:
                return self._with_proof(proof)
        except KeyboardInterrupt:
            return self._result(
                None, "unknown", why=said("interrupted; {tried}", tried=self._tried()), interrupted=True
            )
        why = said("no law of all members at once was proved: {tried}", tried=self._tried())
        return self._result(None, "unknown", why=why)

    # -- steps -------------------------------------------------------------------------------------------------------

    def _timed(self, name: str, act: Callable[[], Any], say: Callable[[Any], str]) -> Any:
        """The result of a step, or None where it raised one of our errors; the step is noted with its time."""
        self.tell(name)
        begun = time.monotonic()
        try:
            found = act()
            text, done = own_names(say(found), self.rules), True
        except (NotProved, OutOfBudget, LimitExceeded, Unsupported) as error:
            found, text, done = None, own_names(_reason(error.message), self.rules), False
        except (KeyboardInterrupt, Interrupted) as stop:
            self.steps.append(Step(name, _interrupted(stop), False, round(time.monotonic() - begun, 3)))
            raise KeyboardInterrupt from None
        self.steps.append(Step(name, text, done, round(time.monotonic() - begun, 3)))
        return found

    def _picture(self) -> Table:
        from grundy.solver.tabling import DEFAULT_TO_MISERE, table

        to = self.rules.least + PICTURE.get(self.rules.heaps, 2)
        if self.play == "misere":
            to = min(to, self.rules.least + DEFAULT_TO_MISERE)
        return table(self.rules, to, misere=self.play == "misere", laws=False)

    def _proved(self, tried: list[Method]) -> Proof | None:
        """The first proof; where it is of outcomes only, one of values if it is quickly found."""
        for method in tried:
            proof = self._by(method)
            if proof is not None and proof.law.about == "outcome" and self.play == "normal":
                return self._values_besides(proof)
            if proof is not None:
                return proof
        return None

    def _by(self, method: Method) -> Proof | None:
        act = lambda: method.prove(self.rules, self.budget.part(method.share))  # noqa: E731 - a closure over two names
        proof: Proof | None = self._timed(method.name, act, lambda p: p.theorem)
        return proof

    def _values_besides(self, outcomes: Proof) -> Proof:
        tried = [s for s in self.steps if s.name == "automaton values"]
        method = None if tried or not isinstance(self.rules, Ruleset) else values_besides(self.rules)
        values = None if method is None else self._by(method)
        if values is not None:
            self.outcomes = outcomes
            return values
        reasons = [s for s in self.steps if s.name == "automaton values"]
        self.values_why = reasons[-1].found if reasons else said("they were not looked for")
        return outcomes

    def _described(self, proof: Proof) -> Proof:
        """The proof with a simpler law that is proved equal to its automaton, where one is found."""
        if proof.certificate["law"]["kind"] != "automatic":
            return proof
        from grundy.prover.describing import described

        return described(proof, self.rules, self.budget.part(0.05))

    def _without_proof(self) -> Study:
        """A candidate that fits the table, or nothing."""
        found = self._timed("candidates", self._candidates, _say_candidates) or []
        if not found:
            return self._result(None, "unknown", why=self._tried())
        while found:
            self.refuted = False
            attested = self._timed("z3", partial(self._attested, found[0]), lambda p: p.theorem)
            if attested is not None:
                return self._with_proof(attested)
            if not self.refuted:
                break
            found = found[1:]
        if not found:
            return self._result(None, "unknown", why=self._tried())
        bound = found[0].checked_to if isinstance(found[0].checked_to, int) else min(found[0].checked_to)
        why = said("it fits all values up to {bound} and is not proved: {tried}", bound=bound, tried=self._tried())
        return self._result(found[0].law, "checked", checked_to=bound, why=why)

    def _candidates(self) -> list[Candidate]:
        from grundy.discover.searching import of_ruleset

        return of_ruleset(self.rules, self.play, self.budget.part(0.5))

    def _attested(self, candidate: Candidate) -> Proof:
        from grundy.prover.attested import Fails, prove

        try:
            return prove(self.rules, candidate.law, self.budget.part(0.5))
        except Fails:
            self.refuted = True
            raise

    # -- results -----------------------------------------------------------------------------------------------------

    def _with_proof(self, proof: Proof) -> Study:
        certificate = proof.certificate
        evidence: Evidence = certificate["evidence"]
        return self._result(proof.law, evidence, proof=proof, why=self._how(proof))

    def _outcomes_data(self) -> Mapping[str, Any] | None:
        """The law of the P-positions, where it has been proved besides the Grundy values and has simple words."""
        if self.outcomes is None:
            return None
        data: Mapping[str, Any] | None = self._described(self.outcomes).certificate.get("description")
        return data

    def _plain(self, data: Mapping[str, Any], proof: Proof | None) -> Law | None:
        """The law of plain data; None for one with open parameters."""
        if proof is not None and proof.certificate["rules"]["parameters"]:
            return None
        from grundy.laws.reading import law_from_json

        return law_from_json(dict(data))

    def _how(self, proof: Proof) -> str:
        theorem = own_names(proof.theorem, self.rules)
        return said("by the method {method}. {theorem}", method=proof.method, theorem=theorem)

    def _tried(self) -> str:
        tried = [said("{step} ({reason})", step=said(s.name), reason=s.found) for s in self.steps if not s.done]
        return said("what was tried: {tried}", tried=joined("{a}, {b}", tried)) if tried else said("nothing was tried")

    def _result(
        self,
        law: Law | None,
        evidence: Evidence,
        *,
        why: str,
        proof: Proof | None = None,
        checked_to: int | None = None,
        interrupted: bool = False,
    ) -> Study:
        del interrupted
        data: Mapping[str, Any] | None = None
        if proof is not None:
            data = proof.certificate.get("description") or proof.certificate["law"]
        elif law is not None:
            data = law.to_json()
        outcomes = self._outcomes_data()
        return Study(
            subject=str(self.rules),
            canonical=getattr(self.rules, "canonical", None),
            play=self.play,
            words=rules_in_words(self.rules, self.play),
            table=self.table,
            law=law,
            law_text=None if data is None else own_names(law_words(data, proof), self.rules),
            law_formula=None if data is None else own_names(law_formula(data, proof), self.rules),
            advice=None if data is None else advice(data, self.rules, self._plain(data, proof)),
            about=None if law is None and proof is None else str(data and _about(data, law, proof)),
            evidence=evidence,
            checked_to=checked_to,
            method=None if proof is None else proof.method,
            theorem=None if proof is None else own_names(proof.theorem, self.rules),
            why=why,
            values_why=self.values_why,
            outcomes_text=None if outcomes is None else own_names(law_words(outcomes, None), self.rules),
            steps=tuple(self.steps),
            certificate=None if proof is None else proof.certificate,
            seconds=round(time.monotonic() - self.begun, 3),
            data=data,
            outcomes_data=outcomes,
        )


def _interrupted(stop: KeyboardInterrupt | Interrupted) -> str:
    """How far a step came that was stopped by the user."""
    if isinstance(stop, Interrupted):
        return stop.message
    return ": ".join(["interrupted", *getattr(stop, "__notes__", ())])


def _reason(message: str) -> str:
    """Why a method gave nothing, without the method's name in front."""
    name = message.partition(": ")[0]
    return without_start(message, f"{name}: " if name in _NAMES else "")


def _about(data: Mapping[str, Any], law: Law | None, proof: Proof | None) -> str:
    del data
    if proof is not None:
        return str(proof.certificate["about"])
    return "grundy" if law is None else law.about


def _say_candidates(found: list[Candidate]) -> str:
    if not found:
        return said("no law fits")
    first = found[0]
    if len(found) > 1:
        more = "{law}, which fits up to {bound} ({count} more fit)"
        return said(more, law=first.text, bound=first.checked_to, count=len(found) - 1)
    return said("{law}, which fits up to {bound}", law=first.text, bound=first.checked_to)


__all__ = ["GrundyError", "outcome_proof", "study"]
