"""The sets of integers that have a name in the rules language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from math import gcd, isqrt
from typing import ClassVar

from .errors import LimitExceeded, RuleError
from .numbers import digits

_PRIME_BOUND = 3_317_044_064_679_887_385_961_981
_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
_FACTOR_BOUND = 10**14


class NamedSetKind(ABC):
    """A set of integers, or a family of them given by arguments."""

    arity: ClassVar[int] = 0
    usage: ClassVar[str]
    words: ClassVar[str]

    @abstractmethod
    def hull(self, *args: int) -> tuple[int, int | None]:
        """A lower bound and, where there is one, an upper bound of the members; (1, 0) for the empty set."""

    @abstractmethod
    def contains(self, x: int, *args: int) -> bool:
        """Whether *x* is a member."""

    @abstractmethod
    def members(self, low: int, high: int, *args: int) -> Iterator[int]:
        """The members in low..high, ascending."""


class Squares(NamedSetKind):
    """1, 4, 9, 16, …"""

    usage = "squares"
    words = "the squares 1, 4, 9, …"

    def hull(self, *args: int) -> tuple[int, int | None]:  # noqa: ARG002 - no arguments
        return 1, None

    def contains(self, x: int, *args: int) -> bool:  # noqa: ARG002
        return x >= 1 and isqrt(x) ** 2 == x

    def members(self, low: int, high: int, *args: int) -> Iterator[int]:  # noqa: ARG002
        root = isqrt(max(low, 1) - 1) + 1
        while root * root <= high:
            yield root * root
            root += 1


class Primes(NamedSetKind):
    """2, 3, 5, 7, 11, …"""

    usage = "primes"
    words = "the primes 2, 3, 5, …"

    def hull(self, *args: int) -> tuple[int, int | None]:  # noqa: ARG002
        return 2, None

    def contains(self, x: int, *args: int) -> bool:  # noqa: ARG002
        return is_prime(x)

    def members(self, low: int, high: int, *args: int) -> Iterator[int]:  # noqa: ARG002
        if low <= 2 <= high:
            yield 2
        for x in range(max(low, 3) | 1, high + 1, 2):
            if is_prime(x):
                yield x


class Fibonacci(NamedSetKind):
    """1, 2, 3, 5, 8, …"""

    usage = "fibonacci"
    words = "the Fibonacci numbers 1, 2, 3, 5, …"

    def hull(self, *args: int) -> tuple[int, int | None]:  # noqa: ARG002
        return 1, None

    def contains(self, x: int, *args: int) -> bool:  # noqa: ARG002
        return x >= 1 and any(isqrt(y) ** 2 == y for y in (5 * x * x + 4, 5 * x * x - 4))

    def members(self, low: int, high: int, *args: int) -> Iterator[int]:  # noqa: ARG002
        a, b = 1, 2
        while a <= high:
            if a >= low:
                yield a
            a, b = b, a + b


class Powers(NamedSetKind):
    """1, b, b², … for b >= 2."""

    arity = 1
    usage = "powers(b)"
    words = "the powers 1, b, b², … of b"

    def hull(self, *args: int) -> tuple[int, int | None]:
        _base(args[0])
        return 1, None

    def contains(self, x: int, *args: int) -> bool:
        base = _base(args[0])
        while x > 1 and x % base == 0:
            x //= base
        return x == 1

    def members(self, low: int, high: int, *args: int) -> Iterator[int]:
        base, x = _base(args[0]), 1
        while x <= high:
            if x >= low:
                yield x
            x *= base


class Divisors(NamedSetKind):
    """The positive divisors of n, n among them; none for n < 1."""

    arity = 1
    usage = "divisors(n)"
    words = "the divisors of n, n among them"
    proper: ClassVar[bool] = False

    def hull(self, *args: int) -> tuple[int, int | None]:
        n = args[0]
        return (1, max(n - 1, 0)) if self.proper else (1, max(n, 0))

    def contains(self, x: int, *args: int) -> bool:
        n = args[0]
        return 1 <= x <= n and n % x == 0 and not (self.proper and x == n)

    def members(self, low: int, high: int, *args: int) -> Iterator[int]:
        n = args[0]
        if n > _FACTOR_BOUND:
            msg = f"the divisors of {digits(n)[:40]} are not looked for: numbers above 10^14 are not factored"
            raise LimitExceeded(msg)
        small = [d for d in range(1, isqrt(max(n, 0)) + 1) if n % d == 0]
        large = [n // d for d in reversed(small) if d * d != n]
        top = min(high, n - 1) if self.proper else high
        return iter([d for d in (*small, *large) if low <= d <= top])


class ProperDivisors(Divisors):
    """The positive divisors of n that are smaller than n."""

    usage = "proper_divisors(n)"
    words = "the divisors of n below n"
    proper = True


class Coprime(NamedSetKind):
    """The integers 1 <= t <= n with no common divisor with n."""

    arity = 1
    usage = "coprime(n)"
    words = "the numbers from 1 to n that have no common divisor with n"

    def hull(self, *args: int) -> tuple[int, int | None]:
        return 1, max(args[0], 0)

    def contains(self, x: int, *args: int) -> bool:
        return 1 <= x <= args[0] and gcd(x, args[0]) == 1

    def members(self, low: int, high: int, *args: int) -> Iterator[int]:
        return (t for t in range(max(low, 1), min(high, args[0]) + 1) if gcd(t, args[0]) == 1)


class Range(NamedSetKind):
    """The integers a <= t < b, as Python's range has them."""

    arity = 2
    usage = "range(a, b)"
    words = "the numbers from a to b-1"

    def hull(self, *args: int) -> tuple[int, int | None]:
        return args[0], args[1] - 1

    def contains(self, x: int, *args: int) -> bool:
        return args[0] <= x < args[1]

    def members(self, low: int, high: int, *args: int) -> Iterator[int]:
        return iter(range(max(low, args[0]), min(high + 1, args[1])))


NAMED_SETS: dict[str, NamedSetKind] = {
    "squares": Squares(),
    "primes": Primes(),
    "fibonacci": Fibonacci(),
    "powers": Powers(),
    "divisors": Divisors(),
    "proper_divisors": ProperDivisors(),
    "coprime": Coprime(),
    "range": Range(),
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
        msg = f"whether {digits(x)[:40]} is prime is not decided above 3.3·10^24"
        raise LimitExceeded(msg)
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


def _base(b: int) -> int:
    if b < 2:
        msg = f"powers(b) needs b >= 2, not {digits(b)}"
        raise RuleError(msg)
    return b
