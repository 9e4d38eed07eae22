"""Errors that name the input, the place in it, and what was expected."""

from __future__ import annotations

from .said import Said, said


class GrundyError(Exception):
    """Anything that grundy refuses; its text is one or two lines for people, and a caret where there is a place.

    *message* is a template with *values* for its ``{name}``, or a whole text. *text* is the input that was read and
    *at* the place of the fault in it (an index, 0 for the first character); both are None where the fault has no place.
    """

    def __init__(self, message: str, text: str | None = None, at: int | None = None, /, **values: object) -> None:
        self.message: str = said(message, **values) if values else _said(message)
        super().__init__(self.message)
        self.text = text
        self.at = at

    def __str__(self) -> str:
        if self.text is None or self.at is None:
            return self.message
        return f"{self.message}\n{caret(self.text, self.at)}"

    def located(self, text: str, at: int) -> GrundyError:
        """The same error, pointing into *text* unless it has a place already."""
        if self.text is None or self.at is None:
            self.text, self.at = text, at
        return self


class RuleError(GrundyError):
    """A rule text, a code or a ruleset that is not well formed, or whose play may never end."""


class PositionError(GrundyError):
    """A position, a region or an expression that the ruleset does not have."""


class Unsupported(GrundyError):
    """A reading that this kind of ruleset does not offer."""

    def __init__(self, reading: str, ruleset: object, why: str) -> None:
        told = {"reading": _said(reading), "why": _said(why)}
        super().__init__("no {reading} of {ruleset}: {why}", ruleset=cut(str(ruleset)), **told)
        self.reading = reading
        self.ruleset = ruleset
        self.why = why


class LimitExceeded(GrundyError):
    """Work that would pass a stated limit; the text names the limit and what raises it."""


class CertificateError(GrundyError):
    """A certificate that cannot be read."""


def _said(text: str) -> Said:
    return text if isinstance(text, Said) else said(text)


def cut(text: str, most: int = 100) -> str:
    """*text*, or its first characters and ….

    >>> cut("nim[3, 6, 9]", 5)
    'nim[3…'
    """
    return text if len(text) <= most else text[:most] + "…"


def caret(text: str, at: int, width: int = 100) -> str:
    """Two lines: the part of *text* around index *at*, and a caret below it.

    >>> print(caret("n -> n-q", 7))
      n -> n-q
             ^
    """
    flat = "".join(c if c.isprintable() else " " for c in text)
    start = max(0, at - width // 2)
    end = min(len(flat), start + width)
    before = "…" if start else ""
    after = "…" if end < len(flat) else ""
    return f"  {before}{flat[start:end]}{after}\n  {' ' * (at - start + len(before))}^"
