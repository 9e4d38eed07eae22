import pytest
from tests.checker.making import certificate, changed, changed_law, rejected

from grundy.checker.checking import check


def race(low, high, goal, text="h1 -> v1*h1 where {low} <= v1 <= {high} and h1 < {goal} [least=1]", **more):
    law = {"kind": "scaling", "low": low, "high": high, "goal": goal}
    return certificate(text.format(low=low, high=high, goal=goal), law, "scaling", about="outcome", **more)


ALL = race("p1", "p2", "p3", domain={"p1": 0, "p2": 0, "p3": 0})


@pytest.mark.parametrize(
    "data",
    [
        ALL,
        race(2, 9, 162),
        race(2, 9, 34012226),
        race(2, 9, 10**30),
        race(0, 4, 50),
        race(5, 3, 50),
        race(2, 9, "p1", domain={"p1": 0}),
        race(2, 4, 77, "h1 -> 2*h1 where h1 < 77 | 3*h1 where h1 < 77 | 4*h1 where h1 < 77 [least=1]"),
        race(2, 4, 77, "h1 -> v1*h1 where v1 in {{2, 3, 4}} and h1 < 77 [least=1]"),
        race(2, 9, 162, "h1 -> h1*v1 where 2 <= v1 and v1 < 10 and h1 <= 161"),
    ],
)
def test_races_are_recognised(data):
    verdict = check(data)
    assert verdict.valid, verdict.why
    assert "the mover wins at p >= 1" in verdict.theorem


def test_each_number_of_the_law_matters():
    data = race(3, 8, 10**12)
    for name, value in (("low", 2), ("low", 4), ("high", 7), ("high", 9), ("goal", 10**12 + 1), ("goal", 10**12 - 1)):
        assert not check(changed_law(data, **{name: value})).valid
    assert check(changed(race(1, 8, 99), law=race(2, 8, 99)["law"])).valid  # a factor of 1 is no move
    for name in ("low", "high", "goal"):
        assert not check(changed_law(ALL, **{name: ALL["law"][name] + "+1"})).valid


@pytest.mark.parametrize(
    "text",
    [
        "h1 -> v1*h1 where 2 <= v1 <= 9 and h1 < 162",
        "h1 -> v1*h1 where 0 <= v1 <= 9 and h1 < 162",  # a factor of 0 leads to 0
        "h1 -> v1*h1 where 2 <= v1 <= 9 and h1 < 162 and v1 != 5 [least=1]",
        "h1 -> v1*h1 where v1 in {2, 9} and h1 < 162 [least=1]",
        "h1 -> v1*h1+1 where 2 <= v1 <= 9 and h1 < 162 [least=1]",
        "h1 -> v1*h1 where 2 <= v1 <= 9 and h1 < 162 | h1-1 [least=1]",
        "h1 -> v1*h1 where 2 <= v1 <= 9 and 5 <= h1 and h1 < 162 [least=1]",
        "h1 -> 2*h1 where h1 < 162 | 9*h1 where h1 < 162 [least=1]",
    ],
)
def test_other_rules_are_refused(text):
    data = race(2, 9, 162, text.replace("{", "{{").replace("}", "}}"))
    assert rejected(data) == (text != "h1 -> v1*h1 where 2 <= v1 <= 9 and h1 < 162")
