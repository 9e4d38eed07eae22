"""The command-line samples of the README and the documentation: each ``$ command`` is run, and its output compared.

In a ``console`` fence the lines behind ``$ command`` are its output, both streams; ``...`` stands for any text. A fence
whose first line is a comment with a file's name, such as ``# game.py``, is that file. Each page has its own directory.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# ([\w.]+\.\w+)\n")
OF_EXTRAS = {"docs/plots.md": "matplotlib"}  # pages whose samples need more than the core
NOT_RUN = "python -m pip"  # installing is what CI does


def pages():
    candidates = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [p.relative_to(ROOT).as_posix() for p in candidates if "_build" not in p.parts]


def fences(name):
    return FENCE.findall((ROOT / name).read_text(encoding="utf-8"))


def samples(name):
    """The commands of a page with the output that it shows."""
    for kind, body in fences(name):
        if kind == "console":
            for sample in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, _, output = sample.partition("\n")
                if NOT_RUN not in command:
                    yield command, output


def command_of_this_python(directory):
    """A directory for PATH with a ``grundy`` that runs on this Python, installed or not."""
    directory.mkdir()
    program = directory / "grundy"
    code = shlex.quote("from grundy.cli import main; main()")
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c {code} "$@"\n')
    program.chmod(0o755)
    return directory


@pytest.mark.parametrize("name", [name for name in pages() if any(True for _ in samples(name))])
def test_samples_of_a_page_show_what_the_commands_print(name, tmp_path):
    if name in OF_EXTRAS:
        pytest.importorskip(OF_EXTRAS[name])
    work = tmp_path / "work"
    work.mkdir()
    for _, body in fences(name):
        named = FILE.match(body)
        if named:
            (work / named[1]).write_text(body, encoding="utf-8")
    path = f"{command_of_this_python(tmp_path / 'bin')}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "NO_COLOR": "1", "COLUMNS": "80", "PYTHONDONTWRITEBYTECODE": "1"}
    checker = doctest.OutputChecker()
    for command, expected in samples(name):
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=work,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            check=False,
        )
        found = done.stdout
        assert checker.check_output(expected, found, doctest.ELLIPSIS), f"$ {command}\n{found}"
