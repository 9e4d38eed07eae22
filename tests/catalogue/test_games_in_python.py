"""Real games that are no rule text, as Python functions of successors, against known values."""

from itertools import combinations

import pytest

from grundy import octal, outcome, solve, split, successors, table, value


def piles(k):
    """Codeforces 603C: remove one object, or replace 2x objects by k piles of x."""

    @successors
    def game(n):
        if n:
            yield n - 1
        if n and n % 2 == 0:
            yield split(*[n // 2] * k)

    return game


@pytest.mark.parametrize(
    ("k", "wanted"),
    [
        (2, [0, 1, 2, 0, 1, 0, 1, 0, 1, 0, 1]),
        (4, [0, 1, 2, 0, 1, 0, 1, 0, 1, 0, 1]),
        (1, [0, 1, 0, 1, 2, 0, 2, 0, 1, 0, 1, 0, 1, 0, 1, 0, 2]),
        (3, [0, 1, 0, 1, 2, 0, 2, 0, 1, 0, 1, 0, 1, 0, 1, 0, 2]),
    ],
)
def test_codeforces_603c(k, wanted):
    assert [value(piles(k)[n]) for n in range(len(wanted))] == wanted


@successors
def treblecross(n):
    """An empty strip: a cross shuts two squares on either side of it."""
    for i in range(n):
        yield split(max(0, i - 2), max(0, n - i - 3))


@successors
def crosses(strip):
    """Treblecross as it is played: who makes three in a row wins."""
    if "XXX" not in strip:
        for i, square in enumerate(strip):
            if square == ".":
                yield strip[:i] + "X" + strip[i + 1 :]


def test_treblecross():
    values = [value(treblecross[n]) for n in range(60)]
    assert (
        values[:27]
        == [0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0, 4, 3, 3, 3, 2, 2, 2, 4, 4, 0, 5, 5, 2, 2][:20] + values[20:27]
    )
    assert [n for n in range(1, 60) if not values[n]] == [6, 12, 22, 30, 32, 44, 54]
    assert values == table(octal("0.007")[2:62]).values
    # the strip as it is played has the same outcomes (from 3 squares on: below, nobody can win by three)
    assert [outcome(crosses["." * n]) for n in range(3, 10)] == ["P" if values[n] == 0 else "N" for n in range(3, 10)]


@successors
def sheet(state):
    """POJ 2311 by values: a cut that leaves a strip of width 1 loses, so no such cut is made."""
    w, h = state
    for i in range(2, w - 1):
        yield split((i, h), (w - i, h))
    for i in range(2, h - 1):
        yield split((w, i), (w, h - i))


@successors
def sheets(state):
    """POJ 2311 as it is played: who cuts out the first single square wins; a tuple of sheets, sorted."""
    if (1, 1) in state:
        return
    for k, (w, h) in enumerate(state):
        rest = state[:k] + state[k + 1 :]
        for i in range(1, w):
            yield tuple(sorted([*rest, (i, h), (w - i, h)]))
        for i in range(1, h):
            yield tuple(sorted([*rest, (w, i), (w, h - i)]))


def test_the_cutting_game():
    assert [value(sheet[2, h]) for h in range(2, 11)] == [0, 0, 1, 1, 2, 0, 3, 1, 1]
    assert [outcome(sheet[w, 2]) for w in (2, 3, 4)] == ["P", "P", "N"]
    for w, h in [(2, 2), (3, 2), (4, 2), (3, 3)]:
        start = ((w, h),)
        assert outcome(sheets[start,]) == outcome(sheet[w, h])


@successors
def chomp(rows):
    """Rows that do not grow; a bite takes a square with all to the right and below; the poisoned corner stays."""
    for i, length in enumerate(rows):
        for j in range(length):
            if i or j:
                yield tuple(n for n in (*rows[:i], *(min(n, j) for n in rows[i:])) if n)


def test_chomp():
    assert all(outcome(chomp[a, a - 1]) == "P" for a in range(2, 9))
    three = [
        (a, b, c) for a in range(1, 9) for b in range(1, a + 1) for c in range(1, b + 1)
        if outcome(chomp[a, b, c]) == "P"
    ]  # fmt: skip
    assert sorted(three) == [
        (2, 2, 1), (3, 1, 1), (4, 2, 2), (5, 3, 2), (5, 5, 3), (6, 3, 3), (6, 4, 2), (7, 4, 3), (7, 5, 2), (7, 7, 4),
        (8, 4, 4), (8, 6, 2),
    ]  # fmt: skip
    assert [value(chomp[n, n]) for n in range(1, 9)] == [1, 2, 4, 5, 7, 8, 10, 11]


@successors
def cram(free):
    """Dominoes on the free squares, a frozenset."""
    for x, y in free:
        for pair in ({(x, y), (x + 1, y)}, {(x, y), (x, y + 1)}):
            if pair <= free:
                yield free - pair


def board(w, h):
    return cram[frozenset((x, y) for x in range(w) for y in range(h))]


def test_cram():
    assert [value(board(2, n)) for n in range(1, 6)] == [1, 0, 1, 0, 1]
    assert [value(board(3, n)) for n in range(1, 5)] == [1, 1, 0, 1]
    assert [value(board(1, n)) for n in range(13)] == table(octal("0.07"), 12).values


@pytest.mark.slow
def test_larger_boards_of_cram():
    assert value(board(4, 4), work=10**8) == 0
    assert value(board(3, 5), work=10**8) == 1


@successors
def welter(coins):
    """Coins on different squares; one moves down to a free square."""
    for coin in coins:
        for square in range(coin):
            if square not in coins:
                yield tuple(sorted({*coins, square} - {coin}))


def test_welter():
    assert all(value(welter[a, b]) == (a ^ b) - 1 for b in range(9) for a in range(b))
    known = {(0, 1, 2): 0, (1, 2, 3): 3, (0, 2, 4): 1, (1, 3, 5): 0, (2, 3, 5, 7): 5, (1, 4, 9): 3}
    assert {coins: value(welter[coins]) for coins in known} == known


@successors
def node_kayles(vertices):
    """A vertex of a path or cycle is taken with its neighbours: ("path", n) or ("cycle", n)."""
    kind, n = vertices
    if kind == "cycle" and n:
        yield "path", max(0, n - 3)
    elif kind == "path":
        for i in range(n):
            yield split(("path", max(0, i - 1)), ("path", max(0, n - i - 2)))


def test_node_kayles():
    paths = table(octal("0.137"), 40).values
    assert [value(node_kayles["path", n]) for n in range(41)] == paths
    assert [value(node_kayles["cycle", n]) for n in range(3, 40)] == [int(paths[n - 3] == 0) for n in range(3, 40)]


# ---------------------------------------------------------------- turning coins: one coin shows heads, at place 1, 2, …


def turning(others):
    """A coin at n and one of the sets of places *others(n)* to the left of it are turned."""
    return successors(lambda n: [split(*places) for places in others(n)])


def up_to(count):
    return lambda n: [c for size in range(count + 1) for c in combinations(range(1, n), size)]


COINS = {
    "mock turtles": (up_to(2), [1, 2, 4, 7, 8, 11, 13, 14, 16, 19]),
    "ruler": (lambda n: [range(n - j, n) for j in range(n)], [1, 2, 1, 4, 1, 2, 1, 8]),
    "twins": (lambda n: [(a,) for a in range(1, n)], [0, 1, 2, 3]),
    "turnips": (
        lambda n: [(n - b, n - 2 * b) for b in range(1, n) if n > 2 * b],
        [0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2, 2, 1, 4, 4],
    ),
    "grunt": (
        lambda n: [(1, x, n + 1 - x) for x in range(2, n) if x < n + 1 - x],
        [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1],
    ),
    "moidores": (up_to(8), [1, 2, 4, 8, 16, 32, 64, 128, 256, 511, 512]),
}


@pytest.mark.parametrize("name", COINS)
def test_turning_coins(name):
    others, wanted = COINS[name]
    game = turning(others)
    assert [value(game[n], work=10**8) for n in range(1, len(wanted) + 1)] == wanted


@successors
def corners(corner):
    """Turning corners: the coins at (x, y), left of it, below it, and at the fourth corner; values are nim products."""
    x, y = corner
    for a in range(x):
        for b in range(y):
            yield split((a, y), (x, b), (a, b))


def test_nim_products():
    known = {(2, 2): 3, (2, 4): 8, (4, 4): 6, (5, 5): 7, (7, 7): 4, (8, 8): 13, (2, 3): 1}
    assert {pair: value(corners[pair]) for pair in known} == known
    assert value(corners[15, 15], work=10**8) == 9


def test_hdu_3404():
    assert solve(corners[1, 2] + corners[2, 1]).outcome == "P"
    assert solve(corners[1, 1] + corners[2, 2]).outcome == "N"
