"""A source compiled to a program, as judges do: warnings are the author's business, errors are shown."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from grundy.report.running import compiler
from grundy.rules.errors import GrundyError

from .output import escaped

_CPP = (".cpp", ".cc", ".cxx", ".C", ".c++")
_SECONDS = 120
_SHOWN = 12


def compiled_command(source: Path, directory: Path) -> list[str]:
    """The command that runs *source*, compiled into *directory*; raises GrundyError with the compiler's first lines."""
    if not source.is_file():
        raise GrundyError(f"cannot read {source}: no such file")
    if source.suffix == ".py":
        return [sys.executable, str(source)]
    if source.suffix in _CPP:
        found, flags = compiler(), ["-O2", "-std=gnu++17", "-w"]
    elif source.suffix == ".c":
        found, flags = next((f for n in ("gcc", "clang", "cc") if (f := shutil.which(n))), None), ["-O2", "-w"]
    else:
        known = ", ".join((*_CPP[:3], ".c", ".py"))
        raise GrundyError(f"--compile takes a source that ends in {known}, not {source.name}")
    if found is None:
        raise GrundyError(f"no compiler for {source.name} was found (g++ or clang++, gcc or clang)")
    target = directory / "program"
    try:
        done = subprocess.run(  # noqa: S603 - the user's own source
            [found, *flags, "-o", str(target), str(source), "-lm"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise GrundyError(f"compiling {source} took more than {_SECONDS} s") from None
    if done.returncode:
        lines = "\n  ".join(map(escaped, done.stderr.strip().splitlines()[:_SHOWN]))
        raise GrundyError(f"{source} does not compile:\n  {lines}")
    return [str(target)]
