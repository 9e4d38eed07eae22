"""Which games a survey is of: families of codes, of sets of numbers to take, and rules with ranges of parameters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from grundy.rules.codes import code_text
from grundy.rules.errors import GrundyError, RuleError
from grundy.rules.values import Value

if TYPE_CHECKING:
    from grundy.rules.rulesets import Ruleset

KINDS = ("octal", "hexadecimal", "subtraction", "allbut")
DEFAULT_WORK = 2 * 10**10
MOST_MEMBERS = 5_000_000
_FIRST_DIGITS = {"octal": (0, 4), "hexadecimal": (0, 4, 8, 12)}
_BASES = {"octal": 8, "hexadecimal": 16}


class Member(Value):
    """One game of a survey: its place, the text that names it there, and the parameters of the survey's rules."""

    id: int
    code: str
    params: tuple[tuple[str, str], ...] = ()


class Survey(Value):
    """Which games are looked at, and how far.

    *kind* is one of KINDS, or "rules" for the text *rules* with the ranges *params* ("1..20", or one value) of its
    parameters. *size* is the number of digits of codes, or the largest number of sets. Values are computed to the heap
    *heaps*, or fewer where *work* moves have been looked at before; *budget* are the seconds for a law of rules that
    no theorem on periods is about.
    """

    kind: str
    size: int = 0
    rules: str = ""
    params: tuple[tuple[str, str], ...] = ()
    least: int | None = None
    heaps: int = 100_000
    work: int = DEFAULT_WORK
    budget: float = 10.0

    def __post_init__(self) -> None:
        if self.kind not in (*KINDS, "rules"):
            raise RuleError(f"a survey is of {', '.join(KINDS)} or rules, not {self.kind!r}")
        if self.kind != "rules" and not 1 <= self.size <= 64:
            raise RuleError(f"a survey of {self.kind} needs a size of 1 to 64, not {self.size}")
        if self.count > MOST_MEMBERS:
            raise RuleError(f"a survey of {self.count:,} games is more than the {MOST_MEMBERS:,} that one may have")

    @property
    def count(self) -> int:
        """The number of games.

        >>> Survey("octal", 3).count, Survey("subtraction", 12).count
        (1024, 4095)
        """
        if self.kind in _BASES:
            first: int = len(_FIRST_DIGITS[self.kind])
            return first * int(_BASES[self.kind] ** self.size)
        if self.kind != "rules":
            return (1 << self.size) - 1
        count = 1
        for name, values in self.params:
            count *= len(_values(name, values))
        return count

    @property
    def about(self) -> str:
        """The survey as the arguments of `grundy survey`, those that are not by default."""
        if self.kind == "rules":
            words = [_quoted(self.rules), *(f"--param {_quoted(f'{n}={v}')}" for n, v in self.params)]
            words += [] if self.least is None else [f"--least {self.least}"]
        else:
            words = [self.kind, f"--{'digits' if self.kind in _BASES else 'max'} {self.size}"]
        words += [f"--heaps {self.heaps}"]
        words += [f"--work {self.work}"] if self.work != DEFAULT_WORK else []
        words += [f"--budget {self.budget:g}s"] if self.budget != 10.0 else []
        return " ".join(words)

    def to_json(self) -> str:
        """The survey as one line of JSON."""
        return json.dumps({name: getattr(self, name) for name in self._fields}, sort_keys=True)


def survey_from_json(text: str) -> Survey:
    """The survey of its JSON; raises ValueError."""
    data = json.loads(text)
    if not isinstance(data, dict) or set(data) != set(Survey("octal", 1)._fields):
        raise ValueError("no description of a survey")
    data["params"] = tuple((str(n), str(v)) for n, v in data["params"])
    return Survey(**data)


def members(survey: Survey) -> Iterator[Member]:
    """The games in their order, in which those of a smaller size come first.

    >>> [m.code for m in members(Survey("octal", 1))][:9]
    ['0.0', '0.1', '0.2', '0.3', '0.4', '0.5', '0.6', '0.7', '4.0']
    >>> [m.code for m in members(Survey("subtraction", 3))]
    ['{1}', '{2}', '{1, 2}', '{3}', '{1, 3}', '{2, 3}', '{1, 2, 3}']
    >>> [m.code for m in members(Survey("rules", rules="bash", params=(("m", "2..4"),)))]
    ['m=2', 'm=3', 'm=4']
    """
    if survey.kind == "rules":
        names = [name for name, _ in survey.params]
        for i, values in enumerate(product(*(_values(*entry) for entry in survey.params))):
            params = tuple(zip(names, values, strict=True))
            yield Member(i, ", ".join(f"{n}={v}" for n, v in params) or survey.rules, params)
        return
    codes = _codes(survey) if survey.kind in _BASES else _sets(survey.size)
    for i, code in enumerate(codes):
        yield Member(i, code)


def _codes(survey: Survey) -> Iterator[str]:
    """The codes of at most so many digits, each once: their last digit is not 0, where there is more than one."""
    base, firsts = _BASES[survey.kind], _FIRST_DIGITS[survey.kind]
    for length in range(1, survey.size + 1):
        for first in firsts:
            for digits in product(range(base), repeat=length):
                if digits[-1] or length == 1:
                    yield code_text((first, *digits))


def _sets(largest: int) -> Iterator[str]:
    for bits in range(1, 1 << largest):
        yield "{" + ", ".join(str(t) for t in range(1, largest + 1) if bits >> (t - 1) & 1) + "}"


def _values(name: str, text: str) -> list[str]:
    """The values that "1..20" names, or the one value; raises RuleError."""
    first, dots, last = (part.strip() for part in text.partition(".."))
    if not dots:
        return [text]
    low, high = (_end(name, text, part) for part in (first, last))
    if low > high:
        raise RuleError(f"the range {name}={text} is empty: {first} is more than {last}")
    if high - low >= MOST_MEMBERS:
        raise RuleError(f"the range {text} of {name} has more than {MOST_MEMBERS:,} values")
    return [str(value) for value in range(low, high + 1)]


def _end(name: str, text: str, end: str) -> int:
    """The natural number at an end of a range, such as 20 or 10**3; raises RuleError."""
    from grundy import games
    from grundy.rules.numbers import is_integer

    expected = f"expected a range such as {name}=1..20 or {name}=1..10**3, not {name}={text}"
    if not end:
        raise RuleError(expected)
    try:
        found = games.expression(end)
    except GrundyError:
        found = None
    if not is_integer(found):
        raise RuleError(f"{expected}: {end} is no number")
    if found < 0:
        raise RuleError(f"{expected}: numbers of a range are at least 0, not {end}")
    return int(found)


def _quoted(text: str) -> str:
    import shlex

    return shlex.quote(text)


def ruleset_of(survey: Survey, member: Member) -> Ruleset:
    """The rules of a game of the survey; raises GrundyError.

    >>> ruleset_of(Survey("subtraction", 3), Member(4, "{1, 3}"))
    subtraction({1, 3})
    """
    from grundy import games
    from grundy.rules.codes import hexadecimal, octal
    from grundy.rules.rulesets import Ruleset

    found: Any
    if survey.kind in _BASES:
        found = (octal if survey.kind == "octal" else hexadecimal)(member.code)
    elif survey.kind != "rules":
        found = games.expression(f"{survey.kind}({member.code})")
    else:
        params = {name: games.expression(value) for name, value in member.params}
        found = games.rules(survey.rules, params=params, least=survey.least)
    if not isinstance(found, Ruleset):
        opened = ", ".join(getattr(found, "open", ()))
        hint = f": give --param {opened.split(',')[0]}=1..20" if opened else ""
        raise RuleError(f"a survey looks at rulesets; {found} is none{hint}")
    return found


def check(survey: Survey) -> None:
    """Raise GrundyError for rules that are none, so that a mistake is told once and not in every row."""
    for member in islice(members(survey), 1):
        ruleset_of(survey, member)
