"""Names that every target language takes."""

from __future__ import annotations

import keyword
from collections.abc import Sequence

_CPP = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl const constexpr const_cast
continue decltype default delete do double dynamic_cast else enum explicit export extern false float for friend goto if
inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
reinterpret_cast return short signed sizeof static static_assert static_cast struct switch template this thread_local
throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
"""
_OURS = """
EOF NULL a_of after answer at back became case_number cases ceil_div coprime_to digits divisors_of end ends errno far
fibonacci_to first floor_div floor_mod found gcd grundy heap heaps i index_below is_move is_p is_prime is_square
joined key known large least_prime len level lifted line lines linux list lost low lower lower_of main map max mex min
move next numbers odious option options period place power_mod powers_to prime_index primes_left primes_to print
quotients range ready replacement rest rows seen squares_to start std stdin stdout step str string sys taken todo top
total tuple unix value value_of values wanted wide words
"""
_RESERVED = frozenset([*_CPP.split(), *_OURS.split(), *keyword.kwlist])


def safe_names(names: Sequence[str]) -> list[str]:
    """*names*, those that a target reserves or that our own programs use with v_ in front.

    >>> safe_names(["n", "int", "heaps"])
    ['n', 'v_int', 'v_heaps']
    """
    found: list[str] = []
    for name in names:
        new = name.strip("_").replace("__", "_") or "v"
        if len(new) > 1 and new.isupper():
            new = new.lower()  # capitals are for constants
        if new in _RESERVED or _ours(new):
            new = f"v_{new}"
        while new in found:
            new += "_"
        found.append(new)
    return found


def _ours(name: str) -> bool:
    return name.startswith(
        ("grundy_", "lower_", "replacement_", "is_p_", "option", "first_", "after_", "level_", "move_")
    )
