"""Blocking manoeuvres: before each move the opponent may forbid some of the mover's options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .errors import RuleError, Unsupported
from .meter import Meter
from .numbers import digits, is_integer, require_short, shown
from .rulesets import About, Option, Ruleset, State, TextRuleset


@dataclass(frozen=True, eq=False, repr=False)
class Blocking(Ruleset):
    """The rules of *inner*, but before each move the opponent may forbid at most *options_forbidden* options.

    A component is a P-position if and only if it has at most *options_forbidden* options that are. Outcomes only: the
    game of a sum is another one, so values, sums and misère play are not offered. Source: U. Larsson,
    "Blocking Wythoff Nim", Electronic Journal of Combinatorics 18 (2011), P120.
    """

    inner: Ruleset
    options_forbidden: int
    text: str
    about: About | None = None
    outcomes_only: ClassVar[bool] = True

    @property
    def heaps(self) -> int:  # type: ignore[override]
        """The number of heaps of one component."""
        return self.inner.heaps

    @property
    def least(self) -> int:  # type: ignore[override]
        """The smallest heap."""
        return self.inner.least

    @property
    def canonical(self) -> str:
        """The inner rules and the bound."""
        return f"blocking({self.inner.canonical}, {digits(self.options_forbidden + 1)})"

    def component(self, values: Sequence[Any]) -> State:
        """The component with those heaps; raises PositionError."""
        return self.inner.component(values)

    def labelled_options(self, component: State, meter: Meter) -> Iterator[tuple[int, Option]]:
        """The options before any is forbidden, as ordered tuples."""
        return self.inner.labelled_options(component, meter)

    def require_ending(self) -> None:
        """Raise RuleError unless the inner play is seen to end."""
        self.inner.require_ending()

    def on_heaps(self, count: int) -> Ruleset:
        """The blocking game of the inner rules on *count* heaps."""
        if count == self.heaps:
            return self
        return blocking(self.inner.on_heaps(count), self.options_forbidden + 1)


def blocking(rules: Ruleset, k: int) -> Blocking:
    """The blocking game: P if and only if fewer than *k* options are P; k = 1 is the game itself. Raises RuleError.

    >>> from grundy.rules.family import ruleset
    >>> blocking(ruleset("a, b -> a-t, b | a, b-t"), 2).heaps
    2
    """
    if not isinstance(rules, Ruleset):
        raise RuleError(
            "blocking takes a ruleset and a number, as in blocking(wythoff, 2), not {rules}", rules=shown(rules)
        )
    if not is_integer(k) or k < 1:
        raise RuleError("blocking(RULES, k) needs an integer k >= 1, not {k}", k=shown(k))
    require_short(k, "the k of blocking(RULES, k)", RuleError)
    if isinstance(rules, Blocking):
        raise Unsupported("blocking", rules, "its options are forbidden already")
    if not isinstance(rules, TextRuleset) or rules.splits:
        raise Unsupported("blocking", rules, "only rule texts whose moves leave one component can be blocked")
    return Blocking(rules, k - 1, f"blocking({rules.text}, {digits(k)})", rules.about)
