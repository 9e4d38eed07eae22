"""The laws that are shipped: what `study` finds for each game of the catalogue, as certificates and an index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from grundy.games import catalogue, expression
from grundy.laws.library import INDEX, index_text
from grundy.prover.base import canonical_json, rules_entry
from grundy.rules.rulesets import AnyFamily, Ruleset

from .study import Study
from .studying import study

MEMBERS = {
    "wythoff_r": ("wythoff_r(2)", "wythoff_r(3)", "wythoff_r(4)"),
    "moore": ("moore(2)[:, :, :]", "moore(2)[:, :, :, :]", "moore(3)[:, :, :, :]"),
}
"""Members of families that have no law of all members at once."""

WITHOUT = ("octal", "hexadecimal", "subtraction", "allbut")
"""Families with a member for each code or set, each of which `study` proves for itself."""

BUDGET = 120.0


def write_library(directory: Path, names: Sequence[str] = ()) -> Iterator[str]:
    """Study the games *names* (all), write their laws to *directory* and make its index; a line is told of each."""
    directory.mkdir(exist_ok=True)
    for text in texts(names):
        yield _write(directory, text)
    (directory / INDEX).write_text(index_text(directory), encoding="utf-8")


def texts(names: Sequence[str] = ()) -> Iterator[str]:
    """The expressions of the rules that are studied: catalogue games, or members of families."""
    for name in names or [n for n in catalogue.names() if n not in WITHOUT]:
        yield from MEMBERS.get(name, (name,))


def _write(directory: Path, text: str) -> str:
    rules = expression(text)
    found = study(rules, budget=BUDGET)
    record = record_of(rules, found)
    target = directory / f"{file_name(text)}.json"
    if record is None:
        target.unlink(missing_ok=True)
        return f"{text}: {found.evidence}: {found.why}"
    target.write_text(canonical_json(record) + "\n", encoding="ascii")
    return f"{text}: {found.evidence}: {found.law_formula} ({found.seconds} s, {target.stat().st_size:,} bytes)"


def record_of(rules: Ruleset | AnyFamily, found: Study) -> dict[str, Any] | None:
    """The certificate of a study, or for a law that is checked only the law with its bound; None for no law."""
    if found.certificate is not None:
        return dict(found.certificate)
    if found.law is None or not isinstance(rules, Ruleset):
        return None
    return {
        "format": "grundy law",
        "version": 1,
        "rules": rules_entry(rules),
        "play": found.play,
        "about": found.about,
        "law": found.law.to_json(),
        "evidence": "checked",
        "checked_to": found.checked_to,
    }


def file_name(text: str) -> str:
    """A file's name for the text of rules: ``moore(2)[:, :, :]`` is moore-2-3.

    >>> file_name("moore(2)[:, :, :]"), file_name("wythoff_r(3)")
    ('moore-2-3', 'wythoff_r-3')
    """
    name, _, heaps = text.partition("[")
    name = name.replace("(", "-").replace(")", "")
    return f"{name}-{heaps.count(':')}" if heaps else name
