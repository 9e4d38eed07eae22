"""`find_period` against trying all periods."""

import random
import time

import pytest

from grundy.discover.periods import find_period, fit_at, smallest_period


def longest_repeat(values):
    """(preperiod, period, saltus, equations) with the most equations, then the least period; None where under half."""
    best = None
    for p in range(1, len(values)):
        s, count = values[-1] - values[-1 - p], 0
        while count < len(values) - p and values[-1 - count] - values[-1 - p - count] == s:
            count += 1
        if best is None or count > best[3]:
            best = (len(values) - p - count, p, s, count)
    return best if best and 2 * best[3] >= len(values) else None


def some_values(rng):
    n = rng.randint(0, 16)
    if rng.random() < 0.3:
        return [rng.randint(0, 1) for _ in range(n)]
    p, saltus = rng.randint(1, 4), rng.randint(0, 2)
    values = [rng.randint(0, 2) for _ in range(rng.randint(0, 3) + p)]
    while len(values) < n:
        values.append(values[-p] + saltus)
    return values


def test_all_small_sequences_as_by_trying():
    rng = random.Random(5)
    for _ in range(4000):
        values = some_values(rng)
        fit = find_period(values, least=1)
        found = None if fit is None else (fit.preperiod - 1, fit.period, fit.saltus, fit.repeated)
        assert found == longest_repeat(values), values


def test_a_tail_does_not_mislead():
    values = ([0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2] * 60)[:600]
    assert values[-6:] == [0, 1, 0, 1, 0, 1]
    assert find_period(values).period == 11


def test_no_period_in_random_values():
    rng = random.Random(1)
    assert find_period([rng.randint(0, 1) for _ in range(5000)]) is None


def test_large_values_and_negative_steps():
    values = [10**30 * (n // 3) + (n % 3 == 1) * 10**40 for n in range(40)]
    fit = find_period(values)
    assert (fit.preperiod, fit.period, fit.saltus) == (0, 3, 10**30)


def test_a_million_values_take_a_second():
    rng = random.Random(2)
    base = [rng.randint(0, 9) for _ in range(200_000)]
    values = [rng.randint(0, 9) for _ in range(99_999)] + [10] + base * 4
    begun = time.process_time()
    fit = find_period(values)
    assert (fit.preperiod, fit.period) == (100_000, 200_000)
    assert time.process_time() - begun < 3


def test_smallest_period_needs_its_equations():
    values = [0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2] * 3 + [0, 1, 0, 1, 0, 1]
    assert smallest_period(values, 4) == 2
    assert smallest_period(values, 8) == 11
    assert smallest_period(values, 40) is None


@pytest.mark.parametrize("period", [1, 2, 5])
def test_fit_goes_back_to_the_last_exception(period):
    values = [7, 9] + [n % period for n in range(40)]
    assert fit_at(values, period).preperiod == 2
