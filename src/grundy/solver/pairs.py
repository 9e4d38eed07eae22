"""Options that are Beatty pairs (A(i), A(i) + r·i) or their mirror images: by the i that the rows of a move allow.

A row c_1·y_1 + c_2·y_2 + c >= 0 is S·A(i) + T·i + c >= 0 in i. A(i) is alpha·i less a fraction, so with gamma = S·alpha
+ T it holds only on one side of a threshold near -c/gamma, (P + Q·sqrt(D))/R with D = r² + 4, which is taken exactly.
The i between the thresholds of all rows are looked at one by one.
"""

from __future__ import annotations

from math import isqrt

from grundy.laws.beatty import BeattyLaw
from grundy.rules.errors import Unsupported
from grundy.rules.rulesets import TextRuleset

from .groups import Component, NoForm, Progression, Several
from .reducing import System, highest, relation, systems
from .taking import Labelled

MAX_PAIRS = 20_000


def pair_options(ruleset: TextRuleset, component: Component, law: BeattyLaw) -> Labelled:
    """The options that are pairs of the law, by the first alternative that gives them; raises NoForm."""
    try:
        clauses = ruleset.clauses()
    except Unsupported as error:
        raise NoForm(error.why) from None
    found: dict[Component, int] = {}
    for clause in clauses:
        if len(clause.components) != 1:
            raise NoForm("a move that leaves several heaps")
        for plain in systems(clause, component):
            system = relation(plain)
            if system is None:
                continue
            if system.variables > 2:
                raise NoForm("free variables that are left")
            for option in _pairs(system, law):
                if option != component:
                    found.setdefault(option, clause.label)
    labels = sorted(set(found.values()))
    singles = {at: sorted(option for option, label in found.items() if label == at) for at in labels}
    return [(at, Several([Progression.single((option,)) for option in options])) for at, options in singles.items()]


def _pairs(system: System, law: BeattyLaw) -> list[Component]:
    """The pairs, in both orders, that satisfy the rows of a system in two heaps."""
    top = max(law.index(highest(system, 0)), law.index(highest(system, 1)), 0)
    found: list[Component] = []
    for turned in (False, True):
        rows = [(a + b, law.r * (a if turned else b), c) for a, b, c in system.rows]
        low, high = 0, top
        for row in rows:
            low, high = _narrowed(law, row, low, high)
        if high - low >= MAX_PAIRS:
            raise NoForm("more pairs than are listed")
        for i in range(low, high + 1):
            a = law.lower(i)
            if all(s * a + t * i + c >= 0 for s, t, c in rows):
                found.append((a + law.r * i, a) if turned else (a, a + law.r * i))
    return found


def _narrowed(law: BeattyLaw, row: tuple[int, int, int], low: int, high: int) -> tuple[int, int]:
    """The i in low..high for which the row may hold, at their ends perhaps a few more."""
    s, t, c = row
    u, v = s * (2 - law.r) + 2 * t, s  # 2·gamma = u + v·sqrt(d)
    d = law.r**2 + 4
    if not u and not v:
        return (low, high) if c >= 0 else (0, -1)
    most = c + max(-s, 0)  # the row is at most gamma·i + most
    end = _floor(-2 * most * u, 2 * most * v, u * u - v * v * d, d)
    return (max(low, end), high) if _sign(u, v, d) > 0 else (low, min(high, end + 1))


def _sign(u: int, v: int, d: int) -> int:
    """The sign of u + v·sqrt(d), not 0."""
    if u >= 0 <= v:
        return 1
    if u <= 0 >= v:
        return -1
    return (1 if u > 0 else -1) * (1 if u * u > v * v * d else -1)


def _floor(p: int, q: int, r: int, d: int) -> int:
    """floor((p + q·sqrt(d))/r) for d that is no square."""
    if r < 0:
        p, q, r = -p, -q, -r
    root = isqrt(q * q * d)
    return (p + (root if q >= 0 else -root - 1)) // r
