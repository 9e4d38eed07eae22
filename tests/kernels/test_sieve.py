"""The sieve against the definition: compiled in each way of this machine, and uncompiled."""

import random
from array import array
from functools import cache

import pytest
from tests.kernels.oracles import code_options, from_options
from tests.kernels.uncompiled import both, installed

from grundy.solver.breaking import UNEQUAL

KERNELS = both("sieve") if installed("sieve").COMPILED else both("sieve")[1:]
WAYS = [(kernel, way) for kernel in KERNELS for way in range(kernel.best_way() + 1)]


def by_sieve(kernel, way, digits, size, budget=1 << 60, mask=-1, position=0):
    """The values, the type of the table in the end and the room for marks; with *mask*, by rare heaps, too."""
    values, mirror, rares, parities = (array("B", bytes(n)) for n in (size, size, 4, 256))
    ends, singles = (array("q", [t for t, d in enumerate(digits) if d & bit]) for bit in (1, 2))
    splits = array("q", [2 * t + (not d & 4) for t, d in enumerate(digits) if d & (4 | UNEQUAL)])
    rare_at, state, reached = array("I", [0] * 4), array("q", [1, 0, mask, position, 0, 0, 0]), 0
    while reached < size:
        before, marks = reached, array("B", bytes(len(parities) * (kernel.ROWS if mask >= 0 else 1)))
        moves = ends, singles, splits, state
        reached = kernel.fill(values, mirror, rares, rare_at, marks, parities, *moves, before, size, budget, way)
        if state[5] == kernel.STAMPS:
            parities = array("B", bytes(2 * len(parities)))
        elif state[5] == kernel.RARES:
            rare_at, rares = (array(x.typecode, [*x, *x]) for x in (rare_at, rares))
        elif state[5] == kernel.WIDTH:
            values, mirror, rares = (array("H", x) for x in (values, mirror, rares))
        else:
            assert reached > before
    return values.tolist(), values.typecode, len(parities)


@cache
def by_definition(digits, size):
    def options(n):
        yield from code_options([d & 7 for d in digits], n)
        for t, d in enumerate(digits):
            if d & UNEQUAL:
                yield from ((a, n - t - a) for a in range(1, n - t) if 2 * a != n - t)

    return from_options(size, options)


@pytest.mark.parametrize(("kernel", "way"), WAYS)
def test_random_codes_by_the_definition(kernel, way):
    rng = random.Random(21)
    for i in range(12 if kernel.COMPILED else 3):
        digits = [rng.choice([0, 4, UNEQUAL]), *(rng.choice([*range(8), UNEQUAL]) for _ in range(rng.randint(1, 4)))]
        size = rng.randint(250, 450)
        values, kind, _ = by_sieve(kernel, way, digits, size, budget=1000 if i % 2 else 1 << 60)
        assert kind == "B"
        assert values == by_definition(tuple(digits), size), digits


@pytest.mark.parametrize(("kernel", "way"), WAYS)
def test_any_mask_gives_the_same(kernel, way):
    """Whether few heaps are rare or most, and cut anywhere."""
    rng = random.Random(22)
    for i in range(24 if kernel.COMPILED else 4):
        splits = [4, 5, 6, 7, UNEQUAL, UNEQUAL | 3] if i % 3 == 0 else [4, 5, 6, 7]
        first, parity = rng.randint(0, 3), rng.choice([0, 1, None])  # None: numbers to take of both parities
        digits = [rng.randrange(4) * (t > 0) for t in range(6)]
        for t in range(first, 6):
            if parity is None or t % 2 == parity:
                digits[t] = rng.choice(splits if t else [4])
        position = 0 if parity is None else rng.randint(0, 1)
        size, budget = rng.randint(200, 400), rng.choice([1, 3000, 1 << 60])
        values, _, _ = by_sieve(kernel, way, digits, size, budget, mask=rng.randrange(16), position=position)
        assert values == by_definition(tuple(digits), size), (digits, position)
    assert by_sieve(kernel, way, [UNEQUAL], 200, mask=3)[0] == by_definition((UNEQUAL,), 200)


@pytest.mark.parametrize(("kernel", "way"), WAYS)
def test_values_of_more_than_one_byte(kernel, way):
    """Marks for more pages are asked for, and a wider type: by taking 1 to 400 heaps are worth up to 400 and more."""
    for split, mask in ((4, -1), (UNEQUAL, -1), (4, 300)):
        digits = [0, *[3] * 400, split]
        values, kind, room = by_sieve(kernel, way, digits, 900, mask=mask)
        assert max(values) > 400
        assert (kind, room) == ("H", 512)
        assert values == by_definition(tuple(digits), 900)


@pytest.mark.parametrize("mask", [-1, 0x1B8])
@pytest.mark.parametrize("way", range(3))
@pytest.mark.parametrize("kind", "BH")
def test_long_stretches(way, kind, mask):
    """Some heaps from far apart, against the kernel that looks at all options; 440 is a mask that leaves few rare."""
    kernel, codes, spaces = installed("sieve"), installed("codes"), installed("spaces")
    if way > kernel.best_way():
        pytest.skip("not on this machine")
    size = 19_300 if way else 2_600
    expected, splits = array("I", bytes(4 * size)), array("q", [6])
    assert codes.fill(expected, 0, size, array("q", [0, 0, 0, 7]), array("I", bytes(4096)), 1 << 60) == size
    size = next((n for n, v in enumerate(expected) if v >> 8 * array(kind).itemsize), size)
    values = array(kind, expected[:size])
    mirror, wanted, three = values[::-1], values[:], array("q", [3])
    rares, rare_at = array(kind, values), array("I", bytes(4 * size))
    marks, parities = array("B", bytes(512 * (1 if mask < 0 else kernel.ROWS))), array("B", bytes(512))
    for start in range(5, size - 50, 256 if way else 700):
        stop = start + (2 if mask < 0 else 45)
        values[start:stop] = mirror[size - stop : size - start] = array(kind, [0] * (stop - start))
        state = array("q", [512, spaces.gather(wanted, start, max(mask, 0), 0, 0, rares, rare_at), mask, 0, 0, 0, 0])
        moves = three, three, splits, state
        assert kernel.fill(values, mirror, rares, rare_at, marks, parities, *moves, start, stop, 1 << 60, way) == stop
        assert values[start:stop] == wanted[start:stop]
    assert mirror == wanted[::-1]


@pytest.mark.parametrize("kernel", both("sieve"))
def test_what_the_sieve_refuses(kernel):
    def call(start=0, stop=4, way=0, kind="B", rooms=(256, 256), rares=(1, 1), **other):
        given = {"ends": (1,), "singles": (1,), "splits": (2,), "state": (1, 0, -1, 0, 0, 0, 0)} | other
        values, moves = array(kind, [0] * 4), [array("q", x) for x in given.values()]
        rare, room = (array(kind, [0] * rares[0]), array("I", [0] * rares[1])), [array("B", bytes(x)) for x in rooms]
        return kernel.fill(values, values[:], *rare, *room, *moves, start, stop, 99999, way)

    assert call() == 4
    assert call(rooms=(256 * kernel.ROWS, 256), state=(1, 0, 1, 1, 0, 0, 0)) in {3, 4}
    for wrong in (
        {"start": -1}, {"stop": 5}, {"start": 3, "stop": 2}, {"ends": (0,)}, {"singles": (0,)}, {"splits": (-1,)},
        {"state": (1, 0, -1)}, {"state": (0, 0, -1, 0, 0, 0, 0)}, {"state": (1, 2, -1, 0, 0, 0, 0)},
        {"rooms": (0, 0)}, {"rooms": (300, 300)}, {"rooms": (256, 512)}, {"state": (1, 0, 1, 0, 0, 0, 0)},
        {"rares": (1, 2)}, {"way": -1}, {"way": kernel.best_way() + 1}, {"kind": "I"},
        {"splits": (2, 4), "state": (1, 0, -1, 1, 0, 0, 0)},
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"cannot|no |fit"):
            call(**wrong)
