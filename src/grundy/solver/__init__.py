"""Values of actual positions: by law, table or search; winning options; remoteness; tables of regions."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .solution import Solution as Solution
    from .solving import outcome as outcome
    from .solving import solve as solve
    from .solving import value as value
    from .tables import Table as Table
    from .tabling import table as table

_HOME = {
    "Solution": "solution",
    "Table": "tables",
    "outcome": "solving",
    "solve": "solving",
    "value": "solving",
    "table": "tabling",
}

__all__ = ["Solution", "Table", "outcome", "solve", "table", "value"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
