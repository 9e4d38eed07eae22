"""Automata learned from boxes: the right one comes back, and what is no automaton does not."""

import numpy as np
import pytest

from grundy.automata.automaton import Automaton
from grundy.automata.known import Known
from grundy.automata.learn import accepts_all, digit_matrix, learn
from grundy.automata.pgenerate import p_positions
from grundy.automata.systems import Base, Ostrowski, valid_words
from grundy.games import expression
from grundy.rules.budget import Budget

SYSTEMS = [Base(2), Base(3), Base(5), Ostrowski(1), Ostrowski(2), Ostrowski(3), Ostrowski(4)]


def wythoff_pairs(side, r=1):
    """The pairs by the rule of the least number left out."""
    pairs, used, i = [(0, 0)], set(), 0
    while True:
        i += 1
        a = next(n for n in range(1, 2 * side + 2) if n not in used)
        if a >= side:
            return pairs
        used |= {a, a + r * i}
        if a + r * i < side:
            pairs += [(a, a + r * i), (a + r * i, a)]


def known(rows, side, axes):
    return Known(np.array(sorted(rows), dtype=np.int64).reshape(len(rows), axes), side, axes)


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_digit_matrices_hold_the_greedy_digits(system):
    numbers = np.arange(300)
    rows = digit_matrix(system, numbers, 12)
    for number, row in zip(numbers.tolist(), rows.tolist(), strict=True):
        word = system.digits(number)
        assert row == [0] * (12 - len(word)) + word


@pytest.mark.parametrize(("r", "side"), [(1, 34), (2, 239), (3, 1549)])
def test_wythoff_pairs_are_learned_from_small_boxes(r, side):
    learned = learn(known(wythoff_pairs(side, r), side, 2), Ostrowski(r), ("x0", "x1"))
    assert learned.automaton is not None
    assert learned.automaton.tuples(600) == sorted(wythoff_pairs(600, r))


def test_a_twelve_state_candidate_that_fits_to_469_is_not_the_right_one():
    small = learn(known(wythoff_pairs(469, 3), 469, 2), Ostrowski(3), ("x0", "x1")).automaton
    assert small is not None
    assert small.tuples(469) == sorted(wythoff_pairs(469, 3))
    right = learn(known(wythoff_pairs(1549, 3), 1549, 2), Ostrowski(3), ("x0", "x1")).automaton
    assert small != right


def test_learned_automata_accept_valid_words_only_and_do_not_see_leading_zeros():
    automaton = learn(known(wythoff_pairs(89), 89, 2), Ostrowski(1), ("x0", "x1")).automaton
    assert automaton.delta[0][0] == 0
    assert automaton.within_valid() == automaton
    assert automaton.minimised() == automaton


@pytest.mark.parametrize("system", [Base(2), Base(3), Ostrowski(1), Ostrowski(2)], ids=str)
@pytest.mark.parametrize("tracks", [("x0",), ("x0", "x1")])
def test_random_automata_come_back(system, tracks):
    back = 0
    for seed in range(8):
        generator = np.random.default_rng([seed, system.alphabet, len(tracks)])
        delta = generator.integers(0, 5, (5, system.alphabet ** len(tracks)))
        delta[0, 0] = 0
        raw = Automaton(system, tracks, delta, generator.random(5) < 0.4)
        target = raw & valid_words(system, tracks)
        side = max(w for w in system.weights(16) if w <= (3000 if len(tracks) == 1 else 150))
        members = target.tuples(side)
        learned = learn(known(members, side, len(tracks)), system, tracks)
        assert learned.automaton is None or learned.automaton.tuples(side) == members
        back += learned.automaton == target
    assert back >= 3


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_squares_are_learned_in_no_system(system):
    squares = [(n * n,) for n in range(100)]
    states = []
    for side in (100, 1000, 10_000):
        learned = learn(known([s for s in squares if s[0] < side], side, 1), system, ("x0",))
        states.append(learned.states)
        assert learned.automaton is None or learned.states > 8
    assert states == sorted(states)
    assert states[2] > 2 * states[0]


def test_a_candidate_is_held_against_all_that_is_known():
    rows = [(n,) for n in range(0, 256, 3)]
    assert learn(known(rows, 256, 1), Base(2), ("x0",)).automaton is not None
    late = [*rows, (254,)]  # one number near the edge
    learned = learn(known(late, 256, 1), Base(2), ("x0",))
    assert learned.automaton is None or learned.automaton.accepts({"x0": 254})


def test_accepts_all_is_accepts_of_each():
    automaton = learn(known(wythoff_pairs(89), 89, 2), Ostrowski(1), ("x0", "x1")).automaton
    rows = np.array([[a, b] for a in range(40) for b in range(60)])
    assert accepts_all(automaton, rows).tolist() == [automaton.accepts({"x0": a, "x1": b}) for a, b in rows.tolist()]


def brute(rules, side, *, misere=False, k=1):
    memo = {}

    def is_p(x):
        if x not in memo:
            options = [o[0] for o in rules.options(x)]
            memo[x] = (not misere) if not options else sum(is_p(o) for o in options) < k
        return memo[x]

    def box(heaps):
        return [()] if not heaps else [(*x, n) for x in box(heaps - 1) for n in range(rules.least, side)]

    return [list(x) for x in box(rules.heaps) if is_p(x)]


TEXTS = [
    ("a, b -> a-t, b | a, b-t | a-t, b-t", 14),
    ("a, b -> a-t, b | a, b-t | a-s, b-t where s >= 1 and t >= 1 and abs(s-t) < 3", 14),
    ("n, m -> n-t, 2*t where 1 <= t <= m", 14),
    ("a, b -> a-2, b-1 | a-1, b-2 | a-2, b+1 | a+1, b-2", 10),
    ("a, b -> a+1, b-2 | a-1, b", 8),
    ("a, b -> a//2, b where a >= 1 | a, b-t where t in {1, 3}", 10),
    ("a, b -> b, a-t where t >= 1 | a, b % 3 where a > 1", 9),
    ("a, b -> a-s, b-t where s+t >= 1 and 3*s <= 2*t+1", 10),
    ("a, b -> a-2*t, b-3*t | a-1, b | a, b-1", 12),
    ("a, b -> a-t, b where a+b > 3 | a, b-t where a+b > 3 | a-t, b-t where a+b > 3", 12),
    ("n -> n-t where t not in {2, 5}", 40),
    ("n -> y where 3*n <= 5*y and y < n", 60),
    ("n -> (n-5)//2 + 3", 30),
    ("a, b, c -> a-t, b, c | a, b-t, c | a, b, c-t | a-t, b-t, c", 6),
    ("p -> 2*p where p < 50 | 3*p where p < 40", 60),
]


@pytest.mark.parametrize(("text", "side"), TEXTS)
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_p_positions_by_marking_are_those_of_brute_force(text, side, play):
    rules = expression(f'ruleset("{text}")')
    found = p_positions(rules, side, Budget(), play=play)
    assert found.members.tolist() == brute(rules, side, misere=play == "misere")


@pytest.mark.parametrize("least", [1, 2])
def test_the_least_heap_is_kept_to(least):
    rules = expression(f'ruleset("a, b -> a-t, b | a, b-t | a-t, b-t", least={least})')
    assert p_positions(rules, 12, Budget()).members.tolist() == brute(rules, 12)


@pytest.mark.parametrize("k", [2, 3, 4])
@pytest.mark.parametrize("game", ["wythoff", "rook", "wythoff_r(2)", 'ruleset("a, b -> a-1, b-1 | a-t, b | a, b-2")'])
def test_blocked_options_are_counted_once(game, k):
    rules = expression(f"blocking({game}, {k})")
    assert p_positions(rules, 13, Budget()).members.tolist() == brute(rules.inner, 13, k=k)


@pytest.mark.parametrize(("game", "side"), [("moore(2)[:, :, :]", 6), ("moore(2)[:, :, :, :]", 4), ("nim[:, :, :]", 7)])
def test_several_heaps(game, side):
    rules = expression(game)
    assert p_positions(rules, side, Budget()).members.tolist() == brute(rules, side)
