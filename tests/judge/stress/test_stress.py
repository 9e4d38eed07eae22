"""Inputs, comparison, shrinking and the command, on programs that are quick to see through."""

import json
import sys
from itertools import islice
from random import Random

import pytest
from click.testing import CliRunner

from grundy.cli.stress import stress as command
from grundy.games import rules
from grundy.judge import judge_text
from grundy.judge.problem import parse_problem
from grundy.judge.stress import GameSubject, ProblemSubject, Settings, replay, stress
from grundy.judge.stress.cases import Maker, stages
from grundy.judge.stress.hunting import Hunt
from grundy.judge.stress.output import Failure, compared
from grundy.judge.stress.running import Limits, Run, Runner
from grundy.judge.stress.shrinking import Shrinker
from grundy.judge.stress.subject import Input
from grundy.rules.errors import GrundyError, RuleError

MARKED = parse_problem(
    'case = "a b"\nend = "a == 0 and b == 0"\nposition = "euclid[a, b]"\nanswer = { N = "Stan wins", P = "Ollie wins" }'
)
COUNTED = parse_problem(
    'case = "n x[n]"\ncount = true\nposition = "nim[*x]"\nmisere = true\nanswer = { N = "John", P = "Brother" }'
)
TAKEN = parse_problem(
    'case = "m n"\nread = "lines"\nposition = "bash(m)[n]"\n[bounds]\nm = { least = 1, most = 50 }\n'
    'n = { least = 0, most = 1000 }\n[answer]\nN = "Case {case}: first takes {t} of {n}"\nP = "Case {case}: second"'
)


def subjects():
    yield from (ProblemSubject(name) for name in ("poj1067", "poj2234", "soj1305", "51nod1661"))
    yield from (ProblemSubject(problem, 40) for problem in (MARKED, COUNTED, TAKEN))
    yield GameSubject(rules("kayles"), "option", most=200)
    yield GameSubject(rules("wythoff"), "option", most=60)
    yield GameSubject(rules("nim"), "value")


def python(code):
    return [sys.executable, "-c", code]


# ---------------------------------------------------------------- inputs


@pytest.mark.parametrize("subject", list(subjects()), ids=lambda s: s.name)
def test_all_cases_are_inside_the_bounds_and_read_back(subject):
    for kind in stages(subject, 3):
        cases = list(islice(kind.cases, 150))
        for case in cases:
            for part, value in zip(subject.parts, case, strict=True):
                numbers = value if isinstance(value, tuple) else (value,)
                assert all(part.least <= n <= part.most for n in numbers), (kind.name, case)
        assert subject.read(subject.text(Input(tuple(cases)))) == cases


@pytest.mark.parametrize("subject", list(subjects()), ids=lambda s: s.name)
def test_the_truth_is_accepted_and_looks_like_an_answer(subject):
    cases = tuple(islice(Maker(subject, Random(5)).random(), 60))
    truths = subject.truths(cases)
    output = "".join(f"{line}\n" for line in truths).encode()
    assert compared(subject, Input(cases), truths, Run("ended", output, b"", 0, 0, 0), 1) is None
    changed = [f"{line} " + "x" for line in truths]
    output = "".join(f"{line}\n" for line in changed).encode()
    found = compared(subject, Input(cases), truths, Run("ended", output, b"", 0, 0, 0), 1)
    assert found.kind == "garbled output"


def test_the_inputs_hold_what_they_are_made_for():
    subject = ProblemSubject("poj1067")
    kinds = {kind.name: kind.cases for kind in stages(subject, 0)}
    lost = set(kinds["lost positions and their neighbours"])
    assert {(165580140, 267914295), (165580141, 267914296), (599074578, 969323029)} <= lost
    small = set(kinds["small"])
    assert {(a, b) for a in range(30) for b in range(30)} <= small


def test_lost_positions_are_lost():
    for name in ("poj2234", "51nod1661"):
        subject = ProblemSubject(name)
        maker = Maker(subject, Random(2))
        cases = [c for _ in range(40) if (c := maker.any_case(10**6)) is not None]
        made = [found for case in cases if (found := maker._made_lost(case)) is not None]
        assert len(made) >= 10
        assert all(map(subject.is_lost, made))


# ---------------------------------------------------------------- comparison


def failure(subject, cases, output, **run):
    truths = subject.truths(cases)
    done = Run("ended", output.encode(), b"", run.pop("code", 0), 0, 0)
    return compared(subject, Input(tuple(cases)), truths, done, 1)


@pytest.mark.parametrize(
    ("output", "kind", "reason"),
    [
        ("Alice 2 2\n", None, ""),
        ("Alice 4 2", None, ""),
        ("Alice 2 2  \r\n", None, ""),
        ("Alice 1 2\n", "wrong answer", "no move: 2 cannot become 2"),
        ("Alice 2 1\n", "wrong answer", "no move: 3 cannot become 1"),
        ("Alice 5 1\n", "wrong answer", "there is no component 5: there are 4"),
        ("Alice 0 1\n", "wrong answer", "there is no component 0: there are 4"),
        ("Bob\n", "wrong answer", "the mover wins"),
        ("Alice 2 2n", "garbled output", "no line end behind an answer"),
        ("Answer: Alice 1 1\n", "garbled output", "text that is no part of the answer"),
        ("\nAlice 1 1\n", "garbled output", "line 1 is empty; without empty lines the answers are right"),
        ("alice 1 1\n", "garbled output", "not spelled as the answer is"),
        ("", "missing answers", "no answer for 1 case"),
        ("Alice 1 1\nBob\n", "too many answers", "2 answers for 1 case"),
    ],
)
def test_any_winning_move_is_right_and_faults_are_told_apart(output, kind, reason):
    found = failure(ProblemSubject("51nod1661"), [(4, 2, (2, 3, 3, 3))], output)
    assert (None if found is None else found.kind) == kind
    if found is not None:
        assert found.reason == reason


def test_a_legal_move_that_does_not_win_says_what_it_leaves():
    found = failure(ProblemSubject("51nod1661"), [(2, 4, (6, 5))], "Alice 1 3\n")
    assert found.reason == "it does not win: blackboard(4)[3, 5] is left, of Grundy value 2"


def test_moves_by_what_is_taken_and_the_number_of_the_case():
    subject = ProblemSubject(TAKEN)
    cases = [(10, 100), (3, 8), (3, 7)]
    assert failure(subject, cases, "Case 1: first takes 1 of 100\nCase 2: second\nCase 3: first takes 3 of 7\n") is None
    found = failure(subject, cases, "Case 1: first takes 2 of 100\nCase 2: second\nCase 3: first takes 3 of 7\n")
    assert found.reason == "it does not win: bash(10)[98] is left, of Grundy value 10"
    found = failure(subject, cases, "Case 1: first takes 11 of 100\nCase 2: second\nCase 3: first takes 3 of 7\n")
    assert found.reason == "no move: 100 cannot become 89"
    found = failure(subject, cases, "Case 1: first takes 1 of 100\nCase 1: second\nCase 3: first takes 3 of 7\n")
    assert found.kind == "wrong answer"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("1 4 4", None),
        ("1 3 4", "it does not win: kayles[3, 4] is left, of Grundy value 2"),
        ("1 5 5", "no move: 9 cannot become 5 5"),
        ("2 1", "there is no heap 2: there are 1"),
        ("1", "0 heaps are no components of 1"),
        ("P", "the mover wins"),
    ],
)
def test_moves_of_games(answer, reason):
    subject = GameSubject(rules("kayles"), "option")
    assert subject.reason((1, (9,)), answer, "1 4 4") == reason


def test_exit_status_and_signals():
    subject = ProblemSubject("poj1067")
    assert failure(subject, [(1, 2)], "0\n", code=7) is None
    assert failure(subject, [(1, 2)], "1\n", code=7).kind == "crash"
    assert failure(subject, [(1, 2)], "0\n", code=-11).reason == "ended by SIGSEGV (memory that is not its own)"


def test_markers_and_counts_stand_in_the_files():
    assert ProblemSubject(MARKED).text(Input(((3, 4),))) == b"3 4\n0 0\n"
    assert ProblemSubject(COUNTED).text(Input(((2, (3, 4)),))) == b"1\n2 3 4\n"
    assert not ProblemSubject(MARKED).is_case((0, 0))


def test_bounds_are_changed_by_name():
    subject = ProblemSubject("poj2234")
    subject.bounded({"M": (2, 3)})
    assert (subject.parts[0].least, subject.parts[0].most) == (2, 3)
    with pytest.raises(RuleError, match="no number of a case is named 'q'"):
        subject.bounded({"q": (1, 2)})


# ---------------------------------------------------------------- shrinking


def shrunk(subject, cases, fails):
    def attempt(given):
        return Failure("wrong answer", 0, "", "") if any(map(fails, given.cases)) else None

    shrinker = Shrinker(subject, attempt, Input(tuple(cases)), Failure("wrong answer", 0, "", ""), float("inf"))
    shrinker.run()
    assert shrinker.done
    return shrinker


def test_hypothesis_starts_from_the_failing_input():
    found = shrunk(ProblemSubject("poj1067"), [(7_654_321, 987_654_321)], lambda c: c[1] - c[0] >= 123_456_789)
    assert found.best.cases == ((0, 123_456_789),)


def test_lists_and_cases_are_taken_apart():
    cases = [(3, (5, 6, 7)), (5, (900, 800, 7, 700, 9)), (1, (1,))]
    found = shrunk(ProblemSubject("poj2234"), cases, lambda c: c[0] >= 2 and max(c[1]) > 500)
    assert found.best.cases == ((2, (1, 501)),)


# ---------------------------------------------------------------- whole runs


@pytest.mark.slow
def test_a_right_program_passes_and_what_was_tried_is_told():
    code = "import sys\nfor line in sys.stdin:\n if line.strip():\n  print('N' if int(line) % 4 else 'P')"
    subject = GameSubject(rules("n -> n-t where t <= 3"))
    subject.bounded({"heaps": (1, 1)})
    with Runner(python(code)) as runner:
        hunt = Hunt(subject, runner, Settings(seconds=600), None)
        hunt.look_at(15)
    assert hunt.last is None
    assert hunt.files == 15
    assert hunt.cases == sum(hunt.tried.values()) > 50


@pytest.mark.slow
def test_a_program_of_one_case_may_pass_where_that_is_allowed():
    code = (
        "n, k = map(int, input().split())\nx = list(map(int, input().split()))\n"
        "from grundy.judge import judge_text\nprint(judge_text('51nod1661', f'{n} {k}\\n' + ' '.join(map(str, x))), end='')"
    )
    with Runner(python(code)) as runner:
        hunt = Hunt(ProblemSubject("51nod1661"), runner, Settings(seconds=600), None)
        hunt.look_at(9)
    assert hunt.last is None
    assert "reads one case" in " ".join(hunt.notes)
    assert "many cases in a file" not in hunt.missing()


@pytest.mark.slow
def test_large_numbers_whose_truth_is_out_of_reach_are_left_out():
    subject = GameSubject(rules("n -> n-t where t in squares"), "value")
    findings = stress(subject, python("import sys; [print(0) for line in sys.stdin if line.strip()]"), Settings(60))
    assert findings.found.data == b"1\n"
    assert findings.notes[0].startswith("numbers up to ")


@pytest.mark.slow
def test_a_program_that_prints_without_end():
    found = stress(ProblemSubject("poj1067"), python("while True: print('1\\n' * 5000)"), Settings(seconds=3)).found
    assert found.failure.kind == "too much output"


def test_replay():
    subject = ProblemSubject("poj1067")
    good = python("import sys\nfor l in sys.stdin: print(0)")
    assert replay(subject, good, b"1 2\n3 5\n", Limits()).found is None
    found = replay(subject, good, b"1 2\n3 6\n", Limits()).found
    assert (found.failure.at, found.truths) == (1, ["0", "1"])
    with pytest.raises(GrundyError, match="expected b"):
        replay(subject, good, b"1 x\n", Limits())


# ---------------------------------------------------------------- the command


@pytest.fixture
def grundy(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def inner(*words):
        return CliRunner().invoke(command, list(words), standalone_mode=False)

    return inner


def test_the_command_shows_a_failure_saves_it_and_replays_it(grundy, tmp_path):
    wrong = ["--", *python("import sys\nfor l in sys.stdin:\n if l.strip(): print(int(l.split() != ['0', '0']))")]
    done = grundy("poj1067", "--seconds", "3", *wrong)
    assert done.return_value == 1
    assert done.output.startswith("wrong answer on a locally smallest input\n  input      1 2\n")
    assert "wythoff[1, 2] is a P-position, of Grundy value 0" in done.output
    assert (tmp_path / "stress-poj1067.in").read_text() == "1 2\n"
    assert judge_text("poj1067", "1 2\n") == "0\n"
    done = grundy("poj1067", "--replay", "stress-poj1067.in", "--json", *wrong)
    assert done.return_value == 1
    assert json.loads(done.output)["failure"]["truths"] == ["0"]


def test_what_is_missing_is_said(grundy):
    assert "COMMAND" in str(grundy("poj1067").exception)
    assert "PROBLEM" in str(grundy().exception)
    assert "--game" in str(grundy("poj1067", "--ask", "value", "--", "x").exception)
    assert "unknown problem" in str(grundy("poj", "--", "x").exception)
    assert "--bound" in str(grundy("poj1067", "--bound", "a", "--", "x").exception)
    assert "cannot run" in str(grundy("poj1067", "--", "./nothing").exception)
