import random
from itertools import product

import pytest

from grundy.checker.machines import Machine, columns, nim_sum, validity
from grundy.checker.numeration import Base, Ostrowski, system_of

SYSTEMS = [Base(2), Base(3), Ostrowski(1), Ostrowski(2), Ostrowski(3), Ostrowski(4)]


def places(system, count):
    found = [1, system.alphabet if isinstance(system, Base) else system.t + 1]
    while len(found) < count:
        found.append(system.k * found[-1] if isinstance(system, Base) else system.t * found[-1] + found[-2])
    return found


def words(system, length):
    def extend(prefix, state):
        if len(prefix) == length:
            yield prefix
            return
        for digit in range(system.alphabet):
            after = system.after(state, digit)
            if after is not None:
                yield from extend((*prefix, digit), after)

    yield from extend((), 0)


@pytest.mark.parametrize("system", SYSTEMS)
def test_words_of_a_length_are_the_numbers_below_a_place_value(system):
    for length in range(6 if system.alphabet < 4 else 4):
        found = [system.number(list(word)) for word in words(system, length)]
        assert sorted(found) == list(range(places(system, 8)[length]))


@pytest.mark.parametrize("system", SYSTEMS)
def test_digits_and_numbers_are_inverse_and_greedy(system):
    values = places(system, 12)
    for n in [*range(600), 10**15 + 7]:
        digits = system.digits(n)
        assert system.number(digits) == n
        assert not digits or digits[0] > 0
    for n in range(300):
        rest, greedy = n, []
        for value in reversed(values):
            digit, rest = divmod(rest, value)
            greedy.append(digit)
        while greedy and not greedy[0]:
            greedy.pop(0)
        assert system.digits(n) == greedy


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_sure_of_a_form_holds_for_all_words_that_follow(system):
    generator = random.Random(7)
    for _ in range(150 if system.alphabet < 4 else 25):
        coefficients = [generator.randrange(-3, 4) for _ in range(2)]
        c = generator.randrange(-4, 5)
        rest, states = system.zero, [0, 0]
        for _ in range(generator.randrange(1, 5)):
            options = [
                d for d in product(range(system.alphabet), repeat=2)
                if None not in [system.after(s, x) for s, x in zip(states, d, strict=True)]
            ]  # fmt: skip
            digits = generator.choice(options)
            states = [system.after(s, x) for s, x in zip(states, digits, strict=True)]
            rest = system.push(rest, sum(k * x for k, x in zip(coefficients, digits, strict=True)))
        falling = sum(-k for k in coefficients if k < 0)
        values = []
        for length in range(4 if system.alphabet < 4 else 3):
            for pair in product(words(system, length), repeat=2):
                inner = rest
                for digits in zip(*pair, strict=True):
                    inner = system.push(inner, sum(k * x for k, x in zip(coefficients, digits, strict=True)))
                values.append(system.value(inner))
        if system.surely_at_least(rest, falling, c):
            assert min(values) >= c
        elif isinstance(system, Base):
            assert min(values) < c


def test_validity_and_nim_sums():
    zeckendorf = validity(Ostrowski(1))
    for word in product(range(2), repeat=6):
        state = 0
        for digit in word:
            state = zeckendorf.delta[state][digit]
        assert zeckendorf.final[state] == ("11" not in "".join(map(str, word)))
    add = nim_sum(Base(2))
    for a, b, c in product(range(9), repeat=3):
        assert add.accepts((a, b, c)) == (a == b ^ c)
    with pytest.raises(ValueError, match="base 2"):
        nim_sum(Ostrowski(1))


def test_columns_and_systems():
    assert columns(Base(2), (5, 1)) == [2, 0, 3]
    assert system_of({"kind": "ostrowski", "t": 2}) == Ostrowski(2)
    assert system_of({"kind": "base", "base": 7}) == Base(7)


def test_minimising_keeps_the_language():
    generator = random.Random(3)
    for _ in range(30):
        size = 7
        delta = tuple(tuple(generator.randrange(size) for _ in range(2)) for _ in range(size))
        machine = Machine(Base(2), 1, delta, tuple(generator.random() < 0.4 for _ in range(size)))
        small = machine.minimised()
        assert len(small.delta) <= size
        for word in (w for n in range(8) for w in product(range(2), repeat=n)):
            a = b = 0
            for digit in word:
                a, b = machine.delta[a][digit], small.delta[b][digit]
            assert machine.final[a] == small.final[b]


def test_languages_that_are_no_sets_of_numbers():
    even = Machine(Base(2), 1, ((0, 1), (0, 1)), (True, False))
    assert even.fault() is None
    odd_length = Machine(Base(2), 1, ((1, 1), (0, 0)), (False, True))
    assert "zeros" in odd_length.fault()
    everything = Machine(Ostrowski(1), 1, ((0, 0),), (True,))
    assert "valid" in everything.fault()
