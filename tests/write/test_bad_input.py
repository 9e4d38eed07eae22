"""Lines that are no positions: a message with the line on standard error, the status 1, and no answer that is wrong."""

import subprocess
import sys

import pytest
from tests.write.running import COMPILER, LANGUAGES

from grundy.games import rules
from grundy.write.cpp import cpp_program
from grundy.write.program import LARGEST
from grundy.write.python import python_program
from grundy.write.replies import program_of

WINDOW = {"kind": "window", "least": 0, "lower": [[1, -3, 1]]}
FROM_3 = {"kind": "periodic", "least": 3, "preperiod": 3, "period": 4, "saltus": 0, "values": [0, 1, 2, 3]}
RISING = {"kind": "periodic", "least": 0, "preperiod": 0, "period": 3, "saltus": 1, "values": [0, 0, 0]}
PAIR = {"kind": "beatty", "r": 1}
XOR = {"kind": "sum", "laws": [{"kind": "window", "least": 0, "lower": []}] * 3}
FROM_3_RULES = "n -> n-t where t <= 3 and n-t >= 3"

HEAP = f"expected a heap, a whole number from 0 to {LARGEST}, not "
TOO_LARGE = f": heap too large (at most {LARGEST})"
BAD = [
    ("9223372036854775808", "9223372036854775808" + TOO_LARGE),
    ("18446744073709551617", "18446744073709551617" + TOO_LARGE),
    ("9" * 5000, "9" * 40 + "..." + TOO_LARGE),
    ("1.5", HEAP + "1.5"),
    ("abc", HEAP + "abc"),
    ("-1", HEAP + "-1"),
    ("-9223372036854775809", HEAP + "-9223372036854775809"),
    ("+4", HEAP + "+4"),
    ("1_0", HEAP + "1_0"),
    ("0x10", HEAP + "0x10"),
    ("1e3", HEAP + "1e3"),
    ("4,5", HEAP + "4,5"),
    ("٣", HEAP + "??"),
    ("\x1b[31m\x00", HEAP + "?[31m?"),
    ("7-", HEAP + "7-"),
]


def made(text, law, ask="outcome", least=None):
    program, _ = program_of(rules(text, least=least), law, ask)
    return program


def command_of(program, language, directory):
    if language == "python":
        (directory / "program.py").write_text(python_program(program))
        return [sys.executable, str(directory / "program.py")]
    (directory / "program.cpp").write_text(cpp_program(program))
    flags = ["-O1", "-std=c++17", "-Wall", "-Wextra", "-fsanitize=undefined", "-fno-sanitize-recover"]
    built = [COMPILER, *flags, "-o", str(directory / "program"), str(directory / "program.cpp")]
    done = subprocess.run(built, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return [str(directory / "program")]


def answers(command, text):
    done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=20, check=False)
    return done.returncode, done.stdout.decode().split(), done.stderr.decode()


def require_refused(command, text, printed, message):
    assert answers(command, text) == (1, printed, message + "\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_heap_is_refused_with_its_line(language, tmp_path):
    command = command_of(made("bash(3)", WINDOW), language, tmp_path)
    for token, message in BAD:
        require_refused(command, f"5 3\n\n4 {token} 1\n9\n", ["N"], f"line 3: {message}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_a_heap_is_read(language, tmp_path):
    command = command_of(made("bash(3)", WINDOW, "value"), language, tmp_path)
    text = f"  5\t3 \r\n\n \n{LARGEST}\n{'0' * 5000}7\n0\n-0\n"
    assert answers(command, text) == (1, ["2", "3", "3", "0"], f"line 7: {HEAP}-0\n")
    assert answers(command, "") == (0, [], "")
    assert answers(command, "6") == (0, ["2"], "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_heaps_below_the_least_are_refused(language, tmp_path):
    command = command_of(made(FROM_3_RULES, FROM_3, least=3), language, tmp_path)
    require_refused(command, "3\n6\n2\n", ["P", "N"], "line 3: 2: heap too small (at least 3)")
    command = command_of(made(FROM_3_RULES, None, "value", least=3), language, tmp_path)
    require_refused(command, "3\n6\n0\n", ["0", "3"], "line 3: 0: heap too small (at least 3)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_numbers_of_heaps_are_refused(language, tmp_path):
    command = command_of(made("wythoff", PAIR), language, tmp_path)
    require_refused(command, "1 2\n1\n", ["P"], "line 2: expected 2 heaps, not 1")
    require_refused(command, "1 2 3\n", [], "line 1: expected 2 heaps, not 3")
    command = command_of(made("nim[:, :, :]", XOR, "option"), language, tmp_path)
    require_refused(command, "1 2\n", [], "line 1: expected 3 heaps, not 2")
    command = command_of(made("fibonacci_nim", None), language, tmp_path)
    require_refused(command, "5\n5 4\n1 2 3\n", ["P", "P"], "line 3: expected 1 or 2 heaps, not 3")
    command = command_of(made("blocking(nim, 1)", None), language, tmp_path)
    require_refused(command, "5 4\n", [], "line 1: expected 1 heap, not 2")


@pytest.mark.parametrize("language", LANGUAGES)
def test_heaps_above_the_limit_are_refused_by_tables_too(language, tmp_path):
    command = command_of(made("take_a_square", None), language, tmp_path)
    require_refused(
        command, "2\n1000000000000000000\n", ["P"], "line 2: 1000000000000000000: heap too large (at most 5000)"
    )
    command = command_of(made("knight", None), language, tmp_path)
    require_refused(command, "0 0\n3 201\n", ["P"], "line 2: 201: heap too large (at most 200)")
    command = command_of(made("n -> n-t where t in {1, 2} and n-t >= 9000", None, least=9000), language, tmp_path)
    require_refused(command, "9003\n14001\n", ["P"], "line 2: 14001: heap too large (at most 14000)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_heaps_whose_values_would_not_fit_are_refused(language, tmp_path):
    program = made("n -> n-t where t in {1, 2}", {**RISING, "period": 1, "saltus": 3, "values": [0]}, "value")
    assert program.reading.most == LARGEST // 3
    command = command_of(program, language, tmp_path)
    text = f"{LARGEST // 3}\n{LARGEST // 3 + 1}\n"
    message = f"line 2: {LARGEST // 3 + 1}: heap too large (at most {LARGEST // 3})"
    require_refused(command, text, [str(LARGEST // 3 * 3)], message)


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_all_moves_are_looked_at_heaps_have_a_limit(language, tmp_path):
    program = made("moore(2)[:, :, :]", None, "option")
    assert program.reading.most <= 30
    assert "the LIMIT below" in " ".join(program.notes)
    command = command_of(program, language, tmp_path)
    assert answers(command, "1 1 31\n")[0] == 1


def test_the_notes_say_what_is_known_of_the_law():
    def notes(*evidence):
        return " ".join(program_of(rules("bash(3)"), WINDOW, "outcome", evidence=evidence)[0].notes)

    assert f"Right for heaps up to {LARGEST}." in notes("proved", None)
    assert "Checked for heaps up to 77; beyond that the law is a conjecture." in notes("checked", 77)
    assert "Right" not in notes("checked", 77)
    assert f"Right for heaps up to {LARGEST} if the solver is" in notes("attested", None)
