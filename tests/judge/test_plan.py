"""Problems as arrays for the kernels: which have a plan, and what their laws and conditions are."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.judge.problems import made

from grundy.judge import load_problem, problems
from grundy.judge.boxes import LARGEST, boxes_of
from grundy.judge.families import FAMILIES, law_of_family
from grundy.judge.plan import plan_of
from grundy.laws.library import SHIPPED
from grundy.rules.evaluate import condition_test
from grundy.rules.parsing import parse_condition


@pytest.mark.parametrize("text", FAMILIES)
def test_families_have_the_laws_that_the_kernels_take(text):
    _, _, first, least = FAMILIES[text]
    assert ("[least=1]" in text) == (least == 1)
    for numbers in product([0, 1, 2, 9, 2**64], repeat=len({p for p in ("p1", "p2", "p3") if p in text})):
        if min(numbers) >= first:
            assert SHIPPED.law_of(text, numbers).law == law_of_family(text, numbers)
        else:
            assert law_of_family(text, numbers) is None


def test_built_in_problems_have_plans():
    assert [plan_of(load_problem(name)).law for name in problems()] == ["sums", "beatty", "sums", "race"]


@pytest.mark.parametrize(
    ("case", "position", "law"),
    [
        ("n", 'ruleset("n -> n-t")[n]', "sums"),
        ("m n", 'ruleset("heap -> heap-take where take <= most", most=m)[n+1]', "sums"),
        ("m n x[n]", "bash(m)[*x] + nim[n, m-1] + halving[3]", "sums"),
        ("a b c d", "race(a, b, goal=c)[d]", "race"),
        ("a", "wythoff[3+a, a-2]", "beatty"),
        ("a b", "wythoff_r(3)[a, b]", "beatty"),
        ("a x[3]", "blackboard(10)[*x] + bash(a+1)[a]", "sums"),
    ],
)
def test_positions_with_a_plan(case, position, law):
    assert plan_of(made(case, position)).law == law


@pytest.mark.parametrize(
    ("case", "position", "more", "n"),
    [
        ("n", "kayles[n]", "", "N"),
        ("n", "nim[2*n]", "", "N"),
        ("x[2]", "nim[*x]", "", "N"),
        ("n x[n] m", "nim[*x, m]", "", "N"),
        ("a b", "wythoff[a, b] + nim[a]", "", "N"),
        ("a b", "wythoff[a, b]", "", "{y}"),
        ("a x[2]", "wythoff[*x]", "", "N"),
        ("n", "race(2, 9, goal=n)[1, 1]", "", "N"),
        ("n", "race(2, 9, goal=n)[1]", "misere = true", "N"),
        ("n", "bash(3)[n]", "misere = true", "N"),
        ("n", "nim[n]", "misere = true", "{y}"),
        ("n", "nim[n]", "", "{count}"),
        ("n", "nim[n]", "", "{move}"),
        ("n x[n]", "nim[*x]", "", "{x}"),
        ("n", f"nim[n, {2**64}]", "", "N"),
        ("n", "nim[3*n]", "", "N"),
        ("a b", "nim[a, b]", "end = 'a == b'", "N"),
        ("a b", "nim[a, b]", "end = 'a in squares'", "N"),
        ("a b", "nim[a, b]", "exception = [{when = 'a % 2 == 0', print = '?'}]", "N"),
    ],
)
def test_problems_without_a_plan(case, position, more, n):
    assert plan_of(made(case, position, more, n)) is None


CONDITIONS = [
    "a == 0 and b == 0",
    "a <= 1",
    "a + 1 == 3 or b > 3",
    "not (a < 2 or 7 - 4 != b)",
    "1 <= a < 4 <= b",
    "a in {1, 3} or b not in {2, 4}",
    "0 == 0 and a != 2",
    "1 == 0 or 3 > a and -1 + a >= 0",
    "a < 0 or a > -1 and b == 5",
]


@pytest.mark.parametrize("text", CONDITIONS)
def test_boxes_hold_what_the_condition_does(text):
    condition = parse_condition(text)
    names = {"a": 0, "b": 1}
    test = condition_test(condition, names)
    boxes = boxes_of(condition, names)
    for values in product([0, 1, 2, 3, 4, 5, 6, LARGEST - 1, LARGEST], repeat=2):
        inside = any(all(low <= values[i] <= high for i, (low, high) in box.items()) for box in boxes)
        assert inside == test(values)


@pytest.mark.parametrize(
    "text", ["a == b", "2*a == 4", "a in squares", "a % 2 == 0", "1 - a == 0", "-a == 0", "a in {b, 1}"]
)
def test_conditions_that_are_no_boxes(text):
    assert boxes_of(parse_condition(text), {"a": 0, "b": 1}) is None


@given(st.lists(st.sampled_from(["a == 1 or a == 5", "b < 3 or b > 7", "a != 4"]), min_size=1, max_size=12))
def test_there_are_never_many_boxes(texts):
    boxes = boxes_of(parse_condition(" and ".join(f"({text})" for text in texts)), {"a": 0, "b": 1})
    assert boxes is None or len(boxes) <= 64
