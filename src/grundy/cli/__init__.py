"""The command line: parse, call, show."""

from __future__ import annotations


def main() -> None:
    """Run the command ``grundy``."""
    try:
        from .app import run

        run()
    except KeyboardInterrupt:  # before the command began, or while it ended
        import os
        import sys

        sys.stderr.write("interrupted\n")
        os._exit(130)


__all__ = ["main"]
