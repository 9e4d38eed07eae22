"""Problems as data, and the TOML files that they come from."""

# ruff: noqa: PTH118, PTH119, PTH120, PTH123, PTH208 - pathlib costs some milliseconds at the start, which count here

from __future__ import annotations

import os
from ast import literal_eval
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from grundy.judge.case import Bound
from grundy.rules.errors import RuleError

Read = Literal["tokens", "lines"]

_HOME = os.path.join(os.path.dirname(__file__), "problems")
_ENDING = ".toml"
_LARGEST = 1_000_000
_KEYS = (
    "name",
    "title",
    "source",
    "case",
    "read",
    "count",
    "end",
    "position",
    "misere",
    "bounds",
    "exception",
    "answer",
)


class Exemption(NamedTuple):
    """Cases that are answered without a position: where the condition *when* holds, *print* is printed."""

    when: str
    print: str


class Problem(NamedTuple):
    """How a case is read, which position it is, and how the answer is printed.

    *case* holds the names of a case (``M x[M]``); *read* says whether its numbers are split anyhow or stand on
    one line; *position* is an expression over the names; *if_n* is printed where the mover wins, *if_p* where
    the mover loses. With *counted*, the input begins with the number of cases; with *end*, it ends at the first
    case for which that condition holds. With *misere*, whoever cannot move wins.
    """

    name: str
    case: str
    position: str
    if_n: str
    if_p: str
    read: Read = "tokens"
    bounds: tuple[tuple[str, Bound], ...] = ()
    exceptions: tuple[Exemption, ...] = ()
    title: str = ""
    source: str = ""
    counted: bool = False
    end: str = ""
    misere: bool = False


def problems() -> tuple[str, ...]:
    """The names of the built-in problems.

    >>> problems()
    ('51nod1661', 'poj1067', 'poj2234', 'soj1305')
    """
    return tuple(sorted(name.removesuffix(_ENDING) for name in os.listdir(_HOME) if name.endswith(_ENDING)))


def load_problem(name: str | os.PathLike[str]) -> Problem:
    """The built-in problem of that name, or the one in a TOML file; raises RuleError.

    >>> load_problem("poj2234").position
    'nim[*x]'
    """
    path = where = os.fspath(name)
    if not path.endswith(_ENDING):
        if path not in problems():
            raise RuleError(
                f"unknown problem {path[:40]!r}; those built in are {', '.join(problems())}, "
                f"and one of your own is a file that ends in {_ENDING}"
            )
        return _problem_of(_plain_table(_text_of(os.path.join(_HOME, path + _ENDING))), where, path)
    return parse_problem(_text_of(path), where, os.path.basename(path).removesuffix(_ENDING))


def _text_of(path: str) -> str:
    try:
        with open(path, "rb") as file:
            data = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        raise RuleError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > _LARGEST:
        raise RuleError(f"{path}: larger than {_LARGEST:,} bytes, too large for a problem")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise RuleError(f"{path}: byte {error.start + 1} is no UTF-8 text") from None


def parse_problem(text: str, where: str = "problem", name: str = "problem") -> Problem:
    r"""The problem of a TOML text; *where* stands before each error. Raises RuleError.

    >>> parse_problem('case = "n"\nposition = "kayles[n]"\nanswer = { N = "A", P = "B" }').if_n
    'A'
    """
    import tomllib

    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise RuleError(f"{where}: no TOML file: {error}") from None
    return _problem_of(table, where, name)


def _plain_table(text: str) -> dict[str, Any]:
    """What tomllib makes of a built-in problem, each line a header or a key with a string or an integer.

    tomllib takes as long to import as it takes to answer 200,000 cases.
    """
    top: dict[str, Any] = {}
    table = top
    for line in text.splitlines():
        key, _, value = line.partition(" = ")
        if value:
            table[key] = literal_eval(value)
        elif key.startswith("[["):
            table = {}
            top.setdefault(key.strip("[]"), []).append(table)
        elif key:
            table = top
            for name in key.strip("[]").split("."):
                table = table.setdefault(name, {})
    return top


def _problem_of(table: dict[str, Any], where: str, name: str) -> Problem:
    """The problem of a TOML table; raises RuleError."""
    _check_keys(f"{where}: ", table, _KEYS, ("case", "position", "answer"))
    answer = _table(where, "answer", table["answer"], ("N", "P"), ("N", "P"))
    read = table.get("read", "tokens")
    if read not in ("tokens", "lines"):
        raise RuleError(f'{where}: read: expected "tokens" or "lines", not {_shown(read)}')
    problem = Problem(
        name=_string(where, "name", table.get("name", name)),
        case=_string(where, "case", table["case"]),
        position=_string(where, "position", table["position"]),
        if_n=_string(where, "answer.N", answer["N"]),
        if_p=_string(where, "answer.P", answer["P"]),
        read=read,
        bounds=_bounds(where, table.get("bounds", {})),
        exceptions=_exceptions(where, table.get("exception", [])),
        title=_string(where, "title", table.get("title", "")),
        source=_string(where, "source", table.get("source", "")),
        counted=_boolean(where, "count", table.get("count", False)),
        end=_string(where, "end", table.get("end", "")),
        misere=_boolean(where, "misere", table.get("misere", False)),
    )
    if "end" in table and not problem.end.strip():
        raise RuleError(f'{where}: end: expected a condition such as "n == 0"')
    from grundy.judge.answering import compiled  # the faults that only the parts' own readers see

    try:
        compiled(problem)
    except RuleError as error:
        raise RuleError(f"{where}: {error.message}", error.text, error.at) from None
    return problem


def _check_keys(where: str, table: Mapping[str, Any], known: tuple[str, ...], needed: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            raise RuleError(f"{where}unknown key {key[:40]!r}; expected {', '.join(known)}")
    for key in needed:
        if key not in table:
            raise RuleError(f"{where}the key {key} is missing")


def _table(where: str, key: str, value: object, known: tuple[str, ...], needed: tuple[str, ...] = ()) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RuleError(f"{where}: {key}: expected a table with {' and '.join(known)}, not {_shown(value)}")
    _check_keys(f"{where}: {key}: ", value, known, needed)
    return value


def _string(where: str, key: str, value: object) -> str:
    if not isinstance(value, str):
        raise RuleError(f"{where}: {key}: expected a text in quotes, not {_shown(value)}")
    return value


def _boolean(where: str, key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise RuleError(f"{where}: {key}: expected true or false, not {_shown(value)}")
    return value


def _bounds(where: str, value: object) -> tuple[tuple[str, Bound], ...]:
    if not isinstance(value, dict):
        raise RuleError(f"{where}: bounds: expected lines such as n = {{ least = 0 }}, not {_shown(value)}")
    found = []
    for name, ends in value.items():
        _table(where, f"bounds.{name[:40]}", ends, ("least", "most"))
        for end, number in ends.items():
            if isinstance(number, bool) or not isinstance(number, int):
                raise RuleError(f"{where}: bounds.{name[:40]}.{end}: expected an integer, not {_shown(number)}")
        bound = Bound(ends.get("least"), ends.get("most"))
        if bound.least is not None and bound.most is not None and bound.least > bound.most:
            raise RuleError(f"{where}: bounds.{name[:40]}: no integer is both >= {bound.least} and <= {bound.most}")
        found.append((name, bound))
    return tuple(found)


def _exceptions(where: str, value: object) -> tuple[Exemption, ...]:
    if not isinstance(value, list):
        raise RuleError(f"{where}: exception: expected tables [[exception]] with when and print, not {_shown(value)}")
    found = []
    for number, entry in enumerate(value, 1):
        key = f"exception {number}"
        table = _table(where, key, entry, ("when", "print"), ("when", "print"))
        found.append(
            Exemption(_string(where, f"{key}: when", table["when"]), _string(where, f"{key}: print", table["print"]))
        )
    return tuple(found)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
