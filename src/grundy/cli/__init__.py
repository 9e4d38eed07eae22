"""The command line: parse, call, show."""

from __future__ import annotations


def main() -> None:
    """Run the command ``grundy``."""
    from .app import run

    run()


__all__ = ["main"]
