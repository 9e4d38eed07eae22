import random

import pytest

from grundy.discover.differences import compare, compare_laws, first_difference
from grundy.games import expression
from grundy.laws.arithmetic import ArithmeticLaw
from grundy.laws.nim import NimLaw
from grundy.laws.periodic import PeriodicLaw
from grundy.rules.errors import GrundyError


def test_first_difference():
    assert first_difference([0, 1, 2], [0, 1, 3], 1).text == "They first differ at heap 3: 2 and 3."
    same = first_difference([0, 1, 2], [0, 1])
    assert same.equal
    assert not same.proved
    assert same.text == "They agree up to heap 1; whether they do further on is not known."


def test_octal_games_that_are_alike_for_long():
    found = compare(expression('octal("0.161")'), expression('octal("0.36")'))
    assert (found.first, found.left, found.right) == (519, 2, 4)


def test_octal_games_that_are_alike():
    found = compare(expression('octal("0.26")'), expression('octal("0.27")'))
    assert found.equal
    assert not found.proved
    law = PeriodicLaw(0, 1, 4, 0, (0, 0, 1, 2, 3)[:5])
    assert compare(expression('octal("0.26")'), expression('octal("0.27")'), laws=(law, law)).proved


def test_games_on_two_heaps():
    found = compare(expression("wythoff"), expression("nim[:, :]"))
    assert (found.first, found.left, found.right) == ((1, 1), 2, 0)
    with pytest.raises(GrundyError, match="2 and 1 heaps"):
        compare(expression("wythoff"), expression("nim"))


def test_laws_with_periods_are_decided():
    rng = random.Random(4)
    equal = 0
    for _ in range(200):
        p = rng.choice([1, 2, 3, 4, 6])
        base = [rng.randrange(2) for _ in range(p)]
        saltus = rng.choice([0, 0, 1])
        one = PeriodicLaw.minimal(0, 0, p, saltus, base)
        times = rng.choice([1, 2, 3])
        values = [v + r * saltus for r in range(times) for v in base]
        if rng.random() < 0.5:
            values[rng.randrange(len(values))] += 1
        other = PeriodicLaw.minimal(0, 0, p * times, saltus * times, values)
        found = compare_laws(one, other, proved=True)
        differing = [n for n in range(300) if one.value((n,)) != other.value((n,))]
        assert found.first == (differing[0] if differing else None)
        assert found.proved == (not differing)
        equal += not differing
    assert 50 < equal < 200


def test_laws_without_periods_are_not_decided():
    assert compare_laws(NimLaw(), ArithmeticLaw("popcount")) is None
    assert compare_laws(ArithmeticLaw("popcount"), ArithmeticLaw("popcount"), proved=True).proved
    assert compare_laws(NimLaw(), PeriodicLaw(0, 0, 1, 1, (0,)), proved=True).proved
    assert not compare_laws(NimLaw(), NimLaw()).proved


def test_tables_are_compared_by_the_rules_and_not_by_laws_that_are_only_checked(monkeypatch):
    def no_law(*_, **__):
        raise AssertionError("a law was asked")

    monkeypatch.setattr("grundy.solver.tabling.law_for", no_law)
    game = expression("divisor_nim")
    assert compare(game, game, to=60).checked_to == 60
