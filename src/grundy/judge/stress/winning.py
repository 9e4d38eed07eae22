"""The winning moves of a position against what an answer says of one: whichever of them it names, it is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

from grundy.laws.base import GrundyLaw
from grundy.rules.errors import GrundyError, cut
from grundy.rules.positions import Position

from .moves import Heaps, parted, why_not

_LISTED = 2000
_FEW = 30
_LONGEST = 20_000
Option = tuple[Heaps, ...]


class Named(NamedTuple):
    """What an answer says of its move: the component (from 0), the heaps that it becomes, what is taken, what is left.

    None stands for what it does not say.
    """

    place: int | None = None
    heaps: Heaps | None = None
    taken: int | None = None
    left: str | None = None

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> Self:
        """What the fields of an answer say."""
        return cls(
            int(fields["i"]) - 1 if "i" in fields else None,
            tuple(map(int, fields["y"].split())) if "y" in fields else None,
            int(fields["t"]) if "t" in fields else None,
            fields.get("move"),
        )

    def words(self) -> str:
        """The same as a predicate of a move."""
        found = []
        if self.heaps is not None:
            found.append(f"leaves {' '.join(map(str, self.heaps))} of a component")
        if self.taken is not None:
            found.append(f"takes {self.taken}")
        if self.left is not None:
            found.append(f"leads to {cut(self.left)}")
        return " and ".join(found)


class Moves:
    """The moves of one position. *total* is its Grundy value, and *laws* are those of its components, where known."""

    def __init__(
        self,
        position: Position,
        *,
        misere: bool = False,
        total: int | None = None,
        laws: Sequence[GrundyLaw | None] = (),
    ) -> None:
        self.position = position
        self.misere = misere
        self.total = None if misere else total
        self.laws = laws if len(laws) == len(position.parts) else [None] * len(position.parts)

    def refusal(self, named: Named) -> str | None:
        """Why no winning move is as *named*; None where one is, or where that is out of reach.

        >>> from grundy.games import expression
        >>> moves = Moves(expression("nim[1, 2, 4]"), total=7)
        >>> moves.refusal(Named(taken=1)), moves.refusal(Named(taken=2))
        (None, 'no winning move takes 2')
        >>> moves.refusal(Named(place=1))
        'no winning move changes component 2'
        """
        count = len(self.position.parts)
        if named.place is not None and not 0 <= named.place < count:
            return f"there is no component {named.place + 1}: there are {count}"
        left: Mapping[int, Option] | None = None
        if named.left is not None:
            try:
                left = self._that_lead_to(named.left)
            except GrundyError as error:
                return error.message
        places = [*(self._distinct() if left is None else left)] if named.place is None else [named.place]
        many = len(places) > _FEW
        reasons: dict[str, None] = {}
        for place in places:
            won = self._wins_by_law(place, named) if many else None
            reason = f"no winning move {named.words()}" if won is False else self._refusal_at(place, named, left)
            if won or reason is None:
                return None
            reasons[reason] = None
        return _joint(list(reasons), named)

    def _distinct(self) -> Iterator[int]:
        """A place of each different component."""
        seen = set()
        for place, part in enumerate(self.position.parts):
            if part not in seen:
                seen.add(part)
                yield place

    def _wins_by_law(self, place: int, named: Named) -> bool | None:
        """Whether a winning move of that component is as *named*, where its law tells all moves; else None."""
        law = self._law_of_moves(place)
        if law is None or named.left is not None:
            return None
        heap = self.position.parts[place][1][0]  # type: ignore[index]
        new = None if named.taken is None else heap - named.taken
        if named.heaps is not None:
            if len(named.heaps) != 1 or new not in (None, named.heaps[0]):
                return False
            new = named.heaps[0]
        assert self.total is not None  # noqa: S101  it is known where there is a law
        runs = law.options_of_value((heap,), law.value((heap,)) ^ self.total)
        return any(new is None or (new,) in run for run in runs)

    def _law_of_moves(self, place: int) -> GrundyLaw | None:
        law = self.laws[place]
        return law if law is not None and self.total is not None and law.knows_options and law.heaps == 1 else None

    def _refusal_at(self, place: int, named: Named, left: Mapping[int, Option] | None) -> str | None:
        ruleset, component = self.position.parts[place]
        option: Option | None = None
        if named.heaps is not None:
            option = parted(named.heaps, max(1, ruleset.heaps))
            if option is None:
                return f"{len(named.heaps)} heaps are no components of {ruleset.heaps}"
        if left is not None:
            if place not in left or (option is not None and sorted(option) != sorted(left[place])):
                how = f"component {place + 1}" if option is None else "that move"
                return f"{how} does not lead to {cut(str(named.left))}"
            option = left[place] if option is None else option
        if option is not None:
            taken = _sum([component]) - _sum(option)
            if named.taken not in (None, taken):
                return f"{taken} are taken, not {named.taken}"
            return self._why_not(place, option)
        if named.taken is not None and isinstance(component, tuple) and len(component) == 1:
            reason = self._why_not(place, ((component[0] - named.taken,),))
            if reason is None or not getattr(ruleset, "splits", True):
                return reason
        if self._some(place, named.taken) is False:
            what = "changes" if named.taken is None else f"takes {named.taken} of"
            return f"no winning move {what} component {place + 1}"
        return None

    def _why_not(self, place: int, option: Option) -> str | None:
        return why_not(self.position, place, option, misere=self.misere, total=self.total)

    # ------------------------------------------------------------ what is left

    def _that_lead_to(self, text: str) -> dict[int, Option]:
        """By component, what it becomes where the position that is left is *text*; raises GrundyError for others."""
        from grundy.games import expression

        shown = cut(text)
        left = expression(text) if len(text) <= _LONGEST else None
        if not isinstance(left, Position):
            raise GrundyError(f"{shown} is no position")
        if str(left) != text:
            raise GrundyError(f"{shown} is written {cut(str(left))}")
        before, after = self.position.parts, left.parts
        found = {}
        for place, (ruleset, _) in enumerate(before):
            end = len(after) - (len(before) - place - 1)
            if end >= place and before[:place] == after[:place] and before[place + 1 :] == after[end:]:
                middle = after[place:end]
                if all(part[0] == ruleset for part in middle):
                    found[place] = tuple(part[1] for part in middle)
        if not found:
            raise GrundyError(f"no move leads to {shown}")
        return found  # type: ignore[return-value]

    # ------------------------------------------------------------ all winning moves

    def _some(self, place: int, taken: int | None) -> bool | None:
        """Whether a winning move changes that component, and takes so many; None where that is out of reach."""
        _, component = self.position.parts[place]
        won = self._wins_by_law(place, Named(taken=taken))
        if won is not None:
            return won
        from grundy.solver import solve

        position, at = self._beside_one_heap(place) or (self.position, place)
        try:
            found = solve(position, misere=self.misere, limit=_LISTED, remoteness=False)
        except GrundyError:
            return None
        rest = len(position.parts) - at - 1
        for option in found.winning_options:
            end = len(option.parts) - rest
            if option.parts[:at] == position.parts[:at] and option.parts[end:] == position.parts[at + 1 :]:
                middle = [part for _, part in option.parts[at:end]]
                if taken is None or _sum([component]) - _sum(middle) == taken:
                    return True
        return False if found.complete and found.rest is None else None

    def _beside_one_heap(self, place: int) -> tuple[Position, int] | None:
        """The component beside a heap of Nim of the value of all others: its winning moves are the same."""
        if self.total is None or self.misere:
            return None
        from grundy.games import expression
        from grundy.solver import value

        alone = Position((self.position.parts[place],))
        try:
            rest = self.total ^ value(alone)
        except GrundyError:
            return None
        return alone + expression(f"nim[{rest}]"), 0


def _joint(reasons: list[str], named: Named) -> str:
    """One reason for all components: the only one, or that of the only move, or that no winning move is such."""
    moves = [reason for reason in reasons if reason.startswith("it does not win")]
    if len(reasons) == 1:
        return reasons[0]
    if len(moves) == 1:
        return moves[0]
    return f"no winning move {named.words()}"


def _sum(components: Sequence[Any]) -> int:
    return sum(heap for part in components for heap in (part if isinstance(part, tuple) else (part,)))
