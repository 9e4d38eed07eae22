"""Where two games first differ, or that they never do.

Two sequences with periods p and q that agree on p + q - gcd(p, q) values in a row are the same (N. J. Fine and H. S.
Wilf, Uniqueness theorems for periodic functions, Proc. Amer. Math. Soc. 16 (1965)). With a saltus the same holds for
their differences, g(n+1) - g(n), and so for p + q - gcd(p, q) + 1 values.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Any

from grundy.laws.base import Law
from grundy.rules.errors import GrundyError
from grundy.rules.numbers import shown
from grundy.rules.rulesets import Ruleset
from grundy.rules.values import Value

MOST_COMPARED = 20_000_000
DEFAULT_TO = 1_000
_DEFAULT_BOX = 40


class Comparison(Value):
    """What was found of two games: *first* is the smallest component at which they differ, None where none was found.

    *left* and *right* are the values there. *checked_to* is the last heap compared, None where they are *proved* equal.
    """

    first: int | tuple[int, ...] | None
    left: Any = None
    right: Any = None
    checked_to: int | None = None
    proved: bool = False

    @property
    def equal(self) -> bool:
        """Whether no difference was found."""
        return self.first is None

    @property
    def text(self) -> str:
        """The comparison as one sentence.

        >>> Comparison(519, 3, 4, 1000).text
        'They first differ at heap 519: 3 and 4.'
        """
        if self.first is not None:
            where = f"heap {shown(self.first)}" if isinstance(self.first, int) else f"the heaps {self.first}"
            return f"They first differ at {where}: {self.left} and {self.right}."
        if self.proved:
            return "They are equal at every heap: both laws are proved, and they are the same function."
        return f"They agree up to heap {self.checked_to}; whether they do further on is not known."


def first_difference(left: Sequence[Any], right: Sequence[Any], start: int = 0) -> Comparison:
    """The first place where two lists of values for the heaps *start*, *start* + 1, … differ; the longer one is cut.

    >>> first_difference([0, 1, 2], [0, 1, 0, 1]).first
    2
    >>> first_difference([0, 1], [0, 1, 0]).checked_to
    1
    """
    for n, (one, other) in enumerate(zip(left, right, strict=False), start):
        if one != other:
            return Comparison(n, one, other, n)
    return Comparison(None, checked_to=start + min(len(left), len(right)) - 1)


def compare_laws(left: Law, right: Law, *, proved: bool = False) -> Comparison | None:
    """The first difference of two laws of one heap, or that there is none; *proved* says that both laws are.

    None where that is not decided: a law has no period, or it is too long.

    >>> from grundy.laws.residue import ResidueLaw
    >>> compare_laws(ResidueLaw(4), ResidueLaw(6)).first
    4
    """
    if left == right:
        return Comparison(None, proved=proved)
    one, other = _periodic(left), _periodic(right)
    if one is None or other is None or one[0] != other[0]:
        return None
    least = one[0]
    period = one[2] + other[2] - gcd(one[2], other[2])
    end = max(one[1], other[1]) + period + 1
    if end - least > MOST_COMPARED:
        return None
    for n in range(least, end):
        a, b = left.value((n,)), right.value((n,))
        if a != b:
            return Comparison(n, a, b, n)
    return Comparison(None, proved=proved, checked_to=None if proved else end - 1)


def _periodic(law: Law) -> tuple[int, int, int] | None:
    """The least heap, the preperiod and the period of a law of Grundy values that has a period."""
    from grundy.laws.nim import NimLaw
    from grundy.laws.periodic import PeriodicLaw
    from grundy.laws.residue import ResidueLaw

    if isinstance(law, PeriodicLaw):
        return law.least, law.preperiod, law.period
    if isinstance(law, NimLaw):
        return 0, 0, 1
    if isinstance(law, ResidueLaw):
        return 0, 0, law.modulus
    return None


def compare(
    left: Ruleset,
    right: Ruleset,
    *,
    to: int | None = None,
    misere: bool = False,
    laws: tuple[Law, Law] | None = None,
) -> Comparison:
    """The first component at which two rulesets have different values; *laws* are theirs where both are proved.

    Tables, computed from the rules alone, are compared to the heap *to*. Raises GrundyError where the numbers of heaps
    differ.

    >>> from grundy.games import expression
    >>> compare(expression('octal("0.161")'), expression('octal("0.36")')).first
    519
    """
    from grundy.solver import table

    heaps = left.heaps, right.heaps
    if heaps[0] != heaps[1]:
        raise GrundyError(f"the games have {heaps[0]} and {heaps[1]} heaps: they cannot be compared")
    if laws is not None and (found := compare_laws(*laws, proved=True)) is not None:
        return found
    if to is None:
        to = DEFAULT_TO if heaps[0] == 1 else _DEFAULT_BOX
    one, other = (dict(table(rules, to, misere=misere, laws=False).items()) for rules in (left, right))
    for component, value in sorted(one.items(), key=lambda item: (max(_heaps(item[0])), _heaps(item[0]))):
        if component in other and other[component] != value:
            place = _heaps(component)
            return Comparison(place[0] if len(place) == 1 else place, value, other[component], max(place))
    return Comparison(None, checked_to=to)


def _heaps(component: Any) -> tuple[int, ...]:
    return component if isinstance(component, tuple) else (component,)
