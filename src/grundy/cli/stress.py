"""``grundy stress``."""

from __future__ import annotations

import math
import os
import shlex
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .app import echo, echo_json
from .options import JSON, LEAST, MISERE, PARAM, Integer, parameters

if TYPE_CHECKING:
    from grundy.judge.stress.findings import Findings
    from grundy.judge.stress.subject import Subject

_STUDY = 5.0
_LONGEST = 10_000_000  # seconds


Ends = tuple[int | None, int | None]


class _Number(click.FloatRange):
    """A range of floating-point numbers; what is none is in no range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value!r} is no number.", param, ctx)
        return found


@click.command(context_settings={"ignore_unknown_options": False})
@click.argument("words", nargs=-1, metavar="PROBLEM|FILE.toml -- COMMAND...")
@click.option("--game", "rules", metavar="RULES", help="Positions of RULES, a line each, instead of a PROBLEM.")
@click.option(
    "--ask",
    type=click.Choice(["outcome", "value", "option"]),
    help="What a program for --game prints: N or P (outcome, the default), the Grundy value, or a winning move.",
)
@click.option("--max", "most", type=Integer(1), metavar="N", help="The largest number (else the problem's, or 10^9).")
@click.option(
    "--bound", "bounds", multiple=True, metavar="NAME=A..B", help="Bounds of one number or list: M=1..1000, k=2.., n=5."
)
@click.option(
    "--seconds", default=20.0, show_default=True, type=_Number(0.1, _LONGEST), help="How long to look for a failure."
)
@click.option("--seed", default=0, show_default=True, help="Another number makes other random inputs.")
@click.option(
    "--time",
    "limit",
    default=2.0,
    show_default=True,
    type=_Number(0.05, 3600),
    metavar="S",
    help="Seconds of CPU time that a run may take.",
)
@click.option(
    "--memory",
    default=1024,
    show_default=True,
    type=click.IntRange(0, 1 << 30),
    metavar="MIB",
    help="Memory that a run may take (0: any).",
)
@click.option(
    "--one-case/--many-cases", default=None, help="One case a file, for programs that read only one (else as allowed)."
)
@click.option(
    "--without", "kinds", multiple=True, metavar="KIND", help="Leave a kind of inputs out, such as 'ends of files'."
)
@click.option("--strict", is_flag=True, help="An exit status other than 0 is a failure even with right answers.")
@click.option(
    "--compile",
    "source",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="SOURCE",
    help="Compile SOURCE (C++, C; Python is run as it is) first; COMMAND is then its arguments, if any.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to save the input of a failure (stress-NAME.in).",
)
@click.option(
    "--replay",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Only run this input, such as one that was saved.",
)
@MISERE
@PARAM
@LEAST
@JSON
def stress(
    words: tuple[str, ...],
    rules: str | None,
    ask: str | None,
    most: int | None,
    bounds: tuple[str, ...],
    seconds: float,
    seed: int,
    limit: float,
    memory: int,
    one_case: bool | None,
    kinds: tuple[str, ...],
    strict: bool,
    source: Path | None,
    save: Path | None,
    file: Path | None,
    misere: bool,
    params: tuple[str, ...],
    least: int | None,
    as_json: bool,
) -> int:
    """Test a program against the truth: on small inputs, random ones, and those at which programs go wrong.

    PROBLEM is one of `grundy judge`, or a TOML file; with --game a line holds a position, and the program prints N or
    P, a value or a winning move (docs/code.md). Any winning move is right where several are. A failure is shrunk to a
    locally smallest input, shown with the truth and the reason for it, and saved. The exit status is 1 then, 0 where no
    failure was found, and 2 where nothing could be tried. The program runs in a session of its own, with limits;
    nothing of it is left behind.

    \b
    grundy stress poj1067 -- ./wythoff
    grundy stress poj2234 --seconds 60 -- python3 nim.py
    grundy stress 51nod1661 --compile blackboard.cpp
    grundy stress my_problem.toml --max 1000000 -- java -cp . Main
    grundy stress --game 'n -> n-t where t <= 3' --ask value -- ./prog
    grundy stress --game kayles --ask option --max 10000 -- ./prog
    grundy stress poj1067 --replay stress-poj1067.in -- ./wythoff
    """  # noqa: D301 - click reads \b
    from grundy.judge.stress.running import Limits
    from grundy.judge.stress.stressing import Settings, replay
    from grundy.judge.stress.stressing import stress as stressed

    command = list(words if rules is not None else words[1:])
    if rules is None and not words:
        raise click.UsageError("a PROBLEM is missing (or --game RULES)")
    if not command and source is None:
        raise click.UsageError("the COMMAND to test is missing: ... -- ./program")
    if save is not None:
        _require_place(save)
    limits = Limits(limit, memory << 20)
    settings = Settings(seconds, seed, limits, one_case, without=_without(kinds), strict=strict)
    with _ended_by_signals(), tempfile.TemporaryDirectory(prefix="grundy-") as directory:
        subject = _subject(words, rules, ask, most, misere, params, least, min(_STUDY, seconds / 4))
        subject.bounded(_bounds(bounds, subject, most))
        if source is not None:
            from grundy.judge.stress.compiling import compiled_command

            command = compiled_command(source, Path(directory)) + command
        if file is not None:
            findings = replay(subject, command, file.read_bytes(), limits, strict=strict)
        else:
            findings = _with_progress(lambda tell: stressed(subject, command, settings, tell), seconds)
    return _print(findings, subject, save, file, as_json)


def _subject(
    words: tuple[str, ...],
    rules: str | None,
    ask: str | None,
    most: int | None,
    misere: bool,
    params: tuple[str, ...],
    least: int | None,
    budget: float,
) -> Subject:
    """The problem or the game; raises GrundyError."""
    if rules is not None:
        from grundy import games
        from grundy.judge.problem import problems
        from grundy.judge.stress.game import GameSubject

        if words and (words[0] in problems() or words[0].endswith(".toml")):
            raise click.UsageError(f"a PROBLEM ({words[0]}) and --game do not go together: leave out one of them")

        read: Any = games.rules(rules, params=parameters(params), least=least, files=True)
        return GameSubject(read, ask or "outcome", most=most, misere=misere, budget=budget)  # type: ignore[arg-type]
    if ask is not None or misere or params or least is not None:
        raise click.UsageError("--ask, --misere, --param and --least go with --game: a PROBLEM says these itself")
    from grundy.judge.stress.problem import ProblemSubject

    return ProblemSubject(words[0], most)


def _without(kinds: tuple[str, ...]) -> frozenset[str]:
    """The kinds of inputs to leave out; at least one is left."""
    from grundy.judge.stress.hunting import KINDS

    for kind in kinds:
        if kind not in KINDS:
            raise click.UsageError(f"--without takes a kind of inputs ({', '.join(KINDS)}), not {kind[:40]!r}")
    if set(KINDS) <= set(kinds):
        raise click.UsageError("--without leaves no kind of inputs")
    return frozenset(kinds)


def _bounds(texts: tuple[str, ...], subject: Subject, top: int | None) -> dict[str, Ends]:
    """The bounds of the names; each is named once, and numbers are inside --max."""
    found: dict[str, Ends] = {}
    lengths = {part.name for part in subject.parts if part.role == "length"}
    for text in texts:
        name, ends = _bound(text)
        if name in found:
            raise click.UsageError(f"--bound {name} is given twice")
        if top is not None and name not in lengths and max(end or 0 for end in ends) > top:
            raise click.UsageError(f"--bound {text} goes beyond --max {top}")
        found[name] = ends
    return found


def _bound(text: str) -> tuple[str, Ends]:
    name, equals, ends = text.partition("=")
    low, dots, high = (word.strip() for word in ends.partition(".."))
    found: Ends = (None, None)
    try:
        found = int(low) if low else None, int(high) if high else None if dots else int(low)
    except ValueError:
        equals = ""
    least, most = found
    if not equals or found == (None, None) or (least is not None and most is not None and least > most):
        raise click.UsageError(f"expected --bound NAME=A..B, such as M=1..1000 or M=1.., not {text!r}")
    return name.strip(), found


def _print(findings: Findings, subject: Subject, save: Path | None, file: Path | None, as_json: bool) -> int:
    from grundy.judge.stress.words import data_of, lines_of

    found = findings.found
    data = found.data if found is not None else findings.odd.data if findings.odd is not None else None
    saved = None if data is None or file is not None else _saved(data, save or Path(f"stress-{subject.name}.in"))
    if as_json:
        echo_json(data_of(findings, saved))
    else:
        again = "" if saved is None else _again(saved)
        for number, line in enumerate(lines_of(findings, saved, again)):
            echo(click.style(line, fg="red" if found else "green", bold=True) if number == 0 else line)
    if findings.interrupted:
        return 130
    if findings.stopped:
        click.echo(f"error: {findings.stopped}", err=True)
    if found is None and findings.stopped:
        return 2
    return 0 if found is None else 1


def _saved(data: bytes, target: Path) -> str | None:
    """The name of the file that now holds the input, or None where it cannot be written."""
    try:
        target.write_bytes(data)
    except OSError as error:
        click.echo(f"error: cannot write {target}: {error.strerror}; the input is not saved", err=True)
        return None
    return str(target)


def _require_place(target: Path) -> None:
    """Raise an error where a file cannot be saved there, before anything is tried."""
    if target == Path():
        raise click.UsageError("--save takes the name of a file")
    if not target.parent.is_dir():
        raise click.UsageError(f"--save {target}: there is no directory {target.parent}")


def _again(saved: str) -> str:
    """The same command with --replay."""
    given = sys.argv[1:]
    place = given.index("--") if "--" in given else len(given)
    return shlex.join(["grundy", *given[:place], "--replay", saved, *given[place:]])


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Meanwhile a request to end, or a terminal that goes away, is like Ctrl-C: the program under test is killed."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    wanted = [n for n in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(n) == signal.SIG_DFL]
    before = [signal.signal(number, interrupt) for number in wanted]
    try:
        yield
    finally:
        for number, handler in zip(wanted, before, strict=True):
            signal.signal(number, handler)


def _with_progress(work: Callable[[Any], Findings], seconds: float) -> Findings:
    """Do the work; on a terminal with a bar of the time, the kind of inputs and their number. There is no thread."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return work(None)
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[told]}"))
    bar = Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
    task = bar.add_task("small", total=seconds, told="")
    shown = 0.0

    def tell(stage: str, files: int, cases: int, done: float) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown < 0.1:
            return
        shown = now
        told = f"{cases:,} cases in {files:,} files, {done:.0f} s"
        bar.update(task, description=stage, completed=min(done, seconds), told=told)
        bar.refresh()

    with bar:
        return work(tell)
