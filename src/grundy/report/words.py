"""A study in words: the rules, what the law says, and how a winning move is found by it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from grundy.prover.base import Proof
from grundy.rules.errors import GrundyError
from grundy.rules.numbers import plural
from grundy.rules.rulesets import AnyFamily, Ruleset

_XOR = (
    "Write the value of every component in base 2 and add without carries (xor) to s. If s = 0, every move loses. "
    "Else some component of value g has an option of value g xor s: move there."
)
_TO_P = "If the position is not in the set, some option is: move to it."
_ADVICE = {
    "window": "The options of n have all values from 0 to n-l(n) except g(n), each once: the one of value v is the "
    "greatest y < n with g(y) = v.",
    "periodic": "Only the remainders matter beyond the preperiod: look the values up by n mod the period.",
    "scaling": "Move into the next losing band: choose the factor that brings goal/p to at most (low*high)^e, "
    "and above high*(low*high)^(e-1).",
    "beatty": "One heap fixed, the partner of it is the other member of its pair; the difference fixed, the pair of "
    "that difference. Move to whichever is in reach.",
    "automatic": "Write the heaps in the numeration system, one below the other; the automaton reads the columns.",
    "sum": "Each heap is a game by itself.",
}


def rules_in_words(rules: Ruleset | AnyFamily, play: str) -> tuple[str, ...]:
    """The rules, a line each: those of the moves, then who wins."""
    from grundy.write.words import rules_words

    lines = list(rules_words(rules))
    end = "wins" if play == "misere" else "loses"
    lines.append(f"Whoever cannot move {end}{' (misère play)' if play == 'misere' else ''}.")
    return tuple(lines)


def own_names(text: str, rules: Ruleset | AnyFamily) -> str:
    """*text* with "these rules" for their canonical text, and with the family's own names of its parameters.

    >>> from grundy.games import expression
    >>> own_names("In h1 -> h1-v1 where v1 <= p1 all p1 >= 0", expression("bash"))
    'In these rules all m >= 0'
    """
    general, parameters = getattr(rules, "general", (None, ()))
    for known in (general, getattr(rules, "canonical", None)):
        if known and "->" in str(known):
            text = text.replace(str(known), "these rules")
    for i, name in enumerate(parameters, 1):
        text = re.sub(rf"\bp{i}\b", name, text)
    return text


def law_words(data: Mapping[str, Any], proof: Proof | None) -> str:
    """What a law says, in a sentence."""
    return _said(data, proof)[0]


def law_formula(data: Mapping[str, Any], proof: Proof | None) -> str:
    """A law as a formula."""
    return _said(data, proof)[1]


def _said(data: Mapping[str, Any], proof: Proof | None) -> tuple[str, str]:
    parameters = [] if proof is None else proof.certificate["rules"]["parameters"]
    if parameters:
        return _of_family(data, proof)
    from grundy.laws.reading import law_from_json

    law = law_from_json(dict(data))
    return law.words(), law.formula()


def _of_family(data: Mapping[str, Any], proof: Proof | None) -> tuple[str, str]:
    """The words of a law with open parameters, by the names that the family gave them."""
    if proof is None:
        raise GrundyError("a law of a family comes with its proof")
    rules = proof.certificate["rules"]
    domain = ", ".join(f"{name} >= {least}" for name, least in rules.get("domain", {}).items())
    whole = f" (for all {domain})" if domain else ""
    if data["kind"] == "window":
        return _family_window(data, whole)
    low, high, goal = data["low"], data["high"], data["goal"]
    formula = f"N if and only if {goal}/p lies in (({low}*{high})^e, {high}*({low}*{high})^e] for some e >= 0"
    return f"The mover wins exactly when goal/p lies in one of the bands that scale by low*high{whole}.", formula


def _family_window(data: Mapping[str, Any], whole: str) -> tuple[str, str]:
    """The words of a window law with parameters; simpler ones where the window has one lower end."""
    least, lower = data["least"], data["lower"]
    if len(lower) == 1 and lower[0][0] == lower[0][2] == 1 and str(lower[0][1]).removeprefix("-").isalnum():
        most = str(lower[0][1]).removeprefix("-")
        shifted = f"(n - {least})" if least else "n"
        return f"The Grundy value is the remainder on division by {most}+1{whole}.", f"g(n) = {shifted} mod ({most}+1)"
    if len(lower) == 1 and lower[0][:2] == [1, 0]:
        k = _factor(lower[0][2])
        end = f"max({least}, ceil(n/{k}))" if least else f"ceil(n/{k})"
        words = (
            f"The Grundy value of n is n less the least number that n may become; but where n = {k}*a + 1, it is the "
            f"value of a{whole}."
        )
        return words, f"g({k}*a + 1) = g(a) for a >= {least}; else g(n) = n - {end}"
    inner = ", ".join([str(least), *(_ceiling(a, b, d) for a, b, d in lower)])
    formula = (
        f"l(n) = min(n, {f'max({inner})' if lower else inner}); "
        "g(n) = n - l(n) if l(n) = l(n-1), else g(n) = g(l(n) - 1)"
    )
    words = (
        f"From n one may move to every y with l(n) <= y < n{whole}. Where l does not move at n the Grundy value "
        "is n - l(n); where it moves, it is the value that fell out of the window, g(l(n) - 1)."
    )
    return words, formula


def _ceiling(a: object, b: object, d: object) -> str:
    """The text of ceil((a n + b)/d), for integers and polynomials in the parameters."""
    top = "n" if a == 1 else f"{_factor(a)}*n"
    if b not in (0, "0"):
        text = str(b)
        simple = text.removeprefix("-").isalnum()
        top += f" - {text[1:]}" if simple and text.startswith("-") else f" + {text if simple else f'({text})'}"
    if d == 1:
        return top
    return f"ceil({top if b in (0, '0') else f'({top})'}/{_factor(d)})"


def _factor(value: object) -> str:
    text = str(value)
    return text if text.isalnum() else f"({text})"


def advice(data: Mapping[str, Any], rules: Any) -> str:
    """How a winning move is found by a law."""
    own = _ADVICE.get(str(data["kind"]), "")
    said = data["law"] if data["kind"] == "pairs" else data
    outcome = said.get("about") == "outcome" or data["kind"] in ("scaling", "beatty", "points")
    blocked = getattr(rules, "options_forbidden", 0)
    if blocked:
        return f"At most {plural(blocked, 'P-option')} can be forbidden: with more of them some is left. {own}"
    if outcome:
        return f"{_TO_P} {own}"
    return f"{_XOR} {own}"
