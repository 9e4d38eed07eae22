"""The application: pages, API, files and what every request passes."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Match, Route

import grundy
from grundy.explain.texts import languages
from grundy.rules.errors import GrundyError

from . import api, pages
from .answers import error_body
from .assets import Assets
from .catalogue import Catalogue
from .guard import Guard
from .service import Service
from .settings import Settings

_NO_JSON = "the request's body is no JSON"


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application with its own workers, which start and end with it."""
    settings = settings or Settings()

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        app.state.service = service = Service(settings)
        for lang in languages():
            app.state.catalogue.as_json(lang)
        try:
            await service.start()
            if settings.warm:
                await _warm(app)
            yield
        finally:
            await service.stop()

    app = FastAPI(
        title="grundy",
        version=grundy.__version__,
        summary="Impartial combinatorial games: who wins, every winning move, laws and proofs.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=running,
        redirect_slashes=False,
    )
    app.state.assets = Assets()
    app.state.catalogue = Catalogue()
    app.state.pages = pages.Pages(app.state.assets, app.state.catalogue, settings)
    app.include_router(api.router)
    app.include_router(pages.router)
    app.add_middleware(GZipMiddleware, minimum_size=1_000, compresslevel=4)
    app.add_middleware(Guard, limits=settings.limits, internal=_internal, proxy=settings.proxy)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    return app


async def _warm(app: FastAPI) -> None:
    """Make what the first reader needs before there is one: pages, files, the pictures of the catalogue."""
    made: pages.Pages = app.state.pages
    made.warm(app.openapi())
    for game in app.state.catalogue.games("en"):
        with contextlib.suppress(GrundyError):  # a machine that is too busy: it is made when it is asked for
            await made.draw(app.state.service, game["name"])


def _is_api(request: Request) -> bool:
    return request.url.path.startswith("/api/")


def _error(request: Request, status: int, message: str, headers: Any = None) -> Response:
    if _is_api(request):
        return Response(error_body(message), status, headers, media_type="application/json")
    found: Response = request.app.state.pages.error(request, status, message)
    found.headers.update(headers or {})
    return found


def _invalid(request: Request, error: Exception) -> Response:
    """The answer for a request that lacks something, or has something of another kind than expected."""
    assert isinstance(error, RequestValidationError)  # noqa: S101 - it is registered for these
    told = []
    if request.method == "POST" and any(one["loc"] == ("body",) for one in error.errors()):
        kind = request.headers.get("content-type")
        if kind is None or "json" not in kind:
            given = "it is missing" if kind is None else f"it is {kind[:80]}"
            return _error(request, 422, f"the header Content-Type must say application/json; {given}")
    for one in error.errors()[:3]:
        if one["type"] == "json_invalid":
            return _error(request, 422, _NO_JSON)
        where = [str(place) for place in one["loc"] if place not in ("query", "body", "path")]
        given = one.get("input")
        shown = f", not {json.dumps(given)[:80]}" if where and isinstance(given, str | int | float) else ""
        message = one["msg"][0].lower() + one["msg"][1:]
        told.append(f"{'.'.join(where)[:80] or 'the request'}: {message}{shown}")
    return _error(request, 422, "; ".join(told))


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - it is registered for these
    if error.status_code == 400:  # its body is not UTF-8, or nested too deeply
        return _error(request, 422, _NO_JSON)
    message = pages.nothing_at(request) if error.status_code == 404 else str(error.detail)
    headers = {"allow": _methods(request)} if error.status_code == 405 else error.headers
    return _error(request, error.status_code, message, headers)


def _methods(request: Request) -> str:
    """The methods that the address of a request takes."""
    known = [*api.router.routes, *pages.router.routes, *request.app.routes]
    routes = [route for route in known if isinstance(route, Route) and route.matches(request.scope)[0] != Match.NONE]
    return ", ".join(sorted({method for route in routes for method in route.methods or ()}))


def _internal(request: Request) -> Response:
    """The answer for an error of ours, which the log of the server has."""
    return _error(request, 500, "internal error: the server's log says more")
