"""The JSON API: the acts of the library under their names."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from grundy.rules.errors import CertificateError, GrundyError, LimitExceeded

from .addresses import client
from .answers import ELSEWHERE, refused
from .jobs import Job, NoSuchJob
from .lanes import Answer
from .processes import Busy, Died, TimedOut
from .requests import (
    Asked,
    OfLanguage,
    OfMove,
    OfPosition,
    OfReply,
    OfSolve,
    OfStudy,
    OfTable,
    OfText,
    OfWhy,
)
from .service import Gone, Service, TooMany

_GONE = 499
router = APIRouter(prefix="/api", tags=["API"])

ERRORS: dict[int | str, dict[str, Any]] = {
    422: {"description": 'Refused: {"error": text, "at": index of the fault in the text, or null}.'},
    429: {"description": "Too many requests of this client are under way."},
    503: {"description": "The server is busy; Retry-After says when to try again."},
}
"""What every request may be answered with."""
OF_BODIES = ERRORS | {
    400: {"description": "The request has both Content-Length and Transfer-Encoding."},
    408: {"description": "The request's body came too slowly."},
    413: {"description": "The request's body is too long."},
}
OF_STUDIES = ERRORS | {404: {"description": "There is no such study, or it has no certificate."}}
_ACTS: tuple[tuple[str, type[Asked], str, str], ...] = (
    ("state", OfPosition, "The state of a position", "Who wins, every move with what it leads to, and the boards."),
    ("move", OfMove, "A move", "The state of `to`, where that is an option of `position`; refused where it is none."),
    ("reply", OfReply, "The machine's move", "The option that the machine chooses, and its state."),
    ("why", OfWhy, "Why a position is won or lost", "The reasons in words, the nim-sum as bars, and hints."),
    ("solve", OfSolve, "The solution of a position", "As `grundy solve --json` prints it."),
    (
        "table",
        OfTable,
        "Grundy values of a region",
        "As `grundy table --json`; also the `region`; `p` marks P-positions.",
    ),
    ("parse", OfText, "What a text is", "A position, rules or a family; the place of the fault where it is none."),
)


def _service(request: Request) -> Service:
    found: Service = request.app.state.service
    return found


def client_of(request: Request) -> str:
    """What stands for the client, by its address."""
    return client(request.client.host) if request.client is not None else "unknown"


async def _left(request: Request) -> None:
    """Wait until the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def failed(error: GrundyError, given: list[str] | None = None) -> Response:
    """The answer for an error of ours."""
    status, body = refused(error, given or [])
    if isinstance(error, Busy):
        status = 503
    elif isinstance(error, TooMany):
        status = 429
    elif isinstance(error, NoSuchJob):
        status = 404
    headers = {"retry-after": "3"} if status in (429, 503) else None
    return Response(body, status, headers, media_type="application/json")


def _sent(answer: Answer) -> Response:
    status, body = answer
    return Response(body, status, {"cache-control": "no-store"}, media_type="application/json")


async def answer(request: Request, act: str, arguments: dict[str, Any], *, keep: bool = True) -> Response:
    """The HTTP answer of an act."""
    try:
        gone = partial(_left, request)
        return _sent(await _service(request).answer(act, arguments, client_of(request), keep=keep, gone=gone))
    except Gone:
        return Response(status_code=_GONE)  # nobody reads it
    except TimedOut:
        return failed(_service(request).too_late(act))
    except Died as error:
        return failed(LimitExceeded("{message}; {elsewhere}", message=error.message, elsewhere=ELSEWHERE))
    except GrundyError as error:
        return failed(error)


def _varies(act: str, asked: Asked) -> bool:
    """Whether the same request may have another answer next time."""
    return act == "reply" and getattr(asked, "seed", None) is None


def _offer(act: str, kind: type[Asked], title: str, words: str) -> None:
    """Offer an act by GET with a query, and by POST with the same as JSON."""

    async def by_get(request: Request, asked: Any) -> Response:
        return await answer(request, act, asked.model_dump(), keep=not _varies(act, asked))

    async def by_post(request: Request, asked: Any) -> Response:
        return await answer(request, act, asked.model_dump(), keep=not _varies(act, asked))

    by_get.__annotations__ = {"request": Request, "asked": Annotated[kind, Query()], "return": Response}
    by_post.__annotations__ = {"request": Request, "asked": kind, "return": Response}
    for method, endpoint in (("GET", by_get), ("POST", by_post)):
        router.add_api_route(
            f"/{act}",
            endpoint,
            methods=[method],
            summary=title,
            description=words,
            operation_id=f"{act}_{method.lower()}",
            response_class=JSONResponse,
            responses=OF_BODIES if method == "POST" else ERRORS,
        )
    router.add_api_route(f"/{act}", by_get, methods=["HEAD"], include_in_schema=False)


for _act in _ACTS:
    _offer(*_act)


_CERTIFICATE = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


@router.post(
    "/check",
    summary="Check a certificate",
    response_class=JSONResponse,
    responses=OF_BODIES,
    openapi_extra=_CERTIFICATE,
)
async def check(request: Request) -> Response:
    """Whether the proof of a certificate is re-established; as `grundy check --json` prints it."""
    try:
        text = (await request.body()).decode("ascii")  # read by the worker: two megabytes would keep others waiting
    except UnicodeDecodeError:
        return failed(CertificateError("no certificate: it is not ASCII text"))
    return await answer(request, "check", {"certificate": text})


@router.head("/games", include_in_schema=False)
@router.get("/games", summary="The catalogue", response_class=JSONResponse, responses=ERRORS)
async def games(request: Request, asked: Annotated[OfLanguage, Query()]) -> Response:
    """Each game with its title, its rules in words, an example position, and the kind of its board."""
    body = request.app.state.catalogue.as_json(asked.lang)
    tag = hashlib.sha256(body).hexdigest()[:16]
    headers = {"etag": f'"{tag}"', "cache-control": "public, no-cache"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == f'"{tag}"':
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type="application/json")


# ---------------------------------------------------------------- studies

_BUDGET = 20.0
_Name = Annotated[str, Path(max_length=64, description="The name that the study was given.")]


def _job(job: Job, status: int = 200) -> Response:
    return JSONResponse(job.to_json(), status, {"cache-control": "no-store"})


@router.post("/study", summary="Begin a study", status_code=202, response_class=JSONResponse, responses=OF_BODIES)
async def begin(request: Request, asked: OfStudy) -> Response:
    """Rules, table, law and proof, as `grundy study --json` prints them: a job, whose progress can be asked for."""
    service = _service(request)
    limits = service.limits
    budget = min(_BUDGET, limits.seconds_study) if asked.budget is None else asked.budget
    arguments = {"rules": asked.rules, "misere": asked.misere, "budget": budget}
    try:
        if budget > limits.seconds_study:
            raise LimitExceeded(
                "budget is at most {most} seconds here, not {budget}",
                most=f"{limits.seconds_study:g}",
                budget=f"{budget:g}",
            )
        _require_room(service, client_of(request))
        read = await answer(request, "rules", {"rules": asked.rules})  # so that faulty ones take no place
        if read.status_code != 200:
            return read
        _require_room(service, client_of(request))
    except GrundyError as error:
        return failed(error)
    return _job(service.jobs.open(arguments, client_of(request)), 202)


def _require_room(service: Service, who: str) -> None:
    """Raise TooMany or Busy where no study can be begun now."""
    if service.jobs.of_client(who) >= service.limits.jobs_client:
        raise TooMany(
            "{count} studies of yours are under way; please wait, or cancel one",
            count=service.limits.jobs_client,
        )
    if service.jobs.full:
        raise Busy("too many studies wait already; please try again later")


@router.head("/study/{name}", include_in_schema=False)
@router.get("/study/{name}", summary="A study under way or done", response_class=JSONResponse, responses=OF_STUDIES)
async def progress(request: Request, name: _Name) -> Response:
    """Its status ("waiting", "running", "done", "failed", "cancelled"), the steps so far, and the result."""
    try:
        return _job(_service(request).jobs.get(name))
    except NoSuchJob as error:
        return failed(error)


@router.delete("/study/{name}", summary="Cancel a study", response_class=JSONResponse, responses=OF_STUDIES)
async def cancel(request: Request, name: _Name) -> Response:
    """The study, ended at once if it was under way."""
    try:
        return _job(_service(request).jobs.cancel(name))
    except NoSuchJob as error:
        return failed(error)


@router.head("/study/{name}/certificate", include_in_schema=False)
@router.get(
    "/study/{name}/certificate",
    summary="The certificate of a study",
    response_class=JSONResponse,
    responses=OF_STUDIES,
)
async def certificate(request: Request, name: _Name) -> Response:
    """The certificate as a file, for `grundy check` or for /api/check."""
    try:
        text = _service(request).jobs.get(name).result.get("certificate")
    except NoSuchJob as error:
        return failed(error)
    if text is None:
        return failed(NoSuchJob("this study has no certificate"))
    headers = {"content-disposition": 'attachment; filename="certificate.json"', "cache-control": "no-store"}
    return Response(f"{text}\n", headers=headers, media_type="application/json")
