"""The catalogue: each game is a declaration, its rules in words, its source, and its OEIS number where there is one.

Modules are loaded when one of their names is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from grundy.rules.expression import AnyFamily, evaluate_expression, read_rules
from grundy.rules.positions import Position, Region
from grundy.rules.rulesets import Ruleset

_MODULES = {
    "one_heap": ("nim", "bash", "subtraction", "allbut", "halving", "blackboard", "race"),
    "several_heaps": ("wythoff", "wythoff_r", "euclid", "moore", "rook", "king", "queen", "knight", "bishop"),
    "breaking": ("lasker", "kayles", "dawson_kayles", "dawson_chess", "grundy_game", "octal", "hexadecimal"),
    "arithmetic": ("take_a_square", "fibonacci_nim", "divisor_nim", "divisor_replacement", "coprime_nim"),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}


class _Catalogue:
    """Names to games; called with a name it gives the game, or None."""

    def __call__(self, name: str) -> Any:
        if name not in _HOME:
            return None
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)

    @staticmethod
    def names() -> tuple[str, ...]:
        """All names of the catalogue."""
        return tuple(_HOME)


catalogue = _Catalogue()


def expression(text: str, variables: Mapping[str, Any] | None = None, *, files: bool = False) -> Any:
    """The value of an expression over the catalogue: a ruleset, family, position or region. Raises GrundyError.

    >>> expression("nim[3, 6] + bash(10)[100]")
    nim[3, 6] + bash(10)[100]
    """
    return evaluate_expression(text, catalogue, variables, files=files)


def rules(
    text: str, *, params: Mapping[str, Any] | None = None, least: int | None = None, files: bool = False
) -> Ruleset | AnyFamily | Region:
    """RULES as commands take it: a rule text, an expression over the catalogue, or ``file.py:name``. Raises GrundyError.

    >>> rules("n -> n-t where t <= m", params={"m": 3})
    ruleset("n -> n-t where t <= m", m=3)
    """
    return read_rules(text, catalogue, params=params, least=least, files=files)


def __getattr__(name: str) -> Any:
    found = catalogue(name)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found


__all__ = ["Position", "catalogue", "expression", "rules"]
