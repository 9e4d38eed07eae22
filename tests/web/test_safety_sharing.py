"""What one client may take from others: turns, work for those who have gone, connections, addresses."""

import asyncio
import contextlib
import json
import time

import pytest
import uvicorn
from tests.web.serving import SMALL
from uvicorn.server import ServerState

from grundy.rules.errors import CertificateError, LimitExceeded
from grundy.web import answers
from grundy.web.connections import connections
from grundy.web.guard import HEADERS, Guard
from grundy.web.lanes import Lane
from grundy.web.processes import Busy, Kind
from grundy.web.queueing import Holding, Line, Usage
from grundy.web.service import Gone, Service, TooMany
from grundy.web.settings import Limits, Settings


def slow(n=43):
    return {"position": f"kayles[40, 41, 42, {n}]", "misere": True, "limit": 20}


def run(act, limits=None, **more):
    async def whole():
        service = Service(Settings(**{**SMALL, **more}, limits=limits or Limits()))
        await service.start()
        try:
            return await act(service)
        finally:
            await service.stop()

    return asyncio.run(whole())


# ---------------------------------------------------------------- turns


def test_usage_is_forgotten_by_and_by():
    now = [0.0]
    usage = Usage(lambda: now[0])
    usage.add("one", 8.0)
    now[0] = 20.0
    assert usage.of("one") == pytest.approx(2.0)
    for i in range(5_000):
        usage.add(f"client {i}", 1.0)
    assert len(usage.known) == 4_096


def test_who_used_much_waits_for_those_who_used_less():
    line = Line(Usage(lambda: 0.0))
    line.usage.add("much", 5.0)
    for number in range(3):
        line.join("much", number)
    line.join("little", 9)
    assert line.leave("much", 0)
    assert not line.leave("much", 0)
    assert [line.next() for _ in range(4)] == [("little", 9), ("much", 1), ("much", 2), None]


def test_in_a_full_line_the_last_of_whoever_has_most_makes_room():
    line = Line()
    for number in range(3):
        line.join("one", number)
    line.join("two", 9)
    assert line.gives_way("two") == 2
    assert line.gives_way("one") is None
    assert len(line) == 3


def test_who_used_much_leaves_the_last_free_worker():
    usage = Usage(lambda: 0.0)
    holding = Holding(usage, 5.0)
    assert holding.may_take("one", 1)
    holding.take("one")
    usage.add("one", 6.0)
    assert not holding.may_take("one", 1)
    assert holding.may_take("one", 2)
    assert holding.may_take("two", 1)
    holding.give_back("one", 1.0)
    assert holding.may_take("one", 1)


def test_a_full_lane_makes_room_for_another_client():
    async def act():
        lane = Lane(0, Kind(0, 2**30, 3), Limits())
        tasks = [asyncio.create_task(lane._take("one")) for _ in range(3)]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(lane._take("two")))
        await asyncio.sleep(0.01)
        refused = [task.done() for task in tasks]
        with pytest.raises(Busy):
            await lane._take("one")
        await lane.stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        return refused

    assert asyncio.run(act()) == [False, False, True, False]


# ---------------------------------------------------------------- those who have gone


def leaving(seconds):
    async def gone():
        await asyncio.sleep(seconds)

    return gone


@pytest.mark.parametrize("keep", [True, False])
def test_what_nobody_waits_for_is_ended(keep):
    async def act(service):
        worker = next(iter(service.heavy.workers))
        with pytest.raises(Gone):
            await service.answer("solve", slow(), "one", keep=keep, gone=leaving(0.1))
        async with asyncio.timeout(20):
            status, _ = await service.answer("solve", {"position": "nim[3]", "misere": False, "limit": 3}, "two")
        assert worker not in service.heavy.workers
        return status, dict(service.under_way), dict(service.clients)

    status, under_way, clients = run(act, Limits(seconds=40.0))
    assert status == 200
    assert not under_way
    assert not clients


def test_who_has_gone_leaves_the_queue():
    async def act(service):
        running = asyncio.create_task(service.answer("solve", slow(43), "one"))
        await asyncio.sleep(0.05)
        with pytest.raises(Gone):
            await service.answer("solve", slow(44), "two", gone=leaving(0.05))
        await asyncio.sleep(0)
        waiting = len(service.heavy.line)
        running.cancel()
        return waiting

    assert run(act) == 0


def test_an_answer_that_another_waits_for_is_computed():
    asked = {"rules": "grundy_game", "to": 2_000, "misere": False}

    async def act(service):
        first = asyncio.create_task(service.answer("table", asked, "one", gone=leaving(0.01)))
        await asyncio.sleep(0)
        second = await service.answer("table", asked, "two", gone=leaving(30))
        return second, await asyncio.gather(first, return_exceptions=True)

    (status, _), (first,) = run(act)
    assert status == 200
    assert isinstance(first, Gone)


# ---------------------------------------------------------------- whose fault it is


def test_what_took_too_long_before_is_refused_for_what_it_is():
    limits = Limits(seconds=0.4, seconds_waiting=0.1)

    async def act(service):
        first = set(service.heavy.workers)
        assert (await service.answer("solve", slow(43), "one"))[0] == 422
        while not service.heavy.workers - first:  # noqa: ASYNC110 - the one that was ended is replaced
            await asyncio.sleep(0.01)
        running = asyncio.create_task(
            service.answer("solve", {**slow(), "position": "kayles[40, 41, 42, 44, 45]"}, "one")
        )
        await asyncio.sleep(0.02)
        with pytest.raises(LimitExceeded, match=r"took longer than the 0\.4 s"):
            await service.answer("solve", slow(44), "two")
        running.cancel()

    run(act, limits)


def test_a_client_s_own_requests_are_no_overload():
    limits = Limits(seconds=2.0, seconds_waiting=0.1)

    async def act(service):
        running = asyncio.create_task(service.answer("solve", slow(43), "one"))
        await asyncio.sleep(0.05)
        with pytest.raises(TooMany, match="other requests of yours"):
            await service.answer("solve", slow(44), "one")
        running.cancel()

    run(act, limits)


def test_a_certificate_with_a_long_number_is_refused_at_once():
    begun = time.process_time()
    with pytest.raises(CertificateError, match="a number has 1,000,000 digits"):
        answers.check("9" * 1_000_000)
    with pytest.raises(CertificateError, match="a number has 5,001 digits"):
        answers.check(f'{{"law": [1, -{"9" * 5_000}]}}')
    with pytest.raises(CertificateError, match="a JSON object"):
        answers.check(json.dumps(["9" * 9_000]))
    for text in ("1" * 4_000 + "x", "9 " * 200_000):
        with pytest.raises(CertificateError):
            answers.check(text)
    assert time.process_time() - begun < 1.0


# ---------------------------------------------------------------- connections


async def hello(scope, receive, send):
    body = b"x" * 30_000_000 if scope["path"] == "/large" else json.dumps(scope["client"]).encode()
    await receive()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@contextlib.asynccontextmanager
async def listening(limits, *, proxy=False):
    config = uvicorn.Config(hello, lifespan="off", log_level="error", proxy_headers=False)
    config.load()
    kind, state, loop = connections(limits, proxy=proxy), ServerState(), asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: kind(config=config, server_state=state, app_state={}, _loop=loop), "127.0.0.1", 0
    )
    try:
        yield server.sockets[0].getsockname()[1], kind.crowd
    finally:
        server.close()


async def closed(writer):
    writer.transport.abort()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


async def said(port, data, seconds=5):
    """All that comes until the server closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    async with asyncio.timeout(seconds):
        found = await reader.read()
    await closed(writer)
    return found.decode()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", ""),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", "408"),
        (b"\xff\xfe\r\n\r\n", "400"),
        (b"GET / HTTP/1.1\r\n\r\n", "400"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", "400"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 70_000, "431"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: zip\r\n\r\n", "501"),
    ],
)
def test_a_connection_that_says_no_request_is_closed_with_json(data, status):
    async def act():
        async with listening(Limits(header_seconds=0.3)) as (port, crowd):
            found = await said(port, data, 8)
            await asyncio.sleep(0.01)
            return found, dict(crowd.open)

    found, left = asyncio.run(act())
    assert found[9:12] == status
    assert not left
    if status:
        head, _, body = found.partition("\r\n\r\n")
        assert set(json.loads(body)) - {"translations"} == {"error", "at"}
        assert all(f"{name}: {value}" in head for name, value in HEADERS.items())
        assert "connection: close" in head


def test_the_head_of_a_second_request_must_come_in_time_too():
    async def act():
        async with listening(Limits(header_seconds=0.2)) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            await reader.readuntil(b"]")
            writer.write(b"GET / HT")
            async with asyncio.timeout(3):
                found = await reader.read()
            await closed(writer)
            return found

    assert asyncio.run(act()).startswith(b"HTTP/1.1 408")


def test_who_does_not_read_is_cut_off():
    async def act():
        async with listening(Limits(sending_seconds=0.2)) as (port, crowd):
            _, writer = await asyncio.open_connection("127.0.0.1", port, limit=10)  # and reads no more than that
            writer.write(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
            await asyncio.sleep(0.1)
            before = dict(crowd.open)
            await asyncio.sleep(0.6)
            after = dict(crowd.open)
            await closed(writer)
            return before, after

    assert asyncio.run(act()) == ({"127.0.0.1": 1}, {})


@pytest.mark.parametrize(
    ("limits", "status", "proxy"),
    [
        (Limits(connections=2), 503, False),
        (Limits(connections_client=2), 429, False),
        (Limits(connections=2), 503, True),
        (Limits(connections_client=2), 200, True),
    ],
)
def test_connections_are_bounded_also_those_of_one_client(limits, status, proxy):
    async def act():
        async with listening(limits, proxy=proxy) as (port, crowd):
            held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            await asyncio.sleep(0.02)
            request = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            refused = await said(port, request)
            for _, writer in held:
                await closed(writer)
            await asyncio.sleep(0.05)
            after = await said(port, request)
            await asyncio.sleep(0.02)
            return refused, after, dict(crowd.open), crowd.lingering

    refused, after, left, lingering = asyncio.run(act())
    assert refused.startswith(f"HTTP/1.1 {status}")
    assert ("retry-after: " in refused) is (status != 200)
    assert after.startswith("HTTP/1.1 200")
    assert (left, lingering) == ({}, 0)


# ---------------------------------------------------------------- addresses and heads


def passed(headers=(), *, proxy=False, limits=None, peer="127.0.0.1", method="GET", times=1):
    """What a guarded application answers to requests at the same time: statuses, and whom it saw."""
    sent, seen = [], []

    async def app(scope, receive, send):
        seen.append(scope["client"][0])
        await asyncio.sleep(0.02)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    guard = Guard(app, limits or Limits(), internal=None, proxy=proxy)

    async def act():
        scopes = [
            {"type": "http", "method": method, "path": "/", "headers": list(headers), "client": (peer, 5)}
            for _ in range(times)
        ]
        await asyncio.gather(*(guard(scope, receive, send) for scope in scopes))
        assert not guard.under_way

    asyncio.run(act())
    return sorted(message["status"] for message in sent if "status" in message), seen


@pytest.mark.parametrize(
    ("told", "proxy", "peer", "seen"),
    [
        (b"192.0.2.7", True, "127.0.0.1", "192.0.2.7"),
        (b"10.0.0.1, 192.0.2.7", True, "127.0.0.1", "192.0.2.7"),
        (b"[2001:db8::1]:99", True, "::1", "2001:db8::1"),
        (b"192.0.2.7:99", True, "127.0.0.1", "192.0.2.7"),
        (b"192.0.2.7, unknown", True, "127.0.0.1", "127.0.0.1"),
        (b"", True, "127.0.0.1", "127.0.0.1"),
        (b"192.0.2.7", False, "127.0.0.1", "127.0.0.1"),
        (b"192.0.2.7", True, "198.51.100.1", "198.51.100.1"),
    ],
)
def test_the_address_that_a_proxy_tells_is_taken_with_care(told, proxy, peer, seen):
    assert passed([(b"x-forwarded-for", told)], proxy=proxy, peer=peer)[1] == [seen]


def test_requests_under_way_are_bounded_for_each_client_of_a_proxy():
    limits = Limits(connections_client=2)
    assert passed([(b"x-forwarded-for", b"192.0.2.7")], proxy=True, limits=limits, times=3)[0] == [200, 200, 429]


def test_two_lengths_of_a_body_are_refused():
    both = [(b"content-length", b"4"), (b"transfer-encoding", b"chunked")]
    for method in ("GET", "POST"):
        assert passed(both, method=method) == ([400], [])
