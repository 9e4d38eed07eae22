"""A study with all that the page shows of it: certificate and programs."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from grundy.explain.texts import languages, translated
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
    laws = _law_words(found)
    return {
        "study": found.to_json(),
        "certificate": certificate,
        "code": programs,
        "law_words": laws,
        "study_words": {lang: _study_words(found, rules, lang, laws.get(lang)) for lang in languages()[1:]},
    }


def _law_words(found: Study) -> dict[str, str]:
    """The law in words by language, where it is one of a ruleset."""
    if found.law is None:
        return {}
    try:
        data = found.law.to_json() if found.data is None else found.data  # the simpler words, if proved
        return {lang: _said_law(data, lang) for lang in languages()}
    except GrundyError:
        return {}  # a law of a kind without such words


def _said_law(data: Mapping[str, Any], lang: str) -> str:
    """A law in words of a language; raises GrundyError where it is of a kind without such words."""
    from grundy.explain.general import general_words
    from grundy.explain.saying import Saying
    from grundy.laws.reading import law_from_json

    return general_words(law_from_json(dict(data)), Saying(lang))


def _study_words(found: Study, rules: Ruleset | AnyFamily, lang: str, law: str | None) -> dict[str, Any]:
    """The texts of a study in a language under the names that they have in its JSON; None where there are no words."""
    from grundy.checker.statements import statement
    from grundy.explain.general import formula_words
    from grundy.explain.saying import Saying
    from grundy.report.words import own_names
    from grundy.rules.said import changed

    def own(text: str | None) -> str | None:
        return None if text is None else translated(changed(text, lambda t: law if law and t == stated else t), lang)

    stated = None if found.law is None else found.law.words()
    theorem = None if found.certificate is None else own(own_names(statement(found.certificate), rules))
    return {
        "words": [own(line) for line in found.words],
        "law": law or own(found.law_text),
        "formula": None if found.law_formula is None else formula_words(found.law_formula, Saying(lang)),
        "theorem": theorem,
        "why": None if found.certificate is not None else own(found.why),
        "values_why": own(found.values_why),
        "p_positions": None if found.outcomes_data is None else _said_law(found.outcomes_data, lang),
        "advice": own(found.advice),
        "steps": [theorem if s.done and s.name == found.method else own(s.found) for s in found.steps],
    }


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
