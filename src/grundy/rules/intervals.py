"""Interval propagation: the finite range of each free variable, from the heaps' values and the conditions.

An interval is a pair (low, high) of integers, None for no bound. Source: Benhamou, Goualard, Granvilliers and Puget,
"Revising hull and box consistency" (ICLP 1999), here over the integers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isqrt

from .evaluate import constant_elements
from .sets import NAMED_SETS
from .terms import And, Call, Compare, Condition, In, Int, Name, NamedSet, Neg, Not, Op, Or, SetTerm, Term

Interval = tuple[int | None, int | None]
EVERYTHING: Interval = (None, None)
MAX_ROUNDS = 30


class Empty(Exception):
    """No value is left for some name."""


class Box:
    """The interval in which each name lies; narrowed in place."""

    __slots__ = ("changed", "intervals")

    def __init__(self, intervals: Mapping[str, Interval]) -> None:
        self.intervals = dict(intervals)
        self.changed = False

    def copy(self) -> Box:
        """Another box with the same intervals."""
        return Box(self.intervals)

    def meet(self, name: str, low: int | None, high: int | None) -> None:
        """Cut the interval of *name* to low..high; raises Empty."""
        old_low, old_high = self.intervals[name]
        if low is None or (old_low is not None and old_low >= low):
            low = old_low
        if high is None or (old_high is not None and old_high <= high):
            high = old_high
        if low is not None and high is not None and low > high:
            raise Empty
        if low != old_low or high != old_high:
            self.intervals[name] = (low, high)
            self.changed = True

    def propagate(self, constraints: list[Callable[[Box], None]]) -> None:
        """Apply the constraints until nothing changes, or MAX_ROUNDS times; raises Empty."""
        for _ in range(MAX_ROUNDS):
            self.changed = False
            for constraint in constraints:
                constraint(self)
            if not self.changed:
                return


def _add(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _neg(a: int | None) -> int | None:
    return None if a is None else -a


def span(term: Term, box: Box) -> Interval:
    """An interval that contains every value of *term* on the box."""
    match term:
        case Int(value=value):
            return value, value
        case Name(name=name):
            return box.intervals[name]
        case Neg(term=inner):
            low, high = span(inner, box)
            return _neg(high), _neg(low)
        case Op(op=op, left=left, right=right):
            return _SPANS[op](span(left, box), span(right, box))
        case Call(function=function, args=args):
            return _call_span(function, [span(a, box) for a in args])


def _span_sum(a: Interval, b: Interval) -> Interval:
    return _add(a[0], b[0]), _add(a[1], b[1])


def _span_difference(a: Interval, b: Interval) -> Interval:
    return _add(a[0], _neg(b[1])), _add(a[1], _neg(b[0]))


def _times(a: int | None, b: int | None, sign: int) -> int | float:
    """A product of two ends, where None is an infinity of the given *sign* once the other is not 0."""
    if a is None or b is None:
        return 0 if a == 0 or b == 0 else sign * float("inf")
    return a * b


def _span_product(a: Interval, b: Interval) -> Interval:
    if a == (0, 0) or b == (0, 0):
        return 0, 0
    if a[0] is not None and a[0] >= 0 and b[0] is not None and b[0] >= 0:  # by far the commonest case
        return a[0] * b[0], None if a[1] is None or b[1] is None else a[1] * b[1]
    corners = []
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            sign_x = (x > 0) - (x < 0) if x is not None else 2 * i - 1
            sign_y = (y > 0) - (y < 0) if y is not None else 2 * j - 1
            corners.append(_times(x, y, sign_x * sign_y))
    low, high = min(corners), max(corners)
    return (None if low == float("-inf") else int(low)), (None if high == float("inf") else int(high))


def _span_quotient(a: Interval, b: Interval) -> Interval:
    if b[0] is not None and b[0] == b[1] and b[0] != 0:
        d = b[0]
        low, high = (a[0], a[1]) if d > 0 else (a[1], a[0])
        return (None if low is None else low // d), (None if high is None else high // d)
    if a[0] is not None and a[0] >= 0 and b[0] is not None and b[0] >= 0:
        return 0, a[1]
    return EVERYTHING


def _span_remainder(a: Interval, b: Interval) -> Interval:
    if b[0] is not None and b[0] >= 0:
        if a[0] is not None and a[0] >= 0:
            ends = [e for e in (a[1], None if b[1] is None else b[1] - 1) if e is not None]
            return 0, max(0, min(ends)) if ends else None
        return 0, None if b[1] is None else max(0, b[1] - 1)
    return EVERYTHING


_SPANS: dict[str, Callable[[Interval, Interval], Interval]] = {
    "+": _span_sum,
    "-": _span_difference,
    "*": _span_product,
    "//": _span_quotient,
    "%": _span_remainder,
}


def _call_span(function: str, spans: list[Interval]) -> Interval:
    lows, highs = [s[0] for s in spans], [s[1] for s in spans]
    known_lows, known_highs = [x for x in lows if x is not None], [x for x in highs if x is not None]
    if function == "max":
        return (max(known_lows) if known_lows else None), (max(known_highs) if None not in highs else None)
    if function == "min":
        return (min(known_lows) if None not in lows else None), (min(known_highs) if known_highs else None)
    low, high = spans[0]
    least = low if low is not None and low > 0 else -high if high is not None and high < 0 else 0
    return least, None if low is None or high is None else max(-low, high)


def narrow(term: Term, low: int | None, high: int | None, box: Box) -> None:
    """Cut the box to where *term* may lie in low..high; raises Empty where it cannot."""
    if low is None and high is None:
        return
    match term:
        case Int(value=value):
            if (low is not None and value < low) or (high is not None and value > high):
                raise Empty
        case Name(name=name):
            box.meet(name, low, high)
        case Neg(term=inner):
            narrow(inner, _neg(high), _neg(low), box)
        case Op(op="+", left=left, right=right):
            a, b = span(left, box), span(right, box)
            narrow(left, _add(low, _neg(b[1])), _add(high, _neg(b[0])), box)
            narrow(right, _add(low, _neg(a[1])), _add(high, _neg(a[0])), box)
        case Op(op="-", left=left, right=right):
            a, b = span(left, box), span(right, box)
            narrow(left, _add(low, b[0]), _add(high, b[1]), box)
            narrow(right, _add(a[0], _neg(high)), _add(a[1], _neg(low)), box)
        case Op(op="*", left=left, right=right):
            if _narrow_power(term, low, high, box):
                return
            _narrow_factor(left, span(right, box), low, high, box)
            _narrow_factor(right, span(left, box), low, high, box)
        case Op(op="//", left=left, right=right):
            _narrow_dividend(left, span(right, box), low, high, box)
        case Call(function=function, args=args):
            _narrow_call(function, args, low, high, box)


def _narrow_power(product: Op, low: int | None, high: int | None, box: Box) -> bool:
    """Cut x to where c*x*x*…*x may lie in low..high, for a constant c > 0 and x that is >= 0 or squared.

    Whether nothing more can be cut.
    """
    constant, power, base = 1, 0, product.right
    for factor in _factors(product):
        if isinstance(factor, Int):
            constant *= factor.value
            continue
        if power and factor != base:
            return False
        base, power = factor, power + 1
    least = span(base, box)[0]
    natural = least is not None and least >= 0
    if constant <= 0 or power < 2 or not (natural or power == 2):
        return False
    if high is not None:
        most = root(high // constant, power)
        narrow(base, None if natural else -most, most, box)
    if low is not None and low > 0 and natural:
        narrow(base, root(-(-low // constant) - 1, power) + 1, None, box)
    return natural


def _factors(term: Term) -> list[Term]:
    if isinstance(term, Op) and term.op == "*":
        return _factors(term.left) + _factors(term.right)
    return [term]


def root(n: int, power: int) -> int:
    """The greatest integer whose *power* is at most n; raises Empty for n < 0.

    >>> root(26, 3), root(27, 3), root(99, 2)
    (2, 3, 9)
    """
    if n < 0:
        raise Empty
    if power == 2 or n < 2:
        return isqrt(n)
    x = 1 << -(-n.bit_length() // power)
    while (y := ((power - 1) * x + n // x ** (power - 1)) // power) < x:
        x = y
    return x


def _narrow_factor(term: Term, other: Interval, low: int | None, high: int | None, box: Box) -> None:
    """Cut *term* to where term * other may lie in low..high."""
    least, most = other
    without_zero = (low is not None and low > 0) or (high is not None and high < 0)
    if without_zero and least == 0:
        least = 1
    if without_zero and most == 0:
        most = -1
    if least is not None and most is not None and least > most:
        raise Empty
    if most is not None and most < 0:
        _narrow_factor(term, (-most, _neg(least)), _neg(high), _neg(low), box)
        return
    if least is None or least <= 0:
        return
    top = bottom = None
    if high is not None:
        top = high // least if high >= 0 else -1 if most is None else high // most
    if low is not None:
        bottom = -(-low // least) if low <= 0 else 1 if most is None else -(-low // most)
    narrow(term, bottom, top, box)


def _narrow_dividend(term: Term, divisor: Interval, low: int | None, high: int | None, box: Box) -> None:
    d = divisor[0]
    if d is None or d != divisor[1] or d <= 0:
        return
    narrow(term, None if low is None else low * d, None if high is None else high * d + d - 1, box)


def _narrow_call(function: str, args: tuple[Term, ...], low: int | None, high: int | None, box: Box) -> None:
    """Cut each argument once: twice would take exponential time for calls inside each other."""
    spans = [span(arg, box) for arg in args]
    if function == "abs":
        least, most = spans[0]
        if least is not None and least >= 0:
            narrow(args[0], low, high, box)
        elif most is not None and most <= 0:
            narrow(args[0], _neg(high), _neg(low), box)
        elif high is not None:
            narrow(args[0], -high, high, box)
        return
    for i, arg in enumerate(args):
        others = [s for j, s in enumerate(spans) if j != i]
        if function == "min":
            alone = high is not None and all(s[0] is not None and s[0] > high for s in others)
            narrow(arg, low, high if alone else None, box)
        else:
            alone = low is not None and all(s[1] is not None and s[1] < low for s in others)
            narrow(arg, low if alone else None, high, box)


def hold(condition: Condition, box: Box) -> None:
    """Cut the box to where *condition* (in negation normal form) may hold; raises Empty."""
    match condition:
        case And(parts=parts):
            for part in parts:
                hold(part, box)
        case Or(parts=parts):
            _hold_any(parts, box)
        case Compare(op=op, left=left, right=right):
            _hold_comparison(op, left, right, box)
        case In(term=term, members=members, negated=False):
            narrow(term, *set_span(members, box), box)
        case In() | Not():
            return


def _hold_comparison(op: str, left: Term, right: Term, box: Box) -> None:
    if op in (">", ">="):
        left, right = right, left
    strict = 1 if op in ("<", ">") else 0
    if op != "!=":
        high = span(right, box)[1]
        narrow(left, None, _add(high, -strict), box)
        narrow(right, _add(span(left, box)[0], strict), None, box)
    if op == "==":
        narrow(left, span(right, box)[0], None, box)
        narrow(right, None, span(left, box)[1], box)


def _hold_any(parts: tuple[Condition, ...], box: Box) -> None:
    boxes = []
    for part in parts:
        branch = box.copy()
        try:
            hold(part, branch)
        except Empty:
            continue
        boxes.append(branch.intervals)
    if not boxes:
        raise Empty
    for name in box.intervals:
        lows, highs = [b[name][0] for b in boxes], [b[name][1] for b in boxes]
        low = None if None in lows else min(x for x in lows if x is not None)
        high = None if None in highs else max(x for x in highs if x is not None)
        box.meet(name, low, high)


def set_span(members: SetTerm, box: Box) -> Interval:
    """An interval that contains every member of a set; raises Empty for the empty set."""
    if isinstance(members, NamedSet):
        spans = [span(a, box) for a in members.args]
        return _named_span(members.name, spans)
    constants = constant_elements(members)
    if constants is not None:
        if not constants:
            raise Empty
        return constants[0], constants[-1]
    spans = [span(e, box) for e in members.elements]
    return _call_span("min", spans)[0], _call_span("max", spans)[1]


def _named_span(name: str, spans: list[Interval]) -> Interval:
    if name == "range":
        return spans[0][0], _add(spans[1][1], -1)
    if name in ("divisors", "proper_divisors", "coprime"):
        high = spans[0][1]
        if high is None:
            return 1, None
        low, top = NAMED_SETS[name].hull(high)
        if top is not None and top < low:
            raise Empty
        return low, top
    return (1, None) if NAMED_SETS[name].arity else NAMED_SETS[name].hull()
