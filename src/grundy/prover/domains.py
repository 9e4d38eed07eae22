"""Domains: the least value of each parameter of a family from which on a statement is shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from grundy.prover.base import NotProved
from grundy.rules.family import Family, set_parameters
from grundy.rules.parsing import parse_rules
from grundy.rules.terms import Rules

Domain = dict[str, int]

_LEAST_TRIED = 4
_MOST_PARAMETERS = 4


def corners(parameters: tuple[str, ...]) -> Iterator[Domain]:
    """Domains to try, those with the smallest least values first.

    >>> list(corners(("p1",)))[:2]
    [{'p1': 0}, {'p1': 1}]
    """
    tried = range(_LEAST_TRIED) if len(parameters) <= _MOST_PARAMETERS else range(1)
    for corner in sorted(product(tried, repeat=len(parameters)), key=sum):
        yield dict(zip(parameters, corner, strict=True))


def open_rules(family: Family) -> tuple[str, tuple[str, ...], Rules]:
    """The canonical text of a family with its open parameters p1, p2, …, these, and the tree; raises NotProved.

    Where no parameter has a value yet it is the family's general text.
    """
    if set_parameters(family.rules, family.open):
        raise NotProved("a parameter of the family is a set")
    text = family.canonical if family.bound else family.general[0]
    names = tuple(f"p{i + 1}" for i in range(len(family.open)))
    return text, names, parse_rules(text.partition(" [least=")[0])


def members(domain: Domain) -> Iterator[dict[str, int]]:
    """Values of the parameters at which a statement is compared with the move generator."""
    least = tuple(domain.values())
    points = {tuple(x + more for x in least) for more in range(3)}
    points |= {(*least[:i], least[i] + more, *least[i + 1 :]) for i in range(len(least)) for more in (1, 7, 50)}
    return (dict(zip(domain, point, strict=True)) for point in sorted(points))


def family_entry(text: str, domain: Domain) -> dict[str, Any]:
    """The rules of a family's certificate."""
    return {"text": text, "parameters": list(domain), "domain": domain}
