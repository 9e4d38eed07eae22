"""Automata that look at digits rather than at numbers: digit sums, last digits, places in a period.

- ``digit_sums(system, names, weights, modulus)``: the weighted digits of every column sum to 0;
- ``last_digit(system, n, m)``: m is below the weight of the last digit of n that is not 0, or n = 0;
- ``combined_digits("xor" | "or" | "and", a, b, c)``, in base 2;
- ``eventually_periodic(base, name, start, period, chosen)``: the n that are chosen, read by their places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from grundy.rules.budget import Budget

from .automaton import Automaton, everything
from .systems import Base, System
from .tables import check_size, digit_rows


def digit_sums(system: System, names: Sequence[str], weights: Sequence[int], modulus: int) -> Automaton:
    """The tuples whose digits at each place, times their weights, have a sum that *modulus* divides.

    >>> digit_sums(Base(2), ("a", "b"), (1, 1), 2).tuples(3)
    [(0, 0), (1, 1), (2, 2)]
    """
    tracks = tuple(sorted(names))
    factors = np.array([weights[list(names).index(track)] for track in tracks], dtype=np.int64)
    sums = digit_rows(system.alphabet, len(tracks)) @ factors
    delta = np.stack([(sums % modulus != 0).astype(np.int64), np.ones(len(sums), dtype=np.int64)])
    return Automaton(system, tracks, delta, [True, False]) & everything(system, tracks)


def last_digit(system: System, n: str, m: str) -> Automaton:
    """The pairs with m < the weight of the last digit of n that is not 0, and all with n = 0.

    A number is below U(i), the weight of place i, if and only if its digits at the places i and up are 0.

    >>> last_digit(Base(2), "n", "m").tuples(3)
    [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0)]
    """
    tracks = tuple(sorted((n, m)))
    rows = digit_rows(system.alphabet, 2)
    of_n, of_m = rows[:, tracks.index(n)] > 0, rows[:, tracks.index(m)] > 0
    begun = np.where(of_n, 2, 1)  # m has a digit: n has no more
    delta = np.stack([np.where(of_m, begun, 0), begun, np.full(len(rows), 2)])
    return Automaton(system, tracks, delta, [True, True, False]) & everything(system, tracks)


def combined_digits(how: str, a: str, b: str, c: str) -> Automaton:
    """The triples with c = a xor b, or the like, digit by digit in base 2.

    >>> combined_digits("and", "a", "b", "c").accepts({"a": 12, "b": 10, "c": 8})
    True
    """
    tracks = tuple(sorted((a, b, c)))
    rows = digit_rows(2, 3)
    x, y, z = (rows[:, tracks.index(name)] for name in (a, b, c))
    right = x ^ y if how == "xor" else x | y if how == "or" else x & y
    delta = np.stack([(right != z).astype(np.int64), np.ones(8, dtype=np.int64)])
    return Automaton(Base(2), tracks, delta, [True, False])


def eventually_periodic(
    base: Base, name: str, start: int, period: int, chosen: Mapping[int, bool], budget: Budget | None = None
) -> Automaton:
    """The n < start + period that are *chosen*, and the later ones whose place in the period from *start* on is.

    The classes are n itself in the first period and before, and in each later one its place in the period: so k times
    a class plus a digit has one class.

    >>> eventually_periodic(Base(3), "n", 1, 2, {0: True, 2: True}).tuples(7)
    [(0,), (2,), (4,), (6,)]
    """
    k, end = base.alphabet, start + period
    last = end + period
    check_size(last, k, budget or Budget(), "a period")
    after = k * np.arange(last)[:, None] + np.arange(k)[None, :]
    after = np.where(after < last, after, end + (after - end) % period)
    first = np.array([bool(chosen.get(n)) for n in range(end)])
    return Automaton(base, (name,), after, np.concatenate([first, first[start:]]), budget=budget)
