"""Values of actual positions: by law, table or search; winning options; remoteness; tables of regions."""

from .solution import Solution, Table
from .solving import outcome, solve, value
from .tabling import table

__all__ = ["Solution", "Table", "outcome", "solve", "table", "value"]
