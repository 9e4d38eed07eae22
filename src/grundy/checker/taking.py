"""What may be taken: one-heap rules whose moves depend on the number t that is taken, and not on the heap.

With n = t + (what is left), each condition of the rules must speak of t alone, or hold anyway. Then the set of the t is
that of one large heap, and it is finite or co-finite if the conditions no longer change for t > T. For moves that leave
several heaps (take-and-break codes) conditions may also say which heaps are empty, or compare two of them without
excluding equality; then whether r heaps may be left depends on t only, and is read off the smallest examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from grundy.rules.meter import Meter
from grundy.rules.rulesets import TextRuleset
from grundy.rules.values import Value

from .moves import Move, moves_of
from .readings import Affine, All, Any_, AtLeast0, Formula, InSet, No, NotLinear, forms_of, holds, rebuilt
from .verdicts import Refuted

MAX_TAKEN = 300_000
T = "<t>"  # no name of the rules language
_PATTERNS: dict[int, tuple[tuple[int, ...], ...]] = {
    0: ((),),
    1: ((1,),),
    2: ((1, 1), (1, 2)),
    3: ((1, 1, 1), (1, 1, 2), (1, 2, 2), (1, 2, 3)),
}
"""For r heaps that are not empty, one example of each way in which some of them can be equal."""

FINITE_SETS = frozenset({"divisors", "proper_divisors", "coprime"})


class Taken(Value):
    """Each t in *numbers* may be taken where enough is there, and each t > *top* if *all_above*."""

    numbers: tuple[int, ...]
    top: int
    all_above: bool

    @property
    def excluded(self) -> tuple[int, ...]:
        """The numbers from 1 to top that may not be taken."""
        present = set(self.numbers)
        return tuple(t for t in range(1, self.top + 1) if t not in present)


def subtraction_set(ruleset: TextRuleset) -> Taken:
    """What may be taken from a heap; raises Refuted where that depends on the heap."""
    try:
        moves = moves_of(ruleset.rules, ruleset.least)
    except NotLinear as error:
        raise Refuted(f"the rules are not read: {error}") from None
    top, above = 0, False
    for move in moves:
        if not move.changed:
            continue  # the heap itself is left: no move
        if len(move.components) != 1:
            raise Refuted("a move splits the heap")
        reading = Reading(move, ruleset.rules.heaps[0], ruleset.least)
        reading.require_independence()
        limit, always = reading.end()
        top, above = max(top, limit), above or always
    if top > MAX_TAKEN:
        raise Refuted(f"numbers above {MAX_TAKEN:,} would have to be listed")
    large = ruleset.least + top
    options = ruleset.options((large,), Meter(10**8))
    return Taken(tuple(sorted({large - y for ((y,),) in options})), top, above)


def code_digits(ruleset: TextRuleset) -> tuple[int, ...]:
    """The digits of the take-and-break code whose moves the rules have; raises Refuted where there is none."""
    if ruleset.least > 1 or len(ruleset.rules.heaps) != 1:
        raise Refuted("the rules are no take-and-break code: the heaps are not one heap of least 0 or 1")
    try:
        moves = moves_of(ruleset.rules, ruleset.least)
    except NotLinear as error:
        raise Refuted(f"the rules are not read: {error}") from None
    digits: dict[int, int] = {}
    for move in moves:
        if not move.changed:
            continue
        reading = Reading(move, ruleset.rules.heaps[0], ruleset.least)
        for t, bits in reading.digits():
            digits[t] = digits.get(t, 0) | bits
    if digits.get(0, 0) & 3:
        raise Refuted("a move may leave the heap as it is")
    return tuple(digits.get(t, 0) for t in range(max(digits, default=0) + 1))


class Reading:
    """One kind of move of a heap n, in terms of t and of the heaps that are left."""

    def __init__(self, move: Move, heap: str, least: int) -> None:
        self.least = least
        self.left = [part[0] for part in move.components]
        self.hidden = list(move.hidden)
        if heap in self.left or len(set(self.left)) < len(self.left):
            raise Refuted("a move leaves the heap itself beside others")
        if not self._not_more(move.formula, heap):
            raise Refuted("nothing says that a move leaves no more than there was")
        whole = Affine.of(T)
        for name in self.left:
            whole = whole.plus(Affine.of(name))
        self.formula = self._simple(rebuilt(move.formula, lambda form: form.substituted({heap: whole})))
        self._put_empty()

    def _not_more(self, formula: Formula, heap: str) -> bool:
        """Whether the formula says that the heaps that are left have at most the size of the heap together."""
        match formula:
            case AtLeast0(form=form):
                a, constant = form.integers()
                scale = a.get(heap, 0)
                if list(a) == self.left and -a[self.left[0]] > constant:
                    return True  # nothing is left
                falls = all(c <= 0 for n, c in a.items() if n != heap)
                return falls and scale >= 1 and constant < scale and all(a.get(n, 0) == -scale for n in self.left)
            case InSet(form=form):  # the members of sets with names are 1 or more
                return self._not_more(AtLeast0(form.plus(-1)), heap)
            case All(parts=parts):
                return any(self._not_more(part, heap) for part in parts)
            case Any_(parts=parts):
                return all(self._not_more(part, heap) for part in parts)
        return False

    def _simple(self, formula: Formula) -> Formula:
        """The formula without what holds anyway."""

        def lowest(name: str) -> int:
            return self.least if name in self.left else 0

        match formula:
            case AtLeast0(form=form):
                a, constant = form.integers()
                floor = constant + sum(c * lowest(n) for n, c in a.items())
                return All() if all(c >= 0 for c in a.values()) and floor >= 0 else formula
            case All(parts=parts):
                kept = [p for p in map(self._simple, parts) if p != All()]
                return All(tuple(kept))
            case Any_(parts=parts):
                simple = [self._simple(p) for p in parts]
                return All() if All() in simple else Any_(tuple(simple))
            case No(part=part):
                return No(self._simple(part))
        return formula

    def _put_empty(self) -> None:
        """Put 0 for heaps left that must be empty."""
        empty = {}
        for form in _conjuncts(self.formula):
            a, constant = form.integers()
            for name in self.left:
                if a.get(name, 0) < 0 and all(c < 0 for c in a.values()) and constant < -a[name]:
                    empty[name] = Affine()
        self.formula = self._simple(rebuilt(self.formula, lambda form: form.substituted(empty)))
        self.left = [n for n in self.left if n not in empty]

    def require_independence(self) -> None:
        """Raise Refuted unless the conditions speak of t (and hidden variables) only, but for what holds anyway."""
        for form in forms_of(self.formula):
            if any(name in self.left for name in form.names):
                raise Refuted("what may be taken depends on the heap")

    def end(self) -> tuple[int, bool]:
        """A T such that all t > T may be taken (True), or none (False)."""
        bound = self._upper_bounds().get(T)
        if bound is not None:
            return max(bound, 0), False
        limits = [0]
        found = self._eventually(self.formula, limits)
        if found is None:
            raise Refuted("infinitely many numbers may be taken, and infinitely many may not")
        return max(limits), found

    def _upper_bounds(self) -> dict[str, int]:
        """Upper bounds of t and the hidden variables by the conditions that must hold, all variables being >= 0."""
        bounds: dict[str, int] = {}
        forms = [form.integers() for form in _conjuncts(self.formula)]
        for name, most in _set_bounds(self.formula):
            bounds[name] = min(bounds.get(name, most), most)
        for _ in range(len(forms) + 1):
            before = dict(bounds)
            for a, constant in forms:
                rising = [(n, c) for n, c in a.items() if c > 0]
                if all(n in bounds for n, _ in rising):
                    rest = constant + sum(c * bounds[n] for n, c in rising)
                    for name, c in a.items():
                        if c < 0:
                            bounds[name] = min(bounds.get(name, rest // -c), rest // -c)
            if bounds == before:
                break
        return bounds

    def _eventually(self, formula: Formula, limits: list[int]) -> bool | None:
        """The truth for all large t, or None where that is not seen; *limits* gets from where on."""
        match formula:
            case AtLeast0(form=form):
                a, constant = form.integers()
                if any(n != T for n in a):
                    return None
                if not a:
                    return constant >= 0
                limits.append(abs(constant))
                return a[T] > 0
            case InSet(form=form, members=members):
                a, constant = form.integers()
                if members.name not in FINITE_SETS or list(a) != [T]:
                    return None
                limits.append(abs(constant) + max((x.value for x in members.args), default=0))  # type: ignore[union-attr]
                return False
            case All(parts=parts) | Any_(parts=parts):
                found = [self._eventually(p, limits) for p in parts]
                decisive = isinstance(formula, Any_)
                return decisive if decisive in found else None if None in found else not decisive
            case No(part=part):
                inner = self._eventually(part, limits)
                return None if inner is None else not inner
        return None

    # -- codes ---------------------------------------------------------------------------------------------------

    def digits(self) -> Iterator[tuple[int, int]]:
        """The numbers t that may be taken, each with the bit 2^r for each number r of heaps that may be left."""
        if self.hidden or len(self.left) > 3:
            raise Refuted("no take-and-break code: a move has further variables, or leaves more than three heaps")
        for form in forms_of(self.formula):
            self._require_pattern(form)
        bound = self._upper_bounds().get(T)
        if bound is None:
            limits = [0]
            if self._eventually(self.formula, limits) is not False:
                raise Refuted("no take-and-break code: there is no bound to what may be taken")
            bound = max(limits)
        if bound > MAX_TAKEN:
            raise Refuted(f"numbers above {MAX_TAKEN:,} would have to be listed")
        for t in range(bound + 1):
            bits = sum(1 << r for r in range(len(self.left) + 1) if self._may_leave(t, r))
            if bits:
                yield t, bits

    def _require_pattern(self, form: Affine) -> None:
        """Raise Refuted unless the truth of form >= 0 depends only on t, which heaps are empty, and their order."""
        a, constant = form.integers()
        heaps = [n for n in a if n in self.left]
        if not heaps:
            return
        if len(a) == 1:  # c·y + constant >= 0, the same for all y >= 1
            c = a[heaps[0]]
            if (c + constant >= 0) == (c > 0):
                return
        if len(a) == 2 and len(heaps) == 2 and sum(a.values()) == 0 and constant == 0:
            return
        raise Refuted("no take-and-break code: a move depends on the sizes of heaps")

    def _may_leave(self, t: int, r: int) -> bool:
        found = {self._some_order(t, pattern) for pattern in _PATTERNS[r]}
        if len(found) > 1:
            raise Refuted("no take-and-break code: whether heaps may be left depends on whether they are equal")
        return found.pop()

    def _some_order(self, t: int, pattern: Sequence[int]) -> bool:
        if self.least and len(pattern) < len(self.left):
            return False
        padded = (*pattern, *(0 for _ in range(len(self.left) - len(pattern))))
        return any(
            holds(self.formula, {T: t, **dict(zip(self.left, order, strict=True))})
            for order in set(permutations(padded))
        )


def _conjuncts(formula: Formula) -> Iterator[Affine]:
    """The forms that must be >= 0."""
    match formula:
        case AtLeast0(form=form):
            yield form
        case All(parts=parts):
            for part in parts:
                yield from _conjuncts(part)
        case Any_(parts=(part,)):
            yield from _conjuncts(part)
        case No(part=AtLeast0(form=form)):
            yield form.times(-1).plus(-1)


def _set_bounds(formula: Formula) -> Iterator[tuple[str, int]]:
    """Bounds of variables by finite sets in which they must be."""
    if isinstance(formula, All):
        for part in formula.parts:
            yield from _set_bounds(part)
    if isinstance(formula, Any_) and formula.parts:  # a listed set: each part fixes the same single variable
        bounds = [dict(_fixed(part)) for part in formula.parts]
        for name in bounds[0]:
            if all(name in b for b in bounds):
                yield name, max(b[name] for b in bounds)
    if isinstance(formula, InSet) and formula.members.name in FINITE_SETS:
        a, constant = formula.form.integers()
        if len(a) == 1 and list(a.values()) == [1]:
            yield next(iter(a)), max(x.value for x in formula.members.args) - constant  # type: ignore[union-attr]


def _fixed(formula: Formula) -> Iterator[tuple[str, int]]:
    for form in _conjuncts(formula):
        a, constant = form.integers()
        if len(a) == 1:
            ((name, c),) = a.items()
            if c < 0:
                yield name, constant // -c
