"""The command `grundy serve` as a process: its address, its end, and what it leaves behind."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from grundy.rules.errors import GrundyError
from grundy.web.server import bound, url_of
from grundy.web.settings import Settings

COMMAND = [sys.executable, "-c", "from grundy.cli import main; main()", "serve"]


@contextmanager
def server(*options):
    command = [*COMMAND, "--port", "0", "--workers", "1", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            found = re.fullmatch(
                r"grundy is at http://127\.0\.0\.1:(\d+)/ \(Ctrl-C ends it\)\n", process.stdout.readline()
            )
            yield process, int(found[1])
        finally:
            process.kill()


def get(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def workers_of(process):
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process)], stdout=subprocess.PIPE, text=True, check=False
    )
    return [int(word) for word in listed.stdout.split()]


def ended(processes, seconds=10):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not any(os.path.exists(f"/proc/{process}") for process in processes):  # noqa: PTH110 - a process, not a file
            return True
        time.sleep(0.02)
    return False


needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")


@pytest.mark.slow
@needs_linux
@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_the_server_and_all_its_workers(kind):
    with server() as (process, port):
        answer, body = get(port, "/api/state?position=nim%5B3%5D")
        assert (answer.status, answer.getheader("server")) == (200, None)
        assert b'"outcome":"N"' in body
        workers = workers_of(process.pid)
        assert len(workers) == 4
        process.send_signal(kind)
        out, err = process.communicate(timeout=20)
        assert ended(workers)
        assert (out, err) == ("", "")
        assert process.returncode == (0 if kind == signal.SIGINT else -signal.SIGTERM)


@pytest.mark.slow
@needs_linux
def test_workers_end_when_the_server_is_killed():
    with server() as (process, port):
        get(port, "/api/state?position=nim%5B3%5D")
        workers = workers_of(process.pid)
        process.kill()
        assert len(workers) == 4
        assert ended(workers)


@pytest.mark.slow
@needs_linux
def test_ctrl_c_ends_requests_that_are_computed():
    with server() as (process, port):
        get(port, "/api/games")
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/api/solve?position=kayles%5B40,41,42,43%5D&misere=1")
        time.sleep(0.5)
        workers = workers_of(process.pid)
        process.send_signal(signal.SIGINT)
        answer = connection.getresponse()
        assert (answer.status, json.loads(answer.read())["error"]) == (503, "the server is about to end")
        assert process.communicate(timeout=20) == ("", "")
        assert ended(workers)
        connection.close()


def comes(port, status):
    """Whether the server answers so in the end."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if get(port, "/api/games")[0].status == status:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.slow
def test_connections_are_bounded():
    code = (
        "from grundy.web.server import serve\n"
        "from grundy.web.settings import Limits, Settings\n"
        "few = Settings(workers=1, quick=1, studies=1, warm=False, limits=Limits(connections=2))\n"
        "serve(few, '127.0.0.1', 0, tell=lambda url: print(url, flush=True))"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        try:
            port = int(re.search(r":(\d+)/", process.stdout.readline())[1])
            assert get(port, "/api/games")[0].status == 200
            with socket.create_connection(("127.0.0.1", port)), socket.create_connection(("127.0.0.1", port)):
                assert comes(port, 503)
            assert comes(port, 200)
        finally:
            process.kill()


def run(*options):
    return subprocess.run([*COMMAND, *options], capture_output=True, text=True, check=False, timeout=60)


def test_a_port_in_use_is_one_clear_error():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("--port", str(port))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"error: cannot serve at 127.0.0.1, port {port}: address already in use\n"


@pytest.mark.parametrize(
    ("host", "port", "message"),
    [
        ("no.such.host.invalid", 0, "--host: no.such.host.invalid is no address of this machine"),
        ("192.0.2.1", 0, "cannot serve at 192.0.2.1, port 0: cannot assign requested address"),
    ],
)
def test_an_address_that_cannot_be_had_is_one_clear_error(host, port, message):
    with pytest.raises(GrundyError, match=message):
        bound(host, port)


@pytest.mark.parametrize(("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("localhost", None)])
def test_the_address_to_open_is_told(host, shown):
    with bound(host, 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP  # else answers would wait for acknowledgements, some 40 ms
        found = re.fullmatch(r"http://([^/]+):(\d+)/", url_of(listening))
        assert found
        assert shown in (None, found[1])


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"lang": "xx"}, "no texts in the language 'xx'"),
        ({"workers": 0}, "workers is a number of processes, at least 1"),
    ],
)
def test_bad_settings_are_one_clear_error(bad, message):
    with pytest.raises(GrundyError, match=message):
        Settings(**bad)


@pytest.mark.parametrize("missing", ["fastapi", "uvicorn"])
def test_without_the_extra_the_error_names_it(missing):
    code = f"import sys; sys.modules[{missing!r}] = None; from grundy.cli import main; main()"
    command = [sys.executable, "-c", code, "serve", "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr == (
        f"error: serving needs {missing}, of an extra that is not installed: python -m pip install 'grundy[web]'\n"
    )
