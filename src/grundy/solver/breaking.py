"""Take-and-break codes, read off rules that are written as a text.

A move from n to the heaps y1 & … & yj takes t = n - y1 - … - yj. Where the rules bound t by constants, and say of the
heaps that are left no more than which of them must not be empty (or their order), the moves are those of a code: empty
heaps do not matter, and the digit of t has the bit 2^r if r heaps that are not empty may be left. Two heaps of which
one must be larger, as in Grundy's game, have a bit of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from grundy.rules.codes import MAX_LENGTH
from grundy.rules.errors import Unsupported
from grundy.rules.evaluate import constant_elements
from grundy.rules.forms import Clause, Linear
from grundy.rules.rulesets import TextRuleset
from grundy.rules.terms import SetOf

from .eliminating import HEAP, TAKEN, System, Unread, elements_between, named, put, span, without_equations

UNEQUAL = 16
"""The bit of a digit that stands for two heaps that differ."""

_MOST_PARTS = 3


def code_digits(ruleset: TextRuleset) -> tuple[int, ...]:
    """The digits of the code whose heaps have the moves of the ruleset's, empty heaps left out; raises Unread.

    The bit `UNEQUAL` of a digit stands for two heaps that differ.

    >>> from grundy.rules.family import ruleset
    >>> code_digits(ruleset("n -> a & b where n-2 <= a+b < n"))
    (0, 7, 7)
    >>> code_digits(ruleset("n -> 0 where n == 1 | n-2 | a & n-3-a"))
    (0, 1, 3, 7)
    >>> code_digits(ruleset("n -> a & b where a+b == n and 1 <= a < b"))
    (16, 0)
    """
    if ruleset.heaps != 1:
        raise Unread("the rules are not on one heap")
    if ruleset.least > 1:
        raise Unread("no take-and-break code: the least heap is above 1")
    try:
        clauses = ruleset.clauses()
    except Unsupported as error:
        raise Unread(error.message) from None
    digits: dict[int, int] = {0: 0}
    for clause in clauses:
        for taken, bits in _digits(clause, ruleset.least):
            digits[taken] = digits.get(taken, 0) | bits
    digits[0] &= ~3  # to leave the heap as it is is no move
    if max(digits) > MAX_LENGTH:
        raise Unread(f"no take-and-break code: more than {MAX_LENGTH:,} digits")
    listed = (digits.get(t, 0) for t in range(max(1, *digits) + 1))
    return tuple(d & ~UNEQUAL if d & 4 else d for d in listed)


def _digits(clause: Clause, least: int) -> list[tuple[int, int]]:
    """The numbers that a clause takes, each with the bits of what it may leave."""
    parts = [f"<y{i}>" for i in range(len(clause.components))]
    if len(parts) > _MOST_PARTS:
        raise Unread(f"no take-and-break code: a move leaves more than {_MOST_PARTS} heaps")
    found, parts = _in_parts(clause, parts, least)
    if any(not r.coefficients and r.constant < 0 for r in found.rows):
        return []
    low, high = _taken_between(found)
    if high > MAX_LENGTH:
        raise Unread(f"no take-and-break code: more than {MAX_LENGTH:,} digits")
    bits = _bits(found, parts, low)
    numbers = set(range(low, high + 1))
    for form, m in found.members:
        if form.coefficients not in (((TAKEN, 1),), ((TAKEN, -1),)):
            raise Unread("no take-and-break code: a set says something of the heaps that are left")
        sign = form.coefficients[0][1]
        ends = sorted((sign * low + form.constant, sign * high + form.constant))
        inside = {sign * (x - form.constant) for x in elements_between(m.members, *ends)}
        numbers = numbers - inside if m.excluded else numbers & inside
    return [(t, bits) for t in numbers]


def _in_parts(clause: Clause, parts: Sequence[str], least: int) -> tuple[System, list[str]]:
    """The clause in t and those heaps left that may have any size; raises Unread where other variables stay."""
    names = (HEAP, *clause.variables)
    rows: list[Linear] = []
    members = [(Linear(((m.variable, 1),)), m) for m in clause.memberships]
    for part, (output,) in zip(parts, clause.components, strict=True):
        equation = named(output, names).plus(Linear(((part, 1),)), -1)
        rows += [equation, equation.times(-1), Linear(((part, 1),), -least), Linear(((part, 1),))]
    kept = {HEAP, TAKEN, *parts}
    found = without_equations([*rows, *(named(r, names) for r in clause.rows)], members, kept)
    whole = Linear.of(dict.fromkeys([TAKEN, *parts], 1), 0)  # n is what is taken and what is left
    rows = [put(r, HEAP, whole) for r in found.rows]
    members = [(put(form, HEAP, whole), m) for form, m in found.members]
    found = without_equations(rows, members, kept)
    if found.names - kept:
        raise Unread("no take-and-break code: a move has further variables")
    low, high = span(found.rows, TAKEN)
    if low == high:
        fixed = [r if set(dict(r.coefficients)) == {TAKEN} else put(r, TAKEN, Linear(constant=low)) for r in found.rows]
        found = without_equations(fixed, list(found.members), kept)
    open_parts = [p for p in parts if Linear(((p, -1),)) not in found.rows]  # the others are empty
    for part in set(parts).difference(open_parts):
        nothing = Linear()
        found = System(
            tuple(put(r, part, nothing) for r in found.rows),
            tuple((put(form, part, nothing), m) for form, m in found.members),
        )
    return without_equations(list(found.rows), list(found.members), kept), open_parts


def _taken_between(found: System) -> tuple[int, int]:
    """The bounds of t."""
    low, high = span(found.rows, TAKEN)
    for form, m in found.members:
        elements = constant_elements(m.members) if isinstance(m.members, SetOf) and not m.excluded else None
        if elements is not None and form.coefficients == ((TAKEN, 1),):
            most = max(elements, default=-1) - form.constant
            high = most if high is None else min(high, most)
    if high is None:
        raise Unread("no take-and-break code: there is no bound to what may be taken")
    return low, high


def _bits(found: System, parts: Sequence[str], low: int) -> int:
    """The bits of what may be left of the parts, where *low* at least is taken; raises Unread for other conditions."""
    least = {part: max(0, span(found.rows, part)[0]) for part in parts}
    orders: list[tuple[str, str]] = []
    strict: set[tuple[str, str]] = set()
    for row in found.rows:
        names = dict(row.coefficients)
        floor = sum(c * (low if n == TAKEN else least[n]) for n, c in row.coefficients) + row.constant
        if set(names) == {TAKEN} or (all(c > 0 for c in names.values()) and (len(names) == 1 or floor >= 0)):
            continue
        ordered = sorted(names.items(), key=lambda item: item[1])
        if row.constant not in {0, -1} or TAKEN in names or [c for _, c in ordered] != [-1, 1]:
            raise Unread("no take-and-break code: a move depends on the sizes of heaps")
        (small, _), (large, _) = ordered
        orders.append((small, large))
        if row.constant:
            strict.add((small, large))
    for _ in parts:
        for small, large in orders:
            least[large] = max(least[large], least[small])
    if any(x > 1 for x in least.values()):
        raise Unread("no take-and-break code: the heaps that are left must be more than not empty")
    if strict:
        return _unequal_bits(parts, orders, strict, least)
    if _some_equal(orders):
        raise Unread("no take-and-break code: heaps that are left must be equal")
    needed = sum(least.values())
    return sum(1 << r for r in range(needed, len(parts) + 1))


def _some_equal(orders: Sequence[tuple[str, str]]) -> bool:
    """Whether a <= b and b <= a follow for two of the heaps."""
    reached = set(orders)
    for _ in orders:
        reached |= {(a, d) for a, b in reached for c, d in orders if b == c}
    return any(a == b for a, b in reached)


def _unequal_bits(
    parts: Sequence[str], orders: Sequence[tuple[str, str]], strict: set[tuple[str, str]], least: dict[str, int]
) -> int:
    """The bits of two heaps of which one must be larger: both, or that one alone where the other may be empty."""
    if len(parts) != 2:
        raise Unread("no take-and-break code: a move depends on the sizes of heaps")
    (small, large), *_ = strict
    if (large, small) in orders:
        return 0  # no two heaps are so
    return UNEQUAL if least[small] else UNEQUAL | 2
