"""``grundy solve --why`` and ``--lang``."""

import json

import pytest
from click.testing import CliRunner

from grundy.cli.solve import solve


def run(*args):
    return CliRunner().invoke(solve, args)


def test_the_explanation_stands_below_the_solution():
    lines = run("bash(3)[10]", "--why").output.splitlines()
    blank = lines.index("")
    assert lines[:blank] == run("bash(3)[10]").output.splitlines()
    assert lines[blank + 1] == "You can win: take 2 from the heap (10 -> 8)."
    assert lines[blank + 2].startswith("- 10 = 2*4 + 2:")


def test_json_has_a_key_for_it():
    data = json.loads(run("nim[3, 6, 9]", "--why", "--lang", "zh", "--json").output)
    assert data["outcome"] == "N"
    assert data["explanation"]["lang"] == "zh"
    assert data["explanation"]["headline"] == "你能赢：从第三堆取走 4 个（9 → 5）。"
    assert "explanation" not in json.loads(run("nim[3, 6, 9]", "--json").output)


def test_misere_play_is_explained():
    assert "whoever makes the last move loses" in run("nim[1, 1, 2]", "--misere", "--why").output


@pytest.mark.parametrize("args", [("--why", "--lang", "fr"), ("--lang", "fr")])
def test_an_unknown_language_is_refused(args):
    found = run("nim[3]", *args)
    assert found.exit_code
    assert "there are en, zh" in str(found.exception)


def test_the_laws_that_solve_finds_are_those_of_why():
    lines = run("bash(10)[10**18]", "--misere", "--why").output.splitlines()
    assert lines[0].endswith("P: the previous player wins; whoever is to move loses.")
    assert "Whoever moves here loses, if the opponent makes no mistake." in lines
    assert (
        "- 1000000000000000000 is one of the numbers 1, 12, 23, 34, 45, 56, … of the law: whoever moves there loses."
        in lines
    )
    assert lines[-1] == "- Decided by a law that is proved."
    won = run("bash(10)[10**18 + 3]", "--misere", "--why").output
    assert f"You can win: take 3 from the heap ({10**18 + 3} -> {10**18})." in won


def test_the_whole_answer_is_in_the_language():
    lines = run("nim[3, 6, 9]", "--lang", "zh").output.splitlines()
    assert lines == [
        "nim[3, 6, 9]  N：轮到走的一方（下一个走的人）赢。",
        "SG 值：12",
        "制胜的走法：1",
        "  nim[3, 6, 5]  (第 3 部分：9 -> 5)",
        "判定依据：已证明的规律。",
    ]


def test_input_that_is_not_utf8_is_named():
    found = run("nim[3\udcff]")
    assert str(found.exception) == "the input is not UTF-8: byte 0xff after 5 characters; expected a position"


@pytest.mark.parametrize(
    ("work", "status"), [("10**6", 0), ("1000000", 0), ("0", 2), ("x", 2), ("9999**99", 0), ("10**999", 2)]
)
def test_work_may_be_a_power(work, status):
    assert run("nim[3, 5]", "--work", work).exit_code == status


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_long_value_is_shown_in_full_in_every_language(lang):
    assert str(10**50 ^ 3) in run("nim[10**50, 3]", "--lang", lang).output.splitlines()[1]
