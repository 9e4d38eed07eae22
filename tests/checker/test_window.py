import pytest
from tests.checker.making import NIM, NIM_LAW, certificate, changed, changed_law, rejected

from grundy.checker.checking import check

BASH = certificate(
    "h1 -> h1-v1 where v1 <= p1", {"kind": "window", "least": 0, "lower": [[1, "-p1", 1]]}, "window", domain={"p1": 0}
)
BLACKBOARD = certificate(
    "h1 -> v1 where h1 <= p1*v1 and v1 < h1 [least=1]",
    {"kind": "window", "least": 1, "lower": [[1, 0, "p1"]]},
    "window",
    domain={"p1": 1},
)


def window(text, lower, least=0, **more):
    return certificate(text, {"kind": "window", "least": least, "lower": lower}, "window", **more)


@pytest.mark.parametrize(
    "data",
    [
        certificate(NIM, NIM_LAW, "window"),
        BASH,
        BLACKBOARD,
        window("h1 -> h1-v1 where v1 <= 3", [[1, -3, 1]]),
        window("h1 -> v1 where h1 <= 3*v1 and v1 < h1 [least=1]", [[1, 0, 3]], 1),
        window("h1 -> h1-v1 where 2*v1 <= h1", [[1, 0, 2]]),
        window("h1 -> h1-v1 where v1 <= h1//2", [[1, 0, 2]]),
        window("h1 -> h1-v1 where v1 < (h1+1)//3", [[2, 2, 3]]),
        window("h1 -> v1 where h1//2 <= v1 < h1", [[1, -1, 2]]),
        window("h1 -> v1 where h1//2 < v1 and v1 < h1", [[1, 1, 2]]),
        window("h1 -> h1-v1 where v1 <= h1//p1", [["p1-1", 0, "p1"]], domain={"p1": 1}),
        window("h1 -> h1-v1 where v1 <= min(7, h1//2)", [[1, 0, 2], [1, -7, 1]]),
        window("h1 -> h1-v1 where v1 in range(1, 6)", [[1, -5, 1]]),
        window("h1 -> h1-v1 where max(v1, 2) <= 5", [[1, -5, 1]]),
        window("h1 -> h1-v1 where h1-v1 >= 5", [[0, 5, 1]]),
        window("h1 -> h1-1 | h1-2 | h1-3", [[1, -3, 1]]),
        window("h1 -> h1-v1 where v1 in {1, 2, 3}", [[1, -3, 1]]),
        window("h1 -> h1-v1 where v1 >= 3 | h1-1 | h1-2", []),
        window("h1 -> h1-v1 where v1 <= 4 | h1-v1 where v1 <= 2", [[1, -4, 1]]),
        window("h1 -> h1-v1 where 2*v1 <= h1 | h1-v1 where 3*v1 <= h1", [[1, 0, 2]]),
        window("h1 -> h1-1 [least=4]", [[1, -1, 1]], 4),
    ],
)
def test_windows_are_recognised(data):
    verdict = check(data)
    assert verdict.valid, verdict.why
    assert "l(n) <= y < n" in verdict.theorem


@pytest.mark.parametrize(
    "data",
    [
        window(NIM, [[1, -1, 1]]),
        window("h1 -> h1-v1 where v1 <= 3", []),
        window("h1 -> h1-v1 where v1 <= 3", [[1, -4, 1]]),
        window("h1 -> h1-v1 where v1 <= 100", [[1, -101, 1]]),
        window("h1 -> h1-v1 where v1 <= 100", [[1, -99, 1]]),
        window("h1 -> h1-v1 where v1 <= min(700, h1//2)", [[1, 0, 2]]),
        window("h1 -> h1-v1 where 2 <= v1 <= 7", [[1, -7, 1]]),
        window("h1 -> h1-v1 where v1 <= 700 and v1 != 650", [[1, -700, 1]]),
        window("h1 -> h1-v1 where v1 >= 3 | h1-1", []),
        window("h1 -> h1-v1 where v1 <= 300 and h1 <= 900", [[1, -300, 1]]),
        window("h1 -> h1-v1 where 2*v1 <= h1 | h1-v1 where v1 <= 90", [[1, 0, 2]]),
        window("h1 -> h1-v1 where 2*v1 <= h1 | h1-1", [[1, 0, 2]]),
        window("h1 -> v1 where 2*h1 <= v1+200 and v1 < h1", [[2, -200, 1]]),  # a > d: steps of 2
        window("h1 -> v1 where v1 <= h1+200 and h1 < 3*v1 and h1 >= 300 and h1 < 1000", [[1, 1, 3]]),
        window("h1 -> h1-v1 where v1 <= p1", [[1, "1-p1", 1]], domain={"p1": 50}),
        window("h1 -> h1-v1 where v1 <= p1*p1", [[1, "-p1", 1]], domain={"p1": 1}),
    ],
)
def test_windows_that_the_rules_do_not_have_are_refused(data):
    assert rejected(data)


def test_parameters_may_be_negative():
    """With p1 < 0 there are no moves, and l(n) = n."""
    assert check(window("h1 -> h1-v1 where v1 <= p1", [[1, "-p1", 1]], domain={"p1": -1})).valid


@pytest.mark.parametrize("data", [BASH, BLACKBOARD])
def test_each_number_of_a_family_law_matters(data):
    (a, b, d) = data["law"]["lower"][0]
    for triple in ([0, b, d], [a, 1, d], [a, "p1", d], [a, b, 2], [a, b, "p1+1"], ["p1", b, d], [a, "-p1-1", d]):
        if triple != [a, b, d]:
            assert not check(changed_law(data, lower=[triple])).valid, triple
    assert not check(changed_law(data, lower=[])).valid
    assert not check(changed_law(data, least=data["law"]["least"] + 1)).valid


def test_the_domain_of_a_family_matters():
    """With k = 0 the blackboard game has no moves from 1 on, and the bound n/k is none."""
    assert not check(changed(BLACKBOARD, rules={**BLACKBOARD["rules"], "domain": {"p1": 0}})).valid
    assert check(changed(BLACKBOARD, rules={**BLACKBOARD["rules"], "domain": {"p1": 3}})).valid


def test_rules_changed_a_little_are_refused():
    for text in (
        "h1 -> v1 where h1 < p1*v1 and v1 < h1 [least=1]",
        "h1 -> v1 where h1 <= p1*v1 and v1+1 < h1 [least=1]",
        "h1 -> v1 where h1 <= p1*v1+1 and v1 < h1 [least=1]",
        "h1 -> v1 where h1 <= p1*v1 and v1 < h1 [least=2]",
        "h1 -> v1 where h1+1 <= p1*v1 and v1 < h1 [least=1]",
    ):
        assert not check(changed(BLACKBOARD, rules={**BLACKBOARD["rules"], "text": text})).valid, text


@pytest.mark.parametrize(
    "moves",
    [
        "h1+1 where h1 == 500",
        "h1+v1 where h1 == 300 and v1 <= 5",
        "2*h1 where 100 < h1 and h1 < 110",
        "v1 where h1 < v1 and h1 == 7000 and v1 == 7001",
        "h1+1 where h1 == 90 | h1-1 where h1 < 0",
        "600-h1 where h1 == 500 | h1-1 where h1 < 0",
    ],
)
def test_moves_up_far_beyond_the_small_heaps_are_no_lack_of_moves(moves):
    assert rejected(window(f"h1 -> {moves}", [[1, 0, 1]]))


def test_moves_up_beside_a_window_are_seen():
    assert check(window("h1 -> h1-v1 where v1 <= 3", [[1, -3, 1]])).valid
    assert rejected(window("h1 -> h1-v1 where v1 <= 3 | h1+1 where h1 == 500", [[1, -3, 1]]))
