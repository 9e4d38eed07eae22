"""Play must end: a falling measure of rules, or an error that shows a move which lowers none.

Where the (relaxed) linear reading has a measure, it holds for every position: it is *shown*, by exact linear
programming. Else, for rules that are not linear, a simple measure that falls along all moves from small positions is
*tested*, and is tested again on every move enumerated later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import TYPE_CHECKING

from .errors import GrundyError, LimitExceeded, RuleError
from .linear import Clause, NotLinear, clauses, upper_bounds
from .meter import Meter
from .moves import AlternativeMoves, Component, Option, move_text

if TYPE_CHECKING:
    from .ranking import Measure, Transition
    from .terms import Rules

_SIDE = {1: 40, 2: 9, 3: 5, 4: 4}
_MOVES = 20_000


@dataclass(frozen=True, slots=True)
class Ending:
    """Why play ends: a falling measure, *shown* for all positions or only *tested* on the moves that were looked at."""

    measure: Measure
    heaps: tuple[str, ...]
    shown: bool

    def __str__(self) -> str:
        return f"{self.measure.text(self.heaps)} falls with every move{'' if self.shown else ' (tested, not shown)'}"

    def require_fall(self, component: Component, option: Option) -> None:
        """Raise RuleError where a move does not lower the measure."""
        before = self.measure.value(component)
        if any(self.measure.value(part) >= before for part in option):
            raise RuleError(
                f"play may not end: the move {move_text(component, option)} does not lower "
                f"{self.measure.text(self.heaps)}, which falls with every move from small positions"
            )


def ending(rules: Rules, alternatives: Sequence[AlternativeMoves], least: int) -> Ending:
    """The measure by which play of *rules* ends; raises RuleError with a move that lowers none."""
    from .ranking import Measure, Unranked, find_measure

    exact = True
    try:
        found = clauses(rules, least)
    except NotLinear:
        exact = False
        found = ()
    try:
        systems = clauses(rules, least, relaxed=True)
        transitions = [t for clause in systems for t in _transitions(clause, least)]
        if not transitions:  # no position has a move
            return Ending(Measure(((1,) * len(rules.heaps),), (0,)), rules.heaps, shown=True)
        result = find_measure(transitions)
        if not isinstance(result, Unranked):
            return Ending(result, rules.heaps, shown=True)
        exact = exact and not any(clause.memberships for clause in found)
    except (NotLinear, LimitExceeded):
        exact = False
    return _tested(rules, alternatives, least, linear=exact)


def _transitions(clause: Clause, least: int) -> Iterator[Transition]:
    """The transitions of a clause; a single component splits by where it differs from the position."""
    from .ranking import Transition

    h, m = clause.heaps, len(clause.variables)

    def unit(i: int) -> list[int]:
        return [int(j == i) for j in range(h + m + 1)]

    base = [*clause.rows]
    base += [(*unit(i)[:-1], -least) for i in range(h)]
    for part in clause.components:
        if len(clause.components) > 1:
            yield Transition(h, m, tuple(base), part, clause.label)
            continue
        for i in range(h):
            for sign in (1, -1):
                strict = [sign * (x - y) for x, y in zip(unit(i), part[i], strict=True)]
                strict[-1] -= 1
                if any(strict[:-1]) or strict[-1] >= 0:
                    yield Transition(h, m, (*base, tuple(strict)), part, clause.label)


def _tested(rules: Rules, alternatives: Sequence[AlternativeMoves], least: int, *, linear: bool) -> Ending:
    from .ranking import Measure

    moves = _small_moves(len(rules.heaps), alternatives, least)
    cycle = _cycle(moves)
    if cycle is not None:
        raise RuleError("play may not end: " + ", then ".join(move_text(*move) for move in cycle))
    stuck = None
    for weights in _candidates(len(rules.heaps)):
        measure = Measure(weights, (0,) * len(weights))
        bad = next((m for m in moves if any(measure.value(p) >= measure.value(m[0]) for p in m[1])), None)
        stuck = stuck or bad
        if bad is None and not linear and _bounded_below(rules, weights, least):
            return Ending(measure, rules.heaps, shown=False)
    shown = f", such as {move_text(*stuck)}" if stuck else ""
    raise RuleError(f"play may not end: no measure was found that falls with every move{shown}")


def _candidates(heaps: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    ones = (1,) * heaps
    units = [tuple(int(i == j) for j in range(heaps)) for i in range(heaps)]
    yield (ones,)
    yield from ((u,) for u in units)
    yield from ((a, b) for a in units for b in units if a != b)
    yield (tuple(-x for x in ones),)
    yield from ((tuple(-x for x in u),) for u in units)


def _bounded_below(rules: Rules, weights: tuple[tuple[int, ...], ...], least: int) -> bool:
    """Whether each heap with a negative weight is bounded above wherever there is a move."""
    tops = upper_bounds(rules, least)
    return all(tops[i] is not None for w in weights for i, x in enumerate(w) if x < 0)


def _small_moves(heaps: int, alternatives: Sequence[AlternativeMoves], least: int) -> list[tuple[Component, Option]]:
    """The moves from the smallest positions, up to a bounded number."""
    side = _SIDE.get(heaps, 2)
    moves: list[tuple[Component, Option]] = []
    for component in product(range(least, least + side), repeat=heaps):
        meter = Meter(_MOVES)
        try:
            for alternative in alternatives:
                moves.extend((component, o) for o in islice(alternative.options(component, meter), 200))
        except LimitExceeded:
            continue
        except GrundyError as error:
            raise RuleError(f"{error.message} (at {', '.join(map(str, component))})") from error
        if len(moves) > _MOVES:
            break
    return moves


def _cycle(moves: Sequence[tuple[Component, Option]]) -> list[tuple[Component, Option]] | None:
    """A cycle of single components among *moves*, as the list of its moves, or None."""
    after: dict[Component, list[tuple[Component, Option]]] = {}
    for component, option in moves:
        after.setdefault(component, []).extend((part, option) for part in option)
    done: set[Component] = set()
    for start in list(after):
        path: list[tuple[Component, Option]] = []
        on_path = {start: 0}
        stack = [(start, iter(after[start]))]
        while stack:
            here, rest = stack[-1]
            step = next(rest, None)
            if step is None:
                stack.pop()
                done.add(here)
                on_path.pop(here, None)
                if path:
                    path.pop()
                continue
            part, option = step
            if part in on_path:
                return [*path[on_path[part] :], (here, option)]
            if part in after and part not in done:
                path.append((here, option))
                on_path[part] = len(stack)
                stack.append((part, iter(after[part])))
    return None
