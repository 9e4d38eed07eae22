"""Play must end: a falling measure of rules, or an error that shows a move which lowers none.

Where the (relaxed) linear reading has a measure, it holds for every position: it is *shown*, by exact linear
programming. Else, for rules that are not linear, a simple measure that falls along all moves from small positions is
*tested*, and is tested again on every move enumerated later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import TYPE_CHECKING

from .errors import GrundyError, LimitExceeded, RuleError
from .forms import Clause
from .linear import NotLinear, clauses, first_positions, upper_bounds
from .meter import Meter
from .moves import AlternativeMoves, Component, Option, move_text
from .numbers import shown
from .said import joined, said
from .terms import Int, Name, Rules
from .text import node_text

if TYPE_CHECKING:
    from .ranking import Measure, Transition

_SIDE = {1: 40, 2: 9, 3: 5, 4: 4}
_MOVES = 20_000
_FIRST = 100


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
                "play may not end: the move {move} does not lower {measure}, which falls with every move from small "
                "positions",
                move=move_text(component, option),
                measure=self.measure.text(self.heaps),
            )


def ending(rules: Rules, alternatives: Sequence[AlternativeMoves], least: int) -> Ending:
    """The measure by which play of *rules* ends; raises RuleError with a move that lowers none."""
    from .ranking import Measure, Unranked, find_measure

    try:
        systems = clauses(rules, least, relaxed=True)
        transitions = [t for clause in systems for t in _transitions(clause, least)]
        if not transitions:  # no position has a move
            return Ending(Measure(((1,) * len(rules.heaps),), (0,)), rules.heaps, shown=True)
        result = find_measure(transitions)
        if not isinstance(result, Unranked):
            return Ending(result, rules.heaps, shown=True)
        exact = _is_exact(rules, least)
    except (NotLinear, LimitExceeded):
        exact = False
    return _tested(rules, alternatives, least, linear=exact)


def _is_exact(rules: Rules, least: int) -> bool:
    """Whether the exact linear reading has the same moves as the relaxed one."""
    try:
        return not any(clause.memberships for clause in clauses(rules, least))
    except NotLinear:
        return False


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

    moves = _small_moves(rules, alternatives, least)
    cycle = _cycle(moves)
    if cycle is not None:
        steps = [move_text(*move) for move in cycle]
        path = joined("{a}, then {b}", steps if len(steps) <= 4 else [*steps[:2], "…", steps[-1]])
        raise RuleError("play may not end: {path}{hint}", path=path, hint=_hint_at_splits(rules, *cycle[0]))
    rising = list(moves)
    """The moves that no measure tried so far lowers."""
    stuck: str = ""
    for measure in [Measure(w, (0,) * len(w)) for w in _candidates(len(rules.heaps))]:
        bad = [m for m in moves if any(measure.value(p) >= measure.value(m[0]) for p in m[1])]
        if not _bounded_below(rules, measure.weights, least):
            continue
        if not bad and not linear:
            return Ending(measure, rules.heaps, shown=False)
        known = {id(m) for m in bad}
        rising = [m for m in rising if id(m) in known]
        if bad and not stuck:
            stuck = said(
                "; {move} does not lower {measure}", move=move_text(*bad[0]), measure=measure.text(rules.heaps)
            )
    if rising:
        hint = _hint_at_splits(rules, *rising[0])
        stuck = said("; one that none of those tried lowers is {move}{hint}", move=move_text(*rising[0]), hint=hint)
    raise RuleError("play may not end: no measure was found that falls with every move{stuck}", stuck=stuck)


def _hint_at_splits(rules: Rules, component: Component, option: Option) -> str:
    """What a split that may leave the whole heap beside empty ones has forgotten to say."""
    if len(option) < 2 or component not in option or any(p not in ((0,), component) for p in option):
        return ""
    splits = [a.components for a in rules.alternatives if len(a.components) == len(option)]
    terms = [component[0] for component in splits[0]]
    if any(isinstance(t, Int) or t == Name(rules.heaps[0]) for t in terms):
        return ""
    needed = " and ".join(f"{node_text(t)} >= 1" for t in terms)
    return said(" (the heap stays whole beside empty ones: a split must say {needed})", needed=needed)


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


def _small_moves(rules: Rules, alternatives: Sequence[AlternativeMoves], least: int) -> list[tuple[Component, Option]]:
    """The moves from some positions, up to a bounded number."""
    moves: list[tuple[Component, Option]] = []
    spent = 0
    for component in islice(_some_positions(rules, least), max(5, _MOVES // 2 // len(alternatives))):
        meter = Meter(_MOVES)
        try:
            for alternative in alternatives:
                moves.extend((component, o) for o in islice(alternative.options(component, meter), 200))
        except LimitExceeded:
            pass
        except GrundyError as error:
            raise RuleError(
                "{message} (at {listed})", message=error.message, listed=", ".join(map(shown, component))
            ) from error
        spent += meter.spent
        if len(moves) > _MOVES or spent > 10 * _MOVES:
            break
    return moves


def _some_positions(rules: Rules, least: int) -> Iterator[Component]:
    """The first positions of alternatives, and the smallest positions; of many heaps, those with few large ones."""
    heaps = len(rules.heaps)
    first = first_positions(Rules(rules.heaps, rules.alternatives[:_FIRST]), least)
    yield from first
    if heaps in _SIDE:
        yield from (p for p in product(range(least, least + _SIDE[heaps]), repeat=heaps) if p not in first)
        return
    for size in (least, least + 2):
        yield (size,) * heaps
    for count in (1, 2, 3):
        for large in combinations(range(heaps), count):
            yield tuple(least + (i in large) * (3 - count // 2) for i in range(heaps))


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
