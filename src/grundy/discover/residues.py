"""Laws that say g(kn + r) by a function of n, or by an earlier value, for each remainder r on division by k."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .after import Fit, fits
from .arithmetic import arithmetic
from .lengths import KIND, Data, Form, int_bits
from .tails import periodic

MODULI = range(2, 25)
_OFFSETS = (0, -1, 1, -2, 2)
_CASE_BITS = 2.0
_NESTED_BITS = 12.0
_NESTED_MODULUS = 8
_NESTED_LEAST = 12  # values of a remainder that a law of its own needs


def residues(data: Data, moduli: Sequence[int] = MODULI) -> Iterator[Form]:
    """All laws by remainders that fit, for the *moduli* of 2 to 24 among those given."""
    for modulus in moduli:
        if modulus not in MODULI:
            continue
        if data.count < 4 * modulus:
            return
        if (form := _by_modulus(data, modulus)) is not None and data.accepts(form.bits):
            yield form


class _Case:
    """What explains the values at kn + r: plain data, their length, and the first heap from which it does."""

    __slots__ = ("bits", "first", "law")

    def __init__(self, law: Mapping[str, Any], bits: float, first: int) -> None:
        self.law = law
        self.bits = bits + _CASE_BITS
        self.first = first


def _by_modulus(data: Data, modulus: int) -> Form | None:
    """The shortest law for one modulus, at least one of whose cases is no constant."""
    cases = []
    for residue in range(modulus):
        found = list(_cases(data, modulus, residue, nested=False))
        if not found and modulus <= _NESTED_MODULUS:
            found = list(_cases(data, modulus, residue, nested=True))
        if not found:
            return None
        cases.append(min(found, key=lambda case: case.bits + data.each * max(0, case.first - data.start) / modulus))
    first = max(data.start, *(case.first for case in cases))
    exceptions = first - data.start
    if exceptions > max(24, 3 * modulus) or 4 * exceptions > data.count:
        return None
    plain = all(set(case.law) <= {"residue", "linear", "recur"} for case in cases)  # the law with a name of its own
    law: dict[str, Any] = {"kind": "residues" if plain else "cases", "modulus": modulus}
    law["cases"] = [dict(case.law) for case in cases]
    law |= {"least": data.start, "start": list(data.values[:exceptions])}
    bits = KIND + int_bits(modulus) + sum(case.bits for case in cases) + exceptions * data.each + int_bits(exceptions)
    if all(map(_is_bounded, cases)) and bits > data.sparse_bits / 4:
        return None  # then the whole would be periodic, and no period was found
    return Form(law, bits)


def _is_bounded(case: _Case) -> bool:
    """Whether the values of the case repeat."""
    law = case.law.get("law", {})
    if law.get("kind") == "periodic":
        return bool(law["saltus"] == 0)
    return bool(case.law.get("linear", [1])[0] == 0)


def _cases(data: Data, modulus: int, residue: int, *, nested: bool) -> Iterator[_Case]:
    """What may explain the values at the heaps kn + r."""
    first = -(-(data.start - residue) // modulus)  # the least n with kn + r >= start
    offset = modulus * first + residue - data.start
    part = data.values[offset::modulus]
    if len(part) < 4:
        return
    if nested:
        yield from _nested(Data(part, first, data.about), modulus, residue)
        return
    line = list(_linear(part, first, modulus, residue))
    yield from line
    if line and line[0].first <= data.start + 2 * modulus:
        return
    for shift in _OFFSETS:
        begin = max(first, data.start - shift, (shift - residue) // (modulus - 1) + 1)  # an earlier value of g
        pairs = [
            (data.values[n + shift - data.start], part[n - first])
            for n in range(begin, first + len(part))
            if n + shift - data.start < data.count
        ]
        if len(pairs) >= 4 and _plausible(pairs):
            yield from (_recursion(modulus, residue, shift, fit, begin) for fit in fits(pairs))


def _plausible(pairs: list[tuple[int, int]]) -> bool:
    """Whether the last few pairs are those of a function."""
    found: dict[int, int] = {}
    return all(found.setdefault(x, y) == y for x, y in pairs[-min(16, len(pairs) // 2) :])


def _recursion(modulus: int, residue: int, shift: int, fit: Fit, begin: int) -> _Case:
    law: dict[str, Any] = {"residue": residue, "recur": [shift]}
    if not fit.is_identity:
        law |= {"form": fit.form, "numbers": list(fit.numbers)}
    return _Case(law, int_bits(shift) + fit.bits, modulus * (begin + fit.exceptions) + residue - modulus + 1)


def _linear(part: tuple[int, ...], first: int, modulus: int, residue: int) -> Iterator[_Case]:
    """g(kn + r) = alpha·n + beta."""
    slope = part[-1] - part[-2]
    constant = part[-1] - slope * (first + len(part) - 1)
    i = len(part)
    while i and part[i - 1] == slope * (first + i - 1) + constant:
        i -= 1
    if slope >= 0 and 2 * i < len(part) and len(part) - i >= 4:
        law = {"residue": residue, "linear": [slope, constant]}
        yield _Case(law, int_bits(slope) + int_bits(constant), modulus * (first + i - 1) + residue + 1)


def _nested(part: Data, modulus: int, residue: int) -> Iterator[_Case]:
    """A law of n with its own exceptions."""
    if part.count >= _NESTED_LEAST:
        forms = [*periodic(part), *arithmetic(part, (0, 1, -1))]
        if forms:
            best = min(forms, key=lambda form: form.bits)
            yield _Case({"residue": residue, "law": dict(best.law)}, best.bits + _NESTED_BITS, modulus * part.start)
