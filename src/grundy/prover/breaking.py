"""Take-and-break codes that rules written as a text have the moves of: what the theorems on codes are about."""

from __future__ import annotations

from grundy.prover.base import NotProved
from grundy.rules.codes import Code, code_text, hexadecimal, octal
from grundy.rules.rulesets import TextRuleset
from grundy.solver.breaking import UNEQUAL, code_digits
from grundy.solver.eliminating import Unread


def code_of(ruleset: TextRuleset) -> Code:
    """The code whose heaps have the moves of the ruleset's, empty heaps left out; raises NotProved.

    >>> from grundy.rules.family import ruleset
    >>> code_of(ruleset("n -> a & b where n-2 <= a+b < n"))
    octal("0.77")
    >>> code_of(ruleset("n -> 0 where n == 1 | n-2 | a & n-3-a"))
    octal("0.137")
    >>> code_of(ruleset("n -> a & b where a+b == n and 1 <= a < b"))
    Traceback (most recent call last):
    grundy.prover.base.NotProved: no take-and-break code: a move depends on the sizes of heaps
    """
    try:
        digits = code_digits(ruleset)
    except Unread as error:
        raise NotProved(error.message) from None
    if any(d & UNEQUAL for d in digits):
        raise NotProved("no take-and-break code: a move depends on the sizes of heaps")
    return octal(code_text(digits)) if max(digits) < 8 else hexadecimal(code_text(digits))
