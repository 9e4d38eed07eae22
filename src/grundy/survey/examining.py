"""One game of a survey: its values, their period and what is proved of it, as a row of plain data."""

from __future__ import annotations

import hashlib
import time
from array import array
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grundy.rules.budget import Budget, OutOfBudget
from grundy.rules.codes import Code
from grundy.rules.errors import GrundyError, LimitExceeded, Unsupported, cut
from grundy.rules.values import Value
from grundy.solver.tabling import Interrupted

from .families import Member, Survey, ruleset_of

if TYPE_CHECKING:
    from grundy.discover.periods import PeriodFit
    from grundy.prover.base import Proof
    from grundy.rules.rulesets import Ruleset

Row = dict[str, Any]
FIRST = 32
"""How many first values stand in a row."""
_START = 1024
_FIRST_CHECKPOINT = 255
_LONG = 10.0**8
_SEARCHED = 300
_EVALUATED = 1_000_000
"""The largest number of values that are taken from a law that is no period."""
_TILED = 1 << 20
"""The largest number of values that are taken from a law that is a period."""
_PERIOD = ("preperiod", "period", "saltus")
_ARITHMETIC = "period: no theorem here proves a period with saltus of a code"


class _Seen(Value):
    """Values from the least heap on, with what is proved or conjectured of them."""

    values: Sequence[int]
    status: str
    fit: PeriodFit | None = None
    law: dict[str, Any] | None = None
    formula: str | None = None
    why: str | None = None

    __hash__ = None  # type: ignore[assignment]


def examine(survey: Survey, member: Member) -> Row:
    """The row of one game. What goes wrong with it is the row's error, not an exception.

    >>> row = examine(Survey("octal", 2, heaps=1000), Member(63, "0.77"))
    >>> row["status"], row["period"], row["preperiod"], row["largest"], row["rare_values"], row["first_values"][:5]
    ('proved', 12, 71, 8, 4, [0, 1, 2, 3, 1])
    """
    begun = time.process_time()
    row: Row = {"id": member.id, "code": member.code}
    try:
        ruleset = ruleset_of(survey, member)
        row |= {"rules": str(ruleset), "canonical": getattr(ruleset, "canonical", None), "least": ruleset.least}
        ruleset.require_ending()
        row |= _columns(_seen(ruleset, survey), ruleset.least, survey)
    except Interrupted:  # Ctrl-C in a table, which is no error of the game
        raise KeyboardInterrupt from None
    except GrundyError as error:
        row |= {"status": "error", "error": error.message}
    except Exception as error:  # noqa: BLE001 - one broken game does not stop the others
        row |= {"status": "error", "error": cut(f"{type(error).__name__}: {error}", 500)}
    row["seconds"] = round(time.process_time() - begun, 4)
    return row


def examine_all(survey: Survey, some: Sequence[Member]) -> list[Row]:
    """The rows of some games."""
    return [examine(survey, member) for member in some]


# ---------------------------------------------------------------- values, and what is known of them


def _seen(ruleset: Ruleset, survey: Survey) -> _Seen:
    from grundy.prover import period
    from grundy.prover.base import NotProved

    if isinstance(ruleset, Code):
        return _of_code(ruleset, survey)
    if ruleset.heaps != 1 or ruleset.outcomes_only:
        return _by_study(ruleset, survey, ())
    try:
        return _proved(period.prove(ruleset, Budget(_LONG), largest=survey.heaps))
    except NotProved as error:
        values = _tabled(ruleset, survey)
        if survey.kind == "rules":
            return _by_study(ruleset, survey, values)
        return _Seen(values, "unknown", why=error.message)


def _proved(proof: Proof) -> _Seen:
    from grundy.discover.periods import PeriodFit

    law = dict(proof.certificate["law"])
    fit = PeriodFit(law["preperiod"], law["period"], law["saltus"], 0)
    return _Seen(tuple(law["values"]), "proved", fit, law, proof.law.formula())


def _of_code(code: Code, survey: Survey) -> _Seen:
    """A table that is doubled; the prover is asked where a period fits so far that its theorem can hold."""
    from grundy.prover import period
    from grundy.prover.base import NotProved
    from grundy.solver.store import Allowance, CodeTable

    heaps = 3 if max(code.digits) >= 8 else 2
    table, allowance = CodeTable(code), Allowance(survey.work)
    top, size, asked, why = survey.heaps + 1, min(_START, survey.heaps + 1), 0, None
    while True:
        try:
            table.grow((size - 1,), allowance)
        except LimitExceeded:
            top = size = table.known
            why = f"{survey.work:,} moves were looked at; --work N raises this limit"
        values = table.values[:size]
        fit = _fit(code, values)
        needed = 0 if fit is None else heaps * (fit.preperiod + fit.period) + len(code.digits)
        if fit is not None and fit.saltus:
            needed, why = 0, _ARITHMETIC
        elif fit is not None and (needed <= size or size == top) and size > 2 * asked:
            asked = size
            try:
                return _proved(period.prove(code, Budget(_LONG), largest=size - 1, table=table))
            except NotProved as error:
                why = error.message
        if size == top:
            return _Seen(values, "unknown" if fit is None else "checked", fit, why=why)
        size = min(top, needed if size < needed else 2 * size)


def _fit(code: Code, values: Sequence[int]) -> PeriodFit | None:
    """The period that the values seem to have; finite octal games have no arithmetic one, and no conjecture of it."""
    from grundy.discover.periods import find_period

    fit = find_period(values)
    return None if fit is not None and fit.saltus and max(code.digits) < 8 else fit


def _tabled(ruleset: Ruleset, survey: Survey) -> Sequence[int]:
    """The values as far as the limits let them be computed."""
    from grundy.solver.store import Allowance, LineTable, NotTabled, Store

    table = Store().table(ruleset)
    if isinstance(table, LineTable):
        try:
            table.grow((survey.heaps,), Allowance(survey.work))
        except LimitExceeded:
            pass
        except NotTabled:
            return _searched(ruleset, survey)
        return table.values[: table.known]
    return _searched(ruleset, survey)


def _searched(ruleset: Ruleset, survey: Survey) -> Sequence[int]:
    from grundy.solver.tabling import TableCut
    from grundy.solver.tabling import table as tabled

    try:
        return tabled(ruleset, min(survey.heaps, ruleset.least + _SEARCHED), laws=False).flat
    except TableCut as stopped:
        return () if stopped.partial is None else stopped.partial.flat
    except (LimitExceeded, Unsupported):
        return ()


def _by_study(ruleset: Ruleset, survey: Survey, values: Sequence[int]) -> _Seen:
    """What `study` finds in the survey's budget: any law, with its evidence."""
    from grundy.report.studying import study

    try:
        found = study(ruleset, budget=survey.budget)
    except (OutOfBudget, Unsupported) as error:
        return _Seen(values, "unknown", why=error.message)
    if found.why.startswith("interrupted"):
        raise KeyboardInterrupt
    law = dict(found.data) if found.data is not None and found.about == "grundy" else None
    seen = _Seen(values, found.evidence, law=law, formula=found.law_formula, why=found.why)
    if law is None or ruleset.heaps != 1 or found.evidence not in ("proved", "checked"):
        return seen
    return _by_law(seen, ruleset.least, survey.heaps if found.checked_to is None else found.checked_to)


def _by_law(seen: _Seen, least: int, bound: int) -> _Seen:
    """The same with the values of its law to the heap *bound*; a checked law that fails before their end is none."""
    from grundy.discover.periods import PeriodFit
    from grundy.laws.reading import law_from_json

    law, checked = law_from_json(seen.law), seen.status == "checked"
    values = list(seen.values)
    if checked:
        for i, value in enumerate(values):
            if law.value((least + i,)) != value:
                why = f"{seen.formula} fits the values below {least + i} only; {seen.why}"
                return _Seen(seen.values, "unknown", why=why)
    for heap in range(least + len(values), min(bound, least + _EVALUATED - 1) + 1):
        try:
            values.append(law.value((heap,)))
        except LimitExceeded:
            break
    fit = None
    if seen.law is not None and all(key in seen.law for key in _PERIOD):
        fit = PeriodFit(seen.law["preperiod"], seen.law["period"], seen.law["saltus"], 0)
    said = seen.why
    if checked and said is not None:  # the table may go farther than the study did
        said = said.replace(f"up to {bound} ", f"up to {least + len(values) - 1} ", 1)
    return _Seen(tuple(values), seen.status, fit, seen.law, seen.formula, said)


# ---------------------------------------------------------------- columns


def _columns(seen: _Seen, least: int, survey: Survey) -> Row:
    fit, proved = seen.fit, seen.status == "proved"
    values = seen.values
    if proved and fit is not None:
        values = _tiled(seen, least, min(survey.heaps, least + _TILED - 1))
    row: Row = {
        "status": seen.status,
        "period": None if fit is None else fit.period,
        "preperiod": None if fit is None else fit.preperiod,
        "saltus": None if fit is None else fit.saltus,
        "law": seen.formula,
        "why": None if proved else seen.why,
        "law_digest": _law_digest(seen.law) if proved else None,
        "to_heap": _to_heap(seen, values, least, survey),
        "first_values": list(values[:FIRST]) or None,
        "prefix_digests": prefix_digests(values, least, survey.heaps),
    }
    return row | (_counts(values, seen, least) if values else {})


def _to_heap(seen: _Seen, values: Sequence[int], least: int, survey: Survey) -> int | None:
    """The largest heap whose value is known; where a period is proved that of the survey at least."""
    if not values:
        return None
    last = least + len(values) - 1
    return max(last, survey.heaps) if seen.status == "proved" and seen.fit is not None else last


def _counts(values: Sequence[int], seen: _Seen, least: int) -> Row:
    """The largest value, and those values that occur in the beginning only.

    A value is rare where its last occurrence is before the (proved) period, or else in the first half of the table.
    Where values rise with each period none is the largest.
    """
    fit = seen.fit
    if fit is not None and fit.saltus:
        return {}
    largest = max(values)
    row: Row = {
        "distinct_values": len(set(values)),
        "largest": largest,
        "largest_at": least + values.index(largest),
    }
    if fit is None and seen.law is not None:
        return row
    known = seen.values if seen.status == "proved" and fit is not None else values
    start = fit.preperiod - least if seen.status == "proved" and fit is not None else len(known) // 2
    counted = Counter(known)
    rare = set(counted).difference(known[start:])
    last = next((i for i in range(min(start, len(known)) - 1, -1, -1) if known[i] in rare), None)
    return row | {
        "rare_values": len(rare),
        "rare_heaps": sum(counted[v] for v in rare),
        "last_rare": None if last is None else least + last,
    }


def _tiled(seen: _Seen, least: int, top: int) -> Sequence[int]:
    """The values of a periodic law to the heap *top*, or its own where they go farther."""
    fit, size = seen.fit, top - least + 1
    values = list(seen.values)
    if fit is None or len(values) >= size:
        return values
    block = values[fit.preperiod - least :]
    rounds = (size - len(values)) // fit.period + 1
    for i in range(1, rounds + 1):
        values += [v + i * fit.saltus for v in block] if fit.saltus else block
    return values[:size]


def checkpoints(top: int) -> list[int]:
    """The heaps up to which values are compared with those of other games: each twice as far, and the last one.

    >>> checkpoints(1500)
    [255, 511, 1023, 1500]
    """
    found = []
    heap = _FIRST_CHECKPOINT
    while heap < top:
        found.append(heap)
        heap = 2 * heap + 1
    return [*found, top]


def prefix_digests(values: Sequence[int], least: int, top: int) -> list[bytes]:
    """A digest of the values up to each checkpoint that they reach."""
    numbers = array("I" if not values or max(values) < 1 << 32 else "Q", values)
    whole = hashlib.blake2b(f"{least}{numbers.typecode}".encode(), digest_size=16)
    found, done = [], 0
    for heap in checkpoints(top):
        if heap - least >= len(numbers):
            break
        whole.update(_bytes(numbers[done : heap - least + 1]))
        done = heap - least + 1
        found.append(whole.copy().digest())
    return found


def _bytes(numbers: array[int]) -> bytes:
    import sys

    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def _law_digest(law: dict[str, Any] | None) -> bytes | None:
    """A digest of a law of Grundy values: equal laws are laws of equal values."""
    from grundy.prover.base import canonical_json

    return None if law is None else hashlib.sha256(canonical_json(law).encode()).digest()
