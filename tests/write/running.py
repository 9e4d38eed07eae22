"""What the tests of this directory share: programs compiled and run, and brute force."""

import shutil
import subprocess
import sys
from functools import reduce
from operator import xor

import pytest

from grundy.write.cpp import cpp_program
from grundy.write.python import python_program

COMPILER = shutil.which("g++") or shutil.which("clang++")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")


def brute(ruleset):
    """The Grundy value of a component from the moves alone."""
    known = {}

    def value(component):
        if component not in known:
            options = list(ruleset.options(component))
            values = {reduce(xor, map(value, option), 0) for option in options}
            known[component] = next(v for v in range(len(values) + 1) if v not in values)
        return known[component]

    return value


@pytest.fixture
def run(tmp_path):
    """A function (program, language, lines of heaps) -> the lines that are printed; C++ with checks for overflow."""

    def inner(program, language, lines, text=None):
        shown = text if text is not None else "".join(" ".join(map(str, line)) + "\n" for line in lines)
        if language == "python":
            source = tmp_path / "program.py"
            source.write_text(python_program(program))
            command = [sys.executable, str(source)]
        else:
            source = tmp_path / "program.cpp"
            source.write_text(cpp_program(program))
            command = [str(tmp_path / "program")]
            flags = ["-O1", "-std=c++17", "-Wall", "-Wextra", "-fsanitize=undefined", "-fno-sanitize-recover"]
            built = subprocess.run(
                [COMPILER, *flags, "-o", *command, str(source)], capture_output=True, text=True, check=False
            )
            assert (built.returncode, built.stderr) == (0, "")
        done = subprocess.run(command, input=shown, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    return inner
