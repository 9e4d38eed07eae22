"""Impartial combinatorial games: state the rules once; who wins, every winning move and the values are derived.

>>> from grundy import nim, solve
>>> solve(nim[3, 6, 9]).winning_options
(nim[3, 6, 5],)

The names of the catalogue (``grundy games``) can be imported from here, too. Everything is loaded when first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grundy.checker.checking import check as check
    from grundy.explain import Explanation as Explanation
    from grundy.explain import hints as hints
    from grundy.games import expression as expression
    from grundy.match import Match as Match
    from grundy.plot.figures import draw as draw
    from grundy.report.answering import outcome as outcome
    from grundy.report.answering import solve as solve
    from grundy.report.answering import value as value
    from grundy.report.answering import why as why
    from grundy.report.families import study_family as study_family
    from grundy.report.from_values import study_values as study_values
    from grundy.report.study import Study as Study
    from grundy.report.studying import study as study
    from grundy.rules.blocking import blocking as blocking
    from grundy.rules.errors import CertificateError as CertificateError
    from grundy.rules.errors import GrundyError as GrundyError
    from grundy.rules.errors import LimitExceeded as LimitExceeded
    from grundy.rules.errors import PositionError as PositionError
    from grundy.rules.errors import RuleError as RuleError
    from grundy.rules.errors import Unsupported as Unsupported
    from grundy.rules.family import Family as Family
    from grundy.rules.family import ruleset as ruleset
    from grundy.rules.positions import Position as Position
    from grundy.rules.positions import Region as Region
    from grundy.rules.rulesets import Ruleset as Ruleset
    from grundy.rules.successors import load as load
    from grundy.rules.successors import split as split
    from grundy.rules.successors import successors as successors
    from grundy.solver.saving import TableError as TableError
    from grundy.solver.saving import load_table as load_table
    from grundy.solver.solution import Solution as Solution
    from grundy.solver.tables import Table as Table
    from grundy.solver.tabling import table as table

_HOMES = {
    "checker.checking": ("check",),
    "games": ("expression",),
    "explain": ("Explanation", "hints"),
    "match": ("Match",),
    "plot.figures": ("draw",),
    "report.answering": ("outcome", "solve", "value", "why"),
    "report.families": ("study_family",),
    "report.from_values": ("study_values",),
    "report.study": ("Study",),
    "report.studying": ("study",),
    "rules.blocking": ("blocking",),
    "rules.errors": ("CertificateError", "GrundyError", "LimitExceeded", "PositionError", "RuleError", "Unsupported"),
    "rules.family": ("Family", "ruleset"),
    "rules.positions": ("Position", "Region"),
    "rules.rulesets": ("Ruleset",),
    "rules.successors": ("load", "split", "successors"),
    "rules.setvalues": ("squares", "primes", "fibonacci", "powers"),
    "solver.saving": ("TableError", "load_table"),
    "solver.solution": ("Solution",),
    "solver.tables": ("Table",),
    "solver.tabling": ("Interrupted", "table"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME)  # noqa: PLE0605 - the names of the table above


def __getattr__(name: str) -> Any:
    found: Any
    if name == "__version__":
        from importlib.metadata import version

        found = version("grundy")
    elif name in _HOME:
        found = getattr(import_module(f"grundy.{_HOME[name]}"), name)
    elif name.startswith("_"):
        raise AttributeError(f"module 'grundy' has no attribute {name!r}")
    else:
        from grundy.games import catalogue

        found = catalogue(name)
        if found is None:
            raise AttributeError(f"module 'grundy' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    from grundy.games import catalogue

    return sorted({*globals(), *_HOME, *catalogue.names()})
