"""Winning moves by laws that repeat: enough moves are looked at, at any size."""

import random
from itertools import product

import pytest
from tests.write.running import LANGUAGES, brute

from grundy.games import rules
from grundy.laws.reading import law_from_json
from grundy.report.comparing import is_option
from grundy.write.options import periods_of
from grundy.write.replies import program_of


def grid_of(ruleset, periods, preperiods, about):
    """The grid law that the brute-force values of the first places say."""
    value = brute(ruleset)
    sizes = [n + p for n, p in zip(preperiods, periods, strict=True)]
    rows = [
        [value((a, b)) if about == "grundy" else min(value((a, b)), 1) for b in range(sizes[1])]
        for a in range(sizes[0])
    ]
    law = {"kind": "grid", "about": about, "least": [0, 0], "preperiods": preperiods, "periods": periods, "rows": rows}
    assert all(law_from_json(law).is_p(x) == (value(x) == 0) for x in product(range(30), repeat=2))
    return law


FEW = "a, b -> a-t, b where t <= 3 | a, b-t where t <= 2"
GAMES = [
    (FEW, (4, 3), (0, 0), "grundy"),
    (FEW, (4, 3), (0, 0), "outcome"),
    ("a, b -> a-t, b where t in {2, 4, 7} | a, b-1", (3, 2), (8, 0), "outcome"),
    ("a, b -> a-t, b where t % 2 == 1 and a >= 5 | a, b-t where t <= 2", (2, 3), (5, 0), "grundy"),
]


def require(ruleset, law, lines, answers):
    known = law_from_json(law)
    for line, answer in zip(lines, answers, strict=True):
        if known.is_p(line):
            assert answer == "P", line
        else:
            numbers = tuple(map(int, answer.split()))
            option = (numbers,) if ruleset.heaps > 1 else tuple((n,) for n in numbers[1:])
            assert is_option(ruleset, line, option), (line, answer)
            assert all(known.is_p(part) for part in option), (line, answer)


def large(heaps):
    chance = random.Random(2)
    return [tuple(chance.randrange(10**18) for _ in range(heaps)) for _ in range(40)] + [(10**18,) * heaps]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("text", "periods", "preperiods", "about"), GAMES)
def test_grids(text, periods, preperiods, about, language, run):
    ruleset = rules(text)
    law = grid_of(ruleset, list(periods), list(preperiods), about)
    program, _ = program_of(ruleset, law, "option")
    lines = [*product(range(12), repeat=2), *large(2)]
    require(ruleset, law, lines, run(program, language, lines))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "law"),
    [
        (
            "a, b -> a-t, b where t % 2 == 1 | a, b-t where t % 2 == 1",
            {"kind": "total", "about": "outcome", "modulus": 2, "weights": [1, 1], "remainders": [0]},
        ),
        (
            "a, b -> a-t, b where t % 2 == 1 | a, b-t where t % 2 == 1",
            {"kind": "remainders", "about": "outcome", "moduli": [2, 2], "members": [[0, 0], [1, 1]]},
        ),
        (
            "n -> n-t where t % 3 == 1 | n-t where t % 3 == 2",
            {"kind": "periodic", "about": "outcome", "least": 0, "preperiod": 0, "period": 3, "saltus": 0}
            | {"values": [0, 1, 2]},
        ),
        (
            "a, b -> a-t, b where t % 2 == 1 and t not in {1, 5} or t == 1 | a, b-t where t % 2 == 1",
            {"kind": "total", "about": "outcome", "modulus": 2, "weights": [1, 1], "remainders": [0]},
        ),
    ],
)
def test_sums_and_remainders(text, law, language, run):
    ruleset = rules(text)
    value = brute(ruleset)
    lines = list(product(range(12), repeat=ruleset.heaps))
    assert all(law_from_json(law).is_p(x) == (value(x) == 0) for x in lines)
    program, form = program_of(ruleset, law, "option")
    assert form.method == "enough moves are looked at, as the law repeats"
    lines += large(ruleset.heaps)
    require(ruleset, law, lines, run(program, language, lines))


def test_laws_that_repeat():
    grid = {"kind": "grid", "periods": [4, 6], "preperiods": [1, 9]}
    bash = {"kind": "window", "least": 1, "lower": [[1, -4, 1]]}
    assert periods_of(grid) == (12, 9)
    assert periods_of(bash) == (5, 1)
    assert periods_of({"kind": "sum", "laws": [bash, bash]}) == (5, 1)
    assert periods_of({"kind": "small", "most": 20, "small": grid, "law": bash}) == (60, 21)
    assert periods_of({"kind": "pairs", "of": "a + b", "law": bash}) == (5, 1)
    for law in (
        {"kind": "window", "least": 0, "lower": []},
        {"kind": "pairs", "of": "|a - b|", "law": bash},
        {"kind": "periodic", "saltus": 1},
        {"kind": "sum", "laws": [bash, {"kind": "beatty", "r": 1}]},
    ):
        assert periods_of(law) is None
