"""Canonical texts back to rulesets: what `Ruleset.canonical` and `Family.general` say, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .codes import hexadecimal, octal
from .errors import RuleError
from .family import declare
from .rulesets import Ruleset

_LEAST = re.compile(r"(.*) \[least=(\d{1,4000})\]\Z", re.DOTALL)
_BLOCKING = re.compile(r"blocking\((.*), (\d{1,4000})\)\Z", re.DOTALL)
_CODE = re.compile(r'(octal|hexadecimal)\("([0-9A-F.]{1,10002})"\)\Z')


def from_canonical(text: str, parameters: Sequence[str] = (), values: Mapping[str, Any] | None = None) -> Any:
    """The ruleset of a canonical text, or the family where *parameters* get no *values*; raises RuleError.

    >>> from_canonical("h1 -> v1 where h1 <= 2*v1 and v1 < h1 [least=1]").least
    1
    >>> from_canonical('octal("0.77")').digits
    (0, 7, 7)
    >>> from_canonical("blocking(h1, h2 -> h1-v1, h2 | h1, h2-v1, 2)").options_forbidden
    1
    """
    code = _CODE.match(text)
    if code:
        return (octal if code[1] == "octal" else hexadecimal)(code[2])
    blocked = _BLOCKING.match(text)
    if blocked:
        from .blocking import blocking

        return blocking(from_canonical(blocked[1]), int(blocked[2]))
    least = _LEAST.match(text)
    rules = least[1] if least else text
    family = declare(rules, tuple(parameters), least=int(least[2]) if least else 0)
    if parameters and values is None:
        return family
    made = family(**(values or {}))
    if not isinstance(made, Ruleset):
        missing = ", ".join(made.open)
        raise RuleError("the rules need values for {missing}", missing=missing)
    made.require_ending()
    return made
