"""Tables of regions, and how they grow."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.solver.oracle import FIXED, components, games, grundy

from grundy import Interrupted, LimitExceeded, expression, ruleset, solve, table, value
from grundy.solver import store, valuing
from grundy.solver.store import Store

REGIONS = [
    "kayles[5:30]",
    "wythoff[3, :20]",
    "wythoff[:20, 3]",
    "wythoff[3:9, 5:12]",
    "wythoff[4, 7]",
    "blackboard(3)[7:40]",
    "divisor_nim[3:20]",
    "subtraction({1, 3, 8})[10:40]",
    "take_a_square[17:18]",
    "euclid[2:9, :7]",
    "race(2, 5, 40)[:50]",
    "race(2, 5, 40)[20:30]",
    "moore(2)[:4, :3, :4]",
    "moore(2)[:4, 2, 1:5]",
    "nim[:4, :4, :4]",
    "nim[2, :4, :4]",
    "king[5:8, 2:9]",
    "knight[:8, 3:11]",
    "bishop[2:5, 2:9]",
    "fibonacci_nim[3:20]",
    "fibonacci_nim[3:9, 2:5]",
    "lasker[3:12]",
    'hexadecimal("0.3F")[4:15]',
    "halving[3:30]",
    "bash(4)[3:30]",
]


@pytest.mark.parametrize("text", [t for t in REGIONS if ":" in t])
def test_a_region_holds_the_value_of_each_component(text):
    region = expression(text)
    found = table(region)
    assert list(found.flat) == [value(region.ruleset[c]) for c, _ in found.items()]
    assert list(found.flat) == [solve(region.ruleset[c], limit=0).grundy for c in region.components()]
    flat = found.values
    for _ in region.shape[1:]:
        flat = [x for row in flat for x in row]
    assert tuple(flat) == found.flat
    assert len(found.flat) == region.size


@pytest.mark.parametrize("text", [t for t in REGIONS if ":" in t][:16])
def test_a_region_of_misere_values(text):
    region = expression(text)
    if region.size <= 40 and "kayles" not in text:
        found = table(region, misere=True)
        assert list(found.flat) == [value(region.ruleset[c], misere=True) for c in region.components()]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(games(), st.data())
def test_boxes_against_brute_force(game, data):
    rules = expression(game.text)
    starts = data.draw(components(game, small=True))
    lengths = data.draw(st.tuples(*[st.integers(1, 5 if game.heaps > 1 else 20)] * game.heaps))
    if game.text == "fibonacci_nim":
        starts = (starts[0], starts[1] + 1)
    region = rules[tuple(slice(s, s + n) for s, n in zip(starts, lengths, strict=True))]
    found = table(region)
    assert [v for _, v in found.items()] == [grundy(game, c) for c, _ in found.items()]


@pytest.fixture
def fresh(monkeypatch):
    """A store that nobody has asked."""

    def make():
        monkeypatch.setattr(valuing, "SHARED", Store())

    make()
    return make


GROWING = [
    *[name for name in FIXED if name != "grundy_game"],
    *["subtraction({1, 3, 8})", "allbut({1, 2})", "wythoff_r(2)", 'octal("0.137")', "bash(3)", "blackboard(2)"],
]


def region_of(text, top):
    rules = expression(text)
    axes = 1 if text == "fibonacci_nim" else rules.heaps
    return rules[(slice(rules.least, rules.least + top),) * axes]


@pytest.mark.parametrize("text", GROWING)
def test_small_then_large_then_small_again(text, fresh):
    small, large = (5, 12) if expression(text).heaps == 2 else (10, 60)
    first = table(region_of(text, small)).values
    big = table(region_of(text, large)).values
    again = table(region_of(text, small)).values
    assert first == again
    fresh()
    assert table(region_of(text, large)).values == big
    fresh()
    *_, last = region_of(text, 7).components()
    solve(expression(text)[last])
    assert table(region_of(text, large)).values == big


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(["wythoff", "king", "knight", "euclid", "rook", "wythoff_r(2)"]),
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=2, max_size=4),
)
def test_boxes_of_other_shapes_after_each_other(text, shapes):
    game = FIXED.get(text)
    for a, b in shapes:
        found = table(expression(text)[:a, :b])
        if game:
            assert found.values == [[grundy(game, (x, y)) for y in range(b)] for x in range(a)]
        else:
            assert list(found.flat) == [value(expression(text)[c]) for c in found.region.components()]


# ---------------------------------------------------------------- interruption


@pytest.mark.parametrize("text", ["divisor_nim[1:2000]", "euclid[:70, :60]", "divisor_replacement[1:1500]"])
def test_ctrl_c_gives_what_was_done(text):
    region = expression(text)
    calls = 0

    def progress(done, total):
        nonlocal calls
        calls += 1
        assert 0 < done <= total
        if calls == 2:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        table(region, progress=progress)
    partial = caught.value.partial
    assert partial is not None
    assert 0 < len(partial.flat) < region.size
    whole = table(region)
    assert partial.flat == whole.flat[: len(partial.flat)]
    assert partial.region.axes[0].start == region.axes[0].start
    assert len(partial.flat) == partial.region.size


def test_ctrl_c_in_a_kernel_gives_what_was_done(monkeypatch):
    monkeypatch.setattr(store, "_CHUNK", 2000)
    rules = ruleset("n -> n-t where t in {1, 5, 23, 29}")
    calls = 0

    def progress(done, total):
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        table(rules[100:5000], progress=progress)
    partial = caught.value.partial
    assert partial is not None
    assert 100 < len(partial.flat) < 4900
    whole = table(rules[100:5000])
    assert partial.flat == whole.flat[: len(partial.flat)]
    assert len(whole.flat) == 4900


def test_ctrl_c_before_the_first_value():
    def progress(done, total):
        raise KeyboardInterrupt

    region = ruleset("a, b -> a-t, b | a, b-2*t | a-t, b-t where t <= 3")[:60, :60]
    with pytest.raises(Interrupted):
        table(region, progress=progress)
    assert table(region).values[0][:4] == [0, 0, 1, 1]


def test_work_that_is_too_little_and_then_enough():
    rules = ruleset("n -> a & b where a+b == n-1 and 1 <= a")
    with pytest.raises(LimitExceeded, match="work"):
        table(rules, 500, work=1000)
    found = table(rules, 60).values
    naive = []
    for n in range(61):
        after = {naive[a] ^ naive[n - 1 - a] for a in range(1, n)}
        naive.append(min(set(range(len(after) + 1)) - after))
    assert found == naive


@pytest.mark.parametrize(
    ("text", "work"),
    [
        ("a, b -> a-t, b | a, b-t | a-3*t, b-t", 40_000),  # along lines
        ("a, b -> a-t, b | a, b-t | a-3*t, b-t where b >= 2", 400_000),
    ],
)
def test_a_box_that_was_stopped_keeps_its_whole_rows_and_never_the_wrong_ones(text, work, monkeypatch):
    from grundy.solver.tabling import TableCut

    monkeypatch.setattr(store, "_CHUNK", 10_000)
    rules = ruleset(text)
    with pytest.raises(TableCut) as cut:
        table(rules, 120, work=work)
    partial = cut.value.partial
    assert 0 < partial.region.axes[0].stop <= 120
    full = table(rules, 120).values
    assert partial.values == full[: partial.region.axes[0].stop]
    with pytest.raises(TableCut) as cut:  # a wider box, stopped before it has as many rows as the table had
        table(rules[:60, :400], work=work)
    wide = cut.value.partial
    if wide is not None:
        assert [row[:121] for row in wide.values] == full[: wide.region.axes[0].stop]
    assert table(rules, 120).values == full


@pytest.mark.parametrize(
    ("where", "excluded"),
    [("t not in {1, 2}", {1, 2}), ("t not in {3, 5, 6}", {3, 5, 6}), ("t not in squares", {i * i for i in range(30)}),
     ("t >= 1 and t not in {-2, 4}", {4}), ("t not in {}", set())],
)  # fmt: skip
@pytest.mark.parametrize("least", [0, 3])
def test_all_but_a_set(where, excluded, least):
    rules = ruleset(f"n -> n-t where {where}", least=least)
    naive = {}
    for n in range(least, 200):
        after = {naive[n - t] for t in range(1, n - least + 1) if t not in excluded}
        naive[n] = min(set(range(len(after) + 1)) - after)
    assert table(rules, 50).values == [naive[n] for n in range(least, 51)]
    assert table(rules, 199).values == list(naive.values())
    assert table(rules[20:60]).values == [naive[n] for n in range(20, 60)]


def test_rules_that_only_look_like_all_but_a_set():
    for where, allowed in [("t not in {2} and t <= 5", lambda n, t: t != 2 and t <= 5),
                           ("t not in {2} and n >= 7", lambda n, t: t != 2 and n >= 7),
                           ("t not in {2} and n-t >= 3", lambda n, t: t != 2 and n - t >= 3)]:  # fmt: skip
        naive = []
        for n in range(60):
            after = {naive[n - t] for t in range(1, n + 1) if allowed(n, t)}
            naive.append(min(set(range(len(after) + 1)) - after))
        assert table(ruleset(f"n -> n-t where {where}"), 59).values == naive
