"""Texts that people see, in every language: one directory a language, one TOML file a section.

``texts/en/play.toml`` holds the section "play" in English: flat keys with texts, in which ``{name}`` is a placeholder.
A further language is a further directory with the same files, keys and placeholders. The section "messages" is of what
the library itself says (errors, rules in words): its English stands where it is made, as templates
(:mod:`grundy.rules.said`), and these are its keys in each other language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from grundy.rules.errors import GrundyError
from grundy.rules.numbers import is_integer, shown
from grundy.rules.said import Said, filled

DIRECTORY = Path(__file__).parent / "texts"
DEFAULT = "en"
MESSAGES = "messages"
_FIRST, _LAST = 24, 12
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_BETWEEN_HAN = re.compile("(?<=[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]) +(?=[\u4e00-\u9fff\uff00-\uffef])")
"""Blanks between Chinese characters, which come of values; none stand there."""


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages, English first.

    >>> languages()
    ('en', 'zh')
    """
    found = sorted(path.name for path in DIRECTORY.iterdir() if path.is_dir() and not path.name.startswith("_"))
    return (DEFAULT, *(name for name in found if name != DEFAULT))


def require_language(lang: str) -> str:
    """*lang* itself where there are texts in it; else GrundyError, which names the languages that there are.

    >>> require_language("fr")
    Traceback (most recent call last):
    grundy.rules.errors.GrundyError: no texts in the language 'fr'; there are en, zh
    """
    if lang in languages():
        return lang
    raise GrundyError(f"no texts in the language {shown(lang)}; there are {', '.join(languages())}")


@cache
def sections(lang: str = DEFAULT) -> tuple[str, ...]:
    """The names of the sections of a language."""
    return tuple(sorted(path.stem for path in (DIRECTORY / require_language(lang)).glob("*.toml")))


@cache
def section(lang: str, name: str) -> Mapping[str, str]:
    """The texts of one section by key, placeholders not filled in; raises GrundyError where there is none.

    >>> section("en", "explain")["headline.won"]
    'You can win: {move}.'
    """
    import tomllib

    require_language(lang)
    if name not in sections(lang):
        raise GrundyError(f"no texts {shown(name)} in {lang}; there are {', '.join(sections(lang))}")
    with (DIRECTORY / lang / f"{name}.toml").open("rb") as file:
        return MappingProxyType(dict(_flat(tomllib.load(file))))


def _flat(data: Mapping[str, object], before: str = "") -> dict[str, str]:
    """The texts of a TOML document by key; a table gives its keys its name and a dot."""
    found: dict[str, str] = {}
    for key, value in data.items():
        if isinstance(value, Mapping):
            found.update(_flat(value, f"{before}{key}."))
        else:
            found[f"{before}{key}"] = str(value)
    return found


def placeholders(template: str) -> frozenset[str]:
    """The names in braces of a text.

    >>> sorted(placeholders("take {count} from {heap}"))
    ['count', 'heap']
    """
    return frozenset(_PLACEHOLDER.findall(template))


def brief(n: object) -> str:
    """An integer for a sentence: of a long one the first digits and the last ones.

    >>> brief(-12), brief(10**50 + 7)
    ('-12', '100000000000000000000000…000000000007')
    """
    found = shown(n)
    if not found.endswith("…"):
        return found
    last = abs(int(n)) % 10**_LAST  # type: ignore[call-overload]
    return f"{found[:_FIRST]}…{last:0{_LAST}}"


def text(lang: str, key: str, /, **values: object) -> str:
    """The text ``section.key`` in a language, its placeholders filled in; long integers are shortened.

    Braces around anything but a name stand for themselves. Raises GrundyError for a language, section or key that there
    is not, and for a placeholder without a value.

    >>> text("en", "explain.headline.won", move="take 4 from the heap (9 -> 5)")
    'You can win: take 4 from the heap (9 -> 5).'
    """
    name, _, rest = key.partition(".")
    template = section(lang, name).get(rest)
    if template is None:
        raise GrundyError(f"no text {shown(rest)} in the section {name} ({lang})")

    def filled(match: re.Match[str]) -> str:
        if match[1] not in values:
            raise GrundyError(f"the text {key} needs a value for {{{match[1]}}}")
        value = values[match[1]]
        return brief(value) if is_integer(value) else str(value)

    return _PLACEHOLDER.sub(filled, template)


def translated(message: str, lang: str) -> str | None:
    """A message of the library in a language; None where there are no words for it, or for a message in it.

    Values that are no messages (names, numbers, texts of rules) stay as they are.

    >>> from grundy.rules.said import said
    >>> translated(said("{sign} closes no bracket", sign=")"), "zh")
    '多余的 )：没有与它对应的左括号'
    """
    if lang == DEFAULT:
        return str(message)
    known = section(lang, MESSAGES)
    if not isinstance(message, Said):
        return known.get(message)
    template = known.get(message.template)
    values = {k: translated(v, lang) if isinstance(v, Said) else v for k, v in message.values.items()}
    if template is None or None in values.values():
        return None
    return _BETWEEN_HAN.sub("", filled(template, values))


def in_language(message: str, lang: str) -> str:
    """A message in a language, or else as it is.

    >>> in_language("no such message", "zh")
    'no such message'
    """
    return translated(message, lang) or str(message)


def spoken(error: GrundyError, lang: str) -> GrundyError:
    """*error* with its message in a language, where there are words for it."""
    error.message = in_language(error.message, lang)
    return error
