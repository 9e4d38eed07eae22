"""Cases to answers: the outcome, the value or the first winning move, by laws where they are known.

A sum of one-heap components whose laws are of Grundy values is decided in bulk (`grundy.laws.batch`), one
component by its law alone, and everything else by the solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial, reduce
from itertools import chain
from typing import Any, BinaryIO, NamedTuple

from grundy.judge.case import Shape, Values, bounded, line_ends, parse_case
from grundy.judge.position import Group, Kind, names_of, parse_position, require_divisors, sample_of
from grundy.judge.problem import Exemption, Problem
from grundy.judge.reading import Batch, End
from grundy.judge.template import FIELDS, MOVE_FIELDS, Template, parse_template
from grundy.laws.base import GrundyLaw
from grundy.laws.batch import first_winning, nim_sum, values_of
from grundy.laws.nim import NimLaw
from grundy.rules.errors import GrundyError, PositionError, RuleError, cut
from grundy.rules.evaluate import Test, condition_test
from grundy.rules.expression import FUNCTIONS
from grundy.rules.numbers import digits, too_long
from grundy.rules.parsing import parse_condition
from grundy.rules.positions import Position
from grundy.rules.rulesets import Ruleset

Heaps = tuple[int, ...]


class Move(NamedTuple):
    """Component number *at* (from 0), with heaps *old*, becomes the components whose heaps are *new*."""

    at: int
    old: Heaps
    new: Heaps
    left: Callable[[], Position]


class Compiled:
    """A problem that has been read: the shape of its cases, and their answers."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.misere = problem.misere
        with _Place("case"):
            shape = parse_case(problem.case, (*FIELDS, *FUNCTIONS))
            self.breaks = line_ends(problem.case)
            if self.breaks and problem.read == "lines":
                raise RuleError('with read = "lines" a case is one line, so no line end (/) can stand in it')
        bounds = dict(problem.bounds)
        unknown = next((name for name in bounds if name not in {item.name for item in shape}), None)
        if unknown is not None:
            raise RuleError(f"bounds: unknown name {unknown[:40]!r}; the case is {problem.case}")
        shape = bounded(shape, bounds)
        with _Place("position"):
            self.groups, least = parse_position(problem.position, shape, misere=problem.misere)
        heaps = {item.name: item.bound.at_least(least[item.name]) for item in shape if item.name in least}
        self.shape: Shape = bounded(shape, heaps)
        with _Place("answer.N"):
            self.if_n = self._template(problem.if_n, FIELDS)
        with _Place("answer.P"):
            self.if_p = self._template(problem.if_p, [f for f in FIELDS if f not in MOVE_FIELDS])
        with _Place("end"):
            self.end = self._end(problem) if problem.end else None
        self.exceptions = [self._exception(e, n) for n, e in enumerate(problem.exceptions, 1)]
        self._require_values(problem)
        self.fields = {*self.if_n.fields, *self.if_p.fields}
        self.constant = not self.fields and not self.exceptions

    def _require_values(self, problem: Problem) -> None:
        """Raise RuleError where a Grundy value is to be printed, and the rules have none."""
        key = next((k for k, t in (("answer.N", self.if_n), ("answer.P", self.if_p)) if "value" in t.fields), None)
        if key is None:
            return
        sample = sample_of(problem.position, self.shape)
        if any(group.kind(sample).make().outcomes_only for group in self.groups):
            raise RuleError(f"{key}: a blocking game has outcomes only, so that there is no {{value}} to print")

    def _template(self, text: str, fields: Iterable[str]) -> Template:
        return parse_template(text, (*fields, *(item.name for item in self.shape)))

    def _exception(self, exemption: Exemption, number: int) -> tuple[Test, Template]:
        with _Place(f"exception {number}: when"):
            test = self._test(exemption.when, names_of(self.shape).numbers)
        with _Place(f"exception {number}: print"):
            return test, self._template(exemption.print, ("case",))

    def _test(self, text: str, numbers: Mapping[str, int]) -> Test:
        """The condition *text* over the case's numbers."""
        require_divisors(text)
        condition = parse_condition(text)
        try:
            return condition_test(condition, numbers)
        except KeyError as error:
            raise RuleError(f"{error.args[0]} is no number of the case {self.problem.case}") from None

    def _end(self, problem: Problem) -> End:
        """The condition that ends the input, to be looked at as soon as its last name has been read."""
        if problem.counted:
            raise RuleError("the input ends after the count of cases already; a problem has count or end")
        numbers = _Recording(names_of(self.shape).numbers)
        test = self._test(problem.end, numbers)
        if not numbers.used:
            raise RuleError("no name of the case stands in the condition", problem.end, 0)
        last = max(numbers.used)
        early = next((item.name for item in self.shape[:last] if item.is_list), None)
        if early is not None:
            name = self.shape[last].name
            raise RuleError(f"{name} is read after the list {early}; the names of the condition come before every list")
        return End(test, last + 1)

    def answers(self, cases: Iterable[Values], start: int = 1) -> Iterator[str]:
        """The answers of *cases*, numbered from *start*; an error names the case."""
        number = start
        try:
            if self.constant:
                n, p = self.if_n.texts[0], self.if_p.texts[0]
                for values in cases:
                    yield n if self.mover_wins(values) else p
                    number += 1
            else:
                for values in cases:
                    yield self._answer(values, number)
                    number += 1
        except GrundyError as error:
            error.message = f"case {number}: {error.message.partition('; --work')[0]}"  # judge has no such option
            error.args = (error.message,)
            raise
        except ZeroDivisionError:
            raise PositionError(f"case {number}: the problem divides by 0 here") from None

    def _answer(self, values: Values, number: int) -> str:
        """The answer of one case."""
        for test, template in self.exceptions:
            if test(values):  # type: ignore[arg-type]  # its names are those of numbers
                return self._filled(template, values, number, None)
        if any(field in MOVE_FIELDS for field in self.if_n.fields):
            move = self.first_move(values)
            return self._filled(self.if_p if move is None else self.if_n, values, number, move)
        template = self.if_n if self.mover_wins(values) else self.if_p
        return self._filled(template, values, number, None)

    def _filled(self, template: Template, values: Values, number: int, move: Move | None) -> str:
        if not template.fields:
            return template.texts[0]
        found: dict[str, str] = {"case": str(number)}
        for item, value in zip(self.shape, values, strict=True):
            if item.name in template.fields:
                found[item.name] = _joined(value) if isinstance(value, list) else digits(value)
        if move is not None:
            found |= {"i": str(move.at + 1), "y": _joined(move.new)}
            if "t" in template.fields:
                found["t"] = digits(sum(move.old) - sum(move.new))
            if "move" in template.fields:
                found["move"] = str(move.left())
        if "value" in template.fields:
            found["value"] = digits(self.value(values))
        if "count" in template.fields:
            found["count"] = self._count(values)
        return template.filled(found)

    def position(self, values: Values) -> Position:
        """The position of a case."""
        return reduce(Position.__add__, (group.position(values) for group in self.groups))

    def mover_wins(self, values: Values) -> bool:
        """Whether the mover wins the case's position."""
        if self.misere:
            return self._misere_value(values) != 0
        if len(self.groups) == 1:
            group = self.groups[0]
            kind, heaps = group.kind(values), group.heaps(values)
            if kind.law is not None and len(heaps) == kind.heaps and _allowed(group, kind, heaps):
                return not kind.law.is_p(tuple(heaps))
        total = self._total(values)
        if total is not None:
            return total[0] != 0
        from grundy.solver import outcome

        return outcome(self.position(values)) == "N"

    def value(self, values: Values) -> int:
        """The Grundy value of the case's position."""
        if self.misere:
            return self._misere_value(values)
        total = self._total(values)
        if total is not None:
            return total[0]
        from grundy.solver import value

        return value(self.position(values))

    def first_move(self, values: Values) -> Move | None:
        """The first winning move, in the order component, alternative, resulting heaps; None if none wins."""
        if self.misere and not self._misere_value(values):
            return None
        total = None if self.misere else self._total(values)
        if total is None or not all(law.knows_options for law, _, _ in total[1]):
            return self._solved_move(values)
        if total[0] == 0:
            return None
        offset = 0
        for law, heaps, grundy in total[1]:
            found = first_winning(law, heaps, grundy, total[0])
            if found is not None:
                new = found[1].first
                left = partial(self._after, values, offset + found[0], new)
                return Move(offset + found[0], (heaps[found[0]],), new, left)
            offset += len(heaps)
        raise AssertionError("a sum whose value is not 0 has a winning move")

    def _misere_value(self, values: Values) -> int:
        """The misère Grundy value of the case's position: of heaps of Nim by Bouton's rule."""
        total, large = 0, False
        for group in self.groups:
            kind, heaps = group.kind(values), group.heaps(values)
            if not isinstance(kind.law, NimLaw) or not _allowed(group, kind, heaps):
                from grundy.solver import value

                return value(self.position(values), misere=True)
            total ^= nim_sum(heaps)
            large = large or max(heaps, default=0) >= 2
        return total if large else 1 - total

    def _after(self, values: Values, index: int, option: Heaps) -> Position:
        return self.position(values).replaced(index, (option,))

    def _solved_move(self, values: Values) -> Move | None:
        from grundy.solver import solve

        position = self.position(values)
        solution = solve(position, misere=self.misere, limit=1, remoteness=False)
        if solution.outcome == "P":
            return None
        if not solution.winning_options:  # misère play
            raise PositionError(
                f"the mover of {cut(str(position))} wins without a move, so that there is none to print; "
                "an exception can say what is printed here"
            )
        option = solution.winning_options[0]
        index = next(i for i, (a, b) in enumerate(zip(position.parts, option.parts, strict=False)) if a != b)
        more = len(option.parts) - len(position.parts) + 1
        old, *new = (_heaps_of(p) for p in (position.parts[index], *option.parts[index : index + more]))
        return Move(index, old, tuple(chain.from_iterable(new)), lambda: option)

    def _count(self, values: Values) -> str:
        from grundy.solver import solve

        count = solve(self.position(values), misere=self.misere, limit=1, remoteness=False).winning_count
        if count is None:
            raise RuleError("the number of winning moves is not known here")
        return digits(count)

    def _total(self, values: Values) -> tuple[int, list[tuple[GrundyLaw, list[int], Any]]] | None:
        """The value of the sum, with each group's law, heaps and values; None if not all have such laws."""
        total = 0
        found: list[tuple[GrundyLaw, list[int], Any]] = []
        for group in self.groups:
            kind, heaps = group.kind(values), group.heaps(values)
            if not isinstance(kind.law, GrundyLaw) or kind.heaps != 1 or not _allowed(group, kind, heaps):
                return None
            grundy = values_of(kind.law, heaps)
            total ^= nim_sum(grundy)
            found.append((kind.law, heaps, grundy))
        return total, found


class Desk:
    """Where answers are printed, in the order of their cases."""

    def __init__(self, ready: Compiled, target: BinaryIO) -> None:
        self.ready = ready
        self.target = target
        self.number = 1  # of the next case

    def put(self, batch: Batch) -> None:
        """Print the answers of a batch, then raise its error, or that of the first case that has no answer."""
        cases, error = batch
        answers: list[str] = []
        failure: GrundyError | None = error
        try:
            answers.extend(self.ready.answers(cases, self.number))
        except GrundyError as refused:
            failure = refused
        self.number += len(cases)
        if answers:
            answers.append("")
            self.target.write("\n".join(answers).encode())
        if answers or failure is not None:
            self.target.flush()
        if failure is not None:
            raise failure


@lru_cache(16)
def compiled(problem: Problem) -> Compiled:
    """*problem*, read; raises RuleError with the key before the text."""
    return Compiled(problem)


class _Recording(dict[str, int]):
    """A mapping that keeps which of its values were asked for."""

    def __init__(self, values: Mapping[str, int]) -> None:
        super().__init__(values)
        self.used: set[int] = set()

    def __getitem__(self, key: str) -> int:
        found = super().__getitem__(key)
        self.used.add(found)
        return found


def _heaps_of(part: tuple[Ruleset, Any]) -> Heaps:
    """The heaps of a component; raises RuleError where its states are no tuples of integers."""
    state = part[1]
    heaps = state if isinstance(state, tuple) else (state,)
    if not all(isinstance(heap, int) for heap in heaps):
        raise RuleError(f"{part[0]} has no heaps that could be printed")
    return heaps


def _allowed(group: Group, kind: Kind, heaps: list[int]) -> bool:
    """Whether the heaps are components (else the ruleset says what is wrong)."""
    return group.checked or not heaps or (min(heaps) >= kind.least and not too_long(max(heaps)))


def _joined(numbers: Iterable[int]) -> str:
    return " ".join(map(digits, numbers))


class _Place:
    """Errors inside get the key of the problem file before their text."""

    def __init__(self, key: str) -> None:
        self.before = f"{key}: "

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, GrundyError):
            fault = RuleError(self.before + error.message, error.text, error.at)
            raise fault from None
