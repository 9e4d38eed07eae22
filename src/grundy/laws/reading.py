"""Laws from plain data: each kind loads its own module only."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from grundy.laws.fields import Fields

if TYPE_CHECKING:
    from grundy.laws.base import Law

_READERS = {
    "window": ("lower", "window_from_json"),
    "periodic": ("periodic", "PeriodicLaw"),
    "staircase": ("staircase", "staircase_from_json"),
    "scaling": ("race", "RaceLaw"),
    "beatty": ("beatty", "BeattyLaw"),
    "automatic": ("automatic", "AutomaticLaw"),
    "sum": ("sums", "SumLaw"),
    "residues": ("recursion", "RecursionLaw"),
    "arithmetic": ("arithmetic", "ArithmeticLaw"),
    "runs": ("runs", "RunsLaw"),
    "function": ("functions", "FunctionLaw"),
    "after": ("functions", "AfterLaw"),
    "cases": ("cases", "CasesLaw"),
    "points": ("points", "PointsLaw"),
    "pairs": ("composed", "PairLaw"),
    "grid": ("grids", "GridLaw"),
    "digits": ("digitsums", "DigitSumLaw"),
    "total": ("digitsums", "TotalLaw"),
    "remainders": ("pieces", "RemaindersLaw"),
    "order": ("pieces", "OrderLaw"),
    "small": ("pieces", "SmallLaw"),
    "blocks": ("blocks", "BlocksLaw"),
    "last_digit": ("lastdigits", "LastDigitLaw"),
}

_SAY_THEMSELVES = frozenset(
    {"automatic", "grid", "digits", "total", "remainders", "order", "small", "blocks", "last_digit"}
)  # kinds with a key "about" of their own


def law_from_json(data: Any, parameters: Sequence[int] = (), inside: str = "") -> Law:
    """The law that *data* says, as `Law.to_json` gives them; *parameters* are the values of p1, p2, … in texts.

    *inside* names the key of another law under which it stands.

    Raises CertificateError, which names the key, where they say none.

    >>> law_from_json({"kind": "window", "least": 0, "lower": [[1, "-p1", 1]]}, (10,))
    ResidueLaw(modulus=11)
    >>> law_from_json({"kind": "beatty", "r": 0})
    Traceback (most recent call last):
    grundy.rules.errors.CertificateError: r of the law is at least 1, not 0
    """
    fields = Fields(data, parameters, inside)
    kind = fields.choice("kind", _READERS)
    if fields.data.get("about") == "outcome" and kind not in _SAY_THEMSELVES:
        from grundy.laws.composed import OutcomeOnlyLaw

        inner = {key: value for key, value in fields.data.items() if key != "about"}
        return OutcomeOnlyLaw(law_from_json(inner, parameters))
    module, name = _READERS[kind]
    reader = getattr(import_module(f"grundy.laws.{module}"), name)
    return cast("Law", getattr(reader, "from_json", reader)(fields))
