"""Existential questions about digits, answered by automata that are made as they are needed.

A query reads columns of the digits of some tracks and guesses those of others. A *thread* is what one way of guessing
has come to: the states of the machines, and for each linear form what its first digits say. Forms that are settled
(surely at least every constant that they are compared with, or surely below all) are marked so; that keeps the threads
finite in number, and threads that can no longer satisfy the formula are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import gcd
from typing import Any

from grundy.rules.errors import GrundyError

from .clock import tick
from .machines import Machine, validity
from .numeration import Rest, System
from .readings import Accepted, Affine, All, Any_, AtLeast0, Formula, InSet, No, NotLinear

HIGH, LOW = "high", "low"
"""A form that is at least every constant that it is compared with, or below all of them."""

Thread = tuple[Any, ...]
Truth = bool | None
Contribution = tuple[tuple[int, ...], list[int], list[int]]
"""A guess, the columns of the machines, and the combined digits of the forms."""


class TooLarge(GrundyError):
    """A check that would need more states than the checker takes."""


Steps = Callable[[Any], Iterable[tuple[Any, tuple[int, ...]]]]
"""The states after one, each with the column that leads there."""


def shortest(
    start: Any, steps: Steps, wanted: Callable[[Any], bool], limit: int
) -> tuple[list[tuple[int, ...]] | None, list[Any]]:
    """The columns that lead to the nearest *wanted* state, or None, and the states that were met; raises TooLarge."""
    came: dict[Any, tuple[Any, tuple[int, ...]] | None] = {start: None}
    queue = [start]
    for state in queue:  # grows
        tick()
        if wanted(state):
            return _path(came, state), queue
        for after, column in steps(state):
            if after not in came:
                came[after] = (state, column)
                queue.append(after)
        if len(queue) > limit:
            raise TooLarge(f"the check needs more than {limit:,} states")
    return None, queue


def _path(came: Mapping[Any, tuple[Any, tuple[int, ...]] | None], state: Any) -> list[tuple[int, ...]]:
    word = []
    step = came[state]
    while step is not None:
        word.append(step[1])
        step = came[step[0]]
    return word[::-1]


def spelled(system: System, word: Sequence[tuple[int, ...]], tracks: int) -> tuple[int, ...]:
    """The numbers on so many tracks that have the digits of a word of columns."""
    return tuple(system.number(list(track)) for track in list(zip(*word, strict=True)) or [()] * tracks)


class _Form:
    """Σ coefficient·track, which is compared with constants: its coefficients on read and guessed tracks."""

    def __init__(self, key: tuple[tuple[str, int], ...]) -> None:
        self.coefficients = dict(key)
        self.falling = sum(-c for _, c in key if c < 0)
        self.rising = sum(c for _, c in key if c > 0)
        self.least, self.most = 0, 0
        self.known: dict[tuple[Rest, int], Rest] = {}

    def compared(self, c: int) -> None:
        self.least, self.most = min(self.least, c), max(self.most, c)

    def push(self, system: System, rest: Rest, digit: int) -> Rest:
        if rest is HIGH or rest is LOW:
            return rest
        found = self.known.get((rest, digit))
        if found is None:
            found = self.known[rest, digit] = self._settled(system, system.push(rest, digit))
        return found

    def _settled(self, system: System, rest: Rest) -> Rest:
        if system.surely_at_least(rest, self.falling, self.most):
            return HIGH
        if system.surely_at_least(system.negated(rest), self.rising, 1 - self.least):
            return LOW
        return rest


class Query:
    """There are values of the *guessed* tracks such that the formula holds with those of the *read* tracks.

    The formula's variables are tracks; coefficients must be integers. Values are valid words of the system.
    """

    def __init__(self, system: System, read: Sequence[str], guessed: Sequence[str], formula: Formula) -> None:
        self.system = system
        self.read, self.guessed = tuple(read), tuple(guessed)
        self.forms: list[_Form] = []
        self._form_numbers: dict[tuple[tuple[str, int], ...], int] = {}
        self.machines: list[tuple[Machine, tuple[str, ...]]] = []
        self._machine_numbers: dict[tuple[int, tuple[str, ...]], int] = {}
        self.formula = self._compiled(formula)
        if not system.every_word:
            words = validity(system)
            guards = [("in", self._machine(words, (name,))) for name in self.guessed]
            self.formula = _joined("and", [*guards, self.formula])
        self.dead = [machine.dead() for machine, _ in self.machines]
        self._guesses = list(product(range(system.alphabet), repeat=len(self.guessed)))
        self._columns: dict[tuple[int, ...], list[Contribution]] = {}
        self._truth: dict[Thread, Truth] = {}
        self.threads: list[Thread] = []
        self._thread_numbers: dict[Thread, int] = {}
        self._steps: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
        self._accepted: dict[int, bool] = {}

    # -- the formula ---------------------------------------------------------------------------------------------

    def _compiled(self, formula: Formula) -> Any:
        match formula:
            case AtLeast0(form=form):
                return self._comparison(form)
            case All(parts=parts):
                return _joined("and", [self._compiled(p) for p in parts])
            case Any_(parts=parts):
                return _joined("or", [self._compiled(p) for p in parts])
            case No(part=part):
                return _negated(self._compiled(part))
            case Accepted(machine=machine, tracks=tracks):
                return ("in", self._machine(machine, tracks))
            case InSet(members=members):
                raise NotLinear(f"the set {members.name} is not read by automata")

    def _comparison(self, affine: Affine) -> Any:
        """Form >= c, its coefficients without common factor and the first of them positive."""
        coefficients, constant = affine.integers()
        for name in coefficients:
            if name not in self.read and name not in self.guessed:
                raise ValueError(f"{name} is no track")
        if not coefficients:
            return constant >= 0
        common = gcd(*coefficients.values())
        if next(iter(coefficients.values())) < 0:  # -f + constant >= 0: not f >= constant + 1
            least = constant // common + 1
            key = tuple((n, -c // common) for n, c in coefficients.items())
            if least <= 0 and all(c >= 0 for _, c in key):
                return False
            return ("not", ("least", self._form(key, least), least))
        key = tuple((n, c // common) for n, c in coefficients.items())
        least = -(constant // common)  # f >= -constant, divided by the factor and rounded up
        if least <= 0 and all(c >= 0 for _, c in key):
            return True
        return ("least", self._form(key, least), least)

    def _form(self, key: tuple[tuple[str, int], ...], c: int) -> int:
        number = self._form_numbers.setdefault(key, len(self.forms))
        if number == len(self.forms):
            self.forms.append(_Form(key))
            self.forms[-1].least = self.forms[-1].most = c
        self.forms[number].compared(c)
        return number

    def _machine(self, machine: Machine, tracks: tuple[str, ...]) -> int:
        number = self._machine_numbers.setdefault((id(machine), tracks), len(self.machines))
        if number == len(self.machines):
            self.machines.append((machine, tracks))
        return number

    def truth(self, thread: Thread) -> Truth:
        """Whether the formula holds whatever follows (True), never (False), or that is open (None)."""
        if thread not in self._truth:
            self._truth[thread] = self._evaluate(self.formula, thread, None)
        return self._truth[thread]

    def accepts(self, thread: Thread) -> bool:
        """Whether the formula holds if nothing follows."""
        return bool(self._evaluate(self.formula, thread, self.system))

    def accepted(self, number: int) -> bool:
        """The same of a thread by its number."""
        found = self._accepted.get(number)
        if found is None:
            found = self._accepted[number] = self.accepts(self.threads[number])
        return found

    def _evaluate(self, formula: Any, thread: Thread, ended: System | None) -> Truth:
        if isinstance(formula, bool):
            return formula
        kind = formula[0]
        if kind == "not":
            inner = self._evaluate(formula[1], thread, ended)
            return None if inner is None else not inner
        if kind == "in":
            state = thread[formula[1]]
            if ended is not None:
                return bool(self.machines[formula[1]][0].final[state])
            return False if state in self.dead[formula[1]] else None
        if kind == "least":
            rest = thread[len(self.machines) + formula[1]]
            if rest is HIGH or rest is LOW:
                return rest is HIGH
            return None if ended is None else ended.value(rest) >= formula[2]
        decisive = kind == "or"
        found: Truth = not decisive
        for part in formula[1]:
            inner = self._evaluate(part, thread, ended)
            if inner is decisive:
                return decisive
            if inner is None:
                found = None
        return found

    # -- threads -------------------------------------------------------------------------------------------------

    def start(self) -> Thread:
        """The thread before the first digit."""
        return (*(0 for _ in self.machines), *(self.system.zero for _ in self.forms))

    def number(self, thread: Thread) -> int:
        """The number by which a thread is known in macro states."""
        found = self._thread_numbers.setdefault(thread, len(self.threads))
        if found == len(self.threads):
            self.threads.append(thread)
        return found

    def step(self, number: int, column: tuple[int, ...]) -> tuple[int, ...]:
        """The threads after one more column: one for each guess that may still come true."""
        found = self._steps.get((number, column))
        if found is None:
            after = self._after(self.threads[number], column)
            found = self._steps[number, column] = tuple(self.number(t) for t, _ in after)
        return found

    def _after(self, thread: Thread, column: tuple[int, ...]) -> list[tuple[Thread, tuple[int, ...]]]:
        """The threads after one more column, each with its guess."""
        machines, count, system = self.machines, len(self.machines), self.system
        found: list[tuple[Thread, tuple[int, ...]]] = []
        for guess, places, digits in self._contributions(column):
            states = tuple(machines[i][0].delta[thread[i]][places[i]] for i in range(count))
            rests = tuple(f.push(system, thread[count + j], digits[j]) for j, f in enumerate(self.forms))
            after = states + rests
            if self.truth(after) is not False:
                found.append((after, guess))
        return found

    def _contributions(self, column: tuple[int, ...]) -> list[Contribution]:
        """For each guess, the columns of the machines and the combined digits of the forms."""
        found = self._columns.get(column)
        if found is None:
            found = self._columns[column] = list(self._combined(column))
        return found

    def _combined(self, column: tuple[int, ...]) -> Iterator[Contribution]:
        for guess in self._guesses:
            digit = dict(zip((*self.read, *self.guessed), (*column, *guess), strict=True))
            places = []
            for _, tracks in self.machines:
                place = 0
                for name in tracks:
                    place = place * self.system.alphabet + digit[name]
                places.append(place)
            yield guess, places, [sum(c * digit[n] for n, c in f.coefficients.items()) for f in self.forms]

    def witness(self, limit: int) -> dict[str, int] | None:
        """The shortest values of the guessed tracks that satisfy the formula, for a query that reads nothing."""
        word, _ = shortest(self.start(), lambda thread: self._after(thread, ()), self.accepts, limit)
        if word is None:
            return None
        return dict(zip(self.guessed, spelled(self.system, word, len(self.guessed)), strict=True))


def _joined(kind: str, parts: Sequence[Any]) -> Any:
    """All parts, or some part, without constants and without a conjunction in a conjunction."""
    decisive = kind == "or"
    flat: list[Any] = []
    for part in parts:
        flat += part[1] if isinstance(part, tuple) and part[0] == kind else [part]
    if decisive in flat:
        return decisive
    kept = tuple(dict.fromkeys(part for part in flat if part is not (not decisive)))
    return kept[0] if len(kept) == 1 else (kind, kept) if kept else not decisive


def _negated(part: Any) -> Any:
    if isinstance(part, bool):
        return not part
    return part[1] if part[0] == "not" else ("not", part)
