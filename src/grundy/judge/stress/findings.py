"""What is looked for, and what was found."""

from __future__ import annotations

from typing import NamedTuple

from .output import Failure
from .running import Limits
from .subject import Input

REPLAYED = "the file"
"""The kind of the inputs of `replay`."""


class Settings(NamedTuple):
    """How long to look, and what a run may take; *one_case*: each file has one case (None: the problem decides)."""

    seconds: float = 20.0
    seed: int = 0
    limits: Limits = Limits()
    one_case: bool | None = None
    shrinking: float = 20.0


class Found(NamedTuple):
    """A failure: the input, how the program fails on it, the right answers, and why the one at fault is right."""

    given: Input
    failure: Failure
    truths: list[str]
    data: bytes
    why: list[str]
    smallest: bool
    beyond: str | None = None
    """What of the input the problem's source does not promise, if anything."""
    without: str = ""
    """The options that leave such inputs out."""
    again: tuple[int, int] | None = None
    """Where it does not fail every time: how often it did, of how many runs."""


class Findings(NamedTuple):
    """What was found (None: no failure), and how much was tried: files, cases, seconds."""

    found: Found | None
    files: int
    cases: int
    seconds: float
    tried: dict[str, int]
    notes: list[str]
    interrupted: bool = False
    exit_status: int = 0
    """An exit status other than 0 that came with right answers."""
    stopped: str = ""
    """Why nothing could be run any more, where that was so."""
    longest: int = 0
    """The length of the longest list that was tried."""
