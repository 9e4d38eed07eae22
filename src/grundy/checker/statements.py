"""What a certificate says, in one sentence that is derived from its rules and its law, not from its own text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grundy.rules.said import joined, said

from .reading import Data


def sentence(data: Data) -> str:
    """The theorem of a well-formed certificate."""
    text = statement(data)
    if data["method"] == "claim" or data.get("description") is None:
        return text
    from .described import description_text

    return f"{text} In other words: {description_text(data['description'])}."


def statement(data: Data) -> str:
    """The theorem of a well-formed certificate without the simpler law that it may have besides."""
    rules = data["rules"]
    play = said("misère") if data["play"] == "misere" else said("normal")
    given = ", ".join(f"{name} >= {rules['domain'][name]}" for name in rules["parameters"])
    about: str = str(rules["text"])
    if given:
        about = said("{rules} (for all {given})", rules=about, given=given)
    if data["method"] == "claim":
        truth = "true" if data.get("truth") == "true" else "false"
        return f"Under {play} play of {about}, with P the set of P-positions, it is {truth} that {data.get('claim')}."
    return said("Under {play} play of {rules}: {law}.", play=play, rules=about, law=law_text(data["law"]))


def law_text(law: Mapping[str, Any]) -> str:
    """A law of a well-formed certificate in words.

    >>> law_text({"kind": "periodic", "least": 0, "preperiod": 2, "period": 3, "saltus": 1, "values": [0, 0, 1, 2, 3]})
    'g(n+3) = g(n)+1 for all n >= 2, and g(0), …, g(4) are 0, 0, 1, 2, 3'
    """
    return _TEXTS[law["kind"]](law)


def _window(law: Mapping[str, Any]) -> str:
    bounds = [str(law["least"]), *(f"ceil(({a})*n + ({b}) over {d})" for a, b, d in law["lower"])]
    least = law["least"]
    return said(
        "the options of n are the y with l(n) <= y < n, where l(n) is the smaller of n and the largest of {bounds}; so "
        "g({least}) = 0, and for n > {least}: g(n) = n-l(n) if l(n) = l(n-1), else g(n) = g(l(n)-1)",
        bounds=", ".join(bounds),
        least=least,
    )


def _staircase(law: Mapping[str, Any]) -> str:
    least, low, high = law["least"], law["low"], law["high"]
    shifted = f"(n-{least})" if least else "n"
    step: str = f"floor(({shifted} mod ({low}+({high})))/({low}))"
    if isinstance(low, int) and isinstance(high, int):
        step = f"floor(({shifted} mod {low + high})/{low})" if low <= high else "0"
    else:
        step = said("{step} if {low} <= {high}, else g(n) = 0", step=step, low=low, high=high)
    return said(
        "the options of n are the y >= {least} with {low} <= n-y <= {high}; so for n >= {least}: g(n) = {step}",
        least=least,
        low=low,
        high=high,
        step=step,
    )


def _periodic(law: Mapping[str, Any]) -> str:
    saltus = f"+{law['saltus']}" if law["saltus"] else ""
    values = law["values"]
    listed = ", ".join(map(str, values if len(values) <= 24 else [*values[:12], "…", *values[-4:]]))
    last = law["preperiod"] + law["period"] - 1
    of = f"g({law['least']})" if last == law["least"] else f"g({law['least']}), …, g({last})"
    law_of = f"g(n+{law['period']}) = g(n){saltus}"
    if last == law["least"]:
        return said(
            "{law} for all n >= {start}, and {of} is {listed}", law=law_of, start=law["preperiod"], of=of, listed=listed
        )
    return said(
        "{law} for all n >= {start}, and {of} are {listed}", law=law_of, start=law["preperiod"], of=of, listed=listed
    )


def _scaling(law: Mapping[str, Any]) -> str:
    low, high, goal = law["low"], law["high"], law["goal"]
    least = f"max({low}, 2)" if isinstance(low, str) else str(max(low, 2))
    return said(
        "with l = {least}, h = {high} and r = l*h the mover wins at p >= 1 if and only if l <= h and ({goal})/p is "
        "above r**e and at most h*r**e for some e >= 0",
        least=least,
        high=high,
        goal=goal,
    )


def _beatty(law: Mapping[str, Any]) -> str:
    r = law["r"]
    return said(
        "the P-positions are the pairs (a, a+{r}*i) and (a+{r}*i, a) with a = {floor}, i = 0, 1, 2, …",
        r=r,
        floor=f"floor(i*({2 - r}+sqrt({r * r + 4}))/2)",
    )


def _automatic(law: Mapping[str, Any]) -> str:
    system = law["system"]
    how = (
        said("base {base}", base=system["base"])
        if system["kind"] == "base"
        else said("the Ostrowski system t = {t}", t=system["t"])
    )
    states = len(law["delta"])
    if law["about"] == "outcome":
        return said(
            "the P-positions are the tuples that the given automaton of {states} states accepts in {system}",
            states=states,
            system=how,
        )
    return said(
        "g(x) is the one h such that the given automaton of {states} states accepts (x, h) in {system}",
        states=states,
        system=how,
    )


def _sum(law: Mapping[str, Any]) -> str:
    parts = [said("(heap {i}) {law}", i=i, law=law_text(one)) for i, one in enumerate(law["laws"], 1)]
    return said(
        "the Grundy value is the nim-sum of those of the heaps, for which: {laws}", laws=joined("{a}; {b}", parts)
    )


_TEXTS = {
    "window": _window,
    "staircase": _staircase,
    "periodic": _periodic,
    "scaling": _scaling,
    "beatty": _beatty,
    "automatic": _automatic,
    "sum": _sum,
}
