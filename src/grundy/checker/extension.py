"""The method *extension*: the values of a finite set of numbers to take are those of an infinite set around it.

Theorem. Let the options of n be n - t >= f for t in S, and let F be a finite part of S whose values g_F satisfy
g_F(n + p) = g_F(n) for all n >= N. If g_F(y + t) != g_F(y) for all y >= f and all t in S outside F, then g_S = g_F.
Proof by induction: the options of n by F have, as g_F, all values below g_F(n) and not g_F(n); and those by other t do
not have the value g_F(n), so that the least value that is missing stays the same.

The period of g_F is shown as for every finite set (`grundy.checker.period`). Of y only f, …, N + p - 1 are looked at:
later ones repeat. The t are listed up to a number T >= N - f + p from which on the conditions of the rules no longer
change but with remainders; for t > T a remainder of t modulo p is all that matters, and each remainder that may occur
is looked at: those of powers and of Fibonacci numbers by their recurrence modulo p, those of squares by the squares of
all remainders, those of primes above p by having no common factor with p.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import floor, gcd, lcm
from typing import Any

from grundy.rules.meter import Meter
from grundy.rules.rulesets import Ruleset, TextRuleset
from grundy.rules.terms import Int, NamedSet

from .moves import moves_of
from .period import check_finite
from .readings import Affine, All, Any_, AtLeast0, Formula, InSet, No, NotLinear
from .taking import FINITE_SETS, MAX_TAKEN, Reading, T, Taken
from .verdicts import Progress, Refuted, silent

MAX_MODULUS = 30_000
MAX_PERIOD = 4_000
Line = tuple[Fraction, Fraction]
"""Slope and constant of what is a line in t on one class of remainders."""


def check_extension(
    ruleset: Ruleset, law: dict[str, Any], proof: Mapping[str, Any], progress: Progress = silent
) -> str:
    """How the law was re-established; raises Refuted."""
    if law["least"] != ruleset.least:
        raise Refuted(f"the law begins at {law['least']}, the rules at {ruleset.least}")
    if not isinstance(ruleset, TextRuleset):
        raise Refuted("extension: the rules are no text")
    part = proof.get("taken")
    if not isinstance(part, list) or not part or any(type(t) is not int or not 1 <= t <= MAX_TAKEN for t in part):
        raise Refuted('extension: "proof.taken" lists no finite set of numbers that may be taken')
    if part != sorted(set(part)):
        raise Refuted('extension: "proof.taken" is not ascending')
    before, period = law["preperiod"] - law["least"], law["period"]
    if before + period > MAX_PERIOD:
        raise Refuted(f"extension: preperiod and period are more than {MAX_PERIOD:,}")
    check_finite(Taken(tuple(part), part[-1], False), law, progress)
    infinite = InfiniteSet(ruleset, period)
    top = max(infinite.limit, part[-1], before + 2 * period)
    listed = infinite.up_to(top)
    if not set(part) <= listed:
        raise Refuted("extension: the rules do not let all of the finite set be taken")
    _require_apart(law["values"], before, period, {_representative(t, before, period) for t in listed - set(part)})
    beyond = infinite.remainders(top)
    _require_apart(law["values"], before, period, {before + (r - before) % period for r in beyond})
    return (
        f"the values of the {len(part)} numbers of the finite set repeat, and no other number that may be taken leads "
        f"to the same value (listed to {top:,}, by {len(beyond)} remainders modulo {period} beyond)"
    )


def _representative(t: int, before: int, period: int) -> int:
    """A number with the same effect: from the preperiod on only the remainder matters."""
    return t if t < before else before + (t - before) % period


def _require_apart(values: list[int], before: int, period: int, others: set[int]) -> None:
    """Raise Refuted for a number that leads to the same value; the numbers from the preperiod on are remainders."""
    size = before + period
    longer = values + [values[before + (i - before) % period] for i in range(size, 2 * size)]
    for t in sorted(others):
        for y in range(size):
            if longer[y + t] == longer[y]:
                raise Refuted(
                    f"extension: a number like {t} (modulo {period}) may be taken, and leads to the same value"
                )


# -- the set of what may be taken ---------------------------------------------------------------------------------


class InfiniteSet:
    """What may be taken: its members up to a bound, and which remainders its members beyond may have."""

    def __init__(self, ruleset: TextRuleset, period: int) -> None:
        self.ruleset, self.period = ruleset, period
        try:
            moves = moves_of(ruleset.rules, ruleset.least)
        except NotLinear as error:
            raise Refuted(f"the rules are not read: {error}") from None
        self.formulas = []
        for move in moves:
            if not move.changed:
                continue  # the heap itself is left: no move
            if len(move.components) != 1:
                raise Refuted("a move splits the heap")
            reading = Reading(move, ruleset.rules.heaps[0], ruleset.least)
            reading.require_independence()
            self.formulas.append(reading.formula)
        self.modulus = lcm(*map(_modulus, self.formulas)) * period if self.formulas else period
        if self.modulus > MAX_MODULUS:
            raise Refuted(f"extension: remainders modulo {self.modulus:,} would have to be looked at")
        self.classes = [[_Class(f, rest, self.modulus, period) for rest in range(self.modulus)] for f in self.formulas]
        self.limit = max((one.limit() for classes in self.classes for one in classes), default=0)
        if self.limit > MAX_TAKEN:
            raise Refuted(f"numbers above {MAX_TAKEN:,} would have to be listed")

    def up_to(self, top: int) -> set[int]:
        """The members from 1 to *top*, as the move generator lists them."""
        large = self.ruleset.least + top
        return {large - y for ((y,),) in self.ruleset.options((large,), Meter(10**8))}

    def remainders(self, top: int) -> set[int]:
        """All remainders that members above *top* can have, and perhaps others."""
        return {one.rest % self.period for classes in self.classes for one in classes if one.possible(top)}


def _modulus(formula: Formula) -> int:
    """A number of which each variable that t determines needs the remainder of t."""
    found, chained, names = 1, False, set()
    for a, _ in _bounds(formula):
        hidden = [name for name in a if name != T]
        found = lcm(found, *(abs(a[name]) for name in hidden))
        chained = chained or len(hidden) > 1
        names.update(hidden)
    return int(found ** len(names)) if chained else found  # one variable after the other


def _bounds(formula: Formula) -> Iterator[tuple[dict[str, int], int]]:
    """The forms that must be >= 0, with integers as coefficients, wherever they stand."""
    match formula:
        case AtLeast0(form=form):
            yield form.integers()
        case All(parts=parts) | Any_(parts=parts):
            for part in parts:
                yield from _bounds(part)
        case No(part=AtLeast0(form=form)):
            yield form.times(-1).plus(-1).integers()
        case No(part=part):
            yield from _bounds(part)


class _Class:
    """A formula for the t of one class: t = rest modulo the modulus, t as large as one likes."""

    def __init__(self, formula: Formula, rest: int, modulus: int, period: int) -> None:
        self.rest, self.modulus, self.period = rest, modulus, period
        self.lines: dict[str, Line] = {T: (Fraction(1), Fraction(0))}
        self.formula = formula
        while self._determine():
            pass

    # -- variables that t determines

    def _determine(self) -> bool:
        """Whether one more variable was seen to be floor((what is known + c)/d)."""
        conjuncts = list(self._conjuncts(self.formula))
        for form in conjuncts:
            a, _ = form.integers()
            unknown = [name for name in a if name not in self.lines]
            if len(unknown) != 1 or a[unknown[0]] >= 0:
                continue
            d = -a[unknown[0]]
            rest = Affine(tuple(pair for pair in form.coefficients if pair[0] != unknown[0]), form.constant)
            slope, constant = self._line(rest)  # d times the variable is at most this
            for other in conjuncts:
                total = other.plus(form)
                if total.names or not 0 <= (total.constant.integer or 0) < d:
                    continue
                start = slope * self.rest + constant
                if start.denominator != 1 or (slope * self.modulus / d).denominator != 1:
                    continue
                self.lines[unknown[0]] = slope / d, (constant - start % d) / d
                return True
        return False

    def _conjuncts(self, formula: Formula) -> Iterator[Affine]:
        """The forms that must be >= 0 for large t."""
        match formula:
            case AtLeast0(form=form):
                yield form
            case No(part=AtLeast0(form=form)):
                yield form.times(-1).plus(-1)
            case All(parts=parts):
                for part in parts:
                    yield from self._conjuncts(part)
            case Any_(parts=parts):
                left = [part for part in parts if self._truth(part, None)[0]]
                if len(left) == 1:
                    yield from self._conjuncts(left[0])

    # -- truth

    def _line(self, form: Affine) -> Line:
        a, constant = form.integers()
        pairs = [(c, self.lines[name]) for name, c in a.items()]
        return sum((c * x[0] for c, x in pairs), Fraction(0)), sum((c * x[1] for c, x in pairs), Fraction(constant))

    def possible(self, top: int) -> bool:
        """Whether the formula may hold for some t > top of the class."""
        return self._truth(self.formula, top)[0]

    def _truth(self, formula: Formula, top: int | None) -> tuple[bool, bool]:
        """Whether a formula may hold, and whether it may not, for large t of the class."""
        match formula:
            case AtLeast0(form=form):
                if not all(name in self.lines for name in form.names):
                    return True, True
                slope, constant = self._line(form)
                holds = slope > 0 or (slope == 0 and constant >= 0)
                return holds, not holds
            case InSet(form=form, members=members):
                return self._member(form, members, top), True
            case All(parts=parts):
                found = [self._truth(part, top) for part in parts]
                return all(may for may, _ in found), any(may_not for _, may_not in found)
            case Any_(parts=parts):
                found = [self._truth(part, top) for part in parts]
                return any(may for may, _ in found), all(may_not for _, may_not in found)
            case No(part=part):
                may, may_not = self._truth(part, top)
                return may_not, may
        return True, True

    def _member(self, form: Affine, members: NamedSet, top: int | None) -> bool:
        """Whether a value of the form may be in the set."""
        if not all(name in self.lines for name in form.names):
            return True
        slope, constant = self._line(form)
        if not slope or top is None:
            return True
        if slope < 0 or members.name in FINITE_SETS:
            return False
        value = slope * self.rest + constant
        if value.denominator != 1 or (slope * self.modulus / self.period).denominator != 1:
            return True
        args = tuple(a.value for a in members.args if isinstance(a, Int))
        found = set_remainders(members.name, args, self.period, floor(slope * top + constant))
        return found is None or int(value) % self.period in found

    def limit(self) -> int:
        """A bound beyond which no comparison of this class changes."""
        return max((self._change(formula) for formula in _leaves(self.formula)), default=0)

    def _change(self, formula: Formula) -> int:
        form = formula.form  # type: ignore[union-attr]
        if not all(name in self.lines for name in form.names):
            return 0
        slope, constant = self._line(form)
        if not slope:
            return 0
        if isinstance(formula, InSet):  # beyond the arguments of a finite set, and the primes beyond the period
            args = [a.value for a in formula.members.args if isinstance(a, Int)]
            constant = abs(constant) + max([self.period, *args])
        return max(0, floor(abs(constant) / abs(slope)) + 1)


def _leaves(formula: Formula) -> Iterator[Formula]:
    match formula:
        case AtLeast0() | InSet():
            yield formula
        case All(parts=parts) | Any_(parts=parts):
            for part in parts:
                yield from _leaves(part)
        case No(part=part):
            yield from _leaves(part)


@lru_cache(maxsize=64)
def set_remainders(name: str, args: tuple[int, ...], p: int, above: int) -> frozenset[int] | None:
    """The remainders modulo *p* of all members above a number >= p (or more of them); None where all may occur.

    >>> sorted(set_remainders("powers", (3,), 12, 100)), sorted(set_remainders("primes", (), 6, 100))
    ([3, 9], [1, 5])
    """
    if name == "squares":
        return frozenset(i * i % p for i in range(p))
    if name == "primes":
        return frozenset(r for r in range(p) if gcd(r, p) == 1)
    if name == "powers":
        (base,) = args
        x = 1
        while x <= above:
            x *= base
        found: set[int] = set()
        x %= p
        while x not in found:
            found.add(x)
            x = x * base % p
        return frozenset(found)
    if name == "fibonacci":
        pairs: set[tuple[int, int]] = set()
        pair = (1 % p, 2 % p)
        while pair not in pairs:
            pairs.add(pair)
            pair = (pair[1], sum(pair) % p)
        return frozenset(a for a, _ in pairs)
    return None
