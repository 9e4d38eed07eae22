"""Rules whose moves go along lines: how they are read, and their tables."""

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grundy import LimitExceeded, expression, ruleset, table, value
from grundy.solver import linetables, store
from grundy.solver.lineartables import BoxTable
from grundy.solver.lines import Lines, Ray, Unlined, lines_of
from grundy.solver.linetables import LinesTable
from grundy.solver.store import Allowance, Store
from grundy.solver.tabling import Interrupted


def read(text, least=0):
    rules = expression(text) if "->" not in text else ruleset(text, least=least)
    return lines_of(rules.clauses(), rules.least)


def rays(*found):
    return {(r.step, r.first, r.length) for r in found}


ROW, COLUMN = ((0, 1), (0, 1), 0), ((1, 0), (1, 0), 0)


@pytest.mark.parametrize(
    ("text", "expected", "steps"),
    [
        ("wythoff", {ROW, COLUMN, ((1, 1), (1, 1), 0)}, ()),
        ("rook", {ROW, COLUMN}, ()),
        ("nim[:, :]", {ROW, COLUMN}, ()),
        ("king", set(), ((0, 1), (1, 0), (1, 1))),
        ("wythoff_r(2)", {ROW, COLUMN, *(((1, 1), o, 0) for o in [(1, 1), (1, 2), (2, 1)])}, ()),
        ("bash(5)[:, :]", {((0, 1), (0, 1), 5), ((1, 0), (1, 0), 5)}, ()),
        ("a, b -> a-2*t, b-t | a-1, b", {((2, 1), (2, 1), 0)}, ((1, 0),)),
        ("a, b -> a-3*t-1, b-2*t", {((3, 2), (1, 0), 0)}, ()),
        ("a, b -> a-t, b-u where t == 2*u+1", {((2, 1), (1, 0), 0)}, ()),
        ("a, b -> a-t, b where t % 2 == 1", {((2, 0), (1, 0), 0)}, ()),
        ("a, b -> a-t, b where t not in {2, 3} | a-2, b-1", {((1, 0), (4, 0), 0)}, ((1, 0), (2, 1))),
        ("a, b -> a-t, b where t <= 9 | a-t, b where 5 <= t <= 20", {((1, 0), (1, 0), 20)}, ()),
        ("a, b -> a-t, b where t <= 4 | a-t, b where t >= 5", {COLUMN}, ()),
        ("a, b -> a-t, b where t >= 6 | a-3, b", {((1, 0), (6, 0), 0)}, ((3, 0),)),
        ("a, b -> a-t, b-u where t+u == 2", set(), ((0, 2), (1, 1), (2, 0))),
        ("a, b -> a-t, b where t <= a", {COLUMN}, ()),
        ("a, b -> a-t, b where a >= t | a, b-2*t where b >= t", {COLUMN, ((0, 2), (0, 2), 0)}, ()),
    ],
)
@pytest.mark.parametrize("least", [0, 2])
def test_lines_are_read_by_what_the_rules_mean(text, expected, steps, least):
    found = read(text, least)
    assert rays(*found.rays) == expected
    assert found.steps == steps


@pytest.mark.parametrize(
    "text",
    [
        "a, b -> a-t, b where b >= 2",
        "a, b -> a-t, b where t <= b",
        "a, b -> a-t, b where a-t >= 3",
        "a, b -> a-s, b-t where s >= 1 and t >= 1",
        "a, b -> a-t, b where t in squares",
        "knight",
        "fibonacci_nim",
        "a, b -> a-2*t, b+t",
        "a, b -> a//2, b where a >= 1",
        "n -> n-t",
    ],
)
def test_other_rules_are_not_read_as_lines(text):
    with pytest.raises(Unlined):
        read(text)


def test_the_least_heap_makes_a_condition_void():
    assert rays(*read("a, b -> a-t, b where b >= 2", 2).rays) == {COLUMN}


def test_symmetry_and_membership():
    assert read("wythoff").symmetric
    assert not read("a, b -> a-t, b | a, b-t | a-2*t, b-t").symmetric
    ray = Ray((2, 1), (4, 2), 3)
    assert [t for t in product(range(12), range(8)) if t in ray] == [(4, 2), (6, 3), (8, 4)]
    assert (ray.near, Ray((1, 0), (1, 0), 9).near, Ray((2, 0), (1, 0), 9).near) == (1, 0, 8)
    assert not Lines((), ((1, 0), (0, 1))).endless


# ---------------------------------------------------------------- tables

AMOUNTS = ["t", "2*t", "3*t", "t+1", "2*t-1", "0", "1", "2"]
WHERES = ["", "t <= 3", "2 <= t <= 4", "t not in {1, 3}", "t in {1, 2, 5}", "t >= 2", "t % 2 == 1", "t <= a", "b >= 2",
          "t <= b", "a-t >= 2", "a >= b"]  # fmt: skip


@st.composite
def rule_texts(draw):
    alternatives = []
    for _ in range(draw(st.integers(1, 3))):
        p, q = draw(st.sampled_from(AMOUNTS)), draw(st.sampled_from(AMOUNTS))
        assume(p != "0" or q != "0")
        where = draw(st.sampled_from(WHERES))
        least = "t >= 1" if "t" in p + q else ""
        conditions = " and ".join(c for c in (least, where if "t" in p + q or "t" not in where else "") if c)
        alternatives.append(f"a-({p}), b-({q})" + (f" where {conditions}" if conditions else ""))
        if draw(st.booleans()):
            alternatives.append(f"a-({q}), b-({p})" + (f" where {conditions}" if conditions else ""))
    return "a, b -> " + " | ".join(alternatives)


def by_options(rules, rows, cols, terminal=0):
    known = {}
    for a, b in product(range(rules.least, rules.least + rows), range(rules.least, rules.least + cols)):
        after = {known[option[0]] for option in rules.options((a, b))}
        known[a, b] = next(v for v in range(len(after) + 1) if v not in after) if after else terminal
    return known


@settings(max_examples=60, deadline=None)
@given(
    text=rule_texts(), least=st.integers(0, 1), shape=st.tuples(st.integers(1, 8), st.integers(1, 8)), data=st.data()
)
def test_tables_of_random_rules_as_defined(text, least, shape, data):
    rules = ruleset(text, least=least)
    expected = by_options(rules, *shape)
    growing = Store().table(rules)
    first = data.draw(st.tuples(st.integers(1, shape[0]), st.integers(1, shape[1])))
    growing = store.new_table(rules)
    for rows, cols in (first, shape):
        growing.grow((least + rows - 1, least + cols - 1), Allowance())
    assert {c: growing[c] for c in expected} == expected
    axes = tuple(range(least, least + n) for n in shape)
    assert list(growing.part(axes)) == list(expected.values())


@settings(max_examples=25, deadline=None)
@given(text=rule_texts(), shape=st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_misere_tables_of_random_rules_as_defined(text, shape):
    rules = ruleset(text)
    region = rules[: shape[0], : shape[1]]
    assert list(table(region, misere=True).flat) == list(by_options(rules, *shape, terminal=1).values())


def test_both_kinds_of_table_are_among_them():
    assert isinstance(Store().table(expression("wythoff")), LinesTable)
    assert isinstance(Store().table(ruleset("a, b -> a-t, b where b >= 2 | a, b-1")), BoxTable)


@pytest.mark.parametrize(
    "text", ["wythoff", "a, b -> a-t, b | a, b-t | a-t, b-2*t", "a, b -> a-t, b where b >= 1 | a, b-t", "king"]
)
def test_growing_by_columns_and_rows_and_stopping_gives_the_same(text):
    rules = expression(text) if "->" not in text else ruleset(text)
    whole = store.new_table(rules)
    whole.grow((39, 69), Allowance())
    growing = store.new_table(rules)
    for tops in [(3, 5), (30, 5), (20, 50), (50, 20), (39, 69), (10, 10)]:
        growing.grow(tops, Allowance())
        assert tops in growing
        assert all(growing[a, b] == whole[a, b] for a, b in product(range(4), range(4)))
    for a, b in product(range(40), range(70)):
        assert growing[a, b] == whole[a, b]
        if isinstance(whole, LinesTable) and whole.symmetric:
            assert growing[b, a] == whole[a, b]


@pytest.mark.parametrize(
    "text", ["wythoff", "a, b -> a-t, b | a, b-t | a-t, b-2*t", "a, b -> a-t, b where b >= 1 | a-1, b-1"]
)
def test_stopped_and_gone_on(text, monkeypatch):
    monkeypatch.setattr(store, "_CHUNK", 100)
    rules = expression(text) if "->" not in text else ruleset(text)
    whole = store.new_table(rules)
    whole.grow((60, 60), Allowance())
    growing, told = store.new_table(rules), []

    def progress(done, total):
        told.append((done, total))
        if len(told) % 3 == 0:
            raise KeyboardInterrupt

    for tops in [(20, 30)] * 12 + [(60, 30)] * 8 + [(60, 60)] * 12:
        before = growing.shape
        try:
            growing.grow(tops, Allowance(progress=progress))
        except KeyboardInterrupt:
            assert growing.shape[0] >= before[0]
        rows, cols = growing.shape
        assert all(growing[a, b] == whole[a, b] for a, b in product(range(rows), range(cols)))
    assert told


def test_ctrl_c_in_a_table_gives_whole_rows(monkeypatch):
    monkeypatch.setattr(store, "_CHUNK", 1000)

    def progress(done, total):
        if done > total // 2:
            raise KeyboardInterrupt

    rules = ruleset("a, b -> a-t, b | a, b-t | a-3*t, b-5*t")
    with pytest.raises(Interrupted) as caught:
        table(rules[:50, :40], progress=progress)
    rows = len(caught.value.partial.region.axes[0])
    assert 25 <= rows < 50
    assert caught.value.partial.values == table(rules[:50, :40]).values[:rows]


def test_parts_of_a_symmetric_table():
    rules = expression("wythoff")
    for region in (rules[3:40, 7:9], rules[30:40, :5], rules[5, 10:20], rules[10:20, 5], rules[9:30, 9:30]):
        found = table(region)
        assert list(found.flat) == [value(rules[c]) for c in region.components()]


def test_too_wide_for_the_memory_is_refused(monkeypatch):
    monkeypatch.setattr(linetables, "_MOST_BYTES", 10_000)
    growing = store.new_table(expression("wythoff"))
    growing.grow((9, 9), Allowance())
    with pytest.raises(LimitExceeded, match="memory beside its values, for 2,001 columns"):
        growing.grow((20, 2000), Allowance())
    assert growing[3, 5] == 0
    assert growing[9, 9] == value(expression("wythoff[9, 9]"))


def test_values_take_the_narrowest_type():
    growing = store.new_table(expression("rook"))
    growing.grow((20, 20), Allowance())
    assert growing.values.typecode == "B"
    growing.grow((20, 300), Allowance())
    assert growing.values.typecode == "H"
    assert growing[20, 300] == 20 ^ 300


@pytest.mark.slow
def test_wythoff_a_thousand_by_a_thousand():
    growing = store.new_table(expression("wythoff"))
    growing.grow((999, 999), Allowance())
    rules = expression("wythoff")
    generic = BoxTable(rules, rules.clauses())
    generic.grow((399, 399), Allowance())
    axes = (range(400), range(400))
    assert list(growing.part(axes)) == list(generic.part(axes))
    zeros = [(a, b) for a in range(1000) for b, v in enumerate(growing.part((range(a, a + 1), range(1000)))) if not v]
    used, pairs = set(), []
    for i in range(1000):  # the smaller is the least number not used, the larger is i more
        small = next(n for n in range(2000) if n not in used)
        pairs.append((small, small + i))
        used |= {small, small + i}
    below = {p for pair in pairs for p in (pair, pair[::-1]) if max(p) < 1000}
    assert zeros == sorted(below)
