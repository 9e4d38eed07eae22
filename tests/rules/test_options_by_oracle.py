"""The options of rule texts against an enumerator that shares no code with the package."""

from itertools import product
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.oracle import Oracle, listed
from tests.rules.rule_texts import ENDING, ENDLESS
from tests.rules.strategies import BOUND, rule_texts

from grundy import games
from grundy.rules.errors import LimitExceeded, RuleError
from grundy.rules.family import declare, ruleset
from grundy.rules.measure import Ending
from grundy.rules.meter import Meter
from grundy.rules.parsing import parse_rules
from grundy.rules.sets import NAMED_SETS, is_prime


def positions(heaps, side, least):
    return product(range(least, side + 1), repeat=heaps)


@pytest.mark.parametrize(("text", "bound", "side", "least"), ENDING)
def test_options_are_the_moves_by_definition(text, bound, side, least):
    game, oracle = ruleset(text, least=least), Oracle(text, bound, least)
    for component in positions(game.heaps, side, least):
        assert listed(game.options(component)) == oracle.options(*component), component


@pytest.mark.parametrize(("text", "bound", "side", "least"), ENDLESS)
def test_moves_are_listed_rightly_even_where_play_does_not_end(text, bound, side, least):
    game, oracle = declare(text, (), least=least)(), Oracle(text, bound, least)
    for component in positions(game.heaps, side, least):
        assert moves(game, component) == oracle.options(*component), component


def moves(game, component):
    found = (o for alternative in game.moves for o in alternative.options(component, Meter()))
    return {tuple(sorted(option)) for option in found}


CATALOGUE = [
    ("nim", "n -> n-t", {}, 14, 12, 0),
    *[("bash", "n -> n-t where t <= m", {"m": m}, 14, 12, 0) for m in (0, 1, 3, 20)],
    *[("subtraction", "n -> n-t where t in S", {"S": s}, 14, 12, 0) for s in (set(), {1, 3, 4}, {0, 2, 5}, {9})],
    *[("allbut", "n -> n-t where t not in S", {"S": s}, 14, 12, 0) for s in (set(), {1, 3, 4}, {2})],
    ("halving", "n -> n-t where 2*t <= n", {}, 14, 12, 0),
    *[("blackboard", "n -> y where n <= k*y and y < n", {"k": k}, 14, 12, 1) for k in (1, 2, 3, 7)],
    *[
        ("race", "p -> d*p where low <= d <= high and p < goal", {"low": a, "high": b, "goal": c}, 14, 25, 1)
        for a, b, c in ((2, 9, 20), (0, 3, 10), (1, 1, 5), (5, 3, 9), (2, 3, 1))
    ],
    ("wythoff", "a, b -> a-t, b | a, b-t | a-t, b-t", {}, 10, 7, 0),
    *[
        (
            "wythoff_r",
            "a, b -> a-t, b | a, b-t | a-s, b-t where s >= 1 and t >= 1 and abs(s-t) < r",
            {"r": r},
            8,
            6,
            0,
        )
        for r in (0, 1, 2, 4)
    ],
    ("euclid", "a, b -> a-t*b, b where b >= 1 | a, b-t*a where a >= 1", {}, 10, 8, 0),
    ("lasker", "n -> n-t | a & b where a+b == n and a >= 1 and b >= 1", {}, 14, 12, 0),
    ("grundy_game", "n -> a & b where a+b == n and 1 <= a < b", {}, 14, 12, 0),
    ("rook", "a, b -> a-t, b | a, b-t", {}, 10, 8, 0),
    ("king", "a, b -> a-1, b | a, b-1 | a-1, b-1", {}, 1, 8, 0),
    ("queen", "a, b -> a-t, b | a, b-t | a-t, b-t", {}, 10, 7, 0),
    ("knight", "a, b -> a-2, b-1 | a-1, b-2 | a-2, b+1 | a+1, b-2", {}, 1, 8, 0),
    ("bishop", "a, b -> a-t, b-t", {}, 10, 8, 0),
    ("take_a_square", "n -> n-t where t in squares", {}, 40, 38, 0),
    ("fibonacci_nim", "n, m -> n-t, 2*t where 1 <= t <= m", {}, 12, 9, 0),
    ("divisor_nim", "n -> n-t where t in proper_divisors(n)", {}, 40, 38, 1),
    ("divisor_replacement", "n -> d where d in proper_divisors(n)", {}, 40, 38, 1),
    ("coprime_nim", "n -> n-t where t in coprime(n)", {}, 40, 38, 1),
]


@pytest.mark.parametrize(("name", "text", "values", "bound", "side", "least"), CATALOGUE)
def test_options_of_the_catalogue_are_the_moves_by_definition(name, text, values, bound, side, least):
    game = getattr(games, name)
    game = game(**values) if values else game
    oracle = Oracle(text, bound, least, **values)
    for component in positions(game.heaps, side, least):
        assert listed(game.options(component)) == oracle.options(*component), component


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_options_of_random_rules_are_the_moves_by_definition(data):
    text, heaps, least = data.draw(rule_texts())
    game, oracle = declare(text, (), least=least)(), Oracle(text, BOUND, least)
    for _ in range(4):
        component = data.draw(st.tuples(*[st.integers(least, 9)] * heaps))
        assert moves(game, component) == oracle.options(*component), (text, component)


@settings(max_examples=60, deadline=None)
@given(rule_texts())
def test_a_measure_that_is_shown_falls_with_every_move_of_random_rules(drawn):
    text, heaps, least = drawn
    game, oracle = declare(text, (), least=least)(), Oracle(text, BOUND, least)
    try:
        ending = game.ending
    except RuleError:
        return
    assert str(ending)
    assert isinstance(ending, Ending)
    for component in positions(heaps, 6 if heaps == 1 else 3, least):
        before = ending.measure.value(component)
        for option in oracle.options(*component):
            for part in option:
                assert ending.measure.value(part) < before, (text, str(ending), component, option)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ENDING), st.data())
def test_options_of_sums_are_moves_in_one_component(rule, data):
    text, bound, side, least = rule
    game, oracle = ruleset(text, least=least), Oracle(text, bound, least)
    drawn = [data.draw(st.tuples(*[st.integers(least, min(side, 8))] * game.heaps)) for _ in range(2)]
    total = game[drawn[0] if game.heaps > 1 else drawn[0][0]] + game[drawn[1] if game.heaps > 1 else drawn[1][0]]
    found = [tuple(c for _, c in p.parts) for p in total.options()]
    assert len(found) == sum(len(oracle.options(*c)) for c in drawn)
    kept_right = {tuple(sorted(p[:-1])) for p in found if p[-1] == drawn[1]}
    kept_left = {tuple(sorted(p[1:])) for p in found if p[0] == drawn[0]}
    assert oracle.options(*drawn[0]) <= kept_right
    assert oracle.options(*drawn[1]) <= kept_left


def test_every_move_is_charged_to_the_meter():
    game = ruleset("n -> n-s-t where s+t >= 1")
    with pytest.raises(LimitExceeded, match="more than 1,000 moves"):
        list(game.options((10**9,), Meter(1000)))
    with pytest.raises(LimitExceeded):
        list(ruleset("n -> n-t where t % 1000 == 999").options((10**12,), Meter(1000)))


@pytest.mark.parametrize(
    ("text", "component", "expected"),
    [
        ("n -> n-t where t in powers(10)", (10**40,), 41),
        ("n -> n-t where t in {1, 10**30, 10**50}", (10**40,), 2),
        ("n -> n-t where t in fibonacci", (10**18,), 86),
        ("n -> n-t where 10**20-3 <= t <= 10**20", (10**20,), 4),
        ("n -> n-t where t == n-7 and t >= 1", (10**4000 - 1,), 1),
        ("a, b -> a-t*b, b where b >= 1 | a, b-t*a where a >= 1", (10**30, 10**29 + 1), 9),
        ("n -> n//2 & n-n//2 where n >= 2", (10**100,), 1),
        ("p -> d*p where 2 <= d <= 9 and p < 10**18", (10**18 - 1,), 8),
        ("n -> n-t where t*7 == n", (7 * 10**50,), 1),
        ("n -> y where n <= 2*y and y < n and y >= n-3", (10**60,), 3),
    ],
)
def test_few_moves_of_huge_heaps_are_listed_at_once(text, component, expected):
    assert len(list(ruleset(text).options(component, Meter(1000)))) == expected


def test_parsed_texts_have_the_heaps_that_stand_on_the_left():
    for text, *_ in ENDING:
        assert len(parse_rules(text).heaps) == text.split("->")[0].count(",") + 1


@pytest.mark.parametrize(
    "text",
    [
        "n -> n-t where t in primes",
        "n -> p where p in primes and n-10**9 <= p < n",
        "n -> n-t where n-t in primes",
        "n -> n-t where n-t not in primes and n-t in primes",
        "n -> n-t where t in coprime(n)",
    ],
)
def test_listing_far_members_spends_the_meter_by_what_is_tested(text):
    start = process_time()
    with pytest.raises(LimitExceeded):
        sum(1 for _ in ruleset(text).options((10**24,), Meter()))
    assert process_time() - start < 5


def test_members_of_sets_are_right_on_both_sides_of_the_sieve():
    for low in (0, 1, 2, 3, 32_760, 65_530, 10**7 - 60, 10**7 + 32_700, 10**12):
        found = list(NAMED_SETS["primes"].members(low, low + 90))
        assert found == [x for x in range(low, low + 91) if is_prime(x)], low
    assert sum(1 for _ in NAMED_SETS["primes"].members(0, 10**6)) == 78_498
    for n in (*range(-2, 400), 10**6, 2**40, 3 * 10**7 + 1, 99_999_999_999_973, 9_999_991**2):
        small = [d for d in range(1, min(n, 400) + 1) if n % d == 0]
        found = list(NAMED_SETS["divisors"].members(1, n, n))
        assert [d for d in found if d <= 400] == small
        assert all(n % d == 0 for d in found)
        assert [n // d for d in reversed(found)] == found
