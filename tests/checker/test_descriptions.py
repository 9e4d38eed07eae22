"""Descriptions are re-established: right ones pass, and each wrong one is refused with the place where it is wrong."""

import copy
from itertools import product

import pytest
from tests.checker.learning import Base, Ostrowski, learn
from tests.checker.making import changed

from grundy.checker.checking import check
from grundy.checker.described import description_text, read_description
from grundy.checker.descriptions import check_description
from grundy.checker.laws import read_law
from grundy.checker.verdicts import Refuted
from grundy.games import expression
from grundy.laws.reading import law_from_json
from grundy.prover.describing import described
from grundy.prover.outcomes import prove
from grundy.rules.budget import Budget
from grundy.rules.errors import CertificateError, GrundyError


def periodic(values, preperiod, period, saltus=0, **more):
    law = {"kind": "periodic", "least": 0, "preperiod": preperiod, "period": period, "saltus": saltus}
    return {**law, "values": values, **more}


def grid(about, rows, preperiods=(0, 0)):
    periods = [len(rows) - preperiods[0], len(rows[0]) - preperiods[1]]
    sizes = {"least": [0, 0], "preperiods": list(preperiods), "periods": periods}
    return {"kind": "grid", "about": about, **sizes, "rows": rows}


def pairs(of, law):
    return {"kind": "pairs", "of": of, "law": law}


NIM = periodic([0], 0, 1, 1)
ZERO = periodic([0, 1], 1, 1, about="outcome")
LASKER = {
    "kind": "residues",
    "modulus": 4,
    "least": 0,
    "start": [0],
    "cases": [{"residue": r, "linear": [4, c]} for r, c in enumerate((-1, 1, 2, 4))],
}
HALF = {  # values that stop growing: 2n+1 as n, 2n as 0
    "kind": "cases",
    "modulus": 2,
    "least": 0,
    "start": [0],
    "cases": [{"residue": 0, "law": periodic([0, 1], 0, 2)}, {"residue": 1, "linear": [0, 3]}],
}
EVEN_TOTAL = {"kind": "total", "about": "outcome", "modulus": 2, "weights": [1, 1], "remainders": [1]}
XOR = {"kind": "digits", "about": "outcome", "base": 2, "modulus": 2, "weights": [1, 1]}
TURNS = {  # P(2n) = P(n), P(2n+1) = N
    "kind": "residues",
    "about": "outcome",
    "modulus": 2,
    "least": 0,
    "start": [0],
    "cases": [{"residue": 0, "recur": [0]}, {"residue": 1, "linear": [0, 1]}],
}
CASES = [
    (Base(2), periodic([1, 0, 1, 2], 1, 3), 4),
    (Base(3), periodic([0, 1], 0, 2, 1), 4),
    (Base(2), periodic([0, 1, 2, 1, 0], 3, 2, about="outcome"), 4),
    (Ostrowski(1), periodic([0, 1, 1], 0, 3, about="outcome"), 6),
    (Base(2), {"kind": "window", "least": 0, "lower": [[1, -2, 1]]}, 3),
    (Base(2), LASKER, 4),
    (Base(2), HALF, 4),
    (Base(2), TURNS, 4),
    (Base(2), pairs("min(a, b)", NIM), 2),
    (Base(2), pairs("max(a, b)", ZERO), 3),
    (Base(2), pairs("|a - b|", periodic([0, 1, 2], 0, 3, about="outcome")), 3),
    (Base(2), pairs("a + b", NIM), 2),
    (Base(2), pairs("a xor b", periodic([1, 0, 1], 2, 1, about="outcome")), 3),
    (Base(2), pairs("(a-1) or (b-1)", ZERO), 3),
    (Base(2), {"kind": "sum", "laws": [NIM, periodic([0, 1], 0, 2)]}, 2),
    (Base(2), grid("outcome", [[0, 1], [1, 1]]), 3),
    (Base(2), grid("grundy", [[0, 1, 2], [1, 0, 2]], (1, 2)), 3),
    (Base(3), {"kind": "digits", "about": "outcome", "base": 3, "modulus": 3, "weights": [1, 2]}, 2),
    (Base(2), {"kind": "total", "about": "outcome", "modulus": 3, "weights": [1, 2], "remainders": [0, 1]}, 3),
    (Base(2), {"kind": "remainders", "about": "outcome", "moduli": [2, 1, 2], "members": [[0, 0, 0], [1, 0, 1]]}, 2),
    (
        Base(2),
        {
            "kind": "order",
            "about": "grundy",
            "less": grid("grundy", [[0, 1], [1, 2]]),
            "equal": pairs("a", NIM),
            "greater": pairs("b", NIM),
        },
        2,
    ),
    (Base(2), {"kind": "small", "about": "outcome", "most": 1, "small": EVEN_TOTAL, "law": XOR}, 3),
    (Base(3), {"kind": "blocks", "about": "outcome", "size": 3, "law": pairs("|a - b|", ZERO), "members": [[0, 0], [1, 2], [2, 1]]}, 3),
    (Ostrowski(1), {"kind": "last_digit", "about": "outcome", "system": {"kind": "ostrowski", "t": 1}, "heap": 0, "factor": 1}, 4),
    (Base(2), {"kind": "last_digit", "about": "outcome", "system": {"kind": "base", "base": 2}, "heap": 1, "factor": 2}, 4),
    (Base(2), {"kind": "points", "least": 0, "first": [2], "coefficients": [2], "constant": 1}, 5),
    (Ostrowski(1), {"kind": "points", "least": 0, "first": [1, 2], "coefficients": [1, 1], "constant": 0}, 5),
]  # fmt: skip
IDS = [f"{case[1]['kind']}-{i}" for i, case in enumerate(CASES)]
BOX = {1: 120, 2: 22, 3: 9}


def learned(system, data, suffix):
    """The automaton of a description, learned from the values of the package's law of it."""
    law = law_from_json(data)
    if law.about == "outcome":
        return law, read_law(learn(system, law.heaps, law.is_p, suffix))
    values = learn(system, law.heaps + 1, lambda x: law.value(x[:-1]) == x[-1], suffix, about="grundy")
    return law, read_law(values)


@pytest.mark.parametrize(("system", "data", "suffix"), CASES, ids=IDS)
def test_right_descriptions_pass(system, data, suffix):
    law, automaton = learned(system, data, suffix)
    for x in product(range(BOX[law.heaps]), repeat=law.heaps):  # the learner's suffix was long enough
        heaps = x if law.about == "outcome" else (*x, law.value(x))
        assert automaton["machine"].accepts(heaps) == (law.about == "grundy" or law.is_p(x))
    assert "all" in check_description(read_description(data), automaton, 0) or data["kind"] == "points"
    assert description_text(data)


def integers(node, path=()):
    if isinstance(node, dict):
        for key in sorted(node):
            yield from integers(node[key], (*path, key))
    elif isinstance(node, list):
        for i, part in enumerate(node):
            yield from integers(part, (*path, i))
    elif isinstance(node, int):
        yield path


def replaced(data, path, change):
    found = copy.deepcopy(data)
    inner = found
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = change(inner[path[-1]])
    return found


@pytest.mark.parametrize(("system", "data", "suffix"), CASES, ids=IDS)
def test_a_change_of_any_number_is_refused_unless_it_says_the_same(system, data, suffix):
    law, automaton = learned(system, data, suffix)
    refused = 0
    for path in integers(data):
        for step in (-1, 1):
            other = replaced(data, path, lambda n: n + step)  # noqa: B023 - called at once
            try:
                check_description(read_description(other), automaton, 0)
            except (Refuted, CertificateError, GrundyError):
                refused += 1
                continue
            try:
                said = law_from_json(other)
            except GrundyError:
                continue  # the package takes laws in their shortest form only
            for x in product(range(BOX[law.heaps]), repeat=law.heaps):
                assert said.is_p(x) == law.is_p(x), (other, x)
                if law.about == "grundy":
                    assert said.value(x) == law.value(x), (other, x)
    assert refused


def test_heaps_below_the_least_one_do_not_matter_and_all_others_do():
    odd = grid("outcome", [[1, 1], [1, 0]])
    automaton = read_law(learn(Base(2), 2, lambda x: min(x) >= 1 and x[0] % 2 == x[1] % 2 == 1, 4))
    assert check_description(odd, automaton, 1)
    every = {**pairs("a", periodic([0], 0, 1, about="outcome"))}
    positive = read_law(learn(Base(2), 2, lambda x: min(x) >= 1, 4))
    assert check_description(every, positive, 1)
    with pytest.raises(Refuted, match=r"differ at \(0, 0\)"):
        check_description(every, positive, 0)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "arithmetic", "name": "popcount", "args": []},
        {**XOR, "about": "grundy"},
        {**XOR, "weights": [1, 2]},
        {**XOR, "weights": []},
        {**XOR, "modulus": 1},
        {**XOR, "modulus": True},
        {**XOR, "more": 1},
        {**EVEN_TOTAL, "remainders": [2]},
        {**LASKER, "cases": LASKER["cases"][:3]},
        {**LASKER, "start": [-1]},
        {**TURNS, "cases": [{"residue": 0, "recur": [5]}, TURNS["cases"][1]]},
        {**TURNS, "cases": [{"residue": 0, "recur": [-2]}, TURNS["cases"][1]]},
        {**TURNS, "cases": [{"residue": 1, "recur": [0]}, TURNS["cases"][1]]},
        {**HALF, "cases": [{"residue": 0, "law": pairs("a", NIM)}, HALF["cases"][1]]},
        pairs("a - b", NIM),
        pairs("a", pairs("a", NIM)),
        {"kind": "sum", "laws": []},
        {"kind": "sum", "laws": [ZERO]},
        grid("outcome", [[0, 1], [1]]),
        {"kind": "remainders", "about": "outcome", "moduli": [2], "members": [[2]]},
        {"kind": "remainders", "about": "outcome", "moduli": [2], "members": [[1], [0]]},
        {"kind": "order", "about": "grundy", "less": XOR, "equal": XOR, "greater": XOR},
        {"kind": "small", "about": "outcome", "most": 1, "small": ZERO, "law": XOR},
        {"kind": "last_digit", "about": "outcome", "system": {"kind": "base", "base": 2}, "heap": 2, "factor": 1},
        {"kind": "points", "least": 0, "first": [2, 1], "coefficients": [2], "constant": 1},
        {"kind": "beatty", "r": 0},
    ],
)  # fmt: skip
def test_what_is_no_description_is_said_so(data):
    with pytest.raises(CertificateError, match=r"description|law"):
        read_description(data)


def test_certificates_with_descriptions():
    rules = expression("king")
    right = described(prove(rules, Budget()), rules, Budget(10)).certificate
    verdict = check(right)
    assert verdict.valid
    assert "In other words" in verdict.theorem
    wrong = changed(right, description=grid("outcome", [[0, 1], [1, 0]]))
    assert "differ at" in check(wrong).why
    assert not check({**right, "description": grid("outcome", [[0, 1], [1, 0]])}).valid  # the hash does not fit
    assert "other heaps" in check(changed(right, description={**XOR, "weights": [1, 1, 1]})).why
    assert "something else" in check(changed(right, description=pairs("a", NIM))).why
    assert "another base" in check(changed(right, description={**XOR, "base": 3})).why
    window = changed(right, method="window", law={"kind": "window", "least": 0, "lower": []}, about="grundy", proof={})
    assert "only an automaton" in check(window).why
