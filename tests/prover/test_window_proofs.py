"""The method *window* against brute force, for rulesets and for all members of families."""

import random

import pytest

from grundy.games import expression
from grundy.laws.reading import law_from_json
from grundy.prover import window
from grundy.prover.base import NotProved, digest
from grundy.prover.boxes import Disagreement
from grundy.prover.polynomials import Poly
from grundy.rules.budget import Budget, OutOfBudget
from grundy.rules.canonical import from_canonical
from grundy.rules.family import ruleset


def values_by_options(options, least, top):
    """Grundy values of least..top, where options(n) lists smaller heaps."""
    values = {}
    for n in range(least, top + 1):
        present, m = {values[y] for y in options(n)}, 0
        while m in present:
            m += 1
        values[n] = m
    return values


def proved(rules):
    proof = window.prove(rules, Budget(60))
    certificate = proof.certificate
    assert certificate["method"] == "window"
    assert certificate["evidence"] == "proved"
    assert certificate["hash"] == digest(certificate)
    return proof


def require_law(law, options, least, top=90):
    for n, value in values_by_options(options, least, top).items():
        assert law.value((n,)) == value, n


RULESETS = [
    ("n -> n-t", 0, [], lambda n: 0),
    ("n -> n-t where t <= 10", 0, [[1, -10, 1]], lambda n: n - 10),
    ("n -> n-t where t < 11", 0, [[1, -10, 1]], lambda n: n - 10),
    ("n -> y where n-10 <= y and y < n", 0, [[1, -10, 1]], lambda n: n - 10),
    ("n -> y where y < n and not (y+10 < n)", 0, [[1, -10, 1]], lambda n: n - 10),
    ("n -> n-1 | n-2 | n-3", 0, [[1, -3, 1]], lambda n: n - 3),
    ("n -> n-3 | n-1 | n-2 | n-1", 2, [[1, -3, 1]], lambda n: n - 3),
    ("n -> n-t where t in {1, 2, 3}", 0, [[1, -3, 1]], lambda n: n - 3),
    ("n -> n-t where t in {1, 2} | n-t where 3 <= t <= 5", 0, [[1, -5, 1]], lambda n: n - 5),
    ("n -> n-t where t in squares and t <= 3 | n-2", 0, [[1, -2, 1]], lambda n: n - 2),
    ("n -> n-t where t <= 2 | n-t where t >= 3", 0, [], lambda n: 0),
    ("n -> n-t where t <= 4 or t <= 7", 0, [[1, -7, 1]], lambda n: n - 7),
    ("n -> n-t where 2*t <= n", 0, [[1, 0, 2]], lambda n: -(-n // 2)),
    ("n -> n-t where t <= n//2", 0, [[1, 0, 2]], lambda n: -(-n // 2)),
    ("n -> y where n <= 2*y and y < n", 0, [[1, 0, 2]], lambda n: -(-n // 2)),
    ("n -> n-t where 4*t <= 2*n", 0, [[1, 0, 2]], lambda n: -(-n // 2)),
    ("n -> n-t where t < n//2", 0, [[1, 2, 2]], lambda n: n - (n // 2 - 1)),
    ("n -> n-t where 2*t < n", 0, [[1, 1, 2]], lambda n: n - (n - 1) // 2),
    ("n -> n-t where t <= (n+1)//2", 0, [[1, -1, 2]], lambda n: n - (n + 1) // 2),
    ("n -> n-t where 3*t <= n+1", 1, [[2, -1, 3]], lambda n: n - (n + 1) // 3),
    ("n -> y where n <= 3*y and y < n", 1, [[1, 0, 3]], lambda n: -(-n // 3)),
    ("n -> n-t where 1 <= t <= 5 and 2*t <= n", 0, [[1, -5, 1], [1, 0, 2]], lambda n: n - min(5, n // 2)),
    ("n -> n-t where t <= min(5, n//2)", 0, [[1, -5, 1], [1, 0, 2]], lambda n: n - min(5, n // 2)),
    ("n -> n-t where t <= 5 | n-t where t <= 3 and 2*t <= n", 0, [[1, -5, 1]], lambda n: n - 5),
    ("n -> n-t where 3*t <= n | n-t where 2*t <= n", 0, [[1, 0, 2]], lambda n: n - n // 2),
    ("n -> n-t where n-t >= 2", 0, [[0, 2, 1]], lambda n: 2),
    ("n -> n-t where t <= n-n//3", 0, [[1, -2, 3]], lambda n: n // 3),
    ("n -> n-t where t > 4 and t < 3", 0, [[1, 0, 1]], lambda n: n),
    ("n -> n-t where 2*t <= 3*n", 0, [], lambda n: 0),
    ("n -> n-s-t where s <= 2 and t <= 2", 0, [[1, -4, 1]], lambda n: n - 4),
    ("n -> n-t where abs(t-2) <= 3", 0, [[1, -5, 1]], lambda n: n - 5),
]


@pytest.mark.parametrize(("text", "least", "lower", "low"), RULESETS)
def test_rulesets(text, least, lower, low):
    proof = proved(ruleset(text, least=least))
    law = proof.certificate["law"]
    assert law == {"kind": "window", "least": least, "lower": law["lower"]}
    assert sorted(law["lower"]) == sorted(lower)
    require_law(proof.law, lambda n: range(min(n, max(least, low(n))), n), least)


FAMILIES = [
    ("n -> n-t where t <= m", 0, {"p1": 0}, [[1, "-p1", 1]], lambda n, m: n - m),
    ("n -> n-t where t < m+1", 0, {"p1": 0}, [[1, "-p1", 1]], lambda n, m: n - m),
    ("n -> n-t where t < m", 0, {"p1": 0}, [[1, "-p1+1", 1]], lambda n, m: n - m + 1),
    ("n -> n-t where t in range(1, m)", 3, {"p1": 0}, [[1, "-p1+1", 1]], lambda n, m: n - m + 1),
    ("n -> y where n <= y+2*m and y < n", 0, {"p1": 0}, [[1, "-2*p1", 1]], lambda n, m: n - 2 * m),
    ("n -> y where n <= k*y and y < n", 1, {"p1": 1}, [[1, 0, "p1"]], lambda n, k: -(-n // k)),
    ("n -> n-t where k*t <= n", 0, {"p1": 1}, [["p1-1", 0, "p1"]], lambda n, k: n - n // k),
    ("n -> n-t where t <= n//k", 0, {"p1": 1}, [["p1-1", 0, "p1"]], lambda n, k: n - n // k),
    ("n -> n-t where (k+1)*t <= k*n", 0, {"p1": 0}, [[1, 0, "p1+1"]], lambda n, k: n - k * n // (k + 1)),
    ("n -> n-t where k*t <= n+k-1", 2, {"p1": 1}, [["p1-1", "-p1+1", "p1"]], lambda n, k: n - (n + k - 1) // k),
    (
        "n -> n-t where 1 <= t <= m and 2*t <= n",
        0,
        {"p1": 0},
        [[1, "-p1", 1], [1, 0, 2]],
        lambda n, m: max(n - m, n - n // 2),
    ),
    ("n -> n-t where t <= m | n-1", 0, {"p1": 1}, None, lambda n, m: n - m),
]


@pytest.mark.parametrize(("text", "least", "domain", "lower", "low"), FAMILIES)
def test_families(text, least, domain, lower, low):
    family = ruleset(text, least=least, params="k" if "k" in text else "m")
    if lower is None:
        with pytest.raises(NotProved):
            proved(family)
        return
    certificate = proved(family).certificate
    assert certificate["rules"] == {"text": family.general[0], "parameters": ["p1"], "domain": domain}
    assert sorted(certificate["law"]["lower"], key=str) == sorted(lower, key=str)
    for value in (domain["p1"], domain["p1"] + 1, 4, 9, 30):
        law = law_from_json(certificate["law"], (value,))
        member = from_canonical(certificate["rules"]["text"], ["p1"], {"p1": value})
        bounds = {n: min(n, max(least, low(n, value))) for n in range(least, 91)}
        for n in range(least, 60):
            assert {y for ((y,),) in member.options((n,))} == set(range(bounds[n], n))
        require_law(law, lambda n, bounds=bounds: range(bounds[n], n), least)


def test_two_parameters():
    family = ruleset("n -> n-t where t <= m and k*t <= n", params="m, k")
    certificate = proved(family).certificate
    assert certificate["rules"]["domain"] == {"p1": 0, "p2": 1}
    law = law_from_json(certificate["law"], (4, 3))
    require_law(law, lambda n: range(n - min(4, n // 3), n), 0)


def test_a_family_of_which_one_parameter_has_a_value():
    family = ruleset("n -> n-t where t <= m and k*t <= n", params="m, k")(k=2)
    certificate = proved(family).certificate
    assert certificate["rules"] == {"text": family.canonical, "parameters": ["p1"], "domain": {"p1": 0}}
    require_law(law_from_json(certificate["law"], (6,)), lambda n: range(n - min(6, n // 2), n), 0)


@pytest.mark.parametrize(
    "game", ["nim", "bash", "bash(10)", "blackboard", "blackboard(2)", "blackboard(3)", "blackboard(10)", "halving"]
)
def test_catalogue(game):
    proved(expression(game))


@pytest.mark.parametrize(
    ("text", "more", "why"),
    [
        ("n -> n-t where 2 <= t <= 4", {}, "not all from 1"),
        ("n -> n-1 | n-3", {}, "not all from 1"),
        ("n -> n-1 | n-t where 2*t <= n", {}, "one window"),
        ("n -> n-t where 2 <= t and 2*t <= n", {}, "one window"),
        ("n -> n-t where t % 2 == 1", {}, "remainder"),
        ("n -> n-t where n >= 10", {}, "heap alone"),
        ("n -> n-t where t*t <= n", {}, "not linear"),
        ("n -> n//2", {}, "less a constant"),
        ("n -> y where 2*y <= n", {}, "less a constant"),
        ("n -> y where 3*n <= 4*y+10 and y < n", {}, None),
        ("n -> y where y >= 2*n-20 and y < n", {}, "steps of 0 or 1"),
        ("n -> y where y+n >= 10 and y < n", {}, "steps of 0 or 1"),
        ("n -> n-t where p*t <= q*n", {"params": "p, q"}, "steps of 0 or 1"),
        ("n -> n-t where t in S", {"params": "S"}, "a set"),
        ("n -> n-s-t where 2*s <= n and t <= 2", {}, "more than one free variable"),
        ("n -> n-2*t where t <= 3", {}, "free variable"),
        ("n -> a & b where a+b < n", {}, "splits"),
        ("a, b -> a-t, b", {}, "one heap"),
        ("n -> n-t where t in squares", {}, "set"),
        ("n -> n-t where t not in {3}", {}, None),
    ],
)
def test_what_is_not_a_window(text, more, why):
    rules = ruleset(text, **more)
    if why is None:
        try:
            proof = proved(rules)
        except NotProved:
            return
        require_law(proof.law, lambda n: [y for ((y,),) in rules.options((n,))], 0)
        return
    with pytest.raises(NotProved, match=why):
        window.prove(rules, Budget(60))


def test_codes_are_no_texts():
    with pytest.raises(NotProved, match="text"):
        window.prove(expression("kayles"), Budget())


def test_random_conditions_are_windows_or_refused():
    rng = random.Random(12)
    count = 0
    for _ in range(120):
        k, m, c = rng.randint(1, 4), rng.randint(0, 6), rng.randint(-3, 3)
        conditions = rng.sample(
            [
                f"{k}*t <= n{c:+d}",
                f"t {rng.choice(['<', '<='])} {m}",
                f"t {rng.choice(['<', '<='])} n//{k}",
                f"t >= {rng.randint(0, 2)}",
                f"n-t >= {m}",
                f"{k}*(n-t) >= n",
                f"t != {rng.randint(0, 8)}",
                f"t <= max({m}, n//{k})",
            ],
            rng.randint(1, 2),
        )
        rules = ruleset(f"n -> n-t where {' and '.join(conditions)}", least=rng.choice([0, 1, 2]))
        try:
            proof = proved(rules)
        except NotProved:
            continue
        count += 1
        require_law(proof.law, lambda n, rules=rules: [y for ((y,),) in rules.options((n,))], rules.least, 80)
    assert count > 40


def test_a_wrong_window_is_an_internal_error():
    wrong = window.Window(((Poly.constant(1), Poly.constant(-4), Poly.constant(1)),), 0)
    with pytest.raises(Disagreement, match=r"at 4: derived were the options"):
        window._compare(expression("bash(3)"), wrong, {}, Budget())


def test_the_budget_is_kept():
    with pytest.raises(OutOfBudget):
        window.prove(expression("bash"), Budget(0))


UPWARDS = [
    "n -> n+1 where n == 500",
    "n -> n+1 where n < 1",
    "n -> 2*n where 100 < n < 110",
    "n -> n+t where n == 300 and t <= 5",
    "n -> n-t where t == 0 | n+1 where n == 90",
    "n -> m where m > n and n == 7000 and m == 7001",
    "n -> 600-n where n == 50",
]


@pytest.mark.parametrize("text", UPWARDS)
def test_moves_to_larger_heaps_are_never_left_out(text):
    with pytest.raises(NotProved):
        window.prove(ruleset(text), Budget(60))


def brute(rules, top):
    """Grundy values of heaps below *top*, in whatever order the moves go."""
    known: dict[int, int] = {}
    for start in range(top):
        stack = [start]
        while stack:
            options = list(rules.options((stack[-1],)))
            missing = [y for ((y,),) in options if y not in known]
            if missing:
                stack += missing
                continue
            present = {known[y] for ((y,),) in options}
            known[stack.pop()] = next(v for v in range(len(present) + 1) if v not in present)
    return known


@pytest.mark.parametrize("text", UPWARDS[:5])
def test_whatever_is_proved_of_rules_with_moves_up_is_true(text):
    from grundy.laws.library import entry_of
    from grundy.report.studying import study

    rules = ruleset(text)
    found = study(rules, budget=2.0)
    if found.certificate is None:
        assert found.evidence != "proved"
        return
    law = entry_of(dict(found.certificate), "found now").known(()).law
    for n, value in brute(rules, 620).items():
        assert law.is_p((n,)) == (value == 0), n
        if found.certificate["about"] == "grundy":
            assert law.value((n,)) == value, n
