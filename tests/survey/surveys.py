"""What the tests of surveys share: small surveys, the command in a process of its own, and brute force."""

import os
import subprocess
import sys
import time
from pathlib import Path

from grundy.survey.families import Survey

PROGRAM = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell may start tests without it
    "from grundy.cli import main; main()"
)
COMMAND = [sys.executable, "-c", PROGRAM, "survey"]
INFORMATIONAL = {"seconds"}


def small(**changes):
    return Survey("octal", 1, **{"heaps": 300, **changes})


def without_times(rows):
    return [{k: v for k, v in row.items() if k not in INFORMATIONAL} for row in sorted(rows, key=lambda r: r["id"])]


def start_command(*arguments):
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def files_of(directory):
    return sorted(Path(directory).glob("rows-*.parquet"))


def last_number(directory):
    """The number of the last file of rows, 0 where there is none."""
    return max((int(f.name[5:13]) for f in files_of(directory)), default=0)


def wait_for_file(directory, number, process, seconds=120):
    """Wait until the file of rows of that number has been written (and perhaps merged)."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if last_number(directory) >= number:
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    raise AssertionError("no rows were written")


def environment_without(tmp_path, *modules):
    """An environment in which these modules cannot be imported."""
    for module in modules:
        (tmp_path / f"{module}.py").write_text(
            f"raise ModuleNotFoundError('No module named {module}', name={module!r})"
        )
    return {**os.environ, "PYTHONPATH": str(tmp_path)}
