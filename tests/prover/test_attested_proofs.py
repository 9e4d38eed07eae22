"""The method *attested*: right laws pass, wrong ones do not, and nothing is called proved."""

import sys

import pytest

from grundy.games import expression
from grundy.prover import attested, period
from grundy.prover.base import NotProved, digest
from grundy.rules.budget import Budget, OutOfBudget
from grundy.rules.family import ruleset

z3 = pytest.importorskip("z3")


def periodic(values, preperiod, length, saltus=0, least=0):
    return {
        "kind": "periodic",
        "least": least,
        "preperiod": preperiod,
        "period": length,
        "saltus": saltus,
        "values": values,
    }


def attest(rules, law):
    proof = attested.prove(rules, law, Budget(60))
    certificate = proof.certificate
    assert (certificate["method"], certificate["evidence"]) == ("attested", "attested")
    assert certificate["hash"] == digest(certificate)
    assert certificate["measure"]["weights"] == [[1]]
    return certificate


@pytest.mark.parametrize(
    "game",
    ["bash(3)", "subtraction({1, 3, 4})", "subtraction({2, 4, 7})", "nim", "allbut({1, 2})", "allbut({2, 3, 7})"],
)
def test_what_the_method_period_proves_is_attested_too(game):
    rules = expression(game)
    law = period.prove(rules, Budget()).law
    assert attest(rules, law)["law"] == law.to_json()


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("n -> n-t where t % 2 == 1", periodic([0, 1], 0, 2)),
        ("n -> n-t where t % 3 != 0", periodic([0, 1, 2], 0, 3)),
        ("n -> n-t where t >= 2", {"kind": "arithmetic", "name": "floor_div", "args": [2]}),
        ("n -> n-t where t <= 2 and n >= 10", periodic([0] * 9 + [0, 1, 2], 9, 3)),
        (
            "n -> n-t where t >= 2",
            {
                "kind": "residues",
                "modulus": 2,
                "cases": [{"residue": 0, "linear": [1, 0]}, {"residue": 1, "linear": [1, 0]}],
                "start": [],
                "least": 0,
            },
        ),
    ],
)
def test_laws_of_rules_that_depend_on_residues(text, law):
    attest(ruleset(text), law)


def test_the_questions_are_kept_and_z3_answers_them_again():
    certificate = attest(expression("bash(2)"), periodic([0, 1, 2], 0, 3))
    questions = certificate["proof"]["questions"]
    assert [q["answer"] for q in questions] == ["unsat", "unsat"]
    for question in questions:
        solver = z3.Solver()
        solver.from_string(question["smtlib"])
        assert solver.check() == z3.unsat


@pytest.mark.parametrize(
    ("text", "law", "why"),
    [
        ("n -> n-t where t <= 3", periodic([0, 1, 2], 0, 3), "fails at heap"),
        ("n -> n-t where t <= 3", periodic([0, 1, 2, 3, 4], 0, 5), "fails at heap"),
        ("n -> n-t where t in {1, 3, 8}", periodic([0, 1], 0, 2), "fails at heap"),
        ("n -> n-t where t % 2 == 1", periodic([0, 1, 0, 2], 0, 4), "fails at heap"),
        ("n -> n-t", periodic([1], 0, 1, 1), "fails at heap"),
        ("n -> n-t", periodic([0], 1, 1, 1, least=1), "begins at heap 1"),
        ("a, b -> a-t, b | a, b-t", periodic([0], 0, 1), "several heaps"),
        ("n -> a & b where a+b < n", periodic([0], 0, 1), "splits"),
        ("n -> n-t where t in squares", periodic([0, 1], 0, 2), "finite"),
        ("n -> n-t where 2*t <= n", {"kind": "window", "least": 0, "lower": [[1, 0, 2]]}, "piecewise"),
        (
            "n -> n-t where 2*t <= n",
            {
                "kind": "residues",
                "modulus": 2,
                "cases": [{"residue": 0, "linear": [1, 0]}, {"residue": 1, "recur": [0]}],
                "start": [0],
                "least": 0,
            },
            "smaller heaps",
        ),
    ],
)
def test_wrong_laws_and_other_rules(text, law, why):
    with pytest.raises(NotProved, match=why):
        attested.prove(ruleset(text), law, Budget(60))


def test_without_z3(monkeypatch):
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(NotProved, match="not installed"):
        attested.prove(expression("nim"), periodic([0], 0, 1, 1), Budget())


def test_the_time_is_kept():
    with pytest.raises(OutOfBudget):
        attested.prove(expression("bash(3)"), periodic([0, 1, 2, 3], 0, 4), Budget(0))
