"""What the tests of this directory share: programs compiled and run, and brute force."""

import random
import shutil
import subprocess
import sys
from functools import reduce
from operator import xor

import pytest

from grundy.laws.reading import law_from_json
from grundy.write.cpp import cpp_program
from grundy.write.forms import Parts, build
from grundy.write.program import LARGEST, Piece, Program, trimmed
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


def edges():
    chance = random.Random(5)
    near = [b + d for b in (10**18, LARGEST - 1, 2**62, 2**53, 2**32, 3**39, 10**9) for d in (-2, -1, 0, 1)]
    return sorted({*range(1, 60), *near, *(chance.randrange(1, 2 ** chance.randrange(2, 63)) for _ in range(100))})


def compare_with_laws(laws, components, run, language):
    """One program for all laws: a line is the number of the law and its heaps."""
    pieces, answer, lines, right = Piece(), "", [], []
    for i, law in enumerate(laws):
        form, known = build(law, Parts(f"_{i}")), law_from_json(law)
        heaps = [f"heaps[{j + 1}]" for j in range(form.heaps)]
        lost = f'"P" if {form.call(form.is_p, *heaps)} else "N"'
        answer += f"    if heaps[0] == {i}:\n"
        answer += f"        return {f'str({form.call(form.grundy, *heaps)})' if form.grundy else lost}\n"
        pieces += form.piece
        least = law.get("least", 0)
        for c in components:
            if (
                len(c) == form.heaps
                and (least if isinstance(least, int) else max(least)) <= min(c)
                and max(c) <= form.largest
            ):
                lines.append((i, *c))
                right.append(str(known.value(c)) if form.grundy else "P" if known.is_p(c) else "N")
    answer = f"\n\ndef answer(heaps: Heaps) -> str:\n{answer}    return str(0)\n"
    program = trimmed(Program(("Laws.",), pieces.constants, pieces.functions + answer))
    found = run(program, language, lines)
    assert len(found) == len(lines)
    wrong = [(laws[line[0]], line, f, r) for line, f, r in zip(lines, found, right, strict=True) if f != r]
    assert not wrong, wrong[:3]


LANGUAGES = ["python", pytest.param("cpp", marks=[pytest.mark.slow, needs_compiler])]
