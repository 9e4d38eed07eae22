"""The moves of take-and-break codes as nested loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grundy.rules.codes import Code

Body = Callable[[list[list[str]]], list[str]]
"""The lines for an option, given the texts of the heaps of its components."""


def code_loops(code: Code, body: Body) -> list[str]:
    """The lines that pass every move of a take-and-break code from a heap of `n`; its digits are DIGITS."""
    lines = [f"for taken in range(0, min({len(code.digits) - 1}, n) + 1):", "    rest: int = n - taken"]
    found = {bit for digit in code.digits for bit in (1, 2, 4, 8) if digit & bit}
    if 1 in found:
        lines += ["    if DIGITS[taken] & 1 and rest == 0:", *_deep(body([["0"]]), 2)]
    if 2 in found:
        lines += ["    if DIGITS[taken] & 2 and rest >= 1:", *_deep(body([["rest"]]), 2)]
    if 4 in found:
        lines += ["    if DIGITS[taken] & 4:", "        for a in range(1, rest // 2 + 1):"]
        lines += _deep(body([["a"], ["rest - a"]]), 3)
    if 8 in found:
        lines += ["    if DIGITS[taken] & 8:", "        for a in range(1, rest // 3 + 1):"]
        lines += [
            "            for b in range(a, (rest - a) // 2 + 1):",
            *_deep(body([["a"], ["b"], ["rest - a - b"]]), 4),
        ]
    return [line.replace(" and rest", " != 0 and rest") if "DIGITS" in line else line for line in lines]


def _deep(lines: list[str], depth: int) -> list[str]:
    return ["    " * depth + line for line in lines]
