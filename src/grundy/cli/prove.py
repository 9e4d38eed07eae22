"""``grundy prove``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .app import echo, echo_json
from .options import BUDGET, JSON, LEAST, MISERE, PARAM, STATES, budget_seconds, output_file, parameters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy.prover.base import Proof
    from grundy.prover.claims import ClaimResult
    from grundy.rules.budget import Budget
    from grundy.rules.rulesets import Ruleset
    from grundy.solver.solution import Play


@click.command()
@click.argument("rules")
@click.argument("claim")
@click.option(
    "--define", "definitions", multiple=True, metavar="'Q(x, y) := …'", help="A predicate that the claim uses."
)
@BUDGET
@STATES
@click.option("--certificate", metavar="FILE", help="Write the certificate of the proof.")
@PARAM
@LEAST
@MISERE
@JSON
def prove(
    rules: str,
    claim: str,
    definitions: tuple[str, ...],
    budget: str,
    states: int | None,
    certificate: str | None,
    params: tuple[str, ...],
    least: int | None,
    misere: bool,
    as_json: bool,
) -> int:
    """Whether a CLAIM about the P-positions of RULES is true.

    A CLAIM is built of forall(x, …), exists(x, …), implies(A, B), iff(A, B), and, or, not, comparisons of linear terms,
    and P(a, b): a component with these heaps is a P-position. Variables are 0, 1, 2, … Exit status 0: true; 1: false or
    unknown.

    \b
    grundy prove wythoff 'forall(a, b, implies(P(a, b), P(b, a)))'
    grundy prove wythoff 'forall(d, exists(a, P(a, a + d)))' --certificate each_difference.json
    grundy prove 'bash(9)' 'forall(n, iff(P(n), n % 10 == 0))'
    grundy prove wythoff 'Pair(a, b) := a < b and P(a, b); exists(a, b, Pair(a, b) and a > 1000)'
    """  # noqa: D301 - click reads \b
    from grundy import games
    from grundy.prover.claims import ClaimResult, prove_claim
    from grundy.rules.budget import Budget

    seconds = budget_seconds(budget)
    output_file(certificate, "--certificate")
    read = games.rules(rules, params=parameters(params), least=least, files=True)
    limits = Budget(seconds) if states is None else Budget(seconds, states)
    play: Play = "misere" if misere else "normal"
    interrupted = False
    try:
        found = prove_claim(read, claim, _proof_of_outcomes(play), limits, definitions, play)  # type: ignore[arg-type]
    except KeyboardInterrupt:
        found, interrupted = ClaimResult(claim, "unknown", why="interrupted"), True
    if as_json:
        echo_json(found.to_json())
    else:
        for line in lines(found):
            echo(line)
    _write_certificate(found, certificate)
    if interrupted:
        return 130
    return 0 if found.truth == "true" else 1


def _proof_of_outcomes(play: Play) -> Callable[[Ruleset, Budget], Proof]:
    """What proves the P-positions that claims are about."""
    from grundy.report.studying import outcome_proof

    return lambda ruleset, budget: outcome_proof(ruleset, budget, play)


def lines(found: ClaimResult) -> Iterator[str]:
    """A decided claim for people."""
    from grundy.prover.claims import said

    colour = {"true": "green", "false": "red", "unknown": "yellow"}[found.truth]
    yield click.style(found.truth, fg=colour, bold=True)
    if found.counterexample is not None:
        yield f"Counterexample: {said(found.counterexample)}"
    if found.witness is not None:
        yield f"For example: {said(found.witness)}"
    yield f"How it is known: {found.why}" if found.truth != "unknown" else f"Why: {found.why}"


def _write_certificate(found: Any, path: str | None) -> None:
    if path is None:
        return
    if found.certificate is None:
        why = (
            "the claim is not decided" if found.truth == "unknown" else "the P-positions are not those of an automaton"
        )
        click.echo(f"no certificate was written: {why}", err=True)
        return
    from grundy.prover.base import canonical_json

    Path(path).write_text(canonical_json(found.certificate) + "\n", encoding="ascii")
    click.echo(f"certificate: {path} (grundy check {path})", err=True)
