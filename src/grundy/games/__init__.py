"""The catalogue: each game is a declaration, its rules in words, its source, and its OEIS number where there is one.

Modules are loaded when one of their names is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from grundy.rules.expression import evaluate_expression, read_rules
from grundy.rules.positions import Position, Region
from grundy.rules.rulesets import AnyFamily, Ruleset

_MODULES = {
    "one_heap": ("nim", "bash", "take_range", "subtraction", "allbut", "halving", "blackboard", "race"),
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

    @staticmethod
    def example(name: str) -> str | None:
        """A position of a game that needs more than heaps; None for other names."""
        return _EXAMPLES.get(name)


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
    """RULES as commands take it: a rule text, an expression over the catalogue, or ``file.py:name``.

    Raises GrundyError.

    >>> rules("n -> n-t where t <= m", params={"m": 3})
    ruleset("n -> n-t where t <= m", m=3)
    """
    return read_rules(text, catalogue, params=params, least=least, files=files)


_EXAMPLES = {
    "nim": "nim[3, 6, 9]",
    "bash": "bash(10)[100]",
    "take_range": "take_range(3, 7)[100]",
    "subtraction": "subtraction({1, 3, 4})[100]",
    "allbut": "allbut({1, 2})[100]",
    "blackboard": "blackboard(2)[2, 3, 3, 3]",
    "race": "race(2, 9, goal=162)[1]",
    "wythoff_r": "wythoff_r(2)[4, 9]",
    "moore": "moore(2)[3, 4, 5]",
    "fibonacci_nim": "fibonacci_nim[17]",
    "octal": 'octal("0.137")[20]',
    "hexadecimal": 'hexadecimal("0.3F")[12]',
}
_CODE_WORDS = {
    "octal": "The take-and-break game of an octal code d0.d1d2…: the digit d_t is the sum of 1, 2 and 4 where taking t "
    "may leave no heap, one heap, two heaps.",
    "hexadecimal": "The take-and-break game of a hexadecimal code d0.d1d2…: as octal, and 8 where taking t may leave "
    "three heaps.",
}


def describe(name: str) -> dict[str, Any] | None:
    """What the catalogue says of a game, as plain data; None for a name that it does not have.

    >>> describe("bash")["usage"]
    'bash(m)'
    """
    game = catalogue(name)
    if game is None:
        return None
    if name in _CODE_WORDS:
        usage, words, rules_shown = f"{name}(code)", _CODE_WORDS[name], "a digit for each number that may be taken"
        source, oeis, least = "Guy and Smith, The G-values of various games (1956)", None, 0
    else:
        about, opened = game.about, getattr(game, "open", ())
        usage = f"{name}({', '.join(opened)})" if opened else name
        words, source, oeis, least = about.words, about.source, about.oeis, getattr(game, "least", 0)
        rules_shown = _rules_shown(game)
    heaps = "5, 8" if getattr(game, "heaps", 1) == 2 else "12"
    return {
        "name": name,
        "usage": usage,
        "words": words,
        "rules": rules_shown,
        "least": least,
        "source": source,
        "oeis": oeis,
        "example": _EXAMPLES.get(name, f"{name}[{heaps}]"),
    }


def summaries() -> list[dict[str, Any]]:
    """What the catalogue says of each game, in its order."""
    return [entry for entry in map(describe, catalogue.names()) if entry is not None]


def _rules_shown(game: Any) -> str:
    from grundy.rules.text import rules_text

    if hasattr(game, "one_heap"):
        return f"moves in 1 to k of the heaps, each by {rules_text(game.one_heap.rules)}"
    tree = getattr(game, "rules", None)
    return rules_text(tree) if tree is not None else game.canonical


def __getattr__(name: str) -> Any:
    found = catalogue(name)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found


__all__ = ["Position", "catalogue", "describe", "expression", "rules", "summaries"]
