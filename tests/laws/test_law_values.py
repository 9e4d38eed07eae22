"""Laws against brute force: windows, periods, residues, runs, arithmetic functions, digits, automata, Beatty pairs."""

import random
from itertools import product
from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.laws.arithmetic import FUNCTIONS, ArithmeticLaw
from grundy.laws.automatic import AutomaticLaw
from grundy.laws.beatty import BeattyLaw
from grundy.laws.digits import Base, Ostrowski
from grundy.laws.factors import factors
from grundy.laws.latex import formula_latex
from grundy.laws.lower import WindowLaw
from grundy.laws.nim import NimLaw
from grundy.laws.periodic import PeriodicLaw
from grundy.laws.reading import law_from_json
from grundy.laws.recursion import RecursionLaw
from grundy.laws.residue import ResidueLaw
from grundy.laws.runs import RunsLaw
from grundy.laws.window import ScaledWindowLaw
from grundy.rules.errors import LimitExceeded

HUGE = st.integers(0, 10**4000) | st.integers(0, 10**20) | st.integers(0, 60)


def mex(values):
    found = 0
    while found in values:
        found += 1
    return found


def flat(runs):
    return [heap for run in runs for (heap,) in run]


def check_inversion(law, top, cuts=((0, 60), (13, 90), (40, 41), (7, 3))):
    """`heaps_of_value` against all values up to *top*."""
    g = {n: law.value((n,)) for n in range(law.least, top + 1)}
    for value, (low, high) in product(range(max(g.values()) + 3), (*cuts, (0, top))):
        runs = law.heaps_of_value(value, low, high)
        assert sorted(flat(runs)) == [n for n in range(max(low, law.least), high + 1) if g[n] == value]
    assert not law.heaps_of_value(-1, 0, top)


# ---------------------------------------------------------------- windows

line = st.integers(1, 6).flatmap(lambda d: st.tuples(st.integers(0, d) | st.just(d), st.integers(-15, 8), st.just(d)))


@given(st.lists(line, max_size=3).map(tuple), st.integers(0, 3))
def test_windows_are_their_game(lower, least):
    law = WindowLaw(lower, least)
    g = {}
    for n in range(least, 61):
        low = min(n, max([least, *(-(-(a * n + b) // d) for a, b, d in lower)]))
        assert law.bound(n) == low
        g[n] = mex({g[y] for y in range(low, n)})
        assert law.value((n,)) == g[n]
        for value in range(max(g.values()) + 2):
            wanted = [y for y in range(low, n) if g[y] == value]
            assert flat(law.options_of_value((n,), value)) == wanted
    check_inversion(law, 60, ((13, 50),))


@given(st.integers(2, 10**30), HUGE, HUGE)
def test_special_windows_are_windows(m, n, value):
    for general, special in [
        (WindowLaw(((1, -m, 1),)), ResidueLaw(m + 1)),
        (WindowLaw(()), NimLaw()),
        (WindowLaw(((1, 0, m),), 0), ScaledWindowLaw(m, 0)),
        (WindowLaw(((1, 0, m),), 1), ScaledWindowLaw(m, 1)),
    ]:
        heap = (n + 1,)
        assert type(law_from_json(general.to_json())) is type(special)
        assert general.value(heap) == special.value(heap)
        for wanted in (value, 0, value % (m + 1)):
            assert general.options_of_value(heap, wanted) == special.options_of_value(heap, wanted)


@given(HUGE, st.integers(2, 10**6), st.integers(1, 10**40))
def test_a_huge_mixed_window_obeys_its_recursion(n, k, most):
    law = WindowLaw(((1, 0, k), (1, -most, 1)))
    heap = n + 2
    low, before = law.bound(heap), law.bound(heap - 1)
    assert law.value((heap,)) == (heap - low if low == before else law.value((low - 1,)))
    for value in {0, law.value((heap,)) // 2, heap - low}:
        found = flat(law.options_of_value((heap,), value))
        assert len(found) == (value != law.value((heap,)))
        assert all(low <= y < heap and law.value((y,)) == value for y in found)


def test_a_window_at_ten_to_the_eighteen_is_quick():
    assert WindowLaw(((1, -(10**18), 1),)).value((10**40,)) == 10**40 % (10**18 + 1)
    mixed = WindowLaw(((1, 0, 2), (1, -10, 1)))
    values = [mixed.value((n,)) for n in range(200)]
    periodic = PeriodicLaw.minimal(0, 20, 11, 0, values[:31])
    assert values == [periodic.value((n,)) for n in range(200)]
    for n in range(10**18, 10**18 + 22):
        assert mixed.value((n,)) == periodic.value((n,))
        for value in range(12):
            found = [y for y in range(n - 10, n) if periodic.value((y,)) == value]
            assert flat(mixed.options_of_value((n,), value)) == found


# ---------------------------------------------------------------- periods


@given(st.data())
def test_periods_are_minimal_and_evaluate(data):
    least = data.draw(st.integers(0, 3))
    preperiod = least + data.draw(st.integers(0, 6))
    period, saltus = data.draw(st.integers(1, 8)), data.draw(st.integers(0, 2))
    size = preperiod - least + period
    values = data.draw(st.lists(st.integers(0, 2), min_size=size, max_size=size))

    def g(n):
        if n < preperiod:
            return values[n - least]
        rounds, place = divmod(n - preperiod, period)
        return values[preperiod - least + place] + rounds * saltus

    law = PeriodicLaw.minimal(least, preperiod, period, saltus, values)
    assert [law.value((n,)) for n in range(least, 80)] == [g(n) for n in range(least, 80)]

    def fits(start, p):
        s = g(60 + p) - g(60)
        return all(g(n + p) == g(n) + s for n in range(start, 120))

    best = next(p for p in range(1, period + 1) if fits(40, p))
    assert law.period == best
    assert law.preperiod == next(start for start in range(least, 41) if fits(start, best))
    assert law_from_json(law.to_json()) == law
    check_inversion(law, 90)


@pytest.mark.parametrize(
    "wrong",
    [
        (0, 0, 2, 0, (1, 1)),
        (0, 1, 2, 0, (1, 0, 1)),
        (0, 0, 2, 0, (1,)),
        (2, 1, 1, 0, (1,)),
        (0, 0, 0, 0, ()),
        (0, 0, 1, -1, (1,)),
        (0, 0, 1, 0, (-1,)),
        (0, 0, 2, 2, (0, 1)),
    ],
)
def test_periods_that_are_not_minimal_or_make_no_sense_are_refused(wrong):
    with pytest.raises(ValueError, match=r"period|values"):
        PeriodicLaw(*wrong)


def test_one_three_eight_has_period_eleven():
    assert PeriodicLaw.minimal(0, 0, 22, 0, [0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2] * 2).period == 11


@given(HUGE)
def test_huge_periods(n):
    law = PeriodicLaw(0, 3, 5, 4, (9, 9, 9, 0, 2, 1, 3, 5))
    assert law.value((n + 5 * 10**4000,)) == law.value((n + 5,)) + 4 * (10**4000 - 1)
    (run,) = PeriodicLaw(0, 0, 3, 0, (0, 1, 2)).heaps_of_value(1, n, n + 3 * 10**50 - 1)
    assert (run.count, run.first[0] % 3) == (10**50, 1)


# ---------------------------------------------------------------- residues, runs, functions


def test_residues_of_games():
    halving = RecursionLaw(2, (("linear", 1, 0), ("recur", 0)), (0,))
    assert all(halving.value((n,)) == ScaledWindowLaw(2, 0).value((n,)) for n in range(400))
    lasker = RecursionLaw(4, (("linear", 4, -1), ("linear", 4, 1), ("linear", 4, 2), ("linear", 4, 4)), (0,))
    g = [0]
    for n in range(1, 80):
        g.append(mex({*g, *(g[a] ^ g[n - a] for a in range(1, n))}))
    assert [lasker.value((n,)) for n in range(80)] == g
    for law in (halving, lasker, RecursionLaw(3, (("linear", 2, 0), ("recur", 0), ("linear", 0, 7)), (0, 5, 2))):
        check_inversion(law, 200)


@pytest.mark.parametrize(
    "wrong",
    [
        (2, (("linear", 1, 0),)),
        (2, (("linear", 1, 0), ("recur", 1))),
        (1, (("recur", -1),), (0,)),
        (2, (("linear", 1, -5), ("linear", 1, 0))),
        (2, (("recur", -2), ("linear", 1, 0)), (0,)),
        (0, ()),
    ],
)
def test_residues_that_lead_nowhere_are_refused(wrong):
    with pytest.raises(ValueError, match="law"):
        RecursionLaw(*wrong)


def test_runs():
    doubling = RunsLaw((1, 2), "linear", (0, 2), (0, 1), 2, 0)
    assert [doubling.value((n,)) for n in range(3, 33)] == [0] * 2 + [1] * 4 + [0] * 8 + [1] * 16
    squares = RunsLaw((1, 2), "square", (0, 0, 1), (0, 1, 5), 1, 1, 1)  # ends 1, 2, 4, 16, 256, 65536
    assert [squares.value((n,)) for n in (1, 2, 4, 5, 16, 17, 256, 257, 65536, 65537)] == [0, 1, 5, 6, 6, 7, 7, 8, 8, 9]
    fibonacci = RunsLaw((1, 2), "linear", (0, 1, 1), (0, 1), 1, 1)
    assert fibonacci.value((10**4000,)) == len(Ostrowski(1).digits(10**4000 - 1))
    for law in (doubling, squares, fibonacci):
        check_inversion(law, 300)
    for wrong in [
        ((2, 1), "linear", (0, 2), (0,), 1),
        ((1,), "linear", (0, 1), (0,), 1),
        ((1,), "square", (0, 1, 0), (0,), 1),
    ]:
        with pytest.raises(ValueError, match="ends"):
            RunsLaw(*wrong)


def slow_valuation(n, p):
    count = 0
    while n and n % p == 0:
        n, count = n // p, count + 1
    return count


def slow_factors(n):
    found, p = [], 2
    while n > 1:
        while n % p == 0:
            found.append(p)
            n //= p
        p += 1
    return found


PRIMES = [p for p in range(2, 600) if all(p % q for q in range(2, p))]
SLOW = {
    "valuation": lambda n: slow_valuation(n, 3),
    "power_part": lambda n: 3 ** slow_valuation(n, 3) if n else 0,
    "omega": lambda n: len(slow_factors(n)),
    "distinct_primes": lambda n: len(set(slow_factors(n))),
    "divisors": lambda n: sum(n % d == 0 for d in range(1, n + 1)),
    "least_prime_index": lambda n: PRIMES.index(slow_factors(n)[0]) + 1 if n > 1 else 0,
    "popcount": lambda n: n.bit_count(),
    "odious": lambda n: [m for m in range(2 * n + 2) if m.bit_count() % 2][n],
    "evil": lambda n: [m for m in range(2 * n + 2) if m.bit_count() % 2 == 0][n],
    "floor_div": lambda n: n // 3,
    "ceil_div": lambda n: (n + 2) // 3,
    "isqrt": lambda n: next(r for r in range(n + 2) if (r + 1) ** 2 > n),
    "bit_length": lambda n: len(bin(n)) - 2 if n else 0,
    "log": lambda n: next(e for e in range(n + 2) if 3 ** (e + 1) > n),
}


@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_arithmetic_functions(name):
    args = tuple(3 for _ in FUNCTIONS[name][1])
    for shift in (0, 1):
        law = ArithmeticLaw(name, args, shift, 1)
        assert [law.value((n,)) for n in range(1, 300)] == [SLOW[name](n + shift) for n in range(1, 300)]
        if law.heaps_of_value(0, 1, 9) is not None:
            check_inversion(law, 300)


def test_arithmetic_functions_at_any_size():
    assert ArithmeticLaw("valuation", (3,)).value((3**8000 * 10,)) == 8000
    assert ArithmeticLaw("popcount").value((2**13000 - 1,)) == 13000
    assert ArithmeticLaw("log", (10,)).value((10**3999,)) == 3999
    assert ArithmeticLaw("isqrt").value((10**4000,)) == isqrt(10**4000)
    assert ArithmeticLaw("omega", (), 0, 1).value(((10**9 + 7) * (10**9 + 9) * 2**500,)) == 502
    assert factors(10**18 + 8)[166667] == 1
    with pytest.raises(LimitExceeded, match="prime factors"):
        ArithmeticLaw("omega", (), 0, 1).value(((10**30 + 57) * (10**31 + 33),))
    with pytest.raises(LimitExceeded, match="prime"):
        ArithmeticLaw("least_prime_index", (), 0, 1).value((10**18 + 9,))


# ---------------------------------------------------------------- digits and automata


@pytest.mark.parametrize("t", range(1, 6))
def test_greedy_words_of_ostrowski_systems_are_exactly_the_valid_ones(t):
    system, length = Ostrowski(t), 5 if t < 4 else 4
    words = [w for w in product(range(t + 1), repeat=length) if all(map(system.follows, (0, *w), w))]
    numbers = [system.number(w) for w in words]
    assert sorted(numbers) == list(range(len(words))) == list(range(system.weights(length + 1)[-1]))
    for word, n in zip(words, numbers, strict=True):
        greedy, left = [], n
        for weight in reversed(system.weights(length)):
            greedy.append(left // weight)
            left %= weight
        assert list(word) == greedy == [0] * (length - len(system.digits(n))) + system.digits(n)


@given(HUGE, st.sampled_from([Base(2), Base(3), Base(10), Ostrowski(1), Ostrowski(4)]))
def test_digits_of_huge_numbers(n, system):
    digits = system.digits(n)
    assert system.number(digits) == n
    assert not digits or digits[0]
    assert all(map(system.follows, (0, *digits), digits))


@pytest.mark.parametrize("r", range(1, 6))
def test_beatty_pairs_are_those_of_the_least_new_number(r):
    law, pairs, used, size = BeattyLaw(r), set(), set(), 90
    automaton = law.automatic()
    for i in range(size):
        a = next(n for n in range(10**6) if n not in used) if i else 0
        pairs |= {(a, a + r * i), (a + r * i, a)}
        used |= {a, a + r * i}
        assert law.pair(i) == (a, a + r * i)
    for a, b in product(range(size), repeat=2):
        assert law.is_p((a, b)) == automaton.is_p((a, b)) == ((a, b) in pairs)
    for i in (10**18, 10**30 + 7, 10**300):
        pair = law.pair(i)
        assert automaton.is_p(pair)
        assert not automaton.is_p((pair[0] + 1, pair[1] + 1))
        assert (law.partner(pair[0]), law.partner(pair[1])) == pair[::-1]


def xor_automaton():
    """The value of two heaps of Nim: h = a xor b."""
    good = {column: 0 for column in product((0, 1), repeat=3) if column[0] ^ column[1] == column[2]}
    return AutomaticLaw.of_moves(Base(2), 3, [good], [0], "grundy")


def difference_automaton():
    """h = 4·a: longer than the heap."""
    moves = [{}, {}, {}, {}]
    for state, h in product(range(4), (0, 1)):  # the state is the last two digits of h, which are the next of a
        moves[state][(state >> 1, h)] = (2 * state + h) % 4
    return AutomaticLaw.of_moves(Base(2), 2, moves, [0], "grundy")


@given(HUGE, HUGE)
def test_values_by_automata(a, b):
    assert xor_automaton().value((a, b)) == a ^ b
    assert xor_automaton().is_p((a, b)) == (a == b)
    assert difference_automaton().value((a,)) == 4 * a


def test_an_automaton_without_a_value_says_so():
    nothing = AutomaticLaw(Base(2), 2, ((0, 0, 0, 0),), (), "grundy")
    with pytest.raises(ValueError, match="no value"):
        nothing.value((3,))


def test_automata_of_random_tables_read_as_they_are_written():
    rng = random.Random(3)
    for _ in range(20):
        states = rng.randint(1, 5)
        delta = tuple(tuple(rng.randrange(states) for _ in range(9)) for _ in range(states))
        law = AutomaticLaw(Base(3), 2, delta, tuple(s for s in range(states) if rng.random() < 0.5), "outcome")
        for a, b in product(range(30), repeat=2):
            state, length = 0, max(len(Base(3).digits(a)), len(Base(3).digits(b)))
            for i in range(length - 1, -1, -1):
                state = delta[state][a // 3**i % 3 * 3 + b // 3**i % 3]
            assert law.is_p((a, b)) == (state in law.final)


def test_formulas_call_the_prime_factors_with_multiplicity_bigomega():
    law = ArithmeticLaw("omega", (), 0, 1)  # omega(n) is A001221, of different primes; this is A001222
    assert law.formula() == "g(n) = bigomega(n)"
    assert [law.value((n,)) for n in range(1, 17)] == [0, 1, 1, 2, 1, 2, 1, 3, 2, 2, 1, 3, 1, 2, 2, 4]
    assert law.to_json()["name"] == "omega"


def test_the_prime_factors_with_multiplicity_are_a_capital_omega_in_latex():
    assert formula_latex("g(n) = bigomega(n+1)") == r"g(n) = \Omega (n+1)"
