"""Programs with one classic mistake each: `stress` finds it, and a locally smallest input; right ones pass."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grundy.games import rules
from grundy.judge.stress import GameSubject, ProblemSubject, Settings, stress
from grundy.judge.stress.hunting import Hunt
from grundy.judge.stress.running import Limits, Runner

FAULTS = Path(__file__).parent / "faults"
COMPILER = shutil.which("g++") or shutil.which("clang++")
pytestmark = [pytest.mark.slow]


@pytest.fixture(scope="module")
def command(tmp_path_factory):
    """A function from the name of a source to the command that runs it."""
    directory = tmp_path_factory.mktemp("programs")

    def inner(name):
        source = FAULTS / name
        if source.suffix == ".py":
            return [sys.executable, str(source)]
        if COMPILER is None:
            pytest.skip("no C++ compiler")
        target = directory / source.stem
        if not target.exists():
            subprocess.run([COMPILER, "-O2", "-std=gnu++17", "-w", "-o", target, source], check=True)
        return [str(target)]

    return inner


def nim():
    return GameSubject(rules("nim"))


def three():
    subject = GameSubject(rules("n -> n-t where t <= 3"), "value")
    subject.bounded({"heaps": (1, 1)})
    return subject


def plain(name):
    """The problem without what its source promises: a failure beyond that would be searched for inside, too."""
    subject = ProblemSubject(name)
    subject.promised = {}
    return subject


SHORT = Limits(seconds=0.5)
SMALLEST = [
    ("golden_double.cpp", "poj1067", "wrong answer", "165580140 267914295\n"),
    ("array20.cpp", "poj2234", "wrong answer", "21" + " 1" * 21 + "\n"),
    ("array20.py", nim, "crash", "0" + " 0" * 20 + "\n"),
    ("overflow64.cpp", "51nod1661", "wrong answer", None),
    ("overflow32.cpp", "51nod1661", "wrong answer", None),
    ("floor_division.py", "51nod1661", "wrong answer", "1 2\n3\n"),
    ("no_line_end.cpp", "poj2234", "garbled output", "1 1\n1 1\n"),
    ("lln.cpp", three, "garbled output", "7\n"),
    ("one_case.py", "poj1067", "missing answers", "0 0\n0 0\n"),
    ("blank_line.py", "soj1305", "too many answers", "1\n\n"),
    ("endless_at_zero.cpp", "soj1305", "time-out", "0\n"),
    ("endless_at_one.py", "soj1305", "time-out", "1\n"),
]


@pytest.mark.parametrize(("source", "about", "kind", "smallest"), SMALLEST, ids=[name for name, *_ in SMALLEST])
def test_a_fault_is_found_and_made_locally_smallest(source, about, kind, smallest, command):
    subject = plain(about) if source in ("array20.cpp", "endless_at_zero.cpp") else None
    subject = subject or (ProblemSubject(about) if isinstance(about, str) else about())
    limits = SHORT if kind == "time-out" else Limits()
    found = stress(subject, command(source), Settings(seconds=60, shrinking=60, limits=limits)).found
    assert found is not None
    assert found.failure.kind == kind
    assert found.smallest
    assert smallest is None or found.data.decode() == smallest
    if source.startswith("overflow"):  # it needs numbers whose product is large
        ((_, k, numbers),) = found.given.cases
        assert len(numbers) <= 2
        assert k * max(numbers) >= 2 ** (int(source[8:10]) - 1)


@pytest.mark.parametrize(("source", "problem"), [("quadratic.cpp", "51nod1661"), ("quadratic_lines.py", "soj1305")])
def test_time_that_grows_with_the_square_is_found(source, problem, command):
    settings = Settings(seconds=60, limits=SHORT, shrinking=2)
    found = stress(ProblemSubject(problem), command(source), settings).found
    assert found is not None
    assert found.failure.kind == "time-out"


def require_passed(subject, program, files, most=20_000, without=()):
    """Run the program on so many files, however long that takes: no failure, and all kinds of files but long lists."""
    with Runner(program) as runner:
        hunt = Hunt(subject, runner, Settings(seconds=600, without=frozenset(without)), None)
        hunt.chunk, hunt.most = min(hunt.chunk, most), most
        hunt.look_at(files)
    assert hunt.last is None, hunt.last
    assert hunt.files == files
    assert {*hunt.missing()} <= {"long lists"}
    assert hunt.cases > 100


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("right_wythoff.cpp", "poj1067"),
        ("right_nim.cpp", "poj2234"),
        ("right_race.py", "soj1305"),
        ("right_blackboard.cpp", "51nod1661"),
    ],
)
def test_right_programs_pass(source, problem, command):
    require_passed(ProblemSubject(problem), command(source), 22)


@pytest.mark.parametrize(("text", "ask"), [("kayles", "option"), ("wythoff", "option"), ("fibonacci_nim", "outcome")])
def test_programs_that_grundy_writes_pass(text, ask, tmp_path):
    from grundy.report.coding import code

    source = tmp_path / "program.py"
    source.write_text(code(rules(text), "python", ask, check=False).text)
    program = [sys.executable, str(source)]
    require_passed(GameSubject(rules(text), ask), program, 20, 60, ["long lists", "many cases in a file"])
