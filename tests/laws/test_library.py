"""Laws by rule texts: shipped certificates, files that are given, families and sums."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import grundy.laws.known
from grundy import expression, outcome, ruleset, solve, value
from grundy.laws.beatty import BeattyLaw
from grundy.laws.library import INDEX, SHIPPED, index_text, known, library_of
from grundy.laws.nim import NimLaw
from grundy.laws.periodic import PeriodicLaw
from grundy.laws.race import RaceLaw
from grundy.laws.residue import ResidueLaw
from grundy.laws.staircase import StaircaseLaw
from grundy.laws.sums import SumLaw
from grundy.laws.window import ScaledWindowLaw
from grundy.rules.errors import CertificateError

MADE_UP = "n -> n-t where t in {1, 3, 41}"  # nobody ships a law of this


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("nim", NimLaw()),
        ("bash(10)", ResidueLaw(11)),
        ("take_range(3, 8)", StaircaseLaw(3, 8)),
        ("take_range(1, 8)", ResidueLaw(9)),
        ("take_range(3, 2)", StaircaseLaw(3, 2)),
        ('ruleset("x -> x-s where s >= 3 and s <= 10**18")', StaircaseLaw(3, 10**18)),
        ('ruleset("x -> x-s where 3 <= s and s <= 8")', StaircaseLaw(3, 8)),
        ('ruleset("n -> m where n-8 <= m <= n-3")', StaircaseLaw(3, 8)),
        ("take_range(2, 3)[:, :]", SumLaw((StaircaseLaw(2, 3), StaircaseLaw(2, 3)))),
        ("blackboard(3)", ScaledWindowLaw(3, 1)),
        ("halving", ScaledWindowLaw(2, 0)),
        ("wythoff", BeattyLaw(1)),
        ("race(2, 9, 162)", RaceLaw(2, 9, 162)),
        ("nim[:, :]", SumLaw((NimLaw(), NimLaw()))),
        ('ruleset("a, b -> a, b-t where t <= 4 | a-t, b")', SumLaw((NimLaw(), ResidueLaw(5)))),
        ('ruleset("x -> x-s where s <= 10")', ResidueLaw(11)),
        ('ruleset("x, y -> x-s, y-s | x, y-s | x-s, y")', BeattyLaw(1)),
    ],
)
def test_laws_of_the_classics(text, law):
    found = known(expression(text))
    assert found.law == law
    assert found.evidence in {"proved", "checked"}
    assert (found.checked_to is None) == (found.evidence == "proved")


@pytest.mark.parametrize("text", ["n -> n-t where t <= 10 and n != 7", "n -> n-2*t where t <= 10", MADE_UP])
def test_rules_that_only_look_alike_have_no_law(text):
    assert known(ruleset(text)) is None


@pytest.mark.parametrize("params", [(), (1, 2), (frozenset({1}),), ("3",)])
def test_parameters_that_are_no_integers_or_too_many(params):
    assert SHIPPED.law_of("h1 -> h1-v1 where v1 <= p1", params) is None


def test_the_index_is_that_of_the_files():
    directory = Path(grundy.laws.known.__file__).parent
    if (directory / INDEX).exists():
        assert (directory / INDEX).read_text() == index_text(directory)


@pytest.fixture
def write(tmp_path):
    def made(name, **data):
        path = tmp_path / name
        path.write_text(json.dumps(data))
        return path

    return made


def record(text, law, **more):
    rules = {"text": text, "parameters": []}
    return {"format": "grundy law", "rules": rules, "law": law, "evidence": "checked", "checked_to": 77, **more}


PERIOD = {"kind": "periodic", "least": 0, "preperiod": 0, "period": 2, "saltus": 0, "values": [0, 1]}


def test_a_law_from_a_file(write):
    rules = ruleset(MADE_UP)
    library = library_of([write("a.json", **record(rules.canonical, PERIOD))])
    found = known(rules, library=library)
    assert (found.law.period, found.evidence, found.checked_to) == (2, "checked", 77)
    assert known(rules) is None
    n = 10**30 + 1
    assert value(rules[n], laws=library) == 1
    solved = solve(rules[n, 6], laws=library)
    assert (solved.by, solved.checked_to, solved.grundy) == ("law checked", 77, 1)
    assert solved.to_json()["checked_to"] == 77
    assert solved.complete
    assert solved.winning_count == len(solved.winning_options) == 5
    assert all(outcome(o, laws=library) == "P" for o in solved.winning_options)


def test_a_law_of_a_family_with_its_domain(write):
    family = ruleset("n -> n-t where t <= 3*m", params="m")
    data = record("h1 -> h1-v1 where v1 <= 3*p1", {"kind": "window", "least": 0, "lower": [[1, "-3*p1", 1]]})
    data["rules"] = {"text": family.general[0], "parameters": ["p1"], "domain": {"p1": 2}}
    library = library_of([write("b.json", **data)])
    assert known(family(5), library=library).law == ResidueLaw(16)
    assert known(family(1), library=library).name == "bash.json"  # outside of the domain: the shipped law of t <= 3


def test_grundy_values_come_before_outcomes_and_misere_by_itself(write):
    rules = ruleset(MADE_UP)
    outcomes = {"kind": "automatic", "about": "outcome", "system": {"kind": "base", "base": 2}, "tracks": 1}
    outcomes |= {"delta": [[0, 0]], "final": [0], "start": 0}
    first = write("1.json", **record(rules.canonical, outcomes))
    second = write("2.json", **record(rules.canonical, PERIOD))
    third = write("3.json", **record(rules.canonical, {**outcomes, "final": []}, play="misere"))
    library = library_of([first, second, third])
    assert isinstance(known(rules, library=library).law, PeriodicLaw)
    assert known(rules, "misere", library).law.kind == "automatic"
    assert solve(rules[10**18], misere=True, laws=library).outcome == "N"
    assert solve(rules[10**18], misere=True, laws=library).by == "law checked"


def test_a_law_that_was_described(write):
    law = BeattyLaw(7).automatic()
    text = expression("wythoff_r(7)").canonical
    data = record(text, law.to_json(), description={"kind": "beatty", "r": 7})
    found = known(ruleset(text), library=library_of([write("d.json", **data)]))
    assert found.law == BeattyLaw(7)
    assert found.automaton == law


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"format": "something"}, "format"),
        ({"law": None}, "law"),
        ({"evidence": "proved"}, "evidence"),
        ({"evidence": "sworn"}, "evidence"),
        ({"checked_to": "far"}, "checked_to"),
        ({"play": "both"}, "play"),
        ({"rules": 3}, "rules"),
        ({"rules": {"text": "h1 -> h1-v1", "parameters": "p1"}}, "parameters"),
        ({"rules": {"text": "h1 -> h1-v1", "domain": {"p1": "x"}}}, "domain"),
    ],
)
def test_files_that_are_no_laws(write, change, fault):
    path = write("x.json", **{**record("h1 -> h1-v1", PERIOD), **change})
    with pytest.raises(CertificateError, match=fault):
        library_of([path])


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(CertificateError, match="cannot read"):
        library_of([tmp_path / "none.json"])
    (tmp_path / "y.json").write_text("{")
    with pytest.raises(CertificateError, match="no JSON"):
        library_of([tmp_path / "y.json"])


def solve_by_command(*arguments):
    program = "from grundy.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, "solve", *arguments], capture_output=True, text=True, check=False
    )


def test_the_command_takes_a_law_and_checks_a_certificate(write):
    mine = f"ruleset('{MADE_UP}')[{10**18 + 1}]"
    path = write("a.json", **record(ruleset(MADE_UP).canonical, PERIOD))
    done = solve_by_command(mine, "--law", str(path))
    assert done.returncode == 0
    assert "Grundy value: 1\n" in done.stdout
    assert "Decided by: law checked to 77 (" in done.stdout
    shipped = Path(grundy.laws.known.__file__).parent / "bash.json"
    data = json.loads(shipped.read_text())
    done = solve_by_command("bash(3)[10**18]", "--law", str(shipped), "--json")
    assert json.loads(done.stdout)["by"] == "law proved"
    wrong = write("w.json", **{**data, "law": {**data["law"], "lower": [[1, "-p1-1", 1]]}})
    done = solve_by_command("bash(3)[10**18]", "--law", str(wrong))
    assert done.returncode == 2
    assert "no valid certificate" in done.stderr


def test_solving_a_classic_loads_little():
    program = (
        "import sys; from grundy import expression, solve; solve(expression('nim[3, 6, 9]'));"
        "print(*sorted(m for m in sys.modules if m.split('.')[0] in ('numpy', 'hashlib', 'pathlib', 'dataclasses', 'inspect')"
        " or m.startswith('grundy.laws.')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"numpy", "hashlib", "dataclasses", "inspect"}
    wanted = {f"grundy.laws.{name}" for name in ("base", "fields", "library", "lower", "nim", "reading", "known")}
    assert {name for name in loaded if name.startswith("grundy.laws.")} <= wanted
