"""Cases: all small ones, random ones, edges, lost positions and their neighbours, equal heaps, many numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, islice, product
from random import Random
from typing import NamedTuple

from grundy.laws.base import GrundyLaw, Law
from grundy.rules.errors import GrundyError

from .numbers import lost_components, numbers_for, thresholds
from .subject import LARGEST_CASE, Case, Part, Slot, Subject, number_at, size_key, with_number

NAMES = ("small", "lost positions and their neighbours", "edges", "equal, least and largest", "random")
"""The names of the kinds of cases."""
_ALL_SMALL = 4096
_EDGES = 20_000
_LOST = 6_000
_PAIRS = 140
_LISTS_OF_SMALL = 3
_KEPT = 500
_GROUP = 150
_NEIGHBOURS = 100


class Stage(NamedTuple):
    """A kind of cases, by a name for people; *sorted* says that smaller ones come first in each file."""

    name: str
    cases: Iterator[Case]


def stages(subject: Subject, seed: int) -> list[Stage]:
    """The kinds of cases, the small ones first; the last one never ends."""
    makers: tuple[Callable[[Maker], Iterator[Case]], ...] = (
        Maker.small,
        Maker.lost,
        Maker.edges,
        Maker.plain,
        Maker.random,
    )
    named = zip(NAMES, makers, strict=True)
    return [Stage(name, make(Maker(subject, Random(f"{seed} {name}")))) for name, make in named]  # noqa: S311 - inputs


class Maker:
    """Makes the cases of a subject; all that it gives are inside the bounds."""

    def __init__(self, subject: Subject, chance: Random) -> None:
        self.subject = subject
        self.chance = chance
        self.known: dict[tuple[Part, tuple[int, ...]], tuple[int, ...]] = {}

    # ------------------------------------------------------------ small

    def small(self) -> Iterator[Case]:
        """All cases up to a size, those of few and small numbers first."""
        size = max(1, sum(self._length(p, self._least_lengths()) if p.is_list else 1 for p in self.subject.parts))
        side, step, most = 1, _ALL_SMALL, max(1, min(_ALL_SMALL, LARGEST_CASE // size))
        found: list[Case] = list(self._box(1, most))
        while step:  # the largest side of which there are few enough
            more = list(self._box(side + step, most + 1))
            if len(more) <= most:
                side, found = side + step, more
            step //= 2
        yield from sorted((case for case in found if self.subject.is_case(case)), key=size_key)

    def _least_lengths(self) -> Case:
        return tuple(part.least for part in self.subject.parts)

    def _box(self, side: int, most: int | None = None) -> Iterator[Case]:
        """The cases whose numbers are less than *side* above the least, with lists of up to three."""
        yield from islice(self._cases((), side), most)

    def _cases(self, begun: Case, side: int) -> Iterator[Case]:
        parts = self.subject.parts
        if len(begun) == len(parts):
            yield begun
            return
        part = parts[len(begun)]
        spread = min(side, _LISTS_OF_SMALL + 1) if part.role == "length" else side
        numbers = range(part.least, min(part.most, part.least + spread - 1) + 1)
        if not part.is_list:
            for number in numbers:
                yield from self._cases((*begun, number), side)
            return
        for members in product(numbers, repeat=self._length(part, begun)):
            yield from self._cases((*begun, members), side)

    def _length(self, part: Part, begun: Case) -> int:
        if part.counted_by is None:
            return part.size or 0
        length = begun[part.counted_by]
        assert isinstance(length, int)  # noqa: S101  a length is a number
        return length

    # ------------------------------------------------------------ random

    def random(self) -> Iterator[Case]:
        """Random cases of all sizes, without end; every third one is made lost, or nearly lost."""
        for turn in count():
            case = self.any_case(self._any_top())
            if case is None:
                continue
            if turn % 3 == 0:
                case = self._nearly_lost(case)
            if self.subject.is_case(case):
                yield case

    def any_case(self, top: int, numbers: Callable[[Part, Case], int] | None = None) -> Case | None:
        """A case with numbers up to *top*, or as *numbers* chooses them."""
        begun: Case = ()
        choose = numbers or (lambda part, _: self._number(part, top))
        for part in self.subject.parts:
            if part.role == "length":
                begun = (*begun, self._any_length(part))
            elif part.is_list:
                begun = (*begun, tuple(choose(part, begun) for _ in range(self._length(part, begun))))
            else:
                begun = (*begun, choose(part, begun))
        return begun if self.subject.is_case(begun) else None

    def _any_top(self) -> int:
        most = max((part.most for part in self.subject.parts if part.role != "length"), default=1)
        return 1 << self.chance.randint(1, max(1, most.bit_length()))

    def _any_length(self, part: Part) -> int:
        most = part.most if self.chance.random() < 0.1 else min(part.most, 12)
        return self.chance.randint(part.least, max(part.least, min(most, 60)))

    def _number(self, part: Part, top: int) -> int:
        most = min(part.most, max(part.least, top))
        if self.chance.random() < 0.1:
            return self.chance.choice((part.least, most, part.most))
        if self.chance.random() < 0.4:
            most = min(most, part.least + (1 << self.chance.randint(0, max(1, (most - part.least).bit_length()))))
        return self.chance.randint(part.least, most)

    # ------------------------------------------------------------ edges

    def edges(self) -> Iterator[Case]:
        """Cases of numbers at which programs go wrong: every single one, pairs, and random choices."""
        yield from self._each_edge()
        made = 0
        while made < _EDGES:
            made += 1
            case = self.any_case(1, self._edge)
            if case is not None:
                yield case

    def _each_edge(self) -> Iterator[Case]:
        """Of cases of one or two numbers, all edges, or all pairs of a choice of them."""
        parts = self.subject.parts
        if any(part.is_list or part.role == "length" for part in parts) or len(parts) > 2:
            return
        chosen = []
        for part in parts:
            found = self._numbers(part, ())
            if len(parts) == 2 and len(found) > _PAIRS:
                found = tuple(sorted(self.chance.sample(found, _PAIRS)))
            chosen.append(found)
        for case in product(*chosen):
            if self.subject.is_case(case):
                yield case

    def _edge(self, part: Part, begun: Case) -> int:
        if part.role == "number" and self.chance.random() < 0.4:
            return self.chance.randint(part.least, min(part.most, part.least + 20))
        found = self._numbers(part, begun)
        number = self.chance.choice(found)
        match self.chance.randint(0, 9):
            case 0:
                number += self.chance.choice(found)
            case 1:
                number -= self.chance.choice(found)
            case 2 if begun:
                number = self._near_another(begun, number)
            case 3:
                number = self._number(part, self._any_top())
        return number if part.least <= number <= part.most else self.chance.choice(found)

    def _near_another(self, begun: Case, number: int) -> int:
        other = self.chance.choice(begun)
        if isinstance(other, tuple):
            other = self.chance.choice(other) if other else number
        return other + self.chance.randint(-1, 1)

    def _numbers(self, part: Part, begun: Case) -> tuple[int, ...]:
        """The edges of a number, where the parameters have been chosen."""
        parts = self.subject.parts
        parameters = [n for n, p in zip(begun, parts, strict=False) if p.role == "number" and isinstance(n, int)]
        key = (part, tuple(parameters))
        if key not in self.known:
            if len(self.known) > _KEPT:
                self.known.clear()
            found = numbers_for(tuple(self._laws(begun)), key[1], part.least, part.most)
            self.known[key] = found or (part.least,)
        return self.known[key]

    def _laws(self, begun: Case) -> list[Law]:
        """The laws of a case that begins so; its other numbers do not matter for that."""
        case = begun
        for part in self.subject.parts[len(begun) :]:
            case = (*case, (part.least,) * self._length(part, case) if part.is_list else part.least)
        try:
            return self.subject.laws(case)
        except GrundyError:
            return []

    # ------------------------------------------------------------ lost positions

    def lost(self) -> Iterator[Case]:
        """Positions that the mover loses, up to the limit, each with its neighbours; those of outcome laws first."""
        by_law = self._lost_by_law()
        while some := list(islice(by_law, _GROUP)):  # neighbours later: the first are those at which most go wrong
            yield from some
            for case in some:
                yield from self._neighbours(case)
        for turn in range(_LOST):
            any_case = self.any_case(self._any_top(), self._edge if turn % 2 else None)
            lost = None if any_case is None else self._made_lost(any_case)
            if lost is None:
                continue
            yield lost
            yield self._disturbed(lost)
        yield from self._thresholds()

    def _lost_by_law(self) -> Iterator[Case]:
        """The cases whose heaps are one component that a law of outcomes calls lost."""
        case = self.any_case(2)
        if case is None:
            return
        slots = self.subject.slots(case)
        for law in self._laws(case):
            if law.about != "outcome" or law.heaps != len(slots) or law.heaps < 2:
                continue
            most = min(self.subject.parts[slot.part].most for slot in slots)
            for component in lost_components(law, most, self.chance):
                made = case
                for slot, heap in zip(slots, component, strict=True):
                    made = with_number(made, slot, heap)
                if self._inside(made):
                    yield made

    def _thresholds(self) -> Iterator[Case]:
        """Where numbers are parameters, as the goal of a race is: the ends of the intervals of lost ones."""
        parts = self.subject.parts
        if len(parts) == 1 and parts[0].role == "number" and not parts[0].is_list:
            for low, high in ((2, 9), (2, 3), (3, 9), (1, 2)):
                for number in thresholds(low, high, parts[0].most):
                    if parts[0].least <= number:
                        yield (number,)

    def _neighbours(self, case: Case) -> Iterator[Case]:
        slots = self.subject.slots(case)[:_NEIGHBOURS]
        for slot, d in product(slots, (-1, 1)):
            other = with_number(case, slot, number_at(case, slot) + d)
            if self._inside(other):
                yield other
        for d in (-1, 1):
            both = case
            for slot in slots:
                both = with_number(both, slot, number_at(both, slot) + d)
            if self._inside(both):
                yield both

    def _inside(self, case: Case) -> bool:
        for part, value in zip(self.subject.parts, case, strict=True):
            numbers = value if isinstance(value, tuple) else (value,)
            if any(not part.least <= number <= part.most for number in numbers):
                return False
        return self.subject.is_case(case)

    def _made_lost(self, case: Case) -> Case | None:
        """The case with one heap changed so that the mover loses, by a law or by trying small heaps."""
        slots = self.subject.slots(case)
        if not slots:
            return None
        for slot in self.chance.sample(slots, min(3, len(slots))):
            found = self.subject.completed(case, slot, self.chance.random() < 0.7)
            if found is not None:
                return found if self._inside(found) else None
        by_law = any(isinstance(law, GrundyLaw) for law in self._laws(case))
        return None if by_law else self._tried(case, self.chance.choice(slots))

    def _tried(self, case: Case, slot: Slot) -> Case | None:
        part = self.subject.parts[slot.part]
        for number in range(part.least, min(part.most, part.least + 60) + 1):
            found = with_number(case, slot, number)
            try:
                if self.subject.is_case(found) and self.subject.is_lost(found):
                    return found
            except GrundyError:
                return None
        return None

    def _disturbed(self, case: Case) -> Case:
        """The case with one number changed by one."""
        slots = self.subject.slots(case) or self.subject.slots(case, "number")
        if not slots:
            return case
        slot = self.chance.choice(slots)
        found = with_number(case, slot, number_at(case, slot) + self.chance.choice((-1, 1)))
        return found if self._inside(found) else case

    def _nearly_lost(self, case: Case) -> Case:
        lost = self._made_lost(case)
        if lost is None:
            return case
        return lost if self.chance.random() < 0.5 else self._disturbed(lost)

    # ------------------------------------------------------------ plain

    def plain(self) -> Iterator[Case]:
        """Equal heaps, least heaps, largest heaps, of every length up to a few dozen."""
        lengths = [part for part in self.subject.parts if part.role == "length"]
        sizes = sorted({*range(25), 31, 32, 33, 63, 64, 65, *(part.most for part in lengths if part.most <= 128)})
        for size in sizes if lengths else (0,):
            for way in ("least", "most", "equal", "rising", "largest"):
                case = self.uniform(size, way)
                if case is not None:
                    yield case

    def lost_list(self, size: int) -> Case | None:
        """A long case with large numbers that the mover loses, where a law finds one."""
        case = self.uniform(size, "largest")
        slots = [] if case is None else self.subject.slots(case)
        if case is None or not slots:
            return None
        small = with_number(case, slots[0], self.subject.parts[slots[0].part].least)
        for slot in (slots[-1], slots[0]):
            found = self.subject.completed(small, slot, last=True)
            if found is not None:
                return found
        return None

    def uniform(self, size: int, way: str) -> Case | None:
        """A case of lists of one length, with numbers that are all least, most, equal, rising, or about the most."""
        begun: Case = ()
        for part in self.subject.parts:
            if part.role == "length":
                if not part.least <= size <= part.most:
                    return None
                begun = (*begun, size)
                continue
            numbers = self._uniform(part, self._length(part, begun) if part.is_list else 1, way, begun)
            begun = (*begun, tuple(numbers) if part.is_list else numbers[0])
        return begun if self.subject.is_case(begun) else None

    def _uniform(self, part: Part, size: int, way: str, begun: Case) -> list[int]:
        if part.role == "number" and way in ("least", "equal") and self.chance.random() < 0.5:
            return [self.chance.randint(part.least, min(part.most, part.least + 20))] * size
        if way == "least":
            return [part.least] * size
        if way == "most":
            return [part.most] * size
        if way == "equal":
            return [self.chance.choice(self._numbers(part, begun))] * size
        if way == "rising":
            return [min(part.most, part.least + i) for i in range(size)]
        return [max(part.least, part.most - self.chance.randint(0, 3)) for _ in range(size)]
