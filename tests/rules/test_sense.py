"""The sense of rules: its relations hold for exactly the options, and equal senses are of equal rules."""

from itertools import product

import pytest
from hypothesis import given, settings
from tests.rules.oracle import SETS, Oracle
from tests.rules.rule_texts import ENDING, ENDLESS
from tests.rules.strategies import BOUND, rule_texts

from grundy.rules.errors import GrundyError
from grundy.rules.parsing import parse_condition, parse_rules
from grundy.rules.sense import sense
from grundy.rules.terms import NamedSet


def members(text):
    found = parse_condition(f"h in {text}").members
    if isinstance(found, NamedSet):
        whole = SETS[found.name]
        return whole(*(a.value for a in found.args)) if found.args else whole
    return {e.value for e in found.elements}


def value(form, point):
    return sum(c * x for c, x in zip(form, point, strict=False)) + (form[-1] if len(form) > len(point) else 0)


def related(relation, x, y):
    bounds, memberships, parts = relation
    point = (*x, *y)
    if len(y) != parts * len(x) or (parts == 1 and x == y):
        return False
    for form, (low, high) in bounds:
        v = value(form, point)
        if (low is not None and v < low) or (high is not None and v > high):
            return False
    return all((value(form, point) in members(text)) != excluded for form, text, excluded in memberships)


def options(rules, x, side):
    """The options within the box: sorted components."""
    found = rules.options(*x)
    return {option for option in found if all(h <= side for component in option for h in component)}


def check(text, bound, side, least):
    found = sense(parse_rules(text), least)
    if found is None:
        return False
    rules = Oracle(text, bound, least)
    heaps = len(rules.heaps)
    for x in product(range(least, side + 1), repeat=heaps):
        expected = options(rules, x, side)
        shapes = {relation[2] for relation in found}
        drawn = {
            tuple(sorted(y[i : i + heaps] for i in range(0, len(y), heaps)))
            for parts in shapes
            for y in product(range(least, side + 1), repeat=parts * heaps)
            if any(related(r, x, y) for r in found)
        }
        assert drawn == expected, (text, x)
    return True


def test_relations_hold_for_exactly_the_options():
    texts = [*ENDING, *ENDLESS]
    seen = [
        text
        for text, bound, _, least in texts
        if check(text, bound, least + (4 if "," in text.split("->")[0] else 9), least)
    ]
    assert len(seen) > len(texts) / 2


@settings(max_examples=150)
@given(rule_texts())
def test_relations_of_random_rules_hold_for_exactly_the_options(drawn):
    text, heaps, least = drawn
    try:
        check(text, BOUND, least + (7 if heaps == 1 else 3), least)
    except GrundyError:
        return


SAME = [
    (
        0,
        "n -> n-t where t <= 3",
        "n -> n-t where t < 4",
        "n -> n-t where 1 <= t <= 3",
        "n -> n-t where t >= 1 and 3 >= t",
        "n -> n-t where t in {3, 1, 2}",
        "n -> n-1 | n-2 | n-3",
        "n -> n-3 | n-t where t <= 2",
        "n -> n-t where not t > 3",
        "n -> m where n-m <= 3 and m < n",
        "n -> m where m >= n-3 and n > m",
        "n -> n-t-1 where t <= 2",
        "n -> n-t where 3*t < 12",
    ),
    (
        0,
        "a, b -> a-t, b | a, b-t | a-t, b-t",
        "a, b -> a-t, b where t >= 1 | a, b-t where t >= 1 | a-t, b-t where t >= 1",
        "a, b -> c, b where c < a | a, c where c < b | a-t, b-t",
        "x, y -> x-t, y-s where s == t | x-u, y | x, y-u",
        "a, b -> c, d where c < a and d == b | c, d where c < a and a-c == b-d | a, d where d < b",
    ),
    (1, "n -> y where n <= 2*y and y < n", "n -> n-t where 2*t <= n", "n -> n-t where n-t >= t"),
    (0, "n -> a & b where a+b == n and a >= 1 and b >= 1", "n -> a & n-a where 0 < a < n"),
    (0, "a, b -> a-t, b-t", "a, b -> a-s, b-t where s <= t and t <= s"),
]


@pytest.mark.parametrize("texts", SAME)
def test_rules_written_in_other_ways_have_the_same_sense(texts):
    least, *texts = texts
    senses = {sense(parse_rules(text), least) for text in texts}
    assert len(senses) == 1
    assert senses != {None}


def test_other_rules_have_another_sense():
    texts = [
        "n -> n-t where t <= 3",
        "n -> n-t where t <= 4",
        "n -> n-t where 2 <= t <= 3",
        "n -> n-1 | n-3",
        "n -> n-t where t <= 3 and n >= 9",
        "n -> n-t where t <= 3 and t not in squares",
        "n -> n-t where t <= 3 and t in squares",
        "n -> n-t & t where 1 <= t <= 3",
        "a, b -> a-t, b-t",
        "a, b -> a-t, b-2*t",
        "a, b -> a-t, b | a, b-t",
    ]
    assert len({sense(parse_rules(text), least) for text in texts for least in (0, 1)}) >= len(texts)
    assert len({sense(parse_rules(text), 0) for text in texts}) == len(texts)


def test_what_cannot_be_said_has_no_sense():
    assert sense(parse_rules("n -> n-t where t in divisors(n)"), 0) is None
    assert sense(parse_rules("n -> n-2*t where t >= 1"), 0) is None
