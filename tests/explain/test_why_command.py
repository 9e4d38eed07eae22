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
    assert lines[blank + 1] == "You can win: take 2 (10 -> 8)."
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


def test_the_language_alone_changes_nothing():
    assert run("nim[3]", "--lang", "zh").output == run("nim[3]").output
