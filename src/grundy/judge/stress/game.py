"""The positions of rules under stress, a line each: the format of the programs that `grundy code` writes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import xor
from typing import Literal

from grundy.laws.base import Law
from grundy.laws.library import SHIPPED, Known, Library, entry_of, texts_of
from grundy.laws.nim import NimLaw
from grundy.rules.errors import GrundyError, PositionError, RuleError, Unsupported, cut
from grundy.rules.positions import Position
from grundy.rules.rulesets import Ruleset

from .limits import DEFAULT_LENGTH, DEFAULT_MOST
from .moves import parted, why_not
from .subject import NUMBER, NUMBERS, Case, Input, Part, Subject, ending, reasons_of, words_of

Ask = Literal["outcome", "value", "option"]


class GameSubject(Subject):
    r"""The positions of a ruleset: sums of one-heap components, or one component where that has several heaps.

    >>> from grundy.games import expression
    >>> subject = GameSubject(expression("nim"), "option")
    >>> subject.text(Input((((3, 5),), ((2,),))))
    b'3 5\n2\n'
    >>> subject.truths([((3, 5),), ((4, 4),)])
    ['2 3', 'P']
    >>> subject.reason(((3, 5),), "2 2", "2 3")
    'it does not win: nim[3, 2] is left, of Grundy value 1'
    """

    def __init__(
        self,
        ruleset: Ruleset,
        ask: Ask = "outcome",
        *,
        most: int | None = None,
        misere: bool = False,
        budget: float = 0.0,
    ) -> None:
        if not isinstance(ruleset, Ruleset):
            raise PositionError(f"--game takes a ruleset, such as wythoff or bash(10), not {ruleset}")
        if not ruleset.heaps:
            raise Unsupported("format", ruleset, "a line holds heaps, and its components are no fixed number of them")
        if ruleset.outcomes_only and (ask != "outcome" or misere):
            raise Unsupported(ask, ruleset, "blocking rules have outcomes of normal play only")
        ruleset.require_ending()
        self.ruleset = ruleset
        self.ask: Ask = ask
        self.misere = misere
        self.name = ruleset.about.name if ruleset.about is not None else "game"
        self.title = str(ruleset)
        self.library = _library(ruleset, "misere" if misere else "normal", budget)
        self.known: Known | None = self.library.known(ruleset, "misere" if misere else "normal")
        self.single = ruleset.heaps > 1 or ruleset.outcomes_only or misere
        if self.known is not None and self.known.law.about == "outcome" and ask == "outcome":
            self.single = True
        least, top = ruleset.least, DEFAULT_MOST if most is None else most
        if least > top:
            raise RuleError(f"no heap is >= {least} and <= {top}")
        self.allowed = {"heaps": (1, None), "heap": (least, None)}
        self.by_law = self._answered_by_law()
        self.has_law = self.known is not None
        heaps = Part("heap", least, top, "heap", None if self.single else 0, self._leading())
        self.parts = (heaps,) if self.single else (Part("heaps", 1, DEFAULT_LENGTH, "length"), heaps)
        self.value_of = lru_cache(1 << 18)(self._value_of)

    def _answered_by_law(self) -> bool:
        """Whether the law that is known is of what is asked."""
        if self.known is None or self.ask == "option":
            return False
        return (self.ask == "outcome" and self.single) or self._values_by_law()

    def _values_by_law(self) -> bool:
        return self.known is not None and self.known.law.about == "grundy" and not self.misere

    def _leading(self) -> int | None:
        """The number of heaps on a line, where it is fixed: where the rules have a start, the leading ones."""
        if not self.single:
            return None
        start = getattr(self.ruleset, "start", ())
        for count in range(1, self.ruleset.heaps) if start else ():
            try:
                self.ruleset.component([self.ruleset.least + 3] * count)
            except PositionError:
                continue
            return count
        return self.ruleset.heaps

    # ------------------------------------------------------------ files

    def text(self, given: Input) -> bytes:
        """Each position on a line: the number of its heaps is not printed."""
        return ("\n".join(map(self.line, given.cases)) + ending(given.layout)).encode()

    def line(self, case: Case) -> str:
        """The heaps."""
        return " ".join(words_of(case[-1:]))

    def read(self, data: bytes) -> list[Case]:
        """The positions of a file, without its empty lines."""
        found: list[Case] = []
        for place, line in enumerate(data.decode("ascii", "replace").split("\n"), 1):
            words = line.split()
            if not all(re.fullmatch(NUMBER, word) for word in words):
                raise PositionError(f"line {place}: expected heaps, integers split by blanks; read {cut(repr(line))}")
            heaps = tuple(map(int, words))
            if heaps:
                case: Case = (heaps,) if self.single else (len(heaps), heaps)
                self.position(case)
                found.append(case)
        return found

    # ------------------------------------------------------------ answers

    def components(self, case: Case) -> list[tuple[int, ...]]:
        """The components on a line."""
        heaps = case[-1]
        assert isinstance(heaps, tuple)  # noqa: S101  the last part is the list of heaps
        return [self.ruleset.component(heaps)] if self.single else [self.ruleset.component((heap,)) for heap in heaps]

    def position(self, case: Case) -> Position:
        """The sum of the components."""
        return Position(tuple((self.ruleset, component) for component in self.components(case)))

    def _value_of(self, component: tuple[int, ...]) -> int:
        if self.known is not None and self._values_by_law():
            return self.known.law.value(component)
        from grundy.solver import value

        return value(Position(((self.ruleset, component),)), misere=self.misere, laws=self.library)

    def total(self, case: Case) -> int | None:
        """The value; None where the rules have outcomes only."""
        if self.ruleset.outcomes_only or self.misere:
            return None
        return reduce(xor, map(self.value_of, self.components(case)), 0)

    def is_lost(self, case: Case) -> bool:
        """Whether the mover loses."""
        if self.single:
            if self.known is not None:
                return self.known.law.is_p(self.components(case)[0])
            from grundy.solver import outcome

            return outcome(self.position(case), misere=self.misere, laws=self.library) == "P"
        return self.total(case) == 0

    def truths(self, cases: Sequence[Case]) -> list[str]:
        """The outcomes, the values or the first winning moves."""
        return [self._truth(case) for case in cases]

    def _truth(self, case: Case) -> str:
        if self.ask == "value":
            total = reduce(xor, map(self.value_of, self.components(case)), 0)
            return str(total)
        if self.is_lost(case):
            return "P"
        return "N" if self.ask == "outcome" else self._move(case)

    def _move(self, case: Case) -> str:
        from grundy.solver import solve

        position = self.position(case)
        found = solve(position, misere=self.misere, limit=1, remoteness=False, laws=self.library)
        if not found.winning_options:
            raise PositionError(f"the mover of {position} wins without a move, so that there is none to print")
        option = found.winning_options[0]
        place = next(i for i, (a, b) in enumerate(zip(position.parts, option.parts, strict=False)) if a != b)
        more = len(option.parts) - len(position.parts) + 1
        numbers = [str(h) for _, part in option.parts[place : place + more] for h in part]  # type: ignore[attr-defined]
        return " ".join(numbers if self.ruleset.heaps > 1 else [str(place + 1), *numbers])

    @property
    def pattern(self) -> str:
        """N or P, an integer, or a move or P."""
        return {"outcome": "N|P", "value": NUMBER, "option": f"P|{NUMBERS}"}[self.ask]

    def reason(self, case: Case, answer: str, truth: str) -> str | None:
        """Why an answer is wrong; any winning move is right."""
        if answer == truth:
            return None
        if self.ask == "value":
            return f"the value is {truth}"
        if truth == "P":
            return "the mover loses"
        if answer == "P" or self.ask == "outcome":
            return "the mover wins"
        if not re.fullmatch(NUMBERS, answer):
            return "it is no move"
        numbers = [int(word) for word in answer.split()]
        place = 0
        position = self.position(case)
        if self.ruleset.heaps == 1:
            place, numbers = numbers[0] - 1, numbers[1:]
        if not 0 <= place < len(position.parts):
            return f"there is no heap {place + 1}: there are {len(position.parts)}"
        option = parted(numbers, self.ruleset.heaps)
        if option is None:
            return f"{len(numbers)} heaps are no components of {self.ruleset.heaps}"
        return why_not(position, place, option, misere=self.misere, laws=self.library)

    def why(self, case: Case) -> list[str]:
        """What the position is, and by what that is known."""
        return reasons_of(self.position(case), misere=self.misere, laws=self.library)

    def laws(self, case: Case) -> list[Law]:
        """The law of the rules."""
        del case
        return [] if self.known is None else [self.known.law]


def _is_nim(ruleset: Ruleset) -> bool:
    known = SHIPPED.known(ruleset)
    return known is not None and isinstance(known.law, NimLaw)


def _library(ruleset: Ruleset, play: Literal["normal", "misere"], budget: float) -> Library:
    """The shipped laws, with the one that `study` proves in *budget* seconds where they have none."""
    if not budget or SHIPPED.known(ruleset, play) is not None or (play == "misere" and _is_nim(ruleset)):
        return SHIPPED  # of misère Nim, Bouton's rule is known without a law in the library
    from grundy.report.studying import study

    try:
        found = study(ruleset, misere=play == "misere", budget=budget)
    except GrundyError:
        return SHIPPED
    if found.certificate is None or found.evidence != "proved":
        return SHIPPED
    data = dict(found.certificate)
    entry = entry_of(data, "study")
    return Library({(play, text): (entry,) for text in texts_of(data, "study")})
