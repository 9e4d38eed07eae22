"""``grundy prove``: output, JSON, exit status and certificates."""

import json

import pytest
from click.testing import CliRunner

from grundy.cli.prove import prove

RULES = "n -> n-t where t <= 3"


def run(*args):
    return CliRunner().invoke(prove, list(args), standalone_mode=False)


def test_true_and_false():
    done = run(RULES, "forall(n, iff(P(n), n % 4 == 0))")
    assert done.return_value == 0
    assert done.output.startswith("true\nHow it is known: ")
    done = run(RULES, "forall(n, implies(P(n), n % 3 == 0))")
    assert done.return_value == 1
    assert done.output.startswith("false\nCounterexample: n = 4\n")
    done = run(RULES, "exists(n, P(n) and n > 10)")
    assert done.output.startswith("true\nFor example: n = 12\n")


def test_json():
    done = run(RULES, "not exists(n, P(n) and n % 4 != 0)", "--json")
    data = json.loads(done.output)
    assert (done.return_value, data["truth"], data["counterexample"]) == (0, "true", None)
    data = json.loads(run(RULES, "P(0) and forall(n, P(n))", "--json").output)
    assert {"claim", "truth", "counterexample", "why"} <= set(data)
    assert data["counterexample"] == {"n": 1}


def test_options():
    assert run("n -> n-t where t <= m", "forall(n, iff(P(n), n % 6 == 0))", "--param", "m=5").return_value == 0
    assert run(RULES, "forall(n, iff(P(n), n % 4 == 1))", "--least", "1").return_value == 0
    assert run(RULES, "forall(n, iff(P(n), n % 4 == 1))", "--misere").return_value == 0
    assert run(RULES, "Four(n)", "--define", "Four(n) := n % 4 == 0").exception is not None
    assert run(RULES, "forall(n, iff(P(n), Four(n)))", "--define", "Four(n) := n % 4 == 0").return_value == 0


def test_certificates(tmp_path):
    path = tmp_path / "claim.json"
    assert run(RULES, "P(4)", "--certificate", str(path)).return_value == 0
    data = json.loads(path.read_text())
    assert (data["method"], data["claim"], data["truth"]) == ("claim", "P(4)", "true")
    assert data["base"]["evidence"] == "proved"


def test_unknown(tmp_path):
    path = tmp_path / "claim.json"
    done = run("n -> n-t where t in squares", "forall(n, P(n))", "--budget", "0.1s", "--certificate", str(path))
    assert done.return_value == 1
    assert done.output.startswith("unknown\nWhy: ")
    assert not path.exists()


@pytest.mark.parametrize("args", [(RULES, "P(n)"), (RULES, "P(0)", "--budget", "soon"), ("bash", "P(0)"), (RULES,)])
def test_bad_input(args):
    assert run(*args).exception is not None
