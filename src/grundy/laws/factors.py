"""Prime factors of integers, exactly: trial division, then Pollard's rho with a deterministic primality test.

Sources: J. M. Pollard, A Monte Carlo method for factorization, BIT 15 (1975); the bases of the primality test: J.
Sorenson and J. Webster, Strong pseudoprimes to twelve prime bases, Math. Comp. 86 (2017), for n < 3.3·10^24.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import compress
from math import gcd, isqrt, prod

from grundy.rules.errors import LimitExceeded
from grundy.rules.numbers import shown

_TRIAL = 100_000
_SURE = 3_317_044_064_679_887_385_961_981
_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
_ROUNDS, _QUICK_BITS = 400_000, 128  # fewer rounds for longer numbers, so that the time is about the same
_MOST_BITS = 2_048  # a rest above that, without small factors, is given up at once
_GROUP = 64
MAX_INDEXED = 20_000_000


def factors(n: int) -> Counter[int]:
    """The prime factors of *n* >= 1 with their multiplicities (none for 0); LimitExceeded where it is too hard.

    >>> factors(360)
    Counter({2: 3, 3: 2, 5: 1})
    """
    found: Counter[int] = Counter()
    if n <= 1:
        return found
    twos = (n & -n).bit_length() - 1
    if twos:
        found[2] = twos
        n >>= twos
    for p in _small_divisors(n):
        if p * p > n:
            break
        while n % p == 0:
            found[p] += 1
            n //= p
    rest = [n] if n > 1 else []
    while rest:
        m = rest.pop()
        if m < _TRIAL**2:
            found[m] += 1
        elif m.bit_length() > _MOST_BITS:
            raise _too_hard(m)
        elif is_prime(m):
            found[m] += 1
        else:
            divisor = _divisor(m)
            rest += [divisor, m // divisor]
    return found


def least_prime(n: int) -> int:
    """The least prime factor of *n* >= 2; LimitExceeded where it is too hard.

    >>> least_prime(91)
    7
    """
    if n % 2 == 0:
        return 2
    for p in _small_divisors(n):
        if p * p > n:
            return n
        return p
    return n if n < _TRIAL**2 else min(factors(n))


def _small_divisors(n: int) -> Iterator[int]:
    """The odd primes below `_TRIAL` that divide *n*, ascending; of a small n, as far as their squares reach."""
    for product, primes in _products():
        rest = n % product
        for p in primes:
            if rest % p == 0:
                yield p
        if primes[-1] ** 2 > n:
            return


@lru_cache(maxsize=1)
def _products() -> list[tuple[int, tuple[int, ...]]]:
    """The odd primes below `_TRIAL` in groups, each with its product: one long division for a group."""
    primes = _primes(_TRIAL)[1:]
    groups = [tuple(primes[:8]), *(tuple(primes[i : i + _GROUP]) for i in range(8, len(primes), _GROUP))]
    return [(prod(group), group) for group in groups]


def is_prime(n: int) -> bool:
    """Whether *n* >= 2 is a prime: the test of Miller and Rabin for bases that leave no doubt below 3.3·10^24.

    A number above that which passes it raises LimitExceeded.

    >>> is_prime(10**18 + 9), is_prime(10**18 + 7)
    (True, False)
    """
    if n < 2 or any(n % p == 0 for p in _BASES):
        return n in _BASES
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in _BASES:
        x = pow(base, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    if n >= _SURE:
        raise _too_hard(n)
    return True


def _divisor(n: int) -> int:
    """A divisor of the composite odd *n* that is neither 1 nor n, by Pollard's rho with products of 128 differences."""
    root = isqrt(n)
    if root * root == n:
        return root
    left = min(_ROUNDS, _ROUNDS * _QUICK_BITS**2 // n.bit_length() ** 2)
    for constant in range(1, 20):
        x = y = 2
        power = steps = 1
        while left > 0:
            product, start = 1, (x, y, power, steps)
            for _ in range(128):
                y = (y * y + constant) % n
                product = product * (x - y) % n
                steps -= 1
                if not steps:
                    x, power = y, 2 * power
                    steps = power
            left -= 128
            found = gcd(product, n)
            if found == n:
                x, y, power, steps = start
                found = 1
                while found == 1:
                    y = (y * y + constant) % n
                    found = gcd(x - y, n)
                    steps -= 1
                    if not steps:
                        x, power = y, 2 * power
                        steps = power
            if found == n:
                break
            if found > 1:
                return found
    raise _too_hard(n)


def prime_index(p: int) -> int:
    """The number of primes up to the prime *p*; LimitExceeded above 20,000,000.

    >>> [prime_index(p) for p in (2, 3, 5, 7, 11)]
    [1, 2, 3, 4, 5]
    """
    if p > MAX_INDEXED:
        raise LimitExceeded(f"the index of the prime {shown(p)}: primes are counted to {MAX_INDEXED:,} at most")
    return bisect_right(_primes(max(1 << 16, 1 << p.bit_length())), p)


@lru_cache(maxsize=2)
def _primes(below: int) -> array[int]:
    """The primes below a bound, ascending."""
    sieve = bytearray([1]) * below
    sieve[:2] = b"\0\0"
    for q in range(2, isqrt(below) + 1):
        if sieve[q]:
            sieve[q * q :: q] = bytes(len(range(q * q, below, q)))
    return array("q", compress(range(below), sieve))


def _too_hard(n: int) -> LimitExceeded:
    return LimitExceeded(f"the prime factors of {shown(n)} ({n.bit_length():,} bits) are out of reach")
