"""What laws that are arithmetic functions say of a number: the factorisation, the digits or the root that decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from grundy.rules.numbers import digits

from .saying import Component, Saying, binary, digit_text
from .texts import brief

if TYPE_CHECKING:
    from grundy.laws.arithmetic import ArithmeticLaw
    from grundy.laws.functions import FunctionLaw

Details = Callable[..., dict[str, Any]]


def function(law: ArithmeticLaw | FunctionLaw, component: Component, say: Saying) -> list[str]:
    """The function's value at n (plus a shift), with what shows that it is right."""
    (n,) = component
    m, value, g = n + law.shift, law.value(component), say.g(component)
    found = []
    if law.shift:
        found.append(say(f"laws.shift_{'up' if law.shift > 0 else 'down'}", n=n, s=abs(law.shift), m=m))
    if not m or (m == 1 and law.function in _OF_PRIMES):
        return [*found, say("laws.function_none", g=g, v=value, f=function_words(law, say, brief(m)))]
    details = _DETAILS[law.function](m, value, *law.args)
    return [*found, say(f"laws.function.{law.function}", m=m, v=value, g=g, **details)]


def function_words(law: ArithmeticLaw | FunctionLaw, say: Saying, argument: str = "") -> str:
    """The function in words, of n with the shift or of an *argument*."""
    n = argument or ("n" if not law.shift else f"n{'+' if law.shift > 0 else '-'}{digits(abs(law.shift))}")
    values = {f"a{i}": digits(a) for i, a in enumerate(law.args)}
    return say(f"laws.named.{law.function}", n=n, **values)


def product_text(factors: dict[int, int], *, powers: bool) -> str:
    """Prime factors as a product.

    >>> product_text({2: 4, 3: 1}, powers=True), product_text({2: 2, 3: 1}, powers=False)
    ('2^4 * 3', '2 * 2 * 3')
    """
    if powers:
        return " * ".join(brief(p) if e == 1 else f"{brief(p)}^{e}" for p, e in sorted(factors.items()))
    return " * ".join(brief(p) for p in sorted(factors) for _ in range(factors[p]))


def _valuation(m: int, value: int, p: int) -> dict[str, Any]:
    return {"p": p, "rest": m // p**value}


def _power_part(m: int, value: int, p: int) -> dict[str, Any]:
    from grundy.laws.arithmetic import ArithmeticLaw

    return {"p": p, "e": ArithmeticLaw("valuation", (p,)).value((m,)), "rest": m // value}


def _factored(m: int, _: int) -> dict[str, Any]:
    from grundy.laws.factors import factors

    found = dict(factors(m))
    times = " * ".join(f"({e}+1)" for _, e in sorted(found.items()))
    primes = ", ".join(brief(p) for p in sorted(found))
    powers = sum(found.values()) > 24
    return {
        "product": product_text(found, powers=powers),
        "powers": product_text(found, powers=True),
        "times": times,
        "primes": primes,
    }


def _least(m: int, _: int) -> dict[str, Any]:
    from grundy.laws.factors import least_prime

    p = least_prime(m)
    return {"p": p, "rest": m // p}


def _bits(m: int, value: int) -> dict[str, Any]:
    ones = m.bit_count()
    return {"bits": binary(m), "ones": ones, "bit": value % 2, "after": binary(value)}


def _floor(m: int, value: int, d: int) -> dict[str, Any]:
    return {"d": d, "r": m - value * d}


def _ceiling(_: int, value: int, d: int) -> dict[str, Any]:
    return {"d": d, "w": value - 1, "a": (value - 1) * d, "b": value * d}


def _powers(power: Callable[[int], int]) -> Details:
    def details(_: int, value: int, *args: int) -> dict[str, Any]:
        del args
        return {"w": value + 1, "a": power(value), "b": power(value + 1)}

    return details


def _log(_: int, value: int, b: int) -> dict[str, Any]:
    return {"base": b, "w": value + 1, "a": b**value, "b": b ** (value + 1)}


def _digits(m: int, _: int, base: int, *args: int) -> dict[str, Any]:
    from grundy.laws.digits import Base

    found = Base(base).digits(m)
    return {"digits": digit_text(found), "base": base, **{f"d{i}": a for i, a in enumerate(args)}}


def _odd(m: int, value: int) -> dict[str, Any]:
    return {"e": (m // value).bit_length() - 1}


def _double(_: int, value: int) -> dict[str, Any]:
    return {"e": value.bit_length() - 1, "b": 2 * value}


def _gray(m: int, value: int) -> dict[str, Any]:
    return {"bits": binary(m), "half": binary(m >> 1, m.bit_length()), "after": binary(value, m.bit_length())}


_OF_PRIMES = frozenset({"least_prime_index", "least_prime", "largest_proper_divisor", "omega", "distinct_primes"})
_DETAILS: dict[str, Details] = {
    "valuation": _valuation,
    "power_part": _power_part,
    "omega": _factored,
    "distinct_primes": _factored,
    "divisors": _factored,
    "least_prime_index": _least,
    "popcount": _bits,
    "odious": _bits,
    "evil": _bits,
    "floor_div": _floor,
    "ceil_div": _ceiling,
    "isqrt": _powers(lambda k: k**2),
    "bit_length": _bits,
    "log": _log,
    "least_prime": _least,
    "largest_proper_divisor": _least,
    "digit_sum": _digits,
    "lowest_digit": _digits,
    "last_nonzero_digit": _digits,
    "odd_part": _odd,
    "high_power": _double,
    "icbrt": _powers(lambda k: k**3),
    "triangular_root": _powers(lambda k: k * (k + 1) // 2),
    "gray": _gray,
}
