"""The laws that are shipped: every certificate holds, the index is complete, and no law comes from elsewhere."""

import json
from pathlib import Path

import pytest

import grundy.laws
from grundy import games
from grundy.checker.checking import check
from grundy.laws.library import INDEX, index_text, known
from grundy.report.library import MEMBERS, WITHOUT
from grundy.rules.rulesets import Ruleset

KNOWN = Path(grundy.laws.__file__).parent / "known"
FILES = sorted(p for p in KNOWN.glob("*.json") if p.name != INDEX)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_shipped_certificate_is_valid(path):
    data = json.loads(path.read_text())
    if data["format"] == "grundy law":
        assert data["evidence"] == "checked"
        return
    verdict = check(path)
    assert verdict.valid, verdict.why


def test_the_index_is_that_of_the_files():
    assert (KNOWN / INDEX).read_text() == index_text(KNOWN)


def test_every_game_of_the_catalogue_with_a_law_says_how_it_is_known():
    without = set()
    for name in games.catalogue.names():
        if name in WITHOUT:
            continue
        for text in MEMBERS.get(name, (name,)):
            rules = games.rules(text)
            if isinstance(rules, Ruleset) and known(rules) is None:
                without.add(text)
    assert without == {"euclid", "grundy_game", "take_a_square"}


@pytest.mark.parametrize("name", sorted({p.stem for p in FILES} - set(WITHOUT)))
@pytest.mark.slow
def test_a_shipped_law_is_what_study_finds(name):
    from grundy.report.library import file_name, texts
    from grundy.report.studying import study

    text = next(t for t in texts() if file_name(t) == name)
    found = study(games.rules(text), budget=60)
    data = json.loads((KNOWN / f"{name}.json").read_text())
    assert found.evidence == data.get("evidence", "proved")
    if found.certificate is not None:
        assert found.certificate["hash"] == data["hash"]
    else:
        assert found.law.to_json() == data["law"]
