"""`judge`: a stream of cases to a stream of answers."""

from __future__ import annotations

from io import BytesIO
from os import PathLike
from typing import TYPE_CHECKING, BinaryIO

from grundy.judge.answering import Desk, compiled
from grundy.judge.problem import Problem, load_problem
from grundy.judge.reading import Reader

if TYPE_CHECKING:
    from grundy.judge.bulk import Bulk


def judge(problem: str | PathLike[str] | Problem, source: BinaryIO, target: BinaryIO) -> None:
    """Write the answers of all cases in *source* to *target*, a line each, as soon as the case has come.

    *problem* is a built-in name, a TOML file or a `Problem`. Raises RuleError for a problem that is not well
    formed, and InputError, with line and column, for input that is no case of it: everything before is
    answered and flushed by then.
    """
    found = problem if isinstance(problem, Problem) else load_problem(problem)
    ready = compiled(found)
    reader = Reader(ready.shape, lines=found.read == "lines", count=found.counted, end=ready.end)
    desk = Desk(ready, target)
    bulk = _bulk(found, reader, desk)
    if bulk is not None:
        bulk.run(source)
        return
    for batch in reader.batches(source):
        desk.put(batch)


def _bulk(problem: Problem, reader: Reader, desk: Desk) -> Bulk | None:
    """The compiled kernels for *problem*; None where they are not compiled (then they are slow) or not for it."""
    from grundy.judge.plan import plan_of

    plan = plan_of(problem)
    if plan is None:
        return None
    from grundy.judge.bulk import Bulk
    from grundy.kernels import answers, cases, outcomes, sums

    kernels = (cases, outcomes, sums, answers)
    return Bulk(plan, reader, desk, kernels) if all(kernel.COMPILED for kernel in kernels) else None


def judge_text(problem: str | PathLike[str] | Problem, text: str) -> str:
    r"""The answers to the cases in *text*; raises as `judge` does.

    >>> judge_text("poj1067", "2 1\n8 4\n4 7\n")
    '0\n1\n0\n'
    """
    target = BytesIO()
    judge(problem, BytesIO(text.encode()), target)
    return target.getvalue().decode()
