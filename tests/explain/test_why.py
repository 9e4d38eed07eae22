"""Explanations against brute force: outcome, move, what it reaches, the mex of the options, bars, and answers."""

import json
import re
import sys
from functools import reduce
from itertools import product
from operator import xor

import pytest
from tests.explain.equations import check
from tests.explain.games import is_p, misere_is_p, value

from grundy.explain import Explanation, hints, why
from grundy.games import expression
from grundy.rules.errors import GrundyError, LimitExceeded, PositionError, Unsupported

ONE_HEAP = [
    "nim",
    "bash(3)",
    "take_range(2, 5)",
    "take_range(5, 4)",
    "subtraction({1, 3, 4})",
    "allbut({1, 2})",
    "halving",
    "lasker",
    "kayles",
    "dawson_kayles",
    "grundy_game",
    'octal("0.137")',
    'hexadecimal("0.3F")',
    "take_a_square",
    'ruleset("n -> n-2 | n-t & t where 1 <= t <= 2 and n > t")',
]
FROM_ONE = ["blackboard(2)", "race(2, 9, goal=62)", "divisor_nim", "divisor_replacement", "coprime_nim"]
TWO_HEAPS = ["wythoff", "wythoff_r(2)", "rook", "king", "queen", "knight", "bishop", "euclid", "fibonacci_nim"]
SUMS = [
    "nim[3, 6, 9]",
    "nim[1, 2, 3]",
    "nim[5]",
    "kayles[2, 2]",
    "kayles[5, 3] + nim[2]",
    "wythoff[4, 7] + nim[3]",
    "wythoff[2, 1] + wythoff[3, 5]",
    "wythoff[3, 4] + bash(3)[6]",
    "grundy_game[7, 9, 11]",
    "king[2, 3] + knight[3, 3] + blackboard(2)[6]",
    'octal("0.77")[6] + nim[5]',
    "lasker[3, 4, 7]",
    "blackboard(2)[2, 3, 3, 3]",
    "take_a_square[7] + divisor_nim[12]",
]
MISERE = [
    "nim[1, 1]", "nim[1, 1, 1]", "nim[1, 1, 2]", "nim[0, 0, 5]", "nim[5, 5]", "nim[2, 3, 4]", "nim[1, 2, 3]", "nim[4]",
    "kayles[4]", "kayles[3, 2]", "kayles[5] + nim[1]", "wythoff[1, 2]", "wythoff[2, 3]", "bash(3)[5, 2]", "grundy_game[6]",
    "bishop[2, 3]",
]  # fmt: skip
BLOCKED = ["blocking(wythoff, 2)", "blocking(rook, 3)", 'blocking(ruleset("n -> n-t where t <= 3"), 2)']
LOST_AGAIN = re.compile(r"That leaves (.*), which is lost again for whoever is to move\.$")
ONE = re.compile(r"(?:^|: |; )([^:;]*?) \(value (?:[^)]* = )?(\d+)\)")


def positions():
    for rules in ONE_HEAP:
        yield from (f"{rules}[{n}]" for n in (*range(10), 23))
    for rules in FROM_ONE:
        yield from (f"{rules}[{n}]" for n in (*range(1, 10), 24))
    for rules in TWO_HEAPS:
        yield from (f"{rules}[{a}, {b}]" for a, b in product((0, 1, 2, 3, 5), (0, 1, 3, 4, 6)))
    yield from (f"moore(2)[{a}, {b}, {c}]" for a, b, c in product((0, 1, 3), (1, 2), (2, 3)))
    yield from SUMS


@pytest.fixture(scope="module")
def positions_read():
    return [expression(text) for text in positions()]


def require_sound(found, position, lost):
    """The explanation says who wins, and its move is an option at which the mover loses."""
    assert found.position == position
    assert (found.outcome == "P") == lost(position)
    assert isinstance(found, Explanation)
    if found.outcome == "P":
        assert found.move is None
    elif found.move is not None:
        assert found.move.position in set(position.options())
        assert lost(found.move.position)
        assert position.replaced(found.move.part, found.move.to) == found.move.position
        assert found.move.text in found.headline
        assert found.move.text in found.hints[2]
    if found.bars is not None:
        assert reduce(xor, found.bars.values) == found.bars.total
    json.dumps(found.to_json())
    assert len(found.hints) == 3
    assert all(found.hints)
    assert all(found.reasons)


def require_mex(sentence, position):
    """The options that a sentence lists are all options, with their values, and the mex is right."""
    said = re.search(r"From ([\d, ()]+) one may move to: (.*?)\. The values", sentence)
    listed = ONE.findall(f": {said[2]}")
    component = tuple(int(n) for n in re.findall(r"\d+", said[1]))
    ruleset = next((r for r, c in position.parts if len(c) == len(component) and _has(r, component, listed)), None)
    assert ruleset is not None, sentence
    options = {tuple(sorted(option)): option for option in ruleset.options(component)}
    assert len(listed) == len(options), sentence
    values = {reduce(xor, (value(ruleset, part) for part in option), 0) for option in options.values()}
    assert {int(v) for _, v in listed} == values
    assert f"missing among them is {value(ruleset, component)}:" in sentence


def _has(ruleset, component, listed):
    return len(list(ruleset.options(component))) == len(listed)


@pytest.mark.parametrize("share", range(4))
def test_every_position_is_explained_rightly(positions_read, share):
    for position in positions_read[share::4]:
        found = why(position)
        require_sound(found, position, is_p)
        for sentence in [*found.reasons, found.move.reaches if found.move else ""]:
            if "one may move to" in sentence and sentence.count("one may move to") == 1 and sentence.startswith("From"):
                require_mex(sentence, position)
            again = LOST_AGAIN.search(sentence)
            if again:
                left = expression(again[1])
                assert is_p(left)
                assert any(left in set(option.options()) for option in position.options())


def test_equations_hold_in_whole_explanations(positions_read):
    for position in positions_read:
        if len({r for r, _ in position.parts}) == 1 and not any(r.outcomes_only for r, _ in position.parts):
            ruleset = position.parts[0][0]
            found = why(position)
            lines = [*found.reasons, found.move.reaches if found.move else ""]
            check([line for line in lines if "h" not in line or "h(" not in line], lambda c, r=ruleset: value(r, c))


def test_chinese_says_the_same(positions_read):
    for position in positions_read:
        english, chinese = why(position).to_json(), why(position, lang="zh").to_json()
        assert len(english["reasons"]) == len(chinese["reasons"])
        assert (english["move"] is None) == (chinese["move"] is None)
        numbers = [sorted(re.findall(r"\d+", text)) for text in (english["headline"], chinese["headline"])]
        assert numbers[0] == numbers[1]
        for line in [chinese["headline"], *chinese["reasons"], chinese["by"], *chinese["hints"]]:
            assert not re.search(r"\b(the|is|and|of|from|take|heap|value)\b", re.sub(r"\"[^\"]*\"", "", line)), line


def test_misere_positions_are_explained_rightly():
    for text in MISERE:
        position = expression(text)
        found = why(position, misere=True)
        assert found.play == "misere"
        require_sound(found, position, misere_is_p)
        listed = [line for line in found.reasons if line.startswith("The moves lead to")]
        for sentence in listed:
            assert sentence.count("(lost") + sentence.count("(won") == len(set(position.options()))
            assert sentence.count("(lost") == sum(map(misere_is_p, set(position.options())))


@pytest.mark.parametrize("rules", BLOCKED)
def test_blocking_is_explained_by_a_count(rules):
    ruleset = expression(rules)
    for heaps in product(range(5), repeat=ruleset.heaps):
        position = ruleset[heaps]
        found = why(position)
        require_sound(found, position, is_p)
        lost = [option for option in position.options() if is_p(option)]
        said = re.search(r"lead to (\d+) positions", " ".join(found.reasons))
        if said:
            assert int(said[1]) == len(lost)
            assert (len(lost) > ruleset.options_forbidden) == (found.outcome == "N")
        why(position, lang="zh")


def test_hints_grow():
    first, second, third = hints(expression("nim[3, 6, 9]"))
    assert "win" in first
    assert "third heap" in second
    assert "5" not in second
    assert "9 -> 5" in third


@pytest.mark.parametrize(("text", "misere", "said"), [
    ("nim[9]", False, "You can end the game now"),
    ("nim[9]", True, "Leave less than half: fewer than 5 of the 9."),
    ("nim[1]", False, "You can end the game now"),
    ("bash(3)[21]", False, "the smallest are 0, 4, 8, 12, 16."),
    ("fibonacci_nim[17]", False, "Leave at least half: 9 or more of the 17."),
    ("wythoff[5, 8]", False, "A winning move takes from the second heap only."),
    ("moore(2)[3, 5, 7]", False, "Take from the second and third heap together."),
    ("race(2, 9, goal=162)[1]", True, "The number must grow"),
    ("kayles[5]", False, "Leave two equal heaps"),
    ("kayles[5]", True, "Look at each move"),
])  # fmt: skip
def test_second_hint_of_one_component_says_where_to_look(text, misere, said):
    assert said in hints(expression(text), misere=misere)[1]


def test_hints_are_those_of_the_explanation(positions_read):
    for position in positions_read[::7]:
        assert hints(position) == why(position).hints


def test_a_lost_position_has_hints_to_make_it_long():
    assert hints(expression("nim[3, 3]"))[2] == (
        "So make it long and hope for a mistake; a small move is: take 1 from the first heap (3 -> 2)."
    )


@pytest.mark.parametrize(("text", "misere", "said"), [
    ("nim[0]", False, "has lost"), ("nim[()]", False, "has lost"), ("race(2, 9, goal=5)[7]", False, "has lost"),
    ("nim[0, 0]", True, "has won"), ("kayles[0]", True, "has won"), ("wythoff[0, 0]", False, "has lost"),
])  # fmt: skip
def test_positions_without_moves(text, misere, said):
    found = why(expression(text), misere=misere)
    assert said in found.headline
    assert found.reasons == ()
    assert (found.outcome == "N") == misere


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("rules", ["bash(3)", "take_range(2, 5)", "halving", "kayles", "lasker", "divisor_nim"])
def test_large_numbers_are_explained_in_few_words(rules, lang):
    for n in (10**18 + 37, 10**300 + 5):
        found = why(expression(f"{rules}[{n}]"), lang=lang)
        assert max(map(len, found.lines())) < 1500


def test_numbers_of_4000_digits_are_explained():
    n = 10**3999 + 12345
    for text in (f"bash(3)[{n}]", f"kayles[{n}]", f"wythoff[{n}, {n // 2}]", f"rook[{n}, {n - 1}]"):
        found = why(expression(text))
        assert max(map(len, found.lines())) < 1500


def test_bars_are_left_out_where_browsers_would_round():
    assert why(expression(f"nim[{2**53}, 1]")).bars is None
    assert why(expression(f"nim[{2**53 - 1}, 1]")).bars is not None
    assert why(expression("nim[7]")).bars is None
    assert why(expression(f"nim[{', '.join(['3'] * 65)}]")).bars is None


def test_bars_show_the_row_that_changes():
    bars = why(expression("nim[3, 6, 9]")).to_json()["bars"]
    assert bars == {
        "rows": [{"label": "nim[3]", "value": 3}, {"label": "nim[6]", "value": 6}, {"label": "nim[9]", "value": 9}],
        "sum": 12,
        "target": {"row": 2, "value": 5},
    }


def test_json_has_the_keys_that_pages_read():
    data = why(expression("bash(10)[100]")).to_json()
    assert list(data) == [
        "position", "play", "lang", "outcome", "headline", "reasons", "bars", "move", "laws", "by", "hints",
    ]  # fmt: skip
    assert list(data["move"]) == ["part", "to", "position", "text", "reaches"]
    assert data["move"]["to"] == [[99]]
    (law,) = data["laws"]
    assert list(law) == ["text", "formula", "evidence", "text_evidence"]
    assert law["evidence"] == "proved"
    assert why(expression("divisor_nim[48]")).laws[0].evidence == "checked to 5000"


def test_rules_given_in_place_are_explained():
    found = why(expression('ruleset("n -> n-t where t <= m", m=10)[100]'))
    assert found.headline == "You can win: take 1 from the heap (100 -> 99)."


def test_games_given_as_functions_are_explained(tmp_path):
    path = tmp_path / "words.py"
    path.write_text("def shorten(state):\n    for i in range(len(state)):\n        yield state[:i] + state[i + 1 :]\n")
    position = expression(f"{path}:shorten['abc']", files=True)
    found = why(position)
    assert found.outcome == "N"
    require_sound(found, position, lambda p: len(p.parts[0][1]) % 2 == 0)


@pytest.mark.parametrize("lang", ["fr", "", None, 3])
def test_an_unknown_language_is_refused_before_anything_is_solved(lang):
    with pytest.raises(GrundyError, match="there are en, zh"):
        why(expression("grundy_game[10000000000]"), lang=lang)


def test_errors_are_those_of_the_solver():
    with pytest.raises(PositionError):
        why("nim[3]")
    with pytest.raises(LimitExceeded):
        why(expression("euclid[999999, 10000019] + nim[1]"), work=10)
    with pytest.raises(Unsupported):
        why(expression("blocking(wythoff, 2)[1, 2] + nim[3]"))


def test_texts_are_not_loaded_by_grundy_solve():
    import subprocess

    code = "import sys; from grundy.cli import main; sys.argv = ['grundy', 'solve', 'nim[3, 6, 9]']\ntry:\n    main()\nfinally:\n    assert not [m for m in sys.modules if m.startswith('grundy.explain')]"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "AssertionError" not in done.stderr, done.stderr


def test_laws_of_files_are_explained(tmp_path):
    from grundy.laws.library import library_of

    path = tmp_path / "law.json"
    rules = expression("subtraction({1, 3, 4})")
    law = {"kind": "periodic", "least": 0, "preperiod": 0, "period": 7, "saltus": 0, "values": [0, 1, 0, 1, 2, 3, 2]}
    data = {"format": "grundy law", "version": 1, "rules": rules.canonical, "play": "normal", "law": law}
    path.write_text(json.dumps({**data, "evidence": "checked", "checked_to": 500}))
    found = why(rules[10**30 + 3], laws=library_of([path]))
    assert "period 7" in " ".join(found.reasons)
    assert found.laws[0].evidence == "checked to 500"


def test_cases_of_a_law_say_which_case_they_are():
    told = why(expression("king[3, 4]")).reasons[1:]
    assert told[0] == "The player to move loses exactly when both heaps are even."
    assert told[1] == "The first heap is smaller than the second (3 < 4): for that case the law has a rule of its own."
    assert told[3].startswith("In this case the values by these two remainders are (0, 0): 0; (0, 1): 1;")
    assert why(expression("king[4, 4]")).reasons[2].startswith("The heaps are equal (4 = 4)")


def test_the_table_of_a_law_is_shown_and_right():
    ruleset = expression("king")
    for a, b in product(range(6), repeat=2):
        told = [*why(ruleset[a, b]).reasons, ""]
        table = next((line for line in told if "values by these two remainders are" in line), "")
        assert bool(table) == (a + b > 0)
        if not table:
            continue
        (p, q), *_ = re.findall(r"\d+ mod (\d+) = \d+ and \d+ mod (\d+)", " ".join(told))
        entries = {(int(i), int(j)): int(v) for i, j, v in re.findall(r"\((\d+), (\d+)\): (\d+)", table)}
        order = (a > b) - (a < b) if "In this case" in table else None
        for c, d in product(range(9), repeat=2):
            if order is None or (c > d) - (c < d) == order:
                assert entries[c % int(p), d % int(q)] == value(ruleset, (c, d)), table


def test_a_first_value_alone_is_no_list():
    (law,) = why(expression("lasker[9]")).laws
    assert "g(0) = 0; for heaps >= 1: g(4n) = 4n-1" in law.text
    (law,) = why(expression("lasker[9]"), lang="zh").laws
    assert "g(0) = 0；当 n >= 1：g(4n) = 4n-1" in law.text


def test_one_heap_and_a_bound_is_one_heap():
    assert why(expression("fibonacci_nim[7]")).move.text == "take 2 from the first heap ((7, 6) -> (5, 4))"


def test_where_nothing_may_be_forbidden_nothing_is_said_of_forbidding():
    found = why(expression("blocking(nim, 1)[7]"))
    assert found.move.reaches == "From 0 the opponent loses."
    assert found.reasons[0].endswith("are: 0 (in all: 1). No move may be forbidden (at most 0).")


def test_one_heap_of_misere_nim_has_no_others():
    assert why(expression("nim[7]"), misere=True).reasons[-1].startswith("This is the only heap that is not empty.")


def test_long_numbers_differ_where_they_differ():
    move = why(expression("divisor_nim[10**60]")).move
    assert (
        move.text
        == "take 1 from the heap (100000000000000000000000…000000000000 -> 999999999999999999999999…999999999999)"
    )


def test_a_product_with_a_large_number_has_its_decimals():
    reason = why(expression(f"wythoff[1, {9 * 10**17 + 1}]")).reasons[0]
    assert f"is {(9 * 10**17 * 161803398874989484820458683436563811772 + 0) // 10**38}." in reason


def test_a_winning_move_is_found_where_not_all_are_listed():
    assert str(why(expression("coprime_nim[10**20]")).move.position) == "coprime_nim[1]"


def test_unlike_heaps_in_one_component_have_their_laws_by_heap():
    (law,) = why(expression('ruleset("a, b -> a-s, b where s <= 2 | a, b-t where t <= 4")[10, 20]')).laws or (None,)
    if law is not None:
        assert "The first heap: " in law.text
        assert "The second heap: " in law.text
