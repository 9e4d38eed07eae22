"""Laws about outcomes in closed form as functions: races, and Beatty pairs, in exact integers."""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
from typing import Any

from grundy.rules.errors import Unsupported

from .forms import Form, Parts
from .program import LARGEST, Piece


def scaling_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """The functions of the multiplication race (proved in `grundy.laws.race`)."""
    low, high, goal = (parts.entry(law[key]) for key in ("low", "high", "goal"))
    low = str(max(int(low), 2)) if low.isdigit() else f"max({low}, 2)"
    level, is_p, move = (parts.name(name) for name in ("level", "is_p", "move"))
    functions = f'''
def {level}(p: int{parts.signature}) -> int:
    """The largest p * (low * high)^e below the goal; 0 where p has reached it, or there is no factor."""
    if p >= {goal} or {low} > {high}:
        return 0
    ratio: wide = wide({low}) * {high}
    found: int = p
    while ratio < {goal} and ratio * found < {goal}:
        found = int(ratio * found)
    return found


def {is_p}(p: int{parts.signature}) -> bool:
    """Whether the mover loses: high * r^e < goal / p <= r^(e + 1) for some e, r = low * high, or there is no move."""
    found: int = {level}(p{parts.passed})
    return found == 0 or wide(found) * {high} < {goal}


def {move}(p: int{parts.signature}) -> Heaps:
    """What p becomes by the least factor that wins, if one does."""
    if {is_p}(p{parts.passed}):
        return []
    found: int = {level}(p{parts.passed})
    factor: int = max({low}, ceil_div({goal}, found))
    return [factor * p]
'''
    limit = LARGEST
    if low.isdigit():
        limit = LARGEST // int(low)
    return Form(
        Piece(functions=functions),
        1,
        is_p=is_p,
        move=move,
        arguments=parts.names,
        options_to=limit // 2,
        method="the least factor that leaves a lost position; goal and heap bounded so that the product fits",
    )


def beatty_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """The functions of the Beatty pairs (A(i), A(i) + r i): see `grundy.laws.beatty`.

    A(i) = floor(alpha i) is i + floor(beta i), beta = alpha - 1 < 1, or one less, where beta is cut to 64 bits behind
    the point; the sign of a² + (r-2) a i - r i², whose root is a = alpha i, decides exactly.
    """
    if not isinstance(law["r"], int):
        raise Unsupported("program", "Beatty pairs", "r is no number here")
    r = law["r"]
    beta = (isqrt((r * r + 4) << 128) - (r << 64)) // 2
    pair, is_p, move = (parts.name(name) for name in ("lower_of", "is_p", "move"))
    constant = parts.constant("BETA")
    middle = {1: " - wide(a) * i", 2: ""}.get(r, f" + {f'{r - 2} * ' if r > 3 else ''}wide(a) * i")
    times_r = "" if r == 1 else f"{r} * "
    last = "wide(i) * i" if r == 1 else f"wide({r} * i) * i"
    differ = f"(b - a) % {r} != 0 or " if r > 1 else ""
    index = "b - a" if r == 1 else f"(b - a) // {r}"
    functions = f'''
def {pair}(i: int) -> int:
    """A(i) = floor(alpha * i), the smaller heap of the pair with difference {times_r}i."""
    a: int = i + int(wide({constant}) * i >> 64) + 1
    if wide(a) * a - {last}{middle} > 0:
        a -= 1
    return a


def {is_p}(a: int, b: int) -> bool:
    """Whether the mover loses: the heaps are A(i) and A(i) + {times_r}i for some i."""
    if a > b:
        return {is_p}(b, a)
    if {differ}{index} > a:
        return False
    return {pair}({index}) == a


def {parts.name("index_below")}(n: int) -> int:
    """The largest j with A(j) + {times_r}j <= n."""
    low: int = 0
    high: int = n // {r + 1}
    while low < high:
        middle: int = high - (high - low) // 2
        if {pair}(middle) <= n - {times_r}middle:
            low = middle
        else:
            high = middle - 1
    return low


def {move}(a: int, b: int) -> Heaps:
    """The heaps after a winning move, if there is one (Wythoff; Fraenkel, 1982)."""
    if a > b:
        found: Heaps = {move}(b, a)
        if len(found) == 0:
            return []
        return [found[1], found[0]]
    if {is_p}(a, b):
        return []
    j: int = {parts.name("index_below")}(a)
    if {pair}(j) + {times_r}j == a:
        return [a, {pair}(j)]
    i: int = a - j
    if b > {f"wide({r}) * i" if r > 1 else "wide(i)"} + a:
        return [a, a + {times_r}i]
    m: int = {index}
    return [{pair}(m), {pair}(m) + {times_r}m]
'''
    return Form(
        Piece(((constant, beta),), functions),
        2,
        is_p=is_p,
        move=move,
        method="the partner of a heap, or the pair whose difference is just below",
    )
