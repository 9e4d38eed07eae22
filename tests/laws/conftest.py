"""The published facts, as rows of text."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

KNOWN = Path(__file__).parents[1] / "known" / "classics"


@pytest.fixture(scope="session")
def facts() -> Callable[[str], list[dict[str, str]]]:
    def rows(name: str) -> list[dict[str, str]]:
        with (KNOWN / name).open(newline="") as file:
            return list(csv.DictReader(file))

    return rows
