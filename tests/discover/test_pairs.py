import random
from math import gcd

import pytest
from tests.discover.brute import outcomes, pair_values

from grundy.discover.pairs import diagonal_data, pair_candidates
from grundy.discover.reading import PairTable
from grundy.laws.reading import law_from_json


def nim(a, b):
    return [(x, b) for x in range(a)] + [(a, y) for y in range(b)]


def wythoff(r):
    def options(a, b):
        return nim(a, b) + [(a - s, b - t) for s in range(1, a + 1) for t in range(1, b + 1) if abs(s - t) < r]

    return options


def bounded(p, q):
    return lambda a, b: [(a - t, b) for t in range(1, min(a, p) + 1)] + [(a, b - t) for t in range(1, min(b, q) + 1)]


def king(a, b):
    return [(a - x, b - y) for x in (0, 1) for y in (0, 1) if x + y and a >= x and b >= y]


def knight(a, b):
    return [(a + x, b + y) for x, y in ((-2, 1), (-2, -1), (-1, -2), (1, -2)) if a + x >= 0 and b + y >= 0]


def euclid(a, b):
    return ([(a - t * b, b) for t in range(1, a // b + 1)] if b else []) + (
        [(a, b - t * a) for t in range(1, b // a + 1)] if a else []
    )


def halving(a, b):
    return [(y, b) for y in range((a + 1) // 2, a)] + [(a, y) for y in range((b + 1) // 2, b)]


def splitting(a, b):
    """One heap is thrown away and the other split in two, neither empty."""
    return [(x, n - x) for n in (a, b) for x in range(1, n)]


def laws(rows, starts=(0, 0), about="grundy"):
    if about == "outcome":
        rows = tuple(tuple(outcomes(row)) for row in rows)
    found = pair_candidates(PairTable("x", starts, rows, about))
    for candidate in found:
        assert law_from_json(candidate.law.to_json()) == candidate.law
        assert candidate.law.heaps == 2
        assert candidate.law.about == about
        assert candidate.checked_to == (starts[0] + len(rows) - 1, starts[1] + len(rows[0]) - 1)
        assert candidate.words
    return [candidate.law for candidate in found]


@pytest.mark.parametrize(
    ("options", "height", "width"),
    [(nim, 20, 20), (nim, 12, 30), (bounded(3, 5), 30, 30), (halving, 24, 24), (bounded(1, 1), 16, 16)],
)
def test_sums_of_one_heap_laws(options, height, width):
    rows = pair_values(options, height, width)
    law = laws(rows)[0]
    larger = pair_values(options, 50)
    assert all(law.value((a, b)) == larger[a][b] for a in range(50) for b in range(50))


def test_nim_is_a_sum_first():
    assert laws(pair_values(nim, 16))[0].kind == "sum"


@pytest.mark.parametrize(
    "options", [nim, wythoff(1), wythoff(2), wythoff(3), king, knight, bounded(3, 5), bounded(2, 2)]
)
def test_p_positions(options):
    larger = pair_values(options, 60)
    law = laws(tuple(row[:40] for row in larger[:40]), about="outcome")[0]
    assert all(law.is_p((a, b)) == (larger[a][b] == 0) for a in range(60) for b in range(60))


def test_euclid_values_on_positive_heaps():
    def options(a, b):
        return [pair for pair in euclid(a, b) if min(pair) > 0] if min(a, b) > 0 else []

    rows = tuple(row[1:] for row in pair_values(options, 30)[1:])
    law = laws(rows, (1, 1))[0]
    assert all(law.value((a, b)) == abs(a * a - b * b) // (a * b) for a in range(1, 99) for b in range(1, 99))
    assert laws(rows, (1, 1), "outcome")[0].is_p((10**20, 10**20 + 1))


def test_euclid_outcomes_down_to_0():
    larger = pair_values(euclid, 60)
    law = laws(tuple(row[:30] for row in larger[:30]), about="outcome")[0]
    assert all(law.is_p((a, b)) == (larger[a][b] == 0) for a in range(60) for b in range(60))


def test_splitting_values():
    """E&D: the lowest zero of (a-1) or (b-1)."""
    cache = {}

    def value(a, b):
        if (a, b) not in cache:
            reached = {value(x, n - x) for n in (a, b) for x in range(1, n)}
            cache[a, b] = next(i for i in range(99) if i not in reached)
        return cache[a, b]

    rows = tuple(tuple(value(a, b) for b in range(1, 33)) for a in range(1, 33))
    law = laws(rows, (1, 1))[0]
    assert law.value((2**40, 2**40 + 5)) == 41


@pytest.mark.parametrize(
    "function",
    [min, max, lambda a, b: a + b, lambda a, b: abs(a - b), lambda a, b: (a + b) % 5, lambda a, b: gcd(a, b) % 3],
)
def test_functions_of_one_number(function):
    law = laws(tuple(tuple(function(a, b) for b in range(40)) for a in range(40)))[0]
    assert all(law.value((a, b)) == function(a, b) for a in range(70) for b in range(70))


def test_nothing_is_said_of_what_has_no_law():
    assert laws(pair_values(wythoff(1), 30)) == []
    rng = random.Random(9)
    for size in (3, 8, 30):
        rows = tuple(tuple(rng.randrange(3) for _ in range(size)) for _ in range(size))
        assert laws(rows) == []
        assert laws(rows, about="outcome") == []
    assert laws(((0, 1), (1, 0))) == []


def test_a_wrong_entry_is_seen():
    rows = [list(row) for row in pair_values(nim, 20)]
    rows[19][17] = 3
    assert laws(tuple(map(tuple, rows))) == []
    p_rows = [list(row) for row in pair_values(wythoff(1), 40)]
    p_rows[38][39] = 0
    assert laws(tuple(map(tuple, p_rows)), about="outcome") == []


def test_the_diagonal():
    table = PairTable("x", (1, 2), ((3, 4, 5), (6, 7, 8), (9, 10, 11)))
    assert diagonal_data(table).values == (6, 10)
    assert diagonal_data(table).start == 2
