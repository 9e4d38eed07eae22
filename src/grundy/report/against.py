"""Two games compared: the first difference, or equal because both laws are proved and the same."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from grundy.discover.differences import Comparison, compare
from grundy.rules.budget import DEFAULT_SECONDS
from grundy.rules.errors import LimitExceeded, RuleError, Unsupported
from grundy.rules.rulesets import Ruleset
from grundy.rules.values import Value

from .study import Evidence, Study
from .studying import study

_FIRST = {1: 100, 2: 12}
_LARGEST = {1: 1_000_000, 2: 1_000}


class Compared(Value):
    """Two rulesets and what was found: a first difference, proved equal, or equal as far as was looked."""

    left: str
    right: str
    comparison: Comparison
    evidence: Evidence
    seconds: float

    @property
    def equal(self) -> bool | None:
        """True where proved equal, False where they differ, None where it is not known."""
        return None if self.evidence == "checked" else self.comparison.equal

    def lines(self) -> Iterator[str]:
        """The comparison for people."""
        yield f"{self.left}  against  {self.right}"
        yield f"  {self.comparison.text}"
        yield f"Total: {self.seconds:.3f} s"

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain data."""
        found = self.comparison
        return {
            "ruleset": self.left,
            "against": self.right,
            "equal": self.equal,
            "first_difference": found.first,
            "values": None if found.first is None else [found.left, found.right],
            "checked_to": found.checked_to,
            "evidence": self.evidence,
            "why": found.text,
            "seconds": self.seconds,
        }


def compare_rules(left: Any, right: Any, seconds: float = DEFAULT_SECONDS) -> Compared:
    """Whether two rulesets have the same Grundy values: tables first, then their laws.

    Raises RuleError for what are no rulesets, GrundyError where they have not as many heaps.

    >>> from grundy.games import expression
    >>> compare_rules(expression('octal("0.161")'), expression('octal("0.36")')).comparison.first
    519
    """
    begun = time.monotonic()
    for rules in (left, right):
        if not isinstance(rules, Ruleset) or rules.heaps not in _FIRST:
            raise RuleError(f"--against compares rulesets of one or two heaps; {rules} is none")
        if rules.outcomes_only:
            raise Unsupported("comparison", rules, "a blocking game has outcomes only")
    found = _by_tables(left, right, begun, 0.2 * seconds)
    if not found.equal:
        return _result(left, right, found, "proved", begun)
    try:
        laws = _laws(left, right, seconds - (time.monotonic() - begun))
    except KeyboardInterrupt:  # what the tables gave is known
        return _result(left, right, found, "checked", begun)
    if laws is not None:
        by_laws = compare(left, right, laws=laws, to=found.checked_to)
        if by_laws.proved or not by_laws.equal:
            return _result(left, right, by_laws, "proved", begun)
    return _result(left, right, found, "checked", begun)


def _by_tables(left: Ruleset, right: Ruleset, begun: float, seconds: float) -> Comparison:
    """The comparison of tables that are doubled until a part of the time has passed."""
    to = _FIRST[left.heaps]
    found = compare(left, right, to=to)
    while found.equal and to < _LARGEST[left.heaps] and time.monotonic() - begun < seconds / 4:
        to *= 2
        try:
            found = compare(left, right, to=to)
        except LimitExceeded:
            break
    return found


def _laws(left: Ruleset, right: Ruleset, seconds: float) -> Any:
    studies: list[Study] = []
    for rules in (left, right):
        studies.append(study(rules, budget=max(1.0, seconds / 2)))
        if studies[-1].evidence != "proved" or studies[-1].about != "grundy":
            return None
    return studies[0].law, studies[1].law


def _result(left: Ruleset, right: Ruleset, found: Comparison, evidence: Evidence, begun: float) -> Compared:
    return Compared(str(left), str(right), found, evidence, round(time.monotonic() - begun, 3))
