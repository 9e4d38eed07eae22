"""ES modules of one directory as one script: what browsers refuse to load from a file is put into it."""

from __future__ import annotations

import re
from pathlib import Path

from grundy.rules.errors import GrundyError

_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./([\w.]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:(?:async )?function\*?|const|let|class) (\w+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*|</script|<!--", re.MULTILINE | re.IGNORECASE)


def bundled(entry: str, directory: Path) -> str:
    """The module *entry* of *directory* with all that it imports, each in a scope of its own, in the order of need.

    Only ``import { a, b } from "./x.js";`` and ``export`` before a declaration are read, each at the start of a line.
    """
    scopes: dict[str, str] = {}
    _add(entry, directory, scopes)
    return "".join(scopes.values())


def _add(name: str, directory: Path, scopes: dict[str, str]) -> None:
    if name in scopes:
        return
    text = (directory / name).read_text(encoding="utf-8")
    taken = ""
    for found in _IMPORT.finditer(text):
        _add(found[2], directory, scopes)
        taken += f"const {{ {found[1]} }} = {_variable(found[2])};\n"
    given = ", ".join(found[1] for found in _EXPORT.finditer(text))
    body = _EXPORT.sub("", _IMPORT.sub("", text))
    left = _LEFT.search(body)
    if left is not None:
        raise GrundyError(f"{name} cannot be put into a page: {left[0]}")
    scopes[name] = f"const {_variable(name)} = (() => {{\n{taken}{body}return {{ {given} }};\n}})();\n"


def _variable(name: str) -> str:
    return f"module_{name.removesuffix('.js')}"
