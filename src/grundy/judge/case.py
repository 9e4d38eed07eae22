"""What a case is made of: names for numbers and for lists of numbers, and the bounds on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grundy.rules.errors import RuleError
from grundy.rules.numbers import digits
from grundy.rules.parsing import is_name

Values = Sequence[int | list[int]]
"""The values of a case's names, in their order."""

LINE_END = "/"
_LONGEST = 999_999_999  # of a list whose length the case itself says


class Bound(NamedTuple):
    """The integers from *least* to *most*, without end where one is None.

    >>> str(Bound(1, 20)), str(Bound(0)), str(Bound())
    ('an integer in 1..20', 'an integer >= 0', 'an integer')
    """

    least: int | None = None
    most: int | None = None

    def allows(self, number: int) -> bool:
        """Whether *number* is inside."""
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)

    def __str__(self) -> str:
        least, most = (None if end is None else digits(end) for end in (self.least, self.most))
        if least is None:
            return "an integer" if most is None else f"an integer <= {most}"
        return f"an integer >= {least}" if most is None else f"an integer in {least}..{most}"

    def at_least(self, least: int) -> Bound:
        """The bound with the integers below *least* taken away."""
        return self if self.least is not None and self.least >= least else self._replace(least=least)

    def first_outside(self, numbers: Sequence[int]) -> int | None:
        """The index of the first number that is outside, or None."""
        if not numbers or self.holds_all(numbers):
            return None
        return next(index for index, number in enumerate(numbers) if not self.allows(number))

    def holds_all(self, numbers: Sequence[int]) -> bool:
        """Whether all *numbers*, of which there is at least one, are inside."""
        return (self.least is None or min(numbers) >= self.least) and (self.most is None or max(numbers) <= self.most)


class Item(NamedTuple):
    """A name of a case: one number, or a list.

    The length of a list is *length*, or the value of item number *counted_by*.
    """

    name: str
    bound: Bound = Bound()
    counted_by: int | None = None
    length: int | None = None

    @property
    def is_list(self) -> bool:
        """Whether the name stands for a list of numbers."""
        return self.counted_by is not None or self.length is not None

    def size(self, values: Values) -> int:
        """The number of numbers that the name takes, where *values* are those of the items before it."""
        if self.counted_by is not None:
            count = values[self.counted_by]
            assert isinstance(count, int)  # noqa: S101  a length is counted by a number, as the parser saw to
            return count
        return 1 if self.length is None else self.length

    def words(self, values: Values, place: int) -> str:
        """What is expected as the member of index *place*: ``a (2 of 4), an integer >= 1``."""
        which = f" ({place + 1} of {shortened(self.size(values))})" if self.is_list else ""
        return f"{self.name}{which}, {self.bound}"


Shape = tuple[Item, ...]


def parse_case(text: str, reserved: Sequence[str] = ()) -> Shape:
    """The items of a case such as ``M / x[M]``, where ``/`` is a line end; raises RuleError with the place of a fault.

    >>> [(item.name, item.is_list) for item in parse_case("M x[M]")]
    [('M', False), ('x', True)]
    """
    items: list[Item] = []
    at = 0
    for word in text.split():
        at = text.index(word, at)
        if word != LINE_END:
            items.append(_item(text, word, at, items, reserved))
        at += len(word)
    if not items:
        raise RuleError("expected the names of a case, such as M x[M]", text, 0)
    return tuple(items)


def line_ends(text: str) -> frozenset[int]:
    """The items of a case before which a line ends, as ``/`` says; raises RuleError where no item stands between.

    >>> line_ends("n k / a[n]")
    frozenset({2})
    """
    found: list[int] = []
    count = at = 0
    for word in text.split():
        at = text.index(word, at)
        if word != LINE_END:
            count += 1
        elif not count or count in found:
            raise RuleError("a line end (/) stands between two names of a case", text, at)
        else:
            found.append(count)
        at += len(word)
    if count in found:
        raise RuleError("a line end (/) stands between two names of a case", text, text.rindex(LINE_END))
    return frozenset(found)


def _item(text: str, word: str, at: int, before: list[Item], reserved: Sequence[str]) -> Item:
    name, bracket, inside = word.partition("[")
    if not is_name(name):
        raise RuleError(f"expected a name such as n or x[n], not {word[:40]!r}", text, at)
    if name in reserved:
        raise RuleError(f"{name} has a meaning of its own here; choose another name", text, at)
    if any(item.name == name for item in before):
        raise RuleError(f"{name} is named twice", text, at)
    if not bracket:
        return Item(name)
    at += len(name) + 1
    count = inside.removesuffix("]")
    if count == inside:
        raise RuleError("expected ] at the end (no blanks stand inside the brackets)", text, at)
    if count.isascii() and count.isdigit() and len(count) <= len(str(_LONGEST)) and 0 < int(count) <= _LONGEST:
        return Item(name, length=int(count))
    for index, item in enumerate(before):
        if item.name == count and not item.is_list:
            return Item(name, counted_by=index)
    raise RuleError(f"expected an earlier number's name, or a number from 1 to {_LONGEST:,}, as the length", text, at)


def bounded(shape: Shape, bounds: Mapping[str, Bound]) -> Shape:
    """*shape* with these bounds, and lengths at least 0."""
    lengths = {item.counted_by for item in shape}
    return tuple(
        item._replace(bound=bound.at_least(0) if index in lengths else bound)
        for index, item in enumerate(shape)
        for bound in (bounds.get(item.name, item.bound),)
    )


def shortened(number: int) -> str:
    """The digits of *number*, the first 20 of them where there are more."""
    text = digits(number)
    return text if len(text) <= 20 else f"{text[:20]}…"
