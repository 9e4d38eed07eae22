"""Rules in which each move changes one heap by itself, taken apart into one-heap rules."""

from itertools import product

import pytest

from grundy.games import expression
from grundy.rules.family import ruleset
from grundy.rules.summands import summands
from grundy.rules.text import rules_text

SUMS = [  # rules, least, the one-heap rules
    ("a, b -> a-t, b | a, b-t", 0, ["a -> a-t", "b -> b-t"]),
    ("a, b -> a, b-t where t <= 3 | a-t, b where 2*t <= a", 0, ["a -> a-t where 2*t <= a", "b -> b-t where t <= 3"]),
    ("a, b, c -> a, b, c-t where t in squares | a-1, b, c | a-2, b, c | a, b//2, c", 0,
     ["a -> a-1 | a-2", "b -> b//2", "c -> c-t where t in squares"]),
    ("a, b -> a-t, b where t in divisors(a) and not t == a", 1,
     ["a -> a-t where t in divisors(a) and not t == a", "b -> b"]),
    ("a, b -> a, b", 0, ["a -> a", "b -> b"]),
    ("a, b -> a, b where a >= b | a, b-2", 0, ["a -> a", "b -> b-2"]),
    ("a, b -> x, b where x < a and a % 2 == 1 | a, x where x+3 <= b", 2,
     ["a -> x where x < a and a%2 == 1", "b -> x where x+3 <= b"]),
]  # fmt: skip
NO_SUMS = [
    "n -> n-t", "a, b -> a-t, b | a, b-t | a-t, b-t", "a, b -> a-t, b where t <= b", "a, b -> a-b, b where b >= 1",
    "a, b -> a-1, b & a, b-1", "a, b -> b, a-1", "a, b -> a-t, b | a, b-t where a >= 1",
    "n, m -> n-t, 2*t where 1 <= t <= m", "a, b -> a-t, b where t in divisors(b)",
]  # fmt: skip


@pytest.mark.parametrize(("text", "least", "parts"), SUMS)
def test_the_moves_of_a_sum_are_those_of_its_heaps(text, least, parts):
    whole = ruleset(text, least=least)
    found = summands(whole)
    assert [rules_text(one.rules) for one in found] == parts
    for component in product(range(least, least + (5 if whole.heaps == 3 else 9)), repeat=whole.heaps):
        expected = {option[0] for option in whole.options(component)}
        by_heaps = set()
        for i, one in enumerate(found):
            for ((heap,),) in one.options((component[i],)):
                by_heaps.add((*component[:i], heap, *component[i + 1 :]))
        assert by_heaps == expected, component


@pytest.mark.parametrize(("text", "least", "parts"), SUMS)
def test_summands_are_rules_of_their_own(text, least, parts):
    for one in summands(ruleset(text, least=least)):
        assert expression(repr(one)) == one
        assert repr(expression(repr(one))) == repr(one)
        one.require_ending()
        assert one.least == least


@pytest.mark.parametrize("text", NO_SUMS)
def test_what_is_no_sum_is_not_taken_apart(text):
    assert summands(ruleset(text)) is None


def test_products_and_rooks_are_sums():
    assert summands(expression("rook")) == (expression("nim"), expression("nim"))
    assert summands(expression("bash(3)[:, :, :]")) == (expression("bash(3)"),) * 3
    assert summands(expression("moore(2)[:, :, :]")) is None
    assert summands(expression("moore(1)[:, :]")) == (expression("nim"),) * 2
