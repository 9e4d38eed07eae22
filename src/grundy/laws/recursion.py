"""Values by the residue of the heap: g(k·n + r) = α·n + β, or the value g(n + c) of a smaller heap.

Examples: Lasker's Nim, g(4n+3) = 4n+4, g(4n+4) = 4n+3, else g(n) = n; halving, g(2n) = n, g(2n+1) = g(n). Sources: E.
Lasker, Brettspiele der Völker (1931); L. Levine, Fractal sequences and restricted Nim, arXiv math/0409408.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from grundy.laws.base import GrundyLaw, Run, heaps_of
from grundy.laws.fields import Fields
from grundy.laws.wording import first_names
from grundy.rules.errors import CertificateError
from grundy.rules.numbers import digits, shown
from grundy.rules.values import Value

MAX_MODULUS = 1_000_000
_MAX_RUNS = 2_000
_MOST_NEAR = 4
Case = tuple[Literal["linear"], int, int] | tuple[Literal["recur"], int]


class RecursionLaw(GrundyLaw, Value):
    """For heaps >= least + len(start): g(k·n + r) by *cases[r]*; before that the values are *start*.

    A case is ("linear", α, β), the value α·n + β, or ("recur", c), the value g(n + c). Raises ValueError where a linear
    case has a value below 0 or a recursion does not lead to a smaller heap >= least.

    >>> halving = RecursionLaw(2, (("linear", 1, 0), ("recur", 0)), (0,))
    >>> [halving.value((n,)) for n in range(12)]
    [0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1]
    """

    modulus: int
    cases: tuple[Case, ...]
    start: tuple[int, ...] = ()
    least: int = 0

    kind: ClassVar[str] = "residues"
    name: ClassVar[str] = "the residues"

    def __post_init__(self) -> None:
        if not 1 <= self.modulus <= MAX_MODULUS or len(self.cases) != self.modulus:
            raise ValueError(f"cases of the law: one for each residue of a modulus from 1 to {MAX_MODULUS:,}")
        if self.least < 0:
            raise ValueError("least of the law is at least 0")
        if any(v < 0 for v in self.start):
            raise ValueError("start of the law: values are at least 0")
        for residue, case in enumerate(self.cases):
            n = -((residue - self.begin) // self.modulus)  # the first n with k·n + r >= begin
            if case[0] == "linear":
                if case[1] < 0 or case[1] * n + case[2] < 0:
                    raise ValueError(f"cases of the law: the values of residue {residue} are below 0 or fall")
            elif not self.least <= n + case[1] < self.modulus * n + residue or self.modulus == 1:
                raise ValueError(f"cases of the law: that of residue {residue} leads to no smaller heap")

    @property
    def begin(self) -> int:
        """The first heap that the cases are about."""
        return self.least + len(self.start)

    def value(self, component: tuple[int, ...]) -> int:
        """The value, the recursion followed down."""
        (heap,) = heaps_of(component, 1, self.least)
        while heap >= self.begin:
            n, residue = divmod(heap, self.modulus)
            case = self.cases[residue]
            if case[0] == "linear":
                return case[1] * n + case[2]
            heap = n + case[1]
        return self.start[heap - self.least]

    def heaps_of_value(self, value: int, low: int, high: int) -> tuple[Run, ...] | None:
        """The heaps of that value by start and linear cases, then all that recur to one of them.

        None where these are too many runs.
        """
        found = [Run.single((self.least + i,)) for i, v in enumerate(self.start) if v == value]
        found += [run for residue in range(self.modulus) for run in self._linear(residue, value, high)]
        for run in found:
            if len(found) > _MAX_RUNS:
                return None
            for residue, case in enumerate(self.cases):
                if case[0] == "recur":
                    found += self._image(run, residue, case[1], high)
        cut = [_cut(run, low, high) for run in found]
        return tuple(sorted((run for run in cut if run is not None), key=lambda run: run.first))

    def _linear(self, residue: int, value: int, high: int) -> list[Run]:
        case, k = self.cases[residue], self.modulus
        if case[0] != "linear":
            return []
        first = -((residue - self.begin) // k)
        if case[1] == 0:
            last = (high - residue) // k
            if case[2] != value or last < first:
                return []
            return [_run(k * first + residue, k, last - first + 1)]
        n, rest = divmod(value - case[2], case[1])
        return [Run.single((k * n + residue,))] if rest == 0 and n >= first and k * n + residue <= high else []

    def _image(self, run: Run, residue: int, c: int, high: int) -> list[Run]:
        """The heaps k·n + r that recur to n + c in *run*."""
        k = self.modulus
        first, step = k * (run.first[0] - c) + residue, k * run.step[0]
        skipped = 0
        if first < self.begin:
            if not step:
                return []
            skipped = -((first - self.begin) // step)
        count = run.count - skipped
        if step:
            count = min(count, (high - first) // step + 1 - skipped)
        start = first + skipped * step
        return [_run(start, step, count)] if count > 0 and start <= high else []

    def words(self) -> str:
        """The law as one sentence."""
        near = self._near()
        if near is not None:
            return near
        return f"The Grundy value follows from the remainder of the heap on division by {digits(self.modulus)}."

    def _near(self) -> str | None:
        """The law in words where every value is the heap and a little more or less, by the remainder."""
        k = self.modulus
        shifts: dict[int, list[str]] = {}
        for residue, case in enumerate(self.cases):
            if case[0] != "linear" or case[1] != k:
                return None
            shifts.setdefault(case[2] - residue, []).append(digits(residue))
        usual = max(shifts, key=lambda shift: (len(shifts[shift]), not shift))
        others = [
            f"{_line(1, shift)} where n mod {digits(k)} is {' or '.join(shifts[shift])}"
            for shift in sorted(shifts, reverse=True)
            if shift != usual
        ]
        if len(others) > _MOST_NEAR or len(self.start) > _MOST_NEAR:
            return None
        parts = ", ".join([*others, f"{'and else ' if others else ''}{_line(1, usual)}"])
        first = ", ".join(digits(v) for v in self.start)
        before = f" (from n = {digits(self.begin)} on; before: {first})" if first else ""
        return f"The Grundy value of n is {parts}{before}."

    def formula(self) -> str:
        """The law as a formula in plain text."""
        k, parts = digits(self.modulus), []
        for residue, case in enumerate(self.cases[:16]):
            left = f"g({k}n{f'+{residue}' if residue else ''})"
            parts.append(
                f"{left} = {_line(case[1], case[2])}" if case[0] == "linear" else f"{left} = g({_line(1, case[1])})"
            )
        more = "; …" if len(self.cases) > 16 else ""
        if not self.start:
            return "; ".join(parts) + more
        shown = ", ".join(map(digits, self.start[:16])) + (", …" if len(self.start) > 16 else "")
        first = first_names(self.least, len(self.start))
        return f"{first} = {shown}; for heaps >= {digits(self.begin)}: {'; '.join(parts)}{more}"

    def to_json(self) -> dict[str, Any]:
        """The law as plain data."""
        cases = [
            {"residue": residue, "linear": [case[1], case[2]]}
            if case[0] == "linear"
            else {"residue": residue, "recur": [case[1]]}
            for residue, case in enumerate(self.cases)
        ]
        return {
            "kind": self.kind,
            "modulus": self.modulus,
            "cases": cases,
            "start": list(self.start),
            "least": self.least,
        }

    @classmethod
    def from_json(cls, fields: Fields) -> RecursionLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("modulus", "cases", "start", "least"))
        modulus = fields.integer("modulus", 1)
        found: dict[int, Case] = {}
        for data in fields.items("cases"):
            case = Fields(data, fields.parameters, "cases")
            residue = case.integer("residue", 0)
            if "linear" in case.data:
                alpha, beta = case.numbers(case.take("linear"), "cases", length=2)
                found[residue] = "linear", alpha, beta
            else:
                (shift,) = case.numbers(case.take("recur"), "cases", length=1)
                found[residue] = "recur", shift
        if modulus > MAX_MODULUS or sorted(found) != list(range(modulus)) or len(fields.items("cases")) != modulus:
            raise CertificateError(f"cases of the law: expected one for each residue of the modulus {shown(modulus)}")
        cases = tuple(found[residue] for residue in range(modulus))
        try:
            return cls(modulus, cases, fields.integers("start", 0), fields.integer("least", 0, 0))
        except ValueError as error:
            raise CertificateError(str(error)) from None


def _run(first: int, step: int, count: int) -> Run:
    return Run((first,), (step,), count) if count > 1 else Run.single((first,))


def _cut(run: Run, low: int, high: int) -> Run | None:
    """The members of a run in low..high; None where there are none."""
    (first,), (step,) = run.first, run.step
    if not step:
        return run if low <= first <= high else None
    start = first + max(0, -((first - low) // step)) * step
    count = min(run.count - (start - first) // step, (high - start) // step + 1)
    return _run(start, step, count) if count > 0 else None


def _line(slope: int, constant: int) -> str:
    """The text of slope·n + constant."""
    head = "" if slope == 0 else "n" if slope == 1 else f"{digits(slope)}n"
    if not head:
        return digits(constant)
    return head + (f"{'+' if constant > 0 else '-'}{digits(abs(constant))}" if constant else "")
