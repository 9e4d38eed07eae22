"""Moves as linear systems and as automata: exactly those of the generator."""

from itertools import product

import pytest

from grundy.automata.families import Family, NoFamilies, families
from grundy.automata.linear import constant
from grundy.automata.moves import WrongMoves, exists, relations
from grundy.automata.systems import Base, Ostrowski
from grundy.games import expression
from grundy.rules.budget import Budget
from grundy.rules.family import ruleset

TEXTS = [
    "a, b -> a-t, b | a, b-t | a-t, b-t",
    "a, b -> a-t, b | a, b-t | a-s, b-t where s >= 1 and t >= 1 and abs(s-t) < 3",
    "n, m -> n-t, 2*t where 1 <= t <= m",
    "a, b -> a-2, b-1 | a-1, b-2 | a-2, b+1 | a+1, b-2",
    "a, b -> a//2, b where a >= 1 | a, b-t where t in {1, 3}",
    "a, b -> b, a-t where t >= 1 | a, b % 3 where a > 1",
    "a, b -> a-s, b-t where s+t >= 1 and 3*s <= 2*t+1",
    "a, b -> a-s, b-t where s+t >= 1",
    "a, b -> min(a, b), max(a, b) - t where t >= 1",
    "a, b -> a-t, b where a+b > 3 or a == b",
    "n -> n-t where t not in {2, 5}",
    "n -> n-t where t % 3 == 1",
    "n -> n-t where t in {1, 4} or t == n",
    "n -> y where 3*n <= 5*y and y < n",
    "n -> (n-5)//2 + 3 where n > 3",
    "n -> (n-9)//4 + 2 where n > 3",
    "n -> n-t | a & b where a+b == n and a >= 1 and b >= 1",
    "n -> a & b & c where a+b+c == n-1",
    "n -> a & b where n == a+2*b+2 and a < b",
    "a, b, c -> a-t, b, c | a, b-t, c | a, b, c-t | a-t, b-t, c",
    "p -> 2*p where p < 50 | p+3 where p < 40",
    "a, b -> a-t, b where t < 0",
]
SYSTEMS = [Base(2), Base(3), Ostrowski(1), Ostrowski(2)]


def fits(family, position, option):
    """Whether some auxiliary numbers below a bound fit, by trying them all."""
    start = (*position, *option)
    for extra in product(range(40), repeat=family.auxiliaries):
        point = (*start, *extra, 1)
        if all(sum(map(int.__mul__, row, point)) == 0 for row in family.equations) and all(
            sum(map(int.__mul__, row, point)) >= 0 for row in family.rows
        ):
            return True
    return False


def options_by(family, position, least, bound):
    for chosen in product(range(least, bound), repeat=family.targets):
        if fits(family, position, chosen):
            if family.components > 1:
                yield tuple(sorted((c,) for c in chosen))
            else:
                option = list(position)
                for place, heap in zip(family.changed, chosen, strict=True):
                    option[place] = heap
                yield (tuple(option),)


def moves_by(found, position):
    return {o for f in found for o in options_by(f, position, 0, max(position) + 3)}


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("least", [0, 1])
def test_families_have_the_moves_of_the_generator(text, exact, least):
    rules = ruleset(text, least=least)
    found = families(rules.clauses(), least, exact=exact)
    side = {1: 14, 2: 6, 3: 3}[rules.heaps]
    for position in product(range(least, least + side), repeat=rules.heaps):
        expected = {tuple(sorted(o)) for o in rules.options(position)}
        bound = max((h for o in expected for c in o for h in c), default=0) + 3
        got = [(f, o) for f in found for o in set(options_by(f, position, least, bound))]
        assert {o for _, o in got} == expected
        if exact:
            for family, option in got:
                if family.components == 1:
                    changed = tuple(i for i, (x, y) in enumerate(zip(position, option[0], strict=True)) if x != y)
                    assert family.changed == changed


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
@pytest.mark.parametrize("text", TEXTS)
def test_automata_have_the_moves_of_the_generator(text, system):
    rules = ruleset(text)
    assert relations(rules, system, Budget()).require_agreement(rules, Budget()) >= 3


@pytest.mark.parametrize("least", [1, 3])
def test_least_heaps_are_respected(least):
    rules = ruleset("a, b -> a-t, b | b-t, a where t >= 1 and a <= b", least=least)
    found = relations(rules, Ostrowski(1), Budget())
    found.require_agreement(rules, Budget())
    moving = found.legal & found.preimage(found.legal, Budget())
    assert moving.tuples(8) == [p for p in product(range(least, 8), repeat=2) if any(rules.options(p))]


@pytest.mark.parametrize(
    "other",
    [
        "a, b -> a-t, b | a, b-t | a-t, b-t where t != 3",
        "a, b -> a-t, b | a, b-t | a-t, b-t-1",
        "a, b -> a-t, b | a, b-t",
        "a, b -> a-t, b | a, b-t | a-t, b-t | a-2*t, b-t",
    ],
)
def test_moves_of_other_rules_are_seen_to_be_wrong(other):
    rules = ruleset("a, b -> a-t, b | a, b-t | a-t, b-t")
    with pytest.raises(WrongMoves):
        relations(ruleset(other), Base(2), Budget()).require_agreement(rules, Budget())


def test_each_changed_inequality_is_seen_to_be_wrong():
    rules = ruleset("a, b -> a-t, b | a, b-t | a-s, b-t where s >= 1 and t >= 1 and abs(s-t) < 2")
    right = families(rules.clauses(), 0)
    seen = 0
    for i, family in enumerate(right):
        for j, row in enumerate(family.rows):
            for change in (-1, 1):
                moved = (*row[:-1], row[-1] + change)
                rows = (*family.rows[:j], moved, *family.rows[j + 1 :])
                wrong = Family(family.heaps, family.changed, 1, family.auxiliaries, family.equations, rows)
                changed = (*right[:i], wrong, *right[i + 1 :])
                if all(moves_by(changed, p) == moves_by(right, p) for p in product(range(5), repeat=2)):
                    continue  # another family has these moves
                seen += 1
                with pytest.raises(WrongMoves):
                    relations(rules, Base(2), Budget(), moves=changed).require_agreement(rules, Budget())
    assert seen >= 8


@pytest.mark.parametrize("text", ["n -> n-t where t in squares", "n -> n-t where t not in fibonacci"])
def test_infinite_sets_are_refused(text):
    with pytest.raises(NoFamilies, match="infinitely many"):
        families(ruleset(text).clauses(), 0)


def test_preimages_are_those_of_the_options():
    rules = expression("wythoff_r(2)")
    found = relations(rules, Ostrowski(2), Budget())
    target = found.legal & exists([found.legal], (), Budget())
    few = {(0, 0), (1, 3), (3, 1)}
    chosen = None
    for a, b in few:
        point = constant(Ostrowski(2), "x0", a) & constant(Ostrowski(2), "x1", b)
        chosen = point if chosen is None else chosen | point
    reached = found.preimage(target & chosen, Budget())
    expected = [p for p in product(range(9), repeat=2) if any(o[0] in few for o in rules.options(p))]
    assert reached.tuples(9) == expected
