"""Each fact that a Beatty description needs is asked for by itself."""

import pytest
from tests.checker.learning import Base, learn

from grundy.checker.beatty import check_beatty
from grundy.checker.laws import read_law
from grundy.checker.verdicts import Refuted


def swapped(d):
    return d if d < 2 else d ^ 1


def law(member, suffix=3):
    return read_law(learn(Base(2), 2, member, suffix))


@pytest.mark.parametrize(
    ("member", "said"),
    [
        (lambda x: x[0] == x[1], "difference 0"),
        (lambda x: x[1] == 2 * x[0], "mirror"),
        (lambda x: x[0] == 2 * x[1] + 1 or x[1] == 2 * x[0] + 1, "(0, 0)"),
        (lambda x: x[0] == 2 * x[1] or x[1] == 2 * x[0], "stands in no pair, or in several"),
        (lambda x: x == (0, 0) or min(x) == 1, "stands in no pair"),
        (lambda x: True, "several"),
        (lambda x: x in {(0, 0), (1, 2), (2, 1)}, "difference 2"),
        (lambda x: min(x) == swapped(max(x) - min(x)), "increase"),
    ],
)
def test_each_fact_is_asked_for(member, said):
    with pytest.raises(Refuted) as error:
        check_beatty({"kind": "beatty", "r": 1}, law(member))
    assert "not Beatty" in str(error.value)
    if said != "stands in no pair":
        assert said in str(error.value)


def test_differences_are_multiples():
    with pytest.raises(Refuted, match="multiple"):
        check_beatty({"kind": "beatty", "r": 2}, law(lambda x: x[0] == 2 * x[1] or x[1] == 2 * x[0]))
