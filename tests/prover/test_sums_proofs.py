"""The method *sum* against the definition."""

from itertools import product

import pytest

from grundy.games import expression
from grundy.prover import period, scaling, sums, window
from grundy.prover.base import NotProved, digest
from grundy.rules.budget import Budget


def one_heap(rules, budget):
    for method in (window.prove, period.prove, scaling.prove):
        try:
            return method(rules, budget)
        except NotProved:
            continue
    raise NotProved("none")


def played(rules, side):
    values = {}
    for component in product(range(rules.least, rules.least + side), repeat=rules.heaps):
        present, m = {values[part] for (part,) in rules.options(component)}, 0
        while m in present:
            m += 1
        values[component] = m
    return values


@pytest.mark.parametrize(
    ("rules", "side"),
    [
        ("nim[:, :]", 16),
        ("nim[:, :, :]", 7),
        ("rook", 16),
        ("blackboard(3)[:, :]", 14),
        ("bash(3)[:, :, :]", 7),
        ("subtraction({1, 3, 8})[:, :]", 14),
        ('ruleset("a, b -> a-t, b where t <= 3 | a, b-s where 2*s <= b")', 14),
        ('ruleset("a, b -> a-1, b | a-2, b")', 10),
    ],
)
def test_sums(rules, side):
    game = expression(rules)
    proof = sums.prove(game, one_heap, Budget(60))
    certificate = proof.certificate
    assert (certificate["method"], certificate["evidence"]) == ("sum", "proved")
    assert certificate["hash"] == digest(certificate)
    assert len(certificate["proof"]["heaps"]) == len(certificate["law"]["laws"]) == game.heaps
    for part, law in zip(certificate["proof"]["heaps"], certificate["law"]["laws"], strict=True):
        assert part["law"] == law
        assert part["hash"] == digest(part)
    for component, value in played(game, side).items():
        assert proof.law.value(component) == value


@pytest.mark.parametrize("rules", ["wythoff", "king", "kayles", "nim", 'ruleset("a, b -> a-t, b where t <= b")'])
def test_what_is_no_sum(rules):
    with pytest.raises(NotProved, match="sum"):
        sums.prove(expression(rules), one_heap, Budget(60))


def test_outcomes_are_not_enough():
    with pytest.raises(NotProved, match="only the outcomes"):
        sums.prove(
            expression("rook"), lambda _rules, budget: scaling.prove(expression("race(2, 9)"), budget), Budget(60)
        )


def test_a_heap_without_a_proof():
    with pytest.raises(NotProved, match="none"):
        sums.prove(expression("take_a_square[:, :]"), one_heap, Budget(60))
