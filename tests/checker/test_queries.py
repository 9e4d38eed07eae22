import random
from itertools import product

import pytest

from grundy.checker.machines import validity
from grundy.checker.numeration import Base, Ostrowski
from grundy.checker.queries import Query, TooLarge
from grundy.checker.readings import (
    FALSE,
    TRUE,
    Accepted,
    Affine,
    All,
    Any_,
    AtLeast0,
    InSet,
    No,
    NotLinear,
    equal,
    holds,
    less,
)
from grundy.checker.subsets import Everywhere, Subsets
from grundy.rules.terms import NamedSet

SYSTEMS = [Base(2), Base(3), Ostrowski(1), Ostrowski(2)]


def form(coefficients, constant):
    total = Affine.of(constant)
    for name, c in coefficients.items():
        total = total.plus(Affine.of(name), c)
    return total


def some_formula(generator, names, depth=2):
    if depth and generator.random() < 0.7:
        kind = generator.choice([All, Any_])
        return kind(tuple(some_formula(generator, names, depth - 1) for _ in range(2)))
    inner = AtLeast0(form({n: generator.randrange(-2, 3) for n in names}, generator.randrange(-4, 5)))
    return No(inner) if generator.random() < 0.3 else inner


@pytest.mark.parametrize("system", SYSTEMS)
def test_formulas_of_what_is_read_agree_with_their_values(system):
    generator = random.Random(11)
    for _ in range(12):
        formula = some_formula(generator, "xy")
        machine = Everywhere(system, 2, [Subsets([Query(system, "xy", "", formula)])], lambda n: n > 0).machine()
        assert machine.fault() is None
        for x, y in product(range(12), repeat=2):
            assert machine.accepts((x, y)) == holds(formula, {"x": x, "y": y})


@pytest.mark.parametrize("system", SYSTEMS)
def test_guesses_may_be_longer_than_what_is_read(system):
    far = equal(Affine.of("y"), form({"x": 5}, 9))
    machine = Everywhere(system, 1, [Subsets([Query(system, "x", "y", far)])], lambda n: n > 0).machine()
    assert all(machine.accepts((x,)) for x in range(40))
    third = equal(Affine.of("x"), form({"y": 3}, 1))
    machine = Everywhere(system, 1, [Subsets([Query(system, "x", "y", third)])], lambda n: n > 0).machine()
    assert [x for x in range(40) if machine.accepts((x,))] == list(range(1, 40, 3))


@pytest.mark.parametrize("system", SYSTEMS)
def test_counts_are_exact_up_to_the_clip(system):
    between = All((less(form({"x": 2}, -1), form({"y": 3}, 0)), less(Affine.of("y"), Affine.of("x"))))
    for clip in (1, 2, 3):
        counted = Subsets([Query(system, "x", "y", between)], clip)
        for x in range(30):
            right = sum(2 * x - 1 < 3 * y and y < x for y in range(50))
            macro = counted.start()
            for digit in system.digits(x):
                macro = counted.step(macro, (digit,))
            assert counted.count(macro) == min(clip, right)


@pytest.mark.parametrize("system", SYSTEMS)
def test_witnesses_are_right_and_absent_where_there_is_none(system):
    asked = All((equal(form({"a": 7, "b": -5}, 0), Affine.of(3)), less(Affine.of(4), Affine.of("a"))))
    found = Query(system, (), "ab", asked).witness(10_000)
    assert found is not None
    assert 7 * found["a"] - 5 * found["b"] == 3
    assert found["a"] > 4
    assert Query(system, (), "ab", equal(form({"a": 6, "b": -4}, 0), Affine.of(3))).witness(10_000) is None
    assert Query(system, (), "a", FALSE).witness(10) is None
    assert Query(system, (), "a", TRUE).witness(10) == {"a": 0}
    with pytest.raises(TooLarge):
        Query(system, (), "ab", equal(form({"a": 60, "b": -40}, 0), Affine.of(3))).witness(3)


def test_the_first_counterexample_is_given():
    system = Base(2)
    small = Subsets([Query(system, "x", "", less(Affine.of("x"), Affine.of(5)))])
    assert Everywhere(system, 1, [small], lambda n: n > 0).counterexample() == (5,)
    assert Everywhere(system, 1, [small], lambda n: n >= 0).counterexample() is None


def test_guessed_tracks_are_valid_words():
    """In Zeckendorf's system every number has one word only, so each y is counted once."""
    system = Ostrowski(1)
    counted = Subsets([Query(system, "x", "y", equal(Affine.of("x"), Affine.of("y")))], 3)
    everywhere = Everywhere(system, 1, [counted], lambda n: n == 1)
    assert everywhere.counterexample() is None


def test_machines_and_their_complements_join_with_forms():
    system = Ostrowski(2)
    even = Everywhere(
        system, 1, [Subsets([Query(system, "x", "y", equal(Affine.of("x"), form({"y": 2}, 0)))])], lambda n: n > 0
    ).machine()
    odd_below = All(
        (No(Accepted(even, ("z",))), less(Affine.of("z"), Affine.of("x")), Accepted(validity(system), ("z",)))
    )
    machine = Everywhere(system, 1, [Subsets([Query(system, "x", "z", odd_below)], 2)], lambda n: n == 1).machine()
    assert [x for x in range(20) if machine.accepts((x,))] == [2, 3]


def test_sets_without_a_linear_reading_are_refused():
    with pytest.raises(NotLinear):
        Query(Base(2), "x", "", InSet(Affine.of("x"), NamedSet("squares")))
