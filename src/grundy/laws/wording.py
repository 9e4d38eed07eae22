"""What the words of laws of several heaps share: the names of the heaps, lists, and conditions on remainders."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from grundy.rules.numbers import digits

_NAMES = "abcdefg"


def heap_names(heaps: int) -> tuple[str, ...]:
    """The names of the heaps: n alone, a, b, …, or h1, h2, … where they are many.

    >>> heap_names(1), heap_names(3)
    (('n',), ('a', 'b', 'c'))
    """
    if heaps == 1:
        return ("n",)
    return tuple(_NAMES[:heaps]) if heaps <= len(_NAMES) else tuple(f"h{i}" for i in range(1, heaps + 1))


def first_names(least: int, count: int) -> str:
    """What stands before the first values of a law: ``g(0), …``; of a single value, ``g(0)``.

    >>> first_names(0, 1), first_names(1, 3)
    ('g(0)', 'g(1), …')
    """
    return f"g({digits(least)})" + (", …" if count > 1 else "")


def listed(parts: Sequence[str]) -> str:
    """The parts with commas and an "and".

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def one_of(numbers: Collection[int]) -> str:
    """That something is one of the numbers.

    >>> one_of([0]), one_of([0, 3])
    ('= 0', 'in {0, 3}')
    """
    texts = [digits(n) for n in sorted(numbers)]
    return f"= {texts[0]}" if len(texts) == 1 else f"in {{{', '.join(texts)}}}"


def remainders_text(moduli: Sequence[int], members: Iterable[Sequence[int]]) -> str:
    """The condition that the remainders of the heaps are one of the *members*, by alternatives.

    >>> remainders_text((2, 2), [(0, 0)])
    'a mod 2 = 0 and b mod 2 = 0'
    >>> remainders_text((2, 3), [(0, 0), (0, 2), (1, 1)])
    '(a mod 2 = 0 and b mod 3 in {0, 2}) or (a mod 2 = 1 and b mod 3 = 1)'
    """
    names = heap_names(len(moduli))
    chosen_ones = {tuple(m) for m in members}
    total = _total_text(moduli, chosen_ones)
    if total is not None:
        return total
    parts = []
    for box in boxes(chosen_ones):
        tests = [
            f"{name} mod {digits(p)} {one_of(chosen)}"
            for name, p, chosen in zip(names, moduli, box, strict=True)
            if len(chosen) < p
        ]
        parts.append(" and ".join(tests) or "true")
    if not parts:
        return "never"
    return parts[0] if len(parts) == 1 else " or ".join(f"({p})" if " and " in p else p for p in parts)


def _total_text(moduli: Sequence[int], members: Collection[tuple[int, ...]]) -> str | None:
    """The condition as one on the sum of the heaps, or on the difference of two, where it is one; else None.

    >>> _total_text((3, 3), {(0, 0), (1, 1), (2, 2)}), _total_text((3, 3), {(0, 1), (1, 0), (2, 2)})
    ('a mod 3 = b mod 3', '(a + b) mod 3 = 1')
    """
    p, heaps = moduli[0], len(moduli)
    if heaps == 1 or p < 2 or set(moduli) != {p} or len(members) % p ** (heaps - 1) or not members:
        return None
    names = heap_names(heaps)
    sums = {sum(m) % p for m in members}
    if len(sums) * p ** (heaps - 1) == len(members) and len(sums) < p:
        return f"({' + '.join(names)}) mod {digits(p)} {one_of(sums)}"
    differences = {(m[0] - m[1]) % p for m in members}
    if heaps > 2 or len(differences) * p != len(members) or len(differences) == p:
        return None
    if differences == {0}:
        return f"a mod {digits(p)} = b mod {digits(p)}"
    return f"(a - b) mod {digits(p)} {one_of(differences)}"


def boxes(members: Collection[tuple[int, ...]]) -> list[tuple[tuple[int, ...], ...]]:
    """The members as products of sets: those with the same rest are put together, from the last heap on.

    >>> boxes({(0, 0), (0, 1), (1, 0), (1, 1), (2, 5)})
    [((0, 1), (0, 1)), ((2,), (5,))]
    """
    if not members:
        return []
    if len(next(iter(members))) == 1:
        return [(tuple(sorted(m for (m,) in members)),)]
    rests: dict[int, set[tuple[int, ...]]] = {}
    for first, *rest in members:
        rests.setdefault(first, set()).add(tuple(rest))
    alike: dict[frozenset[tuple[int, ...]], list[int]] = {}
    for first in sorted(rests):
        alike.setdefault(frozenset(rests[first]), []).append(first)
    return [(tuple(firsts), *box) for rest, firsts in alike.items() for box in boxes(rest)]
