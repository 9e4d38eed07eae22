"""Laws that give outcomes only, beyond tables: what a sum decides, what is refused, and counts without end."""

from math import isqrt

import pytest
from tests.solver.oracle import FIXED, Game, Whole, grundy, race

from grundy import LimitExceeded, expression, outcome, solve, table, value
from grundy.solver.store import Allowance, new_table

D = 10**18
LOW = (D + isqrt(5 * D * D)) // 2
LOST = f"wythoff[{LOW}, {LOW + D}]"
WON = f"wythoff[{LOW + 1}, {LOW + D + 1}]"


def test_the_outcome_and_all_winning_options_alone():
    solved = solve(expression(LOST))
    assert (solved.outcome, solved.grundy, solved.winning_options, solved.complete) == ("P", 0, (), True)
    solved = solve(expression(WON))
    assert (solved.outcome, solved.grundy) == ("N", None)
    assert solved.grundy_why == "not known at this size"
    assert solved.complete
    assert solved.winning_count == len(solved.winning_options)
    assert str(solved.winning_options[-1]) == LOST
    assert all(outcome(o) == "P" for o in solved.winning_options)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (f"{LOST} + nim[3]", "N"),
        (f"{LOST} + nim[3, 3]", "P"),
        (f"{WON} + nim[3, 3]", "N"),
        (f"{WON} + nim[1, 2, 3] + bash(10)[11]", "N"),
        (f"{LOST} + {LOST}", "P"),
        (f"{LOST} + {WON}", "N"),
        (f"{WON} + wythoff[4, 7]", "N"),
        (f"{WON} + kayles[3] + kayles[7]", None),
    ],
)
def test_sums_that_are_decided(text, wanted):
    rest = value(expression("kayles[3, 7]"))
    if wanted is None:
        wanted = "N" if rest == 0 else None
    if wanted is None:
        with pytest.raises(LimitExceeded):
            outcome(expression(text))
    else:
        assert outcome(expression(text)) == solve(expression(text)).outcome == wanted


@pytest.mark.parametrize("text", [f"{WON} + nim[3]", f"{WON} + {WON}", f"{WON} + nim[1] + kayles[5]"])
def test_sums_that_are_not_decided(text):
    for act in (solve, outcome, value):
        with pytest.raises(LimitExceeded, match="not known at this size") as caught:
            act(expression(text))
        assert "outcomes only" in str(caught.value)


def test_the_value_of_a_won_component_is_refused():
    with pytest.raises(LimitExceeded, match="outcomes only"):
        value(expression(WON))
    assert value(expression(LOST)) == 0
    assert value(expression(f"{LOST} + nim[5]")) == 5


def test_options_in_other_components_are_marked_as_missing():
    solved = solve(expression(f"{WON} + nim[3, 3]"))
    assert solved.outcome == "N"
    assert solved.grundy is None
    assert not solved.complete
    assert solved.winning_count is None
    assert "not known" in solved.rest
    assert solved.winning_options
    assert all(outcome(option) == "P" for option in solved.winning_options)


def test_a_lost_component_of_known_value_0_leaves_nim_to_win():
    solved = solve(expression(f"{LOST} + nim[3]"))
    assert solved.outcome == "N"
    assert solved.grundy == 3
    assert str(solved.winning_options[-1]) == f"{LOST} + nim[0]"
    # moves of the Wythoff component to value 3 are winning as well: they are not known
    assert not solved.complete
    assert solved.winning_count is None


def test_small_sums_are_known_completely():
    solved = solve(expression("wythoff[3, 4] + nim[3]"), limit=1000)
    games = [FIXED["wythoff"], FIXED["nim"]]
    whole = Whole(games)
    parts = ((0, (3, 4)), (1, (3,)))
    assert solved.complete
    assert solved.grundy == grundy(games[0], (3, 4)) ^ 3
    assert [tuple(c for _, c in o.parts) for o in solved.winning_options] == [
        tuple(c for _, c in o) for o in whole.winning(parts)
    ]


def test_a_race_with_enormous_ranges_of_winning_multipliers():
    solved = solve(expression("race(2, 10**18, goal=10**17)[1]"), limit=3)
    assert solved.outcome == "N"
    assert solved.winning_count == 10**18 - 10**17 + 1
    assert len(solved.winning_options) == 3
    assert [o.parts[0][1][0] for o in solved.winning_options] == [10**17, 10**17 + 1, 10**17 + 2]
    assert solved.complete
    assert "10^17" in solved.rest
    assert "in steps of 1" in solved.rest
    assert str(10**18) in solved.rest


def test_a_race_from_other_numbers_steps_by_them():
    solved = solve(expression("race(2, 10**30, goal=10**40)[10**12]"), limit=2)
    numbers = [o.parts[0][1][0] for o in solved.winning_options]
    assert solved.outcome == "N"
    assert numbers == [10**40, 10**40 + 10**12]
    assert solved.winning_count == 10**30 - 10**28 + 1
    assert "in steps of 1000000000000" in solved.rest


def test_the_limit_0_lists_nothing_and_still_counts():
    solved = solve(expression("race(2, 9, goal=5)[1]"), limit=0)
    assert solved.winning_options == ()
    assert solved.winning_count == 5
    assert solved.rest


def test_races_in_sums_small_enough_to_search():
    game = Game("race(2, 3, 30)", race(2, 3, 30), least=1)
    for p in range(1, 31):
        assert value(expression("race(2, 3, 30)")[p]) == grundy(game, (p,))
        assert outcome(expression(f"race(2, 3, 30)[{p}] + nim[2]")) == ("N" if grundy(game, (p,)) != 2 else "P")


# ---------------------------------------------------------------- laws against tables


@pytest.mark.parametrize(
    ("law", "same"),
    [
        ("nim", "n -> n-t where t >= 1"),
        ("bash(4)", "n -> n-t where t in {1, 2, 3, 4}"),
        ("blackboard(3)", "n -> y where 3*y >= n and y < n"),
        ("halving", "n -> n-t where t+t <= n"),
    ],
)
def test_a_law_gives_the_table_of_rules_written_otherwise(law, same):
    from grundy.games import rules

    other = rules(same, least=1 if "blackboard" in law else None)
    found = table(expression(law), 80)
    assert found.by.startswith("law")
    kernel = new_table(other)
    kernel.grow((80,), Allowance())
    assert found.values == [kernel[(n,)] for n in range(other.least, 81)]


def test_wythoffs_law_gives_the_zeros_of_its_table():
    found = table(expression("wythoff[:40, :40]"))
    assert found.by == "table"
    for (a, b), g in found.items():
        solved = solve(expression("wythoff")[a, b], remoteness=False)
        assert (solved.outcome == "P") == (g == 0)
        assert solved.grundy == g


def test_the_law_of_the_race_gives_the_zeros_of_its_table():
    for goal in (2, 7, 31, 60):
        rules = expression(f"race(2, 4, {goal})")
        for (p,), g in table(rules, 64).items():
            assert outcome(rules[p]) == ("N" if g else "P")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("n -> n-t where t <= 10", "bash(10)"),
        ("n -> n-t where t < 10", "bash(9)"),
        ("n -> m where n-10 <= m and m < n", "bash(10)"),
        ("x -> y where x <= 7*y and y < x", "blackboard(7)"),
        ("p -> f*p where 3 <= f <= 5 and p < 100000000000000000000", "race(3, 5, 10**20)"),
        ("x, y -> x-s, y-s | x, y-s | x-s, y", "wythoff"),
    ],
)
def test_rules_typed_with_constants_have_the_law_of_their_family(text, same):
    from grundy.games import rules

    typed = rules(text, least=1 if same[0] in "br" and "bash" not in same else None)
    heaps = (123456789,) * typed.heaps
    ours, family = solve(typed[heaps]), solve(expression(same)[heaps])
    assert ours.by == family.by
    assert ours.by.startswith("law")
    assert (ours.outcome, ours.grundy, ours.winning_count) == (family.outcome, family.grundy, family.winning_count)


@pytest.mark.parametrize(
    "text", ["n -> n-t where t <= 10 and n != 7", "n -> n-2*t where t <= 10", "n -> n-t where t <= 10 and t != 7"]
)
def test_rules_that_only_look_like_a_family_have_no_law(text):
    from grundy.games import rules

    assert solve(rules(text)[60]).by in {"table", "search"}


def test_winning_options_stand_in_the_order_of_the_alternatives_as_they_are_written():
    from grundy import ruleset

    position = (10**18 + 5, 10**18 + 3)
    orders = [("a-t, b", "a, b-t", "a-t, b-t"), ("a-t, b-t", "a, b-t", "a-t, b"), ("a, b-t", "a-t, b-t", "a-t, b")]
    kinds = {"a-t, b": (True, False), "a, b-t": (False, True), "a-t, b-t": (True, True)}
    for order in orders:
        solved = solve(ruleset("a, b -> " + " | ".join(order))[position])
        assert solved.by.startswith("law")
        found = [tuple(x != y for x, y in zip(position, o.parts[0][1], strict=True)) for o in solved.winning_options]
        assert found == [kinds[text] for text in order if kinds[text] in found]
        assert len(found) >= 2


def test_heaps_that_are_independent_are_solved_one_by_one():
    from grundy import ruleset

    text = "a, b, c -> a-t, b, c where t <= 2 | a, b-t, c where t in {1, 4} | a, b, c-t where 1 <= t <= 5"
    solved = solve(ruleset(text)[1000, 2000, 1500])
    one = [value(ruleset(t)[n]) for t, n in
           [("n -> n-t where t <= 2", 1000), ("n -> n-t where t in {1, 4}", 2000), ("n -> n-t where t <= 5", 1500)]]  # fmt: skip
    assert solved.grundy == one[0] ^ one[1] ^ one[2] == (1000 % 3) ^ one[1] ^ (1500 % 6)
    small = ruleset(text)
    for heaps in [(4, 5, 6), (2, 9, 3), (7, 7, 7)]:
        found = solve(small[heaps])
        wanted = [o for o in small[heaps].options() if value(o) == 0]
        assert sorted(map(str, found.winning_options)) == sorted(map(str, wanted))
