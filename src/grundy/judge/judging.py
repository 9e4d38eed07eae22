"""`judge`: a stream of cases to a stream of answers."""

from __future__ import annotations

from io import BytesIO
from os import PathLike
from typing import BinaryIO

from grundy.judge.answering import compiled
from grundy.judge.problem import Problem, load_problem
from grundy.judge.reading import Reader
from grundy.rules.errors import GrundyError


def judge(problem: str | PathLike[str] | Problem, source: BinaryIO, target: BinaryIO) -> None:
    """Write the answers of all cases in *source* to *target*, a line each, as soon as the case has come.

    *problem* is a built-in name, a TOML file or a `Problem`. Raises RuleError for a problem that is not well
    formed, and InputError, with line and column, for input that is no case of it: everything before is
    answered and flushed by then.
    """
    found = problem if isinstance(problem, Problem) else load_problem(problem)
    ready = compiled(found)
    number = 1
    reader = Reader(ready.shape, lines=found.read == "lines", count=found.counted, end=ready.end)
    for cases, error in reader.batches(source):
        answers: list[str] = []
        failure: GrundyError | None = error
        try:
            answers.extend(ready.answers(cases, number))
        except GrundyError as refused:
            failure = refused
        number += len(cases)
        if answers:
            answers.append("")
            target.write("\n".join(answers).encode())
            target.flush()
        if failure is not None:
            raise failure


def judge_text(problem: str | PathLike[str] | Problem, text: str) -> str:
    r"""The answers to the cases in *text*; raises as `judge` does.

    >>> judge_text("poj1067", "2 1\n8 4\n4 7\n")
    '0\n1\n0\n'
    """
    target = BytesIO()
    judge(problem, BytesIO(text.encode()), target)
    return target.getvalue().decode()
