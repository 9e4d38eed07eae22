"""A family by its members: their laws, and one law in terms of the parameters as a conjecture."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from grundy.discover.families import FamilyLaw, conjecture, parse_members
from grundy.laws.base import Law
from grundy.rules.budget import DEFAULT_SECONDS
from grundy.rules.errors import GrundyError, RuleError
from grundy.rules.numbers import plural
from grundy.rules.rulesets import AnyFamily
from grundy.rules.values import Value

from .study import Evidence, Study
from .studying import Tell, study

_MOST_LISTED = 30


class Member(Value):
    """A member of a family, the values of its parameters, and its study (None where it has an error instead)."""

    params: tuple[int, ...]
    found: Study | None
    error: str | None = None


class FamilyStudy(Value):
    """What is known of a family: a law of all members that is proved, or a law in the parameters of some members.

    *whole* is the study of all members at once, where that was proved. *laws* are conjectures, each with the members
    that it was found on and tested on.
    """

    subject: str
    names: tuple[str, ...]
    whole: Study | None
    members: tuple[Member, ...]
    laws: tuple[FamilyLaw, ...]
    seconds: float

    __hash__ = None  # type: ignore[assignment]

    @property
    def evidence(self) -> Evidence:
        """What is known: "proved" for all members at once, "checked" for a conjecture, else "unknown"."""
        if self.whole is not None:
            return "proved"
        return "checked" if self.laws else "unknown"

    def lines(self) -> Iterator[str]:
        """The study for people."""
        yield self.subject
        if self.whole is not None:
            yield f"  proved for all members: {self.whole.law_formula}"
        for member in self.members[:_MOST_LISTED]:
            yield f"  {self._assigned(member.params)}: {_short(member)}"
        if len(self.members) > _MOST_LISTED:
            yield f"  … and {plural(len(self.members) - _MOST_LISTED, 'more member')}"
        for law in self.laws:
            condition = f" ({law.condition})" if law.condition else ""
            yield f"Conjecture{condition}: {law.text}"
            used = len(law.members) - len(law.tested)
            yield f"  found on {plural(used, 'member')}, and right on {len(law.tested)} more"
        if self.whole is None and not self.laws:
            yield "No law in terms of the parameters was found."
        yield f"Total: {self.seconds:.3f} s"

    def _assigned(self, params: tuple[int, ...]) -> str:
        return ", ".join(f"{name}={value}" for name, value in zip(self.names, params, strict=True))

    def to_json(self) -> dict[str, Any]:
        """The study as plain data."""
        members = [
            {
                "parameters": dict(zip(self.names, m.params, strict=True)),
                "evidence": "unknown" if m.found is None else m.found.evidence,
                "text": _short(m),
            }
            for m in self.members
        ]
        laws = [
            {
                "text": law.text,
                "condition": law.condition,
                "members": [list(p) for p in law.members],
                "tested": [list(p) for p in law.tested],
                "law": law.law,
            }
            for law in self.laws
        ]
        return {
            "ruleset": self.subject,
            "law": None if self.whole is None else self.whole.to_json()["law"],
            "evidence": self.evidence,
            "conjectures": laws,
            "members": members,
            "seconds": self.seconds,
        }


def _short(member: Member) -> str:
    if member.found is None:
        return f"error: {member.error}"
    found = member.found
    return f"{found.evidence}: {found.law_formula}" if found.law_formula else "unknown"


def study_family(family: Any, ranges: str, seconds: float = DEFAULT_SECONDS, tell: Tell | None = None) -> FamilyStudy:
    """The members of *family* that *ranges* name (``k=2..6``), and a law in terms of the parameters.

    A law of all members that is proved at once is given besides. Raises RuleError for what is no family or has other
    parameters, PositionError for ranges that are not well formed.

    >>> from grundy import bash
    >>> found = study_family(bash, "m=2..6")
    >>> found.evidence, found.laws[0].text
    ('proved', 'g(n) = n mod (m + 1)')
    """
    begun = time.monotonic()
    if not isinstance(family, AnyFamily):
        raise RuleError(f"--family is for families, rules with open parameters; {family} is none")
    names, params = parse_members(ranges)
    if set(names) != set(family.open):
        raise RuleError(f"{family} has the parameters {', '.join(family.open)}; the ranges name {', '.join(names)}")
    whole = study(family, budget=min(5.0, seconds / 4))
    members = []
    for values in params:
        left = seconds - (time.monotonic() - begun)
        if tell is not None:
            tell(", ".join(f"{n}={v}" for n, v in zip(names, values, strict=True)))
        members.append(_member(family, names, values, max(0.5, left / 4)))
    laws: dict[tuple[int, ...], Law] = {m.params: m.found.law for m in members if m.found and m.found.law}
    found = conjecture(laws, names) if len(laws) == len(members) else []
    return FamilyStudy(
        subject=str(family),
        names=names,
        whole=whole if whole.evidence == "proved" else None,
        members=tuple(members),
        laws=tuple(found),
        seconds=round(time.monotonic() - begun, 3),
    )


def _member(family: AnyFamily, names: tuple[str, ...], values: tuple[int, ...], seconds: float) -> Member:
    try:
        rules = family(**dict(zip(names, values, strict=True)))
        return Member(values, study(rules, budget=seconds))
    except GrundyError as error:
        return Member(values, None, error.message)
