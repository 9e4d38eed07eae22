"""Tables in files: a line that says what kind of file it is, a line of JSON about the table, then its values.

The values stand row by row, each in the same number of bytes, the lowest first. The hash in the JSON is of all the
rest; it shows accidents, not forgeries: who can write the file can make its hash. So some entries are compared with the
mex of their options when a file is read, too.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from array import array
from contextlib import suppress
from math import prod
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

from grundy.rules.canonical import from_canonical
from grundy.rules.errors import GrundyError, Unsupported, cut
from grundy.rules.positions import Region
from grundy.rules.rulesets import Ruleset

from .packed import LARGE, Packed, narrowest
from .tables import Table
from .verifying import entries_that_differ

FORMAT = 1
_KIND = b"grundy table "
_LONGEST = 1_000_000
_LONGEST_AXIS = 1 << 40
_DIGITS = 10
_BYTES = {"B": 1, "H": 2, "I": 4, "Q": 8}
_KEYS = {"ruleset", "rules", "axes", "fixed", "play", "about", "by", "bytes", "sha256"}


class TableError(GrundyError):
    """A file of a table that cannot be written or read, or that is not what was asked for."""


def require_text(ruleset: Ruleset) -> None:
    """Raise Unsupported unless the ruleset has a canonical text, by which a file can name it.

    >>> from grundy.rules.family import ruleset
    >>> require_text(ruleset("n -> n-t where t <= 3"))
    """
    try:
        named = from_canonical(ruleset.canonical) == ruleset
    except GrundyError:
        named = False
    if not named:
        raise Unsupported("file of a table", ruleset, "a file names its rules by their text, and these have none")


def save_table(found: Table, path: str | os.PathLike[str]) -> None:
    """Write a table to a file, all of it or nothing; raises TableError, Unsupported.

    A file that is there is only replaced once the new one is complete.
    """
    require_text(found.ruleset)
    try:
        values = narrowest([int(v == "N") for v in found.flat] if found.about == "outcome" else found.flat)
    except OverflowError as error:
        raise Unsupported("file of a table", found.ruleset, str(error)) from None
    head = {
        "ruleset": found.ruleset.canonical,
        "rules": found.ruleset.text,
        "axes": [[axis.start, axis.stop] for axis in found.region.axes],
        "fixed": list(found.region.fixed),
        "play": found.play,
        "about": found.about,
        "by": found.by,
        "bytes": values.itemsize,
    }
    data = _little(values).tobytes()
    head["sha256"] = _hash(head, data)
    target = require_writable(path)
    part = target.with_name(f".{target.name[:40]}.{uuid4().hex[:12]}.part")
    try:
        with part.open("xb") as file:
            file.write(_KIND + str(FORMAT).encode() + b"\n" + json.dumps(head).encode() + b"\n")
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as error:
        raise TableError(f"cannot save the table to {path}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def require_writable(path: str | os.PathLike[str]) -> Path:
    """The file that a table would be written to, of a link what it leads to; raises TableError where it cannot be."""
    said = f"cannot save the table to {cut(str(path), 100)}"
    if not os.fspath(path):
        raise TableError("cannot save the table: the name of the file is empty")
    try:
        target = Path(path).resolve()
        if target.exists() and not target.is_file():
            raise TableError(f"{said}: it is no ordinary file")
        if not target.parent.is_dir():
            raise TableError(f"{said}: No such file or directory")
        writable = os.access(target.parent, os.W_OK)
    except OSError as error:  # a name that is too long, for example
        raise TableError(f"{said}: {error.strerror or error}") from None
    except (RuntimeError, ValueError) as error:  # links in a ring, and zero bytes
        raise TableError(f"{said}: {error}") from None
    if not writable:
        raise TableError(f"{said}: Permission denied")
    return target


def require_no_loss(path: str | os.PathLike[str], region: Region, play: str) -> None:
    """Raise TableError where a table of this region cannot be written to a file, or something there would be lost.

    Only a table of the same rules and play that has no other entries is replaced, and a damaged one.
    """
    target = require_writable(path)
    try:
        with target.open("rb") as file:
            first = file.readline(100)
            second = file.readline(_LONGEST) if first.startswith(_KIND) else b""
    except FileNotFoundError:
        return
    except OSError as error:
        raise TableError(f"cannot read {path}, which would be replaced: {error.strerror or error}") from None
    kept = "it is not replaced; give another file, or remove it"
    if first and not first.startswith(_KIND):
        raise TableError(f"{path} is there and no table that grundy saved: {kept}")
    if first and first != _KIND + str(FORMAT).encode() + b"\n" and first.endswith(b"\n"):
        raise TableError(f"{path} holds a table of another version of grundy: {kept}")
    head = _described(second)
    if head is None:
        return
    if (head["ruleset"], head["play"]) != (region.ruleset.canonical, play):
        of = cut(head["rules"]) + (", misère play" if head["play"] == "misere" else "")
        raise TableError(f"{path} holds a table of {of}: {kept}")
    inside = len(head["axes"]) == len(region.axes) and all(
        axis.start <= start and stop <= axis.stop for axis, (start, stop) in zip(region.axes, head["axes"], strict=True)
    )
    if not inside:
        raise TableError(f"{path} holds entries that {cut(str(region))} has not: load it, too; {kept}")


def load_table(path: str | os.PathLike[str], rules: Ruleset | None = None) -> Table:
    """The table that a file holds, of the given *rules* where they are given; raises TableError.

    The file is data from outside, so *by* is "file". Its hash is compared, and some of its entries with the mex of
    their options.
    """
    head, data = _read(path)
    count = prod(last - first for first, last in head["axes"])
    wanted = count * head["bytes"]
    if len(data) != wanted:
        state = "cut short" if len(data) < wanted else "too long"
        raise TableError(f"{path} is {state}: it has {len(data):,} bytes of values, expected {wanted:,}")
    if _hash(head, data) != head["sha256"]:
        raise TableError(f"{path} is damaged: its hash is not that of its content")
    ruleset = _ruleset(path, head, rules)
    region = _region(path, ruleset, head)
    if (head["about"] == "outcome") != ruleset.outcomes_only or (ruleset.outcomes_only and head["play"] == "misere"):
        raise TableError(
            f"{path} is damaged: it describes no table of these rules ({head['about']}, {head['play']} play)"
        )
    values = array(next(k for k, size in _BYTES.items() if size == head["bytes"]))
    values.frombytes(data)
    values = _little(values)
    found = Table(region, _flat(values, head["about"]), head["play"], "file", head["about"])
    wrong = entries_that_differ(found)
    if wrong is not None:
        component, value, mex = wrong
        name = ruleset.position_texts([component])[0]
        raise TableError(f"{path} is wrong: it says {value} for {name}, but by the values of its options it is {mex}")
    return found


def _flat(values: array[int], about: str) -> Any:
    if about == "outcome":
        return tuple("N" if v else "P" for v in values)
    return Packed(values) if len(values) >= LARGE else tuple(values)


def _little(values: array[int]) -> array[int]:
    """The values with the lowest byte first, or back."""
    if sys.byteorder == "big":  # pragma: no cover - not where we test
        values = values[:]
        values.byteswap()
    return values


def _hash(head: dict[str, Any], data: bytes) -> str:
    said = {key: value for key, value in head.items() if key != "sha256"}
    found = hashlib.sha256(json.dumps(said, sort_keys=True).encode() + b"\n")
    found.update(data)
    return found.hexdigest()


def _read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], bytes]:
    """What a file says of its table, as far as it is well formed, and the bytes of the values."""
    try:
        with Path(path).open("rb") as file:
            first = file.readline(100)
            second = file.readline(_LONGEST) if first.startswith(_KIND) else b""
            data = file.read() if second.endswith(b"\n") else b""
    except OSError as error:
        raise TableError(f"cannot read {path}: {error.strerror or error}") from None
    except MemoryError:
        raise TableError(f"{path} is too large for the memory") from None
    if not first.startswith(_KIND):
        raise TableError(f"{path} is no table that grundy saved")
    version = first[len(_KIND) :].strip()
    if first.endswith(b"\n") and not (version.isdigit() and len(version) < _DIGITS):
        raise TableError(f"{path} is damaged: its first line does not end with the number of a format")
    if not first.endswith(b"\n") or not second.endswith(b"\n"):
        raise TableError(f"{path} is cut short: it ends before its values begin")
    if int(version) != FORMAT:
        raise TableError(f"{path} has format {int(version)}, of another version of grundy; this one reads {FORMAT}")
    head = _described(second)
    if head is None:
        raise TableError(f"{path} is damaged: its second line does not describe a table")
    return head, data


def _described(line: bytes) -> dict[str, Any] | None:
    """What the second line of a file says of its table; None where it is not well formed."""
    try:
        head = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return head if isinstance(head, dict) and head.keys() >= _KEYS and _well_formed(head) else None


def _well_formed(head: dict[str, Any]) -> bool:
    axes, fixed = head["axes"], head["fixed"]
    return (
        all(isinstance(head[key], str) for key in ("ruleset", "rules", "play", "about", "by", "sha256"))
        and type(head["bytes"]) is int
        and head["bytes"] in _BYTES.values()
        and head["play"] in ("normal", "misere")
        and head["about"] in ("grundy", "outcome")
        and isinstance(axes, list)
        and isinstance(fixed, list)
        and len(axes) == len(fixed) > 0
        and all(isinstance(f, bool) for f in fixed)
        and all(isinstance(a, list) and len(a) == 2 and all(type(n) is int for n in a) for a in axes)
        and all(0 < axis[1] - axis[0] <= _LONGEST_AXIS for axis in axes)
        and all(axis[1] == axis[0] + 1 for axis, f in zip(axes, fixed, strict=True) if f)
    )


def _ruleset(path: str | os.PathLike[str], head: dict[str, Any], rules: Ruleset | None) -> Ruleset:
    if rules is not None:
        if rules.canonical != head["ruleset"]:
            if head["rules"] == rules.text:
                said = f"it says {cut(head['rules'])}, and describes {cut(head['ruleset'])}"
                raise TableError(f"{path} is damaged: {said}")
            raise TableError(f"{path} holds {cut(head['rules'])}, not {cut(rules.text)}")
        return rules
    from grundy.games import expression

    for read, text in ((expression, head["rules"]), (from_canonical, head["ruleset"])):
        try:
            found = read(text)
        except GrundyError:
            continue
        if isinstance(found, Ruleset) and found.canonical == head["ruleset"]:
            return found
    raise TableError(f"{path} holds {cut(head['rules'])}, which this version of grundy does not know")


def _region(path: str | os.PathLike[str], ruleset: Ruleset, head: dict[str, Any]) -> Region:
    axes = tuple(range(first, last) for first, last in head["axes"])
    try:
        ruleset.component([axis.start for axis in axes])
    except GrundyError as error:
        raise TableError(f"{path} is damaged: {error.message}") from None
    return Region(ruleset, axes, tuple(cast("list[bool]", head["fixed"])))
