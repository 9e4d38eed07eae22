"""Misère play in problem files: whoever cannot move wins."""

from itertools import product

import pytest

from grundy.games import expression
from grundy.judge import judge_text
from grundy.judge.problem import parse_problem
from grundy.rules.errors import PositionError, RuleError
from grundy.solver import solve

FIELDS = "{i} {t} {y};{count};{value};{move}"


def made(position, case, n="N", p="P"):
    return parse_problem(
        f"case = '{case}'\nposition = '{position}'\nmisere = true\n[answer]\nN = '{n}'\nP = '{p}'\n", "my.toml"
    )


@pytest.mark.parametrize(
    ("position", "names", "most"),
    [
        ("nim[a, b, c]", "a b c", 4),
        ("nim[a] + nim[b, c]", "a b c", 3),
        ("kayles[a, b]", "a b", 6),
        ("bash(m)[a] + nim[b]", "m a b", 4),
        ("wythoff[a, b]", "a b", 6),
        ("nim[a-b]", "a b", 4),
    ],
)
def test_answers_are_those_of_solve(position, names, most):
    names = names.split()
    plain, full = made(position, " ".join(names)), made(position, " ".join(names), FIELDS, "{value}")
    for values in product(range(1 if "m" in names else 0, most + 1), repeat=len(names)):
        if "-" in position and values[0] < values[1]:
            continue
        solved = solve(expression(position, dict(zip(names, values, strict=True))), misere=True, limit=1)
        case = " ".join(map(str, values))
        assert judge_text(plain, case) == f"{solved.outcome}\n"
        if solved.outcome == "N" and not solved.winning_options:
            with pytest.raises(PositionError, match=r"case 1: the mover of .* wins without a move.* an exception can"):
                judge_text(full, case)
            continue
        printed = judge_text(full, case).split(";")
        if solved.outcome == "P":
            assert printed == ["0\n"]
        else:
            assert printed[1:] == [str(solved.winning_count), str(solved.grundy), f"{solved.winning_options[0]}\n"]


def test_john():
    problem = parse_problem(
        'case = "n x[n]"\ncount = true\nposition = "nim[*x]"\nmisere = true\nanswer = { N = "John", P = "Brother" }'
    )
    assert judge_text(problem, "2\n3\n3 5 1\n1\n1\n") == "John\nBrother\n"
    assert judge_text(problem, "5\n2 1 1\n3 1 1 1\n2 2 2\n0\n2 0 0") == "John\nBrother\nBrother\nJohn\nJohn\n"
    huge = 10**500
    assert judge_text(problem, f"2 2 {huge} {huge} 2 {huge} 1") == "Brother\nJohn\n"


def test_blocking_games_are_refused():
    with pytest.raises(RuleError, match=r"my.toml: position: blocking games are solved in normal play only"):
        made("blocking(nim, 1)[n]", "n")
    with pytest.raises(RuleError, match=r"my.toml: position: blocking games are solved in normal play only"):
        made("nim[m] + blocking(nim, k)[n]", "n m k")


def test_where_nothing_is_left_an_exception_says_what_is_printed():
    problem = parse_problem(
        'case = "n"\nposition = "nim[n]"\nmisere = true\nanswer = { N = "take {t}", P = "lost" }\n'
        '[[exception]]\nwhen = "n == 0"\nprint = "won"'
    )
    assert judge_text(problem, "0 1 2 9") == "won\nlost\ntake 1\ntake 8\n"
