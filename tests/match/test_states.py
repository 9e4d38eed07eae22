"""States against brute force from the rules; huge positions; positions out of reach; boards."""

import json
import random

import pytest
from tests.match.brute import GAMES, key, mover_wins, moves, text

from grundy import PositionError, RuleError, Unsupported
from grundy.games import expression
from grundy.match import board, legal, state
from grundy.rules.successors import split, successors

WORK = 5_000_000  # and no limit of time
dice = random.Random(6)
ALONE = [
    ((name, tuple(dice.choice(heaps) for _ in range(count))),)
    for name, (_, count, heaps) in GAMES.items()
    for _ in range(2)
]
SUMS = [tuple(dice.choice(ALONE)[0] for _ in range(dice.randint(2, 3))) for _ in range(60)]
NAMES = {
    expression(text(((name, (heaps[-1],) * count),))).parts[0][0]: name for name, (_, count, heaps) in GAMES.items()
}


def weight(parts):
    return sum(sum(c) for name, c in parts if not name.startswith("race"))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("parts", [*ALONE, *[s for s in SUMS if weight(s) <= 14][:18]], ids=text)
def test_moves_and_what_they_lead_to_are_those_of_brute_force(parts, misere):
    position = expression(text(parts))
    seen = state(position, misere=misere, work=WORK)
    expected = {}
    for i, after in moves(parts):
        expected[i, key(after)] = not mover_wins(key(after), misere)
    found = {}
    for judged in seen.moves:
        after = tuple((NAMES[r], c) for r, c in judged.move.position.parts)
        found[judged.move.part, key(after)] = judged.win
        assert legal(position, judged.move.position)
    assert found == expected
    assert (seen.complete, seen.count) == (True, len(expected))
    assert seen.outcome == ("N" if mover_wins(key(parts), misere) else "P")
    assert seen.over == (not expected)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("parts", [s for s in ALONE if weight(s) <= 12], ids=text)
def test_remoteness_is_the_number_of_moves_of_best_play(parts, misere):
    def remoteness(now):
        after = [remoteness(key(a)) for _, a in moves(now)]
        if not after:
            return misere, 0
        lost = [n for won, n in after if not won]
        return (True, 1 + min(lost)) if lost else (False, 1 + max(n for _, n in after))

    found = state(expression(text(parts)), misere=misere, work=WORK).remoteness
    if found is not None:
        assert found == remoteness(key(parts))[1]
    else:
        assert text(parts).startswith("race") or weight(parts) > 8


def test_a_state_is_plain_json():
    seen = state(expression("wythoff[4, 7] + kayles[3]")).to_json()
    assert json.loads(json.dumps(seen)) == seen
    assert seen["position"] == "wythoff[4, 7] + kayles[3]"
    assert [part["text"] for part in seen["parts"]] == ["wythoff[4, 7]", "kayles[3]"]
    assert [part["grundy"] for part in seen["parts"]] == [0, 3]
    assert seen["moves"][0] == {
        "part": 0,
        "to": [[3, 7]],
        "position": "wythoff[3, 7] + kayles[3]",
        "text": "4, 7 -> 3, 7",
        "win": False,
    }
    assert {
        "part": 1,
        "to": [[1], [1]],
        "position": "wythoff[4, 7] + kayles[1, 1]",
        "text": "3 -> 1 & 1",
        "win": True,
    } in seen["moves"]
    assert (seen["play"], seen["over"], seen["outcome"], seen["grundy"], seen["complete"]) == (
        "normal",
        False,
        "N",
        3,
        True,
    )


def test_huge_positions_list_winning_moves_first_and_tell_typed_moves():
    start = expression("wythoff[10**18, 10**17]")
    seen = state(start)
    assert (seen.outcome, seen.complete, seen.count, seen.over) == ("N", False, None, False)
    assert [judged.win for judged in seen.moves] == [True] * len(seen.winning) + [False] * 20
    assert all(legal(start, judged.move.position) for judged in seen.moves)
    assert legal(start, expression("wythoff[10**18 - 77, 10**17 - 77]"))
    assert not legal(start, expression("wythoff[10**18 - 77, 10**17 - 78]"))
    long = expression("nim[10**3999, 10**3998 + 5]")
    seen = state(long)
    assert (seen.outcome, seen.complete, len(seen.winning)) == ("N", False, 1)
    assert str(seen.winning[0].move.position) == str(expression("nim[10**3998 + 5, 10**3998 + 5]"))


def test_what_is_out_of_reach_is_played_without_verdicts():
    seen = state(expression("wythoff[10**18, 10**17] + nim[3]"))
    assert (seen.outcome, seen.by, seen.complete) == (None, None, False)
    assert {judged.win for judged in seen.moves} == {None}
    assert seen.moves
    assert "not known at this size" in seen.why
    assert seen.to_json()["grundy"] is None
    assert state(expression("grundy_game[60]"), misere=True, work=500).outcome is None


def test_blocking_games_are_refused_in_words():
    with pytest.raises(Unsupported, match="before each move the opponent forbids options"):
        state(expression("blocking(wythoff, 2)[3, 5]"))


def test_rules_without_an_end_are_refused():
    with pytest.raises(RuleError, match="play may not end"):
        state(expression('ruleset("a, b -> b, a")[1, 2]'))


@pytest.mark.parametrize("bad", ["nim[3]", 3, None])
def test_what_is_no_position_is_refused(bad):
    with pytest.raises(PositionError, match="expected a position"):
        state(bad)


def test_a_limit_is_kept():
    seen = state(expression("nim[30, 50, 70]"), limit=10)
    assert (seen.complete, seen.count, [judged.win for judged in seen.moves]) == (False, None, [True] + [False] * 10)
    with pytest.raises(PositionError, match="limit"):
        state(expression("nim[3]"), limit=0)


def test_where_values_are_not_known_moves_are_judged_one_by_one():
    # the rest has value 0, so the law of outcomes decides; what the moves in nim[3, 3] do is found by their outcomes
    seen = state(expression("wythoff[10**18, 10**17] + nim[1, 1]"))
    assert seen.outcome == "N"
    assert seen.winning


def test_functions_of_successors_are_played():
    halves = successors(lambda n: [split(n // 2, n - n // 2)] if n > 1 else [], "halves")
    seen = state(halves[6])
    assert [(j.move.text, j.win) for j in seen.moves] == [("6 -> 3 & 3", True)]
    assert legal(halves[6], seen.moves[0].move.position)
    assert seen.to_json()["moves"][0]["to"] == [[3], [3]]


KINDS = {
    "nim[5]": "heaps",
    "bash(3)[60]": "heaps",
    "nim[61]": "list",
    'octal("0.33")[7]': "heaps",
    'octal("0.77")[7]': "strip",
    "kayles[9]": "strip",
    "lasker[61]": "list",
    "race(2, 9, goal=162)[1]": "number",
    "wythoff[15, 20]": "quarter",
    "wythoff[15, 25]": "list",
    "euclid[5, 7]": "quarter",
    "fibonacci_nim[9]": "list",
    'ruleset("a, b -> a-1, t where t <= 3 | a, b-1")[5, 8]': "quarter",
    "moore(2)[3, 5, 7]": "list",
    'ruleset("n -> n-t where t in squares")[10]': "heaps",
    'ruleset("p -> p+t where t <= 3 and p+t <= 30")[2]': "number",
}


@pytest.mark.parametrize(("position", "kind"), KINDS.items())
def test_the_kind_of_a_board_is_that_of_the_rules(position, kind):
    assert board(*expression(position).parts[0])["kind"] == kind


def test_a_quarter_board_is_large_enough_for_all_play_to_come():
    knight = expression("knight[3, 4]")
    sides = board(*knight.parts[0])["sides"]
    todo, seen = [knight], set()
    while todo:
        now = todo.pop()
        if now not in seen:
            seen.add(now)
            todo += now.options()
    assert all(heap < side for p in seen for heap, side in zip(p.parts[0][1], sides, strict=True))
    assert sides == [6, 6]


def test_a_board_keeps_its_kind_and_grows_no_larger_in_a_match():
    for start_text in ('ruleset("a, b -> a-1, t where t <= 3 | a, b-1")[5, 8]', "knight[8, 3]", "fibonacci_nim[9]"):
        start = expression(start_text)
        kinds, todo, seen = set(), [start], set()
        while todo:
            now = todo.pop()
            if now not in seen and any(now.options()):
                seen.add(now)
                todo += now.options()
                kinds.add(board(*now.parts[0])["kind"])
        assert len(kinds) == 1
        assert kinds == {"list" if "fibonacci" in start_text else "quarter"}
        if kinds == {"quarter"}:
            sides = board(*start.parts[0])["sides"]
            assert all(x <= y for p in seen for x, y in zip(board(*p.parts[0])["sides"], sides, strict=True))


def test_the_heap_that_every_move_lowers_is_named():
    assert board(*expression("fibonacci_nim[9]").parts[0])["falls"] == [0]
    assert "falls" not in board(*expression("wythoff[30, 40]").parts[0])
    assert "falls" not in board(*expression('ruleset("a, b -> a-1, t where t <= 3 | a, b-1")[30, 8]').parts[0])


def test_a_number_knows_its_goal():
    assert board(*expression("race(2, 9, goal=162)[4]").parts[0]) == {
        "kind": "number",
        "heaps": [4],
        "least": 1,
        "goal": 162,
    }


def test_neighbours_in_a_row_are_drawn_without_gaps():
    from grundy.match.drawing import draw

    def drawn(text):
        return "".join(piece for row in draw(state(expression(text))) for piece, _ in row)

    assert drawn("kayles[13]") == f"{'┃' * 13}  13"
    assert drawn("nim[13]") == "●●●●● ●●●●● ●●●  13"
