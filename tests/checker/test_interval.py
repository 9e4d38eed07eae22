import random

import pytest
from tests.checker.making import certificate, changed, changed_law, periodic, rejected

from grundy.checker.checking import check
from grundy.rules.canonical import from_canonical


def interval(text, low, high, least=0, **more):
    law = {"kind": "staircase", "least": least, "low": low, "high": high}
    read = from_canonical(text, sorted(more.get("domain", ())))
    return certificate(read.canonical, law, "interval", **more)


RANGE = interval("h1 -> h1-v1 where p1 <= v1 <= p2", "p1", "p2", domain={"p1": 1, "p2": 0})


@pytest.mark.parametrize(
    "data",
    [
        RANGE,
        interval("h1 -> h1-v1 where p1 <= v1 <= p2 [least=2]", "p1", "p2", 2, domain={"p1": 1, "p2": -7}),
        interval("h1 -> h1-v1 where p1 <= v1 <= p2", "p1", "p2", domain={"p1": 4, "p2": 9}),
        interval("h1 -> h1-v1 where p1 <= v1 < p2", "p1", "p2-1", domain={"p1": 1, "p2": 0}),
        interval("h1 -> v1 where h1-p1 <= v1 <= h1-p2", "p2", "p1", domain={"p1": 0, "p2": 1}),
        interval("h1 -> h1-v1-p1 where v1 <= p2", "p1", "p1+p2", domain={"p1": 1, "p2": 0}),
        interval("h1 -> h1-v1 where p1 <= v1 <= p1+3 or v1 == p1+4", "p1", "p1+4", domain={"p1": 1}),
        interval("h1 -> h1-p1-4 | h1-v1 where p1 <= v1 <= p1+3", "p1", "p1+4", domain={"p1": 1}),
        interval("h1 -> h1-v1 where v1 <= p1 and v1 >= 1", 1, "p1", domain={"p1": 0}),
        interval("h1 -> h1-v1 where 3 <= v1 <= 7", 3, 7),
        interval("h1 -> h1-v1 where 3 <= v1 <= 1000000000000", 3, 10**12),
        interval("h1 -> h1-v1 where v1 in {3, 4} | h1-5 | h1-v1 where 4 <= v1 <= 5", 3, 5),
        interval("h1 -> h1-v1 where abs(v1-10) <= 4", 6, 14),
        interval("h1 -> h1-v1 where v1 in primes and v1 <= 3", 2, 3),
        interval("h1 -> h1-v1 where 2*v1 >= 5 and 3*v1 <= 70", 3, 23),
        interval("h1 -> h1-v1 where v1//4 == 1", 4, 7),
        interval("h1 -> h1-v1 where v1 <= 5", 1, 5),
        interval("h1 -> h1-2 [least=3]", 2, 2, 3),
    ],
)
def test_intervals_are_recognised(data):
    verdict = check(data)
    assert verdict.valid, verdict.why
    assert "<= n-y <=" in verdict.theorem


@pytest.mark.parametrize(
    "data",
    [
        interval("h1 -> h1-v1 where 300 <= v1 <= 700", 300, 701),
        interval("h1 -> h1-v1 where 300 <= v1 <= 700", 300, 699),
        interval("h1 -> h1-v1 where 300 <= v1 <= 700", 299, 700),
        interval("h1 -> h1-v1 where 300 <= v1 <= 700", 301, 700),
        interval("h1 -> h1-v1 where 300 <= v1 <= 700 and v1 != 500", 300, 700),
        interval("h1 -> h1-v1 where 300 <= v1 <= 700 and h1 <= 5000", 300, 700),
        interval("h1 -> h1-v1 where 300 <= v1 <= 700 and h1 != 900", 300, 700),
        interval("h1 -> h1-v1 where 300 <= v1 <= 400 | h1-v1 where 402 <= v1 <= 700", 300, 700),
        interval("h1 -> h1-v1 where 300 <= v1 <= 700 | h1-900", 300, 700),
        interval("h1 -> h1-v1 where 300 <= v1", 300, 10**6),
        interval("h1 -> h1-v1 where 300 <= v1 and 2*v1 <= h1", 300, 700),
        interval("h1 -> h1-v1 where 300 <= v1 <= 700", 300, 700, 1),
        interval("h1 -> h1-v1 where v1 <= 5", 0, 5),
        interval("h1 -> h1-v1 where p1 <= v1 <= p2", "p1", "p2", domain={"p1": 0, "p2": 0}),
        interval("h1 -> h1-v1 where p1 <= v1 <= p2", "p1", "p2", domain={"p1": -1, "p2": 0}),
        interval("h1 -> h1-v1 where p1 <= v1 <= p2", "p1", "p2+1", domain={"p1": 1, "p2": 0}),
        interval("h1 -> h1-v1 where p1 <= v1 <= p2", "p1", "p2*p2", domain={"p1": 60, "p2": 0}),
        interval("h1 -> h1-p2-1 | h1-v1 where p1 <= v1 <= p2", "p1", "p2+1", domain={"p1": 1, "p2": 0}),
        interval("h1 -> h1-v1 where p1 <= v1 <= p2 and v1 <= 700", "p1", "p2", domain={"p1": 1, "p2": 0}),
        interval("h1, h2 -> h1-v1, h2 where 3 <= v1 <= 7", 3, 7),
        interval('octal("0.037")', 2, 3),
    ],
)
def test_what_the_rules_do_not_have_is_refused(data):
    assert not check(data).valid


def test_changes_are_refused():
    generator = random.Random(3)
    for _ in range(12):
        low = generator.randint(1, 9)
        high = low + generator.randint(0, 12)
        data = interval(f"h1 -> h1-v1 where {low} <= v1 <= {high}", low, high)
        assert check(data).valid
        for key in ("low", "high", "least"):
            assert rejected(changed_law(data, **{key: data["law"][key] + generator.choice([-1, 1, 2])}))
    assert rejected(changed(RANGE, play="misere"))
    assert rejected(changed(RANGE, about="outcome"))
    assert rejected(changed(RANGE, method="window"))
    assert rejected(changed(RANGE, proof={"largest": 3}))
    assert rejected(changed_law(RANGE, low="p3"))
    assert rejected(changed_law(RANGE, low=None))
    assert rejected(changed(RANGE, law=periodic([0, 0, 1], 0, 3)))
