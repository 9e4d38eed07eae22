import random

import pytest
from tests.checker.making import certificate, changed_law, periodic

from grundy.checker import period, splits
from grundy.checker.checking import check
from grundy.checker.clock import Forecast, at_most
from grundy.checker.splits import code_options, least_missing, require_values
from grundy.checker.verdicts import Refuted, silent
from grundy.rules.codes import octal
from grundy.rules.errors import LimitExceeded
from grundy.solver.tabling import table


@pytest.fixture
def many_at_once(monkeypatch):
    """No heap is looked at one by one because it is small."""
    monkeypatch.setattr(splits, "SMALL", 3)
    monkeypatch.setattr(period, "SMALL", 3)


def code_values(digits, count):
    values = []
    for n in range(count):
        values.append(least_missing(code_options(digits, values, n)))
    return values


def random_codes(count):
    chance = random.Random(7)
    for _ in range(count):
        yield (chance.choice((0, 0, 4)), *(chance.randrange(8) for _ in range(chance.randrange(1, 5)))), chance


@pytest.mark.usefixtures("many_at_once")
def test_the_tables_of_random_codes_are_right_and_each_changed_value_is_refused():
    for digits, chance in random_codes(60):
        size = chance.randrange(4, 150)
        values = code_values(digits, size)
        require_values(digits, values, silent)
        for _ in range(20):
            n = chance.randrange(size)
            other = chance.choice([v for v in range(max(values) + 3) if v != values[n]])
            with pytest.raises(Refuted):
                require_values(digits, [*values[:n], other, *values[n + 1 :]], silent)


@pytest.mark.usefixtures("many_at_once")
def test_each_choice_of_rare_heaps_is_right(monkeypatch):
    chosen = []

    def rare(table):
        mask, parity = chosen[-1]
        added = [parity * (n + table.splits[0]) for n in range(table.size)]
        return [n for n in range(1, table.size) if ((table.values[n] & mask).bit_count() + added[n]) % 2 == 0]

    monkeypatch.setattr(splits._Table, "_rare", rare)
    for digits, chance in random_codes(40):
        values = code_values(digits, 60)
        ends = {t % 2 for t, digit in enumerate(digits) if digit & 4}
        for _ in range(5):
            chosen.append((chance.randrange(2 * max(values) + 1), len(ends) == 1 and chance.randrange(2)))
            require_values(digits, values, silent)
            n = chance.randrange(60)
            other = chance.choice([v for v in range(max(values) + 3) if v != values[n]])
            with pytest.raises(Refuted):
                require_values(digits, [*values[:n], other, *values[n + 1 :]], silent)
    assert any(parity for _, parity in chosen)


@pytest.mark.parametrize("code", ["0.77", "0.16", "0.106", "0.104", "0.4", "0.07", "4.0", "0.6", "0.26"])
def test_the_fewest_rare_heaps_are_found(code):
    """Fewest of all masks, with and without the parity of the heap; None where that is a quarter of the table."""
    digits = octal(code).digits
    values = code_values(digits, 200)
    ends = [t for t, digit in enumerate(digits) if digit & 4]
    fewest = []
    for mask in range(2 * max(values) + 1):
        for parity in (0, 1) if len({t % 2 for t in ends}) == 1 else (0,):
            rare = [((v & mask).bit_count() + parity * (n + ends[0])) % 2 == 0 for n, v in enumerate(values)]
            if (mask or parity) and sum(rare[1:]) < len(values) / 4:
                fewest.append(sum(rare[1:]))
    found = splits._Table(digits, values, silent)._rare()
    assert (None if found is None else len(found)) == min(fewest, default=None)


@pytest.mark.usefixtures("many_at_once")
@pytest.mark.parametrize("code", ["0.77", "0.137", "4.45", "0.6", "0.07", "0.004", "0.0106", "0.3", "4.0"])
def test_each_value_of_a_table_matters(code):
    digits = octal(code).digits
    values = code_values(digits, 90)
    require_values(digits, values, silent)
    for n, v in enumerate(values):
        for other in {0, v - 1, v + 1, v ^ 1, v ^ 2} - {v, -1}:
            with pytest.raises(Refuted):
                require_values(digits, [*values[:n], other, *values[n + 1 :]], silent)


@pytest.mark.parametrize("few", [0, 600])
def test_heaps_are_reached_many_at_once_or_one_by_one(few, monkeypatch):
    monkeypatch.setattr(splits, "_FEW", few)
    monkeypatch.setattr(splits, "_CANDIDATES", 1 + few)
    values = code_values((0, 1, 2, 7), 1500)
    require_values((0, 1, 2, 7), values, silent)
    for n in (999, 1000, 1200, 1499):
        for other in {0, values[n] - 1, values[n] + 1, values[n] + 2} - {-1, values[n]}:
            with pytest.raises(Refuted, match=r"by its values of smaller heaps g\(\d+\) is \d+, not \d+"):
                require_values((0, 1, 2, 7), [*values[:n], other, *values[n + 1 :]], silent)


def test_a_wrong_value_is_named():
    values = code_values((0, 7, 7), 1300)
    with pytest.raises(Refuted, match=rf"g\(1299\) is {values[1299]}, not 9$"):
        require_values((0, 7, 7), [*values[:1299], 9], silent)
    with pytest.raises(Refuted, match=rf"g\(900\) is {values[900]}, not 9$"):
        require_values((0, 7, 7), [*values[:900], 9, *values[901:]], silent)


KNOWN = {"0.77": (71, 12), "0.07": (53, 34), "0.137": (52, 34), "4.3": (2, 2), "0.116": (139, 96), "0.055": (259, 148)}


def known_law(code, preperiod, period):
    return periodic(code_values(octal(code).digits, preperiod + period), preperiod, period)


def wrong_laws(law):
    """Laws of another preperiod or period, and with one value changed."""
    preperiod, turn, values = law["preperiod"], law["period"], law["values"]
    table = [*values, *values[preperiod:], *values[preperiod:]]
    for n0, p in ((preperiod - 1, turn), (preperiod + 1, turn), (preperiod, 2 * turn), (preperiod, turn + 1)):
        yield {**law, "preperiod": n0, "period": p, "values": table[: n0 + p]}
    for n in (0, preperiod // 2, preperiod - 1, preperiod, len(values) - 1):
        for other in {0, values[n] - 1, values[n] + 1, values[n] ^ 2} - {values[n], -1}:
            yield {**law, "values": [*values[:n], other, *values[n + 1 :]]}


@pytest.mark.parametrize("code", KNOWN)
def test_both_ways_say_the_same_about_laws(code, monkeypatch):
    law = known_law(code, *KNOWN[code])
    for small in (3, 10**9):
        monkeypatch.setattr(period, "SMALL", small)
        monkeypatch.setattr(splits, "SMALL", small)
        assert check(certificate(f'octal("{code}")', law, "period")).valid
        for wrong in wrong_laws(law):
            assert not check(certificate(f'octal("{code}")', wrong, "period")).valid


def test_a_table_of_thousands():
    law = known_law("0.156", 3479, 349)
    right = certificate('octal("0.156")', law, "period")
    verdict = check(right)
    assert verdict.valid, verdict.why
    assert "the equations from 3479 to 7309 hold" in verdict.why
    for wrong in list(wrong_laws(law))[::3]:
        found = check(changed_law(right, **wrong))
        assert not found.valid
        assert "period: " in found.why


@pytest.mark.slow
@pytest.mark.parametrize(("code", "preperiod", "turn"), [("0.16", 105351, 149459), ("0.127", 46578, 4)])
def test_long_tables(code, preperiod, turn):
    values = table(octal(code)[: preperiod + turn]).values
    law = periodic(list(map(int, values)), preperiod, turn)
    assert check(certificate(f'octal("{code}")', law, "period")).valid
    for n in (2000, preperiod, preperiod + turn - 1):
        wrong = [*law["values"][:n], law["values"][n] ^ 2, *law["values"][n + 1 :]]
        assert not check(certificate(f'octal("{code}")', {**law, "values": wrong}, "period")).valid


def test_what_would_take_too_long_is_refused_at_the_start(monkeypatch):
    monkeypatch.setattr("grundy.checker.clock._ENOUGH", 0)
    with at_most(1000):
        Forecast(100).after(50)
        with pytest.raises(
            LimitExceeded, match=r"^the check would take about [0-9,]+ days; the time allowed for it is"
        ):
            Forecast(10**20, 2).after(1)
    Forecast(10**20, 2).after(1)  # as long as it likes
    law = {**periodic([0], 0, 1), "preperiod": 300_000 // 3, "values": [0] * (300_000 // 3 + 1)}
    verdict = check(certificate('hexadecimal("0.8")', law, "period"), seconds=1000)
    assert not verdict.valid
    assert "the check would take about" in verdict.why


def test_too_large_values_are_refused_at_once():
    values = code_values((0, 1, 5, 6), 1100)
    for value in (10**5, 10**30):
        with pytest.raises(Refuted, match=r"heaps below 1101 have no value 10+$"):
            require_values((0, 1, 5, 6), [*values, value], silent)


def test_progress_is_told():
    told = []
    require_values((0, 1, 5, 6), code_values((0, 1, 5, 6), 1500), told.append)
    assert any("splits of 1,500 heaps: " in text for text in told)
    assert any("values below" in text for text in told)


@pytest.mark.usefixtures("many_at_once")
def test_ctrl_c_says_how_far_a_check_came():
    def stop(text):
        if "values below" in text:
            raise KeyboardInterrupt

    right = certificate('octal("0.055")', known_law("0.055", 259, 148), "period")
    with pytest.raises(KeyboardInterrupt) as stopped:
        check(right, stop)
    assert stopped.value.__notes__ == ["checking a certificate: values below those of 817 heaps: 1 of 8"]
