import random

import pytest
from tests.checker.making import certificate, changed, changed_law, periodic, rejected

from grundy.checker.checking import check
from grundy.checker.extension import set_remainders
from grundy.rules.canonical import from_canonical


def extension(condition, values, taken, least=0, preperiod=None):
    text = f"h1 -> h1-v1 where {condition}" + (f" [least={least}]" if least else "")
    start = least if preperiod is None else preperiod
    text = from_canonical(text).canonical
    law = periodic(values, start, len(values) - (start - least), least=least)
    return certificate(text, law, "extension", proof={"taken": taken})


POWERS = extension("v1 in powers(2)", [0, 1, 2], [1, 2])


@pytest.mark.parametrize(
    "data",
    [
        POWERS,
        extension("v1 in powers(2)", [0, 1, 2], [1, 2, 4]),
        extension("v1 in powers(2)", [0, 1, 2], [1, 2], 4),
        extension("v1 in powers(10)", [*[0, 1] * 5, 2], [1, 10]),
        extension("v1 in powers(3)", [0, 1], [1]),
        extension("v1 in powers(3)", [0, 1], [1, 9, 243]),
        extension("v1 % 3 != 0", [0, 1, 2], [1, 2]),
        extension("(v1-1) % 3 != 2", [0, 1, 2], [1, 2]),
        extension("v1 % 2 == 1 and v1 % 3 != 0", [0, 1], [1]),
        extension("v1 in primes or v1 == 1", [0, 1, 2, 3], [1, 2, 3]),
        extension("v1 in squares and v1 % 2 == 1", [0, 1], [1]),
        extension("v1 in fibonacci and v1 % 2 == 1", [0, 1], [1]),
        extension("v1-1 in powers(2)", [0, 0, 1, 1, 2, 2, 3], [2, 3, 5]),
        extension("v1 in powers(4) or v1 in powers(9)", [0, 1, 0, 1, 2], [1, 4]),
    ],
)
def test_extensions_are_recognised(data):
    verdict = check(data)
    assert verdict.valid, verdict.why


@pytest.mark.parametrize(
    "data",
    [
        extension("v1 in powers(2)", [0, 1], [1]),
        extension("v1 in powers(2)", [0, 1, 2], [1]),
        extension("v1 in powers(2)", [0, 1, 2], [1, 2, 5]),
        extension("v1 in powers(2)", [0, 1, 2], [2, 1]),
        extension("v1 in powers(2)", [0, 1, 2], [0, 1, 2]),
        extension("v1 in powers(2)", [0, 1, 2], [1, 2, 10**9]),
        extension("v1 in powers(2)", [0, 1, 2], []),
        extension("v1 in powers(2)", [0, 1, 2], "1, 2"),
        extension("v1 in powers(2)", [0, 1, 2] * 2, [1, 2]),
        extension("v1 in powers(2) or v1 == 600", [0, 1, 2], [1, 2]),
        extension("v1 in powers(2) or v1 % 601 == 600", [0, 1, 2], [1, 2]),
        extension("v1 in powers(2) or v1 in powers(3) and v1 >= 300", [0, 1, 2], [1, 2]),
        extension("v1 in powers(2) and h1 != 500", [0, 1, 2], [1, 2]),
        extension("v1 in powers(8) or v1 == 3", [0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2], [1, 3, 8]),
        extension("v1 in primes or v1 == 1", [0, 1, 2], [1, 2]),
        extension("v1 in fibonacci", [0, 1, 2], [1, 2]),
        extension("v1 in squares", [0, 1], [1]),
        extension("v1 not in powers(2) or v1 in {1, 2}", [0, 1, 2], [1, 2]),
    ],
)
def test_what_does_not_follow_is_refused(data):
    assert not check(data).valid


def test_other_keys_are_refused():
    assert rejected(changed(POWERS, proof={}))
    assert rejected(changed(POWERS, proof={"taken": [1, 2], "largest": 2}))
    assert rejected(changed(POWERS, method="period"))
    assert rejected(changed(POWERS, play="misere"))
    assert rejected(changed_law(POWERS, least=1))
    assert rejected(changed_law(POWERS, values=[0, 1, 3]))
    assert rejected(changed(POWERS, rules={"text": "h1 -> h1-v1 where v1 in powers(p1)", "parameters": ["p1"]}))


@pytest.mark.parametrize("p", [1, 5, 12, 31, 64])
def test_remainders_of_sets(p):
    members = {
        ("squares", ()): [x * x for x in range(1, 400)],
        ("primes", ()): [q for q in range(2, 3000) if all(q % d for d in range(2, q))],
        ("powers", (6,)): [6**k for k in range(90)],
    }
    members["fibonacci", ()] = [1, 2]
    while len(members["fibonacci", ()]) < 300:
        members["fibonacci", ()].append(sum(members["fibonacci", ()][-2:]))
    for (name, args), numbers in members.items():
        assert {x % p for x in numbers if x > 100} == set_remainders(name, args, p, 100)
    assert set_remainders("divisors", (7,), p, 100) is None


def test_random_sets_are_never_accepted_wrongly():
    """A finite part with its own law, and a set around it: valid only where the values are those of the whole set."""
    generator = random.Random(21)
    accepted = 0
    for _ in range(30):
        b, d = generator.randint(2, 9), generator.choice([1, 2, 3, 4])
        rest = generator.randrange(d)
        part = sorted({1, *generator.sample(range(2, 9), generator.randint(0, 2))})
        numbers = {b**k for k in range(12) if b**k % d == rest} | set(part)
        values = table(part, 400)
        period = next((p for p in range(1, 40) if values[p:] == values[:-p]), None)
        if period is None:
            continue
        condition = f"v1 in powers({b}) and v1 % {d} == {rest} or v1 in {{{', '.join(map(str, part))}}}"
        valid = check(extension(condition, values[:period], part)).valid
        accepted += valid
        if valid:
            assert table(numbers, 400) == values
    assert accepted >= 5


def table(numbers, count):
    values = []
    for n in range(count):
        reached, value = {values[n - t] for t in numbers if t <= n}, 0
        while value in reached:
            value += 1
        values.append(value)
    return values
