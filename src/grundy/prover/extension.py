"""The method *extension*: the values of an infinite set of numbers to take are those of a finite part of it.

**Theorem.** Let the options of n be n - t >= f for t in S, and let F be a finite part of S whose values g_F satisfy
g_F(n + p) = g_F(n) for all n >= N. If g_F(y + t) != g_F(y) for all y >= f and all t in S that are not in F, then
g_S(n) = g_F(n) for all n.

**Proof** by induction on n. By the induction hypothesis the options of n by F have the values that they have under
g_F: all below g_F(n), and not g_F(n). An option n - t by another t in S has a value other than g_F(n). So the least
value that no option has is g_F(n), by S as by F.

**Hypotheses, and where they are checked.** The law of F is proved by the method *period*. S is read off the linear
reading of the rules (`grundy.prover.taking`): it does not depend on the heap. Its members t up to a number T are listed
by the move generator and looked at one by one; y need not go beyond N + p - 1, as later ones repeat. Of the t > T only
the remainder modulo p matters, and all are looked at that members of S may have (`_Tail`, a superset): powers and
Fibonacci numbers repeat modulo p, squares are squares of remainders, primes above p have no common factor with p;
equations and conditions such as t % 3 != 0 exclude remainders; whatever else the rules say is taken to hold.

F grows from nothing: the least t that does lead to the same value is put in, as it must be in any case where all
smaller ones are. Powers of 2: F = {1, 2}, n mod 3 (HDU 1847). The proof is the project's; compare Winning Ways, chapter
4, on numbers that can be adjoined to a subtraction set without effect.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd, lcm
from typing import Any

from grundy.prover import period
from grundy.prover.base import NotProved, Proof, make_certificate, rules_entry
from grundy.prover.boxes import require_values
from grundy.prover.taking import TAKEN, System, system, top_of
from grundy.rules.budget import Budget, OutOfBudget
from grundy.rules.canonical import from_canonical
from grundy.rules.errors import GrundyError, Unsupported
from grundy.rules.forms import Linear
from grundy.rules.meter import Meter
from grundy.rules.rulesets import Ruleset, TextRuleset
from grundy.rules.said import said
from grundy.rules.sets import NAMED_SETS
from grundy.rules.terms import Int, NamedSet, SetTerm

MOST_TAKEN = 24
"""The most members of a finite part."""
MOST_TURN = 2_000
"""The longest preperiod + period of a finite part that is looked at."""

_LARGEST = 4_096
_MOST_MODULUS = 100_000
_HEAPS = 1 << 16
_BOX = 200
_FINITE = ("divisors", "proper_divisors", "coprime", "range")


def prove(subject: Ruleset | Any, budget: Budget) -> Proof:
    """The period of one-heap rules by which infinitely many numbers may be taken; raises NotProved, OutOfBudget.

    >>> from grundy.rules.family import ruleset
    >>> proof = prove(ruleset("n -> n-t where t in powers(2)"), Budget())
    >>> proof.law.formula(), proof.certificate["proof"]
    ('g(n+3) = g(n) for n >= 0; g(0), … = 0, 1, 2', {'taken': [1, 2]})
    """
    begun = time.perf_counter()
    if not isinstance(subject, TextRuleset) or subject.heaps != 1:
        raise NotProved("extension: rules on one heap, given as a text, are needed")
    subject.require_ending()
    tails, most = _systems(subject)
    part, law = _grown(tails, _Listed(subject, most, budget), subject.least, budget)
    return _finished(subject, part, law, budget, begun)


def _systems(ruleset: TextRuleset) -> tuple[list[_Tail], int]:
    """What the rules say of large numbers that are taken, and the largest of those that do not go on; raises NotProved.

    There must be large ones.
    """
    try:
        systems = [system(clause, ruleset.least) for clause in ruleset.clauses()]
    except Unsupported as error:
        raise NotProved("extension: {message}", message=error.message) from None
    except NotProved as error:
        raise NotProved("extension: {message}", message=error.message) from None
    tails = [_Tail.of(s) for s in systems if top_of(s) is None]
    if not tails:
        raise NotProved("extension: only finitely many numbers may be taken, which is for the method period")
    most = max((top for s in systems if (top := top_of(s)) is not None), default=0)
    if most > _LARGEST:
        raise NotProved("extension: numbers above {most} may be taken besides an infinite set", most=f"{_LARGEST:,}")
    return tails, most


class _Listed:
    """The numbers up to a bound that may be taken, as the move generator lists them; beyond *most* by tails only."""

    def __init__(self, ruleset: TextRuleset, most: int, budget: Budget) -> None:
        self.ruleset = ruleset
        self.most = most
        self.budget = budget
        self.bound = 0
        self.numbers: list[int] = []

    def up_to(self, bound: int) -> list[int]:
        """The numbers from 1 to *bound*; raises NotProved for too large a bound."""
        if bound > self.bound:
            self.budget.check("listing what may be taken")
            self.bound = min(max(bound, 2 * self.bound, 64), 4 * _LARGEST)
            if bound > self.bound:
                raise NotProved("extension: numbers above {most} would have to be listed", most=f"{4 * _LARGEST:,}")
            n = self.ruleset.least + self.bound
            try:
                options = list(self.ruleset.options((n,), Meter(10_000_000)))
            except GrundyError as error:
                raise NotProved("extension: {message}", message=error.message) from None
            self.numbers = sorted({n - y for ((y,),) in options})
        return self.numbers[: bisect_right(self.numbers, bound)]


def _grown(tails: Sequence[_Tail], listed: _Listed, least: int, budget: Budget) -> tuple[list[int], Any]:
    """The finite part, and the law of its values; raises NotProved."""
    part: list[int] = []
    law = _finite_law(part, least, budget)
    while True:
        before, turn = law.preperiod - least, law.preperiod - least + law.period
        bound = max(2 * turn, max((tail.start for tail in tails), default=0), *part, listed.most)
        numbers = listed.up_to(bound)
        wrong = next((t for t in numbers if t not in part and not _apart(law, t)), None)
        if wrong is None:
            remainders = {r for tail in tails for r in tail.remainders(law.period, bound)}
            same = next((r for r in sorted(remainders) if not _apart(law, before + (r - before) % law.period)), None)
            if same is None:
                return part, law
            wrong = next((t for t in listed.up_to(4 * _LARGEST) if t > bound and (t - same) % law.period == 0), None)
            if wrong is None:
                raise NotProved(
                    "extension: with {part} the values repeat with period {period}, but a number that is {same} modulo "
                    "{period} may be taken, too, as far as is seen, and leads to the same value",
                    part=_shown(part),
                    period=law.period,
                    same=same,
                )
        if len(part) >= MOST_TAKEN:
            raise NotProved(
                "extension: {count} numbers that may be taken ({part}) all add something",
                count=MOST_TAKEN,
                part=_shown(part),
            )
        part = sorted([*part, wrong])
        law = _finite_law(part, least, budget)


def _finite_law(part: Sequence[int], least: int, budget: Budget) -> Any:
    """The periodic law of taking the numbers of a finite set; raises NotProved where its turn is too long."""
    from grundy.laws.periodic import PeriodicLaw

    if not part:
        return PeriodicLaw(least, least, 1, 0, (0,))
    end = f" [least={least}]" if least else ""
    rules = from_canonical(f"h1 -> h1-v1 where v1 in {_set_text(part)}{end}")
    try:
        law = period.prove(rules, budget.part(0.5), largest=_HEAPS).law
    except (NotProved, OutOfBudget):
        budget.check("the period of a finite part")
        raise NotProved(
            "extension: no period of the values of {part} was found, and {more}", part=_shown(part), more=_more
        ) from None
    assert isinstance(law, PeriodicLaw)  # noqa: S101  what the method period proves
    if law.preperiod - least + law.period > MOST_TURN:
        raise NotProved(
            "extension: the values of {part} repeat after {period} only, and {more}",
            part=_shown(part),
            period=f"{law.period:,}",
            more=_more,
        )
    return law


_more = said("more numbers may be taken that change the values")


def _set_text(numbers: Sequence[int]) -> str:
    return f"{{{', '.join(map(str, numbers))}}}"


def _shown(numbers: Sequence[int]) -> str:
    return _set_text(numbers) if len(numbers) <= 8 else f"{{{', '.join(map(str, numbers[:6]))}, …, {numbers[-1]}}}"


def _apart(law: Any, t: int) -> bool:
    """Whether taking t never leads to the same value: of the heaps before the first period's end."""
    end = law.preperiod + law.period
    return all(law.value((y,)) != law.value((y + t,)) for y in range(law.least, end))


# -- large numbers ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Tail:
    """What a system says of the remainders of large t: a·t modulo d is among some, and a·x + c is t for x in a set."""

    congruences: tuple[tuple[int, int, frozenset[int]], ...]
    members: tuple[tuple[int, int, NamedSet], ...]

    @staticmethod
    def of(found: System) -> _Tail:
        """The tail of a system; what it does not say is taken to hold."""
        congruences = tuple(_congruences(found.rows))
        members = []
        for form, m in found.members:
            kept = None if m.excluded else _named(m.members)
            if kept is not None:
                members += [(a, c, kept) for a, c in _as_taken(form, found.rows)]
        return _Tail(congruences, tuple(members))

    @property
    def start(self) -> int:
        """A bound of the constants, beyond which the sets are at their ends."""
        return max((abs(c) for _, c, _ in self.members), default=0)

    def remainders(self, p: int, bound: int) -> set[int]:
        """All remainders modulo p that numbers above *bound* have, and perhaps others."""
        found = set(range(p))
        for a, c, members in self.members:
            args = tuple(x.value for x in members.args if isinstance(x, Int))
            inner = set_remainders(members.name, args, p, (bound - c) // a)
            found &= {(a * x + c) % p for x in inner}
        m = p
        for _, d, _ in self.congruences:
            if lcm(m, d) <= _MOST_MODULUS:
                m = lcm(m, d)
        used = [(a, d, rests) for a, d, rests in self.congruences if m % d == 0]
        if not used:
            return found
        return {t % p for t in range(m) if t % p in found and all(a * t % d in rests for a, d, rests in used)}


def _named(members: SetTerm) -> NamedSet | None:
    return members if isinstance(members, NamedSet) and members.name not in _FINITE else None


def _as_taken(form: Linear, rows: Sequence[Linear]) -> Iterator[tuple[int, int]]:
    """The a >= 1 and c with t = a·x + c for the member x: a form in t, or in a variable of which t is a form."""
    if len(form.coefficients) != 1:
        return
    ((name, k),) = form.coefficients
    if k != 1:
        return
    if name == TAKEN:  # x = t + constant
        yield 1, -form.constant
        return
    for row in rows:  # t - a·v - e = 0 and x = v + constant
        c = dict(row.coefficients)
        if row.times(-1) in rows and set(c) == {TAKEN, name} and c[TAKEN] == 1 and c[name] < 0:
            a = -c[name]
            yield a, -row.constant - a * form.constant


def _congruences(rows: Sequence[Linear]) -> Iterator[tuple[int, int, frozenset[int]]]:
    """The a, d and remainders of a·t modulo d, from rows low <= a·t + d·(…) <= high."""
    lows: dict[tuple[tuple[str, int], ...], int] = {}
    for row in rows:
        lows[row.coefficients] = max(lows.get(row.coefficients, -row.constant), -row.constant)  # the form is >= this
    for coefficients, low in lows.items():
        opposite = tuple((name, -c) for name, c in coefficients)
        a = dict(coefficients).get(TAKEN, 0)
        d = gcd(*(c for name, c in coefficients if name != TAKEN))
        if a > 0 and d > 1 and opposite in lows:
            high = -lows[opposite]
            if high - low < d - 1:
                yield a, d, frozenset(e % d for e in range(low, high + 1))


@lru_cache(maxsize=256)
def set_remainders(name: str, args: tuple[int, ...], p: int, above: int) -> frozenset[int]:
    """The remainders modulo p that members of a set above a number have, or more of them.

    >>> sorted(set_remainders("powers", (2,), 12, 1)), sorted(set_remainders("powers", (2,), 12, 2))
    ([2, 4, 8], [4, 8])
    >>> sorted(set_remainders("primes", (), 12, 11)), sorted(set_remainders("fibonacci", (), 8, 100))
    ([1, 5, 7, 11], [0, 1, 2, 3, 5, 7])
    """
    if name == "squares":
        return frozenset(x * x % p for x in range(p))
    if name == "primes":
        dividing = (q for q in NAMED_SETS["primes"].members(above + 1, p) if p % q == 0)
        return frozenset([*(x for x in range(p) if gcd(x, p) == 1), *(q % p for q in dividing)])
    if name in {"powers", "fibonacci"}:
        first = next(iter(NAMED_SETS[name].members(above + 1, 4 * max(above, 1) * max([1, *args]), *args)), None)
        if first is None:
            return frozenset(range(p))
        if name == "powers":
            return frozenset(_orbit(first, args[0], p))
        return frozenset(_fibonacci_orbit(p))
    return frozenset(range(p))


def _orbit(first: int, factor: int, p: int) -> set[int]:
    """The remainders of first, first·factor, first·factor², …."""
    found: set[int] = set()
    x = first % p
    while x not in found:
        found.add(x)
        x = x * factor % p
    return found


def _fibonacci_orbit(p: int) -> Iterator[int]:
    """The remainders of the Fibonacci numbers, which repeat modulo p without a preperiod."""
    start = a, b = 1 % p, 2 % p
    while True:
        yield a
        a, b = b, (a + b) % p
        if (a, b) == start:
            return


# -- writing ---------------------------------------------------------------------------------------------------------


def _finished(ruleset: TextRuleset, part: list[int], law: Any, budget: Budget, begun: float) -> Proof:
    """The proof with its certificate, once the law agrees with the move generator on a box."""
    box = require_values(ruleset, lambda n: int(law.value((n,))), budget, above=_BOX)
    where = "for all n" if law.preperiod == law.least else f"for all n >= {law.preperiod}"
    theorem = (
        f"The Grundy values of {ruleset.canonical} are those of taking the numbers of {_set_text(part)} only: no other "
        f"number that may be taken leads to the same value; they satisfy g(n + {law.period}) = g(n) {where}."
    )
    seconds = time.perf_counter() - begun
    certificate = make_certificate(
        rules=rules_entry(ruleset),
        law=law.to_json(),
        method="extension",
        theorem=theorem,
        about="grundy",
        seconds=seconds,
        proof={"taken": part},
        box=box,
    )
    return Proof(law, "extension", theorem, certificate, seconds)
