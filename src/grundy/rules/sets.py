"""The sets of integers that have a name in the rules language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import gcd, isqrt

from .errors import LimitExceeded, RuleError
from .numbers import digits
from .values import Value

_PRIME_BOUND = 3_317_044_064_679_887_385_961_981
_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
_FACTOR_BOUND = 10**14

Span = tuple[int, int | None]


class NamedSetKind(Value):
    """A set of integers, or a family of them that takes *arity* arguments.

    *hull* is a lower bound and, where there is one, an upper bound of the members, (1, 0) for the empty set;
    *contains* whether x, its first argument, is a member; *members* those in low..high, its first two arguments,
    ascending.
    """

    arity: int
    usage: str
    words: str
    hull: Callable[..., Span]
    contains: Callable[..., bool]
    members: Callable[..., Iterator[int]]


def _squares(low: int, high: int) -> Iterator[int]:
    root = isqrt(max(low, 1) - 1) + 1
    while root * root <= high:
        yield root * root
        root += 1


def _primes(low: int, high: int) -> Iterator[int]:
    if low <= 2 <= high:
        yield 2
    for x in range(max(low, 3) | 1, high + 1, 2):
        if is_prime(x):
            yield x


def _is_fibonacci(x: int) -> bool:
    """Whether 5x² + 4 or 5x² - 4 is a square (Gessel, Fibonacci Quarterly 10 (1972))."""
    return x >= 1 and any(isqrt(y) ** 2 == y for y in (5 * x * x + 4, 5 * x * x - 4))


def _fibonacci(low: int, high: int) -> Iterator[int]:
    a, b = 1, 2
    while a <= high:
        if a >= low:
            yield a
        a, b = b, a + b


def _base(b: int) -> int:
    if b < 2:
        raise RuleError(f"powers(b) needs b >= 2, not {digits(b)}")
    return b


def _is_power(x: int, b: int) -> bool:
    base = _base(b)
    while x > 1 and x % base == 0:
        x //= base
    return x == 1


def _powers(low: int, high: int, b: int) -> Iterator[int]:
    base, x = _base(b), 1
    while x <= high:
        if x >= low:
            yield x
        x *= base


def _is_divisor(x: int, n: int) -> bool:
    return 1 <= x <= n and n % x == 0


def _divisors(low: int, high: int, n: int) -> Iterator[int]:
    if n > _FACTOR_BOUND:
        raise LimitExceeded(
            f"the divisors of {digits(n)[:40]} are not looked for: numbers above 10^14 are not factored"
        )
    small = [d for d in range(1, isqrt(max(n, 0)) + 1) if n % d == 0]
    large = [n // d for d in reversed(small) if d * d != n]
    return iter([d for d in (*small, *large) if low <= d <= high])


def _coprime(low: int, high: int, n: int) -> Iterator[int]:
    return (t for t in range(max(low, 1), min(high, n) + 1) if gcd(t, n) == 1)


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
        lambda low, high, n: _divisors(low, min(high, n - 1), n),
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
        lambda low, high, a, b: iter(range(max(low, a), min(high + 1, b))),
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
        raise LimitExceeded(f"whether {digits(x)[:40]} is prime is not decided above 3.3·10^24")
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
