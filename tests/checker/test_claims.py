from functools import cache

import pytest
from tests.checker.making import changed, hashed
from tests.checker.test_automata import WYTHOFF_DATA, certificate, falling, nim_values_law

from grundy.checker.checking import check
from grundy.rules.errors import CertificateError


@cache
def base(kind):
    if kind == "values":
        text = "h1, h2 -> h1-v1, h2 | h1, h2-v1"
        return certificate(text, nim_values_law(), "automaton values", measure=falling(2), box=6)
    return WYTHOFF_DATA


def claim(text, truth, *, kind="outcomes", counterexample=None, witness=None):
    of = base(kind)
    proof = {} if witness is None else {"witness": witness}
    return hashed(
        {
            **of,
            "method": "claim",
            "about": "outcome",
            "claim": text,
            "truth": "true" if truth else "false",
            "base": of,
            "counterexample": counterexample,
            "proof": proof,
        }
    )


TRUE = [
    "forall(n, implies(n >= 1, exists(a, b, P(a, b) and a < b and (n == a or n == b))))",
    "forall(a, b, iff(P(a, b), P(b, a)))",
    "forall(a, b, d, implies(P(a, b) and d >= 1, not P(a+d, b+d)))",
    "forall(a, b, c, implies(P(a, b) and P(a, c), b == c))",
    "Q(a, b) := P(a, b) and a <= b; forall(d, exists(a, Q(a, a+d)))",
    "exists(a, b, P(a, b) and a > 10 and b % 3 == 1)",
    "not exists(a, P(a, a) and a >= 1)",
    "P(1, 2) and P(0, 0) and not P(2, 3)",
    "forall(a, b, implies(P(a, b) and a >= 1, abs(a-b) >= 1 and min(a, b)*2 >= max(a, b)))",
    "forall(n, exists(m, m == n//3))",
    "forall(a, b, implies(P(a, b), not P(a-1, b-1)))",
    "True",
]
FALSE = [
    ("forall(a, b, implies(P(a, b) and a <= b, (b-a) % 2 == 0))", {"a": 1, "b": 2}),
    ("forall(a, b, implies(P(a, b) and 1 <= a <= b, 10*b <= 17*a))", {"a": 1, "b": 2}),
    ("forall(a, b, implies(P(a, b) and a < b, not P(a+1, b+2)))", {"a": 3, "b": 5}),
    ("not exists(a, b, P(a, b) and a >= 7 and a < b)", {"a": 8, "b": 13}),
]


@pytest.mark.parametrize("text", TRUE)
def test_true_claims_are_decided(text):
    verdict = check(claim(text, truth=True))
    assert verdict.valid, verdict.why
    assert text in verdict.theorem
    assert not check(claim(text, truth=False)).valid


@pytest.mark.parametrize(("text", "values"), FALSE)
def test_false_claims_are_decided(text, values):
    verdict = check(claim(text, truth=False, counterexample=values))
    assert verdict.valid, verdict.why
    assert not check(claim(text, truth=True)).valid
    assert not check(claim(text, truth=False, counterexample={"a": 0, "b": 0})).valid
    assert not check(claim(text, truth=False, counterexample={"a": values["a"]})).valid
    assert not check(claim(text, truth=False, counterexample=values, witness=values)).valid


def test_witnesses_are_looked_at():
    text = "exists(a, b, P(a, b) and a > 10 and b % 3 == 1)"
    assert check(claim(text, truth=True, witness={"a": 26, "b": 16})).valid
    assert not check(claim(text, truth=True, witness={"a": 11, "b": 18})).valid


def test_claims_about_values_of_0():
    assert check(claim("forall(a, b, iff(P(a, b), a == b))", truth=True, kind="values")).valid


def test_the_base_is_checked():
    data = claim("forall(a, b, iff(P(a, b), P(b, a)))", truth=True)
    law = {**data["law"], "final": []}
    assert not check(changed(data, law=law)).valid
    assert not check(changed(data, law=law, base=changed(data["base"], law=law))).valid
    assert not check(changed(data, base={**data["base"], "hash": "0" * 64})).valid
    assert not check(changed(data, play="misere")).valid
    assert not check(changed(data, base=data)).valid


def test_what_is_no_claim_is_refused():
    data = claim("forall(a, b, iff(P(a, b), P(b, a)))", truth=True)
    for change in (
        {"claim": "forall(a, P(a))"},
        {"claim": 3},
        {"truth": True},
        {"base": None},
        {"counterexample": {"a": -1}},
        {"counterexample": [1]},
    ):
        with pytest.raises(CertificateError):
            check(changed(data, **change))
    with pytest.raises(CertificateError, match="claim"):
        check(hashed({k: v for k, v in data.items() if k != "claim"}))
