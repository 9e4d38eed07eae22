"""Connections: bounded in number, also for each client, and in the time that they may take to speak or to listen."""

from __future__ import annotations

import asyncio
import http
import sys
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .addresses import client, is_here
from .answers import error_body
from .guard import HEADERS
from .settings import Limits

_LINGER = 1.0
_LINGERING = 100
_NO_HTTP = "this is no request of HTTP/1.1"
_LONG_HEAD = "the head of this request is too long; at most 64 KiB are taken"


class Crowd:
    """The connections of a server: how many there are, and of each client.

    Those of a reverse proxy on this machine (*proxy*) are those of many clients, and are counted as requests instead.
    """

    def __init__(self, limits: Limits, *, proxy: bool) -> None:
        self.limits = limits
        self.proxy = proxy
        self.open: Counter[str] = Counter()
        self.lingering = 0

    def refusal(self, host: str, others: int) -> tuple[int, str] | None:
        """The status and the message for one more connection where it is one too many."""
        if others >= self.limits.connections:
            return 503, "the server has too many connections; please try again in a few seconds"
        most = self.limits.connections_client
        if self.open[client(host)] >= most and not (self.proxy and is_here(host)):
            return 429, f"you have {most:,} connections, the most that one client may have"
        return None

    def enter(self, host: str) -> None:
        """Count a connection."""
        self.open[client(host)] += 1

    def leave(self, host: str) -> None:
        """Count it no more."""
        key = client(host)
        self.open[key] -= 1
        if self.open[key] <= 0:
            del self.open[key]


class Connection(H11Protocol):
    """A connection that is closed where a request's head, or the reading of an answer, takes too long."""

    crowd: Crowd

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.host = ""
        self.counted = False
        self.refused = False
        self.heard = False
        self.head: asyncio.TimerHandle | None = None
        self.sending: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or refuse it."""
        peer = transport.get_extra_info("peername")
        self.host = str(peer[0]) if isinstance(peer, tuple) else ""
        refusal = self.crowd.refusal(self.host, len(self.connections))
        if refusal is not None:
            self._refuse(transport, *refusal)
            return
        self.crowd.enter(self.host)
        self.counted = True
        super().connection_made(transport)
        self._await_head()

    def _refuse(self, transport: asyncio.Transport, status: int, message: str) -> None:
        """Answer at once, and let the client read it: what it sends is thrown away for a moment."""
        self.transport, self.refused = transport, True
        if self.crowd.lingering >= _LINGERING:
            transport.abort()
            return
        self.crowd.lingering += 1
        self.counted = True
        transport.write(_answer(status, message))
        if transport.can_write_eof():
            transport.write_eof()
        self.head = self.loop.call_later(_LINGER, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._drop("head")
        self._drop("sending")
        if self.refused:
            self.crowd.lingering -= self.counted
            return
        if self.counted:
            self.counted = False
            self.crowd.leave(self.host)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what has come; where that is but a part of a request's head, the rest must follow in time."""
        if self.refused:
            return
        self.heard = True
        super().data_received(data)
        if self.transport.is_closing():
            self._drop("head")
        elif self.conn.their_state is h11.IDLE:
            self._await_head()
        else:
            self._drop("head")

    def _await_head(self) -> None:
        if self.head is None:
            self.head = self.loop.call_later(self.crowd.limits.header_seconds, self._too_slow)

    def _drop(self, name: str) -> None:
        timer = getattr(self, name)
        if timer is not None:
            timer.cancel()
            setattr(self, name, None)

    def _too_slow(self) -> None:
        """Close a connection on which no request has come."""
        self.head = None
        if self.transport.is_closing():
            return
        if self.heard and self.conn.our_state is h11.IDLE:
            seconds = self.crowd.limits.header_seconds
            self.transport.write(_answer(408, f"the head of the request took longer than {seconds:g} s"))
        self._close()

    def _close(self) -> None:
        """Close when all is sent, which may not take long."""
        self.transport.close()
        if self.sending is None:
            self.sending = self.loop.call_later(self.crowd.limits.sending_seconds, self.transport.abort)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP; h11 says which status is meant."""
        del msg
        hint = getattr(sys.exc_info()[1], "error_status_hint", 400)
        if self.conn.our_state is h11.IDLE or self.conn.our_state is h11.SEND_RESPONSE:
            self.transport.write(_answer(hint, _LONG_HEAD if hint == 431 else _NO_HTTP))
        self._close()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that waits for its next request for too long."""
        if not self.transport.is_closing():
            self._close()

    def pause_writing(self) -> None:
        """Note that the client does not read its answer; it may not do so for long."""
        super().pause_writing()
        if self.sending is None:
            self.sending = self.loop.call_later(self.crowd.limits.sending_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Note that it reads again."""
        if not self.transport.is_closing():
            self._drop("sending")
        super().resume_writing()


def connections(limits: Limits, *, proxy: bool) -> type[Connection]:
    """The kind of the connections of one server."""
    return type("Connection", (Connection,), {"crowd": Crowd(limits, proxy=proxy)})


def _answer(status: int, message: str) -> bytes:
    """An answer as it goes over the line, after which the connection ends."""
    body = error_body(message)
    headers = {**HEADERS, "content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
    if status in (429, 503):
        headers["retry-after"] = "3"
    rows = [f"HTTP/1.1 {status} {http.HTTPStatus(status).phrase}", *(f"{name}: {headers[name]}" for name in headers)]
    return "\r\n".join((*rows, "", "")).encode("ascii") + body
