"""What workers compute: one function an act, from plain data to plain data, under the limits of the server."""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from grundy import games
from grundy.rules.errors import CertificateError, GrundyError, LimitExceeded, PositionError, cut
from grundy.rules.expression import is_rule_text
from grundy.rules.numbers import is_integer
from grundy.rules.positions import Position, Region
from grundy.rules.rulesets import AnyFamily, Ruleset

from .settings import KIB, Limits
from .starting import start_of, words_of

Data = dict[str, Any]
Tell = Callable[[Any], None]

LIMITS = Limits()
"""The limits in force; the worker sets them before its first request."""

ELSEWHERE = "the command line has no such limit"
_TEXTS = ("position", "to", "text", "rules")
_DIGITS = 4_000
_LONG = re.compile(rf"(?<!\d)\d{{{_DIGITS + 1}}}")
_OF_THE_COMMAND_LINE = "`grundy games` lists"


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
        return 422, error_body(f"this needs more memory than a request may take; {ELSEWHERE}")
    except Exception:  # noqa: BLE001 - the server goes on
        return 500, traceback.format_exc().encode()
    if len(body) > LIMITS.answer:
        return 422, error_body(f"the answer is larger than {LIMITS.answer // KIB:,} KiB; {ELSEWHERE}")
    return 200, body


def refused(error: GrundyError, given: list[str]) -> tuple[int, bytes]:
    """The answer for bad input; the place of the fault is one in the text that was *given*."""
    message = error.message.partition("; --work")[0]
    message += f"; {ELSEWHERE}" if message != error.message else ""
    message = message.replace(_OF_THE_COMMAND_LINE, "the catalogue lists")
    at = None
    if error.text is not None and error.at is not None:
        places = [text.find(error.text) for text in given if error.text in text]
        at = places[0] + error.at if places else None
    return 422, error_body(message, at)


def error_body(message: str, at: int | None = None) -> bytes:
    """The JSON text of an error."""
    return json.dumps({"error": message, "at": at}, ensure_ascii=False).encode(errors="replace")


@lru_cache(maxsize=256)
def _read(text: str) -> Any:
    return games.rules(text) if is_rule_text(text) else games.expression(text)


def read_position(text: str) -> Position:
    """The position of a text, within the limits; raises GrundyError."""
    read = _read(text)
    if not isinstance(read, Position):
        raise PositionError(f"expected a position, with heaps in brackets, as in nim[3, 6, 9]; {cut(text, 60)} is none")
    require_small(read)
    return read


def require_small(position: Position) -> None:
    """Raise LimitExceeded for a position with too many components, or too long numbers in them."""
    if len(position) > LIMITS.components:
        raise LimitExceeded(
            f"this position has {len(position):,} components; at most {LIMITS.components} are taken here; {ELSEWHERE}"
        )
    for _, component in position.parts:
        for heap in component if isinstance(component, tuple) else ():
            _require_short(heap)


def _require_short(heap: object) -> None:
    if is_integer(heap) and not -(10**LIMITS.digits) < heap < 10**LIMITS.digits:
        raise LimitExceeded(f"a heap has more than the {LIMITS.digits:,} digits that are taken here; {ELSEWHERE}")


def state(position: str, misere: bool = False) -> Data:
    """The state of a position: who wins, and every move with what it leads to."""
    from grundy.match.states import state as state_of

    return state_of(read_position(position), misere=misere, limit=LIMITS.options).to_json()


def move(position: str, to: str, misere: bool = False) -> Data:
    """The state of *to*, where that is an option of *position*; raises PositionError where it is none."""
    from grundy.match.moves import legal
    from grundy.match.states import state as state_of

    before, after = read_position(position), read_position(to)
    if not legal(before, after):
        raise PositionError(f"{cut(str(after))} is no option of {cut(str(before))}", to, 0)
    return state_of(after, misere=misere, limit=LIMITS.options).to_json()


def reply(position: str, misere: bool = False, strength: float = 1.0, seed: int | str | None = None) -> Data:
    """The option that the machine chooses, and its state."""
    from grundy.match.replying import choose
    from grundy.match.states import state as state_of

    chosen = choose(read_position(position), misere=misere, strength=strength, seed=seed)
    seen = state_of(chosen.position, misere=misere, limit=LIMITS.options)
    return {"position": str(chosen.position), "perfect": chosen.perfect, "state": seen.to_json()}


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
        raise PositionError(f"{cut(rules, 60)} is a position; a table is of rules or of a region, such as kayles[:100]")
    region = region_of(read, to, misere=misere)
    if region.size > LIMITS.cells:
        raise LimitExceeded(f"a table of {region.size:,} values; at most {LIMITS.cells:,} are made here; {ELSEWHERE}")
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
        raise CertificateError(f"no certificate: {cut(str(error))}") from None
    if not isinstance(data, dict):  # a text would be the name of a file
        raise CertificateError("a certificate is a JSON object, as `grundy study --certificate` writes it")
    verdict = checked(data, seconds=LIMITS.seconds_check)
    return {"valid": verdict.valid, "theorem": verdict.theorem, "why": verdict.why}


def _short(digits: str) -> int:
    """A number of a certificate; reading a long one would take long by itself."""
    if len(digits) > _DIGITS + 1:
        raise CertificateError(
            f"a number has {len(digits):,} digits; in a certificate at most {_DIGITS:,} are taken here"
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
        raise PositionError(f"{cut(text, 60)} is no rules; expected some, such as kayles or 'n -> n-t'")
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
