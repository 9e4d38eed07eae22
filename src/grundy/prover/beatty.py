"""P-positions of two heaps in Beatty's form: a description that is checked on a proved automaton.

**Theorem.** Let r >= 1, and let L be a symmetric set of pairs such that each pair (a, b) of L with a <= b has b = a +
r·i for some i >= 0, that each i >= 0 has exactly one such a = A_i, that A_0 = 0, that A_i < A_j for i < j, and that
each n >= 1 is either an A_i or a B_i = A_i + r·i with i >= 1, never both. Then A_i = floor(i·α) and B_i = floor(i·(α +
r)) with α = (2 - r + √(r² + 4))/2.

Proof: 1/α + 1/(α + r) = 1, and α is irrational since r² < r² + 4 is no square; so floor(i·α) and floor(i·(α + r)) =
floor(i·α) + r·i partition the positive integers (Beatty), and they have all of these properties. There is one such
sequence only: A_i is the least positive integer that is no A_j and no B_j with 0 < j < i, since the least one left is
some A_j or B_j with j >= i, and A_i is the least of those.

Each hypothesis is an equality of automata, decided for all numbers: this file checks them, and L is the set of
P-positions by `outcomes`.

Sources: S. Beatty, Problem 3173, Amer. Math. Monthly 33 (1926) 159 and 34 (1927) 159; W. A. Wythoff, Nieuw Archief voor
Wiskunde 7 (1907), for r = 1; A. S. Fraenkel, Amer. Math. Monthly 89 (1982) 353-361, for all r.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.rules.budget import Budget
from grundy.rules.said import said

from .base import NotProved, Proof, sealed

if TYPE_CHECKING:
    from grundy.automata.automaton import Automaton


def describe(proof: Proof, budget: Budget) -> Proof:
    """The proof with Beatty's form as a description of its law; raises NotProved where it has none, OutOfBudget.

    >>> from grundy.prover.outcomes import prove
    >>> from grundy.rules.family import ruleset
    >>> wythoff = prove(ruleset("a, b -> a-t, b | a, b-t | a-t, b-t"), Budget())
    >>> describe(wythoff, Budget()).certificate["description"]
    {'kind': 'beatty', 'r': 1}
    """
    from grundy.automata.automaton import from_json

    law = proof.certificate["law"]
    if law.get("kind") != "automatic" or law.get("about") != "outcome" or law.get("tracks") != 2:
        raise NotProved("Beatty's form is of the P-positions of two heaps")
    found = difference_factor(from_json(law, ("a", "b")), budget)
    certificate = sealed({**proof.certificate, "description": {"kind": "beatty", "r": found}})
    return Proof(proof.law, proof.method, proof.theorem, certificate, proof.seconds)


def difference_factor(pairs: Automaton, budget: Budget) -> int:
    """The r with which the pairs (a, b) are {(A_i, A_i + r·i)} and its mirror image; raises NotProved."""
    from grundy.automata.linear import constant, linear

    system = pairs.system
    if pairs != pairs.rename({"a": "b", "b": "a"}, budget):
        raise NotProved("the set is not symmetric")
    ordered = pairs.joined(linear(system, {"b": 1, "a": -1}, 0, ">="), "and", budget)
    partner = ordered.joined(constant(system, "a", 1), "and", budget).shortest()
    if partner is None or partner["b"] < 2:
        raise NotProved("1 is not the smaller member of a pair")
    r = partner["b"] - 1
    failed = _failed(ordered, r, budget)
    if failed:
        raise NotProved("{failed}, with r = {r}", failed=said(failed), r=r)
    return r


def _failed(ordered: Automaton, r: int, budget: Budget) -> str:
    """Which hypothesis of the theorem does not hold for the pairs a <= b, or nothing."""
    from grundy.automata.automaton import everything
    from grundy.automata.linear import constant, less, linear

    system = ordered.system
    steps = linear(system, {"b": 1, "a": -1, "i": -r}, 0, "==", budget)
    indexed = ordered.joined(steps, "and", budget)
    if indexed.project("i", budget=budget) != ordered:
        return "a difference is no multiple of r"
    first = indexed.project("b", budget=budget)
    if first.project("a", budget=budget) != everything(system, ("i",)):
        return "some i has no pair"
    if not first.accepts({"a": 0, "i": 0}):
        return "the pair of i = 0 is not (0, 0)"
    other = first.rename({"a": "c", "i": "j"}, budget)
    same = first.joined(first.rename({"a": "c"}, budget), "and", budget)
    if not same.joined(less(system, "a", "c"), "and", budget).is_empty():
        return "some i has two pairs"
    falling = first.joined(less(system, "i", "j"), "and", budget).joined(
        linear(system, {"a": 1, "c": -1}, 0, ">="), "and", budget
    )
    if not falling.joined(other, "and", budget).is_empty():
        return "the smaller members do not increase with i"
    positive = indexed.joined(linear(system, {"i": 1}, -1, ">="), "and", budget)
    smaller = positive.project("b", "i", budget=budget).rename({"a": "n"}, budget)
    larger = positive.project("a", "i", budget=budget).rename({"b": "n"}, budget)
    if not smaller.joined(larger, "and", budget).is_empty():
        return "a number is in two pairs"
    if smaller.joined(larger, "or", budget) != everything(system, ("n",)).joined(
        constant(system, "n", 0), "minus", budget
    ):
        return "a positive number is in no pair"
    return ""
