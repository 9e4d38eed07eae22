"""Options in the language of an automaton: those of several heaps, and those that split one heap in two."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any, cast

from grundy.laws.automatic import AutomaticLaw
from grundy.laws.digits import Base
from grundy.rules.codes import Code
from grundy.rules.errors import Unsupported
from grundy.rules.rulesets import TextRuleset

from .digitwise import Layers, Rows
from .groups import Component, Group, Lazy, NoForm, Option
from .reducing import System, highest, relation, systems
from .scanning import Stretch, scan
from .splitting import breaks_of, parts_of, way
from .taking import Labelled, first_label, gathered

_MAX_FREE = 3


class _Clause:
    """A clause as a relation of the digits of the option: rows over its heaps and variables that are left."""

    def __init__(self, label: int, system: System, automaton: AutomaticLaw, length: int) -> None:
        self.label = label
        self.numbers = automaton.system
        self.rows = Rows(self.numbers, system.rows, length)
        self.free = system.variables - len(system.outputs)
        if self.free > _MAX_FREE:
            raise NoForm("more free variables than are looked at")
        self.start = (self.rows.start, (0,) * self.free)
        self.guesses = list(product(range(self.numbers.alphabet), repeat=self.free))

    def step(self, element: Any, column: Sequence[int], left: int) -> Iterator[Any]:
        """The elements after a column of digits, one for each guess of the free variables' digits."""
        states, last = element
        for guess in self.guesses:
            if all(self.numbers.follows(a, b) for a, b in zip(last, guess, strict=True)):
                found = self.rows.step(states, (*column, *guess), left)
                if found is not None:
                    yield found, guess


def automatic_options(ruleset: TextRuleset, component: Component, law: AutomaticLaw, value: int) -> Labelled:
    """The options of one component that the law gives *value* (or, of outcomes, that are P); raises NoForm.

    They are counted, and listed as they are asked for. *value* is not the value of the component itself.
    """
    try:
        clauses = ruleset.clauses()
    except Unsupported as error:
        raise NoForm(error.why) from None
    found: list[tuple[int, System]] = []
    top = max(component, default=0)
    for clause in clauses:
        if len(clause.components) != 1:
            raise NoForm("a move that leaves several heaps")
        for plain in systems(clause, component):
            system = relation(plain)
            if system is not None:
                top = max(
                    top, *(abs(row[-1]) for row in system.rows), *(highest(system, i) for i in range(system.variables))
                )
                found.append((clause.label, system))
    numbers, base, heaps = law.system, law.system.alphabet, len(component)
    wanted = numbers.digits(value) if law.about == "grundy" else []
    length = max(len(numbers.digits(top)), len(wanted))
    wanted = [0] * (length - len(wanted)) + wanted
    machines = [_Clause(label, system, law, length) for label, system in found]
    shift = base if law.about == "grundy" else 1

    def step(node: Any, column: tuple[int, ...], left: int) -> Hashable | None:
        state, elements = node
        place = 0
        for digit in column:
            place = place * base + digit
        state = law.delta[state][place * shift + (wanted[length - 1 - left] if shift > 1 else 0)]
        if state not in law.alive:
            return None
        after = frozenset((i, new) for i, element in elements for new in machines[i].step(element, column, left))
        return (state, after) if after else None

    def label(node: Any) -> int | None:
        return min(machines[i].label for i, _ in node[1]) if node[0] in law.accepting else None

    start = (law.start, frozenset((i, machine.start) for i, machine in enumerate(machines)))
    layers = Layers(start, list(product(range(base), repeat=heaps)), length, step, label)

    def options(at: int) -> Iterator[Option]:
        for word in layers.words(at, heaps):
            yield (tuple(map(numbers.number, word)),)

    return [(at, _Listed(count, options, at)) for at, count in sorted(layers.counts().items())]


class _Listed(Lazy):
    """Options that a function lists anew each time they are asked for."""

    def __init__(self, count: int, make: Callable[[int], Iterator[Option]], label: int) -> None:
        super().__init__(count, ())
        self._make = make
        self._label = label

    def __iter__(self) -> Iterator[Option]:
        return self._make(self._label)


def automatic_splits(ruleset: Code | TextRuleset, n: int, value: int, law: AutomaticLaw) -> Labelled:
    """The options of the heap *n*, one heap or two, that have *value*, by a law of values in base 2; raises NoForm.

    There xor goes digit by digit. *value* is not the value of n itself.
    """
    if law.about != "grundy" or law.heaps != 1 or law.system != Base(2):
        raise NoForm("xor goes by digits in base 2 only")
    single, splits = parts_of(ruleset, n)
    groups: dict[int, list[Group]] = {}
    low, high = min((p.low for p in single), default=1), max((p.high for p in single), default=0)
    edges = [b for p in single for b in (p.low, p.high + 1)]
    for label, (first, step, count) in scan(low, high, edges, [p.step for p in single], partial(first_label, single)):
        groups.setdefault(cast("int", label), []).append(_stretch(law, value, None, (first, step, count)))
    for total, pieces in splits.items():
        found = scan(0, total // 2, breaks_of(total, pieces), [p.step for p in pieces], partial(way, total, pieces))
        for (label, turned), (first, step, count) in cast("list[tuple[tuple[int, bool], Stretch]]", found):
            begin = total - first - (count - 1) * step if turned else first
            groups.setdefault(label, []).append(_stretch(law, value, total, (begin, step, count)))
    kept = {label: [g for g in parts if g.count] for label, parts in groups.items()}
    return gathered({label: parts for label, parts in kept.items() if parts})


def _stretch(law: AutomaticLaw, value: int, total: int | None, stretch: Stretch) -> Group:
    """The heaps x = first, first + step, … (with total - x beside each) that have *value*."""
    first, step, count = stretch
    last = first + (count - 1) * step
    # the numbers are x, j with x = first + step·j, and total - x
    rows = [(1, 0, 0, -first), (-1, 0, 0, last)]
    if step > 1:
        rows += [(1, -step, 0, -first), (-1, step, 0, first)]
    if total is not None:
        rows += [(1, 0, 1, -total), (-1, 0, -1, total)]
    length = max(1, *(abs(row[-1]).bit_length() for row in rows), value.bit_length(), (total or 0).bit_length())
    machine = Rows(law.system, rows, length)
    steps = (0, 1) if step > 1 else (0,)
    pairs = total is not None
    wanted = [value >> (length - 1 - i) & 1 for i in range(length)]

    def after(node: Any, column: tuple[int, ...], left: int) -> Hashable | None:
        (x,), bit = column, wanted[length - 1 - left]
        found = set()
        for one, two, states in node:
            for j, z, h in product(steps, (0, 1) if pairs else (0,), (0, 1)):
                if not pairs and h != bit:
                    continue
                a = law.delta[one][2 * x + h]
                b = law.delta[two][2 * z + (h ^ bit)] if pairs else two
                if a in law.alive and (not pairs or b in law.alive):
                    moved = machine.step(states, (x, j, z), left)
                    if moved is not None:
                        found.add((a, b, moved))
        return frozenset(found) or None

    def label(node: Any) -> int | None:
        good = any(a in law.accepting and (not pairs or b in law.accepting) for a, b, _ in node)
        return 0 if good else None

    layers = Layers(_beginning(law, machine, pairs=pairs), [(0,), (1,)], length, after, label)

    def options(at: int) -> Iterator[Option]:
        for (word,) in layers.words(at, 1):
            x = law.system.number(word)
            yield ((x,),) if total is None else ((x,), (total - x,))

    return _Listed(layers.counts().get(0, 0), options, 0)


def _beginning(law: AutomaticLaw, machine: Rows, *, pairs: bool) -> frozenset[Any]:
    """The states before the first digit of the heaps: values of pairs may have begun, with equal digits, before."""
    found = {(law.start, law.start)}
    queue = list(found) if pairs else []
    for one, two in queue:
        for h in (0, 1):
            after = law.delta[one][h], law.delta[two][h]
            if after not in found and after[0] in law.alive and after[1] in law.alive:
                found.add(after)
                queue.append(after)
    return frozenset((one, two, machine.start) for one, two in found)
