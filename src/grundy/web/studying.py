"""A study with all that the page shows of it: certificate and programs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from grundy.rules.errors import GrundyError
from grundy.rules.rulesets import AnyFamily, Ruleset

if TYPE_CHECKING:
    from grundy.report.coding import Found
    from grundy.report.study import Study

Tell = Callable[[Any], None]


def studied(rules: Ruleset | AnyFamily, *, misere: bool, budget: float, tell: Tell) -> dict[str, Any]:
    """The study of *rules* as plain data, its certificate as text, programs by its law, and the law in words.

    *tell* is told each step when it begins, and the seconds since the start.
    """
    from grundy.prover.base import canonical_json
    from grundy.report.studying import study

    begun = time.monotonic()

    def told(name: str) -> None:
        tell({"name": name, "seconds": round(time.monotonic() - begun, 3)})

    found = study(rules, misere=misere, budget=budget, tell=told)
    certificate = None if found.certificate is None else canonical_json(found.certificate)
    programs: dict[str, str] = {}
    if isinstance(rules, Ruleset) and found.law is not None:
        told("programs")
        programs = _programs(rules, found)
    return {"study": found.to_json(), "certificate": certificate, "code": programs, "law_words": _law_words(found)}


def _law_words(found: Study) -> dict[str, str]:
    """The law in words by language, where it is one of a ruleset."""
    from grundy.explain.general import general_words
    from grundy.explain.saying import Saying
    from grundy.explain.texts import languages

    if found.law is None:
        return {}
    from grundy.laws.reading import law_from_json

    try:
        stated = found.law if found.data is None else law_from_json(dict(found.data))  # the simpler words, if proved
        return {lang: general_words(stated, Saying(lang)) for lang in languages()}
    except GrundyError:
        return {}  # a law of a kind without such words


def _programs(ruleset: Ruleset, found: Study) -> dict[str, str]:
    """The programs that answer positions by the law of a study, where they can be written."""
    from grundy.report.coding import LANGUAGES, code

    programs = {}
    for language in LANGUAGES:
        try:
            programs[language] = code(ruleset, language, found=_law_of(found), check=False).text
        except GrundyError:
            continue  # a law of this kind is not written in this language
    return programs


def _law_of(found: Study) -> Found:
    """The law of a study as programs take it: an automaton beside the simpler law that it was proved equal to."""
    from grundy.laws.reading import law_from_json
    from grundy.report import coding

    assert found.law is not None  # noqa: S101 - the caller's condition
    law = found.law
    automaton = law.to_json() if law.kind == "automatic" else None
    described = found.certificate.get("description") if found.certificate is not None else None
    if described is not None:
        law = coding.writable(law_from_json(described), law)
    evidence = coding.evidence_words(found.evidence, found.method, found.theorem, found.checked_to)
    return coding.Found(
        law.to_json(), law, evidence, found.play, automaton, status=found.evidence, checked_to=found.checked_to
    )
