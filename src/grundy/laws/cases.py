"""Values by the remainder of the heap, each remainder by a law of its own: a line, an earlier value, or another law."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from grundy.laws.base import GrundyLaw, Law, heaps_of
from grundy.laws.fields import Fields
from grundy.laws.functions import applied, form_text, require_form
from grundy.laws.wording import first_names
from grundy.rules.errors import CertificateError
from grundy.rules.numbers import digits
from grundy.rules.values import Value

MAX_MODULUS = 10_000


class Case(Value):
    """What g(kn + r) is: α·n + β ("linear"), F(g(n + c)) ("recur"), or the value of n by another law ("law")."""

    how: Literal["linear", "recur", "law"]
    numbers: tuple[int, ...] = ()  # α and β, or c
    form: str = "linear"
    after: tuple[int, ...] = (1, 0)
    law: Law | None = None

    def text(self, left: str) -> str:
        """The case as a formula, where g(kn + r) is *left*."""
        if self.law is not None:
            return f"{left} = h(n) with {self.law.formula().replace('g(', 'h(')}"
        if self.how == "linear":
            return f"{left} = {form_text('linear', self.numbers, 'n') if self.numbers[0] else digits(self.numbers[1])}"
        (shift,) = self.numbers
        inner = f"g({form_text('linear', (1, shift), 'n').replace(' ', '')})"
        return f"{left} = {form_text(self.form, self.after, inner)}"

    def to_json(self, residue: int) -> dict[str, Any]:
        """The case as plain data."""
        if self.law is not None:
            return {"residue": residue, "law": self.law.to_json()}
        if self.how == "linear":
            return {"residue": residue, "linear": list(self.numbers)}
        found: dict[str, Any] = {"residue": residue, "recur": list(self.numbers)}
        if (self.form, self.after) != ("linear", (1, 0)):
            found |= {"form": self.form, "numbers": list(self.after)}
        return found


class CasesLaw(GrundyLaw, Value):
    """g(kn + r) by *cases[r]*, for heaps >= least + len(start); before, the values are *start*.

    Raises ValueError where a recursion leads to no smaller heap.

    >>> popcount = CasesLaw((Case("recur", (0,)), Case("recur", (0,), "linear", (1, 1))), (0,))
    >>> popcount.value((2**100 - 1,))
    100
    """

    cases: tuple[Case, ...]
    start: tuple[int, ...] = ()
    least: int = 0

    kind: ClassVar[str] = "cases"
    name: ClassVar[str] = "the remainders"

    def __post_init__(self) -> None:
        k = len(self.cases)
        if not 2 <= k <= MAX_MODULUS:
            raise ValueError(f"cases of the law: one for each residue of a modulus from 2 to {MAX_MODULUS:,}")
        if self.least < 0 or any(value < 0 for value in self.start):
            raise ValueError("start of the law: values and the least heap are at least 0")
        for residue, case in enumerate(self.cases):
            n = -((residue - self.least - len(self.start)) // k)  # the first that the case is about
            if case.how == "recur":
                require_form(case.form, case.after)
                if not self.least <= n + case.numbers[0] < k * n + residue:
                    raise ValueError(f"cases of the law: that of residue {residue} leads to no smaller heap")
            elif case.how == "linear" and (case.numbers[0] < 0 or case.numbers[0] * n + case.numbers[1] < 0):
                raise ValueError(f"cases of the law: the values of residue {residue} are below 0 or fall")
            elif case.law is not None and (case.law.heaps != 1 or case.law.about != "grundy"):
                raise ValueError(f"cases of the law: that of residue {residue} is no law of values of one heap")

    def value(self, component: tuple[int, ...]) -> int:
        """The value, the recursion followed down and the functions applied on the way back."""
        (heap,) = heaps_of(component, 1, self.least)
        forms: list[Case] = []
        found = None
        while found is None:
            if heap < self.least + len(self.start):
                found = self.start[heap - self.least]
                break
            n, residue = divmod(heap, len(self.cases))
            case = self.cases[residue]
            if case.law is not None:
                found = case.law.value((n,))
            elif case.how == "linear":
                found = case.numbers[0] * n + case.numbers[1]
            else:
                forms.append(case)
                heap = n + case.numbers[0]
        for case in reversed(forms):
            found = applied(case.form, case.after, found)
        return found

    def words(self) -> str:
        """The law as one sentence."""
        return f"The Grundy value follows from the remainder of the heap on division by {len(self.cases)}."

    def formula(self) -> str:
        """The law as a formula in plain text."""
        k = len(self.cases)
        parts = [case.text(f"g({k}n{f'+{r}' if r else ''})") for r, case in enumerate(self.cases[:24])]
        more = "; …" if k > 24 else ""
        if not self.start:
            return "; ".join(parts) + more
        shown = ", ".join(map(digits, self.start[:24]))
        begin = digits(self.least + len(self.start))
        return f"{first_names(self.least, len(self.start))} = {shown}; for heaps >= {begin}: {'; '.join(parts)}{more}"

    def to_json(self) -> dict[str, Any]:
        """The law as plain data."""
        cases = [case.to_json(residue) for residue, case in enumerate(self.cases)]
        start = list(self.start)
        return {"kind": self.kind, "modulus": len(cases), "cases": cases, "start": start, "least": self.least}

    @classmethod
    def from_json(cls, fields: Fields) -> CasesLaw:
        """The law of its data; raises CertificateError."""
        fields.only(("modulus", "cases", "start", "least"))
        modulus = fields.integer("modulus", 2)
        cases = []
        for residue, data in enumerate(fields.items("cases")):
            part = Fields(data, fields.parameters)
            if part.integer("residue", 0) != residue:
                raise CertificateError("cases of the law: expected one for each residue, in their order")
            cases.append(_case(part))
        if len(cases) != modulus:
            raise CertificateError("cases of the law: expected one for each residue of the modulus")
        try:
            return cls(tuple(cases), fields.integers("start", 0), fields.integer("least", 0, 0))
        except ValueError as error:
            raise CertificateError(str(error)) from None


def _case(part: Fields) -> Case:
    """The case of plain data."""
    from grundy.laws.reading import law_from_json

    if "law" in part.data:
        return Case("law", law=law_from_json(part.take("law"), part.parameters))
    if "linear" in part.data:
        return Case("linear", part.numbers(part.take("linear"), "cases", length=2))
    shift = part.numbers(part.take("recur"), "cases", length=1)
    if "form" not in part.data:
        return Case("recur", shift)
    return Case("recur", shift, str(part.take("form")), part.integers("numbers"))
