"""Programs for rules: their law, the text, and its comparison with brute force and with the law."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grundy.laws.base import Law
from grundy.laws.library import Entry, Known, Library, library_of
from grundy.rules.errors import GrundyError, PositionError, Unsupported
from grundy.rules.family import Family
from grundy.rules.rulesets import Ruleset
from grundy.rules.values import Value
from grundy.solver.solution import Play
from grundy.write.program import Program
from grundy.write.words import rules_words

LANGUAGES = ("cpp", "python")
BUDGET = 20.0


class Found(Value):
    """The law that a program stands on: its plain data (None: tables are computed), *law* itself, and its evidence."""

    data: Mapping[str, Any] | None
    law: Law | None
    evidence: str
    play: Play = "normal"

    __hash__ = None  # type: ignore[assignment]


NOTHING = Found(None, None, "none: no law is known, so the values are computed from the moves")


class Code(Value):
    """A program as text, and what it was compared with."""

    text: str
    language: str
    program: Program
    checked: str


# ---------------------------------------------------------------- laws


def law_of_rules(ruleset: Ruleset, files: Iterable[str | Path] = (), budget: float = BUDGET) -> Found:
    """The law of a ruleset: of the given certificates, of the library, else what `study` finds in *budget* seconds."""
    files = tuple(files)
    library = library_of(files)
    plays: tuple[Play, ...] = ("normal", "misere") if files else ("normal",)
    for play in plays:
        known = library.known(ruleset, play)
        if known is not None and (known.evidence == "proved" or files):
            return _found(known, play)
    known = library.known(ruleset)
    studied = _studied(ruleset, budget)
    if studied.data is None or (known is not None and not studied.evidence.startswith("proved")):
        return NOTHING if known is None else _found(known, "normal")
    return studied


def _found(known: Known, play: Play) -> Found:
    if known.evidence == "proved":
        theorem = f": {known.theorem}" if known.theorem else ""
        evidence = f"proved by the method {known.method}{theorem}"
    else:
        bound = "" if known.checked_to is None else f" to {known.checked_to}"
        evidence = f"{known.evidence}{bound}, not proved"
    return Found(known.law.to_json(), known.law, evidence, play)


def _studied(ruleset: Ruleset, budget: float) -> Found:
    from grundy.report.studying import study

    try:
        found = study(ruleset, budget=budget)
    except Unsupported:
        return NOTHING
    if found.data is None or found.law is None:
        return NOTHING
    data = found.certificate.get("description") if found.certificate is not None else None
    law = found.law
    if data is not None:
        from grundy.laws.reading import law_from_json

        law = law_from_json(data)
    if found.evidence == "proved":
        evidence = f"proved by the method {found.method}{f': {found.theorem}' if found.theorem else ''}"
    else:
        evidence = f"{found.evidence} to {found.checked_to}, not proved"
    return Found(data or dict(found.data), law, evidence)


def law_of_family(family: Family, files: Iterable[str | Path] = (), budget: float = BUDGET) -> Found:
    """The law of a family, with p1, p2, … for its parameters in the order of its general text."""
    general, order = family.general
    for entry in _entries(library_of(files), general):
        if len(entry.parameters) == len(order):
            return Found(entry.data["law"], None, f"{entry.data['evidence']} by the method {entry.data.get('method')}")
    from grundy.report.studying import study

    found = study(family, budget=budget)
    if found.data is None or found.evidence != "proved":
        return NOTHING
    return Found(dict(found.data), None, f"proved by the method {found.method}: {found.theorem}")


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
        program, form = program_of(ruleset, found.data, ask, (), play=found.play)
    except Unsupported:
        if found.data is None or found.play == "misere" or ask == "option":
            raise
        found = NOTHING
        program, form = program_of(ruleset, None, ask, ())
    if ask == "value" and found.law is not None and found.law.about == "outcome":
        found = NOTHING  # the law says nothing of values, and the program computes them
    program = _with_notes(program, head(ruleset, found))
    text = text_of(program, language)
    checked = "not checked"
    if check:
        from grundy.report.comparing import compare

        checked = compare(text, language, ruleset, found, ask, form)
    return Code(text, language, program, checked)


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
    elif found.data is not None:
        notes.append(f"Law: a {found.data['kind']} law in the parameters.")
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
