"""A failing input made locally smallest: first by whole cases and heaps, then by Hypothesis, then checked step by step.

Locally smallest: without any one case, without any one member of a list, and with any one number replaced by the least
one, by half of it or by one less, the program does not fail any more in the same way.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from typing import TypeVar

from grundy.rules.errors import GrundyError

from .drawing import choices_of, strategy_of
from .output import Failure
from .retrying import first_that_fails, small_of_shape
from .running import OutOfTime
from .subject import Case, Input, Part, Slot, Subject, number_at, size_key, with_number

Attempt = Callable[[Input], Failure | None]
T = TypeVar("T")
_FOR_HYPOTHESIS = 300
_SINGLES = 4
_PAIRS = 200
_FEW = 6
_KEY = b"grundy"
MISSING = "stress shrinks what it finds with Hypothesis, which is not installed: python -m pip install 'grundy[stress]'"


class _Stopped(BaseException):
    """The time is over; no Exception, so that Hypothesis lets it through."""


def require_hypothesis() -> None:
    """Raise GrundyError where Hypothesis is not installed."""
    from importlib.util import find_spec

    if find_spec("hypothesis") is None:
        raise GrundyError(MISSING)


class Shrinker:
    """Makes an input smaller as long as *attempt* fails on it in the same way, until *deadline*.

    *best* and *failure* are always an input that fails and how it does; *done* says that it is locally smallest.
    """

    def __init__(
        self,
        subject: Subject,
        attempt: Attempt,
        found: Input,
        failure: Failure,
        deadline: float,
        *,
        many: bool = True,
    ) -> None:
        self.subject = subject
        self.many = many  # whether the program reads more than one case
        self.attempt = attempt
        self.best = found
        self.failure = failure
        self.deadline = deadline
        self.tried: dict[Input, bool] = {}
        self.shapes: set[tuple[int, ...]] = set()
        self.done = False
        self.descending = False
        self.before = found

    def run(self) -> None:
        """Make it as small as it gets."""
        try:
            self.isolate()
            before = None
            while before != self.best:
                before = self.best
                self._fewer_members()
                self._still_lost()
                self._plainer()
            self._small_ones()
            self._by_hypothesis()
            self._polish()
            if self._small_ones():
                self._polish()
            self.done = time.monotonic() <= self.deadline  # the last run may have been stopped
        except (_Stopped, OutOfTime):
            pass

    def fails(self, given: Input, *, anyhow: bool = False) -> bool:
        """Whether an input fails in the same way (or *anyhow*); if it does, it is the best so far."""
        if given in self.tried and not anyhow:
            return self.tried[given]
        found = self._attempted(given)
        same = found is not None and (anyhow or found.kind == self.failure.kind)
        self.tried[given] = same
        if same and found is not None and _order(given) < _order(self.best):
            self.best, self.failure = given, found
        return same

    def _attempted(self, given: Input) -> Failure | None:
        if time.monotonic() > self.deadline:
            raise _Stopped
        try:
            return self.attempt(given)
        except OutOfTime:
            raise _Stopped from None
        except GrundyError:  # its truth is not known
            return None

    def _small_ones(self) -> bool:
        """Whether a case of the same shape with small numbers fails: large ones may have none on the way to it."""
        shape = tuple(len(v) if isinstance(v, tuple) else 0 for v in self.best.cases[0])
        if len(self.best.cases) > 1 or self.failure.kind == "time-out" or shape in self.shapes:
            return False
        self.shapes.add(shape)
        cases = small_of_shape(self.subject, self.best.cases[0])
        return first_that_fails(cases, self._attempted, self.fails, many=self.many)

    # ------------------------------------------------------------ cases

    def isolate(self) -> None:
        """Take cases away: one by itself where that fails, else as many as can be missed."""
        if len(self.best.cases) > 1 and not self._alone():
            self._fewer_cases()
        if self.best.layout != "plain":
            self.fails(Input(self.best.cases))

    def _alone(self) -> bool:
        """Whether one of the cases at fault fails by itself."""
        cases = self.best.cases
        alone = sorted(self.failure.bad, key=lambda i: size_key(cases[i]))[:_SINGLES]
        alone += [i for i in (self.failure.at, self.failure.at + 1) if i < len(cases) and i not in alone]
        return any(self.fails(Input((cases[i],), self.best.layout), anyhow=True) for i in alone)

    def _fewer_cases(self) -> None:
        halving = True
        while halving and len(self.best.cases) > 1:
            cases, layout, kind = self.best.cases, self.best.layout, self.failure.kind
            middle = len(cases) // 2
            halving = any(self.fails(Input(half, layout), anyhow=True) for half in (cases[:middle], cases[middle:]))
            if halving and self.failure.kind != kind and self.failure.bad and self._alone():
                return  # what was only slow before is wrong, and it is known where
        layout = self.best.layout
        _fewest(self.best.cases, lambda kept: bool(kept) and self.fails(Input(tuple(kept), layout)))

    def _fewer_members(self) -> None:
        """Take members of lists away, many at once."""
        for index, case in enumerate(self.best.cases):
            for length, part in enumerate(self.subject.parts):
                if part.role == "length" and isinstance(case[length], int):
                    rows = tuple(range(case[length]))  # type: ignore[arg-type]
                    _fewest(rows, lambda kept, i=index, at=length, c=case: self._fails_with(i, c, at, kept))  # type: ignore[misc]

    def _plainer(self) -> None:
        """Take numbers down to the least, many at once."""
        parts = self.subject.parts
        for index, case in enumerate(self.best.cases):
            large = [s for s in _all_slots(parts, case) if number_at(case, s) > parts[s.part].least]

            def fails(kept: Sequence[Slot], i: int = index, c: Case = case, all_of: Sequence[Slot] = large) -> bool:
                made = c
                for slot in set(all_of) - set(kept):
                    made = with_number(made, slot, parts[slot.part].least)
                return self.subject.is_case(made) and self.fails(self._replaced(i, made))

            if not fails(()):
                _fewest(large, fails)

    def _still_lost(self) -> None:
        """Of a lost position, take members away or numbers down, and another number to where it is lost again."""
        case, *others = self.best.cases
        if others or len(self.subject.slots(case)) > _FOR_HYPOTHESIS or not self.subject.is_lost(case):
            return
        before = None
        while before != self.best:
            before = self.best
            self._fewer_lost()
            self._plainer_lost()

    def _fewer_lost(self) -> None:
        """Leave out ever smaller chunks of the members."""
        parts = self.subject.parts
        for length in (index for index, part in enumerate(parts) if part.role == "length"):
            size = self._count(length) // 2
            while size:
                at = 0
                while at < (count := self._count(length)):
                    kept = [row for row in range(count) if not at <= row < at + size]
                    if not self._lost_again(with_members(parts, self.best.cases[0], length, kept)):
                        at += size
                size //= 2

    def _plainer_lost(self) -> None:
        """Take ever smaller chunks of the numbers down to the least."""
        parts = self.subject.parts
        slots = self.subject.slots(self.best.cases[0])
        size = len(slots)
        while size:
            for at in range(0, len(slots), size):
                smaller = self.best.cases[0]
                for slot in slots[at : at + size]:
                    smaller = with_number(smaller, slot, parts[slot.part].least)
                if smaller != self.best.cases[0]:
                    self._lost_again(smaller)
            size //= 2

    def _count(self, length: int) -> int:
        count = self.best.cases[0][length]
        assert isinstance(count, int)  # noqa: S101  a length is a number
        return count

    def _lost_again(self, smaller: Case | None) -> bool:
        """Whether it fails with the last number, or the first, changed to where the mover loses."""
        slots = [] if smaller is None else self.subject.slots(smaller)
        for slot in dict.fromkeys((*slots[-1:], *slots[:1])):
            found = self.subject.completed(smaller, slot, last=False)  # type: ignore[arg-type]
            if found is None or not self.subject.is_case(found) or size_key(found) >= size_key(self.best.cases[0]):
                continue
            if self.fails(self._replaced(0, found)):
                return True
        return False

    def _fails_with(self, index: int, case: Case, length: int, kept: Sequence[int]) -> bool:
        smaller = with_members(self.subject.parts, case, length, kept)
        return smaller is not None and self.fails(self._replaced(index, smaller))

    def _replaced(self, index: int, case: Case | None) -> Input:
        cases = self.best.cases
        new = (case,) if case is not None else ()
        return Input((*cases[:index], *new, *cases[index + 1 :]), self.best.layout)

    # ------------------------------------------------------------ Hypothesis

    def _by_hypothesis(self) -> None:
        """Let Hypothesis shrink the choices of which the input is made."""
        start = self.best
        if sum(size_key(case)[0] for case in start.cases) > _FOR_HYPOTHESIS or self._is_least():
            return
        from hypothesis import HealthCheck, Phase, Verbosity, find, settings
        from hypothesis.configuration import set_hypothesis_home_dir
        from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes  # since 6.124
        from hypothesis.errors import HypothesisException

        database = InMemoryExampleDatabase()
        choices = [
            *choices_of(self.subject.parts, start.cases),
            0,
        ]  # one too many: else they would pass for shrunk ones
        database.save(_KEY, choices_to_bytes(choices))
        quiet = settings(
            database=database,
            derandomize=False,
            deadline=None,
            max_examples=10,
            phases=(Phase.reuse, Phase.shrink),
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
        )
        layout = start.layout
        with tempfile.TemporaryDirectory(prefix="grundy-") as home:
            set_hypothesis_home_dir(home)
            try:
                find(
                    strategy_of(self.subject, start.cases),
                    lambda cases: self.fails(Input(cases, layout)),
                    settings=quiet,
                    database_key=_KEY,  # with random=, find would not look there
                )
            except HypothesisException:  # such as a program that fails only now and then
                pass
            finally:
                set_hypothesis_home_dir(None)

    def _is_least(self) -> bool:
        """Whether there is one case, whose numbers are the least ones: none with as many numbers is smaller."""
        case, *others = self.best.cases
        parts = self.subject.parts
        return not others and all(number_at(case, s) == parts[s.part].least for s in _all_slots(parts, case))

    # ------------------------------------------------------------ the last steps

    def _polish(self) -> None:
        """One step smaller at a time, until none fails: that is what locally smallest means."""
        self.before = self.best
        while (smaller := next(filter(self.fails, self._steps()), None)) is not None:
            self.descending = _sum(smaller) == _sum(self.before) - 1
            self.before = smaller

    def _steps(self) -> Iterator[Input]:
        start = self.best
        parts = self.subject.parts
        few = self.descending and sum(size_key(case)[0] for case in start.cases) <= _FEW
        for index, case in enumerate(start.cases):
            if len(start.cases) > 1:
                yield self._replaced(index, None)
            for length, part in enumerate(parts):
                if part.role == "length":
                    rows = range(case[length])  # type: ignore[arg-type]
                    for row in rows:
                        smaller = with_members(parts, case, length, [r for r in rows if r != row])
                        if smaller is not None:
                            yield self._replaced(index, smaller)
            for slot in _all_slots(parts, case):
                number, least = number_at(case, slot), parts[slot.part].least
                for lower in _lower(number, least, fine=few):
                    smaller = with_number(case, slot, lower)
                    if least <= lower < number and self.subject.is_case(smaller):
                        yield self._replaced(index, smaller)
            yield from (
                self._replaced(index, smaller) for smaller in self._pairs(case) if self.subject.is_case(smaller)
            )

    def _pairs(self, case: Case) -> Iterator[Case]:
        """The case with two numbers made smaller at once, so that their xor or their difference stays."""
        parts = self.subject.parts
        slots = [s for s in _all_slots(parts, case) if number_at(case, s) > parts[s.part].least]
        for one, other in islice(combinations(slots, 2), _PAIRS):
            a, b = number_at(case, one), number_at(case, other)
            low, high = parts[one.part].least, parts[other.part].least
            bit = 1 << (a & b).bit_length() >> 1
            for x, y in {(low, high), (a - 1, b - 1), (a - bit, b - bit)} - {(a, b)}:
                if x >= low and y >= high:
                    yield with_number(with_number(case, one, x), other, y)


def _lower(number: int, least: int, *, fine: bool) -> Iterator[int]:
    """The least number, half of *number* and one less; with *fine*, less by every power of a half of it between."""
    yield least
    step = (number - least) // 2
    while step > 1:
        yield number - step
        step = step // 2 if fine else 0
    yield number - 1


def _all_slots(parts: Sequence[Part], case: Case) -> Iterator[Slot]:
    """The numbers that are no lengths."""
    for index, (part, value) in enumerate(zip(parts, case, strict=True)):
        if part.role != "length":
            yield from [Slot(index, j) for j in range(len(value))] if isinstance(value, tuple) else [Slot(index)]


def _sum(given: Input) -> int:
    return sum(size_key(case)[1] for case in given.cases)


def _order(given: Input) -> tuple[int, int, int, int, tuple[Case, ...]]:
    sizes = [size_key(case) for case in given.cases]
    plain = int(given.layout != "plain")
    return len(sizes), sum(s[0] for s in sizes), plain, sum(s[1] for s in sizes), given.cases


def with_members(parts: Sequence[Part], case: Case, length: int, kept: Sequence[int]) -> Case | None:
    """The case of which lists counted by part *length* keep these members only; None where they would be too few.

    >>> with_members((Part("n", 1, 9, "length"), Part("x", 0, 9, "heap", 0)), (3, (5, 6, 7)), 0, [0, 2])
    (2, (5, 7))
    """
    if len(kept) < parts[length].least:
        return None
    made: list[int | tuple[int, ...]] = list(case)
    made[length] = len(kept)
    for index, part in enumerate(parts):
        value = case[index]
        if part.counted_by == length and isinstance(value, tuple):
            made[index] = tuple(value[i] for i in kept)
    return tuple(made)


def _fewest(items: Sequence[T], fails: Callable[[Sequence[T]], bool]) -> None:
    """Zeller's ddmin: leave out ever smaller chunks of *items* as long as the rest fails."""
    kept = list(items)
    size = len(kept) // 2
    while size:
        at = 0
        while at < len(kept):
            rest = kept[:at] + kept[at + size :]
            if rest and fails(rest):
                kept = rest
            else:
                at += size
        size //= 2
