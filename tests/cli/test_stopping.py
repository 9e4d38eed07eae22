"""Long commands that Ctrl-C or SIGTERM ends: what was computed is said and saved, and the exit status is the signal's."""

import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner

from grundy.cli.table import table
from grundy.solver.saving import load_table

STOPPED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may start tests without it
signal.signal(signal.SIGTERM, signal.SIG_DFL)
from grundy.solver import store
store._CHUNK = 2_000  # so that little is done at once
from {module} import {name} as place
inner = place.{method}
calls = 0

def stopping(*given, **named):
    global calls
    calls += 1
    if calls == {call}:
        for _ in range({times}):
            signal.raise_signal({number})
    return inner(*given, **named)

place.{method} = stopping
sys.argv = ["grundy", *sys.argv[1:]]
from grundy.cli import main
main()
"""
FILL = ("grundy.solver.store", "SubtractionTable", "fill")
NEXT = ("grundy.prover", "period", "_next_size")


def stopped(place, number, *arguments, call=1, times=1):
    module, name, method = place
    program = STOPPED.format(module=module, name=name, method=method, call=call, times=times, number=int(number))
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=120
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(("number", "times", "status"), [(signal.SIGTERM, 2, 143), (signal.SIGINT, 1, 130)])
def test_a_table_that_is_stopped_is_saved_and_not_printed(number, times, status, tmp_path):
    file = tmp_path / "part.table"
    limited = ("table", "subtraction({2, 7, 19})", "--to", "1e5", "--save", file)
    found, output, errors = stopped(FILL, number, *limited, call=4, times=times)
    assert (found, output) == (status, "")
    saved, said = errors.strip().splitlines()
    last = int(said.removeprefix("interrupted: the table goes to "))
    assert saved == f"saved: {file}, subtraction({{2, 7, 19}})[:{last + 1}]"
    assert len(load_table(file).flat) == last + 1 > 100


def test_a_table_that_is_stopped_without_a_file_is_printed():
    status, output, errors = stopped(
        FILL, signal.SIGTERM, "table", "subtraction({2, 7})", "--to", "1e5", "--csv", call=4
    )
    assert status == 143
    assert output.startswith("n,value\n0,0\n1,0\n2,1\n")
    assert errors == f"interrupted: the table goes to {len(output.splitlines()) - 2}\n"


def test_a_study_that_is_stopped_says_how_far_its_search_came():
    status, output, errors = stopped(NEXT, signal.SIGTERM, "study", 'octal("0.6")', "--budget", "60s", call=3)
    assert (status, errors) == (143, "")
    assert "  interrupted; the steps below say what was done\n" in output
    step = next(line for line in output.splitlines() if line.startswith("  - period "))
    assert step.endswith(" interrupted: no period was found up to heap 1,023; values are computed up to heap 1,023")


def test_another_signal_handler_is_kept():
    from grundy.rules.termination import termination

    def own(*_):
        raise AssertionError

    before = signal.signal(signal.SIGTERM, own)
    try:
        with termination() as ending:
            assert signal.getsignal(signal.SIGTERM) is own
        assert not ending.came
    finally:
        signal.signal(signal.SIGTERM, before)


def test_quiet_prints_only_what_was_saved(tmp_path):
    done = CliRunner().invoke(table, ["kayles", "--to", "5e1", "--save", str(tmp_path / "k.table"), "--quiet"])
    assert (done.exit_code, done.stdout) == (0, "")
    assert "kayles[:51]" in done.stderr
    assert "--quiet goes with --save or --plot" in CliRunner().invoke(table, ["kayles", "--quiet"]).stderr


@pytest.mark.parametrize(("text", "last"), [("1e2", 100), ("10**2", 100), ("10^2", 100), ("1_00", 100), ("100", 100)])
def test_heaps_are_written_in_several_ways(text, last):
    done = CliRunner().invoke(table, ["kayles", "--to", text, "--b-file"])
    assert done.stdout.splitlines()[-1].startswith(f"{last} ")


@pytest.mark.parametrize("text", ["", "1e", "e5", "1.5", "1e400", "0x10", "1e5e5", "_1", "9" * 200])
def test_what_is_no_number_is_refused(text):
    done = CliRunner().invoke(table, ["kayles", "--to", text])
    assert done.exit_code == 2
    assert "is no integer, or too large a power; expected such as 500, 1e5 or 10**5" in done.stderr
