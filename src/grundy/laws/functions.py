"""More functions as laws, of digits, divisors and roots, and what a second function makes of a law's values."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Any, ClassVar

from grundy.laws.base import GrundyLaw, Law, heaps_of
from grundy.laws.fields import Fields
from grundy.rules.errors import CertificateError
from grundy.rules.numbers import digits
from grundy.rules.values import Value

MAX_POWER = 100_000


class FunctionLaw(GrundyLaw, Value):
    """g(n) = f(n + shift) for heaps n >= least, where f is one of `MORE_FUNCTIONS`; f(0) = 0 where f has no value.

    Raises ValueError for a name or arguments that there are not.

    >>> FunctionLaw("lowest_digit", (3, 2)).value((3**40 * 2,))
    41
    >>> [FunctionLaw("triangular_root").value((n,)) for n in range(8)]
    [0, 1, 1, 2, 2, 2, 3, 3]
    """

    function: str
    args: tuple[int, ...] = ()
    shift: int = 0
    least: int = 0

    kind: ClassVar[str] = "function"
    name: ClassVar[str] = "the function"

    def __post_init__(self) -> None:
        if self.function not in MORE_FUNCTIONS:
            raise ValueError(f"name of the law is one of {', '.join(MORE_FUNCTIONS)}")
        lows = MORE_FUNCTIONS[self.function][1]
        if len(self.args) != len(lows) or any(a < low for a, low in zip(self.args, lows, strict=True)):
            wanted = " and ".join(f"an integer >= {low}" for low in lows) or "nothing"
            raise ValueError(f"args of the law: {self.function} takes {wanted}")
        if self.least < 0 or self.least + self.shift < 0:
            raise ValueError("shift of the law: the function is of numbers >= 0")

    def value(self, component: tuple[int, ...]) -> int:
        """f(n + shift)."""
        (heap,) = heaps_of(component, 1, self.least)
        return MORE_FUNCTIONS[self.function][0](heap + self.shift, *self.args)

    @property
    def _argument(self) -> str:
        return "n" if not self.shift else f"n{'+' if self.shift > 0 else '-'}{digits(abs(self.shift))}"

    def words(self) -> str:
        """The law as one sentence."""
        text = MORE_FUNCTIONS[self.function][2].format(*map(digits, self.args), n=self._argument)
        return f"The Grundy value of n is {text}."

    def formula(self) -> str:
        """The law as a formula in plain text."""
        return f"g(n) = {self.function}({', '.join([self._argument, *map(digits, self.args)])})"

    def to_json(self) -> dict[str, Any]:
        """The law as plain data."""
        found = {"kind": self.kind, "name": self.function, "args": list(self.args)}
        return {**found, "shift": self.shift, "least": self.least}

    @classmethod
    def from_json(cls, fields: Fields) -> FunctionLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("name", "args", "shift", "least"))
        try:
            return cls(
                fields.choice("name", MORE_FUNCTIONS),
                fields.integers("args") if "args" in fields.data else (),
                fields.integer("shift", default=0),
                fields.integer("least", 0, 0),
            )
        except ValueError as error:
            raise CertificateError(str(error)) from None


class AfterLaw(GrundyLaw, Value):
    """g(n) = F(h(n)), where *law* is h and F is the function *form* of `FORMS` with *numbers*.

    Heaps below *least* + len(*start*) have the values *start* instead. ValueError where the parts do not fit.

    >>> inner = FunctionLaw("lowest_digit", (3, 2))
    >>> law = AfterLaw(inner, "odious", (0,))  # Turnips
    >>> [law.value((n,)) for n in range(20)]
    [0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2, 2, 1, 4, 4]
    """

    law: Law
    form: str
    numbers: tuple[int, ...]
    start: tuple[int, ...] = ()
    least: int = 0

    kind: ClassVar[str] = "after"
    name: ClassVar[str] = "the function of a law"

    def __post_init__(self) -> None:
        require_form(self.form, self.numbers)
        if self.law.heaps != 1 or self.law.about != "grundy":
            raise ValueError("the law of a function is one of Grundy values of one heap")
        if self.least < 0 or any(value < 0 for value in self.start):
            raise ValueError("least and the values of start are at least 0")

    def value(self, component: tuple[int, ...]) -> int:
        """F of the law's value."""
        (heap,) = heaps_of(component, 1, self.least)
        if heap < self.least + len(self.start):
            return self.start[heap - self.least]
        return applied(self.form, self.numbers, self.law.value((heap,)))

    def words(self) -> str:
        """The law as one sentence."""
        outer = form_text(self.form, self.numbers, "h")
        return f"The Grundy value is {outer}{self._but()}, with this h: {self._inner(self.law.words())}"

    def formula(self) -> str:
        """The law as a formula in plain text."""
        outer = form_text(self.form, self.numbers, "h(n)")
        return f"g(n) = {outer}{self._but()}, {self._inner(self.law.formula())}"

    def _but(self) -> str:
        """What the law says of the first heaps."""
        if not self.start:
            return ""
        shown = ", ".join(map(digits, self.start))
        return f" for n >= {digits(self.least + len(self.start))} (before: {shown})"

    @staticmethod
    def _inner(text: str) -> str:
        return text.replace("g(", "h(").replace("The Grundy value of n is", "h(n) is").replace("Grundy value", "value")

    def to_json(self) -> dict[str, Any]:
        """The law as plain data."""
        found = {"kind": self.kind, "form": self.form, "numbers": list(self.numbers), "law": self.law.to_json()}
        return {**found, "start": list(self.start), "least": self.least}

    @classmethod
    def from_json(cls, fields: Fields) -> AfterLaw:
        """The law of its data; raises CertificateError."""
        from grundy.laws.reading import law_from_json

        fields.only(("form", "numbers", "law", "start", "least"))
        form, numbers = fields.choice("form", FORMS), fields.integers("numbers")
        law = law_from_json(fields.take("law"), fields.parameters)
        try:
            return cls(law, form, numbers, fields.integers("start", 0), fields.integer("least", 0, 0))
        except ValueError as error:
            raise CertificateError(f"the law: {error}") from None


FORMS = ("linear", "modulus", "capped", "rising", "xor", "power", "odious")


def require_form(form: str, numbers: tuple[int, ...]) -> None:
    """Raise ValueError where *numbers* are none of the form."""
    counts = {"linear": 2, "power": 2, "xor": 1, "odious": 1}
    if form not in FORMS:
        raise ValueError(f"form is one of {', '.join(FORMS)}, not {form}")
    if len(numbers) != counts[form] if form in counts else not numbers:
        raise ValueError(f"numbers of the form {form} are {counts.get(form, '1 or more')}, not {len(numbers)}")


def applied(form: str, numbers: tuple[int, ...], x: int) -> int:
    """F(x), and never less than 0; ValueError where F(x) has more than 100,000 binary digits.

    >>> applied("linear", (2, 1), 5), applied("modulus", (0, 1, 4), 5), applied("capped", (3, 0), 5)
    (11, 4, 0)
    >>> applied("rising", (-1, 7), 5), applied("rising", (-1, 7), 0), [applied("odious", (0,), i) for i in range(6)]
    (4, 7, [0, 1, 2, 4, 7, 8])
    """
    match form:
        case "linear":
            found = numbers[0] * x + numbers[1]
        case "modulus":
            found = numbers[x % len(numbers)]
        case "capped":
            found = numbers[min(x, len(numbers) - 1)]
        case "rising":
            found = numbers[x + 1] if x < len(numbers) - 1 else x + numbers[0]
        case "xor":
            found = x ^ numbers[0]
        case "power":
            if x > MAX_POWER:
                raise ValueError(f"2 to the power of {digits(x)} is too large")
            found = (numbers[0] << x) + numbers[1]
        case _:
            half = x + numbers[0] - 1
            found = 2 * half + (half.bit_count() % 2 == 0) if half >= 0 else 0
    return max(found, 0)


def form_text(form: str, numbers: tuple[int, ...], x: str) -> str:
    """F(x) as a text.

    >>> form_text("linear", (2, -1), "h(n)"), form_text("modulus", (0, 1), "h(n)")
    ('2*h(n) - 1', 'h(n) mod 2')
    """
    shown = ", ".join(map(digits, numbers))
    match form:
        case "linear" | "power":
            head = x if form == "linear" else f"2^{x}"
            if numbers[0] != 1:
                head = "-" + head if numbers[0] == -1 else f"{digits(numbers[0])}*{head}"
            sign = "+" if numbers[1] > 0 else "-"
            return f"{head} {sign} {digits(abs(numbers[1]))}" if numbers[1] else head
        case "modulus":
            if numbers == tuple(range(len(numbers))):
                return f"{x} mod {len(numbers)}"
            return f"({shown})[{x} mod {len(numbers)}]"
        case "capped":
            if numbers == tuple(range(len(numbers))):
                return f"min({x}, {len(numbers) - 1})"
            return f"({shown})[min({x}, {len(numbers) - 1})]"
        case "rising":
            shown = ", ".join(map(digits, numbers[1:]))
            sign = "+" if numbers[0] > 0 else "-"
            rest = f"{x} {sign} {digits(abs(numbers[0]))}" if numbers[0] else x
            return f"(({shown})[{x}] if {x} < {len(numbers) - 1} else {rest})"
        case "xor":
            return f"({x} xor {shown})"
    return f"odious number {x}{f' + {shown}' if numbers[0] else ''} (0 for none)"


def _largest_proper_divisor(n: int) -> int:
    return n // _least_prime(n) if n > 1 else 0


def _least_prime(n: int) -> int:
    from grundy.laws.factors import least_prime

    return least_prime(n) if n > 1 else 0


def _digits(n: int, base: int) -> list[int]:
    if n.bit_length() > 64:
        from grundy.laws.digits import Base

        return Base(base).digits(n)
    found = []
    while n:
        n, digit = divmod(n, base)
        found.append(digit)
    return found[::-1]


def _digit_sum(n: int, base: int) -> int:
    return sum(_digits(n, base))


def _lowest_digit(n: int, base: int, digit: int) -> int:
    found = _digits(n, base)[::-1]
    return found.index(digit) + 1 if digit in found else 0


def _last_nonzero_digit(n: int, base: int) -> int:
    return next((digit for digit in reversed(_digits(n, base)) if digit), 0)


def _cube_root(n: int) -> int:
    high = 1 << -(-n.bit_length() // 3)
    low = 0
    while low < high:
        middle = (low + high + 1) // 2
        if middle**3 <= n:
            low = middle
        else:
            high = middle - 1
    return low


MORE_FUNCTIONS: dict[str, tuple[Callable[..., int], tuple[int, ...], str]] = {
    "least_prime": (_least_prime, (), "the least prime factor of {n}"),
    "largest_proper_divisor": (_largest_proper_divisor, (), "the largest divisor of {n} below it"),
    "digit_sum": (_digit_sum, (2,), "the sum of the digits of {n} in base {}"),
    "lowest_digit": (
        _lowest_digit,
        (2, 0),
        "the place, from 1 on the right, of the last digit {1} of {n} in base {0} (0: none)",
    ),
    "last_nonzero_digit": (_last_nonzero_digit, (2,), "the last digit of {n} in base {} that is not 0"),
    "odd_part": (lambda n: n // (n & -n) if n else 0, (), "{n} without its factors 2"),
    "high_power": (lambda n: 1 << (n.bit_length() - 1) if n else 0, (), "the largest power of 2 that is at most {n}"),
    "icbrt": (_cube_root, (), "the cube root of {n}, rounded down"),
    "triangular_root": (lambda n: (isqrt(8 * n + 1) - 1) // 2, (), "the largest k with k(k+1)/2 at most {n}"),
    "gray": (lambda n: n ^ (n >> 1), (), "the Gray code of {n}"),
}
"""Each function with the least values of its arguments, and in words."""
