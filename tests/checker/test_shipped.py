"""Every certificate that is shipped in the package, or stands beside the gallery."""

import json
from pathlib import Path

import pytest

import grundy
from grundy.checker.checking import check

ROOT = Path(__file__).resolve().parent.parent.parent


def shipped():
    found = [
        *(Path(grundy.__path__[0]) / "laws" / "known").glob("*.json"),
        *(ROOT / "docs" / "gallery").rglob("*.json"),
    ]
    for path in sorted(set(found)):
        data = json.loads(path.read_text(encoding="ascii"))
        if isinstance(data, dict) and data.get("format") == "grundy certificate" and data["evidence"] == "proved":
            yield path


@pytest.mark.slow
@pytest.mark.parametrize("path", list(shipped()), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_shipped_certificate_is_valid(path):
    verdict = check(path)
    assert verdict.valid, verdict.why
