"""Values of actual positions: by law, table or search; winning options; remoteness; tables of regions."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .saving import TableError as TableError
    from .saving import load_table as load_table
    from .solution import Solution as Solution
    from .solving import outcome as outcome
    from .solving import solve as solve
    from .solving import value as value
    from .tables import Table as Table
    from .tabling import table as table

_HOME = {
    "Solution": "solution",
    "Table": "tables",
    "TableError": "saving",
    "load_table": "saving",
    "outcome": "solving",
    "solve": "solving",
    "value": "solving",
    "table": "tabling",
}

__all__ = ["Solution", "Table", "TableError", "load_table", "outcome", "solve", "table", "value"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
