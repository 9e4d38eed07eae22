"""Automata of laws that are given in other words: periodic Grundy values, and sums of such.

- ``positions_of_law(law, names, budget)``: the P-positions of a law's plain data as an Automaton on the tracks
  *names*, one a heap; kinds "automatic" (about outcomes or values), "periodic", "staircase" and "sum" (of laws of
  one heap); raises NoAutomaton for others;
- ``values_of_law(law, name, value, budget)``: the pairs (heap, Grundy value) of a law of one heap.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grundy.rules.budget import Budget
from grundy.rules.errors import GrundyError

from .automaton import Automaton, everything, from_json, nothing
from .linear import congruent, constant, linear, xor
from .systems import Base
from .tables import check_size

VALUE = "~h"
BINARY = Base(2)


class NoAutomaton(GrundyError):
    """A law of which no automaton is known."""


def positions_of_law(law: Mapping[str, Any], names: Sequence[str], budget: Budget | None = None) -> Automaton:
    """The P-positions of a law; raises NoAutomaton where the kind of law has none here.

    >>> law = {"kind": "periodic", "least": 0, "preperiod": 0, "period": 3, "saltus": 0, "values": [0, 1, 2]}
    >>> positions_of_law({"kind": "sum", "laws": [law, law]}, ["a", "b"]).tuples(5)
    [(0, 0), (0, 3), (1, 1), (1, 4), (2, 2), (3, 0), (3, 3), (4, 1), (4, 4)]
    """
    budget = budget or Budget()
    match law["kind"]:
        case "automatic" if law["about"] == "outcome":
            return from_json(law, names)
        case "automatic":
            valued = from_json(law, (*names, VALUE))
            return valued.join_project(constant(valued.system, VALUE, 0), [VALUE], budget)
        case "periodic":
            return _where(law, names[0], 0, budget)
        case "staircase":
            return _where(_turn(law, budget), names[0], 0, budget)
        case "sum":
            return _sum(law["laws"], names, budget)
    raise NoAutomaton(f"no automaton of a law of the kind {law['kind']!r} is known")


def values_of_law(law: Mapping[str, Any], name: str, value: str, budget: Budget | None = None) -> Automaton:
    """The pairs (n, g(n)) in base 2 of a law of one heap; raises NoAutomaton."""
    budget = budget or Budget()
    if law["kind"] == "automatic" and law["about"] == "grundy" and law["system"] == BINARY.to_json():
        return from_json(law, (name, value))
    if law["kind"] == "staircase":
        law = _turn(law, budget)
    if law["kind"] != "periodic":
        raise NoAutomaton(f"no automaton of the values of a law of the kind {law['kind']!r} is known")
    least, preperiod, period, saltus = (law[key] for key in ("least", "preperiod", "period", "saltus"))
    found = nothing(BINARY, [name, value])
    if saltus == 0:
        for height in sorted(set(law["values"])):
            heaps = _where(law, name, height, budget)
            found = found.joined(heaps.joined(constant(BINARY, value, height), "and", budget), "or", budget)
        return found
    for n, height in enumerate(law["values"], least):
        if n < preperiod:
            part = constant(BINARY, name, n).joined(constant(BINARY, value, height), "and", budget)
        else:  # period·(h - height) == saltus·(heap - n) on the class of n
            line = linear(BINARY, {value: period, name: -saltus}, saltus * n - period * height, "==", budget)
            heaps = linear(BINARY, {name: 1}, -n, ">=", budget)
            heaps = heaps.joined(congruent(BINARY, {name: 1}, -n, period, budget), "and", budget)
            part = line.joined(heaps, "and", budget)
        found = found.joined(part, "or", budget)
    return found


def _turn(law: Mapping[str, Any], budget: Budget) -> Mapping[str, Any]:
    """A law of taking low to high as one of a period."""
    least, low, high = law["least"], law["low"], law["high"]
    period = low + high if low <= high else 1
    check_size(2 * period, 2, budget, "a period")
    values = [x // low for x in range(period)]
    return {"kind": "periodic", "least": least, "preperiod": least, "period": period, "saltus": 0, "values": values}


def _where(law: Mapping[str, Any], name: str, value: int, budget: Budget) -> Automaton:
    """The heaps of a value (which must be 0 where there is a saltus), reading n as its class.

    The classes are n itself in the first period and before, and in each later one its place in the period: so twice a
    class plus a digit has one class.
    """
    least, preperiod, period = law["least"], law["preperiod"], law["period"]
    end = preperiod + period
    last = end + period
    check_size(last, 2, budget, "a period")
    after = 2 * np.arange(last)[:, None] + np.arange(2)[None, :]
    after = np.where(after < last, after, end + (after - end) % period)
    first = np.array([-1] * least + [int(v) for v in law["values"]]) == value
    later = first[preperiod:] & (law["saltus"] == 0)
    return Automaton(BINARY, (name,), after, np.concatenate([first, later]), budget=budget)


def _sum(laws: Sequence[Mapping[str, Any]], names: Sequence[str], budget: Budget) -> Automaton:
    """The heaps whose values have the xor 0: the xor so far is carried on one track."""
    total: Automaton | None = None
    for law, name in zip(laws, names, strict=True):
        values = values_of_law(law, name, VALUE, budget)
        if total is None:
            total = values
            continue
        other = values.rename({VALUE: "~i"})
        joined = total.joined(other, "and", budget)
        total = joined.join_project(xor(VALUE, "~i", "~j"), [VALUE, "~i"], budget).rename({"~j": VALUE})
    if total is None:
        return everything(BINARY)
    return total.join_project(constant(BINARY, VALUE, 0), [VALUE], budget)
