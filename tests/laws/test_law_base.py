import pickle
import subprocess
import sys
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.laws.base import Run, heaps_of
from grundy.laws.known import MAKERS, law_of
from grundy.laws.nim import NimLaw
from grundy.laws.race import RaceLaw
from grundy.laws.residue import ResidueLaw
from grundy.laws.sums import SumLaw
from grundy.laws.window import ScaledWindowLaw
from grundy.laws.wythoff import WythoffLaw

ALL = [NimLaw(), SumLaw((NimLaw(),) * 3), ResidueLaw(11), ScaledWindowLaw(3, 1), WythoffLaw(), RaceLaw(2, 9, 162)]

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
    for name in ("checked_to", "something_new"):
        with pytest.raises(AttributeError):
            setattr(law, name, 10**9)


@pytest.mark.parametrize("law", ALL, ids=lambda law: law.name)
def test_a_law_says_itself(law):
    assert law.about in {"grundy", "outcome"}
    assert law.name
    assert law.source
    assert law.checked_to > 0
    assert law.words().endswith(".")
    assert law.words().count("\n") == law.formula().count("\n") == 0


@pytest.mark.parametrize("law", ALL, ids=lambda law: law.name)
@pytest.mark.parametrize("wrong", [(), (1, 1, 1, 1), (-1,), (1, -1), (1, 1, -1)])
def test_a_component_of_the_wrong_shape_is_refused(law, wrong):
    for ask in (law.is_p, law.p_options):
        with pytest.raises(ValueError, match="heap"):
            ask(wrong)


@pytest.mark.parametrize("law", [WythoffLaw(), RaceLaw(2, 9, 162)], ids=lambda law: law.name)
def test_a_law_of_outcomes_has_no_values(law):
    component = (2, 3)[: 2 if isinstance(law, WythoffLaw) else 1]
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


@pytest.mark.parametrize(
    ("key", "params", "law"),
    [
        ("h1 -> h1-v1", (), NimLaw()),
        ("h1 -> h1-v1 where v1 <= p1", (10,), ResidueLaw(11)),
        ("h1 -> h1-v1 where v1 <= p1", (0,), ResidueLaw(1)),
        ("h1 -> v1 where h1 <= p1*v1 and v1 < h1 [least=1]", (3,), ScaledWindowLaw(3, 1)),
        ("h1 -> h1-v1 where 2*v1 <= h1", (), ScaledWindowLaw(2, 0)),
        ("h1, h2 -> h1, h2-v1 | h1-v1, h2 | h1-v1, h2-v1", (), WythoffLaw()),
        ("h1 -> v1*h1 where p1 <= v1 <= p2 and h1 < p3 [least=1]", (2, 9, 162), RaceLaw(2, 9, 162)),
    ],
)
def test_known_laws_are_found(key, params, law):
    assert law_of(key, params) == law
    assert key in MAKERS


@pytest.mark.parametrize(
    ("key", "params"),
    [
        ("unheard of", ()),
        ("h1 -> h1-v1", (1,)),
        ("h1 -> h1-v1 where v1 <= p1", ()),
        ("h1 -> h1-v1 where v1 <= p1", (frozenset({1}),)),
        ("h1 -> h1-v1 where v1 <= p1", (-1,)),
        ("h1 -> v1*h1 where p1 <= v1 <= p2 and h1 < p3 [least=1]", (2, 9)),
    ],
)
def test_unknown_laws_are_none(key, params):
    assert law_of(key, params) is None


def test_finding_a_law_loads_its_own_module_only():
    program = (
        "import sys; from grundy.laws.known import law_of; law_of('h1 -> h1-v1 where v1 <= p1', (3,));"
        "print(sorted(m for m in sys.modules if m.startswith('grundy.laws.')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['grundy.laws.base', 'grundy.laws.known', 'grundy.laws.residue']"
