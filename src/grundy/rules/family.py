"""Families: rules with open parameters; and :func:`ruleset`, which makes rulesets and families from a text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from .errors import PositionError, RuleError, cut
from .evaluate import check_set
from .moves import AlternativeMoves, check_bounded, unbounded
from .notation import canonical_text
from .numbers import digits, is_integer, plural, require_short, shown, too_long
from .parsing import FUNCTIONS, parse_names, parse_rules, parse_terms
from .rulesets import About, AnyFamily, Ruleset, TextRuleset, check_call
from .said import said
from .sets import NAMED_SETS
from .terms import Int, Name, NamedSet, Node, Rules, SetOf, SetTerm, Term, rebuild_rules, walk
from .text import node_text, sorted_rules
from .values import Value as Frozen
from .values import replace

Value = int | SetTerm
KEYWORDS = ("text", "params", "least", "start")
MAX_MEMBERS = 10_000


class Family(AnyFamily, Frozen):
    """Rules with open parameters; called with values for all of them it gives a ruleset, for some a family.

    *bound* are the values given so far.
    """

    name: str
    rules: Rules
    parameters: tuple[str, ...]
    least: int = 0
    start: tuple[Term, ...] = ()
    bound: tuple[tuple[str, Value], ...] = ()
    about: About | None = None

    @cached_property
    def canonical(self) -> str:
        """The rule text, known values put in, with canonical names of heaps, open parameters and free variables."""
        rules = put_in(self.rules, dict(self.bound))
        return canonical_text(rules, in_order_of_use(rules, self.open), self.least)

    @cached_property
    def general(self) -> tuple[str, tuple[str, ...]]:
        """The canonical text with all parameters open and alternatives sorted, and the parameters in its order."""
        rules = sorted_rules(self.rules, self.parameters)
        used = in_order_of_use(rules, self.parameters)
        return canonical_text(rules, used, self.least), used

    @property
    def open(self) -> tuple[str, ...]:  # type: ignore[override]
        """The parameters that have no value yet."""
        given = dict(self.bound)
        return tuple(p for p in self.parameters if p not in given)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Family):
            return NotImplemented
        return self.canonical == other.canonical

    def __hash__(self) -> int:
        return hash(self.canonical)

    def __repr__(self) -> str:
        return self._text(self.bound)

    __str__ = __repr__

    def _repr_latex_(self) -> str:
        from .latex import rules_display

        return rules_display(self)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """The ruleset (or, with values missing, the family) with these values; raises RuleError."""
        given = check_call(repr(self), self.parameters, self.open, args, kwargs)
        sets = set_parameters(self.rules, self.parameters)
        values: dict[str, Value] = dict(self.bound)
        values |= {name: parameter_value(name, value, is_set=name in sets) for name, value in given.items()}
        bound = tuple((p, values[p]) for p in self.parameters if p in values)
        if len(bound) < len(self.parameters):
            return replace(self, bound=bound)
        return self._member(bound)

    def __getitem__(self, index: Any) -> Any:
        raise PositionError(
            "{family} is a family; give {listed} first, as in {example}[…]",
            family=cut(repr(self)),
            listed=", ".join(self.open),
            example=cut(self._example()),
        )

    def _example(self) -> str:
        """A call that gives what is open: one parameter by a value, several by their names."""
        given = dict(self.bound)
        if len(self.open) == 1 or self.name.startswith("ruleset("):
            sets = set_parameters(self.rules, self.parameters)
            sample: Value = SetOf((Int(1), Int(2)))
            return self._text(tuple((p, given.get(p, sample if p in sets else 3)) for p in self.parameters))
        return f"{self.name}({', '.join(value_text(given[p]) if p in given else p for p in self.parameters)})"

    def _member(self, bound: tuple[tuple[str, Value], ...]) -> Ruleset:
        rules = put_in(self.rules, dict(bound))
        for node in _nodes(rules):
            if isinstance(node, NamedSet):
                check_set(node)
        general, used = self.general if self.parameters else ("", ())
        known = ((general, tuple(dict(bound)[p] for p in used)),) if used else ()
        return TextRuleset(rules, self.least, self.start, self._text(bound), known, self.about)

    def _text(self, bound: tuple[tuple[str, Value], ...]) -> str:
        if self.name.startswith("ruleset("):
            inside = [self.name[len("ruleset(") : -1], *(f"{n}={value_text(v)}" for n, v in bound)]
            if len(bound) < len(self.parameters):
                missing = ", ".join(p for p in self.parameters if p not in dict(bound))
                inside.insert(1, f'params="{missing}"')
            return f"ruleset({', '.join(inside)})"
        if not bound:
            return self.name
        leading = tuple(n for n, _ in bound) == self.parameters[: len(bound)]
        texts = [value_text(v) if leading else f"{n}={value_text(v)}" for n, v in bound]
        return f"{self.name}({', '.join(texts)})"


def ruleset(text: str, /, *, params: str = "", least: int = 0, start: str = "", **values: Any) -> Any:
    """The ruleset of a rule text; a family where *params* names parameters that get no value.

    Keywords other than *params* (a comma list), *least* (the smallest heap) and *start* (a comma list of terms that
    gives all the heaps of a component from its leading ones) are values of parameters: integers, or sets for parameters
    that stand behind ``in``. Raises RuleError where the text is not well formed, a name is never bounded, or play may
    not end.

    >>> bash = ruleset("n -> n-t where t <= m", params="m")
    >>> list(bash(2)[5].options())
    [ruleset("n -> n-t where t <= m", m=2)[4], ruleset("n -> n-t where t <= m", m=2)[3]]
    """
    if not isinstance(text, str):
        raise RuleError("rules are given as a text, not {text}", text=shown(text))
    if not isinstance(params, str):
        raise RuleError(
            'params is a text with a comma list of names, such as "low, high", not {params}', params=shown(params)
        )
    names = parse_names(params, said("parameter")) if params.strip() else ()
    twice = [n for n in names if n in values]
    if twice:
        raise RuleError("the parameter {twice} stands in params and has a value; give one of them", twice=twice[0])
    family = declare(text, (*names, *values), least=least, start=start)
    return finished(family(**values)) if values or not names else family


def declare(
    text: str,
    parameters: tuple[str, ...],
    *,
    name: str = "",
    least: int = 0,
    start: str = "",
    about: About | None = None,
) -> Family:
    """The family of a rule text, its names checked; a family without parameters is called for its ruleset."""
    rules = parse_rules(text)
    check_parameters(text, rules, parameters)
    if not is_integer(least) or too_long(least):
        raise RuleError(
            "least is the smallest heap, an integer of at most 4,000 digits, not {least}", least=shown(least)
        )
    if least < 0:
        raise RuleError("least is the smallest heap, at least 0, not {least}", least=shown(least))
    if not isinstance(start, str):
        raise RuleError('start is a text with a comma list of terms, such as "n, n-1", not {start}', start=shown(start))
    terms = parse_terms(start) if start else ()
    if start and len(terms) != len(rules.heaps):
        heaps = ", ".join(rules.heaps)
        raise RuleError(
            "start has {count}, expected {wanted} ({heaps})",
            start,
            0,
            count=plural(len(terms), "term"),
            wanted=len(rules.heaps),
            heaps=heaps,
        )
    source = _own_text(text, least, start)
    family = Family(name or source, rules, parameters, least, terms, about=about)
    if not name:
        _check_bounds(text, family)
    return family


def _own_text(text: str, least: int, start: str) -> str:
    flat = " ".join(text.split())
    inside = [f'"{flat}"'] + ([f"least={least}"] if least else []) + ([f'start="{start}"'] if start else [])
    return f"ruleset({', '.join(inside)})"


def finished(made: Ruleset | Family) -> Ruleset | Family:
    """*made*, once play is seen to end; raises RuleError."""
    if isinstance(made, Ruleset):
        made.require_ending()
    return made


def set_parameters(rules: Rules, parameters: tuple[str, ...]) -> frozenset[str]:
    """The parameters that stand for sets."""
    return frozenset(n.name for n in _nodes(rules) if isinstance(n, NamedSet) and n.name in parameters)


def _nodes(rules: Rules) -> Iterator[Node]:
    for alternative in rules.alternatives:
        for top in alternative.nodes():
            yield from walk(top)


def check_parameters(text: str, rules: Rules, parameters: tuple[str, ...]) -> None:
    """Raise RuleError for a parameter that is also a heap, used in two ways, or not used; and for an unknown set."""
    numbers = {n.name for n in _nodes(rules) if isinstance(n, Name)}
    for node in _nodes(rules):
        if isinstance(node, NamedSet) and node.name not in NAMED_SETS and node.name not in parameters:
            meant = next((p for p in parameters if p.lower() == node.name.lower()), None)
            if meant is not None:
                raise RuleError(
                    "unknown set {name}: is it a parameter ({meant})?", text, node.at, name=node.name, meant=meant
                )
            name: str = node.name
            if name in numbers or name in rules.heaps:
                name = said("{name} (its members stand in braces: {…})", name=name)
            raise RuleError(
                "unknown set {unknown}; the sets are {listed}. Is it a parameter? Then give it a value ({name}=…)",
                text, node.at, unknown=name, name=node.name, listed=", ".join(NAMED_SETS)
            )  # fmt: skip
    sets = set_parameters(rules, parameters)
    for name in parameters:
        if name in KEYWORDS or name in FUNCTIONS or name in NAMED_SETS or name == "where":
            raise RuleError("{name} cannot name a parameter", name=name)
        if name in rules.heaps:
            raise RuleError("{name} is a heap of the rules and cannot be a parameter", text, 0, name=name)
        if name in sets and name in numbers:
            raise RuleError("the parameter {name} stands for a set in one place and for a number in another", name=name)
        if name not in sets and name not in numbers:
            _refuse_unused(text, rules, name)


def _refuse_unused(text: str, rules: Rules, name: str) -> None:
    """Raise RuleError for a parameter that the rules do not use, which may be a free name in other letters."""
    for node in _nodes(rules):
        if isinstance(node, Name) and node.name.lower() == name.lower() and node.name not in rules.heaps:
            raise RuleError(
                "{name} is never bounded: is it a parameter ({parameter})?",
                text,
                node.at,
                name=node.name,
                parameter=name,
            )
    raise RuleError("the rules have no parameter {name}", text, 0, name=cut(name))


def _check_bounds(text: str, family: Family) -> None:
    """Raise RuleError for a free variable that has no finite range, whatever the parameters are."""
    sets = set_parameters(family.rules, family.parameters)
    failure = None
    for sample in (3, 2, 50):
        values: dict[str, Value] = {p: SetOf((Int(1), Int(sample))) if p in sets else sample for p in family.parameters}
        rules = put_in(family.rules, values)
        moves = [AlternativeMoves(a, rules.heaps, family.least) for a in rules.alternatives]
        failure = check_bounded(moves, rules.heaps, family.least)
        if failure is None:
            return
        if not family.parameters:
            break
    if failure is not None:
        place = next((n.at for n in _nodes(family.rules) if isinstance(n, Name) and n.name == failure[0]), 0)
        raise unbounded(failure[0], family.parameters).located(text, place)


def in_order_of_use(rules: Rules, parameters: tuple[str, ...]) -> tuple[str, ...]:
    """The parameters in the order in which they first stand in the rules."""
    names = dict.fromkeys(n.name for n in _nodes(rules) if isinstance(n, Name | NamedSet))
    return tuple(n for n in names if n in parameters)


def put_in(rules: Rules, values: Mapping[str, Value]) -> Rules:
    """*rules* with the parameters replaced by their values."""

    def change(node: Node) -> Node | None:
        if isinstance(node, Name) and node.name in values:
            value = values[node.name]
            return Int(value, node.at) if isinstance(value, int) else None
        if isinstance(node, NamedSet) and not node.args and node.name in values:
            value = values[node.name]
            return None if isinstance(value, int) else value
        return None

    return rebuild_rules(rules, change) if values else rules


def parameter_value(name: str, value: Any, *, is_set: bool) -> Value:
    """A value given from outside, as an integer or a set term; raises RuleError."""
    if is_set:
        return set_value(name, value)
    if isinstance(value, Int):
        value = value.value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise RuleError("the parameter {name} is an integer, not {value}", name=name, value=shown(value))
    number = int(value.__index__())
    if too_long(number):
        raise RuleError("the parameter {name} has more than 4,000 digits", name=name)
    return number


def set_value(name: str, value: Any) -> SetTerm:
    """A set given from outside (a Python set, a range, squares, powers(2)); raises RuleError."""
    if isinstance(value, NamedSet):
        check_set(value)
        return value
    if isinstance(value, SetOf):
        return value
    if isinstance(value, range) and value.step == 1:
        ends = [
            require_short(end, said("an end of the parameter {name}", name=name), RuleError)
            for end in (value.start, value.stop)
        ]
        return NamedSet("range", (Int(ends[0]), Int(ends[1])))
    if not isinstance(value, set | frozenset | list | tuple | range):
        raise RuleError("the parameter {name} is a set such as {1, 3, 4}, not {value}", name=name, value=shown(value))
    if value[MAX_MEMBERS:] if isinstance(value, range) else len(value) > MAX_MEMBERS:  # no len() of a huge range
        raise RuleError(
            "the parameter {name} has more than {most} members, the most that are taken; "
            "range(a, b) without a step has no limit, and rules can say the rest, as in t % 2 == 1",
            name=name,
            most=f"{MAX_MEMBERS:,}",
        )
    elements = [parameter_value(f"{name}'s member", v, is_set=False) for v in value]
    return SetOf(tuple(Int(v) for v in sorted({v for v in elements if isinstance(v, int)})))


def value_text(value: Value) -> str:
    """The text of a parameter's value in an expression.

    >>> value_text(12), value_text(SetOf((Int(1), Int(3))))
    ('12', '{1, 3}')
    """
    if isinstance(value, int):
        return digits(value)
    return "set()" if value == SetOf(()) else node_text(value)
