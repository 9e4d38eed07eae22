import json
import pickle
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.laws.arithmetic import ArithmeticLaw
from grundy.laws.automatic import AutomaticLaw
from grundy.laws.base import Run, heaps_of
from grundy.laws.beatty import BeattyLaw
from grundy.laws.digits import Base
from grundy.laws.lower import WindowLaw
from grundy.laws.nim import NimLaw
from grundy.laws.periodic import PeriodicLaw
from grundy.laws.race import RaceLaw
from grundy.laws.reading import law_from_json
from grundy.laws.recursion import RecursionLaw
from grundy.laws.residue import ResidueLaw
from grundy.laws.runs import RunsLaw
from grundy.laws.sums import SumLaw
from grundy.laws.window import ScaledWindowLaw
from grundy.rules.errors import CertificateError

KAYLES_LIKE = PeriodicLaw(0, 2, 3, 0, (5, 5, 0, 1, 2))
ALL = [
    NimLaw(),
    SumLaw((NimLaw(),) * 3),
    SumLaw((NimLaw(), KAYLES_LIKE)),
    ResidueLaw(11),
    ScaledWindowLaw(3, 1),
    WindowLaw(((1, 0, 2), (1, -10, 1)), 2),
    KAYLES_LIKE,
    PeriodicLaw(1, 1, 2, 4, (0, 1)),
    BeattyLaw(1),
    BeattyLaw(3),
    RaceLaw(2, 9, 162),
    AutomaticLaw(Base(2), 2, ((0, 1, 1, 0), (1, 1, 1, 1)), (0,), "outcome"),
    AutomaticLaw(Base(2), 2, ((0, 1, 1, 0), (1, 1, 1, 1)), (0,), "grundy"),
    RecursionLaw(2, (("linear", 1, 0), ("recur", 0)), (0,)),
    RunsLaw((1, 2), "linear", (0, 2), (0, 1), 2, 0),
    RunsLaw((1, 2), "square", (1, 0, 1), (0, 1, 5), 2, 1, 1),
    ArithmeticLaw("valuation", (2,), least=1),
    ArithmeticLaw("odious", (), -1, 1),
]
KNOWING = [law for law in ALL if law.knows_options]

small_ints = st.integers(-5, 5)


@given(
    st.integers(1, 3).flatmap(lambda n: st.tuples(*[st.lists(small_ints, min_size=n, max_size=n)] * 3)),
    st.integers(1, 6),
)
def test_a_run_holds_exactly_what_it_lists(lists, count):
    first, step, probe = (tuple(numbers) for numbers in lists)
    if count > 1 and not any(step):
        return
    run = Run(first, step, count)
    members = list(run)
    assert members == [tuple(f + i * s for f, s in zip(first, step, strict=True)) for i in range(count)]
    assert len(set(members)) == count
    assert run.last == members[-1]
    assert all(member in run for member in members)
    assert (probe in run) == (probe in members)


def test_a_run_may_be_longer_than_a_machine_integer():
    run = Run((0, 10**50), (3, -1), 10**49)
    assert list(islice(run, 2)) == [(0, 10**50), (3, 10**50 - 1)]
    assert (3 * 10**40, 10**50 - 10**40) in run
    assert (3 * 10**40 + 1, 10**50 - 10**40) not in run
    assert run.last == (3 * (10**49 - 1), 10**50 - 10**49 + 1)


@pytest.mark.parametrize("stranger", [(1,), (1, 2, 3), "ab", 7, (0.5, 1), ("0", 1), None])
def test_a_run_does_not_hold_strangers(stranger):
    assert stranger not in Run((0, 1), (1, 0), 9)


@pytest.mark.parametrize("wrong", [((1,), (1, 0), 1), ((1,), (1,), 0), ((1,), (0,), 2)])
def test_a_run_refuses_nonsense(wrong):
    with pytest.raises(ValueError, match="run"):
        Run(*wrong)


@pytest.mark.parametrize("law", ALL, ids=lambda law: law.name)
def test_a_law_is_a_value(law):
    assert eval(repr(law)) == law
    assert hash(eval(repr(law))) == hash(law)
    assert pickle.loads(pickle.dumps(law)) == law
    for name in ("kind", "something_new"):
        with pytest.raises(AttributeError):
            setattr(law, name, 10**9)


@pytest.mark.parametrize("law", ALL, ids=lambda law: law.name)
def test_a_law_says_itself(law):
    assert law.about in {"grundy", "outcome"}
    assert law.name
    assert law.heaps >= 1
    assert law.words().endswith(".")
    assert law.words().count("\n") == law.formula().count("\n") == 0


@pytest.mark.parametrize("law", ALL, ids=repr)
def test_a_law_is_read_back_from_json(law):
    text = json.dumps(law.to_json(), sort_keys=True)
    again = law_from_json(json.loads(text))
    assert again == law
    assert type(again) is type(law)
    assert again.about == law.about


@pytest.mark.parametrize("law", ALL, ids=repr)
def test_data_that_are_no_law_are_refused_with_the_key(law):
    data = law.to_json()
    for key, value in data.items():
        for wrong in (None, -7, "x", [["y"]], {"z": 1}, 1.5, True):
            if value == wrong or (key == "goal" and wrong == -7) or (key in ("low", "high", "shift") and wrong == -7):
                continue
            with pytest.raises(CertificateError, match=key):
                law_from_json({**data, key: wrong})
        if key not in ("shift", "args", "saltus", "least", "about") or value:
            without = {k: v for k, v in data.items() if k != key}
            if key not in ("shift", "least", "args", "saltus"):
                with pytest.raises(CertificateError, match=key):
                    law_from_json(without)
    with pytest.raises(CertificateError, match="strange"):
        law_from_json({**data, "strange": 1})


@pytest.mark.parametrize("data", [None, 3, [], "window", {}, {"kind": "magic"}, {"kind": []}])
def test_what_is_no_law_at_all_is_refused(data):
    with pytest.raises(CertificateError):
        law_from_json(data)


def test_polynomials_in_the_parameters():
    data = {"kind": "window", "least": 0, "lower": [["p1-1", "2*p2-p1", "p1"]]}
    assert law_from_json(data, (3, 5)) == WindowLaw(((2, 7, 3),))
    for wrong in ("p3", "p1 +", "import os", "p1//0", ""):
        with pytest.raises(CertificateError, match="lower"):
            law_from_json({**data, "lower": [[wrong, 0, 1]]}, (3, 5))
    with pytest.raises(CertificateError, match="lower"):
        law_from_json(data)


@pytest.mark.parametrize("law", KNOWING, ids=repr)
@pytest.mark.parametrize("wrong", [(), (1, 1, 1, 1), (-1,), (1, -1), (1, 1, -1)])
def test_a_component_of_the_wrong_shape_is_refused_by_options(law, wrong):
    with pytest.raises(ValueError, match="heap"):
        law.p_options(wrong)


@pytest.mark.parametrize("law", ALL, ids=repr)
@pytest.mark.parametrize("wrong", [(), (1, 1, 1, 1), (-1,), (1, -1), (1, 1, -1)])
def test_a_component_of_the_wrong_shape_is_refused(law, wrong):
    with pytest.raises(ValueError, match="heap"):
        law.is_p(wrong)


@pytest.mark.parametrize("law", [law for law in ALL if not law.knows_options], ids=repr)
def test_a_law_that_says_no_options_says_so(law):
    with pytest.raises(TypeError):
        law.options_of_value((5,) * law.heaps, 0)


@pytest.mark.parametrize("law", [BeattyLaw(1), RaceLaw(2, 9, 162)], ids=lambda law: law.name)
def test_a_law_of_outcomes_has_no_values(law):
    component = (2, 3)[: law.heaps]
    with pytest.raises(TypeError, match="outcomes only"):
        law.value(component)
    with pytest.raises(TypeError, match="outcomes only"):
        law.options_of_value(component, 0)


def test_heaps_below_the_least_are_refused():
    assert heaps_of((1, 2), 2, 1) == (1, 2)
    with pytest.raises(ValueError, match="at least 1"):
        heaps_of((1, 0), 2, 1)
    with pytest.raises(ValueError, match="at least 1"):
        RaceLaw(2, 9, 5).is_p((0,))
    with pytest.raises(ValueError, match="at least 3"):
        ScaledWindowLaw(2, 3).value((2,))


@pytest.mark.parametrize(
    "make", [lambda: ResidueLaw(0), lambda: SumLaw((NimLaw(),) * 0), lambda: ScaledWindowLaw(2, -1)]
)
def test_a_law_outside_its_hypotheses_is_refused(make):
    with pytest.raises(ValueError, match="at least"):
        make()
