"""What keeps a server on the internet safe: nothing is evaluated or written, everything is bounded, headers stand."""

import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from tests.web.serving import SMALL, client_of

from grundy import study
from grundy.games import expression
from grundy.web.guard import HEADERS, Guard
from grundy.web.jobs import Jobs
from grundy.web.lanes import Lane
from grundy.web.processes import Again, Busy, Died, Kind, TimedOut, Worker
from grundy.web.service import Remembered, Service, TooMany, is_simple
from grundy.web.settings import Limits, Settings


def slow(n=43):
    """A request that takes many seconds."""
    return {"position": f"kayles[40, 41, 42, {n}]", "misere": True, "limit": 20}


SECONDS = 0.5


@pytest.fixture(scope="module")
def client():
    limits = Limits(
        text=500, digits=50, components=6, cells=400, seconds=SECONDS, seconds_study=5.0, body=8_192, body_check=20_000,
        answer=10_000, jobs_client=2, body_seconds=0.5,
    )  # fmt: skip
    with client_of(limits) as client:
        yield client


def refused(answer, status, *words):
    assert answer.status_code == status, answer.text
    assert set(answer.json()) - {"translations"} == {"error", "at"}
    for word in words:
        assert word in answer.json()["error"], answer.json()
    assert all(answer.headers[name] == value for name, value in HEADERS.items())


# ---------------------------------------------------------------- nothing is evaluated


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('id')",
        "nim.__class__.__mro__",
        "(lambda: 1)()",
        "[x for x in (1, 2)]",
        "open('/etc/passwd')",
        "nim[__import__('os').getpid()]",
        "nim[3] if 1 else nim[4]",
        "f'{1}'",
        "ruleset('n -> n-t where __import__(\"os\")')",
        "n -> n-t where t.__class__",
        "n -> (lambda: n)()",
        "n -> open(n)",
    ],
)
def test_python_is_refused(client, text):
    refused(client.get("/api/parse", params={"text": text}), 422)


@pytest.mark.parametrize(
    "text", ["game.py:moves[3]", "/etc/passwd.py:x", "../../x.py:moves", "nim[3] + game.py:moves[3]"]
)
@pytest.mark.parametrize(
    ("act", "name"), [("parse", "text"), ("state", "position"), ("table", "rules"), ("why", "position")]
)
def test_files_of_rules_are_refused(client, act, name, text):
    refused(client.get(f"/api/{act}", params={name: text}), 422, "files of rules are not taken here")


def test_a_study_takes_no_file_either(client):
    refused(client.post("/api/study", json={"rules": "game.py:moves"}), 422, "files of rules are not taken here")


def test_a_certificate_names_no_file(client):
    refused(client.post("/api/check", content="/etc/passwd"), 422, "no certificate")
    refused(client.post("/api/check", content='"pyproject.toml"'), 422, "a JSON object")


def test_a_worker_can_write_no_file(tmp_path):
    code = (
        "from grundy.web.worker import _bound; _bound(0, 10**9)\n"
        f"file = open({str(tmp_path / 'x')!r}, 'w'); file.write('x'); file.flush()"
    )
    done = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True, check=False, timeout=30)
    assert done.returncode != 0
    assert "File too large" in done.stderr
    assert (tmp_path / "x").read_text() == ""


# ---------------------------------------------------------------- limits


def test_a_long_text_is_refused(client):
    refused(client.get("/api/state", params={"position": f"nim[{'1, ' * 200}1]"}), 422, "606", "at most 500 are taken")


def test_a_long_number_is_refused(client):
    refused(client.get("/api/state", params={"position": f"nim[{'9' * 51}]"}), 422, "51 digits", "at most 50 are taken")


def test_a_power_that_is_a_long_number_is_refused(client):
    refused(client.get("/api/state", params={"position": "nim[10**51]"}), 422, "more than the 50 digits")
    refused(client.get("/api/state", params={"position": "nim[10**10**10]"}), 422, "more than 4,000 digits")
    refused(client.get("/api/table", params={"rules": "kayles[10**60:10**60+3]"}), 422, "more than the 50 digits")


def test_a_position_with_many_components_is_refused(client):
    refused(client.get("/api/state", params={"position": "nim[1, 2, 3, 4, 5, 6, 7]"}), 422, "7 components", "at most 6")


def test_a_large_table_is_refused(client):
    refused(client.get("/api/table", params={"rules": "wythoff[:21, :21]"}), 422, "441 values", "at most 400")
    refused(client.get("/api/table", params={"rules": "kayles", "to": 10**18}), 422)


def test_a_deep_text_is_refused(client):
    refused(
        client.get("/api/parse", params={"text": f"{'(' * 200}nim[3]{')' * 200}"}), 422, "brackets inside each other"
    )
    refused(client.get("/api/parse", params={"text": f"nim[{'-' * 400}3]"}), 422, "operations inside each other")


def test_endless_rules_are_refused(client):
    refused(client.get("/api/parse", params={"text": "n -> n+t where t <= 3"}), 422, "play may not end")


def test_a_large_answer_is_refused(client):
    heaps = ", ".join(str(10**49 + i) for i in range(6))
    refused(client.get("/api/state", params={"position": f"nim[{heaps}]"}), 422, "the answer is larger than 9 KiB")


def test_a_long_body_is_refused_before_it_is_read(client):
    refused(client.post("/api/state", json={"position": "x" * 9_000}), 413, "more than 8 KiB")
    refused(client.post("/api/check", content=b"x" * 21_000), 413, "more than 19 KiB")

    def parts():
        for _ in range(100):
            yield b"x" * 1_000

    refused(client.post("/api/state", content=parts()), 413, "more than 8 KiB")


def test_a_budget_is_bounded(client):
    refused(client.post("/api/study", json={"rules": "kayles", "budget": 6}), 422, "at most 5 seconds")


def test_what_takes_too_long_is_refused_and_its_worker_replaced(client):
    begun = time.monotonic()
    refused(client.get("/api/solve", params=slow()), 422, "longer than the 0.5 s")
    assert time.monotonic() - begun < 5
    assert client.get("/api/solve", params={"position": "nim[3]"}).status_code == 200


def test_every_answer_has_the_headers(client):
    answers = [
        client.get("/"),
        client.get("/nothing"),
        client.get("/static/grundy.css"),
        client.get("/api/games"),
        client.get("/api/nothing"),
        client.get("/api/state", params={"position": "nim[3]"}),
        client.get("/api/state"),
        client.post("/api/state", content=b"x" * 9_000),
        client.get("/picture/nim.svg"),
        client.get("/api/openapi.json"),
    ]
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, (answer.url, name)
    policy = HEADERS["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_an_error_of_ours_is_told_without_its_inside(client, monkeypatch, caplog):
    async def broken(*_args, **_more):
        raise ZeroDivisionError("inside")

    monkeypatch.setattr(client.app.state.service, "answer", broken)
    answer = client.get("/api/state", params={"position": "nim[3]"})
    refused(answer, 500, "internal error")
    assert "inside" not in answer.text
    assert "inside" in caplog.text


def test_studies_of_one_client_are_bounded_and_a_cancelled_one_ends_at_once(client):
    worker = next(iter(client.app.state.service.jobs.lane.workers)).process.pid
    jobs = [client.post("/api/study", json={"rules": "grundy_game", "budget": 5}).json()["job"] for _ in range(2)]
    answer = client.post("/api/study", json={"rules": "kayles"})
    refused(answer, 429, "2 studies of yours")
    assert answer.headers["retry-after"]
    deadline = time.monotonic() + 20
    while client.get(f"/api/study/{jobs[0]}").json()["status"] == "waiting":
        assert time.monotonic() < deadline
        time.sleep(0.02)
    for job in jobs:
        assert client.delete(f"/api/study/{job}").json()["status"] == "cancelled"
    while alive(worker):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert client.get(f"/api/study/{jobs[0]}").json()["study"] is None
    assert client.post("/api/study", json={"rules": "kayles", "budget": 1}).status_code == 202


# ---------------------------------------------------------------- lanes and what is remembered


def alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def run(act, limits=None, **more):
    """What an async function of a started service gives."""

    async def whole():
        service = Service(Settings(**{**SMALL, **more}, limits=limits or Limits()))
        await service.start()
        workers = [w.process.pid for lane in (service.quick, service.heavy, service.jobs.lane) for w in lane.workers]
        try:
            return await act(service)
        finally:
            await service.stop()
            assert not any(map(alive, workers))

    return asyncio.run(whole())


def test_a_full_queue_is_refused_and_simple_requests_do_not_wait():
    limits = Limits(seconds=2.0, waiting=1, client=2)

    async def act(service):
        running = asyncio.create_task(service.answer("solve", slow(43), "one"))
        waiting = asyncio.create_task(service.answer("solve", slow(44), "one"))
        await asyncio.sleep(0.1)
        with pytest.raises(Busy):
            await service.answer("solve", slow(45), "two")
        status, _ = await service.answer("state", {"position": "nim[3, 6, 9]", "misere": False}, "three")
        waited = running.done()
        return status, waited, await asyncio.gather(running, waiting)

    status, waited, answers = run(act, limits)
    assert status == 200
    assert not waited
    for code, body in answers:
        assert code == 422
        assert "longer than the 2 s" in json.loads(body)["error"]


def test_requests_of_one_client_are_bounded():
    limits = Limits(seconds=0.6, client=1)

    async def act(service):
        first = asyncio.create_task(service.answer("solve", slow(), "one"))
        await asyncio.sleep(0.05)
        with pytest.raises(TooMany):
            await service.answer("solve", slow(44), "one")
        again = asyncio.create_task(service.answer("solve", slow(), "one"))  # the same request is computed once
        await asyncio.gather(first, again)
        return service.clients

    assert not run(act, limits)


def test_work_is_bounded_and_the_message_is_not_about_the_command_line_s_option():
    async def act(service):
        return await service.answer("solve", slow(), "one")

    status, body = run(act, Limits(work=1_000))
    error = json.loads(body)["error"]
    assert status == 422
    assert "needs more than 1,000 moves to be looked at; the command line has wider limits, or none" in error
    assert "--work" not in error


def test_the_time_of_a_check_is_bounded():
    certificate = study(expression("wythoff")).certificate

    async def act(service):
        return await service.answer("check", {"certificate": json.dumps(certificate)}, "one")

    status, body = run(act, Limits(seconds_check=0.0001))
    found = json.loads(body)
    assert status == 422 or found["valid"] is False
    assert "time" in found.get("error", found.get("why"))


def test_options_that_are_listed_are_bounded():
    async def act(service):
        state = await service.answer("state", {"position": "nim[50]", "misere": False}, "one")
        solved = await service.answer("solve", {"position": "nim[50] + nim[20]", "misere": False, "limit": 30}, "one")
        return json.loads(state[1]), json.loads(solved[1])

    state, solved = run(act, Limits(options=10))
    assert len(state["moves"]) <= 12  # and the best ones
    assert state["complete"] is False
    assert len(solved["winning_options"]) <= 10


def test_simple_requests_that_wait_are_bounded_too():
    async def act(service):
        asked = [{"position": f"nim[{n}]", "misere": False} for n in range(200)]
        return await asyncio.gather(*(service.answer("state", one, "one") for one in asked), return_exceptions=True)

    answers = run(act, Limits(waiting_quick=5))
    assert any(isinstance(answer, Busy) for answer in answers)
    assert all(isinstance(answer, Busy) or answer[0] == 200 for answer in answers)


def test_a_request_waits_for_a_bounded_time():
    limits = Limits(seconds=20.0, seconds_waiting=0.1)

    async def act(service):
        running = asyncio.create_task(service.answer("solve", slow(43), "one"))
        await asyncio.sleep(0.05)
        with pytest.raises(Busy):
            await service.answer("solve", slow(44), "two")
        waited = running.done()
        running.cancel()
        return waited

    assert not run(act, limits)


class Clerk:
    """A worker that does nothing."""

    def __init__(self):
        self.load, self.last, self.over = 0, False, False

    async def stop(self):
        pass


def test_requests_are_taken_in_their_order():
    async def act():
        lane = Lane(0, Kind(0, 2**30, 10), Limits())
        clerk = Clerk()
        taken = []

        async def ask(number):
            taken.append((number, await lane._take()))

        tasks = [asyncio.create_task(ask(number)) for number in range(4)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        lane.workers.add(clerk)
        lane._serve()
        for _ in range(3):
            tasks.append(asyncio.create_task(ask(9)))  # comes later, while the one before it is about to be woken
            await asyncio.sleep(0)
            clerk.load -= 1
            lane._serve()
        await asyncio.sleep(0.01)
        assert [number for number, _ in taken] == [0, 2, 3, 9]
        await lane.stop()
        return await asyncio.gather(*tasks, return_exceptions=True)

    errors = [one for one in asyncio.run(act()) if one is not None]
    assert [type(error) for error in errors] == [asyncio.CancelledError, Busy, Busy]


def test_requests_behind_one_whose_worker_ends_are_sent_again():
    async def act():
        lane = Lane(1, Kind(0, 2**30, 10, busy=1.0, ahead=4), Limits())
        await lane.start()
        asked = [slow(), *[{"position": f"nim[{n}]", "misere": False, "limit": 3} for n in range(1, 4)]]
        answers = await asyncio.gather(*(lane.run(9.0, "solve", one) for one in asked), return_exceptions=True)
        await lane.stop()
        return answers

    first, *others = asyncio.run(act())
    assert isinstance(first, Died)
    assert [status for status, _ in others] == [200, 200, 200]


def test_requests_behind_workers_that_have_served_are_sent_again_and_again():
    class Served(Clerk):
        left = 5

        async def ask(self, *_, left, **__):
            answer = asyncio.get_running_loop().create_future()
            answer.add_done_callback(left)
            if Served.left:
                Served.left -= 1
                answer.set_exception(Again(served=True))
            else:
                answer.set_result((200, b"{}", 1))
            return await answer

    async def act():
        lane = Lane(0, Kind(0, 2**30, 10), Limits())
        lane.workers.add(Served())
        return await asyncio.wait_for(lane.run(9.0, "solve", {}), 5)

    assert asyncio.run(act()) == (200, b"{}")


def test_nothing_of_workers_is_left_when_they_are_stopped_while_they_are_renewed(recwarn):
    async def act():
        lane = Lane(1, Kind(0, 2**30, 10), Limits())
        await lane.start()
        (worker,) = lane.workers
        worker.kill()
        await asyncio.wait([worker.reading])
        await lane.stop()

    asyncio.run(act())
    gc.collect()
    assert not recwarn.list


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts so")
def test_a_worker_is_not_held_to_have_grown_where_the_server_is_large():
    large = "import subprocess, sys; kept = b'x' * 400_000_000; print(subprocess.check_output(sys.argv[1:]).decode())"
    grown = "from grundy.web.worker import _grown; {}; print(_grown(2**30))"
    for own, right in (("pass", "False"), ("kept = b'x' * 400_000_000", "True")):
        command = [sys.executable, "-c", large, sys.executable, "-c", grown.format(own)]
        assert subprocess.check_output(command, text=True).split() == [right]


def test_a_worker_that_was_killed_is_replaced_unseen():
    async def act(service):
        for worker in (*service.heavy.workers, *service.quick.workers):
            worker.process.kill()
        await asyncio.sleep(0.1)
        return await service.answer("solve", {"position": "nim[3]", "misere": False, "limit": 3}, "one")

    assert run(act)[0] == 200


def test_a_request_whose_worker_is_killed_from_outside_is_sent_again():
    async def act():
        lane = Lane(1, Kind(0, 2**30, 10), Limits())
        await lane.start()
        (worker,) = lane.workers
        asking = asyncio.create_task(lane.run(9.0, "solve", {"position": "nim[3]", "misere": False, "limit": 3}))
        os.kill(worker.process.pid, signal.SIGSTOP)
        await asyncio.sleep(0)
        assert worker.asked
        os.kill(worker.process.pid, signal.SIGKILL)
        answer = await asking
        await lane.stop()
        return answer

    assert asyncio.run(act())[0] == 200


def test_memory_is_bounded():
    limits = Limits(memory=64 * 2**20, seconds=10.0, work=2_000_000_000, cells=10**9)

    async def act(service):
        asked = {"rules": "subtraction({1, 3, 4})[:30000000]", "to": None, "misere": False}
        refusal = await service.answer("table", asked, "one")
        after = await service.answer("solve", {"position": "nim[3, 6, 9]", "misere": False, "limit": 3}, "one")
        return refusal, after

    (status, body), after = run(act, limits)
    assert status == 422
    assert "memory" in json.loads(body)["error"]
    assert after[0] == 200


def test_a_simple_request_that_is_not_joins_the_others():
    limits = Limits(seconds_quick=0.01)

    async def act(service):
        answer = await service.answer("state", {"position": 'hexadecimal("0.3F")[99]', "misere": False}, "one")
        return answer, dict(service.shapes)

    (status, _), shapes = run(act, limits)
    assert status == 200
    assert max(shapes.values()) > 0


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("nim[3, 6, 9]", True),
        ("subtraction({1, 3, 4})[100] + nim[2]", True),
        ("race(2, 9, goal=162)[1]", True),
        ("nim[1000]", False),
        ("nim[1, 2, 3, 4, 5, 6, 7]", False),
        ('hexadecimal("0.3F")[300]', False),
        ('ruleset("n -> n-t")[3]', False),
        ("chess[3]", False),
        ("nim[3] + nim[3] + nim[3] + nim[3] + nim[3]", False),
        ("bash(10**9)[3]", True),
        ("nim[3]\n", False),
    ],
)
def test_simple_positions_are_told_by_their_text(text, simple):
    assert is_simple(text) is simple


def test_what_is_remembered_is_bounded():
    kept = Remembered(3, 1_000)
    for i in range(5):
        kept.put(f"key {i}", (200, b"x"), 60)
    assert list(kept.answers) == ["key 2", "key 3", "key 4"]
    kept.put("large", (200, b"x" * 500), 60)
    assert kept.get("large") is None
    kept.put("old", (200, b"x" * 90), -1)
    assert kept.get("old") is None
    for i in range(30):
        kept.put(f"more {i}", (200, b"x" * 100), 60)
    assert kept.bytes == sum(len(key) + len(answer[1]) for key, (_, answer) in kept.answers.items()) <= 1_000


def test_studies_are_bounded_and_forgotten():
    limits = Limits(jobs=4, jobs_waiting=2, jobs_kept=0.0)

    async def act():
        lane = Lane(1, Kind(0, 2**30, 2), limits)
        jobs = Jobs(lane, limits)  # without workers, so that all wait
        opened = [jobs.open({"rules": "kayles", "misere": False, "budget": 1.0}, "one") for _ in range(2)]
        await asyncio.sleep(0)
        full = jobs.full
        for job in opened:
            jobs.cancel(job.name)
        await asyncio.sleep(0.01)
        known = jobs.full, len(jobs.jobs)
        await jobs.stop()
        return full, known

    assert asyncio.run(act()) == (True, (False, 0))


def test_a_worker_ends_when_the_server_is_gone():
    async def act():
        worker = await Worker.started(Kind(0, 2**30, 1), Limits())
        worker.process.stdin.close()
        async with asyncio.timeout(10):
            await worker.process.wait()  # not ended by us
        await worker.stop()

    asyncio.run(act())


def test_a_worker_that_computes_ends_itself_in_time():
    async def act():
        worker = await Worker.started(Kind(0, 2**30, 1), Limits())
        worker.kill = lambda: None
        with pytest.raises(TimedOut):
            await worker.ask((0.3, 5.0), "solve", slow())
        async with asyncio.timeout(20):
            await worker.process.wait()  # not ended by us
        await worker.stop()

    asyncio.run(act())


def test_a_slow_body_is_refused():
    sent = []

    async def receive():
        await asyncio.sleep(30)

    async def send(message):
        sent.append(message)

    guard = Guard(None, Limits(body_seconds=0.05), internal=None)
    asyncio.run(guard({"type": "http", "method": "POST", "path": "/api/state", "headers": []}, receive, send))
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["error"] == "the request's body took longer than 0.05 s"
