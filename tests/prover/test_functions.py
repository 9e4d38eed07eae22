"""Grundy values proved from bare rules; nothing else is."""

from functools import reduce
from itertools import product
from operator import xor

import pytest

from grundy.automata.automaton import Automaton, from_json
from grundy.automata.systems import Base
from grundy.games import expression
from grundy.prover.base import NotProved, digest
from grundy.prover.functions import METHOD, _Values, prove
from grundy.rules.budget import Budget, OutOfBudget
from grundy.rules.family import ruleset


def brute(rules):
    memo = {}

    def value(x):
        if x not in memo:
            found = {reduce(xor, (value(c) for c in o)) for o in rules.options(x)}
            memo[x] = next(h for h in range(len(found) + 1) if h not in found)
        return memo[x]

    return value


CASES = [
    ("rook", 12),
    ("king", 12),
    ("knight", 20),
    ("bishop", 12),
    ("nim[:, :]", 12),
    ("nim[:, :, :]", 6),
    ("lasker", 60),
    ("bash(10)", 60),
    ("n -> n-t where t in {2, 5, 7}", 100),
    ("n -> n-t where t in {1, 3, 8}", 100),
    ("n -> n-t where t in {2, 4, 7}", 100),
    ("n -> n-t where t not in {2, 5}", 100),
    ("n -> n-t | a & b where a+b == n-1", 30),
    ("n -> a & b & c where a+b+c == n-1", 14),
    ("n -> a & b where a+b == n and a >= 1 and b >= 1 | n-1", 30),
    ("n -> n//2 where n >= 1 | n-1 where n >= 1", 60),
    pytest.param("a, b -> a-1, b | a, b-2 | a-2, b-1", 16, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("game", "side"), CASES)
def test_values_are_proved_from_bare_rules(game, side):
    rules = ruleset(game) if "->" in game else expression(game)
    found = prove(rules, Budget(60))
    law, certificate, value = found.law, found.certificate, brute(rules)
    for x in product(range(rules.least, side), repeat=rules.heaps):
        assert law.value(x) == value(x)
    assert certificate["method"] == found.method == METHOD
    assert (certificate["play"], certificate["about"], certificate["evidence"]) == ("normal", "grundy", "proved")
    assert certificate["hash"] == digest(certificate)
    assert law.to_json() == certificate["law"]


def test_values_at_huge_sizes():
    assert prove(expression("rook"), Budget()).law.value((10**30, 10**29 + 7)) == 10**30 ^ (10**29 + 7)
    lasker = prove(expression("lasker"), Budget()).law
    assert [lasker.value((4 * 10**20 + r,)) - 4 * 10**20 for r in range(1, 5)] == [1, 2, 4, 3]
    bishop = prove(expression("bishop"), Budget()).law
    assert bishop.value((10**40, 10**39)) == 10**39


@pytest.mark.parametrize("game", ["bash(2)", *(pytest.param(g, marks=pytest.mark.slow) for g in ("king", "lasker"))])
def test_mutants_are_refuted_with_a_counterexample(game):
    theorem = _Values(expression(game), Budget())
    right = theorem.search(None).automaton
    assert theorem.refute(right, Budget()) is None
    columns = right.delta.shape[1]
    for state in range(len(right)):
        final = right.final.copy()
        final[state] ^= True
        mutant = Automaton(right.system, right.tracks, right.delta, final)
        assert theorem.refute(mutant, Budget()) is not None
        for column in range(columns):
            delta = right.delta.copy()
            delta[state, column] = (delta[state, column] + 1) % len(right)
            mutant = Automaton(right.system, right.tracks, delta, right.final)
            if mutant != right:
                assert theorem.refute(mutant, Budget()) is not None


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("n -> n-t | a & b where a+b == n and a >= 1 and b >= 1", "n -> n-t"),
        (
            "n -> n-t | a & b where a+b == n and a >= 1 and b >= 1",
            "n -> n-t | a & b where a+b == n and a >= 1 and b >= 1 and n >= 9",
        ),
        ("a, b -> a-1, b | a, b-1 | a-1, b-1", "a, b -> a-1, b | a, b-1 | a-1, b-1 where a+b != 40"),
    ],
)
def test_laws_of_rules_that_were_changed_a_little_are_refuted(text, other):
    law = prove(ruleset(text), Budget()).certificate["law"]
    tracks = [*(f"x{i}" for i in range(law["tracks"] - 1)), "z"]
    automaton = from_json(law, tracks)
    assert _Values(ruleset(text), Budget()).refute(automaton, Budget()) is None
    assert _Values(ruleset(other), Budget()).refute(automaton, Budget()) is not None


def test_splits_are_read_in_base_2_only():
    with pytest.raises(NotProved):
        prove(expression("lasker"), Budget(), systems=[Base(3)])


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("wythoff", "states keep growing"),
        ("fibonacci_nim", "no automaton"),
        ("blocking(wythoff, 2)", "outcomes only"),
        ("take_a_square", "squares"),
        ("euclid", "product"),
        ("kayles", "rule texts"),
    ],
)
@pytest.mark.slow
def test_refusals_say_why(game, why):
    with pytest.raises(NotProved, match=why):
        prove(expression(game), Budget(60))


def test_budgets_end_the_search():
    with pytest.raises(OutOfBudget):
        prove(expression("wythoff"), Budget(0.05))


@pytest.mark.slow
def test_dawsons_kayles_by_splits():
    rules = ruleset("n -> a & b where a+b == n-2")
    law, value = prove(rules, Budget(60)).law, brute(rules)
    assert [law.value((n,)) for n in range(120)] == [value((n,)) for n in range(120)]
