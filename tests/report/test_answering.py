"""Positions that no shipped law, table or search reaches: a law is proved on the way, or the refusal stays."""

import pytest

from grundy import LimitExceeded, allbut, nim, octal, outcome, ruleset, solve, subtraction, value
from grundy.games import expression
from grundy.laws.library import SHIPPED
from grundy.report.answering import Finding
from grundy.solver import solving


def values(takes, count, least=0):
    """Grundy values by the rules."""
    found = []
    for n in range(count):
        reached = {found[n - t] for t in range(1, n + 1) if takes(t)}
        found.append(next(g for g in range(n + 1) if g not in reached))
    return found


@pytest.mark.parametrize("taken", [{1, 3, 4}, {2, 7}, {1, 3, 8}, {3, 5, 9, 11}])
def test_subtraction_at_any_size_by_its_period(taken):
    small = values(lambda t: t in taken, 4000)
    period = next(p for p in range(1, 1000) if small[1000:2000] == small[1000 + p : 2000 + p])
    for n in (10**18, 10**18 + 1, 10**400 + 7):
        solved = solve(subtraction(taken)[n], limit=100)
        expected = small[2000 + (n - 2000) % period]
        assert (solved.grundy, solved.by) == (expected, "law proved")
        lost = (
            [t for t in sorted(taken, reverse=True) if small[2000 + (n - t - 2000) % period] == 0] if expected else []
        )
        assert [str(p) for p in solved.winning_options] == [str(subtraction(taken)[n - t]) for t in lost]


def test_sums_of_such_games():
    position = subtraction({2, 7})[10**18] + octal("0.156")[10**15]
    total = value(subtraction({2, 7})[10**18]) ^ value(octal("0.156")[10**15])
    assert value(position) == total
    assert outcome(position) == ("N" if total else "P")


def test_all_but_at_any_size():
    small = values(lambda t: t not in {2, 5}, 300)
    found = value(allbut({2, 5})[10**15 + 3])
    period = next(
        p for p in range(1, 100) if all(small[n + p] - small[n] == small[100 + p] - small[100] for n in range(100))
    )
    step, shift = small[100 + period] - small[100], (10**15 + 3 - 100) // period
    assert found == small[100 + (10**15 + 3 - 100) % period] + shift * step


def test_two_heaps_by_an_automaton():
    mine = ruleset("a, b -> a-t, b | a, b-2*t | a-t, b-2*t")
    solved = solve(mine[10**18, 10**17], limit=3)
    assert solved.by == "law proved"
    for p in solved.winning_options:
        assert outcome(p) == "P"


def test_what_has_no_law_is_refused_as_before():
    with pytest.raises(LimitExceeded, match="out of reach, and no law is known"):
        solve(octal("0.6")[10**12], laws=Finding(seconds=0.5))


def test_work_that_is_bounded_is_not_exceeded_by_a_proof():
    with pytest.raises(LimitExceeded):
        solve(subtraction({1, 3, 4})[10**18], work=1000, laws=Finding())
    with pytest.raises(LimitExceeded):
        solving.solve(subtraction({1, 3, 4})[10**18])


def test_a_law_is_looked_for_once(monkeypatch):
    library = Finding()
    calls = []
    studied = library._studied
    monkeypatch.setattr(library, "_studied", lambda *given: calls.append(given) or studied(*given))
    for n in (10**18, 10**19):
        solve(subtraction({5, 7})[n], laws=library)
    assert len(calls) == 1


def test_misere_play_of_one_component():
    mine = ruleset("n -> n-t where t in {2, 3, 4, 6}")
    lost = []
    for n in range(300):
        ways = [n - t for t in (2, 3, 4, 6) if n >= t]
        lost.append(bool(ways) and not any(lost[y] for y in ways))
    period = next(p for p in range(1, 100) if lost[100:200] == lost[100 + p : 200 + p])
    n = 10**18
    assert (outcome(mine[n], misere=True) == "P") == lost[100 + (n - 100) % period]


def test_the_shipped_library_looks_for_nothing():
    assert SHIPPED.sought(subtraction({1, 3, 4})) is None


def test_no_component_in_misere_play():
    assert (solve(nim[()], misere=True).outcome, solve(nim[()]).outcome) == ("N", "P")


def test_a_winning_move_is_listed_where_the_moves_are_too_many_to_be_looked_at():
    position = expression("coprime_nim[10**20]")
    solved = solve(position)
    assert (solved.winning_count, solved.complete) == (None, False)
    (option,) = solved.winning_options
    assert solving.outcome(option) == "P"
    assert solve(position, limit=0).winning_options == ()
    assert solve(position, work=10_000).winning_options == ()
