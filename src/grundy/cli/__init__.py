"""The command line: parse, call, show."""

from __future__ import annotations

import gc

_COLLECT_AFTER = 20_000  # new objects; Python's own 700 cost a twelfth of a start, most of it on modules being loaded


def main() -> None:
    """Run the command ``grundy``."""
    gc.set_threshold(_COLLECT_AFTER)
    try:
        from .app import run

        run()
    except KeyboardInterrupt as stop:  # before the command began, or while it ended
        import os
        import sys

        sys.stderr.write("interrupted\n")
        os._exit(getattr(stop, "status", 130))


__all__ = ["main"]
