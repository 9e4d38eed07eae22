"""The catalogue's games by their rules in words, and what play gives, by plain recursion: nothing of grundy is used.

A game's *moves* of a component are pairs (number of the alternative, option) in any order; an option is the tuple of
the components that it leaves.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations, product

from hypothesis import strategies as st


@dataclass
class Game:
    """A game as text for grundy and as a function for the oracle; *memo* is of values of components."""

    text: str
    moves: Callable
    heaps: int = 1
    least: int = 0
    memo: dict = field(default_factory=dict)
    large: int = 30
    small: int = 5

    def __repr__(self):
        return self.text

    def options(self, component):
        """The moves in the documented order: alternative, then resulting tuple; none twice."""
        seen = {}
        for label, option in self.moves(component):
            key = tuple(sorted(option))
            if key not in seen or label < seen[key][0]:
                seen[key] = (label, option)
        return [option for _, option in sorted(seen.values())]


def mex(values):
    least = 0
    while least in values:
        least += 1
    return least


def grundy(game, component):
    """The value of one component by recursion; of an option with several components the xor of theirs."""
    if component not in game.memo:
        after = set()
        for option in game.options(component):
            total = 0
            for part in option:
                total ^= grundy(game, part)
            after.add(total)
        game.memo[component] = mex(after)
    return game.memo[component]


class Whole:
    """A sum of games that is searched as a whole: value, outcome and remoteness without the theory of sums."""

    def __init__(self, games, *, misere=False):
        self.games = games
        self.misere = misere
        self.memo = {}

    def options(self, parts):
        """The options in order: component, alternative, resulting tuple."""
        for i, (number, component) in enumerate(parts):
            for option in self.games[number].options(component):
                yield (*parts[:i], *((number, c) for c in option), *parts[i + 1 :])

    def look(self, parts):
        """The value and the remoteness of a sum, a tuple of (number of the game, component)."""
        key = tuple(sorted(parts))
        if key not in self.memo:
            after = [self.look(option) for option in self.options(key)]
            if not after:
                self.memo[key] = (1 if self.misere else 0), 0
            else:
                least = mex({v for v, _ in after})
                moves_left = [r for v, r in after if v == 0] if least else [r for _, r in after]
                self.memo[key] = least, 1 + (min(moves_left) if least else max(moves_left))
        return self.memo[key]

    def winning(self, parts):
        return [option for option in self.options(parts) if self.look(option)[0] == 0]


def blocked(game, component, forbidden, memo):
    """Whether the mover loses where so many options may be forbidden before each move."""
    if component not in memo:
        lost = sum(blocked(game, option[0], forbidden, memo) for option in game.options(component))
        memo[component] = lost <= forbidden
    return memo[component]


# ---------------------------------------------------------------- the games


def taking(amounts, least=0):
    """One heap, from which an amount in *amounts* of n may be taken."""

    def moves(component):
        (n,) = component
        return [(0, ((n - t,),)) for t in amounts(n) if t >= 1 and n - t >= least]

    return moves


def set_text(numbers):
    return "{" + ", ".join(map(str, sorted(numbers))) + "}"


def race(low, high, goal):
    def moves(component):
        (p,) = component
        return [(0, ((d * p,),)) for d in range(low, high + 1) if d > 1] if p < goal else []

    return moves


def line(component, place, sizes):
    """The pairs in which the heap *place* is one of *sizes*."""
    for size in sizes:
        yield (place, ((*component[:place], size, *component[place + 1 :]),))


def rook(component):
    a, b = component
    return [*line(component, 0, range(a)), *line(component, 1, range(b))]


def bishop(component, label=0):
    a, b = component
    return [(label, ((a - t, b - t),)) for t in range(1, min(a, b) + 1)]


def queen(component):
    return [*rook(component), *bishop(component, 2)]


def wythoff_r(r):
    def moves(component):
        a, b = component
        both = [(2, ((a - s, b - t),)) for s in range(1, a + 1) for t in range(1, b + 1) if abs(s - t) < r]
        return [*rook(component), *both]

    return moves


def steps(*jumps):
    """A piece that makes one of the jumps, inside the board."""

    def moves(component):
        a, b = component
        return [(i, ((a + x, b + y),)) for i, (x, y) in enumerate(jumps) if a + x >= 0 and b + y >= 0]

    return moves


king = steps((-1, 0), (0, -1), (-1, -1))
knight = steps((-2, -1), (-1, -2), (-2, 1), (1, -2))


def euclid(component):
    a, b = component
    first = [(0, ((left, b),)) for left in range(a) if b and (a - left) % b == 0]
    return first + [(1, ((a, left),)) for left in range(b) if a and (b - left) % a == 0]


def moore(k, count):
    kinds = [chosen for size in range(1, min(k, count) + 1) for chosen in combinations(range(count), size)]

    def moves(component):
        for label, chosen in enumerate(kinds):
            for sizes in product(*(range(component[i]) for i in chosen)):
                after = list(component)
                for i, size in zip(chosen, sizes, strict=True):
                    after[i] = size
                yield label, (tuple(after),)

    return moves


def lasker(component):
    (n,) = component
    return [*taking(lambda m: range(1, m + 1))(component), *((1, ((a,), (n - a,))) for a in range(1, n // 2 + 1))]


def grundy_game(component):
    (n,) = component
    return [(0, ((a,), (n - a,))) for a in range(1, n) if a < n - a]


def code(text):
    digits = [int(d, 16) for d in text.replace(".", "")]

    def moves(component):
        (n,) = component
        for taken, digit in enumerate(digits[: n + 1]):
            rest = n - taken
            if digit & 1 and rest == 0:
                yield taken, ((0,),)
            if digit & 2 and rest:
                yield taken, ((rest,),)
            if digit & 4:
                yield from ((taken, ((a,), (rest - a,))) for a in range(1, rest) if a <= rest - a)
            if digit & 8:
                for a in range(1, rest):
                    for b in range(a, rest):
                        if b <= rest - a - b:
                            yield taken, ((a,), (b,), (rest - a - b,))

    return moves


def fibonacci_nim(component):
    n, m = component
    return [(0, ((n - t, 2 * t),)) for t in range(1, min(n, m) + 1)]


def divisors(n):
    return [d for d in range(1, n) if n % d == 0]


def replacing(component):
    (n,) = component
    return [(0, ((d,),)) for d in divisors(n)]


def blackboard(k):
    def moves(component):
        (n,) = component
        return [(0, ((y,),)) for y in range(1, n) if n <= k * y]

    return moves


FIXED = {
    "nim": Game("nim", taking(lambda n: range(1, n + 1))),
    "halving": Game("halving", taking(lambda n: range(1, n // 2 + 1))),
    "take_a_square": Game("take_a_square", taking(lambda n: [t for t in range(1, n + 1) if math.isqrt(t) ** 2 == t])),
    "divisor_nim": Game("divisor_nim", taking(divisors, 1), least=1),
    "divisor_replacement": Game("divisor_replacement", replacing, least=1),
    "coprime_nim": Game(
        "coprime_nim", taking(lambda n: [t for t in range(1, n + 1) if math.gcd(t, n) == 1], 1), least=1
    ),
    "fibonacci_nim": Game("fibonacci_nim", fibonacci_nim, heaps=2, large=14, small=4),
    "wythoff": Game("wythoff", queen, heaps=2, large=11, small=3),
    "queen": Game("queen", queen, heaps=2, large=11, small=3),
    "rook": Game("rook", rook, heaps=2, large=11, small=3),
    "bishop": Game("bishop", bishop, heaps=2, large=14, small=4),
    "king": Game("king", king, heaps=2, large=14, small=3),
    "knight": Game("knight", knight, heaps=2, large=14, small=4),
    "euclid": Game("euclid", euclid, heaps=2, large=14, small=4),
    "lasker": Game("lasker", lasker, large=20, small=4),
    "kayles": Game("kayles", code("0.77"), large=24, small=5),
    "dawson_kayles": Game("dawson_kayles", code("0.07"), large=24, small=7),
    "dawson_chess": Game("dawson_chess", code("0.137"), large=24, small=7),
    "grundy_game": Game("grundy_game", grundy_game, large=20, small=7),
}


def subtraction_games():
    sets = st.sets(st.integers(1, 12), min_size=1, max_size=4)
    return sets.map(lambda s: Game(f"subtraction({set_text(s)})", taking(lambda n: s)))


def allbut_games():
    sets = st.sets(st.integers(1, 9), min_size=1, max_size=4)
    return sets.map(
        lambda s: Game(f"allbut({set_text(s)})", taking(lambda n: [t for t in range(1, n + 1) if t not in s]))
    )


def octal_games():
    digits = st.lists(st.integers(0, 7), min_size=1, max_size=4)
    texts = st.builds(lambda d, r: f"{d}." + "".join(map(str, r)), st.sampled_from("0004"), digits)
    return texts.map(lambda c: Game(f'octal("{c}")', code(c), large=20))


def hexadecimal_games():
    digits = st.lists(st.integers(0, 15), min_size=1, max_size=3)
    texts = st.builds(lambda d, r: f"{d}." + "".join(f"{x:X}" for x in r), st.sampled_from("0048C"), digits)
    return texts.map(lambda c: Game(f'hexadecimal("{c}")', code(c), large=14))


def race_games():
    numbers = st.tuples(st.integers(0, 5), st.integers(0, 9), st.integers(0, 60))
    return numbers.map(lambda v: Game(f"race{v}", race(*v), least=1, large=40, small=9))


FAMILIES = {
    "bash": st.integers(1, 8).map(lambda m: Game(f"bash({m})", taking(lambda n: range(1, m + 1)))),
    "take_range": st.tuples(st.integers(1, 6), st.integers(1, 9)).map(
        lambda ends: Game(f"take_range({ends[0]}, {ends[1]})", taking(lambda n: range(ends[0], ends[1] + 1)))
    ),
    "subtraction": subtraction_games(),
    "allbut": allbut_games(),
    "blackboard": st.integers(1, 6).map(lambda k: Game(f"blackboard({k})", blackboard(k), least=1)),
    "race": race_games(),
    "wythoff_r": st.integers(1, 4).map(lambda r: Game(f"wythoff_r({r})", wythoff_r(r), heaps=2, large=8, small=3)),
    "octal": octal_games(),
    "hexadecimal": hexadecimal_games(),
    "moore": st.tuples(st.integers(1, 4), st.integers(1, 4)).map(
        lambda v: Game(
            f"moore({v[0]})", moore(*v), heaps=v[1], large=[0, 20, 7, 4, 3][v[1]], small=[0, 5, 3, 2, 1][v[1]]
        )
    ),
}


def games():
    """A game of the catalogue, parameters put in."""
    return st.one_of(st.sampled_from(list(FIXED.values())), *FAMILIES.values())


def components(game, *, small=False):
    """A component of a game, of few or of very few objects."""
    return st.tuples(*[st.integers(game.least, game.small if small else game.large)] * game.heaps)
