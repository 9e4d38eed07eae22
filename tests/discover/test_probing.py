"""Laws that fit a table are held against moves beyond it."""

import pytest

from grundy.discover.probing import first_failure, first_failure_beyond
from grundy.discover.searching import of_ruleset
from grundy.laws.reading import law_from_json
from grundy.rules.budget import Budget
from grundy.rules.family import ruleset

NOTHING = {"kind": "window", "least": 0, "lower": [[1, 0, 1]]}


@pytest.mark.parametrize(
    ("text", "heap"),
    [
        ("n -> 700-n where n == 300", 300),
        ("n -> 2*n where 7000 < n < 7003", 7001),
        ("n -> n+1 where n in {80, 5000}", 80),
        ("n -> n-t where t == 5000", 5000),
        ("n -> n-1 where n != n", None),
    ],
)
def test_moves_near_the_numbers_that_rules_name_are_looked_at(text, heap):
    assert first_failure(ruleset(text), law_from_json(NOTHING)) == heap


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_right_laws_do_not_fail(play):
    for text in ("n -> n-t where t in {1, 3, 4}", "n -> n-t where t <= 9", "n -> n-t where t == 5"):
        rules = ruleset(text)
        found = of_ruleset(rules, play, Budget(5))
        assert found
        assert first_failure(rules, found[0].law, play) is None
        assert first_failure_beyond(rules, found[0].law, 300, play) is None


def test_a_period_of_which_one_round_was_seen_is_no_law():
    assert of_ruleset(ruleset("n -> n+1 where n == 500 and n % 2 == 0"), "normal", Budget(5)) == []


def test_a_law_that_a_move_beyond_the_table_breaks_is_found_out():
    law = law_from_json({"kind": "window", "least": 0, "lower": [[1, -3, 1]]})
    rules = ruleset("n -> n-t where t <= 3 or t == 46*2")
    assert first_failure_beyond(rules, law, 60) == 92
    assert first_failure_beyond(ruleset("n -> n-t where t <= 3"), law, 60) is None
