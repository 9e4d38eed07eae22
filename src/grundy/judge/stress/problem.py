"""A judge's problem under stress: its cases by its own description, its answers by `grundy judge`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from io import BytesIO
from itertools import product

from grundy.judge.answering import compiled
from grundy.judge.case import Item, Values
from grundy.judge.judging import judge
from grundy.judge.plan import plan_of
from grundy.judge.position import Group, parse_position
from grundy.judge.problem import Problem, load_problem
from grundy.judge.reading import Reader
from grundy.judge.template import Template
from grundy.laws.base import GrundyLaw, Law
from grundy.laws.nim import NimLaw
from grundy.rules.errors import GrundyError, PositionError, RuleError
from grundy.rules.positions import Position

from .limits import DEFAULT_LENGTH, DEFAULT_MOST, PUBLISHED, Published
from .moves import parted, why_not
from .numbers import heaps_of_value
from .subject import NUMBER, NUMBERS, Case, Input, Part, Slot, Subject, number_at, reasons_of, with_number, words_of

_PATTERNS = {
    "i": NUMBER,
    "t": NUMBER,
    "value": NUMBER,
    "count": NUMBER,
    "case": NUMBER,
    "y": NUMBERS,
}


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
        """The cases, each on a line; a list behind two or more numbers on a line of its own."""
        split = self.problem.read == "tokens" and self._list_alone
        lines = [self._line(case, split) for case in given.cases]
        if self.problem.counted:
            lines.insert(0, str(len(given.cases)))
        if self._marker is not None:
            lines.append(self._marker)
        end = {"plain": "\n", "a blank line at the end": "\n\n", "no line end at the end": ""}[given.layout]
        return ("\n".join(lines) + end).encode()

    @cached_property
    def _list_alone(self) -> bool:
        scalars = [part for part in self.parts if not part.is_list]
        return len(scalars) > 1 and [p.is_list for p in self.parts] == [False] * len(scalars) + [True]

    def _line(self, case: Case, split: bool) -> str:
        if split:
            return f"{' '.join(words_of(case[:-1]))}\n{' '.join(words_of(case[-1:]))}"
        return " ".join(words_of(case))

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
        return "|".join(_pattern(template, named=False) for template in templates)

    def reason(self, case: Case, answer: str, truth: str) -> str | None:
        """Why an answer is wrong: any winning move is right, and every other field has one value."""
        if answer == truth:
            return None
        wanted = re.fullmatch(_pattern(self.ready.if_n, named=True), truth)
        found = re.fullmatch(_pattern(self.ready.if_n, named=True), answer)
        exempt = self._exempt(case)
        if re.fullmatch(_pattern(self.ready.if_p, named=True), answer) and wanted and not exempt:
            return "the mover wins"
        if found is None:
            return f"{truth!r} is right"
        if exempt or wanted is None or self.is_lost(case):
            return f"{truth!r} is right" if exempt else "the mover loses"
        fields = {"i", "y", "t"} & set(found.groupdict())
        for name, value in found.groupdict().items():
            if name not in (*fields, "move") and value != wanted[name]:
                return f"{name} is {wanted[name]}, not {value}"
        if not fields:
            return f"{truth!r} is right"
        return None if self._wins(case, found.groupdict()) else self._refused(case, found.groupdict())

    def _wins(self, case: Case, fields: Mapping[str, str]) -> bool:
        """Whether one heap becomes another of the value that wins, as a law that knows all options sees at once."""
        if self.misere or len(self.ready.groups) != 1 or not {"y", "t"} & set(fields):
            return False
        group, values = self.ready.groups[0], _values(case)
        law, heaps, place = group.kind(values).law, group.heaps(values), int(fields.get("i", "1")) - 1
        if not isinstance(law, GrundyLaw) or not law.knows_options or law.heaps != 1 or not 0 <= place < len(heaps):
            return False
        old = heaps[place]
        new = [int(word) for word in fields["y"].split()] if "y" in fields else [old - int(fields["t"])]
        if len(new) != 1 or ("t" in fields and old - new[0] != int(fields["t"])) or ("i" not in fields and place):
            return False
        wanted = self.ready.value(values) ^ law.value((old,))
        return any((new[0],) in run for run in law.options_of_value((old,), wanted))

    def _refused(self, case: Case, fields: Mapping[str, str]) -> str | None:
        position = self.position(case)
        assert position is not None  # noqa: S101  the case is not exempt
        place = int(fields.get("i", "1")) - 1
        if not 0 <= place < len(position.parts):
            return f"there is no component {place + 1}: there are {len(position.parts)}"
        ruleset, component = position.parts[place]
        assert isinstance(component, tuple)  # noqa: S101  problems are about heaps
        if "y" in fields:
            numbers = [int(word) for word in fields["y"].split()]
            taken = sum(component) - sum(numbers)
            if "t" in fields and int(fields["t"]) != taken:
                return f"{taken} are taken, not {fields['t']}"
        elif len(component) > 1:
            return None if fields == {} else self._taken_in_any_way(case, int(fields["t"]))
        else:
            numbers = [component[0] - int(fields["t"])]
        option = parted(numbers, max(1, ruleset.heaps))
        if option is None:
            return f"{len(numbers)} heaps are no components of {ruleset.heaps}"
        return why_not(position, place, option, misere=self.misere)

    def _taken_in_any_way(self, case: Case, taken: int) -> str | None:
        """Why no winning option takes so many in all: what is printed does not say which heap they come from."""
        position = self.position(case)
        assert position is not None  # noqa: S101  the case is not exempt
        from grundy.solver import solve

        found = solve(position, misere=self.misere, limit=1000, remoteness=False)
        for option in found.winning_options:
            before, after = (_sum_of(p) for p in (position, option))
            if before - after == taken:
                return None
        return f"no winning move takes {taken}" if found.complete else None

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


def _pattern(template: Template, *, named: bool) -> str:
    """A regular expression for what a template gives; *named* has a group for each field."""
    found, seen = re.escape(template.texts[0]), set[str]()
    for field, behind in zip(template.fields, template.texts[1:], strict=True):
        inner = _PATTERNS.get(field, NUMBERS if field != "move" else r"\S.*?")
        if not named:
            found += f"(?:{inner})"
        else:
            found += f"(?P={field})" if field in seen else f"(?P<{field}>{inner})"
        seen.add(field)
        found += re.escape(behind)
    return found


def _sum_of(position: Position) -> int:
    total = 0
    for _, component in position.parts:
        if not isinstance(component, tuple):
            raise PositionError("expected components of heaps")
        total += sum(component)
    return total
