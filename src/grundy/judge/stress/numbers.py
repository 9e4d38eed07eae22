"""Numbers at which programs go wrong: limits, powers, Fibonacci numbers, and those that a law has edges at."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from grundy.laws.base import GrundyLaw, Law, Run

_MANY = 3000
_WORDS = 400


@lru_cache(64)
def edges(most: int) -> tuple[int, ...]:
    """Numbers up to *most* at which arithmetic in fixed words and in floating point goes wrong, and their neighbours.

    >>> [n for n in edges(100) if n > 60]
    [63, 64, 65, 80, 81, 82, 88, 89, 90, 96, 97, 98, 99, 100]
    """
    found = {0, 1, 2, 3, most // 2, most // 2 + 1, most - 3, most - 2, most}
    bases = [2, 3, 10]
    for base in bases:
        found |= set(_powers(base, most))
    found |= set(_fibonacci(most))
    found |= {isqrt_edge * isqrt_edge for isqrt_edge in (46340, 46341, 65535, 65536, 3037000499, 4294967295)}
    found |= {15 * 10**17, 2**53 + 2, 2**24 + 2}
    near = {n + d for n in found for d in (-1, 0, 1)}
    return tuple(sorted(n for n in near if 0 <= n <= most))


def _powers(base: int, most: int) -> Iterator[int]:
    power = base
    while power <= most:
        yield power
        power *= base


def _fibonacci(most: int, ratio: int = 1) -> Iterator[int]:
    """The convergents' terms of the recurrence U(n+1) = ratio·U(n) + U(n-1)."""
    a, b = 1, ratio + 1
    while a <= most:
        yield a
        a, b = b, ratio * b + a


@lru_cache(256)
def around(number: int, most: int) -> tuple[int, ...]:
    """Numbers about a parameter such as k or m: its powers, chains q·k + 1, multiples of it and of one more.

    >>> around(10, 30)
    (0, 1, 2, 3, 9, 10, 11, 12, 19, 20, 21, 22, 23, 29, 30)
    """
    if number < 1:
        return ()
    found = {1, number}
    if number > 1:
        found |= set(_powers(number, most))
        for start in (1, 2, number):
            chain = start
            while chain <= most:
                found.add(chain)
                chain = chain * number + 1
    for unit in (number, number + 1):
        top = most // unit
        found |= {unit * q for q in (2, 3, top // 3, top // 2, top - 1, top) if 0 < q <= top}
    near = {n + d for n in found for d in (-1, 0, 1)}
    return tuple(sorted(n for n in near if 0 <= n <= most))


def law_edges(law: Law, most: int) -> tuple[int, ...]:
    """Numbers at which a law has edges: ends of periods, thresholds, weights of its numeration, chains of windows."""
    return _law_edges(json.dumps(law.to_json(), sort_keys=True), most)


@lru_cache(256)
def _law_edges(text: str, most: int) -> tuple[int, ...]:
    data: Mapping[str, Any] = json.loads(text)
    found: set[int] = set()
    match data["kind"]:
        case "periodic":
            start, period = int(data["preperiod"]), int(data["period"])
            found |= {start, start + period, most - (most - start) % period}
            found |= {start + period * q for q in (2, 3, 10, 10**3, 10**6, 10**9)}
        case "scaling":
            low, high = max(2, int(data["low"])), int(data["high"])
            power = 1
            while power <= most and high >= low:
                found |= {power, power * high}
                power *= low * high
        case "window":
            found |= set(_chain(data, most))
        case "beatty":
            found |= set(_fibonacci(most, int(data["r"])))
        case "automatic":
            system = data["system"]
            base = int(system.get("base", 0))
            found |= set(_powers(base, most) if base > 1 else _fibonacci(most, int(system.get("t", 1))))
        case "sum":
            found |= {n for part in data["laws"] for n in _law_edges(json.dumps(part, sort_keys=True), most)}
    near = {n + d for n in found for d in (-1, 0, 1)}
    return tuple(sorted(n for n in near if 0 <= n <= most))


def thresholds(low: int, high: int, most: int) -> tuple[int, ...]:
    """The powers of low·high and *high* times these, with their neighbours.

    >>> thresholds(2, 9, 20)
    (0, 1, 2, 8, 9, 10, 17, 18, 19)
    """
    return _law_edges(json.dumps({"kind": "scaling", "low": low, "high": high}), most)


def _chain(data: Mapping[str, Any], most: int) -> Iterator[int]:
    """From n to the first heap from which n is out of reach, again and again: heaps of one value."""
    n, least = int(data["least"]), int(data["least"])
    for _ in range(_WORDS):
        after = [(d * n - b) // a + 1 for a, b, d in data["lower"] if a > 0]
        if not after:
            return
        n = max(min(after), n + 1)
        if n > most:
            return
        yield from (n, n - least)


def heaps_of_value(law: GrundyLaw, value: int, low: int, high: int) -> tuple[Run, ...]:
    """All heaps from *low* to *high* of that value, where the law or a law of windows finds them.

    >>> from grundy.laws.window import ScaledWindowLaw
    >>> [run.first for run in heaps_of_value(ScaledWindowLaw(2, 1), 1, 1, 20)]
    [(2,), (5,), (11,)]
    """
    found = law.heaps_of_value(value, low, high)
    if found is None:
        data = law.to_json()
        if data["kind"] == "window":
            from grundy.laws.lower import WindowLaw

            lines = tuple((a, b, d) for a, b, d in data["lower"])
            found = WindowLaw(lines, data["least"]).heaps_of_value(value, low, high)
    return found or ()


# ---------------------------------------------------------------- lost components


def lost_components(law: Law, most: int, chance: Random) -> Iterator[tuple[int, ...]]:
    """P-positions of a law of outcomes of several heaps: those of few digits first, up to the limit."""
    data = law.to_json()
    if data["kind"] == "beatty":
        yield from _beatty(int(data["r"]), most, chance)
    elif data["kind"] == "automatic" and data["about"] == "outcome":
        yield from _accepted(data, most, chance)


def _beatty(r: int, most: int, chance: Random) -> Iterator[tuple[int, ...]]:
    """The pairs (A_i, A_i + r·i) for i among the sums of up to three convergents, where floating point goes wrong."""
    from grundy.laws.beatty import BeattyLaw

    law = BeattyLaw(r)
    top = most // (r + 1)
    terms = [n for n in _fibonacci(top, r) if n <= top]
    seen: set[int] = set()
    for few in (
        set(terms),
        set(range(200)) | {top - i for i in range(10)},
        {sum(pair) for pair in combinations_with_replacement(terms, 2)},
        {chance.randint(0, top) for _ in range(_WORDS)},
        {sum(three) for three in combinations_with_replacement(terms, 3)},
    ):
        for i in sorted(i for i in few - seen if 0 <= i <= top):
            pair = law.pair(i)
            if max(pair) <= most:
                yield pair
                yield pair[::-1]
        seen |= few


def _accepted(data: Mapping[str, Any], most: int, chance: Random) -> Iterator[tuple[int, ...]]:
    """Heaps whose words an automaton accepts, by walks among the states that lead to a final one."""
    from grundy.laws.digits import system_from_json

    system, tracks = system_from_json(data["system"]), int(data["tracks"])
    weights = [w for w in system.weights(most.bit_length() + 1) if w <= most]
    delta = data["delta"]
    reach = [frozenset(data["final"])]
    for _ in weights:
        reach.append(frozenset(i for i, row in enumerate(delta) if any(s in reach[-1] for s in row)))
    found = set()
    for _ in range(_WORDS):
        heaps = _walk(delta, int(data.get("start", 0)), weights, reach, system.alphabet, tracks, chance)
        if heaps is not None and max(heaps) <= most:
            found.add(heaps)
    yield from sorted(found, key=sum)


def _walk(
    delta: list[list[int]],
    state: int,
    weights: list[int],
    reach: list[frozenset[int]],
    alphabet: int,
    tracks: int,
    chance: Random,
) -> tuple[int, ...] | None:
    heaps = [0] * tracks
    rare = chance.random() < 0.5  # few digits that are not 0
    for left in range(chance.randint(0, len(weights)) - 1, -1, -1):
        ways = [c for c, s in enumerate(delta[state]) if s in reach[left]]
        if not ways:
            return None
        column = ways[0] if rare and chance.random() < 0.8 else chance.choice(ways)
        state = delta[state][column]
        for track in reversed(range(tracks)):
            column, digit = divmod(column, alphabet)
            heaps[track] += digit * weights[left]
    return tuple(heaps) if state in reach[0] else None


@lru_cache(512)
def numbers_for(laws: tuple[Law, ...], parameters: tuple[int, ...], least: int, most: int) -> tuple[int, ...]:
    """All numbers from *least* to *most* at which something happens, at most a few thousand."""
    found = set(edges(most))
    for law in laws:
        found |= set(law_edges(law, most))
    for parameter in parameters:
        found |= set(around(parameter, most))
    kept = sorted(n for n in found if least <= n <= most)
    return tuple(kept if len(kept) <= _MANY else kept[:: len(kept) // _MANY + 1])
