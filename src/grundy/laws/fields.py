"""The data of a law, read key by key: integers and lists of them, with errors that name the key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grundy.rules.errors import CertificateError, GrundyError
from grundy.rules.numbers import is_integer, shown


class Fields:
    """The object *data* of a law; *parameters* are the values of p1, p2, … in its polynomials.

    *inside* names the key of another law under which it stands.

    >>> Fields({"kind": "beatty", "r": "p1+1"}, (2,)).integer("r", 1)
    3
    """

    def __init__(self, data: Any, parameters: Sequence[int] = (), inside: str = "") -> None:
        self.where = f"{inside}: " if inside else ""
        if not isinstance(data, Mapping):
            raise CertificateError(f"{self.where}a law is an object with a kind, not {shown(data)}")
        self.data = data
        self.parameters = tuple(parameters)

    def take(self, key: str) -> Any:
        """What stands under *key*; raises CertificateError where nothing does."""
        if key not in self.data:
            raise CertificateError(f"{self.where}the law has no {key}")
        return self.data[key]

    def only(self, keys: Iterable[str]) -> None:
        """Raise CertificateError for a key that is not among *keys*."""
        for key in self.data:
            if key not in {"kind", *keys}:
                raise CertificateError(f"{self.where}a law of kind {self.data.get('kind')} has no key {shown(key)}")

    def number(self, value: Any, key: str, least: int | None = None) -> int:
        """An integer, or a polynomial in the parameters as a text, of at least *least*; raises CertificateError."""
        if isinstance(value, str) and self.parameters:
            value = _polynomial(value, key, self.parameters)
        if not is_integer(value):
            raise CertificateError(f"{self.where}{key} of the law: expected an integer, not {shown(value)}")
        number = int(value)
        if least is not None and number < least:
            raise CertificateError(f"{self.where}{key} of the law is at least {least}, not {shown(number)}")
        return number

    def integer(self, key: str, least: int | None = None, default: int | None = None) -> int:
        """The integer under *key*; *default* where there is none."""
        if default is not None and key not in self.data:
            return default
        return self.number(self.take(key), key, least)

    def items(self, key: str) -> list[Any]:
        """The list under *key*; raises CertificateError where it is none."""
        found = self.take(key)
        if not isinstance(found, list | tuple):
            raise CertificateError(f"{self.where}{key} of the law: expected a list, not {shown(found)}")
        return list(found)

    def integers(self, key: str, least: int | None = None) -> tuple[int, ...]:
        """The integers of the list under *key*."""
        return self.numbers(self.items(key), key, least)

    def numbers(self, values: Any, key: str, least: int | None = None, length: int | None = None) -> tuple[int, ...]:
        """The integers of a list, of *length* where that is given."""
        if not isinstance(values, list | tuple) or (length is not None and len(values) != length):
            wanted = "a list of integers" if length is None else f"a list of {length} integers"
            raise CertificateError(f"{self.where}{key} of the law: expected {wanted}, not {shown(values)}")
        return tuple(self.number(value, key, least) for value in values)

    def choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        """The text under *key*, one of *choices*."""
        found = self.data.get(key, default)
        known = list(choices)
        if found not in known:
            raise CertificateError(f"{self.where}{key} of the law is one of {', '.join(known)}, not {shown(found)}")
        return str(found)


def _polynomial(text: str, key: str, parameters: Sequence[int]) -> int:
    """The value of a polynomial in p1, p2, …; raises CertificateError."""
    from grundy.rules.evaluate import term_function
    from grundy.rules.parsing import parse_terms

    try:
        (term,) = parse_terms(text)
        index = {f"p{i}": i - 1 for i in range(1, len(parameters) + 1)}
        return term_function(term, index)(tuple(parameters))
    except (GrundyError, KeyError, ValueError, ZeroDivisionError):
        raise CertificateError(f"{key} of the law: no polynomial in the parameters: {shown(text)}") from None
