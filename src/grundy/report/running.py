"""Programs compiled and run."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from grundy.rules.errors import GrundyError

_COMPILERS = ("g++", "clang++", "c++")
_FLAGS = ("-O2", "-std=c++17", "-Wall", "-Wextra")
_SECONDS = 120


class Differs(GrundyError):
    """A program that was written does not do what it should: an error of ours, and nothing is printed."""


def compiler() -> str | None:
    """The system's C++ compiler, or None."""
    return next((found for name in _COMPILERS if (found := shutil.which(name))), None)


@contextmanager
def runnable(text: str, language: str) -> Iterator[list[str]]:
    """The command that runs a program; raises Differs where it does not compile without a warning."""
    with tempfile.TemporaryDirectory(prefix="grundy-") as directory:
        where = Path(directory)
        if language == "python":
            (where / "program.py").write_text(text, encoding="utf-8")
            yield [sys.executable, "-I", "-X", "utf8", str(where / "program.py")]
            return
        source, program = where / "program.cpp", where / "program"
        source.write_text(text, encoding="utf-8")
        found = compiler()
        assert found is not None  # noqa: S101  the callers ask first
        done = _run([found, *_FLAGS, "-o", str(program), str(source)], "")
        if done.returncode or done.stderr:
            raise Differs(f"internal error: the program does not compile: {done.stderr.strip()[:500]}")
        yield [str(program)]


def answers(command: list[str], text: str) -> list[str]:
    """The lines that a program prints for an input."""
    done = _run(command, text)
    if done.returncode:
        raise Differs(f"internal error: the program fails: {done.stderr.strip()[-300:]}")
    return done.stdout.splitlines()


def _run(command: list[str], text: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, input=text, capture_output=True, encoding="utf-8", timeout=_SECONDS, check=False)  # noqa: S603 - programs of our own
    except subprocess.TimeoutExpired:
        raise Differs(f"internal error: {Path(command[0]).name} took more than {_SECONDS} s") from None
