"""The method *period* against plain tables, and the traps of periods."""

import csv
import random
from pathlib import Path

import pytest

from grundy.games import expression
from grundy.prover import period
from grundy.prover.base import NotProved, digest
from grundy.prover.breaking import code_of
from grundy.prover.taking import Taken, taken
from grundy.rules.budget import Budget, OutOfBudget
from grundy.rules.family import ruleset
from grundy.solver.store import Allowance, CodeTable

KNOWN = Path(__file__).parents[1] / "known"


def mex(values):
    present, m = set(values), 0
    while m in present:
        m += 1
    return m


def subtraction_values(numbers, size):
    values = []
    for n in range(size):
        values.append(mex(values[n - t] for t in numbers if 0 < t <= n))
    return values


def all_but_values(excluded, size):
    values = []
    for n in range(size):
        values.append(mex(values[n - t] for t in range(1, n + 1) if t not in excluded))
    return values


def code_values(digits, size):
    values = []
    for n in range(size):
        found = set()
        for t, digit in enumerate(digits[: n + 1]):
            left = n - t
            if digit & 1 and left == 0:
                found.add(0)
            if digit & 2 and left:
                found.add(values[left])
            if digit & 4:
                found |= {values[a] ^ values[left - a] for a in range(1, left)}
            if digit & 8:
                found |= {
                    values[a] ^ values[b] ^ values[left - a - b] for a in range(1, left) for b in range(1, left - a)
                }
        values.append(mex(found))
    return values


def proved(rules, **more):
    proof = period.prove(rules, Budget(60), **more)
    certificate = proof.certificate
    assert certificate["method"] == "period"
    assert certificate["evidence"] == "proved"
    assert certificate["rules"] == {"text": rules.canonical, "parameters": []}
    assert certificate["hash"] == digest(certificate)
    assert proof.law.to_json() == certificate["law"]
    return certificate["law"]


def by_law(law, n):
    at = n
    if n >= law["preperiod"] + law["period"]:
        at = law["preperiod"] + (n - law["preperiod"]) % law["period"]
    return law["values"][at - law["least"]] + (n - at) // law["period"] * law["saltus"]


def require_minimal(law, values):
    """The law is that of the long table, with the least period and preperiod that it has."""
    least, n0, p, s = (law[key] for key in ("least", "preperiod", "period", "saltus"))
    assert [by_law(law, least + i) for i in range(len(values))] == values
    assert len(values) > 3 * (n0 + p)
    assert n0 == least or values[n0 - 1 - least + p] != values[n0 - 1 - least] + s
    tail = values[n0 - least :]
    for q in range(1, p):
        steps = {b - a for a, b in zip(tail, tail[q:], strict=False)}
        assert len(steps) > 1, (law, q)


def test_random_subtraction_sets():
    rng = random.Random(3)
    for _ in range(60):
        top = rng.choice([3, 6, 12])
        numbers = {rng.randint(1, top) for _ in range(rng.randint(1, 4))}
        law = proved(expression(f"subtraction({numbers})"))
        values = subtraction_values(numbers, max(300, 4 * (law["preperiod"] + law["period"])))
        require_minimal(law, values)


def test_random_all_but_sets():
    rng = random.Random(4)
    for _ in range(30):
        numbers = {rng.randint(1, 9) for _ in range(rng.randint(1, 4))}
        law = proved(expression(f"allbut({numbers})"))
        require_minimal(law, all_but_values(numbers, max(200, 4 * (law["preperiod"] + law["period"]))))


def test_random_codes():
    rng = random.Random(6)
    seen = 0
    for _ in range(60):
        digits = [rng.choice([0, 0, 0, 4]), *(rng.randint(0, 7) for _ in range(rng.randint(1, 3)))]
        game = expression(f'octal("{digits[0]}.{"".join(map(str, digits[1:]))}")')
        try:
            law = proved(game, largest=2000)
        except NotProved:
            continue
        end = law["preperiod"] + law["period"]
        if end > 150:
            continue
        seen += 1
        require_minimal(law, code_values(digits, 4 * end + 30))
    assert seen > 15


@pytest.mark.parametrize("code", ["0.8", "0.F", "0.0C", "8.1", "0.38", "4.08", "0.1A"])
def test_hexadecimal_codes_proved_or_not(code):
    game = expression(f'hexadecimal("{code}")')
    try:
        law = proved(game, largest=600)
    except NotProved as error:
        assert "period" in str(error)  # noqa: PT017
        return
    values = code_values([int(d, 16) for d in code.replace(".", "")], 90)
    assert [by_law(law, n) for n in range(90)] == values


def test_hexadecimal_arithmetic_period_stays_unproved():
    with pytest.raises(NotProved, match=r"so far g\(n\+\d+\) = g\(n\)\+\d+"):
        period.prove(expression('hexadecimal("0.137F")'), Budget(60), largest=700)


def test_no_period_is_looked_for_beyond_a_steady_arithmetic_one():
    with pytest.raises(
        NotProved, match=r"up to heap 2,047 \(so far g\(n\+3\) = g\(n\)\+1 from 1 on, which no theorem here"
    ):
        period.prove(expression('hexadecimal("0.8")'), Budget(60))


def test_a_table_that_is_there_is_grown_and_proves_the_same():
    code = expression('octal("0.45")')
    table = CodeTable(code)
    table.grow((300,), Allowance())
    given = period.prove(code, Budget(60), table=table).certificate
    assert table.known >= 2 * 498 + 2 * 20 + 2
    fresh = period.prove(code, Budget(60), table=CodeTable(expression('octal("0.77")'))).certificate  # not of the code
    assert all(given[key] == fresh[key] for key in ("rules", "law", "proof", "theorem"))


def known_codes(most, least=0):
    rows = csv.DictReader((KNOWN / "octal_periods.csv").read_text(encoding="utf-8").splitlines())
    return [
        (r["code"], int(r["preperiod"]), int(r["period"]))
        for r in rows
        if least < int(r["preperiod"]) + int(r["period"]) <= most
    ]


@pytest.mark.parametrize(("code", "preperiod", "length"), known_codes(1000))
def test_known_octal_periods(code, preperiod, length):
    law = proved(expression(f'octal("{code}")'))
    assert law["period"] == length
    assert law["preperiod"] in {preperiod, 0} if preperiod == 1 else law["preperiod"] == preperiod


@pytest.mark.slow
@pytest.mark.parametrize(("code", "preperiod", "length"), known_codes(10_000, 1000))
def test_known_octal_periods_that_are_long(code, preperiod, length):
    law = proved(expression(f'octal("{code}")'))
    assert (law["preperiod"], law["period"]) == (preperiod, length)


def known_games():
    rows = csv.DictReader((KNOWN / "periods.csv").read_text(encoding="utf-8").splitlines())
    return [(r["game"], int(r["preperiod"]), int(r["period"])) for r in rows if "powers" not in r["game"]]


@pytest.mark.parametrize(("game", "preperiod", "length"), known_games())
def test_known_periods(game, preperiod, length):
    law = proved(expression(game))
    assert (law["preperiod"], law["period"]) == (preperiod, length)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("n -> n-1 | n-3 | n-8", {1, 3, 8}),
        ("n -> n-t where t in {1, 3, 8}", {1, 3, 8}),
        ("n -> y where n-y in {1, 3, 8}", {1, 3, 8}),
        ("n -> n-t where t == 1 or t in {3, 8}", {1, 3, 8}),
        ("n -> n-t where 2 <= t <= 5", {2, 3, 4, 5}),
        ("n -> n-t where t in range(2, 6)", {2, 3, 4, 5}),
        ("n -> n-t where t in squares and t <= 20", {1, 4, 9, 16}),
        ("n -> n-2*t where t <= 4", {2, 4, 6, 8}),
        ("n -> n-t where t <= 9 and t % 2 == 1 | n-4", {1, 3, 4, 5, 7, 9}),
        ("n -> y where y < n and y+3 >= n", {1, 2, 3}),
        ("n -> n-t where t <= 3 and t <= n", {1, 2, 3}),
        ("n -> n-t where t > 5 and t < 3", set()),
    ],
)
@pytest.mark.parametrize("least", [0, 1, 3])
def test_ways_of_writing_a_finite_set(text, numbers, least):
    game = ruleset(text, least=least)
    assert taken(game, Budget()) == Taken(tuple(sorted(numbers)))
    law = proved(game)
    assert law["least"] == least
    require_minimal(law, subtraction_values(numbers, 4 * (law["preperiod"] + law["period"]) + 20))


@pytest.mark.parametrize(
    ("text", "excluded"),
    [
        ("n -> n-t where t not in {2, 5}", {2, 5}),
        ("n -> n-t where t != 2 and t != 5", {2, 5}),
        ("n -> n-t where not t in {2, 5}", {2, 5}),
        ("n -> n-t where t >= 4", {1, 2, 3}),
        ("n -> n-t where t >= 6 | n-1 | n-y where 3 <= y <= 4", {2, 5}),
        ("n -> y where y+3 < n", {1, 2, 3}),
    ],
)
@pytest.mark.parametrize("least", [0, 2])
def test_ways_of_writing_all_but(text, excluded, least):
    game = ruleset(text, least=least)
    assert taken(game, Budget()) == Taken(tuple(sorted(excluded)), all_but=True)
    law = proved(game)
    require_minimal(law, all_but_values(excluded, 4 * (law["preperiod"] + law["period"]) + 60))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("n -> a & b where n-2 <= a+b < n", "0.77"),
        ("n -> a & n-1-a | a & n-2-a", "0.77"),
        ("n -> a & b where a+b == n-2 and a <= b", "0.07"),
        ("n -> n-2-i & i", "0.07"),
        ("n -> n-1 where n == 1 | n-2 | a & b where a+b == n-3", "0.137"),
        ("n -> a & b where a+b == n and a >= 1 and b >= 1", "4.0"),
        ("n -> a & b where a+b == n-1 and 1 <= a <= b", "0.4"),
        ("n -> n-1 | a & b where a+b == n-2 and a >= 1 and b >= 1", "0.34"),
        ("n -> n-t where t in {1, 3} and t < n", "0.202"),
        ("n -> a & b where n-a-b in {1, 3}", "0.707"),
    ],
)
def test_rule_texts_that_are_codes(text, code):
    game = ruleset(text)
    assert code_of(game) == expression(f'octal("{code}")')
    law = proved(game)
    digits = [int(d) for d in code.replace(".", "")]
    assert [by_law(law, n) for n in range(150)] == code_values(digits, 150)


def test_a_code_on_heaps_from_1():
    law = proved(ruleset("n -> a & b where a+b == n-1", least=1))
    assert law["least"] == 1
    assert [by_law(law, n) for n in range(1, 150)] == code_values([0, 4], 150)[1:]


@pytest.mark.parametrize(
    "rules",
    [
        "grundy_game",
        "lasker",
        "halving",
        "wythoff",
        "take_a_square",
        'ruleset("n -> n-t where t % 2 == 1")',
        'ruleset("n -> n-t where t <= 3 and n >= 10")',
        'ruleset("n -> n-1 | n-2 where n % 3 == 0")',
        'ruleset("n -> a & b where a+b == n-1 and a >= 2")',
        "bash",
    ],
)
def test_rules_that_no_theorem_is_about(rules):
    with pytest.raises(NotProved, match="period"):
        period.prove(expression(rules), Budget(60))


def test_no_period_is_claimed_of_couples_are_forever():
    with pytest.raises(NotProved, match=r"up to heap 3,000"):
        period.prove(expression('octal("0.6")'), Budget(60), largest=3000)


def test_a_budget_ends_on_time_and_says_how_far():
    budget = Budget(1)
    with pytest.raises(OutOfBudget, match="none was found up to heap"):
        period.prove(expression('octal("0.6")'), budget)
    assert -budget.begun + __import__("time").monotonic() < 3


def test_the_check_of_codes_does_not_begin_at_0():
    """g(1) = g(0) and g(2) = g(1) are all the equations from 0 for period 1, and 0.4 does not have it."""
    assert code_values([0, 4], 4) == [0, 0, 0, 1]
    law = proved(expression('octal("0.4")'))
    assert (law["preperiod"], law["period"]) == (54, 34)
    assert period._code_settled(code_values([0, 4], 4), 2, 1, 0) is None


def test_windows_of_k_are_not_enough_for_all_but_sets():
    """All but {5}: 9 = 2K - 1 equations g(n+1) = g(n) + 1 hold from 5 on, and the tenth does not."""
    values = all_but_values({5}, 40)
    assert all(values[n + 1] == values[n] + 1 for n in range(5, 14))
    assert values[15] != values[14] + 1
    assert period._settled(values[:15], 0, 9, saltus=True) is not None
    assert period._settled(values[:15], 0, 10, saltus=True) is None


def test_161_and_36_differ_first_at_519():
    laws = [code_values_of(code, 600) for code in ("0.161", "0.36")]
    assert next(n for n in range(600) if laws[0][n] != laws[1][n]) == 519


def code_values_of(code, size):
    from grundy.solver.store import Allowance, new_table

    table = new_table(expression(f'octal("{code}")'))
    table.grow((size - 1,), Allowance())
    return list(table.values[:size])


@pytest.mark.parametrize(
    ("numbers", "length"),
    [(range(1, 3000, 2), 2), (range(1000, 4001), 5000), ([*range(1, 2001), 2500], 2001)],
)
def test_sets_of_thousands(numbers, length):
    law = proved(ruleset("n -> n-t where t in S", S=set(numbers)))
    assert (law["preperiod"], law["saltus"]) == (0, 0)
    assert law["period"] == length
    for n in range(0, 5 * length, max(1, length // 20)):
        assert by_law(law, n) == mex(by_law(law, n - t) for t in set(numbers) if t <= n)


def test_closed_form_of_intervals():
    assert "g(n) = floor((n mod 11)/3)" in period.prove(ruleset("n -> n-t where 3 <= t <= 8"), Budget()).theorem
    assert "g(n) = n mod 11" in period.prove(expression("bash(10)"), Budget()).theorem
    theorem = period.prove(ruleset("n -> n-t where 3 <= t <= 8", least=2), Budget()).theorem
    assert "g(n) = floor(((n - 2) mod 11)/3)" in theorem


def test_wrong_equations_are_never_let_through():
    with pytest.raises(AssertionError):
        period._require_equations([0, 1, 0, 2], 0, 2, 2, 0)
    with pytest.raises(AssertionError):
        period._require_equations([0, 1, 0], 0, 2, 2, 0)
