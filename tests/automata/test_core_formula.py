"""Formulas against evaluation by hand, on ranges where bounded quantifiers decide."""

import itertools
import operator
import random

import pytest

from grundy.automata.automaton import everything, nothing
from grundy.automata.formula import (
    And,
    Atom,
    Congruent,
    Definition,
    Exists,
    Forall,
    Iff,
    Implies,
    Known,
    Not,
    Or,
    Predicate,
    Term,
    Truth,
    compiled,
    congruent,
    eq,
    free,
    ge,
    gt,
    le,
    lt,
    name,
    ne,
    number,
    predicate,
)  # fmt: skip
from grundy.automata.linear import linear
from grundy.automata.systems import Base, Ostrowski
from grundy.rules.budget import Budget, OutOfBudget

SYSTEMS = [Base(2), Base(3), Ostrowski(1), Ostrowski(2)]
RELATIONS = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
SETS = {"S": lambda x, y: (x + 2 * y) % 3 == 1, "T": lambda x: x % 4 in {0, 3}}
DEFINITIONS = {
    "S": Definition(("y", "x"), congruent(name("y") + name("x") * 2 - 1, 3)),
    "T": Definition(("a",), Or((congruent("a", 4), congruent(name("a") + 1, 4)))),
}


def value(term, at):
    return sum(c * at[v] for v, c in term.coefficients) + term.constant


def holds(formula, at, bound):  # noqa: PLR0911 - a visitor
    """The truth of a formula whose quantifiers are cut at *bound*."""
    match formula:
        case Truth(holds=truth):
            return truth
        case Atom(term=term, relation=relation):
            return RELATIONS[relation](value(term, at), 0)
        case Congruent(term=term, modulus=modulus):
            return value(term, at) % modulus == 0
        case Predicate(name=named, args=args):
            values = [value(arg, at) for arg in args]
            return min(values) >= 0 and SETS[named](*values)
        case And(parts=parts):
            return all(holds(p, at, bound) for p in parts)
        case Or(parts=parts):
            return any(holds(p, at, bound) for p in parts)
        case Not(part=part):
            return not holds(part, at, bound)
        case Implies(first=first, second=second):
            return not holds(first, at, bound) or holds(second, at, bound)
        case Iff(first=first, second=second):
            return holds(first, at, bound) == holds(second, at, bound)
        case Exists(names=names, body=body) | Forall(names=names, body=body):
            every = itertools.product(range(bound), repeat=len(names))
            results = (holds(body, {**at, **dict(zip(names, point, strict=True))}, bound) for point in every)
            return any(results) if isinstance(formula, Exists) else all(results)


def random_term(rng, names):
    some = rng.sample(names, min(len(names), rng.randint(1, 2)))
    result = number(rng.randint(-4, 4))
    for n in some:
        result = result + name(n) * rng.choice([-2, -1, 1, 1, 2, 3])
    return result


def random_formula(rng, names, depth):
    """Quantified names are bounded by a free one: 0 <= y <= x + 4, so that a cut at 20 decides where x < 10."""
    kind = rng.choice(
        ["atom", "atom", "congruent", "predicate"]
        if depth == 0
        else ["and", "or", "not", "implies", "iff", "exists", "forall"]
    )
    match kind:
        case "atom":
            return Atom(random_term(rng, names), rng.choice(list(RELATIONS)))
        case "congruent":
            return Congruent(random_term(rng, names), rng.randint(1, 4))
        case "predicate":
            named = rng.choice("ST")
            return Predicate(
                named,
                tuple(
                    random_term(rng, names) if rng.random() < 0.5 else name(rng.choice(names))
                    for _ in range(2 if named == "S" else 1)
                ),
            )
        case "not":
            return Not(random_formula(rng, names, depth - 1))
        case "and" | "or":
            parts = tuple(random_formula(rng, names, depth - 1) for _ in range(rng.randint(1, 3)))
            return And(parts) if kind == "and" else Or(parts)
        case "implies" | "iff":
            pair = random_formula(rng, names, depth - 1), random_formula(rng, names, depth - 1)
            return Implies(*pair) if kind == "implies" else Iff(*pair)
    bound = rng.choice(["y", "z", "x"])
    others = [n for n in names if n != bound] or ["w"]
    cut = le(bound, name(rng.choice([n for n in others if n != bound and n in "wx"] or ["w"])) + 4)
    body = random_formula(rng, sorted({*names, bound}), depth - 1)
    if kind == "exists":
        return Exists((bound,), And((body, cut)))
    return Forall((bound,), Implies(cut, body))


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_random_formulas(system, seed):
    rng = random.Random(f"{system}{seed}")
    formula = random_formula(rng, ["w", "x"], rng.randint(1, 3))
    built = compiled(formula, system, DEFINITIONS, tracks=["w", "x"])
    assert set(built.tracks) == free(formula) | {"w", "x"}
    if set(built.tracks) == {"w", "x"}:
        want = [(w, x) for w in range(7) for x in range(7) if holds(formula, {"w": w, "x": x}, 20)]
        assert built.tuples(7) == want
    assert compiled(Not(formula), system, DEFINITIONS, tracks=["w", "x"]) == ~built


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_sentences_of_arithmetic(system):
    x, y, z = map(name, "xyz")
    true = [
        Forall(("x",), Exists(("y",), Or((eq(x, y * 2), eq(x, y * 2 + 1))))),
        Forall(("x", "y"), Or((lt(x, y), eq(x, y), gt(x, y)))),
        Forall(("x",), Exists(("y",), gt(y, x * 3 + 7))),
        Exists(("x",), Forall(("y",), le(x, y))),
        Forall(("x", "y", "z"), Implies(And((lt(x, y), lt(y, z))), lt(x, z))),
        Forall(("x",), Implies(ge(x, 8), Exists(("y", "z"), eq(x, y * 3 + z * 5)))),  # coins of 3 and 5
        Forall(("x",), Iff(congruent(x, 6), And((congruent(x, 2), congruent(x, 3))))),
        Not(Exists(("x",), lt(x, 0))),
        Exists(("x",), And(())),
    ]
    for sentence in true:
        assert compiled(sentence, system) == everything(system)
        assert compiled(Not(sentence), system) == nothing(system)
    coins = Not(Exists(("y", "z"), eq(x, y * 3 + z * 5)))
    assert compiled(coins, system).tuples(100) == [(1,), (2,), (4,), (7,)]


def test_bound_names_do_not_capture():
    x, y = name("x"), name("y")
    inner = Exists(("x",), And((eq(x, y * 2), predicate("T", x))))
    outer = Exists(("y",), And((eq(y, x + 1), inner)))  # x here is free
    got = compiled(outer, Base(2), DEFINITIONS)
    assert got.tracks == ("x",)
    assert got.tuples(20) == [(n,) for n in range(20) if SETS["T"](2 * (n + 1))]
    again = Exists(("x",), And((lt(x, 5), Exists(("x",), eq(x, y)))))
    assert compiled(again, Base(2)) == everything(Base(2), ["y"])


def test_repeated_arguments_and_automata_as_formulas():
    system = Ostrowski(1)
    got = compiled(predicate("S", "x", "x"), system, DEFINITIONS)
    assert got == nothing(system, ["x"])
    double = linear(system, {"x": 1, "y": -2})
    both = And((Known(double), Exists(("x",), Known(double)), ne("y", 3)))
    assert compiled(both, system) == double - linear(system, {"y": 1}, -3)
    assert compiled(Predicate("D", (name("b"), name("a"))), system, {"D": double}) == double.rename(
        {"x": "b", "y": "a"}
    )
    assert compiled(
        Predicate("D", (name("b"), name("a"))), system, {"D": Definition(("y", "x"), double)}
    ) == double.rename({"x": "a", "y": "b"})


def test_terms():
    t = 2 * name("x") - name("y") + 3
    assert (str(t), str(-t), str(t - t)) == ("2*x - y + 3", "-2*x + y - 3", "0")
    assert t.put("x", name("y") + 1) == Term((("y", 1),), 5)
    assert 1 - name("x") == Term((("x", -1),), 1)
    assert name("x").variable == "x"
    assert (name("x") + 1).variable is None


def test_budget():
    x, y = name("x"), name("y")
    with pytest.raises(OutOfBudget):
        compiled(Exists(("y",), eq(x * 3, y * 7 + 2)), Ostrowski(2), budget=Budget(0))
