"""Components that are given by their leading heaps: Fibonacci Nim's n stands for (n, n-1)."""

from __future__ import annotations

from grundy.rules.rulesets import Ruleset, TextRuleset

from .names import safe_names
from .terms import term_text


def start_lines(ruleset: Ruleset) -> tuple[list[str], list[str]]:
    """The lines that name the heaps of a line of input, and these names; none where every heap is always given."""
    if not isinstance(ruleset, TextRuleset) or not ruleset.start:
        return [], []
    heaps = ruleset.rules.heaps
    names = dict(zip(heaps, safe_names(list(heaps)), strict=True))
    leading = 0
    while leading < len(heaps) and str(getattr(ruleset.start[leading], "name", "")) == heaps[leading]:
        leading += 1
    lines = [f"if len(heaps) != {leading} and len(heaps) != {len(heaps)}:"]
    lines += [f'    return "expected {leading} or {len(heaps)} heaps"']
    lines += [f"{names[h]}: int = heaps[{i}]" for i, h in enumerate(heaps[:leading])]
    for i, heap in enumerate(heaps[leading:], leading):
        computed = f"max({ruleset.least}, {term_text(ruleset.start[i], names)})"
        lines += [f"{names[heap]}: int = heaps[{i}] if len(heaps) > {leading} else {computed}"]
    return lines, list(names.values())
