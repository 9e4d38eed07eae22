"""What workers compute: one function an act, from plain data to plain data, under the limits of the server."""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

from grundy import games
from grundy.explain.texts import DEFAULT, in_language, languages, translated
from grundy.explain.texts import text as text_in
from grundy.rules.errors import CertificateError, GrundyError, LimitExceeded, PositionError, cut
from grundy.rules.expression import is_rule_text
from grundy.rules.numbers import is_integer
from grundy.rules.positions import Position, Region
from grundy.rules.rulesets import AnyFamily, Ruleset
from grundy.rules.said import Said, said
from grundy.rules.values import replace

from .settings import KIB, Limits
from .starting import start_of, words_of

if TYPE_CHECKING:
    from grundy.match.moves import Move

Data = dict[str, Any]
Tell = Callable[[Any], None]

LIMITS = Limits()
"""The limits in force; the worker sets them before its first request."""

ELSEWHERE = said("the command line has wider limits, or none")
_TEXTS = ("position", "to", "text", "rules")
_DIGITS = 4_000
_LONG = re.compile(rf"(?<!\d)\d{{{_DIGITS + 1}}}")
_OF_THE_COMMAND_LINE, _OF_THE_PAGES = said("`grundy games` lists"), said("the catalogue lists")
_RAISED = re.compile(r"[;；]\s*--work\b")


def answered(act: str, arguments: Data, tell: Tell) -> tuple[int, bytes]:
    """The HTTP status and the JSON text of the answer to a request; whatever goes wrong is an answer, too.

    With the status 500 it is the text of the exception, for the log of the server.
    """
    try:
        found = study(**arguments, tell=tell) if act == "study" else ACTS[act](**arguments)
        body = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
    except GrundyError as error:
        return refused(error, [text for name, text in arguments.items() if name in _TEXTS and isinstance(text, str)])
    except RecursionError:
        return 422, error_body("the input is too deeply nested")
    except MemoryError:
        return 422, error_body(said("this needs more memory than a request may take; {elsewhere}", elsewhere=ELSEWHERE))
    except Exception:  # noqa: BLE001 - the server goes on
        return 500, traceback.format_exc().encode()
    if len(body) > LIMITS.answer:
        return 422, error_body(
            said(
                "the answer is larger than {most} KiB; {elsewhere}",
                most=f"{LIMITS.answer // KIB:,}",
                elsewhere=ELSEWHERE,
            )
        )
    return 200, body


def refused(error: GrundyError, given: list[str]) -> tuple[int, bytes]:
    """The answer for bad input; the place of the fault is one in the text that was *given*."""
    at = None
    if error.text is not None and error.at is not None:
        places = [text.find(error.text) for text in given if error.text in text]
        at = places[0] + error.at if places else None
    return 422, error_body(error.message, at)


def error_body(message: str, at: int | None = None) -> bytes:
    """The JSON text of an error, with its message in the other languages that have words for it."""
    data = {"error": on_page(message, DEFAULT), "at": at, **in_others(message)}
    return json.dumps(data, ensure_ascii=False).encode(errors="replace")


def in_others(message: str) -> Data:
    """The translations of a message by language, as they go beside it; nothing where there are none."""
    found = {lang: text for lang in languages()[1:] if (text := on_page(message, lang)) is not None}
    return {"translations": found} if found else {}


def on_page(message: str, lang: str) -> str | None:
    """A message as pages say it in a language: without options of the command line; None where it has no words."""
    text = message.by_language.get(lang) if isinstance(message, Told) else translated(message, lang)
    if text is None:
        return None
    kept = _RAISED.split(text, maxsplit=1)[0]
    if kept != text:
        text = in_language(said("{message}; {elsewhere}", message=kept, elsewhere=ELSEWHERE), lang)
    return text.replace(in_language(_OF_THE_COMMAND_LINE, lang), in_language(_OF_THE_PAGES, lang))


@lru_cache(maxsize=256)
def _read(text: str) -> Any:
    return games.rules(text) if is_rule_text(text) else games.expression(text)


def read_position(text: str) -> Position:
    """The position of a text, within the limits; raises GrundyError."""
    read = _read(text)
    if not isinstance(read, Position):
        raise PositionError(
            "expected a position, with heaps in brackets, as in nim[3, 6, 9]; {text} is none", text=cut(text, 60)
        )
    require_small(read)
    return read


def require_small(position: Position) -> None:
    """Raise LimitExceeded for a position with too many components, or too long numbers in them."""
    if len(position) > LIMITS.components:
        raise LimitExceeded(
            "this position has {count} components; at most {most} are taken here; {elsewhere}",
            count=f"{len(position):,}",
            most=LIMITS.components,
            elsewhere=ELSEWHERE,
        )
    for _, component in position.parts:
        for heap in component if isinstance(component, tuple) else ():
            _require_short(heap)


def _require_short(heap: object) -> None:
    if is_integer(heap) and not -(10**LIMITS.digits) < heap < 10**LIMITS.digits:
        raise LimitExceeded(
            "a heap has more than the {most} digits that are taken here; {elsewhere}",
            most=f"{LIMITS.digits:,}",
            elsewhere=ELSEWHERE,
        )


def state(position: str, misere: bool = False) -> Data:
    """The state of a position: who wins, and every move with what it leads to."""
    from grundy.match.states import state as state_of

    return state_of(read_position(position), misere=misere, limit=LIMITS.options).to_json()


def move(position: str, to: str, misere: bool = False, part: int | None = None) -> Data:
    """The state of *to*, an option of *position* or a move as it is typed in a match, and the move.

    Raises PositionError for what is no move.
    """
    from grundy.match.states import state as state_of

    chosen = _chosen(read_position(position), to, part)
    seen = state_of(chosen.position, misere=misere, limit=LIMITS.options)
    return {**seen.to_json(), "move": _move_json(chosen)}


def _chosen(before: Position, to: str, part: int | None) -> Move:
    """The move that *to* means; where it is typed for one component, that number *part*, from 1, goes first."""
    from grundy.match.moves import find_move

    if "[" in to:
        after = read_position(to)
        found = find_move(before, after)
        if found is None:
            raise PositionError(
                "{after} is no option of {before}", to, 0, after=cut(str(after)), before=cut(str(before))
            )
        return found
    if part is None or len(before) == 1:
        return _typed(before, to)
    if part > len(before):
        raise PositionError("there is no component {part}, but {count} in all", part=part, count=len(before))
    try:
        alone = _typed(Position((before.parts[part - 1],)), to)
    except PositionError:
        with suppress(PositionError):
            return _typed(before, to)
        if re.fullmatch(r"[\d\s,&]+", to):
            return _typed(before, f"{part} {to}")  # the error names the heap
        raise
    return replace(alone, before=before, part=part - 1)


def _typed(before: Position, line: str) -> Move:
    """The move that a line means; raises PositionError with a sentence in every language."""
    from grundy.match.moves import first_moves
    from grundy.match.typed import read_move

    listed, _ = first_moves(before, LIMITS.options)
    told: dict[str, str] = {}
    for lang in languages():
        try:
            return read_move(before, listed, line, lang)
        except LimitExceeded:
            told[lang] = text_in(lang, "play.bad.unclear")
        except GrundyError as error:
            told[lang] = in_language(error.message, lang)
    raise PositionError(Told.of(told))


class Told(Said):
    """A message that is at hand in every language."""

    __slots__ = ("by_language",)
    by_language: dict[str, str]

    @classmethod
    def of(cls, by_language: dict[str, str]) -> Self:
        """The message in the usual language, with those in all."""
        made = cls(by_language[DEFAULT], by_language[DEFAULT])
        made.by_language = by_language
        return made


def _move_json(move: Move) -> Data:
    """A move as plain data: the number of its component, what replaces that, and both in words."""
    from grundy.match.boards import plain

    return {"part": move.part, "to": [plain(component) for component in move.option], "text": move.text}


def reply(
    position: str, misere: bool = False, strength: float = 1.0, seed: int | str | None = None, hurried: bool = False
) -> Data:
    """The option that the machine chooses, the move to it, and its state.

    Where nobody knows who wins, or in a hurry, the move is a random one, and its state is looked at for a short while.
    """
    from grundy.match.moves import changes
    from grundy.match.replying import choose
    from grundy.match.states import state as state_of
    from grundy.match.verdicts import EACH

    before = read_position(position)
    seen = None if hurried or strength < 1 else state_of(before, misere=misere, limit=LIMITS.options)
    chosen = choose(before, misere=misere, strength=0.0 if hurried else strength, seed=seed, seen=seen)
    work = EACH if hurried or (seen is not None and seen.outcome is None) else None
    after = state_of(chosen.position, misere=misere, limit=LIMITS.options, work=work)
    made = _move_json(next(changes(before, chosen.position)))
    return {"position": str(chosen.position), "perfect": chosen.perfect, "move": made, "state": after.to_json()}


def why(position: str, misere: bool = False, lang: str = "en") -> Data:
    """The explanation of a position."""
    from grundy.explain import why as explained

    return explained(read_position(position), misere=misere, lang=lang, work=LIMITS.work).to_json()


def solve(position: str, misere: bool = False, limit: int = 20) -> Data:
    """The solution of a position."""
    from grundy.solver.solving import solve as solved

    most = min(limit, LIMITS.options)
    return solved(read_position(position), misere=misere, limit=most, work=LIMITS.work).to_json()


def table(rules: str, to: int | None = None, misere: bool = False) -> Data:
    """The table of a region, and which of its positions are P-positions."""
    from grundy.solver.tabling import region_of
    from grundy.solver.tabling import table as tabled

    read = _read(rules)
    if isinstance(read, Position):
        raise PositionError(
            "{rules} is a position; a table is of rules or of a region, such as kayles[:100]", rules=cut(rules, 60)
        )
    region = region_of(read, to, misere=misere)
    if region.size > LIMITS.cells:
        raise LimitExceeded(
            "a table of {count} values; at most {most} are made here; {elsewhere}",
            count=f"{region.size:,}",
            most=f"{LIMITS.cells:,}",
            elsewhere=ELSEWHERE,
        )
    for axis in region.axes:
        _require_short(axis.stop)
    found = tabled(region, misere=misere, work=LIMITS.work)
    data = found.to_json()
    return {**data, "region": str(region), "p": _lost(data["values"])}


def _lost(values: Any) -> Any:
    """1 for each P-position and 0 for each other one, nested as *values*."""
    return [_lost(v) for v in values] if isinstance(values, list) else int(values in (0, "P"))


def check(certificate: str) -> Data:
    """The verdict on the text of a certificate."""
    from grundy.checker.checking import check as checked

    try:
        data = json.loads(certificate, parse_int=_short if _LONG.search(certificate) else None)
    except ValueError as error:
        raise CertificateError("no certificate: {error}", error=cut(str(error))) from None
    if not isinstance(data, dict):  # a text would be the name of a file
        raise CertificateError("a certificate is a JSON object, as `grundy study --certificate` writes it")
    verdict = checked(data, seconds=LIMITS.seconds_check)
    return {"valid": verdict.valid, "theorem": verdict.theorem, "why": verdict.why}


def _short(digits: str) -> int:
    """A number of a certificate; reading a long one would take long by itself."""
    if len(digits) > _DIGITS + 1:
        raise CertificateError(
            "a number has {count} digits; in a certificate at most {most} are taken here",
            count=f"{len(digits):,}",
            most=f"{_DIGITS:,}",
        )
    return int(digits)


def parse(text: str, lang: str = "en") -> Data:
    """What a text is, its canonical form, a position to play on, and its rules in words."""
    read = _read(text)
    if isinstance(read, Region):
        read = read.ruleset
    if isinstance(read, Position):
        require_small(read)
        different = dict.fromkeys(ruleset for ruleset, _ in read.parts)
        words = [sentence for ruleset in different for sentence in words_of(ruleset, lang)]
        return {"kind": "position", "text": str(read), "position": str(read), "words": words}
    if not isinstance(read, Ruleset | AnyFamily):
        games.rules(text)  # says what it is instead
    kind = "family" if isinstance(read, AnyFamily) else "rules"
    start = start_of(read)
    position = None if start is None else str(start)
    return {"kind": kind, "text": str(read), "position": position, "words": list(words_of(read, lang))}


def study(rules: str, misere: bool = False, budget: float = 20.0, *, tell: Tell) -> Data:
    """A study, its certificate, and programs by its law."""
    from .studying import studied

    return studied(_read_rules(rules), misere=misere, budget=budget, tell=tell)


def _read_rules(text: str) -> Ruleset | AnyFamily:
    read = _read(text)
    if isinstance(read, Position | Region):
        raise PositionError("{text} is no rules; expected some, such as kayles or 'n -> n-t'", text=cut(text, 60))
    if not isinstance(read, Ruleset | AnyFamily):
        games.rules(text)  # says what it is instead
    return read  # type: ignore[no-any-return]


def rules(rules: str) -> Data:
    """Rules that a study can be of, in their canonical form."""
    return {"rules": str(_read_rules(rules))}


def picture(name: str) -> Data:
    """The picture of a game of the catalogue."""
    from .catalogue import picture as drawn

    return {"svg": drawn(name)}


ACTS: dict[str, Callable[..., Data]] = {
    "state": state,
    "move": move,
    "reply": reply,
    "why": why,
    "solve": solve,
    "table": table,
    "check": check,
    "parse": parse,
    "rules": rules,
    "picture": picture,
}


def warm(*, thorough: bool) -> None:
    """Load what requests need; where *thorough*, answer a request about each game of the catalogue."""
    for name in ("grundy.match.states", "grundy.match.replying", "grundy.solver.solving", "grundy.solver.tabling"):
        __import__(name)
    for entry in games.summaries() if thorough else ():
        for act in ("state", "reply", "why"):
            answered(act, {"position": entry["example"]}, lambda _: None)
