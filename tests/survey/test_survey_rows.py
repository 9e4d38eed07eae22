import csv
from pathlib import Path

import pytest

from grundy import table
from grundy.survey import examining
from grundy.survey.equalities import with_equalities
from grundy.survey.examining import checkpoints, examine, prefix_digests
from grundy.survey.families import Member, Survey, members, ruleset_of

KNOWN = Path(__file__).resolve().parent.parent / "known" / "octal_periods.csv"


def known():
    with KNOWN.open(encoding="utf-8") as lines:
        return {row["code"]: (int(row["period"]), int(row["preperiod"])) for row in csv.DictReader(lines)}


def rows_of(survey):
    return [examine(survey, member) for member in members(survey)]


def by_code(survey):
    return {row["code"]: row for row in with_equalities(rows_of(survey), survey.heaps)}


def brute(survey, member, top):
    rules = ruleset_of(survey, member)
    return table(rules, top, laws=False).values


def test_codes_of_two_digits_have_the_published_periods():
    survey = Survey("octal", 2, heaps=1500)
    published = {code: entry for code, entry in known().items() if 2 * sum(entry) + 2 <= 1500}
    some = [m for m in members(survey) if m.code in published]
    assert len(some) >= 25
    for member in some:
        code, (period, preperiod), row = member.code, published[member.code], examine(survey, member)
        assert (row["status"], row["saltus"]) == ("proved", 0)
        assert (row["period"], row["preperiod"]) == (period, preperiod), code


@pytest.mark.slow
def test_codes_of_three_digits_have_the_published_periods():
    survey = Survey("octal", 3, heaps=8000)
    entries = {code: entry for code, entry in known().items() if 2 * sum(entry) + 3 <= 8000}
    some = [m for m in members(survey) if m.code in entries]
    assert len(some) >= 75
    for member in some:
        row = examine(survey, member)
        assert row["status"] == "proved"
        assert (row["period"], row["preperiod"]) == entries[member.code], member.code


def test_a_period_too_long_for_the_heaps_is_unknown_and_never_guessed():
    for code in ("0.16", "0.56", "0.127"):
        row = examine(Survey("octal", 3, heaps=2000), Member(0, code))
        assert row["status"] == "unknown"
        assert row["period"] is row["preperiod"] is row["law"] is row["law_digest"] is None
        assert row["to_heap"] == 2000


def test_a_row_is_proved_from_the_very_heap_on_at_which_the_theorem_holds():
    # 2 * preperiod + 2 * period + digits values are needed: 2*71 + 2*12 + 2 = 168 of Kayles
    for heaps, status in ((166, "checked"), (167, "proved")):
        row = examine(Survey("octal", 2, heaps=heaps), Member(0, "0.77"))
        assert row["status"] == status
        assert (row["period"], row["preperiod"], row["to_heap"]) == (12, 71, heaps)


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.45", "0.6", "0.04", "4.44", "0.0", "4.005"])
def test_counts_are_those_of_brute_force(code):
    survey = Survey("octal", 3, heaps=1500)
    row = examine(survey, Member(0, code))
    values = brute(survey, Member(0, code), 1500)
    start = row["preperiod"] if row["status"] == "proved" else 1501 // 2
    last = {v: max(n for n, w in enumerate(values) if w == v) for v in set(values)}
    rare = {v for v, n in last.items() if n < start}
    assert row["first_values"] == values[:32]
    assert row["distinct_values"] == len(last)
    assert row["largest"] == max(values)
    assert row["largest_at"] == values.index(max(values))
    assert row["rare_values"] == len(rare)
    assert row["rare_heaps"] == sum(v in rare for v in values)
    assert row["last_rare"] == max((last[v] for v in rare), default=None)
    assert row["prefix_digests"] == prefix_digests(values, 0, 1500)


@pytest.mark.parametrize("kind", ["subtraction", "allbut"])
def test_sets_are_proved_and_their_rows_are_the_values(kind):
    survey = Survey(kind, 4, heaps=400)
    for member in members(survey):
        row = examine(survey, member)
        values = brute(survey, member, 400)
        assert row["status"] == "proved"
        assert row["first_values"] == values[:32]
        p, n0, s = row["period"], row["preperiod"], row["saltus"]
        assert all(values[n + p] == values[n] + s for n in range(n0, 401 - p))
        assert row["prefix_digests"] == prefix_digests(values, 0, 400)
        assert row.get("largest") == (None if s else max(values))


def test_arithmetic_periods_that_no_theorem_proves_are_only_checked():
    row = examine(Survey("hexadecimal", 1, heaps=300), Member(0, "8.A"))
    assert row["status"] in ("checked", "proved")
    assert (row["period"], row["saltus"]) == (1, 1)
    if row["status"] == "checked":
        assert row["law_digest"] is None
        assert "largest" not in row


@pytest.mark.parametrize(
    ("code", "period", "saltus"), [("0.8", 3, 1), ("0.13FF", 7, 4), ("0.137F", 2, 1), ("8.D", 24, 16), ("C.9", 8, 4)]
)
def test_arithmetic_periods_of_hexadecimal_codes_hold_by_brute_force_and_are_not_called_proved(code, period, saltus):
    row = examine(Survey("hexadecimal", 4, heaps=200), Member(0, code))
    values = definition([int(d, 16) for d in code.replace(".", "")], 200)
    n0 = row["preperiod"]
    assert (row["status"], row["period"], row["saltus"], row["to_heap"]) == ("checked", period, saltus, 200)
    assert row["first_values"] == values[:32]
    assert row["prefix_digests"] == prefix_digests(values, 0, 200)
    assert all(values[n + period] == values[n] + saltus for n in range(n0, 201 - period))
    assert n0 == 0 or values[n0 - 1 + period] != values[n0 - 1] + saltus
    assert "no theorem" in row["why"]


def test_a_period_that_fits_to_heap_1000_and_not_to_1001_is_not_called_proved():
    row = examine(Survey("hexadecimal", 1, heaps=1000), Member(0, "0.E"))
    assert (row["status"], row["period"], row["saltus"]) == ("checked", 453, 256)
    row = examine(Survey("hexadecimal", 1, heaps=1001), Member(0, "0.E"))
    assert (row["status"], row["period"]) == ("unknown", None)


def definition(digits, top):
    """The values of a code, from all its moves."""
    g = []
    for n in range(top + 1):
        reached = set()
        for rest, d in ((n - t, d) for t, d in enumerate(digits[: n + 1])):
            reached |= {0} if d & 1 and not rest else set()
            reached |= {g[rest]} if d & 2 and rest else set()
            reached |= {g[a] ^ g[rest - a] for a in range(1, rest // 2 + 1)} if d & 4 else set()
            reached |= three_heaps(g, rest) if d & 8 else set()
        g.append(next(v for v in range(n + 2) if v not in reached))
    return g


def three_heaps(g, rest):
    return {g[a] ^ g[b] ^ g[rest - a - b] for a in range(1, rest // 3 + 1) for b in range(a, (rest - a) // 2 + 1)}


def test_rules_with_another_law_than_a_period_have_it():
    survey = Survey("rules", rules="blackboard", params=(("k", "2..3"),), heaps=200)
    for member, row in zip(members(survey), rows_of(survey), strict=True):
        assert row["status"] == "proved"
        assert row["period"] is None
        assert "g(" in row["law"]
        assert row["least"] == 1
        assert row["first_values"] == brute(survey, member, 40)[:32]


def test_games_on_two_heaps_have_a_law_and_no_values():
    row = examine(Survey("rules", rules="wythoff", heaps=20), Member(0, "wythoff"))
    assert row["status"] == "proved"
    assert row["first_values"] is None
    assert row["law_digest"] is None  # the law is of outcomes


def test_a_table_ends_where_the_work_does():
    full = examine(Survey("octal", 2, heaps=3000), Member(0, "0.06"))
    row = examine(Survey("octal", 2, heaps=3000, work=10_000), Member(0, "0.06"))
    assert row["status"] == "unknown"
    assert 0 < row["to_heap"] <= 3000
    assert "--work" in row["why"] or row["to_heap"] == 3000
    assert row["first_values"] == full["first_values"][: len(row["first_values"])]


def test_a_broken_game_has_an_error_and_no_exception(monkeypatch):
    row = examine(Survey("octal", 2), Member(3, "0.9"))
    assert row["status"] == "error"
    assert "hexadecimal" in row["error"]
    assert row["seconds"] >= 0

    def broken(*_):
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(examining, "_seen", broken)
    row = examine(Survey("octal", 2), Member(3, "0.7"))
    assert (row["id"], row["status"], row["error"]) == (3, "error", "ZeroDivisionError: by zero")


# ---------------------------------------------------------------- equal games


def test_equal_games_are_those_with_equal_values():
    survey = Survey("octal", 2, heaps=700)
    rows = by_code(survey)
    values = {m.code: tuple(brute(survey, m, 700)) for m in members(survey)}
    codes = [m.code for m in members(survey)]
    for code, row in rows.items():
        same = [c for c in codes if values[c] == values[code]]
        proved = [c for c in same if rows[c]["status"] == "proved"]
        not_proved = [c for c in same if rows[c]["status"] != "proved"]
        before = same[: same.index(code)]
        if row["status"] == "proved":
            assert row["same_as"] == (None if proved[0] == code else proved[0])
            assert row["same_count"] == len(proved)
            before = [c for c in before if c in not_proved]
        else:
            assert row["same_as"] is row["same_count"] is None
        assert row["agrees_with"] == (before[0] if before else None)
        assert row["agrees_to"] == (700 if before else None)


def test_0_161_and_0_36_agree_for_519_heaps_and_are_not_called_equal():
    pair = [Member(0, "0.161"), Member(1, "0.36")]
    for heaps, agree in ((400, 400), (518, 518), (519, None), (2000, None)):
        survey = Survey("octal", 3, heaps=heaps)
        rows = with_equalities([examine(survey, m) for m in pair], heaps)
        assert [row["same_as"] for row in rows] == [None, None]
        assert [row["agrees_to"] for row in rows] == [None, agree]


def test_games_that_were_not_followed_as_far_are_compared_up_to_there():
    def row(i, values, law=None):
        return {"id": i, "code": str(i), "law_digest": law, "prefix_digests": prefix_digests(values, 0, 2000)}

    values = [n % 7 for n in range(2001)]
    other = values[:1500] + [9] * 501
    rows = with_equalities([row(0, values, b"x"), row(1, values[:600]), row(2, other), row(3, values[:100])], 2000)
    assert checkpoints(2000) == [255, 511, 1023, 2000]
    assert [r["agrees_with"] for r in rows] == [None, "0", "1", None]
    assert [r["agrees_to"] for r in rows] == [None, 511, 511, None]


def test_proved_games_of_different_laws_do_not_agree_even_where_their_first_values_do():
    values = [0, 1] * 200
    rows = [
        {"id": i, "code": str(i), "law_digest": law, "prefix_digests": prefix_digests(values, 0, 300)}
        for i, law in enumerate((b"x", b"y"))
    ]
    assert [r["agrees_with"] for r in with_equalities(rows, 300)] == [None, None]


def primes_with_multiplicity(n):
    return sum(1 for p in range(2, n + 1) for k in range(1, 14) if n % p**k == 0 and all(p % d for d in range(2, p)))


def place_among_primes(n):
    """The number of primes up to the least prime factor of n."""
    primes = [p for p in range(2, n + 1) if all(p % d for d in range(2, int(p**0.5) + 1))]
    return next((i for i, p in enumerate(primes, 1) if n % p == 0), 0)


@pytest.mark.parametrize(
    ("text", "least", "largest_to"),
    [
        # the most prime factors has the largest power of 2
        ("n -> d where d in proper_divisors(n)", 1, lambda top: (top.bit_length() - 1, 1 << (top.bit_length() - 1))),
        # the largest least prime factor has the largest prime
        ("coprime_nim", None, lambda top: max((place_among_primes(n), -n) for n in range(top - 40, top + 1))),
    ],
)
def test_rows_of_checked_laws_go_as_far_as_the_check(text, least, largest_to):
    row = examine(Survey("rules", rules=text, least=least, heaps=5000), Member(0, text))
    top = row["to_heap"]  # how far a check goes depends on the time
    assert row["status"] == "checked"
    assert top > 500
    assert row["why"].startswith(f"it fits all values up to {top} and is not proved")
    largest, at = largest_to(top)
    assert (row["largest"], row["largest_at"]) == (largest, abs(at))
    assert "rare_values" not in row


def test_the_law_of_divisor_replacement_counts_with_multiplicity():
    row = examine(Survey("rules", rules="divisor_replacement", heaps=64), Member(0, "divisor_replacement"))
    assert row["law"] == "g(n) = bigomega(n)"
    assert row["first_values"] == [primes_with_multiplicity(n) for n in range(1, 33)]


def test_rows_of_proved_laws_that_are_no_periods_go_to_the_last_heap():
    row = examine(Survey("rules", rules="halving", heaps=5000), Member(0, "halving"))
    assert (row["status"], row["to_heap"], row["largest"], row["largest_at"]) == ("proved", 5000, 2500, 5000)


def test_a_checked_law_that_the_values_of_the_survey_refute_is_none():
    law = {"kind": "arithmetic", "name": "omega", "args": [], "shift": 0, "least": 1}
    values = [primes_with_multiplicity(n) for n in range(1, 40)]
    seen = examining._Seen(values, "checked", law=law, formula="f", why="it fits all values up to 20 and is not proved")
    held = examining._by_law(seen, 1, 20)
    assert (held.status, len(held.values), held.why) == ("checked", 39, "it fits all values up to 39 and is not proved")
    values[30] += 1
    failed = examining._by_law(seen, 1, 20)
    assert (failed.status, failed.law) == ("unknown", None)
    assert failed.why.startswith("f fits the values below 31 only")


def test_a_checked_period_has_its_columns():
    law = {"kind": "periodic", "preperiod": 1, "period": 2, "saltus": 0, "values": [5, 0, 1], "least": 0}
    held = examining._by_law(examining._Seen((5, 0, 1, 0), "checked", law=law, why="it fits all values up to 9 "), 0, 9)
    assert (held.fit.preperiod, held.fit.period, held.fit.saltus) == (1, 2, 0)
    assert held.values == (5, 0, 1, 0, 1, 0, 1, 0, 1, 0)
    row = examining._columns(held, 0, Survey("rules", rules="n", heaps=9))
    assert (row["period"], row["to_heap"], row["largest"], row["rare_values"], row["last_rare"]) == (2, 9, 5, 1, 0)
