"""All options of a component that have a wanted value, at any size: by the kind of the rules and the kind of the law.

Each way is exact, or says that it does not apply (`NoForm`), and then the next one is tried: the law's own knowledge of
its moves; all options, where they are few; residues and intervals of one heap; splits by residues; heaps one by one in
sums; Beatty pairs; digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from grundy.laws.base import GrundyLaw, Law
from grundy.laws.library import Known, summands_of
from grundy.rules.errors import LimitExceeded
from grundy.rules.meter import Meter
from grundy.rules.rulesets import Ruleset, State, TextRuleset
from grundy.rules.said import said

from .groups import Group, NoForm, Progression, Several

Labelled = list[tuple[int, Group]]
FEW, SMALL = 10_000, 200
"""How many moves, or from heaps of which size, are listed without a second thought."""
_FACTORING = frozenset({"arithmetic", "function"})
_DEAR = 10  # a number that must be factored, where a move looked at counts 1; long ones take longer


def options_with_value(
    ruleset: Ruleset, component: State, value: int, known: Known, meter: Meter
) -> list[Group] | None:
    """The options of *component* that have *value* by the law *known*, grouped in their order; None where not known.

    *value* is not the component's own value. The order is by alternative, then by the option. With a law of outcomes
    *value* is 0. *meter* is for the last way, which looks at all options.
    """
    inner = getattr(ruleset, "inner", ruleset)
    labelled = _labelled(inner, component, value, known, meter)
    return None if labelled is None else [group for _, group in sorted(labelled, key=lambda pair: pair[0])]


def _labelled(ruleset: Ruleset, component: State, value: int, known: Known, meter: Meter) -> Labelled | None:
    for way in _ways(ruleset, component, value, known):
        try:
            return way()
        except NoForm:
            continue
    try:
        return _enumerated(ruleset, component, value, known.law, meter)
    except LimitExceeded:
        return None


def _ways(ruleset: Ruleset, component: State, value: int, known: Known) -> Iterator[Callable[[], Labelled]]:
    """The ways that may apply, the quickest first."""
    law, text = known.law, isinstance(ruleset, TextRuleset)
    if law.knows_options:
        yield lambda: _by_the_law(ruleset, component, value, law)
    if max(component, default=0) <= SMALL:
        yield lambda: _few(ruleset, component, value, law)
    if text and summands_of(ruleset) and law.about == "grundy":
        yield lambda: _by_heaps(cast("TextRuleset", ruleset), component, value, law)
    if len(component) == 1 and isinstance(law, GrundyLaw):
        yield from _one_heap_ways(ruleset, component[0], value, law)
    if text and law.kind == "beatty":
        from .pairs import pair_options

        yield lambda: pair_options(cast("TextRuleset", ruleset), component, cast("Any", law))
    automaton = known.automaton
    if automaton is None and law.kind == "beatty" and cast("Any", law).r <= 8:
        automaton = cast("Any", law).automatic()
    if automaton is not None and (text or hasattr(ruleset, "digits")):
        from .reading_digits import automatic_options, automatic_splits

        if len(component) == 1:
            yield lambda: automatic_splits(cast("Any", ruleset), component[0], value, automaton)
        if text:
            yield lambda: automatic_options(cast("TextRuleset", ruleset), component, automaton, value)
    if max(component, default=0) > SMALL and _may_be_few(ruleset):
        yield lambda: _few(ruleset, component, value, law)


def _one_heap_ways(ruleset: Ruleset, n: int, value: int, law: GrundyLaw) -> Iterator[Callable[[], Labelled]]:
    if law.kind == "periodic" and (hasattr(ruleset, "digits") or getattr(ruleset, "splits", False)):
        from .splitting import split_options

        yield lambda: split_options(cast("Any", ruleset), n, value, cast("Any", law))
    if isinstance(ruleset, TextRuleset) and not ruleset.splits:
        from .taking import one_heap_options

        yield lambda: one_heap_options(ruleset, n, value, law)


def _may_be_few(ruleset: Ruleset) -> bool:
    """Whether it is worth to begin to list the options: not where a code splits a large heap."""
    digits = getattr(ruleset, "digits", None)
    return digits is None or max(digits) < 4


def _few(ruleset: Ruleset, component: State, value: int, law: Law) -> Labelled:
    try:
        return _enumerated(ruleset, component, value, law, Meter(FEW, what=said("the options")))
    except LimitExceeded:
        raise NoForm("many options") from None


def _enumerated(ruleset: Ruleset, component: State, value: int, law: Law, meter: Meter) -> Labelled:
    """All options, each looked up in the law; raises LimitExceeded."""
    found: dict[int, list[Any]] = {}
    bits = max(component, default=0).bit_length()
    cost = 1 + bits // 512 if law.kind not in _FACTORING else _DEAR * (1 + (bits // 48) ** 2)
    for label, option in ruleset.labelled_options(component, meter):
        meter.spend(cost)
        if _has_value(law, option, value):
            found.setdefault(label, []).append(option)
    return [
        (label, Several([Progression.single(option) for option in sorted(options)]))
        for label, options in sorted(found.items())
    ]


def _has_value(law: Law, option: tuple[Any, ...], value: int) -> bool:
    if law.about == "outcome":
        return law.is_p(option[0])
    total = 0
    for part in option:
        total ^= law.value(part)
    return total == value


def _by_the_law(ruleset: Ruleset, component: State, value: int, law: Law) -> Labelled:
    """The runs that the law names, each by the first alternative that leads to it."""
    runs = law.options_of_value(component, value) if law.about == "grundy" else law.p_options(component)
    groups = [Progression.of_run(run) for run in runs]
    if len(groups) < 2 or not isinstance(ruleset, TextRuleset) or len(ruleset.moves) < 2:
        return [(0, group) for group in groups]
    meter = Meter(what=said("ordering the winning options"))

    def place(group: Progression) -> tuple[int, Any]:
        labels = (i for i, moves in enumerate(ruleset.moves) if moves.leads_to(component, group.first, meter))
        return next(labels, len(ruleset.moves)), group.first

    found: Labelled = [(place(group)[0], group) for group in sorted(groups, key=place)]
    return found


def _by_heaps(ruleset: TextRuleset, component: State, value: int, law: Law) -> Labelled:
    """The options of a sum of heaps in one component: in each heap, those that make the xor *value*."""
    laws = getattr(law, "laws", None)
    if laws is None:
        raise NoForm("the laws of the heaps are not known")
    places = _changed_heaps(ruleset)
    total = law.value(component)
    found: Labelled = []
    for i, (one_heap, own, heap) in enumerate(zip(summands_of(ruleset), laws, component, strict=True)):
        wanted = total ^ value ^ own.value((heap,))
        known = Known(own, "checked", None, "", "", "")
        labelled = _labelled(one_heap, (heap,), wanted, known, Meter(FEW, what=said("the options")))
        if labelled is None:
            raise NoForm("the options of a heap are not known")
        labels = [label for label, place in enumerate(places) if place == i]
        found += [(labels[label], _Within(group, component, i)) for label, group in labelled]
    return found


def _changed_heaps(ruleset: TextRuleset) -> list[int]:
    """The heap that each alternative of a sum of heaps changes."""
    from grundy.rules.terms import Name

    names = ruleset.rules.heaps
    changed = []
    for alternative in ruleset.rules.alternatives:
        terms = zip(names, alternative.components[0], strict=True)
        changed.append(next((i for i, (name, term) in enumerate(terms) if term != Name(name)), 0))
    return changed


class _Within(Group):
    """Options of heap number *place*, as options of the component that it stands in."""

    def __init__(self, group: Group, component: State, place: int) -> None:
        self.group = group
        self.component = component
        self.place = place
        self.count = group.count

    def __iter__(self) -> Iterator[Any]:
        before, after = self.component[: self.place], self.component[self.place + 1 :]
        for ((heap,),) in self.group:
            yield ((*before, heap, *after),)

    def words(self, done: int) -> str:
        """What is left, of this heap."""
        return f"{self.group.words(done)} in heap {self.place + 1}"
