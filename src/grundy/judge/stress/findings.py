"""What is looked for, and what was found."""

from __future__ import annotations

from typing import NamedTuple

from .output import Failure
from .running import Limits
from .subject import Input, Layout

REPLAYED = "the file"
"""The kind of the inputs of `replay`."""


class Settings(NamedTuple):
    """How long to look, and what a run may take; *one_case*: each file has one case (None: the problem decides).

    The kinds of inputs in *without* are left out. If *strict*, an exit status other than 0 is a failure, however right
    the answers are.
    """

    seconds: float = 20.0
    seed: int = 0
    limits: Limits = Limits()
    one_case: bool | None = None
    shrinking: float = 20.0
    without: frozenset[str] = frozenset()
    strict: bool = False


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
    case: str = ""
    """The lines of the case at which it fails."""


class Odd(NamedTuple):
    """An exit status other than 0 that came with right answers: on which input, and the last line of standard error."""

    status: int
    data: bytes
    error: str
    layout: Layout = "plain"


class Findings(NamedTuple):
    """What was found (None: no failure), and how much was tried: files, cases, seconds."""

    found: Found | None
    files: int
    cases: int
    seconds: float
    tried: dict[str, int]
    notes: list[str]
    interrupted: bool = False
    odd: Odd | None = None
    stopped: str = ""
    """Why nothing could be run any more, where that was so."""
    longest: int = 0
    """The length of the longest list that was tried."""
    missing: tuple[str, ...] = ()
    """The kinds of inputs that the time did not reach."""
    slow: str = ""
    """Who took most of the time: "the program" or "finding the truth"."""
