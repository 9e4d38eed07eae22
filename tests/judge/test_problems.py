"""Problems of one's own: what they can say, and what is wrong with those that are refused."""

from pathlib import Path

import pytest

from grundy.games import expression
from grundy.judge import Bound, Problem, judge_text, load_problem, problems
from grundy.judge import problem as problem_module
from grundy.judge.answering import compiled
from grundy.judge.problem import parse_problem
from grundy.rules.errors import GrundyError, RuleError
from grundy.solver import outcome, solve, value


def made(position, case="n", n="N", p="P", more=""):
    return parse_problem(
        f"case = '{case}'\nposition = '{position}'\n{more}\n[answer]\nN = '{n}'\nP = '{p}'\n", "my.toml", "my"
    )


def answers(problem, *cases):
    return judge_text(problem, "".join(f"{case}\n" for case in cases)).splitlines()


def test_built_in_problems_are_loaded():
    assert problems() == ("51nod1661", "poj1067", "poj2234", "soj1305")
    for name in problems():
        problem = load_problem(name)
        assert problem.name == name
        assert problem.title
        assert problem.source
        assert hash(problem) == hash(load_problem(name))


@pytest.mark.parametrize("name", problems())
def test_built_in_problems_are_what_tomllib_reads(name):
    text = (Path(problem_module.__file__).parent / "problems" / f"{name}.toml").read_text()
    assert parse_problem(text, name, name) == load_problem(name)


def test_a_file(tmp_path):
    path = tmp_path / "bash.toml"
    path.write_text('case = "m n"\nposition = "bash(m)[n]"\nanswer = { N = "take {t}", P = "lost" }\n')
    assert load_problem(path).name == "bash"
    assert answers(path, "10 100", "3 8") == ["take 1", "lost"]
    assert answers(str(path), "10 100") == ["take 1"]


def test_a_problem_as_a_value():
    problem = Problem("own", "a b", "wythoff[a, b]", "{y}", "-", bounds=(("a", Bound(1, 9)),))
    assert answers(problem, "3 5", "4 7", "3 4") == ["-", "-", "1 2"]


@pytest.mark.parametrize(
    ("position", "case", "bound"),
    [
        ("kayles[n]", "n", 30),
        ("kayles[a] + nim[b]", "a b", 9),
        ("nim[a] + bash(3)[b, a]", "a b", 9),
        ('ruleset("n -> n-t where t <= m", m=m)[n]', "m n", 12),
        ('ruleset("n -> n-t where t <= m and t != 2", m=m)[n]', "m n", 12),
        ("euclid[a, b]", "a b", 9),
        ("moore(2)[a, b, c]", "a b c", 2),
        ('octal("0.77")[n+1]', "n", 20),
        ("halving[n, 2*n]", "n", 30),
        ("fibonacci_nim[n]", "n", 30),
        ("fibonacci_nim[n] + nim[m]", "n m", 7),
        ("blackboard(k)[a, b]", "k a b", 8),
        ("lasker[a] + lasker[b]", "a b", 7),
        ("wythoff[a, b] + nim[c]", "a b c", 4),
        ("race(low, high, goal=n)[1]", "low high n", 6),
    ],
)
def test_answers_are_those_of_solve(position, case, bound):
    names = case.split()
    least = 1 if "race" in position or "blackboard" in position or "fibonacci" in position else 0
    cases = [[]]
    for _ in names:
        cases = [[*c, v] for c in cases for v in range(least, bound + 1)]
    cases = cases[:: max(1, len(cases) // 60)]
    more = "".join(f"bounds.{name}.least = {least}\n" for name in names)
    printed = answers(made(position, case, "N {move}", "P", more), *(" ".join(map(str, c)) for c in cases))
    for values, answer in zip(cases, printed, strict=True):
        solved = solve(expression(position, dict(zip(names, values, strict=True))), limit=1)
        assert answer == ("P" if solved.outcome == "P" else f"N {solved.winning_options[0]}")
        plain = answers(made(position, case, more=more), " ".join(map(str, values)))
        assert plain == [outcome(solved.position)]


def test_fields():
    text = "{case}: {n} of {x}, {i} to {y}, taken {t}, value {value}, {count} ways, {move}; {{}}"
    problem = made("nim[*x] + bash(2)[7]", "n x[n]", text, "{value} {x} {case} {n}")
    assert answers(problem, "3 1 2 2", "0", "2 3 2") == [
        "0 1 2 2 1 3",
        "2: 0 of , 1 to 6, taken 1, value 1, 1 ways, bash(2)[6]; {}",
        "0 3 2 3 2",
    ]
    assert answers(made("wythoff[a, b]", "a b", "{i} {y} {t}", "-"), "3 4", "5 5") == ["1 1 2 4", "1 3 5 2"]
    assert answers(made("kayles[n]", "n", "{i} {y} {t} {move}", "-"), "3") == ["1 1 1 1 kayles[1, 1]"]


def test_values():
    printed = answers(made("kayles[n] + nim[m]", "n m", "{value}", "{value}"), "5 1", "20 7")
    assert printed == [str(value(expression(f"kayles[{n}] + nim[{m}]"))) for n, m in ((5, 1), (20, 7))]


def test_exceptions_come_first_and_in_order():
    more = "\n".join(
        f"[[exception]]\nwhen = '{when}'\nprint = '{text}'"
        for when, text in (("n == 0", "none"), ("n % 2 == 1 and n not in primes", "odd {n} {case}"))
    )
    assert answers(made("nim[n]", more=more), 0, 9, 7, 8) == ["none", "odd 9 2", "N", "N"]


def test_lists_of_a_fixed_length_and_bounds_of_members():
    problem = made("nim[*x]", "x[2] z[1]", more="bounds.x = { least = 1, most = 5 }")
    assert answers(problem, "1 5 9", "2 2\n3") == ["N", "P"]
    with pytest.raises(GrundyError, match=r"line 1, column 3: expected x \(2 of 2\), an integer in 1..5; read '6'"):
        answers(problem, "5 6 1")


def test_negative_numbers_where_nothing_forbids_them():
    assert answers(made("nim[n*n-25]"), -5, -6, 5) == ["P", "N", "P"]


def test_lists_on_a_line_of_their_own():
    problem = made("nim[*x]", "n x[n]", more="read = 'lines'")
    assert answers(problem, "2 1 1", "", "0", "1 4") == ["P", "P", "N"]
    with pytest.raises(GrundyError, match=r"line 2, column 6: expected x \(3 of 3\).*end of the line"):
        answers(problem, "2 1 1", "3 1 1", "1")
    with pytest.raises(GrundyError, match=r"line 1, column 5: expected the end of the line; read '1'"):
        answers(problem, "1 1 1")


def test_subtraction_sets_may_be_lists():
    assert answers(made("subtraction(s)[n]", "k s[k] n"), "2 1 2 6", "3 1 3 4 7", "1 2 3") == ["P", "P", "N"]


@pytest.mark.parametrize("position", ["nim[n-5]", "nim[7//n]", "bash(7//n)[3]"])
def test_a_case_that_is_no_position_is_named(position):
    problem = made(position, "n x[n]")
    with pytest.raises(GrundyError, match=r"^case 1: "):
        answers(problem, "0")


def test_computed_numbers_of_more_than_4000_digits_are_refused():
    for position in ("bash(n*n)[3]", "nim[n*n]", "nim[n*n] + kayles[2]", 'octal("0.77")[n*n]'):
        with pytest.raises(GrundyError, match=r"^case 1: .*4,000 digits"):
            answers(made(position), "9" * 3000)


def test_out_of_reach_is_said():
    with pytest.raises(GrundyError, match=r"^case 2: "):
        answers(made("wythoff[n, 2*n]", n="{value}", p="{value}"), 10, 10**40)


GOOD = 'case = "n"\nposition = "nim[n]"\n[answer]\nN = "1"\nP = "0"\n'
BAD = [
    ("", "the key case is missing"),
    ("case = ", "no TOML file"),
    ("[" * 5000, "no TOML file"),
    (GOOD.replace("case", "cases"), "unknown key 'cases'"),
    (GOOD.replace('"n"', "5"), "case: expected a text"),
    (GOOD.replace('"n"', '""'), "case: expected the names"),
    (GOOD.replace('"n"', '"n n"'), "case: n is named twice"),
    (GOOD.replace('"n"', '"n x[m]"'), "case: expected an earlier number's name"),
    (GOOD.replace('"n"', '"n x[n"'), "case: expected ]"),
    (GOOD.replace('"n"', '"n x[0]"'), "case: expected an earlier"),
    (GOOD.replace('"n"', '"n t"'), "case: t has a meaning of its own"),
    (GOOD.replace('"n"', '"n 3x"'), "case: expected a name"),
    (GOOD.replace("nim[n]", "nim[m]"), "position: m is no name of the case; its names are n"),
    (GOOD.replace("nim[n]", "nim"), "position: expected a position"),
    (GOOD.replace("nim[n]", "nim[:n]"), "position: expected a position"),
    (GOOD.replace("nim[n]", "nim[*n]"), "position: * spreads a list"),
    (GOOD.replace("nim[n]", "bash(n, n)[n]"), "position: bash takes 1 value (m), not 2"),
    (GOOD.replace("nim[n]", "wythoff[n]"), "position: a component of wythoff has 2 heaps"),
    (GOOD.replace("nim[n]", "my.py:game[n]"), "position: files of rules"),
    (GOOD.replace("nim[n]", "__import__[n]"), "position: unknown game"),
    (GOOD.replace("nim[n]", "nim[n"), "position: [ is not closed"),
    (GOOD.replace('"nim[n]"', "'''ruleset(\"n -> n+1\")[n]'''"), "position: "),
    (GOOD.replace("N =", "n ="), "answer: unknown key 'n'"),
    (GOOD.replace('P = "0"', ""), "answer: the key P is missing"),
    (GOOD.replace('"1"', '"{z}"'), r"answer.N: unknown field {z}"),
    (GOOD.replace('"1"', '"{"'), "answer.N: a brace by itself"),
    (GOOD.replace('"0"', '"{i}"'), r"answer.P: unknown field {i}"),
    (GOOD.replace('"1"', "1"), "answer.N: expected a text"),
    ('read = "words"\n' + GOOD, 'read: expected "tokens" or "lines"'),
    ("bounds.m.least = 1\n" + GOOD, "bounds: unknown name 'm'"),
    ("bounds.n.low = 1\n" + GOOD, "bounds.n: unknown key 'low'"),
    ("bounds.n.least = 1.5\n" + GOOD, "bounds.n.least: expected an integer"),
    ("bounds.n = { least = 3, most = 2 }\n" + GOOD, "bounds.n: no integer"),
    ("bounds = 3\n" + GOOD, "bounds: expected lines"),
    ("exception = 3\n" + GOOD, "exception: expected tables"),
    (GOOD + "[[exception]]\nwhen = 'n <= 1'\n", "exception 1: the key print is missing"),
    (GOOD + "[[exception]]\nwhen = 'm <= 1'\nprint = ''\n", "exception 1: when: m is no number"),
    (GOOD + "[[exception]]\nwhen = 'n <= '\nprint = ''\n", "exception 1: when: cannot read"),
    (GOOD + "[[exception]]\nwhen = 'n <= 1'\nprint = '{i}'\n", "exception 1: print: unknown field"),
]


@pytest.mark.parametrize(("text", "expected"), BAD)
def test_wrong_problem_files(text, expected, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(RuleError) as caught:
        load_problem(path)
    assert f"mine.toml: {expected}" in str(caught.value)
    assert len(str(caught.value)) < 500


def test_problems_that_are_not_there(tmp_path):
    with pytest.raises(RuleError, match=r"unknown problem 'poj1'; those built in are 51nod1661, "):
        load_problem("poj1")
    with pytest.raises(RuleError, match="cannot be read: No such file"):
        load_problem(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"title = '\xff'")
    with pytest.raises(RuleError, match="no UTF-8"):
        load_problem(tmp_path / "latin.toml")


def test_shapes_are_for_other_tools_to_see():
    shape = compiled(load_problem("51nod1661")).shape
    assert [(item.name, item.is_list, str(item.bound)) for item in shape] == [
        ("n", False, "an integer >= 0"),
        ("k", False, "an integer >= 1"),
        ("a", True, "an integer >= 1"),
    ]


def test_a_refusal_names_no_option_that_judge_lacks(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('case = "n"\nposition = "grundy_game[n]"\n[answer]\nN = "W"\nP = "L"\n')
    with pytest.raises(GrundyError, match="case 2") as caught:
        judge_text(path, "5\n1000000000000\n")
    assert "--work" not in str(caught.value)
