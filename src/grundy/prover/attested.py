"""The method *attested*: z3 says that a piecewise-linear or modular formula g has g(n) = mex of g on the options of n.

**Statement.** Play ends (the measure of the rules falls), so g is the Grundy function if, for every heap n, (1) no
option y of n has g(y) = g(n), and (2) each u with 0 <= u < g(n) is g(y) for some option y of n: induction over play.
Both are handed to z3 (L. de Moura, N. Bjørner, TACAS 2008) as formulas of linear integer arithmetic that have no
solution if they hold; for (2) a witness y is named for each piece of the formula, or each number that may be taken.

What z3 answers is not checked here, so the evidence is *attested*, never *proved*; the certificate keeps both questions
as SMT-LIB texts, for any other solver. z3 is an extra: without it the method raises NotProved.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from grundy.prover.base import NotProved, Proof, make_certificate, rules_entry
from grundy.prover.boxes import require_values
from grundy.prover.smt import Formula, Options, formula_of
from grundy.prover.taking import taken
from grundy.rules.budget import Budget, OutOfBudget
from grundy.rules.meter import Meter
from grundy.rules.rulesets import TextRuleset


class Fails(NotProved):
    """z3 shows a heap at which the law is wrong, and the moves there confirm it."""


_MOST_TAKEN = 100
_MOST_PLAYED = 3_000
_BEFORE = 3


def prove(subject: TextRuleset | Any, law: Mapping[str, Any] | Any, budget: Budget) -> Proof:
    """What z3 says of a candidate law (or its data) for the values of a one-heap ruleset.

    Raises NotProved where z3 is not installed, the rules or the law are no linear formulas, or z3 finds a heap at which
    the law fails; OutOfBudget where it does not answer in time.
    """
    begun = time.perf_counter()
    try:
        import z3
    except ImportError:
        raise NotProved("attested: z3 is not installed (pip install z3-solver)") from None
    if not isinstance(subject, TextRuleset):
        raise NotProved("attested: rules given as a text are needed")
    subject.require_ending()
    if not subject.ending.shown:
        raise NotProved("attested: that play ends is not shown for all heaps")
    data = dict(law) if isinstance(law, Mapping) else law.to_json()
    formula = formula_of(data)
    if formula.least != subject.least:
        raise NotProved(
            "attested: the law begins at heap {start}, the rules at {least}", start=formula.least, least=subject.least
        )
    options = Options(subject)
    asked = []
    for claim, question in (
        ("no option has the value of the heap", _same_value(options, formula)),
        ("each smaller value is that of an option", _missing_value(options, formula, subject, budget)),
    ):
        asked.append({"claim": claim, "answer": "unsat", "smtlib": _ask(z3, claim, question, subject, data, budget)})
    return _finished(subject, data, asked, z3.get_version_string(), budget, begun)


def _same_value(options: Options, formula: Formula) -> list[Any]:
    """There is a heap n with an option y, g(y) = g(n)."""
    import z3

    n = z3.Int("n")
    own = formula.of(n)
    return [n >= formula.least, z3.Or([z3.And(holds, formula.of(y) == own) for y, holds in options.moves(n)])]


def _missing_value(options: Options, formula: Formula, subject: TextRuleset, budget: Budget) -> list[Any]:
    """There are a heap n and 0 <= u < g(n) such that no witness is an option with value u."""
    import z3

    n, u = z3.Int("n"), z3.Int("u")
    witnesses = _few_taken(options, formula, subject, n, u, budget) or _by_pieces(options, formula, n, u)
    return [n >= formula.least, u >= 0, u < formula.of(n), *(z3.Not(w) for w in witnesses)]


def _few_taken(options: Options, formula: Formula, subject: TextRuleset, n: Any, u: Any, budget: Budget) -> list[Any]:
    """One witness for each number that may be taken; none where these are not few."""
    import z3

    try:
        found = taken(subject, budget)
    except NotProved:
        return []
    if found.all_but or not 0 < len(found.numbers) <= _MOST_TAKEN:
        return []
    return [z3.And(options.is_option(n, n - t), formula.of(n - t) == u) for t in found.numbers]


def _by_pieces(options: Options, formula: Formula, n: Any, u: Any) -> list[Any]:
    """The heap at which a piece has the value u; of a constant piece the last heaps before n."""
    import z3

    found = [
        z3.And(u == value, options.is_option(n, z3.IntVal(formula.least + i))) for i, value in enumerate(formula.start)
    ]
    for p in formula.pieces:
        if p.slope:
            q = (u - p.first) / p.slope
            y = p.begin + p.step * q
            found.append(z3.And(q >= 0, u == p.first + p.slope * q, options.is_option(n, y)))
            continue
        last = n - 1 - (n - 1 - p.begin) % p.step
        for before in range(_BEFORE):
            y = last - before * p.step
            found.append(z3.And(u == p.first, y >= p.begin, options.is_option(n, y)))
    return found


def _ask(z3: Any, claim: str, question: list[Any], subject: TextRuleset, data: dict[str, Any], budget: Budget) -> str:
    """The SMT-LIB text of a question to which z3 answers that there is no solution; raises NotProved, OutOfBudget."""
    budget.check("asking z3")
    solver = z3.Solver()
    solver.set("timeout", max(1, int(1000 * budget.left)))
    solver.add(*question)
    answer = solver.check()
    if answer == z3.unsat:
        return str(solver.to_smt2())
    if answer == z3.sat:
        raise _refutation(solver.model(), claim, subject, data)
    reason = solver.reason_unknown()
    if "interrupt" in reason:
        raise KeyboardInterrupt
    if budget.left <= 0 or reason in {"timeout", "canceled"}:
        raise OutOfBudget(
            "attested: z3 did not answer in the time allowed ({seconds} s)", seconds=f"{budget.seconds:g}"
        )
    raise NotProved("attested: z3 does not know whether {claim} ({reason})", claim=claim, reason=reason)


def _refutation(model: Any, claim: str, subject: TextRuleset, data: dict[str, Any]) -> NotProved:
    """What a solution says: a heap at which the law fails, or that no witness was found there."""
    from grundy.laws.reading import law_from_json

    n = next((model[name].as_long() for name in model.decls() if name.name() == "n"), subject.least)
    if n <= _MOST_PLAYED:
        law = law_from_json(data)
        values = {law.value(part[0]) for part in subject.options((n,), Meter(10**7))}
        own = law.value((n,))
        if own in values or any(u not in values for u in range(own)):
            return Fails(
                "attested: the law fails at heap {n}: it says {own}, and of its options {values}",
                n=n,
                own=own,
                values=sorted(values)[:20],
            )
    return NotProved("attested: not seen that {claim}: z3 shows heap {n}", claim=claim, n=n)


def _finished(
    subject: TextRuleset, data: dict[str, Any], asked: list[dict[str, str]], version: str, budget: Budget, begun: float
) -> Proof:
    from grundy.laws.reading import law_from_json

    law = law_from_json(data)
    box = require_values(subject, lambda n: law.value((n,)), budget)
    measure = subject.ending.measure
    theorem = (
        f"z3 {version} says of the law of {subject.canonical} that no option of a heap has the heap's value and that "
        "each smaller value is that of an option; play ends, so by induction it gives the Grundy values."
    )
    seconds = time.perf_counter() - begun
    certificate = make_certificate(
        rules=rules_entry(subject),
        law=data,
        method="attested",
        theorem=theorem,
        about="grundy",
        seconds=seconds,
        measure={"weights": [list(w) for w in measure.weights], "bounds": list(measure.lower_bounds)},
        proof={"solver": f"z3 {version}", "questions": asked},
        box=box,
        evidence="attested",
    )
    return Proof(law, "attested", theorem, certificate, seconds)
