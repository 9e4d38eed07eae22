"""The second hint against brute force: what it says of the move, and of every game that it is said of."""

import re
from itertools import product

import pytest
from tests.explain.games import is_p, value

from grundy.explain import hints, why
from grundy.games import expression
from grundy.rules.positions import Position

ONE_HEAP = [
    "nim", "bash(3)", "halving", "lasker", "kayles", "dawson_kayles", "grundy_game", 'octal("0.137")', 'octal("4.07")',
    'octal("0.77")', 'hexadecimal("0.F")', "take_a_square", "blackboard(2)", "race(2, 9, goal=62)", "divisor_nim",
    'ruleset("n -> a & b where a+b == n and 1 <= a < b")', 'ruleset("n -> n-t where t in {1, 3, 4}")',
]  # fmt: skip


def positions():
    for rules in ONE_HEAP:
        ruleset = expression(rules)
        yield from (Position(((ruleset, (n,)),)) for n in range(ruleset.least, 24))


@pytest.fixture(scope="module")
def hinted():
    return [(position, why(position)) for position in positions()]


def left(found):
    """The heaps that the move of an explanation leaves, and their ruleset."""
    (ruleset, _), *_ = found.position.parts
    return ruleset, found.move.to


def numbers(hint):
    return [int(n) for n in re.findall(r"\d+", hint)]


def test_a_move_is_answered_in_the_other_heap_where_a_hint_says_so(hinted):
    said = [found for _, found in hinted if "answered by the same move in the other" in found.hints[1]]
    assert len({found.position.parts[0][0] for found in said}) >= 5
    for found in said:
        ruleset, (a, b) = left(found)
        options = list(ruleset.options(a))
        assert options, "there is something to be answered"
        answered = [Position(tuple((ruleset, part) for part in (*option, *option))) for option in options]
        assert a == b
        assert all(map(is_p, answered)), found.hints[1]


def test_other_splits_leave_values_that_cancel(hinted):
    said = [found for _, found in hinted if "values are equal" in found.hints[1]]
    assert {"kayles[6]", "kayles[10]", "grundy_game[5]"} <= {str(found.position) for found in said}
    for found in said:
        ruleset, (a, b) = left(found)
        assert a != b
        assert value(ruleset, a) == value(ruleset, b)
        assert any(ruleset.options(heap) for heap in (a, b))


def test_the_game_can_be_ended_where_and_only_where_a_hint_says_so(hinted):
    for position, found in hinted:
        ends = found.move is not None and not any(found.move.position.options())
        assert ends == ("You can end the game now" in found.hints[1]), str(position)


def can_come_to(position):
    found, new = set(), {position.parts[0]}
    while new:
        found |= new
        new = {(r, part) for r, c in new for option in r.options(c) for part in option} - found
    return found - {position.parts[0]}


def test_numbers_of_a_hint_are_lost_and_can_be_reached(hinted):
    said = [(position, found) for position, found in hinted if "play can still come to" in found.hints[1]]
    assert len(said) > 60
    for position, found in said:
        lost = sorted(c[0] for r, c in can_come_to(position) if value(r, c) == 0)
        assert numbers(found.hints[1]) == lost[:5], str(position)
        assert any(n in lost for (n,) in found.move.to)


@pytest.mark.parametrize("text", ["race(2, 9, 162)[20]", "halving[21]"])
def test_no_number_is_named_that_cannot_be_reached(text):
    position = expression(text)
    reached = {c[0] for _, c in can_come_to(position)}
    assert set(numbers(hints(position)[1])) <= reached


def test_numbers_that_stand_for_a_kind_are_lost():
    for text in ("halving[10**18]", "bash(3)[10**18 + 1]"):
        position = expression(text)
        hint = hints(position)[1]
        assert hint.startswith("Leave a number at which whoever moves loses, as at the small numbers")
        assert all(value(position.parts[0][0], (n,)) == 0 for n in numbers(hint))


def test_chinese_hints_name_the_same_numbers(hinted):
    for (_, found), _ in zip(hinted, range(200), strict=False):
        chinese = hints(found.position, lang="zh")
        assert sorted(numbers(chinese[1])) == sorted(numbers(found.hints[1]))


def test_two_heaps_of_a_component_have_no_such_hints():
    for a, b in product(range(5), repeat=2):
        if a + b:
            assert "two" not in hints(expression(f"wythoff[{a}, {b}]"))[1]


@pytest.mark.parametrize("name", ["king", "queen", "rook", "bishop", "knight"])
def test_a_piece_goes_from_place_to_place_and_takes_nothing(name):
    for place in ((5, 4), (4, 4)):
        found = why(expression(name)[place])
        said = [found.headline, *found.hints, *(line for line in found.reasons if line.startswith("For instance"))]
        assert not any(re.search(r"\b[Tt]ake\b", line) for line in said)
        assert re.search(r"go from \(\d, \d\) to \(\d, \d\)", " ".join(said))
        assert found.reasons[0] == "The two numbers of a place on the board are called heaps in what follows."
    assert "take 1 from the second heap" in why(expression("wythoff[5, 4]")).headline
