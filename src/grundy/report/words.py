"""A study in words: the rules, what the law says, and how a winning move is found by it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations_with_replacement, permutations
from typing import TYPE_CHECKING, Any

from grundy.prover.base import Proof
from grundy.rules.errors import GrundyError
from grundy.rules.numbers import plural
from grundy.rules.rulesets import AnyFamily, Ruleset
from grundy.rules.said import changed, joined, said

if TYPE_CHECKING:
    from grundy.laws.base import Law

_SUM = (
    "In a sum, write the values of all components in base 2 and add them without carries (xor) to s. If s = 0, every "
    "move loses; else some component of value g has an option of value g xor s: move there."
)
_HINTS = {
    "window": "The options of n have all values from 0 to n-l(n) but g(n), each once: the one of value v is the "
    "greatest y < n with g(y) = v.",
    "staircase": "With M the sum of the least and the largest number L and R that may be taken, move to a y with n - R "
    "<= y <= n - L that has the wanted value: y mod M is in its step of L remainders (counted from the least heap).",
    "scaling": "Multiply so that goal/p comes to lie in no winning band: at most (l*high)^e, and more than "
    "high*(l*high)^(e-1).",
    "beatty": "Three ways to look for one: keep the smaller heap and lower the other to its partner in a pair; keep "
    "the larger heap and lower the other to its partner; or lower both heaps to a pair. Where both are lowered by the "
    "same number, their difference stays, and one pair only has that difference.",
    "automatic": "`grundy solve` finds it at any size by reading the digits through the automaton.",
}
_LISTED = 8
_SIDES = {1: 400, 2: 40, 3: 10, 4: 6}


def rules_in_words(rules: Ruleset | AnyFamily, play: str) -> tuple[str, ...]:
    """The rules, a line each: those of the moves, then who wins."""
    from grundy.write.words import rules_words

    end = "Whoever cannot move wins (misère play)." if play == "misere" else "Whoever cannot move loses."
    return (*rules_words(rules), said(end))


def own_names(text: str, rules: Ruleset | AnyFamily) -> str:
    """*text* with "these rules" for their canonical text, and with the family's own names of its parameters.

    >>> from grundy.games import expression
    >>> own_names("In h1 -> h1-v1 where v1 <= p1 all p1 >= 0", expression("bash"))
    'In these rules all m >= 0'
    """
    general, parameters = getattr(rules, "general", (None, ()))
    canonical = [str(known) for known in (general, getattr(rules, "canonical", None)) if known and "->" in str(known)]

    def change(text: str) -> str:
        if text in canonical:
            return said("these rules")
        for known in canonical:
            text = text.replace(known, "these rules")
        for i, name in enumerate(parameters, 1):
            text = re.sub(rf"\bp{i}\b", name, text)
        return re.sub(r",? (\w+) = \1\b(?! \+)", "", text)

    return changed(text, change)


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
    whole = said(" (for all {domain})", domain=domain) if domain else ""
    if data["kind"] == "window":
        return _family_window(data, whole)
    if data["kind"] == "staircase":
        return _family_staircase(data, whole)
    low, high, goal = data["low"], data["high"], data["goal"]
    formula = (
        f"l = max({low}, 2); N if and only if l <= {high} and {goal}/p lies in ((l*{high})^e, {high}*(l*{high})^e] for "
        "some e >= 0"
    )
    words = said(
        "The mover wins exactly when {goal}/p lies in one of the bands that scale by l*{high}, l the larger of {low} "
        "and 2{whole}.",
        goal=goal,
        high=high,
        low=low,
        whole=whole,
    )
    return words, formula


def _family_window(data: Mapping[str, Any], whole: str) -> tuple[str, str]:
    """The words of a window law with parameters; simpler ones where the window has one lower end."""
    least, lower = data["least"], data["lower"]
    if len(lower) == 1 and lower[0][0] == lower[0][2] == 1 and str(lower[0][1]).removeprefix("-").isalnum():
        most = str(lower[0][1]).removeprefix("-")
        shifted = f"(n - {least})" if least else "n"
        words = said("The Grundy value is the remainder on division by {most}+1{whole}.", most=most, whole=whole)
        return words, f"g(n) = {shifted} mod ({most}+1)"
    if len(lower) == 1 and lower[0][:2] == [1, 0]:
        k = _factor(lower[0][2])
        end = f"max({least}, ceil(n/{k}))" if least else f"ceil(n/{k})"
        words = said(
            "The Grundy value of n is n less the least number that n may become; but where n = {k}*a + 1, it is the "
            "value of a{whole}.",
            k=k,
            whole=whole,
        )
        return words, f"g({k}*a + 1) = g(a) for a >= {least}; else g(n) = n - {end}"
    inner = ", ".join([str(least), *(_ceiling(a, b, d) for a, b, d in lower)])
    formula = (
        f"l(n) = min(n, {f'max({inner})' if lower else inner}); "
        "g(n) = n - l(n) if l(n) = l(n-1), else g(n) = g(l(n) - 1)"
    )
    words = said(
        "From n one may move to every y with l(n) <= y < n{whole}. Where l does not move at n the Grundy value "
        "is n - l(n); where it moves, it is the value that fell out of the window, g(l(n) - 1).",
        whole=whole,
    )
    return words, formula


def _family_staircase(data: Mapping[str, Any], whole: str) -> tuple[str, str]:
    """The words of the law of taking L to R, with parameters."""
    least, low, high = data["least"], str(data["low"]), str(data["high"])
    shifted = f"(n - {least})" if least else "n"
    step = f"floor(({shifted} mod ({low}+{high}))/{_factor(low)})"
    words = said(
        "The Grundy value of n is the remainder of {shifted} on division by {low}+{high}, divided by {low} and "
        "rounded down; it is 0 where {high} < {low}{whole}.",
        shifted=shifted,
        low=low,
        high=high,
        whole=whole,
    )
    return words, f"g(n) = {step} if {low} <= {high}, else 0"


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


def advice(data: Mapping[str, Any], rules: Any, law: Law | None) -> str:
    """How a winning move is found by a law, with the first P-positions where it can be asked for them."""
    hint = said(_HINTS.get(str(data["kind"]), ""))
    first = [] if law is None else first_p_positions(law, getattr(rules, "least", 0))
    listed: str = ""
    if first:
        several = " (the first are {first}, …)" if len(first) > 1 else " (the only small one is {first})"
        listed = said(several, first=", ".join(first))
    blocked = getattr(rules, "options_forbidden", 0)
    if blocked:
        alone = "At most {count} can be forbidden: with more of them{listed} some is left."
        parts: list[str] = [said(alone, count=plural(blocked, "P-option"), listed=listed), hint]
    else:
        outcome = (
            data.get("about") == "outcome" or data["kind"] in ("scaling", "beatty") or (law and law.about == "outcome")
        )
        alone = "Move to a P-position{listed}, if any is in reach."
        parts = [said(alone, listed=listed), *([] if outcome else [said(_SUM)]), hint]
    return joined("{a} {b}", [part for part in parts if part])


def first_p_positions(law: Law, least: int = 0) -> list[str]:
    """The first P-positions of a law, by their largest heap; of several heaps those in ascending order.

    >>> from grundy.laws.beatty import BeattyLaw
    >>> first_p_positions(BeattyLaw(1))[:3]
    ['(0, 0)', '(1, 2)', '(3, 5)']
    """
    heaps = law.heaps
    side = _SIDES.get(heaps, 0)
    sizes = range(least, least + side)
    found = []
    for component in sorted(combinations_with_replacement(sizes, heaps), key=lambda c: (max(c), c)):
        if all(law.is_p(order) for order in set(permutations(component))):
            found.append(str(component[0]) if heaps == 1 else f"({', '.join(map(str, component))})")
            if len(found) == _LISTED:
                break
    return found
