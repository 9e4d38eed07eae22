"""Every game of the catalogue: its declaration, its names, and its moves by generators written from the words."""

from importlib import import_module
from itertools import product
from math import gcd, isqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import games
from grundy.games import catalogue, expression
from grundy.rules.compound import CompoundFamily
from grundy.rules.errors import GrundyError
from grundy.rules.family import Family
from grundy.rules.rulesets import Ruleset

CODES = {"octal", "hexadecimal"}  # functions, which need a code
NAMES = {
    "nim", "bash", "take_range", "subtraction", "allbut", "wythoff", "wythoff_r", "euclid", "moore", "lasker",
    "blackboard", "halving",
    "race", "kayles", "dawson_kayles", "dawson_chess", "octal", "hexadecimal", "grundy_game",
    "fibonacci_nim", "rook", "king",
    "queen", "knight", "bishop", "take_a_square", "divisor_nim", "divisor_replacement", "coprime_nim",
}  # fmt: skip
GAMES = sorted(NAMES - CODES)


def test_the_index_of_names_is_complete():
    assert set(catalogue.names()) >= NAMES
    assert len(catalogue.names()) == len(set(catalogue.names()))


@pytest.mark.parametrize("module", ["one_heap", "several_heaps", "breaking", "arithmetic"])
def test_every_declaration_is_in_the_index_under_its_own_name(module):
    made = vars(import_module(f"grundy.games.{module}"))
    for name, value in made.items():
        if isinstance(value, Ruleset | Family | CompoundFamily):
            assert catalogue(name) is value
            assert repr(value) == name


@pytest.mark.parametrize("name", catalogue.names())
def test_a_name_of_the_index_is_a_game(name):
    assert catalogue(name) is getattr(games, name)
    if name not in CODES:
        assert isinstance(catalogue(name), Ruleset | Family | CompoundFamily)


@pytest.mark.parametrize("name", sorted(set(catalogue.names()) - CODES))
def test_every_game_says_its_rules_its_source_and_its_name(name):
    game = getattr(games, name)
    assert repr(game) == str(game) == name
    assert expression(name) == game
    about = game.about
    assert about.name == name
    assert len(about.words) > 20
    assert about.words.strip() == about.words
    assert about.words.endswith((".", "…"))
    assert len(about.source) > 10
    assert any(c.isdigit() for c in about.source) or "chapter" in about.source
    assert about.oeis is None or (len(about.oeis) == 7 and about.oeis[0] == "A" and about.oeis[1:].isdigit())


def test_unknown_names_are_no_games():
    assert catalogue("chess") is None
    with pytest.raises(AttributeError):
        _ = games.chess
    with pytest.raises(AttributeError):
        _ = games.__wrapped__


# ---------------------------------------------------------------- the rules in words, by hand


def nim(n):
    return {(r,) for r in range(n)}


def bash(m):
    return lambda n: {(n - t,) for t in range(1, min(m, n) + 1)}


def subtraction(allowed):
    return lambda n: {(n - t,) for t in allowed if 1 <= t <= n}


def allbut(barred):
    return lambda n: {(n - t,) for t in range(1, n + 1) if t not in barred}


def halving(n):
    return {(n - t,) for t in range(1, n // 2 + 1)}


def blackboard(k):
    return lambda n: {(y,) for y in range(1, n) if y >= -(-n // k)}


def race(low, high, goal):
    return lambda p: {(p * d,) for d in range(low, high + 1) if d * p > p} if p < goal else set()


def wythoff(a, b):
    return rook(a, b) | bishop(a, b)


def wythoff_r(r):
    def options(a, b):
        both = {(a - s, b - t) for s in range(1, a + 1) for t in range(1, b + 1) if abs(s - t) < r}
        return rook(a, b) | both

    return options


def euclid(a, b):
    found = set()
    if b:
        found |= {(x, b) for x in range(a) if (a - x) % b == 0}
    if a:
        found |= {(a, y) for y in range(b) if (b - y) % a == 0}
    return found


def moore(k):
    def options(*heaps):
        found = set(product(*(range(h + 1) for h in heaps)))
        return {new for new in found if 1 <= sum(x != y for x, y in zip(new, heaps, strict=True)) <= k}

    return options


def rook(a, b):
    return {(x, b) for x in range(a)} | {(a, y) for y in range(b)}


def bishop(a, b):
    return {(a - t, b - t) for t in range(1, min(a, b) + 1)}


def king(a, b):
    return {(a - i, b - j) for i, j in ((1, 0), (0, 1), (1, 1)) if a >= i and b >= j}


def knight(a, b):
    jumps = ((-2, -1), (-1, -2), (-2, 1), (1, -2))
    return {(a + i, b + j) for i, j in jumps if a + i >= 0 and b + j >= 0}


def take_a_square(n):
    return {(n - r * r,) for r in range(1, isqrt(n) + 1)}


def divisor_nim(n):
    return {(n - d,) for d in range(1, n) if n % d == 0}


def divisor_replacement(n):
    return {(d,) for d in range(1, n) if n % d == 0}


def coprime_nim(n):
    return {(n - t,) for t in range(1, n) if gcd(n, t) == 1}


def fibonacci_nim(n, m):
    return {(n - t, 2 * t) for t in range(1, min(n, m) + 1)}


SINGLE = [  # games whose moves leave one component
    ("nim", nim, 14),
    *[(f"bash({m})", bash(m), 12) for m in (0, 1, 4, 30)],
    *[(f"take_range{ends}", subtraction(range(ends[0], ends[1] + 1)), 15) for ends in ((2, 5), (4, 4), (3, 2), (0, 3))],
    *[(f"subtraction({set(s)})", subtraction(s), 12) for s in ((1, 2), (0, 3, 7), (40, 2))],
    ("subtraction(primes)", subtraction((2, 3, 5, 7, 11, 13, 17, 19)), 20),
    *[(f"allbut({set(s)})", allbut(s), 12) for s in ((1, 2), (0, 3, 7), (40, 2))],
    ("halving", halving, 30),
    *[(f"blackboard({k})", blackboard(k), 25) for k in (1, 2, 3, 10)],
    *[(f"race{args}", race(*args), 30) for args in ((2, 9, 20), (0, 3, 30), (1, 2, 9), (5, 4, 9), (2, 3, 1))],
    ("wythoff", wythoff, 8),
    ("queen", wythoff, 8),
    *[(f"wythoff_r({r})", wythoff_r(r), 7) for r in (0, 1, 2, 3, 9)],
    ("euclid", euclid, 14),
    ("rook", rook, 8),
    ("bishop", bishop, 8),
    ("king", king, 8),
    ("knight", knight, 8),
    ("take_a_square", take_a_square, 60),
    ("divisor_nim", divisor_nim, 60),
    ("divisor_replacement", divisor_replacement, 60),
    ("coprime_nim", coprime_nim, 60),
    ("fibonacci_nim", fibonacci_nim, 10),
    *[(f"moore({k})[:, :]", moore(k), 5) for k in (1, 2, 3)],
    *[(f"moore({k})[:, :, :]", moore(k), 3) for k in (1, 2, 3, 7)],
    ("nim[:, :, :]", moore(1), 3),
    ("bash(30)[:, :]", moore(1), 5),
]


@pytest.mark.parametrize(("text", "by_hand", "side"), SINGLE, ids=[s[0] for s in SINGLE])
def test_moves_are_those_of_the_rules_in_words(text, by_hand, side):
    game = expression(text)
    for heaps in product(range(game.least, side + 1), repeat=game.heaps):
        found = list(game.options(heaps))
        assert len(found) == len(set(found)), heaps
        assert {option for (option,) in found} == by_hand(*heaps), heaps


def splits(total):
    return {tuple(sorted(((a,), (total - a,)))) for a in range(1, total)}


def row_of_pins(taken):
    """Take so many adjacent pins from a row: what is left may be one row, two, or none."""

    def options(n):
        found = set()
        for t in taken:
            for left in range(n - t + 1):
                rows = tuple(sorted((r,) for r in (left, n - t - left) if r))
                found.add(rows or ((0,),))
        return found

    return options


def dawson_chess(n):
    """A file with its neighbours, where it has some: the end of a row has one neighbour."""
    found = {((0,),)} if n in (1, 2, 3) else set()
    if n > 2:
        found.add(((n - 2,),))
    for left in range(n - 2):
        rows = tuple(sorted((r,) for r in (left, n - 3 - left) if r))
        found.add(rows or ((0,),))
    return found


def lasker(n):
    return {((r,),) for r in range(n)} | splits(n)


def grundy_game(n):
    return {s for s in splits(n) if s[0] != s[1]}


BREAKING = [
    ("kayles", row_of_pins((1, 2))),
    ('octal("0.77")', row_of_pins((1, 2))),
    ("dawson_kayles", row_of_pins((2,))),
    ('octal("0.07")', row_of_pins((2,))),
    ("dawson_chess", dawson_chess),
    ("lasker", lasker),
    ("grundy_game", grundy_game),
]


@pytest.mark.parametrize(("text", "by_hand"), BREAKING, ids=[b[0] for b in BREAKING])
def test_moves_that_break_a_heap_are_those_of_the_rules_in_words(text, by_hand):
    game = expression(text)
    for n in range(25):
        found = [tuple(sorted(option)) for option in game.options((n,))]
        assert len(found) == len(set(found)), n
        assert set(found) == by_hand(n), n


def by_code(digits, n):
    """What a code says: take t; digit bits 1, 2, 4, 8 allow 0, 1, 2, 3 heaps to be left, none of them empty."""
    found = set()
    for t, digit in enumerate(digits):
        rest = n - t
        if rest < 0:
            continue
        if digit & 1 and rest == 0:
            found.add(((0,),))
        for count in (1, 2, 3):
            if digit >> count & 1:
                parts = product(range(1, rest + 1), repeat=count)
                found |= {tuple(sorted((p,) for p in heaps)) for heaps in parts if sum(heaps) == rest}
    return found


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([0, 4]), st.lists(st.integers(0, 7), min_size=1, max_size=6), st.integers(0, 12))
def test_octal_codes_say_what_may_be_left(first, rest, n):
    text = f"{first}." + "".join(map(str, rest))
    game = expression(f'octal("{text}")')
    found = [tuple(sorted(option)) for option in game.options((n,))]
    assert len(found) == len(set(found))
    assert set(found) == by_code([first, *rest], n)
    assert game == expression(f'hexadecimal("{text}")')


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([0, 4, 8, 12]), st.lists(st.integers(0, 15), min_size=1, max_size=4), st.integers(0, 10))
def test_hexadecimal_codes_say_what_may_be_left(first, rest, n):
    text = f"{first:x}." + "".join(f"{d:x}" for d in rest)
    game = expression(f'hexadecimal("{text}")')
    found = [tuple(sorted(option)) for option in game.options((n,))]
    assert len(found) == len(set(found))
    assert set(found) == by_code([first, *rest], n)


def test_codes_are_equal_when_they_have_the_same_digits():
    assert expression('octal("0.770")') == expression("kayles") == expression('octal("0.77")')
    assert expression('octal("0.77")') != expression('octal("0.7")')
    assert repr(expression('octal("0.000")')) == 'octal("0.0")'
    assert list(expression('octal("0.0")').options((5,))) == []


# ---------------------------------------------------------------- positions that the catalogue completes


@pytest.mark.parametrize(("n", "m"), [(0, 0), (1, 0), (2, 1), (7, 6), (100, 99)])
def test_the_first_move_of_fibonacci_nim_takes_all_but_one_at_most(n, m):
    assert games.fibonacci_nim[n] == games.fibonacci_nim[n, m]


def test_values_of_small_heaps_are_those_that_the_words_say():
    values = {}

    def value(rules, component):
        key = repr(rules), component
        if key not in values:
            found = set()
            for option in rules.options(component):
                total = 0
                for part in option:
                    total ^= value(rules, part)
                found.add(total)
            values[key] = next(g for g in range(len(found) + 1) if g not in found)
        return values[key]

    def row(text, stop, start=0):
        return [value(expression(text), (n,)) for n in range(start, stop)]

    assert row("nim", 9) == list(range(9))
    assert row("bash(3)", 9) == [n % 4 for n in range(9)]
    assert row("lasker", 9) == [0, 1, 2, 4, 3, 5, 6, 8, 7]
    assert row("kayles", 13) == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    assert row("dawson_kayles", 13) == [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]
    assert row("dawson_chess", 12) == row("dawson_kayles", 13)[1:]
    assert row("grundy_game", 13) == [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1]
    assert row("halving", 13) == [0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6]
    assert row("take_a_square", 13) == [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0]
    assert row("divisor_nim", 17, 1) == [(n & -n).bit_length() - 1 for n in range(1, 17)]
    assert row("divisor_replacement", 13, 1) == [0, 1, 1, 2, 1, 2, 1, 3, 2, 2, 1, 3]
    assert row("coprime_nim", 13, 2) == [1, 2, 1, 3, 1, 4, 1, 2, 1, 5, 1]
    lost = [n for n in range(1, 40) if value(expression("fibonacci_nim"), (n, n - 1)) == 0]
    assert lost == [1, 2, 3, 5, 8, 13, 21, 34]
    cold = [(a, b) for a in range(11) for b in range(a, 11) if value(expression("wythoff"), (a, b)) == 0]
    assert cold == [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    bishops = {(a, b): value(expression("bishop"), (a, b)) for a in range(6) for b in range(6)}
    assert all(v == min(heaps) for heaps, v in bishops.items())


@pytest.mark.parametrize(
    "text",
    [
        "nim[3, 6, 9]", "wythoff[4, 7]", "bash(10)[100]", "blackboard(k=2)[2, 3, 3, 3]",
        "race(2, 9, goal=162)[1]",
        'octal("0.77")[12] + nim[5]', 'ruleset("n -> n-t where t <= m", m=10)[100]', "kayles[:100]",
        "moore(2)[:, :, :]", "nim[:, :]",
        "subtraction({1, 3, 4})", "wythoff[:20, :20]",
    ],
)  # fmt: skip
def test_the_examples_of_the_notation_are_read(text):
    value = expression(text)
    assert expression(repr(value)) == value


def test_components_outside_a_game_are_refused():
    for name in GAMES:
        game = getattr(games, name)
        if isinstance(game, Ruleset):
            with pytest.raises(GrundyError, match=name):
                _ = game[(game.least - 1,) * game.heaps]
        else:
            with pytest.raises(GrundyError, match=name):
                _ = game[5]
