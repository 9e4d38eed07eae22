"""The table of a take-and-break code held against the definition, many heaps at once.

A table g of claimed values is right if and only if for each n no option of n has the value g(n), and each v < g(n) is
the value of an option of n (induction on n). Rules leave at most two heaps here; a split of n is n = a + b + t with
a, b >= 1, of value g(a) xor g(b).

*No split has the value g(n).* For any mask m let c(n) be the parity of the bits of g(n) & m, and call the heaps with
c(n) = 0 rare. If g(a) xor g(b) = g(n), then c(a) + c(b) = c(n) modulo 2: one of a, b is rare, or n is rare (where
neither is). So it is enough to look at each rare a with all b, and at each rare n with all its splits. Where all t have
the same remainder e modulo 2, n + e = (a + e) + (b + e) modulo 2, so that n + e may be added to c(n). Every choice is
right; the one with the fewest rare heaps is quick, as in a sparse space (Winning Ways, chapter 4) these are few.
Without one, each a up to half the table is looked at with all b.

*Each v < g(n) is reached.* The n with g(n) > v are a set. From it are taken, for one a after the other, the n = a + b +
t with g(b) = v xor g(a), until few are left; these are looked at one by one, at last with all their splits.

*Many heaps at once.* A big integer has a slot of w bits for each heap, and all values are below 2^(w-1). A slot x is
not 0 if and only if x + 2^(w-1) - 1 has the bit w - 1; the sum is below 2^w, so that no slot disturbs the next. A set
of heaps is a big integer with a bit for each.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import xor

from .clock import Forecast, tick
from .verdicts import Progress, Refuted

SMALL = 1_000
"""Heaps below are looked at one by one."""
_MAX_CELLS = 8_000_000_000
"""The most bits of all sets of heaps together, one for each value."""
_FEW = 600
_STEPS = 16
_CANDIDATES = 4_000
_RATIO = 8
_SPARSE = 10
"""Sets with fewer members than one in 2^10 are quicker gone through one by one."""


def code_options(digits: Sequence[int], values: Sequence[int], n: int) -> set[int]:
    """The values of the options of a heap of a code, from those of the smaller heaps."""
    found: set[int] = set()
    for taken, digit in enumerate(digits[: n + 1]):
        rest = n - taken
        if digit & 1 and rest == 0:
            found.add(0)
        if digit & 2 and rest >= 1:
            found.add(values[rest])
        if digit & 4 and rest >= 2:
            found |= _pairs(values, rest)
        if digit & 8:
            for first in range(1, rest // 3 + 1):
                found.update(map(values[first].__xor__, _pairs(values, rest - first)))
    return found


def _pairs(values: Sequence[int], total: int) -> set[int]:
    """The values of a heap split into two that are not empty."""
    half = total // 2
    return set(map(xor, values[1 : half + 1], reversed(values[total - half : total])))


def least_missing(found: set[int]) -> int:
    """The least natural number that is not in a set."""
    value = 0
    while value in found:
        value += 1
    return value


def require_values(digits: Sequence[int], values: Sequence[int], progress: Progress) -> None:
    """Raise Refuted unless the values are those of the heaps 0, 1, 2, … of a code that leaves at most two heaps."""
    top = max(values)
    if top >= 2 * len(values):  # no play is as long: a move takes something, or splits a heap
        raise Refuted(f"period: heaps below {len(values)} have no value {top}")
    if top * len(values) > _MAX_CELLS:
        raise Refuted(f"period: {len(values):,} values up to {top:,} are more than the checker looks at")
    for n in range(min(SMALL, len(values))):
        tick()
        _require_at(digits, values, n)
    if len(values) > SMALL:
        table = _Table(digits, values, progress)
        table.require_none_equal()
        table.require_all_smaller()


def _require_at(digits: Sequence[int], values: Sequence[int], n: int) -> None:
    found = least_missing(code_options(digits, values, n))
    if found != values[n]:
        raise Refuted(f"period: by its values of smaller heaps g({n}) is {found}, not {values[n]}")


class _Table:
    """Claimed values, with a slot for each heap from 1 on."""

    def __init__(self, digits: Sequence[int], values: Sequence[int], progress: Progress) -> None:
        self.digits = digits
        self.values = values
        self.progress = progress
        self.size = len(values)
        self.splits = [t for t, digit in enumerate(digits) if digit & 4]
        self.width = max(values).bit_length() + 1
        progress(f"packing {self.size:,} values")
        self.packed = self._pack(values[:0:-1])
        self.turned = self._pack(values)  # the slot i is of the heap size - 1 - i
        self.ones = ((1 << self.width * (self.size - 1)) - 1) // ((1 << self.width) - 1)
        self.tops = self.ones << (self.width - 1)
        self.fill = self.tops - self.ones

    def _pack(self, values: Sequence[int]) -> int:
        """The last value in the lowest slot."""
        texts = [format(v, f"0{self.width}b") for v in range(max(values) + 1)]
        return int("".join(map(texts.__getitem__, values)), 2)

    # -- no option has the same value --------------------------------------------------------------------------------

    def require_none_equal(self) -> None:
        """Raise Refuted where a heap has an option of its own value."""
        for t, digit in enumerate(self.digits[: self.size]):
            tick()
            if digit & 1 and self.values[t] == 0:
                self._refuse(t)
            if digit & 2:
                self._compare(t, self.packed)
        rare = self._rare() if self.splits else []
        firsts: Sequence[int] = range(1, self.size // 2 + 1) if rare is None else rare
        targets: Sequence[int] = () if rare is None else rare
        by_value = sorted(firsts, key=self.values.__getitem__)  # what a value needs is made once
        total = (len(firsts) + len(targets)) * len(self.splits)
        told = _Told(self.progress, f"splits of {self.size:,} heaps: {{}} of {total:,} steps", total)
        value, other = 0, self.packed
        for a in by_value:
            if self.values[a] != value:
                value = self.values[a]
                other = self.packed ^ (self.ones * value)
            for t in self.splits:
                self._compare(a + t, other)
                told.step()
        for n in targets:
            for t in self.splits:
                if self.is_split(n, t, self.values[n]):
                    self._refuse(n)
                told.step()

    def _compare(self, shift: int, other: int) -> None:
        """Raise Refuted where the slot of b in *other* has the value of b + shift."""
        if shift + 1 >= self.size:
            return
        sums = ((self.packed >> self.width * shift) ^ other) + self.fill
        tops = self.tops >> self.width * shift
        equal = tops ^ (sums & tops)
        if equal:
            slot = ((equal & -equal).bit_length() - 1) // self.width
            self._refuse(slot + 1 + shift)

    def is_split(self, n: int, t: int, value: int) -> bool:
        """Whether n = a + b + t with g(a) xor g(b) = value."""
        total = n - t
        if total < 2:
            return False
        turned = self.turned >> self.width * (self.size - total)  # the slot of a has the value of total - a
        sums = (turned ^ self.packed ^ (self.ones * value)) + self.fill
        tops = self.tops >> self.width * (self.size - 1 - total // 2)
        return sums & tops != tops

    def _refuse(self, n: int) -> None:
        """Raise Refuted for a heap whose value is not that of its options, and say what that would be."""
        _require_at(self.digits, self.values, n)
        raise AssertionError(n)

    def _rare(self) -> list[int] | None:
        """The heaps of the smaller class, for the best mask; None where all splits are to be looked at instead."""
        size = 1 << (self.width - 1)
        sums = []
        for start in (1, 2):
            counts = Counter(self.values[start::2])
            sums.append(_transformed([counts[v] for v in range(size)]))
        pairs = list(enumerate(zip(*sums, strict=True)))
        choices = [(odd + rest, mask, 0) for mask, (odd, rest) in pairs if mask]
        ends = {t % 2 for t in self.splits}
        end = min(ends)
        if len(ends) == 1:
            choices += [(odd - rest if end else rest - odd, mask, 1) for mask, (odd, rest) in pairs]
        if not choices:
            return None
        excess, mask, parity = min(choices)
        if self.size - 1 + excess >= self.size // 2:  # twice the number of rare heaps
            return None
        classes = [(v & mask).bit_count() & 1 for v in range(size)]
        return [n for n in range(1, self.size) if classes[self.values[n]] == parity & (n ^ end)]

    # -- each smaller value is reached -------------------------------------------------------------------------------

    def require_all_smaller(self) -> None:
        """Raise Refuted where a value below that of a heap is none of its options'."""
        top = max(self.values)
        places = [array("Q") for _ in range(top + 1)]
        for n, v in enumerate(self.values):
            places[v].append(n)
        places[0] = places[0][1:]
        sets = [_set_of(heaps, self.size) for heaps in places]
        cases = _Cases(self, places, sets)
        told = _Told(self.progress, f"values below those of {self.size:,} heaps: {{}} of {top:,}", top)
        above = 0
        for v in range(top - 1, -1, -1):
            above |= sets[v + 1] >> SMALL << SMALL
            cases.require_reached(v, above)
            told.step()

    def refuse_unreached(self, n: int, v: int) -> None:
        """Raise Refuted where no split of a heap has the value."""
        if not any(self.is_split(n, t, v) for t in self.splits):
            self._refuse(n)


class _Cases:
    """How a value can be reached: from a heap a of value v xor u, and the set of the heaps of value u."""

    def __init__(self, table: _Table, places: Sequence[Sequence[int]], sets: Sequence[int]) -> None:
        self.table = table
        self.places = places
        self.sets = sets
        self.below = 0
        self.lower: Sequence[int] = sets

    def require_reached(self, v: int, left: int) -> None:
        """Raise Refuted unless each heap of a set has an option of the value."""
        for t, digit in enumerate(self.table.digits):
            tick()
            if digit & 1 and v == 0:
                left &= ~(1 << t)
            if digit & 2:
                left &= ~(self.sets[v] << t)
        end = left.bit_length()
        if end > self.below:  # larger heaps are of no use: sets without them are quicker
            self.below = 2 * end
            self.lower = [heaps & ((1 << self.below) - 1) for heaps in self.sets]
        ways = self._ways(v, end)
        count = left.bit_count()
        while count > max(_FEW, end >> _SPARSE):
            reached = 0
            for a, u in islice(ways, _STEPS):
                tick()
                for t in self.table.splits:
                    reached |= self.lower[u] << (a + t)
            if not reached:
                break
            left &= ~reached
            count = left.bit_count()
        self._one_by_one(v, left)

    def _ways(self, v: int, end: int) -> Iterator[tuple[int, int]]:
        """Each a with the value u to be added: all pairs of values below *end*, the more common one of each as u.

        The most common u come first, then the small a.
        """
        counts = {u: bisect_left(heaps, end) for u, heaps in enumerate(self.places)}
        some = [u for u in counts if counts[u] >= counts.get(v ^ u, 0) > 0]
        some.sort(key=counts.__getitem__, reverse=True)
        common = [u for u in some if counts[u] * _RATIO >= counts[some[0]]]
        for part in (common, some[len(common) :]):
            for place in range(max((counts[v ^ u] for u in part), default=0)):
                for u in part:
                    if place < counts[v ^ u]:
                        yield self.places[v ^ u][place], u

    def _one_by_one(self, v: int, left: int) -> None:
        if not left:
            return
        values, splits = self.table.values, self.table.splits
        ways = list(islice(self._ways(v, left.bit_length()), _CANDIDATES))
        for n in _members(left):
            tick()
            for t in splits:
                total = n - t
                if any(a < total and values[total - a] == u for a, u in ways):
                    break
            else:
                self.table.refuse_unreached(n, v)


class _Told:
    """Steps that are told, and given up where they would take too long."""

    def __init__(self, progress: Progress, text: str, total: int) -> None:
        self.progress = progress
        self.text = text
        self.done = 0
        self.often = total // 200 + 1
        self.forecast = Forecast(total)

    def step(self) -> None:
        """One more step is done."""
        self.done += 1
        if self.done % self.often == 0:
            self.progress(self.text.format(f"{self.done:,}"))
        self.forecast.after(self.done)


def _transformed(counts: list[int]) -> list[int]:
    """The Walsh-Hadamard transform: for each mask, the numbers of the even parities less those of the odd."""
    step = 1
    while step < len(counts):
        for start in range(0, len(counts), 2 * step):
            for i in range(start, start + step):
                counts[i], counts[i + step] = counts[i] + counts[i + step], counts[i] - counts[i + step]
        step *= 2
    return counts


def _set_of(heaps: Sequence[int], size: int) -> int:
    bits = bytearray(size // 8 + 1)
    for n in heaps:
        bits[n >> 3] |= 1 << (n & 7)
    return int.from_bytes(bits, "little")


def _members(heaps: int) -> Iterator[int]:
    text = bin(heaps)[:1:-1]
    n = text.find("1")
    while n >= 0:
        yield n
        n = text.find("1", n + 1)
