import pytest
from tests.checker.making import NIM, certificate, changed, changed_law, periodic

from grundy.checker.checking import check
from grundy.checker.period import _all_but, check_period
from grundy.checker.splits import code_options
from grundy.checker.taking import Taken
from grundy.checker.verdicts import Refuted, silent
from grundy.rules.codes import hexadecimal, octal


def mex(found):
    value = 0
    while value in found:
        value += 1
    return value


def subtraction_values(numbers, count):
    values = []
    for n in range(count):
        values.append(mex({values[n - t] for t in numbers if t <= n}))
    return values


def all_but_values(excluded, count):
    values = []
    for n in range(count):
        values.append(mex({values[y] for y in range(n) if n - y not in excluded}))
    return values


def code_values(digits, count):
    values = []
    for n in range(count):
        values.append(mex(code_options(digits, values, n)))
    return values


def law_of(values, preperiod, period, saltus=0):
    return periodic(values[: preperiod + period], preperiod, period, saltus)


def subtraction(numbers, preperiod, period):
    listed = ", ".join(map(str, numbers))
    values = subtraction_values(numbers, preperiod + period)
    return certificate(f"h1 -> h1-v1 where v1 in {{{listed}}}", law_of(values, preperiod, period), "period")


KAYLES = certificate('octal("0.77")', law_of(code_values((0, 7, 7), 100), 71, 12), "period")


@pytest.mark.parametrize(
    "data",
    [
        subtraction([1, 3, 8], 0, 11),
        subtraction([2, 5, 7], 0, 22),
        subtraction([2, 4, 7], 8, 3),
        subtraction([1, 2], 0, 3),
        subtraction([3, 5, 9], 14, 2),
        certificate("h1 -> h1-1 | h1-3 | h1-8", law_of(subtraction_values([1, 3, 8], 20), 0, 11), "period"),
        certificate("h1 -> h1-v1 where v1 <= 3 [least=2]", periodic([0, 1, 2, 3], 2, 4, least=2), "period"),
        certificate("h1 -> h1-v1 where 2 <= v1 <= 5", law_of(subtraction_values([2, 3, 4, 5], 9), 0, 7), "period"),
        certificate("h1 -> h1-v1 where v1 <= 0", law_of([0], 0, 1), "period"),
        certificate(NIM, law_of([0], 0, 1, 1), "period"),
        certificate(
            "h1 -> h1-v1 where v1 not in {1, 2}", law_of(all_but_values({1, 2}, 3), 0, 3, 1), "period", proof={"kind": "all but", "largest": 2}
        ),
        certificate("h1 -> h1-v1 where v1 not in {2, 3, 7}", law_of(all_but_values({2, 3, 7}, 4), 0, 4, 2), "period"),
        certificate("h1 -> h1-v1 where v1 in squares and v1 <= 10", law_of(subtraction_values([1, 4, 9], 5), 0, 5), "period"),
        certificate("h1 -> h1-v1 where v1 < 8 and v1%3 == 2", law_of(subtraction_values([2, 5], 9), 0, 7), "period"),
        KAYLES,
        changed(KAYLES, proof={"kind": "code", "code": 'octal("0.77")', "heaps": 2, "last": 2}),
        certificate("h1 -> v1 & v2 where h1-2 <= v1+v2 < h1", law_of(code_values((0, 7, 7), 83), 71, 12), "period", proof={"kind": "code"}),
        certificate('octal("0.137")', law_of(code_values((0, 1, 3, 7), 90), 52, 34), "period"),
        certificate('octal("4.0")', periodic([0, 0, 1], 1, 2), "period"),
        certificate('octal("0.0")', periodic([0], 0, 1), "period"),
    ],
)  # fmt: skip
def test_periods_are_re_established(data):
    verdict = check(data)
    assert verdict.valid, verdict.why
    assert verdict.theorem.startswith("Under normal play of h1 ->") or "octal" in verdict.theorem


def test_a_tail_of_small_period_is_no_period():
    """{1, 3, 8} ends a table of 601 values with 0, 1, 0, 1, 0, 1; its period is 11."""
    values = subtraction_values([1, 3, 8], 601)
    assert values[-6:] in ([0, 1, 0, 1, 0, 1], [1, 0, 1, 0, 1, 0]) or values[:6] == [0, 1, 0, 1, 0, 1]
    data = subtraction([1, 3, 8], 0, 11)
    assert not check(changed_law(data, period=2, values=[0, 1])).valid
    assert not check(changed_law(data, preperiod=599, period=2, values=values)).valid


@pytest.mark.parametrize("data", [subtraction([1, 3, 8], 0, 11), subtraction([2, 4, 7], 8, 3), KAYLES])
def test_each_number_of_the_law_matters(data):
    law = data["law"]
    for i, v in enumerate(law["values"]):
        for other in (v + 1, max(v - 1, 0)):
            if other != v:
                values = [*law["values"][:i], other, *law["values"][i + 1 :]]
                assert not check(changed_law(data, values=values)).valid
    assert not check(changed_law(data, saltus=1)).valid
    assert not check(changed_law(data, least=1, preperiod=law["preperiod"] + 1)).valid


def test_the_smallest_period_and_preperiod_are_asked_for():
    values = subtraction_values([1, 3, 8], 60)
    data = subtraction([1, 3, 8], 0, 11)
    for preperiod, period in ((0, 22), (1, 11), (11, 11), (0, 33)):
        verdict = check(changed(data, law=law_of(values, preperiod, period)))
        assert not verdict.valid
        assert "small" in verdict.why
    saltus = certificate("h1 -> h1-v1 where v1 not in {1, 2}", law_of(all_but_values({1, 2}, 6), 0, 6, 2), "period")
    assert "smaller period" in check(saltus).why


def test_all_but_windows_of_k_are_not_enough():
    """There are sets where K equations hold at a place from which the period is not that."""
    trapped = 0
    for excluded in ({1, 4}, {2, 3, 7}, {1, 2, 5}, {3, 4, 8}, {1, 3, 6}, {2, 5, 6}, {4, 5, 9}, {1, 5, 6, 10}):
        k = max(excluded)
        values = all_but_values(excluded, 40 * k)
        for start in range(4 * k):
            for period in range(1, 6 * k):
                saltus = values[start + period] - values[start]
                window = range(start, start + k)
                if saltus < 0 or any(values[n + period] != values[n] + saltus for n in window):
                    continue
                if all(values[n + period] == values[n] + saltus for n in range(start, 30 * k)):
                    continue
                trapped += 1
                taken = Taken(tuple(t for t in range(1, k + 1) if t not in excluded), k, True)
                with pytest.raises(Refuted):
                    _all_but(taken, law_of(values, start, period, saltus), silent)
    assert trapped > 0


def test_a_code_check_from_0_would_be_unsound():
    """0.4 has g(0) = g(1) = g(2) = 0 and g(3) = 1: with n0 = 0 and p = 1 the equations 0 <= n < 2 hold."""
    values = code_values((0, 4), 100)
    assert values[:4] == [0, 0, 0, 1]
    data = certificate('octal("0.4")', periodic([0], 0, 1), "period")
    assert not check(data).valid
    with pytest.raises(Refuted):
        check_period(octal("0.4"), data["law"], {})
    assert check(certificate('octal("0.4")', law_of(values, 54, 34), "period")).valid


def test_0161_and_036_differ_at_519_only():
    one, other = code_values((0, 1, 6, 1), 520), code_values((0, 3, 6), 520)
    assert one[:519] == other[:519]
    assert one[519] != other[519]


@pytest.mark.parametrize("code", ["0.77", "0.07", "4.45", "0.6", "0.3F", "0.8", "C.1"])
def test_values_of_codes_are_those_of_their_options(code):
    game = hexadecimal(code)
    values = code_values(game.digits, 40)
    for n in range(40):
        reached = set()
        for option in game.options((n,)):
            value = 0
            for (part,) in option:
                value ^= values[part]
            reached.add(value)
        assert values[n] == mex(reached)


def test_rules_changed_a_little_are_refused():
    data = subtraction([1, 3, 8], 0, 11)
    for text in (
        "h1 -> h1-v1 where v1 in {1, 3, 9}",
        "h1 -> h1-v1 where v1 in {1, 3, 8} [least=1]",
        "h1 -> h1-v1 where v1 in {1, 3, 8} and h1 != 500",
        "h1 -> h1-v1 where v1 in {1, 3, 8} and v1 <= h1//2",
        "h1 -> h1-v1 where v1 in {1, 3, 8, 99}",
        "h1 -> h1-v1 where v1 in squares",
        "h1 -> h1-v1 where v1%2 == 1",
    ):
        assert not check(changed(data, rules={"text": text, "parameters": []})).valid, text
    for code in ("0.76", "0.777", "0.67", "4.77"):
        assert not check(changed(KAYLES, rules={"text": f'octal("{code}")', "parameters": []})).valid


def test_texts_that_are_no_codes_are_refused():
    law = KAYLES["law"]
    for text in (
        "h1 -> v1 & v2 where h1-2 <= v1+v2 < h1 and v1 != 40",
        "h1 -> v1 & v2 where h1-2 <= v1+v2 < h1 and v1 < 3*v2+500",
        "h1 -> v1 & v2 where v1+v2 == h1 and 1 <= v1 < v2",
    ):
        data = certificate(text, law, "period", proof={"kind": "code"})
        assert not check(data).valid


def test_wrong_hints_are_refused():
    for proof in (
        {"kind": "code", "last": 9},
        {"kind": "all but"},
        {"kind": "subtraction", "largest": 9},
        {"heaps": 2},
    ):
        assert not check(changed(subtraction([1, 3, 8], 0, 11), proof=proof)).valid, proof
