"""Which laws a ruleset has: certificates that are shipped, and those that a call is given, by canonical rule texts.

The index of the shipped ones, `known/index.json`, has an entry for each text under which a certificate is found (a
ruleset may be written in several orders); a lookup loads the one certificate that it needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from os.path import exists
from typing import TYPE_CHECKING, Any, Literal

from grundy.rules.errors import CertificateError
from grundy.rules.numbers import is_integer, shown
from grundy.rules.values import Value

if TYPE_CHECKING:
    from pathlib import Path

    from grundy.laws.automatic import AutomaticLaw
    from grundy.laws.base import Law
    from grundy.rules.rulesets import Ruleset

Evidence = Literal["proved", "attested", "checked"]
Play = Literal["normal", "misere"]
FORMATS = ("grundy certificate", "grundy law")
INDEX = "index.json"
_DIRECTORY = f"{__file__.rpartition('library')[0]}known/"
_STRENGTH: dict[Evidence, int] = {"proved": 0, "attested": 1, "checked": 2}


class Known(Value):
    """A law of a ruleset, and what is known of its truth.

    *law* is the law that answers: the description that was proved equal to the certificate's law, where there is one.
    *automaton* is the certificate's own law where that is an automaton. *checked_to* is the largest heap, inclusive, to
    which the law was compared with brute force, where that is its evidence. *name* says where it was found.
    """

    law: Law
    evidence: Evidence
    checked_to: int | None
    method: str
    theorem: str
    name: str
    automaton: AutomaticLaw | None = None

    @property
    def why(self) -> str:
        """What the law says and how it is known, for people."""
        words = f"{self.law.name}: {self.law.words()}"
        if self.evidence == "proved":
            return f"{words} Proved by the method {self.method!r}."
        if self.evidence == "attested":
            return f"{words} A solver attests it; there is no certificate."
        return f"{words} It is not proved."


class Entry(Value):
    """One law of a file for the text that it was found under; *least_values* bound the parameters of a family."""

    data: Any
    parameters: tuple[str, ...]
    least_values: tuple[int, ...]
    name: str

    __hash__ = None  # type: ignore[assignment]

    def known(self, params: tuple[object, ...]) -> Known | None:
        """The law for these values of the parameters; None where they are outside of its domain."""
        from grundy.laws.reading import law_from_json

        values = tuple(p for p in params if is_integer(p) and isinstance(p, int))
        if len(values) != len(params) or len(values) != len(self.parameters):
            return None
        if any(value < least for value, least in zip(values, self.least_values, strict=True)):
            return None
        data = self.data
        law = law_from_json(data["law"], values)
        described = data.get("description")
        automaton = law if law.kind == "automatic" else None
        return Known(
            law=law_from_json(described, values) if described else law,
            evidence=data.get("evidence", "proved"),
            checked_to=data.get("checked_to"),
            method=str(data.get("method", "")),
            theorem=str(data.get("theorem", "")),
            name=self.name,
            automaton=automaton,  # type: ignore[arg-type]
        )


class Library:
    """Laws by play and canonical text; *given* ones are looked at before the shipped ones. Immutable once made."""

    def __init__(self, given: Mapping[tuple[str, str], tuple[Entry, ...]] | None = None) -> None:
        self.given = dict(given or {})
        self.find = lru_cache(maxsize=1024)(self._find)

    def known(self, ruleset: Ruleset, play: Play = "normal") -> Known | None:
        """The law of a ruleset: one of Grundy values before one of outcomes; None where none is known.

        >>> from grundy.rules.family import ruleset
        >>> SHIPPED.known(ruleset("n -> n-t where t <= 10")).law
        ResidueLaw(modulus=11)
        """
        found = self.find(ruleset, play)
        return found[0] if found else None

    def sought(self, ruleset: Ruleset, play: Play = "normal") -> Known | None:
        """A law found by more work than a lookup, for positions that nothing else reaches; this library has none."""
        del ruleset, play
        return None

    def law_of(self, canonical: str, params: tuple[object, ...], play: Play = "normal") -> Known | None:
        """The law of the family of text *canonical* for these values of its parameters, or None.

        >>> SHIPPED.law_of("h1 -> h1-v1 where v1 <= p1", (10,)).law
        ResidueLaw(modulus=11)
        """
        found = self._of_text(canonical, params, play)
        return found[0] if found else None

    def _find(self, ruleset: Ruleset, play: Play) -> tuple[Known, ...]:
        """All laws of a ruleset, those of Grundy values first."""
        found = [known for text, params in ruleset.law_keys for known in self._of_text(text, params, play)]
        if not found and play == "normal":
            summed = self._of_sum(ruleset)
            found = [summed] if summed is not None else []
        if not found:
            from .likeness import written_otherwise

            found = [
                known for text, params in written_otherwise(ruleset) for known in self._of_text(text, params, play)
            ]
        return tuple(sorted(found, key=_preference))

    def _of_text(self, text: str, params: tuple[object, ...], play: Play) -> list[Known]:
        entries = self.given.get((play, text), ())
        found = [known for entry in entries if (known := entry.known(params)) is not None]
        found += [known for entry in _shipped(play, text) if (known := entry.known(params)) is not None]
        return sorted(found, key=_preference)

    def _of_sum(self, ruleset: Ruleset) -> Known | None:
        """The law of rules on several heaps that are a sum of one-heap games which all have a law of Grundy values."""
        laws = []
        for one_heap in summands_of(ruleset):
            known = self.known(one_heap)
            if known is None or known.law.about != "grundy":
                return None
            laws.append(known)
        if not laws:
            return None
        from grundy.laws.sums import SumLaw

        bounds = [known.checked_to for known in laws if known.checked_to is not None]
        evidence = max((known.evidence for known in laws), key=_STRENGTH.__getitem__)
        kinds = "; ".join(dict.fromkeys(known.theorem for known in laws if known.theorem))
        theorem = f"by Sprague and Grundy the value is the xor of those of the heaps{f'; {kinds}' if kinds else ''}"
        law = SumLaw(tuple(known.law for known in laws))
        return Known(law, evidence, min(bounds, default=None), "sum", theorem, laws[0].name)


def _preference(known: Known) -> tuple[bool, int]:
    return known.law.about == "outcome", _STRENGTH[known.evidence]


@lru_cache(maxsize=1024)
def summands_of(ruleset: Ruleset) -> tuple[Ruleset, ...]:
    """The one-heap rulesets of which a component is the sum; none where it is no sum."""
    if ruleset.heaps < 2 or not hasattr(ruleset, "rules"):
        return ()
    from grundy.rules.summands import summands

    return summands(ruleset) or ()  # type: ignore[arg-type]


# ---------------------------------------------------------------- what is shipped


@lru_cache(maxsize=1)
def _index() -> dict[tuple[str, str], list[str]]:
    """The files by play and canonical text."""
    if not exists(_DIRECTORY + INDEX):  # noqa: PTH110 - Path is slower, and this is start-up
        return {}
    found: dict[tuple[str, str], list[str]] = {}
    for file, play, text in _read(_DIRECTORY + INDEX):
        found.setdefault((play, text), []).append(file)
    return found


def shipped_rules() -> Iterator[tuple[str, tuple[str, ...], tuple[int, ...]]]:
    """The canonical texts of which a law is shipped, with their parameters and the least values of these, each once."""
    for text, file in dict.fromkeys((text, files[0]) for (_, text), files in _index().items()):
        entry = _file(file)
        yield text, entry.parameters, entry.least_values


def _shipped(play: str, text: str) -> list[Entry]:
    return [_file(name) for name in _index().get((play, text), ())]


@lru_cache(maxsize=64)
def _file(name: str) -> Entry:
    return entry_of(_read(_DIRECTORY + name), name)


def _read(path: str) -> Any:
    import json

    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 - Path is slower, and this is start-up
            return json.load(file)
    except OSError as error:
        raise CertificateError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        raise CertificateError(f"{path} is no JSON document") from None


def entry_of(data: Any, name: str) -> Entry:
    """The law of a certificate, or of a law without proof; raises CertificateError where the data are neither."""
    if not isinstance(data, dict) or data.get("format") not in FORMATS:
        raise CertificateError(f"{name}: format is none of {', '.join(FORMATS)}")
    if data.get("law") is None:
        raise CertificateError(f"{name} holds no law")
    _, parameters, domain = _rules(data, name)
    evidence = data.get("evidence", "proved" if data["format"] == FORMATS[0] else None)
    if evidence not in _STRENGTH or (evidence == "proved") > (data["format"] == FORMATS[0]):
        raise CertificateError(f"{name}: evidence is {shown(evidence)}, which a {data['format']} cannot have")
    checked_to = data.get("checked_to")
    if checked_to is not None and not is_integer(checked_to):
        raise CertificateError(f"{name}: checked_to is an integer, not {shown(checked_to)}")
    if data.get("play", "normal") not in ("normal", "misere"):
        raise CertificateError(f"{name}: play is normal or misere, not {shown(data['play'])}")
    return Entry({**data, "evidence": evidence}, parameters, tuple(domain.get(p, 0) for p in parameters), name)


def _rules(data: Mapping[str, Any], name: str) -> tuple[str, tuple[str, ...], dict[str, int]]:
    """The rule text of a certificate, its parameters, and the least values of them."""
    rules = data.get("rules")
    if isinstance(rules, str):
        return rules, (), {}
    if not isinstance(rules, dict) or not isinstance(rules.get("text"), str):
        raise CertificateError(f"{name}: rules have a text")
    parameters, domain = rules.get("parameters", []), rules.get("domain") or {}
    if not isinstance(parameters, list) or any(not isinstance(p, str) for p in parameters):
        raise CertificateError(f"{name}: parameters of the rules are a list of names")
    if not isinstance(domain, dict) or any(not is_integer(v) for v in domain.values()):
        raise CertificateError(f"{name}: domain of the rules gives the least value of each parameter")
    return rules["text"], tuple(parameters), domain


def texts_of(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The canonical texts under which the law of a certificate is found; raises GrundyError for what are no rules."""
    from grundy.rules.canonical import from_canonical

    text, parameters, _ = _rules(data, name)
    if parameters:
        general, used = from_canonical(text, parameters).general
        if (general, used) != (text, parameters):
            raise CertificateError(f"{name}: the rules of a family are {general}, not {text}")
        return (text,)
    ruleset = from_canonical(text)
    keys = tuple(key for key, params in ruleset.law_keys if not params)
    return tuple(dict.fromkeys((text, *keys)))


def library_of(files: Iterable[str | Path]) -> Library:
    """The library that has the laws of these files before the shipped ones; raises GrundyError.

    A file is a certificate, whose proof is not looked at here, or a law without proof.
    """
    return Library(laws_of(files))


def laws_of(files: Iterable[str | Path]) -> dict[tuple[str, str], tuple[Entry, ...]]:
    """The laws of these files by play and canonical text; raises GrundyError."""
    given: dict[tuple[str, str], tuple[Entry, ...]] = {}
    for file in files:
        name = str(file)
        data = _read(name)
        entry = entry_of(data, name)
        for text in texts_of(data, name):
            key = (data.get("play", "normal"), text)
            given[key] = (*given.get(key, ()), entry)
    return given


def certificates_of(files: Iterable[str | Path]) -> Iterator[tuple[str, Any]]:
    """The names and data of those files that claim a proof; raises CertificateError."""
    for file in files:
        data = _read(str(file))
        if entry_of(data, str(file)).data["evidence"] == "proved":
            yield str(file), data


def index_text(directory: Path) -> str:
    """The index of the certificates in *directory*, as JSON: a line [file, play, canonical text] for each text."""
    import json

    lines = []
    for path in sorted(directory.glob("*.json")):
        if path.name != INDEX:
            data = _read(str(path))
            entry_of(data, path.name)
            play = data.get("play", "normal")
            lines += [json.dumps([path.name, play, text]) for text in texts_of(data, path.name)]
    return "[\n" + ",\n".join(lines) + "\n]\n"


SHIPPED = Library()


def known(ruleset: Ruleset, play: Play = "normal", library: Library = SHIPPED) -> Known | None:
    """The law of a ruleset in a library, or None.

    >>> from grundy.rules.family import ruleset
    >>> known(ruleset("n -> n-t")).law
    NimLaw()
    """
    return library.known(ruleset, play)
