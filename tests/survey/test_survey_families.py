from itertools import combinations, product

import pytest

from grundy import expression
from grundy.rules.errors import GrundyError, RuleError
from grundy.survey.families import Survey, check, members, ruleset_of, survey_from_json


@pytest.mark.parametrize(
    ("kind", "size", "base", "firsts"), [("octal", 2, 8, "04"), ("octal", 3, 8, "04"), ("hexadecimal", 2, 16, "048C")]
)
def test_codes_are_all_those_of_so_many_digits_each_once(kind, size, base, firsts):
    survey = Survey(kind, size)
    codes = [m.code for m in members(survey)]
    every = {
        f"{first}.{''.join(f'{d:X}' for d in digits)}".rstrip("0")
        for first in firsts
        for digits in product(range(base), repeat=size)
    }
    assert len(codes) == survey.count == len(set(codes))
    assert {c.rstrip("0") for c in codes} == every
    assert len({ruleset_of(survey, m).digits for m in members(survey)}) == len(codes)


@pytest.mark.parametrize("kind", ["subtraction", "allbut"])
def test_sets_are_all_non_empty_ones(kind):
    survey = Survey(kind, 5)
    wanted = {c for k in range(1, 6) for c in combinations(range(1, 6), k)}
    found = [tuple(map(int, m.code.strip("{}").split(","))) for m in members(survey)]
    assert len(found) == survey.count == 31
    assert set(found) == wanted
    for member in members(survey):
        assert ruleset_of(survey, member) == expression(f"{kind}({member.code})")


@pytest.mark.parametrize("kind", ["octal", "subtraction"])
def test_the_games_of_a_smaller_survey_come_first(kind):
    less = [m.code for m in members(Survey(kind, 2))]
    assert [m.code for m in members(Survey(kind, 3))][: len(less)] == less


def test_rules_have_a_member_for_each_value_of_the_parameters():
    survey = Survey("rules", rules="n -> n-t where t in S and t <= m", params=(("m", "2..4"), ("S", "{1,3}")))
    check(survey)
    assert [m.code for m in members(survey)] == ["m=2, S={1,3}", "m=3, S={1,3}", "m=4, S={1,3}"]
    assert survey.count == 3
    assert [len(list(ruleset_of(survey, m)[5].options())) for m in members(survey)] == [1, 2, 2]


def test_rules_without_parameters_are_one_game():
    survey = Survey("rules", rules="n -> n-t where t <= 3")
    assert [m.code for m in members(survey)] == ["n -> n-t where t <= 3"]


def test_a_survey_is_what_its_json_says():
    survey = Survey("rules", rules="bash", params=(("m", "1..3"),), least=None, heaps=77, budget=2.5)
    assert survey_from_json(survey.to_json()) == survey
    for broken in ("{", "[]", "{}", '{"kind": "octal"}', "null"):
        with pytest.raises((ValueError, TypeError)):
            survey_from_json(broken)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Survey("octal"), "size of 1 to 64"),
        (lambda: Survey("octal", 0), "size"),
        (lambda: Survey("decimal", 2), "a survey is of"),
        (lambda: Survey("octal", 9), "more than"),
        (lambda: Survey("subtraction", 30), "more than"),
        (lambda: Survey("rules", rules="bash", params=(("m", "5..2"),)), "is empty"),
        (lambda: Survey("rules", rules="bash", params=(("m", "1..x"),)), "range such as"),
        (lambda: Survey("rules", rules="bash", params=(("m", "1..99999999999"),)), "more than"),
    ],
)
def test_what_is_no_survey_is_said(make, said):
    with pytest.raises(RuleError, match=said):
        make()


@pytest.mark.parametrize(
    ("survey", "said"),
    [
        (Survey("rules", rules="n -> n+1"), "end"),
        (Survey("rules", rules="bash"), "--param m="),
        (Survey("rules", rules="nosuch"), "nosuch"),
        (Survey("rules", rules="n -> n-t where t <= m"), "m"),
        (Survey("rules", rules="bash", params=(("k", "1..3"),)), "k"),
    ],
)
def test_rules_that_are_none_are_told_once_and_at_once(survey, said):
    with pytest.raises(GrundyError, match=said):
        check(survey)


def test_the_arguments_of_the_command_say_which_survey_it_is():
    assert Survey("octal", 3).about == "octal --digits 3 --heaps 100000"
    assert Survey("rules", rules="n -> n-t", least=2, work=5).about == "'n -> n-t' --least 2 --heaps 100000 --work 5"
