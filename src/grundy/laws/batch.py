"""Laws on many numbers at once: by a compiled kernel where the numbers fit it, in plain Python elsewhere."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import compress, count, repeat
from operator import add, floordiv, le, lt, xor

from grundy.laws.base import GrundyLaw, Run
from grundy.laws.nim import NimLaw
from grundy.laws.residue import ResidueLaw
from grundy.laws.window import ScaledWindowLaw

_WORD = 2**64


def scaled_window_values(numbers: Sequence[int], k: int) -> list[int]:
    """The Grundy values of *numbers* in `n -> y where n <= k*y and y < n`, in their order.

    With least heap 0: g(0) = 0, and everything above is as in the blackboard game. A negative number raises
    ValueError.

    >>> scaled_window_values([2, 3, 3, 3], 2)
    [1, 0, 0, 0]
    """
    words = _scaled_window_words(numbers, k)
    if words is not None:
        return words.tolist()
    law = ScaledWindowLaw(k, 0)
    return [law.value((number,)) for number in numbers]


def _scaled_window_words(numbers: Sequence[int], k: int) -> array[int] | None:
    """The same values by the kernel, as 64-bit words; None where *k* or a number does not fit it."""
    if not 2 <= k < _WORD:
        return None
    try:
        words = array("Q", numbers)
    except OverflowError:
        return None
    from grundy.kernels import window

    window.scaled_window_values(words, k, words)
    return words


def values_of(law: GrundyLaw, heaps: Sequence[int]) -> Sequence[int]:
    """The Grundy values of the one-heap components *heaps*, in their order.

    >>> list(values_of(ScaledWindowLaw(2, 1), [2, 3, 3, 3]))
    [1, 0, 0, 0]
    """
    if isinstance(law, NimLaw):
        return heaps
    if isinstance(law, ScaledWindowLaw) and law.floor == 1:
        words = _scaled_window_words(heaps, law.k)
        return scaled_window_values(heaps, law.k) if words is None else words
    if isinstance(law, ResidueLaw):
        modulus = law.modulus
        return [heap % modulus for heap in heaps]
    if law.kind == "staircase":
        data = law.to_json()
        least, low, high = data["least"], data["low"], data["high"]
        period = low + high if low <= high else 1
        return [(heap - least) % period // low for heap in heaps]
    return [law.value((heap,)) for heap in heaps]


def nim_sum(values: Sequence[int]) -> int:
    """The xor of *values*, as `values_of` gives them.

    >>> nim_sum([3, 6, 9])
    12
    """
    if isinstance(values, array):
        from grundy.kernels import window

        return window.xor_all(values)
    return reduce(xor, values, 0)


def first_winning(law: GrundyLaw, heaps: Sequence[int], values: Sequence[int], total: int) -> tuple[int, Run] | None:
    """The index of the first heap of a sum that has winning options, and the first run of them.

    *values* are the heaps' Grundy values and *total* > 0 the value of the whole sum, which may have other
    components: heap number i must become one of value values[i] xor *total*.

    >>> law = ScaledWindowLaw(2, 1)
    >>> first_winning(law, [2, 3, 3, 3], [1, 0, 0, 0], 1)
    (0, Run(first=(1,), step=(0,), count=1))
    """
    for index in _candidates(law, heaps, values, total):
        runs = law.options_of_value((heaps[index],), values[index] ^ total)
        if runs:
            return index, runs[0]
    return None


def _candidates(law: GrundyLaw, heaps: Sequence[int], values: Sequence[int], total: int) -> Iterator[int]:
    """The indices of heaps that may have an option of the wanted value, which is not their own value.

    Nim and Bash: exactly where that value is below the heap (and the modulus). Windows of floor 1: exactly
    where it is at most n - ceil(n/k), for the values on l(n)..n are a permutation of 0..n - l(n).
    """
    if isinstance(law, ScaledWindowLaw) and law.floor == 1 and isinstance(values, array) and total < _WORD:
        return _reaching(array("Q", heaps), values, law.k, total)
    wanted = map(xor, values, repeat(total))
    if isinstance(law, NimLaw):
        return compress(count(), map(lt, wanted, heaps))
    if isinstance(law, ResidueLaw):
        return (i for i, (n, u) in enumerate(zip(heaps, wanted, strict=True)) if u < law.modulus and u <= n)
    if isinstance(law, ScaledWindowLaw) and law.floor == 1 and law.k >= 2:
        spans = map(add, heaps, map(floordiv, heaps, repeat(-law.k)))  # n - ceil(n/k)
        return compress(count(), map(le, wanted, spans))
    return iter(range(len(heaps)))


def _reaching(heaps: array[int], values: array[int], k: int, total: int) -> Iterator[int]:
    """The indices of heaps of a window game with an option of value values[i] xor *total*, by the kernel."""
    from grundy.kernels import window

    index = window.next_reaching(heaps, values, k, total, 0)
    while index < len(heaps):
        yield index
        index = window.next_reaching(heaps, values, k, total, index + 1)
