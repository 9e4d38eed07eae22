"""Rulesets, positions and results as values: frozen, copied, pickled, and no containers."""

import copy
import pickle

import pytest

from grundy import bash, moore, nim, ruleset, solve, table, wythoff


def values():
    solve(nim[3, 4])
    used = [solve(wythoff[3, 4]), table(wythoff[:5, :5])]  # rulesets cache what they computed
    made = ruleset("n -> n-t where t in S", S=range(1, 5))
    return [nim, nim[3], nim[:3], nim[:, :], moore(2), moore(2)[1, 2, 3], bash, bash(3), made, made[7], wythoff, *used]


@pytest.mark.parametrize("value", values(), ids=str)
def test_values_survive_pickle_and_copy(value):
    for other in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert other == value
        assert hash(other) == hash(value)
        assert repr(other) == repr(value)


@pytest.mark.parametrize("rules", [nim, wythoff, bash, moore(2)])
def test_rules_are_no_containers(rules):
    with pytest.raises(TypeError):
        iter(rules)
    with pytest.raises(TypeError):
        assert 5 in rules


@pytest.mark.parametrize("value", [nim, nim[3], bash, wythoff[:3, :3]])
def test_values_are_frozen(value):
    with pytest.raises(AttributeError):
        value.least = 7
    with pytest.raises(AttributeError):
        del value.least
