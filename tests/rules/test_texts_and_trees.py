"""Texts and trees: parse and print are inverse, canonical texts are free of names, a repr gives its value back."""

import re
from itertools import permutations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.rules.oracle import split
from tests.rules.rule_texts import ENDING, ENDLESS
from tests.rules.strategies import conditions, rule_texts, rules, set_terms, terms

from grundy import games
from grundy.games import expression
from grundy.laws.library import SHIPPED
from grundy.rules.family import declare, ruleset
from grundy.rules.parsing import parse_condition, parse_rules, parse_set, parse_terms
from grundy.rules.terms import Alternative, Compare, Int, Name, Neg, Op, Rules
from grundy.rules.text import canonical_rules, node_text, rules_text

TEXTS = [text for text, *_ in (*ENDING, *ENDLESS)]


@settings(max_examples=80, deadline=None)
@given(rules())
def test_a_printed_tree_is_read_back(tree):
    assert parse_rules(rules_text(tree)) == tree


@settings(max_examples=80, deadline=None)
@given(terms(), set_terms(), conditions())
def test_printed_pieces_are_read_back(term, members, condition):
    assert parse_terms(node_text(term)) == (term,)
    assert parse_set(node_text(members)) == members
    assert parse_condition(node_text(condition)) == condition


@pytest.mark.parametrize("text", TEXTS)
def test_printing_settles_at_once(text):
    printed = rules_text(parse_rules(text))
    assert rules_text(parse_rules(printed)) == printed


@settings(max_examples=60, deadline=None)
@given(rule_texts())
def test_random_texts_are_printed_to_texts_of_the_same_tree(drawn):
    tree = parse_rules(drawn[0])
    assert parse_rules(rules_text(tree)) == tree


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TEXTS), st.data())
def test_white_space_and_names_do_not_change_the_canonical_text(text, data):
    heaps = split(text.split("->")[0], ",")
    words = {"where", "and", "or", "not", "in", "abs", "min", "max", "squares", "primes", "fibonacci", "powers"}
    words |= {"divisors", "proper_divisors", "coprime", "range"}
    found = [w for w in dict.fromkeys(re.findall(r"[A-Za-z_]\w*", text)) if w not in words]
    new = data.draw(st.permutations([f"x{i}" for i in range(len(found))]))
    names = dict(zip(found, new, strict=True))
    renamed = re.sub(r"[A-Za-z_]\w*", lambda m: names.get(m.group(), m.group()), text)
    blank = data.draw(st.sampled_from(["  ", "\n", "\t", " \r\n "]))
    renamed = renamed.replace(" ", blank)
    assert canonical_rules(parse_rules(renamed)) == canonical_rules(parse_rules(text))
    assert canonical_rules(parse_rules(text)).heaps == tuple(f"h{i}" for i in range(1, len(heaps) + 1))


@pytest.mark.parametrize("text", TEXTS)
def test_a_canonical_text_is_canonical(text):
    once = canonical_rules(parse_rules(text))
    assert canonical_rules(parse_rules(rules_text(once))) == once


def test_the_order_of_parameters_does_not_change_the_canonical_text():
    text = "p -> d*p where low <= d <= high and p < goal"
    seen = {declare(text, order).general for order in permutations(("low", "high", "goal"))}
    assert {t for t, _ in seen} == {"h1 -> v1*h1 where p1 <= v1 <= p2 and h1 < p3"}
    assert {names for _, names in seen} == {("low", "high", "goal")}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("n -> n-t where t <= 3", "n -> n-t where t <= 4"),
        ("a, b -> a-t, b", "a, b -> a, b-t"),
        ("n -> n-s-2*t where s+t >= 1", "n -> n-2*s-t where s-t >= 1"),
        ("n -> n-t | n-2*t where t >= 1", "n -> n-2*t where t >= 1 | n-t"),
    ],
)
def test_other_rules_have_another_canonical_text(one, other):
    assert ruleset(one) != ruleset(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a, b -> a-t, b | a, b-t | a-t, b-t", "x, y -> x, y-s | x-u, y-u | x-t, y"),
        ("n -> n-t where t <= 2 | n-t where t in squares", "n -> n-s where s in squares | n-s where s <= 2"),
        ("n -> n-1 | n-1 | n-2", "n -> n-2 | n-1"),
        ("n -> n-t & t where 1 <= t < n | n-1", "n -> n-1 | n-t & t where 1 <= t < n"),
    ],
)
def test_the_order_of_alternatives_does_not_change_the_keys_of_laws(one, other):
    assert set(ruleset(one).law_keys) & set(ruleset(other).law_keys)
    assert ruleset(one) != ruleset(other)
    assert set(ruleset(one).law_keys).isdisjoint(ruleset("n -> n-t where t <= 7").law_keys)


def test_the_order_of_alternatives_does_not_change_what_a_family_is_in_general():
    parts = ("n-t where t <= m", "n-k", "n//2 where n in S", "n-s where s in squares")
    seen = {
        declare("n -> " + " | ".join(order), names).general
        for order in permutations(parts)
        for names in (("m", "k", "S"), ("S", "k", "m"))
    }
    assert len(seen) == 1
    keys = {ruleset("n -> " + " | ".join(o), m=3, k=9, S={4}).law_keys[0] for o in permutations(parts)}
    assert len(keys) == 1


def test_alternatives_that_differ_in_a_parameter_only_are_both_kept():
    family = declare("n -> n-m | n-k | n-m", ("m", "k"))
    assert family.general == ("h1 -> h1-p1 | h1-p2", ("m", "k"))


def test_wythoffs_game_is_known_in_any_order_of_its_alternatives():
    for order in permutations(("a-t, b", "a, b-t", "a-t, b-t")):
        game = ruleset("a, b -> " + " | ".join(order))
        assert any(SHIPPED.law_of(*key) is not None for key in game.law_keys)


def test_equality_and_hash_are_of_the_canonical_text_and_least():
    game = ruleset("pile -> pile-take where take <= 3")
    assert game == ruleset("n -> n-t where t<=3")
    assert hash(game) == hash(ruleset("n -> n-t where t <= m", m=3))
    assert game == games.bash(3)
    assert game != ruleset("n -> n-t where t <= 3", least=1)
    assert games.bash == ruleset("x -> x-q where q <= z", params="z")
    assert games.queen == games.wythoff


TREES = [
    ("-n", Neg(Name("n"))),
    ("-3", Int(-3)),
    ("--3", Int(3)),
    ("n--3", Op("-", Name("n"), Int(-3))),
    ("2**3**2", Int(512)),
    ("-2**2", Int(-4)),
    ("(-2)**3", Int(-8)),
    ("a-b-c", Op("-", Op("-", Name("a"), Name("b")), Name("c"))),
    ("a-(b-c)", Op("-", Name("a"), Op("-", Name("b"), Name("c")))),
    ("a*b//c", Op("//", Op("*", Name("a"), Name("b")), Name("c"))),
    ("a%b*c", Op("*", Op("%", Name("a"), Name("b")), Name("c"))),
    ("-a*b", Op("*", Neg(Name("a")), Name("b"))),
    ("-(a*b)", Neg(Op("*", Name("a"), Name("b")))),
    ("+a", Name("a")),
]


@pytest.mark.parametrize(("text", "tree"), TREES)
def test_terms_bind_as_in_arithmetic(text, tree):
    assert parse_terms(text) == (tree,)


def test_alternatives_bind_loosest_then_where_then_components_then_commas():
    tree = parse_rules("a, b -> a, b & b, a where a < b | b, a")
    a, b = Name("a"), Name("b")
    assert tree == Rules(("a", "b"), (Alternative(((a, b), (b, a)), Compare("<", a, b)), Alternative(((b, a),))))


# ---------------------------------------------------------------- expressions

RULESETS = [
    "nim", "bash(3)", "subtraction({1, 3, 4})", "subtraction(set())", "subtraction(squares)",
    "subtraction(powers(2))",
    "subtraction(range(1, 5))", "allbut({2, 7})", "halving", "blackboard(2)", "race(2, 9, 162)",
    "wythoff", "wythoff_r(2)",
    "euclid", "rook", "king", "queen", "knight", "bishop", "lasker", "kayles", "dawson_kayles",
    "dawson_chess",
    "grundy_game", 'octal("0.77")', 'octal("4.007")', 'hexadecimal("0.3F")', "take_a_square", "fibonacci_nim",
    "divisor_nim", "divisor_replacement", "coprime_nim", "nim[:, :]", "bash(3)[:, :, :]", "moore(2)[:, :, :]",
    'ruleset("n -> n-t where t <= 3")', 'ruleset("n -> n-t where t <= m", m=10)',
    'ruleset("n -> n-t", least=2)',
    'ruleset("n -> n-t where t in S", S={1, 4})', 'ruleset("n -> n-t where t in S", S=primes)',
    'ruleset("n, m -> n-t, 2*t where 1 <= t <= m", start="n, n-1")', "blocking(wythoff, 2)",
    'ruleset("n -> y where n <= k*y and y < n", least=1, k=2)[:, :]', 'ruleset("a, b -> a-t, b | a, b-t")',
]  # fmt: skip
FAMILIES = [
    "bash", "subtraction", "allbut", "blackboard", "race", "race(2)", "race(2, 9)", "wythoff_r",
    "moore", "race(goal=9)",
    'ruleset("n -> n-t where t <= m", params="m")',
    'ruleset("n -> y where n <= k*y and y < n", least=1, params="k")',
    'ruleset("p -> d*p where low <= d <= high and p < goal", least=1, params="low, high, goal")',
]  # fmt: skip


@pytest.mark.parametrize("text", RULESETS + FAMILIES)
def test_the_repr_of_rules_is_their_expression(text):
    value = expression(text)
    assert expression(repr(value)) == value
    assert repr(expression(repr(value))) == repr(value)
    assert repr(value) == text


@pytest.mark.parametrize(
    "bound", [{"low": 2}, {"high": 9}, {"goal": 50}, {"goal": 50, "low": 2}, {"high": 9, "low": 2}]
)
def test_a_family_of_a_users_text_with_some_values_is_its_expression(bound):
    text = "p -> d*p where low <= d <= high and p < goal"
    family = ruleset(text, params="low, high, goal", least=1)(**bound)
    again = expression(repr(family))
    assert again == family
    assert again.open == family.open
    assert repr(expression(repr(again))) == repr(again)
    rest = dict.fromkeys(family.open, 7)
    assert again(**rest) == family(**rest) == ruleset(text, least=1, **bound, **rest)
    assert expression(repr(again(**rest))) == family(**rest)


@pytest.mark.parametrize("text", RULESETS)
def test_the_repr_of_the_smallest_position_is_its_expression(text):
    rules_ = expression(text)
    small = [rules_.least + i for i in range(rules_.heaps)]
    position = rules_[tuple(small)] if rules_.heaps > 1 else rules_[small[0]]
    assert expression(repr(position)) == position
    assert repr(expression(repr(position))) == repr(position)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_the_repr_of_a_sum_is_its_expression(data):
    total = None
    for _ in range(data.draw(st.integers(1, 4))):
        rules_ = expression(data.draw(st.sampled_from(RULESETS)))
        if repr(rules_).startswith("blocking"):
            continue
        sizes = st.integers(0, 9) | st.integers(0, 10**30)
        heaps = tuple(rules_.least + data.draw(sizes) for _ in range(rules_.heaps))
        part = rules_[heaps if rules_.heaps > 1 else heaps[0]]
        total = part if total is None else total + part
    assume(total is not None)
    assert expression(repr(total)) == total
    assert hash(expression(repr(total))) == hash(total)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_the_repr_of_a_region_is_its_expression(data):
    rules_ = expression(data.draw(st.sampled_from(RULESETS)))
    items = []
    for _ in range(rules_.heaps):
        start = rules_.least + data.draw(st.integers(0, 5))
        span = slice(data.draw(st.sampled_from([start, None])), start + data.draw(st.integers(1, 9)))
        items.append(data.draw(st.sampled_from([start, span])) if rules_.heaps > 1 else span)
    assume(any(isinstance(i, slice) for i in items))
    region = rules_[tuple(items) if rules_.heaps > 1 else items[0]]
    again = expression(repr(region))
    assert again == region
    assert repr(again) == repr(region)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("nim[3]+nim[6] + nim[9]", "nim[3, 6, 9]"),
        ("nim[3] + kayles[2] + nim[4]", "nim[3] + kayles[2] + nim[4]"),
        ("wythoff[4,7]+wythoff[1,2]", "wythoff[4, 7] + wythoff[1, 2]"),
        ("bash(m=10)[100]", "bash(10)[100]"),
        ("bash(2*5)[10**2]", "bash(10)[100]"),
        ("blackboard(k=2)[2,3,3,3]", "blackboard(2)[2, 3, 3, 3]"),
        ("race(2, 9, goal=162)[1]", "race(2, 9, 162)[1]"),
        ("octal('0.770')[12]", 'octal("0.77")[12]'),
        ("hexadecimal('0.3f')[12]", 'hexadecimal("0.3F")[12]'),
        ("subtraction({4, 1, 3, 1})[5]", "subtraction({1, 3, 4})[5]"),
        ("fibonacci_nim[7]", "fibonacci_nim[7, 6]"),
        ("nim[:, :][3, 4]", "nim[:, :][3, 4]"),
        ("wythoff[:, :]", "wythoff"),
        ("nim[:5, :5]", "nim[:, :][:5, :5]"),
        ("wythoff[3, :5]", "wythoff[3, :5]"),
        ("blackboard(2)[1:5]", "blackboard(2)[:5]"),
        ("( nim [ 3 ] )", "nim[3]"),
        ("ruleset('n ->  n-t\\nwhere t<=3')[5]", 'ruleset("n -> n-t where t<=3")[5]'),
    ],
)
def test_expressions_are_printed_in_one_way(text, printed):
    assert repr(expression(text)) == printed


def test_a_position_keeps_its_order_and_equality_is_of_values():
    nim = games.nim
    assert nim[3] + nim[3] != nim[0]
    assert nim[3, 6] != nim[6, 3]
    assert nim[3, 6] == nim[3] + nim[6]
    assert nim[:, :][3, 6] != nim[3, 6]
    assert len(nim[3, 6, 9]) == 3
    with pytest.raises(TypeError):
        nim[3] + 5
