"""Claims: what they mean, what is refused, and truth against plain enumeration."""

import itertools
import random

import pytest

from grundy import bash, blocking, kayles, octal, ruleset, value, wythoff
from grundy.checker.checking import check
from grundy.prover.base import NotProved, canonical_json, digest
from grundy.prover.claims import prove_claim
from grundy.prover.outcomes import prove
from grundy.rules.budget import Budget
from grundy.rules.claims import parse_claim
from grundy.rules.errors import RuleError
from grundy.rules.logic import (
    And,
    Atom,
    Exists,
    Forall,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Truth,
)  # fmt: skip

TWO_HEAPS = ruleset("a, b -> a-t, b | a, b-t")


def decided(rules, claim, *definitions, **more):
    return prove_claim(rules, claim, prove, Budget(30), tuple(definitions), **more)


@pytest.fixture(scope="module")
def wythoff_proof():
    return prove(wythoff, Budget(30))


CLASSICS = [
    "P(0, 0) and P(1, 2) and P(3, 5) and not P(3, 4)",
    "forall(a, b, implies(P(a, b), P(b, a)))",
    "forall(a, b, c, implies(P(a, b) and P(a, c), b == c))",
    "forall(a, b, d, implies(P(a, b) and d > 0, not P(a + d, b + d)))",
    "forall(n, implies(n >= 1, exists(a, b, P(a, b) and a < b and (n == a or n == b))))",
    "forall(a, b, c, d, implies(P(a, b) and P(c, d) and a < b and c < d and a < c, b < d and b != c and b - a < d - c))",
    "forall(d, exists(a, P(a, a + d)))",
    "forall(a, b, c, d, implies(P(a, b) and P(c, d) and b - a == d - c and a <= b, a == c))",
    # the smaller member is the least number that is in no earlier pair
    (
        "Before(n, a) := exists(c, d, P(c, d) and c <= d and c < a and (n == c or n == d));"
        "forall(a, b, n, implies(P(a, b) and a <= b, not Before(a, a) and implies(n < a, Before(n, a))))"
    ),
    # moves: from a P-position to none, from any other to one
    "forall(a, b, implies(not P(a, b), exists(t, t >= 1 and (P(a - t, b) or P(a, b - t) or P(a - t, b - t)))))",
]


@pytest.mark.parametrize("claim", CLASSICS)
def test_the_classic_theorems_on_wythoffs_game(claim, wythoff_proof):
    found = prove_claim(wythoff, claim, lambda *_: wythoff_proof)
    assert found.truth == "true"
    assert found.counterexample is None


@pytest.mark.parametrize(
    ("claim", "counterexample"),
    [
        ("forall(a, b, implies(P(a, b), a + b < 100))", {"a": 38, "b": 62}),
        ("forall(a, b, implies(P(a, b) and a < b, 5 * b <= 8 * a + 3))", None),
        ("forall(a, implies(a % 2 == 1, exists(b, b > a and P(a, b))))", {"a": 5}),
        ("forall(a, b, c, d, implies(P(a, b) and P(c, d), P(a + c, b + d)))", {"a": 1, "b": 2, "c": 1, "d": 2}),
        ("not exists(a, b, P(a, b) and a % 10 == 0 and b % 10 == 0 and a > 0)", None),
        ("P(2, 1) and forall(n, P(n, n))", {"n": 1}),
    ],
)
def test_false_claims_have_the_least_counterexample(claim, counterexample, wythoff_proof):
    found = prove_claim(wythoff, claim, lambda *_: wythoff_proof)
    assert found.truth == "false"
    if counterexample is not None:
        assert dict(found.counterexample) == counterexample
    else:
        a, b = found.counterexample["a"], found.counterexample["b"]
        assert value(wythoff[a, b]) == 0


def test_witnesses():
    found = decided(wythoff, "exists(a, b, a < b and P(a, b) and a > 1000)")
    assert (found.truth, dict(found.witness)) == ("true", {"a": 1001, "b": 1620})
    assert decided(wythoff, "exists(a, P(a, a) and a > 0)").witness is None
    assert dict(decided(wythoff, "not forall(a, exists(k, a < 4 or P(a, k) and k < a))").witness)["a"] == 4
    assert dict(decided(wythoff, "exists(a, exists(b, P(a, b + 7) and a == a))").witness) == {"a": 4, "b": 0}


def test_other_rulesets_and_play():
    assert decided(bash(9), "forall(n, iff(P(n), n % 10 == 0))").truth == "true"
    assert decided(TWO_HEAPS, "forall(a, b, iff(P(a, b), a == b))").truth == "true"
    misere = prove_claim(
        TWO_HEAPS,
        "forall(a, b, iff(P(a, b), a == b and a > 1 or a + b == 1))",
        lambda r, b: prove(r, b, play="misere"),
        play="misere",
    )
    assert misere.truth == "true"
    assert misere.certificate["play"] == "misere"
    least = ruleset("a, b -> a-t, b | a, b-t", least=1)
    assert decided(least, "forall(a, b, iff(P(a, b), a == b and a >= 1))").truth == "true"
    assert decided(blocking(wythoff, 2), "P(0, 1) and P(1, 1) and not P(1, 3)").truth in {"true", "false"}


def test_codes_by_the_period_of_their_values():
    assert decided(kayles, "forall(n, iff(P(n), n == 0))").truth == "true"
    dawson = octal("0.137")
    found = decided(dawson, "forall(n, iff(P(n), n % 34 == 4 or n % 34 == 8))")
    assert found.certificate is None  # what is proved by an automaton has one
    assert found.truth == "false"
    n = found.counterexample["n"]
    assert all((value(dawson[k]) == 0) == (k % 34 in {4, 8}) for k in range(n))
    assert (value(dawson[n]) == 0) != (n % 34 in {4, 8})


def test_what_is_not_proved_stays_unknown():
    def fails(*_):
        raise NotProved("no law")

    found = prove_claim(wythoff, "True", fails)
    assert (found.truth, found.certificate) == ("unknown", None)
    assert "no law" in found.why
    slow = prove_claim(wythoff, "forall(a, b, implies(P(a, b), P(b, a)))", prove, Budget(0))
    assert slow.truth == "unknown"
    many = ", ".join(f"v{i}" for i in range(25))
    total = " + ".join(f"{i + 1} * v{i}" for i in range(25))
    wide = decided(wythoff, f"forall({many}, {total} != 77)")
    assert wide.truth == "unknown"
    assert "too many" in wide.why


def test_certificates(wythoff_proof):
    found = prove_claim(wythoff, "forall(a, b, implies(P(a, b), P(b, a)))", lambda *_: wythoff_proof)
    certificate = found.certificate
    assert certificate["method"] == "claim"
    assert certificate["truth"] == "true"
    assert certificate["base"]["hash"] == wythoff_proof.certificate["hash"]
    assert certificate["law"] == wythoff_proof.certificate["law"]
    assert certificate["hash"] == digest(certificate)
    canonical_json(certificate)
    assert check(certificate).valid
    assert not check({**certificate, "truth": "false"}).valid
    refuted = prove_claim(wythoff, "forall(a, b, P(a, b))", lambda *_: wythoff_proof).certificate
    assert check(refuted).valid
    assert (refuted["truth"], refuted["counterexample"]) == ("false", {"a": 0, "b": 1})


def test_definitions():
    pair = "Pair(a, b) := a <= b and P(a, b)"
    assert decided(wythoff, "forall(n, iff(Pair(n, n), n == 0))", pair).truth == "true"
    nested = "Smaller(a) := exists(b, Pair(a, b) and b > a)"
    found = decided(wythoff, "forall(a, iff(Smaller(a), not exists(b, Pair(b, a) and a > 0) and a > 0))", pair, nested)
    assert found.truth == "true"
    assert found.claim.startswith("Pair(a, b) :=")
    assert decided(wythoff, found.claim).truth == "true"  # the whole text says the same by itself
    assert (
        decided(wythoff, "Even(n) := n % 2 == 0\nOdd(n) := not Even(n)\nforall(n, iff(Odd(n), Even(n + 1)))").truth
        == "true"
    )


@pytest.mark.parametrize(
    ("claim", "truth"),
    [
        ("forall(n, n == n // 3 * 3 + n % 3)", "true"),
        ("forall(a, b, implies(a < b, (a - b) // 2 < 0 and (a - b) % 2 == (b - a) % 2))", "true"),
        ("forall(a, b, abs(a - b) == max(a, b) - min(a, b))", "true"),
        ("forall(a, b, abs(a - b) <= 5)", "false"),
        ("exists(a, a // 7 == 11 and a % 7 == 6)", "true"),
        ("forall(a, b, max(a - b, b - a, 0) >= 0 and min(-a, 3) <= 0)", "true"),
        ("-7 // 2 == -4 and -7 % 2 == 1 and abs(-3) == max(3, 2)", "true"),
        ("forall(a, exists(b, b == -a or b == a) and not exists(c, c + 1 == -a))", "true"),
        ("1 < 2 < 3 and not 1 < 3 < 2", "true"),
        ("True and not False and (3 > 2 or False)", "true"),
        ("implies(False, False) and not implies(True, False) and iff(True, True)", "true"),
        ("forall(n, P(n - 1, n) == True)", None),
    ],
)
def test_arithmetic(claim, truth, wythoff_proof):
    if truth is None:
        with pytest.raises(RuleError):
            prove_claim(wythoff, claim, lambda *_: wythoff_proof)
    else:
        assert prove_claim(wythoff, claim, lambda *_: wythoff_proof).truth == truth


@pytest.mark.parametrize(
    ("claim", "at", "words"),
    [
        ("", None, "empty"),
        ("P(1)", 0, "P takes 2 heaps"),
        ("P(a, b)", 2, "a is not bound; a claim about all a is forall"),
        ("forall(n, n * n >= n)", 10, "product of variables"),
        ("forall(n, n = 3)", 12, "write =="),
        ("exists(n, P(n, n) + 1 > 2)", 10, "true or false, not a number"),
        ("forall(n, forall(n, n == n))", 17, "named already"),
        ("forall(n, n)", 10, "expected a statement"),
        ("forall(n, 7)", 10, "expected a statement (true or false), not the number 7"),
        ("forall(P, P(1, 2))", 7, "'P' has a meaning here"),
        ("forall(n, (n < 3) == (n < 4))", 11, "iff"),
        ("forall(n, Q(n))", 10, "Q is not defined"),
        ("exists(n, n in squares)", 15, "no sets"),
        ("exists(n n)", 7, "cannot read"),
        ("exists(n, (n == 1)", 6, "never closed"),
        ("n == 1)", 6, "never opened"),
        ("forall(n, n -> n)", 12, "implies"),
        ("forall(n, n == 1 | n == 2)", 17, "write or"),
        ("forall(n, n == 1 & n == 2)", 17, "write and"),
        ("exists(x, x / 2 == 3)", 12, "write //"),
        ("exists(x, x // 0 == 3)", 10, "constant of at least 1"),
        ("exists(x, x % x == 3)", 10, "constant of at least 1"),
        ("exists(x, x ** 2 == 9)", 12, "no power"),
        ("forall(x, P(x, 1.5))", 15, "whole number"),
        ("forall(x, P(x, True))", 15, "not True or False"),
        ("forall(x, x + True == 1)", 14, "not True or False"),
        ("forall(x, P(x, x, x))", 10, "P takes 2 heaps"),
        ("exists(x, P(*x))", 12, "unexpected *"),
        ("exists(x, not P)", 14, "P needs its heaps"),
        ("forall(x)", 0, "takes variables and then a statement"),
        ("forall(x, x == 1, y)", 10, "the name of a variable"),
        ("implies(True)", 0, "two statements"),
        ("True; False", 6, "behind the claim"),
        ("Q(x, x) := x == 1; True", 5, "named twice"),
        ("Q(x) := y == 1; True", 8, "neither a parameter"),
        ("Q(x) := x == 1; Q(y) := y == 1; True", 16, "defined twice"),
        ("Q(x) := Q(x); True", 8, "Q is not defined"),
        ("Q(x) := x == 1", None, "no claim"),
        ("forall(x, max(x) == 1)", 10, "two numbers or more"),
        ("forall(x, sqrt(x) == 1)", 10, "no function"),
        ("(lambda: True)()", 0, "expected a name"),
        ("forall(x, x.y == 1)", 10, "expected a number"),
        ("forall(x, 'a' == x)", 10, "whole number"),
        ("forall(x, x ≤ 3)", 12, "ASCII"),
        ("P(0, 0) if True else False", 0, "if"),
        ("forall(x, " * 101 + "True" + ")" * 101, 1006, "brackets"),
        ("not " * 70 + "True", 240, "inside each other"),
        (" + ".join(["1"] * 100) + " == 3", 0, "inside each other"),
        ("9" * 4001 + " == 3", 0, "4,001 digits"),
        ("x" * 10_001, None, "10,001 characters"),
    ],
)
def test_refused_texts(claim, at, words):
    with pytest.raises(RuleError) as caught:
        prove_claim(wythoff, claim, prove)
    assert words in caught.value.message
    assert caught.value.at == at


def test_what_claims_are_not_about():
    for other in (bash, 3, "wythoff"):
        with pytest.raises(RuleError):
            prove_claim(other, "True", prove)
    with pytest.raises(RuleError, match="a definition is"):
        decided(wythoff, "True", "x == 1")
    with pytest.raises(RuleError, match="behind the claim"):
        decided(wythoff, "True", "Q(x) := x == 1; True")


# ---------------------------------------------------------------- random claims about bash(2) against enumeration

BOUND = 12


def holds(formula, at, p):  # noqa: PLR0911 - a visitor
    """The truth of a formula whose quantifiers are bounded in its text."""
    match formula:
        case Truth(holds=truth):
            return truth
        case Atom(term=term, relation=relation):
            total = sum(c * at[v] for v, c in term.coefficients) + term.constant
            return {
                "==": total == 0,
                "!=": total != 0,
                "<": total < 0,
                "<=": total <= 0,
                ">": total > 0,
                ">=": total >= 0,
            }[relation]
        case Predicate(args=args):
            return p(*(sum(c * at[v] for v, c in a.coefficients) + a.constant for a in args))
        case And(parts=parts):
            return all(holds(x, at, p) for x in parts)
        case Or(parts=parts):
            return any(holds(x, at, p) for x in parts)
        case Not(part=part):
            return not holds(part, at, p)
        case Implies(first=x, second=y):
            return not holds(x, at, p) or holds(y, at, p)
        case Iff(first=x, second=y):
            return holds(x, at, p) == holds(y, at, p)
        case Exists(names=names, body=body) | Forall(names=names, body=body):
            points = itertools.product(range(BOUND), repeat=len(names))
            kind = any if isinstance(formula, Exists) else all
            return kind(holds(body, {**at, **dict(zip(names, point, strict=True))}, p) for point in points)


def random_claim(rng, variables, depth):
    if depth == 0:
        kind = rng.randrange(3)
        one, other = rng.choice(variables), rng.choice(variables)
        if kind == 0:
            return f"P({one} + {rng.randint(-2, 3)}, {other})"
        sign = rng.choice(["==", "!=", "<", "<=", ">", ">="])
        return (
            f"{rng.randint(1, 3)} * {one} {sign} {other} + {rng.randint(-3, 3)}" if kind == 1 else f"P({one}, {other})"
        )
    first, second = random_claim(rng, variables, depth - 1), random_claim(rng, variables, depth - 1)
    kind = rng.choice(["and", "or", "not", "implies", "iff", "exists", "forall"])
    if kind in {"and", "or"}:
        return f"({first} {kind} {second})"
    if kind == "not":
        return f"not ({first})"
    if kind in {"implies", "iff"}:
        return f"{kind}({first}, {second})"
    new = f"v{len(variables)}"
    inner = random_claim(rng, [*variables, new], depth - 1)
    return (
        f"exists({new}, {new} < {BOUND} and {inner})"
        if kind == "exists"
        else f"forall({new}, implies({new} < {BOUND}, {inner}))"
    )


@pytest.mark.parametrize("seed", range(60))
def test_random_claims(seed, wythoff_proof):
    rng = random.Random(seed)
    pairs = _PAIRS or {(a, b) for a in range(60) for b in range(60) if value(wythoff[a, b]) == 0}
    _PAIRS.update(pairs)
    body = random_claim(rng, ["x", "y"], rng.randint(1, 3))
    claim = f"forall(x, y, implies(x < {BOUND} and y < {BOUND}, {body}))"
    tree = parse_claim(claim, 2).formula
    breaking = [
        (x, y)
        for x, y in itertools.product(range(BOUND), repeat=2)
        if not holds(tree.body, {"x": x, "y": y}, lambda a, b: (a, b) in _PAIRS)
    ]
    found = prove_claim(wythoff, claim, lambda *_: wythoff_proof)
    assert found.truth == ("false" if breaking else "true")
    if breaking:
        least = min(breaking, key=lambda point: (max(point), point))
        assert (found.counterexample["x"], found.counterexample["y"]) == least


_PAIRS = set()
