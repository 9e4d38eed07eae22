from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.oracles import mex
from tests.kernels.uncompiled import both, installed

KERNELS = both("lines")
LINES = installed("lines")
WITHOUT_END = 1 << 60
ROOK = [((0, 1), (0, 1), 0), ((1, 0), (1, 0), 0)]
QUEEN = [*ROOK, ((1, 1), (1, 1), 0)]


def near_of(step, first, length):
    if not length or first == step:
        return 0
    multiple = next((t for t in range(1, length) if first == (t * step[0], t * step[1])), length)
    return min(multiple, length) - 1


def encode(rays, cols):
    """The rays as the kernel reads them, and how many lines they need."""
    flat, at = [], 1
    for step, first, length in rays:
        ring = cols if step[0] else step[1]
        flat += [*step, *first, length, near_of(step, first, length), at, ring, int(step[0] < step[1])]
        at += max(step[0], 1) * ring
    return array("q", flat), at


class Filling:
    """A table that a kernel fills, in as many calls as it wants."""

    def __init__(self, kernel, rays, steps, shape, *, kind="I", symmetric=False, terminal=0, words=2):
        self.kernel, self.shape, self.symmetric, self.terminal, self.words = kernel, shape, symmetric, terminal, words
        self.rays, self.count = encode(rays, shape[1])
        self.steps = array("q", [n for step in steps for n in step])
        self.values = array(kind, [0]) * (shape[0] * shape[1])
        self.lines, self.lows = array("Q", bytes(8 * words * self.count)), array("I", bytes(4 * self.count))
        self.reached, self.work = 0, 0

    def board(self):
        return self.kernel.Board(
            self.shape[1], self.symmetric, self.terminal, self.rays, self.steps, self.lines, self.lows, self.words
        )

    def run(self, *, given=(0, 0), budget=WITHOUT_END):
        board, stop = self.board(), self.shape[0] * self.shape[1]
        while self.reached < stop:
            self.reached = board.fill(self.values, self.reached, stop, *given, budget)
            self.work += board.work
            if board.reason == self.kernel.WORDS:
                self.lengthen()
                board = self.board()
        return self.values.tolist()

    def lengthen(self):
        words = 2 * self.words - 1
        lines = array("Q", bytes(8 * words * self.count))
        for w in range(self.words):
            lines[w::words] = self.lines[w :: self.words]
        self.lines, self.words = lines, words


def by_definition(rays, steps, shape, terminal=0):
    found = {}
    for a in range(shape[0]):
        for b in range(shape[1]):
            after = set()
            for (p, q), (down, right), length in rays:
                y, t = (a - down, b - right), 0
                while min(y) >= 0 and (not length or t < length):
                    after.add(found[y])
                    y, t = (y[0] - p, y[1] - q), t + 1
            after |= {found[a - i, b - j] for i, j in steps if i <= a and j <= b}
            found[a, b] = mex(after) if after else terminal
    return list(found.values())


PAIRS = st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(any)
RAYS = st.one_of(
    st.tuples(PAIRS, PAIRS, st.sampled_from([0, 0, 1, 2, 3, 5])),
    PAIRS.flatmap(lambda d: st.tuples(st.just(d), st.just(d), st.sampled_from([0, 0, 2, 4]))),
    PAIRS.flatmap(lambda d: st.tuples(st.just(d), st.just((2 * d[0], 2 * d[1])), st.sampled_from([0, 2, 4]))),
)


@settings(deadline=None)
@given(
    rays=st.lists(RAYS, max_size=4),
    steps=st.lists(PAIRS, max_size=3),
    shape=st.tuples(st.integers(1, 9), st.integers(1, 9)),
    terminal=st.integers(0, 1),
    turned=st.booleans(),
)
def test_any_rays_and_steps_as_defined(rays, steps, shape, terminal, turned):
    if turned:
        rays = list(dict.fromkeys(rays + [(d[::-1], o[::-1], n) for d, o, n in rays]))
        steps = steps + [s[::-1] for s in steps]
        shape = tuple(sorted(shape))
    expected = by_definition(rays, steps, shape, terminal)
    works = set()
    for kernel in KERNELS:
        filling = Filling(kernel, rays, steps, shape, symmetric=turned, terminal=terminal)
        assert filling.run() == expected
        works.add((filling.work, filling.lines.tobytes(), filling.lows.tobytes()))
    assert len(works) == 1
    slowly = Filling(LINES, rays, steps, shape, symmetric=turned, terminal=terminal)
    assert slowly.run(budget=1) == expected  # a row a call


@settings(deadline=None)
@given(
    rays=st.lists(RAYS, max_size=3),
    steps=st.lists(PAIRS, max_size=2),
    shape=st.tuples(st.integers(1, 7), st.integers(1, 7)),
    known=st.tuples(st.integers(0, 7), st.integers(0, 7)),
    turned=st.booleans(),
)
def test_what_is_known_is_only_noted(rays, steps, shape, known, turned):
    if turned:
        rays = list(dict.fromkeys(rays + [(d[::-1], o[::-1], n) for d, o, n in rays]))
        steps = steps + [s[::-1] for s in steps]
        shape, known = tuple(sorted(shape)), tuple(sorted(known))
    known = (min(known[0], shape[0]), min(known[1], shape[1]))
    expected = by_definition(rays, steps, shape)
    for kernel in KERNELS:
        filling = Filling(kernel, rays, steps, shape, symmetric=turned)
        for a in range(known[0]):
            filling.values[a * shape[1] : a * shape[1] + known[1]] = array(
                "I", expected[a * shape[1] : a * shape[1] + known[1]]
            )
        assert filling.run(given=known) == expected


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("rays", [ROOK, QUEEN, [*QUEEN, ((1, 2), (1, 2), 0)]])
def test_values_above_a_word_ask_for_longer_rows(kernel, rays):
    filling = Filling(kernel, rays, [], (5, 150), kind="H")
    assert filling.run() == by_definition(rays, [], (5, 150))
    assert filling.words > 3


def test_a_row_that_begins_as_a_column():
    rays = [*QUEEN]
    filling = Filling(LINES, rays, [], (40, 60), symmetric=True)
    filling.rays[8] = -filling.rays[9 + 6]
    assert filling.run() == by_definition(rays, [], (40, 60))


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(
    "change",
    [
        {"shape": (0, 0)},
        {"values": array("I", [0])},
        {"words": 1},
        {"words": 7, "kind": "B"},
        {"rays": [0, 0, 1, 1, 0, 0, 1, 1, 0]},
        {"rays": [0, 1, 0, 0, 0, 0, 1, 1, 0]},
        {"rays": [0, 1, 0, 1, 0, 0, 1, 2, 0]},
        {"rays": [0, 1, 0, 1, 0, 3, 1, 1, 0]},
        {"rays": [0, -1, 0, 1, 0, 0, 1, 1, 0]},
        {"rays": [0, 1, 0, 1, 0, 0, 0, 1, 0]},
        {"rays": [1, 0, 1, 0, 0, 0, 5, 4, 0]},
        {"rays": [1, 0, 1, 0, 0, 0, 1, 4, -1]},
        {"rays": [0, 1, 0, 1, 0, 0, 1, 1, -1 << 40]},
        {"rays": [0, 1]},
        {"steps": [0, 0]},
        {"steps": [1, -1]},
        {"steps": [1]},
        {"terminal": 2},
        {"lows": array("I")},
        {"given": (1, 9)},
        {"start": 17},
        {"symmetric": True, "shape": (5, 3)},
    ],
)
def test_buffers_that_do_not_fit_are_refused(kernel, change):
    shape = change.get("shape", (4, 4))
    filling = Filling(kernel, ROOK, [], (5, 4))
    values = change.get("values", array(change.get("kind", "I"), [0]) * 20)

    def filled():
        board = kernel.Board(
            shape[1], change.get("symmetric", False), change.get("terminal", 0),
            array("q", change.get("rays", filling.rays)), array("q", change.get("steps", [])), filling.lines,
            change.get("lows", filling.lows), change.get("words", 2),
        )  # fmt: skip
        board.fill(values, change.get("start", 0), shape[0] * shape[1], *change.get("given", (0, 0)), 10**6)

    with pytest.raises(ValueError):
        filled()
