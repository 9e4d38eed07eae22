"""Descriptions of automatic laws: what their JSON must hold, and what they say in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from grundy.rules.errors import CertificateError

from .laws import read_law
from .reading import is_integer, is_natural, require, require_keys

Description = dict[str, Any]
ONE_HEAP = ("window", "periodic", "residues", "cases")
_OF = (
    "a + b", "|a - b|", "min(a, b)", "max(a, b)", "a xor b", "a", "b", "a or b", "a and b", "(a-1) or (b-1)",
)  # fmt: skip
_MOST = 100_000
_MOST_NESTED = 8
_PARTS = ("less", "equal", "greater")


def read_description(data: Any, where: str = "description", depth: int = 0) -> Description:
    """The description, checked for its form; raises CertificateError where it is not well formed."""
    require(isinstance(data, dict), f'"{where}"', "an object", data)
    if depth > _MOST_NESTED:
        raise CertificateError(f'"{where}" is nested too deeply')
    kind = data.get("kind")
    require(isinstance(kind, str) and kind in _READERS, f'"{where}.kind"', f"one of {', '.join(_READERS)}", kind)
    _READERS[kind](data, where, depth + 1)
    return dict(data)


def heaps_of(data: Description) -> int:
    """The number of heaps of a well-formed description."""
    kind = data["kind"]
    if kind in {"sum", "digits", "total", "remainders"}:
        return len(data["laws" if kind == "sum" else "moduli" if kind == "remainders" else "weights"])
    if kind in {"small", "blocks"}:
        return heaps_of(data["law"])
    return 1 if kind in {*ONE_HEAP, "points"} else 2


def about(data: Description) -> str:
    """Whether a well-formed description says Grundy values or outcomes."""
    if data["kind"] in {"beatty", "points"}:
        return "outcome"
    if data["kind"] == "pairs":
        return about(data["law"])
    return str(data.get("about", "grundy"))


# -- reading --------------------------------------------------------------------------------------------------------


def _keys(data: Description, where: str, *names: str) -> None:
    """The keys, beside the kind; "about" where it is not that of Grundy values."""
    require_keys(data, ("kind", *names), ("about",), f'"{where}"')
    require(data.get("about", "grundy") in ("grundy", "outcome"), f'"{where}.about"', "grundy or outcome")


def _of_outcomes(data: Description, where: str, *names: str) -> None:
    require_keys(data, ("kind", "about", *names), (), f'"{where}"')
    require(data["about"] == "outcome", f'"{where}.about"', "outcome", data["about"])


def _natural(data: Description, name: str, where: str, least: int = 0) -> None:
    good = is_natural(data[name]) and least <= data[name] <= _MOST
    require(good, f'"{where}.{name}"', f"an integer from {least} to {_MOST}", data[name])


def _naturals(values: Any, where: str, least: int = 0, count: int | None = None) -> None:
    good = isinstance(values, list) and all(is_natural(v) and v >= least for v in values)
    good = good and (count is None or len(values) == count) and len(values) <= _MOST
    require(good, f'"{where}"', "a list of natural numbers of the right length", values)


def _plain(data: Description, where: str, depth: int) -> None:
    """A law of the other kinds, of Grundy values, or of outcomes where it says so."""
    del depth
    require(data.get("about", "outcome") == "outcome", f'"{where}.about"', "outcome", data.get("about"))
    read_law({key: value for key, value in data.items() if key != "about"}, (), f'"{where}"')


def _beatty(data: Description, where: str, depth: int) -> None:
    del depth
    read_law(data, (), f'"{where}"')


def _cases(data: Description, where: str, depth: int) -> None:
    _keys(data, where, "modulus", "cases", "start", "least")
    _natural(data, "modulus", where, 2)
    _natural(data, "least", where)
    _naturals(data["start"], f"{where}.start")
    modulus, cases = data["modulus"], data["cases"]
    require(isinstance(cases, list) and len(cases) == modulus, f'"{where}.cases"', "one case for each residue", cases)
    begin = data["least"] + len(data["start"])
    for residue, case in enumerate(cases):
        place = f"{where}.cases[{residue}]"
        how = next((k for k in ("linear", "recur", "law") if isinstance(case, dict) and k in case), "linear")
        require_keys(case, ("residue", how), (), f'"{place}"')
        require(is_natural(case["residue"]) and case["residue"] == residue, f'"{place}.residue"', str(residue))
        if how == "law":
            _one_heap(case["law"], f"{place}.law", depth)
            continue
        numbers = case[how]
        good = isinstance(numbers, list) and len(numbers) == (2 if how == "linear" else 1)
        good = good and all(is_integer(n) and abs(n) <= _MOST for n in numbers)
        require(good, f'"{place}.{how}"', "a list of integers", numbers)
        if how == "linear":
            require(numbers[0] >= 0, f'"{place}.linear"', "a line that does not fall", numbers)
        else:
            first = -((residue - begin) // modulus)  # the least n with modulus·n + residue >= begin
            smaller = data["least"] <= first + numbers[0] < modulus * first + residue
            require(smaller, f'"{place}.recur"', "one that leads to a smaller heap", numbers)


def _one_heap(data: Any, where: str, depth: int, said: str = "grundy") -> None:
    read_description(data, where, depth)
    require(data["kind"] in ONE_HEAP and about(data) == said, f'"{where}"', "a law of one heap", data)


def _pairs(data: Description, where: str, depth: int) -> None:
    require_keys(data, ("kind", "of", "law"), (), f'"{where}"')
    require(data["of"] in _OF, f'"{where}.of"', f"one of {', '.join(_OF)}", data["of"])
    read_description(data["law"], f"{where}.law", depth)
    _one_heap(data["law"], f"{where}.law", depth, about(data["law"]))


def _sum(data: Description, where: str, depth: int) -> None:
    require_keys(data, ("kind", "laws"), (), f'"{where}"')
    laws = data["laws"]
    require(isinstance(laws, list) and 1 <= len(laws) <= 16, f'"{where}.laws"', "a list of laws", laws)
    for i, law in enumerate(laws):
        _one_heap(law, f"{where}.laws[{i}]", depth)


def _grid(data: Description, where: str, depth: int) -> None:
    del depth
    require_keys(data, ("kind", "about", "least", "preperiods", "periods", "rows"), (), f'"{where}"')
    require(data["about"] in ("grundy", "outcome"), f'"{where}.about"', "grundy or outcome", data["about"])
    for name, least in (("least", 0), ("preperiods", 0), ("periods", 1)):
        _naturals(data[name], f"{where}.{name}", least, 2)
    sizes = [n + p - f for f, n, p in zip(data["least"], data["preperiods"], data["periods"], strict=True)]
    rows = data["rows"]
    good = all(n >= f for f, n in zip(data["least"], data["preperiods"], strict=True))
    good = good and isinstance(rows, list) and len(rows) == sizes[0]
    require(good, f'"{where}.rows"', "a row for each first heap to the end of its period", rows)
    for row in rows:
        _naturals(row, f"{where}.rows", 0, sizes[1])


def _weights(data: Description, where: str) -> None:
    weights = data["weights"]
    _naturals(weights, f"{where}.weights")
    good = 1 <= len(weights) <= 16 and any(weights) and all(w < max(2, data["modulus"]) for w in weights)
    require(good, f'"{where}.weights"', "one weight for each heap, below the modulus", weights)


def _digits(data: Description, where: str, depth: int) -> None:
    del depth
    _of_outcomes(data, where, "base", "modulus", "weights")
    _natural(data, "base", where, 2)
    _natural(data, "modulus", where, 2)
    _weights(data, where)


def _total(data: Description, where: str, depth: int) -> None:
    del depth
    _of_outcomes(data, where, "modulus", "weights", "remainders")
    _natural(data, "modulus", where, 1)
    _weights(data, where)
    _naturals(data["remainders"], f"{where}.remainders")
    ascending = data["remainders"] == sorted({r for r in data["remainders"] if r < data["modulus"]})
    require(ascending, f'"{where}.remainders"', "ascending remainders", data["remainders"])


def _remainders(data: Description, where: str, depth: int) -> None:
    del depth
    _of_outcomes(data, where, "moduli", "members")
    moduli, members = data["moduli"], data["members"]
    _naturals(moduli, f"{where}.moduli", 1)
    require(1 <= len(moduli) <= 16, f'"{where}.moduli"', "one for each heap", moduli)
    require(isinstance(members, list), f'"{where}.members"', "a list", members)
    for member in members:
        _naturals(member, f"{where}.members", 0, len(moduli))
    good = members == sorted(members) and len({tuple(m) for m in members}) == len(members)
    good = good and all(r < p for m in members for r, p in zip(m, moduli, strict=True))
    require(good, f'"{where}.members"', "ascending tuples of remainders", members)


def _order(data: Description, where: str, depth: int) -> None:
    require_keys(data, ("kind", "about", *_PARTS), (), f'"{where}"')
    for part in _PARTS:
        read_description(data[part], f"{where}.{part}", depth)
        good = data[part]["kind"] != "beatty" and heaps_of(data[part]) == 2 and about(data[part]) == data["about"]
        require(good, f'"{where}.{part}"', "a law of two heaps about the same", data[part])


def _small(data: Description, where: str, depth: int) -> None:
    _of_outcomes(data, where, "most", "small", "law")
    _natural(data, "most", where)
    for part in ("small", "law"):
        read_description(data[part], f"{where}.{part}", depth)
    good = all(about(data[p]) == "outcome" and data[p]["kind"] not in {"beatty", "points"} for p in ("small", "law"))
    good = good and heaps_of(data["small"]) == heaps_of(data["law"])
    require(good, f'"{where}"', "two laws of outcomes of as many heaps", data)


def _blocks(data: Description, where: str, depth: int) -> None:
    _of_outcomes(data, where, "size", "law", "members")
    _natural(data, "size", where, 2)
    read_description(data["law"], f"{where}.law", depth)
    good = about(data["law"]) == "outcome" and data["law"]["kind"] not in {"beatty", "points"}
    require(good, f'"{where}.law"', "a law of outcomes", data["law"])
    moduli = [data["size"]] * heaps_of(data["law"])
    _remainders({"kind": "remainders", "about": "outcome", "moduli": moduli, "members": data["members"]}, where, depth)


def _last_digit(data: Description, where: str, depth: int) -> None:
    del depth
    _of_outcomes(data, where, "system", "heap", "factor")
    require(is_natural(data["heap"]) and data["heap"] <= 1, f'"{where}.heap"', "0 or 1", data["heap"])
    _natural(data, "factor", where, 1)
    require(isinstance(data["system"], dict), f'"{where}.system"', "an object", data["system"])


def _points(data: Description, where: str, depth: int) -> None:
    del depth
    require_keys(data, ("kind", "least", "first", "coefficients", "constant"), (), f'"{where}"')
    _natural(data, "least", where)
    first, coefficients = data["first"], data["coefficients"]
    _naturals(first, f"{where}.first")
    _naturals(coefficients, f"{where}.coefficients")
    good = 1 <= len(coefficients) <= min(2, len(first)) and is_integer(data["constant"])
    good = good and abs(data["constant"]) <= _MOST and max(coefficients) <= _MOST
    require(good, f'"{where}.coefficients"', "one or two, not more than the first numbers", coefficients)
    good = all(a < b for a, b in pairwise(first)) and first[0] >= data["least"]
    require(good, f'"{where}.first"', "ascending numbers", first)


_READERS: dict[str, Callable[[Description, str, int], None]] = {
    "beatty": _beatty,
    "window": _plain,
    "periodic": _plain,
    "residues": _cases,
    "cases": _cases,
    "pairs": _pairs,
    "sum": _sum,
    "grid": _grid,
    "digits": _digits,
    "total": _total,
    "remainders": _remainders,
    "order": _order,
    "small": _small,
    "blocks": _blocks,
    "last_digit": _last_digit,
    "points": _points,
}


# -- words ----------------------------------------------------------------------------------------------------------


def description_text(data: Mapping[str, Any]) -> str:
    """A well-formed description in words.

    >>> description_text({"kind": "total", "about": "outcome", "modulus": 3, "weights": [1, 1], "remainders": [0]})
    'the P-positions are those at which the heaps, times the weights 1, 1, have a sum that is one of [0] modulo 3'
    """
    from .statements import law_text

    kind = data["kind"]
    if kind not in ONE_HEAP:
        return law_text(data) if kind == "beatty" else _TEXTS[kind](data)
    text = law_text(data) if kind == "periodic" else _window_text(data) if kind == "window" else _cases_text(data)
    return f"the P-positions are the n with g(n) = 0, where {text}" if data.get("about") == "outcome" else text


def _window_text(data: Mapping[str, Any]) -> str:
    """The values of a window; which options there are is no matter of a description."""
    shifted = f"n-{data['least']}" if data["least"] else "n"
    if not data["lower"]:
        return f"g(n) = {shifted}"
    return f"g(n) is the remainder of {shifted} modulo 1-({data['lower'][0][1]})"


def _cases_text(data: Mapping[str, Any]) -> str:
    k = data["modulus"]
    parts = []
    for case in data["cases"]:
        left = f"g({k}*n+{case['residue']})"
        if "linear" in case:
            parts.append(f"{left} = {case['linear'][0]}*n{case['linear'][1]:+}")
        elif "recur" in case:
            parts.append(f"{left} = g(n{case['recur'][0]:+})")
        else:
            parts.append(f"{left} = g'(n), where ({description_text(case['law']).replace('g(', f'g{chr(39)}(')})")
    begin = data["least"] + len(data["start"])
    before = f", and g({data['least']}), … are {', '.join(map(str, data['start']))} before" if data["start"] else ""
    return f"{'; '.join(parts)} for heaps >= {begin}{before}"


def _grid_text(data: Mapping[str, Any]) -> str:
    (a, b), (p, q), (c, d) = data["preperiods"], data["periods"], data["least"]
    what = "values" if data["about"] == "grundy" else "outcomes (0 is P)"
    return (
        f"the {what} repeat with a+{p} for a >= {a} and b+{q} for b >= {b}, and from ({c}, {d}) on are {data['rows']}"
    )


def _weighted(data: Mapping[str, Any]) -> str:
    return f"times the weights {', '.join(map(str, data['weights']))}, have a sum"


def _digits_text(data: Mapping[str, Any]) -> str:
    digits = f"the digits in base {data['base']} at each place, {_weighted(data)} divisible by {data['modulus']}"
    return f"the P-positions are those at which {digits}"


def _total_text(data: Mapping[str, Any]) -> str:
    return (
        f"the P-positions are those at which the heaps, {_weighted(data)} that is one of {data['remainders']} "
        f"modulo {data['modulus']}"
    )


def _last_digit_text(data: Mapping[str, Any]) -> str:
    n, m = "ab"[data["heap"]], "ab"[1 - data["heap"]]
    system = data["system"]
    how = f"base {system['base']}" if system["kind"] == "base" else f"the Ostrowski system t = {system['t']}"
    return (
        f"(a, b) is a P-position if and only if {n} = 0, or {data['factor']}*{m} is less than the weight of the last "
        f"digit of {n} that is not 0, in {how}"
    )


_TEXTS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "pairs": lambda d: f"with n = {d['of']} for the heaps a, b: {description_text(d['law'])}",
    "sum": lambda d: (
        f"the Grundy value is the nim-sum of those of the heaps, for which: "
        f"{'; '.join(f'(heap {i}) {description_text(one)}' for i, one in enumerate(d['laws'], 1))}"
    ),
    "grid": _grid_text,
    "digits": _digits_text,
    "total": _total_text,
    "remainders": lambda d: (
        f"the P-positions are those at which the remainders modulo {d['moduli']} are one of {d['members']}"
    ),
    "order": lambda d: "; ".join(
        f"where a {sign} b: {description_text(d[part])}" for sign, part in zip("<=>", _PARTS, strict=True)
    ),
    "small": lambda d: (
        f"{description_text(d['law'])}; but where every heap is at most {d['most']}, {description_text(d['small'])}"
    ),
    "blocks": lambda d: (
        f"the P-positions are those at which the remainders of the heaps modulo {d['size']} are one of {d['members']}, "
        f"and the quotients (rounded down) in place of the heaps are a P-position by this: {description_text(d['law'])}"
    ),
    "last_digit": _last_digit_text,
    "points": lambda d: (
        f"the P-positions are {', '.join(map(str, d['first']))}, …, each later one the sum of the last "
        f"{len(d['coefficients'])} times {d['coefficients']}, plus {d['constant']}"
    ),
}
