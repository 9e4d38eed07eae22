"""Laws on many heaps at once against the same laws on one."""

from functools import reduce
from operator import xor

from hypothesis import given
from hypothesis import strategies as st

from grundy.laws.batch import first_winning, nim_sum, values_of
from grundy.laws.nim import NimLaw
from grundy.laws.residue import ResidueLaw
from grundy.laws.window import ScaledWindowLaw

LAWS = st.one_of(
    st.just(NimLaw()),
    st.builds(ResidueLaw, st.integers(1, 12)),
    st.builds(ScaledWindowLaw, st.integers(0, 9) | st.integers(2**63, 2**65), st.integers(0, 3)),
)
HEAPS = st.lists(st.integers(3, 60) | st.integers(2**59, 2**66) | st.sampled_from([2**60 - 1, 2**64]), max_size=8)


@given(LAWS, HEAPS, st.integers(0, 40) | st.integers(0, 2**64))
def test_first_winning_is_the_first_of_all(law, heaps, others):
    values = values_of(law, heaps)
    assert list(values) == [law.value((n,)) for n in heaps]
    assert nim_sum(values) == reduce(xor, values, 0)
    total = nim_sum(values) ^ others
    if total == 0:
        return
    winning = [(i, runs[0]) for i, n in enumerate(heaps) if (runs := law.options_of_value((n,), values[i] ^ total))]
    assert first_winning(law, heaps, values, total) == (winning[0] if winning else None)
