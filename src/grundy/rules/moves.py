"""The moves of a component, enumerated from the tree of its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import product

from .errors import GrundyError, RuleError
from .evaluate import condition_test, constant_elements, term_function
from .intervals import Box, Empty, Interval, hold, narrow, span
from .meter import Meter
from .numbers import shown
from .sets import NAMED_SETS, labour
from .terms import Alternative, In, Name, NamedSet, Node, SetTerm, Term, conjuncts, positive, walk

Component = tuple[int, ...]
Option = tuple[Component, ...]
_STEP = 256


class AlternativeMoves:
    """The moves of one alternative, parameters put in."""

    def __init__(self, alternative: Alternative, heaps: tuple[str, ...], least: int) -> None:
        self.heaps = heaps
        self.least = least
        self.free = free_names(alternative, heaps)
        self.at = alternative.at
        index = {name: i for i, name in enumerate((*heaps, *self.free))}
        where = conjuncts(None if alternative.where is None else positive(alternative.where))
        guards = [c for c in where if not any(n in self.free for n in _names(c))]
        self._guards = [condition_test(c, index) for c in guards]
        self._tests = [condition_test(c, index) for c in where if c not in guards]
        self._terms = alternative.components
        self._outputs = [[term_function(t, index) for t in component] for component in alternative.components]
        self._constraints: list[Callable[[Box], None]] = [partial(hold, c) for c in where if c not in guards]
        for term in (t for component in alternative.components for t in component):
            if not isinstance(term, Name) or term.name in self.free:
                self._constraints.append(partial(_at_least, term, least))
        self._choice_cost = 1 + len(self._tests) // 4
        self._cost = 2 + 2 * len(self._constraints)  # of propagation, where a choice tried counts 1
        self._sets = {
            c.term.name: _listed(c.members)  # type: ignore[union-attr]
            for c in where
            if _lists_a_name(c, self.free)
        }
        self._laborious = any(isinstance(n, NamedSet) and n.name == "primes" for c in where for n in walk(c))

    def options(self, component: Component, meter: Meter) -> Iterator[Option]:
        """The options of *component* by this alternative; one may come more than once.

        Raises LimitExceeded from *meter*, which is charged for every choice tried, and RuleError for a free variable
        without a finite range.
        """
        return self._options(component, meter, self._constraints)

    def leads_to(self, component: Component, option: Option, meter: Meter) -> bool:
        """Whether *option* is an option of *component* by this alternative; quick where terms are linear.

        Raises as :meth:`options` does.
        """
        if [len(part) for part in option] != [len(part) for part in self._terms]:
            return False
        terms = [t for part in self._terms for t in part]
        wanted = [heap for part in option for heap in part]
        pinned = [partial(_exactly, term, heap) for term, heap in zip(terms, wanted, strict=True)]
        return any(found == option for found in self._options(component, meter, [*self._constraints, *pinned]))

    def options_with(self, component: Component, heap: int, value: int, meter: Meter) -> Iterator[Option]:
        """The options of *component* whose first component has *value* as its heap number *heap*; lazily.

        Raises as :meth:`options` does.
        """
        if not self._terms or heap >= len(self._terms[0]):
            return
        yield from self._options(component, meter, [*self._constraints, partial(_exactly, self._terms[0][heap], value)])

    def _options(
        self, component: Component, meter: Meter, constraints: list[Callable[[Box], None]]
    ) -> Iterator[Option]:
        values = [*component, *(0 for _ in self.free)]
        try:
            if not all(guard(values) for guard in self._guards):
                return
        except ZeroDivisionError:
            return
        meter.spend(self._cost + (max(component, default=0).bit_length() >> 6))
        box = Box({name: (v, v) for name, v in zip(self.heaps, component, strict=True)})
        box.intervals.update(dict.fromkeys(self.free, (0, None)))
        try:
            box.propagate(constraints)
        except Empty:
            return
        yield from self._choose(list(self.free), box, values, component, meter, constraints)

    def _choose(
        self,
        left: list[str],
        box: Box,
        values: list[int],
        component: Component,
        meter: Meter,
        constraints: list[Callable[[Box], None]],
    ) -> Iterator[Option]:
        if not left:
            meter.spend()
            option = self._option(values, component)
            if option is not None:
                yield option
            return
        name = min(left, key=lambda n: _width(box.intervals[n]))
        low, high = box.intervals[name]
        if low is None or high is None:
            raise unbounded(name)
        place = len(self.heaps) + self.free.index(name)
        rest = [n for n in left if n != name]
        choices = self._choices(name, low, high, box, meter)
        if not rest:
            yield from self._last(place, choices, values, component, meter)
            return
        for value in choices:
            meter.spend(self._cost)
            inner = box.copy()
            values[place] = value
            try:
                inner.meet(name, value, value)
                inner.propagate(constraints)
            except Empty:
                continue
            yield from self._choose(rest, inner, values, component, meter, constraints)

    def _last(
        self, place: int, choices: Iterable[int], values: list[int], component: Component, meter: Meter
    ) -> Iterator[Option]:
        """The options for each value of the last free variable: the innermost loop."""
        since, cost = 0, labour(max(component, default=0)) if self._laborious else self._choice_cost
        for value in choices:
            values[place] = value
            since += cost
            if since >= _STEP:
                meter.spend(since)
                since = 0
            option = self._option(values, component)
            if option is not None:
                yield option
                values[place] = value
        meter.spend(since)

    def _option(self, values: list[int], component: Component) -> Option | None:
        """The option for a choice of all free variables, or None where the choice is no move."""
        try:
            for test in self._tests:
                if not test(values):
                    return None
            option = tuple(tuple([f(values) for f in part]) for part in self._outputs)
        except ZeroDivisionError:
            return None
        least = self.least
        for part in option:
            for heap in part:
                if heap < least:
                    return None
        return None if option == (component,) else option

    def _choices(self, name: str, low: int, high: int, box: Box, meter: Meter) -> Iterable[int]:
        members = self._sets.get(name)
        if members is None:
            return range(low, high + 1)
        if isinstance(members, NamedSet):
            spans = [span(a, box) for a in members.args]
            fixed = [a[0] for a in spans if a[0] is not None and a[0] == a[1]]
            if len(fixed) == len(spans):
                kind = NAMED_SETS[members.name]
                if low == high:  # a member may be known where no way to the members is
                    return [low] if kind.contains(low, *fixed) else []
                return kind.members(low, high, *fixed, spend=meter.spend)
            return range(low, high + 1)
        return [c for c in members if low <= c <= high]

    def unbounded_names(self, box: Mapping[str, Interval]) -> list[str]:
        """The free variables that get no finite range from the heaps' intervals, even after the others are fixed."""
        narrowed = Box({**box, **dict.fromkeys(self.free, (0, None))})
        try:
            narrowed.propagate(self._constraints)
            infinite = [n for n in self.free if narrowed.intervals[n][1] is None]
            while infinite and len(infinite) < len(self.free):
                for name in self.free:
                    high = narrowed.intervals[name][1]
                    if high is not None:
                        narrowed.meet(name, high, high)
                before = infinite
                narrowed.propagate(self._constraints)
                infinite = [n for n in self.free if narrowed.intervals[n][1] is None]
                if infinite == before:
                    break
        except Empty:
            return []
        return infinite


def unbounded(name: str, parameters: Iterable[str] = ()) -> RuleError:
    """The error for a free variable that has no finite range; it names the parameter that may have been meant."""
    for parameter in parameters:
        if parameter.lower() == name.lower():
            return RuleError(
                "{name} is never bounded: is it a parameter ({parameter})?", name=name, parameter=parameter
            )
    return RuleError(
        "{name} is never bounded: is it a parameter? Then give it a value ({name}=…), else a condition", name=name
    )


def free_names(alternative: Alternative, heaps: tuple[str, ...]) -> tuple[str, ...]:
    """The names of an alternative that are not heaps, in the order of their first use."""
    names = dict.fromkeys(n for node in alternative.nodes() for n in _names(node))
    return tuple(n for n in names if n not in heaps)


def check_bounded(
    alternatives: Iterable[AlternativeMoves], heaps: tuple[str, ...], least: int
) -> tuple[str, AlternativeMoves] | None:
    """A free variable without a finite range from some small or large heaps, or None."""
    sizes = (least, least + 1, least + 7, least + 1000) if len(heaps) <= 3 else (least, least + 7)
    for moves in alternatives:
        for values in product(sizes, repeat=min(len(heaps), 6)):
            point = [*values, *[least + 1] * (len(heaps) - len(values))]
            try:
                if not all(g([*point, *(0 for _ in moves.free)]) for g in moves._guards):  # noqa: SLF001
                    continue
                names = moves.unbounded_names({h: (v, v) for h, v in zip(heaps, point, strict=True)})
            except (ZeroDivisionError, GrundyError):
                continue
            if names:
                return names[0], moves
    return None


def move_text(component: Component, option: Option) -> str:
    """A move for people: ``3, 4 -> 2, 4``."""
    after = " & ".join(", ".join(map(shown, part)) for part in option)
    return f"{', '.join(map(shown, component))} -> {after}"


def _names(node: Node) -> list[str]:
    return [n.name for n in walk(node) if isinstance(n, Name)]


def _exactly(term: Term, value: int, box: Box) -> None:
    narrow(term, value, value, box)


def _at_least(term: Term, least: int, box: Box) -> None:
    narrow(term, least, None, box)


def _lists_a_name(condition: object, free: tuple[str, ...]) -> bool:
    """Whether the condition is ``t in SET`` for a free variable t."""
    return (
        isinstance(condition, In)
        and not condition.negated
        and isinstance(condition.term, Name)
        and condition.term.name in free
    )


def _listed(members: SetTerm) -> list[int] | NamedSet | None:
    """The members of a set of constants, a named set itself, None for any other set."""
    return members if isinstance(members, NamedSet) else constant_elements(members)


def _width(interval: Interval) -> float:
    low, high = interval
    return float("inf") if low is None or high is None else min(high - low, 1 << 1000)
