"""What `study` returns: rules, table, law, proof, and what was tried on the way, as one value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from grundy.laws.base import Law
from grundy.rules.values import Value
from grundy.solver.solution import Play
from grundy.solver.tables import Table

Evidence = Literal["proved", "attested", "checked", "unknown"]


class Step(Value):
    """One thing that was tried: its name, what came of it in words, whether it gave the result, and the seconds."""

    name: str
    found: str
    done: bool
    seconds: float


class Study(Value):
    """What is known of rules: the law with its evidence, or why there is none.

    *subject* is the text of the rules (or the name of a file of values) and *words* the rules in words; *evidence* is
    "proved" (by *method*, with a *certificate*), "attested" (a solver said so), "checked" (up to *checked_to*,
    inclusive) or "unknown". *why* says how it was shown, or what was tried. *values_why* says why only outcomes are
    known where the law gives no Grundy values; *outcomes_text* says in words which the P-positions are where the law of
    values does not, and *outcomes_data* is their law. *domain* are the parameters of a family with their least values.
    """

    subject: str
    canonical: str | None
    play: Play
    words: tuple[str, ...]
    table: Table | None
    law: Law | None
    law_text: str | None
    law_formula: str | None
    advice: str | None
    about: str | None
    evidence: Evidence
    checked_to: int | None
    method: str | None
    theorem: str | None
    why: str
    values_why: str | None
    outcomes_text: str | None
    steps: tuple[Step, ...]
    certificate: Mapping[str, Any] | None
    seconds: float
    data: Mapping[str, Any] | None = None
    outcomes_data: Mapping[str, Any] | None = None

    __hash__ = None  # type: ignore[assignment]

    def to_json(self) -> dict[str, Any]:
        """The study as plain data."""
        law: dict[str, Any] | None = None
        if self.data is not None:
            law = {**self.data, "about": self.about, "text": self.law_text, "formula": self.law_formula}
        return {
            "ruleset": self.subject,
            "canonical": self.canonical,
            "play": self.play,
            "words": list(self.words),
            "law": law,
            "evidence": self.evidence,
            "checked_to": self.checked_to,
            "method": self.method,
            "theorem": self.theorem,
            "why": self.why,
            "values_why": self.values_why,
            "p_positions": self.outcomes_text,
            "advice": self.advice,
            "steps": [{"name": s.name, "found": s.found, "done": s.done, "seconds": s.seconds} for s in self.steps],
            "seconds": self.seconds,
        }

    def _repr_html_(self) -> str:
        from .display import study_html

        return study_html(self)

    def _repr_latex_(self) -> str | None:
        from .display import study_latex

        return study_latex(self)
