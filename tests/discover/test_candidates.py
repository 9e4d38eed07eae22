import random
import time
from functools import lru_cache
from math import gcd, isqrt

import pytest
from tests.discover.brute import (
    couples,
    grundys_game,
    heap_values,
    kayles,
    lasker,
    octal_07,
    outcomes,
    subtraction,
    turnips,
    two_x,
)

from grundy.discover.candidates import candidates
from grundy.discover.catalogue import alike
from grundy.laws.reading import law_from_json


def best(values, start=0, about="grundy"):
    found = candidates(values, start, about)
    assert found
    for candidate in found:
        assert law_from_json(candidate.law.to_json()) == candidate.law
        assert candidate.checked_to == start + len(values) - 1
        assert candidate.text
        assert candidate.words
    return found[0].law


def extends(law, values, start=0):
    """The law gives more values than it was found from."""
    return all(law.value((n,)) == value for n, value in enumerate(values, start))


@pytest.mark.parametrize(
    ("moves", "preperiod", "period"),
    [
        ((1, 2), 0, 3),
        ((1, 3), 0, 2),
        ((1, 2, 5), 0, 3),
        ((1, 3, 4), 0, 7),
        ((2, 5, 7), 0, 22),
        ((1, 3, 8), 0, 11),
        ((2, 4, 7), 8, 3),
        ((3, 5, 9), 14, 2),
    ],
)
@pytest.mark.parametrize("count", [100, 601, 2000])
def test_subtraction_sets_have_their_minimal_periods(moves, preperiod, period, count):
    law = best(subtraction(moves, count))
    assert (law.kind, law.preperiod, law.period, law.saltus) == ("periodic", preperiod, period, 0)


@pytest.mark.parametrize("count", range(596, 612))
def test_a_tail_does_not_fool(count):
    assert best(subtraction((1, 3, 8), count)).period == 11


@pytest.mark.parametrize(
    ("rules", "preperiod", "period", "count"), [(kayles, 71, 12, 200), (octal_07, 53, 34, 250), (kayles, 71, 12, 400)]
)
def test_octal_games(rules, preperiod, period, count):
    law = best(heap_values(rules, count))
    assert (law.preperiod, law.period) == (preperiod, period)


def test_known_games_that_have_no_known_period():
    assert candidates(heap_values(grundys_game, 1300)) == []
    assert candidates(heap_values(couples, 1000)) == []
    assert candidates(heap_values(lambda n: [(n - k * k,) for k in range(1, isqrt(n) + 1)], 2000)) == []


def test_too_few_values_say_nothing():
    for count in (1, 2, 5, 10, 20):
        assert candidates(heap_values(kayles, count)) == []
    assert candidates([]) == []
    assert candidates([0]) == []
    assert candidates([0] * 5) == []
    assert candidates([0, 1, 0, 1]) == []


def test_lasker():
    law = best(heap_values(lasker, 120))
    assert extends(law, [n + (n % 4 == 3) - (n % 4 == 0 and n > 0) for n in range(2000)])
    kinds = [candidate.law.kind for candidate in candidates(heap_values(lasker, 120))]
    assert "residues" in kinds


@pytest.mark.parametrize("k", [2, 3, 4, 10, 20, 50])
def test_windows_that_scale(k):
    values = heap_values(lambda n: [(y,) for y in range(-(-n // k), n)], 700, 1)
    law = best(values[:500], 1)
    assert extends(law, values, 1)


def test_halving_by_remainders():
    values = heap_values(lambda n: [(y,) for y in range((n + 1) // 2, n)], 400)
    assert candidates(values[:100])[0].text == "g(2n) = n; g(2n+1) = g(n)"
    assert extends(best(values[:100]), values)


def test_strange_nim():
    """Take at most n/k."""
    for k in (2, 3, 5):
        values = heap_values(lambda n, k=k: [(n - t,) for t in range(1, n // k + 1)], 900)
        assert extends(best(values[:450]), values)


def test_turnips_by_the_lowest_ternary_digit_2():
    values = heap_values(turnips, 800)
    assert extends(best(values[:400]), values)
    assert best(values[:400]).value((2 * 3**30,)) == 2 * 30 + ((30).bit_count() % 2 == 0)


@pytest.mark.parametrize(
    ("options", "start", "name"),
    [
        (lambda n: [(n - d,) for d in range(1, n) if n % d == 0], 1, "valuation"),
        (lambda n: [(d,) for d in range(1, n) if n % d == 0], 1, "omega"),
        (lambda n: [(n - d,) for d in range(1, n) if gcd(n, d) == 1], 1, "least_prime_index"),
    ],
)
def test_arithmetic_functions(options, start, name):
    values = heap_values(options, 400, start)
    law = best(values[:200], start)
    assert (law.kind, law.function) == ("arithmetic", name)
    assert extends(law, values, start)


def test_coprime_nim_down_to_0():
    values = heap_values(lambda n: [(n - d,) for d in range(1, n + 1) if gcd(n, d) == 1], 600)
    assert extends(best(values[:300]), values)


@pytest.mark.parametrize("k", [2, 3, 4, 5])
def test_codeforces_603c(k):
    values = heap_values(two_x(k), 400)
    assert extends(best(values[:150]), values)


def test_take_from_low_to_high():
    for low, high in ((3, 8), (2, 9), (4, 4)):
        values = subtraction(range(low, high + 1), 200)
        law = best(values[:60])
        assert law.period == low + high
        assert extends(law, [n % (low + high) // low for n in range(500)])


def test_staircase_of_a_long_period():
    law = best(subtraction(range(1, 101), 150))
    assert law.period == 101


def test_powers_of_two():
    assert best(subtraction([1 << i for i in range(12)], 300)).period == 3


@pytest.mark.parametrize(
    "function",
    [
        lambda n: n,
        lambda n: n // 3,
        lambda n: (n + 2) // 5,
        isqrt,
        lambda n: n ^ 1,
        lambda n: n ^ 5,
        lambda n: n.bit_length(),
        lambda n: n.bit_count(),
        lambda n: n.bit_count() % 2,
        lambda n: 2 * n + 1 - n.bit_count() % 2,
        lambda n: sum(map(int, str(n))),
        lambda n: len(str(n)),
        lambda n: (isqrt(8 * n + 1) - 1) // 2,
        lambda n: n + 1 & -(n + 1),
        lambda n: n // 2 if n % 2 else n * 3,
        lambda n: n % 7 if n % 2 else n // 2,
        lambda n: 5 if n < 4 else n % 3,
    ],
)
def test_functions_by_name_or_by_remainders(function):
    law = best([function(n) for n in range(300)])
    assert extends(law, [function(n) for n in range(2500)])


def test_rounded_quotients_by_name():
    for divisor, shift, start in ((3, 0, 0), (2, 1, 0), (5, -2, 4), (7, 3, 1)):
        law = best([(n + shift) // divisor for n in range(start, 100)], start)
        assert (law.kind, law.function, law.args, law.shift) == ("arithmetic", "floor_div", (divisor,), shift)


def test_doubled_kayles():
    values = heap_values(kayles, 301)
    doubled = [values[(n + 1) // 2] for n in range(600)]
    assert best(doubled).period == 24
    assert (alike(doubled)[0].name, alike(doubled)[0].times, alike(doubled)[0].shift) == ("kayles", 2, 1)
    assert alike(random.Random(1).choices(range(4), k=300)) == []


def test_fibonacci_nim():
    @lru_cache(None)
    def wins(n, most):
        return any(t == n or not wins(n - t, 2 * t) for t in range(1, min(n, most) + 1))

    law = best(["N" if wins(n, n - 1) else "P" for n in range(1, 150)], 1, "outcome")
    assert law.about == "outcome"
    fibonacci = [1, 2]
    while fibonacci[-1] < 10**40:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert all(law.is_p((n,)) for n in fibonacci)
    assert not any(law.is_p((n + 1,)) for n in fibonacci[4:])


def test_the_multiplication_race():
    @lru_cache(None)
    def wins(p, goal):
        return p < goal and any(p * d >= goal or not wins(p * d, goal) for d in range(2, 10))

    law = best(["N" if wins(1, goal) else "P" for goal in range(1, 3000)], 1, "outcome")
    for e in range(30):
        assert not law.is_p((18**e + 1,))
        assert not law.is_p((9 * 18**e,))
        assert law.is_p((9 * 18**e + 1,))
        assert law.is_p((18 ** (e + 1),))


@pytest.mark.parametrize(
    ("is_p", "start"),
    [
        (lambda n: n % 3 == 0, 0),
        (lambda n: n in {2, 5} or (n > 8 and n % 4 == 1), 0),
        (lambda n: isqrt(n) ** 2 == n, 0),
        (lambda n: n & (n - 1) == 0, 1),
        (lambda n: n.bit_count() % 2 == 0, 0),
        (lambda n: str(n).strip("0") == "1", 1),
        (lambda n: (n & -n).bit_length() % 2 == 1, 1),
        (lambda n: n == 0, 0),
        (lambda n: isqrt(n) % 2 == 0, 0),
    ],
)
def test_sets_of_p_positions(is_p, start):
    law = best(["P" if is_p(n) else "N" for n in range(start, 1200)], start, "outcome")
    assert law.about == "outcome"
    assert all(law.is_p((n,)) == is_p(n) for n in range(start, 6000))
    with pytest.raises(TypeError):
        law.value((start,))


def test_outcomes_are_p_and_n():
    with pytest.raises(ValueError, match="outcomes are N and P"):
        candidates(["X", "N"], 0, "outcome")


def test_p_positions_of_grundys_game_are_not_explained_by_few():
    values = outcomes(heap_values(grundys_game, 1000))
    assert candidates(values, 0, "outcome") == []


@pytest.mark.parametrize("rounds", [60, pytest.param(500, marks=pytest.mark.slow)])
def test_random_values_have_no_law(rounds):
    rng = random.Random(20240607)
    wrong = 0
    for _ in range(rounds):
        kinds, count = rng.choice([2, 2, 3, 5]), rng.choice([8, 12, 20, 30, 50, 100, 300])
        values = [rng.randrange(kinds) for _ in range(count)]
        wrong += bool(candidates(values))
        words = [rng.choice("NNP") for _ in range(count)]
        wrong += bool(candidates(words, 0, "outcome"))
    assert wrong <= rounds // 250  # 2^-8 of them may look lawful


def test_values_that_rise_at_random_have_no_law():
    rng = random.Random(5)
    for _ in range(40):
        n, values = 0, []
        for _ in range(80):
            n += rng.randrange(3)
            values.append(n)
        assert candidates(values) == [], values


def test_primes_have_no_law():
    primes = [p for p in range(2, 3000) if all(p % q for q in range(2, isqrt(p) + 1))]
    assert candidates(primes) == []


def test_random_periods_are_found():
    rng = random.Random(11)
    for _ in range(80):
        preperiod, period, saltus = rng.randrange(30), rng.randrange(1, 30), rng.choice([0, 0, 1, 3])
        values = [rng.randrange(6) for _ in range(preperiod + period)]
        while len(values) < 4 * (preperiod + period) + 40:
            values.append(values[-period] + saltus)
        found = candidates(values)
        assert found, values
        assert any(extends(candidate.law, [*values, values[-period] + saltus]) for candidate in found[:1]), values


def test_a_period_that_breaks_late_is_not_claimed():
    values = [n % 5 for n in range(400)]
    for place in (399, 398, 390, 380, 350, 300):
        broken = list(values)
        broken[place] = 7
        assert all(candidate.law.value((place,)) == 7 for candidate in candidates(broken))
        assert not [c for c in candidates(broken) if c.law.kind == "periodic" and c.law.preperiod <= place]
    assert candidates([*values[:399], 7]) == []


SIZES = (40, 60, 97, 104, 130, 160, 216, 237, 300, 700, 1500, 3000)


@pytest.mark.parametrize(
    "function",
    [
        lambda n: (n + 1 & -(n + 1)).bit_length() % 2,
        lambda n: n.bit_count() % 2,
        lambda n: (n & n >> 1).bit_count() % 2,
        lambda n: (n + 1) // (n + 1 & -(n + 1)) % 4 // 2,
        lambda n: (n + 2 + isqrt(5 * (n + 2) ** 2)) // 2 - (n + 1 + isqrt(5 * (n + 1) ** 2)) // 2 - 1,
        lambda n: isqrt(2 * (n + 1) ** 2) - isqrt(2 * n * n) - 1,
        lambda n: isqrt(n) % 2,
        lambda n: (n.bit_length()) % 3,
    ],
)
def test_values_that_look_periodic_and_are_not(function):
    values = [function(n) for n in range(4000)]
    for count in SIZES:
        for candidate in candidates(values[:count])[:1]:
            assert extends(candidate.law, values), (count, candidate.text)


@pytest.mark.parametrize("k", [3, 5])
def test_a_recursion_is_no_period(k):
    values = heap_values(two_x(k), 3000)
    for count in (*range(30, 260, 10), 500, 1000, 2000):
        assert extends(candidates(values[:count])[0].law, values)


def test_ends_of_doubly_exponential_runs():
    ends = [2]
    while ends[-1] < 5000:
        ends.append(ends[-1] ** 2 + 1)
    values = [sum(n > end for end in ends) % 2 for n in range(5000)]
    found = candidates(values)
    assert all(extends(candidate.law, values) for candidate in found)


def test_a_large_start():
    law = best([n % 3 for n in range(10**12, 10**12 + 60)], 10**12)
    assert law.value((10**12 + 10**6,)) == (10**12 + 10**6) % 3


def test_speed():
    rng = random.Random(3)
    lists = [
        subtraction((2, 5, 7), 10_000),
        [rng.randrange(3) for _ in range(10_000)],
        [n.bit_count() for n in range(10_000)],
        [isqrt(n) for n in range(10_000)],
    ]
    for values in lists:
        candidates(values)  # tables of functions are made once
        begun = time.process_time()
        candidates(values)
        assert time.process_time() - begun < 2.0  # under 1 s on an idle core


@pytest.mark.slow
def test_a_million_values():
    values = [n % 1000 // 7 for n in range(10**6)]
    assert candidates(values)[0].law.period == 1000
    values[-1] = 999
    assert candidates(values) == []
