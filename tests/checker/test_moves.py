"""The checker's reading of moves against the move generator, and of measures."""

from itertools import product

import pytest

from grundy.checker.boxes import check_moves
from grundy.checker.measure import check_measure
from grundy.checker.moves import moves_of
from grundy.checker.numeration import Base, Ostrowski
from grundy.checker.readings import NotLinear
from grundy.checker.verdicts import Refuted
from grundy.rules.family import ruleset

TEXTS = [
    "n -> n-t",
    "n -> n-t where t <= 3 and n != 7",
    "n -> n//2 | n//3",
    "n -> n-t where t <= n % 4",
    "n -> n-2*t where t < n % 3",
    "n -> n - (n - 9)//4 where n >= 13",
    "n -> n-t where (t - 5)//3 == 0 or (t - 5) % -3 == -1",
    "n -> n-t where t in {1, n//2}",
    "n -> n-t where t not in {1, 4, n-1}",
    "n -> n-k*t where 2 <= k <= 3 and t <= 2",
    "n -> n-max(min(t, 3), 1) where t <= 5",
    "n -> n-t where not (t < 3 or t in range(5, 8))",
    "p -> d*p where 2 <= d <= 4 and p < 20",
    "n -> a & b where a+b < n and a >= 1",
    "n -> n-t | a & b where a+b == n and a >= 1 and b >= 1",
    "n -> t & t where 2*t < n",
    "a, b -> a-t, b | a, b-t | a-t, b-t",
    "a, b -> a-t, b | a, b-t | a-s, b-t where s >= 1 and t >= 1 and abs(s-t) < 2",
    "a, b -> b, a-1 where a > b",
    "a, b -> a-2, b-1 | a-1, b-2 | a-2, b+1 | a+1, b-2",
    "n, m -> n-t, 2*t where 1 <= t <= m",
    "a, b -> a-t, b where a+b > 2 and (a < b or t % 2 == 1)",
    "a, b -> min(a, b), 0 where a >= 1 and b >= 1",
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("least", [0, 1])
def test_readings_agree_with_the_generator(text, least):
    try:
        game = ruleset(text, least=least)
    except Exception:  # noqa: BLE001 - not each text ends with each least heap
        pytest.skip("no ruleset")
    moves = moves_of(game.rules, game.least)
    for system in (Base(2), Ostrowski(1), Ostrowski(3)):
        assert check_moves(game, game.rules.heaps, moves, system, 9 if game.heaps == 1 else 5) >= 1


def test_a_reading_of_other_rules_is_seen():
    game, other = ruleset("a, b -> a-t, b | a, b-t"), ruleset("a, b -> a-t, b | a, b-t | a-t, b-t")
    for rules, of in ((game, other), (other, game)):
        with pytest.raises(Refuted):
            check_moves(rules, of.rules.heaps, moves_of(of.rules, 0), Base(2), None)


@pytest.mark.parametrize(
    "text", ["n -> n-t where t in squares", "a, b -> a-t*b, b where b >= 1", "n -> n-t where t in divisors(n)"]
)
def test_what_is_not_linear_is_refused(text):
    game = ruleset(text)

    def read():
        return check_moves(game, game.rules.heaps, moves_of(game.rules, 0), Base(2), 3)

    with pytest.raises(NotLinear):
        read()


@pytest.mark.parametrize("text", [t for t in TEXTS if t != "a, b -> b, a-1 where a > b"])
def test_measures_of_the_rules_hold(text):
    game = ruleset(text)
    found = game.ending.measure
    data = {"weights": [list(w) for w in found.weights], "bounds": list(found.lower_bounds)}
    moves = moves_of(game.rules, 0)
    check_measure(moves, game.rules.heaps, 0, data)
    for weights, bounds in (
        ([[-w for w in row] for row in data["weights"]], data["bounds"]),
        (data["weights"], [10**3]),
    ):
        with pytest.raises(Refuted):
            check_measure(moves, game.rules.heaps, 0, {"weights": weights, "bounds": [*bounds]})


def test_measures_agree_with_small_moves():
    """Random small weights: a measure is taken if and only if no small move violates it (these rules are that simple)."""
    game = ruleset("a, b -> a-2, b+1 | a, b-t where t <= 2")
    moves = moves_of(game.rules, 0)
    for weights in product(range(-1, 3), repeat=2):
        low = 0 if min(weights) >= 0 else -100
        right = weights[0] * 2 > weights[1] > 0 and low == 0
        try:
            check_measure(moves, game.rules.heaps, 0, {"weights": [list(weights)], "bounds": [low]})
        except Refuted:
            assert not right
        else:
            assert right
