"""The texts: every language says the same things."""

import re

import pytest

from grundy.explain.texts import DIRECTORY, MESSAGES, languages, placeholders, require_language, section, sections, text
from grundy.rules.errors import GrundyError

OTHERS = [lang for lang in languages() if lang != "en"]
HAN = re.compile("[\u4e00-\u9fff]")


def test_english_comes_first():
    assert languages()[:2] == ("en", "zh")


@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_has_the_same_sections(lang):
    assert set(sections(lang)) == {*sections("en"), MESSAGES}, "the English of messages stands where they are made"


@pytest.mark.parametrize("name", sections())
@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_has_the_same_keys_and_placeholders(lang, name):
    english, other = section("en", name), section(lang, name)
    assert set(other) == set(english)
    differing = [key for key in english if placeholders(english[key]) != placeholders(other[key])]
    assert differing == []


@pytest.mark.parametrize("name", sections())
@pytest.mark.parametrize("lang", languages())
def test_no_text_is_empty_and_braces_are_placeholders(lang, name):
    for key, words in section(lang, name).items():
        assert words.strip() or key == "list.space", key
        assert not re.search(r"\{\s+\w+\}|\{\w+\s+\}|\{\}", words), key


def test_chinese_is_written_in_chinese():
    for name in ("explain", "laws"):
        english = section("en", name)
        spoken = [key for key in english if re.search("[a-z]{4}", re.sub(r"\{\w+\}", "", english[key]).lower())]
        assert [key for key in spoken if not HAN.search(re.sub(r"\{\w+\}", "", section("zh", name)[key]))] == [
            "move.take_several"
        ][: name == "explain"]


def test_files_are_text_of_unix():
    for path in DIRECTORY.glob("*/*.toml"):
        data = path.read_bytes()
        assert b"\r" not in data
        data.decode("utf-8")


def test_long_numbers_are_shortened():
    assert len(text("en", "explain.headline.won", move=10**5000)) < 60


@pytest.mark.parametrize("key", ["explain.no such key", "no_such_section.key", "explain"])
def test_what_there_is_not_is_named(key):
    with pytest.raises(GrundyError, match="no text"):
        text("en", key)


def test_a_missing_value_is_named():
    with pytest.raises(GrundyError, match="move"):
        text("en", "explain.headline.won", moves="")


@pytest.mark.parametrize("lang", ["fr", "", "EN", "../en"])
def test_an_unknown_language_is_refused(lang):
    with pytest.raises(GrundyError, match="there are en, zh"):
        require_language(lang)
