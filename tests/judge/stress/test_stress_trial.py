"""What users ran into: machines that are busy, bounds that contradict, output that a terminal would obey."""

import json
import shutil
import subprocess
import sys
from random import Random

import pytest
from click.testing import CliRunner

from grundy.cli.stress import stress as command
from grundy.games import rules
from grundy.judge.problem import parse_problem
from grundy.judge.stress import GameSubject, ProblemSubject, Settings, reaching, replay, running, stress
from grundy.judge.stress.cases import stages
from grundy.judge.stress.findings import Findings
from grundy.judge.stress.output import compared, escaped
from grundy.judge.stress.reaching import reach
from grundy.judge.stress.running import Limits, Run, Runner
from grundy.judge.stress.subject import LARGEST_CASE, Input
from grundy.judge.stress.words import lines_of
from grundy.rules.errors import GrundyError, RuleError

TAKE = """
case = "m n"
read = "lines"
position = "bash(m)[n]"
[bounds]
m = { least = 1 }
[answer]
N = "先手"
P = "后手"
"""
WYTHOFF = """
import sys
from math import isqrt
for line in sys.stdin:
    if line.strip():
        a, b = sorted(map(int, line.split()))
        print(0 if a == (b - a + isqrt(5 * (b - a) ** 2)) // 2 else 1)
"""
RACE = """
import sys
for line in sys.stdin:
    if line.strip():
        n, turn, now = int(line), 0, 1
        {zero}
        while now < n:
            now *= {least} if turn else 9
            turn = 1 - turn
        print("Nic wins." if turn or n <= 1 else "Susan wins.")
"""


def python(code):
    return [sys.executable, "-c", code]


def given(subject, cases, output, **run):
    truths = subject.truths(cases)
    done = Run(run.pop("status", "ended"), output, b"", run.pop("code", 0), **{"cpu": 0.1, "wall": 0.1, **run})
    return compared(subject, Input(tuple(cases)), truths, done, 2.0)


# ---------------------------------------------------------------- time and memory


@pytest.mark.parametrize(
    ("run", "reason"),
    [
        ({"cpu": 2.1, "wall": 2.2}, "stopped after 2.1 s of CPU time"),
        ({"cpu": 0.1, "wall": 10.0}, "it slept, or waited for something"),
        ({"cpu": 1.2, "wall": 60.0, "ready": 58.0}, "it was ready to run, and the machine is busy"),
    ],
)
def test_what_a_time_out_is_said_to_be(run, reason):
    found = given(ProblemSubject("poj1067"), [(1, 2)], b"", status="time-out", code=-9, **run)
    assert found.kind == "time-out"
    assert reason in found.reason
    assert "asleep" not in found.reason


def test_a_program_that_is_ready_to_run_has_more_time(monkeypatch):
    monkeypatch.setattr(running, "_session", lambda _: (0.0, True))
    with Runner(python("import time; time.sleep(0.6); print(1)")) as runner:
        assert runner.run(b"", Limits(0.05)).output == b"1\n"
    monkeypatch.setattr(running, "_session", lambda _: (0.0, False))
    with Runner(python("import time; time.sleep(0.6); print(1)")) as runner:
        assert runner.run(b"", Limits(0.05)).status == "time-out"


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_the_time_of_a_session_is_that_of_all_its_processes():
    with Runner(["sh", "-c", "(while :; do :; done); echo"]) as runner:
        done = runner.run(b"", Limits(0.2))
    assert done.status == "time-out"
    assert done.cpu >= 0.2


def test_threads_have_room_for_their_stacks():
    code = "import threading\nt = [threading.Thread(target=print) for _ in range(16)]\nfor x in t: x.start()\nfor x in t: x.join()"
    with Runner(python(code)) as runner:
        done = runner.run(b"", Limits())
    assert (done.code, done.output) == (0, b"\n" * 16), done.errors


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node.js")
def test_node_runs_with_the_usual_memory():
    with Runner(["node", "-e", "console.log(0)"]) as runner:
        assert runner.run(b"", Limits()).output == b"0\n"


@pytest.mark.parametrize(
    "subject", [ProblemSubject("51nod1661"), GameSubject(rules("nim"), "value")], ids=["51nod", "nim"]
)
def test_no_clock_caps_what_a_law_answers(subject, monkeypatch):
    monkeypatch.setattr(reaching, "_SLOW", -1.0)
    parts = subject.parts
    assert reach(subject, Random(0)) == ""
    assert subject.parts == parts
    slow = GameSubject(rules("nim"), "option")
    assert "numbers up to " in reach(slow, Random(0))


# ---------------------------------------------------------------- bounds


@pytest.fixture
def grundy(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "take.toml").write_text(TAKE)

    def inner(*words):
        return CliRunner().invoke(command, list(words), standalone_mode=False)

    return inner


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("poj2234 --bound M=-3..1", "M = -3 is no case of the problem: M is >= 0 there"),
        ("poj1067 --bound b=-5..5", "b = -5 is no case of the problem: b is >= 0 there"),
        ("take.toml --bound m=0..0", "m = 0 is no case of the problem: m is >= 1 there"),
        ("51nod1661 --bound k=0..3", "k = 0 is no case of the problem"),
        ("51nod1661 --bound a=0..3", "a = 0 is no case of the problem"),
        ("poj1067 --bound a=10..20 --max 5", "--bound a=10..20 goes beyond --max 5"),
        ("poj1067 --bound a=1 --bound a=2", "--bound a is given twice"),
        ("poj1067 --bound a=..", "expected --bound NAME=A..B"),
        ("51nod1661 --max 1", "no k is >= 2 and <= 1"),
        ("--game nim --bound heaps=0..3", "heaps = 0 is no case of the problem: heaps is >= 1 there"),
        ("poj2234 --bound M=100000000..1000000000000", "every case has at least 100,000,001 numbers"),
        ("poj1067 --time inf", "inf is not in the range"),
        ("poj1067 --time nan", "'nan' is no number"),
        ("poj1067 --seconds nan", "'nan' is no number"),
        ("poj1067 --memory 999999999999999999999", "is not in the range"),
        ("poj1067 --save nosuch/x.in", "there is no directory nosuch"),
        ("poj1067 --game nim", "a PROBLEM (poj1067) and --game do not go together"),
    ],
)
def test_contradictions_are_errors(words, expected, grundy):
    done = grundy(*words.split(), "--", "true")
    assert isinstance(done.exception, Exception)
    assert expected in getattr(done.exception, "message", str(done.exception))


def test_bounds_are_open_at_an_end():
    subject = ProblemSubject("soj1305")
    subject.bounded({"n": (1, None)})
    assert (subject.parts[0].least, subject.parts[0].most) == (1, 4294967294)
    subject.bounded({"n": (None, 50)})
    assert (subject.parts[0].least, subject.parts[0].most) == (1, 50)


def test_long_lists_are_capped_and_cases_are_made_in_time():
    subject = ProblemSubject("poj2234")
    subject.bounded({"M": (1, 10**12)})
    assert subject.require_makeable() == [f"M up to {LARGEST_CASE:,} only: longer lists take too long to make"]
    subject.bounded({"M": (60_000, 60_001)})
    for kind in stages(subject, 0)[:2]:
        assert len(next(kind.cases)[1]) >= 60_000


def test_nothing_tried_is_an_error():
    problem = parse_problem('case = "a b"\nposition = "euclid[a, b]"\nanswer = { N = "1", P = "0" }')
    subject = ProblemSubject(problem)
    subject.bounded({"a": (10**30, 10**30), "b": (10**29, 10**29)})
    subject.truths = lambda _: (_ for _ in ()).throw(GrundyError("too large"))
    with pytest.raises(GrundyError, match="nothing was tried: too large"):
        stress(subject, ["true"], Settings(seconds=0.3))


@pytest.mark.parametrize(("data", "match"), [(b"\n", "there is no case"), (b"1_0\n", "line 1: expected heaps")])
def test_replayed_files_hold_cases(data, match):
    with pytest.raises(GrundyError, match=match):
        replay(GameSubject(rules("nim")), ["true"], data, Limits())


# ---------------------------------------------------------------- what is printed


def test_output_is_escaped():
    found = given(ProblemSubject("poj1067"), [(1, 2)], b"\x1b[2J\x07\x00\xe9\n")
    assert found.answer == r"\x1b[2J\x07\x00\xe9"
    found = given(ProblemSubject("poj1067"), [(1, 2)], b"\xef\xbb\xbf0\n")
    assert (found.answer, found.reason) == (r"\ufeff0", "text that is no part of the answer")
    assert escaped("a\tb\n", "\n") == "a\\tb\n"


def test_answers_may_be_in_any_language():
    subject = ProblemSubject(parse_problem(TAKE))
    assert given(subject, [(3, 8), (3, 7)], "后手\n先手\n".encode()) is None
    assert given(GameSubject(rules("nim"), "value"), [(1, (3,))], "３\n".encode()).kind == "garbled output"


@pytest.mark.parametrize(
    ("output", "answer", "reason"),
    [
        (b"0\n\n", "0\n(empty line)", "line 2 is empty; without empty lines the answers are right"),
        (b"1\n\n", "1\n(empty line)", "line 2 is empty"),
        (b"00\n", "00", "not spelled as the answer is"),
        (b"+0\n", "+0", "not spelled as the answer is"),
        (b"0n", "0n", "no line end behind an answer"),
    ],
)
def test_garbled_output_is_told_apart(output, answer, reason):
    found = given(ProblemSubject("poj1067"), [(1, 2)], output)
    assert (found.kind, found.answer, found.reason) == ("garbled output", answer, reason)


def test_joined_answers_lack_a_line_end():
    found = given(ProblemSubject("poj1067"), [(1, 2), (3, 5), (1, 1)], b"00\n1\n")
    assert found.reason == "no line end behind an answer"


def test_a_crash_shows_what_was_printed_before():
    assert given(ProblemSubject("poj1067"), [(1, 2)], b"0\n", code=-6).answer == "0"


def test_few_cases_and_the_longest_list_are_told():
    told = lines_of(Findings(None, 4, 4, 20.0, {"small": 4}, [], longest=7))
    assert told[-2:] == [
        "  the longest list: 7",
        "note: that is little (4 cases): the program took most of the time; raise --seconds",
    ]


# ---------------------------------------------------------------- whole runs


def test_a_failure_that_comes_and_goes_is_not_called_smallest(tmp_path):
    seen = tmp_path / "seen"
    code = (
        f"import os, sys\nfirst = not os.path.exists({str(seen)!r})\nopen({str(seen)!r}, 'w').close()\n"
        + WYTHOFF.replace("else 1", "else 1 - first").replace("print(0", "print(first * 1")
    )
    found = stress(ProblemSubject("poj1067"), python(code), Settings(seconds=1, shrinking=2)).found
    assert found.again == (1, 5)
    assert not found.smallest
    assert "it does not fail every time: 1 of 5 runs on this input" in "\n".join(
        lines_of(Findings(found, 1, 1, 1, {}, []))
    )


def test_a_failure_inside_the_promise_is_preferred():
    code = RACE.format(zero="if n == 0: n = 1000", least=3)
    found = stress(ProblemSubject("soj1305"), python(code), Settings(seconds=6)).found
    assert found.beyond is None
    assert int(found.data) >= 1


def test_a_failure_beyond_the_promise_names_the_option_that_leaves_it_out():
    code = RACE.format(zero="if n == 0: print('x')", least=2)
    findings = stress(ProblemSubject("soj1305"), python(code), Settings(seconds=1))
    assert findings.found.data == b"0\n"
    assert findings.found.without == "--bound n=1.."
    told = "\n".join(lines_of(findings))
    assert "n = 0, where Sicily 1305 promises 1 <= n <= 4294967294" in told
    assert "no failure was found inside that; --bound n=1.. leaves such inputs out" in told


def test_fibonacci_pairs_come_early():
    lost = next(kind for kind in stages(ProblemSubject("poj1067"), 0) if kind.name.startswith("lost"))
    early = [next(lost.cases) for _ in range(100)]
    assert (165580140, 267914295) in early


def test_a_program_that_goes_away_is_told_with_what_was_tried(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "prog"
    script.write_text(f"#!{sys.executable}\nimport os\n{WYTHOFF}\nos.remove({str(script)!r})\n")
    script.chmod(0o755)
    findings = stress(ProblemSubject("poj1067"), ["./prog"], Settings(seconds=5))
    assert findings.stopped == "cannot run ./prog: No such file or directory"
    assert (findings.found, findings.files) == (None, 1)
    assert lines_of(findings)[0].startswith("stopped; no failure so far: 1 case in 1 file")


def test_what_is_meant_by_a_file_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.py").write_text("")
    with Runner(["base.py"]) as runner, pytest.raises(GrundyError, match=r"python3 base\.py"):
        runner.run(b"", Limits())
    (tmp_path / "base.py").chmod(0o755)
    with (
        Runner(["base.py"]) as runner,
        pytest.raises(GrundyError, match=r"the file here is \./base\.py, or python3 base"),
    ):
        runner.run(b"", Limits())


def test_no_room_for_inputs_names_the_place(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.TemporaryFile", lambda: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with Runner(["true"]) as runner, pytest.raises(GrundyError, match="temporary files: No space left on device"):
        runner.run(b"", Limits())


@pytest.mark.parametrize("words", [["stress", "poj1067", "--seconds", "0.2", "--", "cat"], ["judge", "poj1067"]])
def test_nobody_listens_to_errors(words, tmp_path):
    code = "import sys; sys.argv[0] = 'grundy'; from grundy.cli import main; main()"
    line = f'exec {sys.executable} -c "{code}" {" ".join(words)} 2>&-'
    done = subprocess.run(["sh", "-c", line], input=b"1 x\n", capture_output=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout[:5]) == ((1, b"garbl") if words[0] == "stress" else (2, b""))


def test_json_is_escaped_too(grundy):
    done = grundy("poj1067", "--seconds", "1", "--json", "--", *python("print('\\x1b')"))
    assert json.loads(done.output)["failure"]["answer"] == "\\x1b"


# ---------------------------------------------------------------- problem files


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("bash(m)[n]", "nim[n, q]"), "q is no name of the case; its names are m, n"),
        (("bash(m)[n]", "bash(q)[n]"), "q is no name of the case; its names are m, n"),
        (('"m n"', '"m n x[99999999999]"'), "a number from 1 to 999,999,999, as the length"),
    ],
)
def test_problem_files_name_what_is_wrong(change, expected):
    with pytest.raises(RuleError, match=expected.replace("(", r"\(")):
        parse_problem(TAKE.replace(*change))


def test_a_problem_file_may_begin_with_a_mark(tmp_path):
    from grundy.judge.problem import load_problem

    path = tmp_path / "take.toml"
    path.write_bytes(b"\xef\xbb\xbf" + TAKE.encode())
    assert load_problem(path).if_n == "先手"
