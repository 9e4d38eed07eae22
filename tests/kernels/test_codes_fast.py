"""The fast ways for codes against the definition: random codes, compiled and not, cut into calls of any size."""

import random
import sys
from array import array
from functools import reduce
from operator import xor

import pytest
from tests.kernels.oracles import code_options, from_options, mex
from tests.kernels.uncompiled import both, installed

import grundy.kernels
from grundy import ruleset, table
from grundy.rules.codes import code_text, hexadecimal, octal
from grundy.solver.breaking import UNEQUAL, code_digits
from grundy.solver.codetables import _BOTH, _SEARCH, _SIEVE, _SPARSE, FromOne, SplitsTable, ThreesTable, code_table
from grundy.solver.eliminating import Unread
from grundy.solver.lineartables import LinearTable
from grundy.solver.store import Allowance, new_table

RULES = octal("0.7")  # any: tables of digits do not look at them


def by_definition(digits, size):
    """The values by the kernel that looks at all options; two unequal heaps by Python."""
    if any(d & UNEQUAL for d in digits):
        values = []
        for n in range(size):
            found = set()
            for t, d in enumerate(digits[: n + 1]):
                s = n - t
                found |= {0} if d & 1 and not s else set()
                found |= {values[s]} if d & 2 and s else set()
                found |= {values[a] ^ values[s - a] for a in range(1, s) if d & 4 or (d & UNEQUAL and 2 * a != s)}
            values.append(mex(found))
        return values
    kernel, values, room, reached = installed("codes"), array("I", bytes(4 * size)), 64, 0
    while reached < size:
        before = reached
        reached = kernel.fill(values, before, size, array("q", digits), array("I", bytes(4 * room)), 1 << 60)
        room *= 2 if reached == before else 1
    return values.tolist()


def by_table(digits, size, steps=1):
    table = code_table(RULES, digits)
    allowance = Allowance(1 << 62)
    for step in range(1, steps + 1):
        table.grow((max(1, size * step // steps) - 1,), allowance)
    assert table.known == size
    return table.values[:size].tolist()


def some_digits(rng, three=False, longest=4):
    first = rng.choice([0, 0, 4, UNEQUAL])
    if three:
        return [rng.choice([0, 4, 8, 12]), *(rng.randrange(16) for _ in range(rng.randint(1, longest)))]
    choices = [*range(8), UNEQUAL, UNEQUAL | 2, UNEQUAL | 3]
    return [first, *(rng.choice(choices) for _ in range(rng.randint(1, longest)))]


@pytest.fixture(params=["installed", "uncompiled"])
def kernels(request, monkeypatch):
    """Tables use the kernels as installed, or their sources."""
    if request.param == "uncompiled":
        for name in ("sieve", "spaces", "splits", "threes"):
            source = both(name)[1]
            monkeypatch.setitem(sys.modules, f"grundy.kernels.{name}", source)
            monkeypatch.setattr(grundy.kernels, name, source, raising=False)
    return request.param


def test_random_codes_by_the_definition(kernels):
    rng = random.Random(11)
    count, size = (150, 700) if kernels == "installed" else (25, 220)
    for i in range(count):
        digits = some_digits(rng, longest=6)
        some = size if not any(d & UNEQUAL for d in digits) else 220
        assert by_table(digits, some, steps=1 + i % 5) == by_definition(digits, some), digits


def test_random_codes_of_three_heaps_by_the_definition(kernels):
    rng = random.Random(12)
    count, size = (60, 300) if kernels == "installed" else (15, 90)
    for i in range(count):
        digits = some_digits(rng, three=True)
        assert by_table(digits, size, steps=1 + i % 4) == by_definition(digits, size), digits


def test_all_ways_give_the_same(kernels):
    """A way is taken where the table would choose another one, too."""
    size = 700 if kernels == "installed" else 300
    for text in ("0.77", "0.07", "0.007", "0.6", "0.376", "4.56", "0.137", "0.45"):
        digits = [int(x) for x in text if x != "."]
        expected = by_definition(digits, size)
        for way in (_SPARSE, _BOTH, _SIEVE, _SEARCH):
            table = SplitsTable(RULES, digits)
            table._best_space = lambda known, table=table: space(table, known)
            table._enter = lambda known, _, table=table, way=way: SplitsTable._enter(table, known, way)
            table.grow((size - 1,), Allowance(1 << 62))
            assert (table._way, table._state[2] >= 0) == (way, way in {_SPARSE, _BOTH}), text
            assert table.values[:size].tolist() == expected, (text, way)


@pytest.mark.parametrize(
    ("worked", "chosen"), [({_SPARSE: 101, _SIEVE: 30, _SEARCH: 25}, _SIEVE), ({_SPARSE: 9, _SEARCH: 9}, _SPARSE)]
)
def test_the_fastest_way_is_chosen_among_those_of_little_work(worked, chosen):
    table = SplitsTable(RULES, [0, 7, 7])
    table._best_space = lambda known: space(table, known)
    table.grow((300,), Allowance(1 << 62))
    table._untried, table._worked = [], worked
    table._spent = {way: 100 * way + 1 for way in worked}
    table._next_trial(301)
    assert (table._way, table._spent) == (chosen, {})


def test_ways_of_much_work_are_not_tried():
    table = SplitsTable(RULES, [0, 7, 7])
    table.grow((300,), Allowance(1 << 62))
    table._space, table._spent, table._worked = (1, 0), {_SPARSE: 1}, {_SPARSE: 1}
    table._untried = [_SEARCH, _SIEVE, _BOTH]
    table._next_trial(301)
    assert (table._way, table._untried, table._until) == (_SEARCH, [], 333)


def space(table, known):
    """The best one, however many heaps are rare in it."""
    size = table._state[0]
    values = table.values[1:known].tolist()

    def rare(mask):
        position = mask >= size
        return sum(not ((v & mask & (size - 1)).bit_count() + position * n) & 1 for n, v in enumerate(values, 1))

    mask = min(range(size * (1 + table._one_parity)), key=rare)
    table._more_rares(known + 64)
    return mask & (size - 1), int(mask >= size)


def test_every_octal_code_of_two_digits():
    for first in (0, 4):
        for code in range(1, 64):
            digits = [first, code >> 3, code & 7]
            assert by_table(digits, 1500) == by_definition(digits, 1500), digits


@pytest.mark.slow
def test_long_tables_by_the_definition():
    rng = random.Random(13)
    for digits in ([0, 7, 7], [0, 0, 0, 7], [0, 6], [0, 3, 7, 6], [0, 1, 6], *(some_digits(rng) for _ in range(6))):
        size = 20_000 if not any(d & UNEQUAL for d in digits) else 1500
        assert by_table(digits, size) == by_definition(digits, size), digits


def test_values_too_large_for_their_type_make_it_wider(kernels):
    """Nim up to 300 or 70,000 at once: 0.333… with so many digits."""
    digits = [0, *[3] * 300]
    table = code_table(RULES, digits)
    table.grow((400,), Allowance(1 << 62))
    assert table.values.typecode == "H"
    assert table.values[:401].tolist() == [n % 301 for n in range(401)]


@pytest.mark.parametrize("kernel", both("splits"))
def test_a_value_that_does_not_fit_is_not_written(kernel):
    none, state = array("q"), array("q", [256, 0, -1, 0, 0, 0, 0])
    values = array("B", [0, *range(256), 0, 0])  # g(1 + x) = x, so that heap 257 reaches 0..255
    mirror, buffer, rare = values[::-1], array("B", bytes(256)), (array("B", [0]), array("I", [0]))
    room = array("I", bytes(4 * 1024)), array("B", bytes(1024))
    singles = array("q", range(1, 257))
    reached = kernel.fill(
        values, mirror, rare[0], buffer, rare[1], *room, none, singles, none, state, 257, 259, 1 << 60
    )
    assert (reached, state[5], values[257]) == (257, kernel.WIDTH, 0)
    wide, state[5] = array("H", values), 0
    buffer, rare = array("H", bytes(512)), (array("H", [0]), array("I", [0]))
    reached = kernel.fill(
        wide, wide[::-1], rare[0], buffer, rare[1], *room, none, singles, none, state, 257, 259, 1 << 60
    )
    assert (reached, state[5], wide[257:].tolist()) == (259, kernel.BUDGET, [256, 0])


@pytest.mark.parametrize("kernel", both("splits"))
def test_what_the_kernel_for_splits_refuses(kernel):
    def call(start=0, stop=4, ends=(1,), singles=(1,), splits=(2,), state=(1, 0, -1, 0, 0, 0, 0), room=64):
        values, buffer, rare = array("B", bytes(4)), array("B", bytes(256)), (array("B", [0]), array("I", [0]))
        ways = (array("q", x) for x in (ends, singles, splits, state))
        stamps = array("I", bytes(4 * room)), array("B", bytes(64))
        return kernel.fill(values, values[:], rare[0], buffer, rare[1], *stamps, *ways, start, stop, 99999)

    assert call() == 4
    for wrong in (
        {"start": -1}, {"stop": 5}, {"start": 3, "stop": 2}, {"ends": (0,)}, {"singles": (0,)}, {"splits": (-1,)},
        {"state": (1, 0, -1)}, {"state": (0, 0, -1, 0, 0, 0, 0)}, {"room": 32},
        {"splits": (2, 4), "state": (1, 0, 1, 1, 0, 0, 0)},
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"cannot|no |fit"):
            call(**wrong)


@pytest.mark.parametrize("kernel", both("threes"))
def test_what_the_kernel_for_three_heaps_refuses(kernel):
    def call(start=0, stop=4, digits=(0, 8), rows=4, hints=64, words=1):
        values = array("I", bytes(16))
        room = array("Q", bytes(8 * rows)), array("I", [1]) * hints
        return kernel.fill(values, start, stop, array("q", digits), *room, words, 999)

    assert call() == 4
    for wrong in (
        {"start": -1},
        {"stop": 5},
        {"digits": (1,)},
        {"digits": (0, 16)},
        {"rows": 3},
        {"hints": 63},
        {"words": 0},
    ):
        with pytest.raises(ValueError, match=r"cannot|no |fit"):
            call(**wrong)


def test_a_budget_cuts_calls_anywhere(kernels):
    rng = random.Random(14)
    for _ in range(20 if kernels == "installed" else 5):
        digits = some_digits(rng, three=rng.random() < 0.3)
        table = code_table(RULES, digits)
        table.extend(120)
        while table.known < 120:
            table.known, _ = table.fill(table.known, 120, rng.choice([0, 1, 50, 3000]))
        assert table.values[:120].tolist() == by_definition(digits, 120), digits


def test_a_call_whose_end_was_not_noted_is_made_again(kernels):
    """Ctrl-C between the kernel's return and the note of how far it came."""
    rng = random.Random(15)
    for _ in range(20 if kernels == "installed" else 4):
        digits = some_digits(rng)
        table = code_table(RULES, digits)
        table.grow((150,), Allowance(1 << 62))
        table.extend(260)
        table.fill(151, 220, 1 << 60)
        table.grow((259,), Allowance(1 << 62))
        assert table.values[:260].tolist() == by_definition(digits, 260), digits


@pytest.mark.parametrize("kernel", both("spaces"))
def test_the_transform_is_the_sum_over_parities(kernel):
    rng = random.Random(16)
    counts = [rng.randrange(100) for _ in range(32)]
    changed = array("q", counts)
    kernel.transform(changed)
    for mask in range(32):
        assert changed[mask] == sum(c * (-1) ** (v & mask).bit_count() for v, c in enumerate(counts))


@pytest.mark.parametrize("kernel", both("spaces"))
@pytest.mark.parametrize("kind", "BHI")
def test_rare_heaps_are_those_of_one_parity(kernel, kind):
    rng = random.Random(17)
    values = array(kind, [rng.randrange(16) for _ in range(200)])
    for mask, position, parity in ((5, 0, 0), (9, 1, 0), (0, 1, 0), (9, 1, 1), (13, 1, 1)):
        at, rare = array("I", bytes(4 * 200)), array(kind, bytes(200 * values.itemsize))
        found = kernel.gather(values, 200, mask, position, parity, rare, at)
        expected = [n for n in range(1, 200) if ((values[n] & mask).bit_count() + position * n) & 1 == parity]
        assert at[:found].tolist() == expected
        assert rare[:found].tolist() == [values[n] for n in expected]


@pytest.mark.parametrize("code", ["0.104", "0.106", "0.4", "4.04", "0.0104", "0.07"])
def test_the_space_has_the_fewest_rare_heaps_whatever_the_parity_of_the_numbers_to_take(code):
    table = code_table(octal(code), octal(code).digits)
    table.grow((1_100,), Allowance())
    (taken,) = {t & 1 for t, digit in enumerate(octal(code).digits) if digit & 4}

    def rares(mask, position):
        return [n for n in range(1, 1_024) if ((table.values[n] & mask).bit_count() + position * (n - taken)) % 2 == 0]

    masks = range(table._state[0])
    fewest = min(len(rares(mask, position)) for mask in masks for position in (0, 1))
    assert len(rares(*table._best_space(1_024))) == fewest


@pytest.mark.parametrize(
    "text",
    [
        "n -> n-t & t where 2*t == n and t >= 1 | n-3",
        "n -> t & n-t where t == n-t and t >= 1 | n-1",
        "n -> a & b where a+b == n-1 and a <= b and b <= a | n-2",
        "n -> a & b & c where a+b+c == n-1 and a <= b and b <= c and c <= a | n-1",
        "n -> a & a where 2*a == n and a >= 1 | n-s where s in {2, 5}",
    ],
)
def test_heaps_that_must_be_equal_are_no_code(text):
    rules = ruleset(text)
    with pytest.raises(Unread):
        code_digits(rules)
    values = {}
    for n in range(30):
        options = {tuple(h for (h,) in option) for option in rules.options((n,))}
        values[n] = mex(reduce(xor, (values[h] for h in option), 0) for option in options)
    assert list(table(rules, 29, laws=False).values) == list(values.values())


TEXTS = {
    "n -> a & b where a+b == n and 1 <= a < b": (UNEQUAL, 0),
    "n -> a & b where a+b == n-1 and a < b": (0, UNEQUAL | 2),
    "n -> a & n-a where 1 <= a and a < n-a": (UNEQUAL, 0),
    "n -> a & b where n-2 <= a+b < n and 1 <= a and a != b and b >= 1": (0, UNEQUAL, UNEQUAL),
    "n -> n-1 | a & b where a+b == n and 1 <= a < b": (UNEQUAL, 3),
    "n -> a & b where a+b == n-1 and a < b | a & b where a+b == n-1": (0, 7),
    "n -> a & b where a+b == n and a >= 1 and b >= 1": (4, 0),
}


@pytest.mark.parametrize("least", [0, 1])
@pytest.mark.parametrize("text", TEXTS)
def test_rules_as_a_text_that_have_the_moves_of_a_code(text, least):
    rules = ruleset(text, least=least)
    digits = code_digits(rules)
    if not least:
        assert digits == TEXTS[text]
    table = new_table(rules)
    assert isinstance(table, FromOne if least else SplitsTable)
    table.grow((60,), Allowance())
    generic = LinearTable(rules, rules.clauses())
    generic.grow((60,), Allowance())
    for n in range(least, 61):
        assert (n,) in table
        assert table[(n,)] == generic[(n,)], n
    assert table.values[: table.known].tolist() == generic.values[: generic.known].tolist()
    assert list(table.part((range(least, 61),))) == list(generic.part((range(least, 61),)))


@pytest.mark.parametrize(
    "text",
    [
        "n -> a & b where a+b == n and 1 <= a and a+1 < b",
        "n -> a & b where a+b == n and 2 <= a < b",
        "n -> a & b & c where a+b+c == n-1 and a < b",
        "n -> a & b where a+b < n and 1 <= a < b",
    ],
)
def test_rules_that_no_code_has(text):
    rules = ruleset(text)
    with pytest.raises(Unread):
        code_digits(rules)
    assert isinstance(new_table(rules), LinearTable)


def test_tables_of_codes():
    assert isinstance(new_table(octal("0.77")), SplitsTable)
    assert isinstance(new_table(hexadecimal("0.8")), ThreesTable)
    for code in ("0.77", "4.005", "0.3"):
        rules = octal(code)
        table = new_table(rules)
        table.grow((40,), Allowance())
        assert table.values[:41].tolist() == from_options(41, lambda n, d=rules.digits: code_options(d, n))
    assert code_text((0, 7, 7)) == "0.77"
