"""Whether a wheel holds the package and nothing else: every source and datum, no generated C."""

import sys
from pathlib import Path
from zipfile import ZipFile

SOURCE = Path(__file__).resolve().parent.parent / "src"
DATA = {".py", ".toml", ".json", ".typed", ".html", ".css", ".js", ".svg"}


def main(wheel: str) -> int:
    """Compare *wheel* with the source tree; 1 where they differ."""
    names = set(ZipFile(wheel).namelist())
    wanted = {
        p.relative_to(SOURCE).as_posix()
        for p in (SOURCE / "grundy").rglob("*")
        if p.suffix in DATA and "__pycache__" not in p.parts
    }
    extra = {n for n in names - wanted if ".dist-info/" not in n and not n.endswith(".so")}
    for name in sorted(wanted - names):
        print(f"missing: {name}")
    for name in sorted(extra):
        print(f"not asked for: {name}")
    print(f"{wheel.rpartition('/')[2]}: {len(names)} files")
    return 1 if wanted - names or extra else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
