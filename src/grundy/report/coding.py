"""Programs for rules: their law, the text, and its comparison with brute force and with the law."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grundy.laws.base import Law
from grundy.laws.library import Entry, Known, Library, library_of
from grundy.rules.budget import DEFAULT_SECONDS
from grundy.rules.errors import CertificateError, GrundyError, PositionError, Unsupported, cut
from grundy.rules.family import Family
from grundy.rules.rulesets import Ruleset
from grundy.rules.values import Value, replace
from grundy.solver.solution import Play
from grundy.write.program import Program
from grundy.write.words import rules_words

from .study import Evidence, Study

LANGUAGES = ("cpp", "python")
PLAYS: tuple[Play, ...] = ("misere", "normal")
EVIDENCE: tuple[Evidence, ...] = ("proved", "attested", "checked", "unknown")
"""From the strongest to the weakest."""


class Found(Value):
    """The law that a program stands on: its plain data (None: tables are computed), *law* itself, and its evidence.

    *automaton* is one of the same game, as plain data, with which options are found; *said* is the law of a family as
    lines. *status* is the kind of the evidence; where it is "checked", up to the heap *checked_to*.
    """

    data: Mapping[str, Any] | None
    law: Law | None
    evidence: str
    play: Play = "normal"
    automaton: Mapping[str, Any] | None = None
    said: tuple[str, ...] = ()
    status: Evidence = "unknown"
    checked_to: int | None = None

    __hash__ = None  # type: ignore[assignment]

    @property
    def warning(self) -> str:
        """That the program stands on a law that is not proved, in words; empty where it does not."""
        if self.data is None or self.status == "proved":
            return ""
        return f"the law is not proved: {self.evidence.removesuffix(', not proved')}"


NOTHING = Found(None, None, "none: no law is known, so the values are computed from the moves")


class Code(Value):
    """A program as text, and what it was compared with."""

    text: str
    language: str
    program: Program
    checked: str
    found: tuple[Found, ...] = ()

    @property
    def evidence(self) -> Evidence:
        """The weakest evidence of the laws that the program stands on: "unknown" where it computes tables."""
        return max((found.status for found in self.found), key=EVIDENCE.index, default="unknown")

    @property
    def checked_to(self) -> int | None:
        """The heap up to which the laws that are not proved were checked."""
        return min((f.checked_to for f in self.found if f.checked_to is not None), default=None)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is to be said of laws that are not proved."""
        return tuple(found.warning for found in self.found if found.warning)


# ---------------------------------------------------------------- laws


def law_of_rules(
    ruleset: Ruleset,
    files: Iterable[str | Path] = (),
    budget: float = DEFAULT_SECONDS,
    *,
    strict: bool = False,
    plays: Sequence[Play] = PLAYS,
) -> Found:
    """The law of a ruleset: of the given certificates, of the library, else what `study` finds in *budget* seconds.

    Certificates may be about any of *plays*; without them the law is one of the last. Raises CertificateError where
    none of the *files* is about the rules and *strict* asks for it, and KeyboardInterrupt for a search that was
    interrupted.
    """
    library = library_of(files)
    for play in plays:
        for text, params in ruleset.law_keys:
            for entry in library.given.get((play, text), ()):
                given = entry.known(params)
                if given is not None:
                    return _found(given, play)
    if strict and library.given:
        in_play = " in misère play" if "normal" not in plays else ""
        raise CertificateError(f"no law that was given is one of {cut(str(ruleset))}{in_play}")
    play = plays[-1]
    known = library.known(ruleset, play)
    if known is not None and known.evidence == "proved":
        return _found(known, play)
    studied = _studied(ruleset, budget, play)
    if studied.data is None or (known is not None and studied.status != "proved"):
        return replace(NOTHING, play=play) if known is None else _found(known, play)
    return studied


def _found(known: Known, play: Play) -> Found:
    law = writable(known.law, known.automaton)
    return Found(
        law.to_json(),
        law,
        evidence_words(known.evidence, known.method, known.theorem, known.checked_to),
        play,
        None if known.automaton is None else known.automaton.to_json(),
        status=known.evidence,
        checked_to=known.checked_to,
    )


def evidence_words(status: str, method: str | None, theorem: str | None, checked_to: int | None) -> str:
    """The evidence of a law in words."""
    if status == "proved":
        return f"proved by the method {method}{f': {theorem}' if theorem else ''}"
    if status == "attested":
        return "attested by a solver, not proved"
    return f"{status}{'' if checked_to is None else f' to {checked_to}'}, not proved"


def writable(law: Law, automaton: Law | None) -> Law:
    """A law, or the automaton that it was proved equal to where only that is written in other languages."""
    from grundy.write.forms import build

    if automaton is not None:
        try:
            build(law.to_json())
        except Unsupported:
            return automaton
    return law


def _uninterrupted(found: Study) -> Study:
    """A study that was done; raises KeyboardInterrupt for one that Ctrl-C ended."""
    if found.why.startswith("interrupted"):
        raise KeyboardInterrupt
    return found


def _studied(ruleset: Ruleset, budget: float, play: Play) -> Found:
    from grundy.report.studying import study

    try:
        found = _uninterrupted(study(ruleset, misere=play == "misere", budget=budget))
    except Unsupported:
        return NOTHING
    if found.data is None or found.law is None:
        return NOTHING
    law = found.law
    automaton = law.to_json() if law.kind == "automatic" else None
    described = found.certificate.get("description") if found.certificate is not None else None
    if described is not None:
        from grundy.laws.reading import law_from_json

        law = writable(law_from_json(described), law)
    evidence = evidence_words(found.evidence, found.method, found.theorem, found.checked_to)
    return Found(law.to_json(), law, evidence, play, automaton, status=found.evidence, checked_to=found.checked_to)


def law_of_family(family: Family, files: Iterable[str | Path] = (), budget: float = DEFAULT_SECONDS) -> Found:
    """The law of a family, with p1, p2, … for its parameters in the order of its general text."""
    general, order = family.general
    for entry in _entries(library_of(files), general):
        if len(entry.parameters) == len(order):
            data = entry.data
            status, checked_to = data.get("evidence", "proved"), data.get("checked_to")
            evidence = evidence_words(status, data.get("method"), data.get("theorem"), checked_to)
            law = _sound(data["law"], entry.least_values)
            return Found(law, None, evidence, said=_said(data, order), status=status, checked_to=checked_to)
    from grundy.report.studying import study

    found = _uninterrupted(study(family, budget=budget))
    if found.data is None or found.evidence != "proved":
        return NOTHING
    evidence = f"proved by the method {found.method}: {found.theorem}"
    said = _said(found.certificate or {}, order)
    return Found(dict(found.data), None, evidence, said=said, status="proved")


def _sound(data: Any, parameters: tuple[int, ...]) -> Mapping[str, Any]:
    """The law of a family, which is one for these values of its parameters; raises CertificateError, Unsupported."""
    from grundy.laws.reading import law_from_json

    law = law_from_json(data, parameters)
    if data["kind"] in ("window", "scaling", "staircase"):  # the writers read their polynomials
        return dict(data)
    if law.to_json() != law_from_json(data, tuple(p + 1 for p in parameters)).to_json():
        raise Unsupported("program", "the law of the family", "its kind is written without parameters only")
    return law.to_json()


def _said(certificate: Mapping[str, Any], order: Sequence[str]) -> tuple[str, ...]:
    """The law of a family as lines, its parameters with the names of *order*."""
    import re
    from types import SimpleNamespace

    from .words import law_formula, law_words

    kinds = ("window", "scaling", "staircase")
    if not isinstance(certificate.get("rules"), Mapping) or certificate["law"]["kind"] not in kinds:
        return ()
    proof: Any = SimpleNamespace(certificate=certificate)
    lines = (
        f"Law: {law_words(certificate['law'], proof)}",
        f"Formula: {law_formula(certificate['law'], proof)}",
    )
    names = {f"p{i}": name for i, name in enumerate(order, 1)}
    return tuple(re.sub(r"\bp\d+\b", lambda found: names.get(found[0], found[0]), line) for line in lines)


def _entries(library: Library, text: str) -> Sequence[Entry]:
    from grundy.laws import library as home

    shipped = getattr(home, "shipped", getattr(home, "_shipped", None))
    return [*library.given.get(("normal", text), ()), *(shipped("normal", text) if shipped else ())]


# ---------------------------------------------------------------- programs


def code(
    ruleset: Ruleset,
    language: str,
    ask: str = "outcome",
    *,
    found: Found | None = None,
    check: bool = True,
) -> Code:
    """The program that answers positions of *ruleset*, compared with brute force and with its law.

    Raises Unsupported where it cannot be written, and GrundyError where the comparison shows a difference, which is an
    error of ours.

    >>> from grundy import bash
    >>> "n % 11" in code(bash(10), "python", check=False).text
    True
    """
    from grundy.write.replies import program_of

    if not isinstance(ruleset, Ruleset):
        raise PositionError(f"code takes a ruleset, such as wythoff or bash(10), not {ruleset}")
    ruleset.require_ending()
    found = law_of_rules(ruleset) if found is None else found
    try:
        program, form = program_of(
            ruleset,
            found.data,
            ask,
            play=found.play,
            automaton=found.automaton,
            evidence=(found.status, found.checked_to),
        )
    except Unsupported:
        if found.data is None or found.play == "misere":
            raise
        found = NOTHING
        program, form = program_of(ruleset, None, ask)
    if ask == "value" and found.law is not None and found.law.about == "outcome":
        found = NOTHING  # the law says nothing of values, and the program computes them
    program = _with_notes(program, head(ruleset, found))
    text = text_of(program, language)
    checked = "not checked"
    if check:
        from grundy.report.comparing import compare

        checked = compare(text, language, ruleset, found, ask, form)
    return Code(text, language, program, checked, (found,))


def _with_notes(program: Program, notes: tuple[str, ...]) -> Program:
    return Program((*notes, *program.notes), program.constants, program.functions, program.reading)


def head(ruleset: Ruleset | Family, found: Found, play: str = "") -> tuple[str, ...]:
    """The rules in words, the law and its evidence."""
    play = play or found.play
    notes = [str(ruleset), "", *rules_words(ruleset)]
    notes.append(f"Whoever cannot move {'wins (misere play)' if play == 'misere' else 'loses'}.")
    notes.append("")
    if found.law is not None:
        notes.append(f"Law: {found.law.words()}")
        notes.append(f"Formula: {found.law.formula()}")
    notes += found.said
    notes.append(f"Evidence: {found.evidence}.".replace("..", "."))
    notes.append("")
    return tuple(notes)


def text_of(program: Program, language: str) -> str:
    """The text of a program in a language."""
    if language == "cpp":
        from grundy.write.cpp import cpp_program

        return cpp_program(program)
    if language == "python":
        from grundy.write.python import python_program

        return python_program(program)
    raise GrundyError(f"programs are written in {' and '.join(LANGUAGES)}, not {language}")


__all__ = ["Code", "Found", "code", "law_of_family", "law_of_rules"]
