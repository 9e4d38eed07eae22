"""How a game of the catalogue is declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.rules.family import declare
from grundy.rules.parsing import parse_names
from grundy.rules.rulesets import About, TextRuleset

if TYPE_CHECKING:
    from grundy.rules.codes import Code
    from grundy.rules.compound import CompoundFamily


def game(
    name: str,
    text: str,
    *,
    words: str,
    source: str,
    oeis: str | None = None,
    params: str = "",
    least: int = 0,
    start: str = "",
) -> Any:
    """A game by its rule text; a family where it has parameters. The keywords are those of ``ruleset``."""
    parameters = parse_names(params, "parameter") if params else ()
    about = About(name, words, source, oeis)
    family = declare(text, parameters, name=name, least=least, start=start, about=about)
    return family if parameters else family()


def code_game(name: str, code: str, *, words: str, source: str, oeis: str | None = None) -> Code:
    """A game by its octal code."""
    from dataclasses import replace

    from grundy.rules.codes import octal

    return replace(octal(code), text=name, about=About(name, words, source, oeis))


def compound_family(name: str, one_heap: TextRuleset, *, words: str, source: str) -> CompoundFamily:
    """The family of moves in up to k heaps at once by one-heap rules."""
    from grundy.rules.compound import CompoundFamily

    return CompoundFamily(name, one_heap, About(name, words, source))
