"""``grundy code``: programs that are printed, problems of judges, and what is refused."""

import json
import shutil
import subprocess
import sys

import pytest

from grundy.judge import judge_text
from grundy.report import coding, comparing, running
from grundy.report.coding import Found, code
from grundy.rules.errors import GrundyError, PositionError

HAS_COMPILER = running.compiler() is not None
PROBLEMS = {
    "take.toml": """
case = "m n"
read = "lines"
position = "bash(m)[n]"
bounds = { m = { least = 1 }, n = { least = 0, most = 1000000000 } }
exception = [{ when = "n == 0", print = "Case {case}: draw" }]
answer = { N = "Case {case}: first takes {t} of {n}", P = "Case {case}: second" }
""",
    "john.toml": """
case = "n x[n]"
count = true
position = "nim[*x]"
misere = true
answer = { N = "John", P = "Brother" }
""",
    "stan.toml": """
case = "int double"
end = "int == 0 and double == 0"
position = "wythoff[int, double]"
answer = { N = '"?\\ %d', P = "{double}" }
""",
    "mixed.toml": """
case = "k n m a[3]"
position = "bash(k)[n] + nim[*a] + blackboard(k)[m+1, n//2+1]"
bounds = { k = { least = 2, most = 1000 }, n = { least = 0 }, m = { least = 0, most = 1000000000 } }
answer = { N = "move {i} to {y}, value {value}", P = "none {k}" }
""",
    "squares.toml": """
case = "n"
position = "take_a_square[n]"
bounds = { n = { least = 0, most = 500 } }
answer = { N = "yes {i} {y} {t}", P = "no" }
""",
}


def grundy(*args, text=None):
    command = [sys.executable, "-c", "from grundy.cli import main; main()", *args]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, check=False)


def test_a_python_program_is_printed_and_says_what_it_stands_on():
    done = grundy("code", "bash(3)", "--lang", "python", "--ask", "option")
    assert done.returncode == 0, done.stderr
    assert "# From a heap of n, move to n-t for some t with 1 <= t <= 3." in done.stdout
    assert "# Law: " in done.stdout
    assert "# Evidence: " in done.stdout
    assert "return n % 4" in done.stdout
    found = subprocess.run(
        [sys.executable, "-c", done.stdout], input="5 5 1\n4\n", capture_output=True, text=True, check=True
    )
    assert found.stdout == "1 4\nP\n"


def test_json_has_the_program_and_how_it_was_checked():
    done = grundy("code", "nim", "--lang", "python", "--json")
    found = json.loads(done.stdout)
    assert set(found) == {"program", "language", "checked"}
    assert found["language"] == "python"
    assert found["checked"].startswith("run; compared with brute force on ")
    unchecked = json.loads(grundy("code", "nim", "--lang", "cpp", "--json", "--no-check").stdout)
    assert unchecked["checked"] == "not checked"
    assert "#include" in unchecked["program"]


def test_a_program_is_written_to_a_file_in_the_language_of_its_name(tmp_path):
    done = grundy("code", "nim", "-o", str(tmp_path / "nim.py"))
    assert done.returncode == 0
    assert done.stdout == ""
    assert "compared with" in done.stderr
    assert "import sys" in (tmp_path / "nim.py").read_text()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([], "RULES are missing"),
        (["bash"], "bash is a family"),
        (["moore(2)"], "how many heaps"),
        (["nim[3]"], "expected"),
        (["euclid"], "not linear"),
        (["nim", "--io", "poj1067", "--no-check"], "is about wythoff"),
        (["--io", "poj1067", "--ask", "value"], "exclude each other"),
        (["--io", "no_such_problem"], "unknown problem"),
        (["blocking(nim, 2)", "--ask", "value"], "blocking rules have outcomes only"),
    ],
)
def test_what_is_refused(args, said):
    done = grundy("code", *args)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_rules_may_stand_beside_a_problem_that_is_about_them():
    assert grundy("code", "wythoff", "--io", "poj1067", "--lang", "python", "--no-check").returncode == 0
    assert grundy("code", "blackboard", "--io", "51nod1661", "--lang", "python", "--no-check").returncode == 0


@pytest.mark.parametrize("problem", ["poj1067", "poj2234", "soj1305", "51nod1661", *PROBLEMS])
def test_python_programs_for_problems_are_compared_with_the_judge(problem, tmp_path):
    if problem in PROBLEMS:
        (tmp_path / problem).write_text(PROBLEMS[problem])
        problem = str(tmp_path / problem)
    done = grundy("code", "--io", problem, "--lang", "python", "--json")
    assert done.returncode == 0, done.stderr
    assert "judge's answers on " in json.loads(done.stdout)["checked"]


@pytest.mark.slow
@pytest.mark.skipif(not HAS_COMPILER, reason="no C++ compiler")
@pytest.mark.parametrize("problem", ["poj1067", "poj2234", "soj1305", "51nod1661", *PROBLEMS])
def test_cpp_programs_for_problems_are_compared_with_the_judge(problem, tmp_path):
    if problem in PROBLEMS:
        (tmp_path / problem).write_text(PROBLEMS[problem])
        problem = str(tmp_path / problem)
    done = grundy("code", "--io", problem, "--lang", "cpp", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["checked"].startswith("compiled and run; ")


@pytest.mark.parametrize(
    ("rules", "position", "answer"),
    [
        ("fibonacci_nim", "1000000000000000000", "999999999999999998 4"),
        ("fibonacci_nim", "1134903170", "P"),
        ("lasker", "1000000000000000000 5", "1 "),
        ("moore(2)[:, :, :]", "1000000000000000000 999999999999999999 7", ""),
        ("king", "1000000000000000001 1000000000000000001", "1000000000000000000 1000000000000000000"),
        ("n -> n-t where 2 <= t <= 5", "1000000000000000000", "1 99999999999999999"),
    ],
)
def test_winning_moves_at_any_size(rules, position, answer):
    done = grundy("code", rules, "--lang", "python", "--ask", "option")
    assert done.returncode == 0, done.stderr
    assert "takes long" not in done.stdout
    found = subprocess.run(
        [sys.executable, "-c", done.stdout], input=position, capture_output=True, text=True, check=True
    )
    assert found.stdout.startswith(answer)
    assert found.stderr == ""


def test_the_head_says_the_law_of_a_family_by_its_own_names():
    done = grundy("code", "--io", "51nod1661", "--lang", "python", "--no-check")
    assert "# Formula: g(k*a + 1) = g(a) for a >= 1" in done.stdout


def test_a_problem_with_a_hostile_title_has_it_in_a_comment(tmp_path):
    path = tmp_path / "evil.toml"
    path.write_text('title = "a\\nimport os\\n# coding: utf-7 \\\\"\n' + PROBLEMS["squares.toml"])
    done = grundy("code", "--io", str(path), "--lang", "python", "--no-check")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("# a import os # coding - utf-7 U+005C\n")


SAMPLES = {
    "poj1067": "2 1\n8 4\n4 7\n165580140 267914295\n165580141 267914296\n4294967297 2\n2147483648 0\n",
    "poj2234": "2 45 45\n3 3 6 9\n0\n",
    "soj1305": "162\n17\n34012226\n0\n1\n9223372036854775807\n",
    "51nod1661": "4 2\n2 3 3 3\n1 3\n2\n2 3\n4 5\n1 1\n7\n3 1000000000000000000\n1000000000000000000 1 999999999999999999\n",
}


@pytest.mark.slow
@pytest.mark.skipif(not HAS_COMPILER, reason="no C++ compiler")
@pytest.mark.parametrize("problem", SAMPLES)
def test_cpp_programs_print_what_the_judge_prints_for_the_known_traps(problem, tmp_path):
    source = tmp_path / "program.cpp"
    assert grundy("code", "--io", problem, "--no-check", "-o", str(source)).returncode == 0
    subprocess.run([running.compiler(), "-O2", "-std=c++17", "-o", str(tmp_path / "program"), str(source)], check=True)
    done = subprocess.run(
        [str(tmp_path / "program")], input=SAMPLES[problem], capture_output=True, text=True, check=True
    )
    assert done.stdout == judge_text(problem, SAMPLES[problem])


def nothing(*_):
    return None


def test_without_a_compiler_it_says_so(monkeypatch):
    from grundy.games import rules

    monkeypatch.setattr(comparing, "compiler", nothing)
    assert code(rules("nim"), "cpp").checked == "not compiled: no C++ compiler found"


@pytest.mark.parametrize("ask", ["outcome", "value", "option"])
def test_a_program_of_a_wrong_law_is_not_printed(ask):
    from grundy.games import rules
    from grundy.laws.reading import law_from_json

    wrong = {"kind": "window", "least": 0, "lower": [[1, -4, 1]]}
    found = Found(wrong, law_from_json(wrong), "made up")
    with pytest.raises(GrundyError, match="internal error: the program answers"):
        code(rules("bash(3)"), "python", ask, found=found)


def test_an_error_in_the_writer_at_large_heaps_is_seen(monkeypatch):
    from grundy.games import rules
    from grundy.write import python

    right = python.python_program
    monkeypatch.setattr(
        python, "python_program", lambda program: right(program).replace("n % 4", "n % 4 * (n < 10**17)")
    )
    with pytest.raises(GrundyError, match="internal error: the program answers"):
        code(rules("bash(3)"), "python")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("1 0", True),
        ("1 2", False),
        ("2 0", False),
        ("1 -1", False),
        ("P", False),
        ("1", False),
        ("x", False),
        ("1 0 0", False),
    ],
)
def test_options_are_compared_by_the_rules(answer, said):
    from grundy.games import rules

    ruleset = rules("bash(3)")
    truth = comparing._Truth(ruleset, lambda component: component[0] % 4)
    assert truth._wins([(3,), (0,)], answer) == said


def test_options_of_codes_are_compared_by_their_digits():
    from grundy.games import rules

    kayles = rules("kayles")
    for n in range(8):
        options = {tuple(sorted(option)) for option in kayles.options((n,))}
        for a in range(n + 1):
            assert comparing.is_option(kayles, (n,), ((a,),)) == (((a,),) in options)
            for b in range(a, n + 1):
                assert comparing.is_option(kayles, (n,), ((a,), (b,))) == (((a,), (b,)) in options)


def test_the_law_of_a_file_comes_first_and_must_be_about_the_rules(tmp_path):
    from grundy.games import rules

    law = {"kind": "window", "least": 0, "lower": [[1, -3, 1]]}
    data = {
        "format": "grundy law",
        "version": 1,
        "rules": "h1 -> h1-v1 where v1 <= 3",
        "play": "normal",
        "law": law,
        "evidence": "checked",
        "checked_to": 77,
    }
    path = tmp_path / "law.json"
    path.write_text(json.dumps(data))
    assert coding.law_of_rules(rules("bash(3)"), [path]).evidence == "checked to 77, not proved"
    done = grundy("code", "wythoff", "--law", str(path))
    assert done.returncode == 2
    assert "no law that was given is one of wythoff" in done.stderr


def test_families_and_positions_are_no_rulesets():
    with pytest.raises(PositionError, match="code takes a ruleset"):
        code("nim", "python")
    assert shutil.which("sh")
