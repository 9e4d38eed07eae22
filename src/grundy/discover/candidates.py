"""Candidate laws: what fits a list of values, the shortest law first.

Every candidate is evaluated on all values before it is named, and accepted only where it is shorter than the values
that it explains. Where nothing fits, nothing is named: a candidate is a conjecture, checked to the last value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grundy.laws.base import Law
from grundy.laws.reading import law_from_json
from grundy.rules.errors import CertificateError

from .arithmetic import arithmetic, floors
from .lengths import About, Data, Form
from .points import points
from .residues import residues
from .runs import runs
from .tails import periodic, staircase
from .windows import windows

_WINDOW = 6_000  # values on which laws other than periods are looked for; then they are checked on all
_LEAST = 4
_SHORT = 40  # bits of a period beside which no recursion is looked for
_MOST = 8

Finder = Callable[[Data], Iterator[Form]]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A law that fits all values to *checked_to*, inclusive; *score* is its length in bits, *text* its formula."""

    law: Law
    checked_to: int | tuple[int, int]
    score: float
    text: str

    @property
    def words(self) -> str:
        """The law as one sentence."""
        return self.law.words()


def candidates(values: Sequence[int | str], start: int = 0, about: About = "grundy") -> list[Candidate]:
    """The laws that fit the values of the heaps *start*, *start* + 1, …, the shortest first; none where none is found.

    About outcomes, the values are "N" and "P" (or 1 and 0), and so are the laws.

    >>> candidates([0, 1, 2, 3] * 6)[0].text
    'g(n+4) = g(n) for n >= 0; g(0), … = 0, 1, 2, 3'
    >>> candidates([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3])
    []
    """
    data = as_data(values, start, about)
    if len(values) < _LEAST:
        return []
    part = data.first(_WINDOW)
    forms = [*periodic(data), *staircase(part)]
    if forms:
        forms.extend(_beside_period(part, min(forms, key=lambda form: form.bits)))
    else:
        for finder in (floors, arithmetic, windows, residues, runs, points):
            forms.extend(finder(part))
    return checked(forms, data)


def _beside_period(data: Data, period: Form) -> Iterator[Form]:
    """Laws that are shorter than a period that was found, or say it by remainders: others say the same less well."""
    finders: tuple[Finder, ...] = (floors, arithmetic, windows, points)
    if period.bits > _SHORT:
        finders = (*finders, residues, runs)
    for finder in finders:
        for form in finder(data):
            if form.bits <= period.bits and not _has_period(form.law):
                yield form
    yield from (form for form in residues(data, (period.law["period"],)) if form.law["kind"] == "residues")


def _has_period(law: Mapping[str, Any]) -> bool:
    """Whether a law by remainders has a period in it: where the whole is periodic, that says the same twice."""
    return law["kind"] == "cases" and any(case.get("law", {}).get("kind") == "periodic" for case in law["cases"])


def as_data(values: Sequence[int | str], start: int = 0, about: About = "grundy") -> Data:
    """The values as integers: P is 0 and N is 1; ValueError where they are no outcomes."""
    if about == "grundy":
        return Data(tuple(int(value) for value in values), start, about)
    wrong = set(values) - {"N", "P", 0, 1}
    if wrong:
        raise ValueError(f"outcomes are N and P, not {min(wrong, key=str)!r}")
    return Data(tuple(0 if value in {"P", 0} else 1 for value in values), start, about)


def checked(forms: Sequence[Form], data: Data) -> list[Candidate]:
    """The candidates that stand the test on all values, ranked; of two that are the same law, one."""
    found: list[Candidate] = []
    for form in sorted(forms, key=lambda form: form.bits):
        if found and not _rivals(form, found[0].score):
            continue
        law = law_of(form.law, data.about)
        if law is None or not _holds(law, data):
            continue
        if all(candidate.law != law for candidate in found):
            found.append(Candidate(law, data.start + data.count - 1, round(form.bits, 1), law.formula()))
        if len(found) == _MOST:
            break
    return found


def _rivals(form: Form, best: float) -> bool:
    """Whether a longer law is worth naming beside the best; laws by remainders are, for they are easily read."""
    return form.bits <= (2.5 * best if form.law["kind"] == "residues" else 1.2 * best + 10)


def law_of(law: Mapping[str, Any], about: About = "grundy") -> Law | None:
    """The law of plain data, about outcomes only where *about* says so; None where there is no such law."""
    from grundy.laws.composed import OutcomeOnlyLaw

    try:
        found = law_from_json(dict(law))
    except CertificateError:  # not a law for all sizes: ends that do not grow for ever, say
        return None
    if about == "outcome" and found.about == "grundy":
        return OutcomeOnlyLaw(found)
    return found


def _holds(law: Law, data: Data) -> bool:
    """Whether the law gives all values."""
    heaps: Iterator[tuple[int, int]] = iter(enumerate(data.values, data.start))
    if data.about == "outcome":
        return all(law.is_p((n,)) == (value == 0) for n, value in heaps)
    return all(law.value((n,)) == value for n, value in heaps)
