"""Small positions by the definition: options as the move generator lists them, mex, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import product
from operator import xor
from typing import TypeVar

from grundy.rules.blocking import Blocking
from grundy.rules.errors import LimitExceeded
from grundy.rules.meter import Meter
from grundy.rules.rulesets import Ruleset

from .clock import tick

Component = tuple[int, ...]
T = TypeVar("T", int, bool)
_POSITIONS = {1: 120, 2: 16, 3: 7, 4: 5}
_MOVES = 3_000_000
MAX_POSITIONS = 50_000


class Small:
    """Grundy values and outcomes of components, remembered."""

    def __init__(self, ruleset: Ruleset, play: str = "normal", meter: Meter | None = None) -> None:
        self.ruleset, self.play = ruleset, play
        self.forbidden = ruleset.options_forbidden if isinstance(ruleset, Blocking) else 0
        self.meter = meter or Meter(_MOVES, what="playing small positions out")
        self._values: dict[Component, int] = {}
        self._losing: dict[Component, bool] = {}

    def value(self, component: Component) -> int:
        """The Grundy value: the least natural number that no option has."""
        return _resolved(component, self._values, self._options, self._mex)

    def is_p(self, component: Component) -> bool:
        """Whether the mover loses."""
        return _resolved(component, self._losing, self._options, self._loses)

    def _options(self, component: Component) -> list[tuple[Component, ...]]:
        return list(self.ruleset.options(component, self.meter))

    def _mex(self, options: list[tuple[Component, ...]]) -> int:
        reached = {reduce(xor, (self._values[part] for part in option), 0) for option in options}
        value = 0
        while value in reached:
            value += 1
        return value

    def _loses(self, options: list[tuple[Component, ...]]) -> bool:
        if not options:
            return self.play == "normal"
        return sum(self._losing[part] for (part,) in options) <= self.forbidden


def _resolved(
    component: Component,
    known: dict[Component, T],
    options: Callable[[Component], list[tuple[Component, ...]]],
    combine: Callable[[list[tuple[Component, ...]]], T],
) -> T:
    """The entry of a component, those of all that can be reached first; without recursion."""
    stack = [component]
    listed: dict[Component, list[tuple[Component, ...]]] = {}
    while stack:
        tick()
        here = stack[-1]
        if here in known:
            stack.pop()
            continue
        if here not in listed:
            listed[here] = options(here)
        missing = [part for option in listed[here] for part in option if part not in known]
        if missing:
            stack.extend(missing)
            if len(known) > MAX_POSITIONS or len(stack) > 100 * MAX_POSITIONS:
                raise LimitExceeded("too many positions are reached from small ones")
            continue
        known[here] = combine(listed.pop(here))
        stack.pop()
    return known[component]


def small_components(ruleset: Ruleset, most: int | None = None) -> Iterator[Component]:
    """The components of a small box, up to heaps of *most* above the least one."""
    side = _POSITIONS.get(ruleset.heaps, 3) if ruleset.heaps <= 8 else 2
    if most is not None:
        side = min(side, most)
    yield from product(range(ruleset.least, ruleset.least + side + 1), repeat=ruleset.heaps)
