"""Run the notebooks of this directory in Jupyter and store their outputs: ``python docs/notebooks/run.py``.

Needs nbclient and ipykernel (the extra `dev`) and matplotlib (the extra `plot`). What a cell shows must be the same
each time: no seconds, no addresses.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parent
_LANGUAGE = {"name": "python"}


def executed(notebook: Any) -> Any:
    """*notebook* with the outputs of its cells, without what differs from one run, or machine, to the next.

    Where a cell shows HTML or a picture, the plain text beside it is left out: that of a study holds seconds.
    """
    from nbclient import NotebookClient

    done = NotebookClient(notebook, kernel_name="python3", timeout=120, record_timing=False).execute()
    done["metadata"]["language_info"] = _LANGUAGE
    for cell in done["cells"]:
        for output in cell.get("outputs", ()):
            output.get("metadata", {}).clear()
            data = output.get("data", {})
            if data.keys() & {"text/html", "image/png"}:
                for kind in ("text/plain", "text/latex", "image/svg+xml"):
                    data.pop(kind, None)
    return done


def main() -> None:
    """Run all notebooks."""
    import nbformat

    for file in sorted(HOME.glob("*.ipynb")):
        done = executed(nbformat.read(file, as_version=4))  # type: ignore[no-untyped-call]
        text = json.dumps(done, indent=1, ensure_ascii=False, sort_keys=True)
        file.write_text(text + "\n", encoding="utf-8")
        sys.stdout.write(f"{file.name}: {file.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
