"""The command line as programs and people meet it: output, exit status, errors."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grundy.cli import main

PROGRAM = f"{sys.executable} -c 'from grundy.cli import main; main()'"


@pytest.fixture
def grundy(monkeypatch, capsys):
    """Run a command in this process: (exit status, standard output, standard error)."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["grundy", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return ended.value.code, out, err

    return run


def test_solve_for_people(grundy):
    status, out, err = grundy("solve", "nim[3, 6, 9]")
    assert (status, err) == (0, "")
    assert "N: the next player, who is to move, wins" in out
    assert "nim[3, 6, 5]" in out
    assert "Grundy value: 12" in out


SOLVE_KEYS = {
    "position", "play", "outcome", "grundy", "grundy_why", "winning_options", "winning_count", "complete", "remoteness", "by",
}  # fmt: skip


@pytest.mark.parametrize(
    "text", ["nim[3, 6, 9]", "wythoff[10**30, 10**29]", "kayles[5]", "blocking(wythoff, 2)[3, 4]", "nim[()]"]
)
def test_solve_as_json(grundy, text):
    status, out, err = grundy("solve", text, "--json")
    data = json.loads(out)
    assert (status, err) == (0, "")
    assert data.keys() >= SOLVE_KEYS
    assert data["outcome"] in {"N", "P"}
    assert data["play"] == "normal"
    assert data["winning_count"] == len(data["winning_options"])


def test_numbers_of_thousands_of_digits_are_printed_whole(grundy):
    status, out, _ = grundy("solve", "nim[10**3999, 10**3999 + 1]", "--json")
    assert status == 0
    assert json.loads(out)["winning_options"] == [f"nim[{10**3999}, {10**3999}]"]
    status, out, _ = grundy("solve", "race(2, 10**3000, goal=10**3999)[10**3998]")
    assert status == 0


def test_misere(grundy):
    assert json.loads(grundy("solve", "nim[1, 1, 1]", "--misere", "--json")[1])["outcome"] == "P"
    assert json.loads(grundy("solve", "nim[1, 1, 1]", "--json")[1])["outcome"] == "N"


def test_a_limit_of_options_says_what_is_left(grundy):
    out = grundy("solve", "race(2, 10**9, goal=10**9)[2]", "--limit", "2")[1]
    assert "Winning options: 500,000,001" in out
    assert "499,999,999 more, from 1000000004 to 2000000000 in steps of 2" in out


def test_table_forms(grundy):
    assert grundy("table", "kayles", "--to", "3", "--csv")[1] == "n,value\n0,0\n1,1\n2,2\n3,3\n"
    assert grundy("table", "kayles[2:5]", "--b-file")[1] == "2 2\n3 3\n4 1\n"
    assert grundy("table", "wythoff[:2, :2]", "--csv")[1] == "a,b,value\n0,0,0\n0,1,1\n1,0,1\n1,1,2\n"
    data = json.loads(grundy("table", "wythoff[:2, :3]", "--json")[1])
    assert data["values"] == [[0, 1, 2], [1, 2, 0]]
    assert data["start"] == [0, 0]
    assert data.keys() >= {"ruleset", "start", "values", "play", "by"}
    assert "0: 0 1 2" in grundy("table", "n -> n-t where t <= m", "--param", "m=2", "--to", "5")[1]
    assert json.loads(grundy("table", "n -> n-t where t in S", "--param", "S={1, 3}", "--to", "4", "--json")[1])["values"] == [
        0, 1, 0, 1, 0,
    ]  # fmt: skip
    assert json.loads(grundy("table", "n -> n-1", "--least", "2", "--to", "4", "--json")[1])["values"] == [0, 1, 0]


def test_games(grundy):
    status, out, _ = grundy("games")
    assert status == 0
    assert "wythoff_r(r)" in out
    assert "Bouton" in grundy("games", "nim")[1]
    listed = json.loads(grundy("games", "--json")[1])
    for entry in listed:
        assert grundy("solve", entry["example"])[0] == 0


@pytest.mark.parametrize(
    "command", [[], ["--help"], ["solve", "--help"], ["table", "--help"], ["games", "-h"], ["judge", "-h"]]
)
def test_help_has_examples_on_lines_of_their_own(grundy, command):
    status, out, _ = grundy(*command)
    assert status == 0
    assert "\\b" not in out
    assert "\n  grundy " in out


def test_version(grundy):
    status, out, _ = grundy("--version")
    assert status == 0
    assert "kernels" in out


WRONG = [
    ["solve"],
    ["solve", ""],
    ["solve", "nim"],
    ["solve", "nim[3"],
    ["solve", "nim[-1]"],
    ["solve", "nmi[3]"],
    ["solve", "nim[1.5]"],
    ["solve", "__import__('os').system('true')"],
    ["solve", "nim[10**10**10]"],
    ["solve", "nim[" + "9" * 4001 + "]"],
    ["solve", "nim[3]", "--limit", "-1"],
    ["solve", "nim[3]", "--work", "0"],
    ["solve", "bash[5]"],
    ["solve", "wythoff[1]"],
    ["solve", 'octal("0.9")[3]'],
    ["solve", "nowhere.py:game[3]"],
    ["solve", 'ruleset("n -> n+1")[3]'],
    ["solve", 'ruleset("a, b -> b, a")[3, 4]'],
    ["table", "n -> n+1"],
    ["table", "n -> 2*t & n-t"],
    ["table", "a, b -> b, a"],
    ["table", "n -> n-t where t <= M", "--param", "m=3"],
    ["table", "n -> n-t where t <= m"],
    ["table", "n -> n-t", "--param", "m"],
    ["table", "n -> n-t", "--to", "x"],
    ["table", "n -> n-t", "--to", "-1"],
    ["table", "kayles", "--least", "1"],
    ["table", "bash"],
    ["table", "moore"],
    ["table", "moore(2)"],
    ["table", "kayles", "--csv", "--json"],
    ["table", "wythoff", "--b-file"],
    ["table", "kayles[:10]", "--to", "5"],
    ["games", "chess"],
    ["judge", "poj9999"],
    ["judge", "nowhere.toml"],
    ["judge", "poj1067", "no such file"],
    ["frobnicate"],
]


@pytest.mark.parametrize("command", WRONG, ids=lambda c: " ".join(c)[:50])
def test_wrong_input_gives_a_short_error_and_status_2(grundy, command):
    status, out, err = grundy(*command)
    assert status == 2
    assert out == "" or "--json" in command
    assert err.startswith("error: ")
    assert "Traceback" not in err
    assert len(err.splitlines()) <= 4
    assert len(err) < 900


@pytest.mark.parametrize("command", [["solve", "nim[3, -6]"], ["table", "n -> n-"], ["solve", 'octal("0.9")[3]']])
def test_errors_as_json_say_where(grundy, command):
    status, out, err = grundy(*command, "--json")
    data = json.loads(out)
    assert status == 2
    assert data["error"]
    assert isinstance(data["at"], int)
    assert err.startswith("error: ")


def test_refused_work_is_no_hang(grundy):
    status, _, err = grundy("solve", 'octal("0.6")[10**18]')
    assert status == 2
    assert "--work" in err


def test_judge_reads_a_file_and_standard_input(tmp_path):
    source = tmp_path / "input"
    source.write_bytes(b"2 1\n8 4\n4 7\n")
    for arguments, given in ((["judge", "poj1067", str(source)], b""), (["judge", "poj1067"], b"2 1\n8 4\n4 7")):
        done = subprocess.run([sys.executable, "-c", "from grundy.cli import main; main()", *arguments], input=given,
                              capture_output=True, check=False)  # fmt: skip
        assert (done.returncode, done.stdout, done.stderr) == (0, b"0\n1\n0\n", b"")


def test_a_closed_pipe_is_quiet():
    command = f"{PROGRAM} table 'subtraction({{1, 2}})' --to 100000 --b-file | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert done.stdout == b"0 0\n"
    assert done.stderr == b""


def test_a_position_from_standard_input(grundy, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("nim[3, 6, 9]\n"))
    assert "nim[3, 6, 5]" in grundy("solve", "-")[1]


def test_rules_in_a_file(grundy, tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text("def halve(n):\n    return [n // 2, n - 1] if n else []\n")
    monkeypatch.chdir(tmp_path)
    assert json.loads(grundy("solve", "mine.py:halve[10]", "--json")[1])["by"] == "search"
    assert json.loads(grundy("table", "mine.py:halve", "--to", "5", "--json")[1])["values"] == [0, 1, 0, 2, 1, 2]
    assert grundy("solve", "mine.py:nothing[3]")[0] == 2


def test_no_colours_in_a_pipe():
    environment = {**os.environ, "TERM": "xterm"}
    done = subprocess.run([sys.executable, "-c", "from grundy.cli import main; main()", "solve", "nim[3]"], capture_output=True,
                          check=True, env=environment)  # fmt: skip
    assert b"\x1b" not in done.stdout


@pytest.mark.parametrize("arguments", ['solve "nim[3]"', "games", "--help", "table kayles --json", "judge poj1067"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_one_line_and_status_2(arguments):
    done = subprocess.run(f"echo 2 1 | {PROGRAM} {arguments} > /dev/full", shell=True, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ('solve "nim[3]" >&-', 2),
        ("judge poj1067 <<< '2 1' >&-", 2),
        ("judge poj1067 <&-", 2),
        ("solve - <&-", 2),
        ('solve "nim[3]" 2>&-', 0),
    ],
)
def test_closed_streams_give_no_traceback(command, status):
    done = subprocess.run(["bash", "-c", f"{PROGRAM} {command}"], capture_output=True, check=False)
    assert done.returncode == status
    assert b"Traceback" not in done.stderr
    assert b"standard output is closed" in done.stderr or ">&-" not in command or "2>&-" in command


def test_an_endless_position_is_refused():
    done = subprocess.run(["bash", "-c", f"yes | {PROGRAM} solve -"], capture_output=True, check=False, timeout=20)
    assert done.returncode == 2


def test_a_limit_beyond_every_machine_integer(grundy):
    assert grundy("solve", "nim[3]", "--limit", "1" + "0" * 40)[0] == 0


def test_a_table_that_passes_a_limit_shows_what_it_had(grundy):
    status, out, err = grundy("table", 'octal("0.644")', "--to", "3000", "--work", "200000", "--csv")  # nobody else's
    rows = out.splitlines()
    assert status == 2
    assert rows[:4] == ["n,value", "0,0", "1,0", "2,1"]
    assert f"the table goes to {len(rows) - 2}" in err
