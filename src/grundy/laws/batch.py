"""Laws on many numbers at once: by a compiled kernel where the numbers fit it, in plain Python elsewhere."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import reduce
from importlib import import_module
from operator import xor

from grundy.laws.window import ScaledWindowLaw

_WORD = 2**64


def scaled_window_values(numbers: Sequence[int], k: int) -> list[int]:
    """The Grundy values of *numbers* in `n -> y where n <= k*y and y < n`, in their order.

    With least heap 0: g(0) = 0, and everything above is as in the blackboard game. A negative number raises
    ValueError.

    >>> scaled_window_values([2, 3, 3, 3], 2)
    [1, 0, 0, 0]
    """
    kernel = _kernel()
    if kernel is None or not 2 <= k < _WORD or not numbers or max(numbers) >= _WORD or min(numbers) < 1:
        law = ScaledWindowLaw(k, 0)
        return [law.value((number,)) for number in numbers]
    words = array("Q", numbers)
    values = array("Q", bytes(8 * len(words)))
    kernel(words, k, values)
    return values.tolist()


def scaled_window_xor(numbers: Sequence[int], k: int) -> int:
    """The Grundy value of the sum of the heaps *numbers*: the xor of `scaled_window_values`.

    >>> scaled_window_xor([2, 3, 3, 3], 2)
    1
    """
    return reduce(xor, scaled_window_values(numbers, k), 0)


def _kernel() -> Callable[[array[int], int, array[int]], object] | None:
    """The kernel of windows that scale, or None where it is not there."""
    try:
        module = import_module("grundy.kernels.window")
    except ImportError:
        return None
    found: Callable[[array[int], int, array[int]], object] | None = getattr(
        module, "scaled_window_values", None
    )
    return found
