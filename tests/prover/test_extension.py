"""The method *extension* against brute force."""

import random

import pytest

from grundy.checker.checking import check
from grundy.games import expression
from grundy.prover import extension
from grundy.prover.base import NotProved
from grundy.rules.budget import Budget, OutOfBudget
from grundy.rules.family import ruleset

TOP = 700


def powers(b):
    return {b**k for k in range(20)}


def primes():
    return {q for q in range(2, TOP + 1) if all(q % d for d in range(2, q))}


def where(test):
    return {t for t in range(1, TOP + 1) if test(t)}


def brute(numbers, least):
    allowed, values = sorted(t for t in numbers if 1 <= t <= TOP), []
    for n in range(TOP):
        reached, value = {values[n - t] for t in allowed if t <= n}, 0
        while value in reached:
            value += 1
        values.append(value)
    return {n + least: value for n, value in enumerate(values)}


PROVED = [
    ("t in powers(2)", 0, powers(2), [1, 2]),
    ("t in powers(3)", 0, powers(3), [1]),
    ("t in powers(4)", 3, powers(4), [1, 4]),
    ("t in powers(10)", 0, powers(10), [1, 10]),
    ("t in powers(2) and t >= 4", 0, powers(2) - {1, 2}, [4, 8]),
    ("t in powers(5) or t == 2", 0, powers(5) | {2}, [1, 2]),
    ("t in powers(2) or t in powers(5)", 1, powers(2) | powers(5), [1, 2]),
    ("t in powers(9) or t in {4, 6}", 0, powers(9) | {4, 6}, [1, 4]),
    ("t % 3 != 0", 0, where(lambda t: t % 3), [1, 2]),
    ("t % 2 == 1", 0, where(lambda t: t % 2), [1]),
    ("t % 2 == 1 and t % 3 != 0", 0, where(lambda t: t % 2 and t % 3), [1]),
    ("t % 5 in {1, 4}", 0, where(lambda t: t % 5 in (1, 4)), None),
    ("(t+1) % 4 != 1", 0, where(lambda t: t % 4), [1, 2, 3]),
    ("t in squares and t % 2 == 1", 0, where(lambda t: t % 2 and int(t**0.5) ** 2 == t), [1]),
    ("t in primes or t == 1", 0, primes() | {1}, [1, 2, 3]),
    ("t in primes and t != 2 or t == 1", 0, primes() - {2} | {1}, [1]),
    ("t in fibonacci and t % 2 == 1", 0, {1, 3, 5, 13, 21, 55, 89, 233, 377}, [1]),
    ("t in primes and t >= 5 and t % 4 == 3 or t == 3", 0, {q for q in primes() if q % 4 == 3}, None),
]


@pytest.mark.parametrize(("condition", "least", "numbers", "part"), PROVED, ids=[p[0] for p in PROVED])
def test_what_is_proved_is_right(condition, least, numbers, part):
    values = brute(numbers, least)
    try:
        proof = extension.prove(ruleset(f"n -> n-t where {condition}", least=least), Budget())
    except NotProved:
        assert part is None
        return
    assert part is None or proof.certificate["proof"] == {"taken": part}
    for n, value in values.items():
        assert proof.law.value((n,)) == value
    verdict = check(proof.certificate)
    assert verdict.valid, verdict.why


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("n -> n-2*t where t in powers(2)", {2 * t for t in powers(2)}),
        ("n -> n-3*t where t in powers(2) | n-3", {3 * t for t in powers(2)}),
        ("n -> n-t-1 where t in powers(2)", {t + 1 for t in powers(2)}),
        ("n -> n-t where t-1 in powers(2) | n-1", {t + 1 for t in powers(2)} | {1}),
        ("n -> y where n-y in powers(3)", powers(3)),
        ("n -> n-t where t in powers(2) | n-7 | n-t where t in powers(4)", powers(2) | {7}),
        ("n -> n-2*t-1 | n-2", set(range(1, TOP, 2)) | {2}),
    ],
)
def test_other_ways_of_writing(text, numbers):
    proof = extension.prove(ruleset(text), Budget())
    for n, value in brute(numbers, 0).items():
        assert proof.law.value((n,)) == value
    verdict = check(proof.certificate)
    assert verdict.valid, verdict.why


def test_random_sets_are_right_or_not_proved():
    generator = random.Random(11)
    found = 0
    for _ in range(14):
        b, extra = generator.randint(2, 13), set(generator.sample(range(1, 15), generator.randint(0, 2)))
        d, rest = generator.choice([(1, 0), (2, 1), (3, 1), (4, 3)])
        condition = f"t in powers({b}) and t % {d} == {rest}" + (f" or t in {extra}" if extra else "")
        numbers = {t for t in powers(b) if t % d == rest} | extra
        try:
            proof = extension.prove(ruleset(f"n -> n-t where {condition}"), Budget())
        except NotProved:
            continue
        found += 1
        for n, value in brute(numbers, 0).items():
            assert proof.law.value((n,)) == value, condition
        verdict = check(proof.certificate)
        assert verdict.valid, (condition, verdict.why)
    assert found >= 5


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("n -> n-t where t in squares", "repeat after"),
        ("n -> n-t where t in primes", "all add something"),
        ("n -> n-t where t in fibonacci", "repeat after"),
        ("n -> n-t where t not in squares", "all add something"),
        ("n -> n-t where t in powers(8) | n-3", "2 modulo 11 may be taken"),  # 8^7 is one
        ("n -> n-t where t in {1, 3}", "only finitely many"),
        ("n -> n-t where t in powers(2) and n % 2 == 0", "depends on the heap"),
        ("n -> n-t where t in divisors(n)", "set"),
        ("n -> a & b where a+b == n and a >= 1 and b >= 1", "splits"),
        ("n -> n-t where t in powers(2) | n-t where t <= 10**6", "numbers above 4,096"),
    ],
)
def test_what_is_not_proved(text, why):
    with pytest.raises(NotProved, match=why):
        extension.prove(ruleset(text, least=int("divisors" in text)), Budget())


def test_codes_several_heaps_and_too_little_time():
    for text in ("kayles", "wythoff"):
        with pytest.raises(NotProved, match="one heap"):
            extension.prove(expression(text), Budget())
    with pytest.raises(OutOfBudget):
        extension.prove(ruleset("n -> n-t where t in powers(2)"), Budget(0))


@pytest.mark.parametrize("p", [1, 2, 7, 12, 30, 97])
@pytest.mark.parametrize("above", [0, 5, 40])
def test_remainders_of_sets_are_not_too_few(p, above):
    sets = {
        ("squares", ()): {x * x for x in range(1, 2000)},
        ("primes", ()): primes(),
        ("powers", (6,)): {6**k for k in range(200)},
        ("powers", (2,)): {2**k for k in range(200)},
    }
    fibonacci = [1, 2]
    while len(fibonacci) < 400:
        fibonacci.append(sum(fibonacci[-2:]))
    sets["fibonacci", ()] = set(fibonacci)
    for (name, args), members in sets.items():
        found = extension.set_remainders(name, args, p, above)
        beyond = {x % p for x in members if x > above}
        assert beyond <= found
        if name != "primes":
            assert beyond == found
    assert extension.set_remainders("unheard of", (), p, above) == frozenset(range(p))
