"""Integers in texts: how long they may be, and how they are printed."""

from __future__ import annotations

from .errors import GrundyError, cut
from .said import Said

MAX_DIGITS = 4_000
_BOUND = 10**MAX_DIGITS
_CHUNK = 10**4_000
_SHOWN_DIGITS = 40


def too_long(n: int) -> bool:
    """Whether |n| has more than 4,000 decimal digits.

    >>> too_long(10**4000), too_long(10**4000 - 1)
    (True, False)
    """
    return not -_BOUND < n < _BOUND


def require_short(n: int, what: str, error: type[GrundyError]) -> int:
    """*n* itself; raises *error* where it has more than 4,000 digits."""
    if too_long(n):
        raise error("{what} has more than {most} digits", what=what, most=f"{MAX_DIGITS:,}")
    return n


def digits(n: int) -> str:
    """The decimal digits of *n*, of any size (Python's own conversion stops at 4,300).

    >>> digits(-12), len(digits(10**9000))
    ('-12', 9001)
    """
    if not too_long(n):
        return str(n)
    if n < 0:
        return "-" + digits(-n)
    high, low = divmod(n, _CHUNK)
    return digits(high) + str(low).rjust(MAX_DIGITS, "0")


def shown(value: object) -> str:
    """A value for messages: at most 40 digits of an integer, 100 characters of anything else, and then ….

    >>> shown(-12), shown(10**50), shown("n")
    ('-12', '1000000000000000000000000000000000000000…', "'n'")
    """
    if not is_integer(value):
        try:
            text = repr(value)
        except ValueError:  # an integer inside that is too long for Python to print
            text = f"a {type(value).__name__} with long numbers"
        return cut(text)
    n = int(value)  # type: ignore[call-overload]
    if n < 0:
        return "-" + shown(-n)
    if n < 10**_SHOWN_DIGITS:
        return str(n)
    if too_long(n):
        n //= 10 ** int((n.bit_length() - 1) * 0.30102 - _SHOWN_DIGITS)
    return str(n)[:_SHOWN_DIGITS] + "…"


def is_integer(value: object) -> bool:
    """Whether *value* is an integer of Python, truth values left out.

    >>> is_integer(3), is_integer(True), is_integer("3")
    (True, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool)


def plural(count: int, noun: str, nouns: str | None = None) -> str:
    """A count with its noun: "1 heap", "2 heaps".

    >>> plural(1, "heap"), plural(1200, "heap")
    ('1 heap', '1,200 heaps')
    """
    text = f"{count:,} {noun if count == 1 else nouns or noun + 's'}"
    return Said(text, f"{{count}} {noun}", {"count": f"{count:,}"})
