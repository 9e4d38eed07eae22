from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.oracles import blank, code_options, encode, from_options, linear_options, mex
from tests.kernels.uncompiled import both, installed

KERNELS = both("linear")
LINEAR = installed("linear")
NOTHING_ELSE = 1 << 60

NIM = (1, [([], [(0, [], [[0, 1, -1], [1, -1, 0]])], [[1, -1, 0]])])
KAYLES = (  # n -> a & b where n-2 <= a+b < n
    1,
    [
        (
            [],
            [(0, [], [[1, -1, 0, -1]]), (0, [], [[-1, 1, 1, 2], [1, -1, -1, -1]])],
            [[0, 1, 0, 0], [0, 0, 1, 0]],
        )
    ],
)
WYTHOFF = (  # a, b -> a-t, b | a, b-t | a-t, b-t
    2,
    [
        ([], [(0, [], [[0, 0, 1, -1], [1, 0, -1, 0]])], [[1, 0, -1, 0], [0, 1, 0, 0]]),
        ([], [(0, [], [[0, 0, 1, -1], [0, 1, -1, 0]])], [[1, 0, 0, 0], [0, 1, -1, 0]]),
        ([], [(0, [], [[0, 0, 1, -1], [1, 0, -1, 0], [0, 1, -1, 0]])], [[1, 0, -1, 0], [0, 1, -1, 0]]),
    ],
)


def fill(kernel, rules, shape, *, least=0, start=0, values=None, room=64, budget=NOTHING_ELSE, **more):
    heaps, clauses = rules
    program, sets = encode(heaps, clauses)
    size = shape[0] * shape[1]
    if values is None:
        values = blank(size)
    state = kernel.fill(values, *shape, least, start, size, program, sets, kernel.workspace(room), budget, **more)
    return values, state


@pytest.mark.parametrize("kernel", KERNELS)
def test_nim_and_kayles_on_one_heap(kernel):
    values, (reached, _, status) = fill(kernel, NIM, (50, 1))
    assert (values.tolist(), reached, status) == (list(range(50)), 50, kernel.DONE)
    values, _ = fill(kernel, KAYLES, (60, 1))
    assert values.tolist() == from_options(60, lambda n: code_options([0, 7, 7], n))


@pytest.mark.parametrize("kernel", KERNELS)
def test_wythoff_on_two_heaps(kernel):
    values, (_, _, status) = fill(kernel, WYTHOFF, (14, 30))
    assert status == kernel.DONE
    # first rows of OEIS A004481, and Wythoff's pairs
    assert values[:11].tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert values[30:41].tolist() == [1, 2, 0, 4, 5, 3, 7, 8, 6, 10, 11]
    zeros = {(i, j) for i in range(14) for j in range(i, 30) if values[30 * i + j] == 0}
    assert zeros == {(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20)}


@pytest.mark.parametrize("kernel", KERNELS)
def test_sets_of_every_kind(kernel):
    squares = [i * i for i in range(1, 12)]
    for kind, members in [(1, squares), (2, squares), (1, []), (2, []), (2, [0, 1, 2, 3])]:
        # without an inequality from below, t = 0 gives the position itself, and no move
        rules = (1, [([], [(kind, members, [[1, -1, 0]])], [[1, -1, 0]])])
        values, (_, _, status) = fill(kernel, rules, (80, 1), room=128)
        assert status == kernel.DONE
        expected = from_options(
            80, lambda n, k=kind, s=members: [(n - t,) for t in range(1, n + 1) if (t in s) == (k == 1)]
        )
        assert values.tolist() == expected


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_set_without_inequalities_is_bounded_by_itself(kernel):
    rules = (1, [([], [(1, [1, 3, 4], [])], [[1, -1, 0]])])
    values, _ = fill(kernel, rules, (21, 1))
    assert values.tolist() == 3 * [0, 1, 0, 1, 2, 3, 2]


@pytest.mark.parametrize("kernel", KERNELS)
def test_least_bounds_every_heap_and_the_empty_sum_is_zero(kernel):
    values, _ = fill(kernel, NIM, (9, 1), least=3)
    assert values.tolist() == list(range(9))
    below = (1, [([], [], [[1, -7]]), ([], [], [[1, -1]])])  # n -> n-7 | n-1
    values, (_, _, status) = fill(kernel, below, (20, 1), least=5)
    assert status == kernel.DONE
    assert values.tolist() == from_options(20, lambda i: [(i - t,) for t in (1, 7) if t <= i])
    take_all = (1, [([[1, -3]], [], [])])  # n >= 3 may be taken whole
    values, _ = fill(kernel, take_all, (6, 1))
    assert values.tolist() == [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize("kernel", KERNELS)
def test_the_statuses(kernel):
    up = (1, [([[-1, 5]], [], [[1, 1]])])  # n -> n+1 where n <= 5
    assert fill(kernel, up, (4, 1))[1][::2] == (0, kernel.MISSING)
    values = blank(4)
    values[1] = values[2] = 0
    assert fill(kernel, up, (3, 1), values=values, start=2)[1][::2] == (2, kernel.OUTSIDE)
    assert values[2] == kernel.UNKNOWN
    for rows in ([], [[0, 1, -1]]):
        unbounded = (1, [([], [(0, [], rows)], [[1, -1, 0]])])
        assert fill(kernel, unbounded, (4, 1))[1][::2] == (0, kernel.UNBOUNDED)
    values, (reached, _, status) = fill(kernel, NIM, (9, 1), room=4)
    assert (reached, status) == (5, kernel.NARROW)  # g(4) = 4 is found, and is too large to be an option's
    assert values.tolist() == [0, 1, 2, 3, 4, *[kernel.UNKNOWN] * 4]
    assert fill(kernel, NIM, (9, 1), start=reached, values=values, room=16)[1][::2] == (9, kernel.DONE)
    assert values.tolist() == list(range(9))
    assert fill(kernel, KAYLES, (99, 1), cell_budget=50)[1][2] == kernel.TOO_LARGE


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_heap_below_least_is_no_move_even_with_another_outside(kernel):
    rules = (1, [([], [], [[1, 5], [1, -9]]), ([], [], [[1, -9], [1, 5]])])  # n -> n+5 & n-9
    assert fill(kernel, rules, (8, 1))[1][::2] == (8, kernel.DONE)


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_variable_that_changes_nothing_costs_nothing(kernel):
    rules = (1, [([], [(0, [], [[0, -1, 10**15]])], [[1, 0, -1]])])
    values, (_, work, status) = fill(kernel, rules, (6, 1))
    assert (values.tolist(), status) == ([0, 1, 0, 1, 0, 1], kernel.DONE)
    assert work < 100


@settings(deadline=None)
@given(budget=st.integers(0, 400))
def test_the_budget_cuts_but_changes_nothing(budget):
    whole, _ = fill(LINEAR, WYTHOFF, (7, 9))
    values, reached, calls = blank(63), 0, 0
    while reached < 63:
        before = reached
        _, (reached, work, status) = fill(LINEAR, WYTHOFF, (7, 9), values=values, start=reached, budget=budget)
        assert reached > before
        assert status == (LINEAR.DONE if reached == 63 else LINEAR.BUDGET)
        assert status == LINEAR.DONE or work >= budget
        calls += 1
    assert values == whole
    assert calls <= 63


def test_programs_that_are_refused():
    good, sets = encode(*KAYLES)
    bad = [
        array("q"),
        array("q", [3, 0]),
        array("q", [1, -1]),
        array("q", [1, 1, 9, 1, 0]),
        array("q", [1, 1, 0, 17, 0]),
        good + array("q", [0]),
        array("q", [1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0]),  # a row of the variable does not name it
        array("q", [1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0]),  # a guard names a variable
        array("q", [1, 1, 1, 0, 0, 3, 0, 0, 0]),  # no kind of set
        array("q", [1, 1, 1, 0, 0, 1, 0, 1, 0]),  # no slice of the sets
        *(good[:n] for n in range(len(good))),
    ]
    for kernel in KERNELS:
        for program in bad:
            with pytest.raises(ValueError, match=r"program|clause|kind|slice"):
                kernel.fill(blank(5), 5, 1, 0, 0, 5, program, sets, kernel.workspace(8), 1)
        with pytest.raises(ValueError, match="ascend"):
            fill(kernel, (1, [([], [(1, [3, 1], [])], [[1, -1, 0]])]), (5, 1))


def test_bounds_that_are_refused():
    program, sets = encode(*NIM)
    room = LINEAR.workspace(8)
    for kernel in KERNELS:
        for shape, start, stop in [
            ((5, 2), 0, 5),
            ((-1, 1), 0, 0),
            ((5, 1), 0, 6),
            ((5, 1), 3, 2),
            ((9, 1), 0, 1),
        ]:
            with pytest.raises(ValueError, match=r"box|cannot fill"):
                kernel.fill(blank(5), *shape, 0, start, stop, program, sets, room, 1)
        with pytest.raises(ValueError, match="scratch"):
            kernel.fill(blank(5), 5, 1, 0, 0, 5, program, sets, array("q", bytes(8 * 80)), 1)


def rows(count, heaps, variables, level, *, small):
    """Rows over *heaps* and *variables* that end at *level* (-1: heaps alone)."""
    known = heaps + level if level >= 0 else heaps
    after = variables - level - 1 if level >= 0 else variables
    own = st.tuples(st.sampled_from([-2, -1, 1, 2, 3])) if level >= 0 else st.just(())
    row = st.tuples(st.tuples(*[small] * known), own, st.integers(-4, 4)).map(
        lambda t: [*t[0], *t[1], *[0] * after, t[2]]
    )
    return st.lists(row, max_size=count)


@st.composite
def clauses_of(draw, heaps, *, downward):
    small = st.integers(-1, 1)
    variables = draw(st.integers(0, 3 if heaps == 1 else 2))
    levels = []
    for level in range(variables):
        kind = draw(st.integers(0, 2))
        members = sorted(draw(st.sets(st.integers(0, 9), max_size=5))) if kind else []
        own = draw(rows(2, heaps, variables, level, small=small))
        cap = [0] * (heaps + variables + 1)
        cap[heaps + level], cap[-1] = -1, draw(st.integers(0, 6))
        levels.append((kind, members, [*own, cap]))
    parts = draw(st.integers(0, 3))
    outputs = []
    for _ in range(parts):
        for heap in range(heaps):
            row = [draw(small) for _ in range(heaps + variables)]
            if downward:
                row = [0] * heaps + [-abs(c) for c in row[heaps:]]
                row[heap] = 1
            constant = draw(st.integers(-3, -1 if downward and heap == 0 else 0 if downward else 3))
            outputs.append([*row, constant])
    return draw(rows(1, heaps, variables, -1, small=small)), levels, outputs


def check_against_definition(heaps, clauses, shape, least):
    cells = [(least + i,) if heaps == 1 else (least + i, least + j) for i in range(shape[0]) for j in range(shape[1])]
    known = {}
    values, (reached, work, status) = fill(LINEAR, (heaps, clauses), shape, least=least, room=1024)
    for index, x in enumerate(cells):
        options = list(linear_options(clauses, heaps, least, x, 10))
        missing = [p for option in options for p in option if p not in known]
        if missing:
            outside = any(not all(least <= y < least + s for y, s in zip(p, shape, strict=False)) for p in missing)
            inside = any(all(least <= y < least + s for y, s in zip(p, shape, strict=False)) for p in missing)
            assert reached == index
            assert status in ([LINEAR.OUTSIDE] * outside + [LINEAR.MISSING] * inside)
            break
        found = set()
        for option in options:
            nim_sum = 0
            for part in option:
                nim_sum ^= known[part]
            found.add(nim_sum)
        known[x] = mex(found)
        assert values[index] == known[x]
    else:
        assert (reached, status) == (len(cells), LINEAR.DONE)
    again, state = fill(KERNELS[1], (heaps, clauses), shape, least=least, room=1024)
    assert again == values
    assert state == (reached, work, status)


@settings(deadline=None)
@given(
    clauses=st.lists(clauses_of(1, downward=True), max_size=3),
    size=st.integers(0, 10),
    least=st.integers(0, 2),
)
def test_any_falling_rules_on_one_heap_as_defined(clauses, size, least):
    check_against_definition(1, clauses, (size, 1), least)


@settings(deadline=None)
@given(
    clauses=st.lists(clauses_of(2, downward=True), max_size=2),
    shape=st.tuples(st.integers(0, 5), st.integers(0, 5)),
    least=st.integers(0, 2),
)
def test_any_falling_rules_on_two_heaps_as_defined(clauses, shape, least):
    check_against_definition(2, clauses, shape, least)


@settings(deadline=None)
@given(
    heaps=st.integers(1, 2),
    data=st.data(),
    shape=st.tuples(st.integers(0, 5), st.integers(0, 5)),
    least=st.integers(0, 2),
)
def test_any_rules_as_defined_or_refused(heaps, data, shape, least):
    clauses = data.draw(st.lists(clauses_of(heaps, downward=False), max_size=2))
    check_against_definition(heaps, clauses, shape if heaps == 2 else (shape[0], 1), least)


@pytest.mark.slow
def test_wythoff_pairs_up_to_a_thousand():
    values, (_, _, status) = fill(LINEAR, WYTHOFF, (1000, 1000), room=4096)
    assert status == LINEAR.DONE
    zeros = [(i, j) for i in range(1000) for j in range(i, 1000) if values[1000 * i + j] == 0]
    seen, expected = set(), []
    while True:  # the smaller is the least number not used, the larger is as much more as there were pairs
        a = mex(seen)
        b = a + len(expected)
        if b >= 1000:
            break
        expected.append((a, b))
        seen |= {a, b}
    assert zeros == expected
