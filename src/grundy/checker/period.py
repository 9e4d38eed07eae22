"""The method *period*: g(n + p) = g(n) + s for all n >= N, concluded from finitely many equations.

The table is computed anew from the rules, or, where a long one of a code that leaves at most two heaps would take too
long, continued by the law and held against the rules (`grundy.checker.splits`). Theorems, n0 being the preperiod N:

*Finite subtraction sets*, M the largest number that may be taken. If g(n + p) = g(n) for n0 <= n < n0 + M, then for all
n >= n0: from n0 + M on, g(n) is a function of the M values before it.

*All but a finite set*, K >= 1 the largest number that may not be taken. If g(n + p) = g(n) + s for n0 <= n < n0 + 2K,
then for all n >= n0. Proof by induction on n >= n0 + 2K, μ = g(n), m = n0 + K: all positions below n0 are options of
n and of m, those below n0 + p are options of n + p and of m + p; and a value at a position q < m is at one below n0
or at an option of n.
(1) μ + s is no value of an option of n + p: else, by induction, it is a value below n0 + p, and so are all smaller
values, so that g(m + p) > μ + s and g(m) > μ; but μ is no value of an option of n, so of no position below m. (2) w <
μ + s is one: if w < s and w is no value below n0 + p, then g(m + p) = g(m) + s > w is the mex of values of which only
those below n0 + p can be w, a contradiction. If w = u + s, u is a value of an option of n; of one at or above n0: by
induction. Of one below n0: g(m) > u, as all values up to u are values below n0; so u + s is the value of an option of
m + p; of one below n0 + p, or u is a value of an option q >= n0 of m, and q < n - K is an option of n. With K = 0 the
values are 0, 1, 2, ….

*Codes* with digits d_0..d_k that leave at most h heaps (Guy and Smith). If n0 >= 1, p >= 1 and g(n + p) = g(n) for n0
<= n < h·n0 + (h-1)·p + k, then for all n >= n0: beyond, of the heaps that a move leaves of n + p, the largest is at
least n0 + p. n0 = 0 is not enough (0.4), so n = 0 is looked at by itself, after the check from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.rules.codes import Code
from grundy.rules.rulesets import Ruleset, TextRuleset

from .clock import Forecast, tick
from .splits import SMALL, code_options, least_missing, require_values
from .taking import Taken, code_digits, subtraction_set
from .verdicts import Progress, Refuted, silent

MAX_TABLE = 3_000_000
MAX_CLAIMED = 30_000_000
"""Values that a law says and that are held against the rules, many at a time."""


def check_period(ruleset: Ruleset, law: dict[str, Any], proof: dict[str, Any], progress: Progress = silent) -> str:
    """How the law was re-established; raises Refuted."""
    if law["least"] != ruleset.least:
        raise Refuted(f"the law begins at {law['least']}, the rules at {ruleset.least}")
    kind = proof.get("kind")
    if isinstance(ruleset, Code):
        found = _code(ruleset.digits, ruleset.least, law, progress)
        data = {"kind": "code", **_code_data(ruleset.digits)}
    elif not isinstance(ruleset, TextRuleset):
        raise Refuted("period: the rules are neither a code nor a text")
    elif kind == "code":
        digits = code_digits(ruleset)
        found = _code(digits, ruleset.least, law, progress)
        data = {"kind": "code", **_code_data(digits)}
    else:
        taken = subtraction_set(ruleset)
        found = _all_but(taken, law, progress) if taken.all_above else check_finite(taken, law, progress)
        numbers = taken.excluded if taken.all_above else taken.numbers
        data = {"kind": "all but" if taken.all_above else "subtraction", "largest": max(numbers, default=0)}
    for name, value in proof.items():
        if name not in data or data[name] != value:
            raise Refuted(f'"proof.{name}" is not what the rules have')
    return found


def _code_data(digits: Sequence[int]) -> dict[str, Any]:
    from grundy.rules.codes import code_text, hexadecimal, octal

    padded = digits if len(digits) > 1 else (*digits, 0)
    code = (hexadecimal if max(padded) >= 8 else octal)(code_text(padded))
    return {"code": code.canonical, "heaps": heaps_left(code.digits), "last": len(code.digits) - 1}


def heaps_left(digits: Sequence[int]) -> int:
    """The most heaps that a move of a code leaves, at least 1."""
    return 3 if max(digits) >= 8 else 2 if max(digits) >= 4 else 1


# -- the three theorems -----------------------------------------------------------------------------------------------


def check_finite(taken: Taken, law: dict[str, Any], progress: Progress) -> str:
    """How the law of a finite set of numbers to take was re-established; raises Refuted."""
    largest = max(taken.numbers, default=0)
    if law["saltus"]:
        raise Refuted("period: a finite set of numbers to take has bounded values, so no saltus")
    start = law["preperiod"] - law["least"]
    table = _Table(start + max(largest, 1) + law["period"], progress)
    values = table.values
    for n in range(table.size):
        table.append({values[n - t] for t in taken.numbers if t <= n})
    _compare(values, law, start, start + max(largest, 1))
    return f"the {largest} equations from {law['preperiod']} on hold; {largest} is the most that may be taken"


def _all_but(taken: Taken, law: dict[str, Any], progress: Progress) -> str:
    excluded = frozenset(taken.excluded)
    largest = max(excluded, default=0)
    start = law["preperiod"] - law["least"]
    window = 2 * largest
    table = _Table(start + max(window, 1) + law["period"], progress)
    values = table.values
    far: set[int] = set()  # the values at n - K - 1 and below, which can all be reached
    below = 0  # all values below this one are among them
    near = [t for t in range(1, largest + 1) if t not in excluded]
    for n in range(table.size):
        if n > largest:
            far.add(values[n - largest - 1])
        while below in far:
            far.discard(below)
            below += 1
        reached = far | {values[n - t] for t in near if t <= n}
        value = below
        while value in reached:
            value += 1
        table.take(value)
    _compare(values, law, start, start + max(window, 1))
    if not largest and (law["period"], law["saltus"], law["preperiod"]) != (1, 1, law["least"]):
        raise Refuted("period: everything may be taken, so the values are 0, 1, 2, …")
    return f"the {window} equations from {law['preperiod']} on hold, twice {largest}, the largest excluded number"


def _code(digits: Sequence[int], least: int, law: dict[str, Any], progress: Progress) -> str:
    if law["saltus"]:
        raise Refuted("period: no theorem here proves a saltus of a code")
    heaps, last = heaps_left(digits), len(digits) - 1
    start = max(law["preperiod"], 1)  # with n0 = 0 the theorem does not hold
    period = law["period"]
    stop = heaps * start + (heaps - 1) * period + last
    size = max(stop, start + 1) + period
    if heaps <= 2 and size > SMALL:
        _require_size(size, MAX_CLAIMED)
        require_values(digits, _continued(law, size), progress)
        _require_least(law, law["preperiod"] - least)
    else:
        values = _computed(digits, size, heaps, progress)
        for n in range(start, stop):
            if values[n + period] != values[n]:
                raise Refuted(f"period: g({n + period}) = {values[n + period]}, but g({n}) = {values[n]}")
        _compare(values[least:], law, law["preperiod"] - least, max(law["preperiod"] + 1, stop) - least)
    return f"the equations from {start} to {stop - 1} hold ({heaps}·n0 + {heaps - 1}·p + {last}, n0 = {start})"


def _computed(digits: Sequence[int], size: int, heaps: int, progress: Progress) -> list[int]:
    """The values of the first heaps of a code."""
    table = _Table(size, progress)
    forecast = Forecast(size, max(heaps, 2))
    for n in range(size):
        table.append(code_options(digits, table.values, n))
        forecast.after(n + 1)
    return table.values


def _continued(law: dict[str, Any], size: int) -> list[int]:
    """The values of the heaps 0, 1, 2, … that a law without saltus says; a heap 0 below the least has the value 0.

    The equations of the law hold for them by construction.
    """
    values: list[int] = [0] * law["least"] + law["values"]
    turn = values[-law["period"] :]
    return (values + turn * -(-(size - len(values)) // len(turn)))[:size]


# -- tables -----------------------------------------------------------------------------------------------------------


class _Table:
    """Values from the least heap on, to a size that is known before."""

    def __init__(self, size: int, progress: Progress) -> None:
        _require_size(size, MAX_TABLE)
        self.size = size
        self.values: list[int] = []
        self._progress = progress

    def append(self, reached: set[int]) -> None:
        """One more value: the least one not reached."""
        self.take(least_missing(reached))

    def take(self, value: int) -> None:
        """One more value."""
        self.values.append(value)
        if len(self.values) % 1024 == 0:
            tick()
            self._progress(f"values: {len(self.values):,} of {self.size:,}")


def _require_size(size: int, most: int) -> None:
    if size > most:
        raise Refuted(f"a table of {size:,} values would be needed; plain Python takes at most {most:,}")


def _compare(values: Sequence[int], law: dict[str, Any], start: int, stop: int) -> None:
    """Raise Refuted unless the table has the law's values, its equations, and no smaller period or preperiod."""
    said, period, saltus = law["values"], law["period"], law["saltus"]
    least = law["least"]
    for n, (found, written) in enumerate(zip(values, said, strict=False), least):
        if found != written:
            raise Refuted(f"period: g({n}) is {found}, not {written}")
    for n in range(start, stop):
        if values[n + period] != values[n] + saltus:
            raise Refuted(f"period: g({n + period + least}) = {values[n + period]}, but g({n + least}) = {values[n]}")
    _require_least(law, start)


def _require_least(law: dict[str, Any], start: int) -> None:
    """Raise Refuted for a smaller period or preperiod; *start* is the place of the preperiod among the law's values."""
    said, period, saltus = law["values"], law["period"], law["saltus"]
    if start and said[start - 1 + period] == said[start - 1] + saltus:
        raise Refuted("period: the preperiod is not the smallest")
    for smaller in _divisors(period):
        if saltus * smaller % period == 0 and _repeats(said[start:], smaller, saltus * smaller // period, saltus):
            raise Refuted(f"period: {smaller} is a smaller period")


def _divisors(n: int) -> list[int]:
    """The divisors of n below n: the least period divides every other one (with saltus, too)."""
    found, d = set(), 1
    while d * d <= n:
        if n % d == 0:
            found |= {d, n // d}
        d += 1
    return sorted(found - {n})


def _repeats(turn: Sequence[int], smaller: int, step: int, saltus: int) -> bool:
    """Whether one turn of the period has the smaller period, going on with the next turn."""
    longer = [*turn, *(v + saltus for v in turn[:smaller])]
    return all(longer[i + smaller] == v + step for i, v in enumerate(turn))
