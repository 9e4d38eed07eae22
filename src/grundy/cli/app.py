"""The command ``grundy`` and its errors: commands are loaded when they are called."""

from __future__ import annotations

import errno
import os
import signal
import sys
from importlib import import_module
from typing import Any

import click

from grundy.rules.errors import GrundyError
from grundy.rules.termination import Terminated, termination

_INTERRUPTED = 130

_COMMANDS = {
    "study": "The law of rules, proved where a proof is found.",
    "solve": "Who wins a position, and every winning option.",
    "table": "The Grundy values of a region, as a table, CSV, JSON or b-file.",
    "prove": "Decide a first-order claim about the P-positions of rules.",
    "check": "Re-establish the proof of a certificate.",
    "code": "A standalone C++ or Python program that plays by the law.",
    "play": "Play a position against the machine, or with two people.",
    "serve": "Web pages to play and to study on, and a JSON API.",
    "export-page": "One position as a page that plays without a server.",
    "games": "The catalogue, or one game of it.",
    "stress": "Test a program against the truth.",
    "survey": "Every game of a family, on many processes, with results to query.",
    "judge": "Answer a judge's input file in the judge's format.",
}


class _Commands(click.Group):
    """Commands that are imported when they are called, so that each starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        command: click.Command = getattr(import_module(f"grundy.cli.{name}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    del param
    if not value:
        return
    from importlib.metadata import PackageNotFoundError, version

    from grundy import kernels

    try:
        number = version("grundy")
    except PackageNotFoundError:
        number = "(not installed)"
    click.echo(f"grundy {number} (kernels {kernels.build()})")
    ctx.exit()


@click.group(cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, callback=_version, expose_value=False, is_eager=True, help="Version and build."
)
@click.pass_context
def app(ctx: click.Context) -> None:
    """Impartial combinatorial games: who wins, every winning move, the law and its proof.

    \b
    grundy study 'a, b -> a-t, b | a, b-t | a-t, b-t'
    grundy solve 'nim[3, 6, 9]'
    grundy solve 'wythoff[10**18, 10**17]' --json
    grundy table 'n -> n-t where t in squares' --to 100
    grundy table 'wythoff[:20, :20]' --csv
    grundy judge poj1067 < input.txt
    grundy games kayles
    """  # noqa: D301 - click reads \b
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run() -> None:
    """Run the command line: exit status 2 and one short message for bad input, 130 for Ctrl-C, 143 for SIGTERM."""
    with termination() as ending:
        status = _status()
    if ending.came and status == _INTERRUPTED:
        status = Terminated.status
    elif ending.came and not status:  # a server, which ends in order; the signal has still to end the process
        signal.raise_signal(signal.SIGTERM)
    sys.exit(status)


def _status() -> int:
    """Run the command line, and say what was wrong with it: its exit status."""
    sys.set_int_max_str_digits(0)  # numbers are limited, and printed, by our own rules
    as_json = "--json" in sys.argv[1:]
    for name, flags in (("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:  # closed by the caller: to write answers fails, to complain does not
            setattr(sys, name, open(os.open(os.devnull, flags), "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    try:
        status = app.main(prog_name="grundy", standalone_mode=False)
        sys.stdout.flush()
    except GrundyError as error:
        status = _stopped(error) or _refuse(str(error), error.at, as_json)
    except click.UsageError as error:
        hint = f"\nTry '{error.ctx.command_path} --help'." if error.ctx is not None else ""
        status = _refuse(error.format_message() + hint, None, as_json)
    except click.ClickException as error:
        status = _refuse(error.format_message(), None, as_json)
    except (click.Abort, KeyboardInterrupt) as stop:
        click.echo(_interrupted(stop), err=True)
        status = _INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        status = 141
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        why = error.strerror or str(error) or type(error).__name__
        if error.errno == errno.EBADF:
            why = "standard output is closed"
        status = _refuse(f"cannot go on: {named}{why}", None, as_json and bool(named))
        _forget_output()
    except RecursionError:
        status = _refuse("the input is too deeply nested", None, as_json)
    except MemoryError:
        status = _refuse("out of memory: ask for less", None, as_json)
    return status if isinstance(status, int) else 0


def _interrupted(stop: BaseException) -> str:
    """What was interrupted, and how far it had come, where its notes say so."""
    cause = stop.__cause__ if isinstance(stop, click.Abort) else stop
    return ": ".join(["interrupted", *getattr(cause, "__notes__", ())])


def _stopped(error: GrundyError) -> int:
    """The exit status of work that the user stopped, which is told; 0 for other errors."""
    status: int = getattr(error, "status", 0)
    if status:
        click.echo(error.message, err=True)
    return status


def _forget_output() -> None:
    """Let what is still to be written go nowhere, so that Python does not fail once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(message: str, at: int | None, as_json: bool) -> int:
    try:
        if as_json:
            echo_json({"error": message.partition("\n")[0], "at": at})
            sys.stdout.flush()
        click.echo(f"{click.style('error', fg='red')}: {message}", err=True, color=_colour(sys.stderr))
    except OSError:
        pass  # there is nobody to tell
    return 2


def _colour(stream: Any) -> bool | None:
    return False if os.environ.get("NO_COLOR") or not stream.isatty() else None


def echo(text: str = "") -> None:
    """Print a line, without colours where they are not wanted."""
    click.echo(text, color=_colour(sys.stdout))


def echo_json(data: Any) -> None:
    """Print plain data as one JSON document."""
    import json

    click.echo(json.dumps(data, ensure_ascii=False))
