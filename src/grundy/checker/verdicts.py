"""What a check says."""

from __future__ import annotations

from collections.abc import Callable

from grundy.rules.values import Value

Progress = Callable[[str], None]
"""Is told what is being checked now."""


class Verdict(Value):
    """Whether a certificate's proof was re-established; *theorem* is what it says, in the checker's own words.

    *why* says how the proof was re-established, or what is wrong.
    """

    valid: bool
    theorem: str
    why: str

    def __bool__(self) -> bool:
        return self.valid


class Refuted(Exception):
    """The certificate proves nothing, for the reason that the text gives."""


def silent(_text: str) -> None:
    """Progress that nobody sees."""
