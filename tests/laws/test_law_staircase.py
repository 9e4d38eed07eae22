"""The law of taking L to R objects against the definition, with all options of every value."""

import json

import pytest

from grundy.laws.reading import law_from_json
from grundy.laws.residue import ResidueLaw
from grundy.laws.staircase import StaircaseLaw
from grundy.rules.errors import CertificateError


def flat(runs):
    return [n for run in runs for (n,) in run]


def brute(low, high, least, top):
    values = {}
    for n in range(least, top + 1):
        options = [values[y] for y in range(max(least, n - high), n - low + 1)]
        values[n] = next(v for v in range(len(options) + 1) if v not in options)
    return values


ENDS = [(1, 1), (1, 4), (2, 2), (2, 3), (2, 7), (3, 4), (3, 5), (5, 5), (4, 19), (7, 9), (3, 2), (3, 0), (2, -4)]


@pytest.mark.parametrize("least", [0, 1, 5])
@pytest.mark.parametrize("ends", ENDS)
def test_values_and_options_are_those_of_the_definition(ends, least):
    low, high = ends
    law, top = StaircaseLaw(low, high, least), least + 90
    values = brute(low, high, least, top)
    for n, value in values.items():
        assert law.value((n,)) == value
        options = range(max(least, n - high), n - low + 1)
        for wanted in range(-1, 8):
            found = flat(law.options_of_value((n,), wanted))
            assert found == [y for y in options if values[y] == wanted], (n, wanted)
        assert flat(law.p_options((n,))) == [y for y in options if values[y] == 0]
    assert law.knows_options


@pytest.mark.parametrize("least", [0, 3])
@pytest.mark.parametrize("ends", ENDS)
def test_heaps_of_a_value_are_found_once_each(ends, least):
    law = StaircaseLaw(*ends, least)
    for low, high in ((0, 80), (7, 8), (13, 13), (20, 71), (9, 4)):
        for value in range(-1, 9):
            wanted = [n for n in range(max(low, least), high + 1) if law.value((n,)) == value]
            found = flat(law.heaps_of_value(value, low, high))
            assert sorted(found) == wanted


def test_any_size():
    law = StaircaseLaw(10**18, 3 * 10**18)
    assert law.value((10**40 + 10**18,)) == 1
    assert law.heaps_of_value(2, 0, 10**19) == law.heaps_of_value(2, 10**18, 10**19)
    assert law.heaps_of_value(2, 0, 10**60) is None
    ((run,),) = (law.options_of_value((10**40 + 10**18,), 3),)
    assert law.value(run.first) == law.value(run.last) == 3
    assert run.last[0] - run.first[0] == run.count - 1


@pytest.mark.parametrize("law", [StaircaseLaw(2, 5), StaircaseLaw(3, 3, 4), StaircaseLaw(1, 4, 2), StaircaseLaw(4, 2)])
def test_data_give_the_law_back(law):
    assert law_from_json(json.loads(json.dumps(law.to_json()))) == law


def test_parameters_and_bash():
    data = {"kind": "staircase", "least": 0, "low": "p1", "high": "p1+p2"}
    assert law_from_json(data, (3, 4)) == StaircaseLaw(3, 7)
    assert law_from_json(data, (1, 4)) == ResidueLaw(6)
    assert law_from_json(data, (1, -4)) == ResidueLaw(1)


@pytest.mark.parametrize(
    "change", [{"low": 0}, {"low": "p1"}, {"least": -1}, {"high": None}, {"period": 3}, {"low": True}]
)
def test_other_data_are_refused(change):
    with pytest.raises(CertificateError):
        law_from_json({"kind": "staircase", "least": 0, "low": 2, "high": 5, **change})


def test_wrong_ends_are_refused():
    with pytest.raises(ValueError, match="at least 1, not 0"):
        StaircaseLaw(0, 4)
    with pytest.raises(ValueError, match="least heap"):
        StaircaseLaw(1, 4, -1)
    with pytest.raises(ValueError, match="every heap"):
        StaircaseLaw(2, 4, 5).value((4,))


def test_words():
    assert StaircaseLaw(2, 5).formula() == "g(n) = floor((n mod 7)/2)"
    assert StaircaseLaw(2, 5, 3).formula() == "g(n) = floor(((n - 3) mod 7)/2)"
    assert StaircaseLaw(1, 5, 3).formula() == "g(n) = (n - 3) mod 6"
    assert StaircaseLaw(3, 2).formula() == "g(n) = 0"
    assert StaircaseLaw(2, 5).words() == (
        "The Grundy value of n is the remainder of n on division by 7, divided by 2 and rounded down."
    )
    assert StaircaseLaw(3, 2).words() == "There are no moves, so every Grundy value is 0."
