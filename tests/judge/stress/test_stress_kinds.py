"""What is tried, left out and not reached; line ends of cases; exit statuses; ends of the time; smallest inputs."""

import json
import sys
import time
from random import Random

import pytest
from click.testing import CliRunner

from grundy.cli.stress import stress as command
from grundy.games import rules
from grundy.judge import judge_text
from grundy.judge.problem import parse_problem
from grundy.judge.stress import GameSubject, ProblemSubject, Settings, hunting, reaching, replay, stress
from grundy.judge.stress.findings import Findings, Odd
from grundy.judge.stress.hunting import KINDS, Hunt
from grundy.judge.stress.output import Failure, compared
from grundy.judge.stress.retrying import small_of_shape
from grundy.judge.stress.running import Limits, OutOfTime, Run, Runner
from grundy.judge.stress.shrinking import Shrinker
from grundy.judge.stress.subject import Input
from grundy.judge.stress.words import lines_of
from grundy.rules.errors import GrundyError, RuleError

MARKED = 'case = "a b"\nend = "a == 0 and b == 0"\nposition = "wythoff[a, b]"\nanswer = { N = "1", P = "0" }'
JOHN = 'case = "n / x[n]"\ncount = true\nposition = "nim[*x]"\nmisere = true\nanswer = { N = "John", P = "Brother" }'
WYTHOFF = """
import sys
from math import isqrt
for line in sys.stdin:
    if line.strip():
        a, b = sorted(map(int, line.split()))
        print(0 if a == (b - a + isqrt(5 * (b - a) ** 2)) // 2 else 1)
"""


def python(code):
    return [sys.executable, "-c", code]


@pytest.fixture
def grundy(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def inner(*words):
        return CliRunner().invoke(command, list(words), standalone_mode=False)

    return inner


class Pretended:
    """Runs that a function of the input makes up."""

    def __init__(self, answer):
        self.answer = answer

    def run(self, data, limits):
        found = self.answer(data, limits)
        return found if isinstance(found, Run) else Run("ended", found, b"", 0, 0.01, 0.01)


def right(subject):
    """What a right program prints."""

    def answer(data, _):
        return "".join(f"{line}\n" for line in subject.truths(subject.read(data))).encode()

    return answer


def hunted(subject, answer, files, **settings):
    hunt = Hunt(subject, Pretended(answer), Settings(seconds=600, **settings), None)
    hunt.look_at(files)
    return hunt


# ---------------------------------------------------------------- line ends of a case


def test_line_ends_of_a_case_are_written_and_read_as_any_blank():
    problem = parse_problem(JOHN)
    subject = ProblemSubject(problem)
    assert subject.text(Input(((3, (3, 5, 1)), (1, (1,))))) == b"2\n3\n3 5 1\n1\n1\n"
    assert judge_text(problem, "2 3 3\n5 1 1 1\n") == "John\nBrother\n"
    assert subject.read(b"2\n3\n3 5 1\n1\n1\n") == [(3, (3, 5, 1)), (1, (1,))]


@pytest.mark.parametrize(
    ("case", "written"),
    [
        ("n k x[n]", b"1 7\n5\n"),
        ("n k / x[n]", b"1 7\n5\n"),
        ("n / k / x[n]", b"1\n7\n5\n"),
        ("n / k x[n]", b"1\n7 5\n"),
    ],
)
def test_a_list_behind_two_numbers_has_a_line_where_nothing_else_is_said(case, written):
    problem = parse_problem(f'case = "{case}"\nposition = "nim[*x]"\nanswer = {{ N = "1", P = "0" }}')
    assert ProblemSubject(problem).text(Input(((1, 7, (5,)),))) == written


@pytest.mark.parametrize("case", ["/ n x[n]", "n // x[n]", "n / / x[n]", "n x[n] /", "/"])
def test_line_ends_stand_between_names(case):
    with pytest.raises(RuleError, match="case: "):
        parse_problem(f'case = "{case}"\nposition = "nim[*x]"\nanswer = {{ N = "1", P = "0" }}')


def test_a_case_on_one_line_has_no_line_ends():
    with pytest.raises(RuleError, match=r'with read = "lines" a case is one line'):
        parse_problem(f'read = "lines"\n{JOHN}')


# ---------------------------------------------------------------- kinds


def test_all_kinds_are_reached_in_turn_or_named():
    subject = ProblemSubject(parse_problem(MARKED))
    assert hunted(subject, right(subject), 21).missing() == ("many cases in a file",)
    few = hunted(subject, right(subject), 13)
    assert set(few.missing()) == {*KINDS} - {"small", "long lists"}
    told = lines_of(Findings(None, 3, 300, 1.0, {"small": 300}, [], missing=("edges", "random")))
    assert told[-3:] == ["note: these kinds of inputs were not reached (raise --seconds):", "  edges", "  random"]


def test_kinds_are_left_out(grundy):
    subject = ProblemSubject("poj1067")
    without = frozenset({"small", "ends of files", "random"})
    hunt = hunted(subject, right(subject), 4, without=without)
    assert not without & {*hunt.tried, *hunt.missing()}
    only = hunted(subject, right(subject), 9, without=frozenset(KINDS) - {"ends of files"})
    assert only.tried.keys() == {"ends of files"}
    assert "--without takes a kind of inputs (small, " in str(
        grundy("poj1067", "--without", "ends", "--", "x").exception
    )


def test_nothing_is_read_behind_the_end():
    subject = ProblemSubject(parse_problem(MARKED))
    assert subject.text(Input(((1, 2), (3, 4)), "a case behind the end")) == b"1 2\n3 4\n0 0\n1 2\n"

    def goes_on(data, limits):
        lines = [line for line in data.decode().split("\n") if line.strip() and line != "0 0"]
        return right(subject)("\n".join([*lines, "0 0", ""]).encode(), limits)

    hunt = hunted(subject, goes_on, 20)
    given, failure = hunt.last
    assert (hunt.stage, given.layout, failure.kind) == ("behind the end", "a case behind the end", "too many answers")


def test_who_is_slow_is_said():
    for slow in ("the program", "finding the truth"):
        told = lines_of(Findings(None, 4, 4, 20.0, {"small": 4}, [], slow=slow))
        assert told[-1] == f"note: that is little (4 cases): {slow} took most of the time; raise --seconds"


# ---------------------------------------------------------------- laws


def test_misere_play_of_several_heaps_goes_by_its_law():
    subject = GameSubject(rules("nim[:, :]"), misere=True, budget=600)
    assert subject.by_law
    assert reaching.reach(subject, Random(0)) == ""
    assert subject.truths([((10**9, 10**9),), ((10**9, 5),), ((1, 1),), ((1, 0),)]) == ["P", "N", "N", "P"]


def test_a_law_lets_programs_of_moves_have_large_numbers(monkeypatch):
    monkeypatch.setattr(reaching, "_SLOW", 60.0)
    subject = GameSubject(rules("n, m -> n-t, 2*t where 1 <= t <= m"), "option")
    parts = subject.parts
    assert reaching.reach(subject, Random(0)) == ""
    assert subject.parts == parts


# ---------------------------------------------------------------- exit statuses


def test_an_exit_status_is_shown_with_its_input_and_error(grundy, tmp_path):
    program = python(f"{WYTHOFF}\nsys.exit('no blank lines, please')")
    (tmp_path / "one.in").write_text("1 2\n")
    done = grundy("poj1067", "--replay", "one.in", "--", *program)
    assert done.return_value == 0
    assert "its exit status was 1, though its answers were right; --strict makes that a failure" in done.output
    assert "  input      1 2\n  error      no blank lines, please\n" in done.output
    done = grundy("poj1067", "--replay", "one.in", "--strict", "--json", "--", *program)
    assert done.return_value == 1
    reason = json.loads(done.output)["failure"]["reason"]
    assert reason == "exit status 1 after right answers: no blank lines, please"


def test_the_input_of_an_exit_status_is_saved(grundy, tmp_path, monkeypatch):
    found = Findings(None, 9, 900, 1.0, {"small": 900}, [], odd=Odd(1, b"1 2\n\n", "ValueError: x"))
    monkeypatch.setattr("grundy.judge.stress.stressing.stress", lambda *_: found)
    done = grundy("poj1067", "--", "x")
    assert "  saved as   stress-poj1067.in\n" in done.output
    assert (tmp_path / "stress-poj1067.in").read_bytes() == b"1 2\n\n"


def test_the_smallest_input_of_an_exit_status_is_kept():
    subject = ProblemSubject("poj1067")

    def answer(data, limits):
        code = 3 if data.endswith(b"\n\n") else 0
        return Run("ended", right(subject)(data, limits), b"last words\n", code, 0.01, 0.01)

    hunt = hunted(subject, answer, 17)
    assert hunt.last is None
    assert hunt.odd.status == 3
    assert hunt.odd.data.endswith(b"\n\n")
    assert hunt.odd.error == "last words"
    told = lines_of(Findings(None, 17, 300, 1.0, {"small": 300}, [], odd=hunt.odd))
    assert "             (with a blank line at the end)" in told
    strict = hunted(subject, answer, 17, strict=True)
    assert strict.last[1].reason == "exit status 3 after right answers: last words"


# ---------------------------------------------------------------- time


def test_a_run_is_stopped_when_nobody_waits_for_it():
    begun = time.monotonic()
    with Runner(python("import time; time.sleep(1000)")) as runner:
        done = runner.run(b"", Limits(100, until=time.monotonic() + 0.2))
    assert done.status == "stopped"
    assert time.monotonic() - begun < 50


def test_runs_end_soon_after_the_search_but_for_the_first():
    subject = ProblemSubject("poj1067")
    hunt = Hunt(subject, Pretended(right(subject)), Settings(seconds=5, limits=Limits(2.0)), None)
    assert hunt._until() == float("inf")
    hunt.files = 1
    assert hunt._until() <= time.monotonic() + 5 + 2.0 + hunting.GRACE


def test_a_run_that_was_stopped_is_no_failure_and_is_told():
    subject = ProblemSubject("poj1067")
    runs = []

    def answer(data, limits):
        runs.append(data)
        return right(subject)(data, limits) if len(runs) < 7 else Run("stopped", b"", b"", -9, 0.0, 9.0)

    hunt = hunted(subject, answer, 20)
    assert (hunt.last, hunt.files) == (None, 6)
    assert hunt.notes == ["the last file (small, up to 2 cases) was not done when the time was over"]


def test_a_stopped_run_does_not_make_an_input_smallest():
    def attempt(_):
        raise OutOfTime

    shrinker = Shrinker(ProblemSubject("poj1067"), attempt, Input(((5, 7),)), Failure("crash", 0, "", ""), float("inf"))
    shrinker.run()
    assert not shrinker.done


def test_truths_that_take_long_make_files_shorter(monkeypatch):
    subject = ProblemSubject("poj1067")
    now = [0.0]
    monkeypatch.setattr(hunting.time, "process_time", lambda: now[0])
    truths = subject.truths

    def slowly(cases):  # the last ones are quick
        now[0] += sum(0.01 for case in cases if case[0] < 9000)
        return truths(cases)

    monkeypatch.setattr(subject, "truths", slowly)
    hunt = Hunt(subject, Pretended(right(subject)), Settings(seconds=600), None)
    assert len(hunt._known(Input(tuple((n, n) for n in range(10_000)))).cases) < 1000


def test_a_program_may_write_much_to_standard_error():
    code = "import os\nfor _ in range(64): os.write(2, b'x' * (1 << 20))\nos.write(2, b'\\nlast')\nprint(1)"
    with Runner(python(code)) as runner:
        done = runner.run(b"", Limits(60))
    assert (done.status, done.output, done.told) == ("ended", b"1\n", (64 << 20) + 5)
    assert done.errors.endswith(b"x\nlast")
    assert len(done.errors) <= 4000


def test_processes_are_not_looked_at_each_time_something_is_printed(monkeypatch):
    looked = []
    monkeypatch.setattr("grundy.judge.stress.running._session", lambda _: looked.append(1) or (0.0, True))
    monkeypatch.setattr("grundy.judge.stress.running._GLANCE", 1000.0)
    code = "import os\nfor _ in range(300): os.write(2, b'x' * 4096)"
    with Runner(python(code)) as runner:
        runner.run(b"", Limits(0.05))
    assert looked == []


def test_a_time_out_names_standard_error():
    subject = ProblemSubject("poj1067")
    run = Run("time-out", b"", b"", -9, 0.5, 10.0, told=600_000_000)
    found = compared(subject, Input(((1, 2),)), ["0"], run, 2.0)
    assert "it wrote 600,000,000 bytes to standard error, and waited until they were read" in found.reason


# ---------------------------------------------------------------- what cannot be run


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#!/no/such/interpreter\n", "the file needs /no/such/interpreter, which is not there or cannot be run"),
        ("echo 1\n", "the file is no program of this machine, and has no first line #!..."),
        ("", "the file has an empty first line"),
    ],
)
def test_why_an_executable_file_cannot_be_run(text, expected, tmp_path):
    path = tmp_path / "prog"
    path.write_text(text)
    path.chmod(0o755)
    with Runner([str(path)]) as runner, pytest.raises(GrundyError) as caught:
        runner.run(b"", Limits())
    assert expected in caught.value.message
    path.chmod(0o644)
    with Runner([str(path)]) as runner, pytest.raises(GrundyError, match="the file is not executable"):
        runner.run(b"", Limits())


# ---------------------------------------------------------------- smallest inputs


def shrunk(subject, cases, fails, *, many=True, kind="wrong answer"):
    runs = []

    def attempt(given):
        runs.append(given)
        bad = tuple(i for i, case in enumerate(given.cases) if fails(case))
        return Failure(kind, bad[0], "", "", bad) if bad else None

    failure = attempt(Input(tuple(cases)))
    shrinker = Shrinker(subject, attempt, Input(tuple(cases)), failure, float("inf"), many=many)
    shrinker.run()
    assert shrinker.done
    return shrinker.best.cases, len(runs)


@pytest.mark.parametrize("many", [True, False])
def test_small_numbers_of_the_same_shape_are_tried(many):
    def fails(case):
        return case in {(1, 34025, (39391921500276,)), (1, 2, (7,))}

    found, _ = shrunk(ProblemSubject("51nod1661"), [(1, 34025, (39391921500276,))], fails, many=many)
    assert found == ((1, 2, (7,)),)


def test_small_cases_of_a_shape():
    subject = ProblemSubject("poj1067")
    cases = small_of_shape(subject, (500, 10**9))
    assert len(cases) == 64 * 64
    assert cases[:3] == [(0, 0), (0, 1), (1, 0)]
    assert small_of_shape(subject, (5, 60)) == []
    assert small_of_shape(ProblemSubject("poj2234"), (21, (1,) * 20 + (99,))) == []


def test_the_case_at_fault_is_tried_alone_where_a_slow_file_turns_out_wrong():
    """A file takes too long; a part of it is answered in time, and wrongly at a case that is then known."""
    cases = [(n, n) for n in range(2000)]
    runs = []

    def attempt(given):
        runs.append(len(given.cases))
        if len(given.cases) > 500:
            return Failure("time-out", 0, "", "")
        bad = tuple(i for i, case in enumerate(given.cases) if case[0] == 77)
        return Failure("wrong answer", bad[0], "", "", bad) if bad else None

    start = Input(tuple(cases))
    shrinker = Shrinker(ProblemSubject("poj1067"), attempt, start, Failure("time-out", 0, "", ""), float("inf"))
    shrinker.isolate()
    assert shrinker.best.cases == ((77, 77),)
    assert len(runs) <= 8


def test_the_case_behind_what_is_shown_is_told():
    cases = tuple((n, n + 3) for n in range(20))
    failure = Failure("wrong answer", 15, "1", "the mover wins", (15,))
    subject = ProblemSubject("poj1067")
    truths = subject.truths(cases)
    found = replay(subject, ["cat"], subject.text(Input(cases)), Limits()).found
    assert found is not None
    found = found._replace(failure=failure, truths=truths, case=subject.line(cases[15]))
    assert "  case       15 18" in lines_of(Findings(found, 1, 20, 1.0, {}, []))


# ---------------------------------------------------------------- problem files


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'case = "a b"\nposition = "blocking(wythoff, 2)[a, b]"\nanswer = { N = "{value}", P = "0" }',
            r"answer\.N: a blocking game has outcomes only",
        ),
        (
            f"{MARKED.replace('a == 0 and b == 0', 'a // 0 == 1')}",
            "end: this divides by 0",
        ),
        (
            'case = "a b"\nposition = "nim[a % 0, b]"\nanswer = { N = "1", P = "0" }',
            "position: this divides by 0",
        ),
    ],
)
def test_mistakes_are_found_before_any_input_is_read(text, expected):
    with pytest.raises(RuleError, match=expected):
        parse_problem(text)


@pytest.mark.slow
def test_a_search_ends_near_its_time_where_children_use_the_processor(tmp_path):
    script = tmp_path / "slow.sh"
    script.write_text("while read -r a b; do sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'; echo 0; done\n")
    begun = time.monotonic()
    findings = stress(
        ProblemSubject("soj1305"), ["sh", str(script)], Settings(seconds=1, limits=Limits(0.5), shrinking=0.5)
    )
    assert time.monotonic() - begun < 60
    assert findings.files
