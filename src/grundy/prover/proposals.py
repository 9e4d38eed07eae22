"""Laws that an automaton may be equal to: read off its smallest positions, the ones that are most easily read first.

Each is a conjecture that fits a table of what the automaton says; `describing` decides it. Data are those of
`Law.to_json`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from grundy.laws.base import About, Law
from grundy.rules.values import Value

Data = Mapping[str, Any]
Component = tuple[int, ...]

SIDES = {1: 240, 2: 24, 3: 10, 4: 7}
_MOST_TOTAL = 8
_MOST_SMALL = 2
_MOST_FACTOR = 4
_LEAST_BLOCKS = 4
_HARD_TO_READ = {"a or b": 30.0, "a and b": 30.0, "(a-1) or (b-1)": 30.0, "gcd(a, b)": 60.0, "a*b": 60.0}
_ZERO = {"kind": "periodic", "about": "outcome", "least": 0, "preperiod": 1, "period": 1, "saltus": 0, "values": [0, 1]}
SIMPLE: tuple[Data, ...] = tuple(
    {"kind": "pairs", "of": of, "law": _ZERO} for of in ("|a - b|", "min(a, b)", "max(a, b)", "a", "b")
)
"""P-positions of two heaps that are so simple that no table is too small for them: equal heaps, empty heaps."""
_ORDER_PERIODS = (1, 2, 3, 4, 6)


class Sample(Value):
    """What the automaton says of all positions of a box: values, or 0 for P and 1 for N, by position."""

    heaps: int
    least: int
    side: int
    entries: Mapping[Component, int]
    about: About
    system: Mapping[str, Any]

    __hash__ = None  # type: ignore[assignment]


def proposals(sample: Sample) -> Iterator[Data]:
    """The laws that fit the sample."""
    if sample.heaps == 1:
        yield from _one_heap(sample)
    elif sample.heaps == 2:
        if sample.about == "outcome":
            for simple in SIMPLE:
                yield from _fitting(simple, sample)
        yield from _two_heaps(sample)
    if sample.heaps > 1 and sample.about == "outcome":
        yield from _totals(sample)
        yield from _digit_sums(sample)
        if sample.heaps > 2:
            yield from _remainders(sample)
    if sample.heaps > 2 and sample.about == "grundy":
        yield from _sums(sample)
    if sample.heaps == 2:
        if sample.about == "outcome":
            yield from _last_digits(sample)
            yield from _blocks(sample)
        yield from _by_order(sample)


def _fits(law: Law, sample: Sample) -> bool:
    if sample.about == "outcome":
        return all(law.is_p(x) == (v == 0) for x, v in sample.entries.items())
    return all(law.value(x) == v for x, v in sample.entries.items())


def _fitting(data: Data, sample: Sample) -> Iterator[Data]:
    from grundy.laws.reading import law_from_json

    if _fits(law_from_json(dict(data)), sample):
        yield data


# ------------------------------------------------------------ one heap, two heaps


def _one_heap(sample: Sample) -> Iterator[Data]:
    line = [sample.entries[n,] for n in range(sample.least, sample.least + sample.side)]
    found = [(_reading_bits(law, bits), law) for law, bits in _sequence(sample.least, line, sample.about)]
    yield from (law for _, law in sorted(found, key=lambda pair: pair[0]))


def _sequence(start: int, values: list[int], about: About) -> Iterator[tuple[dict[str, Any], float]]:
    """The laws of one heap with these values (of outcomes, 0 and 1), with their lengths in bits."""
    from grundy.discover.candidates import candidates

    for candidate in candidates(values, start, about):
        yield _plain(candidate.law.to_json()), candidate.score


def _plain(law: dict[str, Any]) -> dict[str, Any]:
    """The law, periodic instead of a window: a window says what the options are, a description does not."""
    if law["kind"] == "sum":
        return {**law, "laws": [_plain(part) for part in law["laws"]]}
    if law["kind"] != "window":
        return law
    least, lower = law["least"], law["lower"]
    period = {"kind": "periodic", "least": least, "preperiod": least}
    if "about" in law:
        period["about"] = law["about"]
    if not lower:
        return {**period, "period": 1, "saltus": 1, "values": [0]}
    ((_, b, _),) = lower if len(lower) == 1 else [(0, 0, 0)]
    if lower != [[1, b, 1]] or b >= 0:
        return law  # of which no automaton is made
    return {**period, "period": 1 - b, "saltus": 0, "values": list(range(1 - b))}


def _reading_bits(law: Data, bits: float) -> float:
    """The length, less where a law is easily read: lines by remainders before values that rise with each period."""
    return bits + 40 if law["kind"] == "periodic" and law["saltus"] and law["period"] > 1 else bits


def _two_heaps(sample: Sample) -> Iterator[Data]:
    from grundy.discover.pairs import pair_candidates
    from grundy.discover.reading import PairTable

    sizes = range(sample.least, sample.least + sample.side)
    said = {0: "P", 1: "N"} if sample.about == "outcome" else None
    rows = tuple(tuple(said[v] if said else v for v in (sample.entries[a, b] for b in sizes)) for a in sizes)
    found = pair_candidates(PairTable("", (sample.least, sample.least), rows, sample.about))
    laws = [(c.score + _HARD_TO_READ.get(getattr(c.law, "of", ""), 0), _plain(c.law.to_json())) for c in found]
    yield from (law for _, law in sorted(laws, key=lambda pair: pair[0]))


# ------------------------------------------------------------ P-positions of several heaps


def _totals(sample: Sample) -> Iterator[Data]:
    """The sum of the heaps decides, by its remainder."""
    for modulus in range(2, _MOST_TOTAL + 1):
        remainders = _total(sample.entries, modulus)
        if remainders is not None and 0 < len(remainders) < modulus:
            yield _total_law(sample.heaps, modulus, remainders)
            return


def _total(entries: Mapping[Component, int], modulus: int) -> list[int] | None:
    """The remainders of the sums of P-positions, where the remainder decides; None where it does not."""
    said: dict[int, int] = {}
    for x, value in entries.items():
        if said.setdefault(sum(x) % modulus, value) != value:
            return None
    return sorted(r for r, value in said.items() if value == 0)


def _total_law(heaps: int, modulus: int, remainders: list[int]) -> Data:
    weights = [1] * heaps
    return {"kind": "total", "about": "outcome", "modulus": modulus, "weights": weights, "remainders": remainders}


def _digit_sums(sample: Sample) -> Iterator[Data]:
    """The sums of the digits of some heaps are all divisible by m; or they are but for the smallest positions."""
    from grundy.laws.digitsums import DigitSumLaw

    if sample.system["kind"] != "base":
        return
    base = sample.system["base"]
    for weights in sorted(product((1, 0), repeat=sample.heaps), key=lambda w: -sum(w)):
        for modulus in range(2, sum(weights) * (base - 1) + 1):
            law = DigitSumLaw(base, modulus, weights)
            wrong = _exceptions(law.is_p, sample)
            if wrong is None:
                continue
            if not wrong:
                yield law.to_json()
            else:
                yield from _but_for_small(law.to_json(), max(map(max, wrong)), sample)


def _exceptions(is_p: Callable[[Component], bool], sample: Sample) -> list[Component] | None:
    """The positions of small heaps at which a law is wrong; None where it is wrong at others."""
    wrong = []
    for x, value in sample.entries.items():
        if is_p(x) != (value == 0):
            if max(x) > sample.least + _MOST_SMALL:
                return None
            wrong.append(x)
    return wrong


def _but_for_small(law: Data, most: int, sample: Sample) -> Iterator[Data]:
    small = {x: value for x, value in sample.entries.items() if max(x) <= most}
    for modulus in range(2, _MOST_TOTAL + 1):
        remainders = _total(small, modulus)
        if remainders is not None:
            inner = _total_law(sample.heaps, modulus, remainders)
            yield {"kind": "small", "about": "outcome", "most": most, "small": inner, "law": law}
            return


def _remainders(sample: Sample) -> Iterator[Data]:
    """The remainders of all heaps decide."""
    moduli = []
    for axis in range(sample.heaps):
        modulus = next((p for p in range(1, sample.side // 2 + 1) if _has_period(sample, axis, p)), None)
        if modulus is None:
            return
        moduli.append(modulus)
    members = {
        tuple(n % p for n, p in zip(x, moduli, strict=True)) for x, value in sample.entries.items() if value == 0
    }
    yield {
        "kind": "remainders",
        "about": "outcome",
        "moduli": moduli,
        "members": [list(m) for m in sorted(members)],
    }


def _has_period(sample: Sample, axis: int, period: int) -> bool:
    """Whether the box does not change when the heap *axis* is larger by *period*."""
    entries = sample.entries
    return all(
        entries.get((*x[:axis], x[axis] + period, *x[axis + 1 :]), value) == value for x, value in entries.items()
    )


def _last_digits(sample: Sample) -> Iterator[Data]:
    """One heap bounds the other's last digit."""
    for heap in (0, 1):
        for factor in range(1, _MOST_FACTOR + 1):
            data = {"kind": "last_digit", "about": "outcome", "system": dict(sample.system)}
            yield from _fitting({**data, "heap": heap, "factor": factor}, sample)


def _blocks(sample: Sample) -> Iterator[Data]:
    """Quotients and remainders decide, each by themselves."""
    for size in range(2, sample.side // _LEAST_BLOCKS + 1) if not sample.least else ():
        lost = {x for x, value in sample.entries.items() if value == 0}
        rests = {tuple(n % size for n in x) for x in lost}
        quotients = {tuple(n // size for n in x) for x in lost}
        if any(
            (x in lost) != (tuple(n % size for n in x) in rests and tuple(n // size for n in x) in quotients)
            for x in sample.entries
        ):
            continue
        side = sample.side // size
        entries = {q: int(q not in quotients) for q in product(range(side), repeat=sample.heaps)}
        inner = Sample(sample.heaps, 0, side, entries, sample.about, sample.system)
        if not all(entries.values()) and any(entries.values()):
            members = [list(m) for m in sorted(rests)]
            for law in proposals(inner):
                yield {"kind": "blocks", "about": "outcome", "size": size, "law": law, "members": members}


# ------------------------------------------------------------ values


def _sums(sample: Sample) -> Iterator[Data]:
    """The xor of a function of each heap, read off where the others are 0."""
    if sample.least or sample.entries[(0,) * sample.heaps]:
        return
    laws = []
    for axis in range(sample.heaps):
        line = [sample.entries[tuple(n if i == axis else 0 for i in range(sample.heaps))] for n in range(sample.side)]
        found = next(_sequence(0, line, "grundy"), None)
        if found is None:
            return
        laws.append(found[0])
    yield from _fitting({"kind": "sum", "laws": laws}, sample)


def _by_order(sample: Sample) -> Iterator[Data]:
    """Which heap is larger, and there the remainders or one number decide."""
    parts: dict[str, dict[Component, int]] = {"less": {}, "equal": {}, "greater": {}}
    for x, value in sample.entries.items():
        parts["less" if x[0] < x[1] else "equal" if x[0] == x[1] else "greater"][x] = value
    found = {}
    for key, entries in parts.items():
        law = next(_part(entries, sample), None)
        if law is None:
            return
        found[key] = law
    less, greater = (_fitting(found[key], _part_sample(sample, parts["equal"])) for key in ("less", "greater"))
    shared = next(less, None) or next(greater, None)  # one of them on the diagonal, too, if that is right
    equal = found["equal"] if shared is None else shared
    yield {"kind": "order", "about": sample.about, **found, "equal": equal}


def _part_sample(sample: Sample, entries: Mapping[Component, int]) -> Sample:
    return Sample(sample.heaps, sample.least, sample.side, entries, sample.about, sample.system)


def _part(entries: Mapping[Component, int], sample: Sample) -> Iterator[Data]:
    """The laws of a part of the pairs: a constant or remainders, then a function of one number."""
    for period in _ORDER_PERIODS:
        places: dict[Component, int] = {}
        if all(places.setdefault((a % period, b % period), v) == v for (a, b), v in entries.items()):
            least = sample.least
            cells = range(least, least + period)
            rows = [[places.get((a % period, b % period), 1) for b in cells] for a in cells]
            yield {
                "kind": "grid",
                "about": sample.about,
                "least": [least, least],
                "preperiods": [least, least],
                "periods": [period, period],
                "rows": rows,
            }
            return
    yield from _of_one_number(entries, sample)


def _of_one_number(entries: Mapping[Component, int], sample: Sample) -> Iterator[Data]:
    from grundy.laws.composed import COMBINATIONS

    for of in ("a", "b", "|a - b|", "a + b"):
        combine = COMBINATIONS[of]
        values: dict[int, int] = {}
        if any(values.setdefault(combine(*x), v) != v for x, v in entries.items()):
            continue
        start = min(values)
        line: list[int] = []
        while start + len(line) in values:
            line.append(values[start + len(line)])
        for law, _ in _sequence(start, line, sample.about):
            yield {"kind": "pairs", "of": of, "law": law}
