"""The pages: templates with texts of the language that the reader asks for."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from grundy.explain.texts import languages, section, sections, translated
from grundy.rules.said import said

from .assets import Assets, sent
from .documenting import operations
from .service import Service
from .settings import listed

Picture = tuple[bytes, bytes, str]
"""A file as bytes, the same compressed, and its hash."""

router = APIRouter(include_in_schema=False)
TEMPLATES = Path(__file__).parent / "templates"
SECTIONS = ("web", "web_api", "web_study")
_READ = ["GET", "HEAD"]
_FRESH = 1.0
"""Seconds for which a page is sent again as it is; pages hold nothing of the request but its language."""

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@cache
def texts(lang: str) -> Mapping[str, str]:
    """The texts of the pages by key; of those of one key in several sections, the first."""
    found: dict[str, str] = {}
    for name in reversed([name for name in SECTIONS if name in sections(lang)]):
        found.update(section(lang, name))
    return found


def translator(lang: str) -> Callable[..., str]:
    """The function that templates call for a text by its key, with values for its placeholders."""

    def t(key: str, **values: Any) -> str:
        return _PLACEHOLDER.sub(lambda found: str(values.get(found[1], found[0])), texts(lang)[key])

    return t


def words(lang: str) -> Callable[..., dict[str, str]]:
    """The function that templates call for all texts whose keys begin in one of some ways."""
    return lambda *prefixes: {key: text for key, text in texts(lang).items() if key.startswith(prefixes)}


def language(request: Request, usual: str) -> str:
    """The language of ?lang=, else the first of Accept-Language that there is, else the usual one."""
    asked = request.query_params.get("lang")
    if asked in languages():
        return str(asked)
    accepted = []
    for part in request.headers.get("accept-language", "")[:200].split(","):
        name, _, quality = part.strip().partition(";q=")
        accepted.append((_number(quality), name.partition("-")[0].lower()))
    wanted = sorted((a for a in accepted if a[0] and a[1] in languages()), key=lambda a: -a[0])
    return wanted[0][1] if wanted else usual


def _number(quality: str) -> float:
    try:
        return float(quality or 1)
    except ValueError:
        return 0.0


class Pages:
    """Templates, filled; those that hold nothing of the request are kept."""

    def __init__(self, assets: Assets, catalogue: Any, settings: Any) -> None:
        self.assets = assets
        self.catalogue = catalogue
        self.settings = settings
        self.environment = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=select_autoescape(default=True, default_for_string=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.pictures: dict[str, Picture] = {}
        self.kept: dict[tuple[str, str], tuple[float, tuple[bytes, bytes, str]]] = {}

    def text(self, page: str, lang: str, **more: Any) -> str:
        """The HTML text of a page."""
        context = {
            "lang": lang,
            "languages": languages(),
            "t": translator(lang),
            "words": words(lang),
            "page": page,
            "static": self.assets.url,
            "games": self.catalogue.games(lang),
            "limits": list(listed(self.settings.limits)),
            **more,
        }
        return self.environment.get_template(f"{page}.html").render(context)

    def answer(self, page: str, request: Request, status: int = 200, **more: Any) -> Response:
        """A page as an answer."""
        lang = language(request, self.settings.lang)
        if status != 200:  # nothing to be kept
            body = self.text(page, lang, status=status, **more).encode()
            return Response(body, status, media_type="text/html")
        body, packed, tag = self._kept(page, lang, more)
        found = sent(body, packed, "text/html", tag, request)
        found.headers["vary"] = "Accept-Encoding, Accept-Language"
        return found

    def _kept(self, page: str, lang: str, more: dict[str, Any]) -> tuple[bytes, bytes, str]:
        """A page, the same compressed, and its hash: those of a moment ago, where there are any."""
        now = time.monotonic()
        until, found = self.kept.get((page, lang), (0.0, None))
        if found is None or now > until:
            body = self.text(page, lang, **more).encode()
            found = body, gzip.compress(body, mtime=0), hashlib.sha256(body).hexdigest()[:16]
            self.kept[page, lang] = now + _FRESH, found
        return found

    def warm(self, document: Mapping[str, Any]) -> None:
        """Fill each template once, and read each file."""
        for lang in languages():
            self.text("api", lang, operations=list(operations(document)))
            for page in ("home", "play", "study", "about"):
                self.text(page, lang)
        for path in sorted(self.assets.directory.iterdir()):
            self.assets.get(path.name)

    async def draw(self, service: Service, name: str) -> Picture | None:
        """The picture of a game, drawn once; None where that cannot be done now."""
        if name not in self.pictures:
            status, body = await service.answer("picture", {"name": name}, "")
            if status != 200:
                return None
            svg = json.loads(body)["svg"].encode()
            self.pictures[name] = svg, gzip.compress(svg, mtime=0), hashlib.sha256(svg).hexdigest()[:16]
        return self.pictures[name]

    def error(self, request: Request, status: int, message: str) -> Response:
        """The page for what went wrong."""
        own = translated(message, language(request, self.settings.lang))
        more = {"message": own or message, "foreign": own is None}
        return self.answer("error", request, status, **more)


def _pages(request: Request) -> Pages:
    found: Pages = request.app.state.pages
    return found


@router.api_route("/", methods=_READ)
async def home(request: Request) -> Response:
    """The catalogue, and a box for any position or rules."""
    return _pages(request).answer("home", request)


@router.api_route("/play", methods=_READ)
async def play(request: Request) -> Response:
    """A match; everything about it is in the address."""
    return _pages(request).answer("play", request)


@router.api_route("/study", methods=_READ)
async def study(request: Request) -> Response:
    """A study of rules."""
    return _pages(request).answer("study", request)


@router.api_route("/about", methods=_READ)
async def about(request: Request) -> Response:
    """What this is, and where it comes from."""
    return _pages(request).answer("about", request)


@router.api_route("/api", methods=_READ)
async def api(request: Request) -> Response:
    """The API, from its OpenAPI document."""
    return _pages(request).answer("api", request, operations=list(operations(request.app.openapi())))


@router.api_route("/{name}/", methods=_READ)
async def without_slash(request: Request, name: str) -> Response:
    """The page of that name, whose address ends without a slash."""
    if name not in ("play", "study", "about", "api"):
        return _pages(request).error(request, 404, nothing_at(request))
    query = request.url.query
    return RedirectResponse(f"/{name}{f'?{query}' if query else ''}", 308)


@router.api_route("/static/{name}", methods=_READ)
async def static(request: Request, name: str) -> Response:
    """A file of the pages."""
    found = request.app.state.assets.answer(name, request)
    return found if found is not None else _pages(request).error(request, 404, nothing_at(request))


@router.api_route("/favicon.ico", methods=_READ)
async def icon(request: Request) -> Response:
    """The picture of the pages."""
    found = request.app.state.assets.answer("icon.svg", request)
    return found if found is not None else Response(status_code=404)


@router.api_route("/robots.txt", methods=_READ)
async def robots() -> Response:
    """Pages may be read by machines; what takes work may not."""
    return Response("User-agent: *\nDisallow: /api/\n", media_type="text/plain")


@router.api_route("/picture/{name}.svg", methods=_READ)
async def picture(request: Request, name: str) -> Response:
    """A small picture of a game of the catalogue."""
    from grundy.games import catalogue

    if name not in catalogue.names():
        return _pages(request).error(request, 404, nothing_at(request))
    found = await _pages(request).draw(request.app.state.service, name)
    if found is None:
        return _pages(request).error(request, 503, "no picture could be made")
    svg, packed, tag = found
    return sent(svg, packed, "image/svg+xml", tag, request)


def nothing_at(request: Request) -> str:
    """What is said of an address that there is not."""
    return said("there is nothing at {path}", path=request.url.path[:100])
