"""Rows of tests/known, as rulesets and numbers."""

import csv
from functools import cache
from pathlib import Path

from grundy import expression
from grundy.games import rules

KNOWN = Path(__file__).parents[1] / "known"


def rows(name):
    with (KNOWN / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def numbers(text):
    return [int(word) for word in text.split()]


def heap_pairs(text):
    return [tuple(map(int, word.split(","))) for word in text.split()]


@cache
def game(text, least=0):
    """The ruleset of a catalogue expression or of a rule text."""
    return rules(text, least=least or None) if "->" in text else expression(text)


def label(row):
    """A name for a row in the list of tests."""
    return " ".join([*list(row.values())[:1], row.get("play", "")]).strip()
