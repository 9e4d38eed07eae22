"""The method *sum*: a component of several heaps, each move in one of them by that heap's own rules.

**Theorem** (R. Sprague, Tohoku Math. J. 41 (1935); P. M. Grundy, Eureka 2 (1939)). The Grundy value of a disjunctive
sum is the nim-sum of the values of its parts.

**Hypotheses, and where they are checked.** That the component is the sum of one-heap games is read off the tree of
the rules (:func:`grundy.rules.summands.summands`); each heap's law is proved by another method, which the caller hands
over, and its certificate is part of the sum's. Options and values are compared with the move generator on a box.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import product
from operator import xor
from typing import Any

from grundy.prover.base import NotProved, Proof, make_certificate, nested, rules_entry
from grundy.prover.boxes import Disagreement, mex
from grundy.rules.budget import Budget
from grundy.rules.meter import Meter
from grundy.rules.rulesets import TextRuleset
from grundy.rules.summands import summands

_CELLS = 700


def prove(subject: TextRuleset | Any, prove_one_heap: Callable[[TextRuleset, Budget], Proof], budget: Budget) -> Proof:
    """The values of a component of several heaps as the nim-sum of those of its heaps.

    *prove_one_heap* gives the proof of each heap's values, for the same rules only once. Raises NotProved, OutOfBudget.

    >>> from grundy.games import expression
    >>> from grundy.prover.window import prove as by_window
    >>> prove(expression("nim[:, :]"), by_window, Budget()).law.value((3, 6))
    5
    """
    begun = time.perf_counter()
    if not isinstance(subject, TextRuleset):
        raise NotProved("sum: rules given as a text are needed")
    subject.require_ending()
    parts = summands(subject)
    if parts is None:
        raise NotProved("sum: a move changes several heaps, or depends on more than the heap that it changes")
    found: dict[str, Proof] = {}
    for part in parts:
        budget.check("proving the law of one heap")
        if part.canonical not in found:
            found[part.canonical] = prove_one_heap(part, budget)
        if found[part.canonical].certificate["about"] != "grundy":
            raise NotProved("sum: of {part} only the outcomes are proved, not the values", part=part)
    proofs = [found[part.canonical] for part in parts]
    box = _compare(subject, proofs, budget)
    return _finished(subject, proofs, box, begun)


def _compare(subject: TextRuleset, proofs: Sequence[Proof], budget: Budget) -> int:
    """The largest heap of a box whose values were computed by the definition and agree; raises Disagreement."""
    side = 1
    while (side + 1) ** subject.heaps <= _CELLS and side < 40:
        side += 1
    least = subject.least
    values: dict[tuple[int, ...], int] = {}
    heaps = range(least, least + side)
    for component in product(heaps, repeat=subject.heaps):
        budget.check("playing small components out")
        values[component] = mex(values[part] for (part,) in subject.options(component, Meter(10**7)))
        said = reduce(xor, (p.law.value((n,)) for p, n in zip(proofs, component, strict=True)))
        if said != values[component]:
            raise Disagreement(f"{subject} at {component}: the law says {said}, the rules {values[component]}")
    return least + side - 1


def _finished(subject: TextRuleset, proofs: Sequence[Proof], box: int, begun: float) -> Proof:
    from grundy.laws.reading import law_from_json

    data = {"kind": "sum", "laws": [dict(p.certificate["law"]) for p in proofs]}
    evidence = "proved"
    if any(p.certificate["evidence"] != "proved" for p in proofs):
        evidence = "attested" if all(p.certificate["evidence"] in {"proved", "attested"} for p in proofs) else "checked"
    theorem = (
        f"A component of {subject.canonical} is the sum of its {len(proofs)} heaps, each by its own rules, so its "
        "Grundy value is the nim-sum of theirs; each heap's law is proved by its own certificate."
    )
    seconds = time.perf_counter() - begun
    certificate = make_certificate(
        rules=rules_entry(subject),
        law=data,
        method="sum",
        theorem=theorem,
        about="grundy",
        seconds=seconds,
        proof={"heaps": [nested(p.certificate) for p in proofs]},
        box=box,
        evidence=evidence,
    )
    return Proof(law_from_json(data), "sum", theorem, certificate, seconds)
