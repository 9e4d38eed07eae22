"""That an automatic law is what its description says, for all positions of heaps >= the least one.

The description is read as *ways* to hold: formulas about the heaps and the value with some numbers guessed, of which
one must hold. They and the law's automaton are compared at each state of one product, as in :mod:`.outcomes`; the
first one at which they differ is a position that the description gets wrong.

A recursion g(kn + r) = g(n + c) with n + c < kn + r is read with the law's automaton itself at n + c: by induction on
the heap both are the same function if the product shows no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count, product
from typing import Any

from grundy.rules.values import Value

from .beatty import check_beatty
from .described import Description, about, heaps_of
from .machines import Machine, nim_sum
from .numeration import Base, System, system_of
from .outcomes import is_legal, require_numbers
from .queries import Query, TooLarge
from .readings import FALSE, Accepted, Affine, All, Any_, AtLeast0, Formula, at_most, equal, less
from .subsets import Everywhere, Subsets
from .verdicts import Refuted

H = "<h>"
_MOST_WAYS = 5_000
_MOST_PLACES = 20_000


class Way(Value):
    """A formula that holds for some values of the guessed tracks."""

    formula: Formula
    guessed: tuple[str, ...] = ()

    def and_(self, *parts: Formula) -> Way:
        """The way, and these, too."""
        return Way(All((*parts, self.formula)), self.guessed)


def check_description(description: Description, law: dict[str, Any], least: int) -> str:
    """How the description was seen to hold for heaps >= *least*; raises Refuted."""
    if law["kind"] != "automatic":
        raise Refuted("only an automaton has a description")
    heaps = law["tracks"] - (law["about"] == "grundy")
    if about(description) != law["about"] or heaps_of(description) != heaps:
        raise Refuted("the description is of other heaps than the automaton, or about something else")
    if description["kind"] == "beatty":
        return check_beatty(description, law)
    machine = require_numbers(law["machine"])
    names = tuple(f"<{i}>" for i in range(heaps))
    read = names if law["about"] == "outcome" else (*names, H)
    if description["kind"] == "points":
        from .points import check_points

        if description["least"] > least:
            raise Refuted(f"the description begins at {description['least']}, the rules at {least}")
        return check_points(description, machine)
    ways = _Ways(machine).of(description, names, Affine.of(H if law["about"] == "grundy" else 0))
    said = Subsets([Query(machine.system, read, (), Accepted(machine, read))])
    legal = Subsets([Query(machine.system, read, (), is_legal(names, least))])
    holds = Subsets([Query(machine.system, read, way.guessed, way.formula) for way in ways])
    both = Everywhere(
        machine.system, len(read), [said, legal, holds], lambda p, allowed, d: bool(p) == bool(allowed and d)
    )
    found = both.counterexample()
    if found is not None:
        raise Refuted(f"the description is not the law: they differ at {found[:heaps]}")
    return f"the description is the law at all {len(both.states):,} states of their product"


class _Ways:
    """The ways in which descriptions hold; the value is a form, 0 where they are about outcomes."""

    def __init__(self, own: Machine) -> None:
        self.own, self.system = own, own.system
        self._numbers = count()

    def _guess(self) -> str:
        return f"<guess {next(self._numbers)}>"

    def of(self, law: Description, names: Sequence[str], value: Affine) -> list[Way]:
        """The ways of a description."""
        if len(names) == 1 and law["kind"] in {"window", "periodic", "residues", "cases"}:
            found = self.one_heap(law, Affine.of(names[0]), value)
        else:
            found = getattr(self, f"_{law['kind']}")(law, names, value)
        ways = list(found)
        if len(ways) > _MOST_WAYS:
            raise TooLarge(f"the description has more than {_MOST_WAYS:,} cases")
        return ways

    # -- one heap ------------------------------------------------------------------------------------------------

    def one_heap(self, law: Description, heap: Affine, value: Affine) -> Iterator[Way]:
        """The ways in which a heap has a value."""
        if law["kind"] == "window":
            yield from self._window(law, heap, value)
        elif law["kind"] == "periodic":
            yield from self._periodic(law, heap, value)
        else:
            yield from self._by_cases(law, heap, value)

    def _window(self, law: Description, heap: Affine, value: Affine) -> Iterator[Way]:
        least, lower = law["least"], law["lower"]
        if not lower:
            yield Way(All((equal(value, heap.plus(-least)), at_most(Affine.of(least), heap))))
            return
        if len(lower) != 1 or lower[0][0] != 1 or lower[0][2] != 1 or type(lower[0][1]) is not int or lower[0][1] >= 0:
            raise Refuted("the description has a window that is not one of all heaps or the last few")
        most = -lower[0][1]  # the values are those of taking 1, …, most
        period = {"least": least, "preperiod": least, "period": most + 1, "saltus": 0}
        yield from self._periodic({**period, "values": list(range(most + 1))}, heap, value)

    def _periodic(self, law: Description, heap: Affine, value: Affine) -> Iterator[Way]:
        least, start, period, saltus = (law[key] for key in ("least", "preperiod", "period", "saltus"))
        entries = dict(enumerate(law["values"], least))
        if not saltus:
            for height in sorted(set(law["values"])):
                track, tie, guessed = self._as_track(heap)
                members = {n for n, v in entries.items() if v == height}
                yield Way(
                    All((equal(value, Affine.of(height)), tie, self._among(track, start, period, members))), guessed
                )
            return
        for n, height in entries.items():
            if n < start:
                yield Way(All((equal(heap, Affine.of(n)), equal(value, Affine.of(height)))))
                continue
            turn = self._guess()
            q = Affine.of(turn)
            there = equal(heap, q.times(period).plus(n))
            yield Way(All((there, equal(value, q.times(saltus).plus(height)))), (turn,))

    def _by_cases(self, law: Description, heap: Affine, value: Affine) -> Iterator[Way]:
        k, least = law["modulus"], law["least"]
        begin = least + len(law["start"])
        for n, height in enumerate(law["start"], least):
            yield Way(All((equal(heap, Affine.of(n)), equal(value, Affine.of(height)))))
        late = at_most(Affine.of(begin), heap)
        for case in law["cases"]:
            track = self._guess()
            q = Affine.of(track)
            if "linear" in case:
                slope, shift = case["linear"]
                there = equal(heap, q.times(k).plus(case["residue"]))
                yield Way(All((late, there, equal(value, q.times(slope).plus(shift)))), (track,))
            elif "recur" in case:  # the track is the smaller heap
                there = equal(heap, q.plus(-case["recur"][0]).times(k).plus(case["residue"]))
                said, more = self._own_value(track, value)
                yield Way(All((late, there, said)), (track, *more))
            else:
                there = equal(heap, q.times(k).plus(case["residue"]))
                for way in self.one_heap(case["law"], q, value):
                    yield Way(All((late, there, way.formula)), (track, *way.guessed))

    def _own_value(self, heap: str, value: Affine) -> tuple[Formula, tuple[str, ...]]:
        """That the law's own automaton gives a heap the value."""
        if self.own.tracks == 1:
            return All((Accepted(self.own, (heap,)), equal(value, Affine.of(0)))), ()
        if self.own.tracks != 2:
            raise Refuted("the description has a recursion, and the automaton several heaps")
        track, tie, guessed = self._as_track(value)
        return All((tie, Accepted(self.own, (heap, track)))), guessed

    def _as_track(self, form: Affine) -> tuple[str, Formula, tuple[str, ...]]:
        """A track that has the value of a form: the form itself where it is one."""
        if len(form.names) == 1 and form == Affine.of(form.names[0]):
            return form.names[0], All(), ()
        track = self._guess()
        return track, equal(Affine.of(track), form), (track,)

    def _among(self, track: str, start: int, period: int, members: Collection[int]) -> Formula:
        """That a number is a member, from *start* on by its place in the period."""
        if start + period > _MOST_PLACES:
            raise TooLarge("the description has too long a period")
        heap = Affine.of(track)
        parts: list[Formula] = [equal(heap, Affine.of(n)) for n in sorted(members) if n < start]
        later = frozenset(n % period for n in members if start <= n < start + period)
        if later:
            turned = Accepted(_sums(self.system, (1,), period, later), (track,))
            parts.append(All((at_most(Affine.of(start), heap), turned)))
        return Any_(tuple(parts))

    # -- several heaps -------------------------------------------------------------------------------------------

    def _pairs(self, law: Description, names: Sequence[str], value: Affine) -> Iterator[Way]:
        for condition, combined, guessed in self._combinations(law["of"], *names):
            for way in self.one_heap(law["law"], combined, value):
                yield Way(All((condition, way.formula)), (*guessed, *way.guessed))

    def _combinations(self, of: str, a: str, b: str) -> Iterator[tuple[Formula, Affine, tuple[str, ...]]]:
        """Cases of a combination of two heaps: when, what it is, and what is guessed."""
        x, y = Affine.of(a), Affine.of(b)
        if of in {"a", "b", "a + b"}:
            yield All(), {"a": x, "b": y, "a + b": x.plus(y)}[of], ()
        elif of in {"min(a, b)", "max(a, b)", "|a - b|"}:
            small, large = {"min(a, b)": (x, y), "max(a, b)": (y, x)}.get(of, (y.plus(x, -1), x.plus(y, -1)))
            yield at_most(x, y), small, ()
            yield less(y, x), large, ()
        else:
            yield from self._digitwise(of, a, b)

    def _digitwise(self, of: str, a: str, b: str) -> Iterator[tuple[Formula, Affine, tuple[str, ...]]]:
        if self.system != Base(2):
            raise Refuted(f"{of} is read in base 2 only")
        c = self._guess()
        if of != "(a-1) or (b-1)":
            yield Accepted(_digit_by_digit(of.split()[1]), (a, b, c)), Affine.of(c), (c,)
            return
        u, v = self._guess(), self._guess()
        lowered = [
            Any_((equal(Affine.of(heap), Affine.of(one).plus(1)), _both_zero(heap, one)))
            for heap, one in ((a, u), (b, v))
        ]
        yield All((*lowered, Accepted(_digit_by_digit("or"), (u, v, c)))), Affine.of(c), (u, v, c)

    def _sum(self, law: Description, names: Sequence[str], value: Affine) -> Iterator[Way]:
        if self.system != Base(2):
            raise Refuted("nim-sums are read in base 2 only")
        tracks = [self._guess() for _ in names]
        partial = [tracks[0], *(self._guess() for _ in names[1:])]
        adder = nim_sum(self.system)
        sums = [Accepted(adder, (partial[i], partial[i - 1], tracks[i])) for i in range(1, len(names))]
        guessed = tuple(dict.fromkeys((*tracks, *partial)))
        last = equal(value, Affine.of(partial[-1]))
        each = [
            list(self.one_heap(one, Affine.of(name), Affine.of(track)))
            for one, name, track in zip(law["laws"], names, tracks, strict=True)
        ]
        for ways in product(*each):
            more = tuple(g for way in ways for g in way.guessed)
            yield Way(All((last, *sums, *(way.formula for way in ways))), (*guessed, *more))

    def _grid(self, law: Description, names: Sequence[str], value: Affine) -> Iterator[Way]:
        first, second = law["least"]
        cells = {(a, b): v for a, row in enumerate(law["rows"], first) for b, v in enumerate(row, second)}
        ends = list(zip(names, law["preperiods"], law["periods"], strict=True))
        for height in sorted({0} if law["about"] == "outcome" else set(cells.values())):
            members = {place for place, v in cells.items() if v == height}
            yield Way(All((equal(value, Affine.of(height)), self._places(ends, members))))

    def _places(self, ends: Sequence[tuple[str, int, int]], members: Collection[tuple[int, ...]]) -> Formula:
        """That the places of the heaps in their first periods are a member."""
        (track, start, period), *others = ends
        if not others:
            return self._among(track, start, period, {m for (m,) in members})
        after: dict[int, frozenset[tuple[int, ...]]] = {}
        for first in {m[0] for m in members}:
            after[first] = frozenset(m[1:] for m in members if m[0] == first)
        return (
            Any_(
                tuple(
                    All(
                        (
                            self._among(track, start, period, {n for n, own in after.items() if own == rest}),
                            self._places(others, rest),
                        )
                    )
                    for rest in sorted(set(after.values()), key=sorted)
                )
            )
            if members
            else FALSE
        )

    def _digits(self, law: Description, names: Sequence[str], value: Affine) -> Iterator[Way]:
        del value
        if self.system != Base(law["base"]):
            raise Refuted("the description is about digits in another base")
        yield Way(Accepted(_digit_sums(self.system, tuple(law["weights"]), law["modulus"]), tuple(names)))

    def _total(self, law: Description, names: Sequence[str], value: Affine) -> Iterator[Way]:
        del value
        sums = _sums(self.system, tuple(law["weights"]), law["modulus"], frozenset(law["remainders"]))
        yield Way(Accepted(sums, tuple(names)))

    def _remainders(self, law: Description, names: Sequence[str], value: Affine) -> Iterator[Way]:
        del value
        ends = [(name, 0, p) for name, p in zip(names, law["moduli"], strict=True)]
        yield Way(self._places(ends, [tuple(m) for m in law["members"]]))

    def _order(self, law: Description, names: Sequence[str], value: Affine) -> Iterator[Way]:
        a, b = map(Affine.of, names)
        for part, sign in (("less", less(a, b)), ("equal", equal(a, b)), ("greater", less(b, a))):
            yield from (way.and_(sign) for way in self.of(law[part], names, value))

    def _small(self, law: Description, names: Sequence[str], value: Affine) -> Iterator[Way]:
        most = Affine.of(law["most"])
        yield from (
            way.and_(*(at_most(Affine.of(n), most) for n in names)) for way in self.of(law["small"], names, value)
        )
        large = Any_(tuple(less(most, Affine.of(n)) for n in names))
        yield from (way.and_(large) for way in self.of(law["law"], names, value))

    def _blocks(self, law: Description, names: Sequence[str], value: Affine) -> Iterator[Way]:
        size = law["size"]
        quotients = tuple(self._guess() for _ in names)
        rests = [Affine.of(n).plus(Affine.of(q), -size) for n, q in zip(names, quotients, strict=True)]
        ends = [AtLeast0(rest) for rest in rests] + [at_most(rest, Affine.of(size - 1)) for rest in rests]
        places = self._places([(name, 0, size) for name in names], [tuple(m) for m in law["members"]])
        for way in self.of(law["law"], quotients, value):
            yield Way(All((*ends, places, way.formula)), (*quotients, *way.guessed))

    def _last_digit(self, law: Description, names: Sequence[str], value: Affine) -> Iterator[Way]:
        del value
        if _system_or_none(law["system"]) != self.system:
            raise Refuted("the description is about digits in another system")
        n, m = names[law["heap"]], names[1 - law["heap"]]
        track, tie, guessed = self._as_track(Affine.of(m).times(law["factor"]))
        yield Way(All((tie, Accepted(_below_last_digit(self.system), (n, track)))), guessed)


def _both_zero(a: str, b: str) -> Formula:
    return All((AtLeast0(Affine.of(a).times(-1)), AtLeast0(Affine.of(b).times(-1))))


def _system_or_none(data: Mapping[str, Any]) -> System | None:
    try:
        return system_of(data)
    except (KeyError, TypeError):
        return None


# -- machines -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _sums(system: System, weights: tuple[int, ...], modulus: int, remainders: frozenset[int]) -> Machine:
    """The tuples whose sum, each number times its weight, has one of the remainders."""

    def turned(rest: Any) -> Any:
        return tuple(part % modulus for part in rest) if isinstance(rest, tuple) else rest % modulus

    states: dict[Any, int] = {turned(system.zero): 0}
    rows: list[tuple[int, ...]] = []
    for state in (queue := list(states)):  # grows
        row = []
        for digits in product(range(system.alphabet), repeat=len(weights)):
            digit = sum(w * d for w, d in zip(weights, digits, strict=True))
            after = turned(system.push(state, digit))
            if after not in states:
                states[after] = len(queue)
                queue.append(after)
            row.append(states[after])
        rows.append(tuple(row))
        if len(queue) > _MOST_PLACES:
            raise TooLarge("the description has too large a modulus")
    final = tuple(system.value(state) % modulus in remainders for state in queue)
    return Machine(system, len(weights), tuple(rows), final)


@lru_cache(maxsize=256)
def _digit_sums(system: System, weights: tuple[int, ...], modulus: int) -> Machine:
    """The tuples with a sum of weighted digits at each place that the modulus divides."""
    table = product(range(system.alphabet), repeat=len(weights))
    row = tuple(int(sum(w * d for w, d in zip(weights, digits, strict=True)) % modulus != 0) for digits in table)
    return Machine(system, len(weights), (row, (1,) * len(row)), (True, False))


@lru_cache(maxsize=256)
def _digit_by_digit(how: str) -> Machine:
    """The triples (a, b, a xor b), or the like, in base 2."""
    functions: dict[str, Callable[[int, int], int]] = {
        "xor": lambda a, b: a ^ b,
        "or": lambda a, b: a | b,
        "and": lambda a, b: a & b,
    }
    row = tuple(int(functions[how](a, b) != c) for a, b, c in product(range(2), repeat=3))
    return Machine(Base(2), 3, (row, (1,) * 8), (True, False))


@lru_cache(maxsize=256)
def _below_last_digit(system: System) -> Machine:
    """The pairs (n, m) with n = 0, or m below the weight of the last digit of n that is not 0.

    State 0: m has no digit yet; 1: it has one, and n has none from there on; 2: m has one at or above a digit of n.
    """
    table = list(product(range(system.alphabet), repeat=2))
    rows = (
        tuple(0 if not m else 1 if not n else 2 for n, m in table),
        tuple(1 if not n else 2 for n, m in table),
        (2,) * len(table),
    )
    return Machine(system, 2, rows, (True, True, False))
