"""Games written out from their rules, and who wins them by trying everything: nothing of grundy is used here."""

from functools import lru_cache


def nim(n):
    return [((y,),) for y in range(n[0])]


def subtraction(n):
    return [((n[0] - t,),) for t in (1, 3, 4) if t <= n[0]]


def blackboard(n):
    return [((y,),) for y in range(1, n[0]) if n[0] <= 2 * y]


def race(p):
    return [((d * p[0],),) for d in range(2, 10) if p[0] < 162]


def kayles(n):
    left = [(a, n[0] - t - a) for t in (1, 2) if t <= n[0] for a in range((n[0] - t) // 2 + 1)]
    return [tuple((x,) for x in pair if x) or ((0,),) for pair in left]


def lasker(n):
    return [((y,),) for y in range(n[0])] + [((a,), (n[0] - a,)) for a in range(1, n[0] // 2 + 1)]


def grundy_game(n):
    return [((a,), (n[0] - a,)) for a in range(1, n[0]) if a < n[0] - a]


def wythoff(c):
    a, b = c
    found = [(a - t, b) for t in range(1, a + 1)] + [(a, b - t) for t in range(1, b + 1)]
    return [(x,) for x in found + [(a - t, b - t) for t in range(1, min(c) + 1)]]


def euclid(c):
    a, b = c
    found = [(a - t * b, b) for t in range(1, a + 1) if b and a - t * b >= 0]
    return [(x,) for x in found + [(a, b - t * a) for t in range(1, b + 1) if a and b - t * a >= 0]]


def fibonacci_nim(c):
    n, m = c
    return [((n - t, 2 * t),) for t in range(1, min(n, m) + 1)]


def moore(c):
    a, b, d = c
    smaller = [(x, y, z) for x in range(a + 1) for y in range(b + 1) for z in range(d + 1)]
    return [(x,) for x in smaller if 1 <= sum(p != q for p, q in zip(x, c, strict=True)) <= 2]


def halve_or_less_one(n):
    return [((y,),) for y in {n[0] // 2, n[0] - 1} if 0 <= y < n[0]]


def counter(c):
    """Take one of the first heap and give one to the second, or take two of the second."""
    a, b = c
    return [((x, y),) for x, y in ((a - 1, b + 1), (a, b - 2)) if min(x, y) >= 0]


GAMES = {
    "nim": (nim, 1, range(7)),
    "subtraction({1, 3, 4})": (subtraction, 1, range(9)),
    "blackboard(2)": (blackboard, 1, range(1, 9)),
    "race(2, 9, goal=162)": (race, 1, range(1, 200)),
    "kayles": (kayles, 1, range(7)),
    "lasker": (lasker, 1, range(6)),
    "grundy_game": (grundy_game, 1, range(10)),
    "wythoff": (wythoff, 2, range(6)),
    "euclid": (euclid, 2, range(1, 14)),
    "fibonacci_nim": (fibonacci_nim, 2, range(6)),
    "moore(2)": (moore, 3, range(4)),
    'ruleset("n -> n//2 | n-1")': (halve_or_less_one, 1, range(12)),
    'ruleset("a, b -> a-1, b+1 | a, b-2")': (counter, 2, range(6)),
}
"""By the text before the bracket: the options of a component, its number of heaps, and heaps to try."""


@lru_cache(None)
def mover_wins(parts, misere):
    """Whether the mover wins a sum, given as a sorted tuple of (name, component)."""
    found = [after for _, after in moves(parts)]
    return misere if not found else any(not mover_wins(key(after), misere) for after in found)


def moves(parts):
    """The moves of a sum: (number of the component, the parts after it)."""
    for i, (name, component) in enumerate(parts):
        seen = set()
        for option in GAMES[name][0](component):
            pieces = tuple(sorted(option))
            if pieces not in seen:
                seen.add(pieces)
                yield i, (*parts[:i], *((name, piece) for piece in pieces), *parts[i + 1 :])


def key(parts):
    return tuple(sorted(parts))


def text(parts):
    return " + ".join(f"{name}[{', '.join(map(str, component))}]" for name, component in parts)
