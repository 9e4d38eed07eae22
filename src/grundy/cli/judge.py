"""``grundy judge``."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command()
@click.argument("problem", metavar="PROBLEM|FILE.toml")
@click.argument("source", metavar="[INPUT]", required=False, type=click.Path(dir_okay=False, path_type=Path))
def judge(problem: str, source: Path | None) -> None:
    """Answer INPUT (standard input unless given) in the format of PROBLEM.

    PROBLEM is poj1067 (Wythoff's game), poj2234 (Nim), soj1305 (multiplication race), 51nod1661 (blackboard game),
    or a TOML file that describes another one.

    \b
    grundy judge poj1067 < input.txt
    grundy judge 51nod1661 input.txt
    grundy judge my_problem.toml < input.txt
    """  # noqa: D301 - click reads \b
    from grundy.judge import judge as judged
    from grundy.rules.errors import GrundyError

    if source is None or str(source) == "-":
        if sys.stdin is None:
            raise GrundyError("standard input is closed; expected the cases of the problem")
        judged(problem, sys.stdin.buffer, sys.stdout.buffer)
        return
    try:
        stream = source.open("rb")
    except OSError as error:
        raise GrundyError(f"cannot read {source}: {error.strerror}") from None
    with stream:
        judged(problem, stream, sys.stdout.buffer)
