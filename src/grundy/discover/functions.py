"""Arithmetic functions that Grundy values are known to follow, as tables for 0, 1, …, for speed.

They are those of the laws `ArithmeticLaw` and `FunctionLaw`, which give single values of any size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import isqrt

Table = tuple[int, ...]


def valuation(size: int, base: int) -> Table:
    """The exponent of *base* in n.

    >>> valuation(9, 2)
    (0, 0, 1, 0, 2, 0, 1, 0, 3)
    """
    found = [0] * size
    power = base
    while power < size:
        for n in range(power, size, power):
            found[n] += 1
        power *= base
    return (0, *found[1:])


def _least_primes(size: int) -> list[int]:
    """The least prime factor of each n >= 2, and 1 for 0 and 1."""
    least = [1] * size
    for p in range(2, size):
        if least[p] == 1:
            for n in range(p, size, p):
                if least[n] == 1:
                    least[n] = p
    return least


def omega(size: int) -> Table:
    """The number of prime factors of n with multiplicity.

    >>> omega(9)
    (0, 0, 1, 1, 2, 1, 2, 1, 3)
    """
    least, found = _least_primes(size), [0] * size
    for n in range(2, size):
        found[n] = found[n // least[n]] + 1
    return (0, *found[1:])


def distinct_primes(size: int) -> Table:
    """The number of different prime factors of n."""
    least, found = _least_primes(size), [0] * size
    for n in range(2, size):
        rest = n // least[n]
        found[n] = found[rest] + (least[rest] != least[n])
    return (0, *found[1:])


def divisors(size: int) -> Table:
    """The number of divisors of n."""
    found = [0] * size
    for d in range(1, size):
        for n in range(d, size, d):
            found[n] += 1
    return (0, *found[1:])


def least_prime(size: int) -> Table:
    """The least prime factor of n >= 2."""
    return (0, 0, *_least_primes(size)[2:])[:size]


def least_prime_index(size: int) -> Table:
    """The i for which the i-th prime is the least prime factor of n >= 2; 0 for n = 1.

    >>> least_prime_index(10)
    (0, 0, 1, 2, 1, 3, 1, 4, 1, 2)
    """
    least, index = _least_primes(size), {1: 0}
    for n in range(2, size):
        if least[n] == n:
            index[n] = len(index)
    return (0, *(index[p] for p in least[1:]))


def largest_proper_divisor(size: int) -> Table:
    """The number n divided by its least prime factor, n >= 2."""
    return (0, 0, *(n // p for n, p in enumerate(_least_primes(size)) if n >= 2))[:size]


def popcount(size: int) -> Table:
    """The number of ones of n in base 2."""
    return tuple(n.bit_count() for n in range(size))


def odious(size: int) -> Table:
    """The numbers with an odd number of ones in base 2, from the one of index 0: 1, 2, 4, 7, …."""
    return tuple(2 * n + 1 - n.bit_count() % 2 for n in range(size))


def evil(size: int) -> Table:
    """The numbers with an even number of ones in base 2, from the one of index 0: 0, 3, 5, 6, …."""
    return tuple(2 * n + n.bit_count() % 2 for n in range(size))


def bit_length(size: int) -> Table:
    """The number of digits of n in base 2."""
    return tuple(n.bit_length() for n in range(size))


def log(size: int, base: int) -> Table:
    """The logarithm of n to *base*, rounded down; 0 for n = 0."""
    found = [0] * size
    for n in range(base, size):
        found[n] = found[n // base] + 1
    return tuple(found)


def digit_sum(size: int, base: int) -> Table:
    """The sum of the digits of n in *base*."""
    found = [0] * size
    for n in range(1, size):
        found[n] = found[n // base] + n % base
    return tuple(found)


def lowest_digit(size: int, base: int, digit: int) -> Table:
    """The place, from 1 for the last, of the last digit *digit* of n in *base*; 0 where there is none.

    >>> lowest_digit(9, 3, 2)
    (0, 0, 1, 0, 0, 1, 2, 2, 1)
    """
    found = [0] * size
    for n in range(size):
        if n % base == digit and (n or digit):
            found[n] = 1
        elif n >= base and found[n // base]:
            found[n] = found[n // base] + 1
    return tuple(found)


def last_nonzero_digit(size: int, base: int) -> Table:
    """The last digit of n in *base* that is not 0."""
    found = [0] * size
    for n in range(1, size):
        found[n] = n % base or found[n // base]
    return (0, *found[1:])


def odd_part(size: int) -> Table:
    """The number n without its factors 2."""
    return (0, *(n // (n & -n) for n in range(1, size)))


def power_part(size: int, base: int) -> Table:
    """The greatest power of *base* that divides n."""
    return tuple(base**e if n else 0 for n, e in enumerate(valuation(size, base)))


def high_power(size: int) -> Table:
    """The greatest power of 2 that is at most n."""
    return (0, *(1 << (n.bit_length() - 1) for n in range(1, size)))


def square_root(size: int) -> Table:
    """The square root of n, rounded down."""
    return tuple(isqrt(n) for n in range(size))


def cube_root(size: int) -> Table:
    """The cube root of n, rounded down."""
    found, root = [], 0
    for n in range(size):
        root += (root + 1) ** 3 <= n
        found.append(root)
    return tuple(found)


def triangular_root(size: int) -> Table:
    """The greatest k with k·(k+1)/2 <= n."""
    return tuple((isqrt(8 * n + 1) - 1) // 2 for n in range(size))


def gray(size: int) -> Table:
    """The Gray code of n, which is n xor floor(n/2)."""
    return tuple(n ^ (n >> 1) for n in range(size))


FUNCTIONS: dict[str, Callable[..., Table]] = {
    "valuation": valuation,
    "omega": omega,
    "distinct_primes": distinct_primes,
    "divisors": divisors,
    "least_prime_index": least_prime_index,
    "least_prime": least_prime,
    "largest_proper_divisor": largest_proper_divisor,
    "popcount": popcount,
    "odious": odious,
    "evil": evil,
    "bit_length": bit_length,
    "log": log,
    "digit_sum": digit_sum,
    "lowest_digit": lowest_digit,
    "last_nonzero_digit": last_nonzero_digit,
    "odd_part": odd_part,
    "power_part": power_part,
    "high_power": high_power,
    "isqrt": square_root,
    "icbrt": cube_root,
    "triangular_root": triangular_root,
    "gray": gray,
}


COMMON = frozenset({"popcount", "omega", "least_prime_index", "isqrt", "odious", "evil", "valuation", "bit_length"})
"""Functions that a person would name first."""


def _library() -> Iterator[tuple[str, tuple[int, ...]]]:
    """The functions that are tried, the commonest first."""
    yield from (("popcount", ()), ("omega", ()), ("least_prime_index", ()), ("isqrt", ()), ("odious", ()), ("evil", ()))
    yield from (("valuation", (base,)) for base in range(2, 8))
    yield from (("power_part", (base,)) for base in (2, 3, 5))
    yield from (("log", (base,)) for base in range(3, 11))
    yield from (("digit_sum", (base,)) for base in range(3, 11))
    yield from (
        ("lowest_digit", (base, digit)) for base in range(2, 6) for digit in range(base) if base > 2 or not digit
    )
    yield from (("last_nonzero_digit", (base,)) for base in range(3, 11))
    yield from ((name, ()) for name, function in FUNCTIONS.items() if function.__code__.co_argcount == 1)


LIBRARY: tuple[tuple[str, tuple[int, ...]], ...] = tuple(dict.fromkeys(_library()))


@lru_cache(maxsize=256)
def _grown(name: str, args: tuple[int, ...], size: int) -> Table:
    return FUNCTIONS[name](size, *args)


def table_of(name: str, args: Sequence[int], size: int) -> Table:
    """The function *name* at 0, 1, …, at least to *size* - 1.

    >>> table_of("isqrt", (), 10)[9]
    3
    """
    return _grown(name, tuple(args), max(64, 1 << (size - 1).bit_length()))
