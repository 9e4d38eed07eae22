"""Prime factors: against trial division, and in bounded time where they are out of reach."""

import time
from collections import Counter

import pytest

from grundy.laws.factors import factors, least_prime
from grundy.rules.errors import LimitExceeded


def by_trial(n):
    found, p = Counter(), 2
    while n > 1:
        while n % p == 0:
            found[p] += 1
            n //= p
        p += 1
    return found


@pytest.mark.parametrize("n", [*range(2, 400), 99_991**2, 99_991 * 100_003, 317**2, 2**40 * 3**5])
def test_factors_are_those_of_trial_division(n):
    expected = by_trial(n) if n < 10**6 or n == 2**40 * 3**5 else None
    found = factors(n)
    product = 1
    for p, e in found.items():
        product *= p**e
    assert product == n
    assert expected is None or found == expected
    assert least_prime(n) == min(found)


@pytest.mark.parametrize("n", [10**600 + 3, 10**1000 - 1, 10**4000 - 1, 7 * 10**3999 + 9])
def test_what_is_out_of_reach_is_given_up_soon(n):
    start = time.thread_time()
    with pytest.raises(LimitExceeded, match="out of reach"):
        factors(n)
    assert time.thread_time() - start < 2


def test_small_factors_of_long_numbers_are_found_first():
    assert [least_prime(n) for n in (10**4000, 10**4000 - 1, 10**3999 + 4)] == [2, 3, 2]
    assert least_prime((10**600 + 2) // 2 * 99_991) <= 99_991
