"""All options that have a wanted value: each way against a plain look at all moves.

How options are found depends on the moves and on the values that a law gives, not on whether it is the game's law: so the
laws here are random, or those of other games.
"""

import random
from itertools import islice, product

import pytest

from grundy import expression, ruleset
from grundy.laws.automatic import AutomaticLaw
from grundy.laws.beatty import BeattyLaw
from grundy.laws.digits import Base
from grundy.laws.periodic import PeriodicLaw
from grundy.rules.meter import Meter
from grundy.solver import taking
from grundy.solver.groups import NoForm, Progression, Several, listed
from grundy.solver.pairs import pair_options
from grundy.solver.reading_digits import automatic_options, automatic_splits
from grundy.solver.splitting import split_options
from grundy.solver.taking import one_heap_options


def plain(rules, component, wanted):
    """The labelled options for which *wanted* holds, by looking at all of them."""
    found = [(label, option) for label, option in rules.labelled_options(component, Meter(10**7)) if wanted(option)]
    return sorted(found)


def flat(labelled):
    for _, group in labelled:
        assert group.count == len(list(group))
    return [(label, option) for label, group in labelled for option in group]


def xor_of(law, option):
    total = 0
    for part in option:
        total ^= law.value(part)
    return total


def check(way, rules, component, law, value):
    wanted = plain(rules, component, lambda option: xor_of(law, option) == value)
    assert flat(way(value)) == wanted
    return len(wanted)


def random_period(rng, values=3, *, saltus=False):
    preperiod, period = rng.randint(0, 20), rng.randint(1, 9)
    drawn = [rng.randrange(values) for _ in range(preperiod + period)]
    return PeriodicLaw.minimal(0, preperiod, period, rng.randint(1, 3) if saltus else 0, drawn)


# ---------------------------------------------------------------- one heap

TAKING = [
    "n -> n-t where t in {1, 3, 4}",
    "n -> n-t where 3 <= t <= 8",
    "n -> n-t where t <= 9 and t % 2 == 1",
    "n -> n-t where t % 2 == 1",
    "n -> n-t where t not in {1, 2, 5}",
    "n -> n-t where t not in {2} | n-2",
    "n -> n-t where t % 2 == 1 | n-2*t where t >= 1 and t <= 4",
    "n -> n-s-t where s <= 2 and 1 <= t <= 3",
    "n -> y where 2*y >= n and y < n | n//3",
    "n -> n//2 | n-1 | n%3 where n >= 3",
    "n -> 2*t where 4*t < n",
]


@pytest.mark.parametrize("text", TAKING)
@pytest.mark.parametrize("most", [20_000, 0])
def test_one_heap(text, most, monkeypatch):
    monkeypatch.setattr(taking, "MAX_LISTED", most)
    rng, rules, total = random.Random(text), ruleset(text), 0
    for _ in range(4):
        law = random_period(rng, saltus=rng.random() < 0.3)
        for n in [*range(25), 50, 83]:
            for value in set(range(4)) - {law.value((n,))}:
                total += check(lambda v, n=n, law=law: one_heap_options(rules, n, v, law), rules, (n,), law, value)
    assert total > 50


def test_one_heap_at_any_size():
    law = PeriodicLaw(0, 0, 7, 0, (0, 1, 0, 1, 2, 3, 2))
    n = 10**18
    ((label, group),) = one_heap_options(ruleset("n -> n-t where t % 2 == 1"), n, 3, law)
    assert (label, list(islice(group, 2))) == (0, [((5,),), ((19,),)])
    assert group.count == len(range(5, n, 14)) if n % 2 == 0 else True
    with pytest.raises(NoForm):
        one_heap_options(ruleset("n -> n-t where t in squares"), n, 3, law)


# ---------------------------------------------------------------- splits

SPLITTING = [
    "n -> a & b where n-2 <= a+b < n",
    "n -> n-t where t <= 2 | a & b where a+b == n-2 and a >= 1 and b >= 1",
    "n -> a & b where a+b == n-3 and a < b | a & b where a+b == n-3 and b <= 3 and a >= b",
    "n -> n-1 | a & b where a+b == n-4 and a >= 3 | n-2",
    "n -> b & a where a+b == n-1 and b >= 5 | a & b where n-3 <= a+b < n",
    "n -> a & b where a+b == n-1 and a % 2 == 1",
    "n -> a & b where a+b == n-1 and a >= 7 and b % 3 == 1",
    "n -> n-t where t >= 3 | a & b where a+b == n-2",
]


@pytest.mark.parametrize("text", SPLITTING)
def test_splits(text):
    rng, rules, total = random.Random(text), ruleset(text), 0
    for _ in range(3):
        law = random_period(rng, 4)
        for n in [*range(22), 50, 77]:
            for value in set(range(4)) - {law.value((n,))}:
                total += check(lambda v, n=n, law=law: split_options(rules, n, v, law), rules, (n,), law, value)
    assert total > 100


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137", "4.3", "0.4", "0.0042", "4.7031"])
def test_codes(code):
    rng, rules, total = random.Random(code), expression(f'octal("{code}")'), 0
    for _ in range(3):
        law = random_period(rng, 4)
        for n in [*range(22), 50, 77]:
            for value in set(range(4)) - {law.value((n,))}:
                total += check(lambda v, n=n, law=law: split_options(rules, n, v, law), rules, (n,), law, value)
    assert total > 100


def test_what_leaves_three_heaps_is_not_told():
    with pytest.raises(NoForm):
        split_options(expression('hexadecimal("0.8")'), 50, 0, PeriodicLaw(0, 0, 1, 0, (0,)))


# ---------------------------------------------------------------- several heaps

PLANE = [
    "a, b -> a-t, b | a, b-t | a-t, b-t",
    "a, b -> a-t, b | a, b-t",
    "a, b -> a-1, b | a, b-1 | a-1, b-1",
    "a, b -> a-2, b-1 | a-1, b-2 | a-2, b+1 | a+1, b-2",
    "a, b -> c, d where c <= a and d <= b and c+d < a+b",
    "a, b -> c, d where c+2*d <= a+2*b-1 and c <= a+1 and d <= b",
    "a, b -> a-s, b-t where s+t >= 1 and s <= 3 and t <= 2*s | a, b-t",
    "a, b -> b, a-t where t >= 1 and a-t <= b | a-t, b where t in {1, 4, 6}",
    "a, b -> a-t, b where t not in {2, 3} | a-2, b",
]


@pytest.mark.parametrize("text", PLANE)
@pytest.mark.parametrize("r", [1, 2, 3])
def test_pairs_and_their_automata(text, r):
    rng, rules, law, total = random.Random(r), ruleset(text), BeattyLaw(r), 0
    automaton = law.automatic()
    for component in product(range(20), repeat=2):
        if law.is_p(component) or rng.random() > 0.15:
            continue
        wanted = plain(rules, component, lambda option: law.is_p(option[0]))
        total += len(wanted)
        assert flat(pair_options(rules, component, law)) == wanted
        if max(component) < 13:
            assert flat(automatic_options(rules, component, automaton, 0)) == wanted
    assert total


def moore_law(k, heaps):
    """Moore's: in base 2 each digit's sum over the heaps is divisible by k + 1."""
    column = {c: 0 for c in product((0, 1), repeat=heaps) if sum(c) % (k + 1) == 0}
    return AutomaticLaw.of_moves(Base(2), heaps, [column], [0])


@pytest.mark.parametrize(("k", "heaps", "top"), [(2, 3, 5), (2, 4, 3), (1, 3, 6)])
def test_moore(k, heaps, top):
    rng, law, rules = random.Random(k), moore_law(k, heaps), expression(f"moore({k})[{', '.join([':'] * heaps)}]")
    for component in product(range(top + 1), repeat=heaps):
        if not law.is_p(component) and rng.random() < 0.2:
            wanted = plain(rules, component, lambda option: law.is_p(option[0]))
            assert flat(automatic_options(rules, component, law, 0)) == wanted
            assert wanted
    huge = tuple(rng.randrange(10**17, 10**18) for _ in range(heaps))
    found = automatic_options(rules, huge, law, 0)
    for _, group in found:
        options = list(islice(group, 30))
        assert options == sorted(set(options))
        assert len(options) == min(group.count, 30)
        for (option,) in options:
            assert law.is_p(option)
            assert 1 <= sum(x != y for x, y in zip(option, huge, strict=True)) <= k
            assert all(y <= x for x, y in zip(huge, option, strict=True))
    assert found


def lasker_law():
    """Lasker's values, g(4k+3) = 4k+4, g(4k+4) = 4k+3, else n, as an automaton: by h - n and n mod 4."""
    cases = [(0, {1, 2}), (1, {3}), (-1, {0})]
    start = frozenset((i, 0, 0, True) for i in range(3))
    states, moves = [start], []
    for state in states:
        ways = {}
        for x, h in product((0, 1), repeat=2):
            after = frozenset(
                (i, 2 * d + h - x, (2 * r + x) % 4, zero and x == 0)
                for i, d, r, zero in state
                if abs(2 * d + h - x) <= 2
            )
            if after:
                if after not in states:
                    states.append(after)
                ways[(x, h)] = states.index(after)
        moves.append(ways)

    def accepts(state):
        return any((i == 0 and d == 0) if zero else d == cases[i][0] and r in cases[i][1] for i, d, r, zero in state)

    return AutomaticLaw.of_moves(Base(2), 2, moves, [i for i, s in enumerate(states) if accepts(s)], "grundy")


@pytest.mark.parametrize(
    "text",
    [
        "n -> n-t | a & b where a+b == n and a >= 1 and b >= 1",
        "n -> n-t where t % 2 == 1 | a & b where a+b == n-1 and a >= 2",
        "n -> a & b where a+b == n-1 and a % 3 == 1 and b >= 4",
        "n -> b & a where a+b == n-1 and b >= 3",
    ],
)
def test_splits_by_automata(text):
    law, rules, total = lasker_law(), ruleset(text), 0
    assert [law.value((n,)) for n in range(9)] == [0, 1, 2, 4, 3, 5, 6, 8, 7]
    for n in [*range(17), 33]:
        for value in set(range(n + 3)) - {law.value((n,))}:
            total += check(lambda v, n=n: automatic_splits(rules, n, v, law), rules, (n,), law, value)
    assert total > 10


def test_a_split_by_automata_at_any_size():
    law, rules = lasker_law(), ruleset("n -> n-t | a & b where a+b == n and a >= 1 and b >= 1")
    n = 10**18 + 3
    assert law.value((n,)) == n + 1
    for value in (0, 12345, n // 3):
        found = automatic_splits(rules, n, value, law)
        assert found
        for label, group in found:
            for option in islice(group, 20):
                assert xor_of(law, option) == value
                assert sum(heap for (heap,) in option) == n if label else option[0][0] < n


# ---------------------------------------------------------------- groups


def test_progressions_are_merged_and_said():
    evens, odds = Progression(((0,),), ((12,),), 5), Progression(((7,),), ((12,),), 5)
    both = Several([evens, odds])
    assert [heap for ((heap,),) in both] == sorted([*range(0, 60, 12), *range(7, 60, 12)])
    assert listed([both], 3) == (
        [((0,),), ((7,),), ((12,),)],
        ["3 more, from 24 to 48 in steps of 12; 4 more, from 19 to 55 in steps of 12"],
    )
    many = Several([Progression(((r,),), ((12,),), 10**18) for r in range(5)])
    (rest,) = listed([many], 2)[1]
    assert rest.startswith("about 10^18 more, in steps of 12: the numbers that leave 0, 1, 2, 3, 4")
    assert listed([evens, odds], 0)[0] == []
    assert listed([evens], 99) == (list(evens), [])
