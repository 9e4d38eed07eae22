"""The laws of certificates: what their JSON must hold, and their values; the checker's own evaluation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from itertools import count
from math import isqrt
from operator import xor
from typing import Any

from grundy.rules.errors import CertificateError, GrundyError
from grundy.rules.parsing import parse_terms

from .machines import Machine
from .numeration import system_of
from .polynomials import Polynomial, polynomial_of
from .reading import is_integer, is_natural, require, require_keys

Component = tuple[int, ...]
Law = dict[str, Any]
_KEYS = {
    "window": ("least", "lower"),
    "staircase": ("least", "low", "high"),
    "periodic": ("least", "preperiod", "period", "saltus", "values"),
    "scaling": ("low", "high", "goal"),
    "beatty": ("r",),
    "automatic": ("about", "system", "tracks", "delta", "final", "start"),
    "sum": ("laws",),
}
_MAX_ALPHABET, _MAX_ROW = 64, 70_000


def read_law(data: Any, parameters: tuple[str, ...] = (), where: str = '"law"') -> Law:
    """The law with its entries as the checks need them; raises CertificateError where it is not well formed."""
    require(isinstance(data, dict), where, "an object", data)
    kind = data.get("kind")
    require(isinstance(kind, str) and kind in _KEYS, f'{where[:-1]}.kind"', f"one of {', '.join(_KEYS)}", kind)
    require_keys(data, ("kind", *_KEYS[kind]), (), where)
    reader: Callable[[Law, tuple[str, ...]], Law] = _READERS[kind]
    return {**data, **reader(data, parameters)}


def about(law: Law) -> str:
    """Whether a law says Grundy values or outcomes."""
    if law["kind"] == "automatic":
        return str(law["about"])
    return "outcome" if law["kind"] in {"scaling", "beatty"} else "grundy"


# -- reading --------------------------------------------------------------------------------------------------------


def _entry(value: Any, parameters: tuple[str, ...], where: str) -> Polynomial:
    """An integer, or the text of a polynomial in the parameters."""
    if is_integer(value):
        return Polynomial.of(value)
    require(isinstance(value, str) and bool(parameters), f'"law.{where}"', "an integer", value)
    try:
        (term,) = parse_terms(value)
        found = polynomial_of(term, parameters)
    except (GrundyError, ValueError):
        found = None
    if found is None:
        raise CertificateError(f'"law.{where}" must be a polynomial in {", ".join(parameters)}')
    return found


def _window(data: Law, parameters: tuple[str, ...]) -> Law:
    require(is_natural(data["least"]), '"law.least"', "a natural number", data["least"])
    lower = data["lower"]
    good = isinstance(lower, list) and all(isinstance(t, list) and len(t) == 3 for t in lower)
    require(good, '"law.lower"', "a list of triples", lower)
    return {"triples": [tuple(_entry(x, parameters, "lower") for x in triple) for triple in lower]}


def _staircase(data: Law, parameters: tuple[str, ...]) -> Law:
    require(is_natural(data["least"]), '"law.least"', "a natural number", data["least"])
    return {f"{name}_polynomial": _entry(data[name], parameters, name) for name in ("low", "high")}


def _periodic(data: Law, parameters: tuple[str, ...]) -> Law:
    del parameters
    for name in ("least", "preperiod", "period", "saltus"):
        require(is_natural(data[name]), f'"law.{name}"', "a natural number", data[name])
    values = data["values"]
    require(
        isinstance(values, list) and all(map(is_natural, values)), '"law.values"', "a list of natural numbers", values
    )
    if data["period"] < 1 or data["preperiod"] < data["least"]:
        raise CertificateError('"law" must have a period >= 1 and a preperiod >= least')
    if len(values) != data["preperiod"] + data["period"] - data["least"]:
        raise CertificateError('"law.values" must have the values from least to preperiod + period - 1')
    return {}


def _scaling(data: Law, parameters: tuple[str, ...]) -> Law:
    return {f"{name}_polynomial": _entry(data[name], parameters, name) for name in ("low", "high", "goal")}


def _beatty(data: Law, parameters: tuple[str, ...]) -> Law:
    del parameters
    require(is_natural(data["r"]) and data["r"] >= 1, '"law.r"', "an integer >= 1", data["r"])
    return {}


def _automatic(data: Law, parameters: tuple[str, ...]) -> Law:
    del parameters
    require(data["about"] in ("grundy", "outcome"), '"law.about"', "grundy or outcome", data["about"])
    _require_system(data["system"])
    require(is_natural(data["tracks"]) and data["tracks"] >= 1, '"law.tracks"', "an integer >= 1", data["tracks"])
    require(is_integer(data["start"]) and data["start"] == 0, '"law.start"', "0", data["start"])
    system = system_of(data["system"])
    if data["tracks"] > 64 or system.alphabet ** data["tracks"] > _MAX_ROW:
        raise CertificateError('"law.tracks" is more than the checker takes')
    width = system.alphabet ** data["tracks"]
    delta, final = data["delta"], data["final"]
    require(isinstance(delta, list) and bool(delta), '"law.delta"', "a list of rows", delta)
    for i, row in enumerate(delta):
        good = isinstance(row, list) and len(row) == width and all(is_natural(s) and s < len(delta) for s in row)
        require(good, f'"law.delta[{i}]"', f"a list of {width} states below {len(delta)}", row)
    good = isinstance(final, list) and all(is_natural(s) and s < len(delta) for s in final)
    require(good and sorted(set(final)) == final, '"law.final"', "an ascending list of states", final)
    accepted = set(final)
    machine = Machine(system, data["tracks"], tuple(map(tuple, delta)), tuple(i in accepted for i in range(len(delta))))
    return {"machine": machine}


def _require_system(system: Any) -> None:
    require(isinstance(system, dict), '"law.system"', "an object", system)
    kind = system.get("kind")
    require(kind in ("base", "ostrowski"), '"law.system.kind"', "base or ostrowski", kind)
    name, least = ("base", 2) if kind == "base" else ("t", 1)
    require_keys(system, ("kind", name), (), '"law.system"')
    good = is_integer(system[name]) and least <= system[name] <= _MAX_ALPHABET
    require(good, f'"law.system.{name}"', f"an integer from {least} to {_MAX_ALPHABET}", system[name])


def _sum(data: Law, parameters: tuple[str, ...]) -> Law:
    laws = data["laws"]
    require(isinstance(laws, list) and bool(laws), '"law.laws"', "a list of laws", laws)
    read = [read_law(one, parameters, f'"law.laws[{i}]"') for i, one in enumerate(laws)]
    if any(one["kind"] == "sum" or about(one) != "grundy" for one in read):
        raise CertificateError('"law.laws" must be laws of Grundy values of one heap each')
    return {"parts": read}


_READERS: dict[str, Callable[[Law, tuple[str, ...]], Law]] = {
    "window": _window,
    "staircase": _staircase,
    "periodic": _periodic,
    "scaling": _scaling,
    "beatty": _beatty,
    "automatic": _automatic,
    "sum": _sum,
}


# -- values ---------------------------------------------------------------------------------------------------------


def value(law: Law, component: Component, parameters: Mapping[str, int]) -> int:
    """The Grundy value that a law about values says."""
    kind = law["kind"]
    if kind == "window":
        return _window_value(law, component[0], parameters)
    if kind == "staircase":
        low, high = law["low_polynomial"].at(parameters), law["high_polynomial"].at(parameters)
        return int((component[0] - law["least"]) % (low + high) // low) if low <= high else 0
    if kind == "periodic":
        start, period = law["preperiod"], law["period"]
        turns = max(0, (component[0] - start) // period)
        return int(law["values"][component[0] - turns * period - law["least"]] + turns * law["saltus"])
    if kind == "sum":
        return reduce(xor, (value(one, (n,), parameters) for one, n in zip(law["parts"], component, strict=True)), 0)
    if kind == "automatic":
        return next(h for h in count() if law["machine"].accepts((*component, h)))  # a function, as was checked
    raise ValueError(f"a {kind} law has no values")


def _window_value(law: Law, n: int, parameters: Mapping[str, int]) -> int:
    triples: list[tuple[int, ...]] = [tuple(p.at(parameters) for p in triple) for triple in law["triples"]]
    least: int = law["least"]

    def low(n: int) -> int:
        return min(n, max([least, *(-(-(a * n + b) // d) for a, b, d in triples)]))

    while n > least and low(n) != low(n - 1):
        n = low(n) - 1
    return n - low(n)


def is_p(law: Law, component: Component, parameters: Mapping[str, int]) -> bool:
    """Whether a law says that the mover loses (under the play that it is about)."""
    kind = law["kind"]
    if kind == "beatty":
        a, b = sorted(component)
        r = law["r"]
        i, rest = divmod(b - a, r)
        return bool(rest == 0 and a == ((2 - r) * i + isqrt((r * r + 4) * i * i)) // 2)
    if kind == "scaling":
        return not _wins_race(component[0], *(law[f"{n}_polynomial"].at(parameters) for n in ("low", "high", "goal")))
    if kind == "automatic" and law["about"] == "outcome":
        return bool(law["machine"].accepts(component))
    return value(law, component, parameters) == 0


def _wins_race(p: int, low: int, high: int, goal: int) -> bool:
    """Whether goal/p is in (b, high·b] for a power b of low·high; a factor of 0 or 1 is no move."""
    low = max(low, 2)
    if low > high or p < 1 or p >= goal:
        return False
    bound = p
    while goal > bound * high:
        bound *= low * high
    return goal > bound
