"""The method *scaling* against playing races out."""

from itertools import product

import pytest

from grundy.games import expression
from grundy.laws.reading import law_from_json
from grundy.prover import scaling
from grundy.prover.base import NotProved, digest
from grundy.prover.boxes import Disagreement
from grundy.prover.polynomials import Poly
from grundy.rules.budget import Budget
from grundy.rules.family import ruleset


def lost(p, low, high, goal):
    """Whether the mover loses at p: tried out."""
    known = {}
    for q in range(max(p, goal), p - 1, -1):
        moves = [d * q for d in range(low, high + 1) if d >= 2] if q < goal else []
        known[q] = not any(known.get(r, True) for r in moves)
    return known[p]


def proved(rules):
    proof = scaling.prove(rules, Budget(60))
    certificate = proof.certificate
    assert (certificate["method"], certificate["about"], certificate["evidence"]) == ("scaling", "outcome", "proved")
    assert certificate["hash"] == digest(certificate)
    return certificate


def require(law, low, high, goal, least=1):
    for p in range(least, goal + 3):
        assert law.is_p((p,)) == lost(p, low, high, goal), (p, low, high, goal)


def test_all_races_at_once():
    certificate = proved(expression("race"))
    assert certificate["rules"]["domain"] == {"p1": 0, "p2": 0, "p3": 0}
    assert certificate["law"] == {"kind": "scaling", "low": "p1", "high": "p2", "goal": "p3"}
    for low, high, goal in product(range(4), range(5), (0, 1, 2, 7, 40, 77)):
        require(law_from_json(certificate["law"], (low, high, goal)), low, high, goal)


@pytest.mark.parametrize(
    ("text", "more", "law"),
    [
        ("p -> d*p where 2 <= d <= 9 and p < 162", {}, (2, 9, 162)),
        ("p -> p*d where d in range(2, 10) and 162 > p", {}, (2, 9, 162)),
        ("p -> d*p where d in {2, 3, 4} and not (p >= 100)", {}, (2, 4, 100)),
        ("p -> 2*p where p < 50 | 3*p where p <= 49", {}, (2, 3, 50)),
        ("p -> d*p where d <= 9 and 2*p <= 77", {"least": 3}, (0, 9, 39)),
        ("p -> d*p where 2 <= d < m and p <= N", {"params": "m, N"}, (2, "p1-1", "p2+1")),
        ("p -> d*p where low <= d <= 9 and p < goal", {"params": "low, goal"}, ("p1", 9, "p2")),
    ],
)
def test_ways_of_writing(text, more, law):
    rules = ruleset(text, **{"least": 1, **more})
    data = proved(rules)["law"]
    assert (data["low"], data["high"], data["goal"]) == law
    if "params" not in more:
        require(law_from_json(data), *law, least=rules.least)


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("p -> d*p where d in {2, 9} and p < 100", {}),
        ("p -> d*p where 2 <= d <= 9 and d*p <= 100", {}),
        ("p -> 2*p where p < 50 | 3*p where p < 60", {}),
        ("p -> d*p where 2 <= d <= 9 and 5 <= p < 100", {}),
        ("p -> d*p+1 where 2 <= d <= 9 and p < 100", {}),
        ("p -> d*p where 2 <= d <= p and p < 100", {}),
        ("p -> d*p where 2 <= d <= 9 and p < 100", {"least": 0}),
        ("p -> d*p where 3 <= d <= h and d >= l and p < g", {"params": "h, l, g"}),
        ("n -> n-t", {}),
    ],
)
def test_other_games_are_refused(text, more):
    with pytest.raises(NotProved, match="scaling"):
        scaling.prove(ruleset(text, **{"least": 1, **more}), Budget(60))


def test_huge_goals_and_multipliers():
    law = law_from_json(proved(expression(f"race(2, 9, goal={18**30 + 1})"))["law"])
    assert not law.is_p((1,))
    assert proved(expression("race(2, 10**9)"))["law"]["high"] == 10**9


def test_a_wrong_race_is_an_internal_error():
    rules = expression("race(2, 9, goal=50)")
    with pytest.raises(Disagreement):
        scaling._compare(rules, scaling.Race(Poly.constant(2), Poly.constant(8), Poly.constant(50)).at({}), Budget())
