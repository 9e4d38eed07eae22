"""Automata of periodic laws and of sums, against the values themselves."""

import itertools
import random

import pytest

from grundy.automata.describing import NoAutomaton, positions_of_law, values_of_law
from grundy.automata.linear import xor


def value_of(law, n):
    n -= law["least"]
    values, period = law["values"], law["period"]
    if n < len(values):
        return values[n]
    later = (n - len(values)) // period + 1
    return values[n - later * period] + later * law["saltus"]


def random_law(rng, saltus):
    least, extra, period = rng.randint(0, 2), rng.randint(0, 5), rng.randint(1, 6)
    values = [rng.randint(0, 4) for _ in range(extra + period)]
    return {
        "kind": "periodic",
        "least": least,
        "preperiod": least + extra,
        "period": period,
        "saltus": saltus,
        "values": values,
    }


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("saltus", [0, 1, 3])
def test_periodic_laws(seed, saltus):
    law = random_law(random.Random(seed), saltus)
    heaps = range(law["least"], 60)
    assert positions_of_law(law, ["n"]).tuples(60) == [(n,) for n in heaps if value_of(law, n) == 0]
    pairs = [(n, value_of(law, n)) for n in heaps]
    assert values_of_law(law, "n", "v").tuples(60) == [(n, v) for n, v in pairs if v < 60]


@pytest.mark.parametrize("seed", range(5))
def test_sums(seed):
    rng = random.Random(seed)
    laws = [random_law(rng, rng.choice([0, 0, 1])) for _ in range(3)]
    found = positions_of_law({"kind": "sum", "laws": laws}, ["b", "a", "c"])
    want = []
    for point in itertools.product(range(14), repeat=3):  # tracks a, b, c
        heaps = point[1], point[0], point[2]
        if all(n >= law["least"] for n, law in zip(heaps, laws, strict=True)):
            values = [value_of(law, n) for n, law in zip(heaps, laws, strict=True)]
            if values[0] ^ values[1] ^ values[2] == 0:
                want.append(point)
    assert found.tuples(14) == want


def test_automatic_laws():
    nim = xor("a", "b", "h").to_json(["a", "b", "h"], "grundy")
    assert positions_of_law(nim, ["x", "y"]).tuples(9) == [(n, n) for n in range(9)]
    with pytest.raises(NoAutomaton):
        positions_of_law({"kind": "runs"}, ["n"])
