"""``grundy check``."""

from __future__ import annotations

import sys

import click

from .options import JSON, budget_seconds
from .progress import line


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--budget", default="10m", show_default=True, metavar="TIME", help="How long to try: 60s, 10m.")
@JSON
def check(file: str, *, budget: str, as_json: bool) -> int:
    """Re-establish the proof of a certificate FILE ("-" is standard input).

    The code that checks shares nothing with the code that proves.

    The exit status is 0 for a valid certificate, 1 for one that proves nothing, 2 for a file that is no certificate.

    \b
    grundy check wythoff.json
    grundy study wythoff --certificate - | grundy check -
    """  # noqa: D301 - click reads \b
    from pathlib import Path

    from grundy.checker.checking import check as checked
    from grundy.cli.app import echo, echo_json

    shown = not as_json and sys.stderr is not None and sys.stderr.isatty()
    tell = line(shown=shown)
    seconds = budget_seconds(budget)
    try:
        verdict = checked(_standard_input() if file == "-" else Path(file), tell, seconds)
    finally:
        tell("")
    if as_json:
        echo_json({"valid": verdict.valid, "theorem": verdict.theorem, "why": verdict.why})
    elif verdict.valid:
        echo(f"{click.style('valid', fg='green')}: {verdict.theorem}")
        echo(f"why: {verdict.why}")
    else:
        echo(f"{click.style('invalid', fg='red')}: {verdict.why}")
        echo(f"it says: {verdict.theorem}")
    return 0 if verdict.valid else 1


def _standard_input() -> str:
    from grundy.rules.errors import CertificateError

    if sys.stdin is None:
        raise CertificateError("standard input is closed; expected a certificate")
    try:
        text = sys.stdin.buffer.read().decode("ascii")
    except UnicodeDecodeError:
        raise CertificateError("standard input is no certificate: it is not ASCII text") from None
    if not text.lstrip().startswith("{"):
        raise CertificateError("standard input is no certificate: it is no JSON object")
    return text
