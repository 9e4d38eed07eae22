"""The method *period*: g(n + p) = g(n) + s for all n >= N, concluded from finitely many equations.

Each theorem says how many equations are enough. A table grows by doubling until some p satisfies so many at its end;
the least such p is the least period, and the equations are then followed back to the last exception. Whether the rules
are of the kind of a theorem is read off their linear reading (:mod:`.taking`, :mod:`.breaking`), and compared with the
move generator on small heaps.

**Finite subtraction sets.** The options of n are n - t >= f for t in a finite set S, M = max S. If g(n + p) = g(n) for
M consecutive n from n0 >= f on, then for all n >= n0: g(n) for n >= n0 + M is a function of the M values before it
(each t can be taken there). Checked: that S does not depend on n (`taking.taken`), the M equations (`_settled`).

**All but a finite set.** The options of n are n - t >= f for all t >= 1 outside a set with largest member K. If
g(n + p) = g(n) + s for 2K consecutive n from n0 >= f on, then for all n >= n0 (K are not enough). Checked as above.
Source: A. N. Siegel, Combinatorial Game Theory (2013), chapter IV; statement in the project's design, section 6.

**Codes.** Digits d_0..d_k that leave at most h heaps. If n0 >= 1, p >= 1 and g(n + p) = g(n) for n0 <= n < h*n0 +
(h-1)*p + k, then for all n >= n0: of the heaps that a move leaves from n + p beyond that bound, one is at least n0 + p.
Only then n = 0 is looked at by itself: from n0 = 0 the conclusion is unsound (0.4 has g(0) = g(1) = g(2) = 0 and g(3) =
1). Checked: the digits, the bound in `_code_settled`. Source: R. K. Guy, C. A. B. Smith, The G-values of various games,
Proc. Cambridge Philos. Soc. 52 (1956); h = 3 by the same argument.

Arithmetic periods of codes: no finite octal game has one (D. G. Horrocks, R. J. Nowakowski, Integers 3 (2003), G1).
Hexadecimal ones can have them (S. Howse, R. J. Nowakowski, Theoret. Comput. Sci. 313 (2004)); that theorem is not
built in, so they stay not proved.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from grundy.discover.periods import PeriodFit, find_period, smallest_fit
from grundy.prover.base import NotProved, Proof, make_certificate, rules_entry
from grundy.prover.boxes import BOX, require_options, require_values
from grundy.prover.breaking import code_of
from grundy.prover.taking import Taken, taken
from grundy.rules.budget import Budget, OutOfBudget
from grundy.rules.codes import Code
from grundy.rules.errors import cut
from grundy.rules.rulesets import Ruleset, TextRuleset
from grundy.rules.values import Value
from grundy.solver.codetables import code_table
from grundy.solver.store import AllButTable, Allowance, LineTable, SubtractionTable

MOST_HEAPS = 1 << 22
"""How far tables grow, unless *largest* says otherwise; fewer where the time ends before. Twice as far for codes."""
MOST_STORED = 3_000_000
"""The longest preperiod + period that is written into a certificate."""

_FIRST = 256
_STEADY = 2_000
"""How many values with an arithmetic period of a code are enough to look for no other one."""
_LISTED = 20
"""How many exceptions a theorem lists."""


class _Law(Value):
    """g(n + period) = g(n) + saltus for n >= preperiod; *values* are those of the heaps below preperiod + period."""

    preperiod: int
    period: int
    saltus: int
    values: tuple[int, ...]


class _Kind(Value):
    """What a theorem needs: a growing table, and what the table must satisfy; *proof* names the theorem's data.

    *enough* says how many values show a period, from the number of values before it and the period.
    """

    table: LineTable
    settled: Callable[[Sequence[int]], _Law | None]
    enough: Callable[[int, int], int]
    first: int
    proof: dict[str, Any]
    words: str

    __hash__ = None  # type: ignore[assignment]


def prove(
    subject: Ruleset | Any, budget: Budget, *, largest: int | None = None, table: LineTable | None = None
) -> Proof:
    """The least period of a one-heap ruleset, proved by one of the theorems of this module.

    The table grows to the heap *largest* at most; a *table* of a code that is there already is grown instead of a new
    one. Raises NotProved where the rules are of no kind that a theorem is about, or no period was found that far;
    OutOfBudget, with the size that was reached.

    >>> from grundy.games import expression
    >>> proof = prove(expression("subtraction({1, 3, 8})"), Budget())
    >>> proof.certificate["law"]["period"], proof.certificate["law"]["values"]
    (11, [0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2])
    """
    begun = time.perf_counter()
    if not isinstance(subject, Code | TextRuleset):
        raise NotProved("period: a ruleset on one heap is needed, a code or a rule text, all parameters given")
    subject.require_ending()
    if table is None or not isinstance(subject, Code) or table.ruleset != subject:
        kind = _kind(subject, budget)
    else:
        kind = _code(subject, subject, table)
    law = _grown(kind, subject, budget, largest or MOST_HEAPS << (kind.proof["kind"] == "code"))
    return _finished(subject, kind, law, budget, begun)


def _kind(subject: Code | TextRuleset, budget: Budget) -> _Kind:
    if isinstance(subject, Code):
        return _code(subject, subject)
    try:
        found = taken(subject, budget)
    except NotProved as no_set:
        try:
            return _code(subject, code_of(subject))
        except NotProved as no_code:
            raise NotProved("period: {a}; {b}", a=no_set.message, b=no_code.message) from None
    require_options(subject, lambda n: _options(found, n, subject.least), budget)
    return _all_but(subject, found) if found.all_but else _subtraction(subject, found)


def _options(found: Taken, n: int, least: int) -> list[int]:
    if found.all_but:
        return [y for y in range(least, n) if n - y not in found.numbers]
    return [n - t for t in found.numbers if n - t >= least]


def _subtraction(ruleset: TextRuleset, found: Taken) -> _Kind:
    largest = max(found.numbers, default=0)

    def settled(values: Sequence[int]) -> _Law | None:
        return _settled(values, ruleset.least, max(largest, 1), saltus=False)

    def enough(before: int, period: int) -> int:
        return before + period + max(largest, 1)

    table = SubtractionTable(ruleset, lambda top: [t for t in found.numbers if t <= top])
    proof = {"kind": "subtraction", "largest": largest}
    return _Kind(
        table, settled, enough, max(_FIRST, 4 * largest), proof, f"the largest number that may be taken is {largest}"
    )


def _all_but(ruleset: TextRuleset, found: Taken) -> _Kind:
    from grundy.rules.terms import Int, SetOf

    largest = max(found.numbers, default=0)

    def settled(values: Sequence[int]) -> _Law | None:
        return _settled(values, ruleset.least, max(2 * largest, 1), saltus=True)

    def enough(before: int, period: int) -> int:
        return before + period + max(2 * largest, 1)

    table = AllButTable(ruleset, SetOf(tuple(map(Int, found.numbers))))
    proof = {"kind": "all but", "largest": largest}
    words = f"the largest number that may not be taken is {largest}"
    return _Kind(table, settled, enough, max(_FIRST, 8 * largest), proof, words)


def _code(ruleset: Code | TextRuleset, code: Code, table: LineTable | None = None) -> _Kind:
    most, last = max(code.digits), len(code.digits) - 1
    heaps = 3 if most >= 8 else 2 if most >= 4 else 1

    def settled(values: Sequence[int]) -> _Law | None:
        return _code_settled(values, heaps, last, ruleset.least)

    def enough(before: int, period: int) -> int:
        return heaps * (max(before, 1) + period) + last

    proof = {"kind": "code", "code": code.canonical, "heaps": heaps, "last": last}
    words = f"{code.canonical} has {last} digits behind the point and leaves at most {heaps} heaps"
    return _Kind(table or code_table(code, code.digits), settled, enough, max(_FIRST, 2 * last), proof, words)


def _settled(values: Sequence[int], least: int, equations: int, *, saltus: bool) -> _Law | None:
    """The law that follows from so many consecutive equations at the end of the values, if they hold for some p."""
    fit = smallest_fit(values, equations, least, saltus=saltus)
    if fit is None:
        return None
    period, start = fit.period, fit.preperiod - least
    _require_equations(values, start, start + equations, period, fit.saltus)
    return _Law(fit.preperiod, period, fit.saltus, tuple(values[: start + period]))


def _code_settled(values: Sequence[int], heaps: int, last: int, least: int) -> _Law | None:
    """The law that follows by the theorem on codes, if some p satisfies its equations; *values* begin at heap 0."""
    count = len(values)
    needed = -(-((heaps - 1) * count + last) // heaps)  # count - p - n0 >= (heaps - 1)(n0 + p) + last
    fit = smallest_fit(values[1:], max(needed, 1), 1)
    if fit is None:
        return None
    period, start = fit.period, fit.preperiod
    _require_equations(values, start, heaps * start + (heaps - 1) * period + last, period, 0)
    if start == 1 and not least and values[0] == values[period]:
        start = 0
    return _Law(start, period, 0, tuple(values[least : start + period]))


def _require_equations(values: Sequence[int], start: int, stop: int, period: int, saltus: int) -> None:
    """Check g(n + p) = g(n) + s for start <= n < stop, entry by entry."""
    before, after = values[start:stop], values[start + period : stop + period]
    same = before == after if not saltus else all(x + saltus == y for x, y in zip(before, after, strict=False))
    if len(after) != stop - start or not same:
        raise AssertionError(f"the equations of period {period} from {start} to {stop} do not all hold")


class _Timed(Allowance):
    """Work on tables without a limit but the time."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(10**18, lambda _done, _size: budget.check("the table of values"))

    @property
    def chunk(self) -> int:
        """The work to do before the next look at the time, and at Ctrl-C."""
        from grundy import kernels

        return 30_000_000 if kernels.compiled() else 100_000


def _grown(kind: _Kind, subject: Ruleset, budget: Budget, largest: int) -> _Law:
    """The law, from a table that is doubled until the theorem's equations hold; raises NotProved, OutOfBudget."""
    table, size, reached = kind.table, kind.first, 0
    try:
        while True:
            size = min(size, largest + 1 - table.least)
            table.grow((table.least + size - 1,), _Timed(budget))
            reached = size
            budget.check("looking for a period")
            law = kind.settled(table.values[:reached])
            if law is not None:
                return law
            if size > largest - table.least or (size >= _STEADY and _arithmetic(kind, size) is not None):
                break
            size = _next_size(kind, table.values[:size])
    except KeyboardInterrupt as stop:
        stop.add_note(f"no period was found up to heap {table.least + reached - 1:,}; {_come(table)}")
        raise
    except OutOfBudget as error:
        seems = _appearance(kind, reached)
        top = table.least + reached - 1
        raise OutOfBudget(
            "period: none was found up to heap {top}{seems}; {message}",
            top=f"{top:,}",
            seems=seems,
            message=error.message,
        ) from None
    seems, top = _appearance(kind, reached), table.least + reached - 1
    raise NotProved(
        "period: {subject} has none that could be proved up to heap {top}{seems}",
        subject=cut(str(subject)),
        top=f"{top:,}",
        seems=seems,
    )


def _come(table: LineTable) -> str:
    return f"values are computed up to heap {table.least + table.known - 1:,}"


def _next_size(kind: _Kind, values: Sequence[int]) -> int:
    """How far to go on: twice as far, or where a period that the last values have would be shown."""
    size = len(values)
    fit = smallest_fit(values, max(size // 64, 16), saltus=kind.proof["kind"] == "all but")
    foreseen = 2 * size if fit is None else kind.enough(fit.preperiod, fit.period)
    return min(2 * size, max(foreseen, size + size // 4))


def _arithmetic(kind: _Kind, reached: int) -> PeriodFit | None:
    """The period with saltus that the values of a hexadecimal code seem to have; those of octal ones have none."""
    if kind.proof["kind"] != "code" or kind.proof["heaps"] < 3:
        return None
    fit = find_period(kind.table.values[:reached], kind.table.least)
    return fit if fit is not None and fit.saltus else None


def _appearance(kind: _Kind, reached: int) -> str:
    """What the values look like, for a code whose arithmetic period no theorem here proves."""
    fit = _arithmetic(kind, reached)
    if fit is None:
        return ""
    return f" (so far g(n+{fit.period}) = g(n)+{fit.saltus} from {fit.preperiod} on, which no theorem here proves)"


def _finished(subject: Ruleset, kind: _Kind, law: _Law, budget: Budget, begun: float) -> Proof:
    """The proof with its certificate, once the law agrees with the move generator on a box."""
    from grundy.laws.reading import law_from_json

    if len(law.values) > MOST_STORED:
        raise NotProved(
            "period: it is {period} from heap {preperiod} on, more values than a certificate holds",
            period=f"{law.period:,}",
            preperiod=f"{law.preperiod:,}",
        )
    least = subject.least

    def value(n: int) -> int:
        beyond = max(0, (n - law.preperiod) // law.period)
        return law.values[n - beyond * law.period - least] + beyond * law.saltus

    box = require_values(subject, value, budget, above=_box(kind))
    data = {
        "kind": "periodic",
        "least": least,
        "preperiod": law.preperiod,
        "period": law.period,
        "saltus": law.saltus,
        "values": list(law.values),
    }
    theorem = _theorem(subject, kind, law)
    seconds = time.perf_counter() - begun
    certificate = make_certificate(
        rules=rules_entry(subject),
        law=data,
        method="period",
        theorem=theorem,
        about="grundy",
        seconds=seconds,
        proof=kind.proof,
        box=box,
    )
    return Proof(law_from_json(data), "period", theorem, certificate, seconds)


def _box(kind: _Kind) -> int:
    """The heaps to play out: fewer where three heaps may be left, more where large numbers may be taken."""
    if kind.proof["kind"] == "code":
        return 40 if kind.proof["heaps"] == 3 else BOX
    return max(BOX, min(2 * int(kind.proof["largest"]) + 2, 400))


def _theorem(subject: Ruleset, kind: _Kind, law: _Law) -> str:
    saltus = f" + {law.saltus}" if law.saltus else ""
    where = "for all n" if law.preperiod == subject.least else f"for all n >= {law.preperiod}"
    return (
        f"The Grundy values of {subject.canonical} satisfy g(n + {law.period}) = g(n){saltus} {where}; "
        f"{kind.words}{_closed_form(kind, law)}{_exceptions(kind, law)}."
    )


def _exceptions(kind: _Kind, law: _Law) -> str:
    """The heaps of a code whose values are not those of the period, and the largest value."""
    if kind.proof["kind"] != "code":
        return ""
    least, largest = law.preperiod + law.period - len(law.values), max(law.values)
    turn = law.values[law.preperiod - least :]
    found = [
        n
        for n, v in enumerate(law.values[: law.preperiod - least], least)
        if v != turn[(n - law.preperiod) % law.period]
    ]
    text = f"; the largest value is {largest}, first at n = {least + law.values.index(largest)}"
    if not found:
        return text
    if len(found) > _LISTED:
        return f"{text}; there are {len(found):,} exceptions to the period, from n = {found[0]} to {found[-1]}"
    return f"{text}; exceptions to the period: n = {', '.join(map(str, found))}"


def _closed_form(kind: _Kind, law: _Law) -> str:
    """The formula floor((x mod (L+R))/L) of the sets L..R, where the values are these."""
    if kind.proof["kind"] != "subtraction" or law.preperiod != kind.table.least or 0 not in law.values:
        return ""
    first = next((i for i, v in enumerate(law.values) if v), law.period)
    if first == law.period or any(v != x // first for x, v in enumerate(law.values)):
        return ""
    argument = "n" if not kind.table.least else f"n - {kind.table.least}"
    inside = f"({argument}) mod {law.period}" if kind.table.least else f"n mod {law.period}"
    return f"; g(n) = {inside}" if first == 1 else f"; g(n) = floor(({inside})/{first})"
