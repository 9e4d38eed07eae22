"""The laws that candidates need beside those of the provers: against their definitions, and through JSON."""

import random

import pytest

from grundy.discover.functions import FUNCTIONS, LIBRARY, table_of
from grundy.laws.arithmetic import ArithmeticLaw
from grundy.laws.cases import Case, CasesLaw
from grundy.laws.composed import COMBINATIONS, OutcomeOnlyLaw, PairLaw
from grundy.laws.functions import MORE_FUNCTIONS, AfterLaw, FunctionLaw
from grundy.laws.grids import GridLaw
from grundy.laws.nim import NimLaw
from grundy.laws.periodic import PeriodicLaw
from grundy.laws.points import PointsLaw
from grundy.laws.reading import law_from_json
from grundy.rules.errors import CertificateError

LAWS = [
    FunctionLaw("lowest_digit", (3, 2), shift=1, least=2),
    AfterLaw(FunctionLaw("gray"), "modulus", (0, 1, 4), (7, 7), 1),
    AfterLaw(NimLaw(), "rising", (-1, 5)),
    CasesLaw((Case("linear", (3, 1)), Case("recur", (0,), "modulus", (1, 0)), Case("law", law=NimLaw())), (4,), 1),
    OutcomeOnlyLaw(PeriodicLaw(0, 1, 2, 0, (2, 0, 1))),
    PairLaw("max(a, b)", NimLaw()),
    PairLaw("a xor b", OutcomeOnlyLaw(PeriodicLaw(0, 1, 1, 0, (0, 1)))),
    PointsLaw((1, 2), (1, 1), 0, 1),
    GridLaw((0, 0), (1, 0), (2, 3), ((0, 1, 2), (1, 1, 1), (0, 2, 0))),
    GridLaw((1, 1), (1, 1), (2, 2), ((0, 1), (1, 1)), "outcome"),
]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: type(law).__name__)
def test_json_and_words(law):
    assert law_from_json(law.to_json()) == law
    assert law.words().endswith(".")
    assert law.formula()
    assert law.heaps in {1, 2}
    with pytest.raises(ValueError, match="heap"):
        law.is_p((1,) * (3 - law.heaps))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: type(law).__name__)
def test_data_with_a_fault_are_refused(law):
    data = law.to_json()
    with pytest.raises(CertificateError):
        law_from_json({**data, "more": 1})
    for key in data:
        if key not in {"kind", "about", "shift", "least", "args"}:
            with pytest.raises(CertificateError):
                law_from_json({k: v for k, v in data.items() if k != key} if key != "constant" else {**data, key: "x"})


@pytest.mark.parametrize(("name", "args"), LIBRARY, ids=str)
def test_tables_are_the_functions(name, args):
    table = table_of(name, args, 700)
    law = (FunctionLaw if name in MORE_FUNCTIONS else ArithmeticLaw)(name, args)
    assert [law.value((n,)) for n in range(700)] == list(table[:700])


def test_all_functions_are_tried():
    assert {name for name, _ in LIBRARY} == set(FUNCTIONS)
    assert set(MORE_FUNCTIONS) <= set(FUNCTIONS)


def test_functions_of_large_numbers():
    n = 10**40
    assert FunctionLaw("digit_sum", (10,)).value((n,)) == 1
    assert FunctionLaw("icbrt").value((n**3 + 1,)) == n
    assert FunctionLaw("icbrt").value((n**3 - 1,)) == n - 1
    assert FunctionLaw("triangular_root").value((n * (n + 1) // 2,)) == n
    assert FunctionLaw("lowest_digit", (10, 1)).value((n,)) == 41


@pytest.mark.parametrize(
    ("first", "coefficients", "constant"),
    [
        ((1, 2), (1, 1), 0),
        ((0, 1), (2, -1), 2),
        ((1,), (2,), 1),
        ((3, 4, 9), (0, 3), 1),
        ((5,), (1,), 7),
        ((0, 1), (2, -1), 0),
    ],
)
def test_points(first, coefficients, constant):
    law = PointsLaw(first, coefficients, constant)
    numbers = list(first)
    while len(numbers) < 60:
        numbers.append(constant + sum(c * x for c, x in zip(coefficients, reversed(numbers), strict=False)))
    below = [n for n in numbers if n < 2000]
    assert [n for n in range(max(below) + 1) if law.is_p((n,))] == below
    assert all(law.is_p((n,)) for n in numbers)


@pytest.mark.parametrize(
    ("first", "coefficients", "constant"),
    [
        ((), (1,), 0),
        ((1,), (1, 1), 0),
        ((2, 1), (1, 1), 0),
        ((1,), (1,), 0),
        ((1, 2), (1, -1), 5),
        ((0,), (2,), 0),
        ((1, 2), (2, -1), -1),
    ],
)
def test_points_that_do_not_grow_are_refused(first, coefficients, constant):
    with pytest.raises((ValueError, IndexError)):
        PointsLaw(first, coefficients, constant)


def test_combinations_are_symmetric_but_for_two():
    rng = random.Random(2)
    for name, combine in COMBINATIONS.items():
        pairs = [(rng.randrange(99), rng.randrange(99)) for _ in range(50)]
        assert all(combine(a, b) >= 0 for a, b in pairs)
        assert (name in {"a", "b"}) == any(combine(a, b) != combine(b, a) for a, b in pairs)


def test_outcomes_of_a_period_in_words():
    law = OutcomeOnlyLaw(PeriodicLaw(0, 0, 3, 0, (0, 1, 1)))
    assert law.formula() == "P = {n : n mod 3 in {0}}"
    assert OutcomeOnlyLaw(PeriodicLaw(0, 1, 1, 0, (0, 1))).formula() == "P = {n : n in {0}}"
    assert law.to_json()["about"] == "outcome"
    assert law.to_json()["kind"] == "periodic"
