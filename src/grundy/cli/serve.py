"""``grundy serve``."""

from __future__ import annotations

import click

from grundy.rules.errors import GrundyError

from .app import echo


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to serve at; 0.0.0.0 is every one.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65_535), help="0: any free port.")
@click.option(
    "--workers", type=click.IntRange(min=1), metavar="N", help="Processes for long work (default: one a processor)."
)
@click.option("--lang", default="en", show_default=True, help="The language where a reader asks for none: en, zh.")
@click.option("--proxy", is_flag=True, help="Behind a reverse proxy on this machine: believe its X-Forwarded-For.")
@click.option(
    "--per-client", type=click.IntRange(min=1), metavar="N", help="Connections of one client at a time (default: 256)."
)
@click.option("--log", is_flag=True, help="Log every request.")
def serve(host: str, port: int, workers: int | None, lang: str, proxy: bool, per_client: int | None, log: bool) -> None:
    """Web pages to play and to study on, and a JSON API, until Ctrl-C.

    \b
    grundy serve
    grundy serve --host 0.0.0.0 --port 80
    """  # noqa: D301 - click reads \b
    import os

    try:
        from grundy.web.server import serve as served
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("grundy"):
            raise
        raise GrundyError(
            f"serving needs {missing.name}, of an extra that is not installed: python -m pip install 'grundy[web]'"
        ) from None
    from grundy.web.settings import Limits, Settings

    count = workers or os.cpu_count() or 1
    limits = Limits(connections_client=per_client) if per_client else Limits()
    settings = Settings(workers=count, lang=lang, proxy=proxy, limits=limits)
    served(settings, host, port, log=log, tell=lambda url: echo(f"grundy is at {url} (Ctrl-C ends it)"))
