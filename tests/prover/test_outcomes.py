"""P-positions proved from bare rules; nothing else is."""

from itertools import product
from math import isqrt

import numpy as np
import pytest

from grundy.automata.automaton import Automaton, from_json
from grundy.automata.known import Known
from grundy.automata.learn import learn
from grundy.automata.linear import constant
from grundy.automata.systems import Base, Ostrowski
from grundy.games import expression
from grundy.prover.base import NotProved, digest
from grundy.prover.outcomes import METHOD, _Outcomes, prove
from grundy.rules.budget import Budget, OutOfBudget
from grundy.rules.errors import RuleError
from grundy.rules.family import ruleset


def brute(rules, side, *, misere=False, k=1):
    memo = {}

    def is_p(x):
        if x not in memo:
            options = [o[0] for o in rules.options(x)]
            memo[x] = (not misere) if not options else sum(is_p(o) for o in options) < k
        return memo[x]

    return [x for x in product(range(rules.least, side), repeat=rules.heaps) if is_p(x)]


def regions(most):
    return f"a, b -> a-t, b where a+b > {most} | a, b-t where a+b > {most} | a-t, b-t where a+b > {most}"


CASES = [
    ("wythoff", "normal", 1, 30),
    ("wythoff_r(2)", "normal", 1, 24),
    ("wythoff_r(3)", "normal", 1, 24),
    ("wythoff_r(4)", "normal", 1, 24),
    ("rook", "normal", 1, 16),
    ("king", "normal", 1, 16),
    ("knight", "normal", 1, 20),
    ("bishop", "normal", 1, 16),
    ("fibonacci_nim", "normal", 1, 20),
    ("blackboard(k=2)", "normal", 1, 100),
    ("bash(4)", "normal", 1, 60),
    ("moore(2)[:, :, :]", "normal", 1, 7),
    ("moore(2)[:, :, :, :]", "normal", 1, 5),
    ("nim[:, :, :]", "normal", 1, 9),
    ("nim[:, :, :]", "misere", 1, 9),
    ("wythoff", "misere", 1, 24),
    ("fibonacci_nim", "misere", 1, 16),
    ("moore(2)[:, :, :]", "misere", 1, 6),
    ("wythoff", "normal", 2, 30),
    ("wythoff", "normal", 3, 24),
    ("rook", "normal", 2, 20),
    *((regions(most), "normal", 1, 24) for most in (1, 2, 3, 4)),
    ("a, b -> a-t, b where t < 0", "normal", 1, 9),
    ("a, b, c -> a-t, b, c | a, b-t, c | a, b, c-t | a-t, b-t, c-t", "normal", 1, 7),
    ("p -> 2*p where p < 50 | 3*p where p < 40", "normal", 1, 60),
]


@pytest.mark.parametrize(("game", "play", "k", "side"), CASES)
def test_p_positions_are_proved_from_bare_rules(game, play, k, side):
    inner = ruleset(game, least=1 if game.startswith("p") else 0) if "->" in game else expression(game)
    rules = expression(f"blocking({game}, {k})") if k > 1 else inner
    found = prove(rules, Budget(60), play=play)
    law, certificate = found.law, found.certificate
    positions = product(range(inner.least, side), repeat=inner.heaps)
    assert [x for x in positions if law.is_p(x)] == brute(inner, side, misere=play == "misere", k=k)
    assert certificate["method"] == found.method == METHOD
    assert certificate["rules"] == {"text": rules.canonical, "parameters": []}
    assert (certificate["play"], certificate["about"], certificate["evidence"]) == (play, "outcome", "proved")
    assert certificate["hash"] == digest(certificate)
    assert certificate["measure"]["weights"]
    assert certificate["box"] >= inner.least + 2
    assert law.to_json() == certificate["law"]


def test_wythoff_is_right_far_out():
    law = prove(expression("wythoff"), Budget()).law
    index = 10**18 + 12345
    a = (index + isqrt(5 * index * index)) // 2
    assert law.is_p((a, a + index))
    assert law.is_p((a + index, a))
    assert not law.is_p((a, a + index + 1))
    assert not law.is_p((a - 1, a + index - 1))


def mutants(automaton):
    """Each state's finality turned, each transition led to the next state, and more."""
    for state in range(len(automaton)):
        final = automaton.final.copy()
        final[state] ^= True
        yield automaton.delta, final
    for state, column in product(range(len(automaton)), range(automaton.delta.shape[1])):
        for step in (1, 3):
            delta = automaton.delta.copy()
            delta[state, column] = (delta[state, column] + step) % len(automaton)
            yield delta, automaton.final


@pytest.mark.parametrize(
    ("game", "play", "most"),
    [
        ("rook", "normal", 2),
        pytest.param("wythoff", "normal", 8, marks=pytest.mark.slow),
        pytest.param("nim[:, :, :]", "misere", 5, marks=pytest.mark.slow),
        pytest.param("blocking(wythoff, 3)", "normal", 8, marks=pytest.mark.slow),
        pytest.param("fibonacci_nim", "normal", 5, marks=pytest.mark.slow),
    ],
)
def test_mutants_are_refuted_with_a_counterexample(game, play, most):
    theorem = _Outcomes(expression(game), play, Budget())
    right = theorem.search(None).automaton
    assert len(right) == most
    assert theorem.refute(right, Budget()) is None
    count = 0
    for delta, final in mutants(right):
        mutant = Automaton(right.system, right.tracks, delta, final)
        if mutant != right:
            count += 1
            assert theorem.refute(mutant, Budget()) is not None
    assert count >= right.delta.size


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("a, b -> a-t, b | a, b-t | a-t, b-t", "a, b -> a-t, b | a, b-t | a-t, b-t where t != 7"),
        ("a, b -> a-t, b | a, b-t | a-t, b-t", "a, b -> a-t, b | a, b-t where t != 100 | a-t, b-t"),
        ("a, b -> a-t, b | a, b-t | a-t, b-t", "a, b -> a-t, b | a, b-t | a-t, b-t where a+b > 2"),
        ("n -> n-t where t <= 3", "n -> n-t where t <= 3 or t == 40"),
    ],
)
def test_laws_of_rules_that_were_changed_a_little_are_refuted(text, other):
    right = prove(ruleset(text), Budget())
    automaton = from_json(right.certificate["law"], [f"x{i}" for i in range(right.certificate["law"]["tracks"])])
    assert _Outcomes(ruleset(text), "normal", Budget()).refute(automaton, Budget()) is None
    assert _Outcomes(ruleset(other), "normal", Budget()).refute(automaton, Budget()) is not None
    assert _Outcomes(ruleset(text), "misere", Budget()).refute(automaton, Budget()) is not None


def test_an_illegal_position_in_the_set_is_refuted():
    theorem = _Outcomes(ruleset("n -> n-t where t <= 2", least=1), "normal", Budget())
    right = theorem.search(None).automaton
    assert theorem.refute(right, Budget()) is None
    wrong = right | constant(right.system, "x0", 0)
    assert theorem.refute(wrong, Budget()) == {"x0": 0}


def test_a_candidate_that_fits_to_469_is_refuted_beyond():
    rules = expression("wythoff_r(3)")
    theorem = _Outcomes(rules, "normal", Budget())
    law = prove(rules, Budget(), systems=[Ostrowski(3)]).law
    members = [x for x in product(range(469), repeat=2) if law.is_p(x)]
    small = learn(Known(np.array(members), 469, 2), Ostrowski(3), ("x0", "x1")).automaton
    assert small.tuples(469) == members
    counterexample = theorem.refute(small, Budget())
    assert max(counterexample.values()) >= 469


def test_systems_can_be_chosen():
    found = prove(expression("wythoff_r(4)"), Budget(), systems=[Ostrowski(4)])
    assert found.certificate["law"]["system"] == {"kind": "ostrowski", "t": 4}
    with pytest.raises(NotProved, match="base 2"):
        prove(expression("wythoff"), Budget(), systems=[Base(2)])


@pytest.mark.parametrize(
    ("game", "play", "why"),
    [
        ("lasker", "normal", "several components"),
        ("kayles", "normal", "rule texts"),
        ("euclid", "normal", "product of a heap"),
        ("take_a_square", "normal", "squares"),
        ("blocking(wythoff, 2)", "misere", "blocking"),
        ("blocking(wythoff, 9)", "normal", "at most"),
        ("wythoff_r(5)", "normal", "no automaton was found"),
        pytest.param("blackboard(k=2)[:, :]", "normal", "no automaton was found", marks=pytest.mark.slow),
    ],
)
def test_refusals_say_why(game, play, why):
    with pytest.raises(NotProved, match=why):
        prove(expression(game), Budget(60), play=play)


def test_rules_that_may_not_end_are_refused():
    with pytest.raises(RuleError, match="may not end"):
        prove(ruleset("a, b -> b, a"), Budget())


@pytest.mark.parametrize("seconds", [0.0, 0.02])
def test_budgets_end_the_search(seconds):
    with pytest.raises(OutOfBudget):
        prove(expression("wythoff_r(5)"), Budget(seconds))


@pytest.mark.slow
def test_four_blocked_options_of_wythoff():
    law = prove(expression("blocking(wythoff, 4)"), Budget(60)).law
    inner = expression("wythoff")
    assert [x for x in product(range(24), repeat=2) if law.is_p(x)] == brute(inner, 24, k=4)
