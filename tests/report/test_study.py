"""`study` from bare rules: what is proved, what is only checked, what is unknown; and each law against brute force."""

import json
from itertools import product

import pytest

from grundy import games
from grundy.checker.checking import check
from grundy.report.against import compare_rules
from grundy.report.families import study_family
from grundy.report.studying import study
from grundy.rules.errors import GrundyError


def brute_force(rules, sizes, misere=False):
    """Values (or, of blocking games, 0 for P and 1 for N) of the components in a box, from the move generator."""
    forbidden = getattr(rules, "options_forbidden", None)
    memo = {}

    def value(component):
        if component not in memo:
            found = []
            for option in rules.options(component):
                total = 0
                for part in option:
                    total ^= value(part)
                found.append(total)
            if forbidden is not None:
                memo[component] = int(sum(v == 0 for v in set_of(rules, component, value)) > forbidden)
            elif misere and not found:
                memo[component] = 1
            else:
                memo[component] = next(v for v in range(len(found) + 1) if v not in found)
        return memo[component]

    box = product(range(rules.least, rules.least + sizes), repeat=rules.heaps)
    return {component: value(component) for component in box}


def set_of(rules, component, value):
    return [value(option[0]) for option in set(rules.options(component))]


PROVED = [
    ("nim", "window", 60),
    ("n -> n-t where t <= 10", "window", 60),
    ("blackboard(2)", "window", 60),
    ("blackboard(3)", "window", 60),
    ("blackboard(10)", "window", 60),
    ("halving", "window", 60),
    ("n -> n-t where 3*t <= n", "window", 60),
    ("n -> n-t where 2*t <= n and t <= 10", "window", 80),
    ("kayles", "period", 60),
    ("dawson_kayles", "period", 60),
    ("subtraction({1, 3, 8})", "period", 60),
    ("n -> n-t where t not in {1, 2}", "period", 60),
    ("lasker", "automaton values", 40),
    ("race(2, 9, goal=162)", "scaling", 200),
    ("nim[:, :]", "sum", 12),
    ("nim[:, :, :]", "sum", 6),
    ("wythoff", "automaton outcomes", 16),
    ("fibonacci_nim", "automaton outcomes", 16),
    ("moore(2)[:, :, :]", "automaton outcomes", 6),
    ("wythoff_r(2)", "automaton outcomes", 14),
    ("blocking(wythoff, 2)", "automaton outcomes", 12),
    ("a, b -> a-t, b where a+b > 2 | a, b-t where a+b > 2 | a-t, b-t where a+b > 2", "automaton outcomes", 14),
    ("king", "automaton values", 14),
    ("knight", "automaton values", 12),
    ("rook", "sum", 12),
    ("bishop", "automaton values", 12),
]
SLOW = {"wythoff_r(2)", "blocking(wythoff, 2)", "moore(2)[:, :, :]", "fibonacci_nim", "wythoff"}


@pytest.mark.parametrize(
    ("text", "method", "size"),
    [pytest.param(*case, marks=pytest.mark.slow if case[0] in SLOW else ()) for case in PROVED],
)
def test_law_is_proved_right_and_its_certificate_is_valid(text, method, size):
    rules = games.rules(text)
    found = study(rules)
    assert (found.evidence, found.method) == ("proved", method)
    for component, value in brute_force(rules, size).items():
        assert found.law.is_p(component) == (value == 0), component
        if found.law.about == "grundy":
            assert found.law.value(component) == value, component
    verdict = check(found.certificate)
    assert verdict.valid, verdict.why
    assert json.loads(json.dumps(found.to_json()))["evidence"] == "proved"


@pytest.mark.slow
@pytest.mark.parametrize("text", ["nim[:, :, :]", "nim[:, :]", "n -> n-t where t <= 3"])
def test_misere_law_is_proved_right(text):
    rules = games.rules(text)
    found = study(rules, misere=True)
    assert found.evidence == "proved"
    for component, value in brute_force(rules, 7, misere=True).items():
        assert found.law.is_p(component) == (value == 0), component
    assert check(found.certificate).valid


@pytest.mark.parametrize("text", ["bash", "blackboard", "race", 'ruleset("n -> n-t where k*t <= n", params="k")'])
def test_family_is_proved_for_all_its_members(text):
    found = study(games.rules(text))
    assert found.evidence == "proved"
    assert check(found.certificate).valid


@pytest.mark.parametrize(
    "text", ["grundy_game", 'octal("0.6")', "take_a_square", "n -> n-t where t in primes", "euclid"]
)
@pytest.mark.slow
def test_what_is_not_known_is_said_to_be_unknown(text):
    found = study(games.rules(text), budget=4)
    assert (found.evidence, found.law, found.certificate) == ("unknown", None, None)
    assert found.why


@pytest.mark.slow
def test_wythoffs_values_are_unknown_though_its_outcomes_are_proved():
    found = study(games.rules("wythoff"))
    assert found.about == "outcome"
    assert found.values_why


@pytest.mark.slow
@pytest.mark.parametrize("text", ["divisor_nim", "divisor_replacement", "coprime_nim"])
def test_what_fits_and_is_not_proved_is_checked_to_a_bound(text):
    rules = games.rules(text)
    found = study(rules)
    assert found.evidence == "checked"
    assert found.checked_to >= 1000
    assert found.certificate is None
    for component, value in brute_force(rules, 120).items():
        assert found.law.value(component) == value


def test_a_fooling_tail_does_not_fool():
    assert study(games.rules("subtraction({1, 3, 8})")).data["period"] == 11


def test_games_that_agree_for_long_are_told_apart():
    found = compare_rules(games.rules('octal("0.161")'), games.rules('octal("0.36")'))
    assert (found.comparison.first, found.equal) == (519, False)


def test_games_that_are_the_same_are_proved_equal():
    found = compare_rules(games.rules('octal("4.7")'), games.rules('octal("0.75")'))
    assert (found.evidence, found.equal) == ("proved", True)


def test_family_by_members_gives_a_conjecture_with_its_members():
    family = games.rules('ruleset("n -> n-t where t == 1 or t == m", params="m")')
    found = study_family(family, "m=2..9")
    assert found.evidence == "checked"
    assert {law.condition for law in found.laws} == {"m even", "m odd"}
    assert all(law.tested for law in found.laws)


@pytest.mark.parametrize(
    ("text", "ranges", "said"),
    [
        ("nim", "k=2..3", "rules with open parameters"),
        ("bash", "k=2..3", "has the parameters m"),
        ("bash", "m=3..2", "empty"),
        ("bash", "m", "expected ranges"),
    ],
)
def test_bad_families_and_ranges_are_refused(text, ranges, said):
    with pytest.raises(GrundyError, match=said):
        study_family(games.rules(text), ranges)


def test_budget_ends_in_unknown_with_the_reason():
    found = study(games.rules('octal("0.6")'), budget=0.5)
    assert found.evidence == "unknown"
    assert found.seconds < 5
