"""Input files of online judges to output files.

A problem says how a case is read, which position it is, and how the answer is printed. Problems are data: the
built-in ones are TOML files in this package, and a user's own are read the same way.
"""

from __future__ import annotations

from grundy.judge.case import Bound
from grundy.judge.judging import judge, judge_text
from grundy.judge.problem import Exemption, Problem, load_problem, problems
from grundy.judge.reading import InputError

__all__ = ["Bound", "Exemption", "InputError", "Problem", "judge", "judge_text", "load_problem", "problems"]
