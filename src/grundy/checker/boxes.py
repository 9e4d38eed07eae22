"""That the checker's reading of the moves agrees with the move generator on a box of small positions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from grundy.rules.meter import Meter
from grundy.rules.rulesets import Ruleset

from .moves import Move, query
from .numeration import System
from .readings import All
from .subsets import Subsets
from .verdicts import Refuted

Component = tuple[int, ...]
_PAIRS = 8_000


class _Reading:
    """One kind of move as a test of position and option."""

    def __init__(self, system: System, heaps: Sequence[str], move: Move) -> None:
        self.system, self.heaps, self.move = system, tuple(heaps), move
        read = (*self.heaps, *move.changed)
        self.subsets = Subsets([query(system, read, move, All())])
        self.start = self.subsets.start()

    def allows(self, before: Component, values: Component) -> bool:
        """Whether the tracks that change may have these values."""
        words = [self.system.digits(n) for n in (*before, *values)]
        length = max(map(len, words), default=0)
        padded = [[0] * (length - len(w)) + w for w in words]
        macro = self.start
        for column in zip(*padded, strict=True):
            macro = self.subsets.step(macro, column)
        return self.subsets.count(macro) > 0

    def option(self, before: Component, values: Component) -> tuple[Component, ...]:
        """The components that are left."""
        known = dict(zip((*self.heaps, *self.move.changed), (*before, *values), strict=True))
        return tuple(tuple(known[n] for n in part) for part in self.move.components)

    def tracks_of(self, before: Component, option: tuple[Component, ...]) -> Component | None:
        """The values of the tracks that change in an option, or None where others would change, too."""
        if len(option) != len(self.move.components):
            return None
        known = dict(zip(self.heaps, before, strict=True))
        for names, part in zip(self.move.components, option, strict=True):
            for name, value in zip(names, part, strict=True):
                if known.setdefault(name, value) != value:
                    return None
        return tuple(known[n] for n in self.move.changed)


def check_moves(ruleset: Ruleset, heaps: Sequence[str], moves: Sequence[Move], system: System, box: int | None) -> int:
    """The size to which the moves were compared; raises Refuted where they differ."""
    readings = [_Reading(system, heaps, move) for move in moves if move.changed]
    side = _side(len(heaps), max((len(r.move.changed) for r in readings), default=1))
    if box is not None:
        side = min(side, max(box - ruleset.least, 0))
    sizes = range(ruleset.least, ruleset.least + side + 1)
    for before in product(sizes, repeat=len(heaps)):
        listed = set(ruleset.options(before, Meter(10**7)))
        for option in listed:
            if not any((t := r.tracks_of(before, option)) is not None and r.allows(before, t) for r in readings):
                raise Refuted(f"the generator has the move {before} -> {option}, the checker's reading has not")
        known = listed if all(len(o) == 1 for o in listed) else {_sorted(o) for o in listed}
        for reading in readings:
            for values in product(sizes, repeat=len(reading.move.changed)):
                option = reading.option(before, values)
                if (option if len(option) == 1 else _sorted(option)) not in known and reading.allows(before, values):
                    raise Refuted(f"the checker's reading has the move {before} -> {option}, the generator has not")
    return sizes[-1]


def _sorted(option: tuple[Component, ...]) -> tuple[Component, ...]:
    return option if len(option) == 1 else tuple(sorted(option))


def _side(heaps: int, changed: int) -> int:
    """The largest box with few enough pairs of a position and an option."""
    side = 1
    while (side + 2) ** (heaps + changed) <= _PAIRS and side < 200:
        side += 1
    return side
