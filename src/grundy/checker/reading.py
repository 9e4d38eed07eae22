"""Files to certificates: what is no certificate at all raises CertificateError, which names the place.

Every byte matters: a file is the canonical JSON of its content (sorted keys, no white space, ASCII) and a newline,
and the hash covers all keys but ``hash`` itself and ``made_by`` and ``seconds``, which are informational.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grundy.rules.errors import CertificateError, cut

from .verdicts import Refuted

FORMAT = "grundy certificate"
VERSION = 1
METHODS = (
    "window", "interval", "period", "extension", "scaling", "automaton outcomes", "automaton values", "sum", "claim",
    "attested",
)  # fmt: skip
INFORMATIONAL = ("hash", "made_by", "seconds")
_REQUIRED = (
    "format", "version", "rules", "play", "about", "law", "method", "theorem", "measure", "proof", "box", "evidence",
    *INFORMATIONAL,
)  # fmt: skip
_OPTIONAL = ("description", "claim", "truth", "base", "counterexample")
_MAX_BYTES = 500_000_000
_PARAMETER = re.compile(r"p[1-9][0-9]{0,3}")

Data = Mapping[str, Any]


def canonical(data: Any) -> str:
    """The canonical JSON of plain data.

    >>> canonical({"b": [1, 2], "a": None})
    '{"a":null,"b":[1,2]}'
    """
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def digest(data: Data) -> str:
    """The SHA-256 of a certificate without its informational keys."""
    kept = {key: value for key, value in data.items() if key not in INFORMATIONAL}
    return hashlib.sha256(canonical(kept).encode("ascii")).hexdigest()


def load(source: Data | str | Path) -> tuple[Data, str | None]:
    """The content of a certificate, and the text that it was read from, if any; raises CertificateError.

    A text that begins with a brace is the certificate itself; any other one is the name of a file.
    """
    if isinstance(source, Mapping):
        return _tried(lambda: _parsed(canonical(_plain(source)))), None
    text = source if isinstance(source, str) and source.lstrip().startswith("{") else _read(Path(source))
    data = _tried(lambda: _parsed(text))
    if not isinstance(data, dict):
        raise CertificateError(f"a certificate is a JSON object, not {_kind(data)}")
    return data, text


def _plain(source: Data) -> dict[str, Any]:
    return dict(source)


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise CertificateError(f"{path} is too large for a certificate")
        return path.read_bytes().decode("ascii")
    except OSError as error:
        raise CertificateError(f"cannot read {cut(str(path))}: {error.strerror}") from None
    except (UnicodeDecodeError, ValueError):
        raise CertificateError(f"{cut(str(path))} is no certificate: it is not ASCII text") from None


def _tried(parse: Any) -> Any:
    try:
        return parse()
    except json.JSONDecodeError as error:
        raise CertificateError(f"no JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise CertificateError("the certificate is too deeply nested to be read") from None
    except (TypeError, ValueError) as error:
        raise CertificateError(f"no certificate: {cut(str(error))}") from None


def _parsed(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise CertificateError(f"the key {cut(twice)!r} stands twice")
    return found


def _no_constant(name: str) -> Any:
    raise CertificateError(f"{name} is no value of a certificate")


# -- what each key holds ---------------------------------------------------------------------------------------------


def require_form(data: Data) -> None:
    """Raise CertificateError unless the content has the keys of a certificate, each with a value of its kind."""
    if data.get("format") != FORMAT:
        raise CertificateError(f'"format" must be "{FORMAT}"')
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise CertificateError(f'"version" must be {VERSION}; this grundy reads no other')
    require_keys(data, _REQUIRED, _OPTIONAL, "the certificate")
    _require(data["method"] in METHODS, '"method"', f"one of {', '.join(METHODS)}", data["method"])
    _require(data["play"] in ("normal", "misere"), '"play"', "normal or misere", data["play"])
    _require(data["about"] in ("grundy", "outcome"), '"about"', "grundy or outcome", data["about"])
    _require(data["evidence"] in ("proved", "attested"), '"evidence"', "proved or attested", data["evidence"])
    for name in ("theorem", "made_by", "hash"):
        _require(isinstance(data[name], str), f'"{name}"', "a text", data[name])
    _require(re.fullmatch("[0-9a-f]{64}", data["hash"]) is not None, '"hash"', "64 hexadecimal digits", data["hash"])
    seconds = data["seconds"]
    _require(isinstance(seconds, int | float) and not isinstance(seconds, bool), '"seconds"', "a number", seconds)
    for name in ("law", "proof"):
        _require(isinstance(data[name], dict), f'"{name}"', "an object", data[name])
    box = data["box"]
    _require(box is None or is_natural(box), '"box"', "null or a natural number", box)
    _require_rules(data["rules"])
    _require_measure(data["measure"])


def _require_rules(rules: Any) -> None:
    _require(isinstance(rules, dict), '"rules"', "an object", rules)
    require_keys(rules, ("text", "parameters"), ("domain",), '"rules"')
    _require(isinstance(rules["text"], str), '"rules.text"', "a text", rules["text"])
    names = rules["parameters"]
    good = isinstance(names, list) and all(isinstance(n, str) and _PARAMETER.fullmatch(n) for n in names)
    _require(good and len(set(names)) == len(names), '"rules.parameters"', "names p1, p2, …", names)
    domain = rules.get("domain", {})
    good = isinstance(domain, dict) and sorted(domain) == sorted(names) and all(is_integer(v) for v in domain.values())
    _require(good, '"rules.domain"', "the least value of each parameter", domain)


def _require_measure(measure: Any) -> None:
    if measure is None:
        return
    _require(isinstance(measure, dict), '"measure"', "null or an object", measure)
    require_keys(measure, ("weights", "bounds"), (), '"measure"')
    weights, bounds = measure["weights"], measure["bounds"]
    good = (
        isinstance(weights, list) and weights and all(isinstance(w, list) and all(map(is_integer, w)) for w in weights)
    )
    _require(bool(good), '"measure.weights"', "a list of lists of integers", weights)
    good = isinstance(bounds, list) and len(bounds) == len(weights) and all(map(is_integer, bounds))
    _require(bool(good), '"measure.bounds"', "one integer for each weight", bounds)


def require_keys(data: Any, required: Sequence[str], optional: Sequence[str], where: str) -> None:
    """Raise CertificateError unless *data* is an object with these keys."""
    if not isinstance(data, dict):
        raise CertificateError(f"{where} must be an object, not {_kind(data)}")
    for name in required:
        if name not in data:
            raise CertificateError(f'{where} has no key "{name}"')
    for name in data:
        if name not in required and name not in optional:
            raise CertificateError(f'{where} has the unknown key "{cut(name)}"')


def require(good: bool, where: str, expected: str, found: Any = None) -> None:
    """Raise CertificateError that says what was expected where."""
    if not good:
        raise CertificateError(f"{where} must be {expected}, not {_kind(found)}")


_require = require


def is_integer(value: Any) -> bool:
    """Whether a value of JSON is an integer (true and false are none)."""
    return type(value) is int


def is_natural(value: Any) -> bool:
    """Whether a value of JSON is an integer >= 0."""
    return type(value) is int and value >= 0


def _kind(value: Any) -> str:
    if value is None or isinstance(value, bool | int | float):
        return cut(json.dumps(value))
    if isinstance(value, str):
        return cut(json.dumps(value))
    return "a list" if isinstance(value, list) else "an object" if isinstance(value, dict) else "this"


def require_bytes(data: Data, text: str | None) -> None:
    """Raise Refuted where the hash does not fit, or the text is not the canonical one of its content."""
    found = digest(data)
    if data["hash"] != found:
        raise Refuted("the hash does not fit: the file was changed, or it was not written to its end")
    if text is not None and text != canonical(data) + "\n":
        raise Refuted(
            "the file is not the canonical JSON of its content: its white space, order or spelling was changed"
        )
