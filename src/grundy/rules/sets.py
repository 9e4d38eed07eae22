"""The sets of integers that have a name in the rules language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import gcd, isqrt

from .errors import LimitExceeded, RuleError
from .numbers import shown
from .values import Value

_PRIME_BOUND = 3_317_044_064_679_887_385_961_981
_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
_FACTOR_BOUND = 10**14
_SIEVED, _SEGMENT = 10**7, 1 << 15

Span = tuple[int, int | None]
Spend = Callable[[int], None]
"""Is told of work done, in choices looked at; raises LimitExceeded when it is too much (a meter's ``spend``)."""


class NamedSetKind(Value):
    """A set of integers, or a family of them that takes *arity* arguments.

    *hull* is a lower bound and, where there is one, an upper bound of the members, (1, 0) for the empty set;
    *contains* whether x, its first argument, is a member; *members* those in low..high, its first two arguments,
    ascending. *members* tells ``spend=`` of the candidates that it tests in vain, so that a long way from one member
    to the next is work, too.
    """

    arity: int
    usage: str
    words: str
    hull: Callable[..., Span]
    contains: Callable[..., bool]
    members: Callable[..., Iterator[int]]


def _free(_count: int) -> None:
    """Work that nobody counts."""


def _squares(low: int, high: int, *, spend: Spend = _free) -> Iterator[int]:
    del spend  # each candidate is a member
    root = isqrt(max(low, 1) - 1) + 1
    while root * root <= high:
        yield root * root
        root += 1


def _primes(low: int, high: int, *, spend: Spend = _free) -> Iterator[int]:
    if low <= 2 <= high:
        yield 2
    first = max(low, 3) | 1
    while first <= min(high, _SIEVED):
        stop = min(first + _SEGMENT, high + 1)
        spend((stop - first) // 16)  # crossing out is cheap
        yield from _sieved(first, stop)
        first += _SEGMENT
    for x in range(first, high + 1, 2):
        if is_prime(x):
            yield x
        spend(labour(x))


def _sieved(first: int, stop: int) -> Iterator[int]:
    """The odd primes from the odd number *first* to stop - 1, by the sieve of Eratosthenes."""
    odd = bytearray(b"\1") * ((stop - first + 1) // 2)
    for p in range(3, isqrt(stop) + 1, 2):
        start = (max(p * p, p * (-(-first // p) | 1)) - first) // 2
        odd[start::p] = bytes(len(range(start, len(odd), p)))
    return (first + 2 * i for i, alive in enumerate(odd) if alive)


def labour(x: int) -> int:
    """What testing a number like *x* for being a prime or a divisor counts as, in choices looked at."""
    return 1 + x.bit_length() // 8


def _is_fibonacci(x: int) -> bool:
    """Whether 5x² + 4 or 5x² - 4 is a square (Gessel, Fibonacci Quarterly 10 (1972))."""
    return x >= 1 and any(isqrt(y) ** 2 == y for y in (5 * x * x + 4, 5 * x * x - 4))


def _fibonacci(low: int, high: int, *, spend: Spend = _free) -> Iterator[int]:
    del spend  # there are few
    a, b = 1, 2
    while a <= high:
        if a >= low:
            yield a
        a, b = b, a + b


def _base(b: int) -> int:
    if b < 2:
        raise RuleError("powers(b) needs b >= 2, not {b}", b=shown(b))
    return b


def _is_power(x: int, b: int) -> bool:
    base = _base(b)
    while x > 1 and x % base == 0:
        x //= base
    return x == 1


def _powers(low: int, high: int, b: int, *, spend: Spend = _free) -> Iterator[int]:
    del spend  # there are few
    base, x = _base(b), 1
    while x <= high:
        if x >= low:
            yield x
        x *= base


def _is_divisor(x: int, n: int) -> bool:
    return 1 <= x <= n and n % x == 0


def _divisors(low: int, high: int, n: int, *, spend: Spend = _free) -> Iterator[int]:
    if n > _FACTOR_BOUND:
        raise LimitExceeded("the divisors of {n} are not looked for: numbers above 10^14 are not factored", n=shown(n))
    found = {1} if n >= 1 else set()
    for p in _prime_factors(n, spend):
        found |= {d * p for d in found}
    return iter(sorted(d for d in found if low <= d <= high))


def _prime_factors(n: int, spend: Spend) -> Iterator[int]:
    """The prime factors of n, each as often as it divides n, by trial division."""
    p = 2
    while n > 1:
        if p * p > n or (p > _SEGMENT and p % 4096 == 1 and is_prime(n)):
            p = n
        if n % p == 0:
            yield p
            n //= p
        else:
            p += 1 + p % 2
        if p % 64 == 1:
            spend(2)  # one for 16 candidates


def _coprime(low: int, high: int, n: int, *, spend: Spend = _free) -> Iterator[int]:
    cost = labour(n) // 2
    for t in range(max(low, 1), min(high, n) + 1):
        if gcd(t, n) == 1:
            yield t
        spend(cost)


def _range(low: int, high: int, a: int, b: int, *, spend: Spend = _free) -> Iterator[int]:
    del spend  # each candidate is a member
    return iter(range(max(low, a), min(high + 1, b)))


NAMED_SETS: dict[str, NamedSetKind] = {
    "squares": NamedSetKind(
        0,
        "squares",
        "the squares 1, 4, 9, …",
        lambda: (1, None),
        lambda x: x >= 1 and isqrt(x) ** 2 == x,
        _squares,
    ),
    "primes": NamedSetKind(
        0,
        "primes",
        "the primes 2, 3, 5, …",
        lambda: (2, None),
        lambda x: is_prime(x),  # noqa: PLW0108 - defined below
        _primes,
    ),
    "fibonacci": NamedSetKind(
        0,
        "fibonacci",
        "the Fibonacci numbers 1, 2, 3, 5, …",
        lambda: (1, None),
        _is_fibonacci,
        _fibonacci,
    ),
    "powers": NamedSetKind(
        1,
        "powers(b)",
        "the powers 1, b, b², … of b >= 2",
        lambda b: (1, None) if _base(b) else (1, 0),
        _is_power,
        _powers,
    ),
    "divisors": NamedSetKind(
        1,
        "divisors(n)",
        "the positive divisors of n, n among them; none for n < 1",
        lambda n: (1, max(n, 0)),
        _is_divisor,
        _divisors,
    ),
    "proper_divisors": NamedSetKind(
        1,
        "proper_divisors(n)",
        "the positive divisors of n that are less than n",
        lambda n: (1, max(n - 1, 0)),
        lambda x, n: x < n and _is_divisor(x, n),
        lambda low, high, n, spend=_free: _divisors(low, min(high, n - 1), n, spend=spend),
    ),
    "coprime": NamedSetKind(
        1,
        "coprime(n)",
        "the numbers from 1 to n that have no common divisor with n",
        lambda n: (1, max(n, 0)),
        lambda x, n: 1 <= x <= n and gcd(x, n) == 1,
        _coprime,
    ),
    "range": NamedSetKind(
        2,
        "range(a, b)",
        "the numbers from a to b-1",
        lambda a, b: (a, b - 1),
        lambda x, a, b: a <= x < b,
        _range,
    ),
}


def is_prime(x: int) -> bool:
    """Whether *x* is prime, by Miller–Rabin with the first 13 primes, which is exact below 3.3·10^24.

    Raises LimitExceeded above that bound. Source: Sorenson and Webster, Math. Comp. 86 (2017).

    >>> [x for x in range(30) if is_prime(x)]
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    """
    for p in _WITNESSES:
        if x <= p or x % p == 0:
            return x == p
    if x >= _PRIME_BOUND:
        raise LimitExceeded("whether {x} is prime is not decided above 3.3·10^24", x=shown(x))
    odd, twos = x - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return not any(_is_witness(a, x, odd, twos) for a in _WITNESSES)


def _is_witness(a: int, x: int, odd: int, twos: int) -> bool:
    """Whether *a* shows that x = odd·2^twos + 1 is composite."""
    y = pow(a, odd, x)
    if y in (1, x - 1):
        return False
    for _ in range(twos - 1):
        y = y * y % x
        if y == x - 1:
            return False
    return True
