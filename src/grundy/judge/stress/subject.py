"""What a program is asked: how cases are made and written, what their answers are, and why."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from grundy.laws.base import GrundyLaw, Law
from grundy.rules.errors import GrundyError, RuleError, cut
from grundy.rules.numbers import MAX_DIGITS
from grundy.rules.positions import Position

from .numbers import heaps_of_value

Case = tuple[int | tuple[int, ...], ...]
Layout = Literal["plain", "a blank line at the end", "no line end at the end", "a case behind the end"]
Role = Literal["heap", "number", "length"]
NUMBER = f"-?[0-9]{{1,{MAX_DIGITS}}}"
NUMBERS = f"{NUMBER}(?: {NUMBER})*"
"""What looks like an integer, or some of them; longer ones are no answers (and slow to read)."""
LARGEST_CASE = 200_000
"""A case has at most so many numbers: more take longer to make than the program takes to answer."""


class Part(NamedTuple):
    """A name of a case: a number from *least* to *most*, or a list of as many as *size* or part *counted_by* says."""

    name: str
    least: int
    most: int
    role: Role
    counted_by: int | None = None
    size: int | None = None

    @property
    def is_list(self) -> bool:
        """Whether it is a list of numbers."""
        return self.counted_by is not None or self.size is not None


class Input(NamedTuple):
    """The cases of a file, and how the file ends; a case behind the end is the first of them once more."""

    cases: tuple[Case, ...]
    layout: Layout = "plain"


class Slot(NamedTuple):
    """A number of a case: that of part *part*, or its member *member*."""

    part: int
    member: int | None = None


def number_at(case: Case, slot: Slot) -> int:
    """The number in a slot."""
    found = case[slot.part]
    if isinstance(found, tuple):
        assert slot.member is not None  # noqa: S101  a slot of a list has a member
        return found[slot.member]
    return found


def ending(layout: Layout) -> str:
    """What stands behind the last line of a file."""
    return {"a blank line at the end": "\n\n", "no line end at the end": ""}.get(layout, "\n")


def with_number(case: Case, slot: Slot, number: int) -> Case:
    """The case with another number in a slot."""
    found = case[slot.part]
    new: int | tuple[int, ...] = number
    if isinstance(found, tuple):
        assert slot.member is not None  # noqa: S101  a slot of a list has a member
        new = (*found[: slot.member], number, *found[slot.member + 1 :])
    return (*case[: slot.part], new, *case[slot.part + 1 :])


def size_key(case: Case) -> tuple[int, int, Case]:
    """An order of cases: fewer numbers first, then smaller ones."""
    flat = [n for part in case for n in (part if isinstance(part, tuple) else (part,))]
    return len(flat), sum(flat), case


class Subject(ABC):
    """A problem or a game: its cases, their texts and their right answers."""

    name: str
    title: str
    parts: tuple[Part, ...]
    one_case: bool = False
    """Whether a program that reads only one case is right."""
    misere: bool = False
    promised: Mapping[str, tuple[int, int]] = {}
    """What the problem's source says about its inputs; more may be tried."""
    allowed: Mapping[str, tuple[int | None, int | None]] = {}
    """What the numbers must be."""
    has_end: bool = False
    """Whether a marker ends the input, behind which nothing is read."""
    by_law: bool = False
    """Whether every truth is found by a law, in time that hardly grows with the numbers."""
    has_law: bool = False
    """Whether a law is known at all: then large numbers may be quicker than those between."""

    # ------------------------------------------------------------ what each kind says

    @abstractmethod
    def text(self, given: Input) -> bytes:
        """The file of an input."""

    @abstractmethod
    def line(self, case: Case) -> str:
        """The line of a case, or its lines."""

    @abstractmethod
    def truths(self, cases: Sequence[Case]) -> list[str]:
        """The right answers; raises GrundyError where one is out of reach."""

    @abstractmethod
    def reason(self, case: Case, answer: str, truth: str) -> str | None:
        """Why an answer is wrong; None where it is right, be it *truth* or another one."""

    @property
    @abstractmethod
    def pattern(self) -> str:
        """A regular expression for what looks like an answer."""

    @abstractmethod
    def position(self, case: Case) -> Position | None:
        """The position of a case; None where it is answered without one."""

    @abstractmethod
    def read(self, data: bytes) -> list[Case]:
        """The cases of a file; raises GrundyError where it is none."""

    @abstractmethod
    def is_lost(self, case: Case) -> bool:
        """Whether the mover loses."""

    @abstractmethod
    def laws(self, case: Case) -> list[Law]:
        """The laws that are known of its components, one for each kind."""

    @abstractmethod
    def why(self, case: Case) -> list[str]:
        """Why the truth is the truth, in lines."""

    # ------------------------------------------------------------ what follows

    def is_case(self, case: Case) -> bool:
        """Whether it may stand in a file where it stands; every number is inside its bounds already."""
        del case
        return True

    def slots(self, case: Case, role: Role = "heap") -> list[Slot]:
        """The numbers of that role, in their order."""
        found = []
        for index, (part, value) in enumerate(zip(self.parts, case, strict=True)):
            if part.role == role:
                found += [Slot(index, j) for j in range(len(value))] if isinstance(value, tuple) else [Slot(index)]
        return found

    def capped(self, most: int | None = None, length: int | None = None) -> None:
        """Take the largest numbers, and the greatest lengths, down to these."""
        self.parts = tuple(_capped(part, length if part.role == "length" else most) for part in self.parts)

    def bounded(self, bounds: Mapping[str, tuple[int | None, int | None]]) -> None:
        """Set the bounds of these names (None: as it is); raises RuleError for what no case of the problem may be."""
        names = [part.name for part in self.parts]
        for name in bounds:
            if name not in names:
                raise RuleError(f"no number of a case is named {name[:40]!r}; the names are {', '.join(names)}")
        self.parts = tuple(self._bounded(p, *bounds[p.name]) if p.name in bounds else p for p in self.parts)

    def _bounded(self, part: Part, least: int | None, most: int | None) -> Part:
        low, high = self.allowed.get(part.name, (None, None))
        for number in (least, most):
            if number is not None and ((low is not None and number < low) or (high is not None and number > high)):
                what = f">= {low}" if high is None else f"<= {high}" if low is None else f"in {low}..{high}"
                raise RuleError(f"{part.name} = {number} is no case of the problem: {part.name} is {what} there")
        found = part._replace(
            least=part.least if least is None else least,
            most=max(part.most, least or 0) if most is None else most,
        )
        if found.least > found.most:
            raise RuleError(f"no {part.name} is >= {found.least} and <= {found.most}")
        return found

    def require_makeable(self) -> list[str]:
        """Cap lists to what can be made in a moment, and say so; raises RuleError where every case is larger."""
        least = self._size([part.least for part in self.parts])
        if least > LARGEST_CASE:
            raise RuleError(f"every case has at least {least:,} numbers; stress makes cases of up to {LARGEST_CASE:,}")
        notes = []
        for index, part in enumerate(self.parts):
            if part.role == "length" and part.most > LARGEST_CASE:
                room = LARGEST_CASE // max(1, sum(p.counted_by == index for p in self.parts))
                most = max(part.least, room)
                self.parts = (*self.parts[:index], part._replace(most=most), *self.parts[index + 1 :])
                notes.append(f"{part.name} up to {most:,} only: longer lists take too long to make")
        return notes

    def _size(self, lengths: Sequence[int]) -> int:
        """The number of numbers of a case with these lengths."""
        sizes = [part.size if part.counted_by is None else lengths[part.counted_by] for part in self.parts]
        return sum(1 if size is None else size for size in sizes)

    def promised_parts(self) -> tuple[Part, ...] | None:
        """The parts inside what the problem's source promises; None where that is all of them, or nothing."""
        found = tuple(_within(part, *self.promised.get(part.name, (part.least, part.most))) for part in self.parts)
        return None if found == self.parts or any(part.least > part.most for part in found) else found

    def options_within(self) -> str:
        """The options with which all inputs are inside the promise."""
        words = []
        for part, inside in zip(self.parts, self.promised_parts() or self.parts, strict=True):
            if part != inside:
                low = inside.least if inside.least != part.least else ""
                high = inside.most if inside.most != part.most else ""
                words.append(f"--bound {part.name}={low}..{high}")
        return " ".join(words)

    def beyond(self, case: Case) -> str | None:
        """What of a case is beyond the limits that the problem's source promises, if anything is."""
        for part, value in zip(self.parts, case, strict=True):
            least, most = self.promised.get(part.name, (None, None))
            for number in value if isinstance(value, tuple) else (value,):
                if least is not None and most is not None and not least <= number <= most:
                    return f"{part.name} = {number}, where {self.title} promises {least} <= {part.name} <= {most}"
        return None

    def completed(self, case: Case, slot: Slot, last: bool) -> Case | None:
        """The case with the number in the slot changed so that the mover loses, where a law finds one."""
        position = None if self.misere else self.position(case)
        if position is None or self.parts[slot.part].role != "heap":
            return None
        place = self.slots(case).index(slot)
        if len(position.parts) != len(self.slots(case)):
            return None
        law = self._law_of_component(case, place)
        if not isinstance(law, GrundyLaw):
            return None
        try:
            rest = self.total(case)
            if rest is None:
                return None
            runs = heaps_of_value(
                law, rest ^ law.value((number_at(case, slot),)), self.parts[slot.part].least, self.parts[slot.part].most
            )
        except (GrundyError, ValueError, TypeError):
            return None
        if not runs:
            return None
        return with_number(case, slot, (runs[-1].last if last else runs[0].first)[0])

    def _law_of_component(self, case: Case, place: int) -> Law | None:
        del place
        laws = self.laws(case)
        return laws[0] if len(laws) == 1 and laws[0].heaps == 1 else None

    @abstractmethod
    def total(self, case: Case) -> int | None:
        """The Grundy value of a case's position, or None where that is not known."""


def _within(part: Part, least: int, most: int) -> Part:
    return part._replace(least=max(part.least, least), most=min(part.most, most))


def _capped(part: Part, most: int | None) -> Part:
    return part if most is None else part._replace(most=max(part.least, min(part.most, most)))


def reasons_of(position: Position, *, misere: bool, laws: object = None) -> list[str]:
    """What is to be said of a position: its outcome, its value, and a winning option or that there is none."""
    from grundy.solver import solve

    found = solve(position, misere=misere, limit=1, remoteness=False, laws=laws)  # type: ignore[arg-type]
    shown = cut(str(position), 200)
    value = f", of Grundy value {found.grundy}" if found.grundy is not None and not misere else ""
    if found.outcome == "P":
        how = "no move wins" if found.by != "search" or value else "no move wins (by search)"
        return [f"{shown} is a P-position{value}: {how}, so whoever moves loses"]
    if not found.winning_options:
        return [f"{shown} is an N-position{value}: the mover wins{' without a move' if misere else ''}"]
    option = cut(str(found.winning_options[0]), 200)
    return [f"{shown} is an N-position{value}: the move to {option} wins, which is a P-position"]


def words_of(case: Case) -> Iterator[str]:
    """The words of a case."""
    for value in case:
        yield from map(str, value) if isinstance(value, tuple) else (str(value),)
