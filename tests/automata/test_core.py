"""Systems, automata and their algebra against plain enumeration."""

import itertools
import operator
import random

import numpy as np
import pytest

from grundy.automata.automaton import Automaton, everything, from_json, nothing
from grundy.automata.linear import check_adder, congruent, constant, equal, less, linear, successor, xor
from grundy.automata.subsets import _by_bits, _by_lists, _closure, determinised
from grundy.automata.systems import Base, Ostrowski, system_from_json
from grundy.automata.tables import _Dense, _Sparse, minimal
from grundy.rules.budget import Budget, OutOfBudget
from grundy.rules.errors import CertificateError

SYSTEMS = [Base(2), Base(3), Ostrowski(1), Ostrowski(2), Ostrowski(3), Ostrowski(4)]
RELATIONS = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def by_system(values):
    return pytest.mark.parametrize("system", values, ids=str)


@by_system([*SYSTEMS, Base(10), Ostrowski(9)])
def test_valid_words_are_the_greedy_expansions(system):
    length = 6 if system.alphabet < 4 else 4
    count = next(n for n in itertools.count() if len(system.digits(n)) > length)
    greedy = [tuple([0] * (length - len(word)) + word) for word in map(system.digits, range(count))]
    accepted = []
    for word in itertools.product(range(system.alphabet), repeat=length):
        state = 0
        for digit in word:
            state = system.valid.delta[state, digit]
        if system.valid.final[state]:
            accepted.append(word)
    assert accepted == greedy  # the same words, and in the order of numbers
    assert [system.number(word) for word in accepted] == list(range(count))
    assert system_from_json(system.to_json()) == system


@pytest.mark.parametrize("number", [0, 1, 7, 10**18, 10**40 + 3])
@by_system(SYSTEMS)
def test_digits_and_numbers(system, number):
    assert system.number(system.digits(number)) == number
    assert constant(system, "x", number).accepts({"x": number})
    assert constant(system, "x", number).shortest() == {"x": number}
    assert not constant(system, "x", number).accepts({"x": number + 1})


def direct(names, coefficients, number, bound):
    """All tuples below *bound* with the value of the sum."""
    for point in itertools.product(range(bound), repeat=len(names)):
        yield point, sum(coefficients[n] * v for n, v in zip(names, point, strict=True)) + number


@pytest.mark.parametrize("seed", range(12))
@by_system(SYSTEMS)
def test_linear_relations_and_congruences(system, seed):
    rng = random.Random(f"{system} {seed}")
    count = rng.randint(1, 3)
    names = ["x", "y", "z"][:count]
    bound = {1: 300, 2: 35, 3: 12}[count]
    coefficients = {name: rng.randint(-4, 4) for name in names}
    number = rng.choice([rng.randint(-6, 6), rng.randint(-40, 40), rng.randint(-300, 300)])
    values = list(direct(names, coefficients, number, bound))
    for relation, holds in RELATIONS.items():
        built = linear(system, coefficients, number, relation).with_tracks(names)
        assert built.delta[0, 0] == 0
        assert built.tuples(bound) == [point for point, value in values if holds(value, 0)]
    modulus = rng.randint(1, 7)
    built = congruent(system, coefficients, number, modulus).with_tracks(names)
    assert built.tuples(bound) == [point for point, value in values if value % modulus == 0]


@by_system(SYSTEMS)
def test_far_points_of_linear_relations(system):
    adder = linear(system, {"x": 1, "y": 1, "z": -1})
    parts = linear(system, {"x": 3, "y": -2}, 7, ">=")
    rng = random.Random(5)
    for _ in range(50):
        x, y = rng.randrange(10**30), rng.randrange(10**30)
        assert adder.accepts({"x": x, "y": y, "z": x + y})
        assert not adder.accepts({"x": x, "y": y, "z": x + y + rng.choice([-1, 1, 10**29])})
        assert parts.accepts({"x": x, "y": y}) == (3 * x - 2 * y + 7 >= 0)
        edge = (3 * x + 7) // 2
        assert parts.accepts({"x": x, "y": edge})
        assert not parts.accepts({"x": x, "y": edge + 1})


@by_system(SYSTEMS)
def test_large_constants(system):
    shifted = linear(system, {"x": 1, "y": -1}, 1000)
    assert shifted.tuples(1100) == [(n, n + 1000) for n in range(100)]
    assert linear(system, {"x": 2, "y": 1}, -12345, ">=").accepts({"x": 6000, "y": 345})
    assert not linear(system, {"x": 2, "y": 1}, -12345, ">=").accepts({"x": 6000, "y": 344})


@by_system(SYSTEMS)
def test_relations_that_nothing_satisfies(system):
    assert linear(system, {"x": 1}, 3).is_empty()
    assert linear(system, {"x": 2, "y": -4}, 1).is_empty()
    assert linear(system, {}, 0) == everything(system)
    assert linear(system, {}, -1, ">=") == nothing(system)


@by_system(SYSTEMS)
def test_order_and_successor(system):
    pairs = list(itertools.product(range(30), repeat=2))
    assert less(system, "y", "x").tuples(30) == [(x, y) for x, y in pairs if y < x]
    assert equal(system, "x", "y").tuples(30) == [(x, y) for x, y in pairs if x == y]
    assert successor(system, "x", "y").tuples(30) == [(x, x + 1) for x in range(29)]
    assert linear(system, {"x": 1, "y": -1}, 1) == successor(system, "x", "y")
    check_adder(system)


def test_xor():
    triples = itertools.product(range(16), repeat=3)
    assert xor("a", "b", "c").tuples(16) == [t for t in triples if t[0] ^ t[1] == t[2]]


def random_automaton(rng, system, tracks, states=4):
    """A random set of valid words that leading zeros do not change."""
    columns = system.alphabet ** len(tracks)
    delta = np.array([[rng.randrange(states) for _ in range(columns)] for _ in range(states)])
    delta[0, 0] = 0
    return Automaton(system, tracks, delta, [rng.random() < 0.4 for _ in range(states)]).within_valid()


@pytest.mark.parametrize("seed", range(6))
@by_system([Base(2), Base(3), Ostrowski(1), Ostrowski(2)])
def test_algebra_of_random_automata(system, seed):
    rng = random.Random(seed)
    a = random_automaton(rng, system, ("x", "y"))
    b = random_automaton(rng, system, ("y", "z"))
    c = random_automaton(rng, system, ("x", "y"))
    bound = 9
    sets = {name: set(which.tuples(bound)) for name, which in (("a", a), ("b", b), ("c", c))}
    pairs = list(itertools.product(range(bound), repeat=2))
    assert sets["a"] == {p for p in pairs if a.accepts({"x": p[0], "y": p[1]})}
    assert set((a & c).tuples(bound)) == sets["a"] & sets["c"]
    assert set((a | c).tuples(bound)) == sets["a"] | sets["c"]
    assert set((a - c).tuples(bound)) == sets["a"] - sets["c"]
    assert set((~a).tuples(bound)) == set(pairs) - sets["a"]
    assert ~~a == a
    assert a - c == a & ~c
    assert ~(a | c) == ~a & ~c
    triples = list(itertools.product(range(bound), repeat=3))
    assert (a & b).tuples(bound) == [t for t in triples if t[:2] in sets["a"] and t[1:] in sets["b"]]
    assert (a | b).tuples(bound) == [t for t in triples if t[:2] in sets["a"] or t[1:] in sets["b"]]
    assert (a - b).tuples(bound) == [t for t in triples if t[:2] in sets["a"] and t[1:] not in sets["b"]]
    assert (a & c <= a, a <= a | b) == (True, True)
    swapped = a.rename({"x": "y", "y": "x"})
    assert swapped.tuples(bound) == sorted((y, x) for x, y in sets["a"])
    assert a.rename({"x": "w", "y": "w"}).tuples(bound) == [(x,) for x in range(bound) if (x, x) in sets["a"]]


@pytest.mark.parametrize("seed", range(8))
@by_system([Base(2), Base(3), Ostrowski(1), Ostrowski(2), Ostrowski(3)])
def test_projection_of_random_automata(system, seed):
    rng = random.Random(seed)
    a = random_automaton(rng, system, ("x", "y"), 3)
    bound = 12
    below = a & linear(system, {"x": 3, "y": -1}, 5, ">=")  # y <= 3x + 5
    assert below.project("y").tuples(bound) == sorted({(x,) for x, y in below.tuples(3 * bound + 6) if x < bound})
    above = a & linear(system, {"x": 1, "y": -3}, 5, ">=")  # x >= 3y - 5
    assert {(y,) for x, y in above.tuples(60) if y < 4} <= set(above.project("x").tuples(4))
    assert {x for x, _ in a.tuples(60) if x < 60} <= {x for (x,) in a.project("y").tuples(60)}
    assert a.project("y", "x") == (nothing(system) if a.is_empty() else everything(system))
    assert a.project("y").delta[0, 0] == 0


def test_projection_needs_more_digits_than_are_kept():
    system = Ostrowski(1)
    assert linear(system, {"x": 20, "y": -1}).project("y") == everything(system, ["x"])
    assert linear(system, {"x": 7, "y": -1}).project("x").tuples(50) == [(n,) for n in range(0, 50, 7)]


@pytest.mark.parametrize("seed", range(5))
def test_both_ways_of_the_subset_construction(seed):
    rng = random.Random(seed)
    delta = np.array([[rng.randrange(40) for _ in range(9)] for _ in range(40)])
    delta[0, 0] = 0
    a = Automaton(Base(3), ("x", "y"), delta, [rng.random() < 0.1 for _ in range(40)])
    moves = a.delta.reshape(len(a), 3, 3)
    start = _closure(moves[:, 0, :], a.dead)
    one = minimal(*_by_bits(moves, a.final, a.dead, start, Budget()))
    other = minimal(*_by_lists(moves, a.final, a.dead, start, Budget()))
    assert all(np.array_equal(x, y) for x, y in zip(one, other, strict=True))
    assert np.array_equal(one[0], minimal(*determinised(moves, a.final, a.dead, Budget()))[0])


@pytest.mark.parametrize("dead", [([], []), ([2], []), ([2], [3])])
def test_both_ways_of_numbering_pairs(dead):
    rng = np.random.default_rng(1)
    dense, sparse = _Dense(20, 30, *dead), _Sparse(30, *dead)
    for _ in range(10):
        targets = rng.integers(0, 600, size=(4, 7))
        assert np.array_equal(dense.add(targets), sparse.add(targets))
        assert np.array_equal(dense.of(targets), sparse.of(targets))
        assert dense.count == sparse.count


def brute_force_classes(delta, final, start):
    """The number of classes of reachable states, by the definition: told apart by some word."""
    reachable = {start}
    while True:
        more = reachable | {int(t) for s in reachable for t in delta[s]}
        if more == reachable:
            break
        reachable = more
    apart = {(p, q) for p in reachable for q in reachable if final[p] != final[q]}
    while True:
        more = {
            (p, q)
            for p in reachable
            for q in reachable
            if any((int(x), int(y)) in apart for x, y in zip(delta[p], delta[q], strict=True))
        }
        if more <= apart:
            break
        apart |= more
    return len({frozenset(q for q in reachable if (p, q) not in apart) for p in reachable})


@pytest.mark.parametrize("seed", range(20))
def test_minimisation(seed):
    rng = random.Random(seed)
    states, start = 12, rng.randrange(12)
    delta = np.array([[rng.randrange(states) for _ in range(2)] for _ in range(states)])
    final = np.array([rng.random() < 0.3 for _ in range(states)])
    a = Automaton(Base(2), ("x",), delta, final, start)
    assert len(a) == brute_force_classes(delta, final, start)
    shuffle = rng.sample(range(states), states)
    inverse = np.argsort(shuffle)
    other = Automaton(Base(2), ("x",), np.array(shuffle)[delta[inverse]], final[inverse], shuffle[start])
    assert a == other
    assert hash(a) == hash(other)


@pytest.mark.parametrize("seed", range(10))
@by_system([Base(2), Ostrowski(1), Ostrowski(3)])
def test_least_tuple(system, seed):
    rng = random.Random(seed)
    a = random_automaton(rng, system, ("x", "y"), 3) & linear(system, {"x": 1, "y": 1}, -rng.randint(0, 30), ">=")
    a = a & linear(system, {"x": -1, "y": 2}, -rng.randint(0, 9), ">=")
    found = a.tuples(60)
    if not found:
        return
    assert a.shortest() == dict(zip("xy", min(found, key=lambda p: (max(p), p)), strict=True))
    assert a.shortest(["y", "x"]) == dict(zip("xy", min(found, key=lambda p: (max(p), p[1], p[0])), strict=True))


def test_minimisation_of_long_chains():
    system = Ostrowski(1)
    shifted = linear(system, {"x": 1, "y": -1}, 10**60)
    x = 987654321**5
    assert shifted.accepts({"x": x, "y": x + 10**60})
    assert not shifted.accepts({"x": x, "y": x + 10**60 + 1})
    one = constant(system, "x", 10**50)
    assert Automaton(system, ("x",), one.delta, one.final) == one
    assert constant(system, "x", 0) == Automaton(system, ("x",), [[0, 1], [1, 1]], [True, False])
    far = one | constant(system, "x", 3 * 10**50)
    assert (far - one) == constant(system, "x", 3 * 10**50)
    assert far.shortest() == {"x": 10**50}


def test_what_is_too_large_for_tables():
    for make in (
        lambda s: linear(s, {"x": 10**30, "y": 1}, 5),
        lambda s: linear(s, {f"x{i}": 1 for i in range(40)}, 5),
        lambda s: congruent(s, {"x": 1}, 0, 10**40),
        lambda s: everything(s, [f"x{i}" for i in range(60)]),
    ):
        for system in (Base(2), Ostrowski(1)):
            with pytest.raises(OutOfBudget):
                make(system)


def test_least_tuple_of_none_and_of_sentences():
    assert nothing(Base(2), ["x"]).shortest() is None
    assert everything(Base(2)).shortest() == {}
    assert everything(Base(2), ["x", "y"]).shortest() == {"x": 0, "y": 0}


@by_system(SYSTEMS)
def test_plain_data(system):
    names = ["x2", "x10", "x1"]  # places are heaps, whatever their names' order is
    a = linear(system, {"x2": 1, "x10": 2, "x1": -1}, 1)
    data = a.to_json(names)
    assert from_json(data, names) == a
    renamed = from_json(data, ["a", "b", "c"])
    assert renamed == a.rename({"x2": "a", "x10": "b", "x1": "c"})
    assert len(data["delta"]) == len(a)
    assert data["tracks"] == 3


def test_plain_data_that_is_no_automaton():
    good = less(Base(2), "x", "y").to_json()
    for change in (
        {"tracks": 3}, {"delta": [[0, 0, 0]]}, {"delta": [[0, 0, 0, 9]]}, {"final": [7]}, {"system": {"kind": "base", "base": True}},
        {"system": 5}, {"delta": "x"}, {"start": "q"},
    ):  # fmt: skip
        with pytest.raises(CertificateError):
            from_json({**good, **change}, ["x", "y"])


def test_what_leading_zeros_would_change_is_refused():
    with pytest.raises(ValueError, match="leading zeros"):
        Automaton(Base(2), ("x",), [[1, 0], [1, 0]], [True, False]).within_valid()


def test_budgets():
    with pytest.raises(OutOfBudget):
        linear(Base(2), {"x": 3, "y": -50, "z": 41}, 3, budget=Budget(60, 20))
    a = linear(Base(2), {"x": 3, "y": -5, "z": 1}, 3)
    with pytest.raises(OutOfBudget):
        a.joined(linear(Base(2), {"x": 3, "y": 5, "z": 2}, 3, ">="), "or", Budget(0))
    with pytest.raises(OutOfBudget):
        a.project("x", budget=Budget(60, 2))
