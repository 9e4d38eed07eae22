"""Rulesets: the rules of one game, parameters put in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from .errors import PositionError, RuleError, Unsupported, cut
from .evaluate import term_function
from .meter import Meter
from .moves import AlternativeMoves
from .notation import canonical_text, component_text, index_text, integer
from .numbers import plural, shown
from .positions import Position, Region
from .said import said
from .terms import Int, Name, Node, Rules, Term, rebuild_rules, walk
from .text import node_text, sorted_rules
from .values import Value

if TYPE_CHECKING:
    from .forms import Clause
    from .measure import Ending

State = Any
Option = tuple[State, ...]
Bare = slice(None, None, None)


class About(Value):
    """What a catalogue says of a game: the rules in words, the source, and the OEIS number where there is one."""

    name: str
    words: str
    source: str
    oeis: str | None = None


class AnyFamily:
    """What a family is to others: callable with values for its *open* parameters, with a text and About."""

    __iter__: ClassVar[None] = None
    __contains__: ClassVar[None] = None

    open: tuple[str, ...]
    about: About | None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The ruleset, or a family with fewer open parameters."""
        raise NotImplementedError


def check_call(
    text: str, parameters: tuple[str, ...], opened: tuple[str, ...], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> dict[str, Any]:
    """The values that a call of the family *text* gives to its *opened* parameters; raises RuleError.

    >>> check_call("race", ("low", "high", "goal"), ("low", "goal"), (2,), {"goal": 162})
    {'low': 2, 'goal': 162}
    """
    text = cut(text)
    if len(args) > len(opened):
        raise RuleError(
            "{text} takes {count} ({listed}), not {given}",
            text=text,
            count=plural(len(opened), "value"),
            listed=", ".join(opened),
            given=len(args),
        )
    values = dict(zip(opened, args, strict=False))
    for name, value in kwargs.items():
        if name not in parameters:
            its = "its parameter is {known}" if len(parameters) == 1 else "its parameters are {known}"
            known = said(its, known=", ".join(parameters))
            raise RuleError("{text} has no parameter {name}; {known}", text=text, name=cut(name), known=known)
        if name in values or name not in opened:
            raise RuleError("the parameter {name} of {text} is given twice", name=name, text=text)
        values[name] = value
    return values


class Ruleset(ABC):
    """The rules of one game; immutable and hashable.

    *heaps* is the number of heaps of one component (0 where components are arbitrary states); *least* is the smallest
    heap; *text* the expression that gives the ruleset back; *canonical* the text by which laws are found: rulesets
    are equal when it is equal.
    """

    heaps: int
    least: int
    text: str
    about: About | None

    __iter__: ClassVar[None] = None
    __contains__: ClassVar[None] = None

    ordered: ClassVar[bool] = True
    """Whether components can be compared with <."""
    outcomes_only: ClassVar[bool] = False
    """Whether the ruleset has outcomes but no Grundy values."""

    @property
    @abstractmethod
    def canonical(self) -> str:
        """The text that says what the rules are, free of names that do not matter."""

    @abstractmethod
    def labelled_options(self, component: State, meter: Meter) -> Iterator[tuple[int, Option]]:
        """The options of a component, without repetition, each with the number of the alternative that it comes by."""

    def options(self, component: State, meter: Meter | None = None) -> Iterator[Option]:
        """The options of a component, without repetition, each the tuple of components that it leaves."""
        meter = meter or Meter(
            what=said("listing the options of {position}", position=self.position_texts([component])[0])
        )
        for _, option in self.labelled_options(component, meter):
            yield option

    @abstractmethod
    def component(self, values: Sequence[Any]) -> State:
        """The component with the given heaps; raises PositionError where the ruleset has none."""

    def require_ending(self) -> None:  # noqa: B027 - kinds that cannot tell do nothing
        """Raise RuleError unless play is seen to end."""

    @property
    def base_text(self) -> str:
        """The text before the bracket of a position."""
        return self.text

    @property
    def law_keys(self) -> tuple[tuple[str, tuple[object, ...]], ...]:
        """Canonical texts, each with parameter values, under which a law of this ruleset may be known."""
        return ((self.canonical, ()),)

    def __eq__(self, other: object) -> bool:
        return self.canonical == other.canonical if isinstance(other, Ruleset) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.canonical)

    def __repr__(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text

    def _repr_latex_(self) -> str:
        from .latex import rules_display

        return rules_display(self)

    def position_texts(self, components: Sequence[State]) -> list[str]:
        """The texts of a run of components: ``nim[3, 6, 9]``, or one text each."""
        inside = [component_text(c) for c in components]
        if self.heaps == 1 and self.base_text == self.text:
            return [f"{self.base_text}[{', '.join(inside)}]"]
        return [f"{self.base_text}[{text}]" for text in inside]

    def __getitem__(self, index: Any) -> Any:
        """A position for heaps, a region for slices with ends, a ruleset for bare slices."""
        items = index if isinstance(index, tuple) else (index,)
        if any(isinstance(item, slice) for item in items):
            return self._sliced(items)
        return self._position(items)

    def _position(self, items: tuple[Any, ...]) -> Position:
        if self.heaps == 1:
            return Position(tuple((self, self.component((item,))) for item in items))
        return Position(((self, self.component(items)),))

    def _sliced(self, items: tuple[Any, ...]) -> Region | Ruleset:
        bare = [item == Bare for item in items if isinstance(item, slice)]
        if all(bare) and len(bare) == len(items):
            return self.on_heaps(len(items))
        if self.heaps == 1 and len(items) > 1:
            found: Region | Ruleset = self.on_heaps(len(items))[items]
            return found
        axes = tuple(self._axis(item) for item in items)
        if not axes or any(len(a) == 0 for a in axes):
            raise PositionError(
                "the region {rules}[{items}] is empty", rules=cut(self.base_text), items=index_text(items)
            )
        try:
            self.component([a.start for a in axes])
        except PositionError as error:
            if len(items) < self.heaps:
                example = ", ".join([index_text(items[:1])] * self.heaps)
                raise PositionError(
                    "{message}, as in {rules}[{example}]",
                    message=error.message,
                    rules=cut(self.base_text),
                    example=example,
                ) from None
            raise
        return Region(self, axes, tuple(not isinstance(item, slice) for item in items))

    def _axis(self, item: Any) -> range:
        if not isinstance(item, slice):
            value = integer(item, "a heap")
            return range(value, value + 1)
        if item.step is not None:
            raise PositionError("a region of {rules} has no step: write start:stop", rules=cut(self.base_text))
        if item.stop is None:
            raise PositionError(
                "a region of {rules} needs an end: write :100 for the heaps up to 99", rules=cut(self.base_text)
            )
        start = self.least if item.start is None else integer(item.start, "the start of a region")
        stop = integer(item.stop, "the end of a region")
        if start < self.least:
            raise self._too_small(start)
        if stop - start > 10**9:
            raise PositionError(
                "a region of {count} heap sizes is too large; at most 10^9 are taken", count=shown(stop - start)
            )
        return range(start, stop)

    def on_heaps(self, count: int) -> Ruleset:
        """The ruleset with components of *count* heaps: itself, or the product game of one-heap rules."""
        if count == self.heaps:
            return self
        if self.heaps == 1:
            raise Unsupported("product", self, "only rule texts with one heap a component have products")
        raise PositionError(
            "{text} has {count} in a component, not {given}",
            text=cut(self.text),
            count=plural(self.heaps, "heap"),
            given=count,
        )

    def check_heaps(self, values: Sequence[Any]) -> tuple[int, ...]:
        """The heaps as integers that are >= least and have at most 4,000 digits; raises PositionError."""
        what = said("a heap of {rules}", rules=cut(self.base_text))
        for value in values:
            if isinstance(value, list | tuple) and value:
                inside = ", ".join(map(shown, value))
                raise PositionError(
                    "{what} is an integer, not a list; write {rules}[{inside}]",
                    what=what,
                    rules=cut(self.base_text),
                    inside=cut(inside),
                )
        heaps = tuple(integer(v, what) for v in values)
        for heap in heaps:
            if heap < self.least:
                raise self._too_small(heap)
        return heaps

    def _too_small(self, heap: int) -> PositionError:
        return PositionError(
            "heaps of {rules} are >= {least}, not {heap}",
            rules=cut(self.base_text),
            least=shown(self.least),
            heap=shown(heap),
        )


class TextRuleset(Ruleset, Value):
    """Rules given as a text, parameters put in; linear, or at least enumerable.

    *start* are terms that give the heaps of a component from fewer: ``n, n-1`` for Fibonacci Nim. *known_as* are the
    keys under which laws of the family that it came from are found.
    """

    rules: Rules
    least: int = 0
    start: tuple[Term, ...] = ()
    text: str = ""
    known_as: tuple[tuple[str, tuple[object, ...]], ...] = ()
    about: About | None = None
    base: str = ""

    @property
    def heaps(self) -> int:  # type: ignore[override]
        """The number of heaps of one component."""
        return len(self.rules.heaps)

    @property
    def base_text(self) -> str:
        """The text before the bracket of a position."""
        return self.base or self.text

    @cached_property
    def canonical(self) -> str:
        """The rule text with canonical names, and the least heap where it is not 0."""
        return canonical_text(self.rules, (), self.least)

    @property
    def law_keys(self) -> tuple[tuple[str, tuple[object, ...]], ...]:
        """The family's general text with the parameters' values, then the ruleset's own texts, alternatives sorted.

        The last one has a parameter for each integer constant, so that ``n -> n-t where t <= 10`` is found as Bash.
        Alternatives in another order are the same game, so a law's own order of options (and of alternatives in
        them) need not be that of this ruleset: sort the options by :meth:`options` where that order matters.
        """
        own = (canonical_text(sorted_rules(self.rules), (), self.least), ())
        return tuple(dict.fromkeys((*self.known_as, own, (self.canonical, ()), self._with_open_constants())))

    def _with_open_constants(self) -> tuple[str, tuple[object, ...]]:
        """The canonical text in which each integer constant is a parameter, and the constants in their order there."""
        constants: dict[str, int] = {}

        def opened(node: Node) -> Node | None:
            if not isinstance(node, Int):
                return None
            name = f"_{len(constants)}"
            constants[name] = node.value
            return Name(name)

        rules = rebuild_rules(self.rules, opened)
        rules = sorted_rules(rules, tuple(constants))
        nodes = [node for a in rules.alternatives for top in a.nodes() for node in walk(top)]
        used = tuple(dict.fromkeys(n.name for n in nodes if isinstance(n, Name) and n.name in constants))
        return canonical_text(rules, used, self.least), tuple(constants[name] for name in used)

    @cached_property
    def moves(self) -> tuple[AlternativeMoves, ...]:
        """The enumerators of the alternatives."""
        return tuple(AlternativeMoves(a, self.rules.heaps, self.least) for a in self.rules.alternatives)

    @cached_property
    def splits(self) -> bool:
        """Whether some alternative leaves several components."""
        return any(len(a.components) > 1 for a in self.rules.alternatives)

    @cached_property
    def ending(self) -> Ending:
        """The falling measure; raises RuleError with a move that lowers none."""
        from .measure import ending

        return ending(self.rules, self.moves, self.least)

    def require_ending(self) -> None:
        """Raise RuleError unless there is a falling measure."""
        _ = self.ending

    def clauses(self) -> tuple[Clause, ...]:
        """The exact linear reading; raises Unsupported where the rules are not linear."""
        from .linear import NotLinear, clauses

        try:
            return clauses(self.rules, self.least)
        except NotLinear as error:
            raise Unsupported("linear reading", self, str(error)) from None

    @cached_property
    def linear(self) -> bool:
        """Whether the rules can be handed to provers: every term linear, every set finite."""
        from .terms import NamedSet

        try:
            found = self.clauses()
        except Unsupported:
            return False
        return not any(isinstance(m.members, NamedSet) for clause in found for m in clause.memberships)

    def labelled_options(self, component: State, meter: Meter) -> Iterator[tuple[int, Option]]:
        """The options of a component; several components count as unordered, and come once."""
        ending = self.ending if not self.ending.shown else None
        seen: set[Option] = set()
        for label, alternative in enumerate(self.moves):
            for option in alternative.options(component, meter):
                key = option if len(option) == 1 else tuple(sorted(option))
                if key not in seen:
                    seen.add(key)
                    if ending is not None:
                        ending.require_fall(component, option)
                    yield label, option

    def component(self, values: Sequence[Any]) -> tuple[int, ...]:
        """The component with those heaps, completed by *start* where fewer are given."""
        heaps = self.check_heaps(values)
        if len(heaps) == self.heaps:
            return heaps
        leading = self.heaps - len(self._completed) if self.start else self.heaps
        if not self.start or len(heaps) != leading:
            wanted: str = plural(self.heaps, "heap")
            if self.start:
                wanted = said("{leading} or {count} heaps", leading=leading, count=self.heaps)
            names = ", ".join(self.rules.heaps)
            raise PositionError(
                "a component of {rules} has {wanted} ({names}), not {count}",
                rules=cut(self.base_text),
                wanted=wanted,
                names=names,
                count=len(heaps),
            )
        try:
            rest = [max(self.least, f(heaps)) for f in self._completed]
        except ZeroDivisionError:
            start = ", ".join(map(node_text, self.start))
            raise PositionError(
                "the start {start} of {rules} divides by 0 here", start=start, rules=cut(self.base_text)
            ) from None
        return self.check_heaps([*heaps, *rest])

    @cached_property
    def _completed(self) -> tuple[Any, ...]:
        """The functions that give the heaps left out, from the leading ones."""
        names = self.rules.heaps
        leading = 0
        while leading < len(names) and str(getattr(self.start[leading], "name", "")) == names[leading]:
            leading += 1
        index = {name: i for i, name in enumerate(names[:leading])}
        try:
            return tuple(term_function(t, index) for t in self.start[leading:])
        except KeyError as error:
            raise RuleError("start names {name}, which is not among its leading heaps", name=error.args[0]) from None

    def on_heaps(self, count: int) -> Ruleset:
        """The ruleset itself, or for one heap the product game on *count* heaps as one component."""
        if count == self.heaps or self.heaps != 1:
            return super().on_heaps(count)
        from .compound import compound_rules

        text = f"{self.base_text}[{', '.join([':'] * count)}]"
        rules = compound_rules(self, count, 1)
        return TextRuleset(rules, self.least, text=text, about=self.about)
