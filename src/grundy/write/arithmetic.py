"""Arithmetic functions, of divisors, digits and roots, as functions of a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grundy.rules.errors import Unsupported

from .forms import Form, Parts, plus
from .program import LARGEST, Piece, indented


def arithmetic_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """A function of number theory, by the name that it has in `grundy.laws.arithmetic` or `grundy.laws.functions`."""
    name, args, shift = str(law["name"]), [int(a) for a in law.get("args", ())], int(law.get("shift", 0))
    if name not in _FUNCTIONS or max([0, *args, abs(shift)]) > LARGEST // 4:
        raise Unsupported("program", f"the function {name}", "it is not written in other languages")
    words, body, largest = _FUNCTIONS[name]
    function = parts.name("grundy")
    of = plus("n", str(shift))
    lines = [*([f"n = {of}"] if shift else []), *body.format(*args).strip("\n").split("\n")]
    if shift > 0:
        largest -= shift
    constants = (("PRIMES", _PRIMES),) if name in _FACTORED else ()
    functions = f'''{_HELPERS.get(name, "")}
def {function}(n: int) -> int:
    """The Grundy value of a heap of n: {words.format(*args, n=of)}."""
{indented(lines)}'''
    return Form(Piece(constants, functions), 1, grundy=function, largest=largest)


def function_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """The same for the functions of `grundy.laws.functions`."""
    return arithmetic_form(law, parts)


_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
_FACTORED = frozenset({"omega", "distinct_primes", "divisors"})
_DIGIT = """
ones: int = 0
m: int = n
while m > 0:
    ones += m % 2
    m = m // 2
return 2 * n + {}
"""
_FACTORS = """
if n < 1:
    return 0
{}: int = {}
p: int = 2
while p <= 2097152 and p * p <= n:
    exponent: int = 0
    while n % p == 0:
        n = n // p
        exponent += 1
    {}
    p += 1 if p == 2 else 2
"""
_FUNCTIONS = {
    "valuation": (
        "the exponent of the largest power of {} that divides {n}",
        """
count: int = 0
while n > 0 and n % {0} == 0:
    n = n // {0}
    count += 1
return count
""",
        LARGEST,
    ),
    "power_part": (
        "the largest power of {} that divides {n}",
        """
power: int = 0 if n == 0 else 1
while n > 0 and n % {0} == 0:
    n = n // {0}
    power = power * {0}
return power
""",
        LARGEST,
    ),
    "omega": (
        "the number of prime factors of {n}, with multiplicity",
        _FACTORS.format("count", "0", "count += exponent") + "return count + primes_left(n)\n",
        LARGEST,
    ),
    "distinct_primes": (
        "the number of different prime factors of {n}",
        _FACTORS.format("count", "0", "count += 1 if exponent > 0 else 0")
        + "return count + (1 if is_square(n) and n > 1 else primes_left(n))\n",
        LARGEST,
    ),
    "divisors": (
        "the number of divisors of {n}",
        _FACTORS.format("count", "1", "count = count * (exponent + 1)")
        + "return count * (3 if is_square(n) and n > 1 else 1 << primes_left(n))\n",
        LARGEST,
    ),
    "popcount": (
        "the number of ones of {n} in base 2",
        """
count: int = 0
while n > 0:
    count += n % 2
    n = n // 2
return count
""",
        LARGEST,
    ),
    "odious": (
        "the number whose binary digits are those of {n} and one more that makes the ones odd",
        _DIGIT.format("1 - ones % 2"),
        LARGEST // 2 - 1,
    ),
    "evil": (
        "the number whose binary digits are those of {n} and one more that makes the ones even",
        _DIGIT.format("ones % 2"),
        LARGEST // 2 - 1,
    ),
    "floor_div": ("{n} divided by {}, rounded down", "return n // {0}\n", LARGEST),
    "ceil_div": ("{n} divided by {}, rounded up", "return n // {0} + (1 if n % {0} > 0 else 0)\n", LARGEST),
    "isqrt": (
        "the square root of {n}, rounded down",
        """
root: int = 0
bit: int = 2147483648
while bit > 0:
    if wide(root + bit) * (root + bit) <= n:
        root += bit
    bit = bit // 2
return root
""",
        LARGEST,
    ),
    "bit_length": (
        "the number of binary digits of {n}",
        """
count: int = 0
while n > 0:
    n = n // 2
    count += 1
return count
""",
        LARGEST,
    ),
    "log": (
        "the logarithm of {n} to base {}, rounded down",
        """
count: int = 0
while n >= {0}:
    n = n // {0}
    count += 1
return count
""",
        LARGEST,
    ),
    "least_prime_index": (
        "the index of the least prime factor of {n} among the primes (2 is the first)",
        "return prime_index(least_prime(n)) if n > 1 else 0\n",
        10**7,
    ),
    "least_prime": ("the least prime factor of {n}", "return least_prime(n) if n > 1 else 0\n", 10**14),
    "largest_proper_divisor": (
        "the largest divisor of {n} below it",
        "return n // least_prime(n) if n > 1 else 0\n",
        10**14,
    ),
    "digit_sum": (
        "the sum of the digits of {n} in base {}",
        """
total: int = 0
while n > 0:
    total += n % {0}
    n = n // {0}
return total
""",
        LARGEST,
    ),
    "lowest_digit": (
        "the place, from 1 on the right, of the last digit {1} of {n} in base {0} (0: none)",
        """
place: int = 1
while n > 0:
    if n % {0} == {1}:
        return place
    n = n // {0}
    place += 1
return 0
""",
        LARGEST,
    ),
    "last_nonzero_digit": (
        "the last digit of {n} in base {} that is not 0",
        """
while n > 0 and n % {0} == 0:
    n = n // {0}
return n % {0}
""",
        LARGEST,
    ),
    "odd_part": (
        "{n} without its factors 2",
        """
while n > 0 and n % 2 == 0:
    n = n // 2
return n
""",
        LARGEST,
    ),
    "high_power": (
        "the largest power of 2 that is at most {n}",
        """
if n == 0:
    return 0
power: int = 1
while power <= n // 2:
    power = power * 2
return power
""",
        LARGEST,
    ),
    "icbrt": (
        "the cube root of {n}, rounded down",
        """
root: int = 0
bit: int = 1048576
while bit > 0:
    if wide(root + bit) * (root + bit) * (root + bit) <= n:
        root += bit
    bit = bit // 2
return root
""",
        LARGEST,
    ),
    "triangular_root": (
        "the largest k with k(k+1)/2 at most {n}",
        """
root: int = 0
bit: int = 4294967296
while bit > 0:
    if wide(root + bit) * (root + bit + 1) // 2 <= n:
        root += bit
    bit = bit // 2
return root
""",
        LARGEST,
    ),
    "gray": ("the Gray code of {n}", "return n ^ n // 2\n", LARGEST),
}
_SQUARE = '''
def is_square(n: int) -> bool:
    """Whether n is a square."""
    root: int = 0
    bit: int = 2147483648
    while bit > 0:
        if wide(root + bit) * (root + bit) <= n:
            root += bit
        bit = bit // 2
    return root * root == n


'''
_PRIME = '''
def power_mod(base: int, exponent: int, modulus: int) -> int:
    """base^exponent modulo the modulus."""
    result: int = 1
    while exponent > 0:
        if exponent % 2 == 1:
            result = int(wide(result) * base % modulus)
        base = int(wide(base) * base % modulus)
        exponent = exponent // 2
    return result


def is_prime(n: int) -> bool:
    """Whether n > 1 is a prime: the test of Miller and Rabin, which is sure for these bases and 64 bits."""
    for p in PRIMES:
        if n % p == 0:
            return n == p
    odd: int = n - 1
    twos: int = 0
    while odd % 2 == 0:
        odd = odd // 2
        twos += 1
    for base in PRIMES:
        x: int = power_mod(base, odd, n)
        left: int = twos
        while x != 1 and x != n - 1 and left > 1:
            x = int(wide(x) * x % n)
            left -= 1
        if x != n - 1 and (x != 1 or left < twos):
            return False
    return True


def primes_left(n: int) -> int:
    """The number of prime factors of n, all of which are above 2^21: at most two in 63 bits."""
    if n == 1:
        return 0
    return 1 if is_prime(n) else 2


'''
_LEAST_PRIME = '''
def least_prime(n: int) -> int:
    """The least prime factor of n > 1."""
    if n % 2 == 0:
        return 2
    p: int = 3
    while wide(p) * p <= n:
        if n % p == 0:
            return p
        p += 2
    return n


'''
_HELPERS = {
    "omega": _PRIME,
    "distinct_primes": _SQUARE + _PRIME,
    "divisors": _SQUARE + _PRIME,
    "least_prime": _LEAST_PRIME,
    "largest_proper_divisor": _LEAST_PRIME,
    "least_prime_index": _LEAST_PRIME
    + '''
def prime_index(p: int) -> int:
    """The number of primes up to p."""
    composite: Heaps = Heaps()
    for x in range(0, p + 1):
        composite.append(0)
    count: int = 0
    for x in range(2, p + 1):
        if composite[x] == 0:
            count += 1
            y: int = 2 * x
            while y <= p:
                composite[y] = 1
                y += x
    return count

''',
}
