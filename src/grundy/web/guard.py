"""What every request passes: headers that keep a page to itself, and bounds of a request's body."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grundy.rules.said import said

from .addresses import client, forwarded, is_here
from .answers import error_body
from .settings import KIB, Limits

LOG = logging.getLogger("uvicorn.error")

HEADERS: Mapping[str, str] = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""The headers of every answer. Scripts and styles come from files of ours only: none stands in a page."""


class Guard:
    """Adds :data:`HEADERS` to each answer; refuses a body that is too long with 413, one that is too slow with 408.

    A client may have a bounded number of requests under way. Behind a *proxy* on this machine clients are those of whom
    it tells.
    """

    def __init__(
        self, app: ASGIApp, limits: Limits, internal: Callable[[Request], Response], *, proxy: bool = False
    ) -> None:
        self.app = app
        self.limits = limits
        self.proxy = proxy
        self.under_way: Counter[str] = Counter()
        self.internal = internal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        name = self._client(scope)
        if self.under_way[name] >= self.limits.connections_client:
            most = said(
                "{count} requests of yours are under way, the most that one client may have",
                count=f"{self.limits.connections_client:,}",
            )
            await _refuse(guarded, 429, most)
            return
        self.under_way[name] += 1
        try:
            await self._passed(scope, receive, guarded)
        except Exception:
            LOG.exception("%s %r", scope["method"], scope["path"][:300])
            if begun:
                raise  # the answer is cut off, and the connection with it
            await self.internal(Request(scope))(scope, receive, guarded)
        finally:
            self.under_way[name] -= 1
            if not self.under_way[name]:
                del self.under_way[name]

    def _client(self, scope: Scope) -> str:
        """What stands for the client, whose address the proxy may know better."""
        host, port = scope.get("client") or ("unknown", 0)
        if self.proxy and is_here(host):
            told = forwarded(scope["headers"])
            if told is not None:
                host, port = told, 0
                scope["client"] = host, port
        return client(host)

    async def _passed(self, scope: Scope, receive: Receive, guarded: Send) -> None:
        sized = {name for name, _ in scope["headers"]} & {b"content-length", b"transfer-encoding"}
        if len(sized) == 2:
            both = "Content-Length and Transfer-Encoding contradict each other; expected one of the two"
            await _refuse(guarded, 400, both)
            return
        if scope["method"] in ("GET", "HEAD") and not sized:
            await self.app(scope, receive, guarded)
            return
        most = self.limits.body_check if scope["path"] == "/api/check" else self.limits.body
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                body = await _body(scope, receive, most)
        except TimeoutError:
            await _refuse(
                guarded,
                408,
                said("the request's body took longer than {seconds} s", seconds=f"{self.limits.body_seconds:g}"),
            )
            return
        if body is None:
            await _refuse(
                guarded,
                413,
                said("the request's body has more than {most} KiB, the most that is taken", most=f"{most // KIB:,}"),
            )
            return
        await self.app(scope, _once(body, receive), guarded)


async def _body(scope: Scope, receive: Receive, most: int) -> bytes | None:
    """The whole body, or None where it is longer than *most*."""
    said = dict(scope["headers"]).get(b"content-length", b"0")
    if said.isdigit() and int(said) > most:
        return None
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return body
        body += message.get("body", b"")
        if len(body) > most:
            return None
        if not message.get("more_body"):
            return body


def _once(body: bytes, receive: Receive) -> Receive:
    """The messages of a request whose body has been read."""
    left = [body]

    async def replayed() -> Message:
        if left:
            return {"type": "http.request", "body": left.pop(), "more_body": False}
        return await receive()

    return replayed


async def _refuse(send: Send, status: int, message: str) -> None:
    body = error_body(message)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"3"))
    await send({"type": "http.response.start", "status": status, "headers": [*headers, (b"connection", b"close")]})
    await send({"type": "http.response.body", "body": body})
