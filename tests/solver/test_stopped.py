"""What is kept and said of work that is stopped."""

import pytest

from grundy import Interrupted, expression, load_table, ruleset, solve, table
from grundy.solver import store
from grundy.solver.tabling import _stopped

SEARCHED = "a, b -> a-s, b-t where s+t >= 1 and s*t < 3"
BY_KERNEL = "a, b -> a-t, b | a, b-t | a-3*t, b-t where b >= 2"


def interrupt_after(count):
    def progress(done, _total):
        if done >= count:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize(
    ("text", "columns", "cells", "part"),
    [(SEARCHED, 280, 200, (1, 256)), (SEARCHED, 100, 500, (5, 100)), (BY_KERNEL, 280, 200, (1, 200))],
)
def test_rows_are_kept_and_of_the_first_one_a_part(text, columns, cells, part, monkeypatch, tmp_path):
    monkeypatch.setattr(store, "_CHUNK", 1)
    region = ruleset(text)[:30, :columns]
    store.SHARED.tables.pop(region.ruleset, None)
    with pytest.raises(Interrupted) as caught:
        table(region, progress=interrupt_after(cells))
    partial = caught.value.partial
    assert partial.region.shape == part
    assert caught.value.message == f"interrupted: the table goes to {part[0] - 1}, {part[1] - 1}"
    monkeypatch.setattr(store, "_CHUNK", 50_000_000)
    partial.save(tmp_path / "part")
    known = load_table(tmp_path / "part")
    done = table(region.ruleset[:1, : columns + 5], known=known)
    assert done.by == "file"
    assert done.values[0][: part[1]] == partial.values[0]
    assert done.values == table(region.ruleset[:1, : columns + 5]).values


def test_a_part_of_a_region_of_three_heaps_is_one_of_its_beginning():
    region = expression("nim[:3, :4, :5]")
    stopped = {
        count: _stopped(KeyboardInterrupt(), region, range(count), "normal", "table") for count in (0, 3, 12, 45)
    }
    axes = {count: one.partial and [len(axis) for axis in one.partial.region.axes] for count, one in stopped.items()}
    assert axes == {0: None, 3: [1, 1, 3], 12: [1, 2, 5], 45: [2, 4, 5]}
    assert all(one.partial is None or len(one.partial.flat) == one.partial.region.size for one in stopped.values())


def test_a_search_that_is_stopped_says_what_it_had_looked_at(monkeypatch):
    from grundy.rules.meter import Meter

    spend = Meter.spend

    def stopping(self, count=1):
        if self.spent > 1_000:
            raise KeyboardInterrupt
        spend(self, count)

    monkeypatch.setattr(Meter, "spend", stopping)
    with pytest.raises(KeyboardInterrupt) as caught:
        solve(expression('octal("0.6")[10**30]'), work=10**15)
    (note,) = caught.value.__notes__
    assert note.startswith("the search of octal(")
    assert " had looked at 1,0" in note


def test_a_table_that_is_stopped_says_what_it_had_looked_at(monkeypatch):
    monkeypatch.setattr(store, "_CHUNK", 1_000)
    with pytest.raises(KeyboardInterrupt) as caught:
        solve(expression('octal("0.6044")[10**5]'), work=10**12, progress=interrupt_after(100))
    assert "had looked at" in caught.value.__notes__[0]
