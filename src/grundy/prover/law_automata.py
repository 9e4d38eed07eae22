"""Automata of laws, from their plain data, in any numeration system: what a description is compared with.

- ``LawAutomata(system, budget, own)``: *own* is the automaton to be described; a recursion g(kn + r) = g(n + c) is read
  with it, which decides the same by induction, as n + c < kn + r;
- ``.values(law, names, value)``: the tuples (heaps, value); ``.positions(law, names)``: the P-positions;
- both raise NoAutomaton for a law that has none here (in this system).

What is accepted below the least heap of a law means nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from itertools import count
from typing import TYPE_CHECKING, Any

from grundy.automata.automaton import everything, nothing
from grundy.automata.describing import NoAutomaton
from grundy.automata.digitwise import combined_digits, digit_sums, eventually_periodic, last_digit
from grundy.automata.linear import congruent, constant, equal, less, linear
from grundy.automata.systems import Base, System, system_from_json
from grundy.laws.wording import boxes

if TYPE_CHECKING:
    from grundy.automata.automaton import Automaton
    from grundy.rules.budget import Budget

Law = Mapping[str, Any]
_DIGITWISE = {"a xor b", "a or b", "a and b", "(a-1) or (b-1)"}


class LawAutomata:
    """The automata of laws in one system.

    >>> from grundy.rules.budget import Budget
    >>> law = {"kind": "pairs", "of": "min(a, b)", "law": {"kind": "window", "least": 0, "lower": []}}
    >>> LawAutomata(Base(2), Budget()).values(law, ("a", "b"), "h").accepts({"a": 9, "b": 4, "h": 4})
    True
    """

    def __init__(self, system: System, budget: Budget, own: Automaton | None = None) -> None:
        self.system, self.budget, self.own = system, budget, own
        self._numbers = count()

    # ------------------------------------------------------------ small parts

    def _fresh(self) -> str:
        return f"z{next(self._numbers)}"

    def all_of(self, parts: Iterable[Automaton]) -> Automaton:
        """The tuples of all of them."""
        return reduce(lambda a, b: a.joined(b, "and", self.budget), parts)

    def any_of(self, parts: Iterable[Automaton], names: Sequence[str]) -> Automaton:
        """The tuples of any of them, on the tracks *names*."""
        return reduce(lambda a, b: a.joined(b, "or", self.budget), parts, nothing(self.system, names))

    def line(self, terms: Mapping[str, int], number: int = 0, relation: str = "==") -> Automaton:
        """Σ c·x + number == 0, or >= 0."""
        return linear(self.system, terms, number, relation, self.budget)

    def at_least(self, names: Iterable[str], least: int) -> Automaton:
        """All numbers on the tracks that are at least *least*."""
        tracks = tuple(names)
        return self.all_of([everything(self.system, tracks), *(self.line({n: 1}, -least, ">=") for n in tracks)])

    def heaps_in(self, name: str, start: int, period: int, chosen: Mapping[int, bool]) -> Automaton:
        """The n with *chosen[n]*, for n >= start + period by its place in the period that begins at *start*."""
        if isinstance(self.system, Base):
            return eventually_periodic(self.system, name, start, period, chosen, self.budget)
        parts = [constant(self.system, name, n) for n in range(start) if chosen.get(n)]
        later = self.line({name: 1}, -start, ">=")
        parts += [
            self._class(name, n, period).joined(later, "and", self.budget)
            for n in range(start, start + period)
            if chosen.get(n)
        ]
        return self.any_of(parts, [name])

    # ------------------------------------------------------------ values

    def values(self, law: Law, names: Sequence[str], value: str) -> Automaton:
        """The tuples (heaps, value) of a law of values; of outcomes, 0 is that of P-positions."""
        kind = law["kind"]
        if len(names) == 1:
            return self._one_heap(law, names[0], value)
        if kind == "pairs":
            combined = self._fresh()
            inner = self._one_heap(law["law"], combined, value)
            return self._combination(law["of"], names, combined).join_project(inner, [combined], self.budget)
        if kind == "sum":
            return self._sum(law["laws"], names, value)
        if kind == "grid":
            return self._grid(law, names, value)
        if kind == "order":
            return self._order(law, names, lambda part: self.values(part, names, value))
        raise NoAutomaton(f"no automaton of the values of a law of the kind {kind!r} is known")

    def _one_heap(self, law: Law, name: str, value: str) -> Automaton:
        match law["kind"]:
            case "window":
                return self._window(law, name, value)
            case "periodic":
                return self._periodic(law, name, value)
            case "residues" | "cases":
                return self._residues(law, name, value)
        raise NoAutomaton(f"no automaton of the values of a law of the kind {law['kind']!r} is known")

    def _window(self, law: Law, name: str, value: str) -> Automaton:
        least, lower = law["least"], law["lower"]
        if not lower:
            return self.line({value: 1, name: -1}, least)
        ((a, b, d),) = lower if len(lower) == 1 else [(0, 0, 0)]
        if (a, d) != (1, 1) or not isinstance(b, int) or b >= 0:
            raise NoAutomaton("no automaton of this window is known")
        period = {"kind": "periodic", "least": least, "preperiod": least, "period": 1 - b, "saltus": 0}
        return self._periodic({**period, "values": list(range(1 - b))}, name, value)

    def _periodic(self, law: Law, name: str, value: str) -> Automaton:
        least, start, period, saltus = (law[key] for key in ("least", "preperiod", "period", "saltus"))
        entries = dict(enumerate(law["values"], least))
        if saltus == 0:
            parts = []
            for height in sorted(set(law["values"])):
                chosen = {n: v == height for n, v in entries.items()}
                heaps = self.heaps_in(name, start, period, chosen)
                parts.append(heaps.joined(constant(self.system, value, height), "and", self.budget))
            return self.any_of(parts, [name, value])
        parts = [self._point({name: n, value: height}) for n, height in entries.items() if n < start]
        for n, height in entries.items():
            if n >= start:  # period·(h - height) == saltus·(heap - n) on the class of n
                line = self.line({value: period, name: -saltus}, saltus * n - period * height)
                parts.append(self.all_of([line, self._class(name, n, period), self.line({name: 1}, -n, ">=")]))
        return self.any_of(parts, [name, value])

    def _point(self, numbers: Mapping[str, int]) -> Automaton:
        return self.all_of(constant(self.system, name, n) for name, n in numbers.items())

    def _class(self, name: str, residue: int, modulus: int) -> Automaton:
        return congruent(self.system, {name: 1}, -residue, modulus, self.budget)

    def _residues(self, law: Law, name: str, value: str) -> Automaton:
        k, least = law["modulus"], law.get("least", 0)
        begin = least + len(law["start"])
        parts = [self._point({name: n, value: h}) for n, h in enumerate(law["start"], least)]
        later = self.line({name: 1}, -begin, ">=")
        for case in law["cases"]:
            r = case["residue"]
            if "linear" in case:  # k·h == slope·(heap - r) + k·shift
                slope, shift = case["linear"]
                line = self.line({value: k, name: -slope}, slope * r - k * shift)
                part = line.joined(self._class(name, r, k), "and", self.budget)
            else:
                quotient = self._fresh()
                if "law" in case:
                    inner, shift = self._one_heap(case["law"], quotient, value), 0
                else:
                    inner, shift = self._recursion(case, quotient, value), case["recur"][0]
                step = self.line({name: 1, quotient: -k}, k * shift - r)  # heap == k·(quotient - shift) + r
                part = step.join_project(inner, [quotient], self.budget)
            parts.append(part.joined(later, "and", self.budget))
        return self.any_of(parts, [name, value])

    def _recursion(self, case: Law, name: str, value: str) -> Automaton:
        """The values of the smaller heap by the automaton that is described."""
        if self.own is None or "form" in case or len(self.own.tracks) > 2:
            raise NoAutomaton("no automaton of this recursion is known")
        first, *second = self.own.tracks
        if second:
            return self.own.rename({first: name, second[0]: value}, self.budget)
        return self.own.rename({first: name}, self.budget).joined(constant(self.system, value, 0), "and", self.budget)

    # ------------------------------------------------------------ two heaps

    def _combination(self, of: str, names: Sequence[str], c: str) -> Automaton:
        """The triples (a, b, c) in which c is the combination of a and b."""
        a, b = names
        system = self.system
        if of in {"a", "b"}:
            return equal(system, a if of == "a" else b, c).with_tracks([a, b], self.budget)
        if of == "a + b":
            return self.line({a: 1, b: 1, c: -1})
        if of == "|a - b|":
            return self.line({a: 1, b: -1, c: -1}).joined(self.line({b: 1, a: -1, c: -1}), "or", self.budget)
        if of in {"min(a, b)", "max(a, b)"}:
            small, large = (a, b) if of == "min(a, b)" else (b, a)
            first = self.line({large: 1, small: -1}, 0, ">=") if of == "min(a, b)" else ~less(system, a, b)
            second = less(system, b, a) if of == "min(a, b)" else less(system, a, b)
            return self.any_of(
                [
                    equal(system, a, c).joined(first, "and", self.budget),
                    equal(system, b, c).joined(second, "and", self.budget),
                ],
                [a, b, c],
            )
        if of in _DIGITWISE and system == Base(2):
            return self._digitwise(of, a, b, c)
        raise NoAutomaton(f"no automaton of {of} is known in this system")

    def _digitwise(self, of: str, a: str, b: str, c: str) -> Automaton:
        if of != "(a-1) or (b-1)":
            return combined_digits(of.split()[1], a, b, c)
        u, v = self._fresh(), self._fresh()
        both = combined_digits("or", u, v, c)
        for heap, less_one in ((a, u), (b, v)):
            before = self.line({heap: 1, less_one: -1}, -1)
            zero = self._point({heap: 0, less_one: 0})
            both = both.join_project(before.joined(zero, "or", self.budget), [less_one], self.budget)
        return both

    def _sum(self, laws: Sequence[Law], names: Sequence[str], value: str) -> Automaton:
        if self.system != Base(2):
            raise NoAutomaton("nim-sums are read in base 2 only")
        first, *rest = zip(laws, names, strict=True)
        total, so_far = self._one_heap(first[0], first[1], value), value
        for law, name in rest:
            other, after = self._fresh(), self._fresh()
            pair = total.joined(self._one_heap(law, name, other), "and", self.budget)
            added = combined_digits("xor", so_far, other, after)
            total, so_far = pair.join_project(added, [so_far, other], self.budget), after
        return total.rename({so_far: value}, self.budget)

    def _grid(self, law: Law, names: Sequence[str], value: str) -> Automaton:
        parts = []
        for height in sorted({v for row in law["rows"] for v in row}):
            cells = self._grid_cells(law, names, height)
            parts.append(cells.joined(constant(self.system, value, height), "and", self.budget))
        return self.any_of(parts, [*names, value])

    def _grid_cells(self, law: Law, names: Sequence[str], height: int) -> Automaton:
        """The pairs of one value."""
        first, second = law["least"]
        members: set[tuple[int, ...]] = {
            (a, b) for a, row in enumerate(law["rows"], first) for b, v in enumerate(row, second) if v == height
        }
        ends = tuple(zip(law["preperiods"], law["periods"], strict=True))
        return self._boxes(members, names, ends)

    def _boxes(self, members: set[tuple[int, ...]], names: Sequence[str], ends: Sequence[tuple[int, int]]) -> Automaton:
        """The tuples whose places (in the first period of each heap) are a member."""
        parts = []
        for box in boxes(members):
            sets = [
                self.heaps_in(name, start, period, dict.fromkeys(chosen, True))
                for name, (start, period), chosen in zip(names, ends, box, strict=True)
            ]
            parts.append(self.all_of(sets))
        return self.any_of(parts, names)

    def _order(self, law: Law, names: Sequence[str], part: Callable[[Law], Automaton]) -> Automaton:
        a, b = names
        signs = {
            "less": less(self.system, a, b),
            "equal": equal(self.system, a, b),
            "greater": less(self.system, b, a),
        }
        parts = [part(law[key]).joined(sign, "and", self.budget) for key, sign in signs.items()]
        return self.any_of(parts[1:], parts[0].tracks).joined(parts[0], "or", self.budget)

    # ------------------------------------------------------------ P-positions

    def positions(self, law: Law, names: Sequence[str]) -> Automaton:
        """The P-positions of a law."""
        own = _POSITIONS.get(law["kind"])
        if own is not None:
            return own(self, law, names)
        value = self._fresh()
        zero = constant(self.system, value, 0)
        return self.values(law, names, value).join_project(zero, [value], self.budget)

    def _digits(self, law: Law, names: Sequence[str]) -> Automaton:
        if self.system != Base(law["base"]):
            raise NoAutomaton("digit sums are read in their own base only")
        return digit_sums(self.system, names, law["weights"], law["modulus"])

    def _total(self, law: Law, names: Sequence[str]) -> Automaton:
        weights = dict(zip(names, law["weights"], strict=True))
        sums = [congruent(self.system, weights, -r, law["modulus"], self.budget) for r in law["remainders"]]
        return self.any_of(sums, names)

    def _remainders(self, law: Law, names: Sequence[str]) -> Automaton:
        return self._boxes({tuple(m) for m in law["members"]}, names, [(0, p) for p in law["moduli"]])

    def _small(self, law: Law, names: Sequence[str]) -> Automaton:
        small = self.all_of([self.line({n: -1}, law["most"], ">=") for n in names])
        inside = self.positions(law["small"], names).joined(small, "and", self.budget)
        outside = self.positions(law["law"], names).joined(small, "minus", self.budget)
        return outside.joined(inside, "or", self.budget)

    def _blocks(self, law: Law, names: Sequence[str]) -> Automaton:
        """The heaps size·quotient + rest, the quotients P-positions of a law, and the rests a member."""
        size = law["size"]
        quotients = [self._fresh() for _ in names]
        found = self.positions(law["law"], quotients)
        for name, quotient in zip(names, quotients, strict=True):
            ends = [
                self.line({name: 1, quotient: -size}, 0, ">="),
                self.line({name: -1, quotient: size}, size - 1, ">="),
            ]
            found = found.join_project(self.all_of(ends), [quotient], self.budget)
        members = {tuple(m) for m in law["members"]}
        return found.joined(self._boxes(members, names, [(0, size)] * len(names)), "and", self.budget)

    def _last_digit(self, law: Law, names: Sequence[str]) -> Automaton:
        if system_from_json(law["system"]) != self.system:
            raise NoAutomaton("the last digit is read in its own system only")
        n, m = names[law["heap"]], names[1 - law["heap"]]
        if law["factor"] == 1:
            return last_digit(self.system, n, m)
        bound = self._fresh()
        times = self.line({m: law["factor"], bound: -1})
        return last_digit(self.system, n, bound).join_project(times, [bound], self.budget)

    def _points(self, law: Law, names: Sequence[str]) -> Automaton:
        """The automaton itself, where it accepts the first numbers and each next one follows by the recurrence."""
        if self.own is None or len(self.own.tracks) != 1:
            raise NoAutomaton("no automaton of a recurrence is known but the one that is described")
        first, coefficients = law["first"], law["coefficients"]
        if self.own.tuples(first[-1] + 1) != [(n,) for n in first]:
            return nothing(self.system, names)
        (track,) = self.own.tracks
        before, last, after, between = (self._fresh() for _ in range(4))
        members = {n: self.own.rename({track: n}) for n in (last, after, between)}
        gap = self.all_of([members[between], less(self.system, last, between), less(self.system, between, after)])
        pairs = self.all_of([members[last], members[after], less(self.system, last, after)])
        pairs = pairs.joined(gap.project(between, budget=self.budget), "minus", self.budget)
        terms = dict(zip((last, before), coefficients, strict=False))
        step = self.line({**terms, after: -1}, law["constant"])
        known, earliest = members[last], last
        if len(coefficients) == 2:
            known, earliest = pairs.rename({last: before, after: last}, self.budget), before
        known = known.joined(self.line({earliest: 1}, -first[-len(coefficients)], ">="), "and", self.budget)
        wrong = known.joined(step, "and", self.budget).joined(pairs, "minus", self.budget)
        return self.own.rename({track: names[0]}) if wrong.is_empty() else nothing(self.system, names)


_POSITIONS: dict[str, Callable[[LawAutomata, Law, Sequence[str]], Automaton]] = {
    "digits": LawAutomata._digits,  # noqa: SLF001 - the kinds of this class
    "total": LawAutomata._total,  # noqa: SLF001 - the same
    "remainders": LawAutomata._remainders,  # noqa: SLF001 - the same
    "small": LawAutomata._small,  # noqa: SLF001 - the same
    "blocks": LawAutomata._blocks,  # noqa: SLF001 - the same
    "last_digit": LawAutomata._last_digit,  # noqa: SLF001 - the same
    "points": LawAutomata._points,  # noqa: SLF001 - the same
    "order": lambda self, law, names: self._order(law, names, lambda part: self.positions(part, names)),
    "grid": lambda self, law, names: self._grid_cells(law, names, 0),
}
