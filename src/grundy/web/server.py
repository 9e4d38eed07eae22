"""A server on a port: bound first, so that a port in use is one clear error; ended by Ctrl-C without remains."""

from __future__ import annotations

import resource
import socket
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from grundy.rules.errors import GrundyError

from .app import create_app
from .connections import connections
from .settings import Settings

_GRACE = 2
_FILES = 200


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens at *host* and *port* (0: any free one); raises GrundyError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise GrundyError(f"--host: {host} is no address of this machine ({error.strerror})") from None
    made = socket.socket(family, kind, protocol)  # asyncio sends at once only where the protocol is said to be TCP
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind(address)
        made.listen(2_048)
    except OSError as error:
        made.close()
        raise GrundyError(f"cannot serve at {host}, port {port}: {(error.strerror or str(error)).lower()}") from None
    return made


def url_of(made: socket.socket) -> str:
    """The address to open in a browser."""
    host, port = made.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104 - any address of this machine; the browser here takes this one
        host = "127.0.0.1" if host != "::" else "::1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _allow_files(connections: int) -> None:
    """Let this process have as many open files as its connections need, as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + _FILES if hard == resource.RLIM_INFINITY else min(hard, connections + _FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class _Server(uvicorn.Server):
    """A server that says when it is ready, and ends what is being computed before it waits for connections to end."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.app = app
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the workers and what the first reader needs."""
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the workers, then the server."""
        await self.app.state.service.stop()
        await super().shutdown(sockets)


def serve(settings: Settings, host: str, port: int, *, log: bool = False, tell: Callable[[str], None] = print) -> None:
    """Serve until Ctrl-C; *tell* is told the address when all is ready. Raises GrundyError where there is no port."""
    listening = bound(host, port)
    limits = settings.limits
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        log_level="info" if log else "error",
        access_log=log,
        http=connections(limits, proxy=settings.proxy),
        proxy_headers=False,  # the application reads them
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
        ws="none",
    )
    _allow_files(limits.connections)
    url = url_of(listening)
    try:
        _Server(config, app, lambda: tell(url)).run(sockets=[listening])
    except KeyboardInterrupt:
        return
    finally:
        listening.close()
