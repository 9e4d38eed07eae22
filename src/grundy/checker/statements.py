"""What a certificate says, in one sentence that is derived from its rules and its law, not from its own text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .reading import Data


def sentence(data: Data) -> str:
    """The theorem of a well-formed certificate."""
    law, rules = data["law"], data["rules"]
    play = "misère" if data["play"] == "misere" else "normal"
    given = ", ".join(f"{name} >= {rules['domain'][name]}" for name in rules["parameters"])
    about = f"{rules['text']} (for all {given})" if given else str(rules["text"])
    if data["method"] == "claim":
        truth = "true" if data.get("truth") == "true" else "false"
        return f"Under {play} play of {about}, with P the set of P-positions, it is {truth} that {data.get('claim')}."
    text = f"Under {play} play of {about}: {law_text(law)}."
    if data.get("description") is not None:
        from .described import description_text

        text += f" In other words: {description_text(data['description'])}."
    return text


def law_text(law: Mapping[str, Any]) -> str:
    """A law of a well-formed certificate in words.

    >>> law_text({"kind": "periodic", "least": 0, "preperiod": 2, "period": 3, "saltus": 1, "values": [0, 0, 1, 2, 3]})
    'g(n+3) = g(n)+1 for all n >= 2, and g(0), …, g(4) are 0, 0, 1, 2, 3'
    """
    return _TEXTS[law["kind"]](law)


def _window(law: Mapping[str, Any]) -> str:
    bounds = [str(law["least"]), *(f"ceil(({a})*n + ({b}) over {d})" for a, b, d in law["lower"])]
    least = law["least"]
    return (
        f"the options of n are the y with l(n) <= y < n, where l(n) is the smaller of n and the largest of "
        f"{', '.join(bounds)}; so g({least}) = 0, and for n > {least}: g(n) = n-l(n) if l(n) = l(n-1), else "
        "g(n) = g(l(n)-1)"
    )


def _staircase(law: Mapping[str, Any]) -> str:
    least, low, high = law["least"], law["low"], law["high"]
    shifted = f"(n-{least})" if least else "n"
    step = f"floor(({shifted} mod ({low}+({high})))/({low}))"
    if isinstance(low, int) and isinstance(high, int):
        step = f"floor(({shifted} mod {low + high})/{low})" if low <= high else "0"
    else:
        step += f" if {low} <= {high}, else g(n) = 0"
    return f"the options of n are the y >= {least} with {low} <= n-y <= {high}; so for n >= {least}: g(n) = {step}"


def _periodic(law: Mapping[str, Any]) -> str:
    saltus = f"+{law['saltus']}" if law["saltus"] else ""
    values = law["values"]
    listed = ", ".join(map(str, values if len(values) <= 24 else [*values[:12], "…", *values[-4:]]))
    last = law["preperiod"] + law["period"] - 1
    of = f"g({law['least']})" if last == law["least"] else f"g({law['least']}), …, g({last})"
    are = "is" if last == law["least"] else "are"
    return f"g(n+{law['period']}) = g(n){saltus} for all n >= {law['preperiod']}, and {of} {are} {listed}"


def _scaling(law: Mapping[str, Any]) -> str:
    low, high, goal = law["low"], law["high"], law["goal"]
    least = f"max({low}, 2)" if isinstance(low, str) else str(max(low, 2))
    return (
        f"with l = {least}, h = {high} and r = l*h the mover wins at p >= 1 if and only if l <= h and ({goal})/p is "
        "above r**e and at most h*r**e for some e >= 0"
    )


def _beatty(law: Mapping[str, Any]) -> str:
    r = law["r"]
    return (
        f"the P-positions are the pairs (a, a+{r}*i) and (a+{r}*i, a) with a = floor(i*({2 - r}+sqrt({r * r + 4}))/2), "
        "i = 0, 1, 2, …"
    )


def _automatic(law: Mapping[str, Any]) -> str:
    system = law["system"]
    how = f"base {system['base']}" if system["kind"] == "base" else f"the Ostrowski system t = {system['t']}"
    states = len(law["delta"])
    if law["about"] == "outcome":
        return f"the P-positions are the tuples that the given automaton of {states} states accepts in {how}"
    return f"g(x) is the one h such that the given automaton of {states} states accepts (x, h) in {how}"


def _sum(law: Mapping[str, Any]) -> str:
    parts = [f"(heap {i}) {law_text(one)}" for i, one in enumerate(law["laws"], 1)]
    return f"the Grundy value is the nim-sum of those of the heaps, for which: {'; '.join(parts)}"


_TEXTS = {
    "window": _window,
    "staircase": _staircase,
    "periodic": _periodic,
    "scaling": _scaling,
    "beatty": _beatty,
    "automatic": _automatic,
    "sum": _sum,
}
