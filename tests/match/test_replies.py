"""The machine's moves: they win what can be won, delay what cannot, and are uniformly random at strength 0."""

import random
from collections import Counter

import pytest
from tests.match.brute import mover_wins

from grundy import PositionError, Unsupported
from grundy.games import expression
from grundy.match import legal, reply, state
from grundy.match.replying import choose
from grundy.match.sampling import random_move

WORK = 5_000_000  # and no limit of time
WON = [
    ("nim[2, 3]", False),
    ("nim[1, 2, 2]", True),
    ("wythoff[3, 4]", False),
    ("wythoff[2, 3]", True),
    ("kayles[6]", False),
    ("kayles[5, 2]", True),
    ("lasker[5]", False),
    ("euclid[5, 13]", False),
    ("fibonacci_nim[7]", False),
    ("blackboard(2)[2, 3, 3, 3]", False),
    ("kayles[3] + nim[2]", False),
    ("moore(2)[1, 2, 2]", False),
    ('ruleset("n -> n//2 | n-1")[9] + nim[2]', True),
]


@pytest.mark.parametrize(("text", "misere"), WON)
def test_a_won_position_is_won_against_every_opponent(text, misere):
    start = expression(text)
    assert state(start, misere=misere, work=WORK).outcome == "N"
    todo, seen = [start], set()
    while todo:
        now = todo.pop()
        if now in seen:
            continue
        seen.add(now)
        if misere and not list(now.options()):  # the opponent made the last move, and loses by it
            continue
        after = reply(now, misere=misere, seed=7, work=WORK)
        assert legal(now, after)
        answers = list(after.options())
        assert answers or not misere, f"{now}: the machine made the last move"
        todo += answers


@pytest.mark.parametrize(
    "text", ["nim[30, 50, 70]", "wythoff[40, 60]", "kayles[40]", "wythoff[10**18, 10**17]", "take_a_square[300]"]
)
def test_a_large_won_position_is_won_against_chance(text):
    dice = random.Random(3)
    now, count = expression(text), 0
    assert state(now).outcome == "N"
    while True:
        now = reply(now, seed=count)
        count += 1
        answer = random_move(now, dice) or next(now.options(), None)
        if answer is None:
            break
        now = answer if not hasattr(answer, "position") else answer.position
    assert count >= 1


def test_the_winner_hurries_and_the_loser_delays():
    hurried = reply(expression("nim[5] + nim[3, 3]"), seed=1)
    assert str(hurried) == "nim[0, 3, 3]"
    assert str(reply(expression('ruleset("n -> n-1 | n-3 | n-4")[9]'), seed=1)).endswith(("[8]", "[6]", "[5]"))
    left = {str(option): state(option).remoteness for option in expression("nim[4, 4]").options()}
    chosen = reply(expression("nim[4, 4]"), seed=2)
    assert left[str(chosen)] == max(left.values())


def test_in_a_huge_lost_position_the_change_is_small():
    lost = expression("nim[10**50, 10**50]")
    assert str(reply(lost, seed=1)) in {f"nim[{10**50 - 1}, {10**50}]", f"nim[{10**50}, {10**50 - 1}]"}
    falling = expression('ruleset("n -> y where y < n")[10**50, 10**50]')  # the first moves listed leave least
    assert max(h for _, (h,) in reply(falling, seed=1).parts) == 10**50
    assert min(h for _, (h,) in reply(falling, seed=1).parts) == 10**50 - 1


def test_strength_0_is_uniform():
    start = expression("nim[2] + kayles[3]")
    options = [str(option) for option in start.options()]
    count = Counter(str(reply(start, strength=0, seed=n)) for n in range(3000))
    assert set(count) == set(options)
    expected = 3000 / len(options)
    chi_square = sum((n - expected) ** 2 / expected for n in count.values())
    assert chi_square < 22.5, count  # 5 degrees of freedom: less than 1 in 2,000


def test_strength_is_the_probability_of_the_best_move():
    start = expression("nim[9, 5]")
    best = str(reply(start, seed=0))
    count = sum(str(reply(start, strength=0.5, seed=n)) == best for n in range(600))
    assert 280 < count < 380  # half of them, and one in fourteen of the others
    assert {choose(start, strength=0.5, seed=n).perfect for n in range(20)} == {True, False}


def test_the_same_seed_gives_the_same_move():
    start = expression("nim[10**30, 7]")
    for strength in (0, 0.5, 1):
        moves = {str(reply(start, strength=strength, seed=5)) for _ in range(3)}
        assert len(moves) == 1


@pytest.mark.parametrize(
    "text",
    [
        "nim[10**30]",
        "kayles[10**20]",
        "grundy_game[10**9]",
        'hexadecimal("0.3F")[10**12]',
        "take_a_square[10**18]",
        "euclid[10**30, 7]",
        "moore(2)[10**9, 10**9, 10**9]",
        "fibonacci_nim[10**40]",
        'ruleset("n -> n-t where t in primes")[10**9]',
        'ruleset("n -> a & b & c where a+b+c == n-1")[10**9]',
    ],
)
def test_random_moves_of_huge_positions_are_legal_and_vary(text):
    start = expression(text)
    found = {str(reply(start, strength=0, seed=n)) for n in range(5)}
    assert len(found) >= 3
    assert all(legal(start, expression(option)) for option in found if option.isascii())


def test_what_is_out_of_reach_is_played_by_chance():
    start = expression("wythoff[10**18, 10**17] + nim[3]")
    chosen = choose(start, seed=1)
    assert not chosen.perfect
    assert legal(start, chosen.position)


def test_refusals():
    with pytest.raises(PositionError, match="has no move"):
        reply(expression("nim[0, 0]"))
    with pytest.raises(PositionError, match="has no move"):
        reply(expression("nim[0]"), strength=0)
    with pytest.raises(PositionError, match="strength is a probability"):
        reply(expression("nim[3]"), strength=1.5)
    with pytest.raises(Unsupported, match="no match of"):
        reply(expression("blocking(wythoff, 2)[3, 4]"), strength=0)


def test_brute_force_itself():
    assert mover_wins((("kayles", (3,)), ("nim", (2,))), False)
    assert not mover_wins((("nim", (1,)),), True)


@pytest.mark.parametrize(("text", "left"), [("coprime_nim[10**20]", 1), ("divisor_replacement[10**15]", 1)])
def test_a_winning_move_is_found_among_too_many_moves(text, left):
    found = choose(expression(text))
    assert found.perfect
    assert found.position.parts[0][1] == (left,)


def test_divisor_nim_is_won_where_no_divisors_are_looked_for():
    found = choose(expression("divisor_nim[10**15]"))
    assert found.perfect
    (left,) = found.position.parts[0][1]
    assert left % 2 == 1
    assert 10**15 % (10**15 - left) == 0
