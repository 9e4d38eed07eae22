"""``grundy code``: programs that are printed, problems of judges, and what is refused."""

import json
import shutil
import subprocess
import sys
from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path

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
    assert set(found) == {"program", "language", "checked", "evidence", "checked_to"}
    assert (found["evidence"], found["checked_to"]) == ("proved", None)
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
        (["blocking(nim, 2)", "--misere"], "a blocking game is played in normal play"),
        (["nim", "--misere", "--ask", "option"], "in misère play programs answer outcomes only"),
        (["nim", "--misere", "--ask", "value"], "in misère play programs answer outcomes only"),
        (["--io", "poj2234", "--misere"], "exclude each other"),
        (["take_a_square", "--misere", "--budget", "1s"], "no law of it is known in misère play"),
        (["nim", "--budget", "nan"], "expected a time for --budget"),
        (["nim", "--budget=-1"], "expected a time for --budget"),
        (["nim", "-o", "/no_such_directory/nim.py"], "-o: there is no directory /no_such_directory"),
    ],
)
def test_what_is_refused(args, said):
    done = grundy("code", *args)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_files_that_cannot_be_written_are_named(tmp_path):
    done = grundy("code", "nim", "-o", str(tmp_path), "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"].startswith(f"-o: {tmp_path} is a directory")
    if Path("/dev/full").exists():
        done = grundy("code", "nim", "--lang", "python", "--no-check", "-o", "/dev/full", "--json")
        assert done.returncode == 2
        assert json.loads(done.stdout)["error"].startswith("-o: /dev/full cannot be written: ")
    done = grundy("code", "nim", "--lang", "python", "--no-check", "-o", "-")
    assert done.stdout.startswith("# nim\n")


CHECKED = "n -> n-t where t in divisors(n)"


@pytest.mark.slow
def test_a_law_that_is_checked_only_is_a_conjecture():
    done = grundy("code", CHECKED, "--lang", "python", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["evidence"] == "checked"
    bound = found["checked_to"]
    assert f"# Checked for heaps up to {bound}; beyond that the law is a conjecture.\n" in found["program"]
    assert "Right for heaps" not in found["program"]
    assert done.stderr == f"warning: the law is not proved: checked to {bound}\n"


def test_tables_stand_on_no_law():
    done = grundy("code", "take_a_square", "--ask", "value", "--lang", "python", "--json", "--budget", "1s")
    found = json.loads(done.stdout)
    assert (found["evidence"], found["checked_to"]) == ("unknown", None)
    assert "Meant for heaps up to " in found["program"]
    assert "warning" not in done.stderr


def test_a_law_of_a_file_that_is_not_proved_is_a_conjecture(tmp_path):
    law = {"kind": "window", "least": 0, "lower": [[1, -3, 1]]}
    data = {"format": "grundy law", "version": 1, "rules": "h1 -> h1-v1 where v1 <= 3", "play": "normal", "law": law}
    for evidence, more, head in (
        ("checked", {"checked_to": 77}, "# Checked for heaps up to 77; beyond that the law is a conjecture."),
        ("attested", {}, "if the solver is that attests the law."),
    ):
        (tmp_path / "law.json").write_text(json.dumps({**data, "evidence": evidence, **more}))
        done = grundy("code", "bash(3)", "--lang", "python", "--no-check", "--law", str(tmp_path / "law.json"))
        assert head in done.stdout
        assert done.stderr.startswith(f"warning: the law is not proved: {evidence} ")


def test_a_law_of_misere_play_is_not_used_in_normal_play(tmp_path):
    law = {"kind": "window", "least": 0, "lower": [[1, -2, 1]]}
    data = {"format": "grundy law", "version": 1, "rules": "h1, h2 -> h1-v1, h2 | h1, h2-v1 | h1-v1, h2-v1"}
    data |= {"play": "misere", "law": {"kind": "sum", "laws": [law, law]}, "evidence": "checked", "checked_to": 5}
    path = tmp_path / "law.json"
    path.write_text(json.dumps(data))
    done = grundy("code", "--io", "poj1067", "--law", str(path), "--lang", "python", "--no-check")
    assert done.returncode == 0, done.stderr
    assert "# Evidence: proved" in done.stdout
    normal = tmp_path / "normal.json"
    normal.write_text(json.dumps({**data, "play": "normal"}))
    done = grundy("code", "wythoff", "--misere", "--law", str(normal), "--lang", "python", "--no-check")
    assert "no law that was given is one of wythoff in misère play" in done.stderr


@pytest.mark.parametrize("interrupted", ["ruleset", "family"])
def test_an_interrupt_in_the_search_writes_nothing(interrupted, tmp_path):
    (tmp_path / "family.toml").write_text(
        'case = "k n"\nposition = "ruleset(\'n -> n-t where k <= t <= 2*k+1\')[n]"\nanswer = { N = "N", P = "P" }\n'
    )
    stopped = "import grundy.report.studying as s\ndef stop(*_): raise KeyboardInterrupt\n"
    stopped += "s._Studying._timed = stop\nfrom grundy.cli import main; main()"
    rules = ["n -> n-t where t in {2, 5, 9} | n-1 where n == 77"]
    args = rules if interrupted == "ruleset" else ["--io", str(tmp_path / "family.toml")]
    target = tmp_path / "program.py"
    command = [sys.executable, "-c", stopped, "code", *args, "-o", str(target)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "interrupted")
    assert not target.exists()


def run_program(text, lines):
    shown = "".join(" ".join(map(str, line)) + "\n" for line in lines)
    done = subprocess.run([sys.executable, "-c", text], input=shown, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.parametrize("rules", ["nim", "bash(3)", "nim[:, :, :]", "wythoff"])
def test_outcomes_of_misere_play(rules):
    from grundy.games import rules as read

    done = grundy("code", rules, "--misere", "--lang", "python")
    assert done.returncode == 0, done.stderr
    assert "# Whoever cannot move wins (misere play).\n" in done.stdout
    ruleset = read(rules)
    brute = comparing.BruteForce(ruleset, misere=True)
    lines = list(product(range({1: 60, 2: 12}.get(ruleset.heaps, 5)), repeat=ruleset.heaps))
    wanted = ["N" if brute.value(line) else "P" for line in lines]
    assert run_program(done.stdout, lines) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["n -> n-n//3 | n%10 where n >= 10", "n -> n-n//3 | n%5"])
@pytest.mark.parametrize("ask", ["outcome", "value", "option"])
def test_laws_of_outcomes_are_not_read_as_values(rules, ask):
    """Their law is proved by an automaton and gives outcomes only, which say nothing of the values of sums."""
    from grundy.games import rules as read

    ruleset = read(rules)
    value = brute_force(ruleset)
    done = grundy("code", rules, "--ask", ask, "--lang", "python")
    assert done.returncode == 0, done.stderr
    lines = [(n,) for n in range(200)] + list(product(range(20), repeat=2)) + list(product(range(6), repeat=3))
    for line, answer in zip(lines, run_program(done.stdout, lines), strict=True):
        total = reduce(xor, map(value, line))
        if answer == "?":
            assert ask != "value"
            assert sum(value(n) > 0 for n in line) > 1
        elif ask == "value":
            assert answer == str(total), line
        elif ask == "outcome" or not total:
            assert answer == ("N" if total else "P"), line
        else:
            place, became = map(int, answer.split())
            assert ((became,),) in list(ruleset.options((line[place - 1],)))
            assert total ^ value(line[place - 1]) ^ value(became) == 0, line


def brute_force(ruleset):
    """The Grundy value of a heap from the moves alone."""
    known = {}

    def value(n):
        if n not in known:
            options = {reduce(xor, (value(part[0]) for part in option), 0) for option in ruleset.options((n,))}
            known[n] = next(v for v in range(len(options) + 1) if v not in options)
        return known[n]

    return value


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
        ("n -> n-t where 2 <= t <= 5", "1000000000000000002", "1 1000000000000000000"),
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
