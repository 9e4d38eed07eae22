"""Automata of linear relations, congruences, order and xor.

- ``linear(system, {"x": 2, "y": -1}, constant, "==" | ">=" | "!=" | "<=" | "<" | ">")``: 2x - y + constant == 0 and
  so on;
- ``congruent(system, coefficients, constant, modulus)``: the sum is divisible by *modulus*;
- ``less(system, "x", "y")``, ``equal(system, "x", "y")``, ``constant(system, "x", 5)``, ``successor(system, "x",
  "y")`` (y = x + 1, from the order alone);
- ``xor("x", "y", "z")`` in base 2: z = x xor y;
- ``check_adder(system)``: that x + 0 = x, x + (y+1) = (x+y) + 1 and that sums are unique, from order and successor;
  done once for each Ostrowski system when it is first used.

All take ``budget=`` at last.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from grundy.rules.budget import Budget, OutOfBudget

from .automaton import Automaton, everything, nothing
from .systems import Base, Ostrowski, System
from .tables import Array, Numbers, check_size, count_columns, digit_rows

_MOST_CONSTANT = 100
_MOST_SUM = 1 << 24
_KEPT = 1000
_known: dict[tuple[object, ...], Automaton] = {}
_checked: set[System] = set()


def linear(
    system: System,
    coefficients: Mapping[str, int],
    constant: int = 0,
    relation: str = "==",
    budget: Budget | None = None,
) -> Automaton:
    """The tuples with Σ c·x + constant == 0 (or >= 0, and so on), each track's coefficient c given.

    >>> linear(Base(2), {"x": 2, "y": -1}, 1).tuples(8)
    [(0, 1), (1, 3), (2, 5), (3, 7)]
    """
    terms = {name: c for name, c in coefficients.items() if c}
    budget = budget or Budget()
    if relation == "!=":
        return everything(system, terms).joined(linear(system, terms, constant, "==", budget), "minus", budget)
    if relation in {"<=", "<"}:
        terms, constant, relation = {n: -c for n, c in terms.items()}, -constant, relation.replace("<", ">")
    if relation == ">":
        constant, relation = constant - 1, ">="
    if relation not in {"==", ">="}:
        raise ValueError(f"no relation {relation!r}")
    key = (system, tuple(sorted(terms.items())), constant, relation)
    found = _known.get(key)
    if found is None:
        found = _special(system, terms, constant, relation)
        if found is None:
            found = _built(system, terms, constant, relation, budget)
        if len(_known) >= _KEPT:
            _known.clear()
        _known[key] = found
    return found


def _special(system: System, terms: dict[str, int], number: int, relation: str) -> Automaton | None:
    """Relations that need no sums."""
    if not terms:
        holds = number == 0 if relation == "==" else number >= 0
        return everything(system) if holds else nothing(system)
    signs = sorted(terms.values())
    if len(terms) == 2 and signs == [-1, 1]:
        small, large = sorted(terms, key=lambda name: terms[name])
        if number == 0:
            return equal(system, small, large) if relation == "==" else ~less(system, large, small)
        if number == -1 and relation == ">=":
            return less(system, small, large)
    if len(terms) == 1 and relation == "==":
        ((name, factor),) = terms.items()
        value, rest = divmod(-number, factor)
        return nothing(system, [name]) if rest or value < 0 else constant(system, name, value)
    if relation == ">=" and signs[0] >= 0 and number >= 0:
        return everything(system, terms)
    return None


def _built(system: System, terms: dict[str, int], number: int, relation: str, budget: Budget) -> Automaton:
    shared = math.gcd(*terms.values())
    if shared > 1:
        if relation == "==" and number % shared:
            return nothing(system, terms)
        terms = {name: c // shared for name, c in terms.items()}
        number = number // shared  # Σ c·x >= -n/shared, rounded up
    check_adder(system)
    if abs(number) > _MOST_CONSTANT:
        track = "~"  # sorts after all names
        summed = linear(system, {**terms, track: 1 if number > 0 else -1}, 0, relation, budget)
        return summed.join_project(constant(system, track, abs(number)), [track], budget)
    return _raw(system, terms, number, relation, budget)


def _raw(system: System, terms: Mapping[str, int], number: int, relation: str, budget: Budget) -> Automaton:
    names = tuple(sorted(terms))
    if system.alphabet * sum(map(abs, terms.values())) > _MOST_SUM:
        raise OutOfBudget("the coefficients of a linear relation are too large for automata")
    sums = digit_rows(system.alphabet, len(names)) @ np.array([terms[name] for name in names], dtype=np.int64)
    if isinstance(system, Base):
        return _in_base(system, names, sums, number, relation, budget)
    if isinstance(system, Ostrowski):
        return _in_ostrowski(system, names, sums, number, relation, budget)
    raise TypeError(f"no sums in {system}")


def _in_base(
    system: Base, names: tuple[str, ...], sums: Array, number: int, relation: str, budget: Budget
) -> Automaton:
    """States are the values so far, v -> k·v + e; beyond [low, high] they only grow away from -number."""
    k = system.k
    high = max(0, -int(sums.min()) // (k - 1) + 1, -number)
    low = min(0, -(int(sums.max()) // (k - 1) + 1), -number)
    check_size(high - low + 3, len(sums), budget, "a linear relation")
    values = np.arange(low - 1, high + 2)
    delta = np.clip(k * values[:, None] + sums[None, :], low - 1, high + 1) - (low - 1)
    delta[0], delta[-1] = 0, len(values) - 1
    final = values + number == 0 if relation == "==" else values + number >= 0
    return Automaton(system, names, delta, final & ((values >= low) | (relation == ">=")), -(low - 1), budget=budget)


def _in_ostrowski(
    system: Ostrowski, names: tuple[str, ...], sums: Array, number: int, relation: str, budget: Budget
) -> Automaton:
    """States are pairs (p, q): the value so far is p·U(m) + q·U(m-1) where m places are left.

    A column of sum e leads to (t·p + q + e, p); at the end the value is p + q, as U(0) = U(-1) = 1. With β the larger
    root of x² = t·x + 1: a = p + q/β goes to β·a + e, and b = p - β·q to -b/β + e, so that |b| <= B = E/(1 - 1/β), E
    the largest |e|. The value is p + q = a·(1+κ) - κ·b with 0 < κ < 1. Let A = max(|number| + B, E/(β-1)): beyond |a|
    > A, |a| only grows, and the value exceeds |number| with the sign of a. So such states are two sinks, and what is
    left is finite.
    """
    t = system.t
    beta = (t + math.sqrt(t * t + 4)) / 2
    most = int(abs(sums).max())
    conjugate = most / (1 - 1 / beta)
    bound = math.ceil(max(abs(number) + conjugate, most / (beta - 1))) + 1
    size = math.ceil(2 * bound + conjugate) + 2  # |q| = |a - b|/√(t²+4) and |p| <= |a| + |q|
    side = 2 * size + 1
    origin = size * side + size
    numbers = Numbers(origin)
    found, rows = [np.array([origin])], []
    while len(found[-1]):
        p, q = (part[:, None] - size for part in np.divmod(found[-1], side))
        new = t * p + q + sums[None, :]
        main = new + p / beta
        inside = np.abs(main) <= bound
        codes = np.where(inside, (new + size) * side + p + size, origin)
        found.append(numbers.add(codes))
        check_size(numbers.count, len(sums), budget, "a linear relation")
        rows.append(np.where(inside, numbers.of(codes), np.where(main < 0, -2, -1)))
    p, q = (part - size for part in np.divmod(np.concatenate(found), side))
    count = numbers.count  # then the two sinks: the sum stays below, or above
    sinks = np.array([[count], [count + 1]]).repeat(len(sums), axis=1)
    table = np.concatenate([*rows, sinks])
    table[table < 0] += count + 2
    values = p + q + number
    final = np.concatenate([values == 0 if relation == "==" else values >= 0, [False, relation == ">="]])
    raw = Automaton(system, names, table, final, budget=budget)
    return raw.joined(everything(system, names), "and", budget)


def congruent(
    system: System, coefficients: Mapping[str, int], number: int, modulus: int, budget: Budget | None = None
) -> Automaton:
    """The tuples with Σ c·x + number divisible by *modulus* >= 1.

    >>> congruent(Ostrowski(2), {"x": 1}, 1, 3).tuples(12)
    [(2,), (5,), (8,), (11,)]
    """
    if modulus < 1:
        raise ValueError(f"a modulus must be at least 1, not {modulus}")
    budget = budget or Budget()
    terms = {name: c % modulus for name, c in coefficients.items() if c % modulus}
    if not terms:
        return everything(system) if number % modulus == 0 else nothing(system)
    check_adder(system)
    names = tuple(sorted(terms))
    states = modulus * modulus if isinstance(system, Ostrowski) else modulus
    check_size(states, count_columns(system.alphabet, len(names)), budget, "a congruence")
    sums = digit_rows(system.alphabet, len(names)) @ np.array([terms[name] for name in names], dtype=np.int64)
    if isinstance(system, Ostrowski):
        p, q = np.divmod(np.arange(modulus * modulus), modulus)
        delta = (system.t * p[:, None] + q[:, None] + sums[None, :]) % modulus * modulus + p[:, None]
        final = (p + q + number) % modulus == 0
        raw = Automaton(system, names, delta, final, budget=budget)
        return raw.joined(everything(system, names), "and", budget)
    values = np.arange(modulus)
    delta = (system.alphabet * values[:, None] + sums[None, :]) % modulus
    return Automaton(system, names, delta, (values + number) % modulus == 0, budget=budget)


@lru_cache(maxsize=1024)
def less(system: System, small: str, large: str) -> Automaton:
    """The pairs with small < large: the words of one length in the order of dictionaries.

    >>> less(Ostrowski(1), "x", "y").tuples(3)
    [(0, 1), (0, 2), (1, 2)]
    """
    names = tuple(sorted((small, large)))
    rows = digit_rows(system.alphabet, 2)
    first, second = rows[:, names.index(small)], rows[:, names.index(large)]
    delta = np.stack(
        [np.where(first == second, 0, np.where(first < second, 1, 2)), *np.full((2, len(rows)), [[1], [2]])]
    )
    return Automaton(system, names, delta, [False, True, False]) & everything(system, names)


@lru_cache(maxsize=1024)
def equal(system: System, one: str, other: str) -> Automaton:
    """The pairs of equal numbers."""
    names = tuple(sorted((one, other)))
    rows = digit_rows(system.alphabet, 2)
    delta = np.stack([np.where(rows[:, 0] == rows[:, 1], 0, 1), np.ones(len(rows), dtype=np.int64)])
    return Automaton(system, names, delta, [True, False]) & everything(system, names)


@lru_cache(maxsize=1024)
def constant(system: System, track: str, number: int) -> Automaton:
    """The one number, with leading zeros."""
    word = system.digits(number)
    sink = len(word) + 1
    delta = np.full((sink + 1, system.alphabet), sink)
    delta[0, 0] = 0
    for i, digit in enumerate(word):
        delta[i, digit] = i + 1
    return Automaton.of_minimal(system, (track,), delta, np.arange(sink + 1) == len(word))


@lru_cache(maxsize=1024)
def successor(system: System, before: str, after: str) -> Automaton:
    """The pairs with after = before + 1: the next larger number in the order, nothing else."""
    x, y, z = "x", "y", "z"
    between = (less(system, x, z) & less(system, z, y)).project(z)
    return (less(system, x, y) - between).rename({x: before, y: after})


def check_adder(system: System) -> None:
    """Prove that the sums of an Ostrowski system are sums, once a process; raises AssertionError where they are not.

    From order and successor alone: A(x, 0, z) if and only if z = x; A(x, y, z) gives A(x, y+1, z+1); A(x, y, z) for
    at most one z. By induction on y, A(x, y, z) says that z = x + y.
    """
    if system in _checked or not isinstance(system, Ostrowski):
        return
    budget = Budget()
    adder = _raw(system, {"x": 1, "y": 1, "z": -1}, 0, "==", budget)
    zero = adder.join_project(constant(system, "y", 0), ["y"], budget)
    next_y = adder.join_project(successor(system, "y", "v"), ["y"], budget)
    both = next_y.join_project(successor(system, "z", "w"), ["z"], budget).rename({"v": "y", "w": "z"})
    several = adder & adder.rename({"z": "w"}) & less(system, "w", "z")
    if zero != equal(system, "x", "z") or not both <= adder or not several.is_empty():
        raise AssertionError(f"the sums of {system} are not right")
    _checked.add(system)


@lru_cache(maxsize=256)
def xor(one: str, other: str, result: str) -> Automaton:
    """The triples with result = one xor other, in base 2.

    >>> xor("x", "y", "z").accepts({"x": 5, "y": 3, "z": 6})
    True
    """
    names = tuple(sorted((one, other, result)))
    if len(set(names)) != 3:
        raise ValueError("xor has three tracks; rename makes two of them equal")
    delta = np.stack([digit_rows(2, 3).sum(axis=1) % 2, np.ones(8, dtype=np.int64)])
    return Automaton(Base(2), names, delta, [True, False])
