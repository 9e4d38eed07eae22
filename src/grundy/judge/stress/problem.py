"""A judge's problem under stress: its cases by its own description, its answers by `grundy judge`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from io import BytesIO
from itertools import islice, pairwise, product

from grundy.judge.answering import compiled
from grundy.judge.case import Item, Values
from grundy.judge.judging import judge
from grundy.judge.plan import plan_of
from grundy.judge.position import Group, parse_position
from grundy.judge.problem import Problem, load_problem
from grundy.judge.reading import Reader
from grundy.judge.template import MOVE_FIELDS, Template
from grundy.laws.base import GrundyLaw, Law
from grundy.laws.nim import NimLaw
from grundy.rules.errors import GrundyError, RuleError
from grundy.rules.positions import Position

from .limits import DEFAULT_LENGTH, DEFAULT_MOST, PUBLISHED, Published
from .matching import filled_in, pattern_of, readings
from .numbers import heaps_of_value
from .subject import Case, Input, Part, Slot, Subject, ending, number_at, reasons_of, with_number, words_of
from .winning import Moves, Named

_READINGS = 100


class ProblemSubject(Subject):
    r"""The cases of a problem of `grundy judge`; *most* takes the largest numbers' place.

    >>> subject = ProblemSubject("51nod1661")
    >>> subject.text(Input(((4, 2, (2, 3, 3, 3)),)))
    b'4 2\n2 3 3 3\n'
    >>> subject.truths([(4, 2, (2, 3, 3, 3))])
    ['Alice 1 1']
    >>> subject.reason((4, 2, (2, 3, 3, 3)), "Alice 2 2", "Alice 1 1")
    >>> subject.reason((1, 2, (5,)), "Alice 1 2", "Alice 1 3")
    'no move: 5 cannot become 2'
    """

    def __init__(self, problem: str | Problem, most: int | None = None) -> None:
        self.problem = load_problem(problem) if isinstance(problem, str) else problem
        self.ready = compiled(self.problem)
        published = PUBLISHED.get(problem) if isinstance(problem, str) else None
        published = published or Published({}, {})
        self.name = self.problem.name
        self.title = (self.problem.source or self.problem.title or self.name).partition(";")[0]
        self.one_case = published.one_case
        self.misere = self.problem.misere
        self.promised = published.promised
        _, heaps = parse_position(self.problem.position, self.ready.shape, misere=self.misere)
        tried = {**published.promised, **published.tried}
        lengths = {item.counted_by for item in self.ready.shape}
        self.allowed = {item.name: (item.bound.least, item.bound.most) for item in self.ready.shape}
        self.has_end = self._marker is not None
        self.parts = tuple(
            _part(item, index in lengths, item.name in heaps, tried.get(item.name), most)
            for index, item in enumerate(self.ready.shape)
        )

    @cached_property
    def by_law(self) -> bool:  # type: ignore[override]
        """Whether the judge has a plan for it: laws of all the numbers, decided in bulk."""
        return plan_of(self.problem) is not None

    # ------------------------------------------------------------ files

    def text(self, given: Input) -> bytes:
        """The cases, behind their number or before the marker that ends them, where the problem has these."""
        lines = [self.line(case) for case in given.cases]
        if self.problem.counted:
            lines.insert(0, str(len(given.cases)))
        if self._marker is not None:
            lines.append(self._marker)
            if given.layout == "a case behind the end":
                lines.append(self.line(given.cases[0]))
        return ("\n".join(lines) + ending(given.layout)).encode()

    def line(self, case: Case) -> str:
        """The numbers, with the line ends that the problem names; else a list behind two or more has its own line."""
        starts = [0, *sorted(self._breaks), len(case)]
        return "\n".join(" ".join(words_of(case[a:b])) for a, b in pairwise(starts))

    @cached_property
    def _breaks(self) -> frozenset[int]:
        """The parts before which a line ends."""
        if self.ready.breaks or self.problem.read == "lines":
            return self.ready.breaks
        lists = [part.is_list for part in self.parts]
        first = len(lists) - 1
        return frozenset({first} if first > 1 and lists == [False] * first + [True] else ())

    @cached_property
    def _marker(self) -> str | None:
        """The numbers that end the input, where it has such an end."""
        end = self.ready.end
        if end is None:
            return None
        for numbers in product((0, -1, 1, 2), repeat=end.size):
            try:
                if end.test(list(numbers)):
                    return " ".join(map(str, numbers))
            except (GrundyError, ZeroDivisionError):
                continue
        return None

    def read(self, data: bytes) -> list[Case]:
        """The cases of a file in the problem's format."""
        end, lines = self.ready.end, self.problem.read == "lines"
        reader = Reader(self.ready.shape, lines=lines, count=self.problem.counted, end=end)
        found: list[Case] = []
        for cases, error in reader.batches(BytesIO(data)):
            if error is not None:
                raise error
            found += [tuple(tuple(v) if isinstance(v, list) else v for v in values) for values in cases]
        return found

    def is_case(self, case: Case) -> bool:
        """Whether it does not end the input."""
        end = self.ready.end
        if end is None:
            return True
        try:
            return not end.test(list(case[: end.size]))  # type: ignore[arg-type]
        except (GrundyError, ZeroDivisionError):
            return False

    # ------------------------------------------------------------ answers

    def truths(self, cases: Sequence[Case]) -> list[str]:
        """The answers of the judge."""
        target = BytesIO()
        judge(self.problem, BytesIO(self.text(Input(tuple(cases)))), target)
        found = target.getvalue().decode().split("\n")[:-1]
        if len(found) != len(cases):
            raise GrundyError(f"internal error: the judge answers {len(found)} of {len(cases)} cases")
        return found

    @cached_property
    def pattern(self) -> str:
        """What the templates of the problem may give."""
        templates = [self.ready.if_n, self.ready.if_p, *(template for _, template in self.ready.exceptions)]
        return "|".join(pattern_of(template, named=False) for template in templates)

    def reason(self, case: Case, answer: str, truth: str) -> str | None:
        """Why an answer is wrong: any winning move is right, and every other field has one value."""
        if answer == truth:
            return None
        names = {p.name: " ".join(words_of((value,))) for p, value in zip(self.parts, case, strict=True)}
        template = filled_in(self.ready.if_n, names)
        wanted = re.fullmatch(pattern_of(template, named=True), truth)
        found = re.fullmatch(pattern_of(self.ready.if_n, named=True), answer)
        exempt = self._exempt(case)
        if re.fullmatch(pattern_of(self.ready.if_p, named=True), answer) and wanted and not exempt:
            return "the mover wins"
        if found is None:
            return f"{truth!r} is right"
        if exempt or wanted is None or self.is_lost(case):
            return f"{truth!r} is right" if exempt else "the mover loses"
        known = {name: value for name, value in wanted.groupdict().items() if name not in MOVE_FIELDS}
        for name, value in found.groupdict().items():
            right = {**names, **known}.get(name, value)
            if value != right:
                return f"{name} is {right}, not {value}"
        moves = filled_in(template, known)
        return self._refused(case, moves, answer) if moves.fields else f"{truth!r} is right"

    def _refused(self, case: Case, template: Template, answer: str) -> str | None:
        """Why no winning move gives the answer by a template of fields of moves; None where one does."""
        meant = list(islice(readings(template, answer), _READINGS))
        if any(self._wins(case, fields) for fields in meant):
            return None
        position = self.position(case)
        assert position is not None  # noqa: S101  the case is not exempt
        moves = Moves(position, misere=self.misere, total=self._known_total(case), laws=self._laws_of_components(case))
        reason = None
        for fields in reversed(meant):  # the first one is the reading of which the reason is told
            reason = moves.refusal(Named.of(fields))
            if reason is None:
                return None
        return reason or "it is no move"

    def _wins(self, case: Case, fields: Mapping[str, str]) -> bool:
        """Whether one heap becomes another of the value that wins, as a law that knows all options sees at once."""
        if self.misere or len(self.ready.groups) != 1 or "i" not in fields or "move" in fields:
            return False
        group, values = self.ready.groups[0], _values(case)
        law, heaps, place = group.kind(values).law, group.heaps(values), int(fields["i"]) - 1
        if not isinstance(law, GrundyLaw) or not law.knows_options or law.heaps != 1 or not 0 <= place < len(heaps):
            return False
        old = heaps[place]
        runs = law.options_of_value((old,), self.ready.value(values) ^ law.value((old,)))
        if "y" not in fields and "t" not in fields:
            return bool(runs)
        new = [int(word) for word in fields["y"].split()] if "y" in fields else [old - int(fields["t"])]
        if len(new) != 1 or ("t" in fields and old - new[0] != int(fields["t"])):
            return False
        return any((new[0],) in run for run in runs)

    def _known_total(self, case: Case) -> int | None:
        try:
            return self.total(case)
        except GrundyError:  # rules of which only outcomes are known
            return None

    def _laws_of_components(self, case: Case) -> list[GrundyLaw | None]:
        """The law of each component, where it is one heap and has one of values."""
        found: list[GrundyLaw | None] = []
        for group in self.ready.groups:
            kind, heaps = group.kind(_values(case)), group.heaps(_values(case))
            law = kind.law if kind.heaps == 1 and isinstance(kind.law, GrundyLaw) else None
            found += [law] * (len(heaps) // max(1, kind.heaps))
        return found

    def _exempt(self, case: Case) -> bool:
        return any(test(_values(case)) for test, _ in self.ready.exceptions)  # type: ignore[arg-type]

    def position(self, case: Case) -> Position | None:
        """The position that the problem's expression gives."""
        return None if self._exempt(case) else self.ready.position(_values(case))

    def is_lost(self, case: Case) -> bool:
        """Whether the judge says that the mover loses."""
        return not self._exempt(case) and not self.ready.mover_wins(_values(case))

    def total(self, case: Case) -> int | None:
        """The value that the judge finds."""
        return None if self.misere else self.ready.value(_values(case))

    def why(self, case: Case) -> list[str]:
        """The exception that holds, or what the position is."""
        for (test, _), exemption in zip(self.ready.exceptions, self.problem.exceptions, strict=True):
            if test(_values(case)):  # type: ignore[arg-type]
                return [f"the problem says so where {exemption.when}"]
        position = self.position(case)
        assert position is not None  # noqa: S101  the case is not exempt
        try:
            return reasons_of(position, misere=self.misere)
        except GrundyError as error:
            return [f"{error.message} (so it is the judge's answer, unexplained)"]

    # ------------------------------------------------------------ laws

    def laws(self, case: Case) -> list[Law]:
        """The laws of the groups of the position."""
        values = _values(case)
        found = [group.kind(values).law for group in self.ready.groups]
        return list(dict.fromkeys(law for law in found if law is not None))

    def completed(self, case: Case, slot: Slot, last: bool) -> Case | None:
        """The case with one number changed so that the mover loses; in misère play of heaps of Nim, too."""
        if self.parts[slot.part].role != "heap" or self._exempt(case):
            return None
        group = self._group_of(case, slot)
        law = None if group is None else group.kind(_values(case)).law
        if not isinstance(law, GrundyLaw) or law.heaps != 1 or (self.misere and not isinstance(law, NimLaw)):
            return None
        part, old = self.parts[slot.part], number_at(case, slot)
        try:
            total = self.ready.value(_values(case))
            runs = heaps_of_value(law, total ^ law.value((old,)), part.least, part.most)
        except (GrundyError, ValueError, TypeError):
            return None
        return with_number(case, slot, (runs[-1].last if last else runs[0].first)[0]) if runs else None

    def _group_of(self, case: Case, slot: Slot) -> Group | None:
        """The group of one-heap components in which the slot's number stands by itself."""
        old = number_at(case, slot)
        other = with_number(case, slot, old + 1)
        for group in self.ready.groups:
            before, after = group.heaps(_values(case)), group.heaps(_values(other))
            if before != after:
                changed = [(a, b) for a, b in zip(before, after, strict=False) if a != b]
                return group if changed == [(old, old + 1)] else None
        return None


def _values(case: Case) -> Values:
    return [list(value) if isinstance(value, tuple) else value for value in case]


def _part(item: Item, is_length: bool, is_heap: bool, tried: tuple[int, int] | None, most: int | None) -> Part:
    """A name with the bounds that are tried: the problem's own, the promised ones, or our defaults."""
    least = item.bound.least if item.bound.least is not None else 0
    if tried is not None:
        least = max(least, tried[0])
    top = item.bound.most
    if is_length:
        top = min(x for x in (top, tried[1] if tried else None, DEFAULT_LENGTH if not tried else None) if x is not None)
    else:
        wanted = most if most is not None else tried[1] if tried else None if top is not None else DEFAULT_MOST
        top = wanted if top is None else top if wanted is None else min(top, wanted)
    assert top is not None  # noqa: S101  there is a default
    role = "length" if is_length else "heap" if is_heap else "number"
    if least > top:
        raise RuleError(f"no {item.name} is >= {least} and <= {top}")
    return Part(item.name, least, top, role, item.counted_by, item.length)  # type: ignore[arg-type]
