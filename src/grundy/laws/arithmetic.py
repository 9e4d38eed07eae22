"""Arithmetic functions as laws: valuations, numbers of prime factors, digit counts, roots, exactly and at any size.

Source for games with such values: D. E. Iannucci and U. Larsson, Game values of arithmetic functions (2021).
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Any, ClassVar

from grundy.laws.base import GrundyLaw, Run, heaps_of
from grundy.laws.fields import Fields
from grundy.rules.errors import CertificateError
from grundy.rules.numbers import digits
from grundy.rules.values import Value


class ArithmeticLaw(GrundyLaw, Value):
    """g(n) = f(n + shift), where f is named by *function* and has the arguments *args*; f(0) = 0 where f has no value.

    The names are those of `FUNCTIONS`. Raises ValueError for a name or arguments that there are not, LimitExceeded
    from `value` where a number would have to be factored that is too hard.

    >>> ArithmeticLaw("valuation", (2,), least=1).value((48,))
    4
    >>> ArithmeticLaw("omega", least=1).value((48,)), ArithmeticLaw("least_prime_index", least=1).value((35,))
    (5, 3)
    >>> ArithmeticLaw("omega", least=1).formula()
    'g(n) = bigomega(n)'
    """

    function: str
    args: tuple[int, ...] = ()
    shift: int = 0
    least: int = 0

    kind: ClassVar[str] = "arithmetic"
    name: ClassVar[str] = "the arithmetic function"

    def __post_init__(self) -> None:
        if self.function not in FUNCTIONS:
            raise ValueError(f"name of the law is one of {', '.join(FUNCTIONS)}")
        lows = FUNCTIONS[self.function][1]
        if len(self.args) != len(lows) or any(a < low for a, low in zip(self.args, lows, strict=True)):
            wanted = " and ".join(f"an integer >= {low}" for low in lows) or "nothing"
            raise ValueError(f"args of the law: {self.function} takes {wanted}")
        if self.least < 0 or self.least + self.shift < 0:
            raise ValueError("shift of the law: the function is of numbers >= 0")

    def value(self, component: tuple[int, ...]) -> int:
        """f(n + shift)."""
        (heap,) = heaps_of(component, 1, self.least)
        return FUNCTIONS[self.function][0](heap + self.shift, *self.args)

    def heaps_of_value(self, value: int, low: int, high: int) -> tuple[Run, ...] | None:
        """The heaps of one value where the function does not fall; None for other functions."""
        if self.function not in _RISING:
            return None
        function = FUNCTIONS[self.function][0]
        low = max(low, self.least)

        def first(wanted: int) -> int:
            """The first n in low..high + 1 with f(n + shift) >= wanted."""
            below, above = low, high + 1
            while below < above:
                middle = (below + above) // 2
                if function(middle + self.shift, *self.args) >= wanted:
                    above = middle
                else:
                    below = middle + 1
            return below

        if low > high:
            return ()
        start, stop = first(value), first(value + 1)
        if start >= stop:
            return ()
        return (Run((start,), (1,), stop - start) if stop - start > 1 else Run.single((start,)),)

    @property
    def _argument(self) -> str:
        return "n" if not self.shift else f"n{'+' if self.shift > 0 else '-'}{digits(abs(self.shift))}"

    def words(self) -> str:
        """The law as one sentence."""
        text = FUNCTIONS[self.function][2].format(*map(digits, self.args), n=self._argument)
        return f"The Grundy value of n is {text}{self._at_zero}."

    def formula(self) -> str:
        """The law as a formula in plain text."""
        name = _SHOWN.get(self.function, self.function)
        return f"g(n) = {name}({', '.join([self._argument, *map(digits, self.args)])}){self._at_zero}"

    @property
    def _at_zero(self) -> str:
        """What is said where the law speaks of the divisors of 0, which are all numbers: the value there."""
        if self.function not in _OF_DIVISORS or self.least + self.shift > 0:
            return ""
        return f" ({digits(self.value((-self.shift,)))} for n = {digits(-self.shift)})"

    def to_json(self) -> dict[str, Any]:
        """The law as plain data."""
        return {
            "kind": self.kind,
            "name": self.function,
            "args": list(self.args),
            "shift": self.shift,
            "least": self.least,
        }

    @classmethod
    def from_json(cls, fields: Fields) -> ArithmeticLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("name", "args", "shift", "least"))
        try:
            return cls(
                fields.choice("name", FUNCTIONS),
                fields.integers("args") if "args" in fields.data else (),
                fields.integer("shift", default=0),
                fields.integer("least", 0, 0),
            )
        except ValueError as error:
            raise CertificateError(str(error)) from None


def _valuation(n: int, p: int) -> int:
    """The largest e with p^e | n, in O(log e) divisions."""
    if n == 0:
        return 0
    if p == 2:
        return (n & -n).bit_length() - 1
    powers = [p]
    while n % powers[-1] == 0:
        powers.append(powers[-1] * powers[-1])
    exponent = 0
    for i in range(len(powers) - 2, -1, -1):
        if n % powers[i] == 0:
            n //= powers[i]
            exponent += 1 << i
    return exponent


def _power_part(n: int, p: int) -> int:
    return p ** _valuation(n, p) if n else 0


def _odious(n: int) -> int:
    return 2 * n + 1 - n.bit_count() % 2


def _evil(n: int) -> int:
    return 2 * n + n.bit_count() % 2


def _log(n: int, b: int) -> int:
    """floor(log_b n)."""
    if n < b:
        return 0
    powers = [b]
    while powers[-1] ** 2 <= n:
        powers.append(powers[-1] ** 2)
    exponent, reached = 0, 1
    for i in range(len(powers) - 1, -1, -1):
        if reached * powers[i] <= n:
            reached *= powers[i]
            exponent += 1 << i
    return exponent


def _omega(n: int) -> int:
    from grundy.laws.factors import factors

    return sum(factors(n).values())


def _distinct(n: int) -> int:
    from grundy.laws.factors import factors

    return len(factors(n))


def _divisors(n: int) -> int:
    from grundy.laws.factors import factors

    found = 1 if n else 0
    for exponent in factors(n).values():
        found *= exponent + 1
    return found


def _least_prime_index(n: int) -> int:
    from grundy.laws.factors import least_prime, prime_index

    return prime_index(least_prime(n)) if n > 1 else 0


_OF_DIVISORS = frozenset(
    {"valuation", "power_part", "omega", "distinct_primes", "divisors", "least_prime_index", "least_prime"}
)
FUNCTIONS: dict[str, tuple[Callable[..., int], tuple[int, ...], str]] = {
    "valuation": (_valuation, (2,), "the exponent of the largest power of {} that divides {n}"),
    "power_part": (_power_part, (2,), "the largest power of {} that divides {n}"),
    "omega": (_omega, (), "the number of prime factors of {n}, with multiplicity"),
    "distinct_primes": (_distinct, (), "the number of different prime factors of {n}"),
    "divisors": (_divisors, (), "the number of divisors of {n}"),
    "least_prime_index": (_least_prime_index, (), "the index of the least prime factor of {n} among the primes"),
    "popcount": (int.bit_count, (), "the number of ones of {n} in base 2"),
    "odious": (_odious, (), "the number whose binary digits are those of {n} and one more that makes the ones odd"),
    "evil": (_evil, (), "the number whose binary digits are those of {n} and one more that makes the ones even"),
    "floor_div": (lambda n, d: n // d, (1,), "{n} divided by {}, rounded down"),
    "ceil_div": (lambda n, d: -(-n // d), (1,), "{n} divided by {}, rounded up"),
    "isqrt": (isqrt, (), "the square root of {n}, rounded down"),
    "bit_length": (int.bit_length, (), "the number of binary digits of {n}"),
    "log": (_log, (2,), "the logarithm of {n} to base {}, rounded down"),
}
"""Each function with the least values of its arguments, and in words."""

_SHOWN = {"omega": "bigomega"}
"""Functions that formulas call otherwise than certificates do: omega(n) commonly counts different primes only."""
_RISING = frozenset({"floor_div", "ceil_div", "isqrt", "bit_length", "log"})
