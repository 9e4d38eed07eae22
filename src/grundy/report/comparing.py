"""A program compared with brute force from the rules on small positions, and with the law on the edges."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, islice, product
from operator import xor
from typing import TYPE_CHECKING, Any

from grundy.laws.base import Law
from grundy.rules.blocking import Blocking
from grundy.rules.codes import Code
from grundy.rules.errors import GrundyError
from grundy.rules.meter import Meter
from grundy.rules.rulesets import Ruleset, TextRuleset
from grundy.write.replies import largest_of

from .running import Differs, answers, compiler, runnable

if TYPE_CHECKING:
    from grundy.report.coding import Found
    from grundy.write.forms import Form

Heaps = tuple[int, ...]
_SIDES = {1: 40, 2: 12, 3: 5, 4: 4}
_LOOKED_AT = ((10**18, 10**18), (10**6, 500), (2_000, 40), (0, 12))
"""For programs that look at all moves of heaps up to a bound, the largest heaps that are tried."""
_WORK = 500_000


def compare(text: str, language: str, ruleset: Ruleset, found: Found, ask: str, form: Form) -> str:
    """What the program *text* was compared with, in words; raises Differs where it is wrong."""
    if language == "cpp" and compiler() is None:
        return "not compiled: no C++ compiler found"
    misere = found.play == "misere"
    brute = BruteForce(ruleset, misere=misere)
    largest = largest_of(form, ask)
    small = [line for line in _small(ruleset) if max(line) <= largest and brute.knows(ruleset, line)]
    edges = [] if found.law is None else list(_edges(ruleset, found, ask, form))
    if misere or ruleset.outcomes_only:  # of sums nothing is known
        small, edges = ([line for line in part if len(line) == ruleset.heaps] for part in (small, edges))
    lines = [*small, *edges]
    shown = "".join(" ".join(map(str, line)) + "\n" for line in lines)
    with runnable(text, language) as command:
        printed = answers(command, shown)
    if len(printed) != len(lines):
        raise Differs(f"internal error: the program answers {len(printed)} of {len(lines)} positions")
    truth_of_small = _Truth(ruleset, brute.value)
    for line, answer in zip(small, printed, strict=False):
        truth_of_small.require(line, answer, ask)
    if edges:
        assert found.law is not None  # noqa: S101  there are edges
        truth = _Truth(ruleset, found.law.is_p if found.law.about == "outcome" else found.law.value, found.law)
        for line, answer in zip(edges, printed[len(small) :], strict=True):
            truth.require(line, answer, ask)
    how = "compiled and run" if language == "cpp" else "run"
    told = f"{how}; compared with brute force on {len(small)} positions"
    return f"{told} and with the law on {len(edges)} large ones" if edges else told


class BruteForce:
    """Grundy values (of blocking rules 0 for P and 1 for N) from the moves alone; in misere play the end has 1."""

    def __init__(self, ruleset: Ruleset, *, misere: bool = False) -> None:
        self.ruleset = ruleset
        self.misere = misere
        self.known: dict[Heaps, int] = {}
        self.meter = Meter(_WORK, what="comparing with brute force")

    def knows(self, ruleset: Ruleset, line: Heaps) -> bool:
        """Whether the value of a line of heaps is found with the work allowed."""
        try:
            for component in components(ruleset, line):
                self.value(component)
        except GrundyError:
            return False
        return True

    def value(self, component: Heaps) -> int:
        """The least value that no option has."""
        todo = [component]
        options: dict[Heaps, list[tuple[Heaps, ...]]] = {}
        while todo:
            top = todo[-1]
            if top in self.known:
                todo.pop()
                continue
            if top not in options:
                options[top] = list(self.ruleset.options(top, self.meter))
            missing = {part for option in options[top] for part in option if part not in self.known}
            if missing:
                todo += missing
                continue
            self.known[top] = self._from_options(options.pop(top))
            todo.pop()
        return self.known[component]

    def _from_options(self, options: list[tuple[Heaps, ...]]) -> int:
        values = [reduce(xor, (self.known[part] for part in option), 0) for option in options]
        if self.misere and not values:
            return 1
        if isinstance(self.ruleset, Blocking):
            return int(values.count(0) > self.ruleset.options_forbidden)
        seen = set(values)
        return next(v for v in range(len(values) + 1) if v not in seen)


def components(ruleset: Ruleset, line: Heaps) -> list[Heaps]:
    """The components of a line of heaps."""
    return [(heap,) for heap in line] if ruleset.heaps == 1 else [ruleset.component(line)]


class _Truth:
    """What a program must answer; *value* is of Grundy values, or says whether a component is P."""

    def __init__(self, ruleset: Ruleset, value: Any, law: Law | None = None) -> None:
        self.ruleset = ruleset
        self.value = value
        self.outcomes = law is not None and law.about == "outcome"

    def total(self, line: Sequence[Heaps]) -> int | None:
        """The Grundy value of a sum; of outcomes 0 for P, 1 for N and None where it is not known."""
        values = [self.value(component) for component in line]
        if not self.outcomes:
            return reduce(xor, values, 0)
        lost = values.count(False)
        return lost if lost <= 1 else None

    def require(self, line: Heaps, answer: str, ask: str) -> None:
        """Raise Differs unless *answer* is right."""
        parts = components(self.ruleset, line)
        total = self.total(parts)
        if ask == "value":
            right = answer == str(total)
        elif answer == "?":
            right = total is None or len(parts) > 1
        elif ask == "outcome" or not total:
            right = answer == ("N" if total else "P")
        else:
            right = self._wins(parts, answer)
        if not right:
            raise Differs(f"internal error: the program answers {answer!r} for {' '.join(map(str, line))}")

    def _wins(self, parts: list[Heaps], answer: str) -> bool:
        try:
            numbers = [int(word) for word in answer.split()]
        except ValueError:
            return False
        size, place = self.ruleset.heaps, 0
        if size == 1:
            place, numbers = numbers[0] - 1, numbers[1:]
        if not numbers or not 0 <= place < len(parts) or len(numbers) % size:
            return False
        option = tuple(tuple(numbers[i : i + size]) for i in range(0, len(numbers), size))
        rest = [*parts[:place], *option, *parts[place + 1 :]]
        return is_option(self.ruleset, parts[place], option) and self.total(rest) == 0


def is_option(ruleset: Ruleset, component: Heaps, option: tuple[Heaps, ...]) -> bool:
    """Whether *option* is one of a component."""
    if isinstance(ruleset, Code):
        left = [part[0] for part in option]
        taken = component[0] - sum(left)
        if not 0 <= taken < len(ruleset.digits):
            return False
        digit = ruleset.digits[taken]
        return bool(digit & 1) if left == [0] else min(left) > 0 and bool(digit >> len(left) & 1)
    assert isinstance(ruleset, TextRuleset)  # noqa: S101  other rules have no programs
    meter = Meter(_WORK, what="looking for a move")
    orders = {option, option[::-1]}
    return any(moves.leads_to(component, o, meter) for moves in ruleset.moves for o in orders) and option != (
        component,
    )


# ---------------------------------------------------------------- positions


def _small(ruleset: Ruleset) -> Iterator[Heaps]:
    """Small positions: every component, and some sums."""
    least, size = ruleset.least, max(1, ruleset.heaps)
    side = _SIDES.get(size, 3)
    yield from product(range(least, least + side), repeat=size)
    if size == 1:
        yield from product(range(least, least + 8), repeat=2)
        yield (least + 3, least + 5, least + 9, least + 4)


def _edges(ruleset: Ruleset, found: Found, ask: str, form: Form) -> Iterator[Heaps]:
    """Large positions: limits, powers of two, ends of periods, lost positions and their neighbours."""
    largest = form.largest
    if ask == "option" and form.options_to < largest:
        largest = next(most for bound, most in _LOOKED_AT if form.options_to >= bound)
    chance = random.Random(1)  # noqa: S311 - for inputs
    sizes = sorted({n for n in _sizes(found.data or {}, largest) if ruleset.least <= n <= largest})
    law = found.law
    assert law is not None  # noqa: S101  there is a law
    made: list[Heaps] = []
    if ruleset.heaps == 1:
        made += [(n,) for n in sizes]
        made += [(a, b) for a, b in zip(sizes, reversed(sizes), strict=True)][:20]
    else:
        for _ in range(60):
            made.append(tuple(chance.choice(sizes) for _ in range(ruleset.heaps)))
        made += [(n,) * ruleset.heaps for n in sizes[-5:]]
        lost_ones = _lost(found.data or {}, largest, chance)
        if found.automaton is not None and found.data != found.automaton:
            lost_ones = chain(lost_ones, _lost(found.automaton, largest, chance))
        for lost in islice(lost_ones, 30):
            made.append(lost)
            made += [tuple(h + (i == j) for j, h in enumerate(lost)) for i in range(len(lost))]
            made.append(tuple(h + 1 for h in lost))
    for line in dict.fromkeys(made):
        if max(line) <= largest and min(line) >= ruleset.least and _answers(law, ruleset, line):
            yield line


def _answers(law: Law, ruleset: Ruleset, line: Heaps) -> bool:
    """Whether the law answers within its own limits."""
    try:
        for component in components(ruleset, line):
            law.is_p(component)
    except (GrundyError, ValueError):
        return False
    return True


def _sizes(data: Mapping[str, Any], largest: int) -> Iterator[int]:
    yield from (largest - i for i in range(4))
    for power in (8, 16, 31, 32, 53, 62):
        yield from (2**power - 1, 2**power, 2**power + 1)
    yield from (10**k for k in (3, 6, 9, 12, 15, 18))
    if data.get("kind") == "periodic":
        start, period = int(data["preperiod"]), int(data["period"])
        for n in (start, start + period, start + 2 * period, 4 * start + 4 * period, 10**9 * period + start):
            yield from (n - 1, n, n + 1)
        yield from range(max(0, start - 10), start + min(period, 100) + 10)


def _lost(data: Mapping[str, Any], largest: int, chance: random.Random) -> Iterator[Heaps]:
    """Some large lost positions of laws about outcomes of several heaps."""
    if data.get("kind") == "beatty":
        from grundy.laws.beatty import BeattyLaw

        law = BeattyLaw(int(data["r"]))
        top = largest // (law.r + 2)
        for i in (top, top - 1, 10**8, 102334155, 370248451, 10**12, *(chance.randrange(1, top) for _ in range(10))):
            if i <= top:
                yield law.pair(i)
                yield law.pair(i)[::-1]
    elif data.get("kind") == "automatic":
        yield from _words(data, largest, chance)


def _words(data: Mapping[str, Any], largest: int, chance: random.Random) -> Iterator[Heaps]:
    """Heaps that an automaton accepts (with the value 0), by walks among the states that lead to a final one."""
    from grundy.laws.digits import system_from_json

    system, tracks = system_from_json(data["system"]), int(data["tracks"])
    weights = [w for w in system.weights(64) if w <= largest]
    delta: list[list[int]] = data["delta"]
    if data["about"] == "grundy":
        tracks -= 1
        delta = [row[:: system.alphabet] for row in delta]
    reach = [set(data["final"])]
    for _ in weights:
        reach.append({i for i, row in enumerate(delta) if any(s in reach[-1] for s in row)})
    for _ in range(40):
        state, heaps = int(data.get("start", 0)), [0] * tracks
        for left in range(len(weights) - 1, -1, -1):
            ways = [c for c, s in enumerate(delta[state]) if s in reach[left]]
            if not ways:
                break
            column = chance.choice(ways)
            state = delta[state][column]
            for track in reversed(range(tracks)):
                column, digit = divmod(column, system.alphabet)
                heaps[track] += digit * weights[left]
        else:
            yield tuple(heaps)
