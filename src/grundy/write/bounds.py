"""How large the values of a law become, so that a program can say up to which heaps they fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .program import LARGEST

_DIGITS = frozenset(
    {"valuation", "omega", "distinct_primes", "popcount", "bit_length", "log", "lowest_digit", "least_prime_index"}
)
_FEW = 100_000


def largest_heap(bound: Callable[[int], int | None]) -> int | None:
    """The largest heap that fits and to which the values do, or None; *bound* is of the values up to a heap."""
    low, high = -1, LARGEST
    while low < high:
        middle = (low + high + 1) // 2
        found = bound(middle)
        if found is not None and found <= LARGEST:
            low = middle
        else:
            high = middle - 1
    return low if low >= 0 else None


def value_bound(law: Mapping[str, Any], heap: int) -> int | None:
    """A number that no value of heaps up to *heap* exceeds; None where there is none known."""
    match law["kind"]:
        case "window" | "staircase":
            return heap
        case "periodic":
            return int(max(law["values"]) + law["saltus"] * (heap // law["period"] + 1))
        case "runs":
            return None if law["saltus"] else int(max(law["values"]))
        case "arithmetic" | "function":
            return _function_bound(law["name"], heap + max(int(law.get("shift", 0)), 0))
        case "after":
            inner = value_bound(law["law"], heap)
            first = max(law.get("start", ()), default=0)
            return None if inner is None else max(first, form_bound(law["form"], law["numbers"], inner))
        case "residues" | "cases":
            return _cases_bound(law, heap)
    return None


def _function_bound(name: str, n: int) -> int:
    if name in _DIGITS and name != "least_prime_index":
        return n.bit_length()
    return 2 * n + 1 if name in {"odious", "evil", "gray"} else n


def form_bound(form: str, numbers: Sequence[int], x: int) -> int:
    """A number that neither F(y) nor the steps of its computation exceed, for y from 0 to *x*."""
    match form:
        case "linear":
            return abs(numbers[0]) * x + abs(numbers[1])
        case "modulus" | "capped":
            return max(map(abs, numbers))
        case "rising":
            return max(*map(abs, numbers), x + abs(numbers[0]))
        case "xor":
            return x + abs(numbers[0]) if numbers[0] >= 0 else LARGEST + 1
        case "power":
            return (abs(numbers[0]) << min(x, 200)) + abs(numbers[1])
    return 2 * (x + abs(numbers[0])) + 1


def _cases_bound(law: Mapping[str, Any], heap: int) -> int | None:
    """The values by cases: of smaller heaps first, as the recursion leads to these."""
    k, start = len(law["cases"]), law.get("start", ())
    found = max(start, default=0)
    if heap < int(law.get("least", 0)) + len(start):
        return found
    below: int | None = None
    for case in law["cases"]:
        if "law" in case:
            bound = value_bound(case["law"], heap // k)
        elif "linear" in case:
            bound = abs(case["linear"][0]) * (heap // k) + abs(case["linear"][1])
            bound += abs(case["linear"][0])  # where the line is written as one of the heap itself
        else:
            smaller = heap // k + int(case["recur"][0])
            below = _smaller_bound(law, smaller, heap) if below is None else below
            bound = (
                None if below is None else form_bound(case.get("form", "linear"), case.get("numbers", (1, 0)), below)
            )
        if bound is None:
            return None
        found = max(found, bound)
    return found


def _smaller_bound(law: Mapping[str, Any], smaller: int, heap: int) -> int | None:
    """The bound for the largest of the heaps that the recursions lead to."""
    k = len(law["cases"])
    smaller = max(heap // k + int(case["recur"][0]) for case in law["cases"] if "recur" in case)
    if smaller < heap:
        return _cases_bound(law, smaller)
    if heap > _FEW:
        return None
    from grundy.laws.reading import law_from_json

    known = law_from_json(dict(law))
    least = int(law.get("least", 0))
    return max((known.value((n,)) for n in range(least, heap + 1)), default=0)
