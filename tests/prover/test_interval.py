"""The method *interval* against brute force, for rulesets and for all members of families."""

import random
from itertools import product

import pytest

from grundy.checker.checking import check
from grundy.games import expression
from grundy.laws.reading import law_from_json
from grundy.prover import interval
from grundy.prover.base import NotProved, digest
from grundy.prover.boxes import Disagreement
from grundy.report.methods import family_methods, methods
from grundy.rules.budget import Budget, OutOfBudget
from grundy.rules.family import ruleset


def brute(numbers, least, top):
    """Grundy values of least..top where the numbers may be taken."""
    values = {}
    for n in range(least, top + 1):
        reached, value = {values[n - t] for t in numbers if 1 <= t <= n - least}, 0
        while value in reached:
            value += 1
        values[n] = value
    return values


def proved(rules):
    proof = interval.prove(rules, Budget(60))
    certificate = proof.certificate
    assert (certificate["method"], certificate["evidence"]) == ("interval", "proved")
    assert certificate["hash"] == digest(certificate)
    verdict = check(certificate)
    assert verdict.valid, verdict.why
    return proof


RULESETS = [
    ("n -> n-t where 3 <= t <= 7", 0, 3, 7),
    ("n -> n-t where 3 <= t < 8", 0, 3, 7),
    ("n -> n-t where 7 >= t >= 3", 4, 3, 7),
    ("n -> n-t where t >= 3 and t <= 7", 0, 3, 7),
    ("n -> n-t where t <= 7 and t > 2", 1, 3, 7),
    ("n -> n-t where t in range(3, 8)", 0, 3, 7),
    ("n -> n-t where t in {3, 4, 5, 6, 7}", 0, 3, 7),
    ("n -> n-t where abs(t-5) <= 2", 0, 3, 7),
    ("n -> y where n-7 <= y <= n-3", 0, 3, 7),
    ("n -> y where y+3 <= n and n <= y+7", 2, 3, 7),
    ("n -> n-3-t where t <= 4", 0, 3, 7),
    ("n -> n-3 | n-4 | n-5 | n-6 | n-7", 0, 3, 7),
    ("n -> n-t where 3 <= t <= 5 | n-t where 5 <= t <= 7 | n-6", 0, 3, 7),
    ("n -> n-t where t == 3 or 4 <= t <= 7", 0, 3, 7),
    ("n -> n-t where 2*t >= 5 and 3*t <= 23", 0, 3, 7),
    ("n -> n-t where max(3, 2) <= t and t <= min(7, 9)", 0, 3, 7),
    ("n -> n-t where 2 <= t <= 9 and t < 8 and 3 <= t", 0, 3, 7),
    ("n -> n-t where 3 <= t <= 7 | n-t where 9 <= t <= 8", 0, 3, 7),
    ("n -> n-t where t in primes and t <= 3", 0, 2, 3),
    ("n -> n-t where t // 4 == 1", 0, 4, 7),
    ("n -> n-5", 0, 5, 5),
    ("n -> n-t where t >= 2 and t != 2 and t <= 6", 0, 3, 6),
    ("n -> n-t where 40 <= t <= 41", 0, 40, 41),
]


@pytest.mark.parametrize(("text", "least", "low", "high"), RULESETS)
def test_rulesets(text, least, low, high):
    proof = proved(ruleset(text, least=least))
    assert proof.certificate["law"] == {"kind": "staircase", "least": least, "low": low, "high": high}
    for n, value in brute(range(low, high + 1), least, 180).items():
        assert proof.law.value((n,)) == value


def test_random_intervals():
    generator = random.Random(5)
    for _ in range(12):
        low, least = generator.randint(2, 12), generator.randint(0, 3)
        high = low + generator.randint(0, 20)
        law = proved(ruleset("n -> n-t where a <= t <= b", a=low, b=high, least=least)).law
        for n, value in brute(range(low, high + 1), least, 150).items():
            assert law.value((n,)) == value


FAMILIES = [
    ("n -> n-t where low <= t <= high", "low, high", 0, lambda a, b: (a, b), {"p1": 1, "p2": 0}),
    ("n -> n-t where low <= t <= high", "low, high", 2, lambda a, b: (a, b), {"p1": 1, "p2": 0}),
    ("n -> n-t where t >= low and t < high", "low, high", 0, lambda a, b: (a, b - 1), {"p1": 1, "p2": 0}),
    ("n -> n-t where t in range(low, high)", "low, high", 0, lambda a, b: (a, b - 1), {"p1": 1, "p2": 0}),
    ("n -> y where n-high <= y <= n-low", "high, low", 0, lambda a, b: (b, a), {"p1": 0, "p2": 1}),
    ("n -> n-t-low where t <= k", "low, k", 0, lambda a, b: (a, a + b), {"p1": 1, "p2": 0}),
    ("n -> n-t where k <= t <= k*k", "k", 1, lambda a: (a, a * a), {"p1": 1}),
    ("n -> n-t where k+1 <= t <= 2*k+3", "k", 0, lambda a: (a + 1, 2 * a + 3), {"p1": 0}),
    ("n -> n-t where k <= t <= k+3 | n-k-4", "k", 0, lambda a: (a, a + 4), {"p1": 1}),
    ("n -> n-t where k <= t <= k+3 or t == k+4", "k", 0, lambda a: (a, a + 4), {"p1": 1}),
    ("n -> n-t where max(k, 3) <= t <= k+5", "k", 0, lambda a: (a, a + 5), {"p1": 3}),
    ("n -> n-t where 2 <= t <= high", "high", 0, lambda a: (2, a), {"p1": 0}),
    ("n -> n-k", "k", 0, lambda a: (a, a), {"p1": 1}),
]


@pytest.mark.parametrize(("text", "params", "least", "ends", "domain"), FAMILIES)
def test_families(text, params, least, ends, domain):
    family = ruleset(text, params=params, least=least)
    certificate = proved(family).certificate
    assert certificate["rules"]["domain"] == domain
    for values in product(range(6), repeat=len(domain)):
        if any(value < lowest for value, lowest in zip(values, domain.values(), strict=True)):
            continue
        law = law_from_json(certificate["law"], values)
        low, high = ends(*values)
        for n, value in brute(range(low, high + 1), least, 60).items():
            assert law.value((n,)) == value, (values, n)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("n -> n-t where t <= 5", "1 may be taken"),
        ("n -> n-t", "no largest number"),
        ("n -> n-t where 5 <= t <= 4", "there are no moves"),
        ("n -> n-t where t in {3, 5}", "do not make up one interval"),
        ("n -> n-t where 2 <= t <= 3 | n-t where 5 <= t <= 9", "do not make up one interval"),
        ("n -> n-t where t >= 3", "no largest number"),
        ("n -> n-t where 3 <= t <= 7 and n >= 20", "depends on the heap"),
        ("n -> n-t where 3 <= t and 2*t <= n", "depends on the heap"),
        ("n -> n-t where 3 <= t <= n//2", "quotient"),
        ("n -> a & b where 2 <= n-a-b and n-a-b <= 4", "splits the heap"),
        ("a, b -> a-t, b where 2 <= t <= 3", "not on one heap"),
        ("n -> n-t where t in squares", "not given by its ends"),
        ("n -> n-t where 2 <= t <= 9 and t % 3 != 0", "remainder"),
    ],
)
def test_what_is_not_proved(text, why):
    with pytest.raises(NotProved, match=why):
        interval.prove(ruleset(text), Budget())


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("n -> n-t where t <= m", "m"),
        ("n -> n-t where 2 <= t and t <= min(a, b)", "a, b"),
        ("n -> n-t where a <= t <= b | n-b-1", "a, b"),  # for a > b + 1 only b + 1
        ("n -> n-t where abs(t-10) <= k", "k"),
        ("n -> n-t where a <= t <= b | n-t where c <= t <= d", "a, b, c, d"),
        ("n -> n-t where 2*t >= a and t <= b", "a, b"),
        ("n -> n-t where a*t >= 7 and t <= b", "a, b"),
        ("n -> n-t where t in S", "S"),
    ],
)
def test_families_that_are_not_proved(text, params):
    with pytest.raises(NotProved):
        interval.prove(ruleset(text, params=params), Budget())


def test_codes_and_too_little_time():
    with pytest.raises(NotProved, match="a text"):
        interval.prove(expression("kayles"), Budget())
    with pytest.raises(OutOfBudget):
        interval.prove(expression("take_range(3, 8)"), Budget(0))


def test_a_disagreement_with_the_generator_is_not_hidden():
    other = interval.Interval(interval.Poly.constant(3), interval.Poly.constant(6))
    with pytest.raises(Disagreement):
        interval._compare(ruleset("n -> n-t where 3 <= t <= 7"), other, {}, Budget())


def test_any_size():
    law = proved(expression("take_range(10**18, 4 * 10**18)")).law
    assert law.value((10**40,)) == 10**40 % (5 * 10**18) // 10**18
    assert law.formula() == "g(n) = floor((n mod 5000000000000000000)/1000000000000000000)"


def test_the_method_is_tried_behind_windows():
    names = [method.name for method in methods(expression("take_range(3, 8)"), "normal")]
    assert names[:2] == ["window", "interval"]
    assert names.index("extension") == names.index("period") + 1
    assert [method.name for method in family_methods()][:2] == ["window", "interval"]
