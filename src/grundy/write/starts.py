"""Components that are given by their leading heaps: Fibonacci Nim's n stands for (n, n-1)."""

from __future__ import annotations

from grundy.rules.rulesets import Ruleset, TextRuleset

from .names import safe_names
from .terms import term_text


def leading_heaps(ruleset: Ruleset) -> int | None:
    """The number of heaps that are enough to give a component; None where every heap is always given."""
    if not isinstance(ruleset, TextRuleset) or not ruleset.start:
        return None
    heaps = ruleset.rules.heaps
    leading = 0
    while leading < len(heaps) and str(getattr(ruleset.start[leading], "name", "")) == heaps[leading]:
        leading += 1
    return leading


def start_lines(ruleset: Ruleset) -> tuple[list[str], list[str]]:
    """The lines that name the heaps of a line of input, and these names; none where every heap is always given."""
    leading = leading_heaps(ruleset)
    if leading is None or not isinstance(ruleset, TextRuleset) or not ruleset.start:
        return [], []
    heaps = ruleset.rules.heaps
    names = dict(zip(heaps, safe_names(list(heaps)), strict=True))
    lines = [f"{names[h]}: int = heaps[{i}]" for i, h in enumerate(heaps[:leading])]
    for i, heap in enumerate(heaps[leading:], leading):
        computed = f"max({ruleset.least}, {term_text(ruleset.start[i], names)})"
        lines += [f"{names[heap]}: int = heaps[{i}] if len(heaps) > {leading} else {computed}"]
    return lines, list(names.values())
