"""Rules written otherwise than those of which a law is known: found, and right by brute force from their own text."""

import pytest
from tests.rules.oracle import Oracle

from grundy import nim, ruleset, solve, value
from grundy.laws.library import known

BASH = [
    "n -> n-t where t < 4",
    "n -> n-t where 1 <= t <= 3",
    "n -> n-t where t >= 1 and t <= 3",
    "n -> n-t where t in {1, 2, 3}",
    "n -> n-1 | n-2 | n-3",
    "n -> n-3 | n-t where t < 3",
    "n -> m where n-m <= 3 and m < n",
    "n -> m where n-3 <= m < n",
    "n -> n-t-1 where t <= 2",
]
WYTHOFF = [
    "a, b -> a-t, b where t >= 1 | a, b-t where t >= 1 | a-t, b-t where t >= 1",
    "a, b -> c, b where c < a | a, c where c < b | a-t, b-t",
    "a, b -> a-s, b-t where s == t | c, b where 0 <= c < a | a, b-1-s",
]
OTHERS = [
    ("n -> n-t where n-t >= t", 1),
    ("n -> n-t where t <= n-t", 0),
    ("n -> n-t where t in {2, 3, 4, 5}", 0),
    ("n -> n-2 | n-t where 3 <= t and t < 6", 0),
    ("n -> m where n-5 <= m <= n-2", 0),
    ("n -> m where m < n", 0),
    ("n -> m where m < n | a & b where a+b == n and a*1 >= 1 and b > 0", 0),
    ("a, b -> a-1, b | a, b-1 | a-t, b-t where t == 1", 0),
]


def brute(oracle, *component, memo=None):
    """The Grundy values of the components below, by the rules alone."""
    memo = {} if memo is None else memo
    if component not in memo:
        reached = set()
        for option in oracle.options(*component):
            xored = 0
            for part in option:
                xored ^= brute(oracle, *part, memo=memo)
            reached.add(xored)
        memo[component] = next(g for g in range(len(reached) + 1) if g not in reached)
    return memo[component]


def compared(text, least, side):
    rules, oracle, memo = ruleset(text, least=least), Oracle(text, side + 2, least), {}
    assert known(rules) is not None, text
    heaps = range(least, side)
    for component in [(n,) for n in heaps] if rules.heaps == 1 else [(a, b) for a in heaps for b in heaps]:
        solved = solve(rules[component], limit=1000)
        expected = brute(oracle, *component, memo=memo)
        assert (solved.outcome == "P") == (expected == 0)
        assert solved.grundy in {expected, None}
        lost = {o for o in oracle.options(*component) if _xor(oracle, o, memo) == 0}
        assert {tuple(sorted(c for _, c in p.parts)) for p in solved.winning_options} == lost
        assert solved.by == "law proved"


def _xor(oracle, option, memo):
    total = 0
    for part in option:
        total ^= brute(oracle, *part, memo=memo)
    return total


@pytest.mark.parametrize("text", BASH)
def test_bash_in_other_words(text):
    compared(text, 0, 15)
    assert value(ruleset(text)[10**18 + 3]) == 3


@pytest.mark.parametrize("text", WYTHOFF)
def test_wythoff_in_other_words(text):
    compared(text, 0, 9)
    assert solve(ruleset(text)[10**18, 161803398874989485], limit=1).outcome == "N"


@pytest.mark.parametrize(("text", "least"), OTHERS)
def test_other_games_in_other_words(text, least):
    compared(text, least, 14 if "," not in text.split("->")[0] else 8)


def test_in_a_sum():
    assert value(ruleset("n -> n-1 | n-2")[10**20] + nim[3]) == (10**20 % 3) ^ 3


def test_rules_that_are_only_nearly_those_of_a_law_have_none():
    for text in (
        "n -> n-1 | n-3",
        "n -> n-t where t < 4 and n >= 9",
        "n -> n-t where t < 4 | n//2",
        "a, b -> c, b where c < a | a, c where c < b | a-t, b-t where t <= 5",
    ):
        assert known(ruleset(text)) is None
