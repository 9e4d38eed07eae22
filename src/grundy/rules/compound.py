"""Games on several heaps made from one-heap rules: products, and moves in up to k heaps at once (Moore)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from .errors import LimitExceeded, PositionError, RuleError, Unsupported, cut
from .meter import Meter
from .numbers import digits, is_integer, require_short, shown
from .positions import Position
from .rulesets import About, AnyFamily, Ruleset, State, TextRuleset, check_call
from .said import said
from .terms import MAX_HEAPS, Alternative, And, Compare, Condition, Name, Node, Rules, Term, rebuild_rules

MAX_ALTERNATIVES = 2_000


def compound_rules(one_heap: TextRuleset, count: int, at_most: int) -> Rules:
    """The rules on *count* heaps of which a move changes at least one and *at_most* so many by the one-heap rules.

    Raises Unsupported where a move of the one-heap rules splits the heap, LimitExceeded for too many alternatives.
    """
    if one_heap.splits:
        raise Unsupported("product", one_heap, "a move splits the heap, so the number of heaps would change")
    if not 1 <= count <= MAX_HEAPS:
        raise LimitExceeded("a product has 1 to {most} heaps, not {count}", most=MAX_HEAPS, count=f"{count:,}")
    names = tuple(f"n{i}" for i in range(1, count + 1))
    kinds = one_heap.rules.alternatives
    found: list[Alternative] = []
    for size in range(1, min(at_most, count) + 1):
        for chosen in combinations(range(count), size):
            for choice in product(kinds, repeat=size):
                found.append(_joined(one_heap.rules.heaps[0], names, dict(zip(chosen, choice, strict=True)), size > 1))
                if len(found) > MAX_ALTERNATIVES:
                    raise LimitExceeded(
                        "moves in up to {at_most} of {count} heaps have more than {most} kinds",
                        at_most=shown(at_most),
                        count=count,
                        most=f"{MAX_ALTERNATIVES:,}",
                    )
    return Rules(names, tuple(found))


def _joined(heap: str, names: tuple[str, ...], moves: dict[int, Alternative], strict: bool) -> Alternative:
    """One alternative that changes exactly the heaps in *moves*; *strict* says that each of them must change."""
    terms: list[Term] = [Name(n) for n in names]
    conditions: list[Condition] = []
    for place, alternative in moves.items():
        renamed = _renamed(alternative, heap, names[place], f"_{place + 1}")
        terms[place] = renamed.components[0][0]
        if strict:
            conditions.append(Compare("!=", terms[place], Name(names[place])))
        if renamed.where is not None:
            conditions.append(renamed.where)
    where = None if not conditions else conditions[0] if len(conditions) == 1 else And(tuple(conditions))
    return Alternative((tuple(terms),), where)


def _renamed(alternative: Alternative, heap: str, name: str, suffix: str) -> Alternative:
    def rename(node: Node) -> Node | None:
        if isinstance(node, Name):
            return Name(name if node.name == heap else node.name + suffix)  # the suffix keeps t_1 and t_2 apart
        return None

    return rebuild_rules(Rules((), (alternative,)), rename).alternatives[0]


@dataclass(frozen=True, eq=False, repr=False)
class Compound(Ruleset):
    """Moves in at least one and at most *at_most* of any number of heaps, each by the one-heap rules *one_heap*.

    The number of heaps comes with the position; as RULES it is given by bare slices. Source: E. H. Moore, "A
    generalization of the game called nim", Annals of Mathematics 11 (1910).
    """

    one_heap: TextRuleset
    at_most: int
    text: str
    about: About | None = None
    heaps: int = 0

    @property
    def least(self) -> int:  # type: ignore[override]
        """The smallest heap."""
        return self.one_heap.least

    @property
    def canonical(self) -> str:
        """The one-heap rules and the bound on the number of heaps."""
        return f"up to {digits(self.at_most)} of: {self.one_heap.canonical}"

    def on_heaps(self, count: int) -> Ruleset:
        """The ruleset on exactly *count* heaps."""
        text = f"{self.text}[{', '.join([':'] * count)}]"
        return TextRuleset(
            compound_rules(self.one_heap, count, self.at_most),
            self.least,
            text=text,
            base=self.text,
            known_as=((self.canonical, (count,)),),
            about=self.about,
        )

    def _position(self, items: tuple[Any, ...]) -> Position:
        if not items:
            return Position(())
        inner: Position = self.on_heaps(len(items))[items]
        return inner

    def _sliced(self, items: tuple[Any, ...]) -> Any:
        return self.on_heaps(len(items))[items]

    def labelled_options(self, component: State, meter: Meter) -> Any:
        """Not offered: the number of heaps is open."""
        raise self._open()

    def component(self, values: Sequence[Any]) -> State:
        """Not offered: the number of heaps is open."""
        raise self._open()

    def _open(self) -> PositionError:
        text = cut(self.text)
        return PositionError("say how many heaps {text} has: {text}[:, :, :] has three", text=text)


@dataclass(frozen=True)
class CompoundFamily(AnyFamily):
    """The family, in its one parameter k, of moves in at least one and at most k heaps by one-heap rules."""

    name: str
    one_heap: TextRuleset
    about: About | None = None
    open: tuple[str, ...] = ("k",)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Compound:
        """The ruleset for k; raises RuleError unless k is an integer >= 1."""
        values = check_call(repr(self), ("k",), ("k",), args, kwargs)
        if not values:
            raise RuleError("{name} needs a value for k, as in {name}(2)", name=self.name)
        k = values["k"]
        if not is_integer(k) or k < 1:
            raise RuleError("{name}(k) needs an integer k >= 1, not {k}", name=self.name, k=shown(k))
        require_short(k, said("the k of {name}(k)", name=self.name), RuleError)
        return Compound(self.one_heap, k, f"{self.name}({digits(k)})", self.about)

    def __getitem__(self, index: Any) -> Any:
        raise PositionError("{name} is a family; give k first, as in {name}(2)[1, 2, 3]", name=self.name)

    def __repr__(self) -> str:
        return self.name
