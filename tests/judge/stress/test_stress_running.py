"""Programs that fork, sleep, print without end or delete what they find: none outlives its run."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grundy.judge.stress.running import Limits, Runner
from grundy.rules.errors import GrundyError

LINUX = sys.platform == "linux"


def run(code, data=b"", **limits):
    with Runner([sys.executable, "-c", code]) as runner:
        return runner.run(data, Limits(**limits))


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_output_exit_status_and_errors_are_kept():
    done = run("import sys; print(sys.stdin.read()); sys.stderr.write('why'); sys.exit(3)", b"5 6\n")
    assert (done.status, done.output, done.errors, done.code) == ("ended", b"5 6\n\n", b"why", 3)


def test_a_program_that_does_not_read_its_input_is_no_error():
    assert run("print(1)", b"1\n" * 100_000).output == b"1\n"


def test_a_busy_loop_is_stopped():
    done = run("while True: pass", seconds=0.3)
    assert done.status == "time-out"
    assert done.cpu >= 0.25


def test_a_program_that_sleeps_is_stopped():
    begun = time.monotonic()
    assert run("import time; time.sleep(1000)", seconds=0.2).status == "time-out"
    assert time.monotonic() - begun < 10


def test_output_without_end_is_stopped():
    done = run("while True: print('x' * 1000)", seconds=5, output=100_000)
    assert done.status == "too much output"
    assert len(done.output) < 1_000_000


def test_memory_is_limited():
    done = run("x = bytearray(1 << 30); print(len(x))", memory=200 << 20)
    assert done.code != 0
    assert b"MemoryError" in done.errors


def test_a_signal_is_told_as_its_number():
    assert run("import os; os.kill(os.getpid(), 11)").code == -signal.SIGSEGV


@pytest.mark.parametrize("leave", ["", "os.setsid()"], ids=["in the group", "in a session of its own"])
def test_children_do_not_survive(leave, tmp_path):
    if leave and not LINUX:
        pytest.skip("only Linux gives us the orphans of others")
    note = tmp_path / "pid"
    code = f"""
import os, time
if os.fork() == 0:
    {leave or "pass"}
    if os.fork() == 0:
        open({str(note)!r}, 'w').write(str(os.getpid()))
        time.sleep(1000)
    os._exit(0)
while not os.path.exists({str(note)!r}) or not open({str(note)!r}).read():
    time.sleep(0.01)
print(1)
"""
    done = run(code)
    assert (done.status, done.output) == ("ended", b"1\n")
    assert not alive(int(note.read_text()))


def test_a_child_that_holds_the_output_open_does_not_hold_us():
    begun = time.monotonic()
    assert run("import os, time\nif os.fork() == 0: time.sleep(1000)\nprint(1, flush=True)").status == "ended"
    assert time.monotonic() - begun < 10


def test_there_is_no_input_to_delete(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = "import os, sys\nfor f in os.listdir('.'): os.remove(f)\nprint(len(sys.stdin.read()))"
    assert run(code, b"1 2\n").output == b"4\n"


def test_what_cannot_be_run_is_an_error():
    with Runner(["./no such program"]) as runner, pytest.raises(GrundyError, match=r"cannot run \./no such program"):
        runner.run(b"", Limits())


def test_own_children_of_before_are_left_alone():
    mine = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    try:
        run("print(1)")
        assert mine.poll() is None
    finally:
        mine.kill()
        mine.wait()


def heeding_interrupts():
    """A shell's background job, as CI may be, ignores SIGINT, and so would what it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(not LINUX, reason="/proc")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_report_and_kill_the_program(tmp_path, number, status):
    note = tmp_path / "pid"
    slow = f"import os, time; open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(1000)"
    code = "import sys; sys.argv[0] = 'grundy'; from grundy.cli import main; main()"
    command = [sys.executable, "-c", code, "stress", "poj2234", "--time", "100", "--", sys.executable, "-c", slow]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        text=True,
        preexec_fn=heeding_interrupts,  # noqa: PLW1509 - no threads
    )
    while not note.exists() or not note.read_text():
        time.sleep(0.02)
    process.send_signal(number)
    told, _ = process.communicate(timeout=30)
    assert process.returncode == status
    assert told.startswith("interrupted; no failure so far: 0 cases in 0 files")
    assert not Path(f"/proc/{note.read_text()}").exists()
