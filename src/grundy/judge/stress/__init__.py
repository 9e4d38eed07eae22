"""`stress`: somebody's program against the truth, on inputs that are made to find its faults.

A subject (a judge's problem, or the positions of rules, a line each) knows what a case is, what the answer is and why.
Programs run in a session of their own with limits; a failure is shrunk to a locally smallest input.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grundy.judge.stress.game import GameSubject as GameSubject
    from grundy.judge.stress.problem import ProblemSubject as ProblemSubject
    from grundy.judge.stress.stressing import Findings as Findings
    from grundy.judge.stress.stressing import Settings as Settings
    from grundy.judge.stress.stressing import replay as replay
    from grundy.judge.stress.stressing import stress as stress

_HOME = {
    "GameSubject": "game",
    "ProblemSubject": "problem",
    "Findings": "stressing",
    "Settings": "stressing",
    "replay": "stressing",
    "stress": "stressing",
}

__all__ = ["Findings", "GameSubject", "ProblemSubject", "Settings", "replay", "stress"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
