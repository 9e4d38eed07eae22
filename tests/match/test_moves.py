"""Membership without listing, against listing; how moves are read from what people type."""

import random
import re

import pytest

from grundy import PositionError, successors
from grundy.explain import why
from grundy.explain.moves import Change, move_words
from grundy.explain.saying import Saying
from grundy.games import expression
from grundy.match import legal
from grundy.match.moves import Move, all_moves, bag, find_move, first_moves, has_option, is_over
from grundy.match.typed import how, read_move, typed
from grundy.rules.meter import Meter

ONE = [
    "n -> n-t where t % 3 == 1",
    "n -> n-t where t in squares",
    "n -> n//2 | n-2",
    "n -> y where n <= 3*y and y < n",
    "n -> a & b where n-2 <= a+b < n",
    "n -> n-t | a & b where a+b == n and a >= 1 and b >= 1",
    "n -> a & b where a+b == n and a != b and a >= 1 and b >= 1",
    "n -> n-t where t in divisors(n) and t < n",
    "n -> n-t | a & b & c where a+b+c == n-2",
]
TWO = [
    "a, b -> a-t, b | a, b-t | a-t, b-t",
    "a, b -> a-s, b-t where s >= 1 and t >= 1 and abs(s-t) < 2",
    "a, b -> a-t*b, b where b >= 1 | a, b-t*a where a >= 1",
    "a, b -> a-2, b-1 | a-1, b-2 | a-2, b+1 | a+1, b-2",
    "a, b -> min(a, b)-t, max(a, b) where t >= 1",
]
CODES = ['octal("0.77")', 'octal("4.05")', 'octal("0.137")', 'hexadecimal("0.3F")', 'hexadecimal("8.1C2")']


def random_rules(seed):
    """Rules on one or two heaps, their alternatives drawn at random; some are not linear, some split."""
    dice = random.Random(seed)
    a, b, c = (dice.randint(1, 4) for _ in range(3))
    if seed % 2:
        kinds = [f"n -> n-{a}*t where t <= {b}", f"n -> n//{a + 1}", f"n -> n-t where t % {a + 1} == {b % (a + 1)} and t >= 1",
                 f"n -> x & y where x + y == n-{a} and x >= {b}", f"n -> x & y where x + {b}*y == n-{c}",
                 f"n -> y where n <= {a + 1}*y+{b} and y < n", f"n -> n-t*t where t >= {b}"]  # fmt: skip
    else:
        kinds = [f"n, m -> n-{a}*t, m-{b}*t where t >= 1", f"n, m -> n-t, m where t <= m+{a}", f"n, m -> n, m-t where t <= n+{b}",
                 f"n, m -> n-s, m-t where s >= 1 and t >= 1 and s+t <= {a + b}", f"n, m -> min(n, m), max(n, m)-t where t >= {c}",
                 f"n, m -> n-{a}, m//{b + 1} where m >= 1"]  # fmt: skip
    chosen = dice.sample(kinds, dice.randint(1, 3))
    return " | ".join([chosen[0], *(kind.partition("-> ")[2] for kind in chosen[1:])])


RANDOM = [random_rules(seed) for seed in range(30)]


@pytest.mark.parametrize("rules", [*ONE, *TWO, *CODES, *RANDOM])
def test_legal_is_what_is_listed(rules):
    dice = random.Random(rules)
    quoted = rules if "(" in rules and "->" not in rules else f'ruleset("{rules}")'
    heaps = 2 if rules in TWO or rules.startswith("n, m") else 1
    for _ in range(4):
        component = tuple(dice.randint(1, 11) for _ in range(heaps))
        position = expression(f"{quoted}{list(component)}")
        ruleset = position.parts[0][0]
        listed = {bag(option) for option in ruleset.options(component)}
        for pieces in (1, 2, 3):
            for _ in range(40):
                option = tuple(tuple(dice.randint(0, 12) for _ in range(heaps)) for _ in range(pieces))
                assert has_option(ruleset, component, option) == (bag(option) in listed), option
        assert all(has_option(ruleset, component, option[::-1]) for option in ruleset.options(component))


def test_a_move_replaces_one_component_in_its_place():
    start = expression("kayles[3, 5] + nim[2]")
    assert legal(start, expression("kayles[3, 1, 2] + nim[2]"))
    assert legal(start, expression("kayles[3, 2, 1] + nim[2]"))
    assert not legal(start, expression("kayles[1, 3, 2] + nim[2]"))
    assert not legal(start, expression("kayles[3, 5] + nim[2]"))
    assert not legal(start, expression("kayles[3, 4] + nim[1]"))
    assert not legal(start, expression("nim[3, 4] + nim[2]"))
    assert not legal(expression("nim[3]"), expression("nim[()]"))
    assert not legal(expression("nim[()]"), expression("nim[3]"))


@pytest.mark.parametrize("bad", [3, "nim[2]", None])
def test_an_option_is_a_position(bad):
    with pytest.raises(PositionError, match="expected a position"):
        legal(expression("nim[3]"), bad)


def read(position, line, lang="en"):
    start = expression(position)
    listed, _ = first_moves(start, 400)
    return str(read_move(start, listed, line, lang).position)


READ = [
    ("nim[3, 5, 7]", "2 4", "nim[3, 4, 7]"),
    ("nim[3, 5, 7]", "heap 2 to 4", "nim[3, 4, 7]"),
    ("nim[3, 5, 7]", "2 -> 4", "nim[3, 4, 7]"),
    ("nim[3, 5, 7]", "2: 4", "nim[3, 4, 7]"),
    ("nim[3, 5, 7]", "6", "nim[3, 5, 6]"),
    ("nim[3, 5, 7]", "take 3 from 2", "nim[3, 2, 7]"),
    ("nim[3, 5, 7]", "take 3 from heap 2", "nim[3, 2, 7]"),
    ("nim[3, 5, 7]", "#1", "nim[2, 5, 7]"),
    ("nim[3, 5, 7]", "move 4", "nim[3, 4, 7]"),
    ("nim[3, 5, 7]", "nim[3, 5, 0]", "nim[3, 5, 0]"),
    ("nim[7]", "3", "nim[3]"),
    ("nim[7]", "1 3", "nim[3]"),
    ("nim[7]", "take 3", "nim[4]"),
    ("kayles[7]", "3 2", "kayles[3, 2]"),
    ("kayles[7]", "2 & 3", "kayles[2, 3]"),
    ("kayles[7]", "5", "kayles[5]"),
    ("kayles[7]", "0 5", "kayles[5]"),
    ("kayles[7]", "1 5", "kayles[1, 5]"),
    ("kayles[7, 2]", "1 3 2", "kayles[3, 2, 2]"),
    ('ruleset("n -> a & b where n-2 <= a+b < n")[5]', "4", 'ruleset("n -> a & b where n-2 <= a+b < n")[0, 4]'),
    ("wythoff[4, 7]", "3 6", "wythoff[3, 6]"),
    ("wythoff[4, 7]", "(3, 6)", "wythoff[3, 6]"),
    ("wythoff[4, 7] + nim[2]", "1 4 2", "wythoff[4, 2] + nim[2]"),
    ("wythoff[4, 7] + nim[2]", "1", "wythoff[4, 7] + nim[1]"),
    ("fibonacci_nim[17]", "14", "fibonacci_nim[14, 6]"),
    ("moore(2)[3, 5, 7]", "1 5 2", "moore(2)[1, 5, 2]"),
    ("race(2, 9, goal=162)[4]", "36", "race(2, 9, goal=162)[36]"),
    ("nim[3, 5]", "从第2堆取1", "nim[3, 4]"),
    ("nim[3, 5]", "第2堆变为4", "nim[3, 4]"),
    ("nim[3]", "取2", "nim[1]"),
    ("nim[10**30]", str(10**29), f"nim[{10**29}]"),
]


@pytest.mark.parametrize(("position", "line", "after"), READ)
def test_moves_are_read(position, line, after):
    assert expression(read(position, line)) == expression(after)


REFUSED = [
    ("nim[3, 5, 7]", "2 9", "No: heap 2 cannot become 9. It can become 0-4."),
    ("nim[3, 5, 7]", "2 5", "No: heap 2 cannot become 5. It can become 0-4."),
    ("nim[3, 5, 7]", "4 1", "There is no heap 4, but 3 in all"),
    ("nim[3, 5, 7]", "0 1", "There is no heap 0, but 3 in all"),
    ("nim[3, 5, 7]", "9", "No heap can become 9"),
    ("nim[3, 5, 7]", "2", "Several heaps can become 2: type 1 2, or 3 2."),
    ("nim[3, 5, 7]", "take 9 from 2", "No: heap 2 cannot lose 9. It can become 0-4."),
    ("nim[3, 5, 7]", "take 2", "Take 2 from which heap?"),
    ("nim[3, 5, 7]", "#99", "There is no move 99 in the list of 15"),
    ("nim[3, 5, 7]", "hello", "'hello' is no command and no move: type the number of a heap and what it becomes"),
    ("nim[3, 5, 7]", "", "A move, please: type the number of a heap"),
    ("nim[3, 5, 7]", "nim[3, 5", "That is no position"),
    ("nim[3, 5, 7]", "nim[3, 5, 9]", "No move leads to nim[3, 5, 9]"),
    ("nim[3, 5, 7]", "nim[:]", "No move leads to nim[:]"),
    ("nim[3, 0]", "2 1", "No: heap 2 cannot become 1. It has no move left."),
    ("nim[7]", "8", "No: the heap cannot become 8. It can become 0-6."),
    ("subtraction({1, 3, 4})[9]", "7", "It can become 5-6; 8."),
    ("kayles[7]", "4 4", "No: the heap cannot become 4 & 4. It can become 5-6; 1 & 5; 2 & 4; 3 & 3; 1 & 4; …."),
    ("wythoff[2, 3]", "2", "the position cannot become 2. It can become 1, 3; 0, 3; 2, 2; 2, 1; …."),
    ("wythoff[4, 7]", "take 3", "type all numbers after your move, such as 3 7"),
    ("nim[10**30]", "7 7 7", "It can become"),
    ("nim[3]", "9" * 5000, "is no command and no move"),
    ("nim[3]", "take " + "9" * 5000, "A move, please"),
]


@pytest.mark.parametrize(("position", "line", "said"), REFUSED, ids=[f"{p} {t[:20]}" for p, t, _ in REFUSED])
def test_what_is_no_move_is_refused_in_one_line_that_says_what_is_legal(position, line, said):
    with pytest.raises(PositionError) as refused:
        read(position, line)
    assert said in refused.value.message
    assert "\n" not in refused.value.message
    with pytest.raises(PositionError) as chinese:
        read(position, line, "zh")
    assert chinese.value.message != refused.value.message


def test_what_is_typed_for_a_move_is_read_as_that_move():
    for text in ("nim[3, 5]", "kayles[6]", "kayles[3, 4]", "wythoff[3, 4] + nim[2]", "moore(2)[1, 2, 2]", "lasker[6]"):
        start = expression(text)
        for move in all_moves(start, Meter()):
            assert read_move(start, (), typed(move)).key == move.key


def test_how_a_move_is_typed_depends_on_the_position():
    said = {
        how(expression(p), "en")
        for p in ("nim[3]", "nim[3, 4]", "kayles[5]", "wythoff[3, 4]", "wythoff[3, 4] + nim[2]", "nim[0]")
    }
    assert len(said) == 6


def test_a_found_move_knows_its_text_and_position():
    start = expression("kayles[3, 7]")
    move = find_move(start, expression("kayles[3, 4, 1]"))
    assert move == Move(start, 1, ((4,), (1,)))
    assert (move.text, str(move.position)) == ("7 -> 4 & 1", "kayles[3, 4, 1]")


@pytest.mark.parametrize(
    ("position", "line", "reached"),
    [
        ("wythoff[4, 7]", "take 3 from 2", "wythoff[4, 4]"),
        ("wythoff[4, 7]", "take 2 from 1 and 2 from 2", "wythoff[2, 5]"),
        ("wythoff[4, 7]", "take 3 from the second heap ((4, 7) -> (4, 4))", "wythoff[4, 4]"),
        ("moore(2)[3, 4, 5]", "take 1 from 1 and 2 from 3", "moore(2)[2, 4, 3]"),
        ("fibonacci_nim[8]", "take 2", "fibonacci_nim[6, 4]"),
        ("fibonacci_nim[10**300]", "take 2", f"fibonacci_nim[{10**300 - 2}, 4]"),
        ("bishop[4, 7]", "take 2 from 1", "bishop[2, 5]"),
        ("nim[3, 4]", "take 3 from the second heap (4 -> 1)", "nim[3, 1]"),
        ("nim[3, 4]", "从第二堆取走 3 个（4 → 1）", "nim[3, 1]"),
        ("wythoff[4, 7]", "从第一堆取走 2 个、从第二堆取走 2 个（(4, 7) → (2, 5)）", "wythoff[2, 5]"),
    ],
)
def test_a_move_is_typed_by_what_it_takes(position, line, reached):
    lang = "zh" if "从" in line else "en"
    assert str(read_move(expression(position), (), line, lang).position) == str(expression(reached))


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "position",
    ["lasker[9]", "kayles[5] + nim[3]", "fibonacci_nim[10]", "nim[3, 5]", "race(2, 9, goal=162)[1]", "rook[3, 4]"],
)
def test_every_move_is_typed_in_the_words_that_are_said_of_it(position, lang):
    read = expression(position)
    moves = list(all_moves(read, Meter(10_000)))
    for move in moves:
        words = move_words(read, Change(move.part, move.option), Saying(lang))
        assert re.search("heap|number|component|go from|堆|个数|部分|这个数|走到", words), words
        assert read_move(read, moves, f"{words}.", lang).key == move.key


@pytest.mark.parametrize(
    ("position", "line"), [("wythoff[4, 7]", "take 2"), ("knight[4, 7]", "take 2 from 1"), ("nim[3, 4]", "-1 2")]
)
def test_what_no_one_move_takes_is_refused(position, line):
    with pytest.raises(PositionError):
        read_move(expression(position), (), line)


@pytest.mark.parametrize(
    "game",
    [
        "wythoff[4, 6]",
        "wythoff[7, 9]",
        "moore(2)[3, 4, 6]",
        "fibonacci_nim[7]",
        "king[3, 4]",
        "bishop[4, 7]",
        "nim[3, 5]",
    ],
)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_move_that_an_explanation_names_can_be_typed(game, lang):
    found = why(expression(game), lang=lang)
    assert found.move is not None
    assert read_move(expression(game), (), found.move.text, lang).position == found.move.position


@pytest.mark.parametrize("line", ["X....", "'X....'", "row['X....']", '"X...."'])
def test_states_of_functions_are_typed_as_they_are_shown(line):
    row = successors(lambda row: [row[:i] + "X" + row[i + 1 :] for i, c in enumerate(row) if c == "."], "row")
    assert read_move(row["....."], (), line).option == ("X....",)


@pytest.mark.parametrize("game", ["divisor_nim", "divisor_replacement"])
@pytest.mark.parametrize("heap", [10**15, 7 * 10**3000 + 7])
def test_moves_are_found_where_not_all_are_looked_for(game, heap):
    start = expression(f"{game}[{heap}]")
    moves, complete = first_moves(start, 10)
    assert moves
    assert not complete
    assert not is_over(start)
    assert all(legal(start, move.position) for move in moves)
