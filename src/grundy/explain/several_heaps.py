"""What laws of several heaps say of a component: differences, digits, remainders, and what they make of them."""

from __future__ import annotations

from functools import reduce
from math import gcd
from operator import xor
from typing import TYPE_CHECKING, Any, cast

from grundy.laws.base import Law
from grundy.rules.numbers import digits

from .general import formula_words, general_words
from .saying import Component, Saying, digit_text, xor_text
from .telling import told
from .texts import brief

if TYPE_CHECKING:
    from grundy.laws.automatic import AutomaticLaw
    from grundy.laws.beatty import BeattyLaw
    from grundy.laws.blocks import BlocksLaw
    from grundy.laws.composed import OutcomeOnlyLaw, PairLaw
    from grundy.laws.digits import System
    from grundy.laws.digitsums import DigitSumLaw, TotalLaw
    from grundy.laws.grids import GridLaw
    from grundy.laws.lastdigits import LastDigitLaw
    from grundy.laws.pieces import OrderLaw, RemaindersLaw, SmallLaw
    from grundy.laws.sums import SumLaw

_PATH = 16
_PLACES = 16
_HEAPS = 6
_EXACT = 10**36
_ENTRIES = 12


def beatty(law: BeattyLaw, component: Component, say: Saying) -> list[str]:
    """The difference of the heaps, and the pair that has it."""
    small, large = sorted(component)
    i, rest = divmod(large - small, law.r)
    said = {"d": large - small, "r": law.r, "i": i, "x": say.component(component)}
    if rest:
        return [say("laws.beatty_rest", **said)]
    low, high = law.pair(i)
    times = law.lower(100 * i) if low < _EXACT else None
    said |= {"low": low, "high": high, "small": small, "alpha": alpha_text(law)}
    said["product"] = f"{times // 100}.{times % 100:02}…" if times else "0" if not i else brief(low)
    way = "golden" if law.r == 1 else "slope"
    first = say(f"laws.beatty_{way}", **said)
    return [first, say("laws.beatty_lost" if law.is_p(component) else "laws.beatty_won", **said)]


def alpha_text(law: BeattyLaw) -> str:
    """The slope (2 - r + sqrt(r^2 + 4))/2, as it may be typed into a calculator."""
    r = law.r
    return f"({2 - r} + sqrt({r * r + 4}))/2" if r != 2 else "sqrt(2)"


def system_words(system: System, say: Saying) -> str:
    """The name of a numeration system."""
    data = system.to_json()
    if data["kind"] == "base":
        return say("laws.system_base", base=data["base"])
    return say("laws.system_zeckendorf") if data["t"] == 1 else say("laws.system_ostrowski", t=data["t"])


def _written(system: System, component: Component) -> list[str]:
    words = [system.digits(n) for n in component]
    length = max(map(len, words), default=0)
    return [digit_text([*[0] * (length - len(word)), *word]) for word in words]


def automatic(law: AutomaticLaw, component: Component, say: Saying) -> list[str]:
    """The digits of the heaps, the states that the automaton goes through, and what it says."""
    value = law.value(component) if law.about == "grundy" else None
    tracks = component if value is None else (*component, value)
    rows = [f"{brief(n)} = {word}" for n, word in zip(tracks, _written(law.system, tracks), strict=True)]
    said = {
        "system": system_words(law.system, say),
        "rows": say.listed(rows),
        "x": say.component(component),
        "g": say.g(component),
    }
    found = [say("laws.automatic_digits", **said)]
    path = [law.start]
    for column in law.columns(tracks):
        path.append(law.delta[path[-1]][column])
    states = ", ".join(map(str, path)) if len(path) <= _PATH else f"{path[0]}, {path[1]}, …, {path[-1]}"
    if value is not None:
        return [*found, say("laws.automatic_value", path=states, v=value, **said)]
    return [*found, say("laws.automatic_lost" if law.is_p(component) else "laws.automatic_won", path=states, **said)]


def summed(law: SumLaw, component: Component, say: Saying) -> list[str]:
    """The values of the heaps, each by itself, and their xor."""
    values = [inner.value((n,)) for inner, n in zip(law.laws, component, strict=True)]
    seen = list(dict.fromkeys(zip(law.laws, component, strict=True)))[:_HEAPS]
    kinds = list(dict.fromkeys(law.laws))
    names = ["h"] if len(kinds) == 1 else [f"h{i}" for i in range(1, len(kinds) + 1)]
    found = [line for inner, n in seen for line in told(inner, (n,), Saying(say.lang, names[kinds.index(inner)]))]
    total = reduce(xor, values, 0)
    return [*found, say("laws.sum", xor=xor_text(values), v=total, g=say.g(component))]


def pairs(law: PairLaw, component: Component, say: Saying) -> list[str]:
    """The two heaps as one number, and what the law of one heap says of it."""
    from grundy.laws.composed import COMBINATIONS

    a, b = component
    n = COMBINATIONS[law.of](a, b)
    inner = Saying(say.lang, "h")
    found = [say("laws.pairs", a=a, b=b, of=formula_words(law.of, say), n=n), *told(law.law, (n,), inner)]
    if law.about == "grundy":
        return [*found, say("laws.pairs_value", g=say.g(component), h=inner.g((n,)), v=law.value(component))]
    return [*found, _verdict(law, component, say)]


def grid(law: GridLaw, component: Component, say: Saying, case: str = "") -> list[str]:
    """The heaps brought back into the first period of each; *case* is "_case" where the table is of a case only."""
    turned = [
        n if n < start else start + (n - start) % period
        for n, start, period in zip(component, law.preperiods, law.periods, strict=True)
    ]
    (p, q), (a, b) = law.periods, component
    said = {"p": p, "q": q, "a": a, "b": b, "a1": turned[0], "b1": turned[1], "x": say.component(component)}
    if _is_small(law):
        return _small_grid(law, component, say, case)
    same = tuple(turned) == component
    found = [] if same else [say(f"laws.grid{case}", **said)]
    if law.about == "outcome":
        key = "laws.grid_lost" if law.is_p(component) else "laws.grid_won"
        return [*found, say(key, y=say.component(tuple(turned)), **said)]
    value = law.value(component)
    return [*found, say(f"laws.grid_value{case}", g=say.g(component), y=say.component(tuple(turned)), v=value, **said)]


def _is_small(law: Any) -> bool:
    """Whether the table of a law is one by remainders alone, and short."""
    return bool(law.preperiods == law.least and law.periods[0] * law.periods[1] <= _ENTRIES)


def _small_grid(law: GridLaw, component: Component, say: Saying, case: str) -> list[str]:
    """The remainders of the heaps, and the whole table by them."""
    found = [] if case else [_loses(law, say)]
    rests = [say("laws.remainder", n=n, m=m, r=n % m) for n, m in zip(component, law.periods, strict=True)]
    found.append(say("laws.remainders", rests=say.listed(rests)))
    if law.about == "outcome":
        return [*([_loses(law, say)] if case else []), *found, _verdict(law, component, say)]
    p, q = law.periods
    apart = gcd(p, q) if case and component[0] == component[1] else 1  # the remainders of equal heaps
    places = [(i, j) for i in range(p) for j in range(q) if (i - j) % apart == 0]
    heaps = [tuple(r + least * m for r, least, m in zip(rest, law.least, law.periods, strict=True)) for rest in places]
    entries = [say("laws.grid_entry", x=say.component(r), v=law.value(n)) for r, n in zip(places, heaps, strict=True)]
    table = say("explain.list.semicolon").join(entries)
    value = law.value(component)
    return [*found, say(f"laws.grid_table{case}", table=table, g=say.g(component), v=value)]


def _loses(law: GridLaw, say: Saying) -> str:
    return say("laws.wanted", condition=condition(law.losing, say))


def digit_sums(law: DigitSumLaw, component: Component, say: Saying) -> list[str]:
    """The sums of the digits at each place."""
    from grundy.laws.digits import Base

    lost = law.is_p(component)
    said = {"x": say.component(component), "base": law.base, "m": law.modulus}
    if law.base == law.modulus == 2:
        kept = [n for n, w in zip(component, law.weights, strict=True) if w]
        total = reduce(xor, kept, 0)
        return [say("laws.digits_xor", xor=xor_text(kept), v=total, **said), _verdict(law, component, say)]
    system = Base(law.base)
    kept = [n for n, w in zip(component, law.weights, strict=True) if w]
    rows = [f"{brief(n)} = {word}" for n, word in zip(kept, _written(system, tuple(kept)), strict=True)]
    found = [say("laws.digits_written", rows=say.listed(rows), **said)]
    if set(law.weights) - {0, 1}:
        found.append(say("laws.digits_weights", weights=say.listed(law.weights)))
    sums = _place_sums(law, component)
    wrong = next((i for i, s in enumerate(sums) if s % law.modulus), None)
    listed = [brief(s) for s in sums]
    said["sums"] = ", ".join(listed if len(listed) <= _PLACES else [*listed[:8], "…", *listed[-4:]]) or "0"
    found.append(say("laws.digits_sums", **said))
    if lost or wrong is None:
        return [*found, say("laws.digits_lost", **said)]
    weight = law.base ** (len(sums) - 1 - wrong)
    return [*found, say("laws.digits_won", s=sums[wrong], weight=weight, **said)]


def _place_sums(law: DigitSumLaw, component: Component) -> list[int]:
    """The weighted sums of the digits, most significant first."""
    from grundy.laws.digits import Base

    words = [Base(law.base).digits(n) for n in component]
    length = max(map(len, words), default=0)
    padded = [[0] * (length - len(word)) + word for word in words]
    sums = [sum(w * d for w, d in zip(law.weights, column, strict=True)) for column in zip(*padded, strict=True)]
    while sums and not sums[0]:
        sums.pop(0)
    return sums


def total(law: TotalLaw, component: Component, say: Saying) -> list[str]:
    """The sum of the heaps, and its remainder."""
    terms = [
        brief(n) if w == 1 else f"{digits(w)}*{brief(n)}" for n, w in zip(component, law.weights, strict=True) if w
    ]
    whole = sum(w * n for n, w in zip(component, law.weights, strict=True))
    said = {"terms": " + ".join(terms), "sum": whole, "m": law.modulus, "r": whole % law.modulus}
    first = say("laws.total" if len(terms) > 1 else "laws.total_one", **said)
    wanted = say("laws.total_wanted", rests=say.listed(law.remainders, "or"))
    return [first, wanted, _verdict(law, component, say)]


def remainders(law: RemaindersLaw, component: Component, say: Saying) -> list[str]:
    """The remainders of the heaps, and the condition on them."""
    rests = [say("laws.remainder", n=n, m=m, r=n % m) for n, m in zip(component, law.moduli, strict=True)]
    lost = law.is_p(component)
    wanted = say("laws.wanted", condition=condition(law.condition, say))
    return [say("laws.remainders", rests=say.listed(rests)), wanted, _verdict(law, component, say, lost=lost)]


def condition(text: str, say: Saying) -> str:
    """A condition of a law on the heaps a, b, …, with the words of a language.

    >>> condition("a mod 2 = 0 and b mod 3 in {0, 2}", Saying("zh"))
    'a mod 2 = 0 且 b mod 3 ∈ {0, 2}'
    """
    for word in ("both heaps are", "all heaps are", "n is"):
        if text.startswith(f"{word} "):
            how = text.removeprefix(f"{word} ").rpartition(" ")
            kind = "divisible" if how[0] else how[2]
            every = {"both heaps are": "both", "all heaps are": "all", "n is": "one"}[word]
            return say(f"laws.condition.{every}", how=say(f"laws.condition.{kind}", m=how[2]))
    for word in ("and", "or", "in", "from", "on", "never", "true"):
        text = f" {text} ".replace(f" {word} ", f" {say(f'laws.condition.word_{word}')} ").strip()
    return text


def order(law: OrderLaw, component: Component, say: Saying) -> list[str]:
    """Which heap is larger, and what the law for that says."""
    a, b = component
    whole = {general_words(part, say): part for part in (law.less, law.equal, law.greater)}
    grids = [part for part in whole.values() if type(part).__name__ == "GridLaw"]
    first = [_loses(cast("GridLaw", grids[0]), say)] if len(whole) == len(grids) == 1 and _is_small(grids[0]) else []
    key, part = ("less", law.less) if a < b else ("equal", law.equal) if a == b else ("greater", law.greater)
    is_grid = type(part).__name__ == "GridLaw"
    inner = grid(cast("GridLaw", part), component, say, "_case") if is_grid else told(part, component, say)
    return [*first, say(f"laws.order_{key}", a=a, b=b), *inner]


def small(law: SmallLaw, component: Component, say: Saying) -> list[str]:
    """Whether all heaps are small, and what the law for that says."""
    is_small = max(component) <= law.most
    first = say("laws.small_yes" if is_small else "laws.small_no", most=law.most, largest=max(component))
    return [first, *told(law.small if is_small else law.law, component, say)]


def blocks(law: BlocksLaw, component: Component, say: Saying) -> list[str]:
    """The remainders of the heaps, and what the law says of their quotients."""
    rests = tuple(n % law.size for n in component)
    quotients = tuple(n // law.size for n in component)
    said = {"k": law.size, "x": say.component(component), "rests": say.component(rests)}
    if rests not in law.members:
        members = say.listed([say.component(m) for m in law.members[:12]], "or")
        return [say("laws.blocks_rests", members=members, **said), _verdict(law, component, say)]
    found = [say("laws.blocks", quotients=say.component(quotients), **said)]
    return [*found, *told(law.law, quotients, Saying(say.lang, "h")), _verdict(law, component, say)]


def last_digit(law: LastDigitLaw, component: Component, say: Saying) -> list[str]:
    """The weight of the last digit that is not 0, beside the bound."""
    n, m = component[law.heap], component[1 - law.heap]
    if not n:
        return [say("laws.last_digit_empty", x=say.component(component))]
    places = law.system.digits(n)
    weights = law.system.weights(len(places))[::-1]
    parts = [(d, w) for d, w in zip(places, weights, strict=True) if d]
    terms = [brief(w) if d == 1 else f"{d}*{brief(w)}" for d, w in parts]
    if len(terms) > _PLACES:
        terms = [*terms[:4], "…", terms[-1]]
    bound = brief(m) if law.factor == 1 else f"{law.factor}*{brief(m)} = {brief(law.factor * m)}"
    said = {"n": n, "terms": " + ".join(terms), "z": parts[-1][1], "bound": bound, "x": say.component(component)}
    first = say("laws.last_digit_parts", system=system_words(law.system, say), **said)
    return [first, say("laws.last_digit_lost" if law.is_p(component) else "laws.last_digit_won", **said)]


def outcome_only(law: OutcomeOnlyLaw, component: Component, say: Saying) -> list[str]:
    """The number that the law gives, of which only counts whether it is 0."""
    found = told(law.law, component, Saying(say.lang, "h"))
    return [*found, say("laws.zero_counts"), _verdict(law, component, say)]


def _verdict(law: Law, component: Component, say: Saying, *, lost: bool | None = None) -> str:
    lost = law.is_p(component) if lost is None else lost
    inner = "inner_" if say.name != "g" else ""
    return say(f"laws.{inner}{'lost' if lost else 'won'}", x=say.component(component))
