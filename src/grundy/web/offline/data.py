"""What the offline page knows of a position, as plain data: the graph below it, boards, laws, sentences on values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from grundy.explain.findings import component_told, laws_said, values_of
from grundy.explain.moves import taken_from
from grundy.explain.saying import Saying
from grundy.match.boards import board, plain
from grundy.rules.errors import GrundyError
from grundy.rules.numbers import is_integer
from grundy.rules.positions import Position
from grundy.rules.rulesets import Ruleset
from grundy.solver.valuing import Context
from grundy.web.starting import catalogue_text, words_of

from .graph import Graph, Option

MOST_TOLD = 1_500
"""Up to how many components each has its own sentences on how its value comes about; beyond, the mex of its options."""
_WORK = 200_000
_EXACT = 2**53

Data = dict[str, Any]


def data_of(position: Position, graph: Graph, lang: str) -> Data:
    """The data of the page of a position."""
    boards: dict[str, int] = {}
    places = [_board_number(boards, graph.rulesets[i], component) for i, component in graph.components]
    return {
        "position": str(position),
        "start": list(graph.start),
        "rulesets": [_ruleset(ruleset, number, graph, lang) for number, ruleset in enumerate(graph.rulesets)],
        "names": _names(graph),
        "values": list(graph.values),
        "options": [list(runs(options)) for options in graph.options],
        "boards": [json.loads(text) for text in boards],
        "board": places,
        "whole": _whole(graph),
        "told": _told(graph, lang),
    }


def runs(options: Iterable[Option]) -> Iterable[list[int]]:
    """Options as arithmetic progressions: their number, then for each component left its first number and its step.

    >>> list(runs([(0,), (1,), (2,), (0, 4), (1, 3)]))
    [[3, 0, 1], [2, 0, 1, 4, -1]]
    """
    run: list[Option] = []
    for option in options:
        if run and not _goes_on(run, option):
            yield _packed(run)
            run = []
        run.append(option)
    if run:
        yield _packed(run)


def _goes_on(run: Sequence[Option], option: Option) -> bool:
    last = run[-1]
    if len(last) != len(option):
        return False
    return len(run) == 1 or _difference(run[0], run[1]) == _difference(last, option)


def _difference(first: Option, second: Option) -> tuple[int, ...]:
    return tuple(y - x for x, y in zip(first, second, strict=True))


def _packed(run: Sequence[Option]) -> list[int]:
    steps = _difference(run[0], run[1]) if len(run) > 1 else (0,) * len(run[0])
    return [len(run), *(number for pair in zip(run[0], steps, strict=True) for number in pair)]


def _ruleset(ruleset: Ruleset, number: int, graph: Graph, lang: str) -> Data:
    """A ruleset: its text and words, its law, and the heaps of its components in their order."""
    components = [component for i, component in graph.components if i == number]
    base = ruleset.base_text
    name = base.partition("(")[0]
    return {
        "text": str(ruleset),
        "base": base,
        "joined": ruleset.heaps == 1 and base == ruleset.text,
        "heaps": ruleset.heaps,
        "title": catalogue_text(lang, f"{name}_title") if base == name else None,
        "words": list(words_of(ruleset, lang)),
        "taken": sorted(taken_from(ruleset)),
        "components": [_heaps(component) for component in components],
        **_law(ruleset, components[-1], lang),
    }


def _heaps(component: Any) -> list[Any]:
    """The heaps of a component; as texts where JavaScript's numbers would not hold them."""
    return [heap if is_integer(heap) and abs(heap) < _EXACT else str(heap) for heap in plain(component)]


def _law(ruleset: Ruleset, component: Any, lang: str) -> Data:
    """The law by which components of a ruleset are decided, in words, and what it is about, where one is known."""
    try:
        findings = values_of(Position(((ruleset, component),)), Context(_WORK))
    except GrundyError:
        return {"laws": [], "about": None}
    about = next((finding.law.law.about for finding in findings if finding.law is not None), None)
    return {"laws": [law.to_json() for law in laws_said(findings, Saying(lang))], "about": about}


def _names(graph: Graph) -> dict[str, str]:
    """The texts of those components that are not the base text of their ruleset with the heaps in brackets."""
    found = {}
    for i, (number, component) in enumerate(graph.components):
        ruleset = graph.rulesets[number]
        text = ruleset.position_texts([component])[0]
        heaps = plain(component)
        if text != f"{ruleset.base_text}[{', '.join(map(str, heaps))}]":
            found[str(i)] = text
    return found


def _board_number(boards: dict[str, int], ruleset: Ruleset, component: Any) -> int:
    """The number of a board without its heaps; sides that the heaps alone fill are left out, too."""
    found = board(ruleset, component)
    heaps = found.pop("heaps")
    if "sides" in found and found["sides"] == [heap + 1 for heap in heaps]:
        found["sides"] = "heaps"
    return boards.setdefault(json.dumps(found, sort_keys=True), len(boards))


def _whole(graph: Graph) -> Data | None:
    """All positions by their sorted components, with their remoteness in both plays."""
    if graph.whole is None:
        return None
    both = list(graph.whole.values())
    return {
        "positions": ";".join(",".join(map(str, key)) for key in graph.whole),
        "normal": [normal for normal, _ in both],
        "misere": [misere for _, misere in both],
    }


def _told(graph: Graph, lang: str) -> list[list[str]] | None:
    """For each component the sentences of its law; empty where there is none; None where components are many."""
    if len(graph.components) > MOST_TOLD:
        return None
    say, context = Saying(lang), Context(_WORK)
    alone = len(graph.start) == 1 and all(len(option) <= 1 for options in graph.options for option in options)
    found = []
    for number, component in graph.components:
        ruleset = graph.rulesets[number]
        try:
            (finding,) = values_of(Position(((ruleset, component),)), context)
            lawful = finding.law is not None and (alone or finding.law.law.about == "grundy")
            found.append(component_told(ruleset, component, finding, context, say, most=0) if lawful else [])
        except GrundyError:
            found.append([])
    return found
