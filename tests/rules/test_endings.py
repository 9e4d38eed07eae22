"""Play must end: what is accepted with which measure, and what is refused, fast and with a move."""

import re
import subprocess
import sys
from itertools import product
from time import process_time

import pytest
from tests.rules.oracle import Oracle
from tests.rules.rule_texts import ENDING

from grundy.games import expression
from grundy.rules.errors import RuleError
from grundy.rules.family import ruleset

ENDLESS = [
    ("n -> n+1", 0),
    ("n -> n+t where t <= 3", 0),
    ("n -> n+1 where n >= 100", 0),
    ("a, b -> b, a", 0),
    ("a, b, c -> b, c, a", 0),
    ("n -> 2*t & n-t", 0),
    ("n -> n & n-t", 0),
    ("n -> n-t & t", 0),
    ("n -> n-t & t where t >= 1", 0),
    ("n -> n & 0", 0),
    ("n -> 0 & 0", 0),
    ("a, b -> a+1, b-1 | a-1, b+1", 0),
    ("n -> 2*n where n >= 1", 0),
    ("n -> 2*n", 1),
    ("n -> n*n where n >= 2", 0),
    ("n -> n*t where 2 <= t <= n", 0),
    ("n -> t where t <= 2*n", 0),
    ("n -> t where t <= n+1", 0),
    ("n -> t where t in divisors(n+1)", 0),
    ("n -> t where t in divisors(12)", 0),
    ("n -> 3*n+1 where n % 2 == 1 | n//2 where n % 2 == 0", 0),
    ("n -> t where t < n | n+1 where n % 7 == 3", 0),
    ("n -> n//2 & n-n//2", 0),
    ("a, b -> a-1, b | a+b, b-1 | a, b+1", 0),
    ("a, b, c -> c, b, a-t", 0),
    ("a, b -> a*b, a where a >= 1", 0),
    ("a, b -> a-t, b+t*t | a, b-1 | a+1, b", 0),
    ("n -> n-t+u where t <= 2 and u <= 3", 0),
    ("n -> abs(n-10)", 0),
    ("n -> max(n, 5)+1", 0),
    ("n -> n+2 where n % 3 != 0 | n-1 where n % 3 == 0", 0),
    ("p -> d*p where d in {1, 2}", 1),
    ("n, m -> n, m+1 where m < n | n, m-1 where m >= 1", 0),
]

ENDING_BY = [  # rules, least, the measure, whether it is shown
    ("n -> n-t", 0, "n", True),
    ("n -> n+1 where n < 100", 0, "-n", True),
    ("p -> d*p where 2 <= d <= 9 and p < 162", 1, "-p", True),
    ("p -> d*p where d <= 9 and p < 10**18", 1, "-p", True),
    ("a, b -> a-t, b | a, b-t | a-t, b-t", 0, "a + b", True),
    ("a, b -> a-2, b+1 | a-1, b-2 | a-2, b-1 | a+1, b-2", 0, "a + b", True),
    ("n, m -> n-t, 2*t where 1 <= t <= m", 0, "n", True),
    ("a, b -> a-1, c where c <= 10*b+10 | a, b-t", 0, "(a, b)", True),
    ("a, b -> a-1, b*b+5 | a, b-t", 0, "(a, b)", True),
    ("a, b -> a+t, b-t | a-1, b", 0, "a + 2*b", True),
    ("a, b, c -> a-1, b+1, c+1 | a, b-1, c+2 | a, b, c-t", 0, None, True),
    ("a, b -> b, a-b", 0, None, True),
    ("a, b -> a-t, b+t", 0, "a", True),
    ("n -> a & b where n-2 <= a+b < n", 0, "n", True),
    ("n -> a & b where a+b == n and a >= 1 and b >= 1", 0, "n", True),
    ("n -> n//2 | n//3", 0, "n", True),
    ("n -> n-t*t where t >= 1", 0, "n", True),
    ("n -> a & b where a*b == n and a >= 2 and b >= 2", 0, "n", True),
    ("n -> n-t where t in proper_divisors(n)", 1, "n", True),
    ("n -> n-t where t in squares and n-t not in primes", 0, "n", True),
    ("a, b -> a-t*b, b where b >= 1 | a, b-t*a where a >= 1", 0, None, True),
    ("n -> n//t where 2 <= t <= n", 0, "n", False),
    ("n -> n % t where 1 <= t <= n", 0, "n", False),
    ("a, b -> b, a % b where b >= 1", 0, "b", False),
    ("n -> n", 0, None, True),
    ("n -> -1", 0, None, True),
    ("a, b -> -1, b", 0, None, True),
    ("a, b -> b, -a-1 | a, b where a < b", 0, None, True),
]


@pytest.mark.parametrize(("text", "least"), ENDLESS)
def test_rules_without_end_are_refused_fast_and_show_a_move(text, least):
    start = process_time()
    with pytest.raises(RuleError, match="play may not end") as caught:
        ruleset(text, least=least)
    assert process_time() - start < 1
    shown = re.findall(r"([0-9, ]+) -> ([0-9, &]+)", str(caught.value))
    assert shown, str(caught.value)
    oracle = Oracle(text, 40, least)
    for before, after in shown:
        component = numbers(before)
        option = tuple(sorted(numbers(part) for part in after.split("&")))
        assert option in {tuple(o) for o in oracle.options(*component[-len(oracle.heaps) :])}, (before, after)


def numbers(text):
    return tuple(int(n) for n in text.strip(" ,").split(","))


@pytest.mark.parametrize(("text", "least", "measure", "shown"), ENDING_BY)
def test_rules_that_end_are_accepted_with_a_measure_that_falls(text, least, measure, shown):
    start = process_time()
    ending = ruleset(text, least=least).ending
    assert process_time() - start < 1
    assert ending.shown == shown
    assert "falls with every move" in str(ending)
    assert ("tested, not shown" in str(ending)) == (not shown)
    if measure is not None:
        assert ending.measure.text(ending.heaps) == measure
    falls(ending, Oracle(text, 70 if "10*b" in text else 24, least), least)


@pytest.mark.parametrize(("text", "bound", "side", "least"), ENDING)
def test_measures_fall_with_every_move_by_definition(text, bound, side, least):
    falls(ruleset(text, least=least).ending, Oracle(text, bound, least), least)


def falls(ending, oracle, least):
    side = {1: 12, 2: 5, 3: 2}[len(oracle.heaps)]
    for component in product(range(least, least + side + 1), repeat=len(oracle.heaps)):
        before = ending.measure.value(component)
        for option in oracle.options(*component):
            for part in option:
                assert ending.measure.value(part) < before, (component, option)


SAID = [
    ("n -> n+1 where n >= 100", "falls with every move; one that none of those tried lowers is 100 -> 101"),
    ("n -> n-1 where n <= 5 | n+1 where n >= 10**30", f"{10**30} -> {10**30 + 1}"),
    ("a, b -> a-1, b | a+1, b where a >= 50 and b >= 70", "50, 70 -> 51, 70"),
    ("n -> a & b where a+b == n", "(the heap stays whole beside empty ones: a split must say a >= 1 and b >= 1)"),
    ("n -> n-t & t", "a split must say n-t >= 1 and t >= 1)"),
    ("n -> a & b & n-a-b", "a split must say a >= 1 and b >= 1 and n-a-b >= 1)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), SAID)
def test_rules_without_end_say_what_is_wrong(text, said):
    with pytest.raises(RuleError) as caught:
        ruleset(text)
    assert said in caught.value.message


def test_a_heap_that_stays_itself_gets_no_advice_that_would_not_help():
    for text in ("n -> n & 0", "n -> n & n-t", "a, b -> b, a"):
        with pytest.raises(RuleError) as caught:
            ruleset(text)
        assert "must say" not in caught.value.message


LABORIOUS = [
    "n -> n-t where t not in {" + ", ".join(f"n-{i}" for i in range(1, 501)) + "}",
    "n -> n-t where t in {" + ", ".join(f"n-{i}" for i in range(1, 501)) + "}",
    "n -> n-t where " + "abs(" * 11 + "n-t" + "-1)" * 11 + " <= 3",
    "n -> n-t where " + "max(5, " * 40 + "n-t" + ")" * 40 + " <= 9",
    "n -> n-t where " + "min(t, 5+" * 40 + "n-t" + ")" * 40 + " <= 9",
    "n -> " + " | ".join(["n-1"] * 1_600),
    "n -> n-t where " + " and ".join(f"t != {i}" for i in range(1, 700)),
    "n -> n-t where " + " or ".join(f"t == {i}" for i in range(1, 700)),
    "n -> n-max(" + ", ".join(f"t-{i}" for i in range(100)) + ")",
]


@pytest.mark.parametrize("text", LABORIOUS, ids=range(len(LABORIOUS)))
def test_rules_with_thousands_of_cases_are_read_fast(text):
    start = process_time()
    assert str(ruleset(text).ending).startswith("n falls with every move")
    assert process_time() - start < 1


def test_a_tested_measure_is_tested_on_every_move_listed():
    text = "n -> n//t where 2 <= t <= n | n+1 where n % 5000 == 1000"
    game = ruleset(text)  # 1000 -> 1001 is beyond the small positions
    assert not game.ending.shown
    assert list(game.options((999,)))
    with pytest.raises(RuleError, match="the move 1000 -> 1001 does not lower n"):
        list(game.options((1000,)))


def test_rules_that_are_given_by_parameters_are_judged_with_their_values():
    with pytest.raises(RuleError, match="play may not end"):
        ruleset("n -> n-t+k where 1 <= t <= 2", k=2)
    assert ruleset("n -> n-t+k where 2 <= t <= 3", k=1).ending.shown


def test_a_family_is_judged_when_a_ruleset_is_made_of_it():
    family = ruleset("n -> n-t+k where 1 <= t <= 2", params="k")
    with pytest.raises(RuleError, match="play may not end"):
        family(2).require_ending()
    family(0).require_ending()


@pytest.mark.parametrize(
    "text",
    [
        "nim", "bash(4)", "subtraction({0, 1})", "allbut({2})", "halving", "blackboard(3)", "race(2, 9, 162)",
        "race(0, 9, 50)", "wythoff", "wythoff_r(3)", "euclid", "rook", "king", "queen", "knight", "bishop", "lasker",
        "grundy_game",
        "take_a_square", "fibonacci_nim", "divisor_nim", "divisor_replacement", "coprime_nim", "moore(2)[:, :, :]",
    ],
)  # fmt: skip
def test_play_of_the_catalogue_is_shown_to_end(text):
    assert expression(text).ending.shown


HEAPS = """
from grundy.rules.errors import RuleError
from grundy.rules.family import ruleset
names = [f"n{i}" for i in range(COUNT)]
try:
    print(ruleset(f"{', '.join(names)} -> {', '.join(['n0-1', *names[1:]])}").heaps)
except RuleError as error:
    print(error)
"""


@pytest.mark.parametrize("count", [10, 60, 500])
def test_many_heaps_are_no_reason_to_hang(count):
    script = HEAPS.replace("COUNT", str(count))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=10)
    assert done.stdout.strip() == str(count) or "heaps" in done.stdout or "measure" in done.stdout
