"""The pages' own files: every text that they ask for exists, and nothing in them needs what the security policy forbids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grundy import web
from grundy.explain.texts import languages, section, sections

ROOT = Path(web.__file__).parent
TEMPLATES = sorted((ROOT / "templates").glob("*.html"))
NAMES = ("common", "engine", "places", "strips", "lists", "boards", "why", "panels", "play", "play_page", "home", "api")
OWN = [ROOT / "static" / f"{name}.js" for name in NAMES]


def _texts(lang: str) -> set[str]:
    return {key for name in sections(lang) if name.startswith("web") for key in section(lang, name)}


@pytest.mark.parametrize("lang", languages())
def test_texts_that_templates_and_modules_name(lang: str) -> None:
    named = {key for file in TEMPLATES for key in re.findall(r"""\bt\(["'](\w+)["']\)""", file.read_text("utf-8"))}
    named |= {key for file in OWN for key in re.findall(r"""\bword\("(\w+)"[,)]""", file.read_text("utf-8"))}
    assert named - _texts(lang) == set()
    kinds = re.search(r"const DRAW = \{(.*?)\};", (ROOT / "static/boards.js").read_text("utf-8"))
    assert kinds is not None
    assert {f"play_how_{kind}" for kind in re.findall(r"(\w+):", kinds[1])} <= _texts(lang)


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_nothing_inline(file: Path) -> None:
    text = file.read_text("utf-8")
    if file.name == "export.html":  # one file for a memory stick holds all it needs
        return
    assert not re.search(r"\sstyle=|\son\w+=|javascript:|<style", text)
    for script in re.findall(r"<script[^>]*>", text):
        assert "src=" in script or 'type="application/json"' in script


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.name)
def test_modules_can_be_joined(file: Path) -> None:
    """The offline page strips imports and exports: one form each, and no name twice."""
    text = file.read_text("utf-8")
    assert not re.search(r"https?://(?!www\.w3\.org/)", text)
    assert not re.search(r"\beval\(|new Function|innerHTML|insertAdjacentHTML|\balert\(", text)
    for line in text.splitlines():
        if line.startswith("import"):
            assert re.fullmatch(r'import \{ [\w, ]+ \} from "\./\w+\.js";', line)
        if line.startswith("export"):
            assert re.match(r"export (async )?(function|const|class) \w", line)


def test_games_have_titles() -> None:
    from grundy.games import catalogue

    for lang in languages():
        known = section(lang, "games")
        assert {f"{name}_{key}" for name in catalogue.names() for key in ("title", "rules")} <= set(known)


def test_words_of_chess_pieces_are_those_of_their_rules() -> None:
    """Each piece moves towards the corner: what its words say of directions is what its rules do."""
    from grundy.games import expression

    for name in ("rook", "king", "queen", "bishop"):
        ruleset = expression(name)
        steps = {(x - 6, y - 6) for ((x, y),) in ruleset.options((6, 6))}
        words = section("en", "games")[f"{name}_rules"]
        assert all(x <= 0 and y <= 0 for x, y in steps)
        assert " up " not in words
        assert "right" not in words


def test_misere_has_one_name_in_chinese() -> None:
    for name in sections("zh"):
        for key, text in section("zh", name).items():
            assert "反规则" not in text, key


def test_positions_to_begin_with() -> None:
    from grundy.games import expression
    from grundy.match import state

    starts = {key: text for key, text in section("en", "web").items() if key.startswith("start_")}
    assert starts == {key: text for key, text in section("zh", "web").items() if key.startswith("start_")}
    for text in starts.values():
        seen = state(expression(text))
        assert seen.complete
        assert seen.moves


def test_size_of_the_first_page() -> None:
    """All that the first page loads before its pictures, uncompressed."""
    files = [ROOT / "static" / name for name in ("grundy.css", "icon.svg")]
    modules = ["home.js"]
    for name in modules:
        found = re.findall(r'from "\./(\w+\.js)";', (ROOT / "static" / name).read_text("utf-8"))
        modules += [other for other in found if other not in modules]
    files += [ROOT / "static" / name for name in modules]
    assert sum(len(file.read_bytes()) for file in files) < 60_000


@pytest.mark.parametrize("lang", languages())
def test_rules_of_a_family_have_its_values_in_place_of_letters(lang: str) -> None:
    from grundy.games import catalogue, describe, expression
    from grundy.web.starting import catalogue_words, words_of

    for name in catalogue.names():
        usage = describe(name)["usage"]
        words = catalogue_words(name, lang)
        assert words
        assert "{" not in words
        if usage == name:
            continue
        letters = usage[len(name) + 1 : -1].split(", ")
        ruleset = expression(describe(name)["example"]).parts[0][0]
        said = " ".join(words_of(ruleset, lang))
        assert not [x for x in letters if re.search(rf"(?<![\w']){x}(?!\w)", said) and x != "code"], said
        assert all(
            n in said for n in re.findall(r"\d+", str(ruleset).split("[")[0]) if name not in ("octal", "hexadecimal")
        )
