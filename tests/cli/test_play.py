"""``grundy play`` over a pipe and in a terminal: whole matches, hints, undo, errors, the end of the input, Ctrl-C."""

import io
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from grundy.cli import main

HEEDING = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "  # a shell may start tests without it
)
PROGRAM = [sys.executable, "-c", f"{HEEDING}from grundy.cli import main; main()", "play"]


@pytest.fixture
def play(monkeypatch, capsys):
    """Play with these lines on standard input: (exit status, standard output, standard error)."""

    def run(*arguments, lines=()):
        monkeypatch.setattr(sys, "argv", ["grundy", "play", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return ended.value.code, out, err

    return run


def test_a_match_is_won(play):
    status, out, err = play("nim[1, 2]", lines=["2 1", "1 0", "2 0"])
    assert (status, err) == (0, "")
    assert "The machine cannot move." in out
    assert "You win! Moves played: 3." in out
    assert "\x1b" not in out
    assert "Your move> 2 1" in out


def test_a_match_is_lost_and_the_mistake_is_named(play):
    status, out, _ = play("nim[1, 2]", "--seed", "1", lines=["2 0"])
    assert status == 0
    assert "The machine: take 1 from the first heap (1 -> 0)." in out
    assert "You cannot move." in out
    assert "The machine wins. Moves played: 2." in out
    assert "your move 2 -> 0 in nim[1, 2] gave the win away" in out
    assert "not over" not in out


def test_misere_and_the_machine_first(play):
    status, out, _ = play("nim[1, 1]", "--misere", "--first", "machine", lines=["1 0", "2 0"])
    assert status == 0
    assert (
        out.splitlines()[1]
        == "Misère play: whoever cannot move wins. The machine plays perfectly. The machine moves first."
    )
    assert "The machine cannot move, and that wins in misère play." in out


def test_hints_undo_errors_and_the_end_of_the_input(play):
    lines = ["hint", "hint", "hint", "2 9", "nonsense", "2 4", "undo", "why", "save"]
    status, out, err = play("nim[3, 5, 7]", "--hints", "--seed", "1", lines=lines)
    assert (status, err) == (0, "")
    for said in (
        "You can win from here. Moves left under best play: 15.",
        "Hint 1 of 3: ",
        "Hint 3 of 3: ",
        "No: heap 2 cannot become 9. It can become 0-4.",
        "'nonsense' is no command and no move: type the number of a heap and what it becomes, such as 1 2.",
        "Taken back.",
        "nim-sum",
        "To go on from here later: grundy play 'nim[3, 5, 7]' --hints",
    ):
        assert said in out, said
    assert out.splitlines()[-1] == "The match is not over: nim[3, 5, 7]. To go on: grundy play 'nim[3, 5, 7]' --hints"


def test_moves_are_listed_with_letters_and_played_by_number(play):
    _, out, _ = play("wythoff[1, 2] + nim[1]", lines=["moves", "#5"])
    assert "part 1: wythoff[1, 2]" in out
    assert re.search(r"#5 W 0", out)
    assert "W: this move wins." in out
    assert "Your move> #5" in out
    assert "The machine: " in out


def test_two_people(play):
    _, out, _ = play("nim[1, 1]", "--two", lines=["1 0", "0"])
    assert "Player 1> 1 0" in out
    assert "Player 2 wins! Moves played: 2." in out


@pytest.mark.parametrize("option", [("--first", "machine"), ("--strength", "0.5")])
def test_two_people_have_no_machine(play, option):
    status, _, err = play("nim[1, 1]", "--two", *option)
    assert status == 2
    assert f"leave out {option[0]}" in err


def test_strength_is_explained_and_seeded(play):
    runs = {play("nim[7, 7, 7]", "--strength", "0", "--seed", "3", lines=["1 0"])[1] for _ in range(2)}
    (out,) = runs
    assert "The machine plays its best move with probability 0.0, else a random one." in out
    assert "--strength 0" in out.splitlines()[-1]


def test_chinese(play):
    status, out, _ = play("nim[3, 5]", "--lang", "zh", lines=["走法", "第2堆变为4", "8 8", "退出"])
    assert status == 0
    assert "无法走棋者输。" in out
    assert "电脑：" in out
    assert "没有编号 8" in out
    assert "--lang zh" in out.splitlines()[-1]
    assert not re.search(r"[a-z]{3,} [a-z]{3,} [a-z]{3,}", out.replace("grundy play", ""))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nim"], "expected a position"),
        (["nim[3"], "expected ] here"),
        (["nim[3", "--lang", "zh"], "这里应有 ]"),
        (["nim[3]", "--lang", "fr"], "there are en, zh"),
        (["nim[3]", "--strength", "2"], "--strength"),
        (["blocking(wythoff, 2)[3, 4]"], "the opponent forbids options"),
        (['ruleset("a, b -> b, a")[1, 2]'], "play may not end"),
    ],
)
def test_bad_input(play, arguments, said):
    status, _, err = play(*arguments)
    assert status == 2
    assert said in err
    assert "Traceback" not in err


def test_no_input_at_all(play, monkeypatch):
    assert "The match is not over" in play("nim[3]")[1]
    assert "You cannot move." in play("nim[0]")[1]
    assert "no command" in play("nim[3]", lines=["x" * 100_000, "2"])[1]


def test_bytes_that_are_no_text_and_letters_that_cannot_be_printed():
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [*PROGRAM, "nim[2, 1]"], input=b"\xff\xfe\x1b[31m\n1 1\n2 0\n1 0\n", capture_output=True, env=env, check=False
    )
    assert done.returncode == 0
    assert b"  1  oo  2" in done.stdout
    assert b"You win!" in done.stdout
    assert b"\x1b" not in done.stdout


def test_ctrl_c_says_how_it_stands():
    running = subprocess.Popen([*PROGRAM, "nim[3, 5]"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert running.stdout.readline() == "nim[3, 5]\n"
    time.sleep(0.3)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=20)
    assert running.returncode == 130
    assert out.splitlines()[-1].startswith("The match is not over: nim[3, 5]. To go on: grundy play 'nim[3, 5]'")


@pytest.mark.slow
def test_a_terminal_has_colours_and_prompts_and_can_do_without_colours():
    pty = pytest.importorskip("pty")

    def session(env):
        parent, child = pty.openpty()
        running = subprocess.Popen(
            [*PROGRAM, "nim[1, 2]"],
            stdin=child,
            stdout=child,
            stderr=child,
            env={**os.environ, "TERM": "xterm-256color", **env},
        )
        os.close(child)
        os.write(parent, b"moves\n2 1\n1 0\nquit\n2 0\nquit\n")
        found = b""
        while True:
            try:
                piece = os.read(parent, 4096)
            except OSError:
                break
            if not piece:
                break
            found += piece
        running.wait(20)
        os.close(parent)
        return running.returncode, found.decode()

    status, out = session({})
    assert status == 0
    assert "\x1b[1;32mW\x1b[0m" in out
    status, plain = session({"NO_COLOR": "1"})
    assert status == 0
    assert "\x1b[1;32m" not in plain
    assert "#1 L" in plain or "#1 W" in plain


def test_h_is_a_hint_and_help_names_moves_that_can_be_typed(play):
    _, out, _ = play("wythoff[4, 6]", lines=["h", "help", "take 1 from 1"])
    assert "Hint 1 of 3: " in out
    assert "  take 1 from 1: takes 1 from heap 1." in out
    assert "The machine: " in out
    _, out, _ = play("knight[4, 6]", lines=["help"])
    assert "take 1" not in out


def test_a_race_shows_its_goal(play):
    _, out, _ = play("race(2, 9, 162)[9]", lines=["help"])
    assert "  9 (goal 162)" in out
    assert "type what the number becomes, such as 18" in out


def test_perfect_play_is_claimed_only_where_it_is_known(play):
    _, out, _ = play("coprime_nim[10**20]", "--first", "machine", lines=[])
    assert "The machine plays perfectly." in out
    assert "-> 1)" in out
    _, out, _ = play("divisor_replacement[10**1000-1]", lines=[])
    assert "The machine plays its best move wherever it knows one." in out
    assert "perfectly" not in out


@pytest.mark.parametrize("game", ["divisor_nim[10**15]", "divisor_replacement[10**15]"])
def test_what_can_be_solved_can_be_played(play, game):
    status, out, err = play(game, lines=["#1"])
    assert (status, err) == (0, "")
    assert "Your move> #1" in out
