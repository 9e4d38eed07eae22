"""What the server is told at its start, and every limit that it holds requests to."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.rules.errors import GrundyError
from grundy.rules.values import Value

KIB, MIB = 1024, 1024 * 1024


class Limits(Value):
    """The limits of requests; :data:`MEANING` says what each bounds."""

    text: int = 2_000
    digits: int = 1_000
    components: int = 100
    options: int = 400
    cells: int = 40_000
    work: int = 20_000_000
    seconds_quick: float = 1.0
    seconds: float = 6.0
    seconds_check: float = 20.0
    seconds_study: float = 60.0
    memory: int = 512 * MIB
    memory_study: int = 2_048 * MIB
    body: int = 64 * KIB
    body_check: int = 2 * MIB
    answer: int = 2 * MIB
    waiting: int = 32
    waiting_quick: int = 1_000
    seconds_waiting: float = 10.0
    client: int = 16
    jobs: int = 50
    jobs_waiting: int = 8
    jobs_client: int = 3
    jobs_kept: float = 1_800.0
    body_seconds: float = 10.0
    header_seconds: float = 10.0
    sending_seconds: float = 30.0
    connections: int = 2_000
    connections_client: int = 256


MEANING = {
    "text": "characters of a position or of rules",
    "digits": "digits of a number",
    "components": "components of a position",
    "options": "options that are listed",
    "cells": "values of a table",
    "work": "moves looked at for one table or search",
    "seconds_quick": "seconds of processor time of a request that is known to be simple; then it joins the others",
    "seconds": "seconds of any request but the next two",
    "seconds_check": "seconds of a check of a certificate",
    "seconds_study": "seconds of a study",
    "memory": "bytes of address space of a worker",
    "memory_study": "bytes of address space of a worker that studies",
    "body": "bytes of a request's body",
    "body_check": "bytes of a certificate",
    "answer": "bytes of an answer",
    "waiting": "requests that wait for a worker; then 503",
    "waiting_quick": "simple requests that wait for a worker; then 503",
    "seconds_waiting": "seconds that such a request waits; then 503",
    "client": "requests of one client that are computed or wait; then 429",
    "jobs": "studies that are remembered",
    "jobs_waiting": "studies that wait; then 503",
    "jobs_client": "studies of one client that run or wait; then 429",
    "jobs_kept": "seconds that a finished study is remembered",
    "body_seconds": "seconds in which a request's body must have come",
    "header_seconds": "seconds in which a request's head must have come; then 408, and the connection is closed",
    "sending_seconds": "seconds for which a client may not read its answer; then the connection is closed",
    "connections": "connections at a time; then 503",
    "connections_client": "connections of one client at a time, behind a proxy requests under way; then 429",
}
"""What each limit bounds, for the documentation and the page about the API."""


def listed(limits: Limits) -> Iterator[tuple[str, str, str]]:
    """The limits as rows: name, number, meaning.

    >>> next(listed(Limits()))
    ('text', '2,000', 'characters of a position or of rules')
    """
    for name, meaning in MEANING.items():
        yield name, f"{getattr(limits, name):,.12g}", meaning


class Settings(Value):
    """How a server is run: how many worker processes for what is not simple, the language where none is asked for.

    *quick* and *studies* are the numbers of worker processes for simple requests and for studies. *proxy* says that the
    address of a client is what a reverse proxy says it is. *warm* makes workers for simple requests load all games when
    they start.
    """

    workers: int = 2
    quick: int = 2
    studies: int = 1
    lang: str = "en"
    proxy: bool = False
    warm: bool = True
    limits: Limits = Limits()

    def __post_init__(self) -> None:
        """Raise GrundyError for numbers of processes below 1 and for a language without texts."""
        from grundy.explain.texts import require_language

        require_language(self.lang)
        for name in ("workers", "quick", "studies"):
            if getattr(self, name) < 1:
                raise GrundyError(f"{name} is a number of processes, at least 1, not {getattr(self, name)}")
