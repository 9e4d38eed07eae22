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
a_of answer at case_number cases ceil_div digits far floor_div floor_mod found grundy heap heaps i is_p joined key known
len line lines list low lower main map max mex min next numbers option options print range replacement rest seen str string
sys taken total tuple large start todo top ready lost lifted place became is_move value_of value values wanted wide
words std NULL EOF errno stdin stdout squares_to primes_to fibonacci_to powers_to divisors_of coprime_to prime_index
move first after level lower_of index_below odious power_mod is_prime is_square primes_left least_prime gcd quotients
option step rows near linux unix
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
